% range/3: the integers from a number up to another.
% entry:  range(+int, +int, -)
% test:   x = -3..3, y = -5..9
% steps:  y - x + 2 for x =< y + 1
:- entry range(+int, +int, -).

range(I, N, []) :-
    I > N.
range(I, N, [I|Is]) :-
    I =< N,
    J is I + 1,
    range(J, N, Is).
