//! The observer of an instrumented run: what is told, by which code, and to whom.
//!
//! In: events of sites and of ports. Out: [`Happened`], for each code by which an event is told, to a [`Sink`]: what an event
//! does is the monitor's business. What could not be decided when the program was loaded is looked at here.
//!
//! Source: Templer & Jeffery 1998, section 2.1: an event is a code and a value.

use super::decide::{From, Looked, Verdict};
use super::machine::MachineChoices;
use super::ports::{Caller, PortChoices};
use super::rewrite::Instrumenter;
use super::site::{self, Code, Site, SiteId, SiteValue, Sites};
use crate::fold::goal_text;
use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;
use wam::code::Program;
use wam::machine::Machine;
use wam::machine::watch::{Doing, Event, MachineEvent, Observer, SiteEvent};
use wam::term::{Node, Terms};
use wam::write::term_to_string;

/// Who gets the events.
pub trait Sink: Any + Send {
    /// One happens. A break ends the run.
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()>;
}

/// An event that is selected happens.
pub struct Happened<'h, 'm> {
    /// By which code it is told.
    pub code: Code,
    name: &'h str,
    source: Told<'h, 'm>,
    ports: &'h mut PortChoices,
}

/// What is told.
pub enum Told<'h, 'm> {
    /// An event of the text, at its site.
    Site(&'h mut SiteEvent<'m>, &'h Site),
    /// A port.
    Port(&'h mut Event<'m>),
    /// Something that the machine does.
    Machine(&'h mut MachineEvent<'m>),
}

/// Where an event happens.
#[derive(Clone, Debug, Default)]
pub struct Where {
    /// File and line, where they are known.
    pub place: Option<(Arc<str>, u32)>,
    /// The predicate of the clause, as `name/arity`, where it is known.
    pub predicate: Option<Arc<str>>,
    /// The clause, from 1, where it is known.
    pub clause: Option<u32>,
    /// The variable whose binding it is.
    pub variable: Option<Arc<str>>,
}

/// The value of an event.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    /// It as text.
    pub text: String,
    /// It as a number, where it is an integer of 64 bits or a float.
    pub number: Option<Number>,
}

/// A number that needs no more than a word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
}

impl Value {
    /// One that is no number.
    fn of_text(text: impl Into<String>) -> Value {
        Value { text: text.into(), number: None }
    }
}

impl<'m> Told<'_, 'm> {
    /// The same for one who looks at it first.
    fn again(&mut self) -> Told<'_, 'm> {
        match self {
            Told::Site(event, site) => Told::Site(event, site),
            Told::Port(event) => Told::Port(event),
            Told::Machine(event) => Told::Machine(event),
        }
    }
}

impl<'m> Happened<'_, 'm> {
    /// The code as it is written.
    pub fn name(&self) -> &str {
        self.name
    }

    /// What is told.
    pub fn parts(&mut self) -> Told<'_, 'm> {
        self.source.again()
    }

    /// The program.
    pub fn program(&self) -> &Program {
        match &self.source {
            Told::Site(event, _) => event.program(),
            Told::Port(event) => event.program(),
            Told::Machine(event) => event.program(),
        }
    }

    /// The number of the event, from 1, among all events of the run.
    pub fn chrono(&self) -> u64 {
        match &self.source {
            Told::Site(event, _) => event.chrono(),
            Told::Port(event) => event.chrono(),
            Told::Machine(event) => event.chrono(),
        }
    }

    /// Its value.
    pub fn value(&mut self) -> Value {
        match &mut self.source {
            Told::Site(event, site) => match &site.value {
                // Of a clause it is its name, of an integer that is known its digits.
                SiteValue::Fixed(text) => Value { text: text.to_string(), number: text.parse().ok().map(Number::Int) },
                SiteValue::Given => {
                    let mut terms = Terms::new();
                    let Some(id) = event.value(&mut terms) else { return Value::of_text("…") };
                    let number = match terms.get(id) {
                        Node::Int(value) => Some(Number::Int(value)),
                        Node::Float(value) => Some(Number::Float(value)),
                        _ => None,
                    };
                    Value { text: term_to_string(&terms, id, &event.program().atoms, &event.program().ops), number }
                }
            },
            Told::Port(event) => Value::of_text(goal_text(event)),
            Told::Machine(event) => match event.doing() {
                Doing::Instruction(op) => Value::of_text(op.name()),
                _ => Value { text: event.amount().to_string(), number: Some(Number::Int(event.amount())) },
            },
        }
    }

    /// Where it happens: of a port, where the goal is called.
    pub fn place(&mut self) -> Where {
        match &mut self.source {
            Told::Site(_, site) => {
                let (place, predicate) = (site.place.clone(), Some(site.predicate.clone()));
                Where { place, predicate, clause: site.clause, variable: site.variable.clone() }
            }
            Told::Port(event) => match self.ports.caller(event).as_deref() {
                Some(Caller { place, predicate, clause, .. }) => {
                    let (place, predicate) = (place.clone(), Some(predicate.clone()));
                    Where { place, predicate, clause: *clause, variable: None }
                }
                None => Where::default(),
            },
            Told::Machine(event) => {
                let predicate = event.within().map(|pred| event.program().indicator(pred).into());
                Where { predicate, ..Where::default() }
            }
        }
    }

    /// The port that is passed, if it is one.
    pub fn port(&mut self) -> Option<&mut Event<'m>> {
        match &mut self.source {
            Told::Site(..) | Told::Machine(_) => None,
            Told::Port(event) => Some(event),
        }
    }

    /// Writes out what the program's output has buffered, so that what is told stands behind it.
    pub fn flush(&mut self) {
        match &mut self.source {
            Told::Site(event, _) => event.flush(),
            Told::Port(event) => event.flush(),
            Told::Machine(event) => event.flush(),
        }
    }

    /// The next line of the program's input, without its end; none at the end of the input.
    pub fn read_line(&mut self) -> Option<String> {
        match &mut self.source {
            Told::Site(event, _) => event.read_line(),
            Told::Port(event) => event.read_line(),
            Told::Machine(event) => event.read_line(),
        }
    }
}

/// Observes an instrumented run.
pub struct Telling<S> {
    by: Arc<Instrumenter>,
    ports: PortChoices,
    machine: MachineChoices,
    /// Sites that were come to.
    sites: Vec<Option<Arc<Site>>>,
    sink: S,
}

impl<S: Sink> Telling<S> {
    /// An observer that hands events to somebody.
    pub fn new(by: Arc<Instrumenter>, sink: S) -> Telling<S> {
        Telling { by, ports: PortChoices::default(), machine: MachineChoices::default(), sites: Vec::new(), sink }
    }

    /// The run is over, and the machine is not watched any more: who got the events.
    pub fn finish(machine: &mut Machine) -> Option<S> {
        let observer: Box<dyn Any> = machine.unwatch()?;
        observer.downcast::<Telling<S>>().ok().map(|telling| telling.sink)
    }

    fn site_of(&mut self, id: u32) -> Option<Arc<Site>> {
        let at = id as usize;
        if at >= self.sites.len() {
            self.sites.resize(at + 1, None);
        }
        if self.sites[at].is_none() {
            self.sites[at] = self.by.sites().get(SiteId(id)).cloned();
        }
        self.sites[at].clone()
    }

    /// An event by each of its codes.
    fn tell(&mut self, codes: &[(Code, Arc<str>)], mut told: Told<'_, '_>) -> ControlFlow<()> {
        for (code, name) in codes {
            let (source, ports) = (told.again(), &mut self.ports);
            self.sink.happened(&mut Happened { code: *code, name, source, ports })?;
        }
        ControlFlow::Continue(())
    }
}

/// Codes with their names.
fn named(codes: Vec<Code>, sites: &Sites) -> Vec<(Code, Arc<str>)> {
    codes.into_iter().map(|code| (code, sites.codes()[code.0 as usize].clone())).collect()
}

/// Whether what is left to be looked at is as it should be.
fn holds(told: &site::Told, event: &mut SiteEvent<'_>) -> bool {
    let Some(test) = &told.test else { return true };
    if test.of.is_some_and(|of| !of.holds(event.value_type())) {
        return false;
    }
    let Some(mask) = &test.mask else { return true };
    let mut terms = Terms::new();
    let Some(id) = event.value(&mut terms) else { return false };
    let program: &Program = event.program();
    Looked { terms: &terms, id, atoms: &program.atoms, from: From::Call }.is_meant(mask) == Verdict::Yes
}

impl<S: Sink> Observer for Telling<S> {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        let codes = {
            let mut sites = self.by.sites();
            let codes = self.ports.codes(self.by.choices(), &mut sites, event);
            named(codes, &sites)
        };
        self.tell(&codes, Told::Port(event))
    }

    fn machine(&mut self, event: &mut MachineEvent<'_>) -> ControlFlow<()> {
        let codes = {
            let mut sites = self.by.sites();
            let codes = self.machine.codes(self.by.choices(), &mut sites, event);
            named(codes, &sites)
        };
        self.tell(&codes, Told::Machine(event))
    }

    fn site(&mut self, event: &mut SiteEvent<'_>) -> ControlFlow<()> {
        let Some(site) = self.site_of(event.site()) else { return ControlFlow::Continue(()) };
        for (at, told) in site.told.iter().enumerate() {
            let is_known = |earlier: &site::Told, event: &mut SiteEvent<'_>| {
                earlier.code == told.code && earlier.event == told.event && holds(earlier, event)
            };
            if !holds(told, event) || site.told[..at].iter().any(|earlier| is_known(earlier, event)) {
                continue;
            }
            let selection = &self.by.choices().config().selections[told.selection as usize];
            let source = Told::Site(event, &site);
            let ports = &mut self.ports;
            self.sink.happened(&mut Happened { code: told.code, name: &selection.name, source, ports })?;
        }
        ControlFlow::Continue(())
    }
}

/// Counts events by code.
#[derive(Default)]
pub struct Counter {
    counts: Vec<u64>,
}

impl Counter {
    /// How often each code was told, by number.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

impl Sink for Counter {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        let at = event.code.0 as usize;
        if at >= self.counts.len() {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
        ControlFlow::Continue(())
    }
}
