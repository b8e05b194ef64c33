//! Lists up to a tail: list cells of which their number is known, then whatever another cell holds. An output that is handed
//! on as a tail, as difference lists and definite clause grammars do it, is such a list with an unbound end. What they share
//! is in the heap, as in the machine: binding the end is seen wherever the list is.

use crate::range::Range;
use crate::state::{Cell, CellId, LIST, State};
use crate::types::Type;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wam::atoms::known;

/// So many list cells in a row are described by their number, where others are by their elements.
const LONG: usize = 4;

impl State {
    /// The number of the list cells of a term, and what comes after the last of them.
    pub(crate) fn list_cells(&self, id: CellId) -> (Range, CellId) {
        let (mut length, mut at) = (Range::number(0), self.deref(id));
        let mut seen = FxHashSet::default();
        while seen.insert(at) {
            let rest = match self.get(at) {
                Cell::Struct(LIST, cell) if !cell.is_empty() => {
                    length = length.offset(1);
                    cell[1]
                }
                Cell::Partial(_, size, rest) => {
                    length = length.plus(size);
                    *rest
                }
                _ => break,
            };
            at = self.deref(rest);
        }
        (length, at)
    }

    /// The variable in which a list ends that is known by the number of its cells.
    pub(crate) fn open_end(&self, id: CellId) -> Option<CellId> {
        let (mut cells, mut at, mut is_partial) = (0, self.deref(id), false);
        let mut seen = FxHashSet::default();
        while seen.insert(at) {
            let rest = match self.get(at) {
                // One that is still being built has no parts.
                Cell::Struct(LIST, cell) if !cell.is_empty() => cell[1],
                Cell::Partial(_, _, rest) => {
                    is_partial = true;
                    *rest
                }
                Cell::Free if is_partial || cells >= LONG => return Some(at),
                _ => return None,
            };
            cells += 1;
            at = self.deref(rest);
        }
        None
    }

    /// Lists whose end has become a proper list are proper lists.
    pub(crate) fn close_lists(&mut self) {
        if !self.has_partial {
            return;
        }
        for at in (0..self.heap.len()).rev() {
            let Cell::Partial(of, size, rest) = &*self.heap[at] else { continue };
            let (of, length) = match self.get(*rest) {
                Cell::Atom(known::NIL) => (of.clone(), size.clone()),
                Cell::Abstract(Type::List(others), more) => {
                    let closed = (of.lub(&others.open()), size.plus(more));
                    let rest = *rest;
                    self.forget(rest);
                    closed
                }
                Cell::Partial(others, more, end) => {
                    self.heap[at] = Arc::new(Cell::Partial(of.lub(others), size.plus(more), *end));
                    continue;
                }
                _ => continue,
            };
            self.heap[at] = Arc::new(Cell::Abstract(Type::List(Box::new(of)), length));
        }
    }

    /// Whether a list has certainly a first element.
    fn begins(&self, id: CellId) -> bool {
        match self.get(id) {
            Cell::Partial(_, size, _) => self.is_natural(&size.offset(-1)),
            _ => true,
        }
    }

    /// Notes that a variable may be an older one than its cell: where two variables are made one, the younger is bound to
    /// the older, and it is not always known that they are two.
    pub(crate) fn may_be_older(&mut self, id: CellId) {
        let id = self.deref(id);
        if !self.choices.is_empty() {
            self.older.insert(id);
        }
    }

    /// An unbound cell is bound to another cell: which of both is bound depends on their ages, where the other is unbound.
    pub(crate) fn weigh_ages(&mut self, from: CellId, to: CellId) {
        let end = self.list_cells(to).1;
        let is_alias = matches!(self.get(end), Cell::Free) && !self.begins(to);
        let is_variable = matches!(self.get(to), Cell::Free);
        if is_alias && (from < end || self.older.contains(&from)) {
            self.may_be_older(from);
            self.may_be_older(end);
        } else if is_variable && self.older.contains(&from) {
            self.may_be_older(to);
        }
    }
}
