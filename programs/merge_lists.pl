% merge_lists/3: two sorted lists as one, by clauses that select on both lists and compare the heads.
% entry:  merge_lists(+list(int), +list(int), -)
% test:   x = 0..9, y = 0..9
% steps:  1 + min(x, y) to x + y for x, y >= 1
:- entry merge_lists(+list(int), +list(int), -).

merge_lists([], Ys, Ys).
merge_lists([X|Xs], [], [X|Xs]).
merge_lists([X|Xs], [Y|Ys], [X|Zs]) :-
    X =< Y,
    merge_lists(Xs, [Y|Ys], Zs).
merge_lists([X|Xs], [Y|Ys], [Y|Zs]) :-
    X > Y,
    merge_lists([X|Xs], Ys, Zs).
