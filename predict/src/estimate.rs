//! The functions of a predicate and their values at sizes.
//!
//! Comes in: a [`Bounded`] predicate, its points, and what one measured run saw. Goes out: an [`Estimate`], which is all
//! that text, JSON and plots are made from.

use crate::analyze::line;
use crate::bounds::{Bounded, Everywhere, FunctionReport, PointValue, bound_analysed};
use crate::collections::CollectionReport;
use crate::engine::{ONCE, Runs, Subject};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::hot::{HotPath, Places, hot_path};
use crate::observed::Observed;
use crate::pricing::{Doubt, Prices, Pricing};
use crate::profile::name;
use crate::remedy::ReasonReport;
use crate::roots::typical_sizes;
use crate::side::Side;
use crate::sizes::{SizePoint, SizeReport};
use crate::units::{Resource, Until};
use crate::usage::{Asked, Taken};
use analyzer::analysis::Analysis;
use analyzer::entry::Entry;
use analyzer::explain::{Explained, explain};
use analyzer::inputs::generate;
use calibrate::input::Input;
use calibrate::watch::Watch;
use serde::Serialize;
use solver::Direction;
use wam::code::PredicateKind;
use wam::machine::{Changed, Solutions};

/// Seed of generated input.
const SEED: u64 = 1;

/// What is estimated of a predicate.
#[derive(Clone, Debug, Serialize)]
pub struct Estimate {
    /// `name/arity`.
    pub predicate: String,
    /// How it is called.
    pub entry: String,
    /// Where the entry comes from, if neither the program nor the user gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// The arguments that the bounds narrow to a type from use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Taken>,
    /// The upper bound for every ground term in the place of these types, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every_ground_term: Option<Everywhere>,
    /// The machine, where times are estimated.
    pub machine: Option<String>,
    /// Its run mode.
    pub mode: Option<String>,
    /// What is estimated.
    pub resource: Resource,
    /// How far a run goes.
    pub until: Until,
    /// The resource's base unit.
    pub unit: &'static str,
    /// The sizes of its input.
    pub sizes: Vec<SizeReport>,
    /// Which prices the bounds of a time have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
    /// Of a time, what it is expected to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedReport>,
    /// Never above the true value; none where it is unknown.
    pub lower: Option<FunctionReport>,
    /// Never below it; none where it is unknown.
    pub upper: Option<FunctionReport>,
    /// Whether counts are exact: both bounds are the same function; of a time, what is expected is one function.
    pub exact: bool,
    /// What the bounds take for granted of integers, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// From which sizes on the heap may be collected, of times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collections: Option<CollectionReport>,
    /// Why a bound is unknown, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
    /// Why the lower bound is unknown, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_reason: Option<String>,
    /// Why the upper bound is unknown, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_reason: Option<String>,
    /// The error bands of the prices that bounds have, as factors: of plain instructions, and of builtins and other uneven work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bands: Option<[[f64; 2]; 2]>,
    /// The error band of the machine's prices, as factors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<[f64; 2]>,
    /// What one measured run saw, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
    /// The sizes that the functions mention.
    pub needed: Vec<String>,
    /// The values at the sizes that were asked for.
    pub points: Vec<PointValue>,
    /// What runs on generated inputs of these sizes came to, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub observed: Vec<Observed>,
    /// How the functions were found, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

/// What a time is expected to be, as functions.
#[derive(Clone, Debug, Serialize)]
pub struct ExpectedReport {
    /// Where counts are the fewest; none where that is unknown.
    pub lower: Option<FunctionReport>,
    /// Where counts are the most; none where that is unknown.
    pub upper: Option<FunctionReport>,
    /// The keys on the way of which the calibration knows little.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<DoubtReport>,
}

/// A key of which the calibration knows little.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DoubtReport {
    /// Its name.
    pub key: String,
    /// The instruction or builtin.
    pub subject: String,
    /// Why.
    pub why: &'static str,
}

impl DoubtReport {
    /// Of some keys.
    pub fn of(doubts: &[Doubt]) -> Vec<DoubtReport> {
        let report = |doubt: &Doubt| DoubtReport {
            key: doubt.key.to_string(),
            subject: doubt.key.subject(),
            why: doubt.why.name(),
        };
        doubts.iter().map(report).collect()
    }
}

/// How much a report says of how its functions were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nothing.
    Results,
    /// The equations and the rules.
    Explained,
}

/// How functions were found.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// What is known of the predicate besides.
    pub facts: Vec<String>,
    /// The lower bound.
    pub lower: SideExplanation,
    /// The upper bound.
    pub upper: SideExplanation,
    /// The functions that those call, the ones called first: see [`derivation`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derivation: Vec<Derived>,
    /// In which predicates the steps are, where they are in several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hot: Option<HotAt>,
}

/// A hot path at sizes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HotAt {
    /// The sizes.
    pub sizes: SizePoint,
    /// The steps of the upper bound.
    #[serde(flatten)]
    pub path: HotPath,
}

/// A function on the way to a bound.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Derived {
    /// What it is: of which predicate, called how, and what of it.
    pub subject: String,
    /// Where the predicate's clauses begin, of one of the program's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Its difference equations, a case each.
    pub equations: Vec<String>,
    /// What it comes to, and where; nothing where that is unknown.
    pub solution: Option<String>,
    /// The rule and its source, or why it is unknown.
    pub how: String,
}

/// The functions that the equations of a bound call: costs of other predicates, sizes of results, numbers of solutions; and
/// in which predicates the steps are at sizes, else at common ones.
pub fn derivation(
    declared: &Declared<'_>,
    entry: &Entry,
    bounded: &Bounded,
    asked: Asked<'_>,
    sizes: Option<&SizePoint>,
) -> Result<(Vec<Derived>, Option<HotAt>), PredictError> {
    let program = &declared.loaded.program;
    let entry = &bounded.measured(entry);
    let analysis = Analysis::within(program, &declared.types, &declared.assertions, entry, asked.budget);
    let mut equations = analysis.equations();
    bound_analysed(declared, &analysis, &mut equations, entry, asked.resource, asked.until, asked.pricing)?;
    let derived = |of: Explained| {
        let own = program.predicates.get(of.pred.0 as usize).filter(|of| of.kind != PredicateKind::Library);
        Derived {
            subject: of.subject,
            line: own.map(|_| line(program, of.pred)).filter(|&line| line > 0),
            equations: of.equations,
            solution: of.solution,
            how: of.how,
        }
    };
    // Those of the bounds themselves are shown with them.
    let others = explain(analysis.explorer(), &equations).into_iter().filter(|of| of.pred != entry.pred || !of.is_cost);
    let derivation = others.map(derived).collect();
    let steps = bound_analysed(declared, &analysis, &mut equations, entry, Resource::Steps, asked.until, None)?;
    let is_given = |sizes: &&SizePoint| steps.names().iter().all(|name| sizes.contains_key(name));
    let sizes = sizes.filter(is_given).cloned().or_else(|| typical_sizes(&steps));
    let hot = sizes.and_then(|sizes| {
        let of = (&steps, asked.until);
        let mut path = hot_path(declared, &analysis, &mut equations, of, &sizes, asked.budget)?;
        Places::of(declared).put_in(&mut path);
        Some(HotAt { sizes, path })
    });
    Ok((derivation, hot))
}

/// How one function was found.
#[derive(Clone, Debug, Serialize)]
pub struct SideExplanation {
    /// Its difference equations, a case each.
    pub equations: Vec<String>,
    /// The rule and its steps, or why there is none.
    pub how: Vec<String>,
}

/// What one measured run saw.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The sizes of its input.
    pub sizes: SizePoint,
    /// Its time, in nanoseconds.
    pub observed: f64,
    /// How far the launches of the measurement lie apart, in percent.
    pub spread: f64,
    /// Where the machine was too busy for it to mean much: the batches that do not count, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disturbed: Option<f64>,
    /// What a run changes of that which the next one would find; it is undone after each.
    pub changes: Vec<String>,
    /// What the runs had.
    pub runs: Runs,
    /// What its instructions cost by the profile.
    pub priced: f64,
    /// observed / priced: the functions are scaled by it.
    pub factor: f64,
}

impl Estimate {
    /// Reports bounds and their values at points.
    pub fn of(bounded: &Bounded, pricing: Option<Pricing<'_>>, points: &[SizePoint], detail: Detail) -> Estimate {
        let band = pricing.map(|pricing| pricing.band());
        let profile = pricing.map(|pricing| pricing.profile);
        Estimate {
            predicate: bounded.predicate.clone(),
            entry: bounded.entry.clone(),
            called: None,
            types: bounded.taken.clone(),
            every_ground_term: bounded.every.clone(),
            machine: profile.map(name),
            mode: profile.map(|profile| profile.mode.to_string()),
            resource: bounded.resource,
            until: bounded.until,
            unit: bounded.resource.unit(),
            sizes: bounded.size_reports(),
            prices: pricing.map(|pricing| pricing.prices),
            expected: bounded.expected.as_ref().map(|expected| ExpectedReport {
                lower: bounded.function(&expected.lower),
                upper: bounded.function(&expected.upper),
                doubts: DoubtReport::of(&expected.doubts),
            }),
            lower: bounded.function(&bounded.lower),
            upper: bounded.function(&bounded.upper),
            exact: bounded.exact,
            condition: bounded.condition.clone(),
            collections: bounded.collection_report(),
            reason: bounded.reason_report(),
            lower_reason: bounded.lower.reason().map(ToString::to_string),
            upper_reason: bounded.upper.reason().map(ToString::to_string),
            bands: pricing
                .filter(|pricing| pricing.prices == Prices::Bounds)
                .map(|pricing| pricing.bands().map(|band| [band.low, band.high])),
            band: band.map(|band| [band.low, band.high]),
            measured: None,
            needed: bounded.needed(),
            points: points.iter().map(|point| bounded.at(point, band)).collect(),
            observed: Vec::new(),
            explanation: (detail == Detail::Explained).then(|| Explanation {
                facts: bounded.facts.clone(),
                lower: explained(&bounded.lower, &bounded.equations[0]),
                upper: explained(&bounded.upper, &bounded.equations[1]),
                derivation: Vec::new(),
                hot: None,
            }),
        }
    }
}

fn explained(side: &Side, equations: &str) -> SideExplanation {
    let equations = equations.split("; ").filter(|line| !line.is_empty()).map(str::to_string).collect();
    let how = match side {
        Side::Known { how, .. } => how.clone(),
        Side::Unknown { .. } => vec![],
    };
    let unknown = side.reason().into_iter().flat_map(|reason| {
        let tried = reason.tried.iter().map(|tried| format!("tried: {tried}"));
        std::iter::once(format!("unknown: {reason}")).chain(tried)
    });
    let how = how.into_iter().chain(unknown).collect();
    SideExplanation { equations, how }
}

/// Runs the predicate on generated input: at half the sizes asked for, or smaller where that would take long. `watch` ends
/// its runs.
pub fn measure_once(
    declared: &Declared<'_>,
    entry: &Entry,
    bounded: &Bounded,
    pricing: Pricing<'_>,
    point: Option<&SizePoint>,
    watch: &Watch,
) -> Result<Measured, PredictError> {
    let profile = pricing.profile;
    let asked = |name: &str| point.and_then(|point| point.get(name)).map_or(30, |&size| (size / 2).max(1));
    let mut sizes: Vec<i64> = bounded.sizes.iter().map(|size| asked(size.var.as_str())).collect();
    let named = |sizes: &[i64]| -> SizePoint { bounded.names().into_iter().zip(sizes.iter().copied()).collect() };
    let long = |sizes: &[i64]| {
        let at = named(sizes);
        let value = bounded.value(Direction::Upper, &at).or_else(|| bounded.value(Direction::Lower, &at));
        value.is_none_or(|time| time.to_f64() > 1e6)
    };
    while long(&sizes) && sizes.iter().any(|&size| size > 1) {
        sizes.iter_mut().for_each(|size| *size = (*size * 3 / 4).max(1));
    }
    let measured = bounded.measured(entry);
    // Sizes that no term has: the nearest one below or above.
    let goal = (0..8)
        .flat_map(|d| [-d, d])
        .find_map(|d| {
            let near: Vec<i64> = sizes.iter().map(|&size| (size + d).max(0)).collect();
            let goal = generate(&declared.loaded.program, &declared.types, &measured, &near, SEED).ok()?;
            Some((near, goal))
        })
        .ok_or_else(|| PredictError::NotGenerated(bounded.entry.clone()))?;
    let (sizes, goal) = goal;
    let input = Input::default();
    let subject = Subject { program: &declared.loaded.program, goal: (entry.pred, &goal), watch, input: &input };
    let first = subject.first_run(0, Solutions::All)?;
    let observed = subject.observe(&first, profile.mode, ONCE, profile.probe())?;
    // At the prices that the functions have.
    let own = profile.for_breadth(bounded.breadth);
    let priced = Pricing { profile: &own, ..pricing }.expected().price(&first.counts).0 + profile.run_overhead().0;
    Ok(Measured {
        sizes: named(&sizes),
        observed: observed.time.0,
        spread: observed.spread,
        disturbed: observed.disturbed,
        changes: first.changed.iter().map(Changed::to_string).collect(),
        runs: observed.runs,
        priced,
        factor: observed.time.0 / priced,
    })
}
