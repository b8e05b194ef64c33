//! Goals that come from data: what is called is one of several that the program names somewhere.

use crate::holds;

traps! {
    one_of_two:
        ":- entry c(+int, -). c(X, N) :- member(Op, [pl, ti]), call(Op, X, N). pl(X, N) :- N is X + 1. ti(X, N) :- N is X * 2.",
        ["c(3, N)", "c(0, N)", "c(-2, N)"];
    those_of_a_list:
        ":- entry m(+int, -). m(X, Y) :- steps([inc(1), dbl, inc(3)], X, Y). steps([], S, S). steps([G|Gs], A, B) :- call(G, A, C), steps(Gs, C, B). \
            inc(K, X, Y) :- Y is X + K. dbl(X, Y) :- Y is X * 2.",
        ["m(1, Y)", "m(-7, Y)"];
    those_of_a_long_list_cost_as_much_as_the_dearest:
        ":- entry m(+nat, -). m(X, Y) :- steps([inc, lin, inc, lin, inc, inc, inc, lin, inc, inc, lin], X, Y). \
            steps([], S, S). steps([G|Gs], A, B) :- call(G, A, C), steps(Gs, A, C, B). steps([], _, C, C). steps([G|Gs], A, _, B) :- call(G, A, C), steps(Gs, A, C, B). \
            inc(X, Y) :- Y is X + 1. lin(0, 0). lin(N, M) :- N > 0, K is N - 1, lin(K, M).",
        ["m(1, Y)", "m(9, Y)", "m(0, Y)"];
    some_fail_and_some_have_many_solutions:
        ":- entry r(+list(int), -). r(L, X) :- member(G, [none, all, one]), call(G, L, X). none(_, _) :- fail. all(L, X) :- member(X, L). one([X|_], X) :- !.",
        ["r([], X)", "r([1,2,3], X)", "r([4], X)"];
    some_cut_what_is_theirs_only:
        ":- entry r(+list(int), -). r(L, X) :- member(G, [first, all]), call(G, L, X). first(L, X) :- member(X, L), !. all(L, X) :- member(X, L).",
        ["r([], X)", "r([1,2,3], X)"];
    of_facts:
        ":- entry r(+atm, +list(int), -). r(C, L, X) :- h(C, _, G), call(G, L, X). h(s, 1, sum). h(l, 2, len). h(n, 3, nrev). \
            sum([], 0). sum([X|T], S) :- sum(T, R), S is R + X. len([], 0). len([_|T], N) :- len(T, M), N is M + 1. \
            nrev([], []). nrev([X|T], R) :- nrev(T, S), append(S, [X], R).",
        ["r(s, [1,2,3], X)", "r(n, [1,2,3,4], X)", "r(q, [1], X)", "r(l, [], X)"];
    // What is called is one of those that are written there, or none of them.
    others_than_those_that_are_written:
        ":- entry r(+atm, +int, -). r(G, X, Y) :- ( G = add ; G = sub ; true ), call(G, X, Y). add(X, Y) :- Y is X + 1. sub(X, Y) :- Y is X - 1. run(0, 0). run(N, M) :- N > 0, K is N - 1, run(K, M).",
        ["r(add, 3, Y)", "r(sub, 3, Y)", "r(run, 9, Y)"];
    arguments_that_are_no_longer_those_that_are_written:
        ":- entry r(+nat, -). r(N, Y) :- steps([down(1), up(N)], Y). steps([], 0). steps([G|Gs], Y) :- call(G, Y1), steps(Gs, Y2), Y is Y1 + Y2. \
            down(0, 0). down(N, M) :- N > 0, K is N - 1, down(K, M). up(N, M) :- down(N, M).",
        ["r(0, Y)", "r(12, Y)"];
    goals_that_are_put_together:
        ":- entry r(+list(int), -). r(L, Y) :- member(F-K, [add-1, mul-2]), G =.. [F, K], maplist(G, L, Y). add(K, X, Y) :- Y is X + K. mul(K, X, Y) :- Y is X * K.",
        ["r([1,2], Y)", "r([], Y)"];
    constructs_among_them:
        ":- entry r(+list(int)). r(L) :- member(G, [(p(L), q(L)), p(L), true]), call(G). p([]). p([_|T]) :- p(T). q([]). q([_|T]) :- q(T).",
        ["r([1,2,3])", "r([])"];
    tests_that_are_builtins:
        ":- entry t(+, -). t(X, T) :- member(T, [atom, number, compound, var]), call(T, X).",
        ["t(a, T)", "t(1, T)", "t(f(a), T)"];
    by_types_that_are_declared:
        ":- regtype op/1. op(add). op(lin). :- entry r(+op, +nat, -). r(G, X, Y) :- call(G, X, Y). add(X, Y) :- Y is X + 1. lin(0, 0). lin(N, M) :- N > 0, K is N - 1, lin(K, M).",
        ["r(add, 3, Y)", "r(lin, 9, Y)", "r(lin, 0, Y)"];
    // What a type says of itself holds no terms.
    types_that_are_themselves:
        ":- regtype a/1. a(X) :- a(X). a([]). a([_|T]) :- a(T). :- regtype b/1. b(X) :- c(X). :- regtype c/1. c(X) :- b(X). c(k). c(l). \
            :- entry p(+a). p([]). p([_|T]) :- p(T). :- entry q(+b). q(X) :- call(X). k. l :- p([a,b]).",
        ["p([])", "p([a,b])", "q(k)", "q(l)"];
    handed_on_in_lists:
        ":- entry r(+list(int), -). r(L, Y) :- member(Gs, [[inc, dbl], [dbl, dbl, dbl], []]), foldl(app, Gs, L, Y). app(G, X, Y) :- maplist(G, X, Y). inc(X, Y) :- Y is X + 1. dbl(X, Y) :- Y is X * 2.",
        ["r([1,2], Y)", "r([], Y)"];
    changed_meanwhile:
        ":- dynamic(h/1). h(inc). h(dbl). :- entry r(+int, -). r(X, Y) :- h(G), call(G, X, Y). inc(X, Y) :- Y is X + 1. dbl(X, Y) :- Y is X * 2. add :- assertz(h(lin)). lin(0, 0). lin(N, M) :- N > 0, K is N - 1, lin(K, M).",
        ["r(1, Y)", "r(-1, Y)"];
}
