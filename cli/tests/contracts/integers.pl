% Contracts about integers: a line that ends in "% false" has one property that is false; no other is.

:- pred fib(A, B) : (nat(A), var(B)) + cost(ub, steps, 2**(int(A) + 1)).
:- pred fib(A, B) : (nat(A), var(B)) + cost(lb, steps, int(A)).
:- pred fib(A, B) : (nat(A), var(B)) + cost(ub, steps, int(A)**2 + 1).  % false
:- pred fib(A, B) : (nat(A), var(B)) + cost(ub, steps, 3*int(A) + 1).  % false
:- pred fib(A, B) : (nat(A), var(B)) + cost(lb, steps, 2**int(A)).  % false
:- pred fib(A, B) : (nat(A), var(B)) + cost(exact, steps, 2*int(A) + 1).  % false
:- pred fib(A, B) : (nat(A), var(B)) => int(B).
:- pred fib(A, B) : (nat(A), var(B)) => atm(B).  % false
:- pred fib(A, B) : (nat(A), var(B)) => size(ub, int, B, int(A)).  % false
:- pred fib(A, B) : (nat(A), var(B)) + (not_fails, is_det, terminates).
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, M is N - 1, K is N - 2, fib(M, G), fib(K, H), F is G + H.

:- pred fact(A, B) : (int(A), var(B)) + not_fails.  % false
:- pred fact(A, B) : (int(A), var(B)) + is_det.
:- pred fact(A, B) : (nat(A), var(B)) + (not_fails, cost(exact, steps, int(A) + 1)).
:- pred fact(A, B) : (nat(A), var(B)) + cost(ub, steps, int(A)).  % false
:- pred fact(A, B) : (nat(A), var(B)) => size(ub, int, B, int(A)**2 + 1).  % false
:- pred fact(A, B) : (int(A), var(B)) + cost(ub, steps, max(0, int(A)) + 1).
:- pred fact(A, B) : (int(A), var(B)) + cost(lb, steps, 1).  % false
fact(0, 1).
fact(N, F) :- N > 0, M is N - 1, fact(M, G), F is N * G.

:- pred even(A) : nat(A) + cost(ub, steps, int(A) + 1).
:- pred even(A) : nat(A) + cost(ub, steps, int(A)).  % false
:- pred even(A) : nat(A) + not_fails.  % false
:- pred even(A) : nat(A) + is_det.
:- pred odd(A) : nat(A) + not_fails.  % false
:- pred odd(A) : nat(A) + cost(ub, steps, int(A) + 1).
:- pred odd(A) : nat(A) + cost(lb, steps, int(A) + 1).  % false
even(0).
even(N) :- N > 0, M is N - 1, odd(M).
odd(N) :- N > 0, M is N - 1, even(M).

:- pred late(A) : nat(A) + cost(ub, steps, 2).  % false
:- pred late(A) : nat(A) + cost(ub, steps, max(1, int(A) - 5) + 1).
:- pred late(A) : nat(A) + cost(ub, steps, max(1, int(A) - 5)).  % false
:- pred late(A) : nat(A) + cost(lb, steps, 2).  % false
late(N) :- N =< 5.
late(N) :- N > 5, M is N - 1, late(M).

:- pred up(A, B) : (nat(A), nat(B)) + cost(ub, steps, max(0, int(B) - int(A)) + 1).
:- pred up(A, B) : (nat(A), nat(B)) + cost(ub, steps, int(B)).  % false
:- pred up(A, B) : (nat(A), nat(B)) + cost(lb, steps, int(B) - int(A) + 1).
:- pred up(A, B) : (nat(A), nat(B)) + cost(lb, steps, int(B)).  % false
:- pred up(A, B) : (nat(A), nat(B)) + cost(ub, steps, max(int(B) - int(A), int(A) - int(B))).  % false
:- pred up(A, B) : (nat(A), nat(B)) + (is_det, terminates).
:- pred up(A, B) : (nat(A), nat(B)) + not_fails.
up(N, M) :- N >= M.
up(N, M) :- N < M, K is N + 1, up(K, M).

:- pred digits(A, B) : (nat(A), var(B)) + terminates.
:- pred digits(A, B) : (nat(A), var(B)) + cost(ub, steps, 1).  % false
:- pred digits(A, B) : (nat(A), var(B)) + cost(lb, steps, int(A)).  % false
:- pred digits(A, B) : (nat(A), var(B)) => list(int, B).
:- pred digits(A, B) : (nat(A), var(B)) => list(atm, B).  % false
:- pred digits(A, B) : (nat(A), var(B)) => size(ub, length, B, 1).  % false
digits(N, [N]) :- N < 10.
digits(N, [D|Ds]) :- N >= 10, D is N mod 10, M is N // 10, digits(M, Ds).

:- pred hanoi(A) : nat(A) + cost(exact, steps, 2**(int(A) + 1) - 1).
:- pred hanoi(A) : nat(A) + cost(ub, steps, 2**(int(A) + 1) - 2).  % false
:- pred hanoi(A) : nat(A) + cost(lb, steps, 2**(int(A) + 1)).  % false
:- pred hanoi(A) : nat(A) + cost(ub, steps, int(A)**4 + 1).  % false
:- pred hanoi(A) : nat(A) + cost(oub, steps, 2**int(A)).
:- pred hanoi(A) : nat(A) + cost(ub, heap, 0).
hanoi(0).
hanoi(N) :- N > 0, M is N - 1, hanoi(M), hanoi(M).

:- pred zero_only(A) : nat(A) + cost(lb, steps, int(A) + 1).
:- pred zero_only(A) : nat(A) + cost(ub, steps, int(A) + 1).  % false
:- pred zero_only(A) : nat(A) + cost(ub, steps, int(A) + 1 + max(0, 1 - int(A))).
zero_only(0) :- extra.
zero_only(N) :- N > 0, M is N - 1, rest(M).
rest(0).
rest(N) :- N > 0, M is N - 1, rest(M).
extra.
