% even/1: whether a number is even, by mutual recursion.
% entry:  even(+nat)
% test:   x = 0..20
% steps:  at most x + 1
:- entry even(+nat).

even(0).
even(N) :-
    N > 0,
    M is N - 1,
    odd(M).

odd(N) :-
    N > 0,
    M is N - 1,
    even(M).
