% Associations: AVL trees (Adelson-Velsky and Landis 1962) that map keys to values in the standard order of keys.
%
% A tree is t, or t(Key, Value, Balance, Left, Right), where Balance is - if both sides are equally deep, < if the left
% side is deeper, > if the right one is: the representation of SWI-Prolog. All predicates but gen_assoc/3 are
% determinate; what takes a key takes time in the logarithm of the number of keys.
:- module(assoc, [empty_assoc/1, is_assoc/1, put_assoc/4, get_assoc/3, get_assoc/5, gen_assoc/3, list_to_assoc/2,
                  ord_list_to_assoc/2, assoc_to_list/2, assoc_to_keys/2, assoc_to_values/2, min_assoc/3, max_assoc/3,
                  map_assoc/2, map_assoc/3, del_assoc/4, del_min_assoc/4, del_max_assoc/4]).

:- meta_predicate map_assoc(1, ?), map_assoc(2, ?, ?).

:- regtype avl/1.
avl(t).
avl(t(K, V, B, L, R)) :- atomic(K), atomic(V), atm(B), avl(L), avl(R).

% The same with any values, and with any keys.
:- regtype avl_to_terms/1.
avl_to_terms(t).
avl_to_terms(t(K, V, B, L, R)) :- atomic(K), gnd(V), atm(B), avl_to_terms(L), avl_to_terms(R).

:- regtype avl_of_terms/1.
avl_of_terms(t).
avl_of_terms(t(K, V, B, L, R)) :- gnd(K), gnd(V), atm(B), avl_of_terms(L), avl_of_terms(R).

% A tree stays balanced: of N keys it is at most 1.44 log2(N + 2) deep. What is given a key goes down one side (`deep`); what
% is made of it (`out`) has so many keys more at most.
:- trust balanced([avl, avl_to_terms, avl_of_terms], [empty_assoc(out), get_assoc(_, deep, _), get_assoc(_, deep, _, out(0), _),
                        not_fails(put_assoc(_, deep, _, out(1))), list_to_assoc(_, out), ord_list_to_assoc(_, out),
                        min_assoc(deep, _, _), max_assoc(deep, _, _), del_assoc(_, deep, _, out(-1)),
                        del_min_assoc(deep, _, _, out(-1)), del_max_assoc(deep, _, _, out(-1)), assoc_to_list(whole, _),
                        assoc_to_keys(whole, _), assoc_to_values(whole, _), is_assoc(whole), map_assoc(_, whole),
                        map_assoc(_, whole, out(0)), gen_assoc(_, whole, _), get(deep, _, _),
                        not_fails(insert(deep, _, _, out(1), _)), delete(deep, _, _, out(-1), _), replace(deep, _, _, _, out(0)),
                        leftmost(deep, _, _), rightmost(deep, _, _), delete_first(deep, _, _, out(-1), _),
                        delete_last(deep, _, _, out(-1), _)]).

:- regtype keyed/1.
keyed(K-V) :- atomic(K), atomic(V).

:- entry empty_assoc(-).
:- pred empty_assoc(A) : var(A) => avl(A) + (not_fails, is_det, cost(exact, steps, 1)).
% empty_assoc(?Assoc): the association without keys.
empty_assoc(t).

% is_assoc(@Assoc): a tree that is in order and balanced.
:- entry is_assoc(+avl).
:- pred is_assoc(A) : avl(A) + (is_det, cost(ub, steps, (4*size(A) + 6)/5)).
is_assoc(Assoc) :- ordered(Assoc, none, _, _).

ordered(Tree, _, _, _) :- var(Tree), !, fail.
ordered(t, Last, Last, 0).
ordered(t(K, _, Balance, L, R), First, Last, Depth) :-
    ordered(L, First, Before, DL),
    follows(Before, K),
    ordered(R, some(K), Last, DR),
    compare(Order, DR, DL),
    balance(Order, Found),
    Balance == Found,
    abs(DL - DR) =< 1,
    Depth is max(DL, DR) + 1.

follows(none, _).
follows(some(Before), K) :- Before @< K.

balance(<, <).
balance(=, -).
balance(>, >).

:- entry get_assoc(+atomic, +avl, -).
:- pred get_assoc(A, B, C) : (atomic(A), avl(B), var(C)) => atomic(C)
    + (is_det, cost(ub, steps, (2*size(B) + 8)/5), cost(lb, steps, 2)).
% get_assoc(+Key, +Assoc, -Value): fails where there is no such key; an error where Assoc is no tree.
get_assoc(Key, Assoc, Value) :- get(Assoc, Key, Value).

get(Tree, _, _) :- var(Tree), !, throw(error(instantiation_error, _)).
get(t(K, V, _, L, R), Key, Value) :- !, compare(Order, Key, K), get(Order, Key, V, L, R, Value).
get(t, _, _) :- !, fail.
get(Tree, _, _) :- throw(error(type_error(btree, Tree), _)).

get(=, _, Value, _, _, Value).
get(<, Key, _, L, _, Value) :- get(L, Key, Value).
get(>, Key, _, _, R, Value) :- get(R, Key, Value).

:- entry put_assoc(+atomic, +avl, +atomic, -).
:- pred put_assoc(A, B, C, D) : (atomic(A), avl(B), atomic(C), var(D)) => avl(D)
    + (is_det, cost(ub, steps, (7*size(B) + 3)/5), cost(lb, steps, 2)).
% put_assoc(+Key, +Assoc, +Value, -NewAssoc): Key has Value, whatever it had before.
put_assoc(_, Assoc, _, _) :- var(Assoc), !, throw(error(instantiation_error, _)).
put_assoc(Key, Assoc, Value, New) :- insert(Assoc, Key, Value, New, _).

% insert(Tree, Key, Value, New, Deeper): yes or no.
insert(t, Key, Value, t(Key, Value, -, t, t), yes).
insert(t(K, V, B, L, R), Key, Value, New, Deeper) :-
    compare(Order, Key, K),
    insert(Order, K, V, B, L, R, Key, Value, New, Deeper).

insert(=, _, _, B, L, R, Key, Value, t(Key, Value, B, L, R), no).
insert(<, K, V, B, L, R, Key, Value, New, Deeper) :-
    insert(L, Key, Value, L1, LeftDeeper),
    left_grown(LeftDeeper, B, K, V, L1, R, New, Deeper).
insert(>, K, V, B, L, R, Key, Value, New, Deeper) :-
    insert(R, Key, Value, R1, RightDeeper),
    right_grown(RightDeeper, B, K, V, L, R1, New, Deeper).

left_grown(no, B, K, V, L, R, t(K, V, B, L, R), no).
left_grown(yes, B, K, V, L, R, New, Deeper) :- left_deeper(B, K, V, L, R, New, Deeper).

left_deeper(-, K, V, L, R, t(K, V, <, L, R), yes).
left_deeper(>, K, V, L, R, t(K, V, -, L, R), no).
left_deeper(<, K, V, L, R, New, no) :- turn_right(L, K, V, R, New, _).

right_grown(no, B, K, V, L, R, t(K, V, B, L, R), no).
right_grown(yes, B, K, V, L, R, New, Deeper) :- right_deeper(B, K, V, L, R, New, Deeper).

right_deeper(-, K, V, L, R, t(K, V, >, L, R), yes).
right_deeper(<, K, V, L, R, t(K, V, -, L, R), no).
right_deeper(>, K, V, L, R, New, no) :- turn_left(R, K, V, L, New, _).

% turn_right(Left, K, V, Right, New, Lower): the tree of K, whose left side is two deeper, balanced; whether that
% took a level off it (not where the left side is as deep on both sides, as after a deletion).
turn_right(t(K1, V1, B1, L1, R1), K, V, R, New, Lower) :- turn_right(B1, K1, V1, L1, R1, K, V, R, New, Lower).

turn_right(<, K1, V1, L1, R1, K, V, R, t(K1, V1, -, L1, t(K, V, -, R1, R)), yes).
turn_right(-, K1, V1, L1, R1, K, V, R, t(K1, V1, >, L1, t(K, V, <, R1, R)), no).
turn_right(>, K1, V1, L1, t(K2, V2, B2, L2, R2), K, V, R,
           t(K2, V2, -, t(K1, V1, BL, L1, L2), t(K, V, BR, R2, R)), yes) :-
    halves(B2, BL, BR).

turn_left(t(K1, V1, B1, L1, R1), K, V, L, New, Lower) :- turn_left(B1, K1, V1, L1, R1, K, V, L, New, Lower).

turn_left(>, K1, V1, L1, R1, K, V, L, t(K1, V1, -, t(K, V, -, L, L1), R1), yes).
turn_left(-, K1, V1, L1, R1, K, V, L, t(K1, V1, <, t(K, V, >, L, L1), R1), no).
turn_left(<, K1, V1, t(K2, V2, B2, L2, R2), R1, K, V, L,
          t(K2, V2, -, t(K, V, BL, L, L2), t(K1, V1, BR, R2, R1)), yes) :-
    halves(B2, BL, BR).

% The balances of the two halves when the middle tree is taken apart.
halves(<, -, >).
halves(-, -, -).
halves(>, <, -).

:- entry list_to_assoc(+list(keyed), -).
:- pred list_to_assoc(A, B) : (list(keyed, A), var(B)) => avl(B)
    + (is_det, cost(ub, steps, 6*length(A) + 12)).
% list_to_assoc(+Pairs, -Assoc): from pairs Key-Value in any order; keys must differ.
list_to_assoc(Pairs, Assoc) :-
    must_be(list, Pairs),
    check_pairs(Pairs),
    keysort(Pairs, Sorted),
    (   rising(Sorted)
    ->  build(Sorted, Assoc)
    ;   throw(error(domain_error(unique_key_pairs, Pairs), _))
    ).

:- entry ord_list_to_assoc(+list(keyed), -).
:- pred ord_list_to_assoc(A, B) : (list(keyed, A), var(B)) => avl(B)
    + (is_det, cost(ub, steps, 6*length(A) + 12)).
% ord_list_to_assoc(+Pairs, -Assoc): from pairs whose keys rise.
ord_list_to_assoc(Pairs, Assoc) :-
    must_be(list, Pairs),
    check_pairs(Pairs),
    (   rising(Pairs)
    ->  build(Pairs, Assoc)
    ;   throw(error(domain_error(key_ordered_pairs, Pairs), _))
    ).

check_pairs([]).
check_pairs([Pair|Pairs]) :- check_pair(Pair), check_pairs(Pairs).

check_pair(Pair) :- var(Pair), !, throw(error(instantiation_error, _)).
check_pair(_-_) :- !.
check_pair(Pair) :- throw(error(type_error(pair, Pair), _)).

rising([]).
rising([K-_|Pairs]) :- rising(Pairs, K).

rising([], _).
rising([K-_|Pairs], Before) :- Before @< K, rising(Pairs, K).

build(Pairs, Assoc) :- length(Pairs, N), build(N, Pairs, _, Assoc, _).

% build(N, Pairs, Rest, Tree, Depth): a tree of the first N pairs, and those after them.
build(N, Pairs, Rest, t(K, V, Balance, L, R), Depth) :-
    N > 0, !,
    Left is N // 2,
    Right is N - Left - 1,
    build(Left, Pairs, Middle, L, DL),
    Middle = [K-V|Pairs1],
    build(Right, Pairs1, Rest, R, DR),
    ( DL > DR -> Balance = (<) ; Balance = (-) ),
    Depth is DL + 1.
build(_, Pairs, Pairs, t, 0).

:- entry assoc_to_list(+avl, -).
:- pred assoc_to_list(A, B) : (avl(A), var(B)) => list(B) + (not_fails, is_det, cost(exact, steps, (2*size(A) + 13)/5)).
% assoc_to_list(+Assoc, -Pairs): the pairs Key-Value in the order of keys, gathered from the last on.
assoc_to_list(Assoc, Pairs) :- must_be_tree(Assoc), pairs(Assoc, [], Pairs).

pairs(t, Pairs, Pairs).
pairs(t(K, V, _, L, R), Rest, Pairs) :- pairs(R, Rest, More), pairs(L, [K-V|More], Pairs).

:- entry assoc_to_keys(+avl, -).
:- pred assoc_to_keys(A, B) : (avl(A), var(B)) => list(atomic, B)
    + (not_fails, is_det, cost(exact, steps, (2*size(A) + 13)/5)).
% assoc_to_keys(+Assoc, -Keys): the keys in order.
assoc_to_keys(Assoc, Keys) :- must_be_tree(Assoc), keys(Assoc, [], Keys).

keys(t, Keys, Keys).
keys(t(K, _, _, L, R), Rest, Keys) :- keys(R, Rest, More), keys(L, [K|More], Keys).

:- entry assoc_to_values(+avl, -).
:- pred assoc_to_values(A, B) : (avl(A), var(B)) => list(atomic, B)
    + (not_fails, is_det, cost(exact, steps, (2*size(A) + 13)/5)).
% assoc_to_values(+Assoc, -Values): the values in the order of their keys.
assoc_to_values(Assoc, Values) :- must_be_tree(Assoc), values(Assoc, [], Values).

values(t, Values, Values).
values(t(_, V, _, L, R), Rest, Values) :- values(R, Rest, More), values(L, [V|More], Values).

must_be_tree(Tree) :- var(Tree), !, throw(error(instantiation_error, _)).
must_be_tree(_).

% gen_assoc(?Key, +Assoc, ?Value): all keys with their values in order; a known key is looked up.
gen_assoc(Key, Assoc, Value) :- must_be_tree(Assoc), ( ground(Key) -> get(Assoc, Key, Value) ; each(Assoc, Key, Value) ).

each(t(K, V, _, L, R), Key, Value) :- each(L, R, K, V, Key, Value).

each(t, t, Key, Value, Key, Value) :- !.
each(L, _, _, _, Key, Value) :- each(L, Key, Value).
each(_, _, Key, Value, Key, Value).
each(_, R, _, _, Key, Value) :- each(R, Key, Value).

:- entry min_assoc(+avl, -, -).
:- pred min_assoc(A, B, C) : (avl(A), var(B), var(C)) => (atomic(B), atomic(C))
    + (is_det, cost(ub, steps, (size(A) + 14)/5)).
:- entry max_assoc(+avl, -, -).
:- pred max_assoc(A, B, C) : (avl(A), var(B), var(C)) => (atomic(B), atomic(C))
    + (is_det, cost(ub, steps, (size(A) + 14)/5)).
% min_assoc(+Assoc, -Key, -Value), max_assoc(+Assoc, -Key, -Value): the first key, the last; none in an empty tree.
min_assoc(Assoc, Key, Value) :- must_be_tree(Assoc), leftmost(Assoc, Key, Value).

leftmost(t(K, V, _, L, _), Key, Value) :- leftmost(L, K, V, Key, Value).

leftmost(t, Key, Value, Key, Value).
leftmost(t(K, V, _, L, _), _, _, Key, Value) :- leftmost(L, K, V, Key, Value).

max_assoc(Assoc, Key, Value) :- must_be_tree(Assoc), rightmost(Assoc, Key, Value).

rightmost(t(K, V, _, _, R), Key, Value) :- rightmost(R, K, V, Key, Value).

rightmost(t, Key, Value, Key, Value).
rightmost(t(K, V, _, _, R), _, _, Key, Value) :- rightmost(R, K, V, Key, Value).

% map_assoc(:Goal, +Assoc): Goal is true of all values. map_assoc(:Goal, +Assoc, -Mapped): call(Goal, Value, Mapped).
map_assoc(Goal, Assoc) :- all(Assoc, Goal).

all(t, _).
all(t(_, V, _, L, R), Goal) :- all(L, Goal), call(Goal, V), all(R, Goal).

map_assoc(Goal, Assoc, Mapped) :- map(Assoc, Goal, Mapped).

map(t, _, t).
map(t(K, V, B, L, R), Goal, t(K, W, B, L1, R1)) :- map(L, Goal, L1), call(Goal, V, W), map(R, Goal, R1).

:- entry get_assoc(+atomic, +avl, -, -, +atomic).
:- pred get_assoc(A, B, C, D, E) : (atomic(A), avl(B), var(C), var(D), atomic(E)) => (atomic(C), avl(D))
    + (is_det, cost(ub, steps, (2*size(B) + 13)/5)).
% get_assoc(+Key, +Assoc, -Value, -NewAssoc, +NewValue): the value of a key and the tree with another; fails where
% there is no such key.
get_assoc(Key, Assoc, Value, New, NewValue) :- must_be_tree(Assoc), replace(Assoc, Key, Value, NewValue, New).

replace(t(K, V, B, L, R), Key, Value, NewValue, New) :-
    compare(Order, Key, K),
    replace(Order, K, V, B, L, R, Key, Value, NewValue, New).

replace(=, K, Value, B, L, R, _, Value, NewValue, t(K, NewValue, B, L, R)).
replace(<, K, V, B, L, R, Key, Value, NewValue, t(K, V, B, L1, R)) :- replace(L, Key, Value, NewValue, L1).
replace(>, K, V, B, L, R, Key, Value, NewValue, t(K, V, B, L, R1)) :- replace(R, Key, Value, NewValue, R1).

% del_assoc(+Key, +Assoc, -Value, -NewAssoc): without a key; fails where there is none.
del_assoc(Key, Assoc, Value, New) :- must_be_tree(Assoc), delete(Assoc, Key, Value, New, _).

% delete(Tree, Key, Value, New, Lower): whether the tree has lost a level.
delete(t(K, V, B, L, R), Key, Value, New, Lower) :-
    compare(Order, Key, K),
    delete(Order, K, V, B, L, R, Key, Value, New, Lower).

delete(=, _, Value, B, L, R, _, Value, New, Lower) :- join(L, R, B, New, Lower).
delete(<, K, V, B, L, R, Key, Value, New, Lower) :-
    delete(L, Key, Value, L1, LeftLower),
    left_shrunk(LeftLower, B, K, V, L1, R, New, Lower).
delete(>, K, V, B, L, R, Key, Value, New, Lower) :-
    delete(R, Key, Value, R1, RightLower),
    right_shrunk(RightLower, B, K, V, L, R1, New, Lower).

% The sides of a tree that has lost its key: the next key of the deeper side takes its place, of the left one if they
% are equal.
join(t, R, _, R, yes) :- !.
join(L, t, _, L, yes) :- !.
join(L, R, >, New, Lower) :- !,
    delete_first(R, K, V, R1, RightLower),
    right_shrunk(RightLower, >, K, V, L, R1, New, Lower).
join(L, R, B, New, Lower) :-
    delete_last(L, K, V, L1, LeftLower),
    left_shrunk(LeftLower, B, K, V, L1, R, New, Lower).

:- entry del_min_assoc(+avl, -, -, -).
:- pred del_min_assoc(A, B, C, D) : (avl(A), var(B), var(C), var(D)) => (atomic(B), atomic(C), avl(D))
    + (is_det, cost(ub, steps, 2*size(A) + 10)).
% del_min_assoc(+Assoc, -Key, -Value, -NewAssoc), del_max_assoc/4: without the first key, the last.
del_min_assoc(Assoc, Key, Value, New) :- must_be_tree(Assoc), delete_first(Assoc, Key, Value, New, _).

delete_first(t(K, V, B, L, R), Key, Value, New, Lower) :- delete_first(L, R, K, V, B, Key, Value, New, Lower).

delete_first(t, R, K, V, _, K, V, R, yes).
delete_first(t(K1, V1, B1, L1, R1), R, K, V, B, Key, Value, New, Lower) :-
    delete_first(L1, R1, K1, V1, B1, Key, Value, L, LeftLower),
    left_shrunk(LeftLower, B, K, V, L, R, New, Lower).

:- entry del_max_assoc(+avl, -, -, -).
:- pred del_max_assoc(A, B, C, D) : (avl(A), var(B), var(C), var(D)) => (atomic(B), atomic(C), avl(D))
    + (is_det, cost(ub, steps, 2*size(A) + 10)).
del_max_assoc(Assoc, Key, Value, New) :- must_be_tree(Assoc), delete_last(Assoc, Key, Value, New, _).

delete_last(t(K, V, B, L, R), Key, Value, New, Lower) :- delete_last(R, L, K, V, B, Key, Value, New, Lower).

delete_last(t, L, K, V, _, K, V, L, yes).
delete_last(t(K1, V1, B1, L1, R1), L, K, V, B, Key, Value, New, Lower) :-
    delete_last(R1, L1, K1, V1, B1, Key, Value, R, RightLower),
    right_shrunk(RightLower, B, K, V, L, R, New, Lower).

left_shrunk(no, B, K, V, L, R, t(K, V, B, L, R), no).
left_shrunk(yes, B, K, V, L, R, New, Lower) :- left_lower(B, K, V, L, R, New, Lower).

left_lower(-, K, V, L, R, t(K, V, >, L, R), no).
left_lower(<, K, V, L, R, t(K, V, -, L, R), yes).
left_lower(>, K, V, L, R, New, Lower) :- turn_left(R, K, V, L, New, Lower).

right_shrunk(no, B, K, V, L, R, t(K, V, B, L, R), no).
right_shrunk(yes, B, K, V, L, R, New, Lower) :- right_lower(B, K, V, L, R, New, Lower).

right_lower(-, K, V, L, R, t(K, V, <, L, R), no).
right_lower(>, K, V, L, R, t(K, V, -, L, R), yes).
right_lower(<, K, V, L, R, New, Lower) :- turn_right(L, K, V, R, New, Lower).
