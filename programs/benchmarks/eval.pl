% eval:     expressions built at run time and evaluated by is/2.
% origin:   this suite
% stresses: arithmetic on terms that the compiler does not see
% repeat:   6800

top :- result(_).

check :- result(R), R == 48333.

result(R) :- loop(100, 0, R).

loop(0, R, R) :- !.
loop(N, R0, R) :-
    polynomial([3, N, 1, 7, 2], N, E),
    F = (E mod 1009) + max(N, 50) - (N << 1) // 3,
    R1 is R0 + F,
    M is N - 1,
    loop(M, R1, R).

polynomial([], _, 0).
polynomial([C|Cs], X, C + X * E) :- polynomial(Cs, X, E).
