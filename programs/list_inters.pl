% list_inters/3: the elements of the first list that are in the second, too.
% entry:  list_inters(+list(atm), +list(atm), -)   sizes: x, y = lengths of the lists
% goal:   list_inters(atoms(x), others(y), _)      at: x = 65, y = 65
% test:   x = 0..11, y = 0..11
% steps:  2*x + 1 to x*y + 2*x + 1
:- entry list_inters(+list(atm), +list(atm), -).

list_inters([], _, []).
list_inters([X|Xs], Ys, [X|Zs]) :-
    member(X, Ys),
    !,
    list_inters(Xs, Ys, Zs).
list_inters([_|Xs], Ys, Zs) :-
    list_inters(Xs, Ys, Zs).

member(X, [X|_]).
member(X, [_|Ys]) :-
    member(X, Ys).
