//! What a fold is.

use crate::folds::Known;
use crate::inside::Locals;
use crate::instrument::observe::Happened;
use crate::report::Report;
use std::ops::ControlFlow;
use std::sync::Arc;
use wam::code::Program;
use wam::machine::watch::{Event, Events, Ports};
use wam::meter;
use wam::term::Terms;
use wam::write::term_to_string;

/// What a fold reads of events: from that follows what is watched, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reads {
    /// The ports that it wants to see.
    pub ports: Ports,
    /// Whether it asks for more than port and predicate: number, call, depth, parents, choices.
    pub boxes: Boxed,
    /// Whether it reads arguments after the call.
    pub arguments: Arguments,
    /// When it must see them.
    pub moment: Moment,
}

/// Whether boxes are needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Boxed {
    /// Port and predicate only, and only calls are seen.
    No,
    /// Depth, parents, choices; not the number of a call, and not which of several last calls in a row it was.
    Merged,
    /// Everything.
    Yes,
}

/// When arguments are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Arguments {
    /// Never, or at calls only.
    AtCalls,
    /// Also after the call.
    Later,
}

/// When events must be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// Later will do, in order: predicate, port, numbers, depth and choices are all that is read, and it stops at none.
    Later,
    /// When they happen.
    Then,
}

impl Reads {
    /// Some ports, and nothing else of boxes than that they are right.
    pub fn ports(ports: Ports) -> Reads {
        Reads { ports, boxes: Boxed::Merged, arguments: Arguments::AtCalls, moment: Moment::Later }
    }

    /// What either reads.
    pub fn union(self, other: Reads) -> Reads {
        Reads {
            ports: self.ports.union(other.ports),
            boxes: self.boxes.max(other.boxes),
            arguments: self.arguments.max(other.arguments),
            moment: self.moment.max(other.moment),
        }
    }
}

/// A fold over events: it accumulates until it stops or the run ends, and is made anew for the events that follow.
pub trait Fold: Send {
    /// What it reads.
    fn reads(&self) -> Reads;

    /// The ports that it can make something of, and sees where they are asked for besides those it reads by itself.
    fn takes(&self) -> Ports {
        self.reads().ports
    }

    /// Ports of which it must be shown all events, also those it does not collect, to know what it reads of others.
    fn follows(&self) -> Ports {
        Ports::NONE
    }

    /// An event of such a port, before it is collected.
    fn follow(&mut self, _event: &mut Event<'_>) {}

    /// Whether it asks how many solutions predicates are said to have.
    fn asks_determinism(&self) -> bool {
        false
    }

    /// What is known of the predicates.
    fn know(&mut self, _known: &Arc<Known>) {}

    /// Whether it reads the variables of clauses at internal ports.
    fn locals(&self) -> Locals {
        Locals::Untold
    }

    /// It begins: nothing is accumulated.
    fn initialize(&mut self);

    /// An event of a port that it reads. A break ends the fold; the event is not part of it then.
    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()>;

    /// All events that have waited, of these ports. Where it ends the fold, the next one is the first of the fold that follows.
    fn collect_all(&mut self, events: &mut Events<'_>, ports: Ports) -> ControlFlow<()> {
        while let Some(event) = events.next() {
            if ports.contains(event.port()) {
                self.collect(event)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether it reads the codes by which events of an instrumented program are told: then it gets each of them.
    fn reads_codes(&self) -> bool {
        false
    }

    /// An event of an instrumented program, as [`Fold::collect`]. Who does not read codes gets ports.
    fn collect_told(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        match event.port() {
            Some(port) if self.reads().ports.contains(port.port()) => self.collect(port),
            _ => ControlFlow::Continue(()),
        }
    }

    /// What it has come to.
    fn post_process(&mut self, program: &Program) -> Report;

    /// Whether it has ended with an error, and collects no more.
    fn has_failed(&self) -> bool {
        false
    }
}

/// The goal of an event as it is now, as text; without its arguments where they are not known.
pub fn goal_text(event: &mut Event<'_>) -> String {
    let mut terms = Terms::new();
    let goal = event.goal_term(&mut terms);
    let program = event.program();
    match goal {
        Some(goal) => term_to_string(&terms, goal, &program.atoms, &program.ops),
        None => format!("{}(…)", program.atoms.name(event.functor().name)),
    }
}

/// How much text of goals a fold may keep, in bytes.
const MOST_TEXT: usize = 256 << 20;

/// How often texts are there when the fold has ended.
const COPIES: usize = 3;

/// Room for the texts of goals that a fold keeps.
#[derive(Debug)]
pub(crate) struct Room {
    left: usize,
    is_full: bool,
}

impl Default for Room {
    fn default() -> Self {
        Room { left: MOST_TEXT, is_full: false }
    }
}

impl Room {
    /// A text is kept, if there is room for it: for what the fold comes to, too, which is made of all texts, and is written.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let kept = MOST_TEXT - self.left + text.len();
        self.is_full |= text.len() > self.left || COPIES * kept > meter::room();
        if !self.is_full {
            self.left -= text.len();
        }
        !self.is_full
    }

    /// A text is kept no more.
    pub(crate) fn give_back(&mut self, text: &str) {
        self.left += text.len();
    }

    /// Whether there was none for some text.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// What a fold comes to that had no room.
    pub(crate) fn error(what: &str) -> Report {
        let most = MOST_TEXT >> 20;
        Report::Error {
            message: format!(
                "{what} is more than {most} MiB of goals, or than memory holds (--memory): watch fewer of them by --predicates"
            ),
        }
    }
}
