//! Functions of floats, and from floats to integers.

use super::Number::{self, Big, Float, Int, Rational};
use super::{Evaluation, Result, Rules, float_to_big};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// Applies a function of a float.
pub(super) fn function(rules: Rules, x: &Number, f: fn(f64) -> f64) -> Result<Number> {
    rules.check(f(rules.float(x)?))
}

/// Rounds to an integer.
pub(super) fn rounded(x: &Number, float: fn(f64) -> f64, rational: fn(&BigRational) -> BigRational) -> Result<Number> {
    match x {
        Float(value) if !value.is_finite() => Err(Evaluation("undefined")),
        Float(value) => {
            let value = float(*value);
            // Floats of that size are words exactly.
            if value.abs() < 9e18 { Ok(Int(value as i64)) } else { Ok(Number::integer(float_to_big(value))) }
        }
        Rational(value) => Ok(Number::integer(rational(value).to_integer())),
        integer => Ok(integer.clone()),
    }
}

/// The smaller or the greater. Of two that compare equal it is the float; what is no number counts as absent.
pub(super) fn extreme(a: &Number, b: &Number, take_first: Ordering) -> Number {
    match a.compare(b) {
        Some(Ordering::Equal) if matches!(b, Float(_)) => b.clone(),
        Some(order) if order == take_first || order == Ordering::Equal => a.clone(),
        None if matches!(b, Float(x) if x.is_nan()) => a.clone(),
        _ => b.clone(),
    }
}

/// A logarithm of a number above 0, given the function for floats and the logarithm of 2. Beyond the range of floats the
/// exponent is taken out first.
fn logarithm_of(x: &Number, function: fn(f64) -> f64, of_2: f64) -> f64 {
    let split = |x: &BigInt| {
        let excess = x.bits().saturating_sub(64);
        function((x >> excess).to_f64().unwrap_or(f64::MAX)) + excess as f64 * of_2
    };
    match x {
        Big(value) => split(value),
        Rational(q) if q.numer().bits().max(q.denom().bits()) > 1000 => split(q.numer()) - split(q.denom()),
        other => function(other.to_float()),
    }
}

pub(super) fn logarithm(rules: Rules, x: &Number) -> Result<Number> {
    if x.is_zero() {
        return rules.undefined(f64::NEG_INFINITY);
    }
    if x.is_negative() {
        return rules.undefined(f64::NAN);
    }
    rules.check(logarithm_of(x, f64::ln, std::f64::consts::LN_2))
}

pub(super) fn logarithm_to_base(rules: Rules, base: &Number, x: &Number) -> Result<Number> {
    let (base, x) = (logarithm(rules, base)?.to_float(), logarithm(rules, x)?.to_float());
    if base == 0.0 {
        return rules.zero_division(x / base);
    }
    rules.check(x / base)
}

pub(super) fn logarithm_to_base_2(rules: Rules, x: &Number) -> Result<Number> {
    logarithm(rules, x)?;
    rules.check(logarithm_of(x, f64::log2, 1.0))
}

pub(super) fn square_root(rules: Rules, x: &Number) -> Result<Number> {
    if x.is_negative() {
        return rules.undefined(f64::NAN);
    }
    match x {
        // Beyond the range of floats the root may be within it.
        Big(value) if value.bits() > 1000 => rules.check(value.sqrt().to_f64().unwrap_or(f64::INFINITY)),
        other => function(rules, other, f64::sqrt),
    }
}

/// The angle of the point (x, y).
pub(super) fn angle(rules: Rules, y: &Number, x: &Number) -> Result<Number> {
    let (y, x) = (rules.float(y)?, rules.float(x)?);
    if x == 0.0 && y == 0.0 {
        return rules.undefined(y.atan2(x));
    }
    rules.check(y.atan2(x))
}

pub(super) fn cotangent(rules: Rules, x: &Number) -> Result<Number> {
    let x = rules.float(x)?;
    if x == 0.0 { rules.zero_division(1.0 / x) } else { rules.check(1.0 / x.tan()) }
}

/// The next float from one towards another.
pub(super) fn next_toward(rules: Rules, x: &Number, to: &Number) -> Result<Number> {
    let from = rules.float(x)?;
    match Float(from).compare(to) {
        Some(Ordering::Less) => rules.check(from.next_up()),
        Some(Ordering::Greater) => rules.check(from.next_down()),
        _ => rules.check(from),
    }
}
