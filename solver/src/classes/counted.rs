//! Recursion that steps down in any of several variables: as many steps as the steps allow, each at most the costliest.
//!
//! In: alternatives with calls whose arguments go down by constants. Out: an upper bound, calls times the greatest rest plus
//! ends times the greatest of them. With weights w such that every step takes at least 1 from r(x) = sum of w*(x - least),
//! and a the greatest sum of an alternative's factors: with one call, a = 1, T(x') <= r(x')*R(x') + B(x') <= (r(x) - 1)*R(x) +
//! B(x), where R and B do not fall, and T(x) = rest + T(x') <= r(x)*R(x) + B(x). With a > 1 the number of calls is at most
//! c(r) = (a^r - 1)/(a - 1) = 1 + a*c(r - 1), so T(x) <= R(x) + a*(c(r - 1)*R(x) + a^(r - 1)*B(x)) = c(r)*R(x) + a^r*B(x).

use crate::classes::Problem;
use crate::classes::line::pick;
use crate::expression::normal::power;
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
use crate::system::equation::Definition;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, RecCall};
use crate::{Direction, Expr, Rational, Var};

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    of_steps(problem.definition, &problem.alternatives).ok_or_else(|| "its steps cannot be counted".to_string())
}

fn of_steps(definition: &Definition, alternatives: &[Alternative]) -> Option<Found> {
    let params = &definition.params;
    let start = |v: &Var| (v.clone(), definition.starts(v).into_iter().min().unwrap_or(0));
    let least: Vec<(Var, i64)> = params.iter().map(start).collect();
    let (recursive, ends): (Vec<&Alternative>, Vec<&Alternative>) = alternatives.iter().partition(|a| a.is_recursive());
    let mut steps: Vec<(&Alternative, Vec<i64>)> = Vec::new();
    let mut factor = Rational::ONE;
    for &a in &recursive {
        if !a.overs.is_empty() {
            return None;
        }
        let mut sum = Rational::ZERO;
        for call in &a.calls {
            steps.push((a, step(call, params)?));
            sum = &sum + &call.coeff.as_constant().filter(|coeff| !coeff.is_negative())?;
        }
        factor = factor.max(sum);
    }
    let count = |of: &[usize]| {
        of.iter().fold(Poly::zero(), |count, &i| {
            let smallest = steps.iter().map(|(_, step)| step[i]).filter(|&d| d > 0).min().unwrap_or(1);
            let above = Poly::var(&least[i].0).sub(&Poly::int(least[i].1));
            count.add(&Rational::ratio(1, smallest).map_or(above.clone(), |part| above.scale(&part)))
        })
    };
    let enough = |of: &[usize]| {
        let more = count(of).sub(&Poly::one());
        steps.iter().all(|(a, step)| of.iter().any(|&i| step[i] > 0) && region::is_nonnegative_under(&more, &a.guard))
    };
    // No more variables than every step needs.
    let counting = (0..params.len()).fold((0..params.len()).collect(), |of: Vec<usize>, i| {
        let without: Vec<usize> = of.iter().copied().filter(|&j| j != i).collect();
        if enough(&without) { without } else { of }
    });
    if !enough(&counting) {
        return None;
    }
    // Where several variables count the steps each by itself, there are as many as the least of them says.
    let each: Vec<Expr> = match (counting.as_slice(), factor == Rational::ONE) {
        ([_], true) => (0..params.len()).filter(|&i| enough(&[i])).map(|i| count(&[i]).to_expr()).collect(),
        _ => vec![count(&counting).to_expr()],
    };
    let count = Poly::of(&each.into_iter().reduce(Expr::min).expect("at least one").simplify());
    let greatest = |of: &[&Alternative]| {
        let f = pick(Direction::Upper, of.iter().map(|a| a.rest.clone()).chain([Poly::zero()]).collect());
        let (form, at) = (f.to_expr(), |v: &Var| Some(Rational::from(least.iter().find(|(of, _)| of == v)?.1)));
        // It has to be 0 or more everywhere: the logarithm of what may be 0 is not.
        let is_natural = form.eval_lower(&at).is_ok_and(|value| !value.is_negative());
        let rises = params.iter().all(|v| form.rises_from(v, &least));
        rises.then(|| if is_natural { f } else { Poly::of(&form.max(Expr::int(0))) })
    };
    let (calls, leaves) = match (&factor - &Rational::ONE).recip() {
        Some(scale) => {
            let leaves = power(&Poly::constant(factor), &count);
            (leaves.sub(&Poly::one()).scale(&scale), leaves)
        }
        None => (count.clone(), Poly::one()),
    };
    let f = calls.mul(&greatest(&recursive)?).add(&leaves.mul(&greatest(&ends)?));
    let valid = least.iter().fold(Guard::always(), |g, (v, first)| g.both(&Guard::at_least(v, *first)));
    let steps = vec![format!("at most {} steps", count.to_expr())];
    Some(Found { proof: Support::Theorem, steps, ..Found::new(f.to_expr(), valid) })
}

/// By how much a call takes each parameter down; one at least goes down, none up.
fn step(call: &RecCall, params: &[Var]) -> Option<Vec<i64>> {
    let down = |(arg, v): (&Poly, &Var)| Poly::var(v).sub(arg).as_int().filter(|d| *d >= 0);
    let steps: Vec<i64> = call.args.iter().zip(params).map(down).collect::<Option<_>>()?;
    steps.iter().any(|d| *d > 0).then_some(steps)
}
