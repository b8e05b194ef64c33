% numbers.pl: loops on integers

:- entry gcd(+, +, -).
gcd(A, 0, A) :- !.
gcd(A, B, G) :-
    C is A mod B,
    gcd(B, C, G).

% primes(N, Ps): the primes up to N, by sifting
:- entry primes(+, -).
primes(N, Ps) :-
    integers(2, N, Is),
    sift(Is, Ps).

integers(Low, High, [Low|Rest]) :-
    Low =< High, !,
    M is Low + 1,
    integers(M, High, Rest).
integers(_, _, []).

sift([], []).
sift([I|Is], [I|Ps]) :-
    remove(I, Is, New),
    sift(New, Ps).

remove(_, [], []).
remove(P, [I|Is], Nis) :- 0 =:= I mod P, !, remove(P, Is, Nis).
remove(P, [I|Is], [I|Nis]) :- remove(P, Is, Nis).

% isqrt(N, R): the integral part of the square root, by bisection
:- entry isqrt(+nat, -).
isqrt(N, R) :-
    High is N + 1,
    bisect(0, High, N, R).

bisect(Low, High, _, Low) :-
    High - Low =< 1, !.
bisect(Low, High, N, R) :-
    Mid is (Low + High) // 2,
    (   Mid * Mid =< N
    ->  bisect(Mid, High, N, R)
    ;   bisect(Low, Mid, N, R)
    ).

:- entry digit_sum(+, -).
digit_sum(N, N) :- N < 10, !.
digit_sum(N, S) :-
    Q is N // 10,
    digit_sum(Q, S1),
    S is S1 + N mod 10.
