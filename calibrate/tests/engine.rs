//! Workloads on the real machine: what they run and what they cover. Counts only; no test looks at a clock.

use calibrate::calibration::{Effort, Role};
use calibrate::design::{Column, Design, Run};
use calibrate::engine::{Engine, count, draw, further, that_run};
use calibrate::exclude::skeleton;
use calibrate::laws::{Admission, Invariants, Relation};
use calibrate::measure::{Bench, Silent};
use calibrate::profile::Mode;
use calibrate::programs::{Measured, files};
use calibrate::workload::{Workload, isolate, mixed};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::cost::{CostTable, Counts, Key, KeyKind, Nanoseconds};
use wam::instr::{Op, key};
use wam::machine::{Counting, Machine, Solutions, consult};
use wam::read::{Source, read_term_from_str};

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

/// What a run of each executes.
fn counts(workloads: &[Workload]) -> Vec<Counts> {
    let mut engine = Engine::new(workloads, Mode::Fast).unwrap();
    (0..workloads.len()).map(|at| engine.counts(at).unwrap()).collect()
}

/// Runs with their counts and a time that means nothing.
fn runs(workloads: &[Workload]) -> Vec<Run> {
    let run = |(of, counts): (&Workload, Counts)| Run::of_program(&of.name, &of.family, &counts, Nanoseconds(1.0));
    workloads.iter().zip(counts(workloads)).map(run).collect()
}

#[test]
fn the_workloads_exercise_every_key_of_every_instruction_and_of_the_collector() {
    let never = AtomicBool::new(false);
    let isolating = isolate::generate(1, 1000, 3);
    let mut idle: Vec<String> = isolating.iter().map(|one| one.text.clone()).collect();
    let isolating = that_run(isolating, &never).unwrap();
    idle.retain(|text| isolating.iter().all(|one| one.text != *text));
    assert_eq!(idle, Vec::<String>::new(), "isolating programs that do not run");
    let mixed = draw(1, (500, Effort::Quick), &mut Silent, &never).unwrap();
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
        let ran = that_run(drawn.clone(), &never).unwrap();
        for family in &families {
            let succeeded = ran.iter().filter(|one| one.family == *family).count();
            if succeeded * 10 < EACH * 9 && !(scale > 1.0 && GROWING.contains(family)) {
                wrong.push(format!("{family} at {scale}: {succeeded} of {EACH} succeed"));
            }
            let of_family = drawn.iter().filter(|one| one.family == *family);
            let structures: BTreeSet<String> = of_family.map(|one| skeleton(&one.text)).collect();
            let fewest = if NARROW.contains(family) { 2 } else { 5 };
            if structures.len() < fewest {
                wrong.push(format!("{family}: only {} structures", structures.len()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// What a calibration counts: whole programs, and isolating ones less their baselines; with times that mean nothing.
fn counted(seed: u64) -> Vec<Run> {
    let never = AtomicBool::new(false);
    let isolating = that_run(isolate::generate(seed, 1000, 3), &never).unwrap();
    let timed = |run: Run, time| Run { time: Nanoseconds(time), ..run };
    let programs = runs(&isolating);
    let rows = (0..isolating.len()).filter(|&at| isolating[at].role == Role::Row);
    let isolated = rows.map(|at| {
        let baseline = isolating[at].baseline.expect("an isolating program has one");
        timed(programs[at].clone(), 2.0).less(&programs[baseline]).expect("time is left")
    });
    let mixed = draw(seed, (500, Effort::Quick), &mut Silent, &never).unwrap();
    runs(&mixed).into_iter().chain(isolated).collect()
}

/// Every failure goes back to a choice point, which is resumed: by a clause, by what follows in a clause, by a fact.
/// That of a `catch/3` fails again.
fn proposition_1(runs: &[Run]) -> Relation {
    let resumes = [key::Retry::OK, key::Trust::OK, key::RetryElse::OK, key::TrustElse::OK, key::DynamicRetry::OK];
    let exercised: BTreeSet<Column> = runs.iter().flat_map(|run| run.counts.iter().map(|cell| cell.0)).collect();
    let failures =
        exercised.into_iter().filter(|column| column.key().is_some_and(|key| key.row().kind == KeyKind::Failure));
    let resumes = resumes.map(|key| (Column::of(key), 1));
    Relation::new(resumes.into_iter().chain(failures.map(|column| (column, -1))).collect())
}

#[test]
fn proposition_1_is_the_law_of_the_real_machine() {
    let never = AtomicBool::new(false);
    for seed in [1, 2] {
        let runs = counted(seed);
        let invariants = Invariants::of(&runs, &further(seed, Effort::Quick, &never).unwrap());
        let law = proposition_1(&runs);
        assert!(law.terms().len() > 80, "only {} keys", law.terms().len());
        // As vectors: nothing else is a law, and nothing is added to it.
        assert_eq!(invariants.laws, [law], "seed {seed}");
        // What builtins do at one size, or only together, is not a law.
        assert!(!invariants.gaps.is_empty());
        assert_eq!(invariants.rank + invariants.laws.len() + invariants.gaps.len(), invariants.columns.len());
    }
}

#[test]
fn without_further_programs_relations_of_the_workloads_pass_for_laws() {
    let (runs, never) = (counted(1), AtomicBool::new(false));
    let (isolated, mixed): (Vec<Run>, Vec<Run>) = runs.iter().cloned().partition(|run| run.weight < 1.0);
    let alone = Invariants::of(&mixed, &[]);
    assert!(alone.laws.len() > 3, "{:?}", alone.laws);
    let others = [isolated, further(1, Effort::Quick, &never).unwrap()].concat();
    let told_apart = Invariants::of(&mixed, &others);
    assert_eq!(told_apart.laws, [proposition_1(&runs)]);
    assert_eq!(told_apart.rank, alone.rank);
    assert!(told_apart.gaps.len() > alone.gaps.len());
}

/// Runs that were not looked at when the law was found, to the end of all solutions.
#[test]
fn every_kind_of_run_obeys_the_law() {
    let runs = counted(1);
    let law = proposition_1(&runs);
    let text = ":- dynamic(d/2).\nd(a, 1). d(b, 2). d(a, 3).\nq(1). q(2). q(3).\n\
        r(X) :- q(X), X > 1.\nsmall(X) :- X < 2, !. small(_) :- fail.\n\
        t0 :- fail.\nt1(X) :- r(X).\nt2(X) :- once(r(X)).\nt3 :- \\+ r(9).\nt4(X) :- d(a, X).\n\
        t5(X) :- once(d(_, X)).\nt6(X) :- catch(r(X), _, true).\nt7(X) :- catch(( r(X), throw(found(X)) ), found(_), true).\n\
        t8(L) :- findall(X-Y, ( r(X), d(_, Y) ), L).\nt9(X) :- ( r(X) *-> true ; X = none ).\n\
        t10(X) :- setup_call_cleanup(true, r(X), true).\nt11(X) :- once(setup_call_cleanup(true, r(X), true)).\n\
        t12(X) :- between(1, 4, X), \\+ small(X).\nt13(X) :- ( q(X), X > 2 ; X = 7 ; r(X), fail ; X = 8 ).\n\
        t14(A, B) :- append(A, B, [1, 2, 3]), length(A, N), N =\\= 1.\nt15 :- forall(q(X), X > 0), \\+ forall(q(X), X > 1).\n\
        t16(X) :- member(X, [f(1), g(2), h(3)]), arg(1, X, N), ( N =:= 2 -> fail ; true ).\n\
        t17(X) :- sub_atom(banana, X, _, _, an).\nt18(L) :- setof(X-Y, d(X, Y), L).\nt19 :- retract(d(a, 1)), assertz(d(a, 1)).\n\
        t20(X) :- call(( q(X), X @> 1 )).\nt21 :- catch(atom_length(_, _), error(_, _), fail).\n";
    let goals = [
        "t0",
        "t1(_)",
        "t2(_)",
        "t3",
        "t4(_)",
        "t5(_)",
        "t6(_)",
        "t7(_)",
        "t8(_)",
        "t9(_)",
        "t10(_)",
        "t11(_)",
        "t12(_)",
        "t13(_)",
        "t14(_, _)",
        "t15",
        "t16(_)",
        "t17(_)",
        "t18(_)",
        "t19",
        "t20(_)",
        "t21",
    ];
    let mut program = wam::library::program(Atoms::new());
    let report = consult(&Source::new("test", text), &mut program, Origin::User);
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    let mut machine = Machine::new(program, Default::default()).unwrap();
    let invariants = Invariants { laws: vec![law], ..Invariants::of(&runs, &[]) };
    let mut failing = 0;
    for text in goals {
        for until in [Solutions::First, Solutions::All] {
            let program = machine.program();
            let goal = read_term_from_str(text, &program.atoms, &program.ops, &program.flags).unwrap();
            let predicate = program.find(goal.terms.functor(goal.root).unwrap()).unwrap();
            let goal = machine.load_goal(predicate, &goal);
            machine.take_counts();
            let solutions = machine.run_goal::<Counting>(&goal, until).unwrap().solutions;
            let counts = machine.take_counts();
            let broken = |solutions| match invariants.admits(&counts, solutions) {
                Admission::Determined => 0,
                Admission::Undetermined { broken, .. } => broken.len(),
            };
            assert_eq!(broken(solutions), 0, "{text}, {solutions} solutions: {counts:?}");
            assert_eq!(broken(solutions + 1), 1, "{text}: the law says nothing");
            failing += usize::from(solutions == 0);
        }
    }
    assert_eq!(failing, 4);
}

#[test]
fn what_is_written_of_a_program_can_be_loaded_and_does_what_it_says() {
    let never = AtomicBool::new(false);
    let mut workloads = that_run(isolate::generate(1, 1000, 3), &never).unwrap();
    workloads.truncate(60);
    workloads.extend(draw(1, (60, Effort::Quick), &mut Silent, &never).unwrap());
    let counted = counts(&workloads);
    let measured = workloads.iter().cloned().zip(&counted).map(|(workload, counts)| Measured {
        workload,
        counts: counts.clone(),
        time: Nanoseconds(1.0),
        fitted: true,
    });
    let measured: Vec<Measured> = measured.collect();
    let written = files(&measured);
    assert_eq!(written.len(), measured.len() + 2);
    let names: BTreeSet<&String> = written.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), written.len());
    let library = wam::library::program(Atoms::new());
    for (program, (name, text)) in measured.iter().zip(&written) {
        let mut loaded = library.clone();
        let report = consult(&Source::new(name.as_str(), text.as_str()), &mut loaded, Origin::User);
        assert!(report.errors.is_empty(), "{name}: {:?}", report.errors);
        let goal = text.lines().find_map(|line| line.strip_prefix("% ?- ")?.strip_suffix('.')).expect("a goal");
        let goal = read_term_from_str(goal, &loaded.atoms, &loaded.ops, &loaded.flags).unwrap();
        let predicate = loaded.find(goal.terms.functor(goal.root).unwrap()).unwrap();
        let mut machine = Machine::new(loaded, Default::default()).unwrap();
        let goal = machine.load_goal(predicate, &goal);
        machine.run_goal::<Counting>(&goal, Solutions::First).unwrap();
        assert_eq!(machine.take_counts().instructions(), program.counts.instructions(), "{name}");
    }
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
    let (counted, branches) = count(&workloads, &mut Silent, &AtomicBool::new(false)).unwrap();
    let missed = |counts: &Counts| Key::MISSED.into_iter().map(|key| counts[key]).sum::<u64>();
    let [random, alternating] = &counted[..] else { panic!("there are two") };
    assert!((8_000..12_000).contains(&missed(random)), "{} of 20000 random branches", missed(random));
    assert!(missed(alternating) < 100, "{} of 20000 alternating branches", missed(alternating));
    let mut prices = CostTable::zero();
    Key::MISSED.into_iter().for_each(|key| prices[key] = Nanoseconds(7.0));
    // Half of the branches of one of two programs of about as many instructions.
    let added = branches.added(&prices);
    let price = |counts: &Counts| added.price(counts).0;
    let all = 7.0 * (missed(random) + missed(alternating)) as f64;
    let shared = price(random) + price(alternating);
    assert!((0.95..1.05).contains(&(shared / all)), "{shared} of {all} ns");
    // A test that decides at random in one of two programs; an instruction that is always followed by the same; one of neither.
    let (decides, follows, neither) = (key::IfEqualConst::TRUE, key::Deallocate::OK, key::Mul::FLOAT);
    assert!((1.0..4.0).contains(&added[decides].0), "{:?}", added[decides]);
    assert!(added[follows].0 < 0.1, "{:?}", added[follows]);
    let mean = all / (random.instructions() + alternating.instructions()) as f64;
    assert!((0.99..1.01).contains(&(added[neither].0 / mean)), "{:?} for {mean} ns", added[neither]);
}
