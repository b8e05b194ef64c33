% meta_qsort: quicksort of 30 integers, run by an interpreter of Prolog in Prolog.
% origin:     the three-clause interpreter, with conditions and cut-free control; quicksort after Hoare
% stresses:   metaprogramming: clause lookup by structure, deep recursion, copying of clauses
% repeat:     8700

top :- result(_).

check :-
    result(S),
    length(S, 30),
    S = [1, 2, 6|_].

result(S) :-
    solve(sorted([27, 74, 17, 33, 94, 18, 46, 83, 65, 2, 32, 53, 28, 85, 99, 47, 29, 82, 6, 11, 55, 30, 19, 81, 90,
                  37, 10, 1, 66, 51], S)).

solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve((C -> A ; B)) :- !, ( solve(C) -> solve(A) ; solve(B) ).
solve(X =< Y) :- !, X =< Y.
solve(X = Y) :- !, X = Y.
solve(H) :-
    rule(H, B),
    solve(B).

rule(sorted(L, S), qsort(L, S, [])).
rule(qsort([], S, S), true).
rule(qsort([X|Xs], S, R), (divide(Xs, X, L, M), qsort(L, S, [X|S1]), qsort(M, S1, R))).
rule(divide([], _, [], []), true).
rule(divide([Y|Ys], X, L, M),
     (( Y =< X -> L = [Y|L1], M = M1 ; L = L1, M = [Y|M1] ), divide(Ys, X, L1, M1))).
