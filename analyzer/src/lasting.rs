//! What lasts when backtracking comes back: what has become known of ground terms, which are what they were.
//!
//! In: a state, and the cells that a choice point has saved. Out: these cells, and the functors of the ground terms among them that
//! were looked at since, with their arguments as new cells. A term stays as it was until someone looks at it again
//! ([`crate::shape::cases`]), and then has the functor that is known, and arguments of which is known what was found out: so a clause
//! that asks for `[man|_]` and one that asks for `[dog|_]` are not both taken to match. Calls get their arguments as they would
//! otherwise: a list, and not one whose first element somebody has looked at.

use crate::shape::OTHER;
use crate::state::{Cell, CellId, State};
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many cells are looked at of what is known of a term.
const MOST: usize = 64;

/// What lasts of a state.
pub(crate) struct Lasting {
    heap: Vec<Arc<Cell>>,
    opened: FxHashMap<CellId, Cell>,
    /// The new cells, by those whose terms they hold.
    copies: FxHashMap<CellId, CellId>,
}

impl Lasting {
    /// What lasts of a state when it goes back to cells that were saved.
    pub(crate) fn of(state: &State, saved: &[Arc<Cell>]) -> Lasting {
        let mut lasting = Lasting { heap: saved.to_vec(), opened: FxHashMap::default(), copies: FxHashMap::default() };
        let is_ground = |cell: &Cell| matches!(cell, Cell::Abstract(of, _) if of.is_ground());
        // That a list is empty says its length.
        let is_list = |cell: &Cell| matches!(cell, Cell::Abstract(Type::List(_), _));
        for id in (0..saved.len() as u32).map(CellId).filter(|id| is_ground(&saved[id.0 as usize])) {
            let now = match state.opened.get(&id) {
                Some(opened) => opened,
                None => &*state.heap[id.0 as usize],
            };
            if let (Cell::Atom(_), false) = (now, is_list(&saved[id.0 as usize])) {
                lasting.heap[id.0 as usize] = state.heap[id.0 as usize].clone();
                continue;
            }
            let before = lasting.heap.len();
            match lasting.opened(state, saved, now, before + MOST) {
                Some(opened) => _ = lasting.opened.insert(id, opened),
                None => {
                    lasting.heap.truncate(before);
                    lasting.opened.retain(|id, _| (id.0 as usize) < before);
                    lasting.copies.retain(|_, copy| (copy.0 as usize) < before);
                }
            }
        }
        lasting
    }

    /// Gives it to the state, which goes back to the cells that were saved.
    pub(crate) fn restore(self, state: &mut State, saved: &[Arc<Cell>]) {
        let is_leaf = |id: &CellId| saved.get(id.0 as usize).is_some_and(|cell| cell.is_ground_leaf());
        let is_ground = |id: CellId| match saved.get(id.0 as usize).map(|cell| &**cell) {
            Some(Cell::Struct(OTHER, args)) => is_leaf(&args[0]),
            Some(Cell::Struct(_, args)) => args.iter().all(is_leaf),
            _ => is_leaf(&id),
        };
        let name = |id: CellId| if is_ground(id) { Some(id) } else { self.copies.get(&id).copied() };
        if !state.visited.is_empty() {
            state.visited = Arc::new(state.visited.renamed(&name));
        }
        if !state.remembered.is_empty() {
            state.remembered = Arc::new(state.remembered.renamed(&name));
        }
        (state.heap, state.opened) = (self.heap, self.opened);
        state.closed.clear();
    }

    /// A functor that was looked at, with new cells as arguments.
    fn opened(&mut self, state: &State, saved: &[Arc<Cell>], cell: &Cell, end: usize) -> Option<Cell> {
        let Cell::Struct(functor, args) = cell else { return None };
        let args = args.iter().map(|&arg| self.copied(state, saved, arg, end)).collect::<Option<_>>()?;
        (*functor != OTHER).then_some(Cell::Struct(*functor, args))
    }

    /// A new cell with what is known of a ground one; nothing where it may not be ground when the state goes back.
    fn copied(&mut self, state: &State, saved: &[Arc<Cell>], id: CellId, end: usize) -> Option<CellId> {
        let id = state.deref(id);
        if (id.0 as usize) < saved.len() || self.heap.len() >= end {
            return None;
        }
        let now = &state.heap[id.0 as usize];
        let before = state.closed.get(&id).unwrap_or(now);
        let copy = CellId(self.heap.len() as u32);
        self.copies.insert(id, copy);
        match &**before {
            Cell::Atom(_) => self.heap.push(now.clone()),
            Cell::Abstract(of, _) if of.is_ground() && matches!(**now, Cell::Atom(_)) => self.heap.push(now.clone()),
            Cell::Abstract(of, _) if of.is_ground() => {
                self.heap.push(before.clone());
                let now = state.opened.get(&id).unwrap_or(now);
                if let Some(opened) = self.opened(state, saved, now, end) {
                    self.opened.insert(copy, opened);
                }
            }
            _ => return None,
        }
        Some(copy)
    }
}
