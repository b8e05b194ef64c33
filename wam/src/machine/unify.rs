//! Head instructions on the arguments of a structure, in read mode (S is set) or write mode (S is null).

use super::Machine;
use super::cell::{Cell, Tag};
use super::get::{UnifyKeys, unify, unify_deep};
use super::memory::Addr;
use super::step::{Regs, RunMode, Step};
use crate::instr::{N, X, Y, key};

/// The next argument to read.
#[inline(always)]
fn next_argument(r: &mut Regs) -> Cell {
    let cell = r.s.get();
    r.s = r.s.add(1);
    cell
}

#[inline(always)]
pub(crate) fn unify_variable_x<R: RunMode>(m: &mut Machine, r: &mut Regs, x: X) -> Step {
    if r.s != Addr::NULL {
        m.set_x(x, next_argument(r));
        m.count::<R>(key::UnifyVariableX::READ);
    } else {
        m.set_x(x, r.h.push_variable());
        m.count::<R>(key::UnifyVariableX::WRITE);
    }
    Step::Next
}

#[inline(always)]
pub(crate) fn unify_variable_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    let slot = Machine::slot(r, y);
    if r.s != Addr::NULL {
        slot.set(next_argument(r));
        m.count::<R>(key::UnifyVariableY::READ);
    } else {
        slot.set(r.h.push_variable());
        m.count::<R>(key::UnifyVariableY::WRITE);
    }
    Step::Next
}

#[inline(always)]
pub(crate) fn unify_value_x<R: RunMode>(m: &mut Machine, r: &mut Regs, x: X) -> Step {
    const KEYS: UnifyKeys = UnifyKeys {
        bind: key::UnifyValueX::BIND,
        same: key::UnifyValueX::SAME,
        fail: key::UnifyValueX::FAIL,
        node: key::UnifyValueX::NODE,
    };
    fn deep<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        let value = m.x(X(r.pc.half(1)));
        let argument = next_argument(r);
        unify_deep::<R>(m, r, value, argument, KEYS)
    }
    if r.s == Addr::NULL {
        r.h.push(m.x(x));
        m.count::<R>(key::UnifyValueX::WRITE);
        return Step::Next;
    }
    unify_next::<R>(m, r, m.x(x), KEYS, deep::<R>)
}

#[inline(always)]
pub(crate) fn unify_value_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    const KEYS: UnifyKeys = UnifyKeys {
        bind: key::UnifyValueY::BIND,
        same: key::UnifyValueY::SAME,
        fail: key::UnifyValueY::FAIL,
        node: key::UnifyValueY::NODE,
    };
    fn deep<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        let value = Machine::slot(r, Y(r.pc.half(1))).get();
        let argument = next_argument(r);
        unify_deep::<R>(m, r, value, argument, KEYS)
    }
    let value = Machine::slot(r, y).get();
    if r.s == Addr::NULL {
        r.h.push(value);
        m.count::<R>(key::UnifyValueY::WRITE);
        return Step::Next;
    }
    unify_next::<R>(m, r, value, KEYS, deep::<R>)
}

/// Unifies with the next argument; S moves on unless the out-of-line part takes over, which reads it again.
#[inline(always)]
fn unify_next<R: RunMode>(
    m: &mut Machine,
    r: &mut Regs,
    value: Cell,
    keys: UnifyKeys,
    deep: super::step::Cold,
) -> Step {
    let step = unify::<R>(m, value, r.s.get(), keys, deep);
    if matches!(step, Step::Next) {
        r.s = r.s.add(1);
    }
    step
}

#[inline(always)]
pub(crate) fn unify_constant<R: RunMode>(m: &mut Machine, r: &mut Regs, c: Cell) -> Step {
    if r.s == Addr::NULL {
        r.h.push(c);
        m.count::<R>(key::UnifyConstant::WRITE);
        return Step::Next;
    }
    let cell = next_argument(r).deref();
    if cell == c {
        m.count::<R>(key::UnifyConstant::SAME);
        Step::Next
    } else if cell.is(Tag::Ref) {
        m.bind(cell.referred(), c);
        m.count::<R>(key::UnifyConstant::BIND);
        Step::Next
    } else {
        m.count::<R>(key::UnifyConstant::FAIL);
        Step::Fail
    }
}

#[inline(always)]
pub(crate) fn unify_void<R: RunMode>(m: &mut Machine, r: &mut Regs, n: N) -> Step {
    let n = usize::from(n.0);
    if r.s != Addr::NULL {
        r.s = r.s.add(n);
        m.count::<R>(key::UnifyVoid::READ);
    } else {
        for _ in 0..n {
            r.h.push_variable();
        }
        m.count::<R>(key::UnifyVoid::WRITE);
        m.count_units::<R>(key::UnifyVoid::CELL, n as u64);
    }
    Step::Next
}
