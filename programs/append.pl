% append/3: the concatenation of two lists.
% entry:  append(+list, +list, -)        sizes: x = length of the first list
% goal:   append(list(x), list(10), _)   at: x = 150
% test:   x = 0..40, y = 0..3
% steps:  x + 1 (exact)
:- entry append(+list, +list, -).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).
