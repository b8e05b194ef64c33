//! `watch/3`: goals that are watched because a query or a program asks for it.
//!
//! In: a goal, or one that begins while the machine runs, and the name of a fold. Out: what the fold comes to, slice by slice.

use super::known::{COVERAGE, every_user, inferred};
use super::raised;
use crate::message::explain;
use crate::toplevel::watching::as_term;
use monitor::driver::{Driver, Ended, plan_for};
use monitor::folds::{Known, load};
use monitor::inside::InternalPorts;
use monitor::report::Report;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use wam::error::RunError;
use wam::machine::watch::{Ports, Watcher};
use wam::machine::{Machine, WatchingBoxes};
use wam::term::ReadTerm;
use wam::write::term_to_string;

/// A goal that was run once, watched.
pub struct Watched {
    /// What its variables are in its first answer, as text; nothing where it has none.
    pub bindings: Vec<(String, String)>,
    /// What the fold has come to, slice by slice.
    pub reports: Vec<Report>,
}

/// Runs a goal to its first answer and folds its events.
///
/// # Errors
/// When there is no such fold, or the goal raises an exception: its text.
pub fn fold_goal(machine: &mut Machine, goal: &ReadTerm, name: &str) -> Result<Watched, String> {
    let query = term_to_string(&goal.terms, goal.root, &machine.program().atoms, &machine.program().ops);
    let (mut driver, reports) = driver_of(machine, name, Some(&query), &mut None)?;
    let plan = plan_for(driver.reads(), None);
    let places = InternalPorts::put_into(machine, &plan, driver.locals());
    let places = places.map_err(|error| raised(&error, machine.program()))?;
    let is_changed = places.is_some();
    driver.set_places(places);
    let ready = machine.watch(plan, Some(Box::new(driver)));
    let answer = if ready.is_ok() { machine.query_as::<WatchingBoxes>(goal).next() } else { None };
    Driver::finish(machine);
    if is_changed {
        machine.recompile(None).map_err(|error| raised(&error, machine.program()))?;
    }
    ready.map_err(|error| error.to_string())?;
    let program = machine.program();
    let bindings = match answer {
        None => Vec::new(),
        Some(Ok(solution)) => {
            let text = |id| term_to_string(&solution.terms, id, &program.atoms, &program.ops);
            solution.bindings.iter().map(|(name, id)| (name.clone(), text(*id))).collect()
        }
        Some(Err(RunError::Halt(status))) => return Err(format!("the goal has called halt({status})")),
        Some(Err(RunError::Prolog(error))) => return Err(explain(&error, program)),
    };
    Ok(Watched { bindings, reports: taken(&reports) })
}

/// What a fold has come to so far.
type Reports = Arc<Mutex<Vec<Report>>>;

fn taken(reports: &Reports) -> Vec<Report> {
    std::mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A driver of the fold of a name, and where that tells what it comes to. What an analysis has inferred is kept.
fn driver_of(
    machine: &Machine,
    name: &str,
    query: Option<&str>,
    kept: &mut Option<Arc<Known>>,
) -> Result<(Driver, Reports), String> {
    let mut infer = || kept.get_or_insert_with(|| inferred(machine, &[], &FxHashMap::default(), query)).clone();
    let known = if COVERAGE.contains(&name) { infer() } else { Arc::new(every_user(machine)) };
    let mut fold = load(name, &machine.program().atoms, &known).map_err(|error| error.to_string())?;
    if fold.asks_determinism() {
        fold.know(&infer());
    }
    let reports = Reports::default();
    let told = reports.clone();
    let keep = move |ended: Ended| {
        told.lock().unwrap_or_else(PoisonError::into_inner).push(ended.report);
        ControlFlow::Continue(())
    };
    Ok((Driver::new(vec![fold], None, Box::new(keep)), reports))
}

/// Watches goals that a program itself wants watched.
#[derive(Default)]
pub struct Asked {
    reports: Reports,
    inferred: Option<Arc<Known>>,
}

impl Watcher for Asked {
    fn begins(&mut self, machine: &mut Machine, fold: &str) -> Result<(), String> {
        let (driver, reports) = driver_of(machine, fold, None, &mut self.inferred)?;
        let plan = plan_for(driver.reads(), None);
        if !driver.reads().ports.common(Ports::INTERNAL).is_empty() {
            return Err("ports within clauses are told where watch/3 is the first goal of a query".into());
        }
        machine.watch(plan, Some(Box::new(driver))).map_err(|error| error.to_string())?;
        self.reports = reports;
        Ok(())
    }

    fn ends(&mut self, machine: &mut Machine) -> Vec<String> {
        Driver::finish(machine);
        taken(&self.reports).iter().map(|report| as_term(report, machine.program())).collect()
    }
}
