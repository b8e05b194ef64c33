//! The different goals that were proved.

use super::name;
use crate::fold::{Arguments, Boxed, Fold, Reads};
use crate::report::{Field, Report, Table};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::{Event, Port, Ports};
use wam::term::Terms;
use wam::write::term_to_string;

/// Goals as they were when they exited, each once.
#[derive(Default)]
pub struct Distinct {
    met: FxHashSet<(PredId, String)>,
    /// In the order in which they were met first.
    order: Vec<(PredId, String)>,
}

impl Fold for Distinct {
    fn reads(&self) -> Reads {
        Reads { ports: Ports::NONE.with(Port::Exit), boxes: Boxed::Yes, arguments: Arguments::Later }
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

/// The goal of an event as it is now.
pub(super) fn goal_text(event: &mut Event<'_>) -> String {
    let mut terms = Terms::new();
    let functor = event.functor();
    let goal = match event.arguments(&mut terms) {
        Some(args) if args.is_empty() => terms.atom(functor.name, Default::default()),
        Some(args) => terms.compound(functor.name, &args, Default::default()),
        None => return format!("{}(…)", event.program().atoms.name(functor.name)),
    };
    let program = event.program();
    term_to_string(&terms, goal, &program.atoms, &program.ops)
}
