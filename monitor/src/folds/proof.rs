//! The proof of what was solved: each goal with the goals that its clause called, as they were when they exited.

use crate::fold::{Arguments, Boxed, Fold, Moment, Reads, Room, goal_text};
use crate::report::{Proved, Report};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::machine::watch::{Event, Port, Ports};

/// A goal that has exited.
struct Node {
    call: u64,
    parent: u64,
    goal: String,
}

/// The goals by which the solution was proved. A proof is of what has not failed since, so goals that fail or are redone
/// are forgotten.
#[derive(Default)]
pub struct ProofTree {
    /// Goals in the order of their last exits.
    exited: Vec<Node>,
    /// Calls after this one are undone.
    undone: u64,
    room: Room,
}

impl ProofTree {
    /// Forgets the goals that exited last, as long as they are such.
    fn forget(&mut self, is_such: impl Fn(&Node) -> bool) {
        while let Some(node) = self.exited.pop_if(|node| is_such(node)) {
            self.room.give_back(&node.goal);
        }
    }
}

impl Fold for ProofTree {
    fn reads(&self) -> Reads {
        Reads { ports: Ports::ALL, boxes: Boxed::Yes, arguments: Arguments::Later, moment: Moment::Then }
    }

    fn initialize(&mut self) {
        *self = ProofTree { undone: u64::MAX, ..ProofTree::default() };
    }

    fn has_failed(&self) -> bool {
        self.room.is_full()
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if self.room.is_full() {
            return ControlFlow::Continue(());
        }
        let call = event.call();
        self.undone = self.undone.min(event.undone_after());
        match event.port() {
            // What was called before it was redone is a part of it again.
            Port::Redo => {
                self.forget(|node| node.call > call);
                // Those before it that it called are still a part of it.
                if let Some(node) = self.exited.pop_if(|node| node.call == call) {
                    self.room.give_back(&node.goal);
                }
            }
            Port::Fail | Port::Exception => self.undone = self.undone.min(call - 1),
            _ => {}
        }
        // A goal that exited later than one that is undone, but was called before, is redone, and gone by then.
        let undone = self.undone;
        self.forget(|node| node.call > undone);
        match event.port() {
            Port::Call => self.undone = u64::MAX,
            Port::Exit => {
                self.undone = u64::MAX;
                let parent = event.goal().and_then(|goal| goal.parent()).map_or(0, |parent| parent.call());
                let goal = goal_text(event);
                // What it called is older than its exit, and newer than its call.
                if self.room.take(&goal) {
                    self.exited.push(Node { call, parent, goal });
                } else {
                    self.exited = Vec::new();
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, _program: &Program) -> Report {
        if self.room.is_full() {
            return Room::error("the proof");
        }
        self.exited.sort_by_key(|node| node.call);
        // In the order of their calls, goals stand behind those that called them: depths are known on the way.
        let mut depths: FxHashMap<u64, usize> = FxHashMap::default();
        let mut nodes = Vec::with_capacity(self.exited.len());
        for node in &self.exited {
            // What was called by something that has not exited is a goal of its own here.
            let depth = depths.get(&node.parent).map_or(0, |depth| depth + 1);
            depths.insert(node.call, depth);
            nodes.push(Proved { depth, goal: node.goal.clone() });
        }
        Report::Proof { nodes }
    }
}
