% Lists.

:- entry append(+list, +list, -).
:- pred append(A, B, C) : (list(A), list(B), var(C)) => list(C) + (not_fails, is_det, cost(exact, steps, length(A) + 1)).
append([], L, L).
append([X|Xs], L, [X|Zs]) :- append(Xs, L, Zs).

% append(+Lists, -List): all lists, one after another.
append(Lists, List) :- must_be(list, Lists), '$append'(Lists, List).

'$append'([], []).
'$append'([L|Ls], List) :- append(L, Rest, List), '$append'(Ls, Rest).

:- entry member(-, +list).
member(X, [Y|Ys]) :- '$member'(Ys, X, Y).

'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).

:- entry memberchk(+atm, +list(atm)).
memberchk(X, [Y|Ys]) :- ( X = Y -> true ; memberchk(X, Ys) ).

% length(?List, ?Length).
:- entry length(+list, -).
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
reverse(Xs, Ys) :- '$reverse'(Xs, [], Ys).

'$reverse'([], Ys, Ys).
'$reverse'([X|Xs], Rs, Ys) :- '$reverse'(Xs, [X|Rs], Ys).

:- entry nth0(+nat, +list, -).
nth0(Index, List, Element) :- integer(Index), !, Index >= 0, '$nth'(Index, List, Element).
nth0(Index, List, Element) :- var(Index), !, '$nth_all'(List, Element, 0, Index).
nth0(Index, _, _) :- throw(error(type_error(integer, Index), nth0/3)).

:- entry nth1(+nat, +list, -).
nth1(Index, List, Element) :- integer(Index), !, Index >= 1, Before is Index - 1, '$nth'(Before, List, Element).
nth1(Index, List, Element) :- var(Index), !, '$nth_all'(List, Element, 1, Index).
nth1(Index, _, _) :- throw(error(type_error(integer, Index), nth1/3)).

'$nth'(0, [X|_], Element) :- !, X = Element.
'$nth'(Index, [_|Xs], Element) :- Next is Index - 1, '$nth'(Next, Xs, Element).

'$nth_all'([X|Xs], Element, Here, Index) :- '$nth_each'(Xs, X, Element, Here, Index).

'$nth_each'(_, Element, Element, Index, Index).
'$nth_each'([X|Xs], _, Element, Here, Index) :- Next is Here + 1, '$nth_each'(Xs, X, Element, Next, Index).

nth0(Index, List, Element, Rest) :- var(Index), !, '$nth_rest_all'(List, Element, Rest, 0, Index).
nth0(Index, List, Element, Rest) :- must_be(nonneg, Index), '$nth_rest'(Index, List, Element, Rest).

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
last([X|Xs], Last) :- '$last'(Xs, X, Last).

'$last'([], Last, Last).
'$last'([X|Xs], _, Last) :- '$last'(Xs, X, Last).

:- entry sum_list(+list(int), -).
sum_list(Xs, Sum) :- '$sum_list'(Xs, 0, Sum).

'$sum_list'([], Sum, Sum).
'$sum_list'([X|Xs], Sum0, Sum) :- Sum1 is Sum0 + X, '$sum_list'(Xs, Sum1, Sum).

:- entry sumlist(+list(int), -).
sumlist(Xs, Sum) :- sum_list(Xs, Sum).

:- entry max_list(+list(int), -).
max_list([X|Xs], Max) :- '$max_list'(Xs, X, Max).

'$max_list'([], Max, Max).
'$max_list'([X|Xs], Max0, Max) :- Max1 is max(Max0, X), '$max_list'(Xs, Max1, Max).

:- entry min_list(+list(int), -).
min_list([X|Xs], Min) :- '$min_list'(Xs, X, Min).

'$min_list'([], Min, Min).
'$min_list'([X|Xs], Min0, Min) :- Min1 is min(Min0, X), '$min_list'(Xs, Min1, Min).

:- entry max_member(-, +list(atm)).
max_member(Max, [X|Xs]) :- '$max_member'(Xs, X, Max).

'$max_member'([], Max, Max).
'$max_member'([X|Xs], Max0, Max) :- ( X @> Max0 -> '$max_member'(Xs, X, Max) ; '$max_member'(Xs, Max0, Max) ).

:- entry min_member(-, +list(atm)).
min_member(Min, [X|Xs]) :- '$min_member'(Xs, X, Min).

'$min_member'([], Min, Min).
'$min_member'([X|Xs], Min0, Min) :- ( X @< Min0 -> '$min_member'(Xs, X, Min) ; '$min_member'(Xs, Min0, Min) ).

:- entry numlist(+int, +int, -).
numlist(Low, High, Numbers) :- integer(Low), integer(High), !, Low =< High, '$numlist'(Low, High, Numbers).
numlist(Low, High, _) :- must_be(integer, Low), must_be(integer, High).

'$numlist'(Low, High, []) :- Low > High, !.
'$numlist'(Low, High, [Low|Ns]) :- Next is Low + 1, '$numlist'(Next, High, Ns).

:- entry select(-, +list, -).
select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :- select(X, Ys, Zs).

selectchk(X, List, Rest) :- select(X, List, Rest), !.

select(X, Xs, Y, Ys) :- '$select'(Xs, X, Y, Ys).

'$select'([X|Xs], X, Y, [Y|Xs]).
'$select'([Z|Xs], X, Y, [Z|Ys]) :- '$select'(Xs, X, Y, Ys).

:- entry subtract(+list(atm), +list(atm), -).
subtract([], _, []).
subtract([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, subtract(Xs, Ys, Zs).
subtract([X|Xs], Ys, [X|Zs]) :- subtract(Xs, Ys, Zs).

:- entry intersection(+list(atm), +list(atm), -).
intersection([], _, []).
intersection([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, Zs = [X|Rest], intersection(Xs, Ys, Rest).
intersection([_|Xs], Ys, Zs) :- intersection(Xs, Ys, Zs).

:- entry union(+list(atm), +list(atm), -).
union([], Ys, Ys).
union([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, union(Xs, Ys, Zs).
union([X|Xs], Ys, [X|Zs]) :- union(Xs, Ys, Zs).

:- entry delete(+list(atm), +atm, -).
delete([], _, []).
delete([X|Xs], Y, Zs) :- X \= Y, !, Zs = [X|Rest], delete(Xs, Y, Rest).
delete([_|Xs], Y, Zs) :- delete(Xs, Y, Zs).

:- entry subset(+list(atm), +list(atm)).
subset([], _).
subset([X|Xs], Ys) :- memberchk(X, Ys), subset(Xs, Ys).

:- entry permutation(+list, -).
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
flatten(Nested, Flat) :- '$flatten'(Nested, [], Flat0), !, Flat = Flat0.

'$flatten'(X, Rest, [X|Rest]) :- var(X), !.
'$flatten'([], Rest, Rest) :- !.
'$flatten'([X|Xs], Rest, Flat) :- !, '$flatten'(X, Flat1, Flat), '$flatten'(Xs, Rest, Flat1).
'$flatten'(X, Rest, [X|Rest]).

% list_to_set(+List, -Set): the first of identical elements stays.
:- entry list_to_set(+list(atm), -).
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

same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).

prefix(Prefix, List) :- append(Prefix, _, List).

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Zs]) :- nextto(X, Y, Zs).

is_set(Set) :- is_list(Set), length(Set, N), sort(Set, Sorted), length(Sorted, N).
