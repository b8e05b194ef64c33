% flatten:  clauses with disjunctions, conditions and negations made flat, with new predicates for them.
% origin:   the task of van Roy's flatten, a source transformation
% stresses: clause selection by control structures, term_variables by hand, difference lists, sort/2
% repeat:   20000

top :- result(_).

check :-
    result(Cs),
    length(Cs, 29),
    Cs = [cl(p(_, _), [q(_), aux(1, 2, _), t(_, _)])|_].

result(Clauses) :-
    findall(cl(H, B), source(H, B), Sources),
    clauses(Sources, 1, Clauses, []).

source(p(X, Y), (q(X), (r(X, Z) ; s(Z)), t(Z, Y))).
source(len(L, N), (L = [] -> N = 0 ; L = [_|T], len(T, M), N is M + 1)).
source(max(X, Y, Z), (X >= Y -> Z = X ; Z = Y)).
source(m(X, L), (\+ L = [], (L = [X|_] ; L = [_|T], m(X, T)))).
source(f(X, Y), (a(X) -> (b(X, Y) ; c(Y)) ; \+ d(X), (e(X) -> Y = 1 ; Y = 2))).
source(g(X), (\+ (h(X), \+ i(X)), j(X))).
source(flat(X), (k(X), l(X), n(X))).

clauses([], _, Cs, Cs).
clauses([cl(H, B)|Ss], N0, [cl(H, Flat)|Cs], Rest) :-
    body(B, N0, N1, Flat, [], Cs, Cs1),
    clauses(Ss, N1, Cs1, Rest).

body((A, B), N0, N, Gs, Gs0, Cs, Cs0) :-
    !,
    body(A, N0, N1, Gs, Gs1, Cs, Cs1),
    body(B, N1, N, Gs1, Gs0, Cs1, Cs0).
body((C -> A ; B), N0, N, [aux(N0, K, Vs)|Gs], Gs, Cs, Cs0) :-
    !,
    fresh((C, A, B), N0, N1, K, Vs),
    branch(aux(N0, K, Vs), (C, !, A), N1, N2, Cs, Cs1),
    branch(aux(N0, K, Vs), B, N2, N, Cs1, Cs0).
body((A ; B), N0, N, [aux(N0, K, Vs)|Gs], Gs, Cs, Cs0) :-
    !,
    fresh((A, B), N0, N1, K, Vs),
    branch(aux(N0, K, Vs), A, N1, N2, Cs, Cs1),
    branch(aux(N0, K, Vs), B, N2, N, Cs1, Cs0).
body(\+ A, N0, N, [aux(N0, K, Vs)|Gs], Gs, Cs, Cs0) :-
    !,
    fresh(A, N0, N1, K, Vs),
    branch(aux(N0, K, Vs), (A, !, fail), N1, N, Cs, [cl(aux(N0, K, Vs), [])|Cs0]).
body(G, N, N, [G|Gs], Gs, Cs, Cs).

branch(H, B, N0, N, [cl(H, Flat)|Cs], Cs0) :-
    body(B, N0, N, Flat, [], Cs, Cs0).

fresh(T, N0, N, K, Vs) :-
    N is N0 + 1,
    variables(T, [], Vs0),
    sort(Vs0, Vs),
    length(Vs, K).

variables(T, Vs, [T|Vs]) :- var(T), !.
variables(T, Vs0, Vs) :-
    functor(T, _, N),
    variables(N, T, Vs0, Vs).

variables(0, _, Vs, Vs) :- !.
variables(N, T, Vs0, Vs) :-
    arg(N, T, A),
    variables(A, Vs0, Vs1),
    M is N - 1,
    variables(M, T, Vs1, Vs).
