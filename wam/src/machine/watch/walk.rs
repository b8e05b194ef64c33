//! From the box that runs to the one of a choice point that is backtracked to, or of a catch.

use super::super::Machine;
use super::super::error::Interrupt;
use super::super::frames::Choice;
use super::super::memory::Code;
use super::super::step::Regs;
use super::{Event, Port, ROOT, Redo};
use crate::instr::PredId;
use std::ops::ControlFlow;

impl Machine {
    /// A choice point is backtracked to: the box it belongs to runs again.
    #[inline(always)]
    pub(crate) fn walk_back(&mut self, r: &Regs, b: Choice) {
        let shadow = self.shadow(b);
        self.note_undone(b);
        if (shadow ^ self.watching.now()) & self.watching.compared != 0 {
            self.tell_way(r, shadow);
        }
        self.watching.drop_boxes((shadow >> 32) as u32);
    }

    /// Tells what failed and what is redone on the way to where a shadow leads.
    #[inline(never)]
    fn tell_way(&mut self, r: &Regs, shadow: u64) {
        let (goal, top) = (shadow as u32, (shadow >> 32) as u32);
        if self.watching.plan.redo != Redo::Left {
            // The newest of those that are redone though they left nothing fails at once, and so on.
            while self.watching.top > top {
                let newest = self.watching.top - 1;
                self.walk_to(r, newest);
                self.fail_box(r);
                self.watching.drop_boxes(newest);
            }
        }
        self.walk_to(r, goal);
    }

    /// Fails on the way up to what both boxes are part of, and is redone on the way down. A parent is older than its child.
    fn walk_to(&mut self, r: &Regs, goal: u32) {
        let mut down = std::mem::take(&mut self.watching.path);
        let mut to = goal;
        while self.watching.current != to {
            if self.watching.current > to {
                self.fail_box(r);
            } else {
                down.push(to);
                to = self.watching.boxes[to as usize].parent;
            }
        }
        while let Some(next) = down.pop() {
            self.watching.current = next;
            self.pass_all(r, Port::Redo, next);
        }
        self.watching.path = down;
    }

    /// The box that runs fails.
    fn fail_box(&mut self, r: &Regs) {
        let goal = self.watching.current;
        self.pass_all(r, Port::Fail, goal);
        self.watching.current = self.watching.boxes[goal as usize].parent;
    }

    /// Passes a port once for each goal that a box is: the last one first, but where they are entered again.
    pub(super) fn pass_all(&mut self, r: &Regs, port: Port, goal: u32) {
        let times = self.watching.boxes[goal as usize].times;
        for nth in 0..times {
            self.watching.turn = if port == Port::Redo { nth } else { times - 1 - nth };
            self.pass(r, port, goal);
        }
        self.watching.turn = 0;
    }

    /// An exception goes on to a choice point: the goals that it leaves on the way, which are those that the box of the choice
    /// point is no part of. That one may have exited, where a cleanup waits.
    pub(crate) fn leave_boxes(&mut self, r: &Regs, b: Choice) {
        let shadow = self.shadow(b);
        self.note_undone(b);
        let mut to = shadow as u32;
        self.watching.last_call = Code::NULL;
        while self.watching.current != to {
            let goal = self.watching.current;
            if goal > to {
                self.pass_all(r, Port::Exception, goal);
                self.watching.current = self.watching.boxes[goal as usize].parent;
            } else {
                to = self.watching.boxes[to as usize].parent;
            }
        }
        self.watching.drop_boxes((shadow >> 32) as u32);
    }

    /// The run ends: all goals are left.
    pub(crate) fn leave_all_boxes(&mut self, r: &Regs) {
        self.watching.last_call = Code::NULL;
        while self.watching.current != ROOT {
            let goal = self.watching.current;
            self.pass_all(r, Port::Exception, goal);
            self.watching.current = self.watching.boxes[goal as usize].parent;
        }
    }

    /// Tells the observer.
    #[inline(never)]
    pub(super) fn tell(&mut self, port: Port, goal: u32, pred: PredId) {
        let Some(mut observer) = self.watching.observer.take() else { return };
        let flow = observer.event(&mut Event::new(self, port, goal, pred));
        self.watching.observer = Some(observer);
        self.watching.undone = u64::MAX;
        if flow == ControlFlow::Break(()) {
            self.interrupter().interrupt(Interrupt::Abort);
        }
    }
}
