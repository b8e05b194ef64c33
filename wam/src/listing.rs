//! Compiled code as text: instructions with their operands, the source they come from, and whose share each is.
//!
//! In: a [`Block`] and the program it belongs to. Out: lines as in table 1 of Mera et al. 2008: selection code first,
//! then each clause under its source, every instruction with the share E(C,H) or E(C,L) that it counts towards.
//! Argument registers print as `A1`, `A2`, …; other registers as `X4`, …; both count from 1, and `A3` is the register
//! `X3`.

use crate::atoms::known;
use crate::builtins::BUILTINS;
use crate::code::{Block, ClauseIndex, Literal, Predicate, Program, Share, SwitchKey};
use crate::compile::{evaluable::Evaluable, literals};
use crate::family::{Callee, Family};
use crate::instr::{Arg, Constant, Instr, Label, TableId, X};
use crate::modules::ModuleId;
use crate::read::Ops;
use crate::term::{ReadTerm, TermId, Terms};
use crate::write::{
    Spacing, WriteOptions, atom_text, format_float, format_rational, needs_space_before_stop, write_term,
};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// How much a listing explains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Instructions and shares.
    #[default]
    Plain,
    /// Also what each instruction does, and why it has the share it has.
    Explained,
}

/// The listing of a predicate.
pub fn predicate(program: &Program, predicate: &Predicate, detail: Detail) -> String {
    let name = format!("{}/{}", atom_text(&program.atoms.name(predicate.functor.name)), predicate.functor.arity);
    let mut out = format!("{name}\n");
    let arity = predicate.functor.arity as u16;
    let clauses = predicate.dynamic.iter().enumerate();
    let blocks = std::iter::once((0, &predicate.block)).chain(clauses);
    for (first, block) in blocks {
        let targets = block.targets().collect();
        let (first, module) = (first as u32, predicate.module);
        let mut printer = Printer { program, module, block, first, arity, detail, targets, out: &mut out };
        printer.block(predicate.source.get(first as usize..).unwrap_or_default());
    }
    if detail == Detail::Explained {
        out.push_str(WHY);
    }
    out
}

const WHY: &str = "
  E(C1,H) is the share of the head of clause 1: its instructions up to its first call or execute. E(C1,L2) is the share of
  literal 2 of its body: from its call or execute up to the next one. What puts a call's arguments in place belongs to the
  head or literal before it, because it runs once each time that succeeds, however often the call is retried on
  backtracking; so do goals that are compiled in place, because nothing is called for them.
";

struct Printer<'a> {
    program: &'a Program,
    module: ModuleId,
    block: &'a Block,
    /// The number of its first clause; a dynamic predicate has a block a clause.
    first: u32,
    arity: u16,
    detail: Detail,
    targets: FxHashSet<Label>,
    out: &'a mut String,
}

impl Printer<'_> {
    fn block(&mut self, source: &[std::sync::Arc<ReadTerm>]) {
        let selection = self.block.clauses.first().map_or(self.block.instrs.len(), |c| c.start.0 as usize);
        if selection > 0 {
            self.lines(0, selection);
        }
        for (at, clause) in self.block.clauses.iter().enumerate() {
            let text = source.get(at).map_or(String::new(), |read| source_line(read, self.program, &self.program.ops));
            let _ = writeln!(self.out, "\n  clause {}: {text}", self.first as usize + at + 1);
            self.lines(clause.start.0 as usize, clause.end.0 as usize);
            if let (Detail::Explained, Some(read)) = (self.detail, source.get(at)) {
                self.shares(read, &self.block.shares[clause.start.0 as usize..clause.end.0 as usize]);
            }
        }
    }

    fn lines(&mut self, start: usize, end: usize) {
        for at in start..end {
            let label = Label(at as u32);
            let instr = self.block.instrs[at];
            let mark = if self.targets.contains(&label) { "L" } else { "" };
            let place = format!("{mark}{at}");
            let operands = self.operands(at, &instr);
            let share = share(numbered(self.block.shares[at], self.first));
            let text = format!("{place:>6}  {:<20} {operands}", instr.op().name());
            let line = format!("{:<58} {share}", text.trim_end());
            match self.detail {
                Detail::Plain => self.out.push_str(line.trim_end()),
                Detail::Explained => {
                    let _ = write!(self.out, "{line:<70} {}", instr.op().meaning());
                }
            }
            self.out.push('\n');
            if let Some(Arg::Table(table)) = instr.args().into_iter().find(|arg| matches!(arg, Arg::Table(_))) {
                self.table(table);
            }
        }
    }

    /// What the shares of a clause consist of.
    fn shares(&mut self, read: &ReadTerm, shares: &[Share]) {
        let literals = literals(read, self.program, self.module);
        let text = |number: usize| {
            let goal = literals.get(number - 1).map(|&id| goal_line(read, id, self.program, &self.program.ops));
            goal.unwrap_or_default()
        };
        let mut seen = Vec::new();
        for &one in shares {
            if !seen.contains(&one) {
                seen.push(one);
            }
        }
        let number = |share: &Share| match share {
            Share::Literal(_, literal) => *literal as usize,
            Share::Selection | Share::Head(_) => 0,
        };
        let calls: Vec<usize> = seen.iter().map(number).filter(|&number| number > 0).collect();
        for one in &seen {
            let first = number(one);
            let next = calls.iter().copied().filter(|&call| call > first).min();
            let mut parts = vec![if first == 0 { "the head".to_owned() } else { text(first) }];
            let inline = first + 1..next.unwrap_or(literals.len() + 1);
            parts.extend(inline.map(|number| format!("L{number} {}", text(number))));
            parts.extend(next.map(|number| format!("the arguments of L{number}")));
            let _ = writeln!(self.out, "    {}: {}", share(numbered(*one, self.first)), parts.join("; "));
        }
    }

    fn table(&mut self, table: TableId) {
        for (key, label) in &self.block.tables[table.0 as usize] {
            let key = match key {
                SwitchKey::Constant(c) => self.constant(*c),
                SwitchKey::Functor(f) => self.arg(0, Arg::Functor(*f)),
            };
            let _ = writeln!(self.out, "{:>10}{key}:{}", "", label_text(*label));
        }
    }

    fn operands(&self, at: usize, instr: &Instr) -> String {
        let text = |arg| self.arg(at, arg);
        match *instr {
            Instr::SwitchOnTerm { var, constant, list, structure } => format!(
                "var:{} const:{} list:{} struct:{}",
                label_text(var),
                label_text(constant),
                label_text(list),
                label_text(structure)
            ),
            Instr::SwitchOnTermX { a, var, constant, list, structure } => format!(
                "{} var:{} const:{} list:{} struct:{}",
                text(a.into()),
                label_text(var),
                label_text(constant),
                label_text(list),
                label_text(structure)
            ),
            Instr::SwitchOnConstant { other, .. } | Instr::SwitchOnStructure { other, .. } => {
                format!("else:{}", label_text(other))
            }
            Instr::SwitchOnConstantX { a, other, .. } | Instr::SwitchOnStructureX { a, other, .. } => {
                format!("{} else:{}", text(a.into()), label_text(other))
            }
            Instr::Call { live, pred } => format!("{} live:{}", text(pred.into()), live.0),
            Instr::TryElse { live, other } => format!("{} live:{}", label_text(other), live.0),
            _ => {
                let mut operands: Vec<String> = instr.args().into_iter().map(text).collect();
                if instr.op().name().starts_with("decide_") {
                    let unknown = operands.pop().unwrap_or_default();
                    let other = operands.pop().unwrap_or_default();
                    return format!("{} else:{other} unknown:{unknown}", operands.join(","));
                }
                if is_test(instr) {
                    let other = operands.pop().unwrap_or_default();
                    return format!("{} else:{other}", operands.join(","));
                }
                operands.join(",")
            }
        }
    }

    fn arg(&self, at: usize, arg: Arg) -> String {
        let name = |atom| atom_text(&self.program.atoms.name(atom));
        match arg {
            Arg::X(x) => self.register(at, x),
            Arg::Y(y) => format!("Y{}", y.0 + 1),
            Arg::N(n) => n.0.to_string(),
            Arg::Imm(i) => i.0.to_string(),
            Arg::Label(label) => label_text(label),
            Arg::Pred(pred) => {
                let functor = self.program.get(pred).functor;
                format!("{}/{}", name(functor.name), functor.arity)
            }
            Arg::Table(table) => format!("table {}", table.0),
            Arg::Literal(k) => match &self.block.literals[k.0 as usize] {
                Literal::Big(value) => value.to_string(),
                Literal::Rational(value) => format_rational(value),
                Literal::Float(value) => format_float(*value),
                Literal::Str(text) => format!("{text:?}"),
            },
            Arg::Builtin(builtin) => {
                let row = &BUILTINS[builtin.0 as usize];
                format!("{}/{}", atom_text(row.name), row.arity)
            }
            Arg::Eval(id) => {
                let row = Evaluable::from_id(id);
                format!("{}/{}", atom_text(row.name()), row.arity())
            }
            Arg::Constant(c) => self.constant(c),
            Arg::Functor(f) => format!("{}/{}", name(f.name), f.arity),
        }
    }

    fn constant(&self, c: Constant) -> String {
        match c {
            Constant::Atom(atom) => atom_text(&self.program.atoms.name(atom)),
            Constant::Int(value) => value.to_string(),
        }
    }

    /// `A1` where the register is an argument of the predicate or of the next goal that is called, else `X1`.
    fn register(&self, at: usize, x: X) -> String {
        let head = !matches!(self.block.shares[at], Share::Literal(..));
        let next = self.block.instrs[at..].iter().find_map(|instr| self.goal_arity(instr));
        let arguments = next.unwrap_or(0).max(if head { self.arity } else { 0 });
        let letter = if x.0 < arguments { 'A' } else { 'X' };
        format!("{letter}{}", x.0 + 1)
    }

    /// The arity of what an instruction calls; 0 where control leaves the clause.
    fn goal_arity(&self, instr: &Instr) -> Option<u16> {
        match instr.callee() {
            Some(Callee::Predicate(pred)) => Some(self.program.get(pred).functor.arity as u16),
            Some(Callee::Builtin(builtin)) => Some(u16::from(BUILTINS[builtin.0 as usize].arity)),
            None => (instr.op().family() == Family::Return).then_some(0),
        }
    }
}

/// The share as the paper writes it; clauses count from 1.
pub fn share(share: Share) -> String {
    match share {
        Share::Selection => String::new(),
        Share::Head(ClauseIndex(clause)) => format!("E(C{},H)", clause + 1),
        Share::Literal(ClauseIndex(clause), literal) => format!("E(C{},L{literal})", clause + 1),
    }
}

/// A clause as text on one line, with its variables' names and a full stop.
pub fn source_line(read: &ReadTerm, program: &Program, ops: &Ops) -> String {
    let mut text = match read.terms.match_compound(read.root, known::NECK, 2) {
        Some(&[head, body]) => {
            let mut goals = Vec::new();
            let mut rest = body;
            while let Some(&[first, others]) = read.terms.match_compound(rest, known::COMMA, 2) {
                goals.push(goal_line(read, first, program, ops));
                rest = others;
            }
            goals.push(goal_line(read, rest, program, ops));
            format!("{} :- {}", goal_line(read, head, program, ops), goals.join(", "))
        }
        _ => term_line(read, read.root, program, ops),
    };
    if needs_space_before_stop(&text) {
        text.push(' ');
    }
    text.push('.');
    text
}

fn term_line(read: &ReadTerm, term: TermId, program: &Program, ops: &Ops) -> String {
    term_text(read, term, program, ops, None)
}

/// A goal of a conjunction: in parentheses where it binds less than the comma.
fn goal_line(read: &ReadTerm, term: TermId, program: &Program, ops: &Ops) -> String {
    term_text(read, term, program, ops, Some(999))
}

fn term_text(read: &ReadTerm, term: TermId, program: &Program, ops: &Ops, priority: Option<u16>) -> String {
    let options = WriteOptions {
        variable_names: variable_names(read, &read.terms),
        spacing: Spacing::NextArgument,
        priority,
        ..WriteOptions::quoted()
    };
    let mut text = String::new();
    write_term(&mut text, &read.terms, term, &program.atoms, ops, &options);
    text
}

fn numbered(share: Share, first: u32) -> Share {
    let from = |ClauseIndex(clause)| ClauseIndex(clause + first);
    match share {
        Share::Selection => share,
        Share::Head(clause) => Share::Head(from(clause)),
        Share::Literal(clause, literal) => Share::Literal(from(clause), literal),
    }
}

fn variable_names(read: &ReadTerm, terms: &Terms) -> Vec<String> {
    let written = read.variables.iter().map(|variable| variable.name.clone());
    let made = (read.variables.len()..terms.variables() as usize).map(|at| format!("S{}", at - read.variables.len()));
    written.chain(made).collect()
}

fn is_test(instr: &Instr) -> bool {
    match instr.op().family() {
        Family::Builtin | Family::Comparison(_) | Family::TypeTest => true,
        Family::Call
        | Family::Return
        | Family::Environment
        | Family::Switch
        | Family::Choice
        | Family::Jump
        | Family::Decision
        | Family::Cut
        | Family::Get
        | Family::Unify
        | Family::Put
        | Family::Set
        | Family::Arithmetic
        | Family::Function
        | Family::MetaCall
        | Family::Catch
        | Family::Dynamic
        | Family::Undefined
        | Family::Machine => false,
    }
}

fn label_text(label: Label) -> String {
    match label {
        Label::FAIL => "fail".into(),
        Label(at) => format!("L{at}"),
    }
}
