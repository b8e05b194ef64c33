% Ordered sets: lists without duplicates in the standard order, as sort/2 makes them.
:- module(ordsets, [is_ordset/1, ord_empty/1, ord_memberchk/2, ord_add_element/3, ord_del_element/3,
                    ord_selectchk/3, ord_intersect/2, ord_intersect/3, ord_intersection/2, ord_intersection/3,
                    ord_intersection/4, ord_disjoint/2, ord_subtract/3, ord_union/2, ord_union/3, ord_union/4,
                    ord_seteq/2, list_to_ord_set/2, ord_subset/2, ord_symdiff/3]).

% is_ordset(@Term): a list whose elements rise.
:- entry is_ordset(+list(atm)).
:- pred is_ordset(A) : list(atm, A) + (is_det, cost(lb, steps, 2), cost(ub, steps, length(A) + 2)).
is_ordset(Term) :- is_list(Term), rising(Term).

rising([]).
rising([X|Xs]) :- rising(Xs, X).

rising([], _).
rising([X|Xs], Before) :- Before @< X, rising(Xs, X).

% ord_empty(?Set): the empty set.
:- entry ord_empty(-).
:- pred ord_empty(A) : var(A) => list(A) + (not_fails, is_det, cost(exact, steps, 1)).
ord_empty([]).

% list_to_ord_set(+List, -Set): sorted, without duplicates. Errors are those of sort/2.
:- entry list_to_ord_set(+list(atm), -).
:- pred list_to_ord_set(A, B) : (list(atm, A), var(B)) => list(atm, B) + (not_fails, is_det, cost(exact, steps, 1)).
list_to_ord_set(List, Set) :- sort(List, Set).

% ord_memberchk(+Element, +Set): an identical element is in the set; stops where it would have to be.
:- entry ord_memberchk(+atm, +list(atm)).
:- pred ord_memberchk(A, B) : (atm(A), list(atm, B)) + (is_det, cost(ub, steps, length(B) + 1)).
ord_memberchk(Element, [X|Xs]) :- compare(Order, Element, X), ord_memberchk(Order, Element, Xs).

ord_memberchk(=, _, _).
ord_memberchk(>, Element, [X|Xs]) :- compare(Order, Element, X), ord_memberchk(Order, Element, Xs).

% ord_add_element(+Set, +Element, -With): the set and the element.
:- entry ord_add_element(+list(atm), +atm, -).
:- pred ord_add_element(A, B, C) : (list(atm, A), atm(B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 2 * length(A) + 1)).
ord_add_element([], Element, [Element]).
ord_add_element([X|Xs], Element, With) :-
    compare(Order, Element, X),
    add(Order, X, Xs, Element, With).

add(<, X, Xs, Element, [Element,X|Xs]).
add(=, X, Xs, _, [X|Xs]).
add(>, X, Xs, Element, [X|With]) :- ord_add_element(Xs, Element, With).

% ord_del_element(+Set, +Element, -Without): the set without the element.
:- entry ord_del_element(+list(atm), +atm, -).
:- pred ord_del_element(A, B, C) : (list(atm, A), atm(B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 2 * length(A) + 1)).
ord_del_element([], _, []).
ord_del_element([X|Xs], Element, Without) :-
    compare(Order, Element, X),
    del(Order, X, Xs, Element, Without).

del(<, X, Xs, _, [X|Xs]).
del(=, _, Xs, _, Xs).
del(>, X, Xs, Element, [X|Without]) :- ord_del_element(Xs, Element, Without).

% ord_selectchk(+Element, +Set, -Rest): the set without an element that it has; fails where it has not.
:- entry ord_selectchk(+atm, +list(atm), -).
:- pred ord_selectchk(A, B, C) : (atm(A), list(atm, B), var(C)) => list(atm, C)
   + (is_det, cost(ub, steps, 2 * length(B))).
ord_selectchk(Element, [X|Xs], Rest) :-
    compare(Order, Element, X),
    selectchk(Order, X, Xs, Element, Rest).

selectchk(=, _, Xs, _, Xs).
selectchk(>, X, Xs, Element, [X|Rest]) :- ord_selectchk(Element, Xs, Rest).

% ord_union(+Sets, -Union): of a list of sets, joined in pairs.
:- entry ord_union(+list(list(atm)), -).
:- pred ord_union(A, B) : (list(list(atm), A), var(B)) => list(atm, B) + (not_fails, is_det, cost(lb, steps, length(A) + 3)).
ord_union(Sets, Union) :- length(Sets, N), join(N, Sets, [], Union).

join(0, Sets, Sets, Union) :- !, Union = [].
join(1, [Set|Sets], Sets, Union) :- !, Union = Set.
join(2, [A,B|Sets], Sets, Union) :- !, ord_union(A, B, Union).
join(N, Sets, Rest, Union) :-
    Half is N // 2,
    Other is N - Half,
    join(Half, Sets, Sets1, A),
    join(Other, Sets1, Rest, B),
    ord_union(A, B, Union).

% ord_union(+A, +B, -Union): what is in A or in B.
:- entry ord_union(+list(atm), +list(atm), -).
:- pred ord_union(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 2 * (length(A) + length(B)) + 1)).
ord_union([], Ys, Ys).
ord_union([X|Xs], [], [X|Xs]).
ord_union([X|Xs], [Y|Ys], Zs) :- compare(Order, X, Y), union(Order, X, Xs, Y, Ys, Zs).

union(<, X, Xs, Y, Ys, [X|Zs]) :- ord_union(Xs, [Y|Ys], Zs).
union(=, X, Xs, _, Ys, [X|Zs]) :- ord_union(Xs, Ys, Zs).
union(>, X, Xs, Y, Ys, [Y|Zs]) :- ord_union([X|Xs], Ys, Zs).

% ord_union(+A, +B, -Union, -New): New is what of B is not in A.
:- entry ord_union(+list(atm), +list(atm), -, -).
:- pred ord_union(A, B, C, D) : (list(atm, A), list(atm, B), var(C), var(D)) => (list(atm, C), list(atm, D))
    + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 3*length(A) + 3*length(B) + 2)).
ord_union([], Ys, Ys, Ys).
ord_union([X|Xs], Ys, Zs, New) :- union_new(Ys, X, Xs, Zs, New).

union_new([], X, Xs, [X|Xs], []).
union_new([Y|Ys], X, Xs, Zs, New) :- compare(Order, X, Y), union_new(Order, X, Xs, Y, Ys, Zs, New).

union_new(<, X, Xs, Y, Ys, [X|Zs], New) :- union_old(Xs, Y, Ys, Zs, New).
union_new(=, X, Xs, _, Ys, [X|Zs], New) :- ord_union(Xs, Ys, Zs, New).
union_new(>, X, Xs, Y, Ys, [Y|Zs], [Y|New]) :- union_new(Ys, X, Xs, Zs, New).

union_old([], Y, Ys, [Y|Ys], [Y|Ys]).
union_old([X|Xs], Y, Ys, Zs, New) :- compare(Order, X, Y), union_new(Order, X, Xs, Y, Ys, Zs, New).

% ord_intersection(+Sets, -Common): what is in all of a list of sets; fails for no sets.
:- entry ord_intersection(+list(list(atm)), -).
:- pred ord_intersection(A, B) : (list(list(atm), A), var(B)) => list(atm, B)
   + (is_det, cost(lb, steps, 2 * length(A))).
ord_intersection([Set|Sets], Common) :- common(Sets, Set, Common).

common([], Common, Common).
common([Set|Sets], Common0, Common) :- ord_intersection(Common0, Set, Common1), common(Sets, Common1, Common).

% ord_intersection(+A, +B, -Common), ord_intersect(+A, +B, -Common): what is in both.
:- entry ord_intersection(+list(atm), +list(atm), -).
:- pred ord_intersection(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 2 * (length(A) + length(B)) + 1)).
ord_intersection([], _, []).
ord_intersection([_|_], [], []).
ord_intersection([X|Xs], [Y|Ys], Zs) :- compare(Order, X, Y), intersection(Order, X, Xs, Y, Ys, Zs).

intersection(<, _, Xs, Y, Ys, Zs) :- ord_intersection(Xs, [Y|Ys], Zs).
intersection(=, X, Xs, _, Ys, [X|Zs]) :- ord_intersection(Xs, Ys, Zs).
intersection(>, X, Xs, _, Ys, Zs) :- ord_intersection([X|Xs], Ys, Zs).

:- entry ord_intersect(+list(atm), +list(atm), -).
:- pred ord_intersect(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 2), cost(ub, steps, 2 * (length(A) + length(B)) + 2)).
ord_intersect(A, B, Common) :- ord_intersection(A, B, Common).

% ord_intersection(+A, +B, -Common, -Rest): Rest is what of B is not in A.
:- entry ord_intersection(+list(atm), +list(atm), -, -).
:- pred ord_intersection(A, B, C, D) : (list(atm, A), list(atm, B), var(C), var(D)) => (list(atm, C), list(atm, D))
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 3 * length(A) + 2 * length(B) + 1)).
ord_intersection([], Ys, [], Ys).
ord_intersection([X|Xs], Ys, Zs, Rest) :- parts(Ys, X, Xs, Zs, Rest).

parts([], _, _, [], []).
parts([Y|Ys], X, Xs, Zs, Rest) :- compare(Order, X, Y), parts(Order, X, Xs, Y, Ys, Zs, Rest).

parts(<, _, Xs, Y, Ys, Zs, Rest) :- ord_intersection(Xs, [Y|Ys], Zs, Rest).
parts(=, X, Xs, _, Ys, [X|Zs], Rest) :- ord_intersection(Xs, Ys, Zs, Rest).
parts(>, X, Xs, Y, Ys, Zs, [Y|Rest]) :- parts(Ys, X, Xs, Zs, Rest).

% ord_intersect(+A, +B): they have an element in common. ord_disjoint(+A, +B): they have none.
:- entry ord_intersect(+list(atm), +list(atm)).
:- pred ord_intersect(A, B) : (list(atm, A), list(atm, B))
   + (is_det, cost(lb, steps, 2), cost(ub, steps, 2 * (length(A) + length(B)) + 2)).
ord_intersect(A, B) :- \+ ord_disjoint(A, B).

:- entry ord_disjoint(+list(atm), +list(atm)).
:- pred ord_disjoint(A, B) : (list(atm, A), list(atm, B))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, 2 * (length(A) + length(B)) + 1)).
ord_disjoint([], _).
ord_disjoint([X|Xs], Ys) :- disjoint(Ys, X, Xs).

disjoint([], _, _).
disjoint([Y|Ys], X, Xs) :- compare(Order, X, Y), disjoint(Order, X, Xs, Y, Ys).

disjoint(<, _, Xs, Y, Ys) :- disjoint(Xs, Y, Ys).
disjoint(>, X, Xs, _, Ys) :- disjoint(Ys, X, Xs).

% ord_subtract(+A, +B, -Rest): what is in A and not in B.
:- entry ord_subtract(+list(atm), +list(atm), -).
:- pred ord_subtract(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 2 * (length(A) + length(B)) + 1)).
ord_subtract([], _, []).
ord_subtract([X|Xs], [], [X|Xs]).
ord_subtract([X|Xs], [Y|Ys], Zs) :- compare(Order, X, Y), subtract(Order, X, Xs, Y, Ys, Zs).

subtract(<, X, Xs, Y, Ys, [X|Zs]) :- ord_subtract(Xs, [Y|Ys], Zs).
subtract(=, _, Xs, _, Ys, Zs) :- ord_subtract(Xs, Ys, Zs).
subtract(>, X, Xs, _, Ys, Zs) :- ord_subtract([X|Xs], Ys, Zs).

% ord_symdiff(+A, +B, -Difference): what is in one of them only.
:- entry ord_symdiff(+list(atm), +list(atm), -).
:- pred ord_symdiff(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 1), cost(ub, steps, 2 * (length(A) + length(B)) + 1)).
ord_symdiff([], Ys, Ys).
ord_symdiff([X|Xs], [], [X|Xs]).
ord_symdiff([X|Xs], [Y|Ys], Zs) :- compare(Order, X, Y), symdiff(Order, X, Xs, Y, Ys, Zs).

symdiff(<, X, Xs, Y, Ys, [X|Zs]) :- ord_symdiff(Xs, [Y|Ys], Zs).
symdiff(=, _, Xs, _, Ys, Zs) :- ord_symdiff(Xs, Ys, Zs).
symdiff(>, X, Xs, Y, Ys, [Y|Zs]) :- ord_symdiff([X|Xs], Ys, Zs).

% ord_subset(+Part, +Set): all elements of Part are in Set.
:- entry ord_subset(+list(atm), +list(atm)).
:- pred ord_subset(A, B) : (list(atm, A), list(atm, B))
    + (is_det, cost(ub, steps, length(A) + 2*length(B) + 3)).
ord_subset([], _).
ord_subset([X|Xs], [Y|Ys]) :- compare(Order, X, Y), subset(Order, X, Xs, Ys).

subset(=, _, Xs, Ys) :- ord_subset(Xs, Ys).
subset(>, X, Xs, [Y|Ys]) :- compare(Order, X, Y), subset(Order, X, Xs, Ys).

% ord_seteq(+A, +B): the same elements.
:- entry ord_seteq(+list(atm), +list(atm)).
:- pred ord_seteq(A, B) : (list(atm, A), list(atm, B)) + (is_det, cost(ub, steps, 1)).
ord_seteq(A, B) :- A == B.
