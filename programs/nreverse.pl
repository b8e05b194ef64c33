% nreverse/2: a list in reverse order, naively.
% entry:  nreverse(+list, -)             sizes: x = length of the list
% goal:   nreverse(list(x), _)           at: x = 83
% test:   x = 0..30
% steps:  1/2*x^2 + 3/2*x + 1 (exact)
:- entry nreverse(+list, -).

nreverse([], []).
nreverse([X|Xs], Ys) :-
    nreverse(Xs, Zs),
    append(Zs, [X], Ys).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).
