//! A copy of a program in the middle of a run: with the clauses that its dynamic predicates have at an event.

use super::super::Machine;
use super::super::cell::Cell;
use super::super::exchange::Variables;
use super::Event;
use crate::code::{PredicateKind, Program};
use crate::instr::PredId;
use crate::term::{ReadTerm, Span, Terms, VariableName};
use std::sync::Arc;

impl Event<'_> {
    /// The program with the clauses that there are now; none where there is no room for them. Nothing that the copy does is seen
    /// by the run.
    pub fn program_now(&mut self) -> Option<Program> {
        let machine = self.machine_mut();
        let mut program = machine.program.clone();
        let mut dynamic: Vec<PredId> = machine.dynamics.keys().copied().collect();
        dynamic.sort_unstable();
        dynamic.retain(|&pred| program.get(pred).kind == PredicateKind::Dynamic);
        for pred in dynamic {
            let clauses = machine.clauses_now(pred)?;
            program.replace_clauses(pred, clauses);
        }
        Some(program)
    }
}

impl Machine {
    fn clauses_now(&mut self, pred: PredId) -> Option<Vec<Arc<ReadTerm>>> {
        let (stamp, h) = (self.stamp(), self.regs.h);
        let mut found = Vec::new();
        let mut next = self.first_clause(pred, Cell::NIL, stamp);
        while let Some(id) = next {
            let built = self.build_clause(pred, id).ok()??;
            let mut terms = Terms::new();
            let root = self.export(built, &mut terms, &mut Variables::default());
            // What was built is garbage.
            self.regs.h = h;
            let root = root.ok()?;
            let blank = |_| VariableName { name: "_".into(), span: Span::default(), occurrences: 1 };
            let variables = (0..terms.variables()).map(blank).collect();
            found.push(Arc::new(ReadTerm { terms, root, variables }));
            next = self.next_clause(pred, id, Cell::NIL, stamp);
        }
        Some(found)
    }
}
