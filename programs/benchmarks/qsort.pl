% qsort:    quicksort of 50 integers.
% origin:   Hoare's algorithm with difference lists (Warren 1977), other data
% stresses: integer comparison, lists, clause selection by guards
% repeat:   14000

top :- result(_).

check :-
    result(S),
    S = [1, 2, 4|_],
    length(S, 50),
    sort(S, S).

result(S) :- data(L), qsort(L, S, []).

data([27, 74, 17, 33, 94, 18, 46, 83, 65, 2, 32, 53, 28, 85, 99, 47, 29, 82, 6, 11, 55, 30, 19, 81, 90, 37, 10, 1, 66,
      51, 7, 21, 84, 88, 31, 54, 75, 61, 59, 4, 62, 25, 48, 12, 92, 93, 40, 16, 70, 95]).

qsort([], S, S).
qsort([X|Xs], S, Rest) :-
    divide(Xs, X, Less, More),
    qsort(Less, S, [X|S1]),
    qsort(More, S1, Rest).

divide([], _, [], []).
divide([Y|Ys], X, [Y|Ls], Ms) :-
    Y =< X,
    !,
    divide(Ys, X, Ls, Ms).
divide([Y|Ys], X, Ls, [Y|Ms]) :-
    divide(Ys, X, Ls, Ms).
