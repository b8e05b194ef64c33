//! Where exceptions come from: the context of error terms, and the clause that was running.
#![allow(missing_docs)]

use wam::atoms::Atoms;
use wam::compile::Origin;
use wam::error::{Place, PrologError, RunError};
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
    let place = predicate.map(|predicate| Place { predicate: predicate.into(), location });
    assert_eq!(error.place.map(|place| *place), place, "{goal}");
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
