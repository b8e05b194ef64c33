//! The class of the Euclidean algorithm: f(x, y) = c + f(y, x mod y) for y >= 1.
//!
//! Two calls halve y, so there are at most 2*floor(log2(y)) + 2. Source: Knuth (1997), section 4.5.3, in its simplest form.

use crate::classes::Problem;
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational, Var};

/// Whether every call is one of the algorithm, and upper bounds are asked for.
pub(crate) fn is_euclid(problem: &Problem<'_>) -> bool {
    problem.direction == Direction::Upper && divided(problem).is_some()
}

/// The divisor, and the greatest cost of a step and of an end.
fn divided<'a>(problem: &Problem<'a>) -> Option<(&'a Var, Rational, Rational)> {
    let count = problem.definition.params.len();
    let pairs = (0..count).flat_map(|x| (0..count).filter(move |&y| y != x).map(move |y| (x, y)));
    pairs.into_iter().find_map(|(x, y)| {
        let (step, end) = costs(problem, x, y)?;
        Some((&problem.definition.params[y], step, end))
    })
}

/// The costs, if the parameters of these numbers are what is divided and the divisor.
fn costs(problem: &Problem<'_>, at: usize, by: usize) -> Option<(Rational, Rational)> {
    let (x, y) = (&problem.definition.params[at], &problem.definition.params[by]);
    let remainder = Poly::of(&Expr::Var(x.clone()).modulo(Expr::Var(y.clone())));
    let positive = |g: &Guard| region::is_nonnegative_under(&Poly::var(y).sub(&Poly::one()), g);
    let (mut step, mut end) = (Rational::ZERO, Rational::ZERO);
    for a in &problem.alternatives {
        let cost = a.rest.as_constant().filter(|c| !c.is_negative() && a.overs.is_empty())?;
        match a.calls.as_slice() {
            [] => end = end.max(cost),
            [c] if c.coeff == Poly::one()
                && (&c.args[at], &c.args[by]) == (&Poly::var(y), &remainder)
                && positive(&a.guard) =>
            {
                step = step.max(cost);
            }
            _ => return None,
        }
    }
    Some((step, end))
}

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let (y, step, end) = divided(problem).ok_or("it is no Euclidean algorithm")?;
    let depth = Expr::Var(y.clone()).log2().floor();
    let calls = Expr::int(2) * depth + Expr::int(2);
    let bound = (Expr::Num(step) * calls + Expr::Num(end)).simplify();
    let steps = vec!["x mod y < y and y mod (x mod y) < y/2".to_string()];
    Ok(Found { proof: Support::Theorem, steps, ..Found::new(bound, Guard::at_least(y, 1)) })
}
