//! Arguments that grow while another one counts down: the greatest that they come to in place of them.
//!
//! In: a function like f(x, y) = f(x - 1, 2*y) + y of natural values. Out: h(x, y) = h(x - 1, y) + y, and what to put in for
//! y. Where every call takes at least 1 from x, y becomes at most a*y + b(x), and b rises, all later y are at most
//! Y(x, y) = a^x*(y + b(x)), or y + x*b(x) for a = 1: Y is at least y and does not rise from call to call, since
//! a^(x - 1)*(a*y + 2*b) <= a^x*(y + b) for a >= 2. What is added and multiplied rises with y, so by induction
//! f(x, y) <= h(x, Y(x, y)). For upper bounds.

use crate::expression::normal::power;
use crate::expression::poly::Poly;
use crate::proof::claim::Found;
use crate::proof::rises;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::region;
use crate::system::shape::{self, Alternative, RecCall};
use crate::{Expr, Linear, Var};

/// Factors above this are not looked at.
const GREATEST_FACTOR: i64 = 64;

/// What stays where it was, and what a growing parameter is at most.
pub(crate) struct Growing {
    pub definition: Definition,
    limits: Vec<(Var, Expr)>,
}

impl Growing {
    /// A bound of the function from one of that with growing arguments held fixed.
    pub fn bound(&self, found: Found) -> Option<Found> {
        let fixed = |var: &Var| self.limits.iter().all(|(grown, _)| grown != var);
        let expr = found.expr.subst_all(&self.limits).simplify();
        found.valid.vars().iter().all(fixed).then_some(Found { expr, cores: vec![], ..found })
    }
}

/// The function with growing arguments held fixed; nothing where none grows, or no other argument counts down.
pub(crate) fn growing(definition: &Definition) -> Option<Growing> {
    if !rises::is_natural(definition) {
        return None;
    }
    let alternatives = shape::alternatives(definition, Direction::Upper).ok()?;
    let calls = || alternatives.iter().flat_map(|a| a.calls.iter().map(move |call| (a, call)));
    if alternatives.iter().any(|a| a.relaxed || !a.overs.is_empty()) || calls().next().is_none() {
        return None;
    }
    (0..definition.params.len()).find_map(|rank| {
        let x = Poly::var(&definition.params[rank]);
        let falls = |(a, call): (&Alternative, &RecCall)| {
            let by_one = x.sub(&call.args[rank]).sub(&Poly::one());
            let guard = region::natural(&a.guard, definition.params.iter());
            region::is_nonnegative_under(&by_one, &guard) && region::is_nonnegative_under(&call.args[rank], &guard)
        };
        calls().all(falls).then(|| held_fixed(definition, &alternatives, rank)).flatten()
    })
}

fn held_fixed(definition: &Definition, alternatives: &[Alternative], rank: usize) -> Option<Growing> {
    let params = &definition.params;
    let calls = || alternatives.iter().flat_map(|a| &a.calls);
    let is_fixed = |i: usize| i == rank || calls().all(|call| call.args[i].as_var() == Some(&params[i]));
    let grown: Vec<usize> = (0..params.len()).filter(|&i| !is_fixed(i)).collect();
    let mentions_grown = |p: &Poly| grown.iter().any(|&i| p.mentions(&params[i]));
    if grown.is_empty() || calls().any(|call| mentions_grown(&call.args[rank])) {
        return None;
    }
    let x = &params[rank];
    let least: Vec<(Var, i64)> = params.iter().map(|param| (param.clone(), 0)).collect();
    let limits = grown.iter().map(|&i| {
        let y = &params[i];
        let (mut factor, mut added): (i64, Vec<Poly>) = (1, Vec::new());
        for call in calls() {
            let more = call.args[i].at(y, 0);
            let times = call.args[i].sub(&more);
            let a = if times.is_zero() { 0 } else { scale(&times, y)? };
            factor = factor.max(a);
            // What is taken away is not looked at.
            let natural = Poly {
                terms: more
                    .terms
                    .iter()
                    .filter(|(_, c)| !c.is_negative())
                    .map(|(m, c)| (m.clone(), c.clone()))
                    .collect(),
            };
            let whole = natural.terms.values().all(crate::Rational::is_integer);
            if mentions_grown(&natural) || !whole || !natural.to_expr().rises_from(x, &least) {
                return None;
            }
            if !region::is_nonnegative_under(
                &natural.sub(&more),
                &region::natural(&crate::Guard::always(), params.iter()),
            ) {
                return None;
            }
            if !added.contains(&natural) {
                added.push(natural);
            }
        }
        let added = added.iter().fold(Poly::zero(), |sum, p| sum.add(p));
        let limit = match factor {
            1 => Poly::var(y).add(&Poly::var(x).mul(&added)),
            _ => power(&Poly::int(factor), &Poly::var(x)).mul(&Poly::var(y).add(&added)),
        };
        Some((y.clone(), limit.to_expr()))
    });
    let limits = limits.collect::<Option<Vec<_>>>()?;
    let cases = alternatives.iter().map(|a| {
        // What is held fixed stays where the alternative applies.
        let from = |i: usize| match grown.contains(&i) {
            true => 0,
            false => a.guard.lower_limit(&Linear::var(&params[i])).unwrap_or(0).max(0),
        };
        let least: Vec<(Var, i64)> = params.iter().enumerate().map(|(i, param)| (param.clone(), from(i))).collect();
        let rises =
            |p: &Poly| grown.iter().all(|&i| !p.mentions(&params[i]) || p.to_expr().rises_from(&params[i], &least));
        let mut guard = a.guard.clone();
        guard.retain(&|form| !grown.iter().any(|&i| form.terms.contains_key(&params[i])));
        let mut rhs = a.rest.to_expr();
        for call in &a.calls {
            let arg = |i: usize| if grown.contains(&i) { Expr::Var(params[i].clone()) } else { call.args[i].to_expr() };
            let args = (0..params.len()).map(arg).collect();
            rhs = rhs + call.coeff.to_expr() * Expr::call(definition.name.clone(), args);
        }
        let all_rise = rises(&a.rest) && a.calls.iter().all(|call| rises(&call.coeff));
        all_rise.then_some(Case { guard, rhs: rhs.simplify() })
    });
    let cases = cases.collect::<Option<Vec<Case>>>()?;
    // What they come to need not be in the domain.
    let mut domain = definition.domain.clone();
    domain.retain(&|form| !grown.iter().any(|&i| form.terms.contains_key(&params[i])));
    let definition = Definition { cases, domain, ..definition.clone() };
    // Where conditions were left out, a call that stood for 0 must not stand for less.
    rises::is_natural(&definition).then_some(Growing { definition, limits })
}

/// The whole factor of a multiple of a variable.
fn scale(p: &Poly, var: &Var) -> Option<i64> {
    (1..=GREATEST_FACTOR).find(|&a| *p == Poly::var(var).scale(&a.into()))
}
