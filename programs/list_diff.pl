% list_diff/3: the elements of the first list that are not in the second.
% entry:  list_diff(+list(atm), +list(atm), -)   sizes: x, y = lengths of the lists
% goal:   list_diff(atoms(x), others(y), _)      at: x = 65, y = 65
% test:   x = 0..11, y = 0..11
% steps:  2*x + 1 to x*y + 2*x + 1
:- entry list_diff(+list(atm), +list(atm), -).

list_diff([], _, []).
list_diff([X|Xs], Ys, Zs) :-
    member(X, Ys),
    !,
    list_diff(Xs, Ys, Zs).
list_diff([X|Xs], Ys, [X|Zs]) :-
    list_diff(Xs, Ys, Zs).

member(X, [X|_]).
member(X, [_|Ys]) :-
    member(X, Ys).
