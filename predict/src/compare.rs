//! A goal estimated, counted, priced and observed.
//!
//! The estimate is of the predicate from its entry to the end of its solutions; entering and leaving the machine, which
//! every measured run pays, is taken off the observed and is no part of the priced time.

use crate::bounds::{ExpectedValue, bound};
use crate::engine::{COMPARE, Engine, Observation, observe};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::estimate::DoubtReport;
use crate::load::term;
use crate::predicates::find_functor;
use crate::pricing::{Prices, Pricing};
use crate::profile::name;
use crate::remedy::{self, ReasonReport};
use crate::sizes::SizePoint;
use crate::units::{Resource, Until};
use crate::value::Value;
use analyzer::budget::Budget;
use analyzer::inputs::{arguments, entry_of_goal, sizes_of};
use calibrate::bands::harmonic_difference;
use calibrate::profile::Profile;
use serde::Serialize;
use solver::Direction;
use std::sync::atomic::AtomicBool;
use wam::cost::{Counts, Key, Nanoseconds};
use wam::machine::Outcome;

/// A goal with its estimate, priced counts and observation.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The goal, as given.
    pub goal: String,
    /// How its predicate is called in it.
    pub entry: String,
    /// The machine, where times are compared.
    pub machine: Option<String>,
    /// The sizes of its arguments.
    pub sizes: SizePoint,
    /// What is compared.
    pub resource: Resource,
    /// How far the run went.
    pub until: Until,
    /// The resource's base unit.
    pub unit: &'static str,
    /// Which prices the bounds of a time have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
    /// The lower bound at these sizes.
    pub lower: Option<Value>,
    /// What a time is expected to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedValue>,
    /// The upper bound.
    pub upper: Option<Value>,
    /// What its counted instructions cost.
    pub priced: Value,
    /// What they cost by the low and the high prices, where times are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priced_range: Option<[f64; 2]>,
    /// The keys that were counted of which the calibration knows little.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<DoubtReport>,
    /// What these cost of `priced`, as a share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubtful: Option<f64>,
    /// What mispredicted branches cost of that, where times are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mispredicted: Option<Value>,
    /// What was observed.
    pub observed: Value,
    /// How far the launches of a measured time lie apart, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<f64>,
    /// Where the machine was too busy for the observed time to mean much: the batches that do not count, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disturbed: Option<f64>,
    /// Solutions it had.
    pub solutions: u64,
    /// The bounds against the observed, in percent.
    pub deviation: Deviation,
    /// The priced against the observed, in percent.
    pub priced_deviation: Option<f64>,
    /// Why a bound is unknown, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
}

/// Relative harmonic differences of the bounds and of what is expected, in percent.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Deviation {
    /// Of the lower bound.
    pub lower: Option<f64>,
    /// Of what is expected, where that is one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// Of the upper bound.
    pub upper: Option<f64>,
}

/// Relative harmonic difference (paper, section 6); none where a side is zero or unknown, unless both are zero.
pub fn difference(estimated: Option<f64>, observed: f64) -> Option<f64> {
    let estimated = estimated?;
    if estimated == observed {
        return Some(0.0);
    }
    let d = harmonic_difference(Nanoseconds(estimated), Nanoseconds(observed));
    (d.is_finite() && estimated > 0.0 && observed > 0.0).then_some(d)
}

/// What a run used of a resource by its counts.
fn priced(resource: Resource, counts: &Counts, outcome: Outcome, profile: Option<&Profile>) -> Value {
    Value::counted(match resource {
        Resource::Time => return Value::Time(profile.map_or(0.0, |profile| profile.table().price(counts).0)),
        Resource::Steps => counts.steps(),
        Resource::Instructions => counts.instructions(),
        Resource::Heap => counts.heap(),
        Resource::Solutions => outcome.solutions,
        Resource::ChoicePoints => counts.choice_points(),
        Resource::Trail => counts.trail(),
    })
}

/// What a run's mispredicted branches cost.
fn mispredicted(counts: &Counts, profile: &Profile) -> Value {
    let prices = profile.table();
    Value::Time(Key::MISSED.into_iter().map(|key| counts[key] as f64 * prices[key].0).sum())
}

impl Comparison {
    /// Estimates a goal within a budget, counts and observes it; `interrupt` stops the measurement of its time.
    pub fn of(
        declared: &Declared<'_>,
        text: &str,
        resource: Resource,
        until: Until,
        pricing: Option<Pricing<'_>>,
        budget: Budget,
        interrupt: &AtomicBool,
    ) -> Result<Comparison, PredictError> {
        let profile = pricing.map(|pricing| pricing.profile);
        let program = &declared.loaded.program;
        let goal = term(program, "goal", text)?;
        let Some(functor) = goal.terms.functor(goal.root) else {
            return Err(PredictError::NoGoal(text.into()));
        };
        if program.vocabulary.builtin(functor).is_some() || program.vocabulary.is_inline(functor) {
            return Err(PredictError::NoCall(text.into()));
        }
        let pred = find_functor(program, functor)?;
        let hint = declared.declared_entry(pred)?;
        let entry = entry_of_goal(program, &declared.types, &goal, hint.as_ref())
            .ok_or_else(|| PredictError::Uncallable(text.into()))?;
        let mut bounded = bound(declared, &entry, resource, until, pricing, budget)?;
        remedy::seek(declared, &entry, &mut bounded, pricing, budget);
        let values = arguments(&goal).iter().zip(&entry.pattern).flat_map(|(&arg, of)| sizes_of(&goal.terms, arg, of));
        let sizes: SizePoint = bounded.names().into_iter().zip(values).collect();
        let mode = profile.map(|profile| profile.mode).unwrap_or_default();
        let (counts, outcome) = Engine::new(program, mode, None)?.count_until(pred, &goal, until.solutions())?;
        let watch = |profile: &Profile| observe(program, mode, (pred, &goal), COMPARE, profile.probe(), interrupt);
        let seen = profile.map(watch).transpose()?;
        // A run that is timed is counted as it is then, when its branches are predicted as well as they will be.
        let counts = seen.as_ref().map_or(&counts, |seen| &seen.counts);
        let priced = priced(resource, counts, outcome, profile);
        let own = |(seen, profile): (&Observation, &Profile)| (seen.time.0 - profile.run_overhead().0).max(0.0);
        let observed = seen.as_ref().zip(profile).map_or_else(|| priced.clone(), |both| Value::Time(own(both)));
        let (lower, upper) = (bounded.value(Direction::Lower, &sizes), bounded.value(Direction::Upper, &sizes));
        let expected = bounded.at(&sizes, None).expected;
        let doubts = pricing.map(|pricing| pricing.doubts_of(counts.iter().map(|(key, _)| key))).unwrap_or_default();
        let doubtful = pricing.filter(|_| !doubts.is_empty()).map(|pricing| {
            let table = pricing.profile.table();
            let cost: f64 = doubts.iter().map(|doubt| counts[doubt.key] as f64 * table[doubt.key].0).sum();
            cost / priced.to_f64().max(f64::MIN_POSITIVE)
        });
        let percent =
            |value: Option<&Value>| difference(value.map(Value::to_f64), observed.to_f64()).map(|d| d * 100.0);
        Ok(Comparison {
            goal: text.into(),
            entry: bounded.entry.clone(),
            machine: profile.map(name),
            sizes,
            resource,
            until,
            unit: resource.unit(),
            deviation: Deviation {
                lower: percent(lower.as_ref()),
                expected: expected.as_ref().filter(|of| of.is_one()).and_then(|of| percent(of.upper.as_ref())),
                upper: percent(upper.as_ref()),
            },
            priced_deviation: percent(Some(&priced)),
            prices: pricing.map(|pricing| pricing.prices),
            lower,
            expected,
            upper,
            priced,
            priced_range: pricing.map(|pricing| {
                let [low, _, high] = pricing.of_counts(counts);
                [low.0, high.0]
            }),
            doubts: DoubtReport::of(&doubts),
            doubtful,
            mispredicted: profile.map(|profile| mispredicted(counts, profile)),
            observed,
            spread: seen.as_ref().map(|seen| seen.spread),
            disturbed: seen.as_ref().and_then(|seen| seen.disturbed),
            solutions: outcome.solutions,
            reason: bounded.reason_report(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_harmonic_and_never_nan() {
        let d = difference(Some(110.0), 100.0).expect("both are positive");
        assert!((d - 10.0 * (1.0 / 110.0 + 0.01) / 2.0).abs() < 1e-12);
        assert_eq!(difference(Some(0.0), 0.0), Some(0.0));
        assert_eq!(difference(Some(0.0), 5.0), None);
        assert_eq!(difference(None, 5.0), None);
    }
}
