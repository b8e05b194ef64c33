% len/2: the length of a list.
% entry:  len(+list, -)
% test:   x = 0..30
% steps:  x + 1 (exact)
:- entry len(+list, -).

len([], 0).
len([_|Xs], N) :-
    len(Xs, M),
    N is M + 1.
