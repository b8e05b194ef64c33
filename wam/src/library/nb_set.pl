% Sets that keep what is added on backtracking.
%
% A set is nb_set(Table, Size), changed in place; Table has a list of elements for each hash.
:- module(nb_set, [empty_nb_set/1, add_nb_set/2, add_nb_set/3, nb_set_to_list/2, gen_nb_set/2, size_nb_set/2]).

:- entry empty_nb_set(-).
:- pred empty_nb_set(A) : var(A) + (is_det, cost(lb, steps, 1), cost(ub, steps, 514)).
empty_nb_set(nb_set(Table, 0)) :- functor(Table, table, 512), no_elements(512, Table).

no_elements(0, _) :- !.
no_elements(N, Table) :- arg(N, Table, []), Next is N - 1, no_elements(Next, Table).

% add_nb_set(+Element, !Set), add_nb_set(+Element, !Set, ?New): New is whether the element was not there.
add_nb_set(Element, Set) :- add_nb_set(Element, Set, _).

add_nb_set(Element, Set, New) :-
    Set = nb_set(Table, Size),
    copy_term(Element, Key),
    numbervars(Key, 0, _),
    term_hash(Key, Hash),
    Place is Hash mod 512 + 1,
    arg(Place, Table, Elements),
    (   variant_in(Elements, Element)
    ->  New = false
    ;   New = true,
        nb_setarg(Place, Table, [Element|Elements]),
        More is Size + 1,
        nb_setarg(2, Set, More)
    ).

variant_in([Element0|Elements], Element) :- ( Element0 =@= Element -> true ; variant_in(Elements, Element) ).

% nb_set_to_list(+Set, -Elements): in the standard order.
nb_set_to_list(nb_set(Table, _), Elements) :- Table =.. [_|Lists], append(Lists, All), sort(All, Elements).

% gen_nb_set(+Set, -Element).
gen_nb_set(Set, Element) :- nb_set_to_list(Set, Elements), member(Element, Elements).

size_nb_set(nb_set(_, Size), Size).
