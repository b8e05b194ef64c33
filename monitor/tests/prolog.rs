//! Monitors in Prolog: the shipped ones say what those in Rust say, bad ones are stopped and named.
#![allow(missing_docs)]

#[path = "prolog/modes.rs"]
mod modes;
mod support;

use monitor::driver::{Ended, plan_for};
use monitor::fold::{Fold, Moment, Reads};
use monitor::prolog::PrologFold;
use monitor::report::Report;
use std::path::Path;
use support::{fold_main, queens, with};
use wam::atoms::Atoms;
use wam::machine::Machine;
use wam::machine::watch::{Plan, Redo};

/// What the monitor of a file comes to with five queens, slice by slice.
fn texts(path: &Path, redo: Redo) -> Result<Vec<String>, String> {
    texts_in(queens(wam::library::program_to_run(Atoms::new())), path, redo)
}

/// The same, on a machine with `main/0`.
fn texts_in(machine: Box<Machine>, path: &Path, redo: Redo) -> Result<Vec<String>, String> {
    texts_at(Moment::Later, machine, path, redo)
}

/// Told later where that will do, or then in any case.
fn texts_at(moment: Moment, mut machine: Box<Machine>, path: &Path, redo: Redo) -> Result<Vec<String>, String> {
    let atoms = machine.program().atoms.clone();
    let fold = PrologFold::load(path, atoms).map_err(|error| error.to_string())?;
    let plan = |reads: Reads| Plan { redo, ..plan_for(Reads { moment: reads.moment.max(moment), ..reads }, None) };
    let ended = fold_main(&mut machine, Box::new(fold), None, plan);
    let text = |ended: &Ended| match &ended.report {
        Report::Term { text } => text.clone(),
        Report::Error { message } => format!("error: {message}"),
        other => panic!("{other:?}"),
    };
    Ok(ended.iter().map(text).collect())
}

fn shipped(name: &str, redo: Redo) -> Vec<String> {
    texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("folds").join(name), redo).expect("it is a monitor")
}

#[test]
fn shipped_monitors_have_the_figures_of_the_paper() {
    assert_eq!(shipped("calls.pl", Redo::Left), ["140"]);
    assert_eq!(shipped("ports.pl", Redo::Left), ["[call-140,exit-143,redo-85,fail-82,exception-0]"]);
    assert_eq!(shipped("depths.pl", Redo::Left), ["[1-1,2-2,3-12,4-16,5-12,6-17,7-27,8-37,9-16]"]);
    assert_eq!(shipped("max-depth.pl", Redo::Left), ["9"]);
    let solutions = shipped("solutions.pl", Redo::Left);
    assert!(solutions[0].starts_with("[data([1,2,3,4,5]),qdelete(1,[1,2,3,4,5],[2,3,4,5])"), "{solutions:?}");
    let flow = shipped("control-flow-counts.pl", Redo::Declared);
    let arcs = flow[0].matches("/").count() / 2;
    assert_eq!(arcs, 17, "{flow:?}");
    assert_eq!(shipped("control-flow.pl", Redo::Left)[0].matches("/").count() / 2, 17);
    let calls = shipped("call-graph.pl", Redo::Left);
    for arc in ["queen/2-safe/1-11", "qperm/2-qperm/2-31", "nodiag/3-nodiag/3-23", "user/0-main/0-1"] {
        assert!(calls[0].contains(arc), "{arc}: {calls:?}");
    }
    let coverage = shipped("coverage.pl", Redo::Left);
    assert!(coverage[0].contains("qdelete/3-[again,exit,fail]"), "{coverage:?}");
    assert!(coverage[0].contains("qperm/2-[again,exit]"), "{coverage:?}");
    assert!(coverage[0].starts_with("coverage(12,21,["), "{coverage:?}");
    let sites = shipped("site-coverage.pl", Redo::Left);
    assert!(sites[0].starts_with("coverage("), "{sites:?}");
    let proof = shipped("proof-tree.pl", Redo::Left);
    let goals =
        ["main", "data(", "queen(", "qperm(", "qdelete(", "safe(", "nodiag("].map(|of| proof[0].matches(of).count());
    assert_eq!(goals.iter().sum::<usize>(), 38, "{proof:?}");
    assert!(proof[0].starts_with("[0-main,1-data([1,2,3,4,5]),1-queen([1,2,3,4,5],["), "{proof:?}");
}

/// What a monitor comes to that is written here.
fn written(text: &str) -> Result<Vec<String>, String> {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("monitor.pl");
    std::fs::write(&path, text).expect("room");
    texts(&path, Redo::Left).map_err(|error| error.replace(&*path.display().to_string(), "monitor.pl"))
}

#[test]
fn events_have_the_attributes_that_the_text_names() {
    // As a goal, as an atom that is called with more, in a lambda; none at all; one that only comes about when it runs.
    let counts =
        |goal: &str| format!("initialize(0). collect(E, N, M) :- {goal}, ( P == call -> M is N + 1 ; M = N ).");
    for goal in
        ["port(E, P)", "call(port, E, P)", "maplist([X, Y]>>port(X, Y), [E], [P])", "G =.. [port, E, P], call(G)"]
    {
        assert_eq!(written(&counts(goal)).expect("it is a monitor"), ["140"], "{goal}");
    }
    let two = "depth(E, D), name(E, A), port(E, P), D > 0, atom(A)";
    assert_eq!(written(&counts(two)).expect("it is a monitor"), ["140"]);
    let built = written(&counts("atom_concat(po, rt, A), G =.. [A, E, P], call(G)")).expect("it is a monitor");
    assert!(built.len() == 1 && built[0].starts_with("error: ") && built[0].contains("port/2"), "{built:?}");
}

#[test]
fn a_monitor_ends_by_failing_and_begins_anew_behind_that_event() {
    let found = written("initialize(0). collect(_, N, M) :- N < 99, M is N + 1.").expect("it is a monitor");
    // 450 events: four times 99 and one that ended it, then the rest.
    assert_eq!(found, ["99", "99", "99", "99", "50"]);
}

/// How a monitor is told that is written here, and what it comes to with a program of 3,000 events and some; the same if it is
/// told then.
fn told(text: &str) -> (Moment, Vec<String>) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("monitor.pl");
    std::fs::write(&path, text).expect("room");
    let program = "main :- count(1000), !. count(0). count(N) :- N > 0, M is N - 1, odd(N), count(M). \
                   odd(N) :- N mod 2 =:= 1, !. odd(_).";
    let machine = || with(wam::library::program_to_run(Atoms::new()), program);
    let moment = PrologFold::load(&path, Atoms::new()).expect("it is a monitor").reads().moment;
    let [later, then] = [Moment::Later, Moment::Then]
        .map(|moment| texts_at(moment, machine(), &path, Redo::Left).expect("it is a monitor"));
    assert_eq!(later, then, "{text}");
    (moment, later)
}

#[test]
fn monitors_that_read_what_is_cheap_are_told_later_and_come_to_the_same() {
    for (goals, moment) in [
        ("port(E, X)", Moment::Later),
        ("chrono(E, X)", Moment::Later),
        ("call(E, X)", Moment::Later),
        ("depth(E, X)", Moment::Later),
        ("det(E, X)", Moment::Later),
        ("proc(E, X)", Moment::Later),
        ("def_module(E, M), name(E, N), arity(E, A), X = f(M, N, A)", Moment::Later),
        // Goals that ask are unfolded wherever they stand, and may be given what is no event.
        ("( port(E, exit) -> X = yes ; \\+ depth(E, 2) -> X = 2 ; X = no )", Moment::Later),
        ("helper(E, X)", Moment::Later),
        ("( depth(no_event, X) -> true ; X = E )", Moment::Later),
        ("( call(E, N), call(depth, E, D), maplist(port(E), [P]), X = N-D-P )", Moment::Later),
        // These are known only then.
        ("args(E, X)", Moment::Then),
        ("goal(E, X)", Moment::Then),
        ("line(E, X)", Moment::Then),
        ("parent(E, X)", Moment::Then),
        ("mode_number(E, X)", Moment::Then),
        ("proc_type(E, X)", Moment::Then),
        // It says something.
        ("port(E, X), format(user_error, \"\", [])", Moment::Then),
    ] {
        let text = format!(
            "initialize([]). collect(E, L, [X|L]) :- {goals}. helper(E, D-N) :- depth(E, D), call_number(E, N).
            post_process(L, N-H) :- length(L, N), term_hash(L, H)."
        );
        let (told, found) = told(&text);
        assert_eq!(told, moment, "{goals}");
        let [found] = &found[..] else { panic!("{goals}: {found:?}") };
        let events = found.split('-').next().and_then(|count| count.parse::<u64>().ok());
        let events = events.unwrap_or_else(|| panic!("{goals}: {found}"));
        assert!(events > 3000, "{goals}: {found}");
    }
}

#[test]
fn what_ends_a_monitor_that_is_told_later_is_the_event_that_did() {
    // Failing, in the middle of those that waited, at their borders, at the first of all.
    for every in [1, 2, 511, 512, 513, 700] {
        let text = format!("initialize(0). collect(E, N, M) :- N < {every}, port(E, _), M is N + 1.");
        let (moment, found) = told(&text);
        assert_eq!(moment, Moment::Later);
        let events: usize = found.iter().map(|count| count.parse::<usize>().expect("a number")).sum();
        assert_eq!(events + found.len() - 1, 4004, "{every}");
    }
    // Raising: the values before it are gone, and the place is told.
    let (_, found) =
        told("initialize(0). collect(E, N, M) :- port(E, _), ( N =:= 777 -> throw(oops(N)) ; M is N + 1 ).");
    assert!(found.len() == 1 && found[0].contains("oops(777)"), "{found:?}");
    // What was set in a value was undone before its events are collected once more.
    let sets = "arg(1, V, N), M is N + 1, setarg(1, V, M), ( M =:= 777 -> throw(oops(M)) ; true )";
    let (_, found) = told(&format!("initialize(v(0)). collect(E, V, V) :- port(E, _), {sets}."));
    assert!(found.len() == 1 && found[0].contains("oops(777)"), "{found:?}");
}

#[test]
fn a_head_that_does_not_match_ends_a_fold() {
    for (clause, slices) in [
        ("collect(foo, N, N).", 4005),
        ("collect(N, N, N).", 4005),
        ("collect(_, 0, 1).", 2003),
        ("collect(E, N, 0) :- ( port(E, call) -> N = 1 ; 0 = N ).", 2003),
        ("collect(E, N, N) :- ( port(E, call) -> N = 1 ; N = N ).", 2003),
        ("collect(_, N, N).", 1),
    ] {
        assert_eq!(told(&format!("initialize(0). {clause}")).1.len(), slices, "{clause}");
    }
}

#[test]
fn lists_are_joined_and_filtered_in_a_monitor() {
    let text = "initialize([]).
        collect(E, L, M) :- port(E, P), append([P], L, K), include(is_call, K, M), maplist(append([a]), [[]], _).
        is_call(call).
        post_process(L, N) :- length(L, N).";
    assert_eq!(told(text).1, ["2002"]);
}

#[test]
fn a_monitor_has_its_own_predicates_of_names_of_attributes() {
    let counts = "initialize(0). collect(E, N, M) :- ( port(E, call) -> M is N + 1 ; M = N ).";
    assert_eq!(told(counts).1, ["2002"]);
    assert_eq!(told(&format!("{counts} port(_, call).")).1, ["4004"]);
    let other = "port(E, P) :- chrono(E, C), ( C mod 2 =:= 0 -> P = call ; P = exit ).";
    assert_eq!(told(&format!("{counts} {other}")).1, ["2002"]);
    let own = "depth(E, N) :- port(E, P), ( P == call -> N = 1 ; N = 0 ).";
    let (_, found) = told(&format!("initialize(0). collect(E, N, M) :- depth(E, K), M is N + K. {own}"));
    assert_eq!(found, ["2002"]);
}

#[test]
fn attributes_are_those_of_the_event() {
    let text = "initialize([]).
        collect(E, L, [Chrono-Call-Depth-Port-Name-Arity-Args-Line|L]) :-
            chrono(E, Chrono), Chrono =< 4, call(E, Call), depth(E, Depth), port(E, Port), name(E, Name),
            arity(E, Arity), args(E, Args), line(E, Line).
        post_process(L, R) :- reverse(L, R).";
    let found = written(text).expect("it is a monitor");
    assert_eq!(
        found[0],
        "[1-1-1-call-main-0-[]-0,2-2-2-call-data-1-[-]-2,3-2-2-exit-data-1-[[1,2,3,4,5]]-2,\
         4-3-2-call-queen-2-[[1,2,3,4,5],-]-2]"
    );
}

#[test]
fn types_of_arguments_are_those_at_the_event() {
    let text = "initialize([]).
        collect(E, L, [Port-Types|L]) :- port(E, Port), name(E, queen), arg_types(E, Types).
        collect(E, L, L) :- \\+ name(E, queen).
        post_process(L, R) :- reverse(L, R).";
    let found = written(text).expect("it is a monitor");
    assert!(found[0].starts_with("[call-[list,var],"), "{}", found[0]);
    assert!(found[0].contains("exit-[list,list]"), "{}", found[0]);
    // Sorts of constants, and compounds.
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("monitor.pl");
    let text = "initialize([]). collect(E, _, Types) :- name(E, p), !, arg_types(E, Types). collect(_, L, L).";
    std::fs::write(&path, text).expect("room");
    let program =
        "main :- p(_, 1, 1.5, a, \"s\", [], [a|_], f(x, y), 100000000000000000000). p(_, _, _, _, _, _, _, _, _).";
    let machine = with(wam::library::program_to_run(Atoms::new()), program);
    let found = texts_in(machine, &path, Redo::Left).expect("it is a monitor");
    assert!(found.iter().any(|types| types == "[var,integer,float,atom,list,list,'.'/2,f/2,integer]"), "{found:?}");
}

#[test]
fn bad_monitors_are_named() {
    for (text, expected) in [
        ("initialize(0).", "monitor.pl is no monitor: it has no collect/3"),
        ("", "monitor.pl is no monitor: it has no initialize/1"),
        ("initialize(0). collect(_, N, N) :- .", "monitor.pl:1:36: error: syntax error"),
        (
            "initialize(0).\ncollect(_, N, N) :-\n    assertz(seen(N)).",
            "monitor.pl:3: a monitor has no side effects, but collect/3 calls assertz(seen(",
        ),
        ("initialize(0). collect(_, N, N) :- \\+ open(f, write, _).", "a monitor has no side effects"),
    ] {
        let found = written(text).expect_err("it is none");
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn monitors_that_go_wrong_end_with_what_went_wrong() {
    for (text, expected) in [
        ("initialize(0). collect(E, N, M) :- depth(E, D), M is N + foo + D.", "type_error(evaluable,foo/0)"),
        ("initialize(X) :- X is a.", "no collect/3"),
        ("initialize(_) :- fail. collect(_, N, N).", "initialize/1 has failed"),
        ("initialize(0). collect(_, N, M) :- throw(oops(N)), M = N.", "oops(0)"),
        ("initialize([]). collect(_, L, M) :- grow(L, M). grow(L, M) :- grow([a|L], M).", "resource_error"),
        ("initialize(0). collect(_, N, N). post_process(_, _) :- fail.", "post_process/2 has failed"),
        ("initialize(0). collect(_, N, N). post_process(_, X) :- atom_length(X, _).", "instantiation_error"),
    ] {
        let found = written(text).map_or_else(|error| error, |found| found.join("; "));
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn accumulated_values_survive_collections() {
    let text = "initialize(acc([], 0)).
        collect(E, acc(L, N), acc([N-P|L], M)) :- port(E, P), M is N + 1, waste(2000, _).
        waste(0, []) :- !.
        waste(N, [f(N, N)|T]) :- M is N - 1, waste(M, T).
        post_process(acc(L, N), N-K) :- length(L, K).";
    assert_eq!(written(text).expect("it is a monitor"), ["450-450"]);
}
