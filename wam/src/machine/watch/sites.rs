//! What a site does before the body of its instruction runs.

use super::super::Machine;
use super::super::cell::Cell;
use super::super::control::stack_full;
use super::super::dispatch::{ENTRY, Instruction, LEAVE};
use super::super::memory::{Addr, Code};
use super::super::step::{Regs, RunMode, Step, Watch};
use super::super::threaded::telling;
use super::boxes::{GoalBox, Row};
use super::{Port, boxes_full};
use crate::instr::Op;
use std::mem;

/// With the row of an entry: what runs then returns to the stub. With an `execute`: it is in such code.
pub(super) const FRAMED: u64 = 1;
/// It is a site, entry or not.
pub(super) const MARKED: u64 = 2;
/// The bits of a shadow of code that are not the address of a row.
const KINDS: u64 = FRAMED | MARKED;

/// With the `execute` that leads to the next entry: what it calls returns to an environment. A box has the opposite: whether it was
/// a last call.
const RETURNS: u64 = 1;

/// Does what is due at a site, an entry or not; some step where the instruction does not run now. What tells nobody, or
/// waits to be told, and is nothing rare, is done here, in few registers; the rest `TELLS`, in a handler of its own ([`telling`]).
#[inline(always)]
pub(in super::super) fn at_site<
    I: Instruction,
    R: RunMode,
    const ENTERS: bool,
    const LEAVES: bool,
    const TELLS: bool,
>(
    m: &mut Machine,
    r: &mut Regs,
) -> Option<Step> {
    if R::WATCH == Watch::Calls as u8 {
        return if ENTERS && !count_call::<TELLS>(m, r) { Some(telling::<I, R, ENTERS, LEAVES>()) } else { None };
    }
    // What runs again for want of room must do so before anything is told.
    let pushes_choice = ENTERS && matches!(I::OP, Op::Try | Op::TryElse | Op::PushCatch | Op::DynamicEnter);
    let pushes_frame = ENTERS && matches!(I::OP, Op::Allocate | Op::DynamicEnter | Op::MetaCall)
        || LEAVES && matches!(I::OP, Op::Execute);
    if pushes_choice && m.b.0 > m.choice_limit || pushes_frame && m.local_top(r.e) > m.local_limit {
        return Some(Step::Cold(stack_full::<R>));
    }
    if ENTERS {
        if m.watching.top >= m.watching.limit {
            return Some(Step::Cold(boxes_full::<R>));
        }
        let entry = m.code_shadow(r.pc).get().0;
        if !call::<TELLS>(m, r, Row(Addr::from_bits(entry & !KINDS))) {
            return Some(telling::<I, R, ENTERS, LEAVES>());
        }
        if TELLS && mem::take(&mut m.watching.fails) {
            return Some(Step::Fail);
        }
        if matches!(I::OP, Op::DynamicEnter | Op::MetaCall) && entry & FRAMED != 0 {
            push_return(m, r);
        }
    }
    if LEAVES {
        match I::OP {
            Op::Proceed if !exit::<TELLS>(m, r) => {
                return Some(match TELLS {
                    true => Step::Fail,
                    false => telling::<I, R, false, LEAVES>(),
                });
            }
            Op::Execute => last_call(m, r),
            _ => {}
        }
    }
    None
}

/// A goal is called where no boxes are kept; false where that is to be told first.
#[inline(always)]
fn count_call<const TELLS: bool>(m: &mut Machine, r: &Regs) -> bool {
    let row = Row(Addr::from_bits(m.code_shadow(r.pc).get().0 & !KINDS));
    if !row.tells(Port::Call) {
        row.count(Port::Call);
        return true;
    }
    if !TELLS && m.watching.queue.is_full() {
        return false;
    }
    row.count(Port::Call);
    if !m.watching.waits(Port::Call, row, (0, 0), false) && TELLS {
        m.look(r);
        m.tell(Port::Call, GoalBox::NULL, row);
    }
    true
}

/// A goal is called: its box, for which there is room. False where that is to be told, or is rare: nothing is done then.
#[inline(always)]
fn call<const TELLS: bool>(m: &mut Machine, r: &Regs, row: Row) -> bool {
    let (b, cp) = (m.b, m.cp);
    let w = &mut m.watching;
    if !TELLS && (row.tells(Port::Call) && w.queue.is_full() || w.is_special) {
        return false;
    }
    let last_call = mem::replace(&mut w.last_call, Code::NULL);
    w.calls += 1;
    let (caller, goal) = (w.current, w.top);
    let mut site = cp.bits();
    if last_call != Code::NULL {
        let returns = last_call.bits() & RETURNS != 0;
        if TELLS
            && w.merges
            && !returns
            && caller != w.root
            && caller.row() == row
            && caller.choice() == b
            && row.merges()
        {
            merge(m, r, caller);
            return true;
        }
        site = last_call.bits() ^ RETURNS;
    }
    let depth = caller.depth_below();
    goal.fill(caller, row, b, site, w.calls, depth);
    w.current = goal;
    w.top = goal.next();
    if TELLS {
        if w.keeps_arguments {
            m.keep_arguments(goal);
        }
        m.look(r);
        m.pass(Port::Call, goal);
    } else {
        let numbers = (w.calls, depth);
        w.passes(Port::Call, row, || (numbers, false));
    }
    true
}

/// A goal is the last call of one of its predicate that has left no choice point: it has the same box.
fn merge(m: &mut Machine, r: &Regs, goal: GoalBox) {
    m.watching.turn = goal.times();
    goal.add_goal();
    m.look(r);
    m.pass(Port::Call, goal);
    m.watching.turn = 0;
}

/// A goal exits, and those with it of which it was the last call. False where one of those is to be told, or is rare: what is
/// left to do is that one and what follows. Where it tells, false where the goal is to fail.
#[inline(always)]
fn exit<const TELLS: bool>(m: &mut Machine, r: &Regs) -> bool {
    loop {
        let goal = m.watching.current;
        if goal == m.watching.root {
            return true;
        }
        if TELLS {
            m.look(r);
            m.pass_all(Port::Exit, goal);
            if mem::take(&mut m.watching.fails) {
                m.pass_all(Port::Redo, goal);
                return false;
            }
        } else {
            let row = goal.row();
            if row.tells(Port::Exit) && m.watching.queue.is_full() || m.watching.is_special {
                return false;
            }
            let has_choices = m.b > goal.choice();
            m.watching.passes(Port::Exit, row, || (goal.numbers(), has_choices));
        }
        m.watching.current = goal.parent();
        if m.b <= goal.choice() && (m.watching.only_left || goal.row().closes()) {
            m.watching.drop_boxes(goal);
        }
        if !goal.is_last_call() {
            return true;
        }
    }
}

/// A watched clause makes its last call: its box stays. There is room for an environment.
#[inline(always)]
fn last_call(m: &mut Machine, r: &mut Regs) {
    let to = r.pc.offset(r.pc.word(2) as i32);
    let is_site = to.half(0) & (ENTRY | LEAVE) != 0;
    if m.code_shadow(r.pc).get().0 & FRAMED != 0 {
        m.watching.last_call = if is_site { Code::from_bits(r.pc.bits() | RETURNS) } else { Code::NULL };
    } else if is_site && !m.watching.never_last {
        m.watching.last_call = r.pc;
    } else if m.watching.current != m.watching.root {
        push_return(m, r);
        if is_site {
            m.watching.last_call = Code::from_bits(r.pc.bits() | RETURNS);
        }
    }
}

/// Pushes an environment without slots whose continuation is a site where the goal that runs exits.
#[inline(always)]
fn push_return(m: &mut Machine, r: &mut Regs) {
    let frame = m.local_top(r.e);
    frame.set(Cell(r.e.bits()));
    frame.add(1).set(Cell(m.cp.bits()));
    r.e = frame;
    m.cp = m.stubs.watch_return;
}

impl Machine {
    /// A goal of `catch/3` has raised what that catches, and its recovery is to run in its place: where the catch has a box, that
    /// exits when the recovery does.
    pub(crate) fn exit_behind_recovery(&mut self, r: &mut Regs) {
        let goal = self.watching.current;
        if goal == self.watching.root {
            return;
        }
        let functor = self.program.get(goal.row().pred()).functor;
        if functor.arity == 3 && &*self.program.atoms.name(functor.name) == "catch" {
            push_return(self, r);
        }
    }

    /// A port is passed. Who is told of it may look at what is in the machine's registers.
    #[inline(always)]
    pub(super) fn pass(&mut self, port: Port, goal: GoalBox) {
        let (row, b, turn) = (goal.row(), self.b, self.watching.turn);
        let of = || {
            let (call, depth) = goal.numbers();
            ((call, depth + u64::from(turn)), b > goal.choice())
        };
        if !self.watching.passes(port, row, of) {
            self.tell(port, goal, row);
        }
    }

    /// Who is told may look at the heap and the environments.
    #[inline(always)]
    pub(super) fn look(&mut self, r: &Regs) {
        self.regs.h = r.h;
        self.regs.e = r.e;
    }

    /// Keeps the arguments of the newest box.
    #[inline(never)]
    fn keep_arguments(&mut self, goal: GoalBox) {
        let arity = self.program.get(goal.row().pred()).functor.arity as usize;
        goal.set_args(self.watching.args.len());
        for i in 0..arity {
            let cell = self.x[i];
            self.watching.args.push(cell);
        }
    }
}
