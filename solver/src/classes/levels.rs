//! Recursion that leaves a part of an argument with each call: as many levels as its logarithm, each of what it costs there.
//!
//! In: alternatives with one call each, whose arguments have floor(n/b) in the place of n, for n at least s (1 or more); other
//! parameters do not rise. Out: with L = log_b(n/s), from above (L + 1) times the greatest rest plus the greatest end: while
//! n >= s there is a level, and n/b^L = s. From below, where all goes on while n >= s, L times the least rest plus the least
//! end, if there is one for all n < s. That the greatest rest is that of n, and the least that of s, is monotonicity.
//! Source: the definition of the logarithm.

use crate::classes::Problem;
use crate::classes::line::{Target, target};
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::Alternative;
use crate::{Direction, Expr, Rational, Var};

/// A size for each parameter.
type Sizes = Vec<(Var, i64)>;

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let found = (0..problem.definition.params.len()).find_map(|at| of_levels(problem, at));
    found.ok_or_else(|| "its levels cannot be counted".to_string())
}

/// Levels by the part that is left of a parameter.
fn of_levels(problem: &Problem<'_>, at: usize) -> Option<Found> {
    let (definition, upper) = (problem.definition, problem.direction == Direction::Upper);
    let (params, n) = (&definition.params, &definition.params[at]);
    let (recursive, ends): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let divisors: Vec<i64> = recursive.iter().map(|a| divisor(a, params, at)).collect::<Option<_>>()?;
    let divisor = if upper { divisors.into_iter().min()? } else { divisors.into_iter().max()? };
    // From where on an alternative is taken, and only there.
    let begins = |a: &Alternative| {
        let above = |s: i64| region::is_nonnegative_under(&Poly::var(n).sub(&Poly::int(s)), &a.guard);
        definition.starts(n).into_iter().chain([0, 1]).filter(|&s| above(s)).max()
    };
    let start = recursive.iter().map(|a| begins(a)).min()?.filter(|&start| start >= 1)?;
    let from = Guard::at_least(n, start);
    // A call where no case applies costs nothing.
    let covers = |of: &[&Alternative], region: &Guard| {
        let guards: Vec<Guard> = of.iter().map(|a| a.guard.clone()).collect();
        definition.domain.clone().both(region).without(&guards).is_some_and(|left| left.is_empty())
    };
    let before = Guard::always().with(Linear::var(n).negated(start - 1)?);
    let is_ended_early = ends.iter().any(|end| end.guard.clone().both(&from).possible());
    if !upper && (is_ended_early || !covers(&recursive, &from)) {
        return None;
    }
    let least = |of: i64| -> Sizes {
        let first = |v: &Var| definition.starts(v).into_iter().min().unwrap_or(0);
        params.iter().map(|v| (v.clone(), if v == n { of } else { first(v) })).collect()
    };
    let inside = least(start);
    let rests: Vec<(Expr, Rational)> = values(&recursive, &|_| Some(inside.clone()))?;
    let values_of_ends: Vec<(Expr, Rational)> = values(&ends, &|end| Some(least(begins(end)?.min(start))))?;
    let of = |some: Vec<(Expr, Rational)>| match upper {
        true => some.into_iter().map(|(form, _)| form).reduce(Expr::max),
        false => some.into_iter().map(|(_, value)| value).min().map(readable),
    };
    let last = if upper || covers(&ends, &before) { values_of_ends } else { Vec::new() };
    let [rest, end] = [rests, last].map(|some| Poly::of(&of(some).unwrap_or(Expr::int(0)).simplify()));
    let levels = Expr::Var(n.clone()) * Expr::num(Rational::ratio(1, start)?);
    let levels = levels.simplify().log2();
    let count = match (divisor, upper) {
        (2, true) => levels.floor() + Expr::int(1),
        (2, false) => levels.floor(),
        (b, true) => levels * Expr::int(b).log2().pow(Expr::int(-1)) + Expr::int(1),
        (b, false) => levels * Expr::int(b).log2().pow(Expr::int(-1)),
    };
    let found = Poly::of(&count.simplify()).mul(&rest).add(&end);
    let valid = inside.iter().fold(Guard::always(), |guard, (v, first)| guard.both(&Guard::at_least(v, *first)));
    let steps = vec![format!("levels by the part that is left of {n}")];
    Some(Found { proof: Support::Theorem, steps, ..Found::new(found.to_expr(), valid) })
}

/// By what the only call of an alternative divides a parameter, where the others do not rise.
fn divisor(alternative: &Alternative, params: &[Var], at: usize) -> Option<i64> {
    let [call] = alternative.calls.as_slice() else { return None };
    if !alternative.overs.is_empty() || !call.coeff.as_constant()?.is_one() {
        return None;
    }
    let stays = |i: usize| Poly::var(&params[i]).sub(&call.args[i]).as_int().is_some_and(|down| down >= 0);
    match target(&call.args[at], &params[at])? {
        Target::Floor(b) if (0..params.len()).all(|i| i == at || stays(i)) => Some(b),
        _ => None,
    }
}

/// What alternatives come to without their calls, and what that is at the least sizes: it may not fall from there on, nor be
/// negative.
fn values(of: &[&Alternative], least: &dyn Fn(&Alternative) -> Option<Sizes>) -> Option<Vec<(Expr, Rational)>> {
    let value = |a: &&Alternative| {
        let (form, least) = (a.rest.to_expr(), least(a)?);
        let at = |v: &Var| Some(Rational::from(least.iter().find(|(of, _)| of == v)?.1));
        let value = form.eval_lower(&at).ok().filter(|value| !value.is_negative())?;
        least.iter().all(|(v, _)| form.rises_from(v, &least)).then_some((form, value))
    };
    of.iter().map(value).collect()
}

/// A number that is not above one, in quarters where that has more digits than anybody reads.
fn readable(number: Rational) -> Expr {
    let quarters = &number * &Rational::from(4);
    Expr::num(if number.is_integer() { number } else { &quarters.floor() / &Rational::from(4) })
}
