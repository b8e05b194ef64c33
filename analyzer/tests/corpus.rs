//! Golden bounds of the whole corpus, and what is said where there is none.

mod common;

use analyzer::assertion::Assertions;
use analyzer::entry::{Entry, Inside, no_entry, unknown_predicate};
use analyzer::regtype::TypeTable;
use analyzer::resource::Weights;
use common::{bounds, bounds_inside, corpus, corpus_names, corpus_text, entry_indicator, find, load, shown};

#[test]
fn bounds_of_the_corpus_are_as_recorded() {
    let mut table = String::new();
    for name in corpus_names() {
        let (program, indicator) = (corpus(&name), entry_indicator(&corpus_text(&name)));
        let steps = shown(&bounds(&program, &indicator, Weights::steps()));
        let instructions = shown(&bounds(&program, &indicator, Weights::instructions()));
        table += &format!("{indicator}\n  steps         {steps}\n  instructions  {instructions}\n");
    }
    insta::assert_snapshot!(table);
}

#[test]
fn a_trusted_predicate_is_priced_by_its_assertion() {
    let program = load(
        "trusted",
        ":- entry p(+list, -).\n\
         :- trust pred q(A, B) : (list(A), var(B)) => (list(B), size(exact, length, B, 2*length(A)))\n\
             + (not_fails, is_det, cost(exact, steps, 3*length(A) + 7)).\n\
         p(Xs, Zs) :- q(Xs, Ys), q(Ys, Zs).\n",
    );
    assert_eq!(shown(&bounds(&program, "p/2", Weights::steps())), "9*x + 15");
    let heap = shown(&bounds(&program, "p/2", Weights::heap()));
    assert!(heap.starts_with("1 .. ?"), "{heap}");
}

#[test]
fn a_trust_assertion_is_not_applied_outside_its_call_pattern() {
    let program = load(
        "outside",
        ":- entry p(+atm, -).\n\
         :- trust pred q(A, B) : (int(A), var(B)) + (not_fails, is_det, cost(exact, steps, 1000)).\n\
         p(X, Y) :- q(X, Y).\n\
         q(X, X).\n",
    );
    assert_eq!(shown(&bounds(&program, "p/2", Weights::steps())), "2");
}

#[test]
fn endless_recursion_has_a_lower_bound_and_a_reason() {
    let program = load("endless", ":- entry p(+list).\np(X) :- p([a|X]).\n");
    let found = shown(&bounds(&program, "p/1", Weights::steps()));
    assert!(found.contains(".. ?"), "{found}");
}

#[test]
fn errors_name_what_there_is_and_what_to_write() {
    let program = load("errors", "append([], Ys, Ys).\nappend([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).\n");
    let missing = unknown_predicate(&program, program.atoms.functor("append", 2));
    assert_eq!(missing.to_string(), "no predicate append/2; there is append/3");
    let without = no_entry(&program, find(&program, "append/3"));
    assert_eq!(
        without.to_string(),
        "no modes for append/3: give them with --modes 'append(+list, +list, -)', or in the file: \
         `:- entry append(+list, +list, -).`"
    );
    let bad = load("bad", ":- entry p(+lists).\np(_).\n");
    let types = TypeTable::of(&bad).unwrap();
    let error = Entry::declared(&bad, &types, find(&bad, "p/1")).unwrap_err();
    assert!(error.to_string().starts_with("a mode is +, -, ?"), "{error}");
    let bad = load("bad", ":- trust pred p(A) : foo(A) + is_det.\np(_).\n");
    assert!(Assertions::of(&bad, &types).unwrap_err().to_string().starts_with("expected a type"));
}

#[test]
fn of_clauses_for_different_constants_within_a_term_one_matches() {
    let text = ":- entry s(+list(atm)).\n s(L) :- k(L), t.\n k([a|_]).\n k([b|_]).\n k([c|_]).\n t.\n";
    assert_eq!(shown(&bounds(&load("words", text), "s/1", Weights::steps())), "1 .. 1 for x = 0; 3 for x >= 1");
}

#[test]
fn all_readings_of_a_grammar_have_one_exponential() {
    let text = ":- entry parens(+list(int)).\n\
         parens(Codes) :- p(Codes, []).\n\
         p --> [0'(], p, [0')], p.\n\
         p --> [].\n";
    let found = shown(&bounds(&load("parens", text), "parens/1", Weights::steps()));
    assert_eq!(found, "3 .. 2*(5/2)^x + 1");
    let text = ":- entry sum(+list(atm), -).\n\
         sum(Tokens, Tree) :- e(Tree, Tokens, []).\n\
         e(A + B) --> t(A), [+], e(B).\n\
         e(A) --> t(A).\n\
         t(E) --> ['('], e(E), [')'].\n\
         t(x) --> [x].\n";
    let found = shown(&bounds(&load("sum", text), "sum/2", Weights::steps()));
    assert_eq!(found, "7 .. 60*(5/2)^x + 1");
}

#[test]
fn rules_that_call_each_other_cost_what_they_go_through() {
    let text = ":- entry expression(+list(int), -).\n\
         expression(Codes, Tree) :- sum(Tree, Codes, []).\n\
         sum(T) --> product(A), more(A, T).\n\
         more(A, T) --> [0'+], !, product(B), more(A + B, T).\n\
         more(T, T) --> [].\n\
         product(T) --> [0'(], !, sum(T), [0')].\n\
         product(C) --> [C], { C >= 0'a }.\n";
    let found = shown(&bounds(&load("expressions", text), "expression/2", Weights::steps()));
    assert_eq!(found, "2 .. 4 for x = 0; 4*x + 2 for x >= 1");
    let text = ":- entry read_in(+list(atm), -).\n\
         read_in(Tokens, Term) :- term(Term, Tokens, []).\n\
         term(list(L)) --> ['('], !, blanks, terms(L).\n\
         term(A) --> [A], { A \\== ')' }.\n\
         terms([]) --> [')'], !.\n\
         terms([T|Ts]) --> term(T), blanks, terms(Ts).\n\
         blanks --> [' '], !, blanks.\n\
         blanks --> [].\n";
    let found = shown(&bounds(&load("terms", text), "read_in/2", Weights::steps()));
    assert_eq!(found, "3 .. 8*x for x >= 1; 3 for x = 0");
}

#[test]
fn clauses_with_opposite_tests_exclude_each_other() {
    let steps = |name: &str, text: &str| shown(&bounds(&load(name, text), &format!("{name}/3"), Weights::steps()));
    let count =
        |other: &str| format!("c([],_,0). c([X|T],X,N) :- c(T,X,M), N is M + 1. c([Y|T],X,N) :- {other}, c(T,X,N).\n");
    for other in ["Y \\= X", "Y \\== X"] {
        let found = steps("c", &format!(":- entry c(+list(atm), +atm, -).\n{}", count(other)));
        assert_eq!(found, "x + 1", "{other}");
    }
    let text = ":- entry h(+list(int), +int, -).\n\
         h([], _, 0).\n\
         h([X|T], K, N) :- X mod K =:= 0, h(T, K, M), N is M + 1.\n\
         h([X|T], K, N) :- X mod K =\\= 0, h(T, K, N).\n";
    let found = steps("h", &text.replace("mod K", "mod 2"));
    assert_eq!(found, "x + 1");
}

#[test]
fn rows_of_long_lists_are_not_told_apart_at_each_of_their_places() {
    let names =
        ["bernd dopler", "doris tiedemann", "ulrich nielsen", "jurgen obendorf", "regina tiedemann", "tronte nielsen"];
    let row = |name: &&str| format!("m({:?}). ", name.bytes().collect::<Vec<u8>>());
    let text = format!(":- entry m(+).\n{}", names.iter().map(row).collect::<String>());
    let found = shown(&bounds(&load("m", &text), "m/1", Weights::steps()));
    assert!(found.starts_with("0 .. ") && !found.contains('?'), "{found}");
}

#[test]
fn solutions_that_multiply_by_a_growing_number_have_a_bound() {
    let text = ":- entry set(+list(atm), -).\n\
         set([], []).\n\
         set([H|T], [H|R]) :- set(T, R), \\+ m(H, R).\n\
         set([H|T], R) :- set(T, R), m(H, R).\n\
         m(X, [X|_]).\n\
         m(X, [_|T]) :- m(X, T).\n";
    let found = shown(&bounds(&load("set", text), "set/2", Weights::steps()));
    assert_eq!(found, "3*2^x - 2 .. 3*fact(x)*2^x - 3*fact(x) + 3*2^x - 2");
}

#[test]
fn conditions_behind_a_generator_are_told_apart() {
    let text = ":- entry q(+int).\nq(N) :- g(_), N > 0, M is N - 1, q(M).\ng(1).\ng(2).\n";
    let found = shown(&bounds_inside(&load("q", text), "q/1", Weights::steps(), Inside::Conditions));
    assert!(found.contains("6*2^x - 3"), "{found}");
}

#[test]
fn a_table_that_is_walked_row_by_row_is_summed_up_row_by_row() {
    let found = |more: &str| {
        let text = format!(
            ":- entry t(-).\nt(Y) :- w(a, Y).\nw(X, Y) :- p(X, Y).\nw(X, Y) :- p(X, Z), w(Z, Y).\n\
             p(a, b).\np(a, c).\np(b, d).\np(b, e).\np(c, e).\np(c, f).\np(d, g).\np(e, g).\np(f, g).\np(g, h).\n{more}"
        );
        shown(&bounds_inside(&load("t", &text), "t/1", Weights::steps(), Inside::Rows))
    };
    // As runs are counted.
    assert_eq!(found(""), "59");
    assert_eq!(found("p(g, h).\n"), "75");
    assert!(found("p(g, a).\n").contains("?"), "{}", found("p(g, a).\n"));
}

#[test]
fn lists_that_fail_where_one_is_longer_do_not_where_they_are_as_long() {
    let text = ":- entry a(+list(int), +nat, -).\na(L, N, R) :- z(L, M), r(N, L, M, R).\nz([], []).\nz([X|Xs], [X|Ys]) :- z(Xs, Ys).\n\
         r(0, _, M, M) :- !.\nr(N, L, M, R) :- w(L, M, S), K is N - 1, r(K, L, S, R).\n\
         w([], [], []).\nw([X|Xs], [Y|Ys], [Z|Zs]) :- Z is X + Y, w(Xs, Ys, Zs).\n";
    let found = shown(&bounds(&load("a", text), "a/3", Weights::steps()));
    assert_eq!(found, "x*y + x + 2*y + 3");
    let shorter = text.replace("z([X|Xs], [X|Ys])", "z([X|Xs], [X,X|Ys])");
    let found = shown(&bounds(&load("a", &shorter), "a/3", Weights::steps()));
    assert!(found.contains(".."), "{found}");
}

#[test]
fn a_search_ends_when_all_values_have_been_visited() {
    let search = |test: &str| {
        format!(
            ":- entry w(+atm, +list(atm)).\nw(_, _).\nw(X, V) :- e(X, Z), {test}, w(Z, [Z|V]).\n\
             e(a, b).\ne(b, c).\ne(c, a).\ne(c, d).\ne(d, e).\n\
             m(X, [Y|T]) :- ( X = Y -> true ; m(X, T) ).\nn(_, []).\nn(X, [Y|T]) :- X \\== Y, n(X, T).\n\
             o(X, [X|_]).\no(X, [_, _|T]) :- o(X, T).\n"
        )
    };
    let found = |test: &str| {
        let bounds = bounds_inside(&load("w", &search(test)), "w/2", Weights::steps(), Inside::Absent);
        shown(&bounds).split(" .. ").nth(1).map(str::to_string).unwrap_or_default()
    };
    for test in ["\\+ m(Z, V)", "( m(Z, V) -> fail ; true )", "n(Z, V)"] {
        assert!(found(test).contains("*x + "), "{test}: {}", found(test));
    }
    // It looks at every other element.
    assert!(found("\\+ o(Z, V)").starts_with('?'), "{}", found("\\+ o(Z, V)"));
}
