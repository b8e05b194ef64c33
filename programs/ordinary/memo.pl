% Dynamic programming in three ways: assert, assert on two lists, an assoc handed through.

:- use_module(library(assoc)).

:- dynamic fib_table/2.
:- dynamic lcs_table/3.

:- entry fib_memo(+, -).
fib_memo(N, F) :-
    retractall(fib_table(_, _)),
    fib(N, F).

fib(N, F) :- fib_table(N, F), !.
fib(N, F) :- N < 2, !, F = N.
fib(N, F) :-
    N1 is N - 1, fib(N1, F1),
    N2 is N - 2, fib(N2, F2),
    F is F1 + F2,
    assertz(fib_table(N, F)).

% lcs_length(Xs, Ys, N): N is the length of the longest common subsequence.
:- entry lcs_length(+list(atm), +list(atm), -).
lcs_length(Xs, Ys, N) :-
    retractall(lcs_table(_, _, _)),
    length(Xs, LX),
    length(Ys, LY),
    lcs(Xs, LX, Ys, LY, N).

lcs([], _, _, _, 0) :- !.
lcs(_, _, [], _, 0) :- !.
lcs(_, LX, _, LY, N) :- lcs_table(LX, LY, N), !.
lcs([X|Xs], LX, [Y|Ys], LY, N) :-
    LX1 is LX - 1,
    LY1 is LY - 1,
    (   X == Y
    ->  lcs(Xs, LX1, Ys, LY1, N1),
        N is N1 + 1
    ;   lcs(Xs, LX1, [Y|Ys], LY, A),
        lcs([X|Xs], LX, Ys, LY1, B),
        N is max(A, B)
    ),
    assertz(lcs_table(LX, LY, N)).

:- entry binomial(+nat, +nat, -).
binomial(N, K, B) :-
    empty_assoc(Table),
    binomial(N, K, B, Table, _).

binomial(_, 0, B, T, T) :- !, B = 1.
binomial(N, K, B, T, T) :- K >= N, !, ( K =:= N -> B = 1 ; B = 0 ).
binomial(N, K, B, T, T) :- get_assoc(N-K, T, B0), !, B = B0.
binomial(N, K, B, T0, T) :-
    N1 is N - 1,
    K1 is K - 1,
    binomial(N1, K1, B1, T0, T1),
    binomial(N1, K, B2, T1, T2),
    B is B1 + B2,
    put_assoc(N-K, T2, B, T).
