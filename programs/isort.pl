% isort/2: insertion sort.
% entry:  isort(+list(int), -)
% test:   x = 0..12
% steps:  2*x + 1 to 1/2*x^2 + 3/2*x + 1
:- entry isort(+list(int), -).

isort([], []).
isort([X|Xs], Sorted) :-
    isort(Xs, Rest),
    insert(Rest, X, Sorted).

insert([], X, [X]).
insert([Y|Ys], X, Zs) :-
    (   X =< Y
    ->  Zs = [X,Y|Ys]
    ;   Zs = [Y|Rest],
        insert(Ys, X, Rest)
    ).
