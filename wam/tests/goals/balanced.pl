% What library(assoc) vouches for: whatever is put in and taken out, a tree of N keys is in order, each of its nodes says which side is
% deeper, and it is at most 1.44 log2(N + 2) deep. Fewest keys of a depth: those of Fibonacci's trees.

depth(t, 0).
depth(t(_, _, _, L, R), D) :- depth(L, DL), depth(R, DR), D is max(DL, DR) + 1.

holds(Tree) :-
    is_assoc(Tree),
    assoc_to_keys(Tree, Keys),
    length(Keys, N),
    depth(Tree, D),
    D =< 1.44 * log2(N + 2).

% Keys by lot (Park and Miller 1988): three are put in for one that is taken out, then fewer.
next(S0, S) :- S is S0 * 16807 mod 2147483647.

change(0, _, _, Tree, Tree) :- !.
change(N, S0, Most, Tree0, Tree) :-
    next(S0, S1), next(S1, S2),
    Key is S1 mod Most,
    (   S2 mod 4 < 3 -> put_assoc(Key, Tree0, N, Tree1)
    ;   del_assoc(Key, Tree0, _, Tree1) -> true
    ;   S2 mod 8 =:= 3, del_min_assoc(Tree0, _, _, Tree1) -> true
    ;   del_max_assoc(Tree0, _, _, Tree1) -> true
    ;   Tree1 = Tree0
    ),
    ( N mod 50 =:= 0 -> holds(Tree1) ; true ),
    M is N - 1,
    change(M, S2, Most, Tree1, Tree).

emptied(Tree, N, N) :- empty_assoc(Tree), !.
emptied(Tree0, N0, N) :-
    ( N0 mod 2 =:= 0 -> del_min_assoc(Tree0, _, _, Tree1) ; del_max_assoc(Tree0, _, _, Tree1) ),
    ( N0 mod 10 =:= 0 -> holds(Tree1) ; true ),
    N1 is N0 + 1,
    emptied(Tree1, N1, N).

%? changed(1000, 30, N) => N = 22
changed(Times, Most, N) :-
    empty_assoc(E), change(Times, 17, Most, E, Tree), holds(Tree), assoc_to_keys(Tree, Ks), length(Ks, N), emptied(Tree, 0, N).

%? rising(500, D) => D = 9
rising(N, D) :- empty_assoc(E), rise(1, N, E, Tree), holds(Tree), depth(Tree, D).
rise(K, N, Tree, Tree) :- K > N, !.
rise(K, N, Tree0, Tree) :- put_assoc(K, Tree0, x, Tree1), L is K + 1, rise(L, N, Tree1, Tree).

%? made => true
made :- forall(between(0, 70, N), ( findall(K-x, between(1, N, K), Ps), list_to_assoc(Ps, A), ord_list_to_assoc(Ps, A), holds(A), map_assoc(=(x), A), map_assoc(=, A, B), holds(B) )).
