% Predicates whose runs are collected: what they push stays, or does not, with and without environments, choice points
% and entries on the trail.

:- entry build(+nat, -).
build(0, []) :- !.
build(N, [N|Ns]) :- M is N - 1, build(M, Ns).

:- entry grow(+nat, -).
grow(N, Xs) :- grow(N, [], Xs).
grow(0, Xs, Xs) :- !.
grow(N, _, Xs) :- M is N - 1, grow(M, [N, N, N, N], Xs).

:- entry counted(+list, -).
counted([], 0).
counted([_|Xs], N) :- counted(Xs, M), N is M + 1.

:- entry copied(+list(int), -).
copied([], []).
copied([X|Xs], [f(X, Y)|Ys]) :- copied(Xs, Ys), Y = X.

:- entry reversed(+list(int), -).
reversed([], []).
reversed([X|Xs], Ys) :- reversed(Xs, Zs), joined(Zs, [X], Ys).
joined([], Ys, Ys).
joined([X|Xs], Ys, [X|Zs]) :- joined(Xs, Ys, Zs).

:- entry open(+list(int), +nat).
open(Xs, N) :- chosen(Xs, _), terms(N).
chosen([], []).
chosen([X|Xs], [Y|Ys]) :- one(X, Y), chosen(Xs, Ys).
one(X, [X, X, X, X, X, X, X, X]).
one(X, X).

:- entry floats(+nat, -).
floats(N, X) :- floats(N, 0.5, X).
floats(0, X, X) :- !.
floats(N, X0, X) :- X1 is X0 * 0.5 + 1.0, M is N - 1, floats(M, X1, X).

:- entry found(+list(int), -, -).
found(Xs, Ys, Zs) :- findall(f(X), member(X, Xs), Ys), mapped(Ys, Zs).

:- entry found_again(+list(int), +nat).
found_again(_, 0) :- !.
found_again(Xs, N) :- findall(X, member(X, Xs), Ys), msort(Ys, _), M is N - 1, found_again(Xs, M).

:- entry mapped(+list(int), -).
mapped(Xs, Ys) :- maplist(twice, Xs, Zs), maplist(twice, Zs, Ys).
twice(X, [X, X]).

:- entry terms(+nat).
terms(0) :- !.
terms(N) :- T = f(N, [N], g(_)), T =.. L, copy_term(L, _), functor(T, _, _), arg(2, T, _), M is N - 1, terms(M).
