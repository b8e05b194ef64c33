//! Multiples: an integer that a program asks for its remainder may be known to have none.
//!
//! `power(X, N, P) :- N mod 2 =:= 1, M is N - 1, power(X, M, Q), …` calls itself with an even number, for which another clause
//! halves it. So such a call is one of a variant of its own, in which the remainder is known.
//!
//! In: a program. Out: by which number it divides arguments ([`Divisors`]), and whether a value is a multiple of one.

use crate::clauses::{place_in_head, static_clauses};
use crate::operation::Operation;
use crate::range::Range;
use crate::state::State;
use crate::welltype::goals;
use rustc_hash::FxHashMap;
use solver::{Expr, Linear};
use wam::code::{PredicateKind, Program};
use wam::instr::PredId;
use wam::term::{Node, ReadTerm, TermId};

/// Larger numbers leave too many remainders.
const GREATEST: i64 = 16;

/// What a program divides.
#[derive(Debug)]
pub(crate) struct Divisors {
    /// By which number arguments of predicates are divided, where it is one only.
    by: FxHashMap<(PredId, usize), Option<i64>>,
    /// Whether what divides an integer makes one of it by `/`, and no float, and powers are integers or floats: no text sets
    /// the flags that change that.
    pub(crate) are_whole: bool,
}

impl Divisors {
    pub(crate) fn of(program: &Program) -> Divisors {
        let mut found: FxHashMap<(PredId, usize), Option<i64>> = FxHashMap::default();
        for (pred, clause, module) in static_clauses(program) {
            let goals = goals(program, clause, module);
            let sides = goals.iter().flat_map(|goal| clause.terms.arguments(goal.term));
            for (divided, divisor) in sides.filter_map(|&side| division(program, clause, side)) {
                let Some(at) = place_in_head(clause, divided) else { continue };
                let known = found.entry((pred, at)).or_insert(Some(divisor));
                *known = known.filter(|known| *known == divisor);
            }
        }
        let is_flag = |name: &str| ["iso", "prefer_rationals", "float_zero_div"].contains(&name);
        let names_flag = |read: &ReadTerm| read.terms.names().any(|name| is_flag(&program.atoms.name(name)));
        let clauses =
            program.predicates.iter().filter(|of| of.kind != PredicateKind::Library).flat_map(|of| &of.source);
        let mut texts = clauses.map(|clause| &**clause).chain(program.directives.iter().map(|directive| &**directive));
        let are_whole = !texts.any(names_flag);
        Divisors { by: found, are_whole }
    }

    /// By which number an argument of a predicate is divided.
    pub(crate) fn by(&self, pred: PredId, at: usize) -> Option<i64> {
        *self.by.get(&(pred, at))?
    }
}

/// What an expression divides for its remainder, and by which number.
fn division(program: &Program, clause: &ReadTerm, term: TermId) -> Option<(TermId, i64)> {
    let (functor, &[left, right]) = (clause.terms.functor(term)?, clause.terms.arguments(term)) else { return None };
    let Node::Int(number) = clause.terms.get(right) else { return None };
    let divisor = match &*program.atoms.name(functor.name) {
        "mod" | "rem" => number,
        "/\\" => number.checked_add(1).filter(|divisor| divisor.count_ones() == 1)?,
        _ => return None,
    };
    (2..=GREATEST).contains(&divisor).then_some((left, divisor))
}

impl State {
    /// A value is a multiple of a number.
    pub(crate) fn is_divided(&mut self, value: &Range, divisor: i64) {
        let mut rests = vec![(Operation::Mod, divisor), (Operation::Rem, divisor)];
        if divisor.count_ones() == 1 {
            rests.push((Operation::And, divisor - 1));
        }
        for (operation, by) in rests {
            self.has_result(operation, value, &Range::number(by), &Range::number(0));
        }
    }

    /// Whether a value is known to be a multiple of a number, by the remainders that are known.
    pub(crate) fn is_multiple(&self, value: &Range, divisor: i64) -> bool {
        let Some(form) = value.as_linear() else { return false };
        let is_whole = |form: &Linear| form.terms.values().all(|factor| factor % divisor == 0);
        if is_whole(&form) && form.constant % divisor == 0 {
            return true;
        }
        self.results().any(|(operation, [divided, by], rest)| {
            let is_rest = match operation {
                Operation::Mod | Operation::Rem => *by == Expr::int(divisor),
                Operation::And => divisor.count_ones() == 1 && *by == Expr::int(divisor - 1),
                _ => false,
            };
            // What lies between the value and what was divided leaves no remainder, or makes up for it.
            let between = || form.plus(&Linear::of(divided)?, -1).filter(is_whole);
            let offset = if is_rest { between().map(|between| between.constant) } else { None };
            let Some((offset, rest)) = offset.zip(rest.as_linear()) else { return false };
            let at = |value: i64| {
                let equal = rest.plus(&Linear::constant(value), -1);
                let sides = equal.and_then(|form| Some([form.negated(0)?, form]));
                sides.is_some_and(|sides| sides.iter().all(|side| self.guard.implies(side)))
            };
            (1 - divisor..divisor).any(|value| (value + offset) % divisor == 0 && at(value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::Guard;

    #[test]
    fn what_is_beside_an_odd_number_is_even() {
        let mut state = State::start(Guard::always());
        let n = || Range::exact(Expr::var("n"));
        assert!(state.is_multiple(&n().times(&Range::number(4)), 2));
        assert!(!state.is_multiple(&n(), 2));
        state.has_result(Operation::Mod, &n(), &Range::number(2), &Range::number(1));
        assert!(state.is_multiple(&n().plus(&Range::number(1)), 2));
        assert!(state.is_multiple(&n().minus(&Range::number(3)), 2));
        assert!(!state.is_multiple(&n(), 2));
        assert!(!state.is_multiple(&n().plus(&Range::number(1)), 4));
        state.is_divided(&Range::exact(Expr::var("m")), 4);
        assert!(state.is_multiple(&Range::exact(Expr::var("m")), 4));
    }
}
