% palindro/2: a palindrome of length 2^n - 1 around the elements of a list.
% entry:  palindro(+list, -)             sizes: x = length of the list
% goal:   palindro(list(x), _)           at: x = 9
% test:   x = 0..8
% steps:  x*2^(x - 1) + 2^(x + 1) - 1 (exact)
:- entry palindro(+list, -).

palindro([], []).
palindro([X|Xs], Ys) :-
    palindro(Xs, Left),
    palindro(Xs, Right),
    append(Left, [X|Right], Ys).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).
