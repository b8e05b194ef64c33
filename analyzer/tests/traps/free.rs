//! Lists of unbound variables that share with nothing: made by rules, by `length/2` and by copies; handed on, bound, made one,
//! held twice. Each program ends in a count of the elements that have been bound, so that one that is missed shows.

use crate::{claims_of, holds};

/// What the programs call.
const COMMON: &str = "
    mk(0, []) :- !.
    mk(N, [_|T]) :- M is N-1, mk(M, T).
    bindall([]). bindall([a|T]) :- bindall(T).
    bind1([a|_]).
    s([]). s([X|T]) :- ( var(X) -> true ; s(T) ).
    c([]). c([X|T]) :- ( var(X) -> c(T) ; d(X), c(T) ).
    d(_) :- e, e, e. e.
    cp([], []). cp([X|T], [X|R]) :- cp(T, R).
    rv([], A, A). rv([X|T], A, R) :- rv(T, [X|A], R).
    same([], []). same([X|A], [X|B]) :- same(A, B).
    pair([], []). pair([X|T], [X-_|R]) :- pair(T, R).
    pair2([], []). pair2([X|T], [X-Y,Y|R]) :- pair2(T, R).
    shared(0, []). shared(N, [f(X,X)|T]) :- N > 0, M is N-1, shared(M, T).
    eqs([]). eqs([f(X,Y)|T]) :- X = a, ( Y == a -> d(Y) ; true ), eqs(T).
    one(0, _, []). one(N, X, [X|T]) :- N > 0, M is N-1, one(M, X, T).
";

/// The bounds of programs hold for `p(0)` to `p(4)`.
fn all_hold(name: &str, programs: &[&str]) {
    for program in programs {
        let text = format!(":- entry p(+nat).\n{program}{COMMON}");
        holds(name, &text, &["p(0)", "p(1)", "p(2)", "p(4)"]);
    }
}

#[test]
fn lists_that_rules_make_and_hand_on() {
    let programs = [
        "p(N) :- mk(N, L), bindall(L), c(L).",
        "p(N) :- mk(N, L), cp(L, M), bindall(M), c(L).",
        "p(N) :- mk(N, L), rv(L, [], M), bindall(M), c(L).",
        "p(N) :- length(L, N), rv(L, [], M), bindall(M), c(L), c(M).",
        "p(N) :- length(L, N), length(M, N), same(L, M), bindall(M), c(L).",
        "p(N) :- length(L, N), length(M, N), L = M, bindall(M), c(L).",
        "p(N) :- length(L, N), copy_term(L, M), bindall(M), c(L), c(M).",
        "p(N) :- length(L, N), K = f(L, L), K = f(A, B), bindall(A), c(B).",
        "p(N) :- length(L, N), pair(L, M), bindall(L), q(M). q([]). q([X-_|T]) :- ( var(X) -> true ; d(X) ), q(T).",
        "p(N) :- length(L, N), pair2(L, M), bindall(L), q(M). q([]). q([X-Y,Y|T]) :- X = Y, ( var(Y) -> true ; d(X) ), q(T).",
        "p(N) :- shared(N, L), eqs(L).",
        "p(N) :- one(N, _, L), ( L = [a|_] -> true ; true ), c(L).",
        "p(N) :- one(N, X, L), X = a, c(L).",
    ];
    all_hold("lists_that_rules_make_and_hand_on", &programs);
}

#[test]
fn what_the_library_makes_of_lists() {
    let programs = [
        "p(N) :- length(L, N), sort(L, M), bindall(M), c(L).",
        "p(N) :- length(L, N), msort(L, M), bindall(M), c(L).",
        "p(N) :- length(L, N), append(L, [x], M), bindall(M), c(L).",
        "p(N) :- length(L, N), append(A, B, L), bindall(A), c(B), c(L), fail. p(_).",
        "p(N) :- length(L, N), findall(X-Y, member(X, L), M), q(M). q([]). q([X-Y|T]) :- X = a, ( var(Y) -> true ; d(Y) ), q(T).",
        "p(N) :- length(L, N), findall(X-X, member(X, L), M), q(M). q([]). q([X-Y|T]) :- X = a, ( var(Y) -> true ; d(Y) ), q(T).",
        "p(N) :- functor(T, f, 3), T =.. [_|M], bindall(M), T =.. [_|K], c(K), e, N > 0. p(0).",
        "p(N) :- length(L, N), nth0(0, L, X), X = a, c(L). p(_).",
        "p(N) :- length(L, N), member(X, L), X = a, c(L), fail. p(_).",
        "p(N) :- length(L, N), select(X, L, R), X = a, c(R), c(L), fail. p(_).",
        "p(N) :- length(L, N), numbervars(L, 0, _), c(L).",
        "p(N) :- length(L, N), sort(0, @>=, L, M), bindall(M), c(L).",
    ];
    all_hold("what_the_library_makes_of_lists", &programs);
}

#[test]
fn lists_whose_elements_are_made_one() {
    let programs = [
        "p(N) :- length(L, N), maplist(=(a), L), c(L).",
        "p(N) :- length(L, N), maplist(=(X), L), X = a, c(L).",
        "p(N) :- length(L, N), maplist(=(_), L), bind1(L), c(L). p(_).",
        "p(N) :- length(L, N), last(L, X), X = a, c(L). p(_).",
        "p(N) :- length(L, N), reverse(L, R), bind1(R), c(L). p(_).",
        "p(N) :- length(L, N), foldl(q, L, x, _), c(L). q(X, Y, X) :- X = Y.",
        "p(N) :- length(L, N), foldl(q, L, _, Z), Z = a, c(L). q(X, Y, X) :- X = Y.",
        "p(N) :- length(L, N), list_to_set(L, M), bindall(M), c(L).",
        "p(N) :- length(L, N), L2 = [_|L], q(L2, L), c(L). q([X|_], L) :- X = L.",
        "p(N) :- length(L, N), q(L), c(L). q([]). q([_]). q([X,X|T]) :- q([X|T]). ",
        "p(N) :- length(L, N), q(L), bind1(L), c(L). p(0). q([]). q([_]) :- !. q([X,X|T]) :- q([X|T]). ",
        "p(N) :- length(L, N), L = [X|T], q(X, T), bind1(T), c(L). p(_). q(_, []). q(X, [X|T]) :- q(X, T).",
    ];
    all_hold("lists_whose_elements_are_made_one", &programs);
}

#[test]
fn lists_that_are_one() {
    let programs = [
        "p(N) :- length(L, N), q(L, M), bindall(M), c(L). q(L, L).",
        "p(N) :- length(L, N), q(L, M, K), bindall(M), c(K), c(L). q(L, L, L).",
        "p(N) :- length(L, N), q(L, M, K), bindall(M), c(K), c(L). q(L, L, K) :- cp(L, K).",
        "p(N) :- length(L, N), length(M, N), q(L, M, K), bindall(K), c(M), c(L). q([], [], []). q([X|A], [_|B], [X|C]) :- q(B, A, C).",
        "p(N) :- length(L, N), exclude(nonvar, L, M), bindall(M), c(L).",
        "p(N) :- length(L, N), q(N, L, K), bindall(K), c(L). q(0, L, L). q(N, L, K) :- N > 0, M is N-1, q(M, L, K).",
        "p(N) :- length(L, N), q(L, _, K), bindall(K), c(L). q([], _, []). q([X|T], X, [X|R]) :- q(T, _, R).",
        "p(N) :- length(L, N), q(L, K), bind1(K), c(K), c(L). q([], []). q([X|T], [X|R]) :- q(T, R), ( R = [X|_] -> true ; true ).",
        "p(N) :- length(L, N), copy_term(L-L, A-B), bindall(A), c(B).",
        "p(N) :- length(L, N), pairs_keys_values(P, L, L), q(P), c(L). q([]). q([X-Y|T]) :- X = a, ( Y == a -> d(Y) ; true), q(T).",
        "p(N) :- length(L, N), length(R, N), pairs_keys_values(P, L, R), q(P), c(L), c(R). q([]). q([X-Y|T]) :- X = Y, q(T).",
        "p(N) :- length(L, N), same_length(L, M), bindall(M), c(L), c(M).",
        "p(N) :- length(L, N), findall(_, fail, M, L), bindall(M), c(L).",
    ];
    all_hold("lists_that_are_one", &programs);
}

#[test]
fn what_undoes_its_bindings() {
    let programs = [
        "p(N) :- length(L, N), G = bindall(L), call(G), c(L).",
        "p(N) :- length(L, N), \\+ \\+ bindall(L), c(L).",
        "p(N) :- length(L, N), ( bindall(L), fail ; c(L) ).",
        "p(N) :- length(L, N), forall(member(X, L), X = a), c(L).",
        "p(N) :- length(L, N), sumlist([], _), nth1(I, L, X), I > 0, X = I, c(L), fail. p(_).",
        "p(N) :- length(L, N), setarg(1, f(L), x), c(L).",
        "p(N) :- mat(N, N, K), r(K). mat(0, _, []) :- !. mat(N, W, [R|T]) :- length(R, W), M is N-1, mat(M, W, T). r([]). r([A|T]) :- c(A), bindall(A), r(T).",
    ];
    all_hold("what_undoes_its_bindings", &programs);
}

#[test]
fn what_is_not_told_apart() {
    let programs = [
        "p(N) :- length(L, N), findall(L, member(_, [1,2]), [M1,M2]), bindall(M1), c(L), c(M2), c(M1).",
        "p(N) :- length(L, N), term_variables(L, M), bindall(M), c(L).",
        "p(N) :- length(L, N), T =.. [f|L], T =.. [_|M], bindall(M), c(L).",
        "p(N) :- length(L, N), b_setval(k, L), b_getval(k, M), bindall(M), c(L).",
        "p(N) :- length(L, N), nb_setval(k, L), nb_getval(k, M), bindall(M), c(L).",
        "p(N) :- length(L, N), catch(q(L), B, r(B, L)). q(L) :- throw(oops(L)). r(oops(M), L) :- bindall(M), c(L), c(M).",
        "p(N) :- length(L, N), setof(X, member(X, L), M), !, bindall(M), c(L). p(_).",
        "p(N) :- length(L, N), predsort(q, L, M), bindall(M), c(L). q(<, _, _).",
        "p(N) :- length(L, N), findall(L, true, [M|_], [L]), bindall(M), c(L).",
        "p(N) :- mk(N, L), K = [L, L], q(K). q([A,B]) :- bindall(A), c(B).",
        "p(N) :- mk(N, L), q([L, L]). q([]). q([A|T]) :- c(A), bindall(A), q(T).",
        "p(N) :- mk(N, L), q(N, L, K), r(K). q(0, _, []) :- !. q(N, L, [L|T]) :- M is N-1, q(M, L, T). r([]). r([A|T]) :- c(A), bindall(A), r(T).",
        "p(N) :- mat(N, N, K), tr(K, J), r(K), r(J). mat(0, _, []) :- !. mat(N, W, [R|T]) :- length(R, W), M is N-1, mat(M, W, T). r([]). r([A|T]) :- c(A), bindall(A), r(T). tr([], []). tr([[]|_], []) :- !. tr(M, [C|Cs]) :- hd(M, C, R), tr(R, Cs). hd([], [], []). hd([[H|T]|R], [H|C], [T|D]) :- hd(R, C, D).",
    ];
    all_hold("what_is_not_told_apart", &programs);
}

#[test]
fn a_list_that_is_given_twice_is_not_two() {
    let text =
        ":- entry t(+list(var)). t(L) :- q(L, L). q([],[]). q([X|A],[Y|B]) :- X = a, ( Y == a -> r(A) ; true ), q(A,B).
        r([]). r([_|T]) :- r(T).";
    holds("twice", text, &["t([])", "t([A])", "t([A,B,C,D])"]);
}

#[test]
fn a_list_that_length_makes_is_unified_with_any() {
    let text =
        ":- entry halve(+list(int), -, -). halve(L, F, B) :- length(L, N), H is N // 2, length(F, H), append(F, B, L).";
    holds("halve", text, &["halve([], F, B)", "halve([1], F, B)", "halve([1,2,3], F, B)", "halve([1,2,3,4], F, B)"]);
    let claims = claims_of(text);
    for (size, steps) in [(0, 8.0), (1, 8.0), (7, 14.0)] {
        let both = [claims.greatest_lower_at("steps", &[size]), claims.least_upper_at("steps", &[size])];
        assert_eq!(both, [Some(steps); 2], "length {size}");
    }
}
