% divide10: the derivative of ((x / x) / x) / … with ten x.
% origin:   symbolic differentiation (Warren 1977), written for this suite
% stresses: first-argument indexing on structures, building terms, cuts
% repeat:   420000

top :- result(_).

check :-
    result(D),
    size(D, 163).

result(D) :- d(((((((((x / x) / x) / x) / x) / x) / x) / x) / x) / x, x, D).

size(T, 1) :- atomic(T), !.
size(exp(T), N) :- !, size(T, M), N is M + 1.
size(T, N) :-
    T =.. [_, A, B],
    size(A, NA),
    size(B, NB),
    N is NA + NB + 1.

d(U + V, X, DU + DV) :- !, d(U, X, DU), d(V, X, DV).
d(U - V, X, DU - DV) :- !, d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- !, d(U, X, DU), d(V, X, DV).
d(U / V, X, (DU * V - U * DV) / (V ^ 2)) :- !, d(U, X, DU), d(V, X, DV).
d(U ^ N, X, DU * N * U ^ M) :- !, integer(N), M is N - 1, d(U, X, DU).
d(- U, X, - DU) :- !, d(U, X, DU).
d(exp(U), X, exp(U) * DU) :- !, d(U, X, DU).
d(log(U), X, DU / U) :- !, d(U, X, DU).
d(X, X, 1) :- !.
d(_, _, 0).
