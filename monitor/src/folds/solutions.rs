//! The different goals that were proved.

use super::name;
use crate::fold::{Arguments, Boxed, Fold, Moment, Reads, goal_text};
use crate::report::{Field, Report, Table};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::{Event, Port, Ports};

/// Goals as they were when they exited, each once.
#[derive(Default)]
pub struct Distinct {
    met: FxHashSet<(PredId, String)>,
    /// In the order in which they were met first.
    order: Vec<(PredId, String)>,
}

impl Fold for Distinct {
    fn reads(&self) -> Reads {
        Reads {
            ports: Ports::NONE.with(Port::Exit),
            boxes: Boxed::Yes,
            arguments: Arguments::Later,
            moment: Moment::Then,
        }
    }

    fn initialize(&mut self) {
        self.met.clear();
        self.order.clear();
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        let found = (event.pred(), goal_text(event));
        if self.met.insert(found.clone()) {
            self.order.push(found);
        }
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, program: &Program) -> Report {
        let mut table = Table::new(&["predicate", "goal"]);
        let row = |(pred, goal): &(PredId, String)| vec![Field::from(name(program, *pred)), goal.clone().into()];
        table.rows = self.order.iter().map(row).collect();
        Report::Table(table)
    }
}
