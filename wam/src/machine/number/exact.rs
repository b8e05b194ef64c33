//! Integers and rationals: the operations that are exact.

use super::Number::{self, Big, Float, Int, Rational};
use super::patient::{self, Asked};
use super::{ArithmeticError, Evaluation, Quotients, Resource, Result, Rules, Type, allow};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Defines an operation of the four types of numbers: its name, its operator, and the one on words.
macro_rules! operations {
    ($($name:ident $operator:tt $checked:ident;)*) => {$(
        pub(super) fn $name(rules: Rules, a: &Number, b: &Number) -> Result<Number> {
            Ok(match (a, b) {
                (Int(x), Int(y)) => match x.$checked(*y) {
                    Some(value) => Int(value),
                    None => Number::wide(i128::from(*x) $operator i128::from(*y)),
                },
                (Float(x), Float(y)) => return rules.check(x $operator y),
                (Float(_), _) | (_, Float(_)) => return rules.check(rules.float(a)? $operator rules.float(b)?),
                _ => {
                    allow(a.bits() + b.bits())?;
                    match (a, b) {
                        (Big(x), Big(y)) => Number::integer(x $operator y),
                        (Big(x), Int(y)) => Number::integer(x $operator *y),
                        (Int(x), Big(y)) => Number::integer(*x $operator y),
                        _ => Number::rational(a.need_rational()? $operator b.need_rational()?),
                    }
                }
            })
        }
    )*};
}

operations! {
    add + checked_add;
    subtract - checked_sub;
    multiply * checked_mul;
}

/// A product; that of large integers may be interrupted.
pub(super) fn product(rules: Rules, a: &Number, b: &Number, asked: Asked) -> Result<Number> {
    match (a, b) {
        (Big(x), Big(y)) => {
            allow(x.bits() + y.bits())?;
            Ok(Number::integer(patient::multiply(x, y, asked)?))
        }
        _ => multiply(rules, a, b),
    }
}

/// Applies an operation to two integers: on words where that gives a value, else on big ones.
pub(super) fn integers(
    a: &Number,
    b: &Number,
    small: fn(i64, i64) -> Option<i64>,
    big: fn(BigInt, BigInt) -> BigInt,
) -> Result<Number> {
    if let (Int(x), Int(y)) = (a, b)
        && let Some(value) = small(*x, *y)
    {
        return Ok(Int(value));
    }
    let (x, y) = (a.need_integer()?, b.need_integer()?);
    allow(x.bits() + y.bits())?;
    Ok(Number::integer(big(x, y)))
}

/// Applies a division of integers: on words where that gives a value, else from quotient and remainder of big ones,
/// rounded to zero.
pub(super) fn division(
    a: &Number,
    b: &Number,
    small: fn(i64, i64) -> Option<i64>,
    big: fn((BigInt, BigInt), &BigInt) -> BigInt,
    asked: Asked,
) -> Result<Number> {
    if !matches!((a, b), (Int(_), Int(_))) {
        a.need_integer()?;
        b.need_integer()?;
    }
    if b.is_zero() {
        return Err(Evaluation("zero_divisor"));
    }
    if let (Int(x), Int(y)) = (a, b)
        && let Some(value) = small(*x, *y)
    {
        return Ok(Int(value));
    }
    let (x, y) = (a.need_integer()?, b.need_integer()?);
    allow(x.bits() + y.bits())?;
    Ok(Number::integer(big(patient::divide(&x, &y, asked)?, &y)))
}

/// `/`, by the rules for quotients.
pub(super) fn divide(rules: Rules, a: &Number, b: &Number) -> Result<Number> {
    if let (Float(_), _) | (_, Float(_)) = (a, b) {
        let (x, y) = (rules.float(a)?, rules.float(b)?);
        if y == 0.0 {
            return if x == 0.0 || x.is_nan() { rules.undefined(f64::NAN) } else { rules.zero_division(x / y) };
        }
        return rules.check(x / y);
    }
    if b.is_zero() {
        let sign = if a.is_negative() { f64::NEG_INFINITY } else { f64::INFINITY };
        return rules.zero_division(if a.is_zero() { f64::NAN } else { sign });
    }
    if let (Rational(_), _) | (_, Rational(_)) = (a, b) {
        return quotient(a, b);
    }
    if let (Int(x), Int(y)) = (a, b) {
        if rules.quotients() != Quotients::Float && x.checked_rem(*y) == Some(0) {
            return Ok(Int(x / y));
        }
        // Within 53 bits the operands are floats exactly, so that the one rounding is that of the division.
        if rules.quotients() != Quotients::Rational && x.unsigned_abs().max(y.unsigned_abs()) <= 1 << 53 {
            return Ok(Float(*x as f64 / *y as f64));
        }
    }
    let (x, y) = (a.need_integer()?, b.need_integer()?);
    if rules.quotients() != Quotients::Float && (&x % &y).is_zero() {
        return Ok(Number::integer(x / y));
    }
    match rules.quotients() {
        Quotients::Rational => quotient(a, b),
        Quotients::Mixed | Quotients::Float => rules.check(quotient_to_float(&x, &y)),
    }
}

/// `rdiv`.
pub(super) fn quotient(a: &Number, b: &Number) -> Result<Number> {
    let (x, y) = (a.need_rational()?, b.need_rational()?);
    if y.is_zero() {
        return Err(Evaluation("zero_divisor"));
    }
    allow(a.bits() + b.bits())?;
    Ok(Number::rational(x / y))
}

/// The float nearest to a quotient of integers, of which the second is not 0.
pub(super) fn quotient_to_float(a: &BigInt, b: &BigInt) -> f64 {
    let negative = a.is_negative() != b.is_negative();
    let (a, b) = (a.magnitude(), b.magnitude());
    if a.is_zero() {
        return 0.0;
    }
    // 66 or 67 bits of the quotient, the last of which says besides whether anything is left.
    let shift = 66 - (a.bits() as i64 - b.bits() as i64);
    let (quotient, rest) =
        if shift >= 0 { (a << shift as u64).div_rem(b) } else { a.div_rem(&(b << shift.unsigned_abs())) };
    let quotient = quotient.to_u128().expect("a quotient of 67 bits") | u128::from(!rest.is_zero());
    let bits = 128 - i64::from(quotient.leading_zeros());
    // Floats below 2^-1022 have fewer bits.
    let precision = 53.min(53 + (bits - 1 - shift) + 1022);
    if precision < 0 {
        return if negative { -0.0 } else { 0.0 };
    }
    let dropped = (bits - precision) as u32;
    let (kept, lost) = (quotient >> dropped, quotient & ((1 << dropped) - 1));
    let half = 1 << (dropped - 1);
    let up = lost > half || lost == half && kept & 1 == 1;
    let magnitude = scale((kept + u128::from(up)) as f64, i64::from(dropped) - shift);
    if negative { -magnitude } else { magnitude }
}

/// `x * 2^by` for an integer `x` within 53 bits, where the product is a float or too large for one.
fn scale(mut x: f64, mut by: i64) -> f64 {
    while by < -1000 {
        x *= 2f64.powi(-1000);
        by += 1000;
    }
    while by > 1000 && x.is_finite() {
        x *= 2f64.powi(1000);
        by -= 1000;
    }
    x * 2f64.powi(by.clamp(-1000, 1000) as i32)
}

pub(super) fn shift(a: &Number, b: &Number, left: bool) -> Result<Number> {
    let (value, by) = (a.need_integer()?, b.need_integer()?);
    let left = left != by.is_negative();
    let by = by.abs();
    if !left {
        let by = by.to_u64().unwrap_or(u64::MAX);
        return Ok(match value.bits() {
            bits if by > bits => Int(if value.is_negative() { -1 } else { 0 }),
            _ => Number::integer(value >> by),
        });
    }
    if value.is_zero() {
        return Ok(Int(0));
    }
    let by = by.to_u64().filter(|by| by.saturating_add(value.bits()) <= super::MAX_BITS);
    Ok(Number::integer(value << by.ok_or(Resource("memory"))?))
}

/// What a power of an integer with a negative exponent is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reciprocal {
    /// `**`: a float.
    Float,
    /// `^`: an error unless the base is 1 or -1.
    Error,
}

/// `**` and `^`.
pub(super) fn power(rules: Rules, a: &Number, b: &Number, reciprocal: Reciprocal, asked: Asked) -> Result<Number> {
    match (a, b) {
        (Float(_), Rational(q)) | (Int(_) | Big(_) | Rational(_), Rational(q)) => fractional_power(rules, a, q, asked),
        (Float(_), _) | (_, Float(_)) => float_power(rules, rules.float(a)?, rules.float(b)?),
        (Int(_) | Big(_), _) => integer_power(rules, a, b, reciprocal, asked),
        (Rational(base), _) => {
            let magnitude = b.need_integer()?.abs();
            let exponent = exponent(&magnitude, base.numer().bits().max(base.denom().bits()))?;
            let power = BigRational::new_raw(
                patient::power(base.numer(), exponent, asked)?,
                patient::power(base.denom(), exponent, asked)?,
            );
            Ok(Number::rational(if b.is_negative() { power.recip() } else { power }))
        }
    }
}

fn float_power(rules: Rules, x: f64, y: f64) -> Result<Number> {
    if x == 0.0 && y < 0.0 {
        return rules.zero_division(x.powf(y));
    }
    rules.check(x.powf(y))
}

/// An exponent for a base of so many bits, where the power may be computed.
fn exponent(magnitude: &BigInt, bits: u64) -> Result<u32> {
    let fits = |&e: &u32| allow(u64::from(e).saturating_mul(bits)).is_ok();
    magnitude.to_u32().filter(fits).ok_or(Resource("memory"))
}

fn integer_power(rules: Rules, a: &Number, b: &Number, reciprocal: Reciprocal, asked: Asked) -> Result<Number> {
    let (base, power) = (a.need_integer()?, b.need_integer()?);
    if rules.quotients() == Quotients::Float && reciprocal == Reciprocal::Float {
        return float_power(rules, rules.float(a)?, rules.float(b)?);
    }
    if base.is_one() || power.is_zero() {
        return Ok(Int(1));
    }
    if base == -BigInt::one() {
        return Ok(Int(if power.is_even() { 1 } else { -1 }));
    }
    if base.is_zero() {
        return if power.is_negative() { rules.zero_division(f64::INFINITY) } else { Ok(Int(0)) };
    }
    if power.is_negative() {
        return match (rules.quotients(), reciprocal) {
            (Quotients::Rational, _) => {
                let value = patient::power(&base, exponent(&power.abs(), base.bits())?, asked)?;
                Ok(Number::rational(BigRational::new(BigInt::one(), value)))
            }
            (_, Reciprocal::Error) => Err(Type("float", a.clone())),
            (_, Reciprocal::Float) => float_power(rules, rules.float(a)?, rules.float(b)?),
        };
    }
    Ok(Number::integer(patient::power(&base, exponent(&power, base.bits())?, asked)?))
}

/// The power with an exponent p/q: exact where the q-th root is, else a float. Of a negative base the odd roots are
/// negative, the even ones undefined.
fn fractional_power(rules: Rules, a: &Number, exponent: &BigRational, asked: Asked) -> Result<Number> {
    let (p, q) = (exponent.numer(), exponent.denom());
    let negative = a.is_negative();
    if negative && q.is_even() {
        return rules.undefined(f64::NAN);
    }
    if let (Some(base), Some(q)) = (a.to_rational(), q.to_u32()) {
        let root = |x: &BigInt| Some(x.nth_root(q)).filter(|root| root.pow(q) == *x);
        if let (Some(numer), Some(denom)) = (root(base.numer()), root(base.denom())) {
            let root = Number::rational(BigRational::new(numer, denom));
            return power(rules, &root, &Number::integer(p.clone()), Reciprocal::Float, asked);
        }
    }
    let magnitude = rules.float(a)?.abs();
    let value = float_power(rules, magnitude, quotient_to_float(p, q))?;
    Ok(match value {
        Float(x) if negative && p.is_odd() => Float(-x),
        other => other,
    })
}

pub(super) fn gcd(a: &Number, b: &Number, asked: Asked) -> Result<Number> {
    if let (Int(x), Int(y)) = (a, b) {
        return Ok(Number::wide(x.unsigned_abs().gcd(&y.unsigned_abs()).into()));
    }
    Ok(Number::integer(patient::gcd(&a.need_integer()?, &b.need_integer()?, asked)?))
}

pub(super) fn lcm(a: &Number, b: &Number, asked: Asked) -> Result<Number> {
    let (x, y) = (a.need_integer()?, b.need_integer()?);
    allow(x.bits() + y.bits())?;
    if x.is_zero() || y.is_zero() {
        return Ok(Int(0));
    }
    let common = patient::gcd(&x, &y, asked)?;
    Ok(Number::integer(patient::multiply(&patient::divide(&x, &common, asked)?.0, &y, asked)?.abs()))
}

/// An integer above 0.
pub(super) fn positive(a: &Number) -> Result<BigInt> {
    let value = a.need_integer()?;
    if value.is_positive() { Ok(value) } else { Err(ArithmeticError::Domain("not_less_than_one", a.clone())) }
}

/// An integer from 0 on.
pub(super) fn natural(a: &Number) -> Result<BigUint> {
    let value = a.need_integer()?;
    value.to_biguint().ok_or_else(|| ArithmeticError::Domain("not_less_than_zero", a.clone()))
}

/// `powm(Base, Exponent, Modulus)`.
pub(super) fn power_modulo(base: &Number, exponent: &Number, modulus: &Number, asked: Asked) -> Result<Number> {
    let base = base.need_integer()?;
    let (exponent, modulus) = (natural(exponent)?, positive(modulus)?);
    Ok(Number::integer(patient::power_modulo(&base, &exponent, &modulus, asked)?))
}

/// The bit of an integer at an index.
pub(super) fn bit(a: &Number, index: &Number) -> Result<Number> {
    let (value, index) = (natural(a)?, natural(index)?);
    Ok(Int(index.to_u64().is_some_and(|index| value.bit(index)).into()))
}

pub(super) fn sign(x: &Number) -> Number {
    match x {
        Float(x) if x.is_nan() => Float(*x),
        Float(x) if *x == 0.0 => Float(0.0),
        Float(x) => Float(x.signum()),
        Int(i) => Int(i.signum()),
        other => Int(if other.is_negative() { -1 } else { 1 }),
    }
}

pub(super) fn negate(x: &Number) -> Number {
    match x {
        Int(i) => Number::wide(-i128::from(*i)),
        Big(b) => Number::integer(-b),
        Rational(q) => Rational(Box::new(-&**q)),
        Float(x) => Float(-x),
    }
}

pub(super) fn absolute(x: &Number) -> Number {
    match x {
        Float(x) => Float(x.abs()),
        other if other.is_negative() => negate(other),
        other => other.clone(),
    }
}

/// The rational that a float is.
pub(super) fn rational(rules: Rules, x: &Number) -> Result<Number> {
    match x {
        Float(value) => match BigRational::from_float(*value) {
            Some(exact) => Ok(Number::rational(exact)),
            None => rules.undefined(*value),
        },
        exact => Ok(exact.clone()),
    }
}

/// The convergent of a float's continued fraction with the smallest denominator that is the float again.
pub(super) fn rationalize(rules: Rules, x: &Number) -> Result<Number> {
    let Float(value) = x else { return Ok(x.clone()) };
    let Some(exact) = BigRational::from_float(*value) else { return rules.undefined(*value) };
    let (mut p0, mut q0) = (BigInt::zero(), BigInt::one());
    let (mut p1, mut q1) = (BigInt::one(), BigInt::zero());
    let mut rest = exact;
    loop {
        let whole = rest.floor().to_integer();
        let (p2, q2) = (&whole * &p1 + &p0, &whole * &q1 + &q0);
        if quotient_to_float(&p2, &q2) == *value {
            return Ok(Number::rational(BigRational::new(p2, q2)));
        }
        (p0, q0, p1, q1) = (p1, q1, p2, q2);
        // The last convergent is the float itself, so something is left here.
        rest = (rest - BigRational::from_integer(whole)).recip();
    }
}

/// The truncated root of an integer and what is left of it; none for an even root of a negative one.
pub(crate) fn root_and_remainder(degree: u32, value: &BigInt) -> Option<(BigInt, BigInt)> {
    if value.is_negative() && degree.is_multiple_of(2) {
        return None;
    }
    let root = value.nth_root(degree);
    let rest = value - root.pow(degree);
    Some((root, rest))
}
