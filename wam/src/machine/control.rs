//! Calls and environments.

use super::Machine;
use super::cell::Cell;
use super::collect::Site;
use super::frames::ENV_HEADER;
use super::memory::{Addr, Code};
use super::step::{Regs, RunMode, Step};
use crate::instr::{N, PredId, key};
use std::sync::atomic::Ordering::Relaxed;

/// The predicate operand of `call` and `execute` is, in the code area, the distance to the predicate's entry.
fn entry(r: &Regs, pred: PredId) -> Step {
    Step::Jump(r.pc.offset(pred.0 as i32))
}

#[inline(always)]
pub(crate) fn call<R: RunMode>(m: &mut Machine, r: &mut Regs, _live: N, pred: PredId) -> Step {
    if r.h.bits() > m.limits.heap.load(Relaxed) {
        return Step::Cold(call_at_limit::<R>);
    }
    m.cp = r.next;
    m.b0 = m.b;
    m.count::<R>(key::Call::OK);
    entry(r, pred)
}

#[inline(always)]
pub(crate) fn execute<R: RunMode>(m: &mut Machine, r: &mut Regs, pred: PredId) -> Step {
    if r.h.bits() > m.limits.heap.load(Relaxed) {
        return Step::Cold(execute_at_limit::<R>);
    }
    m.b0 = m.b;
    m.count::<R>(key::Execute::OK);
    entry(r, pred)
}

/// The predicate operand of a `call` or an `execute`, which both have at the same place.
fn predicate(r: &Regs) -> PredId {
    PredId(r.pc.word(2))
}

/// A call at which something waits: a collection, an interrupt, or the end of memory.
#[cold]
fn call_at_limit<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let to = r.pc.offset(predicate(r).0 as i32);
    let site = Site { arity: m.arity_at(to), call: Some(r.pc) };
    if let Err(ball) = m.make_room::<R>(r, site).and_then(|()| m.count_call()) {
        return m.raise::<R>(r, ball);
    }
    m.cp = r.next;
    if let Some(step) = m.deepen_call::<R>(r) {
        return step;
    }
    m.b0 = m.b;
    m.count::<R>(key::Call::OK);
    Step::Jump(to)
}

/// The same for a last call.
#[cold]
fn execute_at_limit<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let to = r.pc.offset(predicate(r).0 as i32);
    let site = Site { arity: m.arity_at(to), call: None };
    if let Err(ball) = m.make_room::<R>(r, site).and_then(|()| m.count_call()) {
        return m.raise::<R>(r, ball);
    }
    if let Some(step) = m.deepen_last_call::<R>(r) {
        return step;
    }
    m.b0 = m.b;
    m.count::<R>(key::Execute::OK);
    Step::Jump(to)
}

#[inline(always)]
pub(crate) fn proceed<R: RunMode>(m: &mut Machine, _r: &mut Regs) -> Step {
    m.count::<R>(key::Proceed::OK);
    Step::Jump(m.cp)
}

#[inline(always)]
pub(crate) fn allocate<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let new = m.local_top(r.e);
    if new > m.local_limit {
        return Step::Cold(stack_full::<R>);
    }
    new.set(Cell(r.e.bits()));
    new.add(1).set(Cell(m.cp.bits()));
    r.e = new;
    m.count::<R>(key::Allocate::OK);
    Step::Next
}

/// The environments or the choice points are at the end of their grant: the instruction runs again with more.
#[cold]
pub(crate) fn stack_full<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    if m.grow_stacks(r) {
        return Step::Jump(r.pc);
    }
    let ball = m.out_of_memory();
    m.raise::<R>(r, ball)
}

#[inline(always)]
pub(crate) fn deallocate<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    m.cp = env_cp(r.e);
    r.e = env_prev(r.e);
    m.count::<R>(key::Deallocate::OK);
    Step::Next
}

/// The environment that an environment was pushed on.
#[inline(always)]
pub(crate) fn env_prev(e: Addr) -> Addr {
    Addr::from_bits(e.get().0)
}

/// The continuation that an environment saved.
#[inline(always)]
pub(crate) fn env_cp(e: Addr) -> Code {
    Code::from_bits(e.add(1).get().0)
}

/// Makes the oldest environment of a run.
pub(crate) fn base_environment(at: Addr) -> Addr {
    at.set(Cell(0));
    at.add(1).set(Cell(0));
    at.add(ENV_HEADER);
    at
}
