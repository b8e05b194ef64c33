//! Where expressions have a value.
//!
//! In: a canonical form, a guard over natural numbers. Out: whether it certainly has a value wherever the guard holds.

use crate::expression::poly::Poly;
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational};

/// Whether every logarithm, factorial, quotient and remainder in an expression has a value wherever a guard holds.
pub(crate) fn is_defined(p: &Poly, guard: &Guard) -> bool {
    is_defined_under(&p.to_expr(), guard)
}

/// The guard with everything that an expression is divided by or has the logarithm of at least 1, as far as that can be said.
pub(crate) fn where_defined(expr: &Expr, guard: &Guard) -> Guard {
    let mut divisors: Vec<Poly> = Vec::new();
    expr.visit(&mut |e| match e {
        Expr::Pow(base, exponent) if exponent.as_num().is_some_and(Rational::is_negative) => {
            divisors.push(Poly::of(base));
        }
        Expr::Log2(a) => divisors.push(Poly::of(a)),
        _ => {}
    });
    divisors.iter().fold(guard.clone(), |guard, divisor| guard.and_nonnegative(&divisor.sub(&Poly::one())))
}

fn is_defined_under(e: &Expr, guard: &Guard) -> bool {
    // A sum may be empty, and then nothing in it need have a value.
    if let Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) = e {
        let ends = is_defined_under(&b.lo, guard) && is_defined_under(&b.hi, guard);
        let inside = || region::ranging(guard, &b.var, &Poly::of(&b.lo), &Poly::of(&b.hi));
        return ends && inside().is_some_and(|inside| !inside.possible() || is_defined_under(&b.body, &inside));
    }
    let beyond = |p: Poly| region::is_nonnegative_under(&p.sub(&Poly::one()), guard);
    let is_apart_from_zero = |e: &Expr| {
        let p = Poly::of(e);
        p.as_constant().is_some_and(|c| !c.is_zero())
            || e.vars().is_empty() && is_far_from_zero(e)
            || beyond(p.neg())
            || beyond(p)
    };
    let has_value = match e {
        Expr::Log2(a) => {
            let inner = Poly::of(a);
            inner.as_constant().is_some_and(|c| c.is_positive())
                || is_at_least_one(&inner, guard)
                || without_divisors(&inner.sub(&Poly::one()), guard)
                    .is_some_and(|whole| region::is_nonnegative_under(&whole, guard))
        }
        Expr::Fact(a) => region::is_nonnegative_under(&Poly::of(a), guard),
        Expr::Mod(_, divisor) => is_apart_from_zero(divisor),
        Expr::Pow(base, exponent) if !matches!(**base, Expr::Num(_)) => {
            region::is_nonnegative_under(&Poly::of(exponent), guard)
                || is_apart_from_zero(base)
                || matches!(&**base, Expr::Fact(_))
        }
        _ => true,
    };
    has_value && e.children().all(|child| is_defined_under(child, guard))
}

/// Whether an expression is 1 or more wherever a guard holds; a number rounded down is at least what a whole one is that is
/// not above it.
fn is_at_least_one(p: &Poly, guard: &Guard) -> bool {
    let beyond = |p: &Poly, least: Rational| region::is_nonnegative_under(&p.sub(&Poly::constant(least)), guard);
    let constant = p.constant_part();
    let rounded = match p.sub(&Poly::constant(constant.clone())).to_expr() {
        Expr::Floor(inner) if constant.is_integer() => beyond(&Poly::of(&inner), &Rational::ONE - &constant),
        _ => false,
    };
    rounded || beyond(p, Rational::ONE)
}

/// Whether a number that is no fraction, like log2(3), is certainly not 0.
fn is_far_from_zero(e: &Expr) -> bool {
    let value = e.eval_f64(&|_| None);
    value.is_finite() && value.abs() > 1e-3
}

/// A form multiplied by what it is divided by, if that is all positive.
fn without_divisors(p: &Poly, guard: &Guard) -> Option<Poly> {
    let mut divisors: Vec<(Expr, u32)> = Vec::new();
    for (atom, k) in p.terms.keys().flat_map(|mono| &mono.powers).filter(|(_, k)| *k < 0) {
        let base = Poly::of(atom);
        if !region::is_nonnegative_under(&base.sub(&Poly::one()), guard) {
            return None;
        }
        match divisors.iter_mut().find(|(known, _)| known == atom) {
            Some((_, most)) => *most = (*most).max(k.unsigned_abs()),
            None => divisors.push((atom.clone(), k.unsigned_abs())),
        }
    }
    Some(divisors.iter().fold(p.clone(), |p, (atom, k)| {
        let divisor = Poly::atom(atom.clone()).powu(*k);
        p.mul(&divisor)
    }))
}
