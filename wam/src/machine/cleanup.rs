//! What `setup_call_cleanup/3` needs of the machine: a choice point that knows the goal to run when it goes.
//!
//! Such a choice point goes in four ways. It is backtracked into: its alternative runs the cleanup and fails. The goal
//! exits and has left no other choice point: the library takes it away and runs the cleanup. An exception passes it: the
//! cleanup runs, then the exception goes on from there ([`Machine::clean_up_and_raise`]). It is cut: the registers are
//! saved in a choice point of their own, the cleanups run, and [`resume_cut`] goes on after the cut.
//!
//! Cuts look whether the newest such choice point is above their level, which is one comparison. Addresses of choice
//! points that went by other ways may stay on the list for a while; they are recognised by what is there now.
//!
//! While cleanups run at a cut, registers of which nobody knows whether they are live are kept, so garbage must not be
//! collected then: see [`Machine::is_cleaning`].

use super::Machine;
use super::call::Stopped;
use super::cell::Cell;
use super::copy::Record;
use super::error::Ball;
use super::frames::{Choice, ENV_HEADER};
use super::memory::{Addr, Code};
use super::step::{Fast, Regs, RunMode, Step, Watch};
use crate::instr::{Y, key};

/// Slots that the library's clause around the goal may have.
const SLOTS: usize = 16;

/// What is known of cleanups that wait and of cuts that wait for cleanups.
#[derive(Default)]
pub(crate) struct Cleanups {
    /// Choice points with a cleanup, and how many limits on goals were in force when they were pushed; oldest first; some
    /// may be gone.
    waiting: Vec<(Choice, usize)>,
    /// The address of the last of them, or 0.
    newest: u64,
    /// Cuts that wait for cleanups: the choice point that saves the registers, and how many it saves.
    cuts: Vec<(Choice, usize)>,
    /// The environment from which an exception goes on that has waited for a cleanup.
    raised_from: Option<Addr>,
}

impl Cleanups {
    /// Whether a cut to a level may drop a choice point with a cleanup.
    #[inline(always)]
    pub(crate) fn above(&self, level: Choice) -> bool {
        self.newest > level.bits()
    }

    /// The environment from which the exception goes on that is being raised, if it is not the current one.
    pub(crate) fn take_raised_from(&mut self) -> Option<Addr> {
        self.raised_from.take()
    }

    /// Forgets everything: the stacks are empty.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.cuts.clear();
        self.newest = 0;
        self.raised_from = None;
    }

    fn drop_from(&mut self, level: Choice) {
        while self.waiting.last().is_some_and(|&(choice, _)| choice >= level) {
            self.waiting.pop();
        }
        self.newest = self.waiting.last().map_or(0, |(choice, _)| choice.bits());
    }
}

impl Machine {
    /// Whether registers are saved of which nobody knows whether they are live.
    pub(crate) fn is_cleaning(&mut self) -> bool {
        while self.cleanups.cuts.last().is_some_and(|&(choice, _)| choice > self.b) {
            self.cleanups.cuts.pop();
        }
        !self.cleanups.cuts.is_empty()
    }

    /// Pushes a choice point with the cleanup in `A[0]`.
    pub(crate) fn push_cleanup(&mut self) -> Result<(), Ball> {
        let regs = self.regs;
        if self.b.0 > self.choice_limit && !self.grow_stacks(&regs) {
            return Err(self.out_of_memory());
        }
        let top = self.local_top(regs.e).max(regs.e.add(ENV_HEADER + SLOTS));
        self.push_choice::<Fast>(&regs, 1, self.stubs.cleanup_fail, top);
        self.shade_newest();
        let new = self.b;
        // What runs when it goes does not return to this environment, and needs none of its slots.
        new.set_cp(self.stubs.resume_cut);
        self.cleanups.drop_from(new);
        let limits = self.goal_limits.depth();
        self.cleanups.waiting.push((new, limits));
        self.cleanups.newest = new.bits();
        Ok(())
    }

    /// Drops the choice point that [`Machine::push_cleanup`] pushed in this environment, if it is the newest; else false.
    pub(crate) fn pop_cleanup(&mut self) -> bool {
        let b = self.b;
        let newest = b.alt() == self.stubs.cleanup_fail && b.e() == self.regs.e;
        if newest {
            self.pop_choice();
            self.cleanups.drop_from(b);
        }
        newest
    }

    /// The cleanups of the choice points above a level, newest first; they wait no more.
    fn take_cleanups(&mut self, level: Choice) -> Vec<Cell> {
        let mut goals = Vec::new();
        while let Some(&(choice, _)) = self.cleanups.waiting.last()
            && choice > level
        {
            self.cleanups.waiting.pop();
            if choice <= self.b && choice.alt() == self.stubs.cleanup_fail {
                goals.push(choice.arg(0, 1).get());
            }
        }
        self.cleanups.newest = self.cleanups.waiting.last().map_or(0, |(choice, _)| choice.bits());
        goals
    }

    /// An exception meets a choice point with a cleanup: runs it as if it had been backtracked into, and raises the
    /// exception again. `env` is where the search for catches has come to.
    pub(crate) fn clean_up_and_raise<R: RunMode>(&mut self, r: &mut Regs, ball: &Record, mut env: Addr) -> Step {
        let b = self.b;
        // What is above may be overwritten by the cleanup; a catch whose environment is there has been passed already.
        while env >= b.local_top() {
            env = super::control::env_prev(env);
        }
        self.undo::<R>(b.tr());
        self.regs.h = b.h();
        let term = ball.build(&mut self.regs.h);
        self.x[0] = Cell::atom(self.program.atoms.internal("$clean_up_raised"));
        self.x[1] = b.arg(0, 1).get();
        self.x[2] = term;
        self.x[3] = Cell::int((env.bits() >> 3) as i64);
        self.cp = b.cp();
        *r = Regs { h: self.regs.h, e: b.e(), ..*r };
        // The exception has left the goals whose limits came later; their limits are not the cleanup's.
        let limits = self.cleanups.waiting.iter().rfind(|(choice, _)| *choice == b).map(|&(_, limits)| limits);
        if let Some(limits) = limits {
            self.keep_limits(limits);
        }
        self.cleanups.drop_from(b);
        self.pop_choice();
        self.b0 = self.b;
        Step::Jump(self.stubs.call_4)
    }

    /// Raises an exception from an environment given by its number.
    pub(crate) fn raise_from(&mut self, ball: Cell, env: Cell) -> Ball {
        self.cleanups.raised_from = Some(Addr::from_bits((env.as_int() as u64) << 3));
        Ball::Term(ball)
    }

    /// Runs the cleanups of a goal whose further solutions nobody wants. What they raise is lost, as there is nobody
    /// left to catch it.
    pub(crate) fn close_run<R: RunMode>(&mut self) {
        if self.stopped != Stopped::True || !self.cleanups.above(self.base) {
            return;
        }
        let goals = self.take_cleanups(self.base);
        self.cut_to(self.base);
        let list = self.make_list_of(goals.into_iter(), Cell::NIL);
        self.regs.e = self.base.e();
        self.cp = self.stubs.stop_true;
        self.b0 = self.b;
        self.x[0] = Cell::atom(self.program.atoms.internal("$clean_ups"));
        self.x[1] = list;
        self.regs.pc = self.stubs.call_2;
        R::run(self);
        self.ended = None;
    }
}

/// Cuts to a level above which there may be cleanups, and runs them.
fn cut_over(m: &mut Machine, r: &mut Regs, level: Choice) -> Step {
    let goals = m.take_cleanups(level);
    if goals.is_empty() {
        m.cut_to(level);
        return Step::Jump(r.next);
    }
    let top = m.widest_top(r);
    m.cut_to(level);
    m.regs.h = r.h;
    let list = m.make_list_of(goals.into_iter(), Cell::NIL);
    r.h = m.regs.h;
    m.save_and_call(r, top, "$clean_ups", list)
}

impl Machine {
    /// The top of the local stack above all that the clause which runs may still need: slots up to the widest there is.
    fn widest_top(&self, r: &Regs) -> Addr {
        self.local_top(r.e).max(r.e.add(ENV_HEADER + self.reach.slots))
    }

    /// Calls a predicate of the library with one argument from the middle of a clause, which goes on behind the
    /// instruction that runs, without choices, when it is true.
    pub(super) fn call_and_resume(&mut self, r: &mut Regs, name: &str, argument: Cell) -> Step {
        let top = self.widest_top(r);
        self.save_and_call(r, top, name, argument)
    }

    /// Saves all registers in a choice point of their own and calls.
    fn save_and_call(&mut self, r: &mut Regs, top: Addr, name: &str, argument: Cell) -> Step {
        let registers = self.reach.registers.min(usize::from(u16::MAX));
        let place = self.x[registers];
        self.x[registers] = Cell(r.next.bits());
        self.push_choice::<Fast>(r, registers + 1, self.stubs.drop_and_fail, top);
        self.shade_newest();
        self.x[registers] = place;
        self.is_cleaning();
        let saved = self.b;
        self.cleanups.cuts.push((saved, registers + 1));
        self.x[0] = Cell::atom(self.program.atoms.internal(name));
        self.x[1] = argument;
        self.cp = self.stubs.resume_cut;
        Step::Jump(self.stubs.call_2)
    }
}

pub(crate) fn neck_cut<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    m.count::<R>(key::NeckCut::DROP);
    let level = m.b0;
    cut_over(m, r, level)
}

pub(crate) fn cut<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    m.count::<R>(key::Cut::DROP);
    let slot = Machine::slot(r, Y(r.pc.half(1)));
    if R::WATCH >= Watch::Boxes as u8 {
        m.close_boxes_since(slot);
    }
    cut_over(m, r, Choice::from_bits(slot.get().0))
}

/// The cleanups of a cut are done: goes on after it.
#[inline(always)]
pub(crate) fn resume_cut<R: RunMode>(_m: &mut Machine, _r: &mut Regs) -> Step {
    Step::Cold(restore::<R>)
}

fn restore<R: RunMode>(m: &mut Machine, r: &mut Regs) -> Step {
    m.is_cleaning();
    let (saved, count) = m.cleanups.cuts.pop().expect("a cut waits for its cleanups");
    for i in 0..count - 1 {
        m.x[i] = saved.arg(i, count).get();
    }
    let next = Code::from_bits(saved.arg(count - 1, count).get().0);
    r.e = saved.e();
    m.cp = saved.cp();
    m.b0 = saved.b0();
    m.cut_to(saved.prev());
    m.count::<R>(key::ResumeCut::OK);
    Step::Jump(next)
}
