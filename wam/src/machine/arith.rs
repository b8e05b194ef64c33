//! Arithmetic instructions. Small integers are computed inline on the tagged words; everything else, and every error,
//! is left to [`crate::machine::number`].

use super::Machine;
use super::cell::{Cell, Tag};
use super::step::{Cold, Regs, RunMode, Step};
use crate::compile::evaluable::Evaluable;
use crate::cost::Key;
use crate::instr::{EvalId, Imm, X, key};

const INT: i64 = Tag::Int as i64;

/// The keys of an arithmetic instruction.
#[derive(Clone, Copy)]
struct Keys {
    int: Key,
    float: Key,
    other: Key,
}

/// The words of two small integers, if they are.
#[inline(always)]
fn small(a: Cell, b: Cell) -> Option<(i64, i64)> {
    // No term has tag 7, so both low bits are set in both words only for integers.
    (a.0 & b.0 & 7 == INT as u64).then_some((a.0 as i64, b.0 as i64))
}

/// Computes on small integers or leaves the instruction to its out-of-line part.
#[inline(always)]
fn compute<R: RunMode>(m: &mut Machine, d: X, result: Option<i64>, int: Key, slow: Cold) -> Step {
    match result {
        Some(word) => {
            m.set_x(d, Cell(word as u64));
            m.count::<R>(int);
            Step::Next
        }
        None => Step::Cold(slow),
    }
}

/// The out-of-line part: any numbers, any operation.
fn evaluate<R: RunMode>(m: &mut Machine, r: &mut Regs, d: X, f: Evaluable, operands: &[Cell], keys: Keys) -> Step {
    m.regs.h = r.h;
    match m.evaluate(f, operands) {
        Ok(cell) => {
            r.h = m.regs.h;
            m.set_x(d, cell);
            let operand_is_small = |cell: &Cell| cell.deref().is(Tag::Int);
            let key = match cell.tag() {
                Tag::Int if operands.iter().all(operand_is_small) => keys.int,
                Tag::Boxed if cell.is_float() => keys.float,
                _ => keys.other,
            };
            m.count::<R>(key);
            Step::Jump(r.next)
        }
        Err(ball) => m.raise::<R>(r, ball),
    }
}

/// Defines instruction bodies with two register operands; the rows differ in the operation on tagged words.
macro_rules! two_operands {
    ($($body:ident $variant:ident $evaluable:ident $float:ident |$a:ident, $b:ident| $compute:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>(m: &mut Machine, _r: &mut Regs, d: X, a: X, b: X) -> Step {
            fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                let (d, a, b) = (X(r.pc.half(1)), X(r.pc.half(2)), X(r.pc.half(3)));
                let keys = Keys {
                    int: key::$variant::INT,
                    float: key::$variant::$float,
                    other: key::$variant::OTHER,
                };
                evaluate::<R>(m, r, d, Evaluable::$evaluable, &[m.x(a), m.x(b)], keys)
            }
            let result = small(m.x(a).deref(), m.x(b).deref()).and_then(|($a, $b)| $compute);
            compute::<R>(m, d, result, key::$variant::INT, slow::<R>)
        }
    )*};
}

two_operands! {
    add Add Add FLOAT |a, b| (a - INT).checked_add(b);
    sub Sub Sub FLOAT |a, b| a.checked_sub(b).map(|difference| difference + INT);
    mul Mul Mul FLOAT |a, b| (a - INT).checked_mul(b >> 3).map(|product| product + INT);
    int_div IntDiv IntDiv OTHER |a, b| divide(a, b);
    mod_ Mod Mod OTHER |a, b| modulo(a, b);
}

#[inline(always)]
fn divide(a: i64, b: i64) -> Option<i64> {
    // The one overflow, MIN_INT // -1, leaves 61 bits but not 64: the check is on the shifted result.
    let (a, b) = (a >> 3, b >> 3);
    if b == 0 {
        return None;
    }
    (a / b).checked_mul(8).map(|quotient| quotient + INT)
}

#[inline(always)]
fn modulo(a: i64, b: i64) -> Option<i64> {
    let (a, b) = (a >> 3, b >> 3);
    if b == 0 {
        return None;
    }
    let remainder = a % b;
    let modulus = if remainder != 0 && (remainder ^ b) < 0 { remainder + b } else { remainder };
    Some((modulus << 3) + INT)
}

#[inline(always)]
pub(crate) fn add_const<R: RunMode>(m: &mut Machine, _r: &mut Regs, d: X, a: X, i: Imm) -> Step {
    fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        let (d, a, i) = (X(r.pc.half(1)), X(r.pc.half(2)), r.pc.half(3) as i16);
        let keys = Keys { int: key::AddConst::INT, float: key::AddConst::FLOAT, other: key::AddConst::OTHER };
        let operands = [m.x(a), Cell::int(i.into())];
        evaluate::<R>(m, r, d, Evaluable::Add, &operands, keys)
    }
    let a = m.x(a).deref();
    let result = if a.is(Tag::Int) { (a.0 as i64).checked_add(i64::from(i.0) << 3) } else { None };
    compute::<R>(m, d, result, key::AddConst::INT, slow::<R>)
}

#[inline(always)]
pub(crate) fn eval_1<R: RunMode>(_m: &mut Machine, _r: &mut Regs, _d: X, _a: X, _f: EvalId) -> Step {
    fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        let (d, a, f) = (X(r.pc.half(1)), X(r.pc.half(2)), EvalId(r.pc.half(3)));
        let keys = Keys { int: key::Eval1::INT, float: key::Eval1::FLOAT, other: key::Eval1::OTHER };
        evaluate::<R>(m, r, d, Evaluable::from_id(f), &[m.x(a)], keys)
    }
    Step::Cold(slow::<R>)
}

#[inline(always)]
pub(crate) fn eval_2<R: RunMode>(_m: &mut Machine, _r: &mut Regs, _d: X, _a: X, _b: X, _f: EvalId) -> Step {
    fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        let (d, a, b) = (X(r.pc.half(1)), X(r.pc.half(2)), X(r.pc.half(3)));
        let keys = Keys { int: key::Eval2::INT, float: key::Eval2::FLOAT, other: key::Eval2::OTHER };
        let f = Evaluable::from_id(EvalId(r.pc.half(4)));
        evaluate::<R>(m, r, d, f, &[m.x(a), m.x(b)], keys)
    }
    Step::Cold(slow::<R>)
}
