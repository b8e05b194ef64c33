//! The attributes of events: appendix A of the foldt paper.
//!
//! In: which of them a monitor asks for. Out: the clauses that take them from an event, which is a term of those alone.

use crate::fold::{Arguments, Boxed, Moment};
use wam::atoms::{Atoms, Functor};
use wam::machine::Part;

/// What is known of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Is {
    Chrono,
    Call,
    Depth,
    Port,
    Det,
    ProcType,
    DefModule,
    DeclModule,
    Name,
    Arity,
    Parent,
    Undone,
    Line,
    Args,
    Goal,
    ArgTypes,
    Code,
    Value,
    Clause,
    Path,
    Locals,
    Mode,
    Determinism,
}

/// An attribute.
pub(super) struct Attribute {
    pub(super) is: Is,
    /// The predicates that ask for it.
    pub(super) names: &'static [&'static str],
    /// What it needs.
    pub(super) boxes: Boxed,
    pub(super) arguments: Arguments,
    pub(super) moment: Moment,
}

/// One that events have later, too.
const fn attribute(is: Is, names: &'static [&'static str], boxes: Boxed) -> Attribute {
    Attribute { is, names, boxes, arguments: Arguments::AtCalls, moment: Moment::Later }
}

const fn at_once(is: Is, names: &'static [&'static str], boxes: Boxed) -> Attribute {
    Attribute { moment: Moment::Then, ..attribute(is, names, boxes) }
}

const fn of_arguments(is: Is, names: &'static [&'static str]) -> Attribute {
    Attribute { arguments: Arguments::Later, ..at_once(is, names, Boxed::Yes) }
}

/// All of them.
pub(super) const ATTRIBUTES: &[Attribute] = &[
    attribute(Is::Chrono, &["chrono"], Boxed::Merged),
    attribute(Is::Call, &["call", "call_number"], Boxed::Yes),
    attribute(Is::Depth, &["depth"], Boxed::Merged),
    attribute(Is::Port, &["port"], Boxed::No),
    attribute(Is::Det, &["det"], Boxed::Merged),
    // It may have changed since.
    at_once(Is::ProcType, &["proc_type"], Boxed::No),
    attribute(Is::DefModule, &["def_module"], Boxed::No),
    attribute(Is::DeclModule, &["decl_module"], Boxed::No),
    attribute(Is::Name, &["name", "proc_name"], Boxed::No),
    attribute(Is::Arity, &["arity"], Boxed::No),
    at_once(Is::Parent, &["parent"], Boxed::Yes),
    at_once(Is::Undone, &["undone_after"], Boxed::Yes),
    at_once(Is::Line, &["line"], Boxed::Yes),
    of_arguments(Is::Args, &["args", "arguments"]),
    of_arguments(Is::Goal, &["goal"]),
    of_arguments(Is::ArgTypes, &["arg_types"]),
    attribute(Is::Code, &["event_code"], Boxed::No),
    of_arguments(Is::Value, &["event_value"]),
    at_once(Is::Clause, &["clause_number", "clause"], Boxed::No),
    at_once(Is::Path, &["goal_path"], Boxed::No),
    at_once(Is::Locals, &["local_vars"], Boxed::No),
    at_once(Is::Mode, &["mode_number"], Boxed::Yes),
    at_once(Is::Determinism, &["determinism"], Boxed::Yes),
];

/// Names of attributes that are those of builtins.
pub(super) const BUILTINS: [&str; 2] = ["call", "clause"];

/// The name of events.
const EVENT: &str = "$event";

/// The predicates that ask for name and arity as one term.
const INDICATOR: &[&str] = &["proc", "predicate"];
const OF_INDICATOR: [Is; 2] = [Is::Name, Is::Arity];

/// The attributes that a monitor asks for, in the order in which its events have them.
pub(super) struct Asked {
    attributes: Vec<&'static Attribute>,
    /// A bit each.
    set: u32,
    /// Whether name and arity are asked for as one term.
    indicator: bool,
}

impl Asked {
    /// Those for which it asks by one of these names.
    pub(super) fn those(is_named: impl Fn(&[&str]) -> bool) -> Asked {
        let indicator = is_named(INDICATOR);
        let is_asked = |of: &&Attribute| is_named(of.names) || indicator && OF_INDICATOR.contains(&of.is);
        let attributes: Vec<_> = ATTRIBUTES.iter().filter(is_asked).collect();
        let set = attributes.iter().fold(0, |set, attribute| set | 1 << attribute.is as u32);
        Asked { attributes, set, indicator }
    }

    /// Those, in order.
    pub(super) fn attributes(&self) -> &[&'static Attribute] {
        &self.attributes
    }

    /// Whether one of these is asked for.
    pub(super) fn any(&self, of: &[Is]) -> bool {
        of.iter().any(|&is| self.set >> is as u32 & 1 == 1)
    }

    /// How many parts an event has.
    pub(super) fn arity(&self) -> usize {
        self.attributes.len().max(1)
    }

    /// What an event has of each, in order.
    pub(super) fn parts<'t>(&self, part: impl Fn(Is) -> Part<'t>) -> Vec<Part<'t>> {
        (0..self.arity()).map(|at| part(self.part(at))).collect()
    }

    /// The functor of events.
    pub(super) fn event(&self, atoms: &Atoms) -> Functor {
        atoms.functor(EVENT, self.arity() as u32)
    }

    /// Which attribute a part is; any where none is asked for.
    #[inline]
    pub(super) fn part(&self, at: usize) -> Is {
        self.attributes.get(at).map_or(Is::Port, |attribute| attribute.is)
    }

    /// The clauses that ask an event for them.
    pub(super) fn access(&self) -> String {
        let mut text = String::new();
        for (at, attribute) in self.attributes.iter().enumerate() {
            for name in attribute.names {
                // `call(Event, N)` calls the event with an argument more.
                let clause = match *name {
                    "call" => format!("'{EVENT}'({}, A{at}).\n", self.fields()),
                    // It is unfolded where it asks an event.
                    "clause" => continue,
                    name => format!("{name}('{EVENT}'({}), A{at}).\n", self.fields()),
                };
                text.push_str(&clause);
            }
        }
        let place = |is: Is| self.attributes.iter().position(|attribute| attribute.is == is);
        if let ([Some(name), Some(arity)], true) = (OF_INDICATOR.map(place), self.indicator) {
            for of in INDICATOR {
                text.push_str(&format!("{of}('{EVENT}'({}), A{name}/A{arity}).\n", self.fields()));
            }
        }
        text
    }

    /// A variable for each of the parts of an event.
    fn fields(&self) -> String {
        let fields: Vec<String> = (0..self.arity()).map(|at| format!("A{at}")).collect();
        fields.join(",")
    }
}
