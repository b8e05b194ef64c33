//! Recursion over integers below zero, past limits, by halves, in several arguments.

use crate::holds;

traps! {
    what_moves_by_itself_ends_where_the_first_does:
        ":- entry q(+list(atm), +nat). q([], _). q([_|Ks], N) :- N > 0, M is N // 10, q(Ks, M).
         :- entry p(+list(atm), +nat). p([], 0). p([K|Ks], N) :- N > 0, D is N mod 10, k(K, D), M is N // 10, p(Ks, M). k(e, D) :- D mod 2 =:= 0. k(o, D) :- D mod 2 =:= 1.
         :- entry cl(+nat, +nat). cl(1, _) :- !. cl(_, 0) :- !. cl(N, M) :- N1 is N // 2, M1 is M - 1, cl(N1, M1).
         :- entry tp(+nat). tp(N) :- N =< 1, !. tp(N) :- N mod 2 =:= 0, M is N // 2, tp(M).
         :- entry both(+nat, +nat, +nat). both(0, _, _). both(X, Y, Z) :- X > 0, Y > 0, Z > 0, A is X - 1, B is Y // 3, C is Z // 2, both(A, B, C).",
        ["q([a,b,c], 1234)", "q([a,b,c,d], 12)", "q([], 0)", "q([a], 0)", "q([a], 9)", "p([e,o,e], 412)", "p([e,o], 4)", "p([], 0)", "p([], 7)", "p([o,o,o], 1335)",
         "cl(0, 5)", "cl(100, 3)", "cl(100, 30)", "cl(1, 0)", "tp(64)", "tp(48)", "tp(0)", "tp(7)",
         "both(0, 0, 0)", "both(9, 100, 100)", "both(2, 100, 100)", "both(9, 100, 3)", "both(9, 2, 100)", "both(9, 1, 1)"];
    loops_that_begin_again_with_each_element:
        ":- entry dup(+list(atm), +nat). dup(L, N) :- dup(L, N, N). dup([], _, _). dup([_|Xs], N, K) :- K =:= 0, dup(Xs, N, N).
         dup([X|Xs], N, K) :- K > 0, K1 is K-1, dup([X|Xs], N, K1).
         :- entry g(+nat, +nat). g(X, Y) :- g(X, Y, Y). g(0, _, _) :- !. g(X, N, 0) :- !, Y is X - 1, g(Y, N, N). g(X, N, K) :- L is K - 1, g(X, N, L).
         :- entry h(+nat, +nat). h(X, Y) :- h(X, Y, 0). h(0, _, _). h(X, N, K) :- X > 0, K >= N, Y is X - 1, h(Y, N, 1). h(X, N, K) :- X > 0, K < N, L is K + 1, h(X, N, L).",
        ["dup([], 0)", "dup([], 4)", "dup([a,b,c], 0)", "dup([a,b,c], 4)", "dup([a], 1)", "g(0, 0)", "g(0, 3)", "g(3, 0)", "g(3, 4)", "g(1, 1)",
         "h(0, 0)", "h(0, 3)", "h(3, 0)", "h(3, 4)", "h(2, 1)"];
    numbers_that_tables_put_together:
        ":- entry s(-). s(A) :- odd(X), even(Y), A is 10 * X + Y, even(B), B > 0, P is A * B, p([e,o,e], P), !.
         p([], 0). p([K|Ks], N) :- N > 0, D is N mod 10, k(K, D), M is N // 10, p(Ks, M). k(e, D) :- D mod 2 =:= 0. k(o, D) :- D mod 2 =:= 1.
         odd(1). odd(3). odd(5). odd(7). odd(9). even(0). even(2). even(4). even(6). even(8).
         :- entry v(-). v(A) :- odd(A), p([o], A). :- entry w(+nat). w(N) :- between(1, N, M), p([e,e], M), fail. w(_).",
        ["s(A)", "v(A)", "w(0)", "w(30)"];
    constants_that_are_divided_by:
        ":- entry c(+int, -). c(N, L) :- to(N, 10, [], L). to(0, _, L, L) :- !. to(N, B, A, L) :- D is N mod B, M is N // B, to(M, B, [D|A], L).
            :- entry o(+nat, -, -). o(N, A, B) :- to(N, 2, [], A), to(N, 16, [], B).
            :- entry g(+nat, -). g(N, [N]) :- N < 10, !. g(N, [D|T]) :- dm(N, 10, Q, D), g(Q, T). dm(N, B, Q, R) :- Q is N // B, R is N mod B.
            :- entry h(+nat, -). h(N, K) :- h(N, 1, K). h(N, S, 0) :- N >> S =:= 0, !. h(N, S, K) :- T is S + 1, h(N, T, L), K is L + 1.
            :- entry a(+nat). a(N) :- a(2, N). a(B, N) :- B > N, !. a(B, N) :- to(N, B, [], _), C is B + 1, a(C, N).
            :- entry w(+nat, -). w(N, L) :- sw(N, 2, 3, L). sw(0, _, _, []) :- !. sw(N, A, B, [R|T]) :- R is N mod A, M is N // A, sw(M, B, A, T).
            :- entry z(+nat). z(N) :- b(N, 1), b(N, 2), b(N, 3), b(N, 4), b(N, 5), b(N, 6), b(N, 7), b(N, 8), b(N, 9), b(N, 10), b(N, 11), b(N, 12), b(N, 13), b(N, 14), b(N, 15), b(N, 16), b(N, 17), b(N, 18), b(N, 19), b(N, 20). b(N, K) :- M is N >> K, ( M > 1 -> b(M, K) ; true ).
            :- entry p(+nat, -). p(E, R) :- pw(3, E, 1000, R). pw(_, 0, _, 1) :- !. pw(B, E, M, R) :- F is E // 2, C is B*B mod M, pw(C, F, M, R).",
        ["c(0, L)", "c(-7, L)", "c(-1234, L)", "c(9, L)", "c(10, L)", "c(99999, L)", "o(0, A, B)", "o(1, A, B)", "o(16, A, B)", "o(1000, A, B)",
            "g(0, L)", "g(9, L)", "g(10, L)", "g(123456, L)", "h(0, K)", "h(1, K)", "h(100, K)", "a(0)", "a(2)", "a(13)", "w(0, L)", "w(5, L)",
            "w(100, L)", "p(0, R)", "p(1, R)", "p(77, R)", "z(0)", "z(5)", "z(100000)"];
    a_list_is_sorted_by_so_many_of_its_elements:
        ":- entry s(+list(int), -). s(L, S) :- length(L, N), ms(N, L, S, []).
            ms(0, L, [], L) :- !. ms(1, [X|L], [X], L) :- !.
            ms(N, L, S, R) :- A is N // 2, B is N - A, ms(A, L, S1, L1), ms(B, L1, S2, R), mg(S1, S2, S).
            mg([], L, L). mg([X|Xs], [], [X|Xs]). mg([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, mg(Xs, [Y|Ys], Zs).
            mg([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, mg([X|Xs], Ys, Zs).
            :- entry r(+list(int)). r(L) :- length(L, N), pre(N, L, []).
            pre(0, L, L) :- !. pre(1, [_|L], L) :- !. pre(N, L, R) :- A is N // 2, B is N - A, pre(A, L, L1), pre(B, L1, R).
            :- entry q(+list(int), +list(int), -). q([_|L], L, a) :- !. q(_, _, b).",
        ["s([], S)", "s([3], S)", "s([2,1], S)", "s([3,1,2], S)", "s([1,2,3,4,5], S)", "s([9,8,7,6,5,4,3,2,1], S)", "s([5,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3], S)",
            "r([])", "r([1])", "r([1,2])", "r([1,2,3,4,5,6,7])", "q([], [], X)", "q([1], [], X)", "q([1,2], [], X)", "q([1,2], [2], X)", "q([1,2,3], [3], X)"];
    roots_that_are_counted_up_to:
        ":- entry r(+nat, -). r(N, R) :- r(N, 0, R). r(N, F, F) :- F*F >= N, !. r(N, F, R) :- G is F + 1, r(N, G, R).
            :- entry q(+nat, -). q(N, R) :- q(N, 1, R). q(N, I, R) :- I*I > N, !, R is I - 1. q(N, I, R) :- J is I + 1, q(N, J, R).",
        ["r(0, R)", "r(1, R)", "r(2, R)", "r(4, R)", "r(15, R)", "r(16, R)", "r(17, R)", "r(400, R)", "q(0, R)", "q(1, R)", "q(3, R)", "q(4, R)", "q(99, R)"];
    steps_towards_zero_by_the_sign:
        ":- entry t(+int). t(0) :- !. t(X) :- Y is X - sign(X), t(Y).
         :- entry s(+int, +int). s(X, Y) :- C is sign(X)*Y, d(C). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).
         :- entry u(+int, +int). u(X, Y) :- C is sign(X - Y) + 2, d(C).
         :- entry n(+nat). n(X) :- C is 3*sign(X), d(C).",
        ["t(-7)", "t(0)", "t(5)", "s(-2, -5)", "s(3, 4)", "s(0, 9)", "s(-1, 6)", "u(1, 2)", "u(2, 2)", "u(3, 1)", "n(0)", "n(6)"];
    quotients_of_products_of_what_a_recursion_gives:
        ":- entry c(+nat, -). c(0, 1) :- !. c(K, C) :- K1 is K-1, c(K1, C1), C is C1*7 // K.
            :- entry b(+nat, +nat, -). b(_, 0, 1) :- !. b(N, K, C) :- K1 is K-1, N1 is N-1, b(N1, K1, C1), C is C1*N // K.
            :- entry e(+nat, -). e(0, 1) :- !. e(K, C) :- K1 is K-1, e(K1, C1), C is (C1*C1 + 1) // 2.",
        ["c(0, C)", "c(1, C)", "c(9, C)", "c(40, C)", "b(5, 2, C)", "b(0, 0, C)", "b(9, 9, C)", "b(2, 5, C)", "e(0, C)", "e(9, C)"];
    a_test_of_the_quotient:
        ":- entry d(+nat). d(N) :- Q is N // 2, ( Q =:= 0 -> true ; d(Q) ).
            :- entry g(+nat, -). g(N, [D]) :- Q is N // 10, Q =:= 0, !, D is N mod 10. g(N, [D|T]) :- Q is N // 10, D is N mod 10, g(Q, T).
            :- entry h(+int, -). h(N, K) :- Q is N div 3, ( Q > 0 -> h(Q, L), K is L + 1 ; K = 0 ).
            :- entry i(+int, -). i(N, K) :- Q is N // 3, ( Q > 2 -> i(Q, L), K is L + 1 ; K = Q ).",
        ["d(0)", "d(1)", "d(2)", "d(7)", "d(100)", "g(0, L)", "g(9, L)", "g(10, L)", "g(1234, L)", "h(-7, K)", "h(0, K)", "h(2, K)",
            "h(100, K)", "i(-9, K)", "i(8, K)", "i(9, K)", "i(81, K)"];
    steps_of_ten_and_of_one:
        ":- entry r(+nat). r(0) :- !. r(N) :- N >= 10, !, M is N-10, r(M). r(N) :- M is N-1, r(M).
            :- entry q(+int, -). q(N, []) :- N =< 0, !. q(N, [x|T]) :- N >= 7, !, M is N-7, q(M, T). q(N, [i|T]) :- M is N-1, q(M, T).",
        ["r(0)", "r(9)", "r(10)", "r(38)", "q(-1, L)", "q(0, L)", "q(6, L)", "q(7, L)", "q(22, L)"];
    counting_down_takes_one_step_below_zero:
        ":- entry d(+int). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["d(-9)", "d(0)", "d(4)"];
    counting_down_from_a_length_less_five:
        ":- entry s(+list). s(L) :- length(L, N), Z is N-5, d(Z).
         d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["s([a])", "s([])", "s([a,b,c,d,e,f,g])"];
    a_lower_bound_of_several_regions_is_not_below_zero:
        ":- entry p(+int, +int, -). p(_, _, 0).
         p(A, 3, E) :- B is A-1, D is 3+1, p(B, D, _), C is A-1, p(C, 3, E).
         p(A, B, D) :- A > B, C is A-1, p(C, B, D).",
        ["p(-1, -1, X)", "p(-4, 2, X)", "p(2, -3, X)", "p(5, 1, X)"];
    fibonacci_takes_one_step_below_two:
        ":- entry f(+int, -). f(N,1) :- N < 2, !. f(N,R) :- A is N-1, B is N-2, f(A,X), f(B,Y), R is X+Y.",
        ["f(-6, X)", "f(1, X)", "f(7, X)"];
    digits_take_one_step_below_zero:
        ":- entry ds(+int, -). ds(N,N) :- N < 10, !. ds(N,S) :- Q is N//10, ds(Q,T), S is T + N mod 10.",
        ["ds(-5, S)", "ds(9, S)", "ds(10, S)", "ds(12345, S)"];
    a_state_of_any_size_that_is_counted_down:
        ":- entry go(+list(int), +nat). go([],_). go([X|Xs],N) :- st(X,N,M), w(N), go(Xs,M).
         st(X,N,M) :- X > 3, !, M is N+2. st(_,_,0). w(0) :- !. w(N) :- K is N-1, w(K).",
        ["go([5,1,7,2], 3)", "go([1,1], 0)", "go([9,9,9], 2)", "go([], 4)"];
    a_state_that_saves_what_it_is:
        ":- entry go(+list(int), +nat). go([],_). go([X|Xs],N) :- st(X,N,M), w(N), go(Xs,M).
         st(X,N,M) :- X > 3, !, M is N+2. st(_,_,0). w(N) :- N > 3, !. w(N) :- K is N+1, w(K).",
        ["go([5,1,7,2], 3)", "go([1,1], 0)", "go([9,9,9], 9)", "go([], 4)"];
    a_state_that_may_end_it:
        ":- entry go(+list(int), +int). go([],_). go([X|Xs],N) :- N > 0, st(X,N,M), go(Xs,M). st(X,N,M) :- X > 3, !, M is N-2. st(_,N,N).",
        ["go([5,1,7,2], 3)", "go([1,1], 0)", "go([9,9,9], 9)", "go([9], -1)"];
    keys_that_are_in_a_search_tree_already:
        ":- regtype st/1. st(e). st(t(L,K,R)) :- st(L), int(K), st(R).
         :- entry all(+list(int), -). all(Ks,T) :- all(Ks,e,T). all([],T,T). all([K|Ks],T,U) :- ins(T,K,V), all(Ks,V,U).
         ins(e,K,t(e,K,e)). ins(t(L,X,R),K,T) :- compare(O,K,X), at(O,L,X,R,K,T).
         at(=,L,X,R,_,t(L,X,R)). at(<,L,X,R,K,t(M,X,R)) :- ins(L,K,M). at(>,L,X,R,K,t(L,X,M)) :- ins(R,K,M).",
        ["all([3,1,3,2,3], T)", "all([], T)", "all([1,1,1,1], T)", "all([1,2,3,4], T)"];
    doubling_takes_one_step_below_zero:
        ":- entry t(+int). t(N) :- N =< 0, !. t(N) :- M is N-1, t(M), t(M).",
        ["t(-7)", "t(5)"];
    steps_of_two_take_one_step_below_two:
        ":- entry e(+int). e(N) :- N < 2, !. e(N) :- M is N-2, e(M).",
        ["e(-9)", "e(9)", "e(10)"];
    taking_fewer_than_none:
        ":- entry take(+int, +list, -). take(N, _, []) :- N =< 0, !. take(_, [], []) :- !.
         take(N, [X|Xs], [X|Ys]) :- M is N-1, take(M, Xs, Ys).",
        ["take(-4, [a,b], X)", "take(2, [a,b,c], X)"];
    padding_to_a_width_that_is_passed:
        ":- entry pad(+list, +int, -). pad(L, W, R) :- length(L, N), K is W-N, spaces(K, S), append(L, S, R).
         spaces(K, []) :- K =< 0, !. spaces(K, [s|S]) :- J is K-1, spaces(J, S).",
        ["pad([a,b,c,d], 1, X)", "pad([], -3, X)", "pad([a], 6, X)"];
    a_loop_from_one_up_to_a_number_below:
        ":- entry t(+int). t(N) :- for(1, N). for(I, N) :- I > N, !. for(I, N) :- J is I+1, for(J, N).",
        ["t(-5)", "t(0)", "t(4)"];
    a_fail_loop_over_an_empty_range:
        ":- entry t(+int). t(N) :- between(1, N, X), w(X), fail. t(_). w(_).",
        ["t(-5)", "t(0)", "t(4)"];
    two_loops_with_a_limit_below_zero:
        ":- entry l1(+int, +int, +int). l1(X,Y,Z) :- X > Z, l2(X,Y,Z). l1(X,_,Z) :- X =< Z.
         l2(X,Y,Z) :- Y > Z, Y1 is Y-1, l2(X,Y1,Z). l2(X,Y,Z) :- Y =< Z, X1 is X-1, l1(X1,Y,Z).",
        ["l1(0, 0, -100)", "l1(4, 4, 0)", "l1(0, 0, 5)"];
    a_test_for_not_below_zero_and_counting_up_to_it:
        ":- entry p(+int). p(N) :- N >= 0. p(N) :- N < 0, M is N+1, p(M).",
        ["p(-5)", "p(0)", "p(3)"];
    factorial_at_none_and_at_a_hundred:
        ":- entry fact(+int, -). fact(N,1) :- N =< 1, !. fact(N,F) :- M is N-1, fact(M,G), F is N*G.",
        ["fact(0, X)", "fact(-3, X)", "fact(100, X)"];
    a_sum_of_the_numbers_below:
        ":- entry sum(+int, -). sum(N, 0) :- N =< 0. sum(N, S) :- N > 0, M is N-1, sum(M, T), S is T+N.",
        ["sum(-8, X)", "sum(6, X)"];
    a_loop_in_a_loop:
        ":- entry tri(+int). tri(N) :- N =< 0. tri(N) :- N > 0, d(N), M is N-1, tri(M).
         d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["tri(-8)", "tri(5)"];
    a_grid_with_a_side_below_zero:
        ":- entry g(+int, +int). g(X,_) :- X =< 0. g(X,Y) :- X > 0, d(Y), Z is X-1, g(Z,Y).
         d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["g(3, -9)", "g(-9, 3)", "g(4, 4)"];
    counting_down_a_difference:
        ":- entry diff(+int, +int). diff(X,Y) :- Z is X-Y, d(Z).
         d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["diff(2, 12)", "diff(12, 2)", "diff(-2, -5)"];
    counting_down_a_product:
        ":- entry area(+int, +int). area(X,Y) :- Z is X*Y, d(Z).
         d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["area(-3, 4)", "area(-3, -4)", "area(3, 4)"];
    counting_down_a_negated_number:
        ":- entry n(+int). n(X) :- Y is -X, d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)"];
    counting_down_an_absolute_value:
        ":- entry n(+int). n(X) :- Y is abs(X), d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)"];
    counting_down_the_greater_of_two:
        ":- entry n(+int). n(X) :- Y is max(X, 3), d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)", "n(3)"];
    counting_down_the_lesser_of_two:
        ":- entry n(+int). n(X) :- Y is min(X, 3), d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)", "n(3)"];
    counting_down_a_remainder:
        ":- entry n(+int). n(X) :- Y is X mod 5, d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)", "n(5)"];
    counting_down_a_remainder_with_the_sign_of_the_number:
        ":- entry n(+int). n(X) :- Y is X rem 5, d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)", "n(5)"];
    counting_down_a_quotient_towards_zero:
        ":- entry n(+int). n(X) :- Y is X // -2, d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)", "n(-1)"];
    counting_down_a_shifted_number:
        ":- entry n(+int). n(X) :- Y is X >> 1, d(Y). d(N) :- N =< 0. d(N) :- N > 0, M is N-1, d(M).",
        ["n(-9)", "n(9)"];
    counting_up_from_far_below_to_five:
        ":- entry up(+int). up(N) :- N >= 5. up(N) :- N < 5, M is N+1, up(M).",
        ["up(-20)", "up(5)", "up(12)"];
    counting_up_past_a_limit_by_three:
        ":- entry up(+int, +int). up(N, L) :- N >= L. up(N, L) :- N < L, M is N+3, up(M, L).",
        ["up(-20, -3)", "up(0, 7)", "up(7, 0)"];
    counting_down_to_below_zero_with_two_ends:
        ":- entry o(+int). o(0). o(N) :- N > -3, M is N-1, o(M).",
        ["o(2)", "o(-3)", "o(-2)", "o(0)"];
    an_interval_from_both_sides:
        ":- entry t(+int). t(N) :- N > 0, N < 10, M is N-1, t(M). t(N) :- N =< 0. t(N) :- N >= 10.",
        ["t(-4)", "t(9)", "t(10)", "t(11)"];
    an_interval_around_zero:
        ":- entry t(+int). t(N) :- N > -5, N < 5, M is N-1, t(M). t(N) :- N =< -5. t(N) :- N >= 5.",
        ["t(4)", "t(-4)", "t(-5)", "t(5)"];
    overlapping_intervals:
        ":- entry t(+int). t(N) :- N > 0, N < 8, M is N-1, t(M). t(N) :- N > 3, N < 12, M is N-2, t(M). t(N) :- N < 6.",
        ["t(7)", "t(11)", "t(12)", "t(-1)"];
    a_gap_in_which_nothing_applies:
        ":- entry t(+int). t(N) :- N > 6, M is N-1, t(M). t(N) :- N < 3.",
        ["t(9)", "t(5)", "t(2)", "t(-2)"];
    halving_ends_at_none:
        ":- entry h(+int). h(N) :- N =< 0. h(N) :- N > 0, M is N // 2, h(M).",
        ["h(-9)", "h(0)", "h(1)", "h(9)"];
    halving_upwards_ends_at_one:
        ":- entry u(+int). u(N) :- N =< 1. u(N) :- N > 1, M is (N+1) // 2, u(M).",
        ["u(-9)", "u(1)", "u(2)", "u(9)"];
    halving_twice:
        ":- entry h(+int). h(N) :- N =< 1, !. h(N) :- M is N // 2, h(M), h(M).",
        ["h(-9)", "h(1)", "h(2)", "h(9)"];
    the_greatest_common_divisor_below_zero:
        ":- entry gcd(+int, +int, -). gcd(X,0,X) :- !. gcd(X,Y,G) :- Z is X mod Y, gcd(Y,Z,G).",
        ["gcd(-9, 6, X)", "gcd(9, -6, X)", "gcd(0, 0, X)"];
    arguments_that_change_places:
        ":- entry s(+int, +int). s(X,_) :- X =< 0. s(X,Y) :- X > 0, Z is X-1, s(Y,Z).",
        ["s(3, -2)", "s(-2, 3)", "s(4, 4)", "s(7, 0)"];
    three_arguments_that_move_on:
        ":- entry s(+int, +int, +int). s(X,_,_) :- X =< 0. s(X,Y,Z) :- X > 0, V is X-1, s(Y,Z,V).",
        ["s(3, 3, -2)", "s(2, 2, 2)"];
    even_and_odd_below_zero:
        ":- entry ev(+int). ev(0). ev(N) :- N > 0, M is N-1, od(M). od(N) :- N > 0, M is N-1, ev(M).",
        ["ev(-3)", "ev(0)", "ev(1)", "ev(6)"];
    mutual_recursion_with_different_ends:
        ":- entry p(+int). p(N) :- N < 2. p(N) :- N >= 2, M is N-1, q(M). q(N) :- N < -1. q(N) :- N >= -1, M is N-3, p(M).",
        ["p(-9)", "p(1)", "p(2)", "p(9)"];
    mutual_recursion_that_sometimes_goes_up:
        ":- entry p(+int). p(N) :- N =< 0. p(N) :- N > 0, M is N+1, q(M). q(N) :- M is N-2, p(M).",
        ["p(-9)", "p(0)", "p(6)"];
    a_fail_loop_over_a_range_of_two_ends:
        ":- entry fl(+int, +int). fl(A,B) :- between(A, B, X), w(X), fail. fl(_,_). w(_).",
        ["fl(3, -3)", "fl(-3, 3)", "fl(2, 2)"];
    a_fail_loop_in_a_fail_loop:
        ":- entry fl(+int). fl(N) :- between(1, N, X), between(X, N, Y), w(Y), fail. fl(_). w(_).",
        ["fl(-2)", "fl(4)"];
    all_of_a_range_are_counted_down:
        ":- entry fa(+int). fa(N) :- forall(between(1, N, X), d(X)). d(N) :- N =< 0, !. d(N) :- M is N-1, d(M).",
        ["fa(-2)", "fa(4)"];
    a_range_that_ends_at_five:
        ":- entry r(+int, -). r(N, Xs) :- findall(X, between(N, 5, X), Xs).",
        ["r(9, Xs)", "r(-3, Xs)", "r(5, Xs)"];
    a_list_of_so_many:
        ":- entry mk(+int, -). mk(N, L) :- findall(X, between(1, N, X), L), length(L, _).",
        ["mk(-2, L)", "mk(3, L)"];
    dropping_more_than_there_are:
        ":- entry drop(+int, +list, -). drop(N, L, L) :- N =< 0, !. drop(_, [], []). drop(N, [_|T], R) :- M is N-1, drop(M, T, R).",
        ["drop(-2, [a], R)", "drop(5, [a], R)", "drop(1, [a,b], R)"];
    both_ends_of_taking_overlap:
        ":- entry lst(+list, +int). lst(_, N) :- N =< 0. lst([], _). lst([_|T], N) :- N > 0, M is N-1, lst(T, M).",
        ["lst([], 0)", "lst([], -2)", "lst([a,b], 2)", "lst([a], 4)"];
    an_accumulator_that_limits:
        ":- entry acc(+int, +int, -). acc(N, A, A) :- N =< 0. acc(N, A, R) :- N > 0, A < 10, M is N-1, B is A+N, acc(M, B, R).",
        ["acc(-1, 4, R)", "acc(5, 0, R)", "acc(3, 20, R)"];
    a_counter_that_two_clauses_move:
        ":- entry c(+int, +int). c(X,Y) :- X > 0, Z is X-1, c(Z,Y). c(X,Y) :- Y > 0, Z is Y-1, c(X,Z). c(X,Y) :- X =< 0, Y =< 0.",
        ["c(-3, 3)", "c(3, -3)", "c(3, 3)", "c(-1, -1)"];
    a_lexicographic_order:
        ":- entry x(+int, +int). x(A,_) :- A =< 0. x(A,B) :- A > 0, B > 0, C is B-1, x(A,C). x(A,B) :- A > 0, B =< 0, C is A-1, x(C,3).",
        ["x(-2, 5)", "x(2, -5)", "x(3, 4)"];
    a_test_of_equality_with_a_number:
        ":- entry q(+int). q(N) :- N =:= 3, w(a), w(b). q(N) :- N =\\= 3, w(a). w(_).",
        ["q(3)", "q(-3)", "q(2)"];
    a_clause_for_a_number_and_one_for_all:
        ":- entry q(+int). q(3) :- w(a), w(b), w(c). q(_) :- w(a). w(_).",
        ["q(3)", "q(-3)"];
}
