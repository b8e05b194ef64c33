//! The hot path of a bound: which predicates its steps are in.
//!
//! Comes in: a predicate with its bounds, the predicates that its calls reach, and sizes. Goes out: the share of each in the
//! upper bound of the steps at these sizes, the greatest first. Steps of one predicate are bounded as a resource of their
//! own, which only its clauses use.

use crate::analyze::line;
use crate::bounds::Bounded;
use crate::entries::Declared;
use crate::predicates::show;
use crate::side::Side;
use crate::sizes::SizePoint;
use crate::units::Resource;
use analyzer::analysis::{Analysis, Bounds};
use analyzer::budget::Budget;
use analyzer::entry::Entry;
use analyzer::user_resource::steps_of;
use serde::Serialize;
use solver::Direction;
use wam::instr::PredId;
use wam::machine::Solutions;

/// How much of a bound is in a predicate.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    /// `name/arity`.
    pub predicate: String,
    /// The line of its first clause, from 1.
    pub line: usize,
    /// Of all steps, from 0 to 1.
    pub share: f64,
}

/// Where more predicates are reached nothing is said: each takes an analysis.
const MOST: usize = 12;

/// Less is not told.
const LEAST: f64 = 0.01;

/// The shares of predicates in the steps of a bound at sizes; nothing where one of them is not known.
pub(crate) fn shares(
    declared: &Declared<'_>,
    entry: &Entry,
    bounded: &Bounded,
    reached: &[PredId],
    sizes: &SizePoint,
    budget: Budget,
) -> Option<Vec<Share>> {
    if reached.len() < 2 || reached.len() > MOST || bounded.value(Direction::Upper, sizes).is_none() {
        return None;
    }
    let steps = |pred: PredId| -> Option<f64> {
        budget.check().ok()?;
        let (program, weights) = steps_of(&declared.loaded.program, pred);
        let analysis = Analysis::within(&program, &declared.types, &declared.assertions, entry, budget);
        let Bounds { upper, .. } = analysis.bounds(&mut analysis.equations(), weights, Solutions::All);
        let side = Side::of(&upper, &analysis);
        bounded.value_of(&side, Resource::Steps, Direction::Upper, sizes).ok().map(|value| value.to_f64())
    };
    let each: Vec<(PredId, f64)> = reached.iter().map(|&pred| Some((pred, steps(pred)?))).collect::<Option<_>>()?;
    // What several predicates take at most need not be taken by all of them at once.
    let whole: f64 = each.iter().map(|(_, steps)| steps).sum();
    let program = &declared.loaded.program;
    let share = |(pred, steps): (PredId, f64)| Share {
        predicate: show(program, program.get(pred).functor),
        line: line(program, pred),
        share: steps / whole,
    };
    let mut shares: Vec<Share> = each.into_iter().map(share).filter(|of| of.share >= LEAST).collect();
    shares.sort_by(|one, other| other.share.total_cmp(&one.share));
    Some(shares)
}
