% hanoi/5: the moves that bring N discs from peg A over peg B to peg C.
% entry:  hanoi(+nat, +atm, +atm, +atm, -)   sizes: x = value of the first argument, x >= 1
% goal:   hanoi(x, a, b, c, _)               at: x = 8
% test:   x = 1..8
% steps:  x*2^x + 2^(x - 1) - 2 for x >= 1 (exact)
:- entry hanoi(+nat, +atm, +atm, +atm, -).

hanoi(1, A, _, C, [move(A, C)]).
hanoi(N, A, B, C, Moves) :-
    N > 1,
    N1 is N - 1,
    hanoi(N1, A, C, B, Before),
    hanoi(N1, B, A, C, After),
    append(Before, [move(A, C)], Most),
    append(Most, After, Moves).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).
