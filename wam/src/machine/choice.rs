//! Clause selection, choice inside a clause, and cut.

use super::Machine;
use super::cell::{Cell, Tag};
use super::cleanup;
use super::control::stack_full;
use super::frames::{Choice, ENV_HEADER, FEW_ARGUMENTS};
use super::link::lookup;
use super::step::{LabelAt, Regs, RunMode, Step, Watch};
use super::threaded::{Half, other_half};
use crate::instr::{N, TableId, X, Y, key};

/// Defines the switches on an argument register: on the first, and on one that is an operand.
macro_rules! switches {
    ($($term:ident $constant:ident $structure:ident $Term:ident $Constant:ident $Structure:ident ($($a:ident: X)?) $x:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $term<R: RunMode>(
            m: &mut Machine,
            r: &mut Regs,
            $($a: X,)?
            var: LabelAt,
            constant: LabelAt,
            list: LabelAt,
            structure: LabelAt,
        ) -> Step {
            let cell = m.value::<R>($x);
            m.set_x($x, cell);
            match cell.tag() {
                Tag::List => {
                    r.s = cell.addr();
                    m.go_or_fail::<R>(r, list, key::$Term::LIST, key::$Term::FAIL)
                }
                Tag::Ref => m.go_or_fail::<R>(r, var, key::$Term::VAR, key::$Term::FAIL),
                Tag::Struct => {
                    r.s = cell.addr().add(1);
                    m.go_or_fail::<R>(r, structure, key::$Term::STRUCTURE, key::$Term::FAIL)
                }
                _ => m.go_or_fail::<R>(r, constant, key::$Term::CONSTANT, key::$Term::FAIL),
            }
        }

        #[inline(always)]
        pub(crate) fn $constant<R: RunMode>(
            m: &mut Machine,
            r: &mut Regs,
            $($a: X,)?
            table: TableId,
            other: LabelAt,
        ) -> Step {
            match lookup(r.pc, table, m.x($x)) {
                Some(target) => {
                    m.count::<R>(key::$Constant::HIT);
                    Step::Jump(target)
                }
                None => m.go_or_fail::<R>(r, other, key::$Constant::MISS, key::$Constant::FAIL),
            }
        }

        #[inline(always)]
        pub(crate) fn $structure<R: RunMode>(
            m: &mut Machine,
            r: &mut Regs,
            $($a: X,)?
            table: TableId,
            other: LabelAt,
        ) -> Step {
            match lookup(r.pc, table, m.x($x).addr().get()) {
                Some(target) => {
                    m.count::<R>(key::$Structure::HIT);
                    Step::Jump(target)
                }
                None => m.go_or_fail::<R>(r, other, key::$Structure::MISS, key::$Structure::FAIL),
            }
        }
    )*};
}

switches! {
    switch_on_term switch_on_constant switch_on_structure SwitchOnTerm SwitchOnConstant SwitchOnStructure () X(0);
    switch_on_term_x switch_on_constant_x switch_on_structure_x
        SwitchOnTermX SwitchOnConstantX SwitchOnStructureX (a: X) a;
}

/// Defines the instructions of a chain of clauses: each goes on in another half where there are many arguments.
macro_rules! chain {
    ($($name:ident $with:ident $many:ident;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name<R: RunMode>(m: &mut Machine, r: &mut Regs, arity: N, clause: LabelAt) -> Step {
            if usize::from(arity.0) > FEW_ARGUMENTS {
                return other_half::<$many, R>();
            }
            $with::<R, true>(m, r, arity, clause)
        }

        struct $many;
        impl Half for $many {
            const WORDS: usize = 1;
            #[inline(always)]
            fn run<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
                $with::<R, false>(m, r, N(r.pc.half(1)), LabelAt(2))
            }
        }
    )*};
}

chain! {
    try_ try_with TryMany;
    retry retry_with RetryMany;
    trust trust_with TrustMany;
}

#[inline(always)]
fn try_with<R: RunMode, const FEW: bool>(m: &mut Machine, r: &mut Regs, arity: N, clause: LabelAt) -> Step {
    if m.b.0 > m.choice_limit {
        return Step::Cold(stack_full::<R>);
    }
    let top = m.local_top(r.e);
    if FEW {
        m.push_small_choice::<R>(r, usize::from(arity.0), r.next, top);
    } else {
        m.push_choice::<R>(r, usize::from(arity.0), r.next, top);
    }
    m.count::<R>(key::Try::OK);
    m.count_units::<R>(key::Try::ARG, arity.0.into());
    r.go(clause)
}

#[inline(always)]
fn retry_with<R: RunMode, const FEW: bool>(m: &mut Machine, r: &mut Regs, arity: N, clause: LabelAt) -> Step {
    restore_arguments::<FEW>(m, arity);
    m.b.set_alt(r.next);
    m.count::<R>(key::Retry::OK);
    m.count_units::<R>(key::Retry::ARG, arity.0.into());
    r.go(clause)
}

#[inline(always)]
fn trust_with<R: RunMode, const FEW: bool>(m: &mut Machine, r: &mut Regs, arity: N, clause: LabelAt) -> Step {
    restore_arguments::<FEW>(m, arity);
    m.pop_choice();
    m.count::<R>(key::Trust::OK);
    m.count_units::<R>(key::Trust::ARG, arity.0.into());
    r.go(clause)
}

#[inline(always)]
fn restore_arguments<const FEW: bool>(m: &mut Machine, arity: N) {
    let arity = usize::from(arity.0);
    let saved = m.b.arg(0, arity);
    if FEW {
        // Registers above the arity hold nothing, and more words of the choice point follow its arguments.
        m.x[0] = saved.get();
        m.x[1] = saved.add(1).get();
        m.x[2] = saved.add(2).get();
        m.x[3] = saved.add(3).get();
        return;
    }
    let mut at = 0;
    while at < arity {
        m.x[at & 0xffff] = saved.add(at).get();
        at += 1;
    }
}

#[inline(always)]
pub(crate) fn fail<R: RunMode>(m: &mut Machine, _r: &mut Regs) -> Step {
    m.count::<R>(key::Fail::FAIL);
    Step::Fail
}

#[inline(always)]
pub(crate) fn try_else<R: RunMode>(m: &mut Machine, r: &mut Regs, live: N, other: LabelAt) -> Step {
    if m.b.0 > m.choice_limit {
        return Step::Cold(stack_full::<R>);
    }
    // With an environment of its own, the clause's slots; without, the caller's: CP tells those.
    let top = m.local_top(r.e).max(r.e.add(ENV_HEADER + usize::from(live.0)));
    m.push_choice::<R>(r, 0, r.place(other), top);
    m.count::<R>(key::TryElse::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn retry_else<R: RunMode>(m: &mut Machine, r: &mut Regs, other: LabelAt) -> Step {
    m.b.set_alt(r.place(other));
    m.count::<R>(key::RetryElse::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn trust_else<R: RunMode>(m: &mut Machine, _r: &mut Regs) -> Step {
    m.pop_choice();
    m.count::<R>(key::TrustElse::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn jump<R: RunMode>(m: &mut Machine, r: &mut Regs, to: LabelAt) -> Step {
    m.count::<R>(key::Jump::OK);
    r.go(to)
}

#[inline(always)]
pub(crate) fn neck_cut<R: RunMode>(m: &mut Machine, _r: &mut Regs) -> Step {
    if m.b == m.b0 {
        m.count::<R>(key::NeckCut::IDLE);
    } else {
        if m.cleanups.above(m.b0) {
            return Step::Cold(cleanup::neck_cut::<R>);
        }
        m.cut_to(m.b0);
        m.count::<R>(key::NeckCut::DROP);
    }
    Step::Next
}

/// A slot remembers a choice point to cut back to.
#[inline(always)]
fn remember<R: RunMode>(m: &mut Machine, r: &Regs, y: Y, b: Choice) {
    let slot = Machine::slot(r, y);
    slot.set(Cell(b.bits()));
    if R::WATCH >= Watch::Boxes as u8 {
        m.shade_slot(slot);
    }
}

#[inline(always)]
pub(crate) fn get_level<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    remember::<R>(m, r, y, m.b0);
    m.count::<R>(key::GetLevel::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn mark<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    remember::<R>(m, r, y, m.b);
    m.count::<R>(key::Mark::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn cut<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    let level = Choice::from_bits(Machine::slot(r, y).get().0);
    if R::WATCH >= Watch::Boxes as u8 && !m.cleanups.above(level) {
        m.close_boxes_since(Machine::slot(r, y));
    }
    if m.b == level {
        m.count::<R>(key::Cut::IDLE);
    } else {
        if m.cleanups.above(level) {
            return Step::Cold(cleanup::cut::<R>);
        }
        m.cut_to(level);
        m.count::<R>(key::Cut::DROP);
    }
    Step::Next
}

#[inline(always)]
pub(crate) fn soft_cut<R: RunMode>(m: &mut Machine, r: &mut Regs, y: Y) -> Step {
    let level = Choice::from_bits(Machine::slot(r, y).get().0);
    level.set_alt(m.stubs.drop_and_fail);
    m.count::<R>(key::SoftCut::OK);
    Step::Next
}
