% sieve:    the primes up to 2000, with the numbers as facts that are retracted.
% origin:   the sieve of Eratosthenes over the database
% stresses: assertz, retract, lookup of dynamic facts by key
% repeat:   160

:- dynamic(candidate/1).

top :-
    fill(2, 2000),
    sift(2, 2000, 0, _).

check :-
    fill(2, 2000),
    sift(2, 2000, 0, N),
    N == 303,
    \+ candidate(_).

fill(I, N) :- I > N, !.
fill(I, N) :-
    assertz(candidate(I)),
    J is I + 1,
    fill(J, N).

sift(I, N, C, C) :- I > N, !.
sift(I, N, C0, C) :-
    (   retract(candidate(I))
    ->  cross(I, I, N),
        C1 is C0 + 1
    ;   C1 = C0
    ),
    J is I + 1,
    sift(J, N, C1, C).

cross(M, P, N) :-
    K is M + P,
    K =< N,
    !,
    drop(K),
    cross(K, P, N).
cross(_, _, _).

drop(K) :- retract(candidate(K)), !.
drop(_).
