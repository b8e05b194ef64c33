//! Where exceptions come from: the context of error terms, and the clause that was running.
#![allow(missing_docs)]

use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::error::{PrologError, RunError};
use wam::machine::{Config, Machine, consult};
use wam::read::{Source, read_term_from_str};

const TEXT: &str = ":- dynamic fact/1.
fact(1) :- atom_length(X, X).
fact(2) :- missing.
top(X) :- middle(X), p(X).
middle(add) :-
    Y is foo + 1, p(Y).
middle(compare) :- a < 1, p(1).
middle(list) :- atom_length(L, L), p(L).
middle(unknown) :- nowhere(1), p(1).
middle(library) :- maplist(inner, [1]), p(1).
middle(thrown) :- throw(error(my, _)), p(1).
middle(last) :- must_be(integer, a).
inner(X) :- atom_length(_, X), p(X).
p(_).
deep(0) :- atom_length(_, _).
deep(N) :- N > 0, M is N - 1, deep(M), p(N).
even(0) :- X is foo, p(X).
even(N) :- M is N - 1, odd(M), p(N).
odd(N) :- M is N - 1, even(M), p(N).
chain(X) :- p(X), deep(X), p(X).
chain(X, Y) :- X == Y, p(X).
chain(X, Y) :- chain(X), p(Y).
over(X) :- forall(member(Y, [X]), chain(Y, z)), p(X).
last(X) :- over(X).
kept(X) :- last(X), p(X).
";

/// The exception of a goal.
fn exception(goal: &str) -> PrologError {
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    let report = consult(&Source::new("places.pl", TEXT), &mut program, Origin::User);
    assert_eq!(report.errors, []);
    let goal = read_term_from_str(goal, &atoms, &program.ops, &program.flags).expect("a goal");
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    match machine.query(&goal).next() {
        Some(Err(RunError::Prolog(error))) => error,
        other => panic!("no exception: {other:?}"),
    }
}

fn check(goal: &str, text: &str, predicate: Option<&str>, line: Option<usize>) {
    let error = exception(goal);
    assert_eq!(error.text, text, "{goal}");
    let location = line.map(|line| ("places.pl".to_string(), line));
    let place = predicate.map(|predicate| (predicate.to_string(), location));
    assert_eq!(error.place.map(|place| (place.predicate, place.location)), place, "{goal}");
}

#[test]
fn an_uncaught_exception_says_which_clause_was_running() {
    let is = "error(type_error(evaluable,foo/0),context((is)/2,_0))";
    check("top(add)", is, Some("middle/1"), Some(5));
    let less = "error(type_error(evaluable,a/0),context((<)/2,_0))";
    check("top(compare)", less, Some("middle/1"), Some(7));
    let length = "error(instantiation_error,context(atom_length/2,_0))";
    check("top(list)", length, Some("middle/1"), Some(8));
    let unknown = "error(existence_error(procedure,nowhere/1),context(nowhere/1,_0))";
    check("top(unknown)", unknown, Some("middle/1"), Some(9));
    check("top(thrown)", "error(my,_0)", Some("middle/1"), Some(11));
    check("fact(1)", length, Some("fact/1"), Some(2));
    check("top(library)", length, Some("inner/1"), Some(13));
    check("top(last)", "error(type_error(integer,a),_0)", Some("top/1"), Some(4));
    check("atom_length(X, X)", length, None, None);
    check("throw(ball)", "ball", None, None);
}

#[test]
fn a_caught_error_has_its_context_and_matches_without() {
    check("catch(top(list), error(instantiation_error, _), throw(caught))", "caught", None, None);
    let goal = "catch(top(list), error(_, context(P, _)), throw(P))";
    check(goal, "atom_length/2", None, None);
    check(
        "catch(atom_length(X, X), error(E, foo), true)",
        "error(instantiation_error,context(atom_length/2,_0))",
        None,
        None,
    );
}

/// Who was waiting: `predicate:line`, and how often where that is more than once.
fn callers(goal: &str) -> String {
    let place = exception(goal).place.expect("a clause of the program's own");
    let caller = |caller: &wam::error::Caller| {
        let line = caller.location.as_ref().map_or(0, |&(_, line)| line);
        let times = if caller.times == 1 { String::new() } else { format!("*{}", caller.times) };
        format!("{}:{line}{times}", caller.predicate)
    };
    let shown: Vec<String> = place.callers.iter().map(caller).collect();
    let more = if place.more == 0 { String::new() } else { format!(" and {}", place.more) };
    format!("{}{more}", shown.join(" "))
}

#[test]
fn callers_are_told_that_wait_for_the_clause() {
    assert_eq!(callers("middle(add)"), "");
    assert_eq!(callers("top(add)"), "top/1:4");
    assert_eq!(callers("chain(0)"), "chain/1:20");
    assert_eq!(callers("chain(0, y)"), "chain/1:20 chain/2:22");
    // Those of the library are left out, and those whose last call it was are gone.
    assert_eq!(callers("kept(0)"), "chain/1:20 chain/2:22 over/1:23 kept/1:25");
    assert_eq!(callers("catch(kept(0), nothing, true)"), "chain/1:20 chain/2:22 over/1:23 kept/1:25");
}

#[test]
fn recursion_is_told_once_and_a_long_chain_is_cut() {
    assert_eq!(callers("deep(5), p(1)"), "deep/1:16*5");
    assert_eq!(callers("deep(100000), p(1)"), "deep/1:16*100000");
    let chain = callers("even(1000), p(1)");
    assert!(chain.starts_with("odd/1:19 even/1:18 odd/1:19 even/1:18 ") && chain.ends_with(" and 990"), "{chain}");
}
