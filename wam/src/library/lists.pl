% Lists.

:- entry append(+list, +list, -).
:- pred append(A, B, C) : (list(A), list(B), var(C)) => list(C) + (not_fails, is_det, cost(exact, steps, length(A) + 1)).
append([], L, L).
append([X|Xs], L, [X|Zs]) :- append(Xs, L, Zs).

% append(+Lists, -List): all lists, one after another.
:- entry append(+list(list), -).
:- pred append(A, B) : (list(list, A), var(B)) + is_det.
append(Lists, List) :- must_be(list, Lists), '$append'(Lists, List).

'$append'([], []).
'$append'([L|Ls], List) :- append(L, Rest, List), '$append'(Ls, Rest).

:- entry member(-, +list).
:- pred member(A, B) : (var(A), list(B)) + cost(exact, steps, 2 * length(B)).
member(X, [Y|Ys]) :- '$member'(Ys, X, Y).

'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).

:- entry memberchk(+atm, +list(atm)).
:- pred memberchk(A, B) : (atm(A), list(atm, B)) + (is_det, cost(ub, steps, length(B))).
memberchk(X, [Y|Ys]) :- ( X = Y -> true ; memberchk(X, Ys) ).

% length(?List, ?Length).
:- entry length(+list, -).
:- pred length(A, B) : (list(A), var(B)) => nat(B) + (not_fails, is_det, cost(exact, steps, 2)).
length(List, Length) :-
    '$skip_list'(List, Known, Tail),
    '$length'(Tail, Known, List, Length).

'$length'(Tail, Known, _, Length) :- Tail == [], !, Length = Known.
'$length'(Tail, Known, List, Length) :- var(Tail), !, '$length_partial'(Length, Known, Tail, List).
'$length'(_, _, List, _) :- throw(error(type_error(list, List), length/2)).

'$length_partial'(Length, Known, Tail, List) :- var(Length), !, Tail \== Length, '$lengths'(Tail, Known, Length, List).
'$length_partial'(Length, Known, Tail, _) :- integer(Length), !,
    ( Length < 0 -> throw(error(domain_error(not_less_than_zero, Length), length/2)) ; true ),
    More is Length - Known,
    More >= 0,
    '$variables'(More, Tail).
'$length_partial'(Length, _, _, _) :- throw(error(type_error(integer, Length), length/2)).

'$lengths'([], Length, Length, _).
'$lengths'([_|Tail], Known, Length, List) :- Next is Known + 1, '$lengths'(Tail, Next, Length, List).

'$variables'(0, Tail) :- !, Tail = [].
'$variables'(N, [_|Tail]) :- Next is N - 1, '$variables'(Next, Tail).

:- entry reverse(+list, -).
:- pred reverse(A, B) : (list(A), var(B)) => list(B) + (not_fails, is_det, cost(exact, steps, length(A) + 2)).
reverse(Xs, Ys) :- '$reverse'(Xs, [], Ys).

'$reverse'([], Ys, Ys).
'$reverse'([X|Xs], Rs, Ys) :- '$reverse'(Xs, [X|Rs], Ys).

:- entry nth0(+nat, +list, -).
:- pred nth0(A, B, C) : (nat(A), list(B), var(C))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, min(int(A) + 2, length(B) + 1))).
nth0(Index, List, Element) :- integer(Index), !, Index >= 0, '$nth'(Index, List, Element).
nth0(Index, List, Element) :- var(Index), !, '$nth_all'(List, Element, 0, Index).
nth0(Index, _, _) :- throw(error(type_error(integer, Index), nth0/3)).

:- entry nth1(+nat, +list, -).
:- pred nth1(A, B, C) : (nat(A), list(B), var(C))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, min(int(A), length(B)) + 1)).
nth1(Index, List, Element) :- integer(Index), !, Index >= 1, Before is Index - 1, '$nth'(Before, List, Element).
nth1(Index, List, Element) :- var(Index), !, '$nth_all'(List, Element, 1, Index).
nth1(Index, _, _) :- throw(error(type_error(integer, Index), nth1/3)).

'$nth'(0, [X|_], Element) :- !, X = Element.
'$nth'(Index, [_|Xs], Element) :- Next is Index - 1, '$nth'(Next, Xs, Element).

'$nth_all'([X|Xs], Element, Here, Index) :- '$nth_each'(Xs, X, Element, Here, Index).

'$nth_each'(_, Element, Element, Index, Index).
'$nth_each'([X|Xs], _, Element, Here, Index) :- Next is Here + 1, '$nth_each'(Xs, X, Element, Next, Index).

:- entry nth0(+nat, +list, -, -).
:- pred nth0(A, B, C, D) : (nat(A), list(B), var(C), var(D)) => list(D)
   + (is_det, cost(lb, steps, 3), cost(ub, steps, min(int(A) + 1, length(B)) + 3)).
nth0(Index, List, Element, Rest) :- var(Index), !, '$nth_rest_all'(List, Element, Rest, 0, Index).
nth0(Index, List, Element, Rest) :- must_be(nonneg, Index), '$nth_rest'(Index, List, Element, Rest).

:- entry nth1(+nat, +list, -, -).
:- pred nth1(A, B, C, D) : (nat(A), list(B), var(C), var(D)) => list(D)
   + (is_det, cost(lb, steps, 2), cost(ub, steps, min(int(A), length(B)) + 3)).
nth1(Index, List, Element, Rest) :- var(Index), !, '$nth_rest_all'(List, Element, Rest, 1, Index).
nth1(Index, List, Element, Rest) :-
    must_be(positive_integer, Index),
    Before is Index - 1,
    '$nth_rest'(Before, List, Element, Rest).

'$nth_rest'(0, [X|Xs], Element, Rest) :- !, X = Element, Rest = Xs.
'$nth_rest'(Index, [X|Xs], Element, [X|Rest]) :- Next is Index - 1, '$nth_rest'(Next, Xs, Element, Rest).

'$nth_rest_all'([X|Xs], X, Xs, Index, Index).
'$nth_rest_all'([X|Xs], Element, [X|Rest], Here, Index) :-
    Next is Here + 1,
    '$nth_rest_all'(Xs, Element, Rest, Next, Index).

:- entry last(+list, -).
:- pred last(A, B) : (list(A), var(B)) + (is_det, cost(exact, steps, length(A) + 1)).
last([X|Xs], Last) :- '$last'(Xs, X, Last).

'$last'([], Last, Last).
'$last'([X|Xs], _, Last) :- '$last'(Xs, X, Last).

:- entry sum_list(+list(int), -).
:- pred sum_list(A, B) : (list(int, A), var(B)) => int(B) + (not_fails, is_det, cost(exact, steps, length(A) + 2)).
sum_list(Xs, Sum) :- '$sum_list'(Xs, 0, Sum).

'$sum_list'([], Sum, Sum).
'$sum_list'([X|Xs], Sum0, Sum) :- Sum1 is Sum0 + X, '$sum_list'(Xs, Sum1, Sum).

:- entry sumlist(+list(int), -).
:- pred sumlist(A, B) : (list(int, A), var(B)) => int(B) + (not_fails, is_det, cost(exact, steps, length(A) + 3)).
sumlist(Xs, Sum) :- sum_list(Xs, Sum).

:- entry max_list(+list(int), -).
:- pred max_list(A, B) : (list(int, A), var(B)) => int(B) + (is_det, cost(exact, steps, length(A) + 1)).
max_list([X|Xs], Max) :- '$max_list'(Xs, X, Max).

'$max_list'([], Max, Max).
'$max_list'([X|Xs], Max0, Max) :- Max1 is max(Max0, X), '$max_list'(Xs, Max1, Max).

:- entry min_list(+list(int), -).
:- pred min_list(A, B) : (list(int, A), var(B)) => int(B) + (is_det, cost(exact, steps, length(A) + 1)).
min_list([X|Xs], Min) :- '$min_list'(Xs, X, Min).

'$min_list'([], Min, Min).
'$min_list'([X|Xs], Min0, Min) :- Min1 is min(Min0, X), '$min_list'(Xs, Min1, Min).

:- entry max_member(-, +list(atm)).
:- pred max_member(A, B) : (var(A), list(atm, B)) => atm(A) + (is_det, cost(exact, steps, length(B) + 1)).
max_member(Max, [X|Xs]) :- '$max_member'(Xs, X, Max).

'$max_member'([], Max, Max).
'$max_member'([X|Xs], Max0, Max) :- ( X @> Max0 -> '$max_member'(Xs, X, Max) ; '$max_member'(Xs, Max0, Max) ).

:- entry min_member(-, +list(atm)).
:- pred min_member(A, B) : (var(A), list(atm, B)) => atm(A) + (is_det, cost(exact, steps, length(B) + 1)).
min_member(Min, [X|Xs]) :- '$min_member'(Xs, X, Min).

'$min_member'([], Min, Min).
'$min_member'([X|Xs], Min0, Min) :- ( X @< Min0 -> '$min_member'(Xs, X, Min) ; '$min_member'(Xs, Min0, Min) ).

:- entry numlist(+int, +int, -).
:- pred numlist(A, B, C) : (int(A), int(B), var(C)) => list(int, C)
   + (is_det, cost(lb, steps, 1), cost(ub, steps, max(1, int(B) - int(A) + 3))).
numlist(Low, High, Numbers) :- integer(Low), integer(High), !, Low =< High, '$numlist'(Low, High, Numbers).
numlist(Low, High, _) :- must_be(integer, Low), must_be(integer, High).

'$numlist'(Low, High, []) :- Low > High, !.
'$numlist'(Low, High, [Low|Ns]) :- Next is Low + 1, '$numlist'(Next, High, Ns).

:- entry select(-, +list, -).
:- pred select(A, B, C) : (var(A), list(B), var(C)) => list(C) + cost(exact, steps, 2 * length(B)).
select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :- select(X, Ys, Zs).

:- entry selectchk(+atm, +list(atm), -).
:- pred selectchk(A, B, C) : (atm(A), list(atm, B), var(C)) => list(atm, C)
   + (is_det, cost(lb, steps, 1), cost(ub, steps, length(B) + 1)).
selectchk(X, List, Rest) :- select(X, List, Rest), !.

:- entry select(+atm, +list(atm), +atm, -).
:- pred select(A, B, C, D) : (atm(A), list(atm, B), atm(C), var(D)) => list(atm, D)
   + (cost(lb, steps, length(B) + 1), cost(ub, steps, 2 * length(B) + 1)).
select(X, Xs, Y, Ys) :- '$select'(Xs, X, Y, Ys).

'$select'([X|Xs], X, Y, [Y|Xs]).
'$select'([Z|Xs], X, Y, [Z|Ys]) :- '$select'(Xs, X, Y, Ys).

:- entry subtract(+list(atm), +list(atm), -).
:- pred subtract(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 2 * length(A) + 1), cost(ub, steps, length(A) * (length(B) + 2) + 1)).
subtract([], _, []).
subtract([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, subtract(Xs, Ys, Zs).
subtract([X|Xs], Ys, [X|Zs]) :- subtract(Xs, Ys, Zs).

:- entry intersection(+list(atm), +list(atm), -).
:- pred intersection(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 2 * length(A) + 1), cost(ub, steps, length(A) * (length(B) + 2) + 1)).
intersection([], _, []).
intersection([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, Zs = [X|Rest], intersection(Xs, Ys, Rest).
intersection([_|Xs], Ys, Zs) :- intersection(Xs, Ys, Zs).

:- entry union(+list(atm), +list(atm), -).
:- pred union(A, B, C) : (list(atm, A), list(atm, B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(lb, steps, 2 * length(A) + 1), cost(ub, steps, length(A) * (length(B) + 2) + 1)).
union([], Ys, Ys).
union([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, union(Xs, Ys, Zs).
union([X|Xs], Ys, [X|Zs]) :- union(Xs, Ys, Zs).

:- entry delete(+list(atm), +atm, -).
:- pred delete(A, B, C) : (list(atm, A), atm(B), var(C)) => list(atm, C)
   + (not_fails, is_det, cost(exact, steps, length(A) + 1)).
delete([], _, []).
delete([X|Xs], Y, Zs) :- X \= Y, !, Zs = [X|Rest], delete(Xs, Y, Rest).
delete([_|Xs], Y, Zs) :- delete(Xs, Y, Zs).

:- entry subset(+list(atm), +list(atm)).
:- pred subset(A, B) : (list(atm, A), list(atm, B))
   + (is_det, cost(lb, steps, 1), cost(ub, steps, length(A) * (length(B) + 1) + 1)).
subset([], _).
subset([X|Xs], Ys) :- memberchk(X, Ys), subset(Xs, Ys).

:- entry permutation(+list, -).
:- pred permutation(A, B) : (list(A), var(B)) => list(B)
   + (not_fails, cost(lb, steps, 2 * length(A) + 2), cost(ub, steps, 9 * fact(length(A)))).
permutation(Xs, Ys) :-
    ( is_list(Xs) -> true ; '$permuted_length'(Xs, Ys) ),
    '$permutation'(Xs, Ys).

% The length of Xs where it is not known: that of Ys, or any.
'$permuted_length'(Xs, Ys) :- is_list(Ys), !, same_length(Xs, Ys).
'$permuted_length'(Xs, Ys) :-
    must_be(list_or_partial_list, Xs),
    must_be(list_or_partial_list, Ys),
    same_length(Xs, Ys).

'$permutation'([], []).
'$permutation'([X|Xs], [Y|Ys]) :- select(Y, [X|Xs], Rest), '$permutation'(Rest, Ys).

% flatten(+Nested, -Flat).
:- entry flatten(+, -).
:- pred flatten(A, B) : (gnd(A), var(B)) + (is_det, cost(lb, steps, 2), cost(ub, steps, 2 * size(A))).
flatten(Nested, Flat) :- '$flatten'(Nested, [], Flat0), !, Flat = Flat0.

'$flatten'(X, Rest, [X|Rest]) :- var(X), !.
'$flatten'([], Rest, Rest) :- !.
'$flatten'([X|Xs], Rest, Flat) :- !, '$flatten'(X, Flat1, Flat), '$flatten'(Xs, Rest, Flat1).
'$flatten'(X, Rest, [X|Rest]).

% list_to_set(+List, -Set): the first of identical elements stays.
:- entry list_to_set(+list(atm), -).
:- pred list_to_set(A, B) : (list(atm, A), var(B)) => list(atm, B)
   + (not_fails, is_det, cost(lb, steps, 2 * length(A) + 6), cost(ub, steps, 3 * length(A) + 6)).
list_to_set(List, Set) :-
    must_be(list, List),
    '$placed'(List, 0, Placed),
    keysort(Placed, Sorted),
    '$first_places'(Sorted, Firsts),
    keysort(Firsts, InOrder),
    '$unplaced'(InOrder, Set).

'$placed'([], _, []).
'$placed'([X|Xs], Place, [X-Place|Placed]) :- Next is Place + 1, '$placed'(Xs, Next, Placed).

'$first_places'([], []).
'$first_places'([X-Place|Placed], [Place-X|Firsts]) :- '$first_places'(Placed, X, Firsts).

'$first_places'([], _, []).
'$first_places'([X-Place|Placed], Y, Firsts) :-
    ( X == Y -> Firsts = More ; Firsts = [Place-X|More] ),
    '$first_places'(Placed, X, More).

'$unplaced'([], []).
'$unplaced'([_-X|Placed], [X|Xs]) :- '$unplaced'(Placed, Xs).

'$identical_member'([Y|Ys], X) :- ( X == Y -> true ; '$identical_member'(Ys, X) ).

% predsort(+Compare, +List, -Sorted): a merge sort; elements that compare = are one.
:- meta_predicate predsort(3, ?, ?).

predsort(Compare, List, Sorted) :-
    must_be(list, List),
    length(List, N),
    '$predsort'(N, Compare, List, _, Sorted).

% '$predsort'(N, Compare, List, Rest, Sorted): the first N elements, sorted, and those after them.
'$predsort'(N, Compare, List, Rest, Sorted) :-
    N > 1, !,
    Half is N // 2,
    Other is N - Half,
    '$predsort'(Half, Compare, List, Rest1, Left),
    '$predsort'(Other, Compare, Rest1, Rest, Right),
    '$predmerge'(Left, Right, Compare, Sorted).
'$predsort'(1, _, [X|Rest], Rest, [X]) :- !.
'$predsort'(_, _, Rest, Rest, []).

'$predmerge'([], Ys, _, Ys) :- !.
'$predmerge'(Xs, [], _, Xs) :- !.
'$predmerge'([X|Xs], [Y|Ys], Compare, Zs) :-
    call(Compare, Order, X, Y),
    '$predmerge'(Order, X, Xs, Y, Ys, Compare, Zs).

'$predmerge'(<, X, Xs, Y, Ys, Compare, [X|Zs]) :- '$predmerge'(Xs, [Y|Ys], Compare, Zs).
'$predmerge'(>, X, Xs, Y, Ys, Compare, [Y|Zs]) :- '$predmerge'([X|Xs], Ys, Compare, Zs).
'$predmerge'(=, X, Xs, _, Ys, Compare, Zs) :- '$predmerge'([X|Xs], Ys, Compare, Zs).

:- entry same_length(+list, -).
:- pred same_length(A, B) : (list(A), var(B)) => list(term, B) + (not_fails, is_det, cost(exact, steps, length(A) + 1)).
same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).

:- entry prefix(-, +list).
:- pred prefix(A, B) : (var(A), list(B)) => list(A) + (not_fails, cost(exact, steps, 2 * length(B) + 2)).
prefix(Prefix, List) :- append(Prefix, _, List).

:- entry nextto(-, -, +list).
:- pred nextto(A, B, C) : (var(A), var(B), list(C))
   + (cost(lb, steps, 2 * length(C) - 1), cost(ub, steps, 2 * length(C) + 1)).
nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Zs]) :- nextto(X, Y, Zs).

:- entry is_set(+list(atm)).
:- pred is_set(A) : list(atm, A) + (is_det, cost(lb, steps, 3), cost(ub, steps, 5)).
is_set(Set) :- is_list(Set), length(Set, N), sort(Set, Sorted), length(Sorted, N).
