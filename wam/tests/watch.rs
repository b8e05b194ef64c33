//! What watching tells: against an interpreter that keeps boxes by the book (`watch/simulator.rs`), against figures of the
//! foldt paper, and that it changes nothing.
#![allow(missing_docs)]

#[path = "watch/simulator.rs"]
mod simulator;

use simulator::{Simulator, Told};
use std::any::Any;
use std::ops::ControlFlow;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::watch::{Boxes, Event, Observer, Plan, Port, Ports, Redo};
use wam::machine::{Config, Dispatch, Machine, Solutions, WatchingBoxes, consult};
use wam::read::{Source, read_term_from_str};

const QUEENS: &str = include_str!("watch/queens.pl");

/// Keeps all events.
#[derive(Default)]
struct Log(Vec<Told>);

impl Observer for Log {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        let name = event.program().atoms.name(event.functor().name).to_string();
        self.0.push((event.port(), name, event.call(), event.depth()));
        ControlFlow::Continue(())
    }
}

fn load(text: &str) -> Program {
    let mut program = Program::empty(Atoms::new());
    let report = consult(&Source::new("test.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, [], "{text}");
    program
}

fn machine(text: &str, config: Config) -> Box<Machine> {
    Machine::new(load(text), config).expect("memory")
}

fn plan(machine: &Machine, redo: Redo, boxes: Boxes, semidet: &[&str]) -> Plan {
    let program = machine.program();
    let known = |name: &&str| {
        let found = program.predicates.iter().position(|p| *program.atoms.name(p.functor.name) == **name);
        wam::instr::PredId(found.expect("a predicate of the program") as u32)
    };
    let semidet = semidet.iter().map(known).collect();
    Plan { others: Some(Ports::ALL), redo, boxes, semidet, ..Plan::default() }
}

fn events(text: &str, goal: &str, redo: Redo, boxes: Boxes, semidet: &[&str], all: bool, config: Config) -> Vec<Told> {
    let mut machine = machine(text, config);
    let plan = plan(&machine, redo, boxes, semidet);
    machine.watch(plan, Some(Box::new(Log::default()))).expect("address space");
    let atoms = machine.program().atoms.clone();
    let goal = read_term_from_str(goal, &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    let pred = machine.program().find(goal.terms.functor(goal.root).expect("callable")).expect("defined");
    let loaded = machine.load_goal(pred, &goal);
    let solutions = if all { Solutions::All } else { Solutions::First };
    // An exception is an event of its own.
    let _ = machine.run_goal::<WatchingBoxes>(&loaded, solutions);
    let observer: Box<dyn Any> = machine.unwatch().expect("it was given one");
    observer.downcast::<Log>().expect("it is a log").0
}

fn counts(events: &[Told], port: Port) -> usize {
    events.iter().filter(|(p, ..)| *p == port).count()
}

fn of(events: &[Told], port: Port, name: &str) -> usize {
    events.iter().filter(|(p, n, ..)| *p == port && n == name).count()
}

const SEMIDET: &[&str] = &["main", "data", "safe", "nodiag"];

#[test]
fn five_queens_have_the_events_of_the_paper() {
    for (redo, redos, fails, qperm, nodiag) in
        [(Redo::Left, 85, 82, 50, 0), (Redo::Declared, 95, 92, 60, 0), (Redo::All, 105, 102, 60, 10)]
    {
        let told = events(QUEENS, "main", redo, Boxes::Tail, SEMIDET, true, Config::default());
        let found = [Port::Call, Port::Exit, Port::Redo, Port::Fail].map(|port| counts(&told, port));
        assert_eq!(found, [140, 143, redos, fails], "{redo:?}");
        let found = ["qperm", "qdelete", "nodiag"].map(|name| of(&told, Port::Redo, name));
        assert_eq!(found, [qperm, 35, nodiag], "{redo:?}");
    }
}
