% knights:  a knight's tour of a board of five by five.
% origin:   the puzzle; depth-first with the board as a list of taken squares
% stresses: backtracking deep in recursion, negation, small integers
% repeat:   12

top :- tour(_).

check :-
    tour(T),
    length(T, 25),
    sort(T, S),
    length(S, 25).

tour(Path) :- moves(24, 1, 1, [1-1], Path), !.

moves(0, _, _, Path, Path) :- !.
moves(N, X, Y, Path0, Path) :-
    jump(DX, DY),
    X1 is X + DX,
    X1 >= 1,
    X1 =< 5,
    Y1 is Y + DY,
    Y1 >= 1,
    Y1 =< 5,
    \+ taken(Path0, X1, Y1),
    M is N - 1,
    moves(M, X1, Y1, [X1-Y1|Path0], Path).

taken([X-Y|_], X, Y) :- !.
taken([_|Ps], X, Y) :- taken(Ps, X, Y).

jump(1, 2).
jump(2, 1).
jump(2, -1).
jump(1, -2).
jump(-1, -2).
jump(-2, -1).
jump(-2, 1).
jump(-1, 2).
