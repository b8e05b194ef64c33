% split/4: the elements up to a limit and those above it, by a cut behind the comparison.
% entry:  split(+list(int), +int, -, -)
% test:   x = 0..30, y = 0..3
% steps:  x + 1
:- entry split(+list(int), +int, -, -).

split([], _, [], []).
split([X|Xs], Limit, [X|Low], High) :-
    X =< Limit,
    !,
    split(Xs, Limit, Low, High).
split([X|Xs], Limit, Low, [X|High]) :-
    split(Xs, Limit, Low, High).
