//! What a branch predictor may not foresee along a path: an upper bound of the machine's keys for it.
//!
//! The predictor (`wam/src/machine/predictor.rs`) expects the next instruction, and the outcome of an instruction, from
//! the instructions before. What follows in a clause it has seen; what the input decides it may not expect. So a path
//! has one surprise at most wherever the abstract execution forks: the outcome, or, where that does not tell, what comes
//! next. It has an unexpected outcome where it is left open which key is counted, and an unexpected next instruction for
//! each return, failure and call of a goal: where these lead is decided elsewhere. Inside of an instruction, each pair of
//! cells that is unified or compared, each cell that is copied and each comparison of a sort has an outcome that may be
//! unexpected: those are counted as units.
//!
//! A recursion that always takes the same path goes on as it did. Its turns are foreseen; what is not is where it begins
//! and where it ends: that belongs to the path that ends it, for both ([`once_a_run`]). Outcomes that are left open stay:
//! they may be others at each turn.
//!
//! No theorem says that: the tables of a predictor are finite. `tests/mispredictions.rs` holds the bound to counted runs.

use crate::cost::{Cost, VariantId};
use crate::explore::{Outcome, Path};
use crate::range::Range;
use crate::state::State;
use crate::step::{Flow, Next};
use solver::Expr;
use wam::builtins::{BUILTINS, Rule, Units};
use wam::cost::Key;
use wam::instr::{BuiltinId, key};

impl State {
    /// Records that the outcome of an instruction may be unexpected, at every turn of a recursion: nothing that is known of
    /// the path decides it. In a sum of its own, so that [`once_a_run`] leaves it.
    pub(crate) fn may_surprise(&mut self) {
        self.log.push(Cost::Sum([Cost::Key { key: Key::MISSED_OUTCOME, low: 0, high: 1 }].into()));
    }

    /// Records that the outcome of an instruction or the next one may be unexpected, but not both.
    fn forks(&mut self) {
        self.log.push(fork());
    }

    /// Records that the next instruction may be unexpected.
    pub(crate) fn may_lead_elsewhere(&mut self) {
        self.maybe(Key::MISSED_NEXT);
    }
}

/// Records what may be unexpected of an instruction, in the states after it; their logs had `before` entries before it.
pub(crate) fn note(before: usize, next: &mut Next) {
    let forks = next.len() > 1;
    for (state, flow) in next {
        let inside: Vec<Cost> = state.log[before.min(state.log.len())..].iter().filter_map(inside).collect();
        state.log.extend(inside);
        let since = &state.log[before.min(state.log.len())..];
        let is_open = since.iter().any(is_open);
        let calls = since.iter().any(|cost| matches!(cost, Cost::Key { key: key::MetaCall::OK, .. }));
        if forks {
            state.forks();
        } else if is_open {
            state.may_surprise();
        }
        if calls || matches!(flow, Flow::Fail | Flow::Proceed) {
            state.may_lead_elsewhere();
        }
    }
}

/// What may be unexpected inside of an instruction, of its units of work.
fn inside(cost: &Cost) -> Option<Cost> {
    let missed =
        |units: &Range| Cost::Units(Key::MISSED_OUTCOME, Range { low: Some(Expr::int(0)), high: units.high.clone() });
    match cost {
        Cost::Units(key, units) => branches(*key).then(|| missed(units)),
        Cost::UnitsOfOne(lists, units) => {
            lists.iter().copied().flatten().any(|&key| branches(key)).then(|| missed(units))
        }
        _ => None,
    }
}

/// Whether what a unit of work finds decides what is done next: see `wam/src/machine/predictor.rs`.
fn branches(key: Key) -> bool {
    // Units of others are known to be something else: cells of a list, characters, what a number says.
    let looks_at_terms = |builtin: BuiltinId| {
        let row = &BUILTINS[usize::from(builtin.0)];
        match (row.rule, row.effect.map(|effect| effect.units)) {
            (Some(Rule::ProperList | Rule::ListPrefix), _) => false,
            (_, Some(units)) => {
                matches!(units, Units::Compared | Units::ComparedAfter | Units::Nodes(_) | Units::Unknown)
            }
            (_, None) => true,
        }
    };
    [Key::UNIFY_SIMPLE, Key::UNIFY_LIST, Key::UNIFY_STRUCTURE, Key::SORT_PAIR].contains(&key)
        || key.builtin().is_some_and(|builtin| key == Key::builtin_unit(builtin) && looks_at_terms(builtin))
}

/// Whether it is left open what is counted.
fn is_open(cost: &Cost) -> bool {
    match cost {
        Cost::Key { key, low, high } => low != high && key.is_instruction(),
        Cost::Either(_) | Cost::Between(..) => true,
        Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Call(..) | Cost::Solution(_) => false,
        Cost::Times(..) | Cost::Each(..) | Cost::Chosen(..) => false,
        Cost::Sum(costs) => costs.iter().any(is_open),
        Cost::Left { .. } | Cost::Undo { .. } | Cost::Bindings(_) => false,
    }
}

/// The costs of the paths of a variant where what is unexpected of a recursion counts where it begins and ends: nothing
/// on the path that goes on, and that of both on each that ends. Nothing where more than one path goes on, or
/// where it goes on more than once.
pub(crate) fn once_a_run(variant: VariantId, paths: &[&Path]) -> Option<Vec<Cost>> {
    let turns: Vec<bool> = paths.iter().map(|path| calls(&path.cost, variant) > 0).collect();
    let of_kind = |kind: fn(&Outcome) -> bool| {
        paths.iter().zip(&turns).filter(|(path, goes_on)| **goes_on && kind(&path.outcome)).count()
    };
    let kinds: [fn(&Outcome) -> bool; 4] = [
        |of| matches!(of, Outcome::Success(_)),
        |of| matches!(of, Outcome::Failure),
        |of| matches!(of, Outcome::Finished(_)),
        |of| matches!(of, Outcome::Stuck(_) | Outcome::Raises),
    ];
    let is_fixed = turns.contains(&true) && kinds.into_iter().all(|kind| of_kind(kind) <= 1);
    if !is_fixed || paths.iter().any(|path| calls(&path.cost, variant) > 1) {
        return None;
    }
    let going_on = paths.iter().zip(&turns).filter(|(_, goes_on)| **goes_on).map(|(path, _)| Surprises::of(&path.cost));
    let going_on = going_on.fold(Surprises::default(), Surprises::max);
    let changed = paths.iter().zip(&turns).map(|(path, goes_on)| {
        let mut costs: Vec<Cost> = top(&path.cost).iter().filter(|cost| !is_surprise(cost)).cloned().collect();
        if !goes_on {
            costs.extend(Surprises::of(&path.cost).costs());
            costs.extend(going_on.costs());
        }
        Cost::Sum(costs.into())
    });
    Some(changed.collect())
}

/// What a path adds up, one by one.
fn top(cost: &Cost) -> &[Cost] {
    match cost {
        Cost::Sum(costs) => costs,
        other => std::slice::from_ref(other),
    }
}

/// One of the keys of the predictor.
fn fork() -> Cost {
    Cost::Either(Key::MISSED.map(|key| Cost::Key { key, low: 0, high: 1 }).into())
}

fn is_surprise(cost: &Cost) -> bool {
    match cost {
        Cost::Key { key, .. } => Key::MISSED.contains(key),
        Cost::Either(costs) => !costs.is_empty() && costs.iter().all(is_surprise),
        _ => false,
    }
}

/// How often a path itself, apart from its calls and what it does for each solution, may be unexpected.
#[derive(Clone, Copy, Default)]
struct Surprises {
    /// By key of the predictor.
    keys: [u32; 2],
    forks: u32,
}

impl Surprises {
    fn of(cost: &Cost) -> Surprises {
        let mut found = Surprises::default();
        for cost in top(cost).iter().filter(|cost| is_surprise(cost)) {
            match cost {
                Cost::Key { key, high, .. } => found.keys[usize::from(*key != Key::MISSED[0])] += high,
                _ => found.forks += 1,
            }
        }
        found
    }

    fn max(self, other: Surprises) -> Surprises {
        let keys = [0, 1].map(|at| self.keys[at].max(other.keys[at]));
        Surprises { keys, forks: self.forks.max(other.forks) }
    }

    fn costs(self) -> impl Iterator<Item = Cost> {
        let keys = Key::MISSED.into_iter().zip(self.keys).map(|(key, high)| Cost::Key { key, low: 0, high });
        keys.chain([Cost::Times(Range::number(self.forks.into()), fork().into())])
    }
}

/// How many calls of a variant stand in a cost.
fn calls(cost: &Cost, variant: VariantId) -> usize {
    let mut calls = 0;
    cost.calls(&mut |call| calls += usize::from(matches!(call, Cost::Call(callee, ..) if *callee == variant)));
    calls
}
