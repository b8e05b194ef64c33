% Priority queues: pairing heaps (Fredman, Sedgewick, Sleator and Tarjan 1986).
%
% A heap is heap(Tree, Size); a tree is nil or t(Key, Priority, Trees), where no tree in the list has a lower priority.
:- module(heaps, [empty_heap/1, singleton_heap/3, add_to_heap/4, get_from_heap/4, min_of_heap/3, min_of_heap/5,
                  delete_from_heap/4, heap_size/2, heap_to_list/2, list_to_heap/2, merge_heaps/3, is_heap/1]).

:- regtype heap/1.
heap(heap(Tree, Size)) :- heap_tree(Tree), integer(Size).

:- regtype heap_tree/1.
heap_tree(nil).
heap_tree(t(_, _, Trees)) :- list(Trees).

:- regtype heap_pair/1.
heap_pair(_-_).

% empty_heap(?Heap).
:- entry empty_heap(-).
:- pred empty_heap(A) : var(A) => heap(A) + (not_fails, is_det, cost(exact, steps, 1)).
empty_heap(heap(nil, 0)).

% singleton_heap(?Heap, ?Priority, ?Key).
:- entry singleton_heap(-, +, +).
:- pred singleton_heap(A, B, C) : (var(A), gnd(B), gnd(C)) => heap(A) + (not_fails, is_det, cost(exact, steps, 1)).
singleton_heap(heap(t(Key, Priority, []), 1), Priority, Key).

% add_to_heap(+Heap, +Priority, ?Key, -NewHeap).
:- entry add_to_heap(+heap, +, +, -).
:- pred add_to_heap(A, B, C, D) : (heap(A), gnd(B), gnd(C), var(D)) => heap(D)
   + (not_fails, is_det, cost(exact, steps, 2)).
add_to_heap(heap(Tree, Size), Priority, Key, heap(New, More)) :-
    meld(Tree, t(Key, Priority, []), New),
    More is Size + 1.

% get_from_heap(+Heap, ?Priority, ?Key, -Rest): the lowest priority and its key; fails for an empty heap.
:- entry get_from_heap(+heap, -, -, -).
:- pred get_from_heap(A, B, C, D) : (heap(A), var(B), var(C), var(D)) => (gnd(B), gnd(C), gnd(D))
   + (is_det, cost(ub, steps, size(A))).
get_from_heap(heap(t(Key, Priority, Trees), Size), Priority, Key, heap(Tree, Less)) :-
    pairs(Trees, Tree),
    Less is Size - 1.

% min_of_heap(+Heap, ?Priority, ?Key): the first; min_of_heap/5: the first two.
:- entry min_of_heap(+heap, -, -).
:- pred min_of_heap(A, B, C) : (heap(A), var(B), var(C)) => (gnd(B), gnd(C)) + (is_det, cost(ub, steps, 1)).
min_of_heap(heap(t(Key, Priority, _), _), Priority, Key).

min_of_heap(Heap, Priority1, Key1, Priority2, Key2) :-
    get_from_heap(Heap, Priority1, Key1, Rest),
    min_of_heap(Rest, Priority2, Key2).

% delete_from_heap(+Heap, -Priority, +Key, -Rest): without one occurrence of a key; fails where it has none.
delete_from_heap(Heap, Priority, Key, Rest) :-
    heap_to_list(Heap, Pairs),
    drop(Pairs, Key, Priority, Left), !,
    list_to_heap(Left, Rest).

drop([Priority0-Key0|Pairs], Key, Priority, Left) :- Key0 == Key, !, Priority = Priority0, Left = Pairs.
drop([Pair|Pairs], Key, Priority, [Pair|Left]) :- drop(Pairs, Key, Priority, Left).

% heap_size(+Heap, -Size).
:- entry heap_size(+heap, -).
:- pred heap_size(A, B) : (heap(A), var(B)) => int(B) + (not_fails, is_det, cost(exact, steps, 1)).
heap_size(heap(_, Size), Size).

% heap_to_list(+Heap, -Pairs): Priority-Key in the order of priorities.
heap_to_list(heap(Tree, _), Pairs) :- tree_pairs(Tree, Pairs).

tree_pairs(nil, []) :- !.
tree_pairs(t(Key, Priority, Trees), [Priority-Key|Pairs]) :- pairs(Trees, Tree), tree_pairs(Tree, Pairs).

% list_to_heap(+Pairs, -Heap): from Priority-Key in any order.
:- entry list_to_heap(+list(heap_pair), -).
:- pred list_to_heap(A, B) : (list(heap_pair, A), var(B)) => gnd(B)
   + (not_fails, is_det, cost(exact, steps, 3 * length(A) + 3)).
list_to_heap(Pairs, Heap) :- empty_heap(Empty), added(Pairs, Empty, Heap).

added([], Heap, Heap).
added([Priority-Key|Pairs], Heap0, Heap) :- add_to_heap(Heap0, Priority, Key, Heap1), added(Pairs, Heap1, Heap).

% merge_heaps(+HeapA, +HeapB, -Heap).
:- entry merge_heaps(+heap, +heap, -).
:- pred merge_heaps(A, B, C) : (heap(A), heap(B), var(C)) => gnd(C) + (not_fails, is_det, cost(exact, steps, 2)).
merge_heaps(heap(A, SizeA), heap(B, SizeB), heap(Tree, Size)) :- meld(A, B, Tree), Size is SizeA + SizeB.

% is_heap(@Heap).
is_heap(Heap) :-
    nonvar(Heap),
    Heap = heap(Tree, Size),
    integer(Size),
    Size >= 0,
    nonvar(Tree),
    ( Tree == nil -> true ; Tree = t(_, Priority, Trees), trees(Trees, Priority) ).

trees(Trees, _) :- Trees == [], !.
trees(Trees, Above) :-
    nonvar(Trees),
    Trees = [t(_, Priority, Inner)|More],
    Above @=< Priority,
    trees(Inner, Priority),
    trees(More, Above).

meld(nil, Tree, Tree) :- !.
meld(Tree, nil, Tree) :- !.
meld(t(KeyA, PriorityA, TreesA), t(KeyB, PriorityB, TreesB), Tree) :-
    (   PriorityA @< PriorityB
    ->  Tree = t(KeyA, PriorityA, [t(KeyB, PriorityB, TreesB)|TreesA])
    ;   Tree = t(KeyB, PriorityB, [t(KeyA, PriorityA, TreesA)|TreesB])
    ).

% Neighbours are melded, then all of them from the end.
pairs([], nil).
pairs([Tree], Tree) :- !.
pairs([A, B|Trees], Tree) :- meld(A, B, AB), pairs(Trees, Rest), meld(AB, Rest, Tree).
