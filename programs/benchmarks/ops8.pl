% ops8:     the derivative of (x + 1) * (x ^ 2 + 2) * (x ^ 3 + 3).
% origin:   symbolic differentiation (Warren 1977), written for this suite
% stresses: first-argument indexing on structures, building terms, cuts
% repeat:   540000

top :- result(_).

check :-
    result(D),
    D = D1 * (x ^ 3 + 3) + _ * (1 * 3 * x ^ 2 + 0),
    D1 == (1 + 0) * (x ^ 2 + 2) + (x + 1) * (1 * 2 * x ^ 1 + 0).

result(D) :- d((x + 1) * (x ^ 2 + 2) * (x ^ 3 + 3), x, D).

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
