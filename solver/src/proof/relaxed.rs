//! Forms that are nowhere above another one, without what the prover of signs knows little of.
//!
//! In: a form, and where. Out: one that is at most as much there: parts that are rounded without the rounding, logarithms set
//! against greater ones, roots of whole numbers as these numbers, sequences as powers that they stay below. Where that is
//! not negative, the form is not.

use crate::expression::normal::poly_is_whole;
use crate::expression::poly::{Mono, Poly};
use crate::system::guard::Guard;
use crate::system::region::is_nonnegative_under;
use crate::{Expr, Rational, Sequence};

/// From which indices on sequences are compared with powers: the greatest that a condition has first.
const FIRST: [i64; 9] = [256, 64, 32, 16, 8, 4, 2, 1, 0];
/// The bases of these powers.
const BASES: [i64; 5] = [2, 3, 4, 6, 10];

/// The form that is at most as much where a condition holds.
pub(crate) fn relaxed(p: &Poly, guard: &Guard) -> Poly {
    let without_rounding = each(p, guard, |atom, factor| {
        let one = Poly::one();
        Some(match (atom, factor.is_negative()) {
            (Expr::Floor(of), true) | (Expr::Ceil(of), false) => Poly::of(of),
            (Expr::Floor(of), false) => Poly::of(of).sub(&one),
            (Expr::Ceil(of), true) => Poly::of(of).add(&one),
            _ => return None,
        })
    });
    let half = Rational::ratio(1, 2);
    let without_roots = each(&without_rounding, guard, |atom, factor| match atom {
        Expr::Pow(base, power) if factor.is_negative() && power.as_num() == half.as_ref() => {
            Some(Poly::of(base)).filter(|base| poly_is_whole(base) && is_nonnegative_under(base, guard))
        }
        Expr::Sequence(sequence) if factor.is_negative() => above(sequence, guard),
        _ => None,
    });
    against_greater_logarithms(&without_roots, guard)
}

/// The form with another in place of an atom in each term where what that is multiplied by is not negative.
fn each(p: &Poly, guard: &Guard, other: impl Fn(&Expr, &Rational) -> Option<Poly>) -> Poly {
    let mut found = Poly::zero();
    for (mono, factor) in &p.terms {
        let changed = mono.powers.iter().filter(|(_, power)| *power == 1).find_map(|(atom, _)| {
            let rest = Poly::term(mono.mul(&Mono::atom(atom.clone(), -1)), Rational::ONE);
            Some(other(atom, factor)?.mul(&rest)).filter(|_| is_nonnegative_under(&rest, guard))
        });
        match changed.or_else(|| exponential(mono, factor)) {
            Some(other) => found.add_scaled(&other, factor),
            None => found.add_term(mono.clone(), factor),
        }
    }
    found
}

/// What two to the power of a logarithm that is rounded is at most, or at least where that is added.
fn exponential(mono: &Mono, factor: &Rational) -> Option<Poly> {
    let [(exponent, base)] = mono.exps.as_slice() else { return None };
    let (Expr::Floor(of) | Expr::Ceil(of)) = exponent else { return None };
    let Expr::Log2(of) = &**of else { return None };
    if !mono.powers.is_empty() || *base != Rational::from(2) {
        return None;
    }
    let scale = match (exponent, factor.is_negative()) {
        (Expr::Floor(_), true) | (Expr::Ceil(_), false) => Rational::ONE,
        (Expr::Ceil(_), true) => Rational::from(2),
        _ => Rational::ratio(1, 2)?,
    };
    Some(Poly::of(of).scale(&scale))
}

/// The atom that a product is.
fn alone(mono: &Mono) -> Option<&Expr> {
    match mono.powers.as_slice() {
        [(atom, 1)] if mono.exps.is_empty() => Some(atom),
        _ => None,
    }
}

/// A power that a sequence is at most, by induction: so are as many values in a row as its recurrence takes, and the next
/// one where the recurrence takes no more of the power than there is.
fn above(sequence: &Sequence, guard: &Guard) -> Option<Poly> {
    let Sequence { coeffs, arg, .. } = sequence;
    let index = Poly::of(arg);
    let first = FIRST.into_iter().find(|first| is_nonnegative_under(&index.sub(&Poly::int(*first)), guard))?;
    let power = |base: i64, exponent: usize| Rational::from(base).powi(exponent as i32);
    let takes_less = |base: &i64| {
        let taken = coeffs.iter().enumerate().try_fold(Rational::ZERO, |sum, (at, factor)| {
            Some(&sum + &(factor * &power(*base, coeffs.len() - 1 - at)?))
        });
        taken.zip(power(*base, coeffs.len())).is_some_and(|(taken, whole)| taken <= whole)
    };
    let base = BASES.into_iter().find(takes_less).filter(|_| coeffs.iter().all(|factor| !factor.is_negative()))?;
    let shares = (0..coeffs.len()).map(|at| {
        let value = sequence.at(first + at as i64).filter(|value| !value.is_negative())?;
        Some(&value * &power(base, first as usize + at)?.recip()?)
    });
    let most = shares.collect::<Option<Vec<Rational>>>()?.into_iter().max()?;
    Some(Poly::of(&(Expr::num(most) * Expr::int(base).pow(arg.clone()))))
}

/// The form without logarithms that are taken away, as far as greater ones are there.
fn against_greater_logarithms(p: &Poly, guard: &Guard) -> Poly {
    let (mut found, mut more, mut less) = (Poly::zero(), Vec::new(), Vec::new());
    for (mono, factor) in &p.terms {
        match alone(mono) {
            Some(Expr::Log2(of)) if factor.is_negative() => less.push((Poly::of(of), mono, factor.clone())),
            Some(Expr::Log2(of)) => more.push((Poly::of(of), mono, factor.clone())),
            _ => found.add_term(mono.clone(), factor),
        }
    }
    for (of, _, taken) in &mut less {
        for (other, _, there) in &mut more {
            let is_greater =
                is_nonnegative_under(&other.sub(of), guard) && is_nonnegative_under(&of.sub(&Poly::one()), guard);
            if is_greater {
                let both = there.clone().min(-taken.clone());
                *there = &*there - &both;
                *taken = &*taken + &both;
            }
        }
    }
    less.iter().chain(&more).for_each(|(_, mono, factor)| found.add_term((*mono).clone(), factor));
    found
}
