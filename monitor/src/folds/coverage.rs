//! Coverage: which predicates, or calls, did what they should.
//!
//! Source: Jahier & Ducassé 2002, section 3.3. A predicate that may have several solutions and none should exit, exit again
//! in one call, and fail without having exited; and so on ([`Determinism::criteria`]).

use super::{Known, name};
use crate::determinism::{Criterion, Determinism};
use crate::fold::{Boxed, Fold, Moment, Reads};
use crate::report::{self, CoverageOf, Covered, Report};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::{CallSite, Event, Events, Port, Ports};

/// What was seen of a predicate, or of a call.
#[derive(Clone, Default)]
struct Seen {
    calls: u64,
    met: FxHashSet<Criterion>,
}

/// Which predicates, or calls, did what they should.
pub struct Coverage {
    of: CoverageOf,
    known: Arc<Known>,
    predicates: FxHashMap<PredId, Seen>,
    sites: FxHashMap<CallSite, Seen>,
    /// Calls of the run that have exited, and may do so again or fail.
    exited: FxHashSet<u64>,
    /// How many there may be before it is looked for those that a cut has made unreachable.
    many: usize,
}

/// So many calls are kept without a look.
const FEW: usize = 1 << 12;

impl Coverage {
    /// Of predicates.
    pub fn of_predicates(known: Arc<Known>) -> Self {
        Coverage {
            of: CoverageOf::Predicates,
            known,
            predicates: FxHashMap::default(),
            sites: FxHashMap::default(),
            exited: FxHashSet::default(),
            many: FEW,
        }
    }

    /// Of the calls in clauses.
    pub fn of_sites(known: Arc<Known>) -> Self {
        Coverage { of: CoverageOf::CallSites, ..Coverage::of_predicates(known) }
    }

    fn seen(&mut self, event: &mut Event<'_>) -> Option<&mut Seen> {
        match self.of {
            CoverageOf::Predicates => Some(self.predicates.entry(event.pred()).or_default()),
            CoverageOf::CallSites => Some(self.sites.entry(event.call_site()?).or_default()),
        }
    }

    /// Forgets calls that have no boxes any more, where nothing waits to be told.
    fn forget(&mut self, boxes: impl FnOnce() -> FxHashSet<u64>) {
        if self.exited.len() > self.many {
            let boxes = boxes();
            self.exited.retain(|call| boxes.contains(call));
            self.many = (2 * self.exited.len()).max(FEW);
        }
    }

    fn covered(&self, program: &Program, pred: PredId, determinism: Determinism, seen: Option<&Seen>) -> Covered {
        let exits_again = seen.is_some_and(|seen| seen.met.contains(&Criterion::SecondExit));
        let determinism = if exits_again { determinism.with_several() } else { determinism };
        let is_met = |criterion: &&Criterion| seen.is_some_and(|seen| seen.met.contains(criterion));
        let (met, missing): (Vec<_>, Vec<_>) = determinism.criteria().iter().partition(is_met);
        let texts = |criteria: Vec<&Criterion>| criteria.iter().map(ToString::to_string).collect();
        Covered {
            predicate: name(program, pred),
            callee: None,
            file: None,
            line: None,
            determinism: determinism.to_string(),
            calls: seen.map_or(0, |seen| seen.calls),
            met: texts(met),
            missing: texts(missing),
        }
    }
}

impl Fold for Coverage {
    fn reads(&self) -> Reads {
        let moment = match self.of {
            CoverageOf::Predicates => Moment::Later,
            CoverageOf::CallSites => Moment::Then,
        };
        // Boxes that are one have the same number at all of their events; which call it was is asked of sites only.
        let boxes = match self.of {
            CoverageOf::Predicates => Boxed::Merged,
            CoverageOf::CallSites => Boxed::Yes,
        };
        Reads { boxes, moment, ..Reads::ports(Ports::ALL) }
    }

    fn initialize(&mut self) {
        self.predicates.clear();
        self.sites.clear();
        // What has exited in an earlier slice has exited all the same.
    }

    fn collect_all(&mut self, events: &mut Events<'_>, ports: Ports) -> ControlFlow<()> {
        while let Some(event) = events.next() {
            if ports.contains(event.port()) {
                self.collect(event)?;
            }
        }
        self.forget(|| events.calls_with_boxes());
        ControlFlow::Continue(())
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if !event.has_waited() {
            self.forget(|| event.calls_with_boxes());
        }
        let (port, call) = (event.port(), event.call());
        let again = match port {
            Port::Exit if event.may_be_redone() => !self.exited.insert(call),
            Port::Exit | Port::Fail | Port::Exception => self.exited.remove(&call),
            _ => false,
        };
        let Some(seen) = self.seen(event) else { return ControlFlow::Continue(()) };
        match port {
            Port::Call => seen.calls += 1,
            Port::Exit => {
                seen.met.insert(Criterion::Exit);
                if again {
                    seen.met.insert(Criterion::SecondExit);
                }
            }
            Port::Fail if !again => {
                seen.met.insert(Criterion::Fail);
            }
            Port::Exception => {
                seen.met.insert(Criterion::Exception);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, program: &Program) -> Report {
        let determinism: FxHashMap<PredId, Determinism> = self.known.predicates.iter().copied().collect();
        let mut rows: Vec<Covered> = match self.of {
            CoverageOf::Predicates => {
                let row = |&(pred, determinism): &(PredId, Determinism)| {
                    let place = first_clause(program, pred);
                    let (file, line) = place.map_or((None, None), |(file, line)| (Some(file), Some(line)));
                    let covered = self.covered(program, pred, determinism, self.predicates.get(&pred));
                    Covered { file, line, ..covered }
                };
                self.known.predicates.iter().map(row).collect()
            }
            CoverageOf::CallSites => {
                let row = |site: &CallSite| {
                    let determinism = *determinism.get(&site.callee)?;
                    let place = site.place(program);
                    let (file, line) = place.map_or((None, None), |(file, at)| (Some(file), Some(at.line)));
                    let covered = self.covered(program, site.caller, determinism, self.sites.get(site));
                    Some(Covered { callee: Some(name(program, site.callee)), file, line, ..covered })
                };
                self.known.sites.iter().filter_map(row).collect()
            }
        };
        rows.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        let mut coverage = report::Coverage { of: self.of, met: 0, criteria: 0, rows };
        coverage.count();
        Report::Coverage(coverage)
    }
}

/// File and line of a predicate's first clause.
fn first_clause(program: &Program, pred: PredId) -> Option<(String, usize)> {
    let predicate = program.get(pred);
    let (read, &file) = (predicate.source.first()?, predicate.places.first()?);
    let source = &program.file(file).source;
    Some((source.name().to_string(), source.position(read.terms.span(read.root).start).line))
}
