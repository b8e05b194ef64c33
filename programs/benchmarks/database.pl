% database: 2,000 facts asserted, looked up by key in another order, changed and retracted.
% origin:   this suite
% stresses: assertz, first-argument indexing of dynamic predicates under change, retract
% repeat:   130

:- dynamic(item/2).

top :- result(_).

check :-
    result(S),
    S == 1999000,
    \+ item(_, _).

result(Sum) :-
    retractall(item(_, _)),
    fill(0, 2000),
    change(1000, 1),
    look(2000, 1, 0, Sum),
    empty(2000, 5).

fill(N, N) :- !.
fill(I, N) :-
    V is 2 * I,
    assertz(item(I, V)),
    J is I + 1,
    fill(J, N).

% Each second item is halved, the other half below.
change(0, _) :- !.
change(N, K) :-
    retract(item(K, V)),
    W is V // 2,
    assertz(item(K, W)),
    K1 is K + 2,
    M is N - 1,
    change(M, K1).

look(0, _, Sum, Sum) :- !.
look(N, K, Sum0, Sum) :-
    item(K, V),
    ( K mod 2 =:= 0 -> W is V // 2 ; W = V ),
    Sum1 is Sum0 + W,
    K1 is (K + 777) mod 2000,
    M is N - 1,
    look(M, K1, Sum1, Sum).

empty(0, _) :- !.
empty(N, K) :-
    retract(item(K, _)),
    !,
    K1 is (K + 1233) mod 2000,
    M is N - 1,
    empty(M, K1).
