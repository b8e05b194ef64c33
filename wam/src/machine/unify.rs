//! Head instructions on the arguments of a structure, in read mode (S is set) or write mode (S is null).

use super::Machine;
use super::cell::{Cell, Tag};
use super::get::{UnifyKeys, unify, unify_deep};
use super::memory::Addr;
use super::step::{Regs, RunMode, Step};
use super::threaded::{Half, other_half};
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

/// Defines the parts of `unify_value`: writing; reading, which unifies; and reading where both are compound.
macro_rules! unify_value {
    ($($body:ident $read:ident $deep:ident $variant:ident $register:ident |$m:ident, $r:ident, $at:ident| $value:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $body<R: RunMode>($m: &mut Machine, $r: &mut Regs, $at: $register) -> Step {
            if $r.s != Addr::NULL {
                return other_half::<$read, R>();
            }
            let value = $value;
            $r.h.push(value);
            $m.count::<R>(key::$variant::WRITE);
            Step::Next
        }

        struct $read;
        impl $read {
            const KEYS: UnifyKeys = UnifyKeys {
                bind: key::$variant::BIND,
                same: key::$variant::SAME,
                fail: key::$variant::FAIL,
            };
            #[inline(always)]
            fn value($m: &Machine, $r: &Regs) -> Cell {
                let $at = $register($r.pc.half(1));
                $value
            }
        }
        impl Half for $read {
            const WORDS: usize = 1;
            #[inline(always)]
            fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                let step = unify::<R, $deep>(m, $read::value(m, r), r.s.get(), $read::KEYS);
                // The half for compound terms reads the argument again.
                if matches!(step, Step::Next) {
                    r.s = r.s.add(1);
                }
                step
            }
        }

        struct $deep;
        impl Half for $deep {
            const WORDS: usize = 1;
            #[inline(always)]
            fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                let value = $read::value(m, r);
                let argument = next_argument(r);
                unify_deep::<R>(m, value, argument, $read::KEYS)
            }
        }
    )*};
}

unify_value! {
    unify_value_x ReadValueX DeepValueX UnifyValueX X |m, r, x| { let _ = &r; m.x(x) };
    unify_value_y ReadValueY DeepValueY UnifyValueY Y |m, r, y| { let _ = &m; Machine::slot(r, y).get() };
}

#[inline(always)]
pub(crate) fn unify_constant<R: RunMode>(m: &mut Machine, r: &mut Regs, c: Cell) -> Step {
    if r.s == Addr::NULL {
        r.h.push(c);
        m.count::<R>(key::UnifyConstant::WRITE);
        return Step::Next;
    }
    let cell = m.seen::<R>(next_argument(r));
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
