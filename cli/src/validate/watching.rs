//! What watching adds to goals that took no part in making the prices: those of [`super::unseen`], observed unwatched and watched.
//!
//! Comes in: a profile with prices of watching. Goes out: a row for each goal and way. The time that is expected is the unwatched time, as
//! it was observed, and the price of the events. Goals that change what their next run finds are left out.

use super::unseen::Unseen;
use crate::compare::watch;
use crate::error::CliError;
use crate::interrupt;
use crate::report::note;
use crate::watch::price::ways;
use calibrate::engine::Engine;
use calibrate::input::Input;
use calibrate::profile::{Mode, Profile};
use calibrate::watching::{Way, observed};
use predict::compare::difference;
use predict::engine::Subject;
use predict::error::PredictError;
use predict::load::term;
use predict::predicates::find_functor;
use serde::Serialize;
use std::time::Duration;
use wam::machine::Solutions;

/// The ways in which goals are watched.
const WAYS: [&str; 3] = [Way::BOXES, Way::TOLD, "ports"];

/// How long a goal may be counted and timed in a way.
const LONGEST: Duration = Duration::from_secs(10);

/// A goal that was observed unwatched and watched. Times are in nanoseconds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WatchedRow {
    /// The file.
    pub program: String,
    /// The goal.
    pub goal: String,
    /// How it was watched.
    pub way: String,
    /// How many events it has.
    pub events: u64,
    /// What it took unwatched.
    pub unwatched: f64,
    /// What it was expected to take watched.
    pub expected: f64,
    /// What it took watched.
    pub observed: f64,
    /// The one against the other, in percent.
    pub deviation: Option<f64>,
    /// Whether what it took is in the band of what was expected.
    pub within: bool,
}

/// Observes all goals.
pub fn observe(programs: &[Unseen], profile: &Profile) -> Result<Vec<WatchedRow>, CliError> {
    let ways: Vec<Way> = ways().into_iter().filter(|way| WAYS.contains(&&*way.name)).collect();
    let mut rows = Vec::new();
    for (program, goal) in programs.iter().flat_map(|program| program.goals().map(move |goal| (program, goal))) {
        for way in &ways {
            interrupt::check("validation")?;
            match of_goal(program, goal, way, profile) {
                Ok(row) => rows.extend(row),
                Err(error) => note(&format!("left out watched, {}: {goal}: {error}", program.name())),
            }
        }
    }
    Ok(rows)
}

/// None where its next run would find something else, or where it has no event.
fn of_goal(of: &Unseen, text: &str, way: &Way, profile: &Profile) -> Result<Option<WatchedRow>, CliError> {
    let program = of.program();
    let goal = term(program, "goal", text)?;
    let functor = goal.terms.functor(goal.root).ok_or_else(|| PredictError::NoGoal(text.into()))?;
    let pred = find_functor(program, functor)?;
    let (watch, input) = (watch(LONGEST), Input::default());
    let subject = Subject { program, goal: (pred, &goal), watch: &watch, input: &input };
    let is_changing = !subject.first_run(0, Solutions::All)?.changed.is_empty();
    let Some(prices) = profile.watched(&way.name).filter(|_| !is_changing) else { return Ok(None) };
    let engine =
        || Ok(Engine::of(program, vec![(text.into(), pred, goal.clone())], Mode::Fast)?.watched(&watch, &input));
    let seen = observed(engine, way, profile.probe(), &interrupt::flag())?[0];
    if seen.happens.events() == 0 {
        return Ok(None);
    }
    let expected = seen.plain.0 + prices.added(&seen.happens).0;
    Ok(Some(WatchedRow {
        program: of.name().into(),
        goal: text.into(),
        way: way.name.clone(),
        events: seen.happens.events(),
        unwatched: seen.plain.0,
        expected,
        observed: seen.watched.0,
        deviation: difference(Some(expected), seen.watched.0).map(|d| d * 100.0),
        within: (expected * prices.band.low..=expected * prices.band.high).contains(&seen.watched.0),
    }))
}
