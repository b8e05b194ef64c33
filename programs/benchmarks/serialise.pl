% serialise: the rank of each letter of a sentence among its letters.
% origin:    Warren's serialisation (1977) with another sentence; a tree of unbound ranks
% stresses:  unification of variables, comparison of integers, trees
% repeat:    56000

top :- result(_).

check :-
    result(R),
    R == [2, 1, 6, 1, 6, 2, 1, 3, 4, 5, 1, 6, 1, 5, 4, 3, 1, 2, 6, 1, 6, 1, 2].

% The letters of a palindrome about Dan and Ana's diadem, as codes.
result(R) :-
    serialise([100, 97, 110, 97, 110, 100, 97, 101, 105, 109, 97, 110, 97, 109, 105, 101, 97, 100, 110, 97, 110, 97,
               100], R).

serialise(L, R) :-
    pairs(L, R, Ps),
    tree(Ps, T),
    number_tree(T, 1, _).

pairs([], [], []).
pairs([X|Xs], [Y|Ys], [pair(X, Y)|Ps]) :-
    pairs(Xs, Ys, Ps).

tree([], void).
tree([P|Ps], node(L, P, R)) :-
    split(Ps, P, Ls, Rs),
    tree(Ls, L),
    tree(Rs, R).

split([], _, [], []).
split([P|Ps], P, Ls, Rs) :-
    !,
    split(Ps, P, Ls, Rs).
split([P|Ps], Q, [P|Ls], Rs) :-
    before(P, Q),
    !,
    split(Ps, Q, Ls, Rs).
split([P|Ps], Q, Ls, [P|Rs]) :-
    before(Q, P),
    split(Ps, Q, Ls, Rs).

before(pair(X, _), pair(Y, _)) :- X < Y.

number_tree(void, N, N).
number_tree(node(L, pair(_, N1), R), N0, N) :-
    number_tree(L, N0, N1),
    N2 is N1 + 1,
    number_tree(R, N2, N).
