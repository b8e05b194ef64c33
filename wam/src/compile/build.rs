//! Terms to registers: `put_` and `set_` instructions.
//!
//! A compound term is built bottom up. Of its compound arguments the one that needs most registers comes first (Sethi
//! and Ullman 1970), so that long lists, left-deep sums and deep towers need two registers, whatever their size.

use super::assemble::literal_id;
use super::clause::{Generator, Result, Seen};
use super::flow::each_variable;
use super::unify::LIST;
use crate::code::Literal;
use crate::instr::{Constant, Instr, N, X};
use crate::term::{Node, TermId, VarId};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// The constant a node is, if it fits a cell.
pub(super) fn constant(node: &Node) -> Option<Constant> {
    /// Integers of 61 bits.
    const LIMIT: i64 = 1 << 60;
    match *node {
        Node::Atom(atom) => Some(Constant::Atom(atom)),
        Node::Int(value) if (-LIMIT..LIMIT).contains(&value) => Some(Constant::Int(value)),
        _ => None,
    }
}

/// A compound term under construction.
struct Frame {
    term: TermId,
    target: Option<X>,
    /// Arguments that go through registers, in the order of construction.
    children: Vec<TermId>,
    built: FxHashMap<TermId, X>,
}

impl Generator<'_> {
    /// Whether a variable occurs in a term.
    pub fn mentions(&self, term: TermId, var: VarId) -> bool {
        let mut found = false;
        each_variable(self.terms, term, |other| found |= self.var(other) == var);
        found
    }

    /// Puts a term's value into a register (which nothing else is in).
    pub fn put(&mut self, term: TermId, a: X) -> Result<()> {
        match self.look(term) {
            Seen::Void => self.code.emit(Instr::PutVariableX { x: a, a }),
            Seen::First(var) => {
                match self.slot(var) {
                    Some(y) => self.code.emit(Instr::PutVariableY { y, a }),
                    None => self.code.emit(Instr::PutVariableX { x: a, a }),
                }
                self.regs.bind(var, a);
            }
            Seen::Later(var) => match (self.regs.at(var), self.slot(var)) {
                (Some(x), _) if x == a => {}
                (Some(x), _) => self.code.emit(Instr::PutValueX { x, a }),
                (None, Some(y)) => self.code.emit(Instr::PutValueY { y, a }),
                (None, None) => unreachable!("a value is in a register or in a slot"),
            },
            Seen::Constant(c) => self.code.emit(Instr::PutConstant { c, a }),
            Seen::Literal => self.put_literal(term, a),
            Seen::Compound => self.build(term, a)?,
        }
        Ok(())
    }

    /// Puts a literal that does not fit a cell into a register.
    pub fn put_literal(&mut self, term: TermId, a: X) {
        let literal = match self.terms.get(term) {
            Node::Int(value) => Literal::Big(BigInt::from(value)),
            Node::Big(value) => Literal::Big(value.clone()),
            Node::Rational(value) => Literal::Rational(value.clone()),
            Node::Float(value) => Literal::Float(value),
            Node::Str(text) => Literal::Str(text.to_owned()),
            other => unreachable!("{other:?} is no literal"),
        };
        let k = literal_id(self.literals, literal);
        self.code.emit(Instr::PutLiteral { k, a });
    }

    fn build(&mut self, term: TermId, target: X) -> Result<()> {
        let needs = self.register_needs(term);
        let mut frames = vec![self.frame(term, Some(target), &needs)];
        while let Some(frame) = frames.last_mut() {
            if let Some(child) = frame.children.pop() {
                if let Seen::Literal = self.look(child) {
                    let x = self.fresh()?;
                    self.put_literal(child, x);
                    let frame = frames.last_mut().expect("it was there just now");
                    frame.built.insert(child, x);
                } else {
                    let inner = self.frame(child, None, &needs);
                    frames.push(inner);
                }
                continue;
            }
            let frame = frames.pop().expect("it was there just now");
            let a = match frame.target {
                Some(a) => a,
                None => self.fresh()?,
            };
            self.build_one(&frame, a)?;
            frame.built.values().for_each(|&x| self.regs.release(x));
            if let Some(outer) = frames.last_mut() {
                outer.built.insert(frame.term, a);
            }
        }
        Ok(())
    }

    fn frame(&self, term: TermId, target: Option<X>, needs: &FxHashMap<TermId, u32>) -> Frame {
        let Node::Compound(_, args) = self.terms.get(term) else { unreachable!("only compound terms are built") };
        let by_register = |arg: &&TermId| matches!(self.look(**arg), Seen::Compound | Seen::Literal);
        let mut children: Vec<TermId> = args.iter().filter(by_register).copied().collect();
        // Taken from the end: the neediest last, and among equals the first argument last.
        children.reverse();
        children.sort_by_key(|child| needs.get(child).copied().unwrap_or(1));
        Frame { term, target, children, built: FxHashMap::default() }
    }

    /// How many registers building each compound term inside a term takes.
    fn register_needs(&self, root: TermId) -> FxHashMap<TermId, u32> {
        let mut needs = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            let Node::Compound(_, args) = self.terms.get(term) else {
                continue;
            };
            let children = args.iter().filter(|&&arg| matches!(self.look(arg), Seen::Compound | Seen::Literal));
            if !ready {
                stack.push((term, true));
                stack.extend(children.map(|&child| (child, false)));
                continue;
            }
            let mut each: Vec<u32> = children.map(|c| needs.get(c).copied().unwrap_or(1)).collect();
            each.sort_unstable_by(|a, b| b.cmp(a));
            let through = each.iter().zip(0..).map(|(need, held)| need + held).max();
            let own = each.len() as u32 + 1;
            needs.insert(term, through.unwrap_or(0).max(own));
        }
        needs
    }

    /// The instructions of one compound term whose compound arguments are in registers.
    fn build_one(&mut self, frame: &Frame, a: X) -> Result<()> {
        let terms = self.terms;
        let Node::Compound(f, args) = terms.get(frame.term) else { unreachable!("only compound terms are built") };
        self.code.emit(if f == LIST { Instr::PutList { a } } else { Instr::PutStructure { f, a } });
        let mut voids = 0;
        for &arg in args {
            let seen = self.look(arg);
            if let Seen::Void = seen {
                voids += 1;
                continue;
            }
            self.set_voids(&mut voids);
            match seen {
                Seen::Void => {}
                Seen::First(var) => self.set_new(var)?,
                Seen::Later(var) => self.code.emit(match (self.regs.at(var), self.slot(var)) {
                    (Some(x), _) => Instr::SetValueX { x },
                    (None, Some(y)) => Instr::SetValueY { y },
                    (None, None) => unreachable!("a value is in a register or in a slot"),
                }),
                Seen::Constant(c) => self.code.emit(Instr::SetConstant { c }),
                Seen::Literal | Seen::Compound => {
                    let x = frame.built[&arg];
                    self.code.emit(Instr::SetValueX { x });
                }
            }
        }
        self.set_voids(&mut voids);
        Ok(())
    }

    fn set_new(&mut self, var: VarId) -> Result<()> {
        match self.slot(var) {
            Some(y) => {
                self.code.emit(Instr::SetVariableY { y });
                self.regs.see(var);
            }
            None => {
                let x = self.preferred(var)?;
                self.code.emit(Instr::SetVariableX { x });
                self.regs.bind(var, x);
            }
        }
        Ok(())
    }

    /// One `set_void` for each 65,535 of a run of void arguments.
    fn set_voids(&mut self, count: &mut u32) {
        while *count > 0 {
            let n = (*count).min(u32::from(u16::MAX));
            self.code.emit(Instr::SetVoid { n: N(n as u16) });
            *count -= n;
        }
    }
}
