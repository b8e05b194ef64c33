//! Ordinary programs (`programs/ordinary`): the bounds of steps of each of the sixty predicates as they are recorded, how many
//! have both, and that the goals of `goals.pl` take as many steps as the bounds allow.

mod common;

use analyzer::budget::Budget;
use common::{held, no_limit};
use predict::bounds::Bounded;
use predict::entries::Declared;
use predict::load::{Reading, load};
use predict::predicates::find;
use predict::units::{Resource, Until};
use predict::usage::{Asked, Domain, Used, bound_as_used, text};
use solver::Direction;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Predicates of interest, and goals for each.
const PREDICATES: usize = 60;
const GOALS_EACH: usize = 3;
/// Predicates with bounds from both sides for all sizes, at least.
const BOUNDED: usize = 35;
/// Goals whose steps were held to bounds, at least: of some a bound is not for their terms.
const HELD: usize = 150;
/// The time of an analysis: what takes longer has no bound.
const PATIENCE: Duration = Duration::from_secs(30);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../programs/ordinary")
}

/// The goals of each predicate, by file and indicator.
fn goals() -> BTreeMap<(String, String), Vec<String>> {
    let facts = std::fs::read_to_string(folder().join("goals.pl")).expect("the goals");
    let mut goals: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for fact in facts.lines().filter_map(|line| line.strip_prefix("goal('")?.strip_suffix(").")) {
        let (file, rest) = fact.split_once("', ").expect("a file");
        let (indicator, goal) = rest.split_once(", ").expect("an indicator");
        goals.entry((file.into(), indicator.into())).or_default().push(goal.into());
    }
    goals
}

/// One side of a bound: closed forms with where they hold.
fn side(bounded: &Bounded, direction: Direction) -> String {
    let parts = bounded.side(direction).parts().iter().map(|part| {
        let form = part.form.as_ref().map_or_else(|_| "unknown".into(), ToString::to_string);
        match bounded.valid(part) {
            valid if valid.is_empty() => form,
            valid => format!("{form} for {valid}"),
        }
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "unknown".into() } else { parts.join("; ") }
}

#[test]
fn ordinary_predicates_have_the_bounds_that_are_recorded_and_goals_stay_within_them() {
    let (goals, mut table, mut faults) = (goals(), String::new(), Vec::new());
    let (mut both, mut compared) = (0, 0);
    assert_eq!(goals.len(), PREDICATES);
    let watch = no_limit();
    for ((file, indicator), goals) in &goals {
        assert_eq!(goals.len(), GOALS_EACH, "{file} {indicator}");
        let loaded =
            load(Some(&folder().join(file)), indicator, &Reading::default()).unwrap_or_else(|error| panic!("{error}"));
        let declared = Declared::of(&loaded).unwrap_or_else(|error| panic!("{file}: {error}"));
        let pred = find(&loaded.program, indicator).unwrap_or_else(|error| panic!("{file}: {error}"));
        let entry = declared.declared_entry(pred).expect("a good entry").expect("an entry");
        let budget = Budget::unlimited().lasting(PATIENCE);
        let (resource, until) = (Resource::Steps, Until::All);
        let asked = Asked { resource, until, pricing: None, budget, domain: Domain::Every };
        let used = bound_as_used(&declared, &entry, asked, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
        let Used { declared, bounded, .. } = used;
        let types = text(&bounded.taken).map_or(String::new(), |types| format!("\n  {types}"));
        let (lower, upper) = (side(&bounded, Direction::Lower), side(&bounded, Direction::Upper));
        table += &format!(
            "{file} {}{types}\n  {}\n  at least {lower}\n  at most  {upper}\n",
            bounded.entry,
            bounded.legend()
        );
        both += usize::from(bounded.upper.is_whole());
        for goal in goals {
            let held = held(&declared, &bounded, goal, &watch);
            compared += usize::from(held.is_some());
            faults.extend(held.and_then(Result::err));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    insta::assert_snapshot!("bounds_of_ordinary_predicates", table);
    assert!(both >= BOUNDED, "{both} have bounds from both sides for all sizes");
    assert!(compared >= HELD, "{compared} goals were held to bounds");
}
