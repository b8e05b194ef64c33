//! Bounds of every resource, to the first solution and to the end of all, hold on counted runs of the corpus.

mod common;

use analyzer::analysis::{Analysis, Bounds};
use analyzer::assertion::Assertions;
use analyzer::entry::Entry;
use analyzer::inputs::generate;
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use common::{corpus, corpus_names, corpus_text, entry_indicator, find, load, shown, sizes_to_test};
use solver::{Bound, Rational, Var};
use wam::code::Program;
use wam::cost::Counts;
use wam::machine::{Config, Counting, Machine, Solutions};

/// A resource: its weights, and what a run used of it.
type Used = (fn() -> Weights, fn(&Counts) -> u64);

const RESOURCES: [Used; 5] = [
    (Weights::steps, Counts::steps),
    (Weights::instructions, Counts::instructions),
    (Weights::heap, Counts::heap),
    (Weights::choice_points, Counts::choice_points),
    (Weights::trail, Counts::trail),
];

/// What an analysis says of each resource in [`RESOURCES`], and last of the number of solutions.
fn bounds_of(analysis: &Analysis<'_>, until: Solutions) -> Vec<Bounds> {
    let mut equations = analysis.equations();
    let mut found: Vec<Bounds> =
        RESOURCES.iter().map(|(weights, _)| analysis.bounds(&mut equations, weights(), until)).collect();
    if until == Solutions::All {
        found.push(analysis.solutions(&mut equations));
    }
    found
}

/// Runs a predicate on inputs of the given sizes both ways; gives how many runs there were.
fn check(program: &Program, indicator: &str, sizes: &[Vec<i64>], seeds: u64) -> usize {
    let types = TypeTable::of(program).expect("good regular types");
    let assertions = Assertions::of(program, &types).expect("good assertions");
    let pred = find(program, indicator);
    let entry = Entry::declared(program, &types, pred).expect("a good entry").expect("an entry");
    let analysis = Analysis::new(program, &types, &assertions, &entry);
    let params: Vec<Var> = analysis.sizes().into_iter().map(|size| size.var).collect();
    let domain = analysis.domain();
    let mut machine = Machine::new(program.clone(), Config::default()).expect("memory for a machine");
    let mut runs = 0;
    for until in [Solutions::First, Solutions::All] {
        let bounds = bounds_of(&analysis, until);
        for sizes in sizes {
            let size = |var: &Var| params.iter().position(|param| param == var).map(|at| sizes[at]);
            if domain.holds(&size) == Some(false) {
                continue;
            }
            for seed in 0..seeds {
                let Ok(goal) = generate(program, &types, &entry, sizes, seed) else { continue };
                let loaded = machine.load_goal(pred, &goal);
                machine.take_counts();
                let Ok(outcome) = machine.run_goal::<Counting>(&loaded, until) else { continue };
                let counts = machine.take_counts();
                let used = RESOURCES.iter().map(|(_, of)| of(&counts)).chain([outcome.solutions]);
                for (bounds, used) in bounds.iter().zip(used) {
                    let at =
                        format!("{indicator} at {sizes:?}, seed {seed}, {until:?}: {used} against {}", shown(bounds));
                    holds(bounds, &size, used, &at);
                }
                runs += 1;
            }
        }
    }
    runs
}

fn holds(bounds: &Bounds, sizes: &dyn Fn(&Var) -> Option<i64>, used: u64, at: &str) {
    let point = |var: &Var| sizes(var).map(Rational::from);
    let value = |bound: &Bound, lower: bool| {
        let expr = bound.known()?.at(sizes)?;
        let value = if lower { expr.eval_lower(&point) } else { expr.eval_upper(&point) };
        Some(value.unwrap_or_else(|error| panic!("{at}: {error}")))
    };
    let used = Rational::from(used);
    assert!(value(&bounds.lower.bound, true).is_none_or(|lower| lower <= used), "{at}");
    assert!(value(&bounds.upper.bound, false).is_none_or(|upper| used <= upper), "{at}");
}

#[test]
fn every_resource_stays_within_its_bounds_to_the_first_solution_and_to_the_last() {
    let mut runs = 0;
    for name in corpus_names() {
        let (program, text) = (corpus(&name), corpus_text(&name));
        runs += check(&program, &entry_indicator(&text), &sizes_to_test(&text), 1);
    }
    assert!(runs > 2000, "{runs} runs");
}

const CHOICES: &str = "
    :- entry pick(+list, -).
    pick([X|_], X).
    pick([_|Xs], X) :- pick(Xs, X).
    :- entry bound(-).
    bound(X) :- ( X = a ; X = b ; X = c ).
    :- entry tested(-).
    tested(R) :- ( u(X), X = b -> R = X ; R = none ).
    u(a).
    u(b).
    u(c).
";

#[test]
fn solutions_choice_points_and_trail_entries_are_counted_as_they_are_bounded() {
    let program = load("choices.pl", CHOICES);
    let mut table = String::new();
    for indicator in ["pick/2", "bound/1", "tested/1"] {
        let sizes: Vec<Vec<i64>> = if indicator == "pick/2" { (0..7).map(|x| vec![x]).collect() } else { vec![vec![]] };
        assert!(check(&program, indicator, &sizes, 3) >= 6, "{indicator}");
        let types = TypeTable::of(&program).expect("good regular types");
        let assertions = Assertions::of(&program, &types).expect("good assertions");
        let entry = Entry::declared(&program, &types, find(&program, indicator)).expect("a good entry");
        let analysis = Analysis::new(&program, &types, &assertions, &entry.expect("an entry"));
        for until in [Solutions::First, Solutions::All] {
            let found: Vec<String> = bounds_of(&analysis, until).iter().map(shown).collect();
            table += &format!("{indicator} {until:?}: {}\n", found.join(" | "));
        }
    }
    insta::assert_snapshot!(table);
}
