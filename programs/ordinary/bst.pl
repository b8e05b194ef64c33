% bst.pl - binary search trees of integers, without balancing.
%
% A tree is nil or t(Left, Key, Right).

:- regtype tree/1.
tree(nil).
tree(t(L, X, R)) :- tree(L), int(X), tree(R).

%! list_to_tree(+Keys, -Tree)
%  Inserts the keys from left to right. A key that is there already is not inserted again.

:- entry list_to_tree(+list(int), -).
list_to_tree(Keys, Tree) :-
    insert_all(Keys, nil, Tree).

insert_all([], Tree, Tree).
insert_all([Key|Keys], Tree0, Tree) :-
    insert(Tree0, Key, Tree1),
    insert_all(Keys, Tree1, Tree).

insert(nil, Key, t(nil, Key, nil)).
insert(t(L, X, R), Key, Tree) :-
    compare(Order, Key, X),
    insert(Order, L, X, R, Key, Tree).

insert(=, L, X, R, _, t(L, X, R)).
insert(<, L, X, R, Key, t(L1, X, R)) :-
    insert(L, Key, L1).
insert(>, L, X, R, Key, t(L, X, R1)) :-
    insert(R, Key, R1).

%! lookup(+Key, +Tree) is semidet.

:- entry lookup(+int, +tree).
lookup(Key, t(L, X, R)) :-
    (   Key =:= X
    ->  true
    ;   Key < X
    ->  lookup(Key, L)
    ;   lookup(Key, R)
    ).

%! depth(+Tree, -Depth) is det.

:- entry depth(+tree, -).
depth(nil, 0).
depth(t(L, _, R), D) :-
    depth(L, DL),
    depth(R, DR),
    D is max(DL, DR) + 1.
