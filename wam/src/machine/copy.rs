//! Copies of terms: on the heap (`copy_term`), and off it as [`Record`]s (solutions of `findall`, clauses, balls).
//!
//! Cheney's way: the copy is its own queue, so terms of any depth need no stack. While a copy is made, each variable
//! that was met holds a mark that says where its copy is.
//!
//! A copy that has become large may be one of a cyclic term, or of one whose parts occur again and again. It is begun
//! anew: now the first word of each compound holds such a mark besides, so that each compound is copied once. Smaller
//! copies are made without, at less cost; what a term shares is copied as often as it occurs.

use super::Machine;
use super::budget::Needs;
use super::cell::{Cell, Kind, Tag};
use super::error::Ball;
use super::memory::Addr;
use super::predictor::Branch;
use crate::atoms::{Functor, known};
use crate::cost::Key;
use crate::meter;

/// Words of a copy that is always allowed.
const SMALL: usize = 1 << 12;

/// Words of a copy after which it is begun anew with marks for compounds.
const LARGE: usize = 1 << 19;

/// Whether compounds are marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Lost,
    Kept,
}

/// How making a copy ended.
enum Copied {
    /// The new top of the heap.
    Whole(Addr),
    /// It has grown beyond a limit.
    TooLarge,
}

/// A term off the heap: cells whose addresses are relative to the first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Record {
    root: Cell,
    cells: Box<[u64]>,
}

impl Machine {
    /// Copies a term to the top of the heap.
    pub(crate) fn copy(&mut self, term: Cell) -> Result<Cell, Ball> {
        let term = term.deref();
        if term.is_constant() {
            return Ok(term);
        }
        let start = self.regs.h;
        start.set(term);
        self.copy_from(start)?;
        Ok(start.get())
    }

    /// Makes a copy out of the cell at `start`, which refers to a term elsewhere.
    fn copy_from(&mut self, start: Addr) -> Result<(), Ball> {
        // Where the heap is full already, there must be room for the error term that says so.
        let end = |m: &Machine| Addr::from_bits(m.heap_limit).max(start.add(SMALL));
        let root = start.get();
        let mut limit = end(self);
        let mut copied = self.copy_cells(start, limit.min(start.add(LARGE)), Sharing::Lost);
        if let Copied::TooLarge = copied {
            start.set(root);
            self.grant(Needs { heap: self.bytes_free() / 2, ..Needs::default() });
            let before = std::mem::replace(&mut limit, end(self));
            if before < start.add(LARGE) {
                copied = self.copy_cells(start, limit.min(start.add(LARGE)), Sharing::Lost);
            }
        }
        if let Copied::TooLarge = copied
            && limit > start.add(LARGE)
        {
            start.set(root);
            copied = self.copy_cells(start, limit, Sharing::Kept);
        }
        match copied {
            Copied::Whole(top) => {
                self.regs.h = top;
                Ok(())
            }
            Copied::TooLarge => {
                self.regs.h = start;
                Err(self.out_of_memory())
            }
        }
    }

    /// Makes copies out of the cell at `start` and those that come behind it. All marks are gone afterwards.
    fn copy_cells(&mut self, start: Addr, limit: Addr, sharing: Sharing) -> Copied {
        let mut variables = std::mem::take(&mut self.marked);
        variables.clear();
        let mut moved: Vec<(Addr, Cell)> = Vec::new();
        let foresees = self.foresees;
        let (mut at, mut h) = (start, start.add(1));
        while at < h && h <= limit {
            let cell = at.get().deref();
            if foresees {
                self.foresee_branch(Branch::Copy, cell.tag() as u8);
                match cell.tag() {
                    Tag::Ref => self.counts[Key::VARIABLE_COPIED.index()] += 1,
                    Tag::List | Tag::Struct | Tag::Boxed => self.counts[Key::COMPOUND_COPIED.index()] += 1,
                    Tag::Int | Tag::Atom | Tag::Functor | Tag::Header => {}
                }
            }
            match cell.tag() {
                Tag::Int | Tag::Atom => at.set(cell),
                Tag::Ref => {
                    if cannot_grow(&variables) {
                        h = limit.add(1);
                        break;
                    }
                    variables.push(cell.addr());
                    at.set(Cell::reference(at));
                    cell.addr().set(forward(at, Kind::Forward));
                }
                Tag::List | Tag::Struct | Tag::Boxed => {
                    let from = cell.addr();
                    let first = from.get();
                    if sharing == Sharing::Kept && first.is(Tag::Header) && first.kind() == Kind::Moved {
                        let to = forwarded(first);
                        at.set(if cell.is(Tag::List) { Cell::list(to) } else { Cell::structure(to) });
                        at = at.add(1);
                        continue;
                    }
                    let (to, size) = match cell.tag() {
                        Tag::List => (Cell::list(h), 1),
                        Tag::Struct => (Cell::structure(h), first.arity()),
                        _ => (Cell::boxed(h), first.payload_words()),
                    };
                    if h.add(size) > limit || cannot_grow(&moved) {
                        h = limit.add(1);
                        break;
                    }
                    at.set(to);
                    let place = h;
                    h.push(first);
                    for i in 1..=size {
                        h.push(from.add(i).get());
                    }
                    if sharing == Sharing::Kept && !cell.is(Tag::Boxed) {
                        moved.push((from, first));
                        from.set(forward(place, Kind::Moved));
                    }
                }
                Tag::Functor => {}
                Tag::Header => match cell.kind() {
                    // The first element of a list that was copied: its copy is where the list's is.
                    Kind::Forward | Kind::Moved => at.set(Cell::reference(forwarded(cell))),
                    _ => at = at.add(cell.payload_words()),
                },
            }
            at = at.add(1);
        }
        for (place, cell) in moved.into_iter().rev() {
            place.set(cell);
        }
        for &variable in &variables {
            variable.set(Cell::reference(variable));
        }
        self.marked = variables;
        if h > limit { Copied::TooLarge } else { Copied::Whole(h) }
    }

    /// Takes a term off the heap.
    pub(crate) fn record(&mut self, term: Cell) -> Result<Record, Ball> {
        let term = term.deref();
        if term.is_constant() {
            return Ok(Record { root: term, cells: Box::default() });
        }
        let start = self.regs.h;
        self.copy(term)?;
        let length = self.regs.h.words_from(start);
        if let Err(ball) = self.can_allocate(8 * length) {
            self.regs.h = start;
            return Err(ball);
        }
        let mut cells = Vec::with_capacity(length);
        let mut skip = 0;
        for i in 0..length {
            let cell = start.add(i).get();
            cells.push(if skip > 0 {
                skip -= 1;
                cell.0
            } else {
                match cell.tag() {
                    Tag::Ref | Tag::List | Tag::Struct | Tag::Boxed => cell.0.wrapping_sub(start.bits()),
                    Tag::Header => {
                        skip = cell.payload_words();
                        cell.0
                    }
                    _ => cell.0,
                }
            });
        }
        self.regs.h = start;
        Ok(Record { root: Cell(cells[0]), cells: cells.into() })
    }
}

/// Whether there is no memory for another item of a list.
fn cannot_grow<T>(list: &Vec<T>) -> bool {
    list.len() == list.capacity() && !meter::fits(meter::next_of_list(list, 1))
}

/// The mark that a variable or a compound holds whose copy is at `at`.
fn forward(at: Addr, kind: Kind) -> Cell {
    Cell(at.bits() << 8 | (kind as u64) << 3 | Tag::Header as u64)
}

fn forwarded(mark: Cell) -> Addr {
    Addr::from_bits(mark.0 >> 8)
}

/// Where in the record of a fact (`Head :- true`) the parts are: the root, `:-`, its arguments, the head.
mod fact {
    pub const HEAD: usize = 4;
    pub const FIRST_ARGUMENT: usize = HEAD + 1;
}

impl Record {
    /// `Head :- true` for a compound head whose arguments are all constants, as [`Machine::record`] would make it; none
    /// for any other head.
    pub(crate) fn of_flat_fact(head: Cell) -> Option<Record> {
        const RULE: Functor = Functor { name: known::NECK, arity: 2 };
        if !head.is(Tag::Struct) {
            return None;
        }
        let functor = head.addr().get();
        let arity = functor.arity();
        let at = |word: usize| Addr::from_bits(8 * word as u64);
        let root = Cell::structure(at(1));
        let mut cells = Vec::with_capacity(fact::FIRST_ARGUMENT + arity);
        let start = [root, Cell::functor(RULE), Cell::structure(at(fact::HEAD)), Cell::atom(known::TRUE), functor];
        cells.extend(start.map(|cell| cell.0));
        for i in 1..=arity {
            let argument = head.addr().add(i).get().deref();
            if !argument.is_constant() {
                return None;
            }
            cells.push(argument.0);
        }
        Some(Record { root, cells: cells.into() })
    }

    /// The arguments of the head, where the record is that of a fact for a predicate of this arity and they are constants.
    pub(crate) fn flat_arguments(&self, arity: usize) -> Option<&[u64]> {
        let is_fact = self.cells.len() == fact::FIRST_ARGUMENT + arity
            && self.cells[fact::HEAD - 1] == Cell::atom(known::TRUE).0
            && Cell(self.cells[fact::HEAD]).is(Tag::Functor);
        let arguments = self.cells.get(fact::FIRST_ARGUMENT..).filter(|_| is_fact)?;
        arguments.iter().all(|&word| Cell(word).is_constant()).then_some(arguments)
    }

    /// A constant.
    #[cfg(test)]
    pub(crate) fn of_constant(root: Cell) -> Record {
        Record { root, cells: Box::default() }
    }

    /// How many cells it takes.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// A ball taken off the heap; where it is too big to copy, the error that says so.
    pub(crate) fn of_ball(m: &mut Machine, ball: Cell) -> Record {
        let mut ball = ball;
        loop {
            match m.record(ball) {
                Ok(record) => return record,
                Err(Ball::Term(error) | Ball::Last(error)) => ball = error,
                Err(Ball::Halt(_)) => unreachable!("copying does not halt"),
            }
        }
    }

    /// Builds the term on the heap.
    pub(crate) fn build(&self, h: &mut Addr) -> Cell {
        let base = *h;
        let place = |word: u64| Cell(word.wrapping_add(base.bits()));
        let mut skip = 0;
        for &word in &self.cells {
            let cell = Cell(word);
            h.push(if skip > 0 {
                skip -= 1;
                cell
            } else {
                match cell.tag() {
                    Tag::Ref | Tag::List | Tag::Struct | Tag::Boxed => place(word),
                    Tag::Header => {
                        skip = cell.payload_words();
                        cell
                    }
                    _ => cell,
                }
            });
        }
        match self.root.tag() {
            Tag::Ref | Tag::List | Tag::Struct | Tag::Boxed => place(self.root.0),
            _ => self.root,
        }
    }
}
