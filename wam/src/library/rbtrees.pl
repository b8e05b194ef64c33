% What programs ask of red-black trees: maps from keys to values in the standard order of keys, here the AVL trees of
% assoc, which have the same costs.
:- module(rbtrees, [rb_new/1, rb_empty/1, rb_lookup/3, rb_update/4, rb_update/5, rb_apply/4, rb_insert/4,
                    rb_insert_new/4, rb_delete/3, rb_delete/4, rb_visit/2, rb_keys/2, rb_map/2, rb_map/3, rb_fold/4,
                    rb_min/3, rb_max/3, rb_del_min/4, rb_del_max/4, rb_next/4, rb_previous/4, rb_in/3, rb_size/2,
                    list_to_rbtree/2, ord_list_to_rbtree/2, is_rbtree/1, rb_clone/3, rb_partial_map/4]).

:- meta_predicate rb_update(+, +, ?, 2, -), rb_apply(+, +, 2, -), rb_map(+, 1), rb_map(+, 2, -),
   rb_fold(3, +, +, -), rb_partial_map(+, +, 2, -).

:- entry rb_new(-).
:- pred rb_new(A) : var(A) + (not_fails, is_det, cost(exact, steps, 2)).
rb_new(Tree) :- empty_assoc(Tree).

:- entry rb_empty(-).
:- pred rb_empty(A) : var(A) + (not_fails, is_det, cost(exact, steps, 2)).
rb_empty(Tree) :- empty_assoc(Tree).

is_rbtree(Tree) :- is_assoc(Tree).

:- entry rb_lookup(+atm, -, +avl).
:- pred rb_lookup(A, B, C) : (atm(A), var(B), avl(C)) + (is_det, cost(ub, steps, size(C) + 4)).
rb_lookup(Key, Value, Tree) :- get_assoc(Key, Tree, Value).

% rb_insert(+Tree, +Key, ?Value, -New): with a value for Key, whatever it had; rb_insert_new/4 fails where it has one.
:- entry rb_insert(+avl, +atm, +atm, -).
:- pred rb_insert(A, B, C, D) : (avl(A), atm(B), atm(C), var(D)) => avl(D) + (is_det, cost(ub, steps, 2 * size(A) + 4)).
rb_insert(Tree, Key, Value, New) :- put_assoc(Key, Tree, Value, New).

:- entry rb_insert_new(+avl, +atm, +atm, -).
:- pred rb_insert_new(A, B, C, D) : (avl(A), atm(B), atm(C), var(D)) => avl(D)
    + (is_det, cost(ub, steps, 2*size(A) + 4)).
rb_insert_new(Tree, Key, Value, New) :- \+ get_assoc(Key, Tree, _), put_assoc(Key, Tree, Value, New).

% rb_update(+Tree, +Key, ?Value, -New): fails where Key has no value.
:- entry rb_update(+avl, +atm, +atm, -).
:- pred rb_update(A, B, C, D) : (avl(A), atm(B), atm(C), var(D)) => avl(D)
    + (is_det, cost(ub, steps, 2*size(A) + 4)).
rb_update(Tree, Key, Value, New) :- get_assoc(Key, Tree, _), put_assoc(Key, Tree, Value, New).

rb_update(Tree, Key, Old, Goal, New) :-
    get_assoc(Key, Tree, Old),
    call(Goal, Old, Value), !,
    put_assoc(Key, Tree, Value, New).

rb_apply(Tree, Key, Goal, New) :-
    get_assoc(Key, Tree, Old),
    call(Goal, Old, Value), !,
    put_assoc(Key, Tree, Value, New).

rb_delete(Tree, Key, New) :- del_assoc(Key, Tree, _, New).

rb_delete(Tree, Key, Value, New) :- del_assoc(Key, Tree, Value, New).

:- entry rb_visit(+avl, -).
:- pred rb_visit(A, B) : (avl(A), var(B)) => list(B) + (not_fails, is_det, cost(ub, steps, size(A) + 4)).
rb_visit(Tree, Pairs) :- assoc_to_list(Tree, Pairs).

:- entry rb_keys(+avl, -).
:- pred rb_keys(A, B) : (avl(A), var(B)) => list(B) + (not_fails, is_det, cost(ub, steps, size(A) + 4)).
rb_keys(Tree, Keys) :- assoc_to_keys(Tree, Keys).

rb_map(Tree, Goal) :- map_assoc(Goal, Tree).

rb_map(Tree, Goal, New) :- map_assoc(Goal, Tree, New).

% rb_partial_map(+Tree, +Keys, :Goal, -New): the values of some keys are mapped.
rb_partial_map(Tree, [], _, Tree).
rb_partial_map(Tree, [Key|Keys], Goal, New) :-
    (   get_assoc(Key, Tree, Old)
    ->  call(Goal, Old, Value),
        put_assoc(Key, Tree, Value, Tree1)
    ;   Tree1 = Tree
    ),
    rb_partial_map(Tree1, Keys, Goal, New).

% rb_fold(:Goal, +Tree, +V0, -V): over the pairs Key-Value.
rb_fold(Goal, Tree, V0, V) :- assoc_to_list(Tree, Pairs), fold(Pairs, Goal, V0, V).

fold([], _, V, V).
fold([Pair|Pairs], Goal, V0, V) :- call(Goal, Pair, V0, V1), fold(Pairs, Goal, V1, V).

% rb_clone(+Tree, -New, -Pairs): the same keys with new variables.
rb_clone(Tree, New, Pairs) :- assoc_to_keys(Tree, Keys), fresh(Keys, Pairs), ord_list_to_assoc(Pairs, New).

fresh([], []).
fresh([Key|Keys], [Key-_|Pairs]) :- fresh(Keys, Pairs).

:- entry rb_min(+avl, -, -).
:- pred rb_min(A, B, C) : (avl(A), var(B), var(C)) + (is_det, cost(ub, steps, size(A) + 4)).
rb_min(Tree, Key, Value) :- min_assoc(Tree, Key, Value).

:- entry rb_max(+avl, -, -).
:- pred rb_max(A, B, C) : (avl(A), var(B), var(C)) + (is_det, cost(ub, steps, size(A) + 4)).
rb_max(Tree, Key, Value) :- max_assoc(Tree, Key, Value).

rb_del_min(Tree, Key, Value, New) :- del_min_assoc(Tree, Key, Value, New).

rb_del_max(Tree, Key, Value, New) :- del_max_assoc(Tree, Key, Value, New).

% rb_next(+Tree, +Key, -Next, -Value): the least key above Key; rb_previous/4: the greatest below it.
:- entry rb_next(+avl, +atm, -, -).
:- pred rb_next(A, B, C, D) : (avl(A), atm(B), var(C), var(D)) + (is_det, cost(ub, steps, size(A) / 5)).
rb_next(t(K, V, _, L, R), Key, Next, Value) :-
    (   Key @< K
    ->  ( rb_next(L, Key, Next0, Value0) -> Next = Next0, Value = Value0 ; Next = K, Value = V )
    ;   rb_next(R, Key, Next, Value)
    ).

:- entry rb_previous(+avl, +atm, -, -).
:- pred rb_previous(A, B, C, D) : (avl(A), atm(B), var(C), var(D)) + (is_det, cost(ub, steps, size(A) / 5)).
rb_previous(t(K, V, _, L, R), Key, Previous, Value) :-
    (   Key @> K
    ->  ( rb_previous(R, Key, Previous0, Value0) -> Previous = Previous0, Value = Value0 ; Previous = K, Value = V )
    ;   rb_previous(L, Key, Previous, Value)
    ).

% rb_in(?Key, ?Value, +Tree): the value of a key, or each pair in order.
rb_in(Key, Value, Tree) :- ground(Key), !, get_assoc(Key, Tree, Value).
rb_in(Key, Value, Tree) :- gen_assoc(Key, Tree, Value).

:- entry rb_size(+avl, -).
:- pred rb_size(A, B) : (avl(A), var(B)) => nat(B) + (not_fails, is_det, cost(ub, steps, size(A) + 6)).
rb_size(Tree, Size) :- assoc_to_keys(Tree, Keys), length(Keys, Size).

list_to_rbtree(Pairs, Tree) :- empty_assoc(Empty), inserted(Pairs, Empty, Tree).

inserted([], Tree, Tree).
inserted([Key-Value|Pairs], Tree0, Tree) :- put_assoc(Key, Tree0, Value, Tree1), inserted(Pairs, Tree1, Tree).

ord_list_to_rbtree(Pairs, Tree) :- ord_list_to_assoc(Pairs, Tree).
