//! Numbers as values, and the evaluable functors on them. Pure: nothing here knows the machine's memory.
//!
//! Follows ISO 13211-1 section 9 with SWI-Prolog's integers: unbounded, `/` exact where it can be.

use crate::compile::evaluable::Evaluable;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Number {
    Int(i64),
    /// Does not fit an `i64`.
    Big(BigInt),
    Float(f64),
}

/// Why there is no value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ArithmeticError {
    /// `evaluation_error(…)`.
    Evaluation(&'static str),
    /// `type_error(integer, culprit)` and the like.
    Type(&'static str, Number),
    /// `must_be_nonneg…`: `type_error` with a computed culprit.
    Resource(&'static str),
}

use ArithmeticError::{Evaluation, Resource, Type};
use Number::{Big, Float, Int};

type Result<T> = std::result::Result<T, ArithmeticError>;

/// Bits of the largest integer that is computed; beyond is a resource error.
const MAX_BITS: u64 = 1 << 26;

impl Number {
    /// An integer in its shortest form.
    pub(crate) fn integer(value: BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Int(small),
            None => Big(value),
        }
    }

    fn wide(value: i128) -> Number {
        match i64::try_from(value) {
            Ok(small) => Int(small),
            Err(_) => Big(BigInt::from(value)),
        }
    }

    pub(crate) fn to_float(&self) -> f64 {
        match self {
            Int(i) => *i as f64,
            Big(b) => b.to_f64().unwrap_or(if b.is_negative() { f64::NEG_INFINITY } else { f64::INFINITY }),
            Float(x) => *x,
        }
    }

    /// As a float that is finite, as arithmetic requires.
    fn finite(&self) -> Result<f64> {
        match self {
            Float(x) => Ok(*x),
            other => check(other.to_float()).map(|_| other.to_float()),
        }
    }

    fn big(&self) -> Option<BigInt> {
        match self {
            Int(i) => Some(BigInt::from(*i)),
            Big(b) => Some(b.clone()),
            Float(_) => None,
        }
    }

    fn need_integer(&self) -> Result<BigInt> {
        self.big().ok_or_else(|| Type("integer", self.clone()))
    }

    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Int(i) => *i == 0,
            Big(_) => false,
            Float(x) => *x == 0.0,
        }
    }

    fn is_negative(&self) -> bool {
        match self {
            Int(i) => *i < 0,
            Big(b) => b.is_negative(),
            Float(x) => *x < 0.0,
        }
    }

    /// Order by value; none when one is not a number. Exact also between integers and floats.
    pub(crate) fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Int(a), Int(b)) => Some(a.cmp(b)),
            (Float(a), Float(b)) => a.partial_cmp(b),
            (Float(a), b) => compare_integer(&b.big()?, *a).map(Ordering::reverse),
            (a, Float(b)) => compare_integer(&a.big()?, *b),
            (a, b) => Some(a.big()?.cmp(&b.big()?)),
        }
    }
}

/// Compares an integer with a float exactly.
fn compare_integer(a: &BigInt, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    if b.is_infinite() {
        return Some(if b > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = float_to_big(b.trunc());
    Some(a.cmp(&whole).then_with(|| 0.0.partial_cmp(&b.fract()).expect("the fraction of a finite float is a number")))
}

fn float_to_big(x: f64) -> BigInt {
    num_traits::FromPrimitive::from_f64(x).unwrap_or_default()
}

/// A float that arithmetic may give: finite.
fn check(x: f64) -> Result<Number> {
    if x.is_finite() {
        Ok(Float(x))
    } else if x.is_nan() {
        Err(Evaluation("undefined"))
    } else {
        Err(Evaluation("float_overflow"))
    }
}

/// A float result of a function that is not defined everywhere.
fn defined(x: f64) -> Result<Number> {
    if x.is_nan() { Err(Evaluation("undefined")) } else { check(x) }
}

/// A float rounded to an integer.
fn rounded(x: &Number, round: fn(f64) -> f64) -> Result<Number> {
    match x {
        Float(value) => {
            check(*value)?;
            Ok(Number::integer(float_to_big(round(*value))))
        }
        integer => Ok(integer.clone()),
    }
}

/// Applies an integer operation or a float operation, as the operands are.
fn arithmetic(
    a: &Number,
    b: &Number,
    small: fn(i64, i64) -> Option<i64>,
    big: fn(BigInt, BigInt) -> BigInt,
    float: fn(f64, f64) -> f64,
) -> Result<Number> {
    if let (Int(x), Int(y)) = (a, b)
        && let Some(value) = small(*x, *y)
    {
        return Ok(Int(value));
    }
    match (a.big(), b.big()) {
        (Some(x), Some(y)) => {
            if x.bits() + y.bits() > MAX_BITS {
                return Err(Resource("memory"));
            }
            Ok(Number::integer(big(x, y)))
        }
        _ => check(float(a.finite()?, b.finite()?)),
    }
}

/// Applies an integer operation to integers.
fn integers(a: &Number, b: &Number, operation: fn(BigInt, BigInt) -> BigInt) -> Result<Number> {
    Ok(Number::integer(operation(a.need_integer()?, b.need_integer()?)))
}

/// Applies a division of integers.
fn division(a: &Number, b: &Number, operation: fn(BigInt, BigInt) -> BigInt) -> Result<Number> {
    a.need_integer()?;
    b.need_integer()?;
    if b.is_zero() {
        return Err(Evaluation("zero_divisor"));
    }
    integers(a, b, operation)
}

fn divide(a: &Number, b: &Number) -> Result<Number> {
    if let (Some(x), Some(y)) = (a.big(), b.big()) {
        if y.is_zero() {
            return Err(Evaluation("zero_divisor"));
        }
        let (quotient, remainder) = x.div_rem(&y);
        return if remainder.is_zero() { Ok(Number::integer(quotient)) } else { check(a.finite()? / b.finite()?) };
    }
    let (x, y) = (a.finite()?, b.finite()?);
    if y == 0.0 {
        return Err(Evaluation(if x == 0.0 { "undefined" } else { "zero_divisor" }));
    }
    check(x / y)
}

fn shift(a: &Number, b: &Number, left: bool) -> Result<Number> {
    let (value, by) = (a.need_integer()?, b.need_integer()?);
    let left = left != by.is_negative();
    let by = by.abs();
    if left {
        if value.is_zero() {
            return Ok(Int(0));
        }
        let by = by.to_u64().filter(|by| by + value.bits() <= MAX_BITS).ok_or(Resource("memory"))?;
        Ok(Number::integer(value << by))
    } else {
        let by = by.to_u64().unwrap_or(u64::MAX);
        if by > value.bits() {
            return Ok(Int(if value.is_negative() { -1 } else { 0 }));
        }
        Ok(Number::integer(value >> by))
    }
}

fn power(a: &Number, b: &Number) -> Result<Number> {
    let (Some(base), Some(exponent)) = (a.big(), b.big()) else {
        let (x, y) = (a.finite()?, b.finite()?);
        if x == 0.0 && y < 0.0 {
            return Err(Evaluation("zero_divisor"));
        }
        return defined(x.powf(y));
    };
    if base.is_one() || exponent.is_zero() {
        return Ok(Int(1));
    }
    if base == -BigInt::one() {
        return Ok(Int(if exponent.is_even() { 1 } else { -1 }));
    }
    if base.is_zero() {
        return if exponent.is_negative() { Err(Evaluation("zero_divisor")) } else { Ok(Int(0)) };
    }
    if exponent.is_negative() {
        return Err(Type("float", a.clone()));
    }
    let exponent = exponent
        .to_u32()
        .filter(|&e| u64::from(e).saturating_mul(base.bits()) <= MAX_BITS)
        .ok_or(Resource("memory"))?;
    Ok(Number::integer(base.pow(exponent)))
}

/// The smaller or the greater: the first where they compare equal and are of the same type, else the float.
fn extreme(a: &Number, b: &Number, take_first: Ordering) -> Number {
    match a.compare(b) {
        Some(order) if order == take_first || order == Ordering::Equal => a.clone(),
        None if matches!(a, Float(x) if x.is_nan()) => a.clone(),
        _ => b.clone(),
    }
}

fn logarithm(x: &Number) -> Result<f64> {
    if x.is_zero() && !matches!(x, Float(_)) || x.is_negative() || x.is_zero() {
        return Err(Evaluation("undefined"));
    }
    Ok(match x {
        // Beyond the range of floats: take the exponent out first.
        Big(value) if value.bits() > 1000 => {
            let excess = value.bits() - 64;
            let top = (value >> excess).to_f64().unwrap_or(f64::MAX);
            top.ln() + excess as f64 * std::f64::consts::LN_2
        }
        other => other.to_float().ln(),
    })
}

fn sign(x: &Number) -> Number {
    match x {
        Int(i) => Int(i.signum()),
        Big(b) => Int(match b.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }),
        Float(x) if *x == 0.0 || x.is_nan() => Float(*x),
        Float(x) => Float(x.signum()),
    }
}

fn absolute(x: &Number) -> Number {
    match x {
        Int(i) => Number::wide(i128::from(*i).abs()),
        Big(b) => Number::integer(b.abs()),
        Float(x) => Float(x.abs()),
    }
}

fn negate(x: &Number) -> Number {
    match x {
        Int(i) => Number::wide(-i128::from(*i)),
        Big(b) => Number::integer(-b),
        Float(x) => Float(-x),
    }
}

/// Applies a float function.
fn float(x: &Number, function: fn(f64) -> f64) -> Result<Number> {
    defined(function(x.finite()?))
}

/// Evaluates a functor on its operands. `random` gives random bits, for the functors that ask for them.
pub(crate) fn evaluate(f: Evaluable, operands: &[Number], random: &mut dyn FnMut() -> u64) -> Result<Number> {
    let nullary = Int(0);
    let a = operands.first().unwrap_or(&nullary);
    let b = operands.get(1).unwrap_or(&nullary);
    match f {
        Evaluable::Pos => Ok(a.clone()),
        Evaluable::Neg => Ok(negate(a)),
        Evaluable::Abs => Ok(absolute(a)),
        Evaluable::Sign => Ok(sign(a)),
        Evaluable::Min => Ok(extreme(a, b, Ordering::Less)),
        Evaluable::Max => Ok(extreme(a, b, Ordering::Greater)),
        Evaluable::Add | Evaluable::Plus => arithmetic(a, b, i64::checked_add, |x, y| x + y, |x, y| x + y),
        Evaluable::Sub => arithmetic(a, b, i64::checked_sub, |x, y| x - y, |x, y| x - y),
        Evaluable::Mul => arithmetic(a, b, i64::checked_mul, |x, y| x * y, |x, y| x * y),
        Evaluable::Divide => divide(a, b),
        Evaluable::IntDiv => division(a, b, |x, y| x / y),
        Evaluable::Rem => division(a, b, |x, y| x % y),
        Evaluable::Div => division(a, b, |x, y| x.div_floor(&y)),
        Evaluable::Mod => division(a, b, |x, y| x.mod_floor(&y)),
        Evaluable::Gcd => integers(a, b, |x, y| x.gcd(&y)),
        Evaluable::Msb => msb(a),
        Evaluable::Power | Evaluable::Caret => power(a, b),
        Evaluable::ShiftLeft => shift(a, b, true),
        Evaluable::ShiftRight => shift(a, b, false),
        Evaluable::And => integers(a, b, |x, y| x & y),
        Evaluable::Or => integers(a, b, |x, y| x | y),
        Evaluable::Xor => integers(a, b, |x, y| x ^ y),
        Evaluable::Not => Ok(Number::integer(!a.need_integer()?)),
        Evaluable::Sqrt => square_root(a),
        Evaluable::Sin => float(a, f64::sin),
        Evaluable::Cos => float(a, f64::cos),
        Evaluable::Tan => float(a, f64::tan),
        Evaluable::Asin => float(a, f64::asin),
        Evaluable::Acos => float(a, f64::acos),
        Evaluable::Atan => float(a, f64::atan),
        Evaluable::Atan2 | Evaluable::AtanOf => {
            let (y, x) = (a.finite()?, b.finite()?);
            if x == 0.0 && y == 0.0 && f == Evaluable::Atan2 {
                return Err(Evaluation("undefined"));
            }
            check(y.atan2(x))
        }
        Evaluable::Sinh => float(a, f64::sinh),
        Evaluable::Cosh => float(a, f64::cosh),
        Evaluable::Tanh => float(a, f64::tanh),
        Evaluable::Asinh => float(a, f64::asinh),
        Evaluable::Acosh => float(a, f64::acosh),
        Evaluable::Atanh => float(a, f64::atanh),
        Evaluable::Exp => float(a, f64::exp),
        Evaluable::Log => logarithm(a).map(Float),
        Evaluable::LogBase => {
            let (base, value) = (logarithm(a)?, logarithm(b)?);
            if base == 0.0 {
                return Err(Evaluation("zero_divisor"));
            }
            check(value / base)
        }
        Evaluable::Log2 => logarithm(a).map(|ln| match a {
            Big(_) => Float(ln / std::f64::consts::LN_2),
            other => Float(other.to_float().log2()),
        }),
        Evaluable::Ceiling => rounded(a, f64::ceil),
        Evaluable::Floor => rounded(a, f64::floor),
        Evaluable::Round | Evaluable::Integer => rounded(a, f64::round),
        Evaluable::Truncate => rounded(a, f64::trunc),
        Evaluable::Float => a.finite().map(Float),
        Evaluable::FloatIntegerPart => match a {
            Float(x) => Ok(Float(x.trunc())),
            integer => Ok(integer.clone()),
        },
        Evaluable::FloatFractionalPart => match a {
            Float(x) => Ok(Float(x.fract())),
            _ => Ok(Int(0)),
        },
        Evaluable::CopySign => check(a.finite()?.copysign(b.finite()?)),
        Evaluable::Succ => evaluate(Evaluable::Add, &[a.clone(), Int(1)], random),
        Evaluable::Random => random_below(a, random),
        Evaluable::RandomFloat => Ok(Float(((random() >> 11) as f64 + 0.5) / (1u64 << 53) as f64)),
        Evaluable::Pi => Ok(Float(std::f64::consts::PI)),
        Evaluable::E => Ok(Float(std::f64::consts::E)),
        Evaluable::Inf | Evaluable::Infinite => Ok(Float(f64::INFINITY)),
        Evaluable::Nan => Ok(Float(f64::NAN)),
        Evaluable::Epsilon => Ok(Float(f64::EPSILON)),
        Evaluable::MaxTaggedInteger => Ok(Int((1 << 60) - 1)),
        Evaluable::MinTaggedInteger => Ok(Int(-(1 << 60))),
        Evaluable::MaxInteger => Ok(Int(i64::MAX)),
        Evaluable::MinInteger => Ok(Int(i64::MIN)),
        Evaluable::CpuTime => Ok(Float(super::clock::cpu_seconds())),
        Evaluable::RealTime => Ok(Int(super::clock::unix_seconds() as i64)),
    }
}

fn msb(a: &Number) -> Result<Number> {
    let value = a.need_integer()?;
    if !value.is_positive() {
        return Err(Type("not_less_than_one", a.clone()));
    }
    Ok(Int(value.bits() as i64 - 1))
}

fn square_root(a: &Number) -> Result<Number> {
    if a.is_negative() {
        return Err(Evaluation("undefined"));
    }
    match a {
        // Beyond the range of floats the root may be within it.
        Big(value) if value.bits() > 1000 => check(value.sqrt().to_f64().unwrap_or(f64::INFINITY)),
        other => check(other.to_float().sqrt()),
    }
}

fn random_below(a: &Number, random: &mut dyn FnMut() -> u64) -> Result<Number> {
    let limit = a.need_integer()?;
    if !limit.is_positive() {
        return Err(Type("not_less_than_one", a.clone()));
    }
    let limbs = limit.bits().div_ceil(64) + 1;
    let digits: Vec<u32> = (0..limbs * 2).map(|_| random() as u32).collect();
    Ok(Number::integer(BigInt::from_slice(Sign::Plus, &digits) % limit))
}
