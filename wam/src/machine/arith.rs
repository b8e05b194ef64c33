//! Arithmetic instructions. Small integers are computed inline on the tagged words, floats in a half of their own;
//! everything else, and every error, is left to [`crate::machine::evaluate`].

use super::Machine;
use super::cell::{Cell, Tag};
use super::dispatch::WORDS;
use super::evaluate::{small_function, small_operation};
use super::step::{Cold, Regs, RunMode, Step};
use super::threaded::{Half, other_half};
use super::value::push_float;
use crate::compile::evaluable::Evaluable;
use crate::cost::Key;
use crate::instr::{EvalId, Imm, Op, X, key};

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

/// Ends an operation on small integers, or goes on as `otherwise` says.
#[inline(always)]
fn compute<R: RunMode>(m: &mut Machine, d: X, result: Option<i64>, int: Key, otherwise: Step) -> Step {
    match result {
        Some(word) => {
            m.set_x(d, Cell(word as u64));
            m.count::<R>(int);
            Step::Next
        }
        None => otherwise,
    }
}

/// The values of two numbers of which one is a float and the other a float or a small integer.
#[inline(always)]
pub(crate) fn floats(a: Cell, b: Cell) -> Option<(f64, f64)> {
    if a.is(Tag::Int) && b.is(Tag::Int) { None } else { Some((a.to_float()?, b.to_float()?)) }
}

/// Ends an operation on floats whose result is finite, or leaves the instruction to its out-of-line part.
#[inline(always)]
fn finish_float<R: RunMode>(m: &mut Machine, r: &mut Regs, d: X, result: Option<f64>, float: Key, slow: Cold) -> Step {
    match result {
        Some(value) if value.is_finite() => {
            let cell = push_float(&mut r.h, value);
            m.set_x(d, cell);
            m.count::<R>(float);
            Step::Next
        }
        _ => Step::Cold(slow),
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

/// Defines instruction bodies with two register operands; the rows differ in the operation on tagged words and, for
/// those that have it, on floats.
macro_rules! two_operands {
    ($($body:ident $variant:ident $evaluable:ident $float_key:ident |$a:ident, $b:ident| $compute:expr $(, $half:ident $operator:tt)?;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>(m: &mut Machine, _r: &mut Regs, d: X, a: X, b: X) -> Step {
            fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                let (d, a, b) = (X(r.pc.half(1)), X(r.pc.half(2)), X(r.pc.half(3)));
                let keys = Keys {
                    int: key::$variant::INT,
                    float: key::$variant::$float_key,
                    other: key::$variant::OTHER,
                };
                evaluate::<R>(m, r, d, Evaluable::$evaluable, &[m.x(a), m.x(b)], keys)
            }
            #[allow(unused_mut, unused_assignments)]
            let mut otherwise = Step::Cold(slow::<R>);
            $(
                struct $half;
                impl Half for $half {
                    const WORDS: usize = WORDS[Op::$variant as usize] as usize;
                    #[inline(always)]
                    fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                        let (d, a, b) = (X(r.pc.half(1)), X(r.pc.half(2)), X(r.pc.half(3)));
                        let result = floats(m.x(a).deref(), m.x(b).deref()).map(|(x, y)| x $operator y);
                        finish_float::<R>(m, r, d, result, key::$variant::FLOAT, slow::<R>)
                    }
                }
                otherwise = other_half::<$half, R>();
            )?
            let result = small(m.value::<R>(a), m.value::<R>(b)).and_then(|($a, $b)| $compute);
            compute::<R>(m, d, result, key::$variant::INT, otherwise)
        }
    )*};
}

two_operands! {
    add Add Add FLOAT |a, b| (a - INT).checked_add(b), AddFloats +;
    sub Sub Sub FLOAT |a, b| a.checked_sub(b).map(|difference| difference + INT), SubFloats -;
    mul Mul Mul FLOAT |a, b| (a - INT).checked_mul(b >> 3).map(|product| product + INT), MulFloats *;
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
    struct AddConstToFloat;
    impl Half for AddConstToFloat {
        const WORDS: usize = WORDS[Op::AddConst as usize] as usize;
        #[inline(always)]
        fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
            let (d, a, i) = (X(r.pc.half(1)), X(r.pc.half(2)), r.pc.half(3) as i16);
            let a = m.x(a).deref();
            let result = if a.is(Tag::Int) { None } else { a.to_float() }.map(|x| x + f64::from(i));
            finish_float::<R>(m, r, d, result, key::AddConst::FLOAT, slow::<R>)
        }
    }
    let a = m.value::<R>(a);
    let result = if a.is(Tag::Int) { (a.0 as i64).checked_add(i64::from(i.0) << 3) } else { None };
    compute::<R>(m, d, result, key::AddConst::INT, other_half::<AddConstToFloat, R>())
}

/// The cell of an integer as a tagged word, where it fits.
#[inline(always)]
fn word(value: Option<i64>) -> Option<i64> {
    value.and_then(Cell::small).map(|cell| cell.0 as i64)
}

#[inline(always)]
pub(crate) fn eval_1<R: RunMode>(m: &mut Machine, _r: &mut Regs, d: X, a: X, f: EvalId) -> Step {
    fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        let (d, a, f) = (X(r.pc.half(1)), X(r.pc.half(2)), EvalId(r.pc.half(3)));
        let keys = Keys { int: key::Eval1::OTHER, float: key::Eval1::FLOAT, other: key::Eval1::OTHER };
        evaluate::<R>(m, r, d, Evaluable::from_id(f), &[m.x(a)], keys)
    }
    struct EvalFloat;
    impl Half for EvalFloat {
        const WORDS: usize = WORDS[Op::Eval1 as usize] as usize;
        #[inline(always)]
        fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
            let (d, a, f) = (X(r.pc.half(1)), X(r.pc.half(2)), EvalId(r.pc.half(3)));
            let result = m.x(a).deref().to_float().and_then(|x| match Evaluable::from_id(f) {
                Evaluable::Float => Some(x),
                Evaluable::Sqrt if x >= 0.0 => Some(x.sqrt()),
                _ => None,
            });
            finish_float::<R>(m, r, d, result, key::Eval1::FLOAT, slow::<R>)
        }
    }
    let a = m.value::<R>(a);
    let result = if a.is(Tag::Int) { word(small_function(Evaluable::from_id(f), a.as_int())) } else { None };
    compute::<R>(m, d, result, key::Eval1::INT, other_half::<EvalFloat, R>())
}

#[inline(always)]
pub(crate) fn eval_2<R: RunMode>(m: &mut Machine, _r: &mut Regs, d: X, a: X, b: X, f: EvalId) -> Step {
    fn slow<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        let (d, a, b) = (X(r.pc.half(1)), X(r.pc.half(2)), X(r.pc.half(3)));
        let keys = Keys { int: key::Eval2::OTHER, float: key::Eval2::FLOAT, other: key::Eval2::OTHER };
        let f = Evaluable::from_id(EvalId(r.pc.half(4)));
        evaluate::<R>(m, r, d, f, &[m.x(a), m.x(b)], keys)
    }
    struct DivideFloats;
    impl Half for DivideFloats {
        const WORDS: usize = WORDS[Op::Eval2 as usize] as usize;
        #[inline(always)]
        fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
            let (d, a, b) = (X(r.pc.half(1)), X(r.pc.half(2)), X(r.pc.half(3)));
            let divides = r.pc.half(4) == Evaluable::Divide.id().0;
            let operands = if divides { floats(m.x(a).deref(), m.x(b).deref()) } else { None };
            let result = operands.filter(|&(_, y)| y != 0.0).map(|(x, y)| x / y);
            finish_float::<R>(m, r, d, result, key::Eval2::FLOAT, slow::<R>)
        }
    }
    let (a, b) = (m.value::<R>(a), m.value::<R>(b));
    let operation = |(a, b): (i64, i64)| small_operation(Evaluable::from_id(f), a >> 3, b >> 3);
    let result = word(small(a, b).and_then(operation));
    compute::<R>(m, d, result, key::Eval2::INT, other_half::<DivideFloats, R>())
}
