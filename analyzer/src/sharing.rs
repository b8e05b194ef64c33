//! What cells share: which can be reached from which, and what is known of them after something may have been bound that is
//! in terms of which nothing is known.

use crate::range::Range;
use crate::state::{Cell, CellId, State};
use crate::types::Type;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl State {
    /// Whether a term holds a cell.
    pub fn reaches(&self, term: CellId, cell: CellId) -> bool {
        let (mut seen, mut todo) = (FxHashSet::default(), vec![term]);
        while let Some(part) = todo.pop() {
            let part = self.deref(part);
            if part == cell {
                return true;
            }
            match &*self.heap[part.0 as usize] {
                Cell::Struct(_, args) if seen.insert(part) => todo.extend(args.iter()),
                Cell::Partial(_, _, rest) if seen.insert(part) => todo.push(*rest),
                _ => {}
            }
        }
        false
    }

    /// All cells reachable from a cell that may be bound by someone else become unknown.
    pub fn forget(&mut self, id: CellId) {
        self.expose(id, Type::Any);
    }

    /// All cells reachable from a cell that can be reached from elsewhere: what is unbound becomes of a type.
    pub fn expose(&mut self, id: CellId, unbound: Type) {
        let (mut seen, mut todo) = (FxHashSet::default(), vec![id]);
        while let Some(id) = todo.pop() {
            let id = self.deref(id);
            match (*self.heap[id.0 as usize]).clone() {
                Cell::Free => self.refine(id, Cell::Abstract(unbound.clone(), Range::unknown())),
                Cell::Struct(_, args) if seen.insert(id) => todo.extend(args.iter()),
                Cell::Abstract(of, size) => self.refine(id, Cell::Abstract(of.open(), size)),
                Cell::Partial(of, size, rest) if seen.insert(id) => {
                    self.refine(id, Cell::Partial(of.open(), size, rest));
                    todo.push(rest);
                }
                _ => {}
            }
        }
    }

    /// After an unknown variable may have been bound, what was seen unbound through it may be bound, too.
    pub fn share(&mut self) {
        for cell in &mut self.heap {
            if matches!(**cell, Cell::Abstract(Type::Free, _)) {
                *cell = Arc::new(Cell::Abstract(Type::Any, Range::unknown()));
            }
        }
    }
}
