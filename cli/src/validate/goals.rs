//! Goals that once were far off: unification of long lists is in [`super::unify`]; here are many void arguments, and lists that are
//! long enough for the caches and the collector.
//!
//! Comes in: nothing. Goes out: the goals to observe, and with what was seen a row for each.

use super::observe::Extra;
use crate::error::CliError;
use calibrate::profile::Mode;
use predict::compare::difference;
use serde::Serialize;

/// The program.
const TEXT: &str = "
built(0, []) :- !.
built(N, [N|L]) :- M is N - 1, built(M, L).
build(N) :- built(N, _).
copied([], []).
copied([X|L], [X|M]) :- copied(L, M).
copy(N) :- built(N, L), copied(L, _).
drawn(0, _, []) :- !.
drawn(N, X, [X|L]) :- Y is X * 16807 mod 2147483647, M is N - 1, drawn(M, Y, L).
order(N) :- drawn(N, 42, L), msort(L, _).
";

/// Names and goals; the large ones are observed in the fast mode only, because a run takes milliseconds.
const SMALL: [(&str, &str); 2] = [("100 voids, read", "voids(@filled)"), ("100 voids, written", "voids(_)")];
const LARGE: [(&str, &str); 6] = [
    ("a list of 100,000 built", "build(100000)"),
    ("a list of 100,000 built and copied", "copy(100000)"),
    ("a list of 100,000 drawn and sorted", "order(100000)"),
    ("a list of 1,000,000 built", "build(1000000)"),
    ("a list of 1,000,000 built and copied", "copy(1000000)"),
    ("a list of 1,000,000 drawn and sorted", "order(1000000)"),
];

/// A goal to observe.
struct Named {
    name: &'static str,
    goal: &'static str,
    is_large: bool,
}

fn named(mode: Mode) -> impl Iterator<Item = Named> {
    let large: &[_] = if mode == Mode::Fast { &LARGE } else { &[] };
    let of = |is_large| move |&(name, goal): &(&'static str, &'static str)| Named { name, goal, is_large };
    SMALL.iter().map(of(false)).chain(large.iter().map(of(true)))
}

/// The goals that are observed in a mode.
pub fn goals(mode: Mode) -> Result<Extra, CliError> {
    let compound = |argument: &dyn Fn(usize) -> String| {
        format!("f({})", (1..=100).map(argument).collect::<Vec<String>>().join(", "))
    };
    let text = format!("{TEXT}\nvoids({}).\n", compound(&|_| "_".into()));
    let filled = compound(&|at| at.to_string());
    Extra::new(&text, &named(mode).map(|of| of.goal.replace("@filled", &filled)).collect::<Vec<String>>())
}

/// A goal that was observed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GoalRow {
    /// What it does.
    pub name: &'static str,
    /// Whether it is about long lists.
    pub is_large: bool,
    /// What it took, in nanoseconds, without entering and leaving the machine.
    pub observed: f64,
    /// The price of what was counted.
    pub priced: f64,
}

impl GoalRow {
    /// Priced against observed.
    pub fn deviation(&self) -> Option<f64> {
        difference(Some(self.priced), self.observed)
    }
}

/// The rows from times and prices, in the order of the goals.
pub fn rows(mode: Mode, seen: &[(f64, f64)]) -> Vec<GoalRow> {
    let row = |(Named { name, is_large, .. }, &(observed, priced)): (Named, &(f64, f64))| GoalRow {
        name,
        is_large,
        observed,
        priced,
    };
    named(mode).zip(seen).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_goal_has_a_row() {
        for mode in Mode::ALL {
            let goals = goals(mode).expect("the goals are read");
            let rows = rows(mode, &vec![(2.0, 1.0); goals.len()]);
            assert_eq!(rows.len(), goals.len());
            assert!(rows.iter().all(|row| row.deviation() == Some(-0.75)), "{rows:?}");
        }
        assert_eq!(rows(Mode::Exact, &[(1.0, 1.0); 9]).len(), SMALL.len());
    }
}
