//! Entries: how a predicate is called, as `:- entry p(+list, -).` or the command line says.
//!
//! An argument is `-` (unbound), `+` (any ground term), `?` (anything), `+type` or `type` (bound to that type), `-type`
//! (unbound; the type is for the reader). A type may say how its terms are measured: `+inner(tree)`, `+depth(tree)`,
//! `+left(tree)`, `+right(tree)`, `+nodes(list(list))`, `+elements(list(list))` (see [`crate::norms`]). `+assoc` and `+rbtree`
//! are trees of `library(assoc)`, balanced and measured by their keys. Types may stand behind the arguments, as in other
//! assertions: `:- entry p(A, B) : (list(A), var(B)).`, `:- entry p/2 : list * var.`
//!
//! Atoms are measured by their characters where something can be reached that works on texts: elsewhere a size that nothing
//! depends on would only make more of every function.

use crate::claim::{Claim, Claimed, indicator, wrong};
use crate::error::AnalysisError;
use crate::regtype::TypeTable;
use crate::types::{Form, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use wam::atoms::{Functor, known};
use wam::builtins::{BUILTINS, Rule, builtin};
use wam::code::Program;
use wam::family::Callee;
use wam::instr::{BuiltinId, Constant, Instr, PredId};
use wam::term::{Node, ReadTerm, TermId};
use wam::write::{Quoting, WriteOptions, atom_text, write_term};

/// How a predicate is called.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The predicate.
    pub pred: PredId,
    /// The types of its arguments at the call.
    pub pattern: Vec<Type>,
    /// As it was written.
    pub text: String,
    /// How what is met inside is looked at.
    pub inside: Inside,
}

/// How what is met inside of an exploration is looked at, beyond what its entry says: each is tried where others have shown too
/// little, since it makes more of every function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Inside {
    /// As it is.
    #[default]
    Plain,
    /// Lists whose elements have sizes are measured by the greatest of these, too.
    Elements,
    /// Lists whose elements have sizes are measured by the nodes of all of them.
    Nodes,
    /// Conditions behind generators are told apart: see `calls.rs`.
    Conditions,
    /// Integers that squares are compared with are measured by their roots, too, and multiples are told from others: see
    /// `roots.rs`, `divisors.rs`.
    Values,
    /// Goals that come from data are told from other terms: see `callable.rs`.
    Goals,
    /// Solutions are told apart by their constants however many these are: what is called with one row of a table after another
    /// comes to an end where the rows do. See `kinds.rs`.
    Rows,
    /// Lengths of lists that calls give are choices, so that what is made of them is known together: see `calls.rs`.
    Lengths,
    /// Conditions are told apart, and lists are measured by the values that are not in them: see `visited.rs`.
    Absent,
}

impl Entry {
    /// The entry that a program declares for a predicate, the first if there are several.
    pub fn declared(program: &Program, types: &TypeTable, pred: PredId) -> Result<Option<Entry>, AnalysisError> {
        Ok(DeclaredEntries::of(program).find(program, types, pred)?.into_iter().next())
    }

    /// The entry written as a term: the predicate with a mode for each argument.
    pub fn of(program: &Program, types: &TypeTable, read: &ReadTerm, head: TermId) -> Result<Entry, AnalysisError> {
        let functor = subject(program, read, head)
            .ok_or_else(|| wrong("an entry is a predicate with modes", read.terms.span(head)))?;
        let Some(pred) = program.find(functor) else {
            return Err(unknown_predicate(program, functor));
        };
        Entry::of_predicate(program, types, read, head, pred)
    }

    /// The entry of a predicate that is known already.
    pub(crate) fn of_predicate(
        program: &Program,
        types: &TypeTable,
        read: &ReadTerm,
        head: TermId,
        pred: PredId,
    ) -> Result<Entry, AnalysisError> {
        let terms = &read.terms;
        if terms.functor(head) != Some(program.get(pred).functor) {
            let (_, claimed, Claimed { properties, .. }) = Claim::read(program, types, read, head)?;
            if let Some(&(_, span)) = properties.first() {
                return Err(wrong(
                    "an entry says how a predicate is called only: say this in a `pred` assertion",
                    span,
                ));
            }
            return Ok(Entry::of_types(program, types, pred, claimed.call));
        }
        let pattern = terms
            .arguments(head)
            .iter()
            .map(|&arg| {
                mode(program, types, read, arg).ok_or_else(|| {
                    let what = "a mode is +, -, ?, or a type such as list, list(int), nat, int, atm, gnd";
                    wrong(what, terms.span(arg))
                })
            })
            .collect::<Result<Vec<Type>, AnalysisError>>()?;
        let options = WriteOptions { quoting: Quoting::Quoted, ..WriteOptions::default() };
        let mut text = String::new();
        write_term(&mut text, terms, head, &program.atoms, &program.ops, &options);
        Ok(Entry::with_types(program, pred, pattern, text))
    }

    /// A predicate called with arguments of some types, written as modes.
    pub fn of_types(program: &Program, types: &TypeTable, pred: PredId, pattern: Vec<Type>) -> Entry {
        let mode = |of: &Type| match of {
            Type::Free | Type::Shared(_) => "-".to_string(),
            Type::Any => "?".to_string(),
            Type::Ground => "+".to_string(),
            of => format!("+{}", of.display(&program.atoms, types)),
        };
        let modes: Vec<String> = pattern.iter().map(mode).collect();
        let name = atom_text(&program.atoms.name(program.get(pred).functor.name));
        let text = if modes.is_empty() { name } else { format!("{name}({})", modes.join(", ")) };
        Entry::with_types(program, pred, pattern, text)
    }

    /// A predicate called with arguments of some types; `text` is how that is written.
    pub fn with_types(program: &Program, pred: PredId, pattern: Vec<Type>, text: String) -> Entry {
        let pattern = match pattern.contains(&Type::Atom) && reaches_texts(program, pred) {
            true => pattern.into_iter().map(measured).collect(),
            false => pattern,
        };
        Entry { pred, pattern, text, inside: Inside::Plain }
    }
}

/// Where a program declares the entries of its predicates: who asks for many looks through its assertions once.
#[derive(Clone, Debug, Default)]
pub struct DeclaredEntries(FxHashMap<PredId, Vec<(usize, TermId)>>);

impl DeclaredEntries {
    /// The entries of each predicate, in order.
    pub fn of(program: &Program) -> DeclaredEntries {
        let entry = program.atoms.intern("entry");
        let mut found = FxHashMap::default();
        for (at, assertion) in program.assertions.iter().enumerate() {
            let terms = &assertion.terms;
            let body = assertion.body();
            let Some(&[head]) = terms.match_compound(body, entry, 1) else { continue };
            let named =
                subject(program, assertion, head).and_then(|functor| program.find_in(assertion.module, functor));
            if let Some(pred) = named {
                found.entry(pred).or_insert_with(Vec::new).push((at, head));
            }
        }
        DeclaredEntries(found)
    }

    /// The entries of a predicate that the program declares, without those that say the same.
    pub fn find(&self, program: &Program, types: &TypeTable, pred: PredId) -> Result<Vec<Entry>, AnalysisError> {
        let mut found: Vec<Entry> = Vec::new();
        for &(at, head) in self.0.get(&pred).into_iter().flatten() {
            let entry = Entry::of_predicate(program, types, &program.assertions[at], head, pred)?;
            if found.iter().all(|other| other.pattern != entry.pattern) {
                found.push(entry);
            }
        }
        Ok(found)
    }
}

/// The predicate that an entry is about.
pub fn subject(program: &Program, read: &ReadTerm, entry: TermId) -> Option<Functor> {
    let terms = &read.terms;
    let before = |term: TermId, sign: &str| {
        terms.match_compound(term, program.atoms.intern(sign), 2).map_or(term, |parts| parts[0])
    };
    let head = before(before(entry, "=>"), ":");
    indicator(terms, head).or_else(|| terms.functor(head))
}

/// The type with atoms measured.
fn measured(of: Type) -> Type {
    if of == Type::Atom { Type::Text(Form::Atom) } else { of }
}

/// Whether what a predicate calls, or may call later by a goal that it builds, works on texts.
pub(crate) fn reaches_texts(program: &Program, pred: PredId) -> bool {
    let works_on_texts = |id: BuiltinId| {
        let row = &BUILTINS[id.0 as usize];
        matches!(row.rule, Some(Rule::Text(_)))
    };
    let (mut seen, mut todo) = (FxHashSet::default(), vec![pred]);
    while let Some(pred) = todo.pop() {
        if !seen.insert(pred) {
            continue;
        }
        let predicate = program.get(pred);
        for instr in &predicate.block.instrs {
            let goal = match (instr.callee(), instr) {
                (Some(Callee::Builtin(id)), _) if works_on_texts(id) => return true,
                (Some(Callee::Predicate(called)), _) => {
                    todo.extend((called.0 < program.predicates.len() as u32).then_some(called));
                    continue;
                }
                (_, Instr::PutStructure { f, .. }) => *f,
                (_, Instr::PutConstant { c: Constant::Atom(name), .. }) => Functor { name: *name, arity: 0 },
                (_, Instr::SetConstant { c: Constant::Atom(name) }) => Functor { name: *name, arity: 0 },
                _ => continue,
            };
            let name = program.atoms.name(goal.name);
            for arity in goal.arity..=goal.arity + CLOSURE {
                if builtin(&name, arity).is_some_and(works_on_texts) {
                    return true;
                }
                todo.extend(program.find_in(predicate.module, Functor { name: goal.name, arity }));
            }
        }
    }
    false
}

/// Arguments that a goal may get when it is called.
const CLOSURE: u32 = 4;

/// The error that says what predicates of a similar name there are.
pub fn unknown_predicate(program: &Program, functor: Functor) -> AnalysisError {
    let name = program.atoms.name(functor.name);
    let mut similar: Vec<String> = program
        .predicates
        .iter()
        .filter(|pred| pred.functor != functor && !pred.source.is_empty())
        .map(|pred| (program.atoms.name(pred.functor.name), pred.functor.arity))
        .filter(|(other, _)| **other == *name || (name.len() > 3 && other.starts_with(&name[..name.len().min(4)])))
        .map(|(other, arity)| format!("{other}/{arity}"))
        .collect();
    similar.sort();
    similar.dedup();
    AnalysisError::UnknownPredicate { indicator: format!("{name}/{}", functor.arity), similar }
}

/// The error for a predicate without an entry, with one to fill in.
pub fn no_entry(program: &Program, pred: PredId) -> AnalysisError {
    let functor = program.get(pred).functor;
    let name = program.atoms.name(functor.name);
    let modes: Vec<&str> =
        (0..functor.arity).map(|at| if at + 1 == functor.arity && at > 0 { "-" } else { "+list" }).collect();
    let template = if modes.is_empty() { name.to_string() } else { format!("{name}({})", modes.join(", ")) };
    AnalysisError::NoEntry { indicator: format!("{name}/{}", functor.arity), template }
}

/// The type that a mode means.
pub(crate) fn mode(program: &Program, types: &TypeTable, read: &ReadTerm, arg: TermId) -> Option<Type> {
    let question = program.atoms.intern("?");
    match read.terms.get(arg) {
        Node::Var(_) => Some(Type::Any),
        Node::Atom(known::PLUS) => Some(Type::Ground),
        Node::Atom(known::MINUS) => Some(Type::Free),
        Node::Atom(name) if name == question => Some(Type::Any),
        Node::Compound(Functor { name: known::PLUS, arity: 1 }, &[of]) => types.expression(read, of, &program.atoms),
        Node::Compound(Functor { name: known::MINUS, arity: 1 }, _) => Some(Type::Free),
        Node::Compound(functor, &[_]) if functor.name == question => Some(Type::Any),
        _ => types.expression(read, arg, &program.atoms),
    }
}
