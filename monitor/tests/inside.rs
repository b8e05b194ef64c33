//! Internal ports: the figures of the foldt paper, attributes, and that programs do what they do without them.
#![allow(missing_docs)]

#[path = "../../wam/tests/common/mod.rs"]
mod common;
#[path = "../../wam/tests/recorded/mod.rs"]
mod recorded;

use common::answers;
use monitor::driver::{Driver, plan_for};
use monitor::folds::{Known, shipped};
use monitor::inside::{InternalPorts, Locals, Places};
use monitor::prolog::PrologFold;
use monitor::report::{Field, Report};
use recorded::{Recorded, recorded};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::instr::PredId;
use wam::machine::watch::{Event, Observer, Plan, Ports, Redo, SiteEvent};
use wam::machine::{Collecting, Config as Limits, Fast, Machine, WatchingBoxes, consult};
use wam::read::{Source, read_term_from_str};
use wam::term::Terms;

fn machine(text: &str, limits: Limits) -> Box<Machine> {
    let mut program = wam::library::program_to_run(Atoms::new());
    let report = consult(&Source::new("program.pl", text), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    let mut machine = Machine::new(program, limits).expect("memory");
    machine.set_output(Box::new(std::io::sink()));
    machine
}

/// Asks a goal for its answers, these at most.
fn asked(machine: &mut Machine, goal: &str, most: usize) -> Vec<String> {
    let atoms = machine.program().atoms.clone();
    let read = read_term_from_str(goal, &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    answers::<WatchingBoxes>(machine, &read, &atoms, most)
}

/// What a fold comes to with a goal, run to its first answer.
fn folded(machine: &mut Machine, fold: Box<dyn monitor::fold::Fold>, ports: Option<Ports>, plan: Plan) -> Report {
    let reports: Arc<Mutex<Vec<Report>>> = Arc::default();
    let told = reports.clone();
    let keep = move |ended: monitor::driver::Ended| {
        told.lock().expect("nobody panics").push(ended.report);
        ControlFlow::Continue(())
    };
    let mut driver = Driver::new(vec![fold], None, Box::new(keep));
    ports.into_iter().for_each(|ports| driver.see_only(ports));
    let plan = Plan { redo: plan.redo, semidet: plan.semidet, ..plan_for(driver.reads(), None) };
    driver.set_places(InternalPorts::put_into(machine, &plan, driver.locals()).expect("room"));
    machine.watch(plan, Some(Box::new(driver))).expect("address space");
    asked(machine, "main", 1);
    Driver::finish(machine);
    let mut reports = std::mem::take(&mut *reports.lock().expect("nobody panics"));
    assert_eq!(reports.len(), 1);
    reports.remove(0)
}

/// What a monitor in Prolog comes to.
fn monitored(program: &str, monitor: &str) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("monitor.pl");
    std::fs::write(&path, monitor).expect("room");
    let mut machine = machine(program, Limits::default());
    let fold = PrologFold::load(&path, machine.program().atoms.clone()).expect("it is a monitor");
    match folded(&mut machine, Box::new(fold), None, Plan::default()) {
        Report::Term { text } => text,
        other => panic!("{other:?}"),
    }
}

const QUEENS: &str = include_str!("inside/queens.pl");

#[test]
fn five_queens_with_printing_have_the_events_of_the_papers_table() {
    let mut machine = machine(QUEENS, Limits::default());
    let program = machine.program();
    let at_most_once = ["main", "data", "safe", "nodiag", "print_list", "print_list_2"];
    let semidet = (0..program.predicates.len() as u32).map(PredId).filter(|&id| {
        let name = program.atoms.name(program.get(id).functor.name);
        at_most_once.contains(&&*name)
    });
    let plan = Plan { redo: Redo::Declared, semidet: semidet.collect(), ..Plan::default() };
    let fold = shipped("ports", &Arc::new(Known::default())).expect("it is shipped");
    let Report::Table(table) = folded(&mut machine, fold, Some(Ports::EVERY), plan) else { panic!("a table") };
    let total = table.rows.last().expect("a total");
    let of = |name: &str| {
        let at = table.columns.iter().position(|column| column == name);
        match at.map(|at| &total[at]) {
            Some(Field::Number(count)) => *count,
            other => panic!("{name}: {other:?}"),
        }
    };
    let external = of("call") + of("exit") + of("redo") + of("fail") + of("exception");
    assert_eq!((of("call"), external), (146, 482));
    assert_eq!(of("switch"), 152);
    assert_eq!(of("then") + of("else"), 64);
    assert!(!table.columns.iter().any(|column| column == "disj"));
}

const PARTS: &str = "\
main :- p(1, R), R = R, q(3), q(0).
p(X, R) :- X > 1, R = big.
p(X, R) :-
    Y is X + 1,
    ( Y > 5 -> R = large
    ; Y = Z, \\+ Z = 7 -> R = f(Z)
    ; R = none
    ).
q(N) :- ( N = 0 ; N = 3, once(( r(N) -> true )) ), \\+ r(N).
r(4).
r(3) :- fail.
";

#[test]
fn places_have_a_path_a_line_and_variables() {
    let found = monitored(
        PARTS,
        "initialize([]).
         collect(E, L, [Port-Name-Clause-Path-Line|L]) :-
            port(E, Port), \\+ member(Port, [call, exit, redo, fail]), !, name(E, Name), clause_number(E, Clause),
            goal_path(E, Path), line(E, Line).
         collect(_, L, L).
         post_process(L, R) :- reverse(L, R).",
    );
    let expected = [
        "switch-p-2-[s2]-3",
        "if-p-2-[s2,c2,?]-5",
        "else-p-2-[s2,c2,e]-6",
        "if-p-2-[s2,c2,e,?]-6",
        "neg_enter-p-2-[s2,c2,e,?,c2,~]-6",
        "neg_success-p-2-[s2,c2,e,?,c2,~]-6",
        "then-p-2-[s2,c2,e,t]-6",
        "disj-q-1-[s1,c1,d1]-9",
        "disj-q-1-[s1,c1,d2]-9",
        "if-q-1-[s1,c1,d2,c2,q,?]-9",
    ];
    assert!(found.starts_with(&format!("[{}", expected.join(","))), "{found}");
    let locals = monitored(
        PARTS,
        "initialize([]).
         collect(E, L, [Vars|L]) :- port(E, then), name(E, p), !, local_vars(E, Vars).
         collect(_, L, L).",
    );
    assert_eq!(locals, "[[live_var(\"Y\",2,integer),live_var(\"Z\",2,integer)]]");
}

#[test]
fn a_fold_that_names_no_internal_port_sees_none_and_has_the_program_unchanged() {
    let count = "initialize(0). collect(_, N, M) :- M is N + 1.";
    let external = monitored(QUEENS, count);
    assert_eq!(external, "462");
    let named = "initialize(0). collect(E, N, M) :- ( port(E, then) -> M is N + 1 ; M = N ).";
    assert_eq!(monitored(QUEENS, named), "12");
}

/// Looks at everything of an event, and does nothing with it but to count those within clauses.
struct Nosy {
    places: Option<Places>,
    told: Arc<AtomicU64>,
}

impl Observer for Nosy {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        // Values of a program that builds much are long.
        if event.chrono() < 5_000 {
            let mut terms = Terms::new();
            event.goal_term(&mut terms);
            event.variables(&mut terms);
        }
        ControlFlow::Continue(())
    }

    fn site(&mut self, told: &mut SiteEvent<'_>) -> ControlFlow<()> {
        match self.places.as_mut().and_then(|places| places.event(told)) {
            Some(mut event) => {
                self.told.fetch_add(1, Ordering::Relaxed);
                self.event(&mut event)
            }
            None => ControlFlow::Continue(()),
        }
    }
}

/// The goals of a file whose answers differ from those on record while all ports are told.
fn failures(path: &Path, told: &Arc<AtomicU64>) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let limits = Limits { memory: 96 << 20, ..Limits::default() };
    let collecting = Limits { collecting: Collecting::AtEveryCall, ..limits.clone() };
    let mut failures = Vec::new();
    for (locals, limits) in [(Locals::Untold, limits), (Locals::Told, collecting)] {
        let mut machine = machine(&text, limits);
        let plan = Plan { users: Some(Ports::EVERY), ..Plan::default() };
        let places = InternalPorts::put_into(&mut machine, &plan, locals).expect("room");
        machine.watch(plan, Some(Box::new(Nosy { places, told: told.clone() }))).expect("address space");
        for Recorded { line, goal, expected, most } in recorded(&text) {
            let found = asked(&mut machine, goal, most);
            // Boxes take more memory than they are given here.
            if found != expected && found != ["error(resource_error(memory))"] {
                let place = format!("{}:{} {locals:?}", path.display(), line);
                failures.push(format!("{place}: {goal}\n  expected {expected:?}\n  found    {found:?}"));
            }
        }
    }
    failures
}

#[test]
fn programs_that_tell_internal_ports_have_the_answers_on_record() {
    let told = Arc::new(AtomicU64::new(0));
    recorded::hold(|path| failures(path, &told));
    let told = told.load(Ordering::Relaxed);
    assert!(told >= 100_000, "only {told} internal events");
}

#[test]
fn clauses_are_as_they_were_when_nothing_is_told_any_more() {
    let mut machine = machine(PARTS, Limits::default());
    let atoms = machine.program().atoms.clone();
    let goal = read_term_from_str("p(1, R)", &atoms, &machine.program().ops, &machine.program().flags).expect("a goal");
    let before = answers::<Fast>(&mut machine, &goal, &atoms, 9);
    let plan = Plan { users: Some(Ports::EVERY), ..Plan::default() };
    let places = InternalPorts::put_into(&mut machine, &plan, Locals::Told).expect("room");
    machine.watch(plan, Some(Box::new(Nosy { places, told: Arc::default() }))).expect("address space");
    assert_eq!(asked(&mut machine, "p(1, R)", 9), before);
    let with = machine.events();
    machine.unwatch();
    machine.recompile(None).expect("room");
    let plan = Plan { users: Some(Ports::EVERY), ..Plan::default() };
    machine.watch(plan, Some(Box::new(Nosy { places: None, told: Arc::default() }))).expect("address space");
    assert_eq!(asked(&mut machine, "p(1, R)", 9), before);
    assert!(machine.events() < with, "{} of {with}", machine.events());
}

/// Internal events as `port-name-clause-path`.
fn paths(program: &str) -> String {
    monitored(
        program,
        "initialize([]).
         collect(E, L, [Port-Name-Clause-Path|L]) :-
            port(E, Port), \\+ member(Port, [call, exit, redo, fail, exception]), !, name(E, Name), clause_number(E, Clause),
            goal_path(E, Path), ( port(E, switch) ; true ), !.
         collect(_, L, L).
         post_process(L, R) :- reverse(L, R).",
    )
}

#[test]
fn clauses_of_dynamic_predicates_tell_internal_ports_asserted_ones_too() {
    let program = "\
:- dynamic d/2, only/0.
d(X, Y) :- X > 5, !, Y = big.
d(X, Y) :- ( X > 1 -> Y = more ; Y = one ).
d(_, none).
only.
main :- d(7, _), d(2, _), assertz((e(X) :- \\+ X = 1)), e(2), asserta(e(1)), e(1), only.
";
    let found = paths(program);
    let expected = "[switch-d-1-[s1],switch-d-2-[s2],if-d-2-[s2,?],then-d-2-[s2,t],switch-e-0-[s0],neg_enter-e-0-[s0,~],\
        neg_success-e-0-[s0,~],switch-e-0-[s0],switch-only-1-[s1]]";
    assert_eq!(found, expected);
}

#[test]
fn goals_that_are_given_and_goals_of_modules_tell_internal_ports_of_their_clause() {
    let program = "\
main :-
    findall(X, ( member(X, [1, 2]), ( X > 1 -> true ; true ) ), _),
    ( setof(X-Y, Z^( member(X-Z, [1-a, 2-b]), ( Y = X ; fail ) ), _) -> true ; true ),
    catch(( \\+ fail, throw(x) ), x, ( true ; true )),
    forall(member(X, [1]), ( X == 1 -> true ; true )),
    G = ( true -> true ), call(G),
    lists:( member(a, [a]) -> true ; true ).
";
    let found = paths(program);
    let expected = "[first-main-1-[s1,c1,a2,c1],if-main-1-[s1,c1,a2,c2,?],else-main-1-[s1,c1,a2,c2,e],later-main-1-[s1,c1,a2,c1],\
        if-main-1-[s1,c1,a2,c2,?],then-main-1-[s1,c1,a2,c2,t],\
        if-main-1-[s1,c2,?],first-main-1-[s1,c2,?,a2,c1],disj-main-1-[s1,c2,?,a2,c2,d1],disj-main-1-[s1,c2,?,a2,c2,d2],\
        later-main-1-[s1,c2,?,a2,c1],disj-main-1-[s1,c2,?,a2,c2,d1],\
        disj-main-1-[s1,c2,?,a2,c2,d2],then-main-1-[s1,c2,t],neg_enter-main-1-[s1,c3,a1,c1,~],neg_success-main-1-[s1,c3,a1,c1,~],\
        disj-main-1-[s1,c3,a3,d1],first-main-1-[s1,c4,a1],if-main-1-[s1,c4,a2,?],then-main-1-[s1,c4,a2,t],if-main-1-[s1,c7,:,?],then-main-1-[s1,c7,:,t]]";
    assert_eq!(found, expected);
    // With boxes of the library they are told of the clause, too.
    let mut machine = machine(program, Limits::default());
    let told = Arc::new(AtomicU64::new(0));
    let plan = Plan { users: Some(Ports::EVERY), library: Some(Ports::ALL), ..Plan::default() };
    let places = InternalPorts::put_into(&mut machine, &plan, Locals::Told).expect("room");
    machine.watch(plan, Some(Box::new(Nosy { places, told: told.clone() }))).expect("address space");
    assert_eq!(asked(&mut machine, "main", 1), ["true"]);
    assert_eq!(told.load(Ordering::Relaxed), 22);
}

#[test]
fn dynamic_clauses_are_as_they_were_when_nothing_is_told_any_more() {
    let text = ":- dynamic d/1.\nd(X) :- ( X = 1 ; X = 2 ).\nd(3).\nd(4).\nadd :- assertz((d(X) :- ( X = 5 ; X = 6 ))), retract(d(3)).\n";
    let mut machine = machine(text, Limits::default());
    let told = Arc::new(AtomicU64::new(0));
    let mut answers = Vec::new();
    for round in 0..3 {
        let plan = Plan { users: Some(Ports::EVERY), ..Plan::default() };
        let places = InternalPorts::put_into(&mut machine, &plan, Locals::Told).expect("room");
        machine.watch(plan, Some(Box::new(Nosy { places, told: told.clone() }))).expect("address space");
        if round == 1 {
            asked(&mut machine, "add", 1);
            assert_eq!(asked(&mut machine, "d(3)", 1), ["no"]);
        }
        answers.push(asked(&mut machine, "d(X)", 9));
        machine.unwatch();
        machine.recompile(None).expect("room");
        let events = told.load(Ordering::Relaxed);
        let plan = Plan { users: Some(Ports::EVERY), ..Plan::default() };
        machine.watch(plan, Some(Box::new(Nosy { places: None, told: told.clone() }))).expect("address space");
        let before = machine.events();
        answers.push(asked(&mut machine, "d(X)", 9));
        // A call, an exit of each answer, a redo between, a failure: clauses tell nothing.
        let last = answers.last().map_or(0, Vec::len) as u64;
        assert!(machine.events() - before <= 2 * last + 2, "{} events", machine.events() - before);
        machine.unwatch();
        assert!(events >= 5 * (round + 1) && told.load(Ordering::Relaxed) == events, "{events} in round {round}");
    }
    let [before, after] =
        [["X = 1", "X = 2", "X = 3", "X = 4"].to_vec(), ["X = 1", "X = 2", "X = 4", "X = 5", "X = 6"].to_vec()];
    assert_eq!(answers, [&before, &before, &after, &after, &after, &after].map(Vec::clone));
}

#[test]
fn goals_of_the_library_with_several_solutions_are_entered_first_and_later() {
    let monitor = "initialize([]).
        collect(E, L, M) :- port(E, P), ( memberchk(P, [first, later]) -> goal_path(E, Path), M = [P-Path|L] ; M = L ).
        post_process(L, R) :- reverse(L, R).";
    for (program, told) in [
        // The last solution leaves nothing to ask for.
        ("main :- between(1, 3, X), X >= 2, !.", "[first-[s1,c1],later-[s1,c1]]"),
        ("main :- member(X, [a, b]), X == c.", "[first-[s1,c1],later-[s1,c1]]"),
        ("main :- member(X, [a]), X == a.", "[first-[s1,c1]]"),
        ("main :- ( repeat -> true ; true ), append(X, [_], [a]), X == [].", ""),
        ("main :- setof(X-Y, member(X, [b, a]), L), Y = L.", ""),
        ("main :- \\+ ( select(X, [1, 2], _), X > 2 ).", ""),
        // A predicate of the user's has ports of its own.
        ("main :- member(a, [a]). member(_, _).", "[]"),
        (":- dynamic f/1. f(1). f(2). main :- retract(f(X)), X > 1, clause(f(_), true). main.", ""),
    ] {
        let found = monitored(program, monitor);
        assert!(told.is_empty() || found == told, "{program}: {found}");
        assert!(found.contains("first") || told == "[]", "{program}: {found}");
    }
}
