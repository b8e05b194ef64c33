//! Exact rational numbers with a fast path for small ones.
//!
//! In: integers, fractions, decimal text. Out: normalised rationals. Almost every number in a cost function fits in two
//! machine words, and a solve performs thousands of operations, so small values avoid allocation; the rest is
//! `num_rational::BigRational`. Invariant: a value that fits the small form is in the small form, so derived equality
//! and hashing are by value.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::error::{Fault, ParseError, Place};

/// An exact rational number of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Lowest terms, `den > 0`, `num != i64::MIN`.
    Small {
        num: i64,
        den: i64,
    },
    Big(Box<BigRational>),
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational(Repr::Small { num: 0, den: 1 });
    /// One.
    pub const ONE: Rational = Rational(Repr::Small { num: 1, den: 1 });

    /// The fraction `num/den`; `None` when `den` is zero.
    pub fn ratio(num: i64, den: i64) -> Option<Rational> {
        (den != 0).then(|| Self::reduce(i128::from(num), i128::from(den)))
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { num: 0, .. })
    }

    /// Whether this is one.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small { num: 1, den: 1 })
    }

    /// Whether this is less than zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small { num, .. } => *num < 0,
            Repr::Big(b) => b.is_negative(),
        }
    }

    /// Whether this is greater than zero.
    pub fn is_positive(&self) -> bool {
        !self.is_negative() && !self.is_zero()
    }

    /// Whether this is a whole number.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { den, .. } => *den == 1,
            Repr::Big(b) => b.is_integer(),
        }
    }

    /// The whole number this is, when it is one and fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small { num, den: 1 } => Some(*num),
            _ => None,
        }
    }

    /// The numerator in lowest terms.
    pub fn numer(&self) -> BigInt {
        match &self.0 {
            Repr::Small { num, .. } => BigInt::from(*num),
            Repr::Big(b) => b.numer().clone(),
        }
    }

    /// The denominator in lowest terms, positive.
    pub fn denom(&self) -> BigInt {
        match &self.0 {
            Repr::Small { den, .. } => BigInt::from(*den),
            Repr::Big(b) => b.denom().clone(),
        }
    }

    /// The greatest whole number not above this.
    pub fn floor(&self) -> Rational {
        match &self.0 {
            Repr::Small { num, den } => Rational::from(num.div_euclid(*den)),
            Repr::Big(b) => Rational::from(b.floor()),
        }
    }

    /// The least whole number not below this.
    pub fn ceil(&self) -> Rational {
        -(-self).floor()
    }

    /// The absolute value.
    pub fn abs(&self) -> Rational {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// One over this; `None` for zero.
    pub fn recip(&self) -> Option<Rational> {
        match &self.0 {
            Repr::Small { num: 0, .. } => None,
            Repr::Small { num, den } => Some(Self::reduce(i128::from(*den), i128::from(*num))),
            Repr::Big(b) => Some(Rational::from(b.recip())),
        }
    }

    /// This to a whole power; `None` for zero to a negative power.
    pub fn powi(&self, exponent: i32) -> Option<Rational> {
        let base = if exponent < 0 { self.recip()? } else { self.clone() };
        let (mut left, mut square, mut result) = (exponent.unsigned_abs(), base, Rational::ONE);
        while left > 0 {
            if left & 1 == 1 {
                result = &result * &square;
            }
            left >>= 1;
            if left > 0 {
                square = &square * &square;
            }
        }
        Some(result)
    }

    /// How many bits numerator and denominator take together: the measure of limits.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small { num, den } => u64::from(128 - num.unsigned_abs().leading_zeros() - den.leading_zeros()),
            Repr::Big(b) => b.numer().bits() + b.denom().bits(),
        }
    }

    /// The nearest floating-point number, infinite when out of range.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small { num, den } => *num as f64 / *den as f64,
            Repr::Big(b) => b.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// The same value as a `BigRational`.
    pub fn to_big(&self) -> BigRational {
        match &self.0 {
            Repr::Small { num, den } => BigRational::new_raw((*num).into(), (*den).into()),
            Repr::Big(b) => (**b).clone(),
        }
    }

    /// Both as integers, if they are: large ones then need no common divisor, which takes most of the time.
    fn to_wholes(&self, other: &Rational) -> Option<(BigInt, BigInt)> {
        let whole = |of: &Rational| match &of.0 {
            Repr::Small { num, den: 1 } => Some(BigInt::from(*num)),
            Repr::Big(big) if big.is_integer() => Some(big.numer().clone()),
            Repr::Small { .. } | Repr::Big(_) => None,
        };
        Some((whole(self)?, whole(other)?))
    }

    fn reduce(num: i128, den: i128) -> Rational {
        // Words are divided several times faster than pairs of them.
        if let (Ok(num), Ok(den)) = (i64::try_from(num), i64::try_from(den))
            && num != i64::MIN
            && den != i64::MIN
        {
            let divisor = match den {
                1 => 1,
                _ => num.gcd(&den).max(1) * den.signum(),
            };
            return Rational(match divisor {
                1 => Repr::Small { num, den },
                _ => Repr::Small { num: num / divisor, den: den / divisor },
            });
        }
        let divisor = gcd(num.unsigned_abs(), den.unsigned_abs());
        let sign = if den < 0 { -1 } else { 1 };
        let (num, den) = (sign * num / divisor as i128, sign * den / divisor as i128);
        match (i64::try_from(num), i64::try_from(den)) {
            (Ok(num), Ok(den)) if num != i64::MIN => Rational(Repr::Small { num, den }),
            _ => Rational(Repr::Big(Box::new(BigRational::new_raw(num.into(), den.into())))),
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (_, Ok(1)) | (Ok(1), _) => 1,
        (Ok(a), Ok(b)) => u128::from(a.gcd(&b)).max(1),
        _ => a.gcd(&b).max(1),
    }
}

impl From<BigRational> for Rational {
    fn from(value: BigRational) -> Self {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            (Some(num), Some(den)) if num != i64::MIN => Rational(Repr::Small { num, den }),
            _ => Rational(Repr::Big(Box::new(value))),
        }
    }
}

impl From<BigInt> for Rational {
    fn from(value: BigInt) -> Self {
        Rational::from(BigRational::from_integer(value))
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::reduce(i128::from(value), 1)
    }
}

impl From<u64> for Rational {
    fn from(value: u64) -> Self {
        Self::reduce(i128::from(value), 1)
    }
}

impl From<i32> for Rational {
    fn from(value: i32) -> Self {
        Rational(Repr::Small { num: i64::from(value), den: 1 })
    }
}

impl From<Rational> for BigRational {
    fn from(value: Rational) -> Self {
        value.to_big()
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small { num: a, den: 1 }, Repr::Small { num: b, den: 1 }) => {
                Rational::reduce(i128::from(*a) + i128::from(*b), 1)
            }
            (Repr::Small { num: a, den: b }, Repr::Small { num: c, den: d }) => {
                let (a, b, c, d) = (i128::from(*a), i128::from(*b), i128::from(*c), i128::from(*d));
                Rational::reduce(a * d + c * b, b * d)
            }
            _ => match self.to_wholes(other) {
                Some((a, b)) => Rational::from(BigRational::from_integer(a + b)),
                None => Rational::from(self.to_big() + other.to_big()),
            },
        }
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small { num: a, den: b }, Repr::Small { num: c, den: d }) => {
                Rational::reduce(i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d))
            }
            _ => match self.to_wholes(other) {
                Some((a, b)) => Rational::from(BigRational::from_integer(a * b)),
                None => Rational::from(self.to_big() * other.to_big()),
            },
        }
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Repr::Small { num, den } => Rational(Repr::Small { num: -num, den: *den }),
            Repr::Big(b) => Rational(Repr::Big(Box::new(-(**b).clone()))),
        }
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Div for &Rational {
    type Output = Rational;
    /// Division by zero is a bug of the caller: check first, or use [`Rational::recip`].
    #[allow(clippy::suspicious_arithmetic_impl)] // a quotient is a product with the reciprocal
    fn div(self, other: &Rational) -> Rational {
        self * &other.recip().expect("divisor is not zero")
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl Add for Rational {
    type Output = Rational;
    fn add(self, other: Rational) -> Rational {
        &self + &other
    }
}

impl Sub for Rational {
    type Output = Rational;
    fn sub(self, other: Rational) -> Rational {
        &self - &other
    }
}

impl Mul for Rational {
    type Output = Rational;
    fn mul(self, other: Rational) -> Rational {
        &self * &other
    }
}

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small { num: a, den: b }, Repr::Small { num: c, den: d }) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { num, den: 1 } => write!(f, "{num}"),
            Repr::Small { num, den } => write!(f, "{num}/{den}"),
            Repr::Big(b) => write!(f, "{b}"),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rational {
    type Err = ParseError;

    /// Reads `12`, `-3/4` and `0.125`, all exactly.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let place = Place { line: 1, column: 1, start: 0, end: text.len() };
        let bad = || ParseError { place, fault: Fault::Number { text: text.to_string() } };
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let integer = |part: &str| match part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
            true => Err(bad()),
            false => part.parse::<BigInt>().map_err(|_| bad()),
        };
        let value = if let Some((num, den)) = digits.split_once('/') {
            let den = integer(den)?;
            if den.is_zero() {
                return Err(bad());
            }
            BigRational::new(integer(num)?, den)
        } else if let Some((whole, fraction)) = digits.split_once('.') {
            let scale = BigInt::from(10).pow(u32::try_from(fraction.len()).map_err(|_| bad())?);
            BigRational::new(integer(whole)? * &scale + integer(fraction)?, scale)
        } else {
            BigRational::new(integer(digits)?, BigInt::one())
        };
        Ok(Rational::from(if negative { -value } else { value }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_values_meet_at_the_boundary() {
        let large = &Rational::from(i64::MAX) + &Rational::ONE;
        assert!(matches!(large.0, Repr::Big(_)));
        assert_eq!(&large - &Rational::ONE, Rational::from(i64::MAX));
        assert_eq!(Rational::from(i64::MIN).to_string(), "-9223372036854775808");
    }

    #[test]
    fn decimals_and_fractions_are_read_exactly() {
        assert_eq!("0.125".parse::<Rational>().unwrap().to_string(), "1/8");
        assert_eq!("-6/4".parse::<Rational>().unwrap().to_string(), "-3/2");
        assert!("1/0".parse::<Rational>().is_err());
    }
}
