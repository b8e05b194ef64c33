//! Body instructions: arguments of calls, and the terms they contain.

use super::Machine;
use super::cell::Cell;
use super::step::{Regs, RunMode, Step};
use crate::instr::{LiteralId, N, X, Y, key};

#[inline(always)]
pub(crate) fn put_variable_x<R: RunMode>(m: &mut Machine, r: &mut Regs, x: X, a: X) -> Step {
    let variable = r.h.push_variable();
    m.set_x(x, variable);
    m.set_x(a, variable);
    m.count::<R>(key::PutVariableX::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn put_variable_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y, a: X) -> Step {
    let variable = r.h.push_variable();
    Machine::slot(r, y).set(variable);
    m.set_x(a, variable);
    m.count::<R>(key::PutVariableY::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn put_value_x<R: RunMode>(m: &mut Machine, _r: &mut Regs, x: X, a: X) -> Step {
    m.set_x(a, m.x(x));
    m.count::<R>(key::PutValueX::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn put_value_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y, a: X) -> Step {
    m.set_x(a, Machine::slot(r, y).get());
    m.count::<R>(key::PutValueY::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn put_constant<R: RunMode>(m: &mut Machine, _r: &mut Regs, c: Cell, a: X) -> Step {
    m.set_x(a, c);
    m.count::<R>(key::PutConstant::OK);
    Step::Next
}

/// The operand is, in the code area, the number of a literal of the machine.
#[inline(always)]
pub(crate) fn put_literal<R: RunMode>(m: &mut Machine, _r: &mut Regs, k: LiteralId, a: X) -> Step {
    let literal = m.literal_cell(k);
    m.set_x(a, literal);
    m.count::<R>(key::PutLiteral::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn put_list<R: RunMode>(m: &mut Machine, r: &mut Regs, a: X) -> Step {
    m.set_x(a, Cell::list(r.h));
    m.count::<R>(key::PutList::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn put_structure<R: RunMode>(m: &mut Machine, r: &mut Regs, f: Cell, a: X) -> Step {
    m.set_x(a, Cell::structure(r.h));
    r.h.push(f);
    m.count::<R>(key::PutStructure::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn set_variable_x<R: RunMode>(m: &mut Machine, r: &mut Regs, x: X) -> Step {
    m.set_x(x, r.h.push_variable());
    m.count::<R>(key::SetVariableX::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn set_variable_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    Machine::slot(r, y).set(r.h.push_variable());
    m.count::<R>(key::SetVariableY::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn set_value_x<R: RunMode>(m: &mut Machine, r: &mut Regs, x: X) -> Step {
    r.h.push(m.x(x));
    m.count::<R>(key::SetValueX::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn set_value_y<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    r.h.push(Machine::slot(r, y).get());
    m.count::<R>(key::SetValueY::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn set_constant<R: RunMode>(m: &mut Machine, r: &mut Regs, c: Cell) -> Step {
    r.h.push(c);
    m.count::<R>(key::SetConstant::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn set_void<R: RunMode>(m: &mut Machine, r: &mut Regs, n: N) -> Step {
    for _ in 0..n.0 {
        r.h.push_variable();
    }
    m.count::<R>(key::SetVoid::OK);
    m.count_units::<R>(key::SetVoid::CELL, n.0.into());
    Step::Next
}
