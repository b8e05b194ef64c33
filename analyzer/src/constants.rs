//! Constants that arithmetic needs as such: divisors, moduli, shifts and exponents.
//!
//! `digits(N, L) :- digits(N, 10, L).` divides by 10 whatever its number is, and a function of two sizes does not say how often
//! a number is divided by another. So such an integer is part of how the predicate is called, as a constant is, where it comes
//! from outside of a recursion: what a recursion computes would be another one with each call.
//!
//! In: a program. Out: the arguments that keep their integers ([`Constants`]).

use crate::clauses::{add_passed, place_in_head, static_clauses};
use crate::welltype::goals;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::{FxHashMap, FxHashSet};
use wam::atoms::Atom;
use wam::code::Program;
use wam::instr::PredId;
use wam::term::{ReadTerm, TermId};

/// An argument of a predicate.
type Place = (PredId, usize);

/// What has a constant on its right.
const OPERATIONS: [&str; 9] = ["//", "mod", "rem", "div", "/", ">>", "<<", "**", "^"];

/// The arguments whose integers are kept.
#[derive(Debug, Default)]
pub(crate) struct Constants(FxHashSet<Place>);

impl Constants {
    pub(crate) fn of(program: &Program) -> Constants {
        let operations: Vec<Atom> = OPERATIONS.iter().map(|name| program.atoms.intern(name)).collect();
        let mut places = FxHashSet::default();
        for (pred, clause, _) in static_clauses(program) {
            let wanted = right_of(clause, &operations).into_iter();
            places.extend(wanted.filter_map(|term| Some((pred, place_in_head(clause, term)?))));
        }
        add_passed(program, &mut places);
        let recursive = if places.is_empty() { Vec::new() } else { recursive_calls(program) };
        loop {
            let before = places.len();
            for Call { caller, callee, handed } in &recursive {
                for (at, from) in handed.iter().enumerate() {
                    if !from.is_some_and(|from| places.contains(&(*caller, from))) {
                        places.remove(&(*callee, at));
                    }
                }
            }
            if places.len() == before {
                return Constants(places);
            }
        }
    }

    /// Whether an argument keeps its integer.
    pub(crate) fn keeps(&self, pred: PredId, at: usize) -> bool {
        self.0.contains(&(pred, at))
    }
}

/// What stands on the right of some operations.
fn right_of(clause: &ReadTerm, operations: &[Atom]) -> Vec<TermId> {
    let terms = &clause.terms;
    let (mut todo, mut found): (Vec<TermId>, Vec<TermId>) =
        (terms.head_and_body(clause.root).1.into_iter().collect(), Vec::new());
    while let Some(term) = todo.pop() {
        let args = terms.arguments(term);
        if let (Some(functor), &[_, right]) = (terms.functor(term), args)
            && operations.contains(&functor.name)
        {
            found.push(right);
        }
        todo.extend(args);
    }
    found
}

/// A call, and for each argument of the called predicate the argument of the caller that is handed on as it.
struct Call {
    caller: PredId,
    callee: PredId,
    handed: Vec<Option<usize>>,
}

/// The calls between predicates that call each other.
fn recursive_calls(program: &Program) -> Vec<Call> {
    let mut calls = Vec::new();
    for (caller, clause, module) in static_clauses(program) {
        for goal in goals(program, clause, module) {
            let Some(callee) = goal.callee else { continue };
            let handed = clause.terms.arguments(goal.term).iter().map(|&arg| place_in_head(clause, arg)).collect();
            calls.push(Call { caller, callee, handed });
        }
    }
    let graph: DiGraphMap<PredId, ()> = calls.iter().map(|call| (call.caller, call.callee)).collect();
    let groups = tarjan_scc(&graph).into_iter().enumerate();
    let group: FxHashMap<PredId, usize> =
        groups.flat_map(|(number, group)| group.into_iter().map(move |pred| (pred, number))).collect();
    calls.retain(|call| group[&call.caller] == group[&call.callee]);
    calls
}
