//! Graphs of a run: where control goes, and who calls whom. The run begins at the node `user/0`, as in the paper.

use super::name;
use crate::fold::{Fold, Moment, Reads};
use crate::report::{Arc, Graph, Report};
use rustc_hash::FxHashMap;
use std::ops;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::{Event, Port, Ports};

/// A predicate, or whoever has asked.
type Node = Option<PredId>;

/// Arcs with how often they were met.
#[derive(Default)]
struct Arcs {
    counts: FxHashMap<(Node, PredId), u64>,
    /// In the order in which they were met first.
    order: Vec<(Node, PredId)>,
    places: FxHashMap<Node, usize>,
    nodes: Vec<Node>,
}

impl Arcs {
    fn node(&mut self, node: Node) {
        let nodes = &mut self.nodes;
        self.places.entry(node).or_insert_with(|| {
            nodes.push(node);
            nodes.len() - 1
        });
    }

    fn meet(&mut self, from: Node, to: PredId) {
        let count = self.counts.entry((from, to)).or_insert(0);
        *count += 1;
        if *count == 1 {
            self.order.push((from, to));
            self.node(from);
            self.node(Some(to));
        }
    }

    fn report(&self, program: &Program, counted: bool) -> Report {
        let arc = |&(from, to): &(Node, PredId)| {
            let count = self.counts[&(from, to)];
            Arc { from: self.places[&from], to: self.places[&Some(to)], count }
        };
        let name = |node: &Node| node.map_or_else(|| "user/0".to_string(), |pred| name(program, pred));
        Report::Graph(Graph {
            nodes: self.nodes.iter().map(name).collect(),
            arcs: self.order.iter().map(arc).collect(),
            counted,
        })
    }
}

/// From which predicate control goes to which: an arc between the predicates of two events in a row.
pub struct ControlFlow {
    counted: bool,
    last: Node,
    arcs: Arcs,
}

impl ControlFlow {
    /// Without numbers.
    pub fn plain() -> Self {
        ControlFlow { counted: false, last: None, arcs: Arcs::default() }
    }

    /// With how often.
    pub fn counted() -> Self {
        ControlFlow { counted: true, ..ControlFlow::plain() }
    }
}

impl Fold for ControlFlow {
    fn reads(&self) -> Reads {
        Reads::ports(Ports::ALL)
    }

    fn initialize(&mut self) {
        *self = ControlFlow { counted: self.counted, ..ControlFlow::plain() };
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ops::ControlFlow<()> {
        let pred = event.pred();
        let last = self.last.replace(pred);
        self.arcs.meet(last, pred);
        ops::ControlFlow::Continue(())
    }

    fn post_process(&mut self, program: &Program) -> Report {
        self.arcs.report(program, self.counted)
    }
}

/// Which predicate calls which.
#[derive(Default)]
pub struct CallGraph(Arcs);

impl Fold for CallGraph {
    fn reads(&self) -> Reads {
        Reads { moment: Moment::Then, ..Reads::ports(Ports::NONE.with(Port::Call)) }
    }

    fn initialize(&mut self) {
        self.0 = Arcs::default();
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ops::ControlFlow<()> {
        let pred = event.pred();
        let goal = event.goal();
        // A goal that is one of several last calls in a row of its predicate was called by that.
        let merged = goal.is_some_and(|goal| goal.times() > 1);
        let caller = if merged { Some(pred) } else { goal.and_then(|goal| goal.parent()).map(|parent| parent.pred()) };
        self.0.meet(caller, pred);
        ops::ControlFlow::Continue(())
    }

    fn post_process(&mut self, program: &Program) -> Report {
        self.0.report(program, true)
    }
}
