% times10:  the derivative of ((x * x) * x) * … with ten x.
% origin:   symbolic differentiation (Warren 1977), written for this suite
% stresses: first-argument indexing on structures, building terms, cuts
% repeat:   460000

top :- result(_).

check :-
    result(D),
    value(D, 10240.0).

result(D) :- d(((((((((x * x) * x) * x) * x) * x) * x) * x) * x) * x, x, D).

% The value at 2: 10 * 2 ^ 9 is 5120, and both sides of each product are x.
value(D, Twice) :-
    at(D, V),
    Twice is 2.0 * V.

at(x, 2) :- !.
at(N, N) :- integer(N), !.
at(A + B, V) :- !, at(A, VA), at(B, VB), V is VA + VB.
at(A * B, V) :- at(A, VA), at(B, VB), V is VA * VB.

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
