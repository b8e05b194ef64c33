% qsort/2: quicksort.
% entry:  qsort(+list(int), -)
% test:   x = 0..12
% steps:  4*x + 1 to x^2 + 3*x + 1
:- entry qsort(+list(int), -).

qsort([], []).
qsort([P|Xs], Sorted) :-
    partition(Xs, P, Low, High),
    qsort(Low, SortedLow),
    qsort(High, SortedHigh),
    append(SortedLow, [P|SortedHigh], Sorted).

partition([], _, [], []).
partition([X|Xs], P, Low, High) :-
    (   X =< P
    ->  Low = [X|Rest],
        partition(Xs, P, Rest, High)
    ;   High = [X|Rest],
        partition(Xs, P, Low, Rest)
    ).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).
