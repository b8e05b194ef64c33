//! The attributes of events: appendix A of the foldt paper.
//!
//! In: which of them a monitor asks for. Out: the clauses that take them from an event, which is a term of those alone.

use crate::fold::{Arguments, Boxed};
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
    Proc,
    Parent,
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
}

const fn attribute(is: Is, names: &'static [&'static str], boxes: Boxed) -> Attribute {
    Attribute { is, names, boxes, arguments: Arguments::AtCalls }
}

const fn of_arguments(is: Is, names: &'static [&'static str]) -> Attribute {
    Attribute { is, names, boxes: Boxed::Yes, arguments: Arguments::Later }
}

/// All of them.
pub(super) const ATTRIBUTES: &[Attribute] = &[
    attribute(Is::Chrono, &["chrono"], Boxed::Merged),
    attribute(Is::Call, &["call", "call_number"], Boxed::Yes),
    attribute(Is::Depth, &["depth"], Boxed::Merged),
    attribute(Is::Port, &["port"], Boxed::No),
    attribute(Is::Det, &["det"], Boxed::Merged),
    attribute(Is::ProcType, &["proc_type"], Boxed::No),
    attribute(Is::DefModule, &["def_module"], Boxed::No),
    attribute(Is::DeclModule, &["decl_module"], Boxed::No),
    attribute(Is::Name, &["name", "proc_name"], Boxed::No),
    attribute(Is::Arity, &["arity"], Boxed::No),
    attribute(Is::Proc, &["proc", "predicate"], Boxed::No),
    attribute(Is::Parent, &["parent"], Boxed::Yes),
    attribute(Is::Line, &["line"], Boxed::Yes),
    of_arguments(Is::Args, &["args", "arguments"]),
    of_arguments(Is::Goal, &["goal"]),
    of_arguments(Is::ArgTypes, &["arg_types"]),
    attribute(Is::Code, &["event_code"], Boxed::No),
    of_arguments(Is::Value, &["event_value"]),
    // `clause/2` is something else.
    attribute(Is::Clause, &["clause_number"], Boxed::No),
    attribute(Is::Path, &["goal_path"], Boxed::No),
    attribute(Is::Locals, &["local_vars"], Boxed::No),
    attribute(Is::Mode, &["mode_number"], Boxed::Yes),
    attribute(Is::Determinism, &["determinism"], Boxed::Yes),
];

/// The functor of events.
pub(super) const EVENT: &str = "$event";

/// The attributes that a monitor asks for, in the order in which its events have them.
pub(super) struct Asked {
    attributes: Vec<&'static Attribute>,
    /// A bit each.
    set: u32,
}

impl Asked {
    /// Those of which this is true.
    pub(super) fn those(is_asked: impl Fn(&Attribute) -> bool) -> Asked {
        let attributes: Vec<_> = ATTRIBUTES.iter().filter(|attribute| is_asked(attribute)).collect();
        let set = attributes.iter().fold(0, |set, attribute| set | 1 << attribute.is as u32);
        Asked { attributes, set }
    }

    /// Those, in order.
    pub(super) fn attributes(&self) -> &[&'static Attribute] {
        &self.attributes
    }

    /// Whether one of these is asked for.
    pub(super) fn any(&self, of: &[Is]) -> bool {
        of.iter().any(|&is| self.set >> is as u32 & 1 == 1)
    }

    /// What an event has of each, in order; one part at least.
    #[inline]
    pub(super) fn parts<'t>(&self, part: impl Fn(Is) -> Part<'t>) -> Vec<Part<'t>> {
        let mut parts = Vec::with_capacity(self.attributes.len().max(1));
        parts.extend(self.attributes.iter().map(|attribute| part(attribute.is)));
        if parts.is_empty() {
            parts.push(Part::Int(0));
        }
        parts
    }

    /// The clauses that ask an event for them.
    pub(super) fn access(&self) -> String {
        let fields: Vec<String> = (0..self.attributes.len()).map(|at| format!("A{at}")).collect();
        let fields = fields.join(",");
        let mut text = String::new();
        for (at, attribute) in self.attributes.iter().enumerate() {
            for name in attribute.names {
                // `call(Event, N)` calls the event with an argument more.
                let clause = match *name {
                    "call" => format!("'{EVENT}'({fields}, A{at}).\n"),
                    name => format!("{name}('{EVENT}'({fields}), A{at}).\n"),
                };
                text.push_str(&clause);
            }
        }
        text
    }
}
