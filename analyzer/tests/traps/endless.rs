//! Runs that never end, for some inputs or for all, mostly behind tests: no finite upper bound may be claimed for them.

use crate::holds;

traps! {
    an_endless_call_behind_a_structural_test:
        ":- entry q(+atm). q(X) :- X \\== a, r(X). r(a) :- r(a). r(_).",
        ["q(a)", "q(b)"];
    an_endless_call_behind_a_test_that_lets_it_through:
        ":- entry q(+atm). q(X) :- X \\== b, r(X). r(a) :- r(a). r(_).",
        ["q(a)", "q(b)"];
    an_endless_branch_of_a_condition:
        ":- entry b(+int). b(N) :- ( N > 5 -> loop ; true ). loop :- loop.",
        ["b(6)", "b(5)"];
    an_endless_retry_of_arithmetic:
        ":- entry my_is(?). my_is(X) :- X is 1, my_is(X).",
        ["my_is(1)", "my_is(2)", "my_is(X)"];
    arguments_of_a_structure_that_change_places:
        ":- regtype ex/1. ex(a). ex(plus(A,B)) :- ex(A), ex(B).
         :- entry s(+ex). s(plus(A,B)) :- s(plus(B,A)). s(a).",
        ["s(plus(a,a))", "s(a)"];
    an_endless_call_behind_a_length:
        ":- entry e(+list(atm)). e(L) :- length(L,N), N > 3, loop. e(_). loop :- loop.",
        ["e([a,b,c,d])", "e([a])"];
    an_endless_call_behind_a_unification:
        ":- entry e(+atm). e(X) :- X = b, loop. e(_). loop :- loop.",
        ["e(b)", "e(a)"];
    an_endless_call_behind_a_negated_unification:
        ":- entry e(+atm). e(X) :- \\+ X = a, loop. e(_). loop :- loop.",
        ["e(b)", "e(a)"];
    an_endless_call_behind_the_order_of_terms:
        ":- entry e(+atm). e(X) :- X @> c, l(X). e(_). l(X) :- l(X).",
        ["e(d)", "e(a)"];
    an_endless_call_in_the_last_clause:
        ":- entry e(+int). e(X) :- X > 0. e(X) :- X > 3, loop. loop :- loop.",
        ["e(2)", "e(4)"];
    an_endless_call_after_a_cut:
        ":- entry e(+int). e(X) :- X < 3, !. e(_) :- loop. loop :- loop.",
        ["e(2)", "e(4)"];
    an_endless_negation:
        ":- entry e(+int). e(X) :- X > 2, \\+ loop. e(_). loop :- loop.",
        ["e(2)", "e(4)"];
    an_endless_condition:
        ":- entry e(+int). e(X) :- X > 2, ( loop -> true ; true ). e(_). loop :- loop.",
        ["e(2)", "e(4)"];
    an_endless_goal_of_findall:
        ":- entry e(+int). e(X) :- X > 2, findall(Y, loop(Y), _). e(_). loop(X) :- loop(X).",
        ["e(2)", "e(4)"];
    an_endless_goal_of_forall:
        ":- entry e(+int). e(X) :- X > 2, forall(loop(Y), Y > 1). e(_). loop(X) :- loop(X).",
        ["e(2)", "e(4)"];
    an_endless_goal_that_is_called:
        ":- entry e(+int). e(X) :- X > 2, G = loop, call(G). e(_). loop :- loop.",
        ["e(2)", "e(4)"];
    an_endless_goal_that_is_caught:
        ":- entry e(+int). e(X) :- X > 2, catch(loop, never, true). e(_). loop :- loop.",
        ["e(2)", "e(4)"];
    an_endless_element_of_maplist:
        ":- entry e(+list(atm)). e(L) :- maplist(f, L). f(a) :- f(a). f(_).",
        ["e([b,a])", "e([b])"];
    two_predicates_that_call_each_other:
        ":- entry e(+int). e(X) :- X > 2, p(X). e(_). p(X) :- q(X). q(X) :- p(X).",
        ["e(2)", "e(4)"];
    counting_up_without_an_end:
        ":- entry g(+int). g(N) :- N >= 0, M is N+1, g(M). g(_).",
        ["g(0)", "g(-1)"];
    counting_down_without_an_end:
        ":- entry z(+int). z(0) :- !. z(N) :- M is N-1, z(M).",
        ["z(-1)", "z(0)", "z(4)"];
    counting_down_by_two_past_zero:
        ":- entry z(+int). z(0). z(N) :- N =\\= 0, M is N-2, z(M).",
        ["z(3)", "z(4)", "z(-2)"];
    counting_up_by_two_past_ten:
        ":- entry u(+int). u(N) :- N =:= 10, !. u(N) :- M is N+2, u(M).",
        ["u(9)", "u(8)", "u(12)"];
    counting_up_by_two_past_a_parameter:
        ":- entry u(+int, +int). u(N,N) :- !. u(N,L) :- M is N+2, u(M,L).",
        ["u(0, 3)", "u(0, 4)", "u(5, 4)"];
    halving_a_number_below_zero_downwards:
        ":- entry h(+int). h(0) :- !. h(N) :- M is N div 2, h(M).",
        ["h(-1)", "h(-9)", "h(9)"];
    halving_by_shifts_below_zero:
        ":- entry h(+int). h(N) :- N =\\= 0, M is N >> 1, h(M). h(0).",
        ["h(-1)", "h(-9)", "h(9)"];
    halving_upwards_to_none:
        ":- entry h(+int). h(N) :- N =< 0. h(N) :- N > 0, M is (N+1) // 2, h(M).",
        ["h(1)", "h(0)", "h(9)"];
    a_list_that_grows:
        ":- entry g(+list(atm)). g([]). g([X|Xs]) :- g([X,X|Xs]).",
        ["g([])", "g([a])"];
    a_list_that_stays:
        ":- entry g(+list(atm)). g([]). g([X|Xs]) :- append(Xs, [X], Ys), g(Ys).",
        ["g([])", "g([a])", "g([a,b])"];
    a_list_that_shrinks_only_sometimes:
        ":- entry g(+list(atm)). g([]). g([a|Xs]) :- g(Xs). g([b|Xs]) :- g([b|Xs]).",
        ["g([a,a])", "g([a,b])"];
    a_generator_without_an_end_and_a_cut:
        ":- entry p(+int, -). p(N,X) :- nat(X), X >= N, !. nat(0). nat(N) :- nat(M), N is M+1.",
        ["p(3, X)", "p(-2, X)"];
    a_generator_without_an_end_and_a_test:
        ":- entry p(+int). p(N) :- nat(X), X =:= N. nat(0). nat(N) :- nat(M), N is M+1.",
        ["p(3)", "p(-2)"];
    repeating_until_it_fits:
        ":- entry p(+int). p(N) :- repeat, N > 2, !.",
        ["p(3)", "p(2)"];
    an_endless_range_and_a_test:
        ":- entry p(+int). p(N) :- between(1, inf, X), X >= N, !.",
        ["p(3)", "p(-2)"];
    left_recursion:
        ":- entry p(+atm, -). p(X,Y) :- p(X,Z), ed(Z,Y). p(X,Y) :- ed(X,Y). ed(a,b). ed(b,c).",
        ["p(a, Y)"];
    a_walk_in_a_circle:
        ":- entry p(+atm). p(X) :- ed(X,Y), p(Y). p(_). ed(a,b). ed(b,a). ed(c,d).",
        ["p(a)", "p(c)"];
    a_goal_that_fails_after_what_never_ends:
        ":- entry e(+int). e(X) :- X > 2, loop, fail. e(_). loop :- loop.",
        ["e(2)", "e(4)"];
    a_goal_that_fails_before_what_never_ends:
        ":- entry e(+int). e(X) :- X > 2, w(X), fail, loop. e(_). loop :- loop. w(_).",
        ["e(2)", "e(4)"];
    an_endless_call_only_on_the_second_solution:
        ":- entry e(+int). e(X) :- c(Y), X > Y, l(Y). e(_). c(5). c(1). l(5). l(1) :- l(1).",
        ["e(0)", "e(2)", "e(6)"];
    an_endless_call_with_an_accumulator:
        ":- entry e(+int, +int). e(N,A) :- N > A, B is A-1, e(N,B). e(N,A) :- N =< A.",
        ["e(3, 2)", "e(2, 3)"];
    a_limit_that_runs_away:
        ":- entry e(+int, +int). e(N,L) :- N < L, M is N+1, K is L+1, e(M,K). e(N,L) :- N >= L.",
        ["e(3, 4)", "e(4, 3)"];
    a_path_that_goes_up_and_down:
        ":- entry e(+int). e(N) :- N > 0, M is N-1, f(M). e(N) :- N =< 0. f(N) :- M is N+1, e(M).",
        ["e(1)", "e(0)"];
    no_end_below_zero_and_one_above:
        ":- entry p(+int, -). p(0,1) :- !. p(N,X) :- M is N-1, p(M,Y), X is Y+N.",
        ["p(-1, X)", "p(0, X)", "p(5, X)"];
    no_end_for_odd_numbers:
        ":- entry e(+int). e(0) :- !. e(N) :- M is N-2, e(M).",
        ["e(-2)", "e(5)", "e(6)"];
    no_end_where_another_size_lets_it_go_on:
        ":- entry e(+int, +int). e(0,_) :- !. e(N,M) :- M > 3, K is N-1, e(K,M).",
        ["e(-1, 4)", "e(-1, 3)", "e(5, 9)", "e(0, 0)"];
    failing_runs_that_do_not_end:
        ":- entry e(+int). e(N) :- N > 4, !. e(N) :- N < 0, M is N-1, e(M), fail. e(0).",
        ["e(5)", "e(-1)", "e(0)", "e(3)"];
    what_can_only_raise_is_not_said_to_succeed:
        ":- entry bad(+int, -). bad(X,Y) :- Y is foo + X.",
        ["bad(1, Y)"];
}
