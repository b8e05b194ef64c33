% Permutations, subsets, segments (C&M style)

:- entry perm(+list, -).

perm([], []).
perm(L, [H|T]) :- del(H, L, R), perm(R, T).

del(X, [X|Y], Y).
del(X, [Y|Z], [Y|W]) :- del(X, Z, W).


:- entry subset(+, -).      /* one subset after the other */

subset([], []).
subset([X|L], [X|M]) :- subset(L, M).
subset([_|L], M) :- subset(L, M).


:- entry segments(+, -).    /* all segments that are not empty */

segments(L, Ss) :-
	findall([X|S], ( suffix(L, [X|R]), prefix(R, S) ), Ss).

suffix(L, L).
suffix([_|L], S) :- suffix(L, S).

prefix(_, []).
prefix([X|L], [X|P]) :- prefix(L, P).
