% The slow ones, and quicksort.

% quicksort, with an accumulator instead of append
:- entry quick(+list(int), -).
quick(List, Sorted) :- quick(List, Sorted, []).

quick([], S, S).
quick([P|Xs], S, S0) :-
    split(Xs, P, Smaller, Greater),
    quick(Smaller, S, [P|S1]),
    quick(Greater, S1, S0).

split([], _, [], []).
split([X|Xs], P, [X|Ss], Gs) :- X < P, !, split(Xs, P, Ss, Gs).
split([X|Xs], P, Ss, [X|Gs]) :- split(Xs, P, Ss, Gs).

% insertion sort
:- entry insertion(+list(int), -).
insertion(List, Sorted) :- insertion(List, [], Sorted).

insertion([], S, S).
insertion([X|Xs], S0, S) :- ins(X, S0, S1), insertion(Xs, S1, S).

ins(X, [], [X]).
ins(X, [Y|Ys], [X,Y|Ys]) :- X =< Y, !.
ins(X, [Y|Ys], [Y|Zs]) :- ins(X, Ys, Zs).

% bubble sort: passes, until one of them changes nothing
:- entry bubble(+list(int), -).
bubble(List, Sorted) :-
    pass(List, List1, Changed),
    (   Changed = no -> Sorted = List1
    ;   bubble(List1, Sorted)
    ).

pass([], [], no).
pass([X], [X], no) :- !.
pass([X,Y|Zs], [Y|Ws], yes) :- X > Y, !, pass([X|Zs], Ws, _).
pass([X,Y|Zs], [X|Ws], Changed) :- pass([Y|Zs], Ws, Changed).
