//! Goals in a row with a value that goes from each to the next, as a fold has them: `collect(Item, Before, After)`.
//!
//! The value stays on the heap between the goals, a root of the collector, and is not copied. What a goal has bound or set in
//! it stays when the goal is true, and is undone when it fails or raises.

use super::Machine;
use super::call::Stopped;
use super::cell::Cell;
use super::error::Ball;
use super::exchange::Variables;
use super::step::Fast;
use super::step::sealed::Mode;
use crate::atoms::{Atom, Functor};
use crate::error::RunError;
use crate::instr::PredId;
use crate::term::{TermId, Terms};

/// A part of an item.
pub enum Part<'a> {
    /// An integer.
    Int(i64),
    /// An atom.
    Atom(Atom),
    /// A term of an arena.
    Term(&'a Terms, TermId),
    /// A list of terms of an arena.
    List(&'a Terms, &'a [TermId]),
}

/// Which root the value is, and which the variable for the next one.
const BEFORE: usize = 0;
const AFTER: usize = 1;

impl Machine {
    /// Begins: the value is a new variable. Everything that earlier runs left is gone.
    pub fn begin_accumulating(&mut self) {
        self.rewind();
        self.begin();
        self.roots = vec![Cell::NIL; 2];
        let value = self.make_variable();
        self.roots[BEFORE] = value;
    }

    /// Runs `goal(Item, Before, After)`, where the item is a compound of the parts, or `goal(After)` without one. Where it is
    /// true its value goes on, otherwise the one before stays.
    ///
    /// # Errors
    /// When the goal raises an exception or halts.
    pub fn accumulate(&mut self, goal: PredId, item: Option<(Atom, &[Part<'_>])>) -> Result<bool, RunError> {
        self.keep_so_far();
        if let Err(ball) = self.put_arguments(item) {
            return Err(self.error_of(ball));
        }
        self.run_accumulating(goal)
    }

    /// What was before is older than the next goal's choice point; what it has bound stays so.
    fn keep_so_far(&mut self) {
        let base = self.base;
        base.set_h(self.regs.h);
        self.hb = self.regs.h;
        self.tr = base.tr();
    }

    fn run_accumulating(&mut self, goal: PredId) -> Result<bool, RunError> {
        let base = self.base;
        self.b0 = base;
        self.regs.e = base.e();
        self.cp = self.stubs.stop_true;
        self.regs.pc = self.entry(goal);
        Fast::run(self);
        if self.ended.is_some() {
            self.cut_to(base);
            self.take_ended()?;
        }
        let is_true = self.stopped == Stopped::True;
        if is_true {
            self.close_run::<Fast>();
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
        let nodes = |part: &Part<'_>| match part {
            Part::Int(_) | Part::Atom(_) => 1,
            Part::Term(terms, _) => 4 * terms.nodes(),
            Part::List(terms, items) => 4 * terms.nodes() + 2 * items.len(),
        };
        self.ensure(8 + 2 * parts.len() + parts.iter().map(nodes).sum::<usize>())?;
        let functor = Functor { name, arity: parts.len() as u32 };
        let at = self.regs.h;
        at.set(Cell::functor(functor));
        // What the parts consist of comes behind the item.
        self.regs.h = at.add(1 + parts.len());
        for (i, part) in parts.iter().enumerate() {
            // Variables of different parts are different: each is a copy.
            let cell = match *part {
                Part::Int(value) => self.int_cell(value),
                Part::Atom(atom) => Cell::atom(atom),
                Part::Term(terms, id) => self.import(terms, id, &mut Vec::new()),
                Part::List(terms, items) => {
                    let mut variables = Vec::new();
                    let cells: Vec<Cell> = items.iter().map(|&id| self.import(terms, id, &mut variables)).collect();
                    self.make_list_of(cells.into_iter(), Cell::NIL)
                }
            };
            at.add(1 + i).set(cell);
        }
        self.x[0] = Cell::structure(at);
        self.x[1] = self.roots[BEFORE];
        self.x[2] = self.next_value();
        Ok(())
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
    pub fn accumulate_last(&mut self, goal: PredId) -> Result<bool, RunError> {
        self.keep_so_far();
        self.x[0] = self.roots[BEFORE];
        self.x[1] = self.next_value();
        self.run_accumulating(goal)
    }

    /// The value.
    pub fn accumulated(&mut self, terms: &mut Terms) -> Option<TermId> {
        self.export(self.roots[BEFORE], terms, &mut Variables::default()).ok()
    }
}
