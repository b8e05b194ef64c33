%? fib_memo(F) => F = 259695496911122585
%? jugs(Steps, Path) => Steps = 7, Path = [s(8,0,0),s(3,5,0),s(3,2,3),s(6,2,0),s(6,0,2),s(1,5,2),s(1,4,3),s(4,4,0)]

:- dynamic memo/2.

fib(N, F) :- memo(N, F), !.
fib(N, F) :-
    (   N < 2
    ->  F = N
    ;   A is N-1, B is N-2,
        fib(A, FA), fib(B, FB),
        F is FA+FB
    ),
    asserta(memo(N, F)).

fib_memo(F) :-
    retractall(memo(_,_)),
    fib(85, F),
    retractall(memo(_,_)).

% queue of two difference lists / breadth first: water jugs 8,5,3
move(s(A,B,C), s(A1,B1,C)) :- pour(A, B, 5, A1, B1).
move(s(A,B,C), s(A1,B,C1)) :- pour(A, C, 3, A1, C1).
move(s(A,B,C), s(A1,B1,C)) :- pour(B, A, 8, B1, A1).
move(s(A,B,C), s(A,B1,C1)) :- pour(B, C, 3, B1, C1).
move(s(A,B,C), s(A1,B,C1)) :- pour(C, A, 8, C1, A1).
move(s(A,B,C), s(A,B1,C1)) :- pour(C, B, 5, C1, B1).

pour(X, Y, Cap, X1, Y1) :-
    X > 0, Y < Cap,
    Amount is min(X, Cap-Y),
    X1 is X-Amount,
    Y1 is Y+Amount.

bfs([State-Path|Q], QT, Seen, Goal, Sol) :-
    (   State = Goal
    ->  reverse([State|Path], Sol)
    ;   findall(S-[State|Path],
                ( move(State, S), \+ memberchk(S, Seen) ),
                New0),
        sort(New0, New),
        findall(S, member(S-_, New), Ss),
        append(Ss, Seen, Seen1),
        append(New, QT1, QT),
        bfs(Q, QT1, Seen1, Goal, Sol)
    ).

jugs(Steps, Path) :-
    S0 = s(8,0,0),
    bfs([S0-[]|T], T, [S0], s(4,4,0), Path),
    !,
    length(Path, N),
    Steps is N-1.
