//! Values of expressions at points: exact, enclosed, and fast.
//!
//! In: an expression and values of its variables. Out: the exact rational value; or where that is irrational a rational
//! not below ([`Expr::eval_upper`]) or not above it; or a float for plots. Work is limited, so a huge factorial or sum is
//! an error instead of a long wait.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use crate::error::EvalError;
use crate::expression::expr::{Binder, Sequence};
use crate::expression::normal::power_of_two;
use crate::expression::sequence::factorial_number;
use crate::{Expr, Rational, Var};
use std::cell::Cell;

/// Numbers with more bits than this are not computed.
const BITS_LIMIT: u64 = 1 << 18;
/// Sums and sequences longer than this are not computed.
const LENGTH_LIMIT: u64 = 100_000;
/// Factorials above this are not computed exactly.
const FACTORIAL_LIMIT: u64 = 10_000;
/// Binary digits after the point in enclosures of irrational numbers.
const PRECISION: u64 = 96;
/// Binary digits after the point of numbers whose logarithms are taken.
const MANTISSA: u32 = 62;

/// Powers of what is enclosed are products up to this exponent.
const SHORT: i64 = 4;

/// Values of variables.
pub type Point<'a> = dyn Fn(&Var) -> Option<Rational> + 'a;

/// An enclosure, both ends included.
#[derive(Clone, Debug, PartialEq)]
struct Interval {
    lo: Rational,
    hi: Rational,
}

impl Expr {
    /// The exact value. Irrational values are an error: see [`Expr::eval_upper`].
    pub fn eval(&self, point: &Point<'_>) -> Result<Rational, EvalError> {
        let i = self.enclose(point)?;
        if i.lo == i.hi { Ok(i.lo) } else { Err(EvalError::Irrational(self.to_string())) }
    }

    /// A rational number not below the value, equal to it where it is rational, else close.
    pub fn eval_upper(&self, point: &Point<'_>) -> Result<Rational, EvalError> {
        self.enclose(point).map(|i| i.hi)
    }

    /// A rational number not above the value, equal to it where it is rational, else close.
    pub fn eval_lower(&self, point: &Point<'_>) -> Result<Rational, EvalError> {
        self.enclose(point).map(|i| i.lo)
    }

    /// Rational numbers between which a number is that is written without variables, those of ranges included.
    pub(crate) fn number_between(&self) -> Option<[Rational; 2]> {
        if self.has_variable() {
            return None;
        }
        self.enclose(&|_| None).ok().map(|Interval { lo, hi }| [lo, hi])
    }

    fn enclose(&self, point: &Point<'_>) -> Result<Interval, EvalError> {
        let undefined = || EvalError::Undefined(self.to_string());
        let all = |es: &[Expr]| es.iter().map(|e| e.enclose(point)).collect::<Result<Vec<_>, _>>();
        match self {
            Expr::Num(n) => Ok(Interval::exact(n.clone())),
            Expr::Var(v) => point(v).map(Interval::exact).ok_or_else(|| EvalError::Unbound(v.clone())),
            Expr::Inf => Err(EvalError::Infinite),
            Expr::Call(name, _) => Err(EvalError::UnknownFunction(name.clone())),
            Expr::Add(es) => {
                es.iter().try_fold(Interval::exact(Rational::ZERO), |sum, e| Ok(sum.add(&e.enclose(point)?)))
            }
            Expr::Mul(es) => es.iter().try_fold(Interval::exact(Rational::ONE), |product, e| {
                // Nothing times anything is nothing, also where the other factor is out of reach.
                if product.is_zero() { Ok(product) } else { product.mul(&e.enclose(point)?).within_limits() }
            }),
            Expr::Pow(base, exponent) => {
                let (base, power_of) = (base.enclose(point)?, exponent.enclose(point)?);
                // A power of two to a logarithm is rational: 8^log2(3) = 27.
                if power_of.lo != power_of.hi && base.lo == base.hi && power_of_two(&base.lo).is_some() {
                    let values: Vec<_> =
                        exponent.vars().into_iter().filter_map(|v| Some((v.clone(), Expr::Num(point(&v)?)))).collect();
                    let number = Expr::Num(base.lo.clone()).pow(exponent.subst_all(&values)).simplify();
                    if let Expr::Num(value) = number {
                        return Ok(Interval::exact(value));
                    }
                }
                power(&base, &power_of, &undefined)
            }
            Expr::Log2(a) => {
                let a = a.enclose(point)?;
                if !a.lo.is_positive() {
                    return Err(undefined());
                }
                Ok(Interval { lo: log2(&a.lo).lo, hi: log2(&a.hi).hi })
            }
            Expr::Floor(a) => match (&**a, a.enclose(point)?) {
                (_, i) if i.lo.floor() == i.hi.floor() => Ok(Interval::exact(i.lo.floor())),
                (_, i) => Ok(Interval { lo: i.lo.floor(), hi: i.hi.floor() }),
            },
            Expr::Ceil(a) => {
                let i = a.enclose(point)?;
                Ok(Interval { lo: i.lo.ceil(), hi: i.hi.ceil() })
            }
            Expr::Fact(a) => {
                let i = a.enclose(point)?;
                let n = i.whole().and_then(|n| u64::try_from(n).ok()).ok_or_else(undefined)?;
                limit("factorial", n, FACTORIAL_LIMIT)?;
                Ok(Interval::exact(factorial_number(n as u32)))
            }
            Expr::Min(es) => pick(&all_finite(es, point)?, |a, b| a.min(b)).ok_or(EvalError::Infinite),
            Expr::Max(es) => pick(&all(es)?, |a, b| a.max(b)).ok_or_else(undefined),
            Expr::Mod(a, b) => {
                let (a, b) = (a.enclose(point)?, b.enclose(point)?);
                if a.lo != a.hi || b.lo != b.hi || !b.lo.is_positive() {
                    return Err(undefined());
                }
                Ok(Interval::exact(&a.lo - &(&(&a.lo / &b.lo).floor() * &b.lo)))
            }
            Expr::Sum(b) => b
                .values(point, &undefined)?
                .into_iter()
                .try_fold(Interval::exact(Rational::ZERO), |s, i| s.add(&i?).within_limits()),
            Expr::MaxOver(b) => {
                let values = b.values(point, &undefined)?.into_iter().collect::<Result<Vec<_>, _>>()?;
                Ok(pick(&values, |a, b| a.max(b)).unwrap_or(Interval::exact(Rational::ZERO)))
            }
            Expr::MinOver(b) => {
                let values = b.values(point, &undefined)?.into_iter().collect::<Result<Vec<_>, _>>()?;
                Ok(pick(&values, |a, b| a.min(b)).unwrap_or(Interval::exact(Rational::ZERO)))
            }
            Expr::Sequence(s) => {
                let n = s.arg.enclose(point)?.whole().ok_or_else(undefined)?;
                limit("index of a sequence", n.unsigned_abs(), LENGTH_LIMIT)?;
                s.at(n).map(Interval::exact).ok_or_else(undefined)
            }
        }
    }

    /// The value in floating point: quick, rounded, `inf` where infinite or too large, `NaN` where undefined.
    pub fn eval_f64(&self, point: &dyn Fn(&Var) -> Option<f64>) -> f64 {
        self.float(point, &Cell::new(u64::MAX))
    }

    /// The same with a limit on the operands that are looked at, those of ranges once for each value; `NaN` beyond it.
    pub(crate) fn eval_f64_within(&self, point: &dyn Fn(&Var) -> Option<f64>, limit: u64) -> f64 {
        let left = Cell::new(limit);
        let value = self.float(point, &left);
        if left.get() > 0 { value } else { f64::NAN }
    }

    /// The value while something is left to look at, else `NaN`.
    fn float(&self, point: &dyn Fn(&Var) -> Option<f64>, left: &Cell<u64>) -> f64 {
        left.set(left.get().saturating_sub(1));
        if left.get() == 0 {
            return f64::NAN;
        }
        let value = |e: &Expr| e.float(point, left);
        match self {
            Expr::Num(n) => n.to_f64(),
            Expr::Var(v) => point(v).unwrap_or(f64::NAN),
            Expr::Inf => f64::INFINITY,
            Expr::Call(..) => f64::NAN,
            Expr::Add(es) => es.iter().map(value).sum(),
            Expr::Mul(es) => {
                let factors: Vec<f64> = es.iter().map(value).collect();
                if factors.contains(&0.0) { 0.0 } else { factors.iter().product() }
            }
            Expr::Pow(a, b) => match value(b) {
                0.5 => value(a).sqrt(),
                exponent => value(a).powf(exponent),
            },
            Expr::Log2(a) => value(a).log2(),
            // The slack keeps floor(log2(8)) at 3 should the logarithm come out a last digit low.
            Expr::Floor(a) => (value(a) + 1e-12).floor(),
            Expr::Ceil(a) => (value(a) - 1e-12).ceil(),
            Expr::Fact(a) => gamma_product(value(a)),
            Expr::Min(es) => es.iter().map(value).fold(f64::INFINITY, f64::min),
            Expr::Max(es) => es.iter().map(value).fold(f64::NEG_INFINITY, f64::max),
            Expr::Mod(a, b) => value(a).rem_euclid(value(b)),
            Expr::Sum(b) => b.float(point, left, |values| values.into_iter().sum()),
            Expr::MaxOver(b) => b.float(point, left, |values| values.into_iter().fold(0.0, f64::max)),
            Expr::MinOver(b) => b.float(point, left, |values| values.into_iter().reduce(f64::min).unwrap_or(0.0)),
            Expr::Sequence(s) => s.float_at(value(&s.arg)),
        }
    }
}

fn all_finite(es: &[Expr], point: &Point<'_>) -> Result<Vec<Interval>, EvalError> {
    let values = es.iter().map(|e| e.enclose(point)).filter(|v| !matches!(v, Err(EvalError::Infinite)));
    values.collect()
}

fn pick(values: &[Interval], better: impl Fn(Rational, Rational) -> Rational) -> Option<Interval> {
    values.iter().cloned().reduce(|a, b| Interval { lo: better(a.lo, b.lo), hi: better(a.hi, b.hi) })
}

fn limit(what: &'static str, given: u64, limit: u64) -> Result<(), EvalError> {
    if given > limit { Err(EvalError::TooLarge { what, limit }) } else { Ok(()) }
}

fn gamma_product(n: f64) -> f64 {
    if n < 0.0 || n.is_nan() {
        return f64::NAN;
    }
    if n > 171.0 { f64::INFINITY } else { (1..=n.round() as u64).map(|k| k as f64).product() }
}

impl Binder {
    fn values<'a>(
        &'a self,
        point: &'a Point<'a>,
        undefined: &dyn Fn() -> EvalError,
    ) -> Result<Vec<Result<Interval, EvalError>>, EvalError> {
        let lo = self.lo.enclose(point)?.whole().ok_or_else(undefined)?;
        let hi = self.hi.enclose(point)?.whole().ok_or_else(undefined)?;
        limit("length of a range", hi.saturating_sub(lo).max(0).unsigned_abs(), LENGTH_LIMIT)?;
        let at = |i: i64| {
            self.body.enclose(&|v: &Var| {
                if *v == self.var { Some(Rational::from(i)) } else { point(v) }
            })
        };
        Ok((lo..=hi).map(at).collect())
    }

    /// What is made of the values over the range; `NaN` where one is not known or they are too many.
    fn float(&self, point: &dyn Fn(&Var) -> Option<f64>, left: &Cell<u64>, of: fn(Vec<f64>) -> f64) -> f64 {
        let (lo, hi) = (self.lo.float(point, left), self.hi.float(point, left));
        if lo.is_nan() || hi.is_nan() || hi - lo > LENGTH_LIMIT as f64 {
            return f64::NAN;
        }
        let count = (hi - lo).floor() as i64;
        let at = |i: i64| {
            let inside = |v: &Var| if *v == self.var { Some(lo + i as f64) } else { point(v) };
            Some(self.body.float(&inside, left)).filter(|value| !value.is_nan())
        };
        (0..=count).map(at).collect::<Option<_>>().map_or(f64::NAN, of)
    }
}

impl Sequence {
    /// The value at a whole index; negative indices continue the recurrence backwards.
    pub fn at(&self, n: i64) -> Option<Rational> {
        let d = self.coeffs.len();
        if d == 0 || self.init.len() != d {
            return None;
        }
        if n >= 0 && (n as usize) < d {
            return Some(self.init[n as usize].clone());
        }
        if n >= 0 {
            let terms = self.power_of_shift(n.unsigned_abs());
            return Some(terms.iter().zip(&self.init).fold(Rational::ZERO, |sum, (c, u)| &sum + &(c * u)));
        }
        let mut window = self.init.clone();
        let last = self.coeffs[d - 1].recip()?;
        for _ in n..0 {
            let known = self.coeffs[..d - 1].iter().zip(window[..d - 1].iter().rev());
            let rest = known.fold(window[d - 1].clone(), |sum, (c, u)| &sum - &(c * u));
            window.insert(0, &rest * &last);
            window.pop();
        }
        window.first().cloned()
    }

    /// What u(n) is of the first values: the coefficients of xⁿ modulo the characteristic polynomial, by squaring. Source:
    /// Fiduccia 1985.
    fn power_of_shift(&self, n: u64) -> Vec<Rational> {
        let d = self.coeffs.len();
        // From the highest power down, x^d is replaced by the recurrence.
        let reduced = |mut product: Vec<Rational>| {
            while product.len() > d {
                let Some(top) = product.pop() else { break };
                let end = product.len();
                for (back, coeff) in self.coeffs.iter().enumerate() {
                    product[end - 1 - back] = &product[end - 1 - back] + &(coeff * &top);
                }
            }
            product
        };
        let squared = |of: &[Rational]| {
            let mut product = vec![Rational::ZERO; 2 * d - 1];
            for (i, a) in of.iter().enumerate() {
                for (j, b) in of.iter().enumerate() {
                    product[i + j] = &product[i + j] + &(a * b);
                }
            }
            reduced(product)
        };
        let mut power = vec![Rational::ZERO; d];
        power[0] = Rational::ONE;
        for bit in (0..u64::BITS - n.leading_zeros()).rev() {
            power = squared(&power);
            if n >> bit & 1 == 1 {
                power.insert(0, Rational::ZERO);
                power = reduced(power);
            }
        }
        power
    }

    fn float_at(&self, n: f64) -> f64 {
        if n.is_nan() || n.abs() > LENGTH_LIMIT as f64 || n < 0.0 {
            return if n < 0.0 { self.at(n as i64).map_or(f64::NAN, |v| v.to_f64()) } else { f64::NAN };
        }
        let mut window: Vec<f64> = self.init.iter().map(Rational::to_f64).collect();
        let n = n.round() as usize;
        for _ in window.len()..=n {
            let next = self.coeffs.iter().zip(window.iter().rev()).map(|(c, u)| c.to_f64() * u).sum::<f64>();
            window.push(next);
        }
        window.get(n).copied().unwrap_or(f64::NAN)
    }
}

impl Interval {
    fn exact(value: Rational) -> Interval {
        Interval { lo: value.clone(), hi: value }
    }

    fn is_zero(&self) -> bool {
        self.lo.is_zero() && self.hi.is_zero()
    }

    fn whole(&self) -> Option<i64> {
        if self.lo == self.hi { self.lo.to_i64() } else { None }
    }

    fn add(&self, other: &Interval) -> Interval {
        Interval { lo: &self.lo + &other.lo, hi: &self.hi + &other.hi }
    }

    fn mul(&self, other: &Interval) -> Interval {
        if self.lo == self.hi && other.lo == other.hi {
            return Interval::exact(&self.lo * &other.lo);
        }
        let ends = [&self.lo * &other.lo, &self.lo * &other.hi, &self.hi * &other.lo, &self.hi * &other.hi];
        let lo = ends.iter().min().expect("four ends").clone();
        let hi = ends.iter().max().expect("four ends").clone();
        Interval { lo, hi }
    }

    fn within_limits(self) -> Result<Interval, EvalError> {
        limit("bits of a number", self.lo.bits().max(self.hi.bits()), BITS_LIMIT)?;
        Ok(self)
    }
}

fn power(base: &Interval, exponent: &Interval, undefined: &dyn Fn() -> EvalError) -> Result<Interval, EvalError> {
    if let (true, Some(k)) = (base.lo == base.hi, exponent.whole()) {
        let value = &base.lo;
        if value.is_one() || (value.is_zero() && k > 0) {
            return Ok(base.clone());
        }
        let k = i32::try_from(k).map_err(|_| EvalError::TooLarge { what: "exponent", limit: BITS_LIMIT })?;
        limit("bits of a power", value.bits().saturating_mul(u64::from(k.unsigned_abs())), BITS_LIMIT)?;
        return value.powi(k).map(Interval::exact).ok_or_else(undefined);
    }
    if base.lo.is_zero() && base.hi.is_zero() && exponent.lo.is_positive() {
        return Ok(base.clone());
    }
    if !base.lo.is_positive() {
        return Err(undefined());
    }
    if let Some(k) = exponent.whole().filter(|k| (-SHORT..=SHORT).contains(k)) {
        let (Some(a), Some(b)) = (base.lo.powi(k as i32), base.hi.powi(k as i32)) else { return Err(undefined()) };
        return Ok(if k < 0 { Interval { lo: b, hi: a } } else { Interval { lo: a, hi: b } });
    }
    if exponent.lo == exponent.hi && Rational::ratio(1, 2).as_ref() == Some(&exponent.lo) {
        return Ok(Interval { lo: square_root(&base.lo).lo, hi: square_root(&base.hi).hi });
    }
    let log = Interval { lo: log2(&base.lo).lo, hi: log2(&base.hi).hi }.mul(exponent);
    limit("exponent", log.hi.abs().to_f64().max(log.lo.abs().to_f64()) as u64, BITS_LIMIT)?;
    Ok(Interval { lo: exp2(&log.lo).0, hi: exp2(&log.hi).1 })
}

/// Encloses the square root of a positive number; exactly where it is rational.
fn square_root(q: &Rational) -> Interval {
    let (numer, denom) = (q.numer(), q.denom());
    let (up, down) = (numer.sqrt(), denom.sqrt());
    if &up * &up == numer && &down * &down == denom {
        return Interval::exact(Rational::from(BigRational::new(up, down)));
    }
    // sqrt(n/d) is sqrt(n*d)/d, here with so many digits more.
    let scaled: BigInt = (numer * &denom) << (2 * PRECISION);
    let root = scaled.sqrt();
    let whole = |root: BigInt| Rational::from(BigRational::new(root, &denom << PRECISION));
    Interval { lo: whole(root.clone()), hi: whole(root + 1) }
}

/// Encloses log2 of a positive number: whole part by bit length, digits by repeated squaring with directed rounding.
fn log2(q: &Rational) -> Interval {
    if let Some(k) = power_of_two(q) {
        return Interval::exact(Rational::from(k));
    }
    let mut whole = q.numer().bits() as i64 - q.denom().bits() as i64;
    let scaled = |k: i64| &two_to(-k) * q;
    if scaled(whole) < Rational::ONE {
        whole -= 1;
    }
    // Squares of numbers below 2^63 in 128 bits.
    let mantissa = &scaled(whole) * &two_to(i64::from(MANTISSA));
    let bits = |end: Rational| u128::try_from(end.numer()).expect("it is at most 2");
    let (mut lo, mut hi) = (bits(mantissa.floor()), bits(mantissa.ceil()));
    let two = 1 << (MANTISSA + 1);
    let (mut digits, mut count) = (0i64, 0u32);
    while count < 48 {
        lo = (lo * lo) >> MANTISSA;
        hi = ((hi * hi) >> MANTISSA) + 1;
        let (low_two, high_two) = (lo >= two, hi >= two);
        if low_two != high_two {
            break;
        }
        digits = (digits << 1) + i64::from(low_two);
        count += 1;
        if low_two {
            lo >>= 1;
            hi = (hi >> 1) + 1;
        }
    }
    let unit = two_to(-i64::from(count));
    let base = &Rational::from(whole) + &(&Rational::from(digits) * &unit);
    Interval { hi: &base + &unit, lo: base }
}

fn two_to(k: i64) -> Rational {
    let power = BigInt::one() << k.unsigned_abs();
    if k >= 0 { Rational::from(power) } else { Rational::from(BigRational::new(BigInt::one(), power)) }
}

/// Rational bounds of 2^x, from square roots of two with directed rounding.
fn exp2(x: &Rational) -> (Rational, Rational) {
    let whole = x.floor();
    let k = whole.to_i64().unwrap_or(0);
    let mut fraction = x - &whole;
    let one = BigInt::one() << PRECISION;
    let (mut lo, mut hi) = (one.clone(), one.clone());
    let (mut root_lo, mut root_hi): (BigInt, BigInt) = (&one * 2, &one * 2);
    for _ in 0..60 {
        root_lo = (&root_lo << PRECISION).sqrt();
        root_hi = (&root_hi << PRECISION).sqrt() + 1;
        fraction = &fraction + &fraction;
        if fraction >= Rational::ONE {
            fraction = &fraction - &Rational::ONE;
            lo = (&lo * &root_lo) >> PRECISION;
            hi = ((&hi * &root_hi) >> PRECISION) + 1;
        }
        if fraction.is_zero() {
            break;
        }
    }
    if !fraction.is_zero() {
        hi = ((&hi * &root_hi) >> PRECISION) + 1;
    }
    let scale = two_to(k - PRECISION as i64);
    (&Rational::from(lo) * &scale, &Rational::from(hi) * &scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, n: i64) -> (f64, f64) {
        let e: Expr = text.parse().unwrap();
        let point = |_: &Var| Some(Rational::from(n));
        (e.eval_lower(&point).unwrap().to_f64(), e.eval_upper(&point).unwrap().to_f64())
    }

    #[test]
    fn irrational_values_are_enclosed_closely() {
        for (text, n, value) in
            [("log2(n)", 10, 10f64.log2()), ("n^log2(3)", 5, 5f64.powf(3f64.log2())), ("2^(n/2)", 7, 2f64.powf(3.5))]
        {
            let (lo, hi) = at(text, n);
            assert!(lo <= value * (1.0 + 1e-13) && value * (1.0 - 1e-13) <= hi, "{text}: {lo} {value} {hi}");
            assert!((hi - lo) / value < 1e-9, "{text}: {lo} {hi}");
        }
    }

    #[test]
    fn what_rounds_to_a_number_or_is_the_largest_of_numbers_is_one() {
        let cases = [
            ("floor(10*log2(300)/33)", "2"),
            ("ceil(10*log2(300)/33)", "3"),
            ("floor(log2(5)*log2(300)) + ceil(n + sqrt(2))", "n + 21"),
            ("floor(3*log2(8)/2)", "4"),
            ("max(log2(300), 8, n, floor(log2(3)*7))", "max(11, n)"),
            ("min(log2(300), 9)", "log2(300)"),
            ("max(sqrt(2)*n, n)", "max(n, n*2^(1/2))"),
            ("floor(log2(0)/3)", "floor(log2(0)/3)"),
        ];
        for (text, simple) in cases {
            assert_eq!(text.parse::<Expr>().unwrap().simplify().to_string(), simple, "{text}");
        }
    }

    #[test]
    fn rational_values_of_irrational_functions_are_exact() {
        assert_eq!(at("n^log2(3)", 8), (27.0, 27.0));
        assert_eq!(at("floor(log2(n))", 1023), (9.0, 9.0));
        assert_eq!(at("ceil(log2(n))", 1025), (11.0, 11.0));
        assert_eq!(at("floor(sqrt(n))", 9_999_999), (3162.0, 3162.0));
        assert_eq!(at("sqrt(n/4)", 25), (2.5, 2.5));
        for n in [1, 4, 81, 1_000_000, 1 << 40] {
            let root = (n as f64).sqrt();
            assert_eq!(at("sqrt(n)", n), (root, root));
            assert_eq!(at("floor(sqrt(n - 1))", n), (root - 1.0, root - 1.0));
        }
    }
}
