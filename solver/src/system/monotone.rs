//! How expressions move with a variable. What is said here is proved (`sign.rs`), and may be relied on.

use crate::expression::poly::Poly;
use crate::system::sign;
use crate::{Expr, Rational, Var};

/// How an expression moves when a variable grows by one, everything else fixed and non-negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Monotone {
    /// It never falls.
    NonDecreasing,
    /// It never rises.
    NonIncreasing,
    /// It does not depend on the variable.
    Constant,
    /// Not proved to be any of these.
    Unknown,
}

impl Expr {
    /// Whether it does not fall in `var`, for values that are not below the numbers given.
    pub(crate) fn rises_from(&self, var: &Var, least: &[(Var, i64)]) -> bool {
        matches!(self.monotone_from(var, least), Monotone::NonDecreasing | Monotone::Constant)
    }

    /// How this moves with `var`, for values of the variables named that are not below the numbers given.
    pub fn monotone_from(&self, var: &Var, least: &[(Var, i64)]) -> Monotone {
        match self.monotone_in(var) {
            Monotone::Unknown if !self.is_infinite() => {
                let shifted = least.iter().fold(Poly::of(self), |p, (v, k)| p.shift(v, *k));
                shifted.to_expr().monotone_in(var)
            }
            known => known,
        }
    }

    /// How this moves with `var`, for whole non-negative values of all variables. Sound: what is not proved is
    /// [`Monotone::Unknown`].
    pub fn monotone_in(&self, var: &Var) -> Monotone {
        if self.is_infinite() {
            return Monotone::Unknown;
        }
        let p = Poly::of(self);
        if !p.mentions(var) {
            return Monotone::Constant;
        }
        if rises(&p, var) {
            return Monotone::NonDecreasing;
        }
        if rises(&p.neg(), var) {
            return Monotone::NonIncreasing;
        }
        let step = step(&p, var);
        if sign::is_nonnegative(&step) {
            Monotone::NonDecreasing
        } else if sign::is_nonnegative(&step.neg()) {
            Monotone::NonIncreasing
        } else {
            Monotone::Unknown
        }
    }
}

/// What is added where the variable grows by one.
fn step(p: &Poly, var: &Var) -> Poly {
    p.shift(var, 1).sub(p)
}

/// Whether every term is a positive multiple of rising factors: of one, times what is not negative, or of several that are not
/// negative.
fn rises(p: &Poly, var: &Var) -> bool {
    p.terms.iter().all(|(mono, c)| {
        let mut moving = mono.powers.iter().filter(|(a, _)| a.mentions(var));
        let is_single = matches!((moving.next(), moving.next()), (Some((_, 1)), None))
            && !mono.exps.iter().any(|(key, _)| key.mentions(var));
        !mono.mentions(var)
            || (c.is_positive()
                && mono.powers.iter().all(|(a, k)| match a.mentions(var) {
                    true => *k > 0 && atom_rises(a, var) && (is_single || sign::atom_is_nonnegative(a)),
                    false => sign::atom_is_nonnegative(a),
                })
                && mono.exps.iter().all(|(key, base)| {
                    base.is_positive() && (!key.mentions(var) || (*base >= Rational::ONE && rises(&Poly::of(key), var)))
                }))
    })
}

fn atom_rises(atom: &Expr, var: &Var) -> bool {
    let inner = |e: &Expr| {
        let inner = Poly::of(e);
        rises(&inner, var) || sign::is_nonnegative(&step(&inner, var))
    };
    match atom {
        Expr::Var(_) => true,
        Expr::Floor(a) | Expr::Ceil(a) | Expr::Log2(a) | Expr::Fact(a) => inner(a),
        Expr::Min(es) | Expr::Max(es) => es.iter().all(inner),
        Expr::Pow(base, exponent) => {
            inner(base) && sign::is_nonnegative(&Poly::of(base)) && exponent.eval_f64(&|_| None) >= 0.0
        }
        // Over the same range what stands there is compared value by value; the variable of a range from 0 on is natural.
        Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => {
            let is_same = b.var != *var && !b.lo.mentions(var) && !b.hi.mentions(var);
            is_same && inner(&b.body) && sign::is_nonnegative(&Poly::of(&b.lo))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Monotone {
        text.parse::<Expr>().unwrap().monotone_in(&Var::from("x"))
    }

    #[test]
    fn one_rising_factor_may_be_negative() {
        assert_eq!(moves("log2(floor(x/10))/log2(10) + min(y, log2(x)/log2(3))"), Monotone::NonDecreasing);
        assert_eq!(moves("y*log2(x) - 5"), Monotone::NonDecreasing);
        assert_eq!(moves("log2(x/3)*log2(x)"), Monotone::Unknown);
        assert_eq!(moves("log2(y/3)*log2(x)"), Monotone::Unknown);
    }

    #[test]
    fn what_stands_over_the_same_range_is_compared_value_by_value() {
        assert_eq!(moves("maxover(k, 0, n, max(x*k, sum(j, 1, k, floor(x/2) + j)))"), Monotone::NonDecreasing);
        assert_eq!(moves("minover(k, 1, n, x + k) + 3"), Monotone::NonDecreasing);
        assert_eq!(moves("0 - minover(k, 1, n, x + k)"), Monotone::NonIncreasing);
        // Of a range that begins below zero, a factor may be negative.
        assert_ne!(moves("minover(k, -5, 2, x*k)"), Monotone::NonDecreasing);
        assert_eq!(moves("maxover(k, 0, n, x*k - x^2)"), Monotone::Unknown);
    }
}
