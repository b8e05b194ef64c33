//! Counters that double up to a limit: f(x, y) = c + f(2*x, y) while 1 <= x < y.
//!
//! In: alternatives with one call each, in which x at least doubles, or x + 1 does, while it is at most a form L over
//! parameters that stay. Out: an upper bound with floor(log2(L)) + 1 steps: with q(x) the x or x + 1 that doubles, from at
//! least 1, the last of k calls is made where 2^(k - 1) <= 2^(k - 1)*q <= L. Where it just doubles, and goes on as long as
//! 1 <= q <= L, a lower bound with floor(log2(L/q)) + 1 steps; callers have less of a hard time with the upper one as it is. Source: the definition of the logarithm.

use crate::classes::Problem;
use crate::expression::normal;
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, Role};
use crate::{Expr, Rational};

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let changing = (0..problem.roles.len()).filter(|&i| problem.roles[i] == Role::Changing);
    changing.into_iter().find_map(|i| along(problem, i)).ok_or_else(|| "no argument doubles up to a limit".to_string())
}

/// Counted by one parameter.
fn along(problem: &Problem<'_>, at: usize) -> Option<Found> {
    let params = &problem.definition.params;
    let (recursive, ends): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let costs = |of: &[&Alternative]| -> Option<Vec<Rational>> {
        of.iter().map(|a| a.rest.as_constant().filter(|cost| !cost.is_negative())).collect()
    };
    let (steps, stops) = (costs(&recursive)?, costs(&ends)?);
    if recursive.iter().any(|a| !a.overs.is_empty() || a.calls.len() != 1 || a.calls[0].coeff != Poly::one()) {
        return None;
    }
    let stays = |form: &Poly| (0..params.len()).all(|i| !form.mentions(&params[i]) || problem.roles[i] == Role::Fixed);
    let x = Poly::var(&params[at]);
    for plus in [0, 1] {
        let q = x.add(&Poly::int(plus));
        let more = |a: &Alternative| a.calls[0].args[at].add(&Poly::int(plus)).sub(&q.scale(&Rational::from(2)));
        let doubles = |a: &&Alternative| {
            let guard = region::natural(&a.guard, params.iter());
            [more(a), q.sub(&Poly::one())].iter().all(|p| region::is_nonnegative_under(p, &guard))
        };
        if !recursive.iter().all(doubles) {
            continue;
        }
        // A condition L - q >= 0 that every call is made under.
        let limits = |a: &Alternative| -> Vec<Poly> {
            let forms = a.guard.forms().0.iter().map(|form| form.to_poly().add(&q)).collect::<Vec<_>>();
            forms.into_iter().filter(|limit| stays(limit) && !limit.mentions(&params[at])).collect()
        };
        let held = |limit: &Poly, a: &Alternative| {
            region::is_nonnegative_under(&limit.sub(&q), &region::natural(&a.guard, params.iter()))
        };
        let limit = limits(recursive.first()?).into_iter().find(|limit| recursive.iter().all(|a| held(limit, a)));
        let Some(limit) = limit else { continue };
        let how = vec![format!("{} doubles with each call, up to {}", q.to_expr(), limit.to_expr())];
        if problem.direction == Direction::Lower {
            let just = recursive.iter().all(|a| more(a).is_zero() && !a.relaxed);
            let (expr, valid) = just.then(|| below(problem, (&q, &limit), &steps, &stops)).flatten()?;
            return Some(Found { proof: Support::Theorem, steps: how, ..Found::new(expr, valid) });
        }
        let greatest = |of: &[Rational]| of.iter().max().cloned().unwrap_or(Rational::ZERO);
        let count = limit.to_expr().log2().floor() + Expr::int(1);
        let bound = (Expr::Num(greatest(&steps)) * count + Expr::Num(greatest(&stops))).simplify();
        let valid = Guard::always().and_nonnegative(&limit.sub(&Poly::one()));
        return Some(Found { proof: Support::Theorem, steps: how, ..Found::new(bound, valid) });
    }
    None
}

/// The lower bound where q just doubles and goes on as long as 1 <= q <= L.
fn below(
    problem: &Problem<'_>,
    (q, limit): (&Poly, &Poly),
    steps: &[Rational],
    stops: &[Rational],
) -> Option<(Expr, Guard)> {
    let own = problem.definition;
    let valid = Guard::always().and_nonnegative(&q.sub(&Poly::one())).and_nonnegative(&limit.sub(q));
    let everywhere = region::natural(&own.domain, own.params.iter());
    let whole = everywhere.clone().both(&valid);
    let (going, ending): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let guards = |of: &[&Alternative]| of.iter().map(|a| a.guard.clone()).collect::<Vec<Guard>>();
    let covers = |of: &[&Alternative], place: &Guard| place.without(&guards(of)).is_some_and(|left| left.is_empty());
    if ending.iter().any(|a| region::is_possible(&whole.clone().both(&a.guard))) || !covers(&going, &whole) {
        return None;
    }
    // Where it ends there may be no case.
    let after = everywhere.and_nonnegative(&q.sub(limit).sub(&Poly::one()));
    let end = if covers(&ending, &after) { stops.iter().min().cloned() } else { None };
    let count = limit.mul(&normal::power(q, &Poly::int(-1))).to_expr().log2().floor() + Expr::int(1);
    let step = Expr::Num(steps.iter().min().cloned()?);
    Some(((step * count + Expr::Num(end.unwrap_or(Rational::ZERO))).simplify(), valid))
}
