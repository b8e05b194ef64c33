% If-then-else on tests: branches, no choice point, no environment.
max(X, Y, Z) :- ( X >= Y -> Z = X ; Z = Y ).

count(N, Max) :- ( N < Max -> N1 is N + 1, count(N1, Max) ; true ).

% A join: registers agree after the branches.
clip(X, Low, High, Y, Rest) :-
    ( X < Low -> Z = Low ; X > High -> Z = High ; Z = X ),
    finish(Z, Y, Rest).

% Calls in one branch only.
step(X, Y) :- ( X > 0 -> down(X, Z) ; Z = none ), show(Z, Y).

% General conditions, disjunction, negation, soft cut.
find(K, L, V) :- ( member(K-V0, L) -> V = V0 ; V = none ).
either(X, Y) :- ( X = a ; X = b ; X = c ), p(X, Y).
either2(X) :- ( p(X, Y), q(Y) ; q(X) ).
without(X, L) :- \+ member(X, L), p(X).
plain(X) :- \+ X = a, \+ X == b, p(X).
soft(X, Y) :- ( p(X, Z) *-> q(Z, Y) ; Y = 0 ).
first(X) :- once(p(X)), ignore(q(X)), forall(p(Y), r(X, Y)).
local_cut(X) :- ( p(X), ! -> q(X) ; r(X) ), s(X).

% Cuts.
neck(X, Y) :- X > 0, !, Y = pos.
neck(_, neg).
deep(X) :- p(X), !, q(X).
deep(X) :- r(X), ( q(X), ! ; true ).

% Tests of builtins as conditions.
same(X, Y, R) :- ( X == Y -> R = yes ; R = no ).
order(X, Y, R) :- ( X @< Y, Y \== z ; atom(X), var(Y) ), R = [X, Y].
cond(X, Y, R) :- ( ( X @< Y, Y \== z ; atom(X), \+ var(Y) ) -> R = f(X) ; R = g(Y) ).
nothing :- fail, p(_).
