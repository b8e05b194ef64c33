//! Row of the rule table for T(n) = p(n)*T(n-1) + g(n) with a coefficient that is not a number, or with g divided by n.
//!
//! In: a [`Line`] with one alternative of that form. Out: with P(n) the product of the coefficients,
//! P(n) * (T(n0)/P(n0) + sum of g(k)/P(k)), exactly. P is a product of factorials when p has whole roots and is divided by
//! powers of n only, a power when p is a symbolic constant. Source: the summing factor of Graham, Knuth, Patashnik (1994), section 2.2.

use crate::classes::line::{Line, Target};
use crate::classes::rule_linear;
use crate::classes::rules::{Candidate, Exactness, Proof};
use crate::expression::normal;
use crate::expression::poly::Poly;
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational, Var};

/// Whole roots further from zero than this are not looked for.
const ROOT_LIMIT: i64 = 20;

pub(crate) fn product(line: &mut Line) -> Vec<Candidate> {
    solve(line).into_iter().collect()
}

fn solve(line: &mut Line) -> Option<Candidate> {
    let start = line.start;
    let (calls, rest) = rule_linear::only_group(line, start)?;
    let [(Target::Back(1), p)] = calls.as_slice() else {
        return None;
    };
    let n = line.n.clone();
    let divides = |p: &Poly| {
        let below = |(atom, k): &(Expr, i32)| *k < 0 && atom.mentions(&n);
        p.terms.keys().any(|mono| mono.powers.iter().any(below))
    };
    if p.as_constant().is_some() && !(*p == Poly::one() && divides(&rest))
        || start < 1 && (divides(p) || divides(&rest))
    {
        return None;
    }
    let first = line.value(start - 1)?;
    let f = if p.mentions(&n) {
        let below = p.terms.keys().map(|mono| -mono.degree(&n)).max().unwrap_or(0).max(0);
        let (factor, offsets) = factorials(&p.mul(&Poly::var(&n).powu(below as u32)), &n)?;
        // Q(n) = c^n * product of (n + s)!, so that Q(n)/Q(k) is the product of p(k+1..n).
        let (paired, single) = offsets.split_at(offsets.len().min(below as usize));
        let without_paired = |index: &Poly| {
            let power = normal::power(&Poly::constant(factor.clone()), index);
            single.iter().fold(power, |q, s| q.mul(&Poly::of(&index.add(&Poly::int(*s)).to_expr().fact())))
        };
        // A factor n + s of the coefficient against an n below it leaves so many factors.
        let rising: Vec<i64> = paired.iter().flat_map(|s| 1..=*s).collect();
        let at = |index: &Poly| times(without_paired(index), index, &rising);
        if offsets.len() < below as usize || offsets.iter().take(below as usize).any(|s| *s < 0) {
            return None;
        }
        if offsets.iter().any(|s| start - 1 + s < 0) {
            return None;
        }
        let scale = at(&Poly::int(start - 1)).as_constant()?.recip()?;
        let inner = first.scale(&scale);
        let sum = if rest.is_zero() {
            Poly::zero()
        } else {
            let k = fresh(&n, &rest);
            let index = Poly::var(&k);
            let (rest, left) = without_factors(rest.subst(&n, &index), &k, &rising);
            let divisor = times(without_paired(&index), &index, &left);
            let term = rest.mul(&normal::power(&divisor, &Poly::int(-1)));
            Poly::of(&Expr::sum(k, Expr::int(start), Expr::Var(n.clone()), term.to_expr()))
        };
        at(&Poly::var(&n)).mul(&inner.add(&sum))
    } else {
        let power = |index: &Poly| normal::power(p, index);
        let steps = Poly::var(&n).sub(&Poly::int(start - 1));
        let head = first.mul(&power(&steps));
        if rest.is_zero() {
            head
        } else {
            let k = fresh(&n, &rest.add(p));
            let term = rest.subst(&n, &Poly::var(&k)).mul(&power(&Poly::var(&n).sub(&Poly::var(&k))));
            head.add(&Poly::of(&Expr::sum(k, Expr::int(start), Expr::Var(n.clone()), term.to_expr())))
        }
    };
    let note = format!("each step multiplies by {}", p.to_expr());
    // The prover knows no quotients, and not how the terms of a sum of powers follow each other. Where a factor is negative
    // it matters which of several values it multiplies.
    let unseen = divides(p) || divides(&rest) || !p.mentions(&n) && !rest.is_zero();
    let rises = region::is_nonnegative_under(p, &Guard::at_least(&n, start));
    let proof = if unseen && rises { Proof::Theorem } else { Proof::Constructed };
    Some(Candidate { f, from: start - 1, exact: Exactness::Exact, proof, note })
}

fn times(q: Poly, index: &Poly, factors: &[i64]) -> Poly {
    factors.iter().fold(q, |q, i| q.mul(&index.add(&Poly::int(*i))))
}

/// The polynomial without those of the factors k + i that divide it, and those that do not.
fn without_factors(mut p: Poly, k: &Var, factors: &[i64]) -> (Poly, Vec<i64>) {
    let mut left = Vec::new();
    for &i in factors {
        match quotient(&p, k, -i) {
            Some(quotient) => p = quotient,
            None => left.push(i),
        }
    }
    (p, left)
}

/// The polynomial by k - root, where that divides it (Horner's scheme).
fn quotient(p: &Poly, k: &Var, root: i64) -> Option<Poly> {
    let coefficients = p.to_expr().coefficients(k)?;
    let (mut quotient, mut last) = (Poly::zero(), Poly::zero());
    for (power, coefficient) in coefficients.iter().enumerate().rev() {
        last = last.mul(&Poly::int(root)).add(&Poly::of(coefficient));
        if power > 0 {
            quotient = quotient.add(&last.mul(&Poly::var(k).powu(power as u32 - 1)));
        }
    }
    last.is_zero().then_some(quotient)
}

fn fresh(n: &Var, used: &Poly) -> Var {
    let names = ["k", "j", "i"].into_iter().map(Var::new);
    let numbered = (1..).map(|i| Var::new(format!("k{i}")));
    names.chain(numbered).find(|v| v != n && !used.mentions(v)).expect("there are enough names")
}

/// p(n) = c * (n + s1) * ... * (n + sm) with whole s.
fn factorials(p: &Poly, n: &Var) -> Option<(Rational, Vec<i64>)> {
    let degree = p.terms.keys().map(|m| m.degree(n)).max()?;
    let mut coeffs = vec![Rational::ZERO; usize::try_from(degree).ok()? + 1];
    for (mono, c) in &p.terms {
        let d = usize::try_from(mono.degree(n)).ok()?;
        if !mono.without(n).is_one() || !mono.base(n).is_one() {
            return None;
        }
        coeffs[d] = c.clone();
    }
    let mut offsets = Vec::new();
    while coeffs.len() > 1 {
        let value = |x: i64| coeffs.iter().rev().fold(Rational::ZERO, |sum, c| &(&sum * &Rational::from(x)) + c);
        let root = (-ROOT_LIMIT..=ROOT_LIMIT).find(|x| value(*x).is_zero())?;
        // Division by n - root, highest coefficient first.
        let mut carry = Rational::ZERO;
        let mut quotient: Vec<Rational> = Vec::new();
        for c in coeffs.iter().rev() {
            carry = &(&carry * &Rational::from(root)) + c;
            quotient.push(carry.clone());
        }
        quotient.pop();
        quotient.reverse();
        coeffs = quotient;
        offsets.push(-root);
    }
    Some((coeffs.swap_remove(0), offsets))
}
