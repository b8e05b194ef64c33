//! Paths joined where they meet, in variants through which too many lead.
//!
//! Paths that have failed go on at the same choice point with the same registers, environment and heap: what tells them
//! apart is what they have cost, and under which condition. Where a variant has more paths than are told apart, it is
//! explored once more, and those that meet so become one: its condition is what all of theirs imply, its cost that of
//! one of them, its choices those that all have made. No bound gets lower by that, and no lower one higher: the joined
//! path may be taken wherever one of them is.

use crate::cost::Cost;
use crate::explore::Ending;
use crate::state::{Bag, State};
use rustc_hash::FxHashSet;
use solver::{Guard, Linear};

/// How many paths may have ended before those that ended alike become one.
const ENDINGS: usize = 48;

/// How many paths that differ in what they know of terms go on side by side.
const SIDE_BY_SIDE: usize = 16;

/// Takes the states that go on at the newest choice point, those that meet joined. Where more are left, they know what was
/// known when it was made: rows of long terms fail at each of their places, and otherwise at each of those of the next row
/// after that.
pub(crate) fn next_to_go_on(waiting: &mut Vec<State>) -> Vec<State> {
    let deepest = waiting.iter().map(|state| state.choices.len()).max().unwrap_or(0);
    let (now, later) = std::mem::take(waiting).into_iter().partition::<Vec<_>, _>(|s| s.choices.len() == deepest);
    *waiting = later;
    let mut groups = grouped(now, &State::meets);
    if groups.len() > SIDE_BY_SIDE {
        let forgetful = groups.into_iter().flatten().map(State::without_lasting);
        groups = grouped(forgetful, &State::meets);
    }
    groups.into_iter().map(joined).collect()
}

/// Those that are alike together, by the first of them.
fn grouped<T>(all: impl IntoIterator<Item = T>, are_alike: &dyn Fn(&T, &T) -> bool) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for one in all {
        match groups.iter_mut().find(|group| are_alike(&group[0], &one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

/// Joins the paths that have ended alike, once there are many.
pub(crate) fn join_endings(endings: &mut Vec<(State, Ending)>) {
    if endings.len() <= ENDINGS {
        return;
    }
    let alike = |a: &(State, Ending), b: &(State, Ending)| {
        let same = matches!(
            (&a.1, &b.1),
            (Ending::Exhausted, Ending::Exhausted)
                | (Ending::Success(_), Ending::Success(_))
                | (Ending::Raised, Ending::Raised)
        );
        same && a.0.choices == b.0.choices
    };
    for mut group in grouped(std::mem::take(endings), &alike) {
        let last = group.pop().expect("groups are not empty");
        let ending = match last.1 {
            Ending::Success(_) if !group.is_empty() => Ending::Success(Vec::new()),
            ending => ending,
        };
        let states = group.into_iter().map(|(state, _)| state).chain([last.0]).collect();
        endings.push((joined(states), ending));
    }
}

/// One path for several that meet.
fn joined(mut states: Vec<State>) -> State {
    let mut first = states.swap_remove(0);
    if states.is_empty() {
        return first;
    }
    let same = |state: &State, length: usize| (0..length).take_while(|&at| state.log[at] == first.log[at]).count();
    let shortest = states.iter().map(|state| state.log.len()).min().unwrap_or(0).min(first.log.len());
    let log = states.iter().map(|state| same(state, shortest)).min().unwrap_or(0);
    let chosen = |state: &State| state.splits.iter().zip(&first.splits).take_while(|(a, b)| a == b).count();
    let splits = states.iter().map(chosen).min().unwrap_or(0);
    let all: Vec<State> = std::iter::once(first.clone()).chain(states).collect();
    let (mut costs, mut guards): (Vec<Cost>, Vec<Guard>) = (Vec::new(), Vec::new());
    let (mut solutions, mut bags) = (Vec::new(), Vec::new());
    for state in &all {
        let own = &state.splits[splits..];
        let sum = Cost::Sum(state.log[log..].into());
        let cost = match own {
            [] => sum,
            own => Cost::Chosen(own.into(), state.guard.clone(), sum.into()),
        };
        if !costs.contains(&cost) {
            costs.push(cost);
        }
        guards.push(state.guard.project(&|var| own.iter().all(|split| split.var != *var)));
        solutions.push(state.over(own, &state.solutions));
        let (count, cells) = (state.over(own, &state.bag.count), state.over(own, &state.bag.cells));
        bags.push(Bag { of: state.bag.of.clone(), count, cells });
        let news: Vec<_> = state.made.iter().map(|made| state.over(own, made)).collect();
        news.into_iter().for_each(|made| first.makes(made));
    }
    first.log.truncate(log);
    // Choice points that were made after costs that differ: what may be left from then on is counted with all of them.
    first.choices.iter_mut().for_each(|choice| choice.rebase(log));
    first.log.push(if costs.len() == 1 { costs.remove(0) } else { Cost::one_of(costs) });
    first.splits.truncate(splits);
    first.guard = guards.into_iter().reduce(|a, b| implied_by_both(&a, &b)).unwrap_or_default();
    first.solutions = solutions.into_iter().reduce(|a, b| a.join(&b)).unwrap_or_default();
    first.bag = bags.into_iter().reduce(|a, b| a.join(&b)).unwrap_or_default();
    for state in &all {
        first.outlive(state);
        first.changes.add(&state.changes);
    }
    first
}

/// A condition that holds where either does.
fn implied_by_both(a: &Guard, b: &Guard) -> Guard {
    let [(of_a, apart_a), (of_b, apart_b)] = [a.forms(), b.forms()];
    let from_a = of_a.iter().filter(|form| b.implies(form));
    let from_b = of_b.iter().filter(|form| a.implies(form));
    let forms: FxHashSet<&Linear> = from_a.chain(from_b).collect();
    let mut forms: Vec<&Linear> = forms.into_iter().collect();
    forms.sort();
    let mut guard = forms.into_iter().fold(Guard::always(), |guard, form| guard.with(form.clone()));
    for form in apart_a.iter().filter(|form| apart_b.contains(form)) {
        let possible = guard.require_distinct(form.clone());
        debug_assert!(possible, "it holds where either does");
    }
    guard
}
