//! Any text is a monitor, or is refused with an error; one that runs goes wrong at most by itself: the program's answers stay.
#![no_main]

use libfuzzer_sys::fuzz_target;
use monitor::driver::{Driver, Ended, plan_for};
use monitor::inside::InternalPorts;
use monitor::prolog::PrologFold;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::{Config, Dispatch, Fast, Machine, RunMode, Solution, WatchingBoxes, consult};
use wam::read::{Source, read_term_from_str};
use wam::write::term_to_string;

static LIBRARY: OnceLock<Program> = OnceLock::new();
static EXPECTED: OnceLock<Vec<String>> = OnceLock::new();

const PROGRAM: &str = include_str!("../../monitor/tests/configurations/program.pl");
const GOALS: &[&str] = &["perm([1,2,3], P)", "kind(K, a)", "note(5), note(4), kept(X)", "guarded(X, Y)", "caught(_)"];

/// What a monitor is that folds: most texts are none, and then they are a part of this one.
const FOLDS: &str = "initialize(0).\ncollect(E, N, M) :- M is N + 1, seen(E).\n";

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let text = if text.contains("collect(") { text } else { format!("{FOLDS}seen(E) :- {text}") };
    let file = tempfile::Builder::new().suffix(".pl").tempfile().expect("a file");
    std::fs::write(file.path(), &text).expect("room");
    let expected = EXPECTED.get_or_init(|| answers::<Fast>(machine()));
    let mut machine = machine();
    let Ok(fold) = PrologFold::load(file.path(), machine.program().atoms.clone()) else { return };
    let mut driver = Driver::new(vec![Box::new(fold)], None, Box::new(|_: Ended| ControlFlow::Continue(())));
    let plan = plan_for(driver.reads(), None);
    driver.set_places(InternalPorts::put_into(&mut machine, &plan, driver.locals()).expect("room"));
    machine.watch(plan, Some(Box::new(driver))).expect("address space");
    assert_eq!(&answers::<WatchingBoxes>(machine), expected, "{text}");
});

fn machine() -> Box<Machine> {
    let mut program = LIBRARY.get_or_init(|| wam::library::program(Atoms::new())).clone();
    let _ = consult(&Source::new("program.pl", PROGRAM), &mut program, Origin::User);
    let config = Config { memory: 64 << 20, dispatch: Dispatch::Match, ..Config::default() };
    Machine::new(program, config).expect("memory")
}

/// The answers to all goals; the run is over.
fn answers<R: RunMode>(mut machine: Box<Machine>) -> Vec<String> {
    let (atoms, ops) = (machine.program().atoms.clone(), machine.program().ops.clone());
    let mut found = Vec::new();
    for goal in GOALS {
        let goal = read_term_from_str(goal, &atoms, &ops, &machine.program().flags).expect("a goal");
        found.extend(machine.query_as::<R>(&goal).map(|answer| match answer {
            Ok(Solution { terms, bindings, .. }) => {
                let text = |(name, id): &(String, _)| format!("{name} = {} ", term_to_string(&terms, *id, &atoms, &ops));
                bindings.iter().map(text).collect()
            }
            Err(error) => format!("{error:?}"),
        }));
    }
    Driver::finish(&mut machine);
    found
}
