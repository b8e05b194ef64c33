//! Recursion that takes a parameter's value from a form with each call: f(x, y) = c + f(x - y, y) while x >= y.
//!
//! In: alternatives with one call each, made while a form g >= 0, which falls by d with each call, where d >= 1 is a form
//! over parameters that stay. Out: floor(g/d) + 1 calls where g >= 0, since the last of m calls is made where
//! g - (m - 1)*d >= 0. With the costliest step and end that is an upper bound where g falls by d at least; with the
//! cheapest ones a lower bound where it falls by d at most and nothing ends while g >= 0.

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
    by_parameter(problem).ok_or_else(|| "no form falls by a parameter".to_string())
}

fn by_parameter(problem: &Problem<'_>) -> Option<Found> {
    let (recursive, ends): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let constant = |a: &&Alternative| a.rest.as_constant().filter(|cost| !cost.is_negative());
    let steps = recursive.iter().map(constant).collect::<Option<Vec<Rational>>>()?;
    let costs = ends.iter().map(constant).collect::<Option<Vec<Rational>>>()?;
    if recursive.iter().any(|a| !a.overs.is_empty() || a.calls.len() != 1 || a.calls[0].coeff != Poly::one()) {
        return None;
    }
    let run = runs(problem, &recursive).into_iter().next()?;
    let count = |cost: &Rational| {
        normal::power(&run.step, &Poly::int(-1)).mul(&run.form).to_expr().floor().simplify() * Expr::Num(cost.clone())
            + Expr::Num(cost.clone())
    };
    let valid = Guard::always().and_nonnegative(&run.form).and_nonnegative(&run.step.sub(&Poly::one()));
    let whole = region::natural(&problem.definition.domain.clone().both(&valid), problem.definition.params.iter());
    let goes_on = !recursive.iter().any(|a| a.relaxed)
        && !ends.iter().any(|a| region::is_possible(&whole.clone().both(&a.guard)))
        && whole
            .without(&recursive.iter().map(|a| a.guard.clone()).collect::<Vec<_>>())
            .is_some_and(|left| left.is_empty());
    let bound = |steps: Option<&Rational>, costs: Option<&Rational>| {
        (count(steps.unwrap_or(&Rational::ZERO)) + Expr::Num(costs.cloned().unwrap_or(Rational::ZERO))).simplify()
    };
    // Where a chain of calls ends there may be no case.
    let everywhere = region::natural(&problem.definition.domain, problem.definition.params.iter());
    let after = everywhere.and_nonnegative(&run.form.neg().sub(&Poly::one()));
    let always_ends =
        after.without(&ends.iter().map(|a| a.guard.clone()).collect::<Vec<_>>()).is_some_and(|left| left.is_empty());
    let least_end = if always_ends { costs.iter().min() } else { None };
    let (upper, lower) = (bound(steps.iter().max(), costs.iter().max()), bound(steps.iter().min(), least_end));
    let exact = run.falls_evenly && goes_on && upper == lower;
    let expr = match problem.direction {
        Direction::Upper => upper,
        Direction::Lower if run.falls_evenly && goes_on => lower,
        Direction::Lower => return None,
    };
    let steps = vec![format!("{} falls by {} with each call", run.form.to_expr(), run.step.to_expr())];
    let exact_where = exact.then(|| valid.clone());
    Some(Found { exact, exact_where, proof: Support::Theorem, steps, ..Found::new(expr, valid) })
}

/// What recursion goes on with.
struct Run {
    /// At least 0 where a call is made.
    form: Poly,
    /// What each call takes from it at least, 1 or more.
    step: Poly,
    /// Whether each takes just that.
    falls_evenly: bool,
}

/// Forms of the first recursive guard that hold in all, and fall by a form over parameters that stay.
fn runs(problem: &Problem<'_>, recursive: &[&Alternative]) -> Vec<Run> {
    let params = &problem.definition.params;
    let stays = |form: &Poly| (0..params.len()).all(|i| !form.mentions(&params[i]) || problem.roles[i] == Role::Fixed);
    let Some(first) = recursive.first() else { return vec![] };
    let guard = |a: &Alternative| region::natural(&a.guard.clone().both(&problem.definition.domain), params.iter());
    let forms = first.guard.forms().0.iter().map(crate::Linear::to_poly);
    let run = |form: Poly| {
        let falls: Vec<Poly> = recursive.iter().map(|a| form.sub(&a.calls[0].after(&form, params))).collect();
        let step = falls.iter().find(|step| {
            stays(step)
                && step.as_constant().is_none()
                && region::linear_vars(step).len() + usize::from(!step.constant_part().is_zero()) == step.terms.len()
                && recursive.iter().zip(&falls).all(|(a, fall)| {
                    let guard = guard(a);
                    [form.clone(), step.sub(&Poly::one()), fall.sub(step)]
                        .iter()
                        .all(|p| region::is_nonnegative_under(p, &guard))
                })
        })?;
        let falls_evenly = falls.iter().all(|fall| fall == step);
        Some(Run { step: step.clone(), form, falls_evenly })
    };
    forms.filter_map(run).collect()
}
