% nreverse: naive reversal of a list of 30 elements.
% origin:   the first benchmark of logic programming (Warren 1977), written for this suite
% stresses: calls, lists in heads, first-argument indexing
% repeat:   51000

top :- result(_).

check :-
    result(R),
    R = [30, 29, 28|_],
    nrev(R, [1, 2, 3|_]).

result(R) :- data(L), nrev(L, R).

data([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]).

nrev([], []).
nrev([X|Xs], R) :-
    nrev(Xs, Rs),
    conc(Rs, [X], R).

conc([], Ys, Ys).
conc([X|Xs], Ys, [X|Zs]) :-
    conc(Xs, Ys, Zs).
