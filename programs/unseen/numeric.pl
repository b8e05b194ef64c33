%? numerics(R, I) => R = 2.0945514815423265, I = 11.364915982134143
%? exact(H, P, Ps) => H = 2436559/720720, P = 7/12, Ps = [1009,10007,65537,65539,99991]

/* Floats, rationals and modular arithmetic */

f(X, Y) :- Y is X*X*X - 2*X - 5.
fprime(X, Y) :- Y is 3*X*X - 2.

newton(X, N, Root) :-
	f(X, FX),
	( abs(FX) < 1.0e-12 -> Root = X
	; N =< 0 -> throw(no_convergence)
	; fprime(X, D), X1 is X - FX/D, M is N-1, newton(X1, M, Root)
	).

simpson(G, A, B, N, I) :-
	H is (B-A)/N,
	call(G, A, FA), call(G, B, FB),
	simpson_sum(1, N, G, A, H, 0.0, S),
	I is H/3*(FA+FB+S).

simpson_sum(N, N, _, _, _, S, S) :- !.
simpson_sum(K, N, G, A, H, S0, S) :-
	X is A+K*H,
	call(G, X, Y),
	( K mod 2 =:= 1 -> W = 4 ; W = 2 ),
	S1 is S0+W*Y,
	K1 is K+1,
	simpson_sum(K1, N, G, A, H, S1, S).

bell(X, Y) :- Y is exp(-X*X/2)/sqrt(2*pi).
wave(X, Y) :- Y is sin(X)*cos(X/3)+X**2.

numerics(R, I) :-
	newton(2.0, 20, R),
	simpson(bell, -1.0, 1.0, 200, I1),
	simpson(wave, 0.0, 3.0, 120, I2),
	I is I1+I2,
	abs(I1-0.682689492) < 1.0e-5.

% rationals N/D kept in lowest terms
my_gcd(A, 0, G) :- !, G is abs(A).
my_gcd(A, B, G) :- C is A mod B, my_gcd(B, C, G).

norm(N, D, R) :-
	my_gcd(N, D, G),
	N1 is N // G, D1 is D // G,
	( D1 < 0 -> N2 is -N1, D2 is -D1, R = N2/D2 ; R = N1/D1 ).

radd(A/B, C/D, R) :- N is A*D+C*B, E is B*D, norm(N, E, R).
rmul(A/B, C/D, R) :- N is A*C, E is B*D, norm(N, E, R).

harmonic(0, 0/1) :- !.
harmonic(N, H) :- M is N-1, harmonic(M, H0), radd(H0, 1/N, H).

powmod(_, 0, _, 1) :- !.
powmod(B, E, M, R) :-
	E mod 2 =:= 1, !,
	E1 is E-1,
	powmod(B, E1, M, R1),
	R is R1*B mod M.
powmod(B, E, M, R) :-
	B2 is B*B mod M,
	E2 is E // 2,
	powmod(B2, E2, M, R).

fermat_liar(N, A) :- E is N-1, powmod(A, E, N, 1).

probable_prime(N) :- \+ ( member(A, [2,3,5,7]), \+ fermat_liar(N, A) ).

exact(H, P, Ps) :-
	harmonic(16, H),
	foldl(rmul, [3/4, 8/9, 15/16, 24/25, 35/36], 1/1, P),
	findall(N, (member(N, [1009,1011,10007,10001,65537,65539,99991,561,1105]), probable_prime(N)), Ps).
