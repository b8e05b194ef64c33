% sendmore: send + more = money, column by column.
% origin:   Dudeney's puzzle of 1924; digits are chosen as the columns need them
% stresses: integer arithmetic, select from a list, backtracking
% repeat:   940

top :- solve(_).

check :-
    solve(Ds),
    Ds == [9, 5, 6, 7, 1, 0, 8, 2].

solve([S, E, N, D, M, O, R, Y]) :-
    M = 1,
    pick(D, [0, 2, 3, 4, 5, 6, 7, 8, 9], L1),
    pick(E, L1, L2),
    column(D, E, 0, Y, C1),
    pick(Y, L2, L3),
    pick(N, L3, L4),
    pick(R, L4, L5),
    column(N, R, C1, E, C2),
    pick(O, L5, L6),
    column(E, O, C2, N, C3),
    pick(S, L6, _),
    S > 0,
    column(S, M, C3, O, C4),
    C4 =:= M,
    !.

% column(A, B, C0, D, C): the digits A and B and the carry C0 make the digit D and the carry C.
column(A, B, C0, D, C) :-
    T is A + B + C0,
    D is T mod 10,
    C is T // 10.

pick(X, [X|Xs], Xs).
pick(X, [Y|Ys], [Y|Zs]) :-
    pick(X, Ys, Zs).
