//! Filters of one list: what they give is shared out where no element is in two of them, and not where one may be.

use crate::{claims_of, holds};

/// A quicksort by two filters of one list, and their clauses.
fn quick(entry: &str, filters: &str, clauses: &str) -> String {
    format!(
        ":- entry q({entry}, -). q([], []). q([P|Xs], S) :- {filters}, q(L, SL), q(G, SG), append(SL, [P|SG], S). {clauses}"
    )
}

/// Goals for lists of integers.
const GOALS: [&str; 6] = [
    "q([], _)",
    "q([3,1,2], _)",
    "q([1,2,3,4], _)",
    "q([2,2,2,2], _)",
    "q([5,-1,5,0,7,-1], _)",
    "q([9,8,7,6,5,4,3,2], _)",
];
const LT: &str = "lt([], _, []). lt([X|Xs], P, [X|L]) :- X < P, !, lt(Xs, P, L). lt([_|Xs], P, L) :- lt(Xs, P, L). ";
const GE: &str = "ge([], _, []). ge([X|Xs], P, R) :- ( X >= P -> R = [X|L] ; R = L ), ge(Xs, P, L). ";
const LE: &str =
    "le([], _, []). le([X|Xs], P, [X|L]) :- X =< P, le(Xs, P, L). le([X|Xs], P, L) :- X > P, le(Xs, P, L). ";

#[test]
fn results_of_filters_that_share_out_a_list_are_no_longer_than_it() {
    let other = "sm(P, L, R) :- sm_(L, P, R). sm_([], _, []). sm_([X|Xs], P, R) :- ( X @< P -> R = [X|T] ; R = T ), sm_(Xs, P, T).
        bg(_, [], []). bg(P, [X|Xs], [X|R]) :- \\+ X @< P, !, bg(P, Xs, R). bg(P, [_|Xs], R) :- bg(P, Xs, R).";
    let all = [
        ("+list(int)", "lt(Xs, P, L), ge(Xs, P, G)", format!("{LT}{GE}")),
        ("+list(int)", "ge(Xs, P, G), lt(Xs, P, L)", format!("{LT}{GE}")),
        ("+list", "sm(P, Xs, L), bg(P, Xs, G)", other.into()),
        ("+list(int)", "include(>(P), Xs, L), exclude(>(P), Xs, G)", String::new()),
        ("+list(int)", "include(>(P), Xs, L), include(=<(P), Xs, G)", String::new()),
        ("+list(int)", "include([X]>>(X < P), Xs, L), exclude([X]>>(P > X), Xs, G)", String::new()),
        ("+list(int)", "include([X]>>(X @< P), Xs, L), exclude(@>(P), Xs, G)", String::new()),
    ];
    for (entry, filters, clauses) in all {
        let text = quick(entry, filters, &clauses);
        holds(filters, &text, &GOALS);
        // What lambda expressions call is told from data in another way of looking at it.
        let most = claims_of(&text).upper_at("steps", &[30], i64::MAX);
        assert!(filters.contains(">>") || most.iter().any(|most| most.contains("^2")), "{filters}: {most:?}");
    }
}

#[test]
fn results_of_filters_that_keep_the_same_are_not_shared_out() {
    let twice = "tw([], _, []). tw([X|Xs], P, [X,X|L]) :- X < P, !, tw(Xs, P, L). tw([_|Xs], P, L) :- tw(Xs, P, L). ";
    let first = "fi([], _, []). fi([X|Xs], P, [X|L]) :- X < P, fi(Xs, X, L). fi([_|Xs], P, L) :- fi(Xs, P, L). ";
    let all = [
        ("lt(Xs, P, L), le(Xs, P, G)", format!("{LT}{LE}")),
        ("lt(Xs, P, L), ge(Xs, 0, G)", format!("{LT}{GE}")),
        ("ge(Xs, P, L), ge(Xs, P, G)", GE.into()),
        ("lt(Xs, P, L), ge([P|Xs], P, [_|G])", format!("{LT}{GE}")),
        ("tw(Xs, P, L), ge(Xs, P, G)", format!("{twice}{GE}")),
        ("fi(Xs, P, L), ge(Xs, P, G)", format!("{first}{GE}")),
        ("include(>=(P), Xs, L), include(=<(P), Xs, G)", String::new()),
        ("include([X]>>(X < P), Xs, L), exclude([X]>>(X < 1), Xs, G)", String::new()),
        ("X = 1, include([Y]>>(Y < P), Xs, L), exclude([X]>>(X < P), Xs, G)", String::new()),
        ("include([Y]>>(Y < P), Xs, L), X = 1, exclude([X]>>(X < P), Xs, G)", String::new()),
        ("X = P, include([X]>>(X @> 1), Xs, L), exclude([X]>>(X @> 1), Xs, G)", String::new()),
        ("include([X]>>(X < P), [1|Xs], [_|L]), exclude([X]>>(X < P), Xs, G)", String::new()),
        ("include([_]>>(P > 1), Xs, L), exclude([_]>>(P > 1), Xs, G)", String::new()),
        ("lt(Xs, P, L), ( P > 2 -> ge(Xs, P, G) ; le(Xs, P, G) )", format!("{LT}{GE}{LE}")),
        ("( lt(Xs, P, L), ge(Xs, P, [_|_]) -> true ; le(Xs, P, L) ), ge(Xs, P, G)", format!("{LT}{GE}{LE}")),
    ];
    for (filters, clauses) in all {
        holds(filters, &quick("+list(int)", filters, &clauses), &GOALS);
    }
}

#[test]
fn expressions_may_have_another_value_each_time() {
    let text = quick("+list", "lt(Xs, P, L), ge(Xs, P, G)", &format!("{LT}{GE}"));
    holds("expressions", &text, &["q([1, 2 + 1, 2], _)", "q([random(9), random(9), random(9), random(9)], _)"]);
    let not = "nl([], _, []). nl([X|Xs], P, R) :- ( X < P -> R = L ; R = [X|L] ), nl(Xs, P, L).
        ng([], _, []). ng([X|Xs], P, R) :- ( X >= P -> R = L ; R = [X|L] ), ng(Xs, P, L).";
    let text = quick("+list(num)", "nl(Xs, P, L), ng(Xs, P, G)", not);
    holds("no_numbers", &text, &["q([1.5, 2, 0.5], _)", "q([1, 2, 3], _)"]);
}

#[test]
fn results_of_three_filters_are_shared_out() {
    let text = ":- entry q(+list(int), -). q([], []).
        q([P|Xs], S) :- include([X]>>(X < P), Xs, L), include([X]>>(X > P), Xs, G), include([X]>>(X =:= P), Xs, E), q(L, SL), q(G, SG),
            append(SL, [P|E], T), append(T, SG, S).
        :- entry n(+list(int), -). n([], 0). n([P|Xs], N) :- lt(Xs, P, L), n(L, A), ge(Xs, P, G), n(G, B), N is A + B + 1.";
    let order = ":- entry o(+list(int), -). o([], []).
        o([P|Xs], S) :- lt(Xs, P, L), eq(Xs, P, E), gr(Xs, P, G), o(L, SL), o(G, SG), append(E, [P|SG], T), append(SL, T, S).
        eq([], _, []). eq([X|Xs], P, [X|L]) :- X =:= P, !, eq(Xs, P, L). eq([_|Xs], P, L) :- eq(Xs, P, L).
        gr([], _, []). gr([X|Xs], P, [X|L]) :- X > P, !, gr(Xs, P, L). gr([_|Xs], P, L) :- gr(Xs, P, L).";
    holds("order", &format!("{order} {LT}"), &["o([3,1,2,3,5,3], _)", "o([2,2,2,2], _)", "o([1,2,3,4,5], _)"]);
    let most = claims_of(&format!("{order} {LT}")).upper_at("steps", &[30], i64::MAX);
    assert!(most.iter().any(|most| most.contains("^2")), "{most:?}");
    holds(
        "three",
        &format!("{text} {LT}{GE}"),
        &["q([3,1,2,3], _)", "q([2,2,2], _)", "n([3,1,2,3], _)", "n([1,2,3,4], _)"],
    );
}
