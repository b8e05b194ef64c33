//! No assertion is accepted that says nothing: each of these is told with its place.

use analyzer::entry::DeclaredEntries;
use analyzer::regtype::TypeTable;
use analyzer::unused::unused;
use wam::atoms::{Atoms, Functor};
use wam::code::Program;
use wam::compile::Origin;
use wam::machine::consult;
use wam::read::Source;

/// What is said of the assertions of a text, with the place.
fn told(text: &str) -> Vec<String> {
    let mut program: Program = wam::library::program(Atoms::new());
    let report = consult(&Source::new("a.pl", text), &mut program, Origin::User);
    assert!(report.errors.is_empty(), "{text}: {:?}", report.errors);
    let types = TypeTable::of(&program).expect("good types");
    match unused(&program, &types) {
        Ok(found) => found.into_iter().map(|u| format!("{}: {}", program.place(u.file, u.span), u.what)).collect(),
        Err(error) => vec![format!("error: {error}")],
    }
}

#[test]
fn an_entry_of_a_predicate_that_does_not_exist_is_told() {
    assert_eq!(told("p(a).\n:- entry q(+list)."), ["a.pl:2:10: this entry is not used: there is no predicate q/1"]);
    assert_eq!(told("p(a).\n:- entry p(+list, -)."), ["a.pl:2:10: this entry is not used: there is no predicate p/2"]);
}

#[test]
fn types_of_an_entry_may_stand_behind_its_arguments() {
    let text = "p([], _, _).\n:- entry p(+list, +int, -).\n:- entry p(A, B, C) : (list(A), int(B), var(C)).\n\
                :- entry p/3 : list * int * var.\n:- entry p(A, +int, -) : list(A).";
    assert_eq!(told(text), [] as [&str; 0]);
    let mut program: Program = wam::library::program(Atoms::new());
    consult(&Source::new("a.pl", text), &mut program, Origin::User);
    let types = TypeTable::of(&program).expect("good types");
    let pred = program.find(Functor { name: program.atoms.intern("p"), arity: 3 }).expect("p/3");
    let entries = DeclaredEntries::of(&program).find(&program, &types, pred).expect("good entries");
    assert_eq!(entries.len(), 1, "all say the same: {entries:?}");
    let wrong = [
        ("q/3 : list * int * var", "a.pl:2:10: this entry is not used: there is no predicate q/3"),
        ("p(A, B, C) : (list(A), wild(B))", "error: expected a type of an argument, such as list(A), int(N) or var(B)"),
        (
            "p/3 : list * int * var => list * int * atm",
            "error: an entry says how a predicate is called only: say this in a `pred` assertion",
        ),
        ("p/3 : list * int", "error: expected 3 types, one for each argument: found 2"),
    ];
    for (entry, said) in wrong {
        assert_eq!(told(&format!("p([], _, _).\n:- entry {entry}.")), [said], "{entry}");
    }
}

#[test]
fn a_trust_assertion_of_a_predicate_that_does_not_exist_is_told() {
    let found = told("p(a).\n:- trust pred q(A) : list(A) + cost(ub, steps, 1).");
    assert_eq!(found, ["a.pl:2:10: this assertion is not used: there is no predicate q/1"]);
}

#[test]
fn a_trust_assertion_of_a_builtin_is_told() {
    let found = told(":- trust pred functor(A, B, C) : gnd(A) + cost(ub, steps, 1).");
    assert_eq!(found, ["a.pl:1:10: this assertion is not used: functor/3 is a builtin, and what it does is known"]);
}

#[test]
fn a_malformed_entry_is_an_error_whoever_asks() {
    assert_eq!(
        told("p(a).\n:- entry p(*)."),
        ["error: a mode is +, -, ?, or a type such as list, list(int), nat, int, atm, gnd"]
    );
    assert!(told("p(a).\n:- entry 7.")[0].starts_with("error: an entry is a predicate with modes"));
}

#[test]
fn a_malformed_or_unknown_property_is_an_error_whoever_asks() {
    for text in [
        "p(a).\n:- trust pred p(A) : list(A) + costs(ub, steps, 1).",
        "p(a).\n:- check pred p(A) : lits(A).",
        "p(a).\n:- pred p(A) + cost(ub, steps, length(B)).",
        "p(a).\n:- trust pred p(A) + cost(upper, steps, 1).",
        "p(a).\n:- trust pred p(A) + cost(ub, stepz, 3).",
        "p(a).\n:- trust pred p(A) + (cost(lb, steps, 50), cost(ub, steps, 3)).",
        "p(a).\n:- trust pred p(a) + is_det.",
    ] {
        let found = told(text);
        assert!(found.len() == 1 && found[0].starts_with("error: "), "{text}: {found:?}");
    }
}

#[test]
fn assertions_that_are_used_are_not_told() {
    assert_eq!(
        told(":- entry p(+list).\np([]).\np([X|L]) :- q(X), p(L).\n:- trust pred q(A) + (is_det, cost(ub, steps, 1))."),
        [""; 0]
    );
    assert_eq!(told("p([]).\n:- pred p(A) : list(A) + is_det.\n:- check pred p(A) + not_fails."), [""; 0]);
}

#[test]
fn a_type_without_clauses_is_told() {
    assert_eq!(told("p(a).\n:- regtype t/1."), ["a.pl:2:12: nothing is of this type: t/1 has no clauses"]);
    assert_eq!(told("p(a).\n:- regtype t/1.\nt(a)."), Vec::<String>::new());
}

#[test]
fn what_is_vouched_for_of_clauses_is_about_a_dynamic_predicate_and_says_a_number() {
    let dynamic = ":- dynamic p/2.\n:- trust ";
    assert_eq!(told(&format!("{dynamic}size(p/2, clauses, 3).")), Vec::<String>::new());
    assert_eq!(told(&format!("{dynamic}size(p(int, list(atm)), clauses, 3).")), Vec::<String>::new());
    let missing = told(&format!("{dynamic}size(q/2, clauses, 3)."));
    assert_eq!(missing, ["a.pl:2:10: this assertion is not used: there is no predicate q/2"]);
    for (claim, error) in [
        ("size(p/2, clauses, many)", "expected how many clauses there are at most: a number"),
        ("size(p/2, clauses, -1)", "expected how many clauses there are at most: a number"),
        ("size(p/2, length, 3)", "expected `size(p/2, clauses, N)`: p/2 has N clauses at most"),
        ("size(p, clauses, 3)", "expected a predicate: p/2, or p(int, atm)"),
        ("size(p(lits, atm), clauses, 3)", "expected the type of an argument: int, atm, list(int)"),
    ] {
        assert_eq!(told(&format!("{dynamic}{claim}.")), [format!("error: {error}")], "{claim}");
    }
    let of_text = told("p(a).\n:- trust size(p/1, clauses, 3).");
    assert_eq!(of_text, ["error: p/1 is not declared as dynamic: its clauses are those of the text"]);
}
