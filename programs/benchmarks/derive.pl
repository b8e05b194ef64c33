% derive:   the derivatives of four expressions, one after the other.
% origin:   symbolic differentiation (Warren 1977), written for this suite
% stresses: first-argument indexing on structures, building terms, cuts
% repeat:   220000

top :-
    expression(1, A), d(A, x, _),
    expression(2, B), d(B, x, _),
    expression(3, C), d(C, x, _),
    expression(4, D), d(D, x, _).

check :-
    expression(1, E),
    d(E, x, D),
    D == ((1 + 0) * x - (x + 1) * 1) / (x ^ 2),
    expression(4, F),
    d(F, x, G),
    G == - (exp(x * 2) * (1 * 2 + x * 0)).

expression(1, (x + 1) / x).
expression(2, log(x ^ 3 - 2 * x) * exp(x / (y + 1))).
expression(3, (x * x + y) ^ 5 / (log(x) - 3)).
expression(4, - exp(x * 2)).

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
