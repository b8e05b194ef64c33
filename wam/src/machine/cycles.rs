//! Whether a term is finite, and where it is not.
//!
//! A walk in depth that marks the words of the heap where compounds stand: open while it is below them, done afterwards.
//! A compound met while open closes a cycle. The last argument of a compound continues its spine instead of nesting, so
//! that a list takes no stack: when a spine ends, it is walked again to mark it done.

use super::Machine;
use super::cell::{Cell, Tag};

/// Arguments of a term that is walked without marks.
const SMALL: u64 = 1 << 12;

/// What was looked at for cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Looked {
    /// Arguments; those of large terms that share their parts once.
    pub arguments: u64,
    /// How many of them are tails of lists.
    pub tails: u64,
}

/// What a walk without marks has found.
enum Small {
    Finite(Looked),
    /// The term is in itself.
    Cyclic(Looked),
    /// It is too large, or has a cycle that it is not part of.
    Unknown,
}

/// Whether to stop at the first cycle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    ForOne,
    ForAll,
}

/// A set of words of the heap.
struct Marks(Vec<u64>);

impl Marks {
    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn add(&mut self, at: usize) {
        if at / 64 >= self.0.len() {
            self.0.resize((at / 64 + 1).next_power_of_two(), 0);
        }
        self.0[at / 64] |= 1 << (at % 64);
    }
}

/// A spine that is being walked.
struct Spine {
    start: Cell,
    current: Cell,
    /// The next argument of the current compound.
    next: usize,
}

impl Machine {
    /// Whether a term is finite.
    pub(crate) fn is_acyclic(&self, term: Cell) -> bool {
        self.look_for_cycles(term).0
    }

    /// The same, and what was looked at.
    pub(crate) fn look_for_cycles(&self, term: Cell) -> (bool, Looked) {
        match self.small_size(term.deref()) {
            Small::Finite(looked) => (true, looked),
            Small::Cyclic(looked) => (false, looked),
            Small::Unknown => {
                self.cycles_sought.set(self.cycles_sought.get() + 1);
                let mut looked = Looked::default();
                (self.cycles(term, Look::ForOne, &mut looked).is_empty(), looked)
            }
        }
    }

    /// Looks through a term that has few arguments, as a tree: most have, and then no marks are needed.
    fn small_size(&self, whole: Cell) -> Small {
        let mut looked = Looked::default();
        let mut todo: Vec<Cell> = Vec::new();
        let mut term = whole;
        loop {
            if term.is_compound() {
                let is_list = term.is(Tag::List);
                let arity = self.functor_of(term).arity as usize;
                looked.arguments += arity as u64;
                looked.tails += u64::from(is_list);
                if looked.arguments >= SMALL {
                    return Small::Unknown;
                }
                let args = self.args_of(term).cells(self, arity);
                todo.extend(args.iter().map(|arg| arg.deref()).filter(|arg| arg.is_compound()));
            }
            match todo.pop() {
                Some(next) if next == whole => return Small::Cyclic(looked),
                Some(next) => term = next,
                None => return Small::Finite(looked),
            }
        }
    }

    /// Compounds that a term must be cut at to be finite; none where it is.
    pub(crate) fn cycle_entries(&self, term: Cell) -> Vec<Cell> {
        self.cycles(term, Look::ForAll, &mut Looked::default())
    }

    fn cycles(&self, term: Cell, look: Look, looked: &mut Looked) -> Vec<Cell> {
        let mut found = Vec::new();
        let (mut open, mut done) = (Marks(Vec::new()), Marks(Vec::new()));
        let place = |cell: Cell| self.heap_place(cell.addr().bits());
        let top = self.heap_place(self.heap_top().bits());
        let arity = |cell: Cell| self.functor_of(cell).arity as usize;
        let mut spines: Vec<Spine> = Vec::new();
        let mut next = term.deref();
        loop {
            // A new compound: on the spine at hand if it is a last argument, else the start of another.
            if next.is_compound() && place(next) < top && !done.has(place(next)) {
                if open.has(place(next)) {
                    if !found.contains(&next) {
                        found.push(next);
                    }
                    if look == Look::ForOne {
                        return found;
                    }
                } else {
                    open.add(place(next));
                    match spines.last_mut() {
                        Some(spine) if spine.next == arity(spine.current) => {
                            (spine.current, spine.next) = (next, 0);
                        }
                        _ => spines.push(Spine { start: next, current: next, next: 0 }),
                    }
                }
            }
            loop {
                let Some(spine) = spines.last_mut() else { return found };
                if spine.next < arity(spine.current) {
                    looked.arguments += 1;
                    looked.tails += u64::from(spine.next == 1 && spine.current.is(Tag::List));
                    next = self.args_of(spine.current).add(spine.next).get().deref();
                    spine.next += 1;
                    break;
                }
                let Some(spine) = spines.pop() else { return found };
                let mut cell = spine.start;
                loop {
                    done.add(place(cell));
                    if cell == spine.current {
                        break;
                    }
                    cell = self.args_of(cell).add(arity(cell) - 1).get().deref();
                }
            }
        }
    }
}
