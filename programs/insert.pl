% insert/3: a number into a sorted list, by clauses that select on the second argument and compare.
% entry:  insert(+int, +list(int), -)
% test:   x = -2..3, y = 0..20
% steps:  1 to y + 1
:- entry insert(+int, +list(int), -).

insert(X, [], [X]).
insert(X, [Y|Ys], [X,Y|Ys]) :-
    X =< Y.
insert(X, [Y|Ys], [Y|Zs]) :-
    X > Y,
    insert(X, Ys, Zs).
