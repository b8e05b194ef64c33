% avl:      300 keys put into a balanced tree and looked up.
% origin:   Adelson-Velsky and Landis 1962, insertion after the usual declarative form
% stresses: compare/3, structures with five arguments, first-argument indexing on atoms
% repeat:   670

top :- result(_).

check :- result(S), S == 44850.

result(Sum) :-
    build(300, 1, t, T),
    look(300, 1, T, 0, Sum).

build(0, _, T, T) :- !.
build(N, K, T0, T) :-
    put(T0, K, N, T1, _),
    next(K, K1),
    M is N - 1,
    build(M, K1, T1, T).

look(0, _, _, Sum, Sum) :- !.
look(N, K, T, Sum0, Sum) :-
    get(T, K, V),
    Sum1 is Sum0 + V - 1,
    next(K, K1),
    M is N - 1,
    look(M, K1, T, Sum1, Sum).

% 3 generates all residues of 1009 but for some: the first three hundred powers of 11 are distinct.
next(K, K1) :- K1 is K * 11 mod 1009.

get(t(K, V, _, L, R), Key, Value) :-
    compare(O, Key, K),
    get(O, V, L, R, Key, Value).

get(=, V, _, _, _, V).
get(<, _, L, _, Key, Value) :- get(L, Key, Value).
get(>, _, _, R, Key, Value) :- get(R, Key, Value).

put(t, K, V, t(K, V, =, t, t), grown).
put(t(K0, V0, B, L, R), K, V, T, Grown) :-
    compare(O, K, K0),
    put(O, K, V, K0, V0, B, L, R, T, Grown).

put(=, K, V, _, _, B, L, R, t(K, V, B, L, R), same).
put(<, K, V, K0, V0, B, L, R, T, Grown) :-
    put(L, K, V, L1, G),
    left(G, B, K0, V0, L1, R, T, Grown).
put(>, K, V, K0, V0, B, L, R, T, Grown) :-
    put(R, K, V, R1, G),
    right(G, B, K0, V0, L, R1, T, Grown).

left(same, B, K, V, L, R, t(K, V, B, L, R), same).
left(grown, =, K, V, L, R, t(K, V, <, L, R), grown).
left(grown, >, K, V, L, R, t(K, V, =, L, R), same).
left(grown, <, K, V, t(KL, VL, B, LL, LR), R, T, same) :-
    left_turn(B, K, V, KL, VL, LL, LR, R, T).

left_turn(<, K, V, KL, VL, LL, LR, R, t(KL, VL, =, LL, t(K, V, =, LR, R))).
left_turn(>, K, V, KL, VL, LL, t(KM, VM, B, ML, MR), R, t(KM, VM, =, t(KL, VL, B1, LL, ML), t(K, V, B2, MR, R))) :-
    halves(B, B1, B2).

right(same, B, K, V, L, R, t(K, V, B, L, R), same).
right(grown, =, K, V, L, R, t(K, V, >, L, R), grown).
right(grown, <, K, V, L, R, t(K, V, =, L, R), same).
right(grown, >, K, V, L, t(KR, VR, B, RL, RR), T, same) :-
    right_turn(B, K, V, L, KR, VR, RL, RR, T).

right_turn(>, K, V, L, KR, VR, RL, RR, t(KR, VR, =, t(K, V, =, L, RL), RR)).
right_turn(<, K, V, L, KR, VR, t(KM, VM, B, ML, MR), RR, t(KM, VM, =, t(K, V, B1, L, ML), t(KR, VR, B2, MR, RR))) :-
    halves(B, B1, B2).

halves(<, =, >).
halves(>, <, =).
halves(=, =, =).
