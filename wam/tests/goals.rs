//! Goals and their answers, from the files of `tests/goals/` and `programs/unseen/`: the same under every run mode and both
//! dispatchers, and when the heap is collected at every call.
//!
//! A file is a program, and comments `%? Goal => Answer ; Answer` where an answer lists `Variable = Value` pairs, `true`,
//! `no`, or `error(Term)` for an exception that nothing caught. `…` at the end stands for further answers.
#![allow(missing_docs)]

mod common;
mod recorded;

use common::answers;
use recorded::{Recorded, recorded};
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
        for Recorded { line, goal, expected, most: limit } in recorded(&text) {
            let read = read_term_from_str(goal, &atoms, &machines[0].program().ops, &machines[0].program().flags)
                .unwrap_or_else(|error| panic!("{}:{}: {error}", path.display(), line));
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
                failures.extend(unbalanced.map(|what| format!("{}:{}: {goal}: {what}", path.display(), line)));
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
                // A loop that only a timer ends fills the boxes on a fast machine before the timer is seen.
                let is_race = mode.starts_with("watched") && !mode.ends_with("merged") && goal.contains("(0.02, ");
                if *found != expected && !is_full && !is_race {
                    let place = format!("{}:{} {dispatch:?} {mode}", path.display(), line);
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
    recorded::hold(check_file);
}
