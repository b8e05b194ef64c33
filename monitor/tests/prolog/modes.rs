//! Modes of calls: which declaration of its predicate a call is in, at all of its events.

use crate::support::{fold_main, with};
use monitor::determinism::Determinism;
use monitor::driver::plan_for;
use monitor::fold::Fold;
use monitor::folds::Known;
use monitor::prolog::PrologFold;
use monitor::report::Report;
use std::sync::Arc;
use wam::atoms::Atoms;

/// What a monitor comes to with a program.
fn fold(program: &str, monitor: &str, known: &[(&str, u32, Determinism)]) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("monitor.pl");
    std::fs::write(&path, monitor).expect("room");
    let mut machine = with(wam::library::program_to_run(Atoms::new()), program);
    let atoms = machine.program().atoms.clone();
    let mut fold = PrologFold::load(&path, atoms.clone()).expect("it is a monitor");
    let of = |&(name, arity, of): &(&str, u32, Determinism)| {
        (machine.program().find(atoms.functor(name, arity)).expect("it is defined"), of)
    };
    let predicates = known.iter().map(of).collect();
    fold.know(&Arc::new(Known { predicates, sites: Vec::new() }));
    let ended = fold_main(&mut machine, Box::new(fold), None, |reads| plan_for(reads, None));
    match &ended[..] {
        [ended] => match &ended.report {
            Report::Term { text } => text.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

const ALL: &str = "initialize([]).
    collect(E, L0, L) :- name(E, N), ( N == main -> L = L0 ; port(E, P), mode_number(E, M), L = [N-P-M|L0] ).
    post_process(L, R) :- reverse(L, R).";

#[test]
fn a_call_has_the_number_of_the_first_declaration_that_it_fits() {
    let program = ":- mode app(+, +, -), app(-, -, +).
        :- pred len(A, B) : (list(A), var(B)) => int(B) + det.
        :- pred len(A, B) : (var(A), nat(B)) + multi.
        :- entry sum(+list(int), +, -).
        :- mode dbl(in, out) is det.
        app([], L, L).
        app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).
        len([], 0).
        len([_|T], N) :- len(T, M), N is M + 1.
        sum([], N, N).
        sum([X|Xs], N, M) :- K is N + X, sum(Xs, K, M).
        dbl(X, Y) :- Y is 2 * X.
        other(_).
        main :- app([a], [b], L), app(_, _, L), app(_, X, X), !,
            len([a|T], N), N > 1, T = [b], !, sum([1], 0, S), \\+ sum([a], 0, 1), dbl(S, _), \\+ dbl(3, 4), other(x).";
    // `sum([a], …)` is no list of integers, `len([a|T], _)` is no list, and `dbl(3, 4)` has its result.
    let program = program.replace("\\+ sum([a], 0, 1)", "catch(sum([a], 0, _), _, true)");
    let found = fold(&program, ALL, &[]);
    let events: Vec<&str> = found.trim_matches(['[', ']']).split(',').collect();
    let of = |name: &str| -> Vec<&str> {
        events.iter().filter_map(|event| event.strip_prefix(name)?.strip_prefix('-')).collect()
    };
    assert_eq!(
        of("app")[..8],
        ["call-1", "call-1", "exit-1", "exit-1", "call-2", "exit-2", "call-0", "exit-0"],
        "{found}"
    );
    // A call that is declared of a variable list and no number is in no mode, nor are those of its tail.
    assert_eq!(of("len")[..4], ["call-0", "call-0", "exit-0", "exit-0"], "{found}");
    assert_eq!(of("sum"), ["call-1", "call-1", "exit-1", "exit-1", "call-0", "exception-0"], "{found}");
    assert_eq!(of("dbl"), ["call-1", "exit-1", "call-0", "fail-0"], "{found}");
    assert_eq!(of("other"), ["call-0", "exit-0"], "{found}");
}

#[test]
fn a_mode_is_that_of_the_call_also_when_only_exits_are_collected() {
    let program = ":- mode member_(-, +), member_(+, +).
        member_(X, [X|_]).
        member_(X, [_|Xs]) :- member_(X, Xs).
        main :- ( member_(_, [a, b]), fail ; member_(b, [a, b]), ! ).";
    let exits = "initialize([]).
        collect(E, L0, L) :- ( port(E, exit) -> name(E, N), mode_number(E, M), L = [N-M|L0] ; L = L0 ).
        post_process(L, R) :- reverse(L, R).";
    assert_eq!(fold(program, exits, &[]), "[member_-1,member_-1,member_-1,member_-2,member_-2,main-0]");
}

#[test]
fn determinism_is_that_of_the_mode_or_what_is_known() {
    let program = ":- pred p(A) : var(A) + multi.
        :- pred p(A) : atm(A) + semidet.
        p(a). p(b).
        q(1).
        :- entry r(+). :- pred r(_) + det.
        r(_).
        s.
        main :- p(_), p(a), q(_), r(1), r(_), s.";
    let monitor = "initialize([]).
        collect(E, L0, L) :- ( port(E, call), determinism(E, D) -> name(E, N), L = [N-D|L0] ; L = L0 ).
        post_process(L, R) :- reverse(L, R).";
    let known = [("q", 1, Determinism::Semidet), ("p", 1, Determinism::Nondet)];
    let found = fold(program, monitor, &known);
    assert_eq!(found, "[main-unknown,p-multi,p-semidet,q-semidet,r-det,r-det,s-unknown]");
}

#[test]
fn odd_declarations_are_no_trouble() {
    let deep = format!(":- entry p({}int{}).", "list(".repeat(5_000), ")".repeat(5_000));
    let program = format!(
        "{deep}\n:- mode p, nothing(+), 3, X, p(+) is Y.\n:- pred p(A) : (foo, list(B), A, 3) + (det, cost(ub, steps, 1)).\n\
         :- pred undefined(_) + det.\n:- mode main.\np(_).\nmain :- p([[]]), p(_)."
    );
    let found = fold(&program, ALL, &[]);
    assert_eq!(found, "[p-call-1,p-exit-1,p-call-3,p-exit-3]");
}
