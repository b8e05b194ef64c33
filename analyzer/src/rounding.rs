//! Quotients of integers by a constant that `/` gives, and the integers that they are rounded to.
//!
//! `/` gives an integer where it divides, and elsewhere the float nearest to the quotient (or, by a flag, the quotient). What is
//! known of such a number is the quotient `x/c` itself, an expression that is no linear form with whole coefficients, so that no
//! condition is ever told of it. Rounding it comes to the integer that rounding the quotient comes to as long as `x` has
//! 52 bits: with `q = x/c` between `2^e` and `2^(e+1)`, floats there are `2^(e-52)` apart, and an integer or a half that `q` is not lies
//! `1/(2c) > 2^(e-53)` from it at least. Beyond that the float is off by a part of `2^-53`, and the result has a range.

use crate::operation::{Operand, quotient};
use crate::range::Range;
use crate::state::State;
use crate::types::Type;
use solver::{Expr, Linear, Rational};

/// A way to round to an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To the next that is not above.
    Down,
    /// To the next that is not below.
    Up,
    /// To the next towards 0.
    ToZero,
    /// To the nearest, of two the one away from 0.
    Nearest,
}

/// Up to this a quotient's rounding is exact: see above.
const EXACT: i64 = 1 << 52;
/// Beyond that a float is within this part of its quotient, by far.
const SLACK: i64 = 1024;

/// What `/` gives for an integer and a constant that does not always divide it.
pub(crate) fn divided(state: &State, left: &Operand, divisor: i64) -> Range {
    let (x, divisor) = match divisor.checked_neg() {
        Some(positive) if divisor < 0 => (Range::number(0).minus(&left.value), positive),
        _ => (left.value.clone(), divisor),
    };
    if divisor < 1 {
        return Range::unknown();
    }
    if let Some(form) = x.as_linear() {
        let value = quotient(&form.to_expr(), divisor).simplify();
        // A form with whole coefficients would be told to conditions.
        return if Linear::of(&value).is_none() { Range::exact(value) } else { Range::unknown() };
    }
    let is_natural = left.is_natural(state) && x == left.value;
    if is_natural { near(&left.natural_value(state), divisor) } else { Range::unknown() }
}

/// The integers that a quotient of a number that is not below 0 lies between, however it is rounded to a float.
fn near(x: &Range, divisor: i64) -> Range {
    let part = |end: &Option<Expr>, slack: i64| {
        let factor = Rational::ratio(SLACK + slack, SLACK)?;
        Some(Expr::num(factor) * quotient(end.as_ref()?, divisor))
    };
    Range {
        low: part(&x.low, -1).map(|low| low.floor().simplify()),
        high: part(&x.high, 1).map(|high| high.ceil().simplify()),
    }
}

/// The cases of a quotient that is rounded: nothing where the number is none of which the quotient is known.
pub(crate) fn rounded(state: &State, way: Rounding, of: &Operand) -> Option<Vec<(State, Type, Range)>> {
    let value = of.value.as_exact()?;
    let (form, divisor) = fraction(value)?;
    let moved = |half: i64| Some(value.clone() + Expr::num(Rational::ratio(half, 2)?));
    let down = |half| Some(Range::exact(moved(half)?.floor()));
    let up = |half: i64| Some(Range::exact(moved(-half)?.ceil()));
    let is_natural = form.clone();
    let is_negative = form.negated(-1)?;
    let [is_above, is_below] = [form.plus(&Linear::constant(EXACT + 1), -1)?, form.negated(-EXACT - 1)?];
    let [to_limit, from_limit] = [form.negated(EXACT)?, form.plus(&Linear::constant(EXACT), 1)?];
    let beyond = near(&Range::exact(form.to_expr()), divisor);
    let far_below = Range::number(0).minus(&near(&Range::exact(form.negated(0)?.to_expr()), divisor));
    let (natural, negative) = match way {
        Rounding::Down => (down(0)?, down(0)?),
        Rounding::Up => (up(0)?, up(0)?),
        Rounding::ToZero => (down(0)?, up(0)?),
        Rounding::Nearest => (down(1)?, up(1)?),
    };
    let cases = [
        ([is_natural, to_limit], Type::Nat, natural),
        ([is_negative, from_limit], Type::Int, negative),
        ([is_above.clone(), is_above], Type::Nat, beyond),
        ([is_below.clone(), is_below], Type::Int, far_below),
    ];
    let possible = cases.into_iter().filter_map(|(conditions, of, value)| {
        let mut state = state.clone();
        conditions.into_iter().all(|form| state.guard.require(form)).then_some((state, of, value))
    });
    Some(possible.collect())
}

/// A linear form with fractions as one with whole coefficients and what that is divided by.
fn fraction(value: &Expr) -> Option<(Linear, i64)> {
    let terms = match value {
        Expr::Add(terms) => terms.as_slice(),
        one => std::slice::from_ref(one),
    };
    let numbers = terms.iter().flat_map(|term| match term {
        Expr::Mul(factors) => factors.as_slice(),
        one => std::slice::from_ref(one),
    });
    let denominators = numbers.filter_map(Expr::as_num).map(|number| i64::try_from(number.denom()).ok());
    let common = denominators.into_iter().try_fold(1i64, |common, denominator| {
        let denominator = denominator?;
        let (mut a, mut b) = (common, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (common / a).checked_mul(denominator)
    })?;
    Some((Linear::of(&(Expr::int(common) * value.clone()).simplify())?, common))
}
