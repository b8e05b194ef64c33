//! A generated program runs within limits, and gives the same answers whether or not the heap is collected at every call.
#![no_main]

use horolog_fuzz::program_text;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use std::time::Duration;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::error::RunError;
use wam::machine::{Collecting, Config, Counting, Dispatch, Fast, Machine, RunMode, consult};
use wam::read::{Source, read_term_from_str};
use wam::write::term_to_string;

static LIBRARY: OnceLock<Program> = OnceLock::new();

/// The most calls of a goal, and the most answers asked for.
const CALLS: usize = 3000;
const ANSWERS: usize = 5;
/// How long a goal may take: one call of a builtin can be long (`tab(1 << 40)`).
const TIME: Duration = Duration::from_secs(5);

fuzz_target!(|bytes: &[u8]| {
    let (clauses, goals) = program_text(bytes);
    let mut program = LIBRARY.get_or_init(|| wam::library::program(Atoms::new())).clone();
    let _ = consult(&Source::new("fuzz.pl", clauses.clone()), &mut program, Origin::User);
    let mut due = machine(&program, Collecting::WhenDue);
    let mut always = machine(&program, Collecting::AtEveryCall);
    for goal in goals {
        let limited = format!("call_with_inference_limit(({goal}), {CALLS}, R)");
        let (due, always) = (answers::<Fast>(&mut due, &limited), answers::<Counting>(&mut always, &limited));
        // From then on the two may know different clauses.
        let (Some(due), Some(always)) = (due, always) else { return };
        assert_eq!(due, always, "\n{clauses}\n?- {goal}.");
    }
});

fn machine(program: &Program, collecting: Collecting) -> Box<Machine> {
    let dispatch = Dispatch::Match;
    let config = Config { memory: 8 << 20, time_limit: Some(TIME), dispatch, collecting, ..Config::default() };
    let mut machine = Machine::new(program.clone(), config).expect("memory");
    machine.set_output(Box::new(std::io::sink()));
    machine
}

/// The answers as text; none where a limit of memory or time was reached, which may happen in one run and not in another.
fn answers<R: RunMode>(machine: &mut Machine, goal: &str) -> Option<Vec<String>> {
    let (atoms, ops) = (machine.program().atoms.clone(), machine.program().ops.clone());
    let goal = read_term_from_str(goal, &atoms, &ops, &machine.program().flags).ok()?;
    let mut found = Vec::new();
    for answer in machine.query_as::<R>(&goal).take(ANSWERS) {
        found.push(match answer {
            Ok(solution) => {
                let values = solution.bindings.iter();
                let text = |id| term_to_string(&solution.terms, id, &atoms, &ops);
                values.map(|(name, id)| format!("{name} = {} ", text(*id))).collect()
            }
            Err(RunError::Prolog(error)) => term_to_string(&error.terms, error.ball, &atoms, &ops),
            Err(RunError::Halt(status)) => format!("halt {status}"),
        });
    }
    let limited = |text: &String| ["resource_error", "time_limit", "_G"].iter().any(|of| text.contains(of));
    if found.iter().any(limited) { None } else { Some(found) }
}
