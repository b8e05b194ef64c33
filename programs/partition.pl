% partition/4: the elements of a list that are at most a number, and those that are greater.
% entry:  partition(+list(int), +int, -, -)
% test:   x = 0..20, y = 0..9
% steps:  x + 1 (exact)
:- entry partition(+list(int), +int, -, -).

partition([], _, [], []).
partition([X|Xs], P, [X|Low], High) :-
    X =< P,
    partition(Xs, P, Low, High).
partition([X|Xs], P, Low, [X|High]) :-
    X > P,
    partition(Xs, P, Low, High).
