% msort/2: merge sort; the list is dealt into two halves.
% entry:  msort(+list(int), -)
% test:   x = 0..12
:- entry msort(+list(int), -).

msort([], []).
msort([X], [X]).
msort([X,Y|Xs], Sorted) :-
    deal([X,Y|Xs], As, Bs),
    msort(As, SortedAs),
    msort(Bs, SortedBs),
    merge(SortedAs, SortedBs, Sorted).

deal([], [], []).
deal([X|Xs], [X|As], Bs) :-
    deal(Xs, Bs, As).

merge([], Ys, Ys).
merge([X|Xs], [], [X|Xs]).
merge([X|Xs], [Y|Ys], [X|Zs]) :-
    X =< Y,
    merge(Xs, [Y|Ys], Zs).
merge([X|Xs], [Y|Ys], [Y|Zs]) :-
    X > Y,
    merge([X|Xs], Ys, Zs).
