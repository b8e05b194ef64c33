//! Canonical factorials and recurrent sequences.
//!
//! In: an index in canonical form. Out: the value shifted to one index, so that equal functions look equal:
//! `fact(n + 1)` is `(n + 1)*fact(n)`, `fib(n + 2)` is `fib(n) + fib(n + 1)`; and back for printing.

use crate::expression::expr::Sequence;
use crate::expression::normal::{multiply, poly_of, power};
use crate::expression::poly::{Mono, Poly};
use crate::{Expr, Rational};

/// Index shifts of sequences further than this are kept.
const SHIFT_LIMIT: i64 = 64;

/// Factorial, shifted to the index without constant: `fact(n + 1)` is `(n + 1)*fact(n)`.
pub(crate) fn factorial(p: &Poly) -> Poly {
    let constant = p.constant_part();
    let Some(shift) = constant.to_i64().filter(|c| c.abs() <= 8 || p.as_constant().is_some()) else {
        return Poly::atom(p.to_expr().fact());
    };
    let index = p.sub(&Poly::constant(constant));
    if index.is_zero() {
        return match u32::try_from(shift) {
            Ok(n) if n <= 1000 => Poly::constant(factorial_number(n)),
            _ => Poly::atom(p.to_expr().fact()),
        };
    }
    let mut result = Poly::atom(index.to_expr().fact());
    for i in 1..=shift {
        result = multiply(&result, &index.add(&Poly::int(i)));
    }
    for i in shift..0 {
        let factor = index.add(&Poly::int(i + 1));
        result = multiply(&result, &power(&factor, &Poly::int(-1)));
    }
    result
}

pub(crate) fn factorial_number(n: u32) -> Rational {
    Rational::from((1..=n).fold(num_bigint::BigInt::from(1), |product, k| product * k))
}

/// A recurrent sequence, shifted to the indices `m .. m + d - 1` where `m` has no constant part.
pub(crate) fn sequence(s: &Sequence) -> Poly {
    let (p, d) = (poly_of(&s.arg), s.coeffs.len());
    let keep = |arg: Expr| {
        let s = Sequence { coeffs: s.coeffs.clone(), init: s.init.clone(), arg };
        Poly::atom(Expr::Sequence(Box::new(s)))
    };
    let well_formed = d > 0 && s.init.len() == d && !s.coeffs[d - 1].is_zero();
    let shift = p.constant_part().to_i64().filter(|c| c.abs() <= SHIFT_LIMIT && well_formed);
    let Some(shift) = shift else {
        return keep(p.to_expr());
    };
    let index = p.sub(&Poly::int(shift));
    let vector = shifted_basis(&s.coeffs, shift);
    let mut result = Poly::zero();
    for (j, factor) in vector.iter().enumerate() {
        if index.is_zero() {
            result.add_term(Mono::default(), &(factor * &s.init[j]));
        } else if !factor.is_zero() {
            result.add_scaled(&keep(index.add(&Poly::int(j as i64)).to_expr()), factor);
        }
    }
    result
}

/// The coefficients of `u(m), ..., u(m + d - 1)` in `u(m + shift)`.
fn shifted_basis(coeffs: &[Rational], shift: i64) -> Vec<Rational> {
    let d = coeffs.len();
    let unit = |j: usize| (0..d).map(|i| if i == j { Rational::ONE } else { Rational::ZERO }).collect::<Vec<_>>();
    let mut window: Vec<Vec<Rational>> = (0..d).map(unit).collect();
    let combine = |rows: &[Vec<Rational>], factors: &[Rational]| -> Vec<Rational> {
        (0..d).map(|i| rows.iter().zip(factors).fold(Rational::ZERO, |sum, (row, f)| &sum + &(&row[i] * f))).collect()
    };
    let reversed: Vec<Rational> = coeffs.iter().rev().cloned().collect();
    for _ in 0..shift.max(0) {
        window.push(combine(&window, &reversed));
        window.remove(0);
    }
    for _ in 0..(-shift).max(0) {
        // u(k) = (u(k + d) - c1*u(k + d - 1) - ... - c(d-1)*u(k + 1)) / cd
        let last = coeffs[d - 1].recip().expect("the last coefficient is not zero");
        let mut factors: Vec<Rational> = coeffs[..d - 1].iter().rev().map(|c| -&(c * &last)).collect();
        factors.push(last);
        let before = combine(&window, &factors);
        window.insert(0, before);
        window.pop();
    }
    window.swap_remove(0)
}

/// `fib(n) + fib(n + 1)` as `fib(n + 2)`: where the terms of one sequence are one shifted value, they become it.
pub(crate) fn combine_sequences(p: &Poly) -> Option<Poly> {
    let is_sequence = |(a, k): &&(Expr, i32)| matches!(a, Expr::Sequence(_)) && *k == 1;
    let candidates: Vec<Mono> =
        p.terms.keys().filter(|m| m.powers.iter().filter(is_sequence).count() == 1).cloned().collect();
    if candidates.is_empty() {
        return None;
    }
    let mut result = p.clone();
    for mono in candidates {
        let Some((Expr::Sequence(s), _)) = mono.powers.iter().find(is_sequence) else {
            continue;
        };
        let d = s.coeffs.len();
        if d == 0 || s.init.len() != d || s.coeffs[d - 1].is_zero() {
            continue;
        }
        let at = |k: i64| {
            let arg = poly_of(&s.arg).add(&Poly::int(k)).to_expr();
            let atom = Expr::Sequence(Box::new(Sequence { arg, ..(**s).clone() }));
            let others = mono.powers.iter().filter(|p| !is_sequence(p)).cloned().collect();
            Mono { powers: others, exps: mono.exps.clone() }.mul(&Mono::atom(atom, 1))
        };
        let given: Vec<Rational> =
            (0..d).map(|j| result.terms.get(&at(j as i64)).cloned().unwrap_or(Rational::ZERO)).collect();
        let Some(first) = given.iter().position(|c| !c.is_zero()) else {
            continue;
        };
        let shift = (-4..=8).filter(|k| !(0..d as i64).contains(k)).find_map(|k| {
            let vector = shifted_basis(&s.coeffs, k);
            let factor = &given[first] * &vector[first].recip()?;
            let same = vector.iter().zip(&given).all(|(v, g)| &(v * &factor) == g);
            same.then_some((k, factor))
        });
        if let Some((k, factor)) = shift {
            (0..d).for_each(|j| {
                result.terms.remove(&at(j as i64));
            });
            result.add_term(at(k), &factor);
        }
    }
    Some(result)
}
