//! Decisions between clauses: tests that have a third outcome, "not decided", where a variable or anything else that
//! is not what the test is about leaves the decision to the clauses themselves.
//!
//! A decision reads two values and changes nothing: S stays for what is read next.

use super::Machine;
use super::cell::{Cell, Tag};
use super::comparisons::{constant, constant_operand, register, register_operand};
use super::step::{Cold, LabelAt, Regs, RunMode, Step};
use crate::cost::Key;
use crate::instr::{Imm, X, key};
use std::cmp::Ordering;

/// Where the labels of a decision stand in the instruction.
const OTHER: LabelAt = LabelAt(4);
const UNKNOWN: LabelAt = LabelAt(6);

/// The keys of a decision that was not made on two small integers.
struct SlowKeys {
    yes: Key,
    other: Key,
    fail: Key,
    unknown: Key,
}

/// Compares what is not two small integers: other numbers are compared, anything else leaves it open. Nothing is
/// evaluated.
fn decide_slowly<R: RunMode>(
    m: &mut Machine,
    r: &mut Regs,
    a: Cell,
    b: Cell,
    accept: fn(Ordering) -> bool,
    keys: SlowKeys,
) -> Step {
    m.regs.h = r.h;
    let (a, b) = (a.deref(), b.deref());
    let order = if a.is_number() && b.is_number() { m.compare_numbers(a, b).ok().flatten() } else { None };
    match order.map(accept) {
        Some(true) => {
            m.count::<R>(keys.yes);
            Step::Jump(r.next)
        }
        Some(false) => m.go_or_fail::<R>(r, OTHER, keys.other, keys.fail),
        // Not a number compares as nothing: the clauses know what their tests make of it.
        None => {
            m.count::<R>(keys.unknown);
            r.go(UNKNOWN)
        }
    }
}

/// Defines the decisions by comparison: of two registers and of a register with a constant.
macro_rules! comparisons {
    ($($body:ident $variant:ident $b:ident: $operand:ident, $word:expr, $slow:expr, |$x:ident, $y:ident| $test:expr, $accept:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>(
            m: &mut Machine,
            r: &mut Regs,
            a: X,
            $b: $operand,
            other: LabelAt,
            _unknown: LabelAt,
        ) -> Step {
            fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                let keys = SlowKeys {
                    yes: key::$variant::SLOW_TRUE,
                    other: key::$variant::SLOW_ELSE,
                    fail: key::$variant::FAIL,
                    unknown: key::$variant::UNKNOWN,
                };
                let a = m.x(X(r.pc.half(1)));
                let b: fn(&Machine, u16) -> Cell = $slow;
                let b = b(m, r.pc.half(2));
                decide_slowly::<R>(m, r, a, b, $accept, keys)
            }
            let a = m.value::<R>(a);
            let b: fn(&mut Machine, $operand) -> Cell = $word;
            let b = b(m, $b);
            if a.0 & b.0 & 7 != Tag::Int as u64 {
                let slow: Cold = slow::<R>;
                return Step::Cold(slow);
            }
            let ($x, $y) = (a.0 as i64, b.0 as i64);
            if $test {
                m.count::<R>(key::$variant::TRUE);
                Step::Next
            } else {
                m.go_or_fail::<R>(r, other, key::$variant::ELSE, key::$variant::FAIL)
            }
        }
    )*};
}

comparisons! {
    decide_less DecideLess b: X, register::<R>, register_operand, |x, y| x < y, Ordering::is_lt;
    decide_equal DecideEqual b: X, register::<R>, register_operand, |x, y| x == y, Ordering::is_eq;
    decide_less_const DecideLessConst i: Imm, constant, constant_operand, |x, y| x < y, Ordering::is_lt;
    decide_greater_const DecideGreaterConst i: Imm, constant, constant_operand, |x, y| x > y, Ordering::is_gt;
    decide_equal_const DecideEqualConst i: Imm, constant, constant_operand, |x, y| x == y, Ordering::is_eq;
}

/// Whether two values are the same cell, or certainly do not unify.
#[inline(always)]
pub(crate) fn decide_same<R: RunMode>(
    m: &mut Machine,
    r: &mut Regs,
    a: X,
    b: X,
    other: LabelAt,
    unknown: LabelAt,
) -> Step {
    let (a, b) = (m.value::<R>(a), m.value::<R>(b));
    if a == b {
        m.count::<R>(key::DecideSame::TRUE);
        Step::Next
    } else if !a.is(Tag::Ref) && !b.is(Tag::Ref) && (a.is_constant() || !a.has_tag_of(b)) {
        // There is another clause: what excludes clauses are comparisons.
        m.count::<R>(key::DecideSame::ELSE);
        r.go(other)
    } else {
        m.count::<R>(key::DecideSame::UNKNOWN);
        r.go(unknown)
    }
}
