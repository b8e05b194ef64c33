//! Counters that double up to a limit: f(x, y) = c + f(2*x, y) while 1 <= x < y.
//!
//! In: alternatives with one call each, in which x at least doubles, or x + 1 does, while it is at most a form L over
//! parameters that stay. Out: an upper bound with floor(log2(L)) + 1 steps: with q(x) the x or x + 1 that doubles, from at
//! least 1, the last of k calls is made where 2^(k - 1) <= 2^(k - 1)*q <= L. Source: the definition of the logarithm.

use crate::classes::Problem;
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
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
    let greatest = |of: &[&Alternative]| {
        let costs = of.iter().map(|a| a.rest.as_constant().filter(|cost| !cost.is_negative()));
        costs.collect::<Option<Vec<Rational>>>().map(|costs| costs.into_iter().max().unwrap_or(Rational::ZERO))
    };
    let (step, end) = (greatest(&recursive)?, greatest(&ends)?);
    if recursive.iter().any(|a| !a.overs.is_empty() || a.calls.len() != 1 || a.calls[0].coeff != Poly::one()) {
        return None;
    }
    let stays = |form: &Poly| (0..params.len()).all(|i| !form.mentions(&params[i]) || problem.roles[i] == Role::Fixed);
    let x = Poly::var(&params[at]);
    for plus in [0, 1] {
        let q = x.add(&Poly::int(plus));
        let doubles = |a: &&Alternative| {
            let guard = region::natural(&a.guard, params.iter());
            let twice = a.calls[0].args[at].add(&Poly::int(plus)).sub(&q.scale(&Rational::from(2)));
            [twice, q.sub(&Poly::one())].iter().all(|p| region::is_nonnegative_under(p, &guard))
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
        let count = limit.to_expr().log2().floor() + Expr::int(1);
        let bound = (Expr::Num(step) * count + Expr::Num(end)).simplify();
        let steps = vec![format!("{} doubles with each call, up to {}", q.to_expr(), limit.to_expr())];
        let valid = Guard::always().and_nonnegative(&limit.sub(&Poly::one()));
        return Some(Found { proof: Support::Theorem, steps, ..Found::new(bound, valid) });
    }
    None
}
