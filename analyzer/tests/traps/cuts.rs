//! Cuts and conditions after goals with several solutions, negation, `*->`, exceptions that are caught.

use crate::holds;

traps! {
    branches_that_go_on_at_the_same_place:
        ":- entry p(+list(int), -). p(A,O) :- A = [_|_], O = 0. p(A,O) :- ( A @< A -> true ; true ), O = 0.
         :- entry q(+list(int), -). q(A,O) :- ( A @< [] -> V = A ; V = A ), V = _, O = 0.
         :- entry r(+int, +int, -). r(A,B,O) :- ( A == B -> true ; true ), O = 0.
         :- entry s(+int, +int, -). s(A,B,O) :- ( A @>= B -> true ; true ), ( A \\== B -> true ; true ), O = 0.
         :- entry t(+). t(A) :- ( A =.. [_,_,_] -> true ; true ).
         :- entry u(+list(int)). u(L) :- ( compare(<,L,[1]) -> true ; true ), ( L = [] -> true ; true ).",
        ["p([3,6], O)", "p([], O)", "q([], O)", "q([1], O)", "r(1, 1, O)", "r(1, 2, O)", "s(1, 1, O)", "s(1, 2, O)", "s(2, 1, O)",
            "t(a)", "t(f(b))", "t(f(a,b))", "u([])", "u([0])", "u([1])", "u([2,3])"];
    a_cut_after_a_generator_and_a_test:
        ":- entry s(+list(atm)). s(L) :- m(L,M), o(M), !. s(_). m([],[]). m([X|T],[X|R]) :- m(T,R).
         m([_|T],[z|R]) :- m(T,R). o([]). o([_]). o([X,Y|T]) :- X @=< Y, o([Y|T]).",
        ["s([])", "s([a])", "s([b,a])", "s([d,c,b,a])"];
    permutation_sort:
        ":- entry psort(+list(atm), -). psort(L,S) :- perm(L,S), ordered(S), !. perm([],[]).
         perm(L,[X|P]) :- select(X,L,R), perm(R,P). ordered([]). ordered([_]).
         ordered([X,Y|T]) :- X @=< Y, ordered([Y|T]).",
        ["psort([], S)", "psort([b,a], S)", "psort([a,a,a], S)", "psort([d,c,b,a], S)"];
    permutation_sort_by_once:
        ":- entry psort(+list(atm), -). psort(L,S) :- once((perm(L,S), ordered(S))). perm([],[]).
         perm(L,[X|P]) :- select(X,L,R), perm(R,P). ordered([]). ordered([_]).
         ordered([X,Y|T]) :- X @=< Y, ordered([Y|T]).",
        ["psort([], S)", "psort([c,b,a], S)", "psort([a,b], S)"];
    the_first_member_behind_a_letter:
        ":- entry c(+list(atm), -). c(L,X) :- member(X,L), X @> b, !.",
        ["c([a,b,c,d], X)", "c([a], X)", "c([c], X)", "c([], X)"];
    the_first_member_or_none:
        ":- entry c(+list(atm), -). c(L,X) :- member(X,L), X @> b, !. c(_, none) :- w(a), w(b). w(_).",
        ["c([a,b,c,d], X)", "c([a], X)", "c([c], X)", "c([], X)"];
    a_selected_element_and_a_test_of_the_rest:
        ":- entry c(+list(atm)). c(L) :- select(X,L,R), w(X), o(R), !. c(_). w(_). o([]). o([X|Xs]) :- X == a, o(Xs).",
        ["c([])", "c([a,b,a])", "c([b,b])"];
    a_cut_between_a_generator_and_a_failure:
        ":- entry k(+list(atm)). k(L) :- member(X,L), !, X == a. k(_) :- w(a), w(b). w(_).",
        ["k([a])", "k([b,a])", "k([])"];
    a_cut_first:
        ":- entry k(+list(atm)). k(L) :- !, member(X,L), w(X). k(_) :- w(a), w(b), w(c). w(_).",
        ["k([a,b])", "k([])"];
    a_cut_last:
        ":- entry k(+list(atm)). k([X|Xs]) :- k(Xs), w(X), !. k(_) :- w(a). w(_).",
        ["k([a,b])", "k([])"];
    two_cuts:
        ":- entry k(+list(atm), -). k(L,X) :- member(X,L), !, w(X), !. k(_,z). w(a). w(b). w(_).",
        ["k([a,b], X)", "k([], X)"];
    the_middle_of_a_list:
        ":- entry split(+list(atm)). split(L) :- append(A,B,L), length(A,N), length(B,N), !. split(_).",
        ["split([])", "split([a])", "split([a,b,c,d])"];
    an_integer_root_by_trying:
        ":- entry root(+int, -). root(N,R) :- between(0,N,R), R*R >= N, !.",
        ["root(-3, R)", "root(0, R)", "root(10, R)"];
    negation_of_a_generator:
        ":- entry no(+atm, +list(atm)). no(X,L) :- \\+ member(X,L), w(X). no(_,_) :- w(a), w(b). w(_).",
        ["no(a, [b,a])", "no(a, [])", "no(z, [a,b])"];
    negation_of_negation:
        ":- entry nn(+list(atm)). nn(L) :- \\+ \\+ (member(X,L), X == b), w(a). nn(_). w(_).",
        ["nn([a,b])", "nn([a])", "nn([])"];
    a_condition_with_several_solutions:
        ":- entry i(+list(atm)). i(L) :- ( member(X,L), X == a -> w(X) ; w(z), w(y) ). w(_).",
        ["i([b,a,a])", "i([])", "i([b])"];
    a_condition_with_several_solutions_and_a_failing_branch:
        ":- entry i(+list(atm)). i(L) :- ( member(X,L) -> X == a ; w(z) ). i(_) :- w(a), w(b). w(_).",
        ["i([b,a,a])", "i([])", "i([a])"];
    a_condition_without_else:
        ":- entry i(+list(atm)). i(L) :- ( member(X,L), X @> c -> w(X) ), w(z). i(_). w(_).",
        ["i([b,d])", "i([])", "i([a])"];
    conditions_in_a_row:
        ":- entry i(+int). i(N) :- ( N > 5 -> w(a) ; N > 0 -> w(a), w(b) ; N > -5 -> w(a), w(b), w(c) ; true ). w(_).",
        ["i(6)", "i(5)", "i(0)", "i(-5)"];
    conditions_in_conditions:
        ":- entry i(+int, +int). i(N,M) :- ( ( N > 5 -> M > 0 ; M > 5 ) -> w(a) ; w(b), w(c) ). w(_).",
        ["i(6, 0)", "i(6, 1)", "i(0, 6)", "i(0, 1)"];
    a_soft_condition_has_all_solutions:
        ":- entry g(-). g(X) :- ( member(X,[1,2,3,4,5]) *-> true ; X = 0 ).",
        ["g(X)"];
    a_soft_condition_and_work_after_it:
        ":- entry g(+list(atm), -). g(L,X) :- ( member(X,L), X @> a *-> w(X) ; X = none, w(a), w(b) ). w(_).",
        ["g([], X)", "g([a,b,c], X)", "g([a], X)"];
    a_soft_condition_in_the_clause_of_one_size:
        ":- entry p(+list(int)). p([]) :- ( msort([], _) *-> true ). p(_).",
        ["p([])", "p([1])"];
    a_soft_condition_then_a_cut:
        ":- entry g(+list(atm), -). g(L,X) :- ( member(X,L) *-> w(X) ; X = none ), X @> a, !. g(_, last). w(_).",
        ["g([], X)", "g([a,b,c], X)", "g([a], X)"];
    a_disjunction_with_a_cut:
        ":- entry g(+list(atm), -). g(L,X) :- ( member(X,L), X == b, ! ; X = none ), w(X). g(_, last). w(_).",
        ["g([], X)", "g([a,b,c], X)", "g([a], X)"];
    a_disjunction_of_generators:
        ":- entry g(+list(atm), -). g(L,X) :- ( member(X,L) ; member(X,[p,q]) ; X = r ), w(X). w(_).",
        ["g([], X)", "g([a,b,c], X)"];
    a_called_cut_is_local:
        ":- entry p(+list(atm), -). p(L,R) :- member(X,L), call((q(X,Y),!)), R = X-Y. q(a,1). q(b,2). q(_,3).",
        ["p([a,b,c], R)", "p([], R)"];
    a_cut_below_a_generator_is_of_its_own_predicate:
        ":- entry p(+list(atm), -). p(L,X) :- member(X,L), q(X). q(X) :- w(X), !. q(_). w(a). w(b). w(_).",
        ["p([a,b,c], X)", "p([], X)"];
    what_is_found_is_bound_already:
        ":- entry m(+int, ?). m(X,a) :- X > 0, !. m(X,b) :- X > -3, w(a). m(_,c). w(_).",
        ["m(1, a)", "m(1, b)", "m(0, c)", "m(-5, X)"];
    an_output_that_does_not_fit_after_the_work:
        ":- entry m(+list(atm), ?). m(L, N) :- c(L, N). c([], 0). c([_|T], N) :- c(T, M), N is M+1.",
        ["m([a,b], 2)", "m([a,b], 5)", "m([], N)"];
    a_caught_loop:
        ":- entry k(+int). k(N) :- catch(d(N), _, true). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["k(-3)", "k(4)"];
    a_caught_exception_and_what_follows:
        ":- entry k(+int). k(N) :- catch(t(N), x, w(a)), w(b). t(N) :- N > 3, throw(x). t(_) :- w(a), w(b). w(_).",
        ["k(5)", "k(3)", "k(-3)"];
    backtracking_into_what_was_caught:
        ":- entry k(+list(atm)). k(L) :- catch(member(X,L), _, true), X == b, w(X). k(_). w(_).",
        ["k([a,b,b])", "k([])"];
    findall_of_a_failing_goal:
        ":- entry k(+list(atm), -). k(L,N) :- findall(X, (member(X,L), X @> c), Xs), length(Xs, N), N > 1. k(_, 0) :- w(a). w(_).",
        ["k([d,e], N)", "k([a,b], N)", "k([], N)"];
    all_pairs_until_one_fits:
        ":- entry pp(+list(int), +int). pp(L,S) :- member(X,L), member(Y,L), S =:= X+Y, !. pp(_,_).",
        ["pp([1,2,3], 4)", "pp([1,2,3], 40)", "pp([], 0)"];
    queens_of_small_boards:
        ":- entry qu(+int, -). qu(N, Qs) :- numlist(1, N, Ns), se(Ns, [], Qs), !. se([], Qs, Qs).
         se(Un, Sa, Qs) :- select(Q, Un, Un1), ok(Sa, 1, Q), se(Un1, [Q|Sa], Qs). ok([], _, _).
         ok([Y|Ys], N, X) :- X =\\= Y+N, X =\\= Y-N, M is N+1, ok(Ys, M, X).",
        ["qu(1, Q)", "qu(2, Q)", "qu(4, Q)", "qu(-1, Q)"];
}
