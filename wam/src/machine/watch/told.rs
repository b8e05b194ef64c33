//! What the text of a program tells: `$event(Site, Value)`, put into clauses by who instruments them
//! ([`Instrument`](crate::compile::Instrument)).
//!
//! In: the number of a site, and a value. Out: a [`SiteEvent`] for the observer of the run, in every mode. Without an
//! observer nothing happens. These events are numbered together with those of ports.

use super::super::Machine;
use super::super::cell::{Cell, Kind, Tag};
use super::super::exchange::Variables;
use super::super::number::Number;
use super::{Event, Inside};
use crate::atoms::Functor;
use crate::code::Program;
use crate::instr::PredId;
use crate::modules::ModuleClass;
use crate::term::{TermId, Terms};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A place of the text is come to.
pub struct SiteEvent<'m> {
    machine: &'m mut Machine,
    site: u32,
    value: Cell,
}

/// What kind of term a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueType {
    /// An unbound variable.
    Var,
    /// An atom.
    Atom,
    /// An integer that fits a cell.
    Int,
    /// A larger integer.
    Big,
    /// A rational that is no integer.
    Rational,
    /// A float.
    Float,
    /// A string.
    Text,
    /// A compound term; lists are `'.'/2`.
    Compound(Functor),
}

impl SiteEvent<'_> {
    /// The number of the site.
    #[inline]
    pub fn site(&self) -> u32 {
        self.site
    }

    /// The number of the event, from 1, among all events of the run.
    #[inline]
    pub fn chrono(&self) -> u64 {
        self.machine.watching.chrono
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.machine.program
    }

    /// What kind of term the value is.
    pub fn value_type(&self) -> ValueType {
        match self.value.tag() {
            Tag::Ref => ValueType::Var,
            Tag::Int => ValueType::Int,
            Tag::Boxed if self.value.is_box(Kind::Text) => ValueType::Text,
            Tag::Boxed => match self.machine.number(self.value) {
                Number::Int(_) | Number::Big(_) => ValueType::Big,
                Number::Rational(_) => ValueType::Rational,
                Number::Float(_) => ValueType::Float,
            },
            Tag::List | Tag::Struct => ValueType::Compound(self.machine.functor_of(self.value)),
            _ => ValueType::Atom,
        }
    }

    /// The value; none where there is no room for it.
    pub fn value(&mut self, terms: &mut Terms) -> Option<TermId> {
        self.machine.export(self.value, terms, &mut Variables::default()).ok()
    }

    /// The predicate of the box in which it happens, where boxes are kept.
    pub fn within(&self) -> Option<PredId> {
        self.machine.running_goal()
    }

    /// The same as an internal port of the goal that runs, if that is watched, and its clause is the one that tells this.
    pub fn passes(&mut self, inside: &Arc<Inside>) -> Option<Event<'_>> {
        let machine = &mut *self.machine;
        let (mut goal, root) = (machine.watching.current, machine.watching.root);
        // What a goal of the library was given is a part of the clause that gave it.
        let of_library = |pred: PredId| machine.program.module(machine.program.get(pred).module).class;
        while goal != root && goal.row().pred() != inside.pred && of_library(goal.row().pred()) == ModuleClass::Library
        {
            goal = goal.parent();
        }
        let is_told = goal != root && goal.row().pred() == inside.pred && goal.row().tells(inside.port);
        if !is_told {
            return None;
        }
        machine.watching.turn = goal.times() - 1;
        Some(Event::of_inside(machine, goal, inside.clone(), self.value))
    }

    /// Writes out what the program's output has buffered, so that what is told stands behind it.
    pub fn flush(&mut self) {
        self.machine.flush();
    }

    /// The next line of the program's input, without its end; none at the end of the input.
    pub fn read_line(&mut self) -> Option<String> {
        self.machine.next_input_line()
    }
}

impl Machine {
    /// The goal that follows is at this site, with this value, and is told if it raises; or none is any more.
    pub(crate) fn may_raise(&mut self, goal: Option<(u32, Cell)>) {
        self.watching.raising = goal;
    }

    /// Tells that such a goal has raised an exception, or ended the run.
    pub(crate) fn tell_raised(&mut self) {
        if let Some((site, goal)) = self.watching.raising.take() {
            self.tell_site(site, goal);
        }
    }

    /// Tells the observer, if there is one, that a site is come to.
    #[inline(never)]
    pub(crate) fn tell_site(&mut self, site: u32, value: Cell) {
        self.tell_waiting();
        self.watching.chrono += 1;
        let Some(mut observer) = self.watching.observer.take() else { return };
        self.limits.note_telling();
        let flow = observer.site(&mut SiteEvent { machine: self, site, value: value.deref() });
        self.watching.observer = Some(observer);
        self.watching.turn = 0;
        if flow == ControlFlow::Break(()) {
            self.abort_watched();
        }
    }
}
