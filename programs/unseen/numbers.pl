%? twin_primes(L) => L = [3-5,5-7,11-13,17-19,29-31,41-43,59-61,71-73,101-103,107-109,137-139,149-151,179-181,191-193,197-199,227-229,239-241,269-271,281-283,311-313,347-349,419-421,431-433,461-463,521-523,569-571,599-601,617-619,641-643,659-661,809-811,821-823,827-829,857-859,881-883]
%? longest_collatz(N, Len) => N = 97, Len = 118

% sieve on lists, plus failure driven loops with global variables

sieve(N, Ps) :- numlist(2, N, L), sift(L, N, Ps).
sift([], _, []).
sift([P|Xs], N, [P|Ps]) :-
    P*P =< N, !,
    strike(Xs, P, Ys),
    sift(Ys, N, Ps).
sift(Ps, _, Ps).

strike([], _, []).
strike([X|Xs], P, Ys) :- X mod P =:= 0, !, strike(Xs, P, Ys).
strike([X|Xs], P, [X|Ys]) :- strike(Xs, P, Ys).

% pairs (P, P+2) and the biggest gap
twins([P,Q|Ps], [P-Q|Ts]) :- Q =:= P+2, !, twins([Q|Ps], Ts).
twins([_,Q|Ps], Ts) :- !, twins([Q|Ps], Ts).
twins(_, []).

twin_primes(L) :- sieve(900, Ps), twins(Ps, L).

collatz(1, 0) :- !.
collatz(N, L) :-
    (   N /\ 1 =:= 0
    ->  M is N >> 1
    ;   M is 3*N+1
    ),
    collatz(M, L0),
    L is L0+1.

longest_collatz(N, Len) :-
    nb_setval(best, 0-0),
    (   between(1, 100, I),
        collatz(I, L),
        nb_getval(best, _-B),
        L > B,
        nb_setval(best, I-L),
        fail
    ;   true
    ),
    nb_getval(best, N-Len).
