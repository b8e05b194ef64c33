//! Terms that are deep or not finite under every operation on terms, on a native stack of 1 MiB (compiling takes the most): all
//! end, none overflows.
#![allow(missing_docs)]

use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::machine::{Config, Machine, consult};
use wam::read::{Source, read_term_from_str};

const PROGRAM: &str = include_str!("survival.pl");

fn is_true(goal: &str) {
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    let report = consult(&Source::new("survival.pl", PROGRAM), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    let read = read_term_from_str(goal, &atoms, &program.ops, &program.flags).expect("a goal");
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    let run = move || machine.query(&read).next().is_some_and(|answer| answer.is_ok());
    let thread = std::thread::Builder::new().stack_size(if cfg!(instrumented) { 64 << 20 } else { 1 << 20 });
    assert!(thread.spawn(run).expect("a thread").join().expect("no overflow"), "{goal}");
}

#[test]
fn operations_on_cyclic_terms_end() {
    is_true("all_cyclic");
}

#[test]
fn operations_on_deep_terms_need_no_native_stack() {
    is_true("all_deep(30000)");
}
