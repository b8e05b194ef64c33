//! Goals and their answers, from the files of `tests/goals/` and `programs/unseen/`: the same under every run mode and both
//! dispatchers, and when the heap is collected at every call.
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
use wam::instr::PredId;
use wam::machine::watch::{Boxes, Plan, Ports, Redo};
use wam::machine::{Collecting, Config, Counting, Dispatch, Exact, Fast, Machine, Predictable, WatchingBoxes, consult};
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
        machines.push(Machine::new(program.clone(), collecting.clone()).expect("memory"));
        // Once is enough of what takes that long.
        let collecting = if dispatch == Dispatch::Threaded { collecting } else { config.clone() };
        for (redo, boxes, config) in [
            (Redo::Left, Boxes::Tail, config.clone()),
            (Redo::All, Boxes::Full, collecting),
            (Redo::Left, Boxes::Merge, config.clone()),
        ] {
            let mut machine = Machine::new(program.clone(), config).expect("memory");
            let keeps_arguments = boxes == Boxes::Full;
            let everything = Plan {
                users: Some(Ports::NONE),
                library: Some(Ports::NONE),
                redo,
                boxes,
                keeps_arguments,
                ..Plan::default()
            };
            machine.watch(everything, None).expect("address space");
            machines.push(machine);
        }
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
                answers::<WatchingBoxes>(&mut machines[5], &read, &atoms, limit),
                answers::<WatchingBoxes>(&mut machines[6], &read, &atoms, limit),
                answers::<WatchingBoxes>(&mut machines[7], &read, &atoms, limit),
            ];
            // What is unbalanced once stays so.
            if failures.is_empty() {
                let unbalanced = machines[5..].iter().find_map(|machine| unbalanced(machine));
                failures.extend(unbalanced.map(|what| format!("{}:{}: {goal}: {what}", path.display(), number + 1)));
            }
            for (mode, found) in [
                "fast",
                "predictable",
                "exact",
                "counting",
                "collecting",
                "watched",
                "watched, all redone",
                "watched, merged",
            ]
            .iter()
            .zip(&found)
            {
                // Boxes of all goals with their arguments take more memory than a million calls are given here.
                let is_full = *mode == "watched, all redone" && *found == ["error(resource_error(memory))"];
                if *found != expected && !is_full {
                    let place = format!("{}:{} {dispatch:?} {mode}", path.display(), number + 1);
                    failures.push(format!("{place}: {goal}\n  expected {expected:?}\n  found    {found:?}"));
                    break;
                }
            }
        }
    }
    failures
}

/// A predicate whose ports do not add up: calls = exits + fails + exceptions - redos, in every run that is at its end.
fn unbalanced(machine: &Machine) -> Option<String> {
    let ids = (0..machine.program().predicates.len()).map(|id| PredId(id as u32));
    ids.map(|id| (id, machine.passages(id))).find_map(|(id, [calls, exits, redos, fails, exceptions])| {
        let differ = calls + redos != exits + fails + exceptions;
        differ.then(|| {
            format!("{}: {calls} + {redos} are not {exits} + {fails} + {exceptions}", machine.program().indicator(id))
        })
    })
}

#[test]
fn goals_have_the_answers_on_record_under_every_mode_and_dispatcher() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let within = |directory| std::fs::read_dir(folder.join(directory)).expect("the directory");
    let entries = ["tests/goals", "../programs/unseen"].into_iter().flat_map(within);
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|name| name == "pl")).collect();
    files.sort();
    let goals_of = |path| std::fs::read_to_string(path).expect("it is there").matches("\n%? ").count();
    let goals: usize = files.iter().map(goals_of).sum();
    assert!(goals >= 1500, "only {goals} goals");
    let failures: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = files.iter().map(|path| scope.spawn(|| check_file(path))).collect();
        runs.into_iter().flat_map(|run| run.join().expect("a file's goals do not panic")).collect()
    });
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}
