//! The class of functions that call nothing.

use crate::classes::Problem;
use crate::classes::line::pick;
use crate::expression::poly::Poly;
use crate::proof::claim::Found;
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;

/// Without recursion: the one case that bounds all others where they apply, else the extremum of all.
pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let Problem { alternatives, direction, .. } = problem;
    let direction = *direction;
    let bounds_all = |f: &Poly| {
        alternatives.iter().all(|a| {
            let margin = if direction == Direction::Upper { f.sub(&a.rest) } else { a.rest.sub(f) };
            margin.is_zero() || region::is_nonnegative_anywhere_under(&margin, &a.guard)
        })
    };
    let single = alternatives.iter().map(|a| &a.rest).find(|f| bounds_all(f)).cloned();
    let all = || pick(direction, alternatives.iter().map(|a| a.rest.clone()).collect());
    let one = alternatives.len() == 1 && !alternatives[0].relaxed;
    let valid = if one { alternatives[0].guard.clone() } else { Guard::always() };
    let exact_where = one.then(|| valid.clone());
    Ok(Found { exact: one, exact_where, ..Found::new(single.unwrap_or_else(all).to_expr(), valid) })
}
