//! What operations on the bits of integers give, of either sign: limits of the result.
//!
//! `X /\ C` of a natural `C` takes bits of it, and `X \/ C` adds such that are in `C` and not in `X`, whatever the sign of `X`;
//! what is below 0 is the complement of a natural number, `\ X = -X - 1`. All rules follow from these two.

use crate::operation::{Operand, Operation};
use crate::range::Range;
use crate::state::State;
use crate::types::Type;
use solver::Expr;

/// What is known of the sign of an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// It is not below 0.
    Natural,
    /// It is below 0.
    Negative,
    Unknown,
}

/// The limits of a result.
#[derive(Default)]
pub(crate) struct Limits {
    /// It is at least each of these.
    pub least: Vec<Expr>,
    /// It is at most each of these.
    pub most: Vec<Expr>,
}

impl Limits {
    fn add(&mut self, low: Option<Expr>, high: Option<Expr>) {
        self.least.extend(low.map(|low| low.simplify()));
        self.most.extend(high.map(|high| high.simplify()));
    }

    /// The range of all limits together.
    pub fn range(&self) -> Range {
        let all = |ends: &[Expr], pick: fn(Vec<Expr>) -> Expr| match ends {
            [] => None,
            [one] => Some(one.clone()),
            _ => Some(pick(ends.to_vec()).simplify()),
        };
        Range { low: all(&self.least, Expr::Max), high: all(&self.most, Expr::Min) }
    }
}

/// The type of a bitwise operation's result, and its limits.
pub(crate) fn bitwise(state: &State, operation: Operation, left: &Operand, right: &Operand) -> (Type, Limits) {
    let [a, b] = [left, right].map(|operand| (operand.side(state), operand.natural_value(state)));
    let mut limits = Limits::default();
    for ((_, x), (side, c)) in [(&a, &b), (&b, &a)] {
        match side {
            Side::Natural => with_natural(operation, x, c, &mut limits),
            Side::Negative => with_negative(operation, x, c, &mut limits),
            Side::Unknown => {}
        }
    }
    let ((left, x), (right, y)) = (&a, &b);
    if [left, right] == [&Side::Unknown; 2] {
        with_any(operation, x, y, &mut limits);
    }
    let is_natural = match operation {
        Operation::And => [left, right].contains(&&Side::Natural),
        Operation::Or => [left, right] == [&Side::Natural; 2],
        _ => left == right && *left != Side::Unknown,
    };
    (if is_natural { Type::Nat } else { Type::Int }, limits)
}

/// Limits by an operand that is not below 0.
fn with_natural(operation: Operation, x: &Range, c: &Range, limits: &mut Limits) {
    match operation {
        Operation::And => limits.add(Some(Expr::int(0)), c.high.clone()),
        Operation::Or => limits.add(x.low.clone(), x.plus(c).high),
        _ => limits.add(x.minus(c).low, x.plus(c).high),
    }
}

/// The same by one below 0, the complement of such.
fn with_negative(operation: Operation, x: &Range, c: &Range, limits: &mut Limits) {
    match operation {
        Operation::And => limits.add(x.plus(c).offset(1).low, x.high.clone()),
        Operation::Or => limits.add(c.low.clone(), Some(Expr::int(-1))),
        _ => limits.add(c.minus(x).low, Range::number(-2).minus(&x.plus(c)).high),
    }
}

/// Limits that hold for every sign of both operands.
fn with_any(operation: Operation, x: &Range, y: &Range, limits: &mut Limits) {
    let greater = |a: &Option<Expr>, b: &Option<Expr>| Some(a.clone()?.max(b.clone()?));
    match operation {
        Operation::And => {
            let low = x.plus(y).offset(1).low.map(|low| low.min(Expr::int(0)));
            limits.add(low, greater(&x.high, &y.high));
        }
        Operation::Or => {
            let low = x.low.clone().zip(y.low.clone()).map(|(x, y)| x.min(y));
            limits.add(low, x.plus(y).high.map(|high| high.max(Expr::int(-1))));
        }
        _ => {
            let sum = magnitude(x).zip(magnitude(y)).map(|(x, y)| (x + y).simplify());
            limits.add(sum.clone().map(|sum| -sum), sum);
        }
    }
}

/// The greatest absolute value of an integer.
pub(crate) fn magnitude(x: &Range) -> Option<Expr> {
    Some(x.high.clone()?.max(-x.low.clone()?).simplify())
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::{Guard, Rational};

    /// What may be known of a number: all of it, its sign, or less than that.
    fn operands(value: i64) -> [Operand; 3] {
        [0, 1, 20].map(|by| Operand::cell(Type::Int, Range::between(value - by, value + by)))
    }

    #[test]
    fn limits_hold_for_all_small_integers() {
        let state = State::start(Guard::always());
        let number = |end: Expr| end.as_num().and_then(Rational::to_i64).expect("a number");
        for (x, y) in (-9..=9).flat_map(|x: i64| (-9..=9).map(move |y: i64| (x, y))) {
            for (operation, value) in [(Operation::And, x & y), (Operation::Or, x | y), (Operation::Xor, x ^ y)] {
                for (left, right) in operands(x).iter().flat_map(|left| operands(y).map(|right| (left.clone(), right)))
                {
                    let (of, limits) = bitwise(&state, operation, &left, &right);
                    let Range { low, high } = limits.range();
                    let [low, high] = [low, high].map(|end| number(end.expect("both ends")));
                    assert!(low <= value && value <= high, "{x} {operation:?} {y}: {left:?}, {right:?}");
                    assert!(of == Type::Int || value >= 0, "{x} {operation:?} {y}: {left:?}, {right:?}");
                }
            }
        }
    }
}
