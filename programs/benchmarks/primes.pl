% primes:   the primes below 1000 by sifting lists.
% origin:   the sieve of Eratosthenes over lists
% stresses: integer mod, conditions, lists
% repeat:   270

top :- primes(1000, _).

check :-
    primes(1000, Ps),
    length(Ps, 168),
    Ps = [2, 3, 5, 7, 11|_].

primes(N, Ps) :-
    integers(2, N, Is),
    sift(Is, Ps).

integers(I, N, []) :- I > N, !.
integers(I, N, [I|Is]) :-
    J is I + 1,
    integers(J, N, Is).

sift([], []).
sift([P|Is], [P|Ps]) :-
    without_multiples(Is, P, Js),
    sift(Js, Ps).

without_multiples([], _, []).
without_multiples([I|Is], P, Js) :-
    (   I mod P =:= 0
    ->  Js = Ks
    ;   Js = [I|Ks]
    ),
    without_multiples(Is, P, Ks).
