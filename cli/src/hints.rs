//! `horolog hints`: for each predicate with an entry, when a call is worth a task of its own.
//!
//! Comes in: a program and what starting a task costs. Goes out: JSON. `threshold` is the least size from which the lower
//! bound of a call's time is at least the spawn cost, all sizes being equal; null where no size up to 10^12 reaches it.

use crate::args::HintsArgs;
use crate::bounds::{Bounded, Side, bound};
use crate::calibrate::profile;
use crate::error::{CliError, Exit};
use crate::load::{Loaded, assertions, declared_entry, load, types};
use crate::machine::name;
use crate::postfix::Postfix;
use crate::report::print_json;
use crate::sizes::{LARGEST, SizePoint};
use crate::units::Resource;
use calibrate::profile::Profile;
use serde::Serialize;
use solver::Rational;
use wam::code::PredicateKind;
use wam::instr::PredId;

/// Prints hints.
pub fn hints(args: &HintsArgs) -> Result<Exit, CliError> {
    let loaded = load(Some(&args.file))?;
    let profile = profile(args.mode.0)?;
    print_json(&of_program(&loaded, &profile, args.spawn_cost)?);
    Ok(Exit::Ok)
}

/// Hints for a program.
#[derive(Serialize)]
pub struct Hints {
    machine: String,
    mode: String,
    unit: &'static str,
    spawn_cost: f64,
    predicates: Vec<Hint>,
}

/// The hint for one predicate.
#[derive(Serialize)]
pub struct Hint {
    predicate: String,
    entry: String,
    sizes: Vec<SizeHint>,
    lower: Option<Function>,
    upper: Option<Function>,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    threshold: Option<SizePoint>,
}

#[derive(Serialize)]
struct SizeHint {
    name: String,
    metric: &'static str,
    argument: usize,
}

#[derive(Serialize)]
struct Function {
    expr: String,
    valid: String,
    program: Option<Postfix>,
}

/// Hints for all predicates of a program that have an entry.
pub fn of_program(loaded: &Loaded, profile: &Profile, spawn_cost: f64) -> Result<Hints, CliError> {
    let types = types(loaded)?;
    let assertions = assertions(loaded, &types)?;
    let mut predicates = Vec::new();
    for (at, pred) in loaded.program.predicates.iter().enumerate() {
        if !matches!(pred.kind, PredicateKind::Static | PredicateKind::Dynamic) {
            continue;
        }
        let Some(entry) = declared_entry(loaded, &types, PredId(at as u32))? else { continue };
        let bounded = bound(&loaded.program, &types, &assertions, &entry, Resource::Time, Some(profile))?;
        predicates.push(hint(&bounded, spawn_cost));
    }
    Ok(Hints {
        machine: name(profile),
        mode: profile.mode.to_string(),
        unit: Resource::Time.unit(),
        spawn_cost,
        predicates,
    })
}

fn hint(bounded: &Bounded, spawn_cost: f64) -> Hint {
    Hint {
        predicate: bounded.predicate.clone(),
        entry: bounded.entry.clone(),
        sizes: bounded
            .sizes
            .iter()
            .map(|size| SizeHint { name: size.var.to_string(), metric: size.metric.name(), argument: size.argument })
            .collect(),
        lower: function(bounded, &bounded.lower),
        upper: function(bounded, &bounded.upper),
        exact: bounded.exact,
        reason: bounded.reason(),
        threshold: threshold(bounded, spawn_cost),
    }
}

fn function(bounded: &Bounded, side: &Side) -> Option<Function> {
    let expr = side.expr()?;
    let nanoseconds = Rational::ratio(1, 1000).unwrap_or(Rational::ONE);
    Some(Function {
        expr: crate::formula::precise(expr, bounded.resource),
        valid: bounded.valid(side),
        program: Postfix::compile(expr, nanoseconds).ok(),
    })
}

/// The least size, for all sizes that the lower bound mentions, from which it reaches the spawn cost.
fn threshold(bounded: &Bounded, spawn_cost: f64) -> Option<SizePoint> {
    let names: Vec<String> = bounded.lower.expr()?.vars().iter().map(ToString::to_string).collect();
    let point = |size: i64| -> SizePoint { names.iter().map(|name| (name.clone(), size)).collect() };
    let expr = bounded.lower.expr()?;
    // Where a function grows beyond all numbers it has passed the cost; where it does not hold it has not.
    let reaches = |size: i64| match bounded.value(&bounded.lower, &point(size)) {
        Some(value) => value >= spawn_cost,
        None => size > 1 && expr.eval_f64(&|_| Some(size as f64)) == f64::INFINITY,
    };
    if names.is_empty() {
        return reaches(0).then(SizePoint::new);
    }
    let mut high = 1;
    while !reaches(high) {
        high = if high < LARGEST { high.saturating_mul(2).min(LARGEST) } else { return None };
    }
    let mut low = if reaches(0) { return Some(point(0)) } else { 0 };
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if reaches(middle) { high = middle } else { low = middle }
    }
    Some(point(high))
}
