//! Quotients of integers by a constant that `/` gives, and the integers that they are rounded to.
//!
//! `/` gives an integer where it divides, and elsewhere the float nearest to the quotient (or, by a flag, the quotient). What is
//! known of such a number is the quotient `x/c` itself, an expression that is no linear form with whole coefficients, so that no
//! condition is ever told of it. Rounding it comes to the integer that rounding the quotient comes to as long as `x` has
//! 52 bits: with `q = x/c` between `2^e` and `2^(e+1)`, floats there are `2^(e-52)` apart, and an integer or a half that `q` is not lies
//! `1/(2c) > 2^(e-53)` from it at least. Beyond that the float is off by a part of `2^-53`, and the result has a range.

use crate::affine::gcd;
use crate::operation::{Operand, quotient};
use crate::range::Range;
use crate::state::{State, is_element};
use crate::types::{Metric, Type};
use solver::{Expr, Linear, Rational, Var};
use std::sync::Arc;
use wam::code::Block;
use wam::instr::{Instr, PredId};

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
/// Beyond that a float is off its quotient by less than such a part.
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
    let (natural, negative) = match way {
        Rounding::Down => (down(0)?, down(0)?),
        Rounding::Up => (up(0)?, up(0)?),
        Rounding::ToZero => (down(0)?, up(0)?),
        Rounding::Nearest => (down(1)?, up(1)?),
    };
    let [mut above, mut below] =
        [form.clone(), form.negated(0)?].map(|form| near(&Range::exact(form.to_expr()), divisor));
    if state.quotients.of_turns && !form.terms.keys().any(is_element) {
        // With a range beyond the limit a recursion would be bounded on both sides of it as one, linearly; without, it has a
        // logarithm up to there.
        (above.high, below.high) = (None, None);
    }
    let cases = match state.quotients.are_small(&form) {
        true => vec![(vec![form.clone()], Type::Nat, natural), (vec![form.negated(-1)?], Type::Int, negative)],
        false => vec![
            (vec![form.clone(), form.negated(EXACT)?], Type::Nat, natural),
            (vec![form.negated(-1)?, form.plus(&Linear::constant(EXACT), 1)?], Type::Int, negative),
            (vec![form.plus(&Linear::constant(EXACT + 1), -1)?], Type::Nat, above),
            (vec![form.negated(-EXACT - 1)?], Type::Int, Range::number(0).minus(&below)),
        ],
    };
    let possible = cases.into_iter().filter_map(|(conditions, of, value)| {
        let mut state = state.clone();
        conditions.into_iter().all(|form| state.guard.require(form)).then_some((state, of, value))
    });
    Some(possible.collect())
}

/// What is known where quotients are rounded of what they are of.
#[derive(Clone, Default, Debug)]
pub(crate) struct Quotients {
    /// The lengths among the sizes of a call: lists and texts lie in memory.
    lengths: Arc<[Var]>,
    /// Whether the predicate calls itself.
    of_turns: bool,
}

/// More elements than this no list has.
const LONGEST: i64 = 1 << 44;

impl Quotients {
    /// Those in the code of a predicate, called with sizes.
    pub fn of(params: &[(Var, Metric)], pred: PredId, block: &Block) -> Quotients {
        let is_length = |metric: Metric| matches!(metric, Metric::Length | Metric::Text);
        let calls_it = |instr: &Instr| match instr {
            Instr::Call { pred: called, .. } | Instr::Execute { pred: called } => *called == pred,
            _ => false,
        };
        Quotients {
            lengths: params.iter().filter(|(_, metric)| is_length(*metric)).map(|(var, _)| var.clone()).collect(),
            of_turns: block.instrs.iter().any(calls_it),
        }
    }

    /// Whether a sum of lengths is within the limit.
    fn are_small(&self, form: &Linear) -> bool {
        let of_lengths = form.terms.keys().all(|var| self.lengths.contains(var));
        let most = form.terms.values().try_fold(form.constant.checked_abs(), |sum, factor| {
            Some(sum?.checked_add(factor.checked_abs()?.checked_mul(LONGEST)?))
        });
        of_lengths && most.flatten().is_some_and(|most| most <= EXACT)
    }
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
    let mut denominators = numbers.filter_map(Expr::as_num).map(|number| u64::try_from(number.denom()).ok());
    let common = denominators.try_fold(1u64, |common, denominator| {
        let denominator = denominator?;
        (common / gcd(common, denominator)).checked_mul(denominator)
    })?;
    let common = i64::try_from(common).ok()?;
    Some((Linear::of(&(Expr::int(common) * value.clone()).simplify())?, common))
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::Guard;

    #[test]
    fn floats_are_rounded_into_the_ranges() {
        type Rounds = fn(f64) -> f64;
        let ways: [(Rounding, Rounds); 4] = [
            (Rounding::Down, f64::floor),
            (Rounding::Up, f64::ceil),
            (Rounding::ToZero, f64::trunc),
            (Rounding::Nearest, f64::round),
        ];
        let limits = [1i64 << 52, 1 << 53, (1 << 53) + (1 << 51), 1 << 54, 1 << 55, 1 << 58];
        let near = limits.into_iter().chain([0, 100]).flat_map(|at| (-9..=9).map(move |by| at + by));
        let divided = near.flat_map(|x| [x, -x]).flat_map(|x| [2, 3, 7, 10, -2, -3].map(|divisor| (x, divisor)));
        let state = State::start(Guard::always());
        for (x, divisor) in divided.filter(|(x, divisor)| x % divisor != 0) {
            let operand = Operand::cell(Type::Int, Range::number(x));
            let quotient = Operand::cell(Type::Number, super::divided(&state, &operand, divisor));
            let value = x as f64 / divisor as f64;
            for (way, round) in ways {
                let cases = rounded(&state, way, &quotient).expect("a quotient");
                let [(_, of, Range { low: Some(low), high: Some(high) })] = &cases[..] else {
                    panic!("{x}/{divisor} has one case");
                };
                let [low, high] = [low, high].map(|end| end.as_num().and_then(Rational::to_i64).expect("a number"));
                let found = round(value) as i64;
                assert!((low..=high).contains(&found), "{way:?} {x}/{divisor}: {found} in {low}..{high}");
                assert!(x.abs() > EXACT || low == high, "{way:?} {x}/{divisor} is exact");
                assert!(*of == Type::Int || low >= 0, "{way:?} {x}/{divisor}");
            }
        }
    }

    #[test]
    fn what_is_divided_is_found_in_a_quotient() {
        let x = || Expr::var("x");
        let half = |form: Expr| quotient(&form, 2).simplify();
        let found = |expr: &Expr| fraction(expr).map(|(form, divisor)| (form.to_expr().simplify(), divisor));
        assert_eq!(found(&half(x())), Some((x(), 2)));
        assert_eq!(found(&half(x() + Expr::int(1))), Some(((x() + Expr::int(1)).simplify(), 2)));
        assert_eq!(found(&half(x() * x())), None);
    }
}
