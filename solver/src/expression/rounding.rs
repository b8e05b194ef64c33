//! Canonical floors, ceilings, remainders, minima and maxima.
//!
//! In: operands in canonical form. Out: the canonical form of the operation: whole parts leave floors, ceilings and
//! remainders; operands that differ from another by a constant leave minima and maxima, and what all share stands outside.

use crate::expression::normal::{is_whole, log2, poly_of, poly_of_canonical, single_atom};
use crate::expression::poly::{Mono, Poly};
use crate::{Expr, Rational};

/// Nested minima and maxima are flattened up to this many operands.
const OPERAND_LIMIT: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    Floor,
    Ceil,
}

/// Floor or ceiling, with everything whole taken out.
pub(crate) fn round(p: &Poly, rounding: Rounding) -> Poly {
    let to_whole = |q: &Rational| match rounding {
        Rounding::Floor => q.floor(),
        Rounding::Ceil => q.ceil(),
    };
    if let Some(c) = p.as_constant() {
        return Poly::constant(to_whole(&c));
    }
    let (mut outside, mut inside) = (Poly::zero(), Poly::zero());
    for (mono, q) in &p.terms {
        let out = if is_whole(mono) { q.floor() } else { Rational::ZERO };
        outside.add_term(mono.clone(), &out);
        inside.add_term(mono.clone(), &(q - &out));
    }
    if let Some(c) = inside.as_constant() {
        outside.add_term(Mono::default(), &to_whole(&c));
        return outside;
    }
    if let Some([low, high]) = number_between(&inside).map(|of| of.map(|end| to_whole(&end)))
        && low == high
    {
        outside.add_term(Mono::default(), &low);
        return outside;
    }
    if inside.terms.keys().all(|m| m.is_one() || is_whole(m)) {
        // The variable part moves in steps of 1/d, so the constant may be rounded to such a step.
        let steps = inside.terms.iter().filter(|(m, _)| !m.is_one());
        let d = steps.fold(num_bigint::BigInt::from(1), |d, (_, q)| num_integer::lcm(d, q.denom()));
        let (d, constant) = (Rational::from(d), inside.constant_part());
        let rounded = to_whole(&(&constant * &d));
        inside.add_term(Mono::default(), &(&(&rounded / &d) - &constant));
    }
    let atom = match single_atom(&inside) {
        // floor(log2(floor(x))) = floor(log2(x)) where the left side is defined, and so for ceilings.
        Some(Expr::Log2(inner)) => match (rounding, &**inner) {
            (Rounding::Floor, Expr::Floor(x)) | (Rounding::Ceil, Expr::Ceil(x)) => {
                return outside.add(&round(&log2(&poly_of(x)), rounding));
            }
            _ => inside.to_expr(),
        },
        _ => inside.to_expr(),
    };
    let rounded = if rounding == Rounding::Floor { atom.floor() } else { atom.ceil() };
    outside.add(&Poly::atom(rounded))
}

/// Rational numbers between which a number is that has no variable in it.
fn number_between(p: &Poly) -> Option<[Rational; 2]> {
    if p.terms.keys().any(has_variable) { None } else { p.to_expr().number_between() }
}

fn has_variable(mono: &Mono) -> bool {
    mono.powers.iter().any(|(atom, _)| atom.has_variable()) || mono.exps.iter().any(|(key, _)| key.has_variable())
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extremum {
    Min,
    Max,
}

pub(crate) fn extremum(operands: Vec<Poly>, which: Extremum) -> Poly {
    let (mut pending, mut operands) = (operands, Vec::new());
    while let Some(p) = pending.pop() {
        match flatten(p, which, OPERAND_LIMIT.saturating_sub(pending.len() + operands.len())) {
            Ok(inner) => pending.extend(inner),
            Err(p) => operands.push(p),
        }
    }
    let mut kept: Vec<Poly> = Vec::new();
    for p in operands {
        let above = |other: &Poly| p.constant_above(other);
        match kept.iter().position(|other| above(other).is_some()) {
            Some(i) => {
                let difference = above(&kept[i]).expect("position found it");
                if difference.is_positive() == (which == Extremum::Max) {
                    kept[i] = p;
                }
            }
            None => kept.push(p),
        }
    }
    drop_numbers(&mut kept, which);
    if kept.len() == 1 {
        return kept.swap_remove(0);
    }
    let (common, factor) = take_out(&mut kept);
    let mut exprs: Vec<Expr> = kept.into_iter().map(Poly::into_expr).collect();
    exprs.sort();
    let atom = Poly::atom(if which == Extremum::Min { Expr::Min(exprs) } else { Expr::Max(exprs) });
    let mut whole = common;
    whole.add_all(atom.scaled(&factor));
    whole
}

/// Drops irrational numbers that another number beats, and those that they beat.
fn drop_numbers(operands: &mut Vec<Poly>, which: Extremum) {
    if operands.iter().all(|p| p.as_constant().is_some() || p.terms.keys().any(has_variable)) {
        return;
    }
    let between: Vec<Option<[Rational; 2]>> = operands.iter().map(number_between).collect();
    let beats = |[low, high]: &[Rational; 2], [other_low, other_high]: &[Rational; 2]| match which {
        Extremum::Max => low > other_high,
        Extremum::Min => high < other_low,
    };
    let mut is_beaten =
        between.iter().map(|of| of.as_ref().is_some_and(|of| between.iter().flatten().any(|by| beats(by, of))));
    operands.retain(|_| is_beaten.next() == Some(false));
}

/// `p + c*min(a, b)` as the operands `p + c*a` and `p + c*b` of a surrounding min, for c > 0; a max for c < 0;
/// if those are at most so many. Else the same again.
fn flatten(p: Poly, which: Extremum, most: usize) -> Result<Vec<Poly>, Poly> {
    let opens = |(mono, c): (&Mono, &Rational)| {
        let [(atom, 1)] = mono.powers.as_slice() else { return false };
        let (same, es) = match atom {
            Expr::Min(es) => (which == Extremum::Min, es),
            Expr::Max(es) => (which == Extremum::Max, es),
            _ => return false,
        };
        mono.exps.is_empty() && same != c.is_negative() && es.len() <= most
    };
    let Some(at) = p.terms.iter().position(opens) else { return Err(p) };
    let mut terms: Vec<(Mono, Rational)> = p.terms.into_iter().collect();
    let (mut mono, c) = terms.remove(at);
    let rest = Poly { terms: terms.into_iter().collect() };
    let Some((Expr::Min(es) | Expr::Max(es), _)) = mono.powers.pop() else { unreachable!("it was found as such") };
    let with_rest = |e: Expr| {
        let mut operand = rest.clone();
        operand.add_all(poly_of_canonical(e).scaled(&c));
        operand
    };
    Ok(es.into_iter().map(with_rest).collect())
}

/// Takes what all operands of a min or max share out of them: equal terms, then a positive factor.
fn take_out(operands: &mut [Poly]) -> (Poly, Rational) {
    let mut common = Poly::zero();
    for (mono, coeff) in &operands[0].terms {
        if operands.iter().all(|p| p.terms.get(mono) == Some(coeff)) {
            common.add_term(mono.clone(), coeff);
        }
    }
    if !common.is_zero() {
        operands.iter_mut().for_each(|p| *p = p.sub(&common));
    }
    let coeffs = || operands.iter().flat_map(|p| p.terms.values());
    let zero = num_bigint::BigInt::from(0);
    let num = coeffs().fold(zero, |g, c| num_integer::gcd(g, c.numer()));
    let den = coeffs().fold(num_bigint::BigInt::from(1), |l, c| num_integer::lcm(l, c.denom()));
    let factor = Rational::from(num_rational::BigRational::new(num, den)).abs();
    match factor.recip() {
        Some(inverse) if !factor.is_one() => {
            operands.iter_mut().for_each(|p| *p = p.scale(&inverse));
            (common, factor)
        }
        _ => (common, Rational::ONE),
    }
}

/// Remainder; whole multiples of a numeric divisor disappear.
pub(crate) fn modulo(a: &Poly, b: &Poly) -> Poly {
    let opaque = |a: &Poly| Poly::atom(a.to_expr().modulo(b.to_expr()));
    let Some(d) = b.as_constant().filter(Rational::is_positive) else {
        return opaque(a);
    };
    let remainder = |q: &Rational| q - &(&(q / &d).floor() * &d);
    if let Some(c) = a.as_constant() {
        return Poly::constant(remainder(&c));
    }
    let mut rest = Poly::zero();
    for (mono, q) in &a.terms {
        let q = if mono.is_one() || (is_whole(mono) && q.is_integer()) { remainder(q) } else { q.clone() };
        rest.add_term(mono.clone(), &q);
    }
    match rest.as_constant() {
        Some(c) => Poly::constant(remainder(&c)),
        None => opaque(&rest),
    }
}
