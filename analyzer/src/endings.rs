//! Runs that do not end: what the paths of a variant leave out, and how calls of it certainly end.
//!
//! A path goes on after a call where the call may succeed, and ends with it where it may fail. What neither covers is a
//! call that never ends or raises an exception. Such a call ends its path, too ([`crate::explore::Outcome::Stuck`]), so
//! that every call that a run can be in is in some path, with what came before it: only then does a finite solution of the
//! equations show that runs end (see [`crate::equations`]).

use crate::condition::within;
use crate::cost::{Extent, VariantId};
use crate::equations::{Equations, PROGRESS, Solved};
use crate::explore::{Explorer, Outcome, Path};
use crate::functions::{Function, What};
use crate::reason::{Code, Reason};
use rustc_hash::FxHashSet;
use solver::{Bound, Case, Direction, Exactness, Expr, Guard, Piece, Solution, Value};
use std::sync::Arc;

/// How calls of a variant end, as far as that is certain of all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// With a solution or without one, as far as is known.
    Perhaps,
    /// Every call raises an exception.
    Raises,
    /// No call ends, unless with an exception.
    Never,
}

/// Into how many parts a condition may fall.
const PART_LIMIT: usize = 12;

/// The parts of a condition that none of some other conditions covers. All of it where that is too much to find out.
pub fn uncovered(whole: &Guard, covers: &[Guard]) -> Vec<Guard> {
    whole.without(covers).filter(|parts| parts.len() <= PART_LIMIT).unwrap_or_else(|| vec![whole.clone()])
}

/// The bound of something counted where nothing is known of it, with 0 where no case applies: nothing runs there.
pub(crate) fn with_nothing_elsewhere(bound: Bound, cases: &[Case], meant: &Guard) -> Bound {
    let Bound::Unknown { reason, .. } = &bound else { return bound };
    let guards: Vec<Guard> = cases.iter().map(|case| case.guard.clone()).collect();
    let elsewhere = uncovered(meant, &guards);
    let is_elsewhere = |part: &Guard| !guards.iter().any(|guard| part.clone().both(guard).possible());
    if elsewhere.is_empty() || !elsewhere.iter().all(is_elsewhere) {
        return bound;
    }
    let there = uncovered(meant, &elsewhere).into_iter();
    let there = there.map(|region| Piece { region, value: Value::Unknown(reason.clone()) });
    let pieces = elsewhere.into_iter().map(nothing).chain(there).collect();
    Bound::Known(Solution { pieces, rule: "no case", source: "definition", steps: Vec::new() })
}

/// The same of what is known for some sizes: pieces with 0 where no case applies and no piece is.
pub(crate) fn with_nothing_between(bound: &mut Bound, cases: &[Case], meant: &Guard) {
    let Bound::Known(solution) = bound else { return };
    let regions: Vec<Guard> = solution.pieces.iter().map(|piece| piece.region.clone()).collect();
    let applies = |part: &Guard| cases.iter().any(|case| part.clone().both(&case.guard).possible());
    let between = uncovered(meant, &regions).into_iter().filter(|part| part.possible() && !applies(part));
    solution.pieces.extend(between.map(nothing));
}

/// A piece where nothing runs.
fn nothing(region: Guard) -> Piece {
    Piece { region, value: Value::Closed { expr: Expr::int(0), exactness: Exactness::Exact } }
}

/// What bounds how far runs get, those that do not end included, in which something is counted.
pub(crate) fn progress_of(what: What) -> &'static [What] {
    match what {
        What::Cost(Extent::Success | Extent::Failure | Extent::Either, _) | What::Then(..) | What::Leaving(..) => {
            &[What::Cost(Extent::Success, PROGRESS), What::Cost(Extent::Failure, PROGRESS)]
        }
        What::Cost(Extent::Prefix, _) => &[What::Cost(Extent::Prefix, PROGRESS)],
        What::Cost(Extent::All, _) | What::Size(_) | What::Joint(..) | What::Moment(..) | What::Solutions => {
            &[What::Cost(Extent::All, PROGRESS)]
        }
    }
}

impl Function {
    /// Whether it bounds how far runs get that may not end.
    pub(crate) fn is_progress(&self) -> bool {
        matches!(self.what, What::Cost(_, PROGRESS) | What::Then(_, PROGRESS))
    }
}

impl Explorer<'_> {
    /// How calls of a variant certainly end.
    pub fn ends(&self, variant: VariantId) -> Ends {
        if self.trusted.contains_key(&variant) || self.may_end(variant) {
            return Ends::Perhaps;
        }
        let mut raising = FxHashSet::default();
        loop {
            let known = raising.len();
            for at in 0..self.variants.len() as u32 {
                let id = VariantId(at);
                let raises = |path: &Path| match path.outcome {
                    Outcome::Raises => true,
                    Outcome::Stuck(callee) => raising.contains(&callee),
                    _ => false,
                };
                let paths = &self.paths[at as usize];
                if paths.unknown.is_empty() && !paths.first.is_empty() && paths.first.iter().all(raises) {
                    raising.insert(id);
                }
            }
            if raising.contains(&variant) {
                return Ends::Raises;
            }
            if raising.len() == known {
                return Ends::Never;
            }
        }
    }

    /// Whether a path of the variant ends with a solution or without one, or there may be paths that are not known.
    fn may_end(&self, variant: VariantId) -> bool {
        let paths = &self.paths[variant.0 as usize];
        !paths.unknown.is_empty() || paths.first.iter().any(|path| path.outcome.is_end())
    }
}

impl Equations<'_> {
    /// A bound of a cost or of a number of solutions, which holds for finite derivations, as one that holds for runs: an
    /// upper bound holds where runs are known to end.
    pub(crate) fn of_runs(&mut self, function: Function, mut solved: Solved) -> Solved {
        let Function { variant, what, direction: Direction::Upper } = function else { return solved };
        if solved.bound.known().is_none() {
            return solved;
        }
        for &what in progress_of(what) {
            let ending = self.solve_derivations(Function { variant, what, direction: Direction::Upper }).clone();
            match (&ending.bound, &mut solved.bound) {
                _ if ending.total.is_some() => {}
                (Bound::Known(ends), Bound::Known(solution)) => {
                    *solution = within(solution, ends, "not known to end");
                    solved.total = None;
                    solved.reason = Some(self.endless(variant));
                }
                (_, bound) => {
                    let reason = self.endless(variant);
                    *bound = Bound::Unknown { equation: ending.equations, reason: reason.to_string() };
                    solved.total = None;
                    solved.reason = Some(reason);
                    return solved;
                }
            }
        }
        solved
    }

    /// Why a variant is not known to end: the innermost predicate that is not, or what is not analysed in it.
    fn endless(&self, variant: VariantId) -> Arc<Reason> {
        let innermost = self.first_endless();
        let place = innermost.as_ref().map_or(variant, |(function, _)| function.variant);
        match innermost.and_then(|(_, solved)| solved.reason.as_ref()) {
            // Something in it is not followed, or the budget is spent: that is said as it is.
            Some(reason) if reason.code.is_gap() => reason.clone(),
            Some(reason) => {
                let what = format!("not known to end: {}", reason.what);
                Arc::new(Reason { code: Code::NotEnding, what, ..(**reason).clone() })
            }
            None => Arc::new(self.explorer.reason(place, None, Code::NotEnding, "not known to end")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::{Linear, Var};

    fn at_least(limit: i64) -> Guard {
        let mut guard = Guard::always();
        assert!(guard.require(Linear::var(&Var::new("x")).plus(&Linear::constant(limit), -1).expect("small")));
        guard
    }

    #[test]
    fn what_is_left_of_a_condition_is_what_no_part_covers() {
        let mut zero = at_least(0);
        assert!(zero.require_zero(Linear::var(&Var::new("x"))));
        assert_eq!(uncovered(&at_least(0), &[zero.clone(), at_least(1)]), []);
        let left = uncovered(&at_least(0), &[zero, at_least(3)]);
        assert_eq!(left.len(), 1);
        assert!(left[0].implies_all(&at_least(1)) && !left[0].clone().require_all(&at_least(3)));
        let mut distinct = Guard::always();
        assert!(distinct.require_distinct(Linear::var(&Var::new("x"))));
        assert_eq!(uncovered(&at_least(-2), &[distinct]).len(), 1);
    }
}
