//! Events, and what they know. Everything is computed when it is asked for.

use super::super::cell::{Cell, Tag};
use super::super::exchange::Variables;
use super::super::memory::Code;
use super::super::stream::Item;
use super::super::{Interrupter, Machine};
use super::Inside;
use super::boxes::{BOX_WORDS, GoalBox, Row};
use super::waiting::Waiting;
use crate::atoms::Functor;
use crate::code::Program;
use crate::instr::PredId;
use crate::term::{TermId, Terms};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::Arc;

/// Where a goal is entered or left, or where in its clause it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Port {
    /// It is called.
    Call,
    /// It has a solution.
    Exit,
    /// What follows it has failed, and it is asked for another solution.
    Redo,
    /// It has no (further) solution.
    Fail,
    /// It is left by an exception, or because the run ends.
    Exception,
    /// A clause of several is entered: its head has matched, and the tests that come first are true.
    Switch,
    /// A branch of a disjunction is entered.
    Disj,
    /// A condition is come to.
    If,
    /// It has held.
    Then,
    /// It has not.
    Else,
    /// A negation is come to.
    NegEnter,
    /// It is true: what it negates has no solution.
    NegSuccess,
    /// It is not: what it negates has a solution.
    NegFailure,
    /// A goal of the library that may have several solutions is called.
    First,
    /// It is asked for another one.
    Later,
}

impl Port {
    /// All external ports: those of boxes.
    pub const ALL: [Port; 5] = [Port::Call, Port::Exit, Port::Redo, Port::Fail, Port::Exception];

    /// All internal ports: those within clauses, which are told where clauses are compiled so ([`Inside`]).
    pub const INTERNAL: [Port; 10] = [
        Port::Switch,
        Port::Disj,
        Port::If,
        Port::Then,
        Port::Else,
        Port::NegEnter,
        Port::NegSuccess,
        Port::NegFailure,
        Port::First,
        Port::Later,
    ];

    /// How many ports there are.
    pub const COUNT: usize = Port::ALL.len() + Port::INTERNAL.len();

    /// External and internal ports, by number.
    pub fn every() -> impl Iterator<Item = Port> {
        Port::ALL.into_iter().chain(Port::INTERNAL)
    }

    /// Whether it is one within a clause.
    #[inline]
    pub const fn is_internal(self) -> bool {
        self as usize >= Port::ALL.len()
    }

    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Port::Call => "call",
            Port::Exit => "exit",
            Port::Redo => "redo",
            Port::Fail => "fail",
            Port::Exception => "exception",
            Port::Switch => "switch",
            Port::Disj => "disj",
            Port::If => "if",
            Port::Then => "then",
            Port::Else => "else",
            Port::NegEnter => "neg_enter",
            Port::NegSuccess => "neg_success",
            Port::NegFailure => "neg_failure",
            Port::First => "first",
            Port::Later => "later",
        }
    }

    /// The port of a name.
    pub fn of_name(name: &str) -> Option<Port> {
        Port::every().find(|port| port.name() == name)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ports(u16);

impl Ports {
    /// None.
    pub const NONE: Ports = Ports(0);
    /// All external ones.
    pub const ALL: Ports = Ports((1 << Port::ALL.len()) - 1);
    /// All there are.
    pub const EVERY: Ports = Ports((1 << Port::COUNT) - 1);
    /// All internal ones.
    pub const INTERNAL: Ports = Ports(Ports::EVERY.0 & !Ports::ALL.0);

    /// With one more.
    pub const fn with(self, port: Port) -> Ports {
        Ports(self.0 | 1 << port as u16)
    }

    /// Those of either.
    pub const fn union(self, other: Ports) -> Ports {
        Ports(self.0 | other.0)
    }

    /// Those of both.
    pub const fn common(self, other: Ports) -> Ports {
        Ports(self.0 & other.0)
    }

    /// Whether a port is one of them.
    #[inline(always)]
    pub const fn contains(self, port: Port) -> bool {
        self.0 >> port as u16 & 1 == 1
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }
}

impl FromIterator<Port> for Ports {
    fn from_iter<T: IntoIterator<Item = Port>>(ports: T) -> Ports {
        ports.into_iter().fold(Ports::NONE, Ports::with)
    }
}

/// A port of a goal is passed.
pub struct Event<'m> {
    machine: &'m mut Machine,
    port: Port,
    /// Its box; null where none are kept.
    goal: GoalBox,
    row: Row,
    /// Where in its clause, and what the variables are there; for internal ports.
    inside: Option<(Arc<Inside>, Cell)>,
    /// What it was when it happened, where it is told later.
    waited: Waiting,
}

/// A goal that an event is about, or one that waits for it.
#[derive(Clone, Copy)]
pub struct GoalRef<'m> {
    machine: &'m Machine,
    goal: GoalBox,
}

impl<'m> Event<'m> {
    pub(super) fn new(machine: &'m mut Machine, port: Port, goal: GoalBox, row: Row) -> Self {
        Event { machine, port, goal, row, inside: None, waited: Waiting::NONE }
    }

    /// An internal port of a goal that runs.
    pub(super) fn of_inside(machine: &'m mut Machine, goal: GoalBox, inside: Arc<Inside>, value: Cell) -> Self {
        let port = inside.port;
        Event { machine, port, goal, row: goal.row(), inside: Some((inside, value)), waited: Waiting::NONE }
    }

    /// It is another one, which has waited.
    #[inline]
    pub(super) fn set_waiting(&mut self, waiting: Waiting) {
        self.waited = waiting;
    }

    /// Where in a clause it happens, for internal ports.
    #[inline]
    pub fn inside(&self) -> Option<&Arc<Inside>> {
        self.inside.as_ref().map(|(inside, _)| inside)
    }

    /// The variables of the clause that have values here, by name, where that is known: for internal ports, if they were asked
    /// for. The places are those in [`Inside::variables`].
    pub fn variables(&mut self, terms: &mut Terms) -> Vec<(usize, TermId)> {
        let Some((inside, value)) = &self.inside else { return Vec::new() };
        let (count, value) = (inside.variables.len(), value.deref());
        if !value.is(Tag::Struct) {
            return Vec::new();
        }
        let mut shared = Variables::default();
        let mut found = Vec::new();
        for at in 0..count {
            let cell = value.addr().add(1 + at).get().deref();
            if !cell.is(Tag::Ref)
                && let Ok(id) = self.machine.export(cell, terms, &mut shared)
            {
                found.push((at, id));
            }
        }
        found
    }

    /// The next line of the program's input, without its end; none at the end of the input.
    pub fn read_line(&mut self) -> Option<String> {
        self.machine.next_input_line()
    }

    /// Writes out what the program's output has buffered, so that what is told stands behind it.
    pub fn flush(&mut self) {
        self.machine.flush();
    }

    /// Makes the goal fail that is called or exits; false at other ports, and where it is told later.
    pub fn fail(&mut self) -> bool {
        let fails = matches!(self.port, Port::Call | Port::Exit) && self.waited.some().is_none();
        self.machine.watching.fails |= fails;
        fails
    }

    pub(super) fn machine_mut(&mut self) -> &mut Machine {
        self.machine
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.machine.program
    }

    /// Whether it is told later than it has happened.
    #[inline]
    pub fn has_waited(&self) -> bool {
        self.waited.some().is_some()
    }

    /// Who interrupts the machine.
    pub fn interrupter(&self) -> Interrupter {
        self.machine.interrupter()
    }

    /// The port.
    #[inline]
    pub fn port(&self) -> Port {
        self.waited.some().map_or(self.port, Waiting::port)
    }

    /// The number of the event, from 1, among all ports of what is watched, told or not.
    #[inline]
    pub fn chrono(&self) -> u64 {
        match self.waited.some() {
            Some(waited) => waited.chrono(&self.machine.watching.queue),
            None => self.machine.watching.chrono,
        }
    }

    /// The predicate.
    #[inline]
    pub fn pred(&self) -> PredId {
        self.waited.some().map_or(self.row, Waiting::row).pred()
    }

    /// Name and arity.
    pub fn functor(&self) -> Functor {
        self.machine.program.get(self.pred()).functor
    }

    /// The goal, where boxes are kept, and it is told of at once.
    #[inline]
    pub fn goal(&self) -> Option<GoalRef<'_>> {
        (self.goal != GoalBox::NULL).then_some(GoalRef { machine: self.machine, goal: self.goal })
    }

    /// The number of the call, from 1; 0 where no boxes are kept.
    #[inline]
    pub fn call(&self) -> u64 {
        match self.waited.some() {
            Some(waited) => waited.call(),
            None => self.goal().map_or(0, |goal| goal.call()),
        }
    }

    /// How many calls there were so far, where it is told.
    #[inline]
    pub fn calls(&self) -> u64 {
        self.machine.watching.calls
    }

    /// How many ancestors the goal has, and itself; 0 where no boxes are kept.
    #[inline]
    pub fn depth(&self) -> u32 {
        match self.waited.some() {
            Some(waited) => waited.depth(),
            None => self.goal().map_or(0, |goal| goal.depth() + self.machine.watching.turn),
        }
    }

    /// Whether the goal has left choice points: at an exit, whether there may be further solutions.
    #[inline]
    pub fn has_choices(&self) -> bool {
        match self.waited.some() {
            Some(waited) => waited.has_choices(),
            None => self.goal != GoalBox::NULL && self.machine.b > self.goal.choice(),
        }
    }

    /// Whether the goal may yet be redone: at an exit, whether there are choice points, or its box stays.
    #[inline]
    pub fn may_be_redone(&self) -> bool {
        let row = self.waited.some().map_or(self.row, Waiting::row);
        self.has_choices() || !row.closes()
    }

    /// The numbers of the calls that have boxes now: no other one that was called before has an event to come, besides those that wait.
    pub fn calls_with_boxes(&self) -> FxHashSet<u64> {
        let watching = &self.machine.watching;
        let mut boxes = FxHashSet::default();
        let mut goal = watching.root.next();
        while goal < watching.top {
            boxes.insert(goal.call());
            goal = goal.next();
        }
        boxes
    }

    /// The number of a call: those with greater ones were undone, by backtracking or an exception, since the observer was
    /// told the last event. Greater than all where there was nothing of the kind.
    #[inline]
    pub fn undone_after(&self) -> u64 {
        self.machine.watching.undone
    }

    /// The arguments as they are now: at a call, or where the plan keeps them; none where it is told later, or there is no room
    /// for them.
    pub fn arguments(&mut self, terms: &mut Terms) -> Option<Vec<TermId>> {
        let arity = self.functor().arity as usize;
        let from = match self.machine.watching.keeps_arguments {
            _ if self.waited.some().is_some() => return None,
            true => Some(self.goal.args()),
            false if self.port == Port::Call => None,
            false => return None,
        };
        let mut variables = Variables::default();
        let argument = |i: usize| {
            let cell = from.map_or(self.machine.x[i], |from| self.machine.watching.args[from + i]);
            self.machine.export(cell, terms, &mut variables).ok()
        };
        (0..arity).map(argument).collect()
    }

    /// The goal as it is now, where its arguments are known.
    pub fn goal_term(&mut self, terms: &mut Terms) -> Option<TermId> {
        let name = self.functor().name;
        Some(match &self.arguments(terms)?[..] {
            [] => terms.atom(name, Default::default()),
            args => terms.compound(name, args, Default::default()),
        })
    }
}

impl Machine {
    pub(super) fn next_input_line(&mut self) -> Option<String> {
        let from = self.streams.user_input();
        let mut line = String::new();
        loop {
            match self.streams.input(from)?.next_line(&mut line) {
                Item::Some(()) => return Some(line.trim_end_matches(['\n', '\r']).to_string()),
                Item::More => self.fill(from).ok()?,
                Item::End | Item::Bad(_) => return None,
            }
        }
    }
}

impl<'m> GoalRef<'m> {
    /// Its predicate.
    #[inline]
    pub fn pred(&self) -> PredId {
        self.goal.row().pred()
    }

    /// The number of its call.
    #[inline]
    pub fn call(&self) -> u64 {
        self.goal.call()
    }

    /// How many ancestors it has, and itself.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.goal.depth()
    }

    /// How many calls it is: see [`Boxes::Merge`](super::Boxes::Merge).
    #[inline]
    pub fn times(&self) -> u32 {
        self.goal.times()
    }

    /// The goal whose clause called it.
    #[inline]
    pub fn parent(&self) -> Option<GoalRef<'m>> {
        let parent = self.goal.parent();
        (parent != self.machine.watching.root).then_some(GoalRef { machine: self.machine, goal: parent })
    }

    /// Where its box is: no two boxes that there are have one place, and a later one may have that of one that is gone.
    #[inline]
    pub fn place(&self) -> usize {
        self.goal.0.words_from(self.machine.watching.root.0) / BOX_WORDS
    }

    pub(super) fn code(&self) -> Code {
        self.goal.site()
    }
}
