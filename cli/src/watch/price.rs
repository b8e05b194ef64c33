//! What watching costs on this machine: the ways in which a run may be watched, and their prices.
//!
//! Comes in: the folds that come with the program. Goes out: a way for each whose work for an event does not grow with the run, besides
//! boxes that are kept and an observer that does nothing; and the profile that has their prices.

use super::known::every_user;
use super::work::NOTHING;
use crate::args::BoxesArg;
use crate::calibrate::{profile, with_bar};
use crate::error::CliError;
use crate::files::store;
use crate::interrupt;
use crate::report::note;
use calibrate::calibration::{Config, Effort};
use calibrate::profile::{Mode, Profile};
use calibrate::watching::{self, Keeps, Observers, Way, WayPrices};
use monitor::driver::{Driver, plan_for};
use monitor::fold::{Boxed, Fold, Moment, Reads};
use monitor::folds::{SHIPPED, shipped};
use monitor::prolog::PrologFold;
use std::ops::ControlFlow;
use std::sync::Arc;
use wam::atoms::Atoms;
use wam::cost::Nanoseconds;
use wam::machine::Machine;
use wam::machine::watch::Port;

/// Folds that keep what they are told: an event costs more where there were many.
const GROWING: [&str; 2] = ["solutions", "proof-tree"];

/// A monitor in Prolog that reads an event's port and keeps nothing.
pub const MONITOR: &str = "monitor";
/// The same, told at once.
pub const MONITOR_AT_ONCE: &str = "monitor, at once";

/// The ways that have prices.
pub fn ways() -> Vec<Way> {
    let folds = SHIPPED.iter().map(|shipped| shipped.name).filter(|name| !GROWING.contains(name));
    let monitors = [(MONITOR, Moment::Later), (MONITOR_AT_ONCE, Moment::Then)];
    let monitors = monitors.into_iter().filter_map(|(name, moment)| of_monitor(name, moment));
    [Way::boxes(), Way::told()].into_iter().chain(folds.filter_map(of_fold)).chain(monitors).collect()
}

/// A run on which the monitor is told that does nothing.
fn of_monitor(name: &str, moment: Moment) -> Option<Way> {
    let fold = |atoms| PrologFold::of_text("nothing", NOTHING, atoms).ok();
    let reads = Reads { moment, ..fold(Atoms::new())?.reads() };
    let driver = move |machine: &Machine| Some(quiet(Box::new(fold(machine.program().atoms.clone())?)));
    let observer: Observers = Arc::new(move |machine| Some(Box::new(driver(machine)?)));
    Some(Way { name: name.into(), keeps: keeps(reads, None, None), plan: plan_for(reads, None), observer })
}

/// One fold, of which nobody hears.
fn quiet(fold: Box<dyn Fold>) -> Driver {
    Driver::new(vec![fold], None, Box::new(|_| ControlFlow::Continue(())))
}

/// A run on which one fold is folded.
fn of_fold(name: &'static str) -> Option<Way> {
    let driver = |known| Some(quiet(shipped(name, &known).ok()?));
    let reads = driver(Arc::default())?.reads();
    let observer: Observers = Arc::new(move |machine| Some(Box::new(driver(Arc::new(every_user(machine)))?)));
    Some(Way { name: name.into(), keeps: keeps(reads, None, None), plan: plan_for(reads, None), observer })
}

/// Prices events in all ways, with a progress bar.
pub fn measured(effort: Effort, seed: u64, reference: Option<Nanoseconds>) -> Result<Vec<WayPrices>, CliError> {
    let config = Config { effort, seed, interrupt: interrupt::flag(), ..Config::default() };
    Ok(with_bar(|bar| watching::price(&ways(), &config, reference, bar))?)
}

/// The profile of the fast mode, with the prices of watching: measured now where it has none.
pub fn with_prices() -> Result<Profile, CliError> {
    let known = profile(Mode::Fast)?;
    if ways().iter().all(|way| known.watched(&way.name).is_some()) {
        return Ok(known);
    }
    note("what watching costs was not measured on this machine yet, or not all of it: measuring it");
    let (store, seed) = (store()?, known.seed);
    // What is kept is of the pace that the machine had then.
    let kept = store.load(Mode::Fast).ok().filter(|kept| kept.made == known.made);
    let reference = kept.as_ref().unwrap_or(&known).probe();
    let watching = measured(Effort::Quick, seed, reference)?;
    let Some(kept) = kept else { return Ok(Profile { watching, ..known }) };
    let pace = known.probe().zip(kept.probe()).map_or(1.0, |(now, then)| now.0 / then.0);
    let kept = Profile { watching, ..kept };
    if let Err(error) = store.save(&kept) {
        note(&format!("the prices are not kept: {error}"));
    }
    Ok(Profile { watching: kept.scaled(pace).watching, ..known })
}

/// What the machine keeps where folds read that.
pub fn keeps(reads: Reads, slice: Option<u64>, boxes: Option<BoxesArg>) -> Keeps {
    let only_calls = Port::every().all(|port| port == Port::Call || !reads.ports.contains(port));
    match reads.boxes == Boxed::No && only_calls && slice.is_none() && boxes.is_none() {
        true => Keeps::Calls,
        false => Keeps::Boxes,
    }
}
