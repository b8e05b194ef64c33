//! Tests that go on when true and to a label when false: arithmetic comparisons and type tests.

use super::Machine;
use super::cell::{Cell, Tag};
use super::step::{Cold, Regs, RunMode, Step, Target};
use crate::cost::Key;
use crate::instr::{Imm, X, key};
use std::cmp::Ordering;

/// The keys of a test.
#[derive(Clone, Copy)]
struct Keys {
    yes: Key,
    no: Key,
    slow_yes: Key,
    slow_no: Key,
}

/// Ends a test whose outcome is known.
#[inline(always)]
fn decide<R: RunMode>(m: &mut Machine, r: &Regs, outcome: bool, yes: Key, no: Key, other: Target) -> Step {
    if outcome {
        m.count::<R>(yes);
        Step::Next
    } else {
        m.count::<R>(no);
        r.go(other)
    }
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
    let other = Target(4);
    match m.compare_numbers(a, b) {
        Ok(order) => {
            let small = a.deref().is(Tag::Int) && b.deref().is(Tag::Int);
            let (yes, no) = if small { (keys.yes, keys.no) } else { (keys.slow_yes, keys.slow_no) };
            // Not a number compares as nothing, so only =\= accepts it.
            let outcome =
                order.map_or(!accept(Ordering::Equal) && accept(Ordering::Less) && accept(Ordering::Greater), accept);
            match decide::<R>(m, r, outcome, yes, no, other) {
                Step::Next => Step::Jump(r.next),
                step => step,
            }
        }
        Err(ball) => m.raise::<R>(r, ball),
    }
}

/// Defines the comparisons of two registers and of a register with a constant.
macro_rules! comparisons {
    ($($body:ident $variant:ident $b:ident: $operand:ident, $word:expr, $slow:expr, |$x:ident, $y:ident| $test:expr, $accept:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>(m: &mut Machine, r: &mut Regs, a: X, $b: $operand, other: Target) -> Step {
            fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                let keys = Keys {
                    yes: key::$variant::TRUE,
                    no: key::$variant::FALSE,
                    slow_yes: key::$variant::SLOW_TRUE,
                    slow_no: key::$variant::SLOW_FALSE,
                };
                let a = m.x(X(r.pc.half(1)));
                let b: fn(&Machine, u16) -> Cell = $slow;
                let b = b(m, r.pc.half(2));
                compare_slowly::<R>(m, r, a, b, $accept, keys)
            }
            let a = m.x(a).deref();
            let b: fn(&Machine, $operand) -> Cell = $word;
            let b = b(m, $b);
            if a.0 & b.0 & 7 != Tag::Int as u64 {
                let slow: Cold = slow::<R>;
                return Step::Cold(slow);
            }
            let ($x, $y) = (a.0 as i64, b.0 as i64);
            decide::<R>(m, r, $test, key::$variant::TRUE, key::$variant::FALSE, other)
        }
    )*};
}

#[inline(always)]
fn register(m: &Machine, x: X) -> Cell {
    m.x(x).deref()
}

#[inline(always)]
fn constant(_: &Machine, i: Imm) -> Cell {
    Cell::int(i.0.into())
}

fn register_operand(m: &Machine, half: u16) -> Cell {
    m.x(X(half))
}

fn constant_operand(_: &Machine, half: u16) -> Cell {
    Cell::int((half as i16).into())
}

comparisons! {
    if_less IfLess b: X, register, register_operand, |x, y| x < y, Ordering::is_lt;
    if_less_equal IfLessEqual b: X, register, register_operand, |x, y| x <= y, Ordering::is_le;
    if_equal IfEqual b: X, register, register_operand, |x, y| x == y, Ordering::is_eq;
    if_not_equal IfNotEqual b: X, register, register_operand, |x, y| x != y, Ordering::is_ne;
    if_less_const IfLessConst i: Imm, constant, constant_operand, |x, y| x < y, Ordering::is_lt;
    if_greater_const IfGreaterConst i: Imm, constant, constant_operand, |x, y| x > y, Ordering::is_gt;
    if_equal_const IfEqualConst i: Imm, constant, constant_operand, |x, y| x == y, Ordering::is_eq;
    if_not_equal_const IfNotEqualConst i: Imm, constant, constant_operand, |x, y| x != y, Ordering::is_ne;
}

/// Defines the type tests: each a question on a dereferenced cell.
macro_rules! type_tests {
    ($($body:ident $variant:ident |$m:ident, $cell:ident| $test:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>($m: &mut Machine, r: &mut Regs, a: X, other: Target) -> Step {
            let $cell = $m.x(a).deref();
            let outcome = $test;
            decide::<R>($m, r, outcome, key::$variant::TRUE, key::$variant::FALSE, other)
        }
    )*};
}

type_tests! {
    if_var IfVar |m, cell| cell.is(Tag::Ref);
    if_nonvar IfNonvar |m, cell| !cell.is(Tag::Ref);
    if_atom IfAtom |m, cell| cell.is(Tag::Atom);
    if_integer IfInteger |m, cell| cell.is_integer();
    if_float IfFloat |m, cell| cell.is_float();
    if_number IfNumber |m, cell| cell.is_number();
    if_atomic IfAtomic |m, cell| !cell.is(Tag::Ref) && !cell.is_compound();
    if_compound IfCompound |m, cell| cell.is_compound();
    if_callable IfCallable |m, cell| cell.is(Tag::Atom) || cell.is_compound();
}
