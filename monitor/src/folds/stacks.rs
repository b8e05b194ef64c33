//! How many goals were called under which stack of predicates: what flame graphs show.

use super::name;
use crate::fold::{Fold, Moment, Reads};
use crate::report::{Report, Stack};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::{Event, GoalRef, Port, Ports};

/// A node of the tree of stacks. A predicate that calls itself, through others or not, is at its node again, so that recursion makes
/// no deep stacks.
struct Node {
    pred: PredId,
    parent: usize,
    calls: u64,
}

/// Calls by the stack of predicates above them.
#[derive(Default)]
pub struct Stacks {
    nodes: Vec<Node>,
    children: FxHashMap<(usize, PredId), usize>,
    /// The node of the goal that was entered last at each depth, with the number of its call.
    entered: Vec<(u64, usize)>,
}

/// Above everything.
const NONE: usize = usize::MAX;

impl Stacks {
    fn below(&mut self, parent: usize, pred: PredId) -> usize {
        let mut above = parent;
        while above != NONE {
            if self.nodes[above].pred == pred {
                return above;
            }
            above = self.nodes[above].parent;
        }
        let nodes = &mut self.nodes;
        *self.children.entry((parent, pred)).or_insert_with(|| {
            nodes.push(Node { pred, parent, calls: 0 });
            nodes.len() - 1
        })
    }

    /// The node of a goal, found from the nearest ancestor that was entered last at its depth.
    fn node(&mut self, goal: GoalRef<'_>) -> usize {
        let mut above = Vec::new();
        let (mut next, mut node) = (Some(goal), NONE);
        while let Some(goal) = next {
            if let Some(&(call, known)) = self.entered.get(goal.depth() as usize)
                && call == goal.call()
            {
                node = known;
                break;
            }
            above.push((goal.depth() as usize, goal.call(), goal.pred()));
            next = goal.parent();
        }
        for (depth, call, pred) in above.into_iter().rev() {
            node = self.below(node, pred);
            if self.entered.len() <= depth {
                self.entered.resize(depth + 1, (0, NONE));
            }
            self.entered[depth] = (call, node);
        }
        node
    }
}

impl Fold for Stacks {
    fn reads(&self) -> Reads {
        Reads { moment: Moment::Then, ..Reads::ports(Ports::NONE.with(Port::Call)) }
    }

    fn initialize(&mut self) {
        *self = Stacks::default();
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if let Some(goal) = event.goal() {
            let node = self.node(goal);
            self.nodes[node].calls += 1;
        }
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, program: &Program) -> Report {
        let stack = |node: &Node| {
            let mut frames = vec![name(program, node.pred)];
            let mut at = node.parent;
            while at != NONE {
                frames.push(name(program, self.nodes[at].pred));
                at = self.nodes[at].parent;
            }
            frames.reverse();
            Stack { frames, calls: node.calls }
        };
        Report::Stacks { stacks: self.nodes.iter().filter(|node| node.calls > 0).map(stack).collect() }
    }
}
