//! For each predicate with an entry, or for all where none has one, when a call is worth a task of its own.
//!
//! Comes in: a program and what starting a task costs. Goes out: [`Hints`]. `threshold` is the least size from which the
//! lower bound of a call's time is at least the spawn cost, all sizes being equal; none where no size up to 10^12 reaches
//! it.

use crate::bounds::Bounded;
use crate::called::{Call, how_called};
use crate::entries::Declared;
use crate::error::PredictError;
use crate::postfix::Postfix;
use crate::pricing::Pricing;
use crate::profile::name;
use crate::remedy::{self, ReasonReport};
use crate::side::Side;
use crate::sizes::{LARGEST, SizePoint, SizeReport};
use crate::units::{Resource, Until};
use crate::usage::{Asked, Domain, Taken, Used};
use analyzer::budget::Budget;
use calibrate::profile::Profile;
use serde::Serialize;
use solver::{Direction, Rational};
use std::time::Duration;
use wam::code::PredicateKind;
use wam::instr::PredId;

/// Hints for a program.
#[derive(Clone, Debug, Serialize)]
pub struct Hints {
    /// The machine they are for.
    pub machine: String,
    /// Its run mode.
    pub mode: String,
    /// The unit of all times.
    pub unit: &'static str,
    /// What starting a task costs.
    pub spawn_cost: f64,
    /// A hint for each predicate with an entry; for each at all, where none has one.
    pub predicates: Vec<Hint>,
}

/// The hint for one predicate.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// `name/arity`.
    pub predicate: String,
    /// How it is called.
    pub entry: String,
    /// Where the entry comes from, if the program declares none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// The arguments that the bounds narrow to a type from use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Taken>,
    /// The sizes of its input.
    pub sizes: Vec<SizeReport>,
    /// Never above the true time: the fewest counts at low prices.
    pub lower: Option<Function>,
    /// Never below it: the most counts at high prices, all branches mispredicted that may be.
    pub upper: Option<Function>,
    /// Whether the counts are exact: what both bounds differ by is the prices'.
    pub exact: bool,
    /// Why a bound is unknown, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
    /// The least size from which a task pays.
    pub threshold: Option<SizePoint>,
}

/// A bound that a scheduler evaluates.
#[derive(Clone, Debug, Serialize)]
pub struct Function {
    /// The closed form.
    pub expr: String,
    /// Where it holds.
    pub valid: String,
    /// The same in postfix; none where it has sums over ranges.
    pub program: Option<Postfix>,
}

/// Hints for all predicates of a program that have an entry, or for all where none has one: within a budget for all of
/// them, and a time for each.
pub fn of_program(
    declared: &Declared<'_>,
    profile: &Profile,
    spawn_cost: f64,
    budget: Budget,
    each: Duration,
) -> Result<Hints, PredictError> {
    // A task that is started too early costs more than it gains: thresholds are of the lower bound, at low prices.
    let pricing = Some(Pricing::bounds(profile));
    let mut predicates = Vec::new();
    let all = declared.loaded.program.predicates.iter().enumerate();
    let own = all.filter(|(_, of)| matches!(of.kind, PredicateKind::Static | PredicateKind::Dynamic));
    let own: Vec<PredId> = own.filter(|(_, of)| !of.source.is_empty()).map(|(at, _)| PredId(at as u32)).collect();
    let entries = own.iter().map(|&pred| declared.declared_entry(pred)).collect::<Result<Vec<_>, PredictError>>()?;
    let has_entries = entries.iter().any(Option::is_some);
    for (pred, entry) in own.into_iter().zip(entries) {
        let asked = Asked {
            resource: Resource::Time,
            until: Until::All,
            pricing,
            budget: budget.lasting(each),
            domain: Domain::Every,
        };
        let call = match entry {
            Some(entry) => Call::declared(entry),
            None if has_entries => continue,
            // A text that says nothing of how it is called is looked at as it is used.
            None => how_called(declared, pred, asked)?,
        };
        let (Used { declared, entry, mut bounded, .. }, why, domain) = call.bounded(declared, asked)?;
        let asked = Asked { domain, ..asked };
        remedy::seek(&declared, &entry, &mut bounded, asked);
        predicates.push(Hint { called: why, ..hint(&bounded, spawn_cost) });
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
        called: None,
        types: bounded.taken.clone(),
        sizes: bounded.size_reports(),
        lower: function(bounded, &bounded.lower),
        upper: function(bounded, &bounded.upper),
        exact: bounded.exact,
        reason: bounded.reason_report(),
        threshold: threshold(bounded, spawn_cost),
    }
}

fn function(bounded: &Bounded, side: &Side) -> Option<Function> {
    let (main, expr) = side.main()?;
    let nanoseconds = Rational::ratio(1, 1000).unwrap_or(Rational::ONE);
    Some(Function {
        expr: crate::formula::precise(expr, bounded.resource),
        valid: bounded.valid(main),
        program: Postfix::compile(expr, nanoseconds).ok(),
    })
}

/// The least size, for all sizes that the lower bound mentions, from which it reaches the spawn cost.
fn threshold(bounded: &Bounded, spawn_cost: f64) -> Option<SizePoint> {
    let names: Vec<String> = bounded.lower.expr()?.vars().iter().map(ToString::to_string).collect();
    let point = |size: i64| -> SizePoint { names.iter().map(|name| (name.clone(), size)).collect() };
    let expr = bounded.lower.expr()?;
    // Where a function grows beyond all numbers it has passed the cost; where it does not hold it has not.
    let reaches = |size: i64| match bounded.value(Direction::Lower, &point(size)) {
        Some(value) => value.to_f64() >= spawn_cost,
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
