% crypt:    a multiplication of which only even (e) and odd (o) are known: oee * ee = ooee with parts eoee and eoe.
% origin:   the puzzle of Dudeney's kind used as a benchmark since the Berkeley suite; written for this suite
% stresses: integer arithmetic (// and mod), generate and test
% repeat:   2700

top :- solve(_, _).

check :- solve(A, B), A == 348, B == 28.

solve(A, B) :-
    odd(A2), even(A1), even(A0),
    A is 100 * A2 + 10 * A1 + A0,
    even(B0), B0 > 0,
    P is A * B0,
    pattern([e, e, o, e], P),
    even(B1), B1 > 0,
    Q is A * B1,
    pattern([e, o, e], Q),
    B is 10 * B1 + B0,
    R is P + 10 * Q,
    pattern([e, e, o, o], R),
    !.

% pattern(Kinds, N): the digits of N from the last one on are of these kinds, and there are no more.
pattern([], 0).
pattern([K|Ks], N) :-
    N > 0,
    D is N mod 10,
    kind(K, D),
    M is N // 10,
    pattern(Ks, M).

kind(e, D) :- D mod 2 =:= 0.
kind(o, D) :- D mod 2 =:= 1.

odd(1).
odd(3).
odd(5).
odd(7).
odd(9).

even(0).
even(2).
even(4).
even(6).
even(8).
