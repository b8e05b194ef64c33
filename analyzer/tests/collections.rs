//! Collections: where bounds say that there is none there is none, and what they say that collections do at most is at
//! or above what counted runs do, key by key.

mod held;

use analyzer::analysis::{Analysis, Bounds};
use analyzer::budget::Budget;
use analyzer::collections::Collections;
use analyzer::entry::Entry;
use analyzer::inputs::generate;
use held::{Loaded, Ran, run};
use solver::{Rational, Var};
use std::time::Duration;
use wam::cost::Key;
use wam::instr::PredId;
use wam::machine::{Pushed, Solutions, UNCOLLECTED, most_collected};

/// What pushes cells in different ways: live or not, with and without environments, choice points and trail.
const PROGRAM: &str = include_str!("collected.pl");

/// The greatest value of an upper bound at sizes; nothing where it is not known.
fn most(bounds: &Bounds, analysis: &Analysis<'_>, sizes: &[i64]) -> Option<u64> {
    let params: Vec<Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
    let at = |var: &Var| params.iter().position(|param| param == var).map(|at| sizes[at]);
    let solution = bounds.upper.bound.known()?;
    let piece = solution.pieces.iter().find(|piece| piece.region.holds(&at) == Some(true))?;
    let value = piece.closed()?.eval_upper(&|var| at(var).map(Rational::from)).ok()?;
    value.ceil().to_i64().and_then(|value| u64::try_from(value).ok())
}

/// A predicate with what its runs push at most.
struct Bounded<'a> {
    entry: Entry,
    analysis: Analysis<'a>,
    collections: Result<Collections, String>,
}

fn bounded<'a>(loaded: &'a Loaded, pred: PredId) -> Bounded<'a> {
    let entry = Entry::declared(&loaded.program, &loaded.types, pred).expect("a good entry").expect("an entry");
    let analysis = Analysis::within(&loaded.program, &loaded.types, &loaded.assertions, &entry, Budget::unlimited());
    let collections = analysis.collections(&mut analysis.equations(), Solutions::All);
    Bounded { entry, analysis, collections }
}

impl Bounded<'_> {
    fn pushed(&self, sizes: &[i64]) -> Pushed {
        let collections = self.collections.as_ref().expect("what it pushes is known");
        let pushed = collections.pushed(|bounds| most(bounds, &self.analysis, sizes));
        pushed.expect("so many cells at most")
    }
}

/// The predicates of [`PROGRAM`] with sizes of their inputs: with some of them something is collected.
const SIZES: &[(&str, &[&[i64]])] = &[
    ("build/2", &[&[0], &[1000], &[32_000], &[33_000], &[300_000], &[600_000]]),
    ("grow/2", &[&[10], &[8000], &[8300], &[200_000]]),
    ("counted/2", &[&[10], &[20_000], &[100_000]]),
    ("copied/2", &[&[10], &[12_000], &[100_000], &[300_000]]),
    ("reversed/2", &[&[10], &[200], &[300], &[1500]]),
    ("open/2", &[&[2, 10], &[3, 200], &[5, 3000], &[9, 1000]]),
    ("floats/2", &[&[10], &[16_000], &[200_000]]),
    ("found/3", &[&[10], &[10_000], &[100_000]]),
    ("found_again/2", &[&[10, 10], &[300, 100], &[1000, 300]]),
    ("mapped/2", &[&[10], &[5000], &[100_000]]),
    ("terms/1", &[&[10], &[1000], &[50_000]]),
];

#[test]
fn collections_do_no_more_than_their_bounds_say_and_none_come_before_they_may() {
    let loaded = Loaded::text("collected.pl", PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = loaded.machine();
    let (mut faults, mut quiet, mut collecting) = (Vec::new(), 0, Vec::new());
    for &(name, points) in SIZES {
        let pred = loaded.entries().into_iter().find(|&pred| loaded.indicator(pred) == name).expect("an entry");
        let bounded = bounded(&loaded, pred);
        let mut collected = 0;
        for &sizes in points {
            let goal = generate(&loaded.program, &loaded.types, &bounded.entry, sizes, 1).expect("a goal");
            let pushed = bounded.pushed(sizes);
            let Ran::Ended(counts, _) = run(&mut machine, pred, &goal, Duration::from_secs(60)) else {
                panic!("{name} ends at {sizes:?}");
            };
            let bound = most_collected(pushed);
            quiet += u64::from(pushed.cells < UNCOLLECTED);
            collected += counts[Key::COLLECT];
            for key in Key::COLLECTOR {
                if counts[key] > bound[key] {
                    faults.push(format!("{name} at {sizes:?}: {key} {} > {}, {pushed:?}", counts[key], bound[key]));
                }
            }
        }
        collecting.extend((collected > 0).then_some(name));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(collecting, SIZES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    assert!(quiet >= 15, "{quiet} runs that push less than a collection waits for");
}

#[test]
fn where_what_is_pushed_is_not_known_that_is_said() {
    let text = "
        :- entry kept(+list(int)).
        kept(Xs) :- nb_setval(it, Xs), nb_getval(it, _).
        :- entry open(?).
        open(X) :- X = f(_).
        :- entry asked(+list(int)).
        asked(Xs) :- length(Xs, _), garbage_collect.
    ";
    let loaded = Loaded::text("unknown.pl", text).unwrap_or_else(|error| panic!("{error}"));
    let why = |name: &str| {
        let pred = loaded.entries().into_iter().find(|&pred| loaded.indicator(pred) == name).expect("an entry");
        bounded(&loaded, pred).collections.err().unwrap_or_default()
    };
    assert!(why("kept/1").contains("pushes is not known"), "{}", why("kept/1"));
    assert_eq!(why("open/1"), "how many variables the input holds is not known");
    assert_eq!(why("asked/1"), "how many cells garbage_collect/0 pushes is not known");
}
