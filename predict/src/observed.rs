//! What runs on generated inputs come to, beside what the functions say of their sizes.
//!
//! Comes in: a predicate with its bounds, and sizes. Goes out: for each of them the least, the middle and the greatest of
//! what some runs on different inputs were seen to take.

use crate::bounds::Bounded;
use crate::compare::priced;
use crate::engine::{ONCE, Subject};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::pricing::Pricing;
use crate::sizes::SizePoint;
use crate::value::Value;
use analyzer::entry::Entry;
use analyzer::inputs::generate;
use calibrate::input::Input;
use calibrate::watch::Watch;
use serde::Serialize;
use solver::Direction;
use wam::cost::Nanoseconds;

/// Inputs of each size.
const INPUTS: u64 = 5;

/// At so many sizes runs are observed, spread over those asked for.
pub const PLACES: usize = 25;

/// What runs with inputs of the same sizes came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Observed {
    /// The sizes.
    pub sizes: SizePoint,
    /// The least.
    pub least: Value,
    /// The one in the middle.
    pub median: Value,
    /// The greatest.
    pub most: Value,
    /// How many inputs there were.
    pub inputs: usize,
}

/// What was observed, and what was not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Observations {
    /// By sizes.
    pub seen: Vec<Observed>,
    /// Runs that did not end as bounds have it, and why the first of them did not.
    pub left_out: Option<String>,
}

/// Runs a predicate on inputs of sizes among those asked for. Where `watch` ends a run, what was seen before is given; sizes that no
/// input has are passed over, and so are runs that raise an exception.
pub fn observe(
    declared: &Declared<'_>,
    entry: &Entry,
    bounded: &Bounded,
    pricing: Option<Pricing<'_>>,
    points: &[SizePoint],
    watch: &Watch,
) -> Result<Observations, PredictError> {
    let measured = bounded.measured(entry);
    let apart = points.len().div_ceil(PLACES).max(1);
    let (mut seen, mut left_out) = (Vec::new(), Vec::new());
    for point in points.iter().step_by(apart) {
        let sizes = whole(bounded, point);
        let mut values = Vec::new();
        for seed in 1..=INPUTS {
            let Ok(goal) = generate(&declared.loaded.program, &declared.types, &measured, &sizes, seed) else {
                continue;
            };
            let input = Input::default();
            let subject =
                Subject { program: &declared.loaded.program, goal: (entry.pred, &goal), watch, input: &input };
            match run(&subject, bounded, pricing) {
                Ok(value) => values.push(value),
                Err(error) if error.is_of_a_run() => left_out.push(error),
                Err(error) => return Err(error),
            }
            if watch.stop().is_some() {
                break;
            }
        }
        values.sort_by(|one, other| one.to_f64().total_cmp(&other.to_f64()));
        if let [least, .., most] | [least @ most] = values.as_slice() {
            let (least, median, most) = (least.clone(), values[values.len() / 2].clone(), most.clone());
            seen.push(Observed { sizes: point.clone(), least, median, most, inputs: values.len() });
        }
        if watch.stop().is_some() {
            break;
        }
    }
    if seen.is_empty() && left_out.is_empty() && !points.is_empty() {
        return Err(PredictError::NotGenerated(bounded.entry.clone()));
    }
    let runs = if left_out.len() == 1 { "1 run is".into() } else { format!("{} runs are", left_out.len()) };
    let left_out = left_out.first().map(|first| format!("{runs} left out of what was observed: {first}"));
    Ok(Observations { seen, left_out })
}

/// All sizes, in their order: those that no function mentions are as large as the others, or a little larger where the bounds are
/// not for calls of such sizes.
fn whole(bounded: &Bounded, point: &SizePoint) -> Vec<i64> {
    let largest = point.values().copied().max().unwrap_or_default();
    let names = bounded.names();
    let with = |free: i64| names.iter().map(|name| *point.get(name).unwrap_or(&free)).collect::<Vec<i64>>();
    let is_meant = |sizes: &Vec<i64>| {
        let all: SizePoint = names.iter().cloned().zip(sizes.iter().copied()).collect();
        [Direction::Lower, Direction::Upper].into_iter().any(|direction| bounded.value(direction, &all).is_some())
    };
    (largest..=largest + LARGER).map(with).find(is_meant).unwrap_or_else(|| with(largest))
}

/// So much larger are sizes tried that no function mentions.
const LARGER: i64 = 8;

/// What one run takes: its time without entering and leaving the machine, or what is counted of it.
fn run(subject: &Subject<'_>, bounded: &Bounded, pricing: Option<Pricing<'_>>) -> Result<Value, PredictError> {
    let first = subject.first_run(0, bounded.until.solutions())?;
    let Some(Pricing { profile, .. }) = pricing else {
        return Ok(priced(bounded.resource, &first.counts, first.outcome, None));
    };
    let seen = subject.observe(&first, profile.mode, ONCE, profile.probe())?;
    let Nanoseconds(around) = profile.run_overhead();
    Ok(Value::Time((seen.time.0 - around).max(0.0)))
}
