% ackermann/3: grows beyond any bound this analysis can give; it is to say so.
% entry:  ackermann(+nat, +nat, -)
% test:   x = 0..2, y = 0..4
:- entry ackermann(+nat, +nat, -).

ackermann(0, N, A) :-
    A is N + 1.
ackermann(M, 0, A) :-
    M > 0,
    M1 is M - 1,
    ackermann(M1, 1, A).
ackermann(M, N, A) :-
    M > 0,
    N > 0,
    M1 is M - 1,
    N1 is N - 1,
    ackermann(M, N1, A1),
    ackermann(M1, A1, A).
