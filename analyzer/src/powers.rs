//! Powers, shifts and positions of bits: what grows by powers of two, or falls so.
//!
//! A power with an exponent below 0 is no integer, or an exception, and an integer below 0 has no highest bit: these are cases.

use crate::bits::{Side, magnitude};
use crate::operation::{Operand, Operation, both, halves, named};
use crate::range::Range;
use crate::state::State;
use crate::types::Type;
use solver::{Expr, Linear};

/// The cases of an exponent, which is below 0 or not.
pub(crate) fn by_exponent(
    state: State,
    operation: Operation,
    left: &Operand,
    right: &Operand,
) -> Vec<(State, Option<(Type, Range)>)> {
    let sides = right.value.as_linear().filter(|_| !right.is_natural(&state));
    let sides = sides.and_then(|form| Some([(Side::Natural, form.clone()), (Side::Negative, form.negated(-1)?)]));
    let cases = match sides {
        Some(sides) => sides.map(|(side, form)| {
            let mut state = state.clone();
            state.guard.require(form).then_some((state, side))
        }),
        None => {
            let side = right.side(&state);
            [Some((state, side)), None]
        }
    };
    let result = |(state, side): (State, Side)| {
        let value = match (operation, side) {
            (Operation::ShiftLeft, Side::Natural) => Some(shifted_left(&state, left, right)),
            (Operation::ShiftLeft, Side::Negative) => Some(shifted_right(&state, left, &right.negated(&state))),
            (Operation::ShiftLeft, _) => {
                let of = if left.is_natural(&state) { Type::Nat } else { Type::Int };
                Some((of, Range::unknown()))
            }
            (_, Side::Natural) => Some(power(&state, left, right)),
            (_, Side::Negative) => match (operation, left.value.as_number()) {
                (_, Some(1)) => Some((Type::Nat, Range::number(1))),
                (_, Some(-1)) => Some((Type::Int, Range::between(-1, 1))),
                (Operation::Power, Some(_)) => None,
                // Of the others none has an integer.
                (Operation::Power, None) => Some((Type::Int, Range::between(-1, 1))),
                _ => Some((Type::Number, Range::unknown())),
            },
            (Operation::Power, Side::Unknown) => Some((Type::Int, Range::unknown())),
            _ => Some((Type::Number, Range::unknown())),
        };
        match value {
            Some((of, value)) => named(state, of, value),
            None => (state, None),
        }
    };
    cases.into_iter().flatten().map(result).collect()
}

/// The cases of what is asked for its bits: an integer below 0 has none, and 0 no first and no last.
pub(crate) fn bits(state: State, operation: Operation, of: &Operand) -> Vec<(State, Option<(Type, Range)>)> {
    let highest = |end: &Option<Expr>| Some(end.clone()?.log2().floor().simplify());
    // A number of which it is not known that it is positive has no logarithm.
    let result = |state: State, least: i64, x: Range| {
        let high = highest(&x.high);
        let value = match operation {
            Operation::HighestBit => Range { low: highest(&x.low), high },
            Operation::LowestBit => Range { low: Some(Expr::int(0)), high },
            _ => Range { low: Some(Expr::int(least)), high: high.map(|high| (high + Expr::int(1)).simplify()) },
        };
        named(state, Type::Nat, value)
    };
    let Some(form) = of.value.as_linear() else {
        let positive = |end: &Option<Expr>| Some(end.clone()?.max(Expr::int(1)).simplify());
        let x = Range { low: Some(Expr::int(1)), high: positive(&of.value.high) };
        return vec![result(state, 0, x)];
    };
    let mut cases = Vec::new();
    let case = |form: Option<Linear>| {
        let mut state = state.clone();
        form.is_none_or(|form| state.guard.require(form)).then_some(state)
    };
    if let Some(state) = case(form.plus(&Linear::constant(1), -1)) {
        cases.push(result(state, 1, of.value.clone()));
    }
    if operation == Operation::BitCount {
        let mut zero = state.clone();
        if zero.guard.require_zero(form.clone()) {
            cases.push((zero, Some((Type::Nat, Range::number(0)))));
        }
        cases.extend(case(form.negated(-1)).map(|state| (state, None)));
    } else {
        cases.extend(case(form.negated(0)).map(|state| (state, None)));
    }
    cases
}

/// A power with an exponent that is not below 0: of a constant exponent, or of a constant base.
fn power(state: &State, left: &Operand, right: &Operand) -> (Type, Range) {
    const LARGEST: i64 = 8;
    let is_natural = left.is_natural(state);
    let of = if is_natural { Type::Nat } else { Type::Int };
    let (x, y) = (left.natural_value(state), right.natural_value(state));
    let power = |base: Expr, exponent: Expr| base.pow(exponent).simplify();
    match (x.as_number(), y.as_number()) {
        (_, Some(0)) => (Type::Nat, Range::number(1)),
        // It rises with the base: everywhere, or from 0 on.
        (_, Some(exponent @ 1..=LARGEST)) if is_natural || exponent % 2 == 1 || x.as_exact().is_some() => {
            let [low, high] = [x.low, x.high].map(|end| Some(power(end?, Expr::int(exponent))));
            (if exponent % 2 == 0 { Type::Nat } else { of }, Range { low, high })
        }
        (_, Some(exponent @ 1..=LARGEST)) => {
            let high = magnitude(&x).map(|most| power(most, Expr::int(exponent)));
            (Type::Nat, Range { low: Some(Expr::int(0)), high })
        }
        // `0 ** 0` is 1.
        (Some(base @ -1..=1), _) => (of, Range::between(base, 1)),
        (Some(base), _) if base >= 2 => {
            let [low, high] = [y.low, y.high].map(|end| Some(power(Expr::int(base), end?)));
            (Type::Nat, Range { low, high })
        }
        (Some(base), _) => {
            let most = base.checked_neg().zip(y.high).map(|(base, high)| power(Expr::int(base), high));
            (Type::Int, Range { low: most.clone().map(|most| (-most).simplify()), high: most })
        }
        _ if is_natural => (Type::Nat, Range::from(0)),
        _ => (Type::Int, Range::unknown()),
    }
}

/// An integer moved to the left by a number of bits that is not below 0.
fn shifted_left(state: &State, left: &Operand, right: &Operand) -> (Type, Range) {
    let is_natural = left.is_natural(state);
    let of = if is_natural { Type::Nat } else { Type::Int };
    let (x, y) = (left.natural_value(state), right.natural_value(state));
    if let Some(factor) = y.as_number().and_then(power_of_two) {
        return (of, x.times(&Range::number(factor)));
    }
    let [least, most] = [y.low, y.high].map(|end| end.map(|end| Expr::int(2).pow(end).simplify()));
    let moved = |end: &Option<Expr>| Some((end.clone()? * most.clone()?).simplify());
    if is_natural {
        let high = moved(&x.high);
        // What is below a natural number may be negative.
        let is_known =
            x.as_exact().is_some() || x.low.as_ref().and_then(Expr::as_num).is_some_and(|low| !low.is_negative());
        let low = least.filter(|_| is_known).and_then(|least| Some((x.low.clone()? * least).simplify()));
        return (of, Range { low: low.or(x.low), high });
    }
    let (low, high) = (both(&x.low, &moved(&x.low), Expr::min), both(&x.high, &moved(&x.high), Expr::max));
    (of, Range { low, high })
}

/// The same to the right.
pub(crate) fn shifted_right(state: &State, left: &Operand, right: &Operand) -> (Type, Range) {
    let is_natural = left.is_natural(state);
    let of = if is_natural { Type::Nat } else { Type::Int };
    let x = left.natural_value(state);
    if let Some(divisor) = right.value.as_number().and_then(power_of_two) {
        return (of, halves(&x, divisor));
    }
    let zero = Some(Expr::int(0));
    let high = both(&x.high, &zero, Expr::max);
    let low = if is_natural { zero } else { both(&x.low, &zero, Expr::min) };
    (of, Range { low, high: if is_natural { x.high } else { high } })
}

fn power_of_two(exponent: i64) -> Option<i64> {
    (0..=40).contains(&exponent).then(|| 1 << exponent)
}
