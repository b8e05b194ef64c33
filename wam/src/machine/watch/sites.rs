//! What a site does before the body of its instruction runs.

use super::super::Machine;
use super::super::cell::Cell;
use super::super::control::stack_full;
use super::super::dispatch::{Instruction, SITE};
use super::super::memory::{Addr, Code};
use super::super::step::{Regs, RunMode, Step, Watch};
use super::{Boxes, GoalBox, Port, ROOT, boxes_full};
use crate::instr::{Op, PredId};
use std::mem;

/// In the table of sites: not an entry.
pub(super) const RETURN: u32 = 1;
/// The clauses have no sites: they return to the stub.
pub(super) const FRAMED: u32 = 2;

/// In the table of sites: the entry of a predicate.
pub(super) fn entry(pred: PredId, kind: u32) -> u32 {
    (pred.0 + 1) << 2 | kind
}

/// Does what is due at a site; some step where the instruction does not run now.
#[inline(always)]
pub(in super::super) fn at_site<I: Instruction, R: RunMode>(m: &mut Machine, r: &mut Regs) -> Option<Step> {
    if R::WATCH == Watch::Calls as u8 {
        if let Some(pred) = entered(m, r) {
            let watched = &mut m.watching.watched[pred.0 as usize];
            watched.counts[Port::Call as usize] += 1;
            if watched.told.contains(Port::Call) {
                m.regs = *r;
                m.watching.chrono += 1;
                m.tell(Port::Call, ROOT, pred);
            }
        }
        return None;
    }
    let site = site_at(m, r);
    // What may run again for want of room must do so before anything is told.
    let pushes_choice = matches!(I::OP, Op::Try | Op::DynamicEnter);
    if pushes_choice && m.b.0 > m.choice_limit || m.local_top(r.e) > m.local_limit {
        return Some(Step::Cold(stack_full::<R>));
    }
    if site >> 2 != 0 {
        if m.watching.top as usize >= m.watching.boxes.len() {
            return Some(Step::Cold(boxes_full::<R>));
        }
        call(m, r, PredId((site >> 2) - 1));
        if site & FRAMED != 0 {
            push_return(m, r);
        }
    }
    match I::OP {
        Op::Proceed => exit(m, r),
        Op::Execute => last_call(m, r),
        _ => {}
    }
    None
}

/// What the table says of the instruction that runs.
#[inline(always)]
fn site_at(m: &Machine, r: &Regs) -> u32 {
    let word = Addr::from_bits(r.pc.bits()).words_from(m.code.base());
    m.watching.sites.get(word).copied().unwrap_or(0)
}

/// The predicate whose entry this is.
#[inline(always)]
fn entered(m: &Machine, r: &Regs) -> Option<PredId> {
    (site_at(m, r) >> 2).checked_sub(1).map(PredId)
}

/// A goal is called: its box. There is room for it.
#[inline(always)]
fn call(m: &mut Machine, r: &Regs, pred: PredId) {
    let (b, cp) = (m.b, m.cp);
    let w = &mut m.watching;
    let last_call = mem::replace(&mut w.last_call, Code::NULL);
    let is_last_call = last_call != Code::NULL;
    w.calls += 1;
    let caller = w.current;
    let parent = &mut w.boxes[caller as usize];
    if w.plan.boxes == Boxes::Merge && is_last_call && caller != ROOT && parent.pred == pred && parent.choice == b {
        w.turn = parent.times;
        parent.times += 1;
        m.pass(r, Port::Call, caller);
        m.watching.turn = 0;
        return;
    }
    let goal = w.top;
    let depth = parent.depth + parent.times;
    let call = w.calls;
    let args = w.args.len() as u32;
    let site = if is_last_call { last_call } else { cp };
    w.boxes[goal as usize] =
        GoalBox { parent: caller, pred, depth, times: 1, args, is_last_call, call, site, choice: b };
    w.current = goal;
    w.top = goal + 1;
    if w.plan.keeps_arguments {
        m.keep_arguments(pred);
    }
    m.pass(r, Port::Call, goal);
}

/// A goal exits, and those with it of which it was the last call.
#[inline(always)]
fn exit(m: &mut Machine, r: &Regs) {
    loop {
        let goal = m.watching.current;
        if goal == ROOT {
            return;
        }
        let GoalBox { parent, pred, times, is_last_call, choice, .. } = m.watching.boxes[goal as usize];
        if times == 1 {
            m.pass(r, Port::Exit, goal);
        } else {
            m.pass_all(r, Port::Exit, goal);
        }
        m.watching.current = parent;
        if m.b <= choice && m.watching.watched[pred.0 as usize].closes {
            m.watching.drop_boxes(goal);
        }
        if !is_last_call {
            return;
        }
    }
}

/// A watched clause makes its last call: its box stays. There is room for an environment.
#[inline(always)]
fn last_call(m: &mut Machine, r: &mut Regs) {
    let to = r.pc.offset(r.pc.word(2) as i32);
    if to.half(0) & SITE != 0 && m.watching.plan.boxes != Boxes::Full {
        m.watching.last_call = r.pc;
    } else if m.watching.current != ROOT {
        push_return(m, r);
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
    /// A port is passed.
    #[inline(always)]
    pub(super) fn pass(&mut self, r: &Regs, port: Port, goal: u32) {
        let w = &mut self.watching;
        w.chrono += 1;
        let pred = w.boxes[goal as usize].pred;
        let watched = &mut w.watched[pred.0 as usize];
        watched.counts[port as usize] += 1;
        if watched.told.contains(port) {
            self.regs = *r;
            self.tell(port, goal, pred);
        }
    }

    /// Keeps the arguments of the newest box.
    #[inline(never)]
    fn keep_arguments(&mut self, pred: PredId) {
        let arity = self.program.get(pred).functor.arity as usize;
        for i in 0..arity {
            let cell = self.x[i];
            self.watching.args.push(cell);
        }
    }
}
