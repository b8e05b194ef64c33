% powset/2: all subsets of a list.
% entry:  powset(+list, -)               sizes: x = length of the list
% goal:   powset(list(x), _)             at: x = 11
% test:   x = 0..8
% steps:  2^x + 2*x (exact)
:- entry powset(+list, -).

powset([], [[]]).
powset([X|Xs], Sets) :-
    powset(Xs, Without),
    add_to_each(Without, X, Without, Sets).

add_to_each([], _, Sets, Sets).
add_to_each([Set|Sets], X, Others, [[X|Set]|With]) :-
    add_to_each(Sets, X, Others, With).
