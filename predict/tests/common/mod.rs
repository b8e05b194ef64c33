//! Goals held to the bounds that a user is told.

use analyzer::inputs::{arguments, is_of, sizes_of};
use analyzer::types::Type;
use calibrate::input::Input;
use calibrate::watch::Watch;
use predict::bounds::Bounded;
use predict::engine::Subject;
use predict::entries::Declared;
use predict::load::term;
use predict::predicates::find;
use predict::sizes::SizePoint;
use predict::units::Until;
use solver::Direction;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Runs are waited for.
pub fn no_limit() -> Watch {
    Watch::new(Duration::from_secs(3600), Arc::new(AtomicBool::new(false)), || std::process::exit(1))
}

/// What is wrong with a goal's steps; nothing where the bounds are not for its terms.
pub fn held(declared: &Declared<'_>, bounded: &Bounded, goal: &str, watch: &Watch) -> Option<Result<(), String>> {
    let program = &declared.loaded.program;
    let read = term(program, "goal", goal).unwrap_or_else(|error| panic!("{goal}: {error}"));
    let pred = find(program, &bounded.predicate).expect("it was found before");
    let terms = arguments(&read).iter().copied().zip(&bounded.pattern);
    let fits = |(arg, of): (_, &Type)| *of == Type::Free || is_of(&read.terms, arg, of, &declared.types);
    if !terms.clone().all(fits) {
        return None;
    }
    let sizes = terms.flat_map(|(arg, of)| sizes_of(&read.terms, arg, of, &declared.types, &program.atoms));
    let point: SizePoint = bounded.names().into_iter().zip(sizes).collect();
    let input = Input::default();
    let subject = Subject { program, goal: (pred, &read), watch, input: &input };
    let run = subject.first_run(0, Until::All.solutions()).unwrap_or_else(|error| panic!("{goal}: {error}"));
    let steps = run.counts.steps() as f64;
    let value = |direction| bounded.value(direction, &point).map(|value| value.to_f64());
    let (lower, upper) = (value(Direction::Lower), value(Direction::Upper));
    let is_outside = lower.is_some_and(|lower| lower > steps) || upper.is_some_and(|upper| upper < steps);
    let fault = || format!("{goal}: {steps} steps, not within {lower:?} and {upper:?} at {point:?}");
    (lower.is_some() || upper.is_some()).then(|| if is_outside { Err(fault()) } else { Ok(()) })
}
