//! Every benchmark program answers right, here and in the other systems that are installed. No time is looked at.
#![allow(missing_docs)]

use horolog::peers::measure::times;
use horolog::peers::program::{Program, load};
use horolog::peers::system::{SYSTEMS, System, Workshop};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn programs() -> Vec<Program> {
    load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../programs/benchmarks")), &[])
        .expect("the suite is well formed")
}

/// Checks every program on a system and runs its goal once; says so where the system is missing.
fn all_answer_right(name: &str) {
    let system: &System = SYSTEMS.iter().find(|system| system.name == name).expect("it is a system");
    if !system.is_installed() {
        eprintln!("{name} is not installed: nothing is compared");
        return;
    }
    let own = PathBuf::from(env!("CARGO_BIN_EXE_horolog"));
    let workshop = Workshop::new(own, Duration::from_secs(120)).expect("there is a place for files");
    let mut wrong = Vec::new();
    for program in programs() {
        if program.cannot(system).is_some() {
            continue;
        }
        let text = program.timed(system, 1);
        let prepared = workshop.prepare(system, &program.name, &text).expect("files can be written");
        let answer = prepared.and_then(|ready| times(&workshop.launch(&ready).expect("it can be launched")));
        wrong.extend(answer.err().map(|what| format!("{}: {what}", program.name)));
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

#[test]
fn every_program_answers_right_here() {
    all_answer_right("horolog");
}

#[test]
fn every_program_answers_right_in_swi_prolog() {
    all_answer_right("swipl");
}

#[test]
fn every_program_answers_right_in_gnu_prolog_s_byte_code() {
    all_answer_right("gprolog");
}

#[test]
fn every_program_answers_right_in_gnu_prolog_s_native_code() {
    all_answer_right("gplc");
}

#[test]
fn the_suite_is_large_and_each_program_says_what_it_stresses() {
    let programs = programs();
    assert!(programs.len() >= 40, "{}", programs.len());
    for program in &programs {
        let first = program.text.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("% {}:", program.name)), "{}: {first}", program.name);
        assert!(program.text.contains("% origin:"), "{} has no origin", program.name);
    }
}

/// A wrong answer must not pass: the check is looked at, and so is an exception.
#[test]
fn what_goes_wrong_is_noticed_in_every_system() {
    let own = PathBuf::from(env!("CARGO_BIN_EXE_horolog"));
    let workshop = Workshop::new(own, Duration::from_secs(120)).expect("there is a place for files");
    for system in SYSTEMS.iter().filter(|system| system.is_installed()) {
        for (name, clauses, words) in [
            ("wrong", "top. check :- 1 =:= 2.", "wrong answer"),
            ("raising", "top :- atom_length(_, _). check.", "instantiation_error"),
        ] {
            let text = format!("% stresses: nothing\n% repeat: 1\n{}\n", clauses.replace(". ", ".\n"));
            let program = Program::parse(name, &text).expect("it is well formed");
            let ready = workshop.prepare(system, name, &program.timed(system, 1)).expect("files can be written");
            let ran = workshop.launch(&ready.expect("it compiles")).expect("it can be launched");
            let message = times(&ran).expect_err("it must not pass");
            assert!(message.contains(words), "{} {name}: {message}", system.name);
        }
    }
}
