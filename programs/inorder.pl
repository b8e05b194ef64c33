% inorder/2: the elements of a binary tree in order.
% entry:  inorder(+tree, -)
% test:   x = 1..25
:- entry inorder(+tree, -).

:- regtype tree/1.
tree(leaf).
tree(node(L, N, R)) :- tree(L), atm(N), tree(R).

inorder(leaf, []).
inorder(node(L, N, R), Xs) :-
    inorder(L, Left),
    inorder(R, Right),
    append(Left, [N|Right], Xs).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).
