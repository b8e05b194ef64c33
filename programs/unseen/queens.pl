%? super10(Qs) => Qs = [8,5,2,10,7,4,1,9,6,3]
%? count7(C) => C = 40

% superqueens: queen plus knight moves; and magic square by permutation
superqueens(N, Qs) :-
    numlist(1, N, Cols),
    place(Cols, [], Qs).

place([], Qs, Qs).
place(Cols, Placed, Qs) :-
    select(C, Cols, Rest),
    ok(Placed, C, 1),
    place(Rest, [C|Placed], Qs).

ok([], _, _).
ok([P|Ps], C, D) :-
    Diff is abs(P - C),
    Diff =\= D,
    \+ knight(Diff, D),
    D1 is D + 1,
    ok(Ps, C, D1).

knight(1, 2).
knight(2, 1).

super10(Qs) :- superqueens(10, Qs), !.

% count all solutions of the ordinary problem with three integer bitmasks
count_queens(N, Count) :-
    All is (1 << N) - 1,
    cq(All, 0, 0, 0, 0, Count).

cq(All, All, _, _, C0, C) :- !, C is C0 + 1.
cq(All, Cols, L, R, C0, C) :-
    Free is All /\ \ (Cols \/ L \/ R),
    cq_each(Free, All, Cols, L, R, C0, C).

cq_each(0, _, _, _, _, C, C) :- !.
cq_each(Free, All, Cols, L, R, C0, C) :-
    Bit is Free /\ -Free,
    Free1 is Free /\ (Free - 1),
    Cols1 is Cols \/ Bit,
    L1 is (L \/ Bit) << 1,
    R1 is (R \/ Bit) >> 1,
    cq(All, Cols1, L1, R1, C0, C1),
    cq_each(Free1, All, Cols, L, R, C1, C).

count7(C) :- count_queens(7, C).
