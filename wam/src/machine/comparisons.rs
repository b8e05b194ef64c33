//! Arithmetic comparisons: instructions that go on when true, and to a label when false.

use super::Machine;
use super::arith::floats;
use super::cell::{Cell, Tag};
use super::dispatch::WORDS;
use super::step::{Cold, LabelAt, Regs, RunMode, Step};
use super::threaded::{Half, other_half};
use crate::cost::Key;
use crate::instr::{Imm, Op, X, key};
use std::cmp::Ordering;

/// The keys of a test: it is true, it goes on at its other label, it fails.
#[derive(Clone, Copy)]
pub(super) struct Outcomes {
    pub yes: Key,
    pub other: Key,
    pub fail: Key,
}

/// The keys of a comparison: of small integers, and of other numbers.
#[derive(Clone, Copy)]
struct Keys {
    int: Outcomes,
    slow: Outcomes,
}

/// Ends a test whose outcome is known.
#[inline(always)]
pub(super) fn branch<R: RunMode>(m: &mut Machine, r: &Regs, outcome: bool, keys: Outcomes, other: LabelAt) -> Step {
    if outcome {
        m.count::<R>(keys.yes);
        Step::Next
    } else {
        m.go_or_fail::<R>(r, other, keys.other, keys.fail)
    }
}

/// Where the label of a comparison stands in the instruction.
const OTHER: LabelAt = LabelAt(4);

/// The largest integer below which every integer is a float.
const EXACT: f64 = (1u64 << 53) as f64;

/// Compares floats, or a float and an integer that is one; what is not a number is left to the out-of-line part.
#[inline(always)]
fn compare_floats<R: RunMode>(
    m: &mut Machine,
    r: &mut Regs,
    a: Cell,
    b: Cell,
    test: impl Fn(f64, f64) -> bool,
    keys: Outcomes,
    slow: Cold,
) -> Step {
    match floats(a, b) {
        Some((x, y)) if !x.is_nan() && !y.is_nan() && (both_boxed(a, b) || x.abs().min(y.abs()) < EXACT) => {
            branch::<R>(m, r, test(x, y), keys, OTHER)
        }
        _ => Step::Cold(slow),
    }
}

#[inline(always)]
fn both_boxed(a: Cell, b: Cell) -> bool {
    a.is(Tag::Boxed) && b.is(Tag::Boxed)
}

/// Compares numbers of any kind, out of line.
fn compare_slowly<R: RunMode>(
    m: &mut Machine,
    r: &mut Regs,
    a: Cell,
    b: Cell,
    accept: fn(Ordering) -> bool,
    keys: Keys,
) -> Step {
    m.regs.h = r.h;
    match m.compare_numbers(a, b) {
        Ok(order) => {
            let small = a.deref().is(Tag::Int) && b.deref().is(Tag::Int);
            let keys = if small { keys.int } else { keys.slow };
            // Not a number compares as nothing, so only =\= accepts it.
            let outcome =
                order.map_or(!accept(Ordering::Equal) && accept(Ordering::Less) && accept(Ordering::Greater), accept);
            match branch::<R>(m, r, outcome, keys, OTHER) {
                Step::Next => Step::Jump(r.next),
                step => step,
            }
        }
        Err(ball) => m.raise::<R>(r, ball),
    }
}

/// Defines the comparisons of two registers and of a register with a constant.
macro_rules! comparisons {
    ($($body:ident $half:ident $variant:ident $b:ident: $operand:ident, $word:expr, $slow:expr, |$x:ident, $y:ident| $test:expr, $accept:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>(m: &mut Machine, r: &mut Regs, a: X, $b: $operand, other: LabelAt) -> Step {
            const INT: Outcomes =
                Outcomes { yes: key::$variant::TRUE, other: key::$variant::ELSE, fail: key::$variant::FAIL };
            const SLOW: Outcomes = Outcomes {
                yes: key::$variant::SLOW_TRUE,
                other: key::$variant::SLOW_ELSE,
                fail: key::$variant::SLOW_FAIL,
            };
            fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                let a = m.x(X(r.pc.half(1)));
                let b: fn(&Machine, u16) -> Cell = $slow;
                let b = b(m, r.pc.half(2));
                compare_slowly::<R>(m, r, a, b, $accept, Keys { int: INT, slow: SLOW })
            }
            struct $half;
            impl Half for $half {
                const WORDS: usize = WORDS[Op::$variant as usize] as usize;
                #[inline(always)]
                fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                    let a = m.x(X(r.pc.half(1))).deref();
                    let b: fn(&mut Machine, $operand) -> Cell = $word;
                    let b = b(m, $operand(r.pc.half(2) as _));
                    compare_floats::<R>(m, r, a, b, |$x, $y| $test, SLOW, slow::<R>)
                }
            }
            let a = m.value::<R>(a);
            let b: fn(&mut Machine, $operand) -> Cell = $word;
            let b = b(m, $b);
            if a.0 & b.0 & 7 != Tag::Int as u64 {
                return other_half::<$half, R>();
            }
            let ($x, $y) = (a.0 as i64, b.0 as i64);
            branch::<R>(m, r, $test, INT, other)
        }
    )*};
}

#[inline(always)]
pub(super) fn register<R: RunMode>(m: &mut Machine, x: X) -> Cell {
    m.value::<R>(x)
}

#[inline(always)]
pub(super) fn constant(_: &mut Machine, i: Imm) -> Cell {
    Cell::int(i.0.into())
}

pub(super) fn register_operand(m: &Machine, half: u16) -> Cell {
    m.x(X(half))
}

pub(super) fn constant_operand(_: &Machine, half: u16) -> Cell {
    Cell::int((half as i16).into())
}

comparisons! {
    if_less FloatsLess IfLess b: X, register::<R>, register_operand, |x, y| x < y, Ordering::is_lt;
    if_less_equal FloatsLessEqual IfLessEqual b: X, register::<R>, register_operand, |x, y| x <= y, Ordering::is_le;
    if_equal FloatsEqual IfEqual b: X, register::<R>, register_operand, |x, y| x == y, Ordering::is_eq;
    if_not_equal FloatsNotEqual IfNotEqual b: X, register::<R>, register_operand, |x, y| x != y, Ordering::is_ne;
    if_less_const FloatsLessConst IfLessConst i: Imm, constant, constant_operand, |x, y| x < y, Ordering::is_lt;
    if_greater_const FloatsGreaterConst IfGreaterConst i: Imm, constant, constant_operand, |x, y| x > y, Ordering::is_gt;
    if_equal_const FloatsEqualConst IfEqualConst i: Imm, constant, constant_operand, |x, y| x == y, Ordering::is_eq;
    if_not_equal_const FloatsNotEqualConst IfNotEqualConst i: Imm, constant, constant_operand, |x, y| x != y, Ordering::is_ne;
}
