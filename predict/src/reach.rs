//! Bounds over all sizes that inputs can have: of runs with the sizes of calls that may succeed, and of failures with all others.
//!
//! Comes in: what is wanted of an analysis. Goes out: what was solved, and a [`Side`] for each.

use crate::side::Side;
use analyzer::analysis::{Analysis, Bounds};
use analyzer::equations::{Equations, Solved};
use analyzer::integers::Integers;
use analyzer::resource::Weights;
use solver::{Direction, Expr, Guard, Var};
use wam::machine::Solutions;

/// What was solved.
pub(crate) struct Reach<const N: usize> {
    /// Of calls that may succeed.
    pub solved: [Solved; N],
    /// The same, and what calls cost that certainly fail, where that is known of all of them.
    pub sides: [Side; N],
    /// The sizes that they are for: all that inputs can have, or where failures are not known those of calls that may succeed.
    pub domain: Guard,
    /// Which integers they are for.
    pub integers: Integers,
}

impl<const N: usize> Reach<N> {
    /// Bounds of costs.
    pub fn of(
        analysis: &Analysis<'_>,
        equations: &mut Equations<'_>,
        wanted: [(Direction, Weights); N],
        until: Solutions,
    ) -> Reach<N> {
        let directions = wanted.each_ref().map(|(direction, _)| *direction);
        let (solved, integers) = analysis.sides(equations, wanted.clone(), until);
        let failing =
            |inputs: &Guard| analysis.failures(equations, wanted).map(|solved| Side::over(&solved, analysis, inputs));
        Reach::joined(analysis, (solved, directions, integers), failing)
    }

    fn joined(
        analysis: &Analysis<'_>,
        (solved, directions, integers): ([Solved; N], [Direction; N], Integers),
        failing: impl FnOnce(&Guard) -> [Side; N],
    ) -> Reach<N> {
        let (inputs, domain) = (analysis.inputs(), analysis.domain());
        let sizes: Vec<Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
        let sides: [Side; N] = std::array::from_fn(|at| match (directions[at], Side::of(&solved[at], analysis)) {
            (Direction::Lower, side) => side.or_zero().in_terms_of(&sizes, &inputs, Direction::Lower),
            (Direction::Upper, side) => side.in_terms_of(&sizes, &inputs, Direction::Upper),
        });
        let outside = inputs.without(std::slice::from_ref(&domain)).unwrap_or_default();
        if outside.is_empty() {
            return Reach { solved, sides, domain, integers };
        }
        let failing = failing(&inputs);
        let is_known = |side: &Side| {
            let known = side.known_regions();
            outside.iter().all(|part| part.without(&known).is_some_and(|left| left.is_empty()))
        };
        let failing: [Side; N] = std::array::from_fn(|at| match directions[at] {
            Direction::Lower if !is_known(&failing[at]) => Side::everywhere(Expr::int(0)),
            _ => failing[at].clone(),
        });
        if !failing.iter().all(is_known) {
            return Reach { solved, sides, domain, integers };
        }
        let sides = std::array::from_fn(|at| sides[at].clone().or_elsewhere(&domain, &failing[at], &outside, &inputs));
        Reach { solved, sides, domain: inputs, integers }
    }
}

impl Reach<2> {
    /// Bounds of the number of solutions.
    pub fn of_solutions(analysis: &Analysis<'_>, equations: &mut Equations<'_>) -> Reach<2> {
        let Bounds { lower, upper, integers } = analysis.solutions(equations);
        let none = |_: &Guard| [Direction::Lower, Direction::Upper].map(|_| Side::everywhere(Expr::int(0)));
        Reach::joined(analysis, ([lower, upper], [Direction::Lower, Direction::Upper], integers), none)
    }
}
