//! Workloads on the real machine: what they run and what they cover. Counts only; no test looks at a clock.

use calibrate::calibration::Role;
use calibrate::design::{Column, Design, Run};
use calibrate::engine::{Engine, draw, that_run};
use calibrate::measure::{Bench, Silent};
use calibrate::profile::Mode;
use calibrate::workload::{Workload, isolate};
use std::sync::atomic::AtomicBool;
use wam::cost::{Key, Nanoseconds};
use wam::instr::Op;

fn program(name: &str, text: &str, goal: &str) -> Workload {
    Workload {
        name: name.into(),
        family: "test".into(),
        text: format!("{text}\n"),
        goal: goal.into(),
        baseline: None,
        role: Role::Row,
    }
}

/// Runs with their counts and a time that means nothing.
fn runs(workloads: &[Workload]) -> Vec<Run> {
    let mut engine = Engine::new(workloads, Mode::Fast).unwrap();
    (0..workloads.len())
        .map(|at| Run::of_program(&workloads[at].name, "test", &engine.counts(at).unwrap(), Nanoseconds(1.0)))
        .collect()
}

#[test]
fn the_workloads_exercise_every_key_of_every_instruction_and_of_the_collector() {
    let never = AtomicBool::new(false);
    let isolating = isolate::generate(1, 1000);
    let mut idle: Vec<String> = isolating.iter().map(|one| one.text.clone()).collect();
    let isolating = that_run(isolating, &never).unwrap();
    idle.retain(|text| isolating.iter().all(|one| one.text != *text));
    assert_eq!(idle, Vec::<String>::new(), "isolating programs that do not run");
    let mixed = draw(1, 500, &mut Silent, &never).unwrap();
    assert!(mixed.len() >= 400, "only {} of 500 mixed programs are of use", mixed.len());
    let workloads: Vec<Workload> =
        mixed.into_iter().chain(isolating.into_iter().map(|one| Workload { baseline: None, ..one })).collect();
    let design = Design::new(&runs(&workloads), Default::default()).unwrap();
    let missing: Vec<String> = design
        .missing
        .iter()
        .filter(|column| column.key().is_some_and(|key| Op::of_key(key).is_some() || Key::COLLECTOR.contains(&key)))
        .map(Column::to_string)
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn proposition_1_is_recovered_from_programs_without_tests() {
    let facts = "q(a, 1). q(b, 2). q(c, 3). q(d, 1).\nr(1, x). r(2, y). r(1, z).\n";
    let queries = [
        "q(X, 1), r(1, Y)",
        "q(X, N), r(N, Y)",
        "q(X, N), r(M, z), q(Y, M)",
        "r(A, x), r(A, B), q(C, A)",
        "q(X, 9)",
        "r(2, x)",
        "q(d, N), r(N, z)",
        "r(X, z), r(X, x), q(c, 3)",
        "q(X, 2), q(X, 2), r(2, Y)",
        "q(A, B), q(C, B), r(B, z), r(D, y)",
        "q(A, 3), q(A, N), r(N, Z)",
        "r(N, z), q(X, N), q(X, 1)",
        "q(b, N), r(N, y)",
        "q(e, N)",
    ];
    let goals = queries.iter().enumerate().map(|(at, query)| format!("go{at}(A) :- {query}, A = 7.\ngo{at}(_).\n"));
    let text: String = std::iter::once(facts.to_string()).chain(goals).collect();
    let workloads: Vec<Workload> = (0..queries.len())
        .map(|at| program(&format!("p{at}"), if at == 0 { &text } else { "" }, &format!("go{at}(8)")))
        .collect();
    let invariants = Design::space(&runs(&workloads));
    let mut broken = runs(&workloads).remove(0);
    let retry = Column::of(wam::instr::key::Retry::OK);
    broken.counts.retain(|&(column, _)| column != retry);
    broken.counts.push((retry, 17));
    broken.counts.sort_unstable();
    // A retry without a failure breaks a law, whichever of the equivalent forms it was found in.
    assert!(!matches!(invariants.admits(&broken.counts), calibrate::design::Admission::Determined));
    let laws = invariants.lines();
    assert!(laws.iter().any(|law| law.contains("retry") && law.contains("fail")), "{laws:#?}");
}
