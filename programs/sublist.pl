% sublist/2: the sublists of a list in order, elements left out at will, on backtracking.
% entry:  sublist(+list, -)
% test:   x = 0..8
% steps:  3*2^x - 2 (exact)
:- entry sublist(+list, -).

sublist([], []).
sublist([X|Xs], [X|Ys]) :-
    sublist(Xs, Ys).
sublist([_|Xs], Ys) :-
    sublist(Xs, Ys).
