//! Builtins with a short way: the cases that programs meet most, done without leaving the handlers.
//!
//! A `builtin` instruction of one of these predicates is linked as an instruction of its own ([`linked`]). Its body looks
//! at the arguments; where they are not of the common kind, or where an error is to be raised, it does nothing and the
//! builtin itself runs. Both ways count the builtin's keys, the same number of times.

use super::Machine;
use super::call::{count_builtin_units, count_true_builtin, false_builtin, run_builtin};
use super::cell::{Cell, Tag};
use super::memory::Addr;
use super::step::{LabelAt, Regs, RunMode, Step};
use crate::atoms::{Functor, known};
use crate::builtins::compare::order_atom;
use crate::builtins::{BUILTINS, Quick};
use crate::cost::Key;
use crate::instr::{BuiltinId, Instr, Label, X};
use std::cmp::Ordering;

/// The most arguments of a term that `functor/3` makes the short way.
const FEW: i64 = 8;

/// What a `builtin` instruction is linked as.
pub(super) fn linked(builtin: BuiltinId, other: Label) -> Instr {
    match BUILTINS[usize::from(builtin.0)].quick {
        None => Instr::Builtin { builtin, other },
        Some(Quick::Arg) => Instr::BuiltinArg { builtin, other },
        Some(Quick::Functor) => Instr::BuiltinFunctor { builtin, other },
        Some(Quick::Same) => Instr::BuiltinSame { builtin, other },
        Some(Quick::NotSame) => Instr::BuiltinNotSame { builtin, other },
        Some(Quick::Compare) => Instr::BuiltinCompare { builtin, other },
        Some(Quick::Before) => Instr::BuiltinBefore { builtin, other },
        Some(Quick::NotAfter) => Instr::BuiltinNotAfter { builtin, other },
        Some(Quick::After) => Instr::BuiltinAfter { builtin, other },
        Some(Quick::NotBefore) => Instr::BuiltinNotBefore { builtin, other },
    }
}

/// The builtin itself.
#[inline(always)]
fn long_way<R: RunMode>() -> Step {
    fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
        m.counts[Key::LONG_WAY.index()] += 1;
        run_builtin::<R>(m, r)
    }
    Step::Cold(run::<R>)
}

/// The builtin was true.
#[inline(always)]
fn succeed<R: RunMode>(m: &mut Machine, builtin: BuiltinId) -> Step {
    count_true_builtin::<R>(m, builtin);
    Step::Next
}

/// The builtin was true or false.
#[inline(always)]
fn decide<R: RunMode>(m: &mut Machine, r: &Regs, builtin: BuiltinId, other: LabelAt, holds: bool) -> Step {
    if holds {
        return succeed::<R>(m, builtin);
    }
    false_builtin::<R>(m, r, builtin, other)
}

/// The first argument of a compound term and how many there are.
#[inline(always)]
fn arguments(term: Cell) -> Option<(Addr, usize)> {
    match term.tag() {
        Tag::Struct => Some((term.addr().add(1), term.addr().get().arity())),
        Tag::List => Some((term.addr(), 2)),
        _ => None,
    }
}

#[inline(always)]
pub(crate) fn arg<R: RunMode>(m: &mut Machine, _r: &mut Regs, builtin: BuiltinId, _other: LabelAt) -> Step {
    let (n, wanted) = (m.value::<R>(X(0)), m.value::<R>(X(2)));
    let Some((args, arity)) = arguments(m.value::<R>(X(1))) else { return long_way::<R>() };
    // Zero and negative numbers become great ones.
    let at = (n.as_int() as usize).wrapping_sub(1);
    if !n.is(Tag::Int) || at >= arity || !wanted.is(Tag::Ref) {
        return long_way::<R>();
    }
    let found = args.add(at).get().deref();
    if found.is(Tag::Ref) {
        if found == wanted {
            return long_way::<R>();
        }
        m.bind_variables(wanted.referred(), found.referred());
    } else {
        m.bind(wanted.referred(), found);
    }
    succeed::<R>(m, builtin)
}

#[inline(always)]
pub(crate) fn functor<R: RunMode>(m: &mut Machine, r: &mut Regs, builtin: BuiltinId, _other: LabelAt) -> Step {
    let (term, name, arity) = (m.value::<R>(X(0)), m.value::<R>(X(1)), m.value::<R>(X(2)));
    if term.is(Tag::Struct) || term.is_constant() {
        if !name.is(Tag::Ref) || !arity.is(Tag::Ref) || name == arity {
            return long_way::<R>();
        }
        let (found, n) = if term.is(Tag::Struct) {
            let functor = term.addr().get().as_functor();
            (Cell::atom(functor.name), functor.arity)
        } else {
            (term, 0)
        };
        m.bind(name.referred(), found);
        m.bind(arity.referred(), Cell::int(n.into()));
        return succeed::<R>(m, builtin);
    }
    let n = arity.as_int();
    if !term.is(Tag::Ref) || !name.is(Tag::Atom) || !arity.is(Tag::Int) || !(1..=FEW).contains(&n) {
        return long_way::<R>();
    }
    // A list has a cell of its own kind.
    if name == Cell::atom(known::DOT) {
        return long_way::<R>();
    }
    let functor = Functor { name: name.as_atom(), arity: n as u32 };
    m.bind(term.referred(), Cell::structure(r.h));
    r.h.push(Cell::functor(functor));
    for _ in 0..n {
        r.h.push_variable();
    }
    count_builtin_units::<R>(m, builtin, n as u64);
    succeed::<R>(m, builtin)
}

/// Whether two terms are the same, where a look at their cells tells.
#[inline(always)]
fn identical(a: Cell, b: Cell) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    let alike = a.has_tag_of(b) && !a.is(Tag::Ref) && !a.is_constant();
    (!alike).then_some(false)
}

#[inline(always)]
pub(crate) fn same<R: RunMode>(m: &mut Machine, r: &mut Regs, builtin: BuiltinId, other: LabelAt) -> Step {
    match identical(m.value::<R>(X(0)), m.value::<R>(X(1))) {
        Some(same) => decide::<R>(m, r, builtin, other, same),
        None => long_way::<R>(),
    }
}

#[inline(always)]
pub(crate) fn not_same<R: RunMode>(m: &mut Machine, r: &mut Regs, builtin: BuiltinId, other: LabelAt) -> Step {
    match identical(m.value::<R>(X(0)), m.value::<R>(X(1))) {
        Some(same) => decide::<R>(m, r, builtin, other, !same),
        None => long_way::<R>(),
    }
}

/// The order of two terms, where a look at their cells tells.
#[inline(always)]
fn order(a: Cell, b: Cell) -> Option<Ordering> {
    if a.is(Tag::Int) && b.is(Tag::Int) {
        return Some(a.as_int().cmp(&b.as_int()));
    }
    (a == b).then_some(Ordering::Equal)
}

#[inline(always)]
pub(crate) fn compare<R: RunMode>(m: &mut Machine, _r: &mut Regs, builtin: BuiltinId, _other: LabelAt) -> Step {
    let wanted = m.value::<R>(X(0));
    match order(m.value::<R>(X(1)), m.value::<R>(X(2))) {
        Some(order) if wanted.is(Tag::Ref) => {
            m.bind(wanted.referred(), order_atom(order));
            succeed::<R>(m, builtin)
        }
        _ => long_way::<R>(),
    }
}

/// Defines the comparisons in the standard order; four of one shape.
macro_rules! comparisons {
    ($($name:ident $accept:path;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name<R: RunMode>(m: &mut Machine, r: &mut Regs, builtin: BuiltinId, other: LabelAt) -> Step {
            match order(m.value::<R>(X(0)), m.value::<R>(X(1))) {
                Some(order) => decide::<R>(m, r, builtin, other, $accept(order)),
                None => long_way::<R>(),
            }
        }
    )*};
}

comparisons! {
    before Ordering::is_lt;
    not_after Ordering::is_le;
    after Ordering::is_gt;
    not_before Ordering::is_ge;
}
