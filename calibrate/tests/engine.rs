//! Workloads on the real machine: what they run and what they cover. Counts only; no test looks at a clock.

use calibrate::calibration::Role;
use calibrate::design::{Column, Design, Run};
use calibrate::engine::{Engine, draw, that_run};
use calibrate::exclude::skeleton;
use calibrate::measure::{Bench, Silent};
use calibrate::profile::Mode;
use calibrate::workload::{Workload, isolate, mixed};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use wam::cost::{CostTable, Counts, Key, Nanoseconds};
use wam::instr::{Op, key};

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

/// Families whose work grows faster than their sizes: the drawer gives them small ones.
const GROWING: &[&str] = &["number recursion", "quadratic list"];
/// Families of few forms.
const NARROW: &[&str] = &[
    "euclid",
    "unify",
    "puzzle",
    "parse",
    "inspect",
    "spell",
    "scan",
    "throw",
    "remember",
    "look up",
    "balanced tree",
    "trie",
    "queue",
];

#[test]
fn every_family_writes_programs_that_differ_run_and_succeed_whatever_their_size() {
    const EACH: usize = 20;
    let never = AtomicBool::new(false);
    let families: Vec<&str> = mixed::families().collect();
    let mut wrong = Vec::new();
    for scale in [0.3, 1.0, 5.0] {
        // Numbers are all different, and so are the names of predicates.
        let drawn = families.iter().enumerate().flat_map(|(at, family)| {
            (at * EACH..(at + 1) * EACH).map(move |number| mixed::generate_of(family, 3, number, scale).unwrap())
        });
        let drawn: Vec<Workload> = drawn.collect();
        // A goal that fails raises an exception, and is not among those that run.
        let checked = drawn.iter().map(|one| Workload { goal: format!("succeeds({})", one.goal), ..one.clone() });
        let succeeds = program("succeeds", "succeeds(G) :- ( call(G) -> true ; throw(failed) ).", "succeeds(true)");
        let ran = that_run(checked.chain([succeeds]).collect(), &never).unwrap();
        assert_eq!(ran.last().unwrap().name, "succeeds");
        for family in &families {
            let succeeded = ran.iter().filter(|one| one.family == *family).count();
            if succeeded * 10 < EACH * 9 && !(scale > 1.0 && GROWING.contains(family)) {
                wrong.push(format!("{family} at {scale}: {succeeded} of {EACH} succeed"));
            }
            let of_family = drawn.iter().filter(|one| one.family == *family);
            let structures: BTreeSet<String> = of_family.map(|one| skeleton(&one.text)).collect();
            let fewest = if NARROW.contains(family) { 2 } else { 8 };
            if structures.len() < fewest {
                wrong.push(format!("{family}: only {} structures", structures.len()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
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

/// Counts are the machine's: the same every time, and none of what an unforeseen branch adds is left out.
#[test]
fn branches_that_follow_the_data_are_mispredicted_and_priced_on_average() {
    let walk = |name: &str, bit: &str| {
        let text = format!(
            "{name}(0, _) :- !.\n{name}(N, S) :- T is (S * 1109 + 12345) /\\ 0xffff, B is {bit},\n    \
             ( B =:= 0 -> {name}a(N) ; {name}b(N) ), M is N - 1, {name}(M, T).\n{name}a(_).\n{name}b(_).\n"
        );
        program(name, &text, &format!("{name}(20000, 1)"))
    };
    let workloads = [walk("random", "(T >> 15) /\\ 1"), walk("alternating", "(N >> 0) /\\ 1")];
    let mut engine = Engine::new(&workloads, Mode::Fast).unwrap();
    let missed = |counts: &Counts| Key::MISSED.into_iter().map(|key| counts[key]).sum::<u64>();
    let (random, alternating) = (engine.counts(0).unwrap(), engine.counts(1).unwrap());
    assert!((8_000..12_000).contains(&missed(&random)), "{} of 20000 random branches", missed(&random));
    assert!(missed(&alternating) < 100, "{} of 20000 alternating branches", missed(&alternating));
    let mut prices = CostTable::zero();
    Key::MISSED.into_iter().for_each(|key| prices[key] = Nanoseconds(7.0));
    // Half of the branches of one of two programs of about as many instructions.
    let added = engine.branches().added(&prices);
    let price = |counts: &Counts| added.price(counts).0;
    let all = 7.0 * (missed(&random) + missed(&alternating)) as f64;
    let shared = price(&random) + price(&alternating);
    assert!((0.95..1.05).contains(&(shared / all)), "{shared} of {all} ns");
    // A test that decides at random in one of two programs; an instruction that is always followed by the same; one of neither.
    let (decides, follows, neither) = (key::IfEqualConst::TRUE, key::Deallocate::OK, key::Mul::FLOAT);
    assert!((1.0..4.0).contains(&added[decides].0), "{:?}", added[decides]);
    assert!(added[follows].0 < 0.1, "{:?}", added[follows]);
    let mean = all / (random.instructions() + alternating.instructions()) as f64;
    assert!((0.99..1.01).contains(&(added[neither].0 / mean)), "{:?} for {mean} ns", added[neither]);
}
