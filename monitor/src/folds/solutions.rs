//! The different goals that were proved.

use super::name;
use crate::fold::{Arguments, Boxed, Fold, Moment, Reads, Room, goal_text};
use crate::report::{Field, Report, Table};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::{Event, Port, Ports};

/// Goals as they were when they exited, each once.
#[derive(Default)]
pub struct Distinct {
    met: FxHashSet<(PredId, Arc<str>)>,
    /// In the order in which they were met first.
    order: Vec<(PredId, Arc<str>)>,
    room: Room,
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
        *self = Distinct::default();
    }

    fn has_failed(&self) -> bool {
        self.room.is_full()
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if self.room.is_full() {
            return ControlFlow::Continue(());
        }
        let found = (event.pred(), Arc::from(goal_text(event)));
        if self.met.contains(&found) {
            return ControlFlow::Continue(());
        }
        if self.room.take(&found.1) {
            self.met.insert(found.clone());
            self.order.push(found);
        } else {
            (self.met, self.order) = Default::default();
        }
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, program: &Program) -> Report {
        if self.room.is_full() {
            return Room::error("what was solved");
        }
        let mut table = Table::new(&["predicate", "goal"]);
        self.met = FxHashSet::default();
        let row = |(pred, goal): (PredId, Arc<str>)| vec![Field::from(name(program, pred)), goal.to_string().into()];
        table.rows = std::mem::take(&mut self.order).into_iter().map(row).collect();
        Report::Table(table)
    }
}
