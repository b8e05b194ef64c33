% poly_10:  (1 + x + y + z) ^ 10, fully expanded.
% origin:   Gabriel's frpoly, as a benchmark of Prolog by Haygood; written for this suite
% stresses: compare/3 on atoms, structures, integer arithmetic, if-then-else
% repeat:   240

% A polynomial is an integer, or poly(V, [E1-C1, ...]): the sum of C * V ^ E by rising E, where the coefficients C are
% polynomials in later variables.

top :- result(_).

check :-
    result(P),
    at_one(P, 1048576),
    P = poly(x, [_-_, 1-poly(y, [_-poly(z, [0-10|_])|_])|_]).

result(P) :-
    base(B),
    power(10, B, P).

base(P) :-
    sum(1, poly(x, [1-1]), P1),
    sum(P1, poly(y, [1-1]), P2),
    sum(P2, poly(z, [1-1]), P).

power(0, _, 1) :- !.
power(N, B, P) :-
    N mod 2 =:= 0,
    !,
    M is N // 2,
    power(M, B, H),
    product(H, H, P).
power(N, B, P) :-
    M is N - 1,
    power(M, B, Q),
    product(B, Q, P).

sum(poly(V, As), poly(W, Bs), P) :-
    !,
    compare(O, V, W),
    sum_by(O, V, As, W, Bs, P).
sum(poly(V, As), N, poly(V, Cs)) :-
    !,
    plus_terms([0-N], As, Cs).
sum(N, poly(V, As), poly(V, Cs)) :-
    !,
    plus_terms([0-N], As, Cs).
sum(M, N, S) :-
    S is M + N.

sum_by(=, V, As, _, Bs, poly(V, Cs)) :-
    plus_terms(As, Bs, Cs).
sum_by(<, V, As, W, Bs, poly(V, Cs)) :-
    plus_terms([0-poly(W, Bs)], As, Cs).
sum_by(>, V, As, W, Bs, poly(W, Cs)) :-
    plus_terms([0-poly(V, As)], Bs, Cs).

plus_terms([], Bs, Bs) :- !.
plus_terms(As, [], As) :- !.
plus_terms([E-A|As], [F-B|Bs], Cs) :-
    compare(O, E, F),
    plus_first(O, E, A, As, F, B, Bs, Cs).

plus_first(=, E, A, As, _, B, Bs, [E-C|Cs]) :-
    sum(A, B, C),
    plus_terms(As, Bs, Cs).
plus_first(<, E, A, As, F, B, Bs, [E-A|Cs]) :-
    plus_terms(As, [F-B|Bs], Cs).
plus_first(>, E, A, As, F, B, Bs, [F-B|Cs]) :-
    plus_terms([E-A|As], Bs, Cs).

product(poly(V, As), poly(W, Bs), P) :-
    !,
    compare(O, V, W),
    product_by(O, V, As, W, Bs, P).
product(poly(V, As), N, poly(V, Cs)) :-
    !,
    scale(As, N, Cs).
product(N, poly(V, As), poly(V, Cs)) :-
    !,
    scale(As, N, Cs).
product(M, N, P) :-
    P is M * N.

product_by(=, V, As, _, Bs, poly(V, Cs)) :-
    times_terms(As, Bs, Cs).
product_by(<, V, As, W, Bs, poly(V, Cs)) :-
    scale(As, poly(W, Bs), Cs).
product_by(>, V, As, W, Bs, poly(W, Cs)) :-
    scale(Bs, poly(V, As), Cs).

times_terms([], _, []).
times_terms([E-A|As], Bs, Cs) :-
    times_term(Bs, E, A, First),
    times_terms(As, Bs, Rest),
    plus_terms(First, Rest, Cs).

times_term([], _, _, []).
times_term([F-B|Bs], E, A, [G-C|Cs]) :-
    G is E + F,
    product(A, B, C),
    times_term(Bs, E, A, Cs).

scale([], _, []).
scale([E-A|As], B, [E-C|Cs]) :-
    product(A, B, C),
    scale(As, B, Cs).

at_one(poly(_, Ts), V) :-
    !,
    at_one(Ts, 0, V).
at_one(N, N).

at_one([], V, V).
at_one([_-C|Ts], V0, V) :-
    at_one(C, N),
    V1 is V0 + N,
    at_one(Ts, V1, V).
