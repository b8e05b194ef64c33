% log10:    the derivative of log(log(… log(x))) ten deep.
% origin:   symbolic differentiation (Warren 1977), written for this suite
% stresses: first-argument indexing on structures, building terms, cuts
% repeat:   900000

top :- result(_).

check :-
    result(D / log(_)),
    inner(D, x).

inner(D / X, Y) :- inner(D, X, Y).

inner(1, X, X) :- !.
inner(D / X, log(X), Y) :- inner(D, X, Y).

result(D) :- d(log(log(log(log(log(log(log(log(log(log(x)))))))))), x, D).

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
