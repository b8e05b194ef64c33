% Predicates that can be asked about without a file, with the entries they are usually called by.
:- entry append(+list, +list, -).
:- entry member(+gnd, +list).
:- entry memberchk(+gnd, +list).
:- entry reverse(+list, -).
:- entry select(+gnd, +list, -).
:- entry last(+list, -).
:- entry sum_list(+list(int), -).
:- entry max_list(+list(int), -).
:- entry min_list(+list(int), -).
:- entry numlist(+nat, +nat, -).
:- entry delete(+list, +gnd, -).
:- entry subtract(+list, +list, -).
:- entry permutation(+list, -).
:- entry nth0(+nat, +list, -).
:- entry nth1(+nat, +list, -).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).

member(X, [Y|Ys]) :-
    member_(Ys, X, Y).

member_(_, X, X).
member_([Y|Ys], X, _) :-
    member_(Ys, X, Y).

memberchk(X, Ys) :-
    member(X, Ys),
    !.

reverse(Xs, Ys) :-
    reverse_(Xs, [], Ys).

reverse_([], Ys, Ys).
reverse_([X|Xs], Rs, Ys) :-
    reverse_(Xs, [X|Rs], Ys).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :-
    select(X, Ys, Zs).

last([X|Xs], Y) :-
    last_(Xs, X, Y).

last_([], X, X).
last_([X|Xs], _, Y) :-
    last_(Xs, X, Y).

sum_list(Xs, Sum) :-
    sum_list_(Xs, 0, Sum).

sum_list_([], Sum, Sum).
sum_list_([X|Xs], Sum0, Sum) :-
    Sum1 is Sum0 + X,
    sum_list_(Xs, Sum1, Sum).

max_list([X|Xs], Max) :-
    max_list_(Xs, X, Max).

max_list_([], Max, Max).
max_list_([X|Xs], Max0, Max) :-
    ( X > Max0 -> max_list_(Xs, X, Max) ; max_list_(Xs, Max0, Max) ).

min_list([X|Xs], Min) :-
    min_list_(Xs, X, Min).

min_list_([], Min, Min).
min_list_([X|Xs], Min0, Min) :-
    ( X < Min0 -> min_list_(Xs, X, Min) ; min_list_(Xs, Min0, Min) ).

numlist(Low, High, []) :-
    Low > High,
    !.
numlist(Low, High, [Low|Xs]) :-
    Next is Low + 1,
    numlist(Next, High, Xs).

delete([], _, []).
delete([X|Xs], Y, Zs) :-
    ( X \= Y -> Zs = [X|Rest] ; Zs = Rest ),
    delete(Xs, Y, Rest).

subtract([], _, []).
subtract([X|Xs], Ys, Zs) :-
    ( memberchk(X, Ys) -> Zs = Rest ; Zs = [X|Rest] ),
    subtract(Xs, Ys, Rest).

permutation([], []).
permutation(Xs, [X|Ys]) :-
    select(X, Xs, Rest),
    permutation(Rest, Ys).

nth0(N, Xs, X) :-
    nth_(N, Xs, X).

nth1(N, Xs, X) :-
    N > 0,
    N0 is N - 1,
    nth_(N0, Xs, X).

nth_(0, [X|_], X) :-
    !.
nth_(N, [_|Xs], X) :-
    N > 0,
    N1 is N - 1,
    nth_(N1, Xs, X).
