//! Recursion that steps down in one direction and in another at once: f(x, y) = c + f(x - 1, y) + f(x, y - 1).
//!
//! In: forms u >= 1 and v >= 1 wherever calls are made, and at most two calls, one of which takes 1 from u and leaves v, the
//! other the other way round. Out: K*C(u + v, u) - c where u, v >= 0, C the binomial coefficient. With c at least what is
//! added and K = c + E, E at least 0 and each end, it is an upper bound: C >= 1 at ends, and by Pascal's rule
//! K*C(u + v - 1, u - 1) + K*C(u + v - 1, u) - 2*c + c is the claim. With the least of what is added and of ends it is a
//! lower bound where both calls are always made while u, v >= 1, since C = 1 elsewhere.

use crate::classes::Problem;
use crate::expression::normal;
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::Alternative;
use crate::{Expr, Rational};

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    in_grid(problem).ok_or_else(|| "it does not step in two directions at once".to_string())
}

fn in_grid(problem: &Problem<'_>) -> Option<Found> {
    let (recursive, ends): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let constant = |a: &&Alternative| a.rest.as_constant().filter(|cost| !cost.is_negative());
    let added = recursive.iter().map(constant).collect::<Option<Vec<Rational>>>()?;
    let costs = ends.iter().map(constant).collect::<Option<Vec<Rational>>>()?;
    let one_each = |a: &&Alternative| a.overs.is_empty() && a.calls.iter().all(|call| call.coeff == Poly::one());
    if !recursive.iter().all(one_each) || !recursive.iter().any(|a| a.calls.len() == 2) {
        return None;
    }
    let (u, v) = directions(problem, &recursive)?;
    let paths = |top: &Poly, u: &Poly, v: &Poly| {
        let factorial = |p: &Poly| Poly::of(&p.to_expr().fact());
        let inverse = |p: &Poly| normal::power(&factorial(p), &Poly::int(-1));
        factorial(top).mul(&inverse(u)).mul(&inverse(v))
    };
    let number = paths(&u.add(&v), &u, &v);
    let bound = |added: Rational, end: Rational| number.scale(&(&added + &end)).sub(&Poly::constant(added)).to_expr();
    let valid = Guard::always().and_nonnegative(&u).and_nonnegative(&v);
    let whole = region::natural(&problem.definition.domain.clone().both(&valid), problem.definition.params.iter());
    let inside = whole.clone().and_nonnegative(&u.sub(&Poly::one())).and_nonnegative(&v.sub(&Poly::one()));
    let guards: Vec<Guard> = problem.alternatives.iter().map(|a| a.guard.clone()).collect();
    let goes_on = recursive.iter().all(|a| a.calls.len() == 2 && !a.relaxed)
        && !ends.iter().any(|a| region::is_possible(&inside.clone().both(&a.guard)))
        && whole.without(&guards).is_some_and(|left| left.is_empty());
    let greatest = |of: &[Rational]| of.iter().max().cloned().unwrap_or(Rational::ZERO);
    let least = |of: &[Rational]| of.iter().min().cloned().unwrap_or(Rational::ZERO);
    let upper = bound(greatest(&added), greatest(&costs));
    let lower = bound(least(&added), least(&costs));
    let exact = goes_on && upper == lower;
    let expr: Expr = match problem.direction {
        Direction::Upper => upper,
        Direction::Lower if goes_on => lower,
        Direction::Lower => return None,
    };
    let steps = vec![format!("as many ends as there are ways to {} steps of {}", u.to_expr(), u.add(&v).to_expr())];
    let exact_where = exact.then(|| valid.clone());
    Some(Found { exact, exact_where, proof: Support::Theorem, steps, ..Found::new(expr, valid) })
}

/// Two forms that are at least 1 where calls are made, each of which takes 1 from one and leaves the other.
fn directions(problem: &Problem<'_>, recursive: &[&Alternative]) -> Option<(Poly, Poly)> {
    let params = &problem.definition.params;
    let shared = |form: &Poly| {
        let at_least_one = |a: &&Alternative| {
            let guard = region::natural(&a.guard.clone().both(&problem.definition.domain), params.iter());
            region::is_nonnegative_under(&form.sub(&Poly::one()), &guard)
        };
        recursive.iter().all(at_least_one)
    };
    let forms = recursive.first()?.guard.forms().0.iter().map(|form| form.to_poly().add(&Poly::one()));
    let forms: Vec<Poly> = forms.filter(shared).collect();
    let apart = |u: &Poly, v: &Poly| {
        recursive.iter().all(|a| {
            let falls = |call: &crate::system::shape::RecCall| {
                let fall = |form: &Poly| form.sub(&call.after(form, params)).as_int();
                Some((fall(u)?, fall(v)?))
            };
            let ways: Option<Vec<(i64, i64)>> = a.calls.iter().map(falls).collect();
            // One call with each, or one alone.
            ways.is_some_and(|ways| {
                ways.iter().all(|way| [(1, 0), (0, 1)].contains(way))
                    && (ways.len() < 2 || ways.len() == 2 && ways[0] != ways[1])
            })
        })
    };
    let pairs = forms.iter().enumerate().flat_map(|(i, u)| forms[i + 1..].iter().map(move |v| (u, v)));
    pairs.into_iter().find(|(u, v)| apart(u, v)).map(|(u, v)| (u.clone(), v.clone()))
}
