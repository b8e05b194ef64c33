% fib:      the 21st Fibonacci number by double recursion.
% origin:   the definition
% stresses: calls, integer addition and comparison
% repeat:   120

top :- fib(21, _).

check :- fib(21, 10946).

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    A is N - 1,
    B is N - 2,
    fib(A, FA),
    fib(B, FB),
    F is FA + FB.
