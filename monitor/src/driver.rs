//! Folds side by side on one run.
//!
//! Each fold of a product goes on by itself: when it stops, what it has come to is handed out, and it begins anew at the
//! following event. So endless runs work, and no trace is stored.

use crate::fold::{Arguments, Boxed, Fold, Moment, Reads};
use crate::inside::{Locals, Places};
use crate::instrument::observe::Happened;
use crate::report::Report;
use std::any::Any;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::machine::Machine;
use wam::machine::watch::{Boxes, Event, Events, Observer, Plan, Ports, SiteEvent};

/// What one fold has come to in one slice of the run.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Which fold, from 0.
    pub fold: usize,
    /// Which of its slices, from 1.
    pub slice: u64,
    /// The event after which it began, and the last it has seen, or the one that ended it.
    pub events: (u64, u64),
    /// Whether the run is over.
    pub is_last: bool,
    /// What it has come to.
    pub report: Report,
}

/// Who gets what folds have come to. A break ends the run.
pub type Told = Box<dyn FnMut(Ended) -> ControlFlow<()> + Send>;

/// Runs folds.
pub struct Driver {
    folds: Vec<Running>,
    /// After how many events of the run a fold ends by itself.
    slice: Option<u64>,
    told: Told,
    /// The places of internal ports, where some are watched.
    places: Option<Places>,
}

struct Running {
    fold: Box<dyn Fold>,
    /// What it reads, and of which ports.
    reads: Reads,
    follows: Ports,
    slice: u64,
    from: u64,
    /// It collects no more, and that was told.
    is_over: bool,
}

/// What a plan needs so that these folds can run: ports of users' predicates as asked, boxes as cheap as may be.
pub fn plan_for(reads: Reads, chosen: Option<Boxes>) -> Plan {
    let boxes = chosen.unwrap_or(match (reads.boxes, reads.arguments) {
        (Boxed::Yes, _) | (_, Arguments::Later) => Boxes::Tail,
        _ if !reads.ports.common(Ports::INTERNAL).is_empty() => Boxes::Tail,
        (Boxed::No | Boxed::Merged, Arguments::AtCalls) => Boxes::Merge,
    });
    let keeps_arguments = reads.arguments == Arguments::Later;
    let waits = reads.moment == Moment::Later;
    Plan { users: Some(reads.ports), boxes, keeps_arguments, waits, ..Plan::default() }
}

impl Driver {
    /// A driver of folds, which are initialised.
    pub fn new(folds: Vec<Box<dyn Fold>>, slice: Option<u64>, told: Told) -> Driver {
        let running = |mut fold: Box<dyn Fold>| {
            fold.initialize();
            Running { reads: fold.reads(), follows: fold.follows(), fold, slice: 1, from: 0, is_over: false }
        };
        Driver { folds: folds.into_iter().map(running).collect(), slice, told, places: None }
    }

    /// Only these ports are seen, those among them that a fold takes though it would not ask for them.
    pub fn see_only(&mut self, ports: Ports) {
        for running in &mut self.folds {
            running.reads.ports = running.fold.takes().common(ports);
        }
    }

    /// Whether a fold reads the variables of clauses at internal ports.
    pub fn locals(&self) -> Locals {
        let is_told = self.folds.iter().any(|running| running.fold.locals() == Locals::Told);
        if is_told { Locals::Told } else { Locals::Untold }
    }

    /// The places of internal ports that the machine was given for its plan.
    pub fn set_places(&mut self, places: Option<Places>) {
        self.places = places;
    }

    /// What its folds read together.
    pub fn reads(&self) -> Reads {
        // Slices are told when they end.
        let moment = if self.slice.is_some() { Moment::Then } else { Moment::Later };
        let nothing = Reads { ports: Ports::NONE, boxes: Boxed::No, arguments: Arguments::AtCalls, moment };
        self.each_reads().fold(nothing, Reads::union)
    }

    /// What each of its folds reads.
    pub fn each_reads(&self) -> impl Iterator<Item = Reads> + '_ {
        // Who sees nothing follows nothing.
        self.folds.iter().map(|running| match running.reads.ports.is_empty() {
            true => running.reads,
            false => Reads { ports: running.reads.ports.union(running.follows), ..running.reads },
        })
    }

    /// The run is over, and the machine is not watched any more: hands out what each fold has come to since it began last.
    pub fn finish(machine: &mut Machine) {
        let last = machine.events();
        let Some(observer) = machine.unwatch() else { return };
        let observer: Box<dyn Any> = observer;
        if let Ok(mut driver) = observer.downcast::<Driver>() {
            driver.end(machine.program(), last);
        }
    }

    /// An event of an instrumented program; whether it is told by a further code only.
    pub fn collect_told(&mut self, event: &mut Happened<'_, '_>, is_again: bool) -> ControlFlow<()> {
        for (at, running) in self.folds.iter_mut().enumerate() {
            if running.is_over || is_again && !running.fold.reads_codes() {
                continue;
            }
            if running.fold.collect_told(event).is_break() {
                let chrono = event.chrono();
                running.begin_anew(at, event.program(), chrono, &mut self.told)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands out what each fold has come to since it began last; the last event of the run.
    pub fn end(&mut self, program: &Program, last: u64) {
        for (at, running) in self.folds.iter_mut().enumerate().filter(|(_, running)| !running.is_over) {
            let ended = Ended { is_last: true, ..running.end(at, program, last) };
            if (self.told)(ended).is_break() {
                return;
            }
        }
    }
}

impl Running {
    /// The fold has ended itself at an event: hands out what it has come to, and begins it for those that follow.
    fn begin_anew(&mut self, at: usize, program: &Program, event: u64, told: &mut Told) -> ControlFlow<()> {
        told(self.end(at, program, event))?;
        self.fold.initialize();
        ControlFlow::Continue(())
    }

    fn end(&mut self, at: usize, program: &Program, event: u64) -> Ended {
        let report = self.fold.post_process(program);
        self.is_over = self.fold.has_failed();
        let ended = Ended { fold: at, slice: self.slice, events: (self.from, event), is_last: false, report };
        (self.slice, self.from) = (self.slice + 1, event);
        ended
    }
}

impl Observer for Driver {
    fn site(&mut self, told: &mut SiteEvent<'_>) -> ControlFlow<()> {
        let Some(places) = &mut self.places else { return ControlFlow::Continue(()) };
        match places.event(told) {
            Some(mut event) => self.event(&mut event),
            None => ControlFlow::Continue(()),
        }
    }

    fn events(&mut self, events: &mut Events<'_>) -> ControlFlow<()> {
        for (at, running) in self.folds.iter_mut().enumerate() {
            events.rewind();
            while !running.is_over && running.fold.collect_all(events, running.reads.ports).is_break() {
                running.begin_anew(at, events.program(), events.last(), &mut self.told)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        for (at, running) in self.folds.iter_mut().enumerate() {
            if running.is_over {
                continue;
            }
            if running.follows.contains(event.port()) {
                running.fold.follow(event);
            }
            if !running.reads.ports.contains(event.port()) {
                continue;
            }
            if let Some(length) = self.slice
                && event.chrono() > running.from + length
            {
                let last = running.from + length;
                let ended = running.end(at, event.program(), last);
                // Of slices in which nothing happened that it reads nothing is told.
                running.from = event.chrono() - 1 - (event.chrono() - 1 - last) % length;
                (self.told)(ended)?;
                running.fold.initialize();
            }
            if running.fold.collect(event).is_break() {
                running.begin_anew(at, event.program(), event.chrono(), &mut self.told)?;
            }
        }
        ControlFlow::Continue(())
    }
}
