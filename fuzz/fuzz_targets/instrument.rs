//! Any text is a configuration, or has errors that can be shown; what it selects in a program is told, and the answers stay.
#![no_main]

use libfuzzer_sys::fuzz_target;
use monitor::instrument::basis::Events;
use monitor::instrument::observe::{Happened, Sink, Telling};
use monitor::instrument::ports::plan;
use monitor::instrument::rewrite::{Instrumenter, Values};
use monitor::instrument::{Config, ConfigError};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::{Config as Limits, Dispatch, Machine, RunMode, Solution, WatchingBoxes, WatchingSteps, consult};
use wam::read::{Source, read_term_from_str};
use wam::write::term_to_string;

static LIBRARY: OnceLock<Program> = OnceLock::new();
static EXPECTED: OnceLock<Vec<String>> = OnceLock::new();

const PROGRAM: &str = include_str!("../../monitor/tests/configurations/program.pl");

/// Goals whose answers hold no variables, and that raise nothing.
const GOALS: &[&str] = &[
    "perm([1,2,3], P)",
    "kind(K, 7)",
    "kind(K, a)",
    "sum([1,2.5,3r4,1152921504606846976], S)",
    "note(5), note(4), kept(X)",
    "guarded(X, Y)",
    "deep(5, D)",
    "catch(sum([1,b], _), error(E, _), true)",
];

/// Looks at everything of an event, and does nothing with it.
struct Nosy;

impl Sink for Nosy {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        let _ = (event.value(), event.place());
        ControlFlow::Continue(())
    }
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    match Config::of(&[("fuzz.evc", &text)], Events::all()) {
        Ok(config) => {
            let expected = EXPECTED.get_or_init(|| answers(Config::default()));
            assert_eq!(&answers(config), expected, "{text}");
        }
        Err(errors) => {
            assert!(!errors.is_empty() && errors.iter().all(|error| error.span.end <= text.len()), "{text}");
            errors.iter().map(ConfigError::render).for_each(drop);
        }
    }
});

/// The answers to all goals while everything that is selected is told.
fn answers(config: Config) -> Vec<String> {
    let by = Arc::new(Instrumenter::new(config, Values::All));
    let mut program = LIBRARY.get_or_init(|| wam::library::program(Atoms::new())).clone();
    program.instrument(by.clone());
    let _ = consult(&Source::new("program.pl", PROGRAM), &mut program, Origin::User);
    let limits = Limits { memory: 64 << 20, dispatch: Dispatch::Match, ..Limits::default() };
    let mut machine = Machine::new(program, limits).expect("memory");
    machine.set_output(Box::new(std::io::sink()));
    let plan = plan(by.choices(), Values::All, machine.program()).unwrap_or_default();
    let has_steps = plan.machine.needs_steps();
    machine.watch(plan, Some(Box::new(Telling::new(by, Nosy)))).expect("address space");
    let of = |goal: &&str| match has_steps {
        true => answers_to::<WatchingSteps>(&mut machine, goal),
        false => answers_to::<WatchingBoxes>(&mut machine, goal),
    };
    GOALS.iter().flat_map(of).collect()
}

fn answers_to<R: RunMode>(machine: &mut Machine, goal: &str) -> Vec<String> {
    let (atoms, ops) = (machine.program().atoms.clone(), machine.program().ops.clone());
    let goal = read_term_from_str(goal, &atoms, &ops, &machine.program().flags).expect("a goal");
    let text = |answer| match answer {
        Ok(Solution { terms, bindings, .. }) => {
            let text = |(name, id): &(String, _)| format!("{name} = {} ", term_to_string(&terms, *id, &atoms, &ops));
            bindings.iter().map(text).collect()
        }
        Err(error) => format!("{error:?}"),
    };
    machine.query_as::<R>(&goal).map(text).collect()
}
