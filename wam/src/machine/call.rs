//! Builtins, calls of goals known at run time only, catch, and the machine's own instructions.

use super::Machine;
use super::cell::{Cell, Tag};
use super::collect::Site;
use super::constructs::is_control;
use super::control::stack_full;
use super::error::Ball;
use super::frames::ENV_HEADER;
use super::step::{LabelAt, Regs, RunMode, Step, Watch};
use crate::atoms::{Functor, known};
use crate::builtins::BUILTINS;
use crate::cost::Key;
use crate::instr::{BuiltinId, N, PredId, key};
use crate::modules::ModuleId;
use std::sync::atomic::Ordering::Relaxed;

#[inline(always)]
pub(crate) fn builtin<R: RunMode>(m: &mut Machine, r: &mut Regs, _builtin: BuiltinId, _other: LabelAt) -> Step {
    m.out_of_line::<R>(r, run_builtin::<R>)
}

/// Runs a builtin and counts its outcome and its work.
pub(super) fn run_builtin<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let (id, other) = (BuiltinId(r.pc.half(1)), LabelAt(2));
    if r.h.bits() > m.limits.heap.load(Relaxed)
        && let Err(ball) = if BUILTINS[usize::from(id.0)].tells() { m.check_space(r) } else { m.check_limits(r) }
    {
        return m.raise::<R>(r, ball);
    }
    m.see_arguments::<R>(id);
    m.regs = *r;
    m.units = 0;
    if R::WATCH != Watch::Nothing as u8 && BUILTINS[usize::from(id.0)].outside {
        m.tell_waiting();
    }
    if R::COUNT {
        m.sorted_pairs = 0;
    }
    let outcome = (BUILTINS[usize::from(id.0)].run)(m);
    r.h = m.regs.h;
    // What was done before an error was raised was done, too. Where a row has no unit, what it has called may.
    if R::COUNT && BUILTINS[usize::from(id.0)].unit.is_some() {
        count_builtin_units::<R>(m, id, m.units);
        m.count_units::<R>(Key::SORT_PAIR, m.sorted_pairs);
    }
    match outcome.and_then(|outcome| m.check_memory().map(|()| outcome)) {
        Ok(outcome) => {
            if outcome {
                count_true_builtin::<R>(m, id);
                match m.detour.take() {
                    None => Step::Jump(r.next),
                    Some(goal) => m.call_and_resume(r, "$detour", goal),
                }
            } else {
                false_builtin::<R>(m, r, id, other)
            }
        }
        Err(ball) => m.raise::<R>(r, ball),
    }
}

/// Counts that a builtin was true. Which keys it has is looked up, so the other modes do not ask.
#[inline(always)]
pub(super) fn count_true_builtin<R: RunMode>(m: &mut Machine, builtin: BuiltinId) {
    if R::COUNT {
        m.count::<R>(Key::builtin_true(builtin));
    }
}

/// Counts units of a builtin's work.
#[inline(always)]
pub(super) fn count_builtin_units<R: RunMode>(m: &mut Machine, builtin: BuiltinId, units: u64) {
    if R::COUNT {
        m.count_units::<R>(Key::builtin_unit(builtin), units);
    }
}

/// A builtin was false.
#[inline(always)]
pub(super) fn false_builtin<R: RunMode>(m: &mut Machine, r: &Regs, builtin: BuiltinId, other: LabelAt) -> Step {
    if R::COUNT {
        return m.go_or_fail::<R>(r, other, Key::builtin_else(builtin), Key::builtin_fail(builtin));
    }
    r.go(other)
}

#[inline(always)]
pub(crate) fn meta_call<R: RunMode>(m: &mut Machine, r: &mut Regs, _arity: N) -> Step {
    m.out_of_line::<R>(r, call_term::<R>)
}

/// call/N: finds the predicate of the goal and puts the arguments in place.
fn call_term<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let extra = usize::from(r.pc.half(1)) - 1;
    if r.h.bits() > m.limits.heap.load(Relaxed)
        && let Err(ball) = m.make_room::<R>(r, Site { arity: extra + 1, call: None })
    {
        return m.raise::<R>(r, ball);
    }
    m.regs = *r;
    m.count::<R>(key::MetaCall::OK);
    match resolve(m, extra) {
        Ok(entry) => {
            m.b0 = m.b;
            r.h = m.regs.h;
            Step::Jump(entry)
        }
        Err(ball) => {
            r.h = m.regs.h;
            m.raise::<R>(r, ball)
        }
    }
}

/// The entry of the code for the goal in `A[0]` with `extra` further arguments, which are moved behind its own. A goal
/// without a module is one of `user`.
fn resolve(m: &mut Machine, extra: usize) -> Result<super::memory::Code, Ball> {
    let mut goal = m.a(0);
    let mut module = ModuleId::USER;
    let (functor, args) = loop {
        match goal.tag() {
            Tag::Ref => return Err(m.instantiation_error()),
            Tag::Atom => break (Functor { name: goal.as_atom(), arity: 0 }, None),
            Tag::List | Tag::Struct => {
                let functor = m.functor_of(goal);
                if functor.name == known::COLON && functor.arity == 2 {
                    (module, goal) = m.strip_module(goal, module)?;
                    continue;
                }
                break (functor, Some(m.args_of(goal)));
            }
            _ => return Err(m.type_error("callable", goal)),
        }
    };
    let own = functor.arity as usize;
    if own + extra > usize::from(u16::MAX) {
        return Err(m.representation_error("max_arity"));
    }
    if extra == 0 && is_control(functor) {
        return m.control_goal(goal, module);
    }
    if extra > 0 && own != 1 {
        m.x.copy_within(1..1 + extra, own);
    }
    if let Some(args) = args {
        for i in 0..own {
            m.x[i] = args.add(i).get();
        }
    }
    let functor = Functor { name: functor.name, arity: functor.arity + extra as u32 };
    if extra > 0 && is_control(functor) {
        let args: Vec<Cell> = m.x[..functor.arity as usize].to_vec();
        let goal = m.make_compound(functor, &args);
        return m.control_goal(goal, module);
    }
    let pred = m.program.predicate_in(module, functor);
    m.qualify_registers(pred, module);
    Ok(m.entry(pred))
}

/// Words that the choice point of a catch saves: goal, catcher, recovery, open bags, open outputs, limits in force.
pub(crate) const CATCH_ARGS: usize = 7;

#[inline(always)]
pub(crate) fn push_catch<R: RunMode>(_m: &mut Machine, _r: &mut Regs) -> Step {
    Step::Cold(begin_catch::<R>)
}

fn begin_catch<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    if m.b.0 > m.choice_limit {
        return stack_full::<R>(m, r);
    }
    // Saved besides: how many bags of solutions are open, how many outputs, how many limits are in force; the last
    // timer.
    m.x[3] = Cell::int(m.bags.len() as i64);
    m.x[4] = Cell::int(m.streams.depth() as i64);
    m.x[5] = Cell::int(m.goal_limits.depth() as i64);
    m.x[6] = Cell::int(m.goal_limits.last_id());
    let top = m.local_top(r.e).max(r.e.add(ENV_HEADER));
    m.push_choice::<R>(r, CATCH_ARGS, m.stubs.catch_fail, top);
    m.count::<R>(key::PushCatch::OK);
    Step::Jump(r.next)
}

#[inline(always)]
pub(crate) fn pop_catch<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    if m.b.alt() == m.stubs.catch_fail && m.b.e() == r.e {
        m.pop_choice();
    }
    m.count::<R>(key::PopCatch::OK);
    Step::Next
}

#[inline(always)]
pub(crate) fn catch_fail<R: RunMode>(m: &mut Machine, _r: &mut Regs) -> Step {
    m.pop_choice();
    m.count::<R>(key::CatchFail::OK);
    Step::Fail
}

#[inline(always)]
pub(crate) fn undefined<R: RunMode>(_m: &mut Machine, _r: &mut Regs, _pred: PredId) -> Step {
    Step::Cold(no_such_predicate::<R>)
}

/// What was undefined when it was linked: it may be inherited or in a library by now.
fn no_such_predicate<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    let pred = PredId(r.pc.word(2));
    m.regs = *r;
    match m.resolve_undefined(pred) {
        Ok(Some(entry)) => {
            r.h = m.regs.h;
            Step::Jump(entry)
        }
        Ok(None) => {
            r.h = m.regs.h;
            // As if it were defined by that.
            m.count::<R>(key::Fail::FAIL);
            Step::Fail
        }
        Err(ball) => {
            r.h = m.regs.h;
            m.raise::<R>(r, ball)
        }
    }
}

#[inline(always)]
pub(crate) fn stop_true(m: &mut Machine, _r: &mut Regs) -> Step {
    m.stopped = Stopped::True;
    Step::Halt
}

#[inline(always)]
pub(crate) fn stop_false(m: &mut Machine, _r: &mut Regs) -> Step {
    m.stopped = Stopped::False;
    Step::Halt
}

/// How a run left the machine last: a word, so that handlers need not drop anything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// With a solution.
    True,
    /// Without (further) solutions.
    False,
}
