//! From the box that runs to the one of a choice point that is backtracked to, or of a catch.

use super::super::Machine;
use super::super::error::Interrupt;
use super::super::frames::Choice;
use super::super::memory::{Addr, Code};
use super::super::step::Regs;
use super::boxes::{GoalBox, Row};
use super::{Event, Port};
use std::ops::ControlFlow;

impl Machine {
    /// A choice point is backtracked to: the box it belongs to runs again.
    #[inline(always)]
    pub(crate) fn walk_back(&mut self, r: &Regs, b: Choice) {
        let (goal, top) = self.undo_to(b);
        if goal != self.watching.current || !self.watching.only_left {
            // Nothing local is lent, so that who fails ends in a jump.
            self.regs = *r;
            self.tell_way(goal, top);
        }
        self.watching.drop_boxes(top);
    }

    /// The box of a choice point, and the top of boxes when it was made; what was called since is undone.
    #[inline(always)]
    fn undo_to(&mut self, b: Choice) -> (GoalBox, GoalBox) {
        let shadow = self.shadow(b);
        let [goal, top] = [shadow, shadow.add(1)].map(|at| GoalBox(Addr::from_bits(at.get().0)));
        self.watching.undone = self.watching.undone.min(shadow.add(2).get().0);
        (goal, top)
    }

    /// Tells what failed and what is redone on the way to a box.
    #[inline(never)]
    fn tell_way(&mut self, goal: GoalBox, top: GoalBox) {
        if !self.watching.only_left {
            // The newest of those that are redone though they left nothing fails at once, and so on.
            while self.watching.top > top {
                let newest = self.watching.top.previous();
                self.walk_to(newest);
                self.fail_box();
                self.watching.drop_boxes(newest);
            }
        }
        self.walk_to(goal);
    }

    /// Fails on the way up to what both boxes are part of, and is redone on the way down. A parent is older than its child.
    fn walk_to(&mut self, goal: GoalBox) {
        let mut to = goal;
        loop {
            let current = self.watching.current;
            if current == to {
                break;
            }
            if current > to {
                self.fail_box();
            } else {
                self.watching.path.push(to);
                to = to.parent();
            }
        }
        while let Some(next) = self.watching.path.pop() {
            self.watching.current = next;
            self.pass_all(Port::Redo, next);
        }
    }

    /// The box that runs fails.
    fn fail_box(&mut self) {
        let goal = self.watching.current;
        self.pass_all(Port::Fail, goal);
        self.watching.current = goal.parent();
    }

    /// Passes a port once for each goal that a box is: the last one first, but where they are entered again.
    #[inline(always)]
    pub(super) fn pass_all(&mut self, port: Port, goal: GoalBox) {
        match goal.times() {
            1 => self.pass(port, goal),
            times => self.pass_each(port, goal, times),
        }
    }

    #[inline(never)]
    fn pass_each(&mut self, port: Port, goal: GoalBox, times: u32) {
        for nth in 0..times {
            self.watching.turn = if port == Port::Redo { nth } else { times - 1 - nth };
            self.pass(port, goal);
        }
        self.watching.turn = 0;
    }

    /// An exception goes on to a choice point: the goals that it leaves on the way, which are those that the box of the choice
    /// point is no part of. That one may have exited, where a cleanup waits.
    pub(crate) fn leave_boxes(&mut self, r: &Regs, b: Choice) {
        self.look(r);
        let (mut to, top) = self.undo_to(b);
        self.watching.last_call = Code::NULL;
        loop {
            let current = self.watching.current;
            if current == to {
                break;
            }
            if current > to {
                self.leave_box(current);
            } else {
                to = to.parent();
            }
        }
        self.watching.drop_boxes(top);
    }

    /// The run ends: all goals are left.
    pub(crate) fn leave_all_boxes(&mut self, r: &Regs) {
        self.look(r);
        self.watching.last_call = Code::NULL;
        while self.watching.current != self.watching.root {
            self.leave_box(self.watching.current);
        }
    }

    fn leave_box(&mut self, goal: GoalBox) {
        self.pass_all(Port::Exception, goal);
        self.watching.current = goal.parent();
    }

    /// Tells the observer. Not inlined: it lends the event, and handlers must lend nothing.
    #[inline(never)]
    pub(super) fn tell(&mut self, port: Port, goal: GoalBox, row: Row) {
        self.tell_waiting();
        self.watching.chrono += 1;
        let Some(mut observer) = self.watching.observer.take() else { return };
        self.limits.note_telling();
        let flow = observer.event(&mut Event::new(self, port, goal, row));
        self.watching.observer = Some(observer);
        self.watching.undone = u64::MAX;
        if flow == ControlFlow::Break(()) {
            self.abort_watched();
        }
    }

    #[cold]
    pub(super) fn abort_watched(&mut self) {
        self.watching.is_aborted = true;
        self.interrupter().interrupt(Interrupt::Abort);
    }
}
