% zip/3: the elements of two lists in pairs, as far as both go.
% entry:  zip(+list, +list, -)
% test:   x = 0..9, y = 0..9
% steps:  1 + min(x, y) (exact)
:- entry zip(+list, +list, -).

zip([], _, []).
zip([_|_], [], []).
zip([X|Xs], [Y|Ys], [X-Y|Zs]) :-
    zip(Xs, Ys, Zs).
