//! Head instructions on argument registers.

use super::Machine;
use super::cell::{Cell, Tag};
use super::memory::Addr;
use super::step::{Regs, RunMode, Step};
use super::threaded::{Half, other_half};
use crate::cost::Key;
use crate::instr::{X, Y, key};

#[inline(always)]
pub(crate) fn get_variable_x<R: RunMode>(m: &mut Machine, _r: &mut Regs, x: X, a: X) -> Step {
    m.set_x(x, m.x(a));
    m.count::<R>(key::GetVariableX::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn get_variable_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y, a: X) -> Step {
    Machine::slot(r, y).set(m.x(a));
    m.count::<R>(key::GetVariableY::OK);
    Step::Next
}

/// The keys of an instruction that unifies two terms.
#[derive(Clone, Copy)]
pub(crate) struct UnifyKeys {
    pub bind: Key,
    pub same: Key,
    pub fail: Key,
}

#[inline(always)]
pub(crate) fn get_value_x<R: RunMode>(m: &mut Machine, _r: &mut Regs, x: X, a: X) -> Step {
    const KEYS: UnifyKeys =
        UnifyKeys { bind: key::GetValueX::BIND, same: key::GetValueX::SAME, fail: key::GetValueX::FAIL };
    struct Deep;
    impl Half for Deep {
        const WORDS: usize = 1;
        #[inline(always)]
        fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
            let (x, a) = (X(r.pc.half(1)), X(r.pc.half(2)));
            unify_deep::<R>(m, m.x(x), m.x(a), KEYS)
        }
    }
    unify::<R, Deep>(m, m.x(x), m.x(a), KEYS)
}

#[inline(always)]
pub(crate) fn get_value_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y, a: X) -> Step {
    const KEYS: UnifyKeys =
        UnifyKeys { bind: key::GetValueY::BIND, same: key::GetValueY::SAME, fail: key::GetValueY::FAIL };
    struct Deep;
    impl Half for Deep {
        const WORDS: usize = 1;
        #[inline(always)]
        fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
            let (y, a) = (Y(r.pc.half(1)), X(r.pc.half(2)));
            unify_deep::<R>(m, Machine::slot(r, y).get(), m.x(a), KEYS)
        }
    }
    unify::<R, Deep>(m, Machine::slot(r, y).get(), m.x(a), KEYS)
}

/// The short cases of unification: identical, a variable, two constants. The rest is left to another half of the body.
#[inline(always)]
pub(crate) fn unify<R: RunMode, Deep: Half>(m: &mut Machine, a: Cell, b: Cell, keys: UnifyKeys) -> Step {
    let (a, b) = (m.seen::<R>(a), m.seen::<R>(b));
    if a == b {
        m.count::<R>(keys.same);
        return Step::Next;
    }
    // The younger of two variables is bound to the older.
    if a.is(Tag::Ref) && !(b.is(Tag::Ref) && a.0 < b.0) {
        m.bind(a.referred(), b);
        m.count::<R>(keys.bind);
        return Step::Next;
    }
    if b.is(Tag::Ref) {
        m.bind(b.referred(), a);
        m.count::<R>(keys.bind);
        return Step::Next;
    }
    if a.is_constant() || !a.has_tag_of(b) {
        m.count::<R>(keys.fail);
        return Step::Fail;
    }
    other_half::<Deep, R>()
}

/// Unification of two compound terms or boxes.
#[inline(always)]
pub(crate) fn unify_deep<R: RunMode>(m: &mut Machine, a: Cell, b: Cell, keys: UnifyKeys) -> Step {
    let equal = if R::COUNT { m.unify_compounds_counting(a, b) } else { m.unify_compounds_fast(a, b) };
    if equal {
        m.count::<R>(keys.same);
        Step::Next
    } else {
        m.count::<R>(keys.fail);
        Step::Fail
    }
}

#[inline(always)]
pub(crate) fn get_constant<R: RunMode>(m: &mut Machine, _r: &mut Regs, c: Cell, a: X) -> Step {
    let cell = m.value::<R>(a);
    if cell == c {
        m.count::<R>(key::GetConstant::READ);
        Step::Next
    } else if cell.is(Tag::Ref) {
        m.bind(cell.referred(), c);
        m.count::<R>(key::GetConstant::WRITE);
        Step::Next
    } else {
        m.count::<R>(key::GetConstant::FAIL);
        Step::Fail
    }
}

#[inline(always)]
pub(crate) fn get_list<R: RunMode>(m: &mut Machine, r: &mut Regs, a: X) -> Step {
    let cell = m.value::<R>(a);
    if cell.is(Tag::List) {
        r.s = cell.addr();
        m.count::<R>(key::GetList::READ);
        Step::Next
    } else if cell.is(Tag::Ref) {
        m.bind(cell.referred(), Cell::list(r.h));
        r.s = Addr::NULL;
        m.count::<R>(key::GetList::WRITE);
        Step::Next
    } else {
        m.count::<R>(key::GetList::FAIL);
        Step::Fail
    }
}

#[inline(always)]
pub(crate) fn get_structure<R: RunMode>(m: &mut Machine, r: &mut Regs, f: Cell, a: X) -> Step {
    let cell = m.value::<R>(a);
    if cell.is(Tag::Struct) && cell.addr().get() == f {
        r.s = cell.addr().add(1);
        m.count::<R>(key::GetStructure::READ);
        Step::Next
    } else if cell.is(Tag::Ref) {
        m.bind(cell.referred(), Cell::structure(r.h));
        r.h.push(f);
        r.s = Addr::NULL;
        m.count::<R>(key::GetStructure::WRITE);
        Step::Next
    } else {
        m.count::<R>(key::GetStructure::FAIL);
        Step::Fail
    }
}
