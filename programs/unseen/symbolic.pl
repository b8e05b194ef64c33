%? third_derivative(D) => D = 72*x+12-(x* -cos(x)+ -sin(x)+ -sin(x)+ -sin(x))
%? expand(Poly, Value) => Poly = [1-12,2-11,-4-10,-18-9,-31-8,22-7,153-6,-2-5,-266-4,62-3,148-2,-66-1,-1-0], Value = 232280

% derivative + simplifier to a fixpoint
d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(A+B, X, DA+DB) :- d(A, X, DA), d(B, X, DB).
d(A-B, X, DA-DB) :- d(A, X, DA), d(B, X, DB).
d(A*B, X, A*DB+B*DA) :- d(A, X, DA), d(B, X, DB).
d(A^N, X, N*A^M*DA) :- integer(N), M is N-1, d(A, X, DA).
d(sin(A), X, cos(A)*DA) :- d(A, X, DA).
d(cos(A), X, -(sin(A))*DA) :- d(A, X, DA).
d(exp(A), X, exp(A)*DA) :- d(A, X, DA).
d(-(A), X, -(DA)) :- d(A, X, DA).

simp(E, S) :-
    simp1(E, E1),
    (   E1 == E
    ->  S = E
    ;   simp(E1, S)
    ).

simp1(E, E) :- atomic(E), !.
simp1(E, S) :-
    E =.. [F|As],
    maplist(simp1, As, Bs),
    E1 =.. [F|Bs],
    ( rule(E1, S0) -> S = S0 ; S = E1 ).

rule(0+X, X).
rule(X+0, X).
rule(X-0, X).
rule(X-X, 0).
rule(0*_, 0).
rule(_*0, 0).
rule(1*X, X).
rule(X*1, X).
rule(_^0, 1).
rule(X^1, X).
rule(-(0), 0).
rule(-(-(X)), X).
rule(A+B, C) :- integer(A), integer(B), C is A+B.
rule(A*B, C) :- integer(A), integer(B), C is A*B.
rule(A-B, C) :- integer(A), integer(B), C is A-B.
rule(A*(B*X), C*X) :- integer(A), integer(B), C is A*B.
rule(X*A, A*X) :- integer(A), \+ integer(X).
rule(X+X, 2*X).
rule(A*X+B*X, C*X) :- integer(A), integer(B), C is A+B.

nth_derivative(0, E, _, E) :- !.
nth_derivative(N, E, X, D) :-
    d(E, X, D0),
    simp(D0, D1),
    N1 is N-1,
    nth_derivative(N1, D1, X, D).

third_derivative(D) :-
    nth_derivative(3, 3*x^4 + 2*x^3 - x*sin(x) + 7, x, D).

% polynomials as lists Coeff*x^Exp -> C-E, exponents descending
padd([], Q, Q) :- !.
padd(P, [], P) :- !.
padd([A-E|P], [B-F|Q], R) :-
    compare(O, E, F),
    padd(O, A, E, P, B, F, Q, R).
padd(>, A, E, P, B, F, Q, [A-E|R]) :- padd(P, [B-F|Q], R).
padd(<, A, E, P, B, F, Q, [B-F|R]) :- padd([A-E|P], Q, R).
padd(=, A, E, P, B, _, Q, R) :-
    C is A+B,
    ( C =:= 0 -> R = R1 ; R = [C-E|R1] ),
    padd(P, Q, R1).

pscale([], _, _, []).
pscale([A-E|P], C, K, [B-F|R]) :- B is A*C, F is E+K, pscale(P, C, K, R).

pmul([], _, []).
pmul([C-K|P], Q, R) :-
    pscale(Q, C, K, Q1),
    pmul(P, Q, R1),
    padd(Q1, R1, R).

ppow(0, _, [1-0]) :- !.
ppow(N, P, R) :- M is N-1, ppow(M, P, R0), pmul(P, R0, R).

peval([], _, 0).
peval([C-E|P], X, V) :- peval(P, X, V0), V is V0 + C*X**E.

to_poly(x, [1-1]) :- !.
to_poly(C, [C-0]) :- integer(C), !.
to_poly(A+B, R) :- to_poly(A, P), to_poly(B, Q), padd(P, Q, R).
to_poly(A-B, R) :- to_poly(A, P), to_poly(-1*B, Q), padd(P, Q, R).
to_poly(A*B, R) :- to_poly(A, P), to_poly(B, Q), pmul(P, Q, R).
to_poly(A^N, R) :- to_poly(A, P), ppow(N, P, R).

expand(Poly, Value) :-
    to_poly((x+1)^7 * (x-1)^5 - (2*x^2 + 3*x - 4)^3 * (x^3 - x), Poly),
    peval(Poly, 3, Value).
