//! Arithmetic that is passed on as terms: evaluated late, compared, matched, mixed with integers.

use crate::{claims_of, holds};

traps! {
    counting_down_by_terms:
        ":- entry d(+int). d(N) :- N > 0, d(N-1). d(N) :- N =< 0. :- entry e(+int). e(N) :- N =< 0, !. e(N) :- e(N-2).",
        ["d(-3)", "d(0)", "d(5)", "e(-3)", "e(5)", "e(4)"];
    counting_up_by_terms:
        ":- entry u(+int, +int). u(I,N) :- I < N, u(I+1,N). u(I,N) :- I >= N.",
        ["u(0, 5)", "u(-3, 2)", "u(4, 1)"];
    a_term_is_not_the_number_it_comes_to:
        ":- entry f(+nat). f(0) :- w, w, w, w. f(N) :- N > 0, f(N-1). w.
         :- entry g(+nat). g(N) :- N > 0, g(N-1). g(0). g(_-_) :- w, w.
         :- entry h(+nat, -). h(N, N) :- N =< 0. h(N, R) :- N > 0, h(N-1, R).",
        ["f(0)", "f(3)", "g(0)", "g(4)", "h(0, X)", "h(3, X)"];
    terms_that_are_asked_what_they_are:
        ":- entry t(+nat). t(N) :- integer(N), t(N+1). t(N) :- compound(N), N < 9, t(N+1). t(N) :- atomic(N), w. w.
         :- entry m(+nat). m(N) :- N < 4, m(N+1). m(A+B) :- A >= B, w, w. m(_). ",
        ["t(0)", "t(5)", "t(12)", "m(0)", "m(3)", "m(9)"];
    two_terms_that_move:
        ":- entry p(+int, +int). p(A,B) :- A < B, p(A+1,B-1). p(A,B) :- A >= B.
         :- entry q(+nat). q(N) :- N > 0, q(1-N). q(N) :- N =< 0, w. w.",
        ["p(0, 7)", "p(3, -2)", "q(0)", "q(3)"];
    pairs_are_no_sums:
        ":- entry k(+list(int), -). k([], []). k([X|Xs], [X-1|Ys]) :- k(Xs, Ys).
         :- entry l(+nat, +nat). l(X, Y) :- s(X-1-2, Y). s(A-B-C, D) :- D > 0, E is D-1, s(B-C-A, E). s(A-_-_, 0) :- r(A). r(N) :- N > 0, M is N-1, r(M). r(0).",
        ["k([1,2,3], X)", "l(3, 0)", "l(3, 4)", "l(0, 3)"];
    terms_that_grow_without_end:
        ":- entry i(+nat). i(N) :- N >= 0, i(N+1). :- entry j(+int). j(N) :- N < 5, j(N-1). j(N) :- N >= 5.",
        ["i(0)", "j(7)", "j(2)"];
    the_same_predicate_for_integers_and_terms:
        ":- entry b(+nat). b(N) :- N > 5, M is N-3, b(M). b(N) :- N > 0, N =< 5, b(N-1). b(N) :- N =< 0.",
        ["b(0)", "b(4)", "b(17)"];
}

#[test]
fn loops_over_terms_have_bounds() {
    let bounded = |text: &str, at: &[i64]| {
        assert_ne!(claims_of(text).upper_at("steps", at, i64::MAX), Vec::<String>::new(), "{text}");
    };
    bounded(":- entry d(+int). d(N) :- N > 0, d(N-1). d(N) :- N =< 0.", &[4]);
    bounded(":- entry u(+int, +int). u(I,N) :- I < N, u(I+1,N). u(I,N) :- I >= N.", &[1, 4]);
}
