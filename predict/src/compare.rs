//! A goal estimated, counted, priced and observed.
//!
//! The estimate is of the predicate from its entry to the end of its solutions; entering and leaving the machine, which
//! every measured run pays, is taken off the observed and is no part of the priced time. What is counted, and what
//! every timed run begins with, is the machine as the program's text leaves it: what a run changes is undone after it.

use crate::bounds::{ExpectedValue, PointValue};
use crate::collections::{Collecting, CollectionReport};
use crate::engine::{COMPARE, FirstRun, Observation, Runs, Subject, same_work};
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
use crate::usage::{Asked, Domain, Taken, Used, bound_as_used};
use crate::value::Value;
use analyzer::budget::Budget;
use analyzer::inputs::{arguments, entry_of_goal, is_of, sizes_of};
use analyzer::regtype::TypeTable;
use analyzer::types::Type;
use analyzer::user_resource;
use calibrate::bands::harmonic_difference;
use calibrate::input::Input;
use calibrate::profile::Profile;
use calibrate::watch::Watch;
use serde::Serialize;
use solver::Direction;
use wam::cost::{Counts, Key, Nanoseconds};
use wam::instr::PredId;
use wam::machine::{Changed, Outcome};
use wam::modules::ModuleId;
use wam::term::ReadTerm;

/// A goal with its estimate, priced counts and observation.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The goal, as given.
    pub goal: String,
    /// How its predicate is called in it.
    pub entry: String,
    /// The arguments that the bounds narrow to a type from use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Taken>,
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
    /// Laws of the calibration's counts that these break.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken_laws: Vec<String>,
    /// What its prices were multiplied by for the number of its different instructions, where that is not 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variety: Option<f64>,
    /// What its bounds take for granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// What was counted that bounds of times are without, since no bound of it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Beyond>,
    /// What mispredicted branches cost of that, where times are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mispredicted: Option<Value>,
    /// What collections of the heap cost of that, where times are compared and there were some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collected: Option<Value>,
    /// From which sizes on the heap may be collected, of times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<CollectionReport>,
    /// What that takes at most with these sizes, where there may be a collection: a part of the upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collecting: Option<Collecting>,
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
    /// What a run changes of that which the next one would find; it is undone after each that is timed.
    pub changes: Vec<String>,
    /// What its timed runs had, where times are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<Runs>,
    /// Directives of the program that were false or raised an error before the goal was run, with their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub misfires: Vec<String>,
    /// Where runs differ, by random numbers or by what is not the machine's: what the counted instructions of
    /// some cost, the least and the most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub varies: Option<[Value; 2]>,
    /// The bounds against the observed, in percent.
    pub deviation: Deviation,
    /// The priced against the observed, in percent.
    pub priced_deviation: Option<f64>,
    /// Why neither bound holds for these sizes, where they hold for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<String>,
    /// Why a bound is unknown, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
}

/// What a run does that is in no bound of its time: long integers, terms as operands, texts that are compared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Beyond {
    /// Its keys, the dearest first.
    pub keys: Vec<String>,
    /// What they cost of the priced counts, as a share.
    pub share: f64,
}

impl Beyond {
    /// From this share of the priced counts on it is told.
    const TOLD: f64 = 0.01;

    fn of(counts: &Counts, profile: &Profile) -> Option<Beyond> {
        let prices = profile.table();
        let told = |key: &Key| !Key::MISSED.contains(key) && !Key::FETCHED.contains(key);
        let cost = |key: Key| counts[key] as f64 * prices[key].0;
        let mut keys: Vec<Key> = Key::OBSERVED.into_iter().filter(told).filter(|&key| cost(key) > 0.0).collect();
        keys.sort_by(|&one, &other| cost(other).total_cmp(&cost(one)));
        let share = keys.iter().map(|&key| cost(key)).sum::<f64>() / prices.price(counts).0.max(f64::MIN_POSITIVE);
        (share >= Beyond::TOLD).then(|| Beyond { keys: keys.iter().map(Key::to_string).collect(), share })
    }
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
pub(crate) fn priced(resource: Resource, counts: &Counts, outcome: Outcome, profile: Option<&Profile>) -> Value {
    Value::counted(match resource {
        Resource::Time => return Value::Time(profile.map_or(0.0, |profile| profile.table().price(counts).0)),
        Resource::Steps => counts.steps(),
        Resource::Instructions => counts.instructions(),
        Resource::Heap => counts.heap(),
        Resource::Solutions => outcome.solutions,
        Resource::ChoicePoints => counts.choice_points(),
        Resource::Trail => counts.trail(),
        Resource::Own(_) => user_resource::unit().map_or(0, |unit| counts[unit]),
    })
}

/// What some keys cost of a run: its mispredicted branches, its collections.
fn part(counts: &Counts, profile: &Profile, keys: &[Key]) -> Value {
    let prices = profile.table();
    Value::Time(keys.iter().map(|&key| counts[key] as f64 * prices[key].0).sum())
}

/// How many first runs are looked at where they differ.
const VARIED: u64 = 5;

/// What first runs with other random numbers cost, and one of those that were timed, the least and the most, where they
/// differ.
fn varied(
    subject: &Subject<'_>,
    first: &FirstRun,
    seen: Option<&Observation>,
    until: Until,
    cost: impl Fn(&Counts, Outcome) -> Value,
) -> Result<Option<[Value; 2]>, PredictError> {
    let other = seen.filter(|seen| !same_work(&seen.counts, &first.counts));
    if other.is_none() && !first.changed.contains(&Changed::Random) {
        return Ok(None);
    }
    let run = |seed| subject.first_run(seed, until.solutions()).map(|run| cost(&run.counts, run.outcome));
    let mut costs = (1..VARIED).map(run).collect::<Result<Vec<Value>, PredictError>>()?;
    costs.push(cost(&first.counts, first.outcome));
    costs.extend(other.map(|seen| cost(&unpredicted(&seen.counts), first.outcome)));
    costs.sort_by(|one, other| one.to_f64().total_cmp(&other.to_f64()));
    let most = costs.swap_remove(costs.len() - 1);
    let least = costs.swap_remove(0);
    Ok((least != most).then_some([least, most]))
}

/// Counts without those of the branch predictor.
fn unpredicted(counts: &Counts) -> Counts {
    let mut counts = counts.clone();
    Key::OBSERVED.into_iter().for_each(|key| counts[key] = 0);
    counts
}

/// The range of what runs cost without a branch predictor, beside the one that is shown, whose branches are predicted.
fn beside(range: [Value; 2], shown: &Value, unpredicted: &Value) -> [Value; 2] {
    match (shown, unpredicted) {
        (Value::Time(shown), Value::Time(unpredicted)) if *unpredicted > 0.0 => {
            range.map(|value| Value::Time(value.to_f64() * shown / unpredicted))
        }
        _ => range,
    }
}

/// A goal that is a call of one predicate, with the bounds of such calls.
pub struct BoundedGoal<'a> {
    /// The goal.
    pub goal: ReadTerm,
    /// The predicate.
    pub pred: PredId,
    /// The bounds.
    pub used: Used<'a>,
    /// The sizes of its arguments.
    pub sizes: SizePoint,
}

impl<'a> BoundedGoal<'a> {
    /// Reads a goal and bounds its predicate for the types of its arguments.
    pub fn of(declared: &'a Declared<'a>, text: &str, asked: Asked<'_>) -> Result<BoundedGoal<'a>, PredictError> {
        let program = &declared.loaded.program;
        let goal = term(program, "goal", text)?;
        let Some(functor) = goal.terms.functor(goal.root) else {
            return Err(PredictError::NoGoal(text.into()));
        };
        if &*program.atoms.name(functor.name) == ":" && functor.arity == 2 {
            return Err(PredictError::Qualified(text.into()));
        }
        if program.is_builtin(functor) && !program.overrides(ModuleId::USER, functor) {
            return Err(PredictError::NoCall(text.into()));
        }
        let pred = find_functor(program, functor)?;
        let hints = declared.declared_entries(pred)?;
        let entry = entry_of_goal(program, &declared.types, &goal, &hints)
            .ok_or_else(|| PredictError::Uncallable(text.into()))?;
        let fits = |types: &TypeTable, pattern: &[Type]| {
            arguments(&goal)
                .iter()
                .zip(pattern)
                .all(|(&arg, of)| *of == Type::Free || is_of(&goal.terms, arg, of, types))
        };
        let used = bound_as_used(declared, &entry, asked, &fits)?;
        let values = arguments(&goal).iter().zip(&used.bounded.pattern);
        let types = &used.declared.types;
        let values = values.flat_map(|(&arg, of)| sizes_of(&goal.terms, arg, of, types, &program.atoms));
        let sizes: SizePoint = used.bounded.names().into_iter().zip(values).collect();
        Ok(BoundedGoal { goal, pred, used, sizes })
    }
}

impl Comparison {
    /// Estimates a goal within a budget, counts and observes it; `watch` ends its runs.
    pub fn of(
        declared: &Declared<'_>,
        text: &str,
        resource: Resource,
        until: Until,
        pricing: Option<Pricing<'_>>,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Comparison, PredictError> {
        let profile = pricing.map(|pricing| pricing.profile);
        let program = &declared.loaded.program;
        let asked = Asked { resource, until, pricing, budget, domain: Domain::Every };
        let BoundedGoal { goal, pred, used, sizes } = BoundedGoal::of(declared, text, asked)?;
        let Used { declared, entry, mut bounded, .. } = used;
        remedy::seek(&declared, &entry, &mut bounded, asked);
        let mode = profile.map(|profile| profile.mode).unwrap_or_default();
        let input = Input::default();
        let subject = Subject { program, goal: (pred, &goal), watch, input: &input };
        let first = subject.first_run(0, until.solutions())?;
        let observe = |profile: &Profile| subject.observe(&first, mode, COMPARE, profile.probe());
        let seen = profile.map(observe).transpose()?;
        let outcome = first.outcome;
        // Those are counted without a branch predictor.
        let cost = |counts: &Counts, outcome| match profile {
            Some(profile) => Value::Time(profile.for_run(counts).expected().price(counts).0),
            None => priced(resource, counts, outcome, None),
        };
        let varies = varied(&subject, &first, seen.as_ref(), until, cost)?;
        // A run that is timed is counted as it is then, when its branches are predicted as well as they will be.
        let counts = seen.as_ref().map_or(&first.counts, |seen| &seen.counts);
        let plain = profile.map(|profile| profile.table().price(counts).0);
        let own = profile.map(|profile| profile.for_run(counts));
        let profile = own.as_ref();
        let pricing = pricing.zip(profile).map(|(pricing, profile)| Pricing { profile, ..pricing });
        let priced = priced(resource, counts, outcome, profile);
        let varies = varies.map(|range| beside(range, &priced, &cost(&unpredicted(counts), outcome)));
        let factor = plain.filter(|plain| *plain > 0.0).map(|plain| priced.to_f64() / plain);
        let inside = |(seen, profile): (&Observation, &Profile)| (seen.time.0 - profile.run_overhead().0).max(0.0);
        let observed = seen.as_ref().zip(profile).map_or_else(|| priced.clone(), |both| Value::Time(inside(both)));
        let (lower, upper) = (bounded.value(Direction::Lower, &sizes), bounded.value(Direction::Upper, &sizes));
        let PointValue { expected, reason: outside, .. } = bounded.at(&sizes, None);
        let doubts_of = |pricing: Pricing<'_>| pricing.doubts_of_run(counts, outcome.solutions);
        let (doubts, broken_laws) = pricing.map(doubts_of).unwrap_or_default();
        let doubtful = pricing.filter(|_| !doubts.is_empty()).map(|pricing| {
            let table = pricing.profile.table();
            let cost: f64 = doubts.iter().map(|doubt| counts[doubt.key] as f64 * table[doubt.key].0).sum();
            cost / priced.to_f64().max(f64::MIN_POSITIVE)
        });
        let percent =
            |value: Option<&Value>| difference(value.map(Value::to_f64), observed.to_f64()).map(|d| d * 100.0);
        let collecting = bounded.collecting(&sizes);
        Ok(Comparison {
            goal: text.into(),
            entry: bounded.entry.clone(),
            types: bounded.taken.clone(),
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
            broken_laws,
            variety: factor.filter(|factor| *factor != 1.0),
            condition: bounded.condition.clone(),
            beyond: profile.and_then(|profile| Beyond::of(counts, profile)),
            mispredicted: profile.map(|profile| part(counts, profile, &Key::MISSED)),
            collected: profile
                .filter(|_| counts[Key::COLLECT] > 0)
                .map(|profile| part(counts, profile, &Key::COLLECTOR)),
            collections: bounded.collection_report(),
            collecting,
            observed,
            // Entering and leaving varies as all else, and is taken off: what is left varies the more for it.
            spread: seen.as_ref().zip(profile).map(|(seen, profile)| {
                let left = inside((seen, profile)).max(seen.time.0 * f64::EPSILON);
                seen.spread * seen.time.0 / left
            }),
            disturbed: seen.as_ref().and_then(|seen| seen.disturbed),
            solutions: outcome.solutions,
            changes: first.changed.iter().map(Changed::to_string).collect(),
            runs: seen.as_ref().map(|seen| seen.runs),
            misfires: first.misfires,
            varies,
            outside: outside.filter(|_| bounded.reason_report().is_none()),
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
