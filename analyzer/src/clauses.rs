//! What is read off the clauses of a program as they are written: which are its own, what has succeeded at their ends, which
//! arguments are handed on.

use crate::welltype::goals;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wam::atoms::{Atom, known};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::modules::ModuleId;
use wam::term::{ReadTerm, TermId, VarId};

/// Whether the program defines a predicate itself.
pub(crate) fn is_own(program: &Program, pred: PredId) -> bool {
    !matches!(program.get(pred).kind, PredicateKind::Undefined | PredicateKind::Library)
}

/// Whether it defines one by clauses that do not change.
pub(crate) fn is_static(program: &Program, pred: PredId) -> bool {
    let of = program.get(pred);
    of.kind == PredicateKind::Static && !of.source.is_empty()
}

/// The clauses of the static predicates of a program, with their modules.
pub(crate) fn static_clauses(program: &Program) -> impl Iterator<Item = (PredId, &Arc<ReadTerm>, ModuleId)> {
    let all = (0..program.predicates.len() as u32).map(PredId).filter(|&pred| is_static(program, pred));
    all.flat_map(|pred| {
        let of = program.get(pred);
        of.source.iter().map(move |clause| (pred, clause, of.module))
    })
}

/// The names in the clauses of a program that are no library's.
pub(crate) fn names(program: &Program) -> impl Iterator<Item = Atom> + '_ {
    let own = program.predicates.iter().filter(|of| of.kind != PredicateKind::Library);
    own.flat_map(|of| &of.source).flat_map(|clause| clause.terms.names())
}

/// The goals that have succeeded when the body of a clause has.
pub(crate) fn conjuncts(clause: &ReadTerm) -> Vec<TermId> {
    clause.terms.head_and_body(clause.root).1.map_or(Vec::new(), |body| succeeded(clause, body))
}

/// Those that have when a goal has.
pub(crate) fn succeeded(clause: &ReadTerm, goal: TermId) -> Vec<TermId> {
    let (mut todo, mut found) = (vec![goal], Vec::new());
    while let Some(goal) = todo.pop() {
        let both = [known::COMMA, known::ARROW, known::SOFT_ARROW].into_iter();
        match both.filter_map(|name| clause.terms.match_compound(goal, name, 2)).next() {
            Some(&[first, then]) => todo.extend([then, first]),
            _ => found.push(goal),
        }
    }
    found
}

/// The first element of a list, and the rest.
pub(crate) fn cons(clause: &ReadTerm, term: TermId) -> Option<(TermId, TermId)> {
    clause.terms.match_compound(term, known::DOT, 2).map(|cell| (cell[0], cell[1]))
}

/// The arguments of the head of a clause.
pub(crate) fn head_arguments(clause: &ReadTerm) -> &[TermId] {
    clause.terms.arguments(clause.terms.head_and_body(clause.root).0)
}

/// The argument of the head that is the list of a term, or what the term puts elements in front of.
pub(crate) fn place_in_head(clause: &ReadTerm, term: TermId) -> Option<usize> {
    let list = clause.terms.variable(behind(clause, term))?;
    head_arguments(clause).iter().position(|&arg| clause.terms.variable(arg) == Some(list))
}

/// The argument of the head that is a list which is written with a variable among its elements.
pub(crate) fn place_of_element(clause: &ReadTerm, var: VarId) -> Option<usize> {
    let holds = |&arg: &TermId| elements(clause, arg).any(|element| clause.terms.variable(element) == Some(var));
    head_arguments(clause).iter().position(holds)
}

/// The elements of a list that are written out.
pub(crate) fn elements(clause: &ReadTerm, list: TermId) -> impl Iterator<Item = TermId> + '_ {
    let mut at = list;
    std::iter::from_fn(move || {
        let (first, rest) = cons(clause, at)?;
        at = rest;
        Some(first)
    })
}

/// What is behind them.
pub(crate) fn behind(clause: &ReadTerm, list: TermId) -> TermId {
    let mut at = list;
    while let Some((_, rest)) = cons(clause, at) {
        at = rest;
    }
    at
}

/// Adds the arguments that are handed on as some of others.
pub(crate) fn add_passed(program: &Program, asked: &mut FxHashSet<(PredId, usize)>) {
    if asked.is_empty() {
        return;
    }
    let mut calls: Vec<((PredId, usize), (PredId, usize))> = Vec::new();
    for (pred, clause, module) in static_clauses(program) {
        for goal in goals(program, clause, module) {
            let Some(callee) = goal.callee else { continue };
            for (at, &arg) in clause.terms.arguments(goal.term).iter().enumerate() {
                calls.extend(place_in_head(clause, arg).map(|from| ((pred, from), (callee, at))));
            }
        }
    }
    loop {
        let before = asked.len();
        for (from, to) in &calls {
            if asked.contains(to) {
                asked.insert(*from);
            }
        }
        if asked.len() == before {
            return;
        }
    }
}
