//! What tests of folds share: five queens in a machine, and a run of them that is folded.

use monitor::driver::{Driver, Ended};
use monitor::fold::{Fold, Reads};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::watch::Plan;
use wam::machine::{Config, Machine, Solutions, WatchingBoxes, consult};
use wam::read::{Source, read_term_from_str};

const QUEENS: &str = include_str!("../../../wam/tests/watch/queens.pl");

/// A machine with five queens besides what a program has.
pub fn queens(program: Program) -> Box<Machine> {
    with(program, QUEENS)
}

/// A machine with a text besides what a program has.
pub fn with(mut program: Program, text: &str) -> Box<Machine> {
    let report = consult(&Source::new("queens.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    Machine::new(program, Config::default()).expect("memory")
}

/// Runs `main` to its first solution; what a fold comes to, slice by slice.
pub fn fold_main(
    machine: &mut Machine,
    fold: Box<dyn Fold>,
    slice: Option<u64>,
    plan: impl FnOnce(Reads) -> Plan,
) -> Vec<Ended> {
    let ended: Arc<Mutex<Vec<Ended>>> = Arc::default();
    let told = ended.clone();
    let keep = move |slice| {
        told.lock().expect("nobody panics").push(slice);
        ControlFlow::Continue(())
    };
    let driver = Driver::new(vec![fold], slice, Box::new(keep));
    machine.watch(plan(driver.reads()), Some(Box::new(driver))).expect("address space");
    let atoms = machine.program().atoms.clone();
    let goal = read_term_from_str("main", &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    let pred = machine.program().find(goal.terms.functor(goal.root).expect("callable")).expect("defined");
    let loaded = machine.load_goal(pred, &goal);
    machine.run_goal::<WatchingBoxes>(&loaded, Solutions::First).expect("it has a solution");
    Driver::finish(machine);
    std::mem::take(&mut *ended.lock().expect("nobody panics"))
}
