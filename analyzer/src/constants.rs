//! Constants that arithmetic needs as such: divisors, moduli, shifts and exponents.
//!
//! `digits(N, L) :- digits(N, 10, L).` divides by 10 whatever its number is, and a function of two sizes does not say how often
//! a number is divided by another. So such an integer is part of how the predicate is called, as a constant is, where it comes
//! from outside of a recursion: what a recursion computes would be another one with each call.
//!
//! In: a program. Out: the arguments that keep their integers ([`Constants`]).

use crate::clauses::{add_passed, static_clauses};
use crate::welltype::goals;
use rustc_hash::{FxHashMap, FxHashSet};
use wam::atoms::Atom;
use wam::code::Program;
use wam::instr::PredId;
use wam::term::{ReadTerm, TermId, VarId};

/// An argument of a predicate.
type Place = (PredId, usize);

/// Who calls, and for each argument of the called one the argument that is handed on as it.
type Call = (PredId, Vec<Option<usize>>);

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
            let wanted = right_of(clause, &operations);
            places.extend(wanted.into_iter().filter_map(|var| Some((pred, place(clause, var)?))));
        }
        add_passed(program, &mut places);
        if !places.is_empty() {
            let calls = Calls::of(program);
            while let Some(changed) = places.iter().find(|place| calls.change(**place, &places)).copied() {
                places.remove(&changed);
            }
        }
        Constants(places)
    }

    /// Whether an argument keeps its integer.
    pub(crate) fn keeps(&self, pred: PredId, at: usize) -> bool {
        self.0.contains(&(pred, at))
    }
}

/// The variables on the right of some operations.
fn right_of(clause: &ReadTerm, operations: &[Atom]) -> Vec<VarId> {
    let terms = &clause.terms;
    let (mut todo, mut found): (Vec<TermId>, Vec<VarId>) =
        (terms.head_and_body(clause.root).1.into_iter().collect(), Vec::new());
    while let Some(term) = todo.pop() {
        let args = terms.arguments(term);
        if let (Some(functor), &[_, right]) = (terms.functor(term), args)
            && operations.contains(&functor.name)
        {
            found.extend(terms.variable(right));
        }
        todo.extend(args);
    }
    found
}

/// The argument of the head that is a variable.
fn place(clause: &ReadTerm, var: VarId) -> Option<usize> {
    let head = clause.terms.head_and_body(clause.root).0;
    clause.terms.arguments(head).iter().position(|&arg| clause.terms.variable(arg) == Some(var))
}

/// Who calls whom, with what of its own arguments.
struct Calls {
    /// What is called by each predicate.
    called: FxHashMap<PredId, FxHashSet<PredId>>,
    /// The calls of each predicate.
    callers: FxHashMap<PredId, Vec<Call>>,
}

impl Calls {
    fn of(program: &Program) -> Calls {
        let (mut called, mut callers): (FxHashMap<_, FxHashSet<_>>, FxHashMap<_, Vec<_>>) = Default::default();
        for (pred, clause, module) in static_clauses(program) {
            for goal in goals(program, clause, module) {
                let Some(callee) = goal.callee else { continue };
                called.entry(pred).or_default().insert(callee);
                let handed = clause.terms.arguments(goal.term).iter();
                let handed = handed.map(|&arg| place(clause, clause.terms.variable(arg)?)).collect();
                callers.entry(callee).or_default().push((pred, handed));
            }
        }
        Calls { called, callers }
    }

    /// Whether a recursion gives an argument of a predicate what is none of some arguments.
    fn change(&self, (pred, at): Place, kept: &FxHashSet<Place>) -> bool {
        let Some(callers) = self.callers.get(&pred) else { return false };
        let is_kept = |(caller, handed): &Call| {
            handed.get(at).copied().flatten().is_some_and(|from| kept.contains(&(*caller, from)))
        };
        let mut changing = callers.iter().filter(|call| !is_kept(call)).peekable();
        changing.peek().is_some() && {
            let reached = self.reached(pred);
            changing.any(|(caller, _)| reached.contains(caller))
        }
    }

    /// What a predicate calls, itself among it, and what that calls.
    fn reached(&self, pred: PredId) -> FxHashSet<PredId> {
        let (mut found, mut todo) = (FxHashSet::default(), vec![pred]);
        while let Some(pred) = todo.pop() {
            if found.insert(pred) {
                todo.extend(self.called.get(&pred).into_iter().flatten());
            }
        }
        found
    }
}
