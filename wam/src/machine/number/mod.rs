//! Numbers as values, and the evaluable functors on them. Pure: nothing here knows the machine's memory.
//!
//! Follows ISO 13211-1 section 9 with corrigenda 1 to 3, and SWI-Prolog for what is beyond: integers without bounds,
//! rationals, `/` exact where it can be. Deviation from both: functions of integers beyond the range of floats have a
//! value where the value is in range (`log(2**5000)`, `sqrt(2**2000)`).
//!
//! | file | is |
//! |---|---|
//! | `mod` | values, their order, and conversions between them |
//! | `evaluate` | from functors to operations |
//! | `exact` | integers and rationals |
//! | `real` | functions of floats, rounding |

mod evaluate;
mod exact;
pub(crate) mod patient;
mod real;

pub(crate) use evaluate::{Context, evaluate};
pub(crate) use exact::root_and_remainder;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Number {
    Int(i64),
    /// Does not fit an `i64`.
    Big(BigInt),
    /// Is no integer.
    Rational(Box<BigRational>),
    Float(f64),
}

/// Why there is no value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ArithmeticError {
    /// `evaluation_error(…)`.
    Evaluation(&'static str),
    /// `type_error(Type, Culprit)`.
    Type(&'static str, Number),
    /// `domain_error(Domain, Culprit)`.
    Domain(&'static str, Number),
    /// `resource_error(…)`.
    Resource(&'static str),
    /// Somebody asked for the end of the run.
    Interrupted,
}

use ArithmeticError::{Evaluation, Resource, Type};
use Number::{Big, Float, Int, Rational};

pub(crate) type Result<T> = std::result::Result<T, ArithmeticError>;

/// Bits of the largest integer that is computed; beyond is a resource error.
const MAX_BITS: u64 = 1 << 26;

/// What an operation on floats does that has no finite value: the flags `float_overflow` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Special {
    /// Raise an evaluation error.
    #[default]
    Error,
    /// Give infinity or what is not a number.
    Value,
}

/// What `/` makes of two integers of which the second does not divide the first, and `**` of an integer and a negative
/// one: the flags `iso` and `prefer_rationals`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quotients {
    /// An integer where it is one, else a float.
    Mixed,
    /// A rational.
    Rational,
    /// A float even where it is an integer.
    Float,
}

/// The flags that change what arithmetic gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) iso: bool,
    pub(crate) prefer_rationals: bool,
    pub(crate) overflow: Special,
    pub(crate) zero_division: Special,
    pub(crate) undefined: Special,
}

impl Rules {
    fn quotients(self) -> Quotients {
        match self {
            Rules { iso: true, .. } => Quotients::Float,
            Rules { prefer_rationals: true, .. } => Quotients::Rational,
            _ => Quotients::Mixed,
        }
    }

    /// The value of a flag of that name, if it is one of arithmetic.
    pub(crate) fn flag(&self, name: &str) -> Option<&'static str> {
        let boolean = |value| if value { "true" } else { "false" };
        let special = |value, name| if value == Special::Value { name } else { "error" };
        Some(match name {
            "iso" => boolean(self.iso),
            "prefer_rationals" => boolean(self.prefer_rationals),
            "float_overflow" => special(self.overflow, "infinity"),
            "float_zero_div" => special(self.zero_division, "infinity"),
            "float_undefined" => special(self.undefined, "nan"),
            _ => return None,
        })
    }

    /// Sets a flag of arithmetic; false where it has no such value.
    pub(crate) fn set_flag(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("iso", "true" | "on") => self.iso = true,
            ("iso", "false" | "off") => self.iso = false,
            ("prefer_rationals", "true") => self.prefer_rationals = true,
            ("prefer_rationals", "false") => self.prefer_rationals = false,
            ("float_overflow", "error") => self.overflow = Special::Error,
            ("float_overflow", "infinity") => self.overflow = Special::Value,
            ("float_zero_div", "error") => self.zero_division = Special::Error,
            ("float_zero_div", "infinity") => self.zero_division = Special::Value,
            ("float_undefined", "error") => self.undefined = Special::Error,
            ("float_undefined", "nan") => self.undefined = Special::Value,
            _ => return false,
        }
        true
    }

    /// A float as a result, where the rules allow it.
    fn check(self, x: f64) -> Result<Number> {
        if x.is_finite() || x.is_infinite() && self.overflow == Special::Value {
            Ok(Float(x))
        } else if x.is_nan() {
            self.undefined(x)
        } else {
            Err(Evaluation("float_overflow"))
        }
    }

    /// The result of an operation that is not defined on its operands.
    fn undefined(self, x: f64) -> Result<Number> {
        if self.undefined == Special::Value { Ok(Float(x)) } else { Err(Evaluation("undefined")) }
    }

    /// The result of a division by zero.
    fn zero_division(self, x: f64) -> Result<Number> {
        if self.zero_division == Special::Value { Ok(Float(x)) } else { Err(Evaluation("zero_divisor")) }
    }

    /// The value of a number as a float, if floats reach that far.
    fn float(self, x: &Number) -> Result<f64> {
        match x {
            Int(i) => Ok(*i as f64),
            Float(x) => Ok(*x),
            other => {
                let value = other.to_float();
                self.check(value).map(|_| value)
            }
        }
    }
}

impl Number {
    /// An integer in its shortest form.
    pub(crate) fn integer(value: BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Int(small),
            None => Big(value),
        }
    }

    /// A rational in its shortest form.
    pub(crate) fn rational(value: BigRational) -> Number {
        if value.is_integer() { Number::integer(value.to_integer()) } else { Rational(Box::new(value)) }
    }

    fn wide(value: i128) -> Number {
        match i64::try_from(value) {
            Ok(small) => Int(small),
            Err(_) => Big(BigInt::from(value)),
        }
    }

    /// The nearest float; infinite where there is none.
    pub(crate) fn to_float(&self) -> f64 {
        match self {
            Int(i) => *i as f64,
            Big(b) => b.to_f64().unwrap_or(if b.is_negative() { f64::NEG_INFINITY } else { f64::INFINITY }),
            Rational(q) => exact::quotient_to_float(q.numer(), q.denom()),
            Float(x) => *x,
        }
    }

    /// An integer of any size.
    pub(crate) fn to_big(&self) -> Option<BigInt> {
        match self {
            Int(i) => Some(BigInt::from(*i)),
            Big(b) => Some(b.clone()),
            Rational(_) | Float(_) => None,
        }
    }

    /// An integer or a rational as a quotient.
    pub(crate) fn to_rational(&self) -> Option<BigRational> {
        match self {
            Rational(q) => Some((**q).clone()),
            Float(_) => None,
            integer => integer.to_big().map(BigRational::from_integer),
        }
    }

    fn need_integer(&self) -> Result<BigInt> {
        self.to_big().ok_or_else(|| Type("integer", self.clone()))
    }

    fn need_rational(&self) -> Result<BigRational> {
        self.to_rational().ok_or_else(|| Type("rational", self.clone()))
    }

    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Int(i) => *i == 0,
            Big(_) | Rational(_) => false,
            Float(x) => *x == 0.0,
        }
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Int(i) => *i < 0,
            Big(b) => b.is_negative(),
            Rational(q) => q.is_negative(),
            Float(x) => *x < 0.0,
        }
    }

    /// Bits of the numerator and the denominator together.
    pub(crate) fn bits(&self) -> u64 {
        match self {
            Int(_) | Float(_) => 64,
            Big(b) => b.bits(),
            Rational(q) => q.numer().bits() + q.denom().bits(),
        }
    }

    /// Bits of the magnitude of an integer; of others none.
    pub(crate) fn significant_bits(&self) -> u64 {
        match self {
            Int(i) => u64::from(64 - i.unsigned_abs().leading_zeros()),
            Big(b) => b.bits(),
            Rational(_) | Float(_) => 0,
        }
    }

    /// Whether it is an odd integer.
    pub(crate) fn is_odd(&self) -> bool {
        match self {
            Int(i) => i & 1 == 1,
            Big(b) => b.bit(0),
            Rational(_) | Float(_) => false,
        }
    }

    /// Words of what is more than one: an integer that does not fit a word, numerator and denominator of a rational.
    pub(crate) fn words(&self) -> u64 {
        match self {
            Int(_) | Float(_) => 0,
            Big(_) | Rational(_) => self.bits().div_ceil(64),
        }
    }

    /// Order by value; none when one is not a number. Exact also between floats and the rest.
    pub(crate) fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Int(a), Int(b)) => Some(a.cmp(b)),
            (Float(a), Float(b)) => a.partial_cmp(b),
            (Float(a), b) => compare_with_float(b, *a).map(Ordering::reverse),
            (a, Float(b)) => compare_with_float(a, *b),
            (Big(a), Big(b)) => Some(a.cmp(b)),
            (Big(a), Int(_)) => Some(if a.is_negative() { Ordering::Less } else { Ordering::Greater }),
            (Int(_), Big(b)) => Some(if b.is_negative() { Ordering::Greater } else { Ordering::Less }),
            (a, b) => Some(a.to_rational()?.cmp(&b.to_rational()?)),
        }
    }
}

/// Compares what is no float with a float, exactly.
fn compare_with_float(a: &Number, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    if b.is_infinite() {
        return Some(if b > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    match a {
        Int(a) if a.unsigned_abs() <= 1 << 53 => (*a as f64).partial_cmp(&b),
        Rational(a) => Some((**a).cmp(&BigRational::from_float(b)?)),
        integer => {
            let whole = float_to_big(b.trunc());
            let fraction = 0.0.partial_cmp(&b.fract())?;
            Some(integer.to_big()?.cmp(&whole).then(fraction))
        }
    }
}

/// The integer that a float without fraction is.
fn float_to_big(x: f64) -> BigInt {
    num_traits::FromPrimitive::from_f64(x).unwrap_or_else(BigInt::zero)
}

/// An error unless a result of so many bits may be computed.
fn allow(bits: u64) -> Result<()> {
    if bits > MAX_BITS { Err(Resource("memory")) } else { Ok(()) }
}
