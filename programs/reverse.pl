% reverse/2: a list in reverse order, with an accumulator.
% entry:  reverse(+list, -)
% test:   x = 0..30
% steps:  x + 2 (exact)
:- entry reverse(+list, -).

reverse(Xs, Ys) :-
    reverse(Xs, [], Ys).

reverse([], Ys, Ys).
reverse([X|Xs], Acc, Ys) :-
    reverse(Xs, [X|Acc], Ys).
