//! What comes once for each solution of a generator, with the sizes that its solutions have: sums over them, conditions on
//! them, cuts among them.

use crate::holds;

traps! {
    runs_of_a_list_one_after_the_other:
        ":- entry pk(+list(atm)). pk([]). pk([X|Xs]) :- tr(X, Xs, Ys), pk(Ys). tr(_, [], []). tr(X, [Y|Ys], [Y|Ys]) :- X \\== Y. tr(X, [X|Xs], Ys) :- tr(X, Xs, Ys).",
        ["pk([])", "pk([a])", "pk([a,a,b,b,b,a])", "pk([a,a,a])", "pk([a,b,c,d])"];
    merging_that_has_two_solutions_of_nothing:
        ":- entry ms(+list(int), -). ms([], []). ms([X], [X]).
         ms([X,Y|T], S) :- sp([X,Y|T], A, B), ms(A, SA), ms(B, SB), mg(SA, SB, S).
         sp([], [], []). sp([X], [X], []). sp([X,Y|T], [X|A], [Y|B]) :- sp(T, A, B).
         :- entry mg(+list(int), +list(int), -). mg([], L, L). mg(L, [], L).
         mg([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, mg(Xs, [Y|Ys], Zs). mg([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, mg([X|Xs], Ys, Zs).",
        ["ms([], S)", "ms([2], S)", "ms([2,1], S)", "ms([5,3,1,4,2], S)", "mg([], [], S)", "mg([1], [], S)", "mg([], [1], S)", "mg([1,4], [2,3], S)"];
    a_generator_within_a_generator:
        ":- entry t(+int, -). t(N, L) :- findall(A-B, (u(1,N,A), u(1,A,B), w(A,B)), L). w(A,B) :- B < A, v. v.
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(1, L)", "t(5, L)", "t(-3, L)"];
    the_same_call_twice_is_two_choices:
        ":- entry t(+nat, -). t(N, L) :- findall(x, (u(0,N,A), u(0,N,B), down(A), down(B), down(B)), L).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J). down(0) :- !. down(N) :- N1 is N-1, down(N1).",
        ["t(0, L)", "t(1, L)", "t(6, L)"];
    sizes_at_solutions_multiply:
        ":- entry t(+nat, -). t(N, L) :- findall(C, (u(0,N,A), u(0,N,B), C is A*B, down(C)), L).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J). down(0) :- !. down(N) :- N1 is N-1, down(N1).",
        ["t(0, L)", "t(1, L)", "t(5, L)"];
    values_at_solutions_below_zero:
        ":- entry t(+nat, -). t(N, L) :- M is -N, findall(X, (u(M,N,X), far(X)), L). far(X) :- X < 0, !, Y is X+1, far(Y).
         far(0) :- !. far(X) :- Y is X-1, far(Y). u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(1, L)", "t(4, L)"];
    squares_of_values_below_zero:
        ":- entry t(+nat, -). t(N, L) :- M is -N, findall(X, (u(M,N,X), Y is X*X, down(Y)), L).
         down(0) :- !. down(N) :- N1 is N-1, down(N1). u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(1, L)", "t(4, L)"];
    fewer_steps_for_greater_values:
        ":- entry t(+nat, -). t(N, L) :- findall(X, (u(0,N,X), Y is N-X, down(Y)), L).
         down(0) :- !. down(N) :- N1 is N-1, down(N1). u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(1, L)", "t(7, L)"];
    a_test_of_the_value_and_then_another_generator:
        ":- entry t(+nat, -). t(N, L) :- findall(X-Y, (u(0,N,X), X mod 2 =:= 0, u(0,X,Y)), L).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(1, L)", "t(8, L)"];
    two_ways_after_a_value:
        ":- entry t(+nat, -). t(N, L) :- findall(X, (u(0,N,X), way(X)), L). way(X) :- X < 4, !, down(9). way(X) :- down(X).
         down(0) :- !. down(N) :- N1 is N-1, down(N1). u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(3, L)", "t(12, L)"];
    a_cut_among_the_solutions:
        ":- entry t(+nat). t(N) :- u(0,N,X), down(X), X >= 3, !. t(_). down(0) :- !. down(N) :- N1 is N-1, down(N1).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0)", "t(3)", "t(4)", "t(9)"];
    a_cut_before_what_does_not_end:
        ":- entry t(+nat). t(N) :- u(0,N,X), away(X), !. t(_). away(5) :- away(5). away(N) :- N < 5, N > 1, down(N).
         down(0) :- !. down(N) :- N1 is N-1, down(N1). u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0)", "t(2)", "t(3)", "t(9)"];
    for_all_of_them:
        ":- entry t(+nat). t(N) :- forall(u(0,N,X), down(X)). down(0) :- !. down(N) :- N1 is N-1, down(N1).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0)", "t(1)", "t(6)"];
    for_some_of_them:
        ":- entry t(+nat). t(N) :- forall(u(0,N,X), (down(X), X < 3)). down(0) :- !. down(N) :- N1 is N-1, down(N1).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0)", "t(2)", "t(6)"];
    for_none_of_them:
        ":- entry t(+nat). t(N) :- \\+ (u(0,N,X), down(X), X >= 9). down(0) :- !. down(N) :- N1 is N-1, down(N1).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0)", "t(2)", "t(6)", "t(12)"];
    counted_and_summed:
        ":- entry t(+nat, -, -). t(N, C, S) :- aggregate_all(count, (u(0,N,X), down(X)), C),
         aggregate_all(sum(Y), (u(0,N,X), u(0,X,Y)), S). down(0) :- !. down(N) :- N1 is N-1, down(N1).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, C, S)", "t(1, C, S)", "t(6, C, S)"];
    a_list_of_all_is_gone_through:
        ":- entry t(+nat, -). t(N, K) :- findall(X-Y, (u(0,N,X), u(0,X,Y)), L), len(L, K).
         len([], 0). len([_|T], N) :- len(T, M), N is M+1. u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, K)", "t(1, K)", "t(6, K)"];
    tails_and_their_beginnings:
        ":- entry t(+list(atm), -). t(L, Ss) :- findall([X|S], (suf(L,[X|R]), pre(R,S)), Ss). suf(L,L).
         suf([_|L],S) :- suf(L,S). pre(_,[]). pre([X|L],[X|P]) :- pre(L,P).",
        ["t([], L)", "t([a], L)", "t([a,b,c,d], L)"];
    all_sublists_are_gone_through:
        ":- entry t(+list(atm), -). t(L, Ss) :- findall(N, (sub(L,S), len(S,N)), Ss). sub([],[]). sub([X|L],[X|M]) :- sub(L,M).
         sub([_|L],M) :- sub(L,M). len([], 0). len([_|T], N) :- len(T, M), N is M+1.",
        ["t([], L)", "t([a], L)", "t([a,b,c,d], L)"];
    lists_of_data_are_no_sizes:
        ":- entry t(+list(list(atm)), -). t(L, Ss) :- findall(N, (member(S,L), len(S,N)), Ss).
         len([], 0). len([_|T], N) :- len(T, M), N is M+1.",
        ["t([], L)", "t([[]], L)", "t([[a,b],[],[a,b,c]], L)"];
    an_element_and_the_rest:
        ":- entry t(+list(atm), -). t(L, Ss) :- findall(N, (sel(_,L,R), sel(_,R,S), len(S,N)), Ss).
         sel(X,[X|T],T). sel(X,[Y|T],[Y|R]) :- sel(X,T,R). len([], 0). len([_|T], N) :- len(T, M), N is M+1.",
        ["t([], L)", "t([a], L)", "t([a,b,c,d], L)"];
    splits_of_a_list:
        ":- entry t(+list(atm), -). t(L, Ss) :- findall(N-M, (app(A,B,L), len(A,N), len(B,M)), Ss).
         app([],L,L). app([X|A],B,[X|C]) :- app(A,B,C). len([], 0). len([_|T], N) :- len(T, M), N is M+1.",
        ["t([], L)", "t([a], L)", "t([a,b,c,d], L)"];
    all_solutions_of_a_search_that_calls_itself:
        ":- entry c(+nat, -). c(0, []). c(N, [X|Xs]) :- N > 0, u(0,N,X), c(X, Xs).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["c(0, L)", "c(1, L)", "c(5, L)"];
    a_generator_that_gives_what_another_gives_and_one_more:
        ":- entry t(+nat, -). t(N, L) :- findall(x, (g(N,X), down(X)), L). g(N, X) :- u(0,N,Y), X is 2*Y+1.
         g(N, X) :- u(0,N,Y), X is N-Y. down(0) :- !. down(N) :- N1 is N-1, down(N1).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(1, L)", "t(6, L)"];
    a_generator_that_cuts:
        ":- entry t(+nat, -). t(N, L) :- findall(x, (g(N,X), down(X)), L). g(N, X) :- u(0,N,X), X >= 2, !. g(N, N).
         down(0) :- !. down(N) :- N1 is N-1, down(N1). u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(2, L)", "t(3, L)", "t(6, L)"];
    an_exception_among_the_solutions:
        ":- entry t(+nat, -). t(N, L) :- catch(findall(x, (u(0,N,X), down(X), (X =:= 3 -> throw(no) ; true)), L), no, L = []).
         down(0) :- !. down(N) :- N1 is N-1, down(N1). u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(3, L)", "t(7, L)"];
    between_and_between:
        ":- entry t(+int, -). t(N, L) :- findall(X-Y, (between(1,N,X), between(X,N,Y), down(Y)), L).
         down(0) :- !. down(N) :- N1 is N-1, down(N1).",
        ["t(0, L)", "t(1, L)", "t(5, L)", "t(-2, L)"];
    grouped_by_what_is_free:
        ":- entry t(+nat, -). t(N, L) :- findall(X-K, bagof(Y, p(N,X,Y), K), L). p(N,X,Y) :- u(0,N,X), u(0,X,Y).
         u(I,N,I) :- I < N. u(I,N,J) :- I < N, I1 is I+1, u(I1,N,J).",
        ["t(0, L)", "t(1, L)", "t(5, L)"];
    variables_of_a_term:
        ":- entry t(+list(atm), -). t(L, N) :- f(X, Y, T), term_variables(g(Y, [X|L], T, X, Y), Vs), len(Vs, N), X = 1.
         f(_, _, h(a, _)). len([], 0). len([_|T], N) :- len(T, M), N is M+1.",
        ["t([], N)", "t([a,b,c], N)"];
}

#[test]
fn merging_that_has_two_solutions_of_nothing_sorts_well() {
    let text = ":- entry ms(+list(int), -). ms([], []). ms([X], [X]).
         ms([X,Y|T], S) :- sp([X,Y|T], A, B), ms(A, SA), ms(B, SB), mg(SA, SB, S).
         sp([], [], []). sp([X], [X], []). sp([X,Y|T], [X|A], [Y|B]) :- sp(T, A, B). mg([], L, L). mg(L, [], L).
         mg([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, mg(Xs, [Y|Ys], Zs). mg([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, mg([X|Xs], Ys, Zs).";
    let most = crate::claims_of(text).least_upper_at("steps", &[1024]).expect("it has a bound");
    assert!(most < 1024.0 * 25.0, "{most}");
}

#[test]
fn what_has_one_solution_goes_on_once() {
    let text = ":- entry pk(+list(atm)). pk([]). pk([X|Xs]) :- tr(X, Xs, Ys), pk(Ys).
         tr(_, [], []). tr(X, [Y|Ys], [Y|Ys]) :- X \\== Y. tr(X, [X|Xs], Ys) :- tr(X, Xs, Ys).";
    let claims = crate::claims_of(text);
    let most = claims.least_upper_at("steps", &[20]).expect("it has a bound");
    assert!((41.0..=250.0).contains(&most), "{most}");
}
