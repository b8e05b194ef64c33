% Lists, asked for more rarely than what every program has: extremes by an order, runs, partial maps, folds over four
% lists, and scans.
:- module(list_extras, [max_member/3, min_member/3, proper_length/2, clumped/2, selectchk/4, convlist/3, foldl/7,
                        scanl/4, scanl/5, scanl/6, scanl/7]).

:- meta_predicate max_member(2, ?, ?), min_member(2, ?, ?), convlist(2, ?, ?), foldl(6, ?, ?, ?, ?, ?, ?),
   scanl(3, ?, ?, ?), scanl(4, ?, ?, ?, ?), scanl(5, ?, ?, ?, ?, ?), scanl(6, ?, ?, ?, ?, ?, ?).

% max_member(:Below, -Max, +List), min_member(:Below, -Min, +List): by an order that is true of call(Below, X, Y) where
% X comes before Y or with it.
max_member(Below, Max, [X|Xs]) :- max_member_(Xs, X, Below, Max).

max_member_([], Max, _, Max).
max_member_([X|Xs], Max0, Below, Max) :-
    ( call(Below, Max0, X) -> max_member_(Xs, X, Below, Max) ; max_member_(Xs, Max0, Below, Max) ).

min_member(Below, Min, [X|Xs]) :- min_member_(Xs, X, Below, Min).

min_member_([], Min, _, Min).
min_member_([X|Xs], Min0, Below, Min) :-
    ( call(Below, Min0, X) -> min_member_(Xs, Min0, Below, Min) ; min_member_(Xs, X, Below, Min) ).

% proper_length(@List, ?Length): the length of a list; fails for anything else.
:- entry proper_length(+list, -).
:- pred proper_length(A, B) : (list(A), var(B)) => nat(B) + (not_fails, is_det, cost(exact, steps, 3)).
proper_length(List, Length) :- is_list(List), length(List, Length).

% clumped(+Items, -Pairs): Item-Count for each run of identical items.
:- entry clumped(+list(atm), -).
:- pred clumped(A, B) : (list(atm, A), var(B)) => list(B) + (not_fails, is_det, cost(exact, steps, length(A) + 1)).
clumped([], []).
clumped([X|Xs], Pairs) :- clumped(Xs, X, 1, Pairs).

clumped([], X, Count, [X-Count]).
clumped([Y|Ys], X, Count, Pairs) :-
    (   Y == X
    ->  More is Count + 1,
        clumped(Ys, X, More, Pairs)
    ;   Pairs = [X-Count|Rest],
        clumped(Ys, Y, 1, Rest)
    ).

% selectchk(?X, ?Xs, ?Y, ?Ys): the first solution of select/4.
:- entry selectchk(+atm, +list(atm), +atm, -).
:- pred selectchk(A, B, C, D) : (atm(A), list(atm, B), atm(C), var(D)) => list(atm, D)
   + (is_det, cost(lb, steps, 2), cost(ub, steps, length(B) + 2)).
selectchk(X, Xs, Y, Ys) :- select(X, Xs, Y, Ys), !.

% convlist(:Goal, +Xs, -Ys): the results for the elements for which there is one.
convlist(Goal, Xs, Ys) :- convlist_(Xs, Goal, Ys).

convlist_([], _, []).
convlist_([X|Xs], Goal, Ys) :- ( call(Goal, X, Y) -> Ys = [Y|Zs] ; Ys = Zs ), convlist_(Xs, Goal, Zs).

% foldl/7: over four lists.
foldl(Goal, Ws, Xs, Ys, Zs, V0, V) :- foldl_(Ws, Xs, Ys, Zs, Goal, V0, V).

foldl_([], [], [], [], _, V, V).
foldl_([W|Ws], [X|Xs], [Y|Ys], [Z|Zs], Goal, V0, V) :-
    call(Goal, W, X, Y, Z, V0, V1),
    foldl_(Ws, Xs, Ys, Zs, Goal, V1, V).

% scanl(:Goal, +Xs, +V0, -Vs): all values that foldl/4 passes on; over up to four lists.
scanl(Goal, Xs, V0, [V0|Vs]) :- scanl_(Xs, Goal, V0, Vs).

scanl_([], _, _, []).
scanl_([X|Xs], Goal, V0, [V|Vs]) :- call(Goal, X, V0, V), scanl_(Xs, Goal, V, Vs).

scanl(Goal, Xs, Ys, V0, [V0|Vs]) :- scanl_(Xs, Ys, Goal, V0, Vs).

scanl_([], [], _, _, []).
scanl_([X|Xs], [Y|Ys], Goal, V0, [V|Vs]) :- call(Goal, X, Y, V0, V), scanl_(Xs, Ys, Goal, V, Vs).

scanl(Goal, Xs, Ys, Zs, V0, [V0|Vs]) :- scanl_(Xs, Ys, Zs, Goal, V0, Vs).

scanl_([], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], Goal, V0, [V|Vs]) :- call(Goal, X, Y, Z, V0, V), scanl_(Xs, Ys, Zs, Goal, V, Vs).

scanl(Goal, Ws, Xs, Ys, Zs, V0, [V0|Vs]) :- scanl_(Ws, Xs, Ys, Zs, Goal, V0, Vs).

scanl_([], [], [], [], _, _, []).
scanl_([W|Ws], [X|Xs], [Y|Ys], [Z|Zs], Goal, V0, [V|Vs]) :-
    call(Goal, W, X, Y, Z, V0, V),
    scanl_(Ws, Xs, Ys, Zs, Goal, V, Vs).
