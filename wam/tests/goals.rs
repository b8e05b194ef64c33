//! Goals and their answers, from the files of `tests/goals/`: the same under every run mode and both dispatchers, and
//! when the heap is collected at every call.
//!
//! A file is a program, and comments `%? Goal => Answer ; Answer` where an answer lists `Variable = Value` pairs, `true`,
//! `no`, or `error(Term)` for an exception that nothing caught. `…` at the end stands for further answers.
#![allow(missing_docs)]

mod common;

use common::answers;
use std::path::Path;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::{Collecting, Config, Counting, Dispatch, Exact, Fast, Machine, Predictable, consult};
use wam::read::{Source, read_term_from_str};

fn check_file(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let atoms = Atoms::new();
    let mut program: Program = wam::library::program_to_run(atoms.clone());
    let report = consult(&Source::new("goals.pl", text.as_str()), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{}", path.display());
    let config = Config { memory: 64 << 20, ..Config::default() };
    let mut failures = Vec::new();
    for dispatch in [Dispatch::Threaded, Dispatch::Match] {
        // A machine each, because goals may change the database.
        let config = Config { dispatch, ..config.clone() };
        let mut machines: Vec<_> =
            (0..4).map(|_| Machine::new(program.clone(), config.clone()).expect("memory")).collect();
        let collecting = Config { collecting: Collecting::AtEveryCall, memory: 48 << 20, ..config.clone() };
        machines.push(Machine::new(program.clone(), collecting).expect("memory"));
        for machine in &mut machines {
            machine.set_output(Box::new(std::io::sink()));
        }
        for (number, line) in text.lines().enumerate() {
            let Some((goal, expected)) = line.strip_prefix("%? ").and_then(|rest| rest.split_once(" => ")) else {
                continue;
            };
            let read = read_term_from_str(goal, &atoms, &machines[0].program().ops, &machines[0].program().flags)
                .unwrap_or_else(|error| panic!("{}:{}: {error}", path.display(), number + 1));
            let open = expected.ends_with(" ; …");
            let expected: Vec<&str> = expected.trim_end_matches(" ; …").split(" ; ").collect();
            let limit = if open { expected.len() } else { expected.len() + 1 };
            let found = [
                answers::<Fast>(&mut machines[0], &read, &atoms, limit),
                answers::<Predictable>(&mut machines[1], &read, &atoms, limit),
                answers::<Exact>(&mut machines[2], &read, &atoms, limit),
                answers::<Counting>(&mut machines[3], &read, &atoms, limit),
                answers::<Fast>(&mut machines[4], &read, &atoms, limit),
            ];
            for (mode, found) in ["fast", "predictable", "exact", "counting", "collecting"].iter().zip(&found) {
                if *found != expected {
                    let place = format!("{}:{} {dispatch:?} {mode}", path.display(), number + 1);
                    failures.push(format!("{place}: {goal}\n  expected {expected:?}\n  found    {found:?}"));
                    break;
                }
            }
        }
    }
    failures
}

#[test]
fn goals_have_the_answers_on_record_under_every_mode_and_dispatcher() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goals");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).expect("the directory").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let failures: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = files.iter().map(|path| scope.spawn(|| check_file(path))).collect();
        runs.into_iter().flat_map(|run| run.join().expect("a file's goals do not panic")).collect()
    });
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}
