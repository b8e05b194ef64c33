% evalpol/3: the value of a polynomial, coefficients from the constant term up (Horner's rule).
% entry:  evalpol(+list(int), +int, -)   sizes: x = number of coefficients
% goal:   evalpol(ints(x), 1, _)         at: x = 100
% test:   x = 0..20, y = -2..2
% steps:  x + 1 (exact)
:- entry evalpol(+list(int), +int, -).

evalpol([], _, 0).
evalpol([C|Cs], X, V) :-
    evalpol(Cs, X, V1),
    V is C + X * V1.
