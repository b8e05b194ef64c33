% merge/3: two sorted lists as one.
% entry:  merge(+list(int), +list(int), -)
% test:   x = 0..9, y = 0..9
% steps:  1 + min(x, y) to x + y for x, y >= 1
:- entry merge(+list(int), +list(int), -).

merge([], Ys, Ys).
merge([X|Xs], Ys, Zs) :-
    merge_rest(Ys, X, Xs, Zs).

merge_rest([], X, Xs, [X|Xs]).
merge_rest([Y|Ys], X, Xs, Zs) :-
    (   X =< Y
    ->  Zs = [X|Rest],
        merge(Xs, [Y|Ys], Rest)
    ;   Zs = [Y|Rest],
        merge_rest(Ys, X, Xs, Rest)
    ).
