//! The basis: the events that there are, a row each.
//!
//! A row says where an event happens ([`At`]): at a port of a goal, when a clause is entered, in a control construct, before
//! or behind goals of certain predicates, at an operation of arithmetic whose value is of a type, when a variable is bound,
//! where a term is built, when the machine does something. From that follows what the rewriting puts where (`rewrite`), and what boxes and the machine tell (`ports`, `machine`). Each
//! event has one type of value.
//!
//! Source: Templer & Jeffery 1998, section 2.1, whose basis follows the grammar of C; ours follows that of clauses, and the
//! builtins, and has the machine's instructions and memory besides. Deviation: an event of instructions is a family of them, and its
//! value says which.

use super::config::{Basis, EventId};
use super::mask::ValueKind;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use wam::family::Family;
use wam::machine::watch::{Doing, Port};

mod arithmetic;
mod rows;

pub use rows::ROWS;

/// A basis event.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its code.
    pub code: &'static str,
    /// The set that it belongs to first.
    pub group: &'static str,
    /// A smaller set that it belongs to, or nothing.
    pub set: &'static str,
    /// What its value is.
    pub value: ValueKind,
    /// Where it happens.
    pub at: At,
    /// What it is, in a line.
    pub meaning: &'static str,
}

/// Where an event happens.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// At a port of a goal.
    Port(Port),
    /// When a clause is entered, its head and its leading tests being true.
    Clause(Entered),
    /// In a control construct.
    Control(Point),
    /// Before or behind a goal of one of these predicates.
    Goal {
        /// Name and arity.
        of: &'static [(&'static str, u32)],
        /// Which.
        when: When,
        /// What its value is.
        shows: Shows,
    },
    /// When an operation has a value.
    Operation {
        /// The functors, by name and arity.
        of: &'static [(&'static str, u32)],
        /// Of which type.
        gives: Gives,
    },
    /// When a variable of a clause is bound.
    Bound(Bound),
    /// Where a goal is given a term that is built for it.
    Built(Built),
    /// When the machine does something.
    Machine(Does),
}

/// What the machine does.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// It executes an instruction of such families.
    Instruction(fn(Family) -> bool),
    /// Something else.
    Else(Doing),
}

/// Which clauses are entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// Facts of static predicates.
    Fact,
    /// Rules of static predicates.
    Rule,
    /// Rules whose heads match (`=>`).
    Matched,
    /// Facts of dynamic predicates.
    DynamicFact,
    /// Rules of dynamic predicates.
    DynamicRule,
    /// The first clause of a predicate.
    First,
    /// A later one.
    Later,
    /// One that calls its own predicate.
    Recursive,
}

/// A point in a control construct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Point {
    /// Before a condition.
    If,
    /// Behind it.
    Then,
    /// It was false.
    Else,
    /// The same of `*->`.
    SoftIf,
    /// Behind it.
    SoftThen,
    /// It was false.
    SoftElse,
    /// A branch of a disjunction.
    Branch,
    /// Before the goal of a negation.
    Not,
    /// The goal was false.
    NotTrue,
    /// It was true.
    NotFalse,
    /// Before the goal of `once/1`.
    Once,
    /// Before that of `ignore/1`.
    Ignore,
    /// Before `forall/2`.
    Forall,
    /// A case of it.
    Case,
    /// Before a cut.
    Cut,
    /// `true`.
    True,
    /// `fail` or `false`.
    False,
    /// Before a variable in the place of a goal.
    Variable,
    /// Before `Module:Goal`.
    InModule,
}

/// When an event of a goal happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before it.
    Before,
    /// When it is true.
    After,
}

/// What the value of a goal's event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// The goal.
    Goal,
    /// One of its arguments, from 0.
    Argument(u8),
}

/// The type of a value of arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// An integer that fits a cell.
    Int,
    /// A larger integer.
    Big,
    /// Any integer.
    Integer,
    /// A rational that is no integer.
    Rational,
    /// A float.
    Float,
    /// Any number.
    Number,
}

/// What a variable is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// An atom.
    Atom,
    /// An integer.
    Int,
    /// A float or a rational.
    Number,
    /// A string.
    Text,
    /// A list cell.
    List,
    /// Another compound term.
    Struct,
}

/// Which terms are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Built {
    /// Lists.
    List,
    /// Other compound terms.
    Struct,
}

/// The events there are, and what is looked up of them.
#[derive(Default)]
pub struct Events {
    names: FxHashMap<&'static str, Vec<EventId>>,
    goals: ByFunctor,
    operations: ByFunctor,
    ports: Vec<(Port, EventId)>,
    clauses: Vec<(Entered, EventId)>,
    points: FxHashMap<Point, Vec<EventId>>,
    bindings: Vec<EventId>,
    lists: Vec<EventId>,
    structs: Vec<EventId>,
}

/// Events by name, and by arity.
type ByFunctor = FxHashMap<&'static str, Vec<(u32, Vec<EventId>)>>;

/// The set of all events.
const ALL: &str = "E_All";

impl Events {
    /// All of them.
    pub fn all() -> &'static Events {
        static ALL_EVENTS: OnceLock<Events> = OnceLock::new();
        ALL_EVENTS.get_or_init(|| {
            let mut events = Events::default();
            for (id, row) in rows() {
                for name in [row.code, row.group, row.set, ALL].into_iter().filter(|name| !name.is_empty()) {
                    events.names.entry(name).or_default().push(id);
                }
                match row.at {
                    At::Goal { of, .. } => add(&mut events.goals, of, id),
                    At::Operation { of, .. } => add(&mut events.operations, of, id),
                    At::Port(port) => events.ports.push((port, id)),
                    At::Clause(entered) => events.clauses.push((entered, id)),
                    At::Control(point) => events.points.entry(point).or_default().push(id),
                    At::Bound(_) => events.bindings.push(id),
                    At::Built(Built::List) => events.lists.push(id),
                    At::Built(Built::Struct) => events.structs.push(id),
                    // Those are looked for by what the machine does.
                    At::Machine(_) => {}
                }
            }
            events
        })
    }

    /// The events of goals of a predicate.
    pub fn of_goal(&self, name: &str, arity: u32) -> &[EventId] {
        of_functor(&self.goals, name, arity)
    }

    /// The events of an operation of arithmetic.
    pub fn of_operation(&self, name: &str, arity: u32) -> &[EventId] {
        of_functor(&self.operations, name, arity)
    }

    /// The event of a port.
    pub fn of_port(&self, port: Port) -> EventId {
        let found = self.ports.iter().find(|(known, _)| *known == port);
        found.map(|&(_, event)| event).expect("each port has an event")
    }

    /// The events of entering clauses.
    pub fn of_clauses(&self) -> &[(Entered, EventId)] {
        &self.clauses
    }

    /// The events of a point in control constructs.
    pub fn of_point(&self, point: Point) -> &[EventId] {
        self.points.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The events of variables that are bound.
    pub fn of_bindings(&self) -> &[EventId] {
        &self.bindings
    }

    /// The events of terms that are built.
    pub fn of_built(&self, built: Built) -> &[EventId] {
        match built {
            Built::List => &self.lists,
            Built::Struct => &self.structs,
        }
    }

    /// The built-in sets, each with its events, in the order of their first events.
    pub fn sets(&self) -> Vec<(&'static str, &[EventId])> {
        let mut sets: Vec<(&'static str, &[EventId])> = Vec::new();
        for row in ROWS {
            for name in [ALL, row.group, row.set] {
                if !name.is_empty() && !sets.iter().any(|(known, _)| *known == name) {
                    sets.push((name, &self.names[name]));
                }
            }
        }
        sets
    }
}

fn add(table: &mut ByFunctor, of: &[(&'static str, u32)], event: EventId) {
    for &(name, arity) in of {
        let arities = table.entry(name).or_default();
        match arities.iter_mut().find(|(known, _)| *known == arity) {
            Some((_, events)) => events.push(event),
            None => arities.push((arity, vec![event])),
        }
    }
}

fn of_functor<'e>(table: &'e ByFunctor, name: &str, arity: u32) -> &'e [EventId] {
    let found = table.get(name).and_then(|arities| arities.iter().find(|(known, _)| *known == arity));
    found.map_or(&[], |(_, events)| events.as_slice())
}

/// The rows by number.
pub fn rows() -> impl Iterator<Item = (EventId, &'static Row)> {
    (0..).map(EventId).zip(ROWS)
}

/// The row of an event.
pub fn row(event: EventId) -> &'static Row {
    &ROWS[usize::from(event.0)]
}

impl Basis for Events {
    fn events(&self, name: &str) -> Option<Vec<EventId>> {
        self.names.get(name).cloned()
    }

    fn name(&self, event: EventId) -> &str {
        row(event).code
    }

    fn value(&self, event: EventId) -> ValueKind {
        row(event).value
    }

    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.names.keys().copied().collect();
        names.sort_unstable();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_events_have_one_name_and_no_set_has_that_of_an_event() {
        let mut names: Vec<&str> = ROWS.iter().map(|row| row.code).collect();
        names.extend(Events::all().sets().iter().map(|(name, _)| *name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(ROWS.len() >= 140, "{} events", ROWS.len());
        let ports = Port::ALL.map(|port| row(Events::all().of_port(port)).code);
        assert_eq!(ports, ["E_Call", "E_Exit", "E_Redo", "E_Fail", "E_Exception"]);
    }
}
