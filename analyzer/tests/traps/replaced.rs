//! Terms that are changed in place, and values that are kept under names, both undone on backtracking.

use crate::holds;

traps! {
    values_under_names_are_undone:
        ":- entry t(+nat). t(N) :- b_setval(k, 0), ( l(N), fail ; true ). l(0). l(N) :- N > 0, b_getval(k, V), W is V + 1, b_setval(k, W), M is N - 1, l(M).",
        ["t(0)", "t(5)"];
    values_under_names_are_undone_by_a_caller:
        ":- entry t(+nat). t(N) :- l(N), N > 3, !. t(_). l(0). l(N) :- N > 0, b_setval(k, N), M is N - 1, l(M).",
        ["t(0)", "t(3)", "t(5)"];
    values_under_names_are_undone_where_they_are_kept:
        ":- entry s(+nat). s(N) :- ( b_setval(k, N), b_setval(k, 1), fail ; true ). :- entry r(+list(int), -). r(L, N) :- ( member(X, L), b_setval(k, X), X > 2 ; true ), !, b_getval(k, N).",
        ["s(0)", "s(5)", "r([1,2,3], N)", "r([], N)", "r([0], N)"];
    counters:
        ":- entry c(+list(int), -). c(L, N) :- C = c(0), d(L, C), arg(1, C, N). d([], _). d([_|T], C) :- arg(1, C, M), N is M + 1, setarg(1, C, N), d(T, C).",
        ["c([], N)", "c([1,2,3], N)"];
    // How often depends on what it has become.
    loops_up_to_a_counter:
        ":- entry c(+nat, -). c(N, M) :- C = c(0), u(C, N), arg(1, C, K), d(K, M). u(C, N) :- arg(1, C, M), ( M < N -> K is M + 1, setarg(1, C, K), u(C, N) ; true ). d(0, 0). d(K, M) :- K > 0, J is K - 1, d(J, M).",
        ["c(0, M)", "c(7, M)"];
    an_argument_that_is_what_was_put_in:
        ":- entry c(+nat, -). c(N, M) :- C = c(0, a), setarg(1, C, N), arg(1, C, K), d(K, M). d(0, 0). d(K, M) :- K > 0, J is K - 1, d(J, M).
         :- entry e(+nat, -). e(N, M) :- C = c(0, a), setarg(2, C, N), arg(1, C, K), d(K, M).",
        ["c(0, M)", "c(7, M)", "e(7, M)"];
    the_same_term_twice:
        ":- entry c(+nat, -). c(N, M) :- C = c(0), s(C, C, N), e(C, M). s(A, B, N) :- setarg(1, A, N), arg(1, B, K), d(K, _). d(0, 0). d(K, M) :- K > 0, J is K - 1, d(J, M). e(c(K), M) :- d(K, M).
         :- entry f(+nat, -). f(N, M) :- C = c(0), g(h(C), C, N, M). g(H, C, N, M) :- setarg(1, C, N), H = h(c(K)), d(K, M).
         :- entry i(+nat, -). i(N, M) :- C = c(0), L = [C, C], member(X, L), setarg(1, X, N), L = [c(K)|_], d(K, M).",
        ["c(0, M)", "c(5, M)", "f(0, M)", "f(5, M)", "i(0, M)", "i(4, M)"];
    lists_that_become_shorter:
        ":- entry l(+list(int), -). l(L, N) :- w(L, N). w([], 0). w([X|T], N) :- ( X > 3, T = [_|_] -> setarg(2, T, []) ; true ), w(T, M), N is M + 1.
         :- entry b(+list(int), -). b(L, N) :- L = [_|_], setarg(2, L, []), w(L, N). b([], 0).",
        ["l([1,2,3], N)", "l([5,6,7,8], N)", "l([], N)", "b([1,2,3,4], N)", "b([], N)"];
    lists_and_trees_of_which_parts_are_changed:
        ":- regtype t/1. t(v). t(n(L, X, R)) :- t(L), int(X), t(R). :- entry z(+t, -). z(T, N) :- c(T, N), ( T = n(L, _, _), L = n(_, _, _) -> setarg(1, L, v), setarg(3, T, v) ; true ), c(T, _). c(v, 0). c(n(L, _, R), N) :- c(L, A), c(R, B), N is A + B + 1.",
        ["z(v, N)", "z(n(n(v,1,n(v,1,v)),2,n(v,3,v)), N)", "z(n(v,1,v), N)"];
    undone_on_backtracking:
        ":- entry u(+nat, -). u(N, M) :- C = c(N), ( setarg(1, C, 0), C = c(0), fail ; arg(1, C, K), d(K, M) ). d(0, 0). d(K, M) :- K > 0, J is K - 1, d(J, M).
         :- entry f(+, -). f(T, M) :- ( compound(T), setarg(1, T, a), arg(1, T, X), X == a, fail ; arg(1, T, X), ( X == a -> M = 1 ; d(3, M) ) ).
         :- entry g(+, -). g(T, M) :- ( setarg(1, T, a), p(T), fail ; p(T), d(2, M) ; \\+ p(T), d(4, M) ). p(f(a)). p(g(a)).",
        ["u(0, M)", "u(6, M)", "f(f(b), M)", "f(f(a), M)", "g(f(a), M)", "g(f(b), M)", "g(g(c), M)", "g(h(1), M)"];
    tests_before_and_after:
        ":- entry t(+, -). t(T, M) :- ( T = f(a) -> A = 1 ; A = 0 ), ( compound(T) -> setarg(1, T, b) ; true ), ( T = f(a) -> M = 1 ; T = f(b), A > 0 -> M = 2 ; d(A, M) ). d(0, 5). d(1, 6).
         :- entry s(+list(atm), -). s(L, N) :- ( L = [a|_] -> setarg(1, L, b), s(L, N) ; L = [b|_], !, N = 1 ). s([], 0). s([c|T], N) :- s(T, N).",
        ["t(f(a), M)", "t(f(c), M)", "t(a, M)", "s([a,a], N)", "s([c,a], N)", "s([], N)"];
    by_a_predicate_that_is_called:
        ":- entry c(+list(int), -). c(L, S) :- C = acc(0), e(L, C), C = acc(S). e([], _). e([X|T], C) :- add(C, X), e(T, C). add(C, X) :- C = acc(A), ( X > 2 -> B is A + X, setarg(1, C, B) ; true ).
         :- entry d(+list(int), -). d(L, S) :- C = acc(0), forall(member(X, L), add(C, X)), C = acc(S).
         :- entry f(+list(int), -). f(L, S) :- C = acc(0), foldl([X, A, A]>>add(A, X), L, C, D), D = acc(S).",
        ["c([1,2,3,4], S)", "c([], S)", "d([1,5], S)", "f([1,5,6], S)"];
    solutions_of_which_each_changes_something:
        ":- entry m(+list(int), -). m(L, N) :- C = c(0), p(L, C, X), X > 2, arg(1, C, N). p(L, C, X) :- member(X, L), arg(1, C, M), K is M + 1, setarg(1, C, K).",
        ["m([1,2,3,4], N)", "m([], N)", "m([5], N)"];
    what_is_put_in_again_and_again:
        ":- entry q(+list(int), -). q(L, N) :- Q = q([]), p(L, Q), arg(1, Q, M), w(M, N). p([], _). p([X|T], Q) :- arg(1, Q, L), setarg(1, Q, [X|L]), p(T, Q). w([], 0). w([_|T], N) :- w(T, M), N is M + 1.",
        ["q([1,2,3], N)", "q([], N)"];
    places_that_are_none:
        ":- entry s(+int, -). s(I, T) :- T = f(a, b), ( setarg(I, T, c) -> true ; T = f(_, _) ).",
        ["s(0, T)", "s(1, T)", "s(3, T)", "s(-1, T)"];
    functors_that_are_not_known:
        ":- entry a(+nat, -). a(N, S) :- functor(A, arr, N), f(1, N, A), g(1, N, A, 0, S). f(I, N, _) :- I > N, !. f(I, N, A) :- setarg(I, A, I), J is I + 1, f(J, N, A). \
            g(I, N, _, S, S) :- I > N, !. g(I, N, A, S0, S) :- arg(I, A, X), S1 is S0 + X, J is I + 1, g(J, N, A, S1, S).
         :- entry b(+, +list(int), -). b(T, L, N) :- ( compound(T) -> setarg(1, T, 0) ; true ), w(L, N). w([], 0). w([_|T], N) :- w(T, M), N is M + 1.",
        ["a(0, S)", "a(1, S)", "a(5, S)", "b(f(1), [1,2], N)", "b(a, [], N)"];
    what_holds_variables:
        ":- entry v(-, -). v(X, N) :- T = f(X, _), setarg(2, T, g(1)), T = f(a, G), G = g(N).
         :- entry w(-, -). w(X, N) :- T = f(X), setarg(1, T, X), T = f(a), ( X == a -> N = 1 ; N = 0 ).",
        ["v(X, N)", "w(X, N)"];
    kept_under_a_name_as_well:
        ":- entry k(+nat, -). k(N, M) :- C = c(0), b_setval(it, C), s(N), C = c(K), d(K, M). s(N) :- b_getval(it, C), setarg(1, C, N). d(0, 0). d(K, M) :- K > 0, J is K - 1, d(J, M).",
        ["k(0, M)", "k(5, M)"];
    parts_that_are_changed_by_a_predicate_that_is_called:
        ":- entry a(+nat, -). a(N, M) :- C = acc(0), s(C, N), C = acc(K), d(K, M). s(C, N) :- setarg(1, C, N). d(0, 0). d(K, M) :- K > 0, J is K - 1, d(J, M).
         :- entry b(+nat, -). b(N, M) :- C = acc(0), t(h(C), N), C = acc(K), d(K, M). t(h(C), N) :- s(C, N).
         :- entry c(+nat, -). c(N, M) :- C = acc(0), u([x, C], N), C = acc(K), d(K, M). u(L, N) :- last(L, C), s(C, N).
         :- entry e(+nat, -). e(N, M) :- C = acc(0), D = g(C), v(C, D, N, K), d(K, M). v(C, g(D), N, K) :- s(C, N), arg(1, D, K).
         :- entry f(+nat, -). f(N, M) :- C = acc(0), ( \\+ \\+ s(C, N), arg(1, C, 0), s(C, 2) ; s(C, N) ), arg(1, C, K), d(K, M).",
        ["a(0, M)", "a(5, M)", "b(0, M)", "b(5, M)", "c(6, M)", "e(0, M)", "e(7, M)", "f(0, M)", "f(6, M)"];
}
