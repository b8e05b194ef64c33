//! Goals in a row with a value that goes from each to the next, as a fold has them: `collect(Item, Before, After)`.
//!
//! The value stays on the heap between the goals, a root of the collector, and is not copied. What a goal has bound or set in
//! it stays when the goal is true, and is undone when it fails or raises.

use super::Machine;
use super::call::Stopped;
use super::cell::{Cell, Tag};
use super::error::Ball;
use super::exchange::Variables;
use super::step::RunMode;
use crate::atoms::{Atom, Functor};
use crate::error::RunError;
use crate::instr::PredId;
use crate::term::{TermId, Terms};

/// A part of an item that is an atom or a small integer.
#[derive(Clone, Copy)]
pub struct Word(Cell);

impl Word {
    /// An integer; the nearest one of 61 bits.
    #[inline]
    pub fn int(value: i64) -> Word {
        Word(Cell::int(value.clamp(Cell::MIN_INT, Cell::MAX_INT)))
    }

    /// An atom.
    #[inline]
    pub fn atom(atom: Atom) -> Word {
        Word(Cell::atom(atom))
    }
}

/// A part of an item.
pub enum Part<'a> {
    /// A word.
    Word(Word),
    /// A term of an arena.
    Term(&'a Terms, TermId),
    /// A list of terms of an arena.
    List(&'a Terms, &'a [TermId]),
}

/// Which root the value is, which the variable for the next one, and which what is left of items in a row.
const BEFORE: usize = 0;
const AFTER: usize = 1;
const REST: usize = 2;
/// Words of a cell of a list, and of a functor.
const LIST_CELL: usize = 2;
const FUNCTOR: usize = 1;

impl Machine {
    /// Begins: the value is a new variable. Everything that earlier runs left is gone.
    pub fn begin_accumulating(&mut self) {
        self.rewind();
        self.begin();
        self.roots = vec![Cell::NIL; 3];
        let value = self.make_variable();
        self.roots[BEFORE] = value;
    }

    /// Runs `goal(Item, Before, After)`, where the item is a compound of the parts, or `goal(After)` without one. Where it is
    /// true its value goes on, otherwise the one before stays. The machine is watched by nobody.
    ///
    /// # Errors
    /// When the goal raises an exception or halts.
    pub fn accumulate<R: RunMode>(
        &mut self,
        goal: PredId,
        item: Option<(Atom, &[Part<'_>])>,
    ) -> Result<bool, RunError> {
        self.keep_so_far();
        if let Err(ball) = self.put_arguments(item) {
            return Err(self.error_of(ball));
        }
        self.run_accumulating::<R>(goal)
    }

    /// What was before is older than the next goal's choice point; what it has bound stays so.
    fn keep_so_far(&mut self) {
        let base = self.base;
        base.set_h(self.regs.h);
        self.hb = self.regs.h;
        self.tr = base.tr();
    }

    fn run_accumulating<R: RunMode>(&mut self, goal: PredId) -> Result<bool, RunError> {
        let base = self.base;
        self.b0 = base;
        self.regs.e = base.e();
        self.cp = self.stubs.stop_true;
        self.regs.pc = self.entry(goal);
        R::run(self);
        if self.ended.is_some() {
            self.cut_to(base);
            self.take_ended()?;
        }
        let is_true = self.stopped == Stopped::True;
        if is_true {
            self.close_run::<R>();
            self.roots[BEFORE] = self.roots[AFTER].deref();
        }
        self.cut_to(base);
        Ok(is_true)
    }

    fn put_arguments(&mut self, item: Option<(Atom, &[Part<'_>])>) -> Result<(), Ball> {
        let Some((name, parts)) = item else {
            self.x[0] = self.next_value();
            return Ok(());
        };
        self.ensure(8 + words_of(parts))?;
        self.x[0] = self.put_item(name, parts);
        self.x[1] = self.roots[BEFORE];
        self.x[2] = self.next_value();
        Ok(())
    }

    /// Builds an item, for which there is room.
    #[inline]
    fn put_item(&mut self, name: Atom, parts: &[Part<'_>]) -> Cell {
        let at = self.regs.h;
        at.set(Cell::functor(Functor { name, arity: parts.len() as u32 }));
        // What the parts consist of comes behind the item.
        self.regs.h = at.add(FUNCTOR + parts.len());
        for (i, part) in parts.iter().enumerate() {
            let cell = self.put_part(part);
            at.add(FUNCTOR + i).set(cell);
        }
        Cell::structure(at)
    }

    /// Variables of different parts are different: each is a copy.
    #[inline]
    fn put_part(&mut self, part: &Part<'_>) -> Cell {
        match *part {
            Part::Word(Word(cell)) => cell,
            Part::Term(terms, id) => self.import(terms, id, &mut Vec::new()),
            Part::List(terms, items) => {
                let mut variables = Vec::new();
                let cells: Vec<Cell> = items.iter().map(|&id| self.import(terms, id, &mut variables)).collect();
                self.make_list_of(cells.into_iter(), Cell::NIL)
            }
        }
    }

    /// Runs `goal(Items, Before, After, Rest)`, where the items are a list of as many compounds as there are, of parts as told;
    /// how many items are left, which the goal gives back. The value goes on where it is true.
    ///
    /// # Errors
    /// When the goal raises an exception or halts.
    pub fn accumulate_all<R: RunMode>(
        &mut self,
        goal: PredId,
        functor: Functor,
        count: usize,
        mut word: impl FnMut(usize, usize) -> Word,
    ) -> Result<usize, RunError> {
        self.keep_so_far();
        let arity = functor.arity as usize;
        if let Err(ball) = self.ensure(8 + count * (LIST_CELL + FUNCTOR + arity)) {
            return Err(self.error_of(ball));
        }
        let mut list = Cell::NIL;
        for item in (0..count).rev() {
            let at = self.regs.h;
            at.set(Cell::functor(functor));
            for part in 0..arity {
                at.add(FUNCTOR + part).set(word(item, part).0);
            }
            let pair = at.add(FUNCTOR + arity);
            pair.set(Cell::structure(at));
            pair.add(1).set(list);
            list = Cell::list(pair);
            self.regs.h = pair.add(LIST_CELL);
        }
        self.x[0] = list;
        self.x[1] = self.roots[BEFORE];
        self.x[2] = self.next_value();
        self.x[3] = self.make_variable();
        self.roots[REST] = self.x[3];
        if !self.run_accumulating::<R>(goal)? {
            return Ok(count);
        }
        let mut left = 0;
        let mut rest = std::mem::replace(&mut self.roots[REST], Cell::NIL).deref();
        while rest.is(Tag::List) {
            left += 1;
            rest = rest.addr().add(1).get().deref();
        }
        Ok(left)
    }

    /// A variable for what the goal makes of the value.
    fn next_value(&mut self) -> Cell {
        let after = self.make_variable();
        self.roots[AFTER] = after;
        after
    }

    /// Runs `goal(Value, Result)`; the result is the value then.
    ///
    /// # Errors
    /// When the goal raises an exception or halts.
    pub fn accumulate_last<R: RunMode>(&mut self, goal: PredId) -> Result<bool, RunError> {
        self.keep_so_far();
        self.x[0] = self.roots[BEFORE];
        self.x[1] = self.next_value();
        self.run_accumulating::<R>(goal)
    }

    /// The value.
    pub fn accumulated(&mut self, terms: &mut Terms) -> Option<TermId> {
        self.export(self.roots[BEFORE], terms, &mut Variables::default()).ok()
    }
}

/// How much room an item needs at most.
fn words_of(parts: &[Part<'_>]) -> usize {
    let of = |part: &Part<'_>| match part {
        Part::Word(_) => 0,
        Part::Term(terms, _) => 4 * terms.nodes(),
        Part::List(terms, items) => 4 * terms.nodes() + 2 * items.len(),
    };
    FUNCTOR + parts.len() + parts.iter().map(of).sum::<usize>()
}
