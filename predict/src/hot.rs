//! The hot path of a bound: in which predicates its steps are.
//!
//! Comes in: an analysis with the upper bound of its steps, and sizes. Goes out: a [`HotPath`]. The steps of one predicate are
//! bounded by the same equations, with the clauses of all others costing nothing themselves, so that the shares are those of
//! the bound, and not of some run.

use crate::analyze::{line, own};
use crate::bounds::Bounded;
use crate::entries::Declared;
use crate::predicates::show;
use crate::side::Side;
use crate::sizes::SizePoint;
use crate::units::{Resource, Until};
use analyzer::analysis::Analysis;
use analyzer::budget::Budget;
use analyzer::equations::Equations;
use analyzer::resource::Weights;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use solver::Direction;
use wam::instr::PredId;

/// Which predicates the steps of an upper bound are in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HotPath {
    /// The predicates with their shares, the greatest first; they add up to 1.
    pub shares: Vec<Share>,
    /// Whether they add up to the bound; else the runs in which each takes the most steps may be different ones.
    pub adds_up: bool,
}

/// How much of a bound is in a predicate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// `name/arity`.
    pub predicate: String,
    /// The line of its first clause, from 1, of one of the program's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Of all steps, from 0 to 1.
    pub share: f64,
}

/// Where more predicates are reached nothing is said: the equations are solved once for each.
const MOST: usize = 16;

/// By how much a sum may differ from the bound: both are rounded to whole steps.
const ROUNDED: f64 = 1.0;

/// The shares of predicates in the steps of a call at sizes; nothing where there is one predicate only, or where the steps of
/// one are not known.
pub(crate) fn hot_path(
    declared: &Declared<'_>,
    analysis: &Analysis<'_>,
    equations: &mut Equations<'_>,
    (steps, until): (&Bounded, Until),
    sizes: &SizePoint,
    budget: Budget,
) -> Option<HotPath> {
    let whole = steps.value(Direction::Upper, sizes)?.to_f64();
    let predicates = analysis.predicates();
    if predicates.len() < 2 || predicates.len() > MOST {
        return None;
    }
    let mut steps_in = |pred: PredId| -> Option<f64> {
        budget.check().ok()?;
        let wanted = [(Direction::Upper, Weights::steps().only_of(pred))];
        let ([upper], _) = analysis.sides(equations, wanted, until.solutions());
        let side = Side::of(&upper, analysis);
        steps.value_of(&side, Resource::Steps, Direction::Upper, sizes).ok().map(|value| value.to_f64())
    };
    let each: Vec<(PredId, f64)> =
        predicates.into_iter().map(|pred| Some((pred, steps_in(pred)?))).collect::<Option<_>>()?;
    let sum: f64 = each.iter().map(|(_, steps)| steps).sum();
    let program = &declared.loaded.program;
    let share = |&(pred, steps): &(PredId, f64)| Share {
        predicate: show(program, program.get(pred).functor),
        line: None,
        share: steps / sum,
    };
    let mut shares: Vec<Share> = each.iter().filter(|(_, steps)| *steps > 0.0).map(share).collect();
    shares.sort_by(|one, other| other.share.total_cmp(&one.share));
    (!shares.is_empty()).then(|| HotPath { shares, adds_up: (sum - whole).abs() <= ROUNDED * each.len() as f64 })
}

/// Where the predicates of a text begin, by their names; those of several modules have no place.
pub(crate) struct Places(FxHashMap<String, Option<usize>>);

impl Places {
    pub(crate) fn of(declared: &Declared<'_>) -> Places {
        let program = &declared.loaded.program;
        let mut places: FxHashMap<String, Option<usize>> = FxHashMap::default();
        for pred in own(program) {
            let here = Some(line(program, pred));
            places.entry(show(program, program.get(pred).functor)).and_modify(|line| *line = None).or_insert(here);
        }
        Places(places)
    }

    /// Says of each predicate where it begins: what is kept of earlier runs does not know.
    pub(crate) fn put_in(&self, hot: &mut HotPath) {
        hot.shares.iter_mut().for_each(|of| of.line = self.0.get(&of.predicate).copied().flatten());
    }
}
