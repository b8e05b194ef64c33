//! What monitors in Prolog do for the events of a goal, counted: `horolog watch --predict`.
//!
//! Comes in: the monitors of a run, who are told of a goal that is run beforehand. Goes out: what their own machines execute for that,
//! beyond what a monitor does that reads an event's port and keeps nothing, which is watched for its price as any fold is.

use calibrate::profile::Profile;
use calibrate::watching::Happenings;
use monitor::fold::{Fold, Reads};
use monitor::prolog::PrologFold;
use std::ops::ControlFlow;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::cost::{Counts, Nanoseconds};
use wam::machine::watch::{Event, Events, Observer, Port, Ports};

/// The monitor that has a price.
pub const NOTHING: &str = "initialize(nothing).\ncollect(Event, State, State) :- port(Event, _).\n";

/// So many events are shown to a monitor at most; the others are taken to be like them.
const MOST: u64 = 100_000;

/// Monitors whose work is counted, besides one that does nothing.
pub struct Work {
    nothing: Counted,
    monitors: Vec<(String, Counted)>,
}

/// A monitor, and of how many events of which ports it was told.
struct Counted {
    fold: PrologFold,
    reads: Reads,
    seen: u64,
}

impl Work {
    /// That of the monitors among folds; none where there are none.
    pub fn of(folds: &[String], atoms: &Atoms, only: Option<Ports>) -> Option<Work> {
        let counted = |mut fold: PrologFold| {
            let mut reads = fold.reads();
            reads.ports = only.map_or(reads.ports, |only| fold.takes().common(only));
            fold.count();
            fold.initialize();
            Counted { fold, reads, seen: 0 }
        };
        let monitors = folds.iter().filter(|name| name.ends_with(".pl"));
        let monitors: Vec<(String, Counted)> = monitors
            .filter_map(|name| Some((name.clone(), counted(PrologFold::load(name.as_ref(), atoms.clone()).ok()?))))
            .collect();
        let nothing = PrologFold::of_text("nothing", NOTHING, atoms.clone()).ok()?;
        (!monitors.is_empty()).then(|| Work { nothing: counted(nothing), monitors })
    }

    /// What a monitor does beyond nothing where so much happens; none where it has gone wrong.
    pub fn beyond_nothing(&mut self, name: &str, happens: &Happenings, profile: &Profile) -> Option<Nanoseconds> {
        let price = |counts: &Counts| profile.for_run(counts).expected().price(counts).0;
        let nothing = price(&self.nothing.fold.counts()) / self.nothing.seen.max(1) as f64;
        let (_, monitor) = self.monitors.iter_mut().find(|(of, _)| of == name)?;
        let events: u64 = Port::ALL
            .iter()
            .filter(|&&port| monitor.reads.ports.contains(port))
            .map(|&port| happens.0[port as usize])
            .sum();
        if monitor.fold.has_failed() {
            return None;
        }
        let each = price(&monitor.fold.counts()) / monitor.seen.max(1) as f64 - nothing;
        Some(Nanoseconds(each * events as f64))
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Counted> {
        std::iter::once(&mut self.nothing).chain(self.monitors.iter_mut().map(|(_, counted)| counted))
    }
}

impl Counted {
    /// It is told of an event, unless it has seen enough.
    fn collect(&mut self, event: &mut Event<'_>) {
        if self.fold.follows().contains(event.port()) {
            self.fold.follow(event);
        }
        if self.seen >= MOST || !self.reads.ports.contains(event.port()) {
            return;
        }
        self.seen += 1;
        if self.fold.collect(event).is_break() {
            self.begin_anew(event.program());
        }
    }

    fn collect_all(&mut self, events: &mut Events<'_>) {
        if self.seen < MOST {
            let told = (0..events.to_come()).filter(|&at| self.reads.ports.contains(events.peek(at).port()));
            self.seen += told.count() as u64;
            while self.fold.collect_all(events, self.reads.ports).is_break() {
                self.begin_anew(events.program());
            }
        }
    }

    fn begin_anew(&mut self, program: &Program) {
        // It is wanted for what it takes.
        let _ = self.fold.post_process(program);
        if !self.fold.has_failed() {
            self.fold.initialize();
        }
    }
}

impl Observer for Work {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        self.all().for_each(|counted| counted.collect(event));
        ControlFlow::Continue(())
    }

    fn events(&mut self, events: &mut Events<'_>) -> ControlFlow<()> {
        for counted in self.all() {
            events.rewind();
            counted.collect_all(events);
        }
        ControlFlow::Continue(())
    }
}
