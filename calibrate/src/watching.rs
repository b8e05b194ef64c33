//! What watching a run costs: prices of the events of its goals.
//!
//! Comes in: ways to watch ([`Way`]), and a [`Config`]. Goes out: for each way, what each event of a goal adds to the time of an
//! unwatched run ([`WayPrices`]): its call, exit, redo, failure and exception, and each choice point, which remembers its box. Generated
//! programs of the calibration, and some that raise exceptions, are timed unwatched and watched in each way, one right after the
//! other; what watching adds is fitted to how often each event happens. Prices of a way are those of everything that is done for an
//! event in it: keeping the box, telling somebody, and what that one does.
//!
//! Source: spec/monitoring.md, section 1: an event is calibrated as an instruction is.

use crate::bands::{Band, HeldOut, HeldOutError};
use crate::calibration::{Config, Effort, Role};
use crate::clock::Pin;
use crate::engine::{self, Engine};
use crate::error::CalibrationError;
use crate::measure::{self, Bench, Order, Progress, Silent};
use crate::nnls;
use crate::probe::Batch;
use crate::profile::{DEAREST, ErrorText, Mode, Rejection, Standing, WIDEST};
use crate::workload::Workload;
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use std::array::from_fn;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wam::cost::{Counts, Nanoseconds};
use wam::machine::Machine;
use wam::machine::watch::{Event, Observer, Plan, Port, Ports};

/// What has a price: the ports of goals in their order, and choice points.
pub const EVENTS: usize = Port::ALL.len() + 1;

/// How often each of that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Happenings(pub [u64; EVENTS]);

impl Happenings {
    /// Of so many passages of each port, and choice points.
    pub fn of(ports: [u64; Port::ALL.len()], choice_points: u64) -> Happenings {
        Happenings(from_fn(|at| ports.get(at).copied().unwrap_or(choice_points)))
    }

    /// How many events of goals there are.
    pub fn events(&self) -> u64 {
        self.0[..Port::ALL.len()].iter().sum()
    }
}

/// What an event is called in profiles and tables.
pub fn name(event: usize) -> &'static str {
    Port::ALL.get(event).map_or("choice point", |port| port.name())
}

/// What the machine keeps of goals in a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// How often they are called.
    Calls,
    /// Their boxes.
    Boxes,
}

/// Who is told of events, made anew for each machine.
pub type Observers = Arc<dyn Fn(&Machine) -> Option<Box<dyn Observer>> + Send + Sync>;

/// A way to watch a run.
#[derive(Clone)]
pub struct Way {
    /// Its name, by which its prices are found.
    pub name: String,
    /// What the machine keeps.
    pub keeps: Keeps,
    /// What is watched; predicates are those of users.
    pub plan: Plan,
    /// Who is told.
    pub observer: Observers,
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Way").field("name", &self.name).field("keeps", &self.keeps).finish_non_exhaustive()
    }
}

/// Looks at nothing.
struct Nobody;

impl Observer for Nobody {
    fn event(&mut self, _event: &mut Event<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Way {
    /// The name of [`Way::boxes`].
    pub const BOXES: &str = "boxes";
    /// The name of [`Way::told`].
    pub const TOLD: &str = "told";

    /// Boxes are kept and ports counted; nobody is told.
    pub fn boxes() -> Way {
        let plan = Plan { users: Some(Ports::NONE), ..Plan::default() };
        Way { name: Way::BOXES.into(), keeps: Keeps::Boxes, plan, observer: Arc::new(|_| None) }
    }

    /// Somebody is told of every port, and does nothing.
    pub fn told() -> Way {
        let plan = Plan { users: Some(Ports::ALL), ..Plan::default() };
        let observer: Observers = Arc::new(|_| Some(Box::new(Nobody)));
        Way { name: Way::TOLD.into(), keeps: Keeps::Boxes, plan, observer }
    }

    /// Watches a machine.
    pub(crate) fn watch(&self, machine: &mut Machine) -> Result<(), String> {
        let observer = (self.observer)(machine);
        machine.watch(self.plan.clone(), observer).map_err(|error| error.to_string())
    }
}

/// What events cost in a way.
#[derive(Clone, PartialEq, Debug)]
pub struct WayPrices {
    /// The way.
    pub way: String,
    /// What each event adds to the time of an unwatched run.
    pub prices: [Nanoseconds; EVENTS],
    /// How each price is known.
    pub standings: [Standing; EVENTS],
    /// Where the time of a watched run lies, 95 times of 100, as factors of what it is expected to be where the unwatched time is known.
    pub band: Band,
    /// How far such times are off, of programs that were left out of the fit.
    pub held_out: HeldOutError,
}

impl WayPrices {
    /// What watching adds to a run in which so much happens.
    pub fn added(&self, happens: &Happenings) -> Nanoseconds {
        added(&self.prices, happens)
    }

    /// The prices where only these ports are told, in a way that keeps boxes; those of boxes alone are given.
    pub fn told_of(&self, ports: Ports, boxes: &WayPrices) -> WayPrices {
        let mut only = self.clone();
        for port in Port::ALL.into_iter().filter(|port| !ports.contains(*port)) {
            only.prices[port as usize] = boxes.prices[port as usize];
        }
        only
    }

    /// Everything takes so many times as long.
    pub(crate) fn scale(&mut self, pace: f64) {
        self.prices.iter_mut().for_each(|price| price.0 *= pace);
    }

    pub(crate) fn to_text(&self) -> WayText {
        let price = |event: usize| (name(event).to_string(), (self.prices[event].0, self.standings[event]));
        WayText { error: ErrorText::of(&self.held_out, self.band), price: (0..EVENTS).map(price).collect() }
    }

    pub(crate) fn of_text(way: &str, text: &WayText) -> Result<WayPrices, Rejection> {
        let corrupt = |what: String| Rejection::Corrupt(format!("watching `{way}`: {what}"));
        let (held_out, band) = text.error.read().map_err(corrupt)?;
        let mut prices = [Nanoseconds(0.0); EVENTS];
        let mut standings = [Standing::Assumed; EVENTS];
        for event in 0..EVENTS {
            let name = name(event);
            let &(ns, standing) = text.price.get(name).ok_or_else(|| corrupt(format!("`{name}` has no price")))?;
            if !(0.0..=DEAREST).contains(&ns) {
                return Err(corrupt(format!("`{name}` costs {ns:e} ns")));
            }
            (prices[event], standings[event]) = (Nanoseconds(ns), standing);
        }
        Ok(WayPrices { way: way.into(), prices, standings, band, held_out })
    }
}

/// The text form of a way's prices, in that of a profile.
#[derive(Serialize, Deserialize)]
pub(crate) struct WayText {
    #[serde(flatten)]
    error: ErrorText,
    /// By event: its price and how it is known.
    price: BTreeMap<String, (f64, Standing)>,
}

fn added(prices: &[Nanoseconds; EVENTS], happens: &Happenings) -> Nanoseconds {
    Nanoseconds(prices.iter().zip(happens.0).map(|(price, count)| price.0 * count as f64).sum())
}

/// A program, and its times unwatched and watched in each way.
struct Watched {
    family: String,
    happens: Happenings,
    plain: f64,
    watched: Vec<f64>,
}

/// Several machines with the same programs, so that a program is timed in one way right after the other.
struct SideBySide(Vec<Engine>);

impl SideBySide {
    fn place(&self, program: usize) -> (usize, usize) {
        (program % self.0.len(), program / self.0.len())
    }
}

impl Bench for SideBySide {
    fn programs(&self) -> usize {
        self.0.iter().map(Bench::programs).sum()
    }
    fn name(&self, program: usize) -> String {
        let (engine, program) = self.place(program);
        self.0[engine].name(program)
    }
    fn counts(&mut self, program: usize) -> Result<Counts, String> {
        let (engine, program) = self.place(program);
        self.0[engine].counts(program)
    }
    fn time_batch(&mut self, program: usize, times: u32) -> Result<Batch, String> {
        let (engine, program) = self.place(program);
        self.0[engine].time_batch(program, times)
    }
    fn relaunch(&mut self, memories: usize) -> Result<(), String> {
        self.0.iter_mut().try_for_each(|engine| engine.relaunch(memories))
    }
    fn enter(&mut self, memory: usize) {
        self.0.iter_mut().for_each(|engine| engine.enter(memory));
    }
}

/// How many generated programs there are.
fn programs(effort: Effort) -> usize {
    match effort {
        Effort::Quick => 100,
        Effort::Usual => 120,
        Effort::Thorough => 500,
    }
}

/// Each program is timed once more than there are ways, in a machine for each: fewer launches, in all efforts but the
/// largest, and one at a time.
fn plan(effort: Effort) -> measure::Plan {
    let usual = effort.plan();
    measure::Plan {
        launches: usual.launches.min(if effort == Effort::Thorough { 4 } else { 2 }),
        order: Order::ByLaunch,
        ..usual
    }
}

/// The generated programs, short ones, because each runs in every way, and some whose goals raise exceptions.
fn workloads(config: &Config, progress: &mut dyn Progress) -> Result<Vec<Workload>, CalibrationError> {
    let mut all =
        engine::draw(config.seed ^ 0x0e7e_4e57, (programs(config.effort), Effort::Quick), progress, &config.interrupt)?;
    let raising = |(number, depth): (usize, u32)| {
        let deeper: String =
            (1..depth).map(|at| format!("raised{number}_{at}(N) :- raised{number}_{}(N), true.\n", at + 1)).collect();
        let text = format!(
            "raising{number}(0) :- !.\n\
             raising{number}(N) :- catch(raised{number}_1(N), _, true), M is N - 1, raising{number}(M).\n\
             {deeper}raised{number}_{depth}(N) :- throw(N).\n"
        );
        let goal = format!("raising{number}({})", 60 / depth);
        Workload {
            name: format!("raising, {depth} deep"),
            family: "raising".into(),
            text,
            goal,
            baseline: None,
            role: Role::Row,
        }
    };
    all.extend([1, 2, 5, 10].into_iter().enumerate().map(raising));
    Ok(all)
}

/// Prices the events of goals in each way, in the fast mode. Times are as they would be where the probe takes `reference`.
///
/// # Errors
/// When interrupted, or when our own programs do not run.
pub fn price(
    ways: &[Way],
    config: &Config,
    reference: Option<Nanoseconds>,
    progress: &mut dyn Progress,
) -> Result<Vec<WayPrices>, CalibrationError> {
    let workloads = workloads(config, progress)?;
    let families: Vec<String> = workloads.iter().map(|workload| workload.family.clone()).collect();
    let engine = || Engine::new(&workloads, Mode::Fast);
    let how = (plan(config.effort), reference, &*config.interrupt);
    let seen = observe(engine, ways, how, progress)?;
    let seen: Vec<Watched> = seen.into_iter().zip(families).map(|(seen, family)| Watched { family, ..seen }).collect();
    ways.iter().enumerate().map(|(at, way)| fitted(&way.name, at, &seen, config.effort)).collect()
}

/// Times the programs of an engine unwatched and in each way.
fn observe(
    engine: impl Fn() -> Result<Engine, CalibrationError>,
    ways: &[Way],
    (plan, reference, interrupt): (measure::Plan, Option<Nanoseconds>, &AtomicBool),
    progress: &mut dyn Progress,
) -> Result<Vec<Watched>, CalibrationError> {
    let telling = |way: &Way| {
        let name = || format!("(watched: {})", way.name);
        engine()?.telling(way).map_err(|reason| CalibrationError::Workload { name: name(), reason })
    };
    let mut counted = telling(&Way::boxes())?;
    let happens = (0..counted.programs()).map(|at| {
        measure::stop_if(interrupt)?;
        counted.events(at).map_err(|reason| CalibrationError::Workload { name: counted.name(at), reason })
    });
    let happens = happens.collect::<Result<Vec<Happenings>, _>>()?;
    drop(counted);
    let mut engines = vec![engine()?];
    for way in ways {
        engines.push(telling(way)?);
    }
    let width = engines.len();
    let mut bench = SideBySide(engines);
    let _pin = Pin::new();
    let (timings, _) = measure::measure(&mut bench, plan, reference, progress, interrupt)?;
    let times: Vec<f64> = timings.iter().map(|timing| timing.time.0).collect();
    let row = |(times, happens): (&[f64], Happenings)| Watched {
        family: String::new(),
        happens,
        plain: times[0],
        watched: times[1..].to_vec(),
    };
    Ok(times.chunks(width).zip(happens).map(row).collect())
}

/// What watching adds is a small part of times that vary by some percent from machine to machine: runs that are further off than this
/// share of the time weigh less.
const FAR: f64 = 0.05;
/// How often weights are looked at again.
const ROUNDS: usize = 5;
/// What keeps the equations solvable where two events happen equally often: as a share of the diagonal.
const RIDGE: f64 = 1e-3;
/// The share of runs that a band is to hold.
const LEVEL: f64 = 0.95;

/// The non-negative prices for which what is added comes closest to what was observed, as shares of the watched times.
fn prices(seen: &[&Watched], way: usize) -> Result<[Nanoseconds; EVENTS], CalibrationError> {
    let cell = |row: usize, event: usize| seen[row].happens.0[event] as f64 / seen[row].watched[way];
    let scale: [f64; EVENTS] = from_fn(|event| {
        let sum: f64 = (0..seen.len()).map(|row| cell(row, event)).sum();
        if sum > 0.0 { seen.len() as f64 / sum } else { 0.0 }
    });
    let wanted = DVector::from_fn(seen.len(), |row, _| 1.0 - seen[row].plain / seen[row].watched[way]);
    let a = DMatrix::from_fn(seen.len(), EVENTS, |row, event| cell(row, event) * scale[event]);
    let mut weights = DVector::from_element(seen.len(), 1.0);
    let mut found = DVector::zeros(EVENTS);
    for _ in 0..ROUNDS {
        let weighted = DMatrix::from_fn(seen.len(), EVENTS, |row, event| a[(row, event)] * weights[row]);
        let squares = a.transpose() * &weighted;
        let ridge = RIDGE * squares.diagonal().mean().max(f64::MIN_POSITIVE);
        let g = squares + DMatrix::identity(EVENTS, EVENTS) * ridge;
        found = nnls::solve(&g, &(weighted.transpose() * &wanted), &[true; EVENTS])?.x;
        let off = &a * &found - &wanted;
        weights = off.map(|off| (FAR / off.abs().max(f64::MIN_POSITIVE)).min(1.0));
    }
    Ok(from_fn(|event| Nanoseconds(found[event] * scale[event])))
}

/// Fits the prices of a way, and judges them by programs of families that were left out.
fn fitted(name: &str, way: usize, seen: &[Watched], effort: Effort) -> Result<WayPrices, CalibrationError> {
    let all: Vec<&Watched> = seen.iter().collect();
    let mut families: Vec<&str> = seen.iter().map(|one| one.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    let folds = effort.folds().min(families.len().max(2));
    let fold = |one: &Watched| families.binary_search(&one.family.as_str()).unwrap_or(0) % folds;
    let mut held = Vec::new();
    for out in 0..folds {
        let (left_out, fitted): (Vec<&Watched>, Vec<&Watched>) = all.iter().partition(|one| fold(one) == out);
        let prices = prices(&fitted, way)?;
        for one in left_out {
            let predicted = Nanoseconds(one.plain + added(&prices, &one.happens).0);
            held.push(HeldOut { row: held.len(), predicted, measured: Nanoseconds(one.watched[way]) });
        }
    }
    let mut prices = prices(&all, way)?;
    let happens = |event: usize| seen.iter().any(|one| one.happens.0[event] > 0);
    let standings = from_fn(|event| if happens(event) { Standing::Measured } else { Standing::Assumed });
    // What never happened costs what the dearest event does.
    let dearest = prices.iter().map(|price| price.0).fold(0.0, f64::max);
    for (price, standing) in prices.iter_mut().zip(standings) {
        if standing == Standing::Assumed {
            *price = Nanoseconds(dearest);
        }
    }
    let band = Band::conformal(&held, LEVEL);
    let band = Band { high: band.high.min(WIDEST), ..band };
    let held_out = HeldOutError::of(&held);
    Ok(WayPrices { way: name.into(), prices, standings, band, held_out })
}

/// What a run was observed to take, entering and leaving the machine included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observed {
    /// How often each event happens in it.
    pub happens: Happenings,
    /// Unwatched.
    pub plain: Nanoseconds,
    /// Watched.
    pub watched: Nanoseconds,
}

/// Observes the goals of an engine unwatched and watched in a way, each again and again.
///
/// # Errors
/// When interrupted, or when one raises an exception.
pub fn observed(
    engine: impl Fn() -> Result<Engine, CalibrationError>,
    way: &Way,
    reference: Option<Nanoseconds>,
    interrupt: &AtomicBool,
) -> Result<Vec<Observed>, CalibrationError> {
    let plan = measure::Plan { order: Order::ByLaunch, ..Effort::Usual.plan() };
    let how = (plan, reference, interrupt);
    let seen = observe(engine, std::slice::from_ref(way), how, &mut Silent)?;
    let of = |one: Watched| Observed {
        happens: one.happens,
        plain: Nanoseconds(one.plain),
        watched: Nanoseconds(one.watched[0]),
    };
    Ok(seen.into_iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(happens: [u64; EVENTS], plain: f64, added: f64, number: usize) -> Watched {
        Watched {
            family: format!("family {number}"),
            happens: Happenings(happens),
            plain,
            watched: vec![plain + added],
        }
    }

    #[test]
    fn prices_are_found_where_they_are_known() {
        let wanted = [3.0, 2.0, 5.0, 4.0, 50.0, 1.0];
        let rows = (0..60u64).map(|n| {
            let happens = [10 + n * 7 % 13, 8 + n * 5 % 11, n * 3 % 7, n % 5, n % 2, n * 11 % 9];
            let added: f64 = happens.iter().zip(wanted).map(|(&count, price)| count as f64 * price).sum();
            // One that is far off changes little.
            seen(happens, 300.0, if n == 7 { added + 200.0 } else { added }, n as usize)
        });
        let rows: Vec<Watched> = rows.collect();
        let found = fitted("told", 0, &rows, Effort::Quick).expect("it can be solved");
        for (event, (price, wanted)) in found.prices.iter().zip(wanted).enumerate() {
            assert!((price.0 / wanted - 1.0).abs() < 0.1, "{}: {price:?} for {wanted}", name(event));
        }
        assert!(found.held_out.mean < 0.02, "{:?}", found.held_out);
        assert!(found.standings.iter().all(|standing| *standing == Standing::Measured));
    }

    #[test]
    fn what_never_happens_costs_as_much_as_what_costs_most() {
        let rows = (0..20u64).map(|n| seen([10 + n, 10 + n, 0, 0, 0, 0], 100.0, 3.0 * (10 + n) as f64, n as usize));
        let found = fitted("boxes", 0, &rows.collect::<Vec<_>>(), Effort::Quick).expect("it can be solved");
        assert_eq!(found.standings[Port::Exception as usize], Standing::Assumed);
        let dearest = found.prices[..2].iter().map(|price| price.0).fold(0.0, f64::max);
        assert_eq!(found.prices[Port::Exception as usize].0, dearest);
    }
}
