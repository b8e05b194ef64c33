//! The threaded dispatcher: a handler an instruction, all of one signature, so that the registers stay in processor
//! registers. Each ends in a call of the next handler through the table, which LLVM turns into a jump at `opt-level` 1
//! and above (`.ci/asm-check` looks); a handler therefore holds no value with a destructor and lends no local variable to
//! a function that is not inlined.
#![allow(unsafe_code)]

use super::Machine;
use super::dispatch::{Instruction, NUMBERS, fence, handlers, run_saved, run_whole};
use super::memory::{Addr, Code};
use super::step::{Regs, RunMode, Step, Watch};
use super::watch::at_site;
use crate::cost::Key;
use std::marker::PhantomData;

/// A handler. Its arguments are the registers, which travel in processor registers.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Handler(pub(super) unsafe extern "C" fn(&mut Machine, Code, Addr, Addr, Addr, *const Handler));

pub(super) struct Handlers<R>(PhantomData<R>);
impl<R: RunMode> Handlers<R> {
    pub(super) const TABLE: &'static [Handler; NUMBERS] = &const { handlers::<R>() };
}

/// Calls the handler of the instruction at `pc`, as a jump.
#[inline(always)]
pub(super) fn dispatch(m: &mut Machine, pc: Code, h: Addr, s: Addr, e: Addr, table: *const Handler) {
    // SAFETY: `pc` is at an instruction that `link` encoded, so its number is below the length of the table; every handler
    // takes what is passed here.
    unsafe { ((*table.add(usize::from(pc.half(0)))).0)(m, pc, h, s, e, table) }
}

pub(super) unsafe extern "C" fn handler<I: Instruction, R: RunMode>(
    m: &mut Machine,
    pc: Code,
    h: Addr,
    s: Addr,
    e: Addr,
    table: *const Handler,
) {
    if R::FORESEE {
        m.fetch(pc, h, s, e);
    }
    fence::<I, R>();
    let next = pc.offset(I::WORDS as i32);
    let mut r = Regs { pc, next, h, s, e };
    let step = I::run::<R>(m, &mut r);
    leave::<R>(m, r, step, table)
}

/// Leaves a handler as its body says, by a jump.
#[inline(always)]
fn leave<R: RunMode>(m: &mut Machine, r: Regs, step: Step, table: *const Handler) {
    match step {
        Step::Next => dispatch(m, r.next, r.h, r.s, r.e, table),
        Step::Jump(to) => dispatch(m, to, r.h, r.s, r.e, table),
        // SAFETY: the same arguments as every handler gets.
        Step::Fail => unsafe { fail::<R>(m, r.pc, r.h, r.s, r.e, table) },
        Step::Cold(cold) => {
            m.cold = cold;
            m.regs = r;
            // SAFETY: as above.
            unsafe { continue_cold::<R>(m, r.pc, r.h, r.s, r.e, table) }
        }
        // SAFETY: as above.
        Step::Apart(handler, _) => unsafe { (handler.0)(m, r.pc, r.h, r.s, r.e, table) },
        Step::Reload => {
            let r = m.regs;
            dispatch(m, r.pc, r.h, r.s, r.e, table)
        }
        Step::Halt => m.regs = r,
    }
}

/// Half of an instruction body that would need more registers than a handler has to spare.
pub(crate) trait Half: 'static {
    /// The size of the instruction in words.
    const WORDS: usize;
    /// The half, as a body.
    fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step;
}

/// Goes on in the other half of a body.
#[inline(always)]
pub(crate) fn other_half<H: Half, R: RunMode>() -> Step {
    Step::Apart(Handler(half::<H, R>), H::run::<R>)
}

/// Not inlined into the first half, which would need the registers then that it is spared.
#[inline(never)]
unsafe extern "C" fn half<H: Half, R: RunMode>(
    m: &mut Machine,
    pc: Code,
    h: Addr,
    s: Addr,
    e: Addr,
    table: *const Handler,
) {
    let next = pc.offset(H::WORDS as i32);
    let mut r = Regs { pc, next, h, s, e };
    let step = H::run::<R>(m, &mut r);
    leave::<R>(m, r, step, table)
}

pub(super) unsafe extern "C" fn handler_with_step<I: Instruction, R: RunMode>(
    m: &mut Machine,
    pc: Code,
    h: Addr,
    s: Addr,
    e: Addr,
    table: *const Handler,
) {
    m.count::<R>(Key::STEP);
    // SAFETY: the same arguments as every handler gets.
    unsafe { handler::<I, R>(m, pc, h, s, e, table) }
}

/// The handler of an instruction that is a site of a watched predicate, in a mode that watches.
pub(super) unsafe extern "C" fn handler_at_site<I: Instruction, R: RunMode, const ENTERS: bool, const LEAVES: bool>(
    m: &mut Machine,
    pc: Code,
    h: Addr,
    s: Addr,
    e: Addr,
    table: *const Handler,
) {
    let next = pc.offset(I::WORDS as i32);
    let mut r = Regs { pc, next, h, s, e };
    let step = match at_site::<I, R, ENTERS, LEAVES, false>(m, &mut r) {
        None => I::run::<R>(m, &mut r),
        Some(step) => step,
    };
    leave::<R>(m, r, step, table)
}

/// Goes on at a site where something is to be told, or is rare.
#[inline(always)]
pub(super) fn telling<I: Instruction, R: RunMode, const ENTERS: bool, const LEAVES: bool>() -> Step {
    Step::Apart(Handler(handler_that_tells::<I, R, ENTERS, LEAVES>), tell_and_run::<I, R, ENTERS, LEAVES>)
}

#[inline(always)]
fn tell_and_run<I: Instruction, R: RunMode, const ENTERS: bool, const LEAVES: bool>(
    m: &mut Machine,
    r: &mut Regs,
) -> Step {
    match at_site::<I, R, ENTERS, LEAVES, true>(m, r) {
        None => {
            if R::WATCH == Watch::Steps as u8 {
                m.tell_instruction(I::OP);
            }
            I::run::<R>(m, r)
        }
        Some(step) => step,
    }
}

/// The registers go through the machine: who tells lends them to others.
unsafe extern "C" fn handler_that_tells<I: Instruction, R: RunMode, const ENTERS: bool, const LEAVES: bool>(
    m: &mut Machine,
    pc: Code,
    h: Addr,
    s: Addr,
    e: Addr,
    table: *const Handler,
) {
    let next = pc.offset(I::WORDS as i32);
    m.regs = Regs { pc, next, h, s, e };
    run_whole::<R>(m, tell_and_run::<I, R, ENTERS, LEAVES>);
    let r = m.regs;
    dispatch(m, r.pc, r.h, r.s, r.e, table)
}

pub(super) unsafe extern "C" fn unknown(
    _m: &mut Machine,
    pc: Code,
    _h: Addr,
    _s: Addr,
    _e: Addr,
    _table: *const Handler,
) {
    unreachable!("no instruction has number {}", pc.half(0))
}

/// The machine fails. Not inlined, so that handlers which may fail need no more registers than they have.
#[inline(never)]
unsafe extern "C" fn fail<R: RunMode>(m: &mut Machine, pc: Code, h: Addr, s: Addr, e: Addr, table: *const Handler) {
    let next = pc;
    let mut r = Regs { pc, next, h, s, e };
    m.backtrack::<R>(&mut r);
    dispatch(m, r.pc, r.h, r.s, r.e, table)
}

/// Runs the out-of-line part that a handler left in the machine; nothing local is lent, so this ends in a jump too.
#[cold]
unsafe extern "C" fn continue_cold<R: RunMode>(
    m: &mut Machine,
    _pc: Code,
    _h: Addr,
    _s: Addr,
    _e: Addr,
    table: *const Handler,
) {
    let cold = m.cold;
    run_saved::<R>(m, cold);
    let r = m.regs;
    dispatch(m, r.pc, r.h, r.s, r.e, table)
}
