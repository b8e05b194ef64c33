% Constants, lists and structures, guards.
color(red, 1).
color(green, 2).
color(blue, 3).
color(red, 4).

mixed(a, 1).
mixed(X, 2) :- atom(X).
mixed([], 3).
mixed([_|_], 4).
mixed(f(_), 5).
mixed(g(_), 6).
mixed(f(_), 7).
mixed(1.5, 8).
mixed(X, 9) :- integer(X).
mixed(X, 10) :- compound(X).
mixed(X, 11) :- var(X).

one_structure(f(X), X).
one_structure([], nil).

down(0) :- !.
down(N) :- N > 0, N1 is N - 1, down(N1).

sign(N, neg) :- N < 0, !.
sign(0, zero) :- !.
sign(_, pos).

flat(X, [X]) :- var(X), !.
flat([], []) :- !.
flat([H|T], L) :- !, flat(H, L1), flat(T, L2), append(L1, L2, L).
flat(X, [X]).

eq(X, a) :- X == zero.
eq(X, b) :- X \== zero.

same(X, X) :- integer(X).
same(a, b).

len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.

none(1) :- p.
only_var(X) :- p(X).
only_var(X) :- q(X).

merge([], Ys, Ys).
merge(Xs, [], Xs).
merge([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, merge(Xs, [Y|Ys], Zs).
merge([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, merge([X|Xs], Ys, Zs).

second(_, a, 1).
second(_, b, 2).
second(_, f(X), X).
second(_, [], 4).

both(a, 1).
both(a, 2).
both(X, 1) :- p(X).
