//! Where expressions have a value.
//!
//! In: a canonical form, a guard over natural numbers. Out: whether it certainly has a value wherever the guard holds.

use crate::expression::poly::Poly;
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational};

/// Whether every logarithm, factorial, quotient and remainder in an expression has a value wherever a guard holds.
pub(crate) fn is_defined(p: &Poly, guard: &Guard) -> bool {
    let mut defined = true;
    let is_apart_from_zero = |e: &Expr| {
        let p = Poly::of(e);
        let beyond = |p: Poly| region::is_nonnegative_under(&p.sub(&Poly::one()), guard);
        // The logarithm of 2 or more is 1 or more.
        if let Expr::Log2(a) = e {
            return region::is_nonnegative_under(&Poly::of(a).sub(&Poly::int(2)), guard);
        }
        p.as_constant().is_some_and(|c| !c.is_zero()) || beyond(p.neg()) || beyond(p)
    };
    p.to_expr().visit(&mut |e| match e {
        Expr::Log2(a) => {
            let inner = Poly::of(a);
            defined &= inner.as_constant().is_some_and(|c| c.is_positive()) || is_at_least_one(&inner, guard);
        }
        Expr::Fact(a) => defined &= region::is_nonnegative_under(&Poly::of(a), guard) || bound_inside(a, p),
        Expr::Mod(_, divisor) => defined &= is_apart_from_zero(divisor),
        Expr::Pow(base, exponent) if !matches!(**base, Expr::Num(_)) => {
            let is_natural = region::is_nonnegative_under(&Poly::of(exponent), guard);
            defined &= is_natural || is_apart_from_zero(base) || matches!(&**base, Expr::Fact(_));
        }
        _ => {}
    });
    defined
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

/// Whether a factorial is of the variable of a sum around it, which starts at 0 or more.
fn bound_inside(a: &Expr, p: &Poly) -> bool {
    let mut found = false;
    p.to_expr().visit(&mut |e| {
        if let Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) = e {
            let starts = crate::system::sign::is_nonnegative(&Poly::of(&b.lo));
            found |= starts && Poly::of(a).sub(&Poly::var(&b.var)).as_constant().is_some_and(|c| !c.is_negative());
        }
    });
    found
}
