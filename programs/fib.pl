% fib/2: Fibonacci numbers, by their definition.
% entry:  fib(+nat, -)                   sizes: x = value of the first argument
% goal:   fib(x, _)                      at: x = 16
% test:   x = 0..13
% steps:  2*fib(x + 1) - 1 (exact)
:- entry fib(+nat, -).

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    N1 is N - 1,
    N2 is N - 2,
    fib(N1, F1),
    fib(N2, F2),
    F is F1 + F2.
