% mandelbrot: iterations until escape over a grid of 40 by 30 points, at most 50 each.
% origin:     the escape time algorithm
% stresses:   float arithmetic and comparison
% repeat:     47

top :- total(_).

check :- total(T), T == 17750.

total(T) :- rows(0, 0, T).

rows(30, T, T) :- !.
rows(J, T0, T) :-
    Y is J * 0.08 - 1.16,
    columns(0, Y, T0, T1),
    K is J + 1,
    rows(K, T1, T).

columns(40, _, T, T) :- !.
columns(I, Y, T0, T) :-
    X is I * 0.075 - 2.15,
    escape(0.0, 0.0, X, Y, 0, N),
    T1 is T0 + N,
    J is I + 1,
    columns(J, Y, T1, T).

escape(A, B, _, _, N, N) :-
    A * A + B * B > 4.0,
    !.
escape(_, _, _, _, 50, 50) :- !.
escape(A, B, X, Y, N0, N) :-
    A1 is A * A - B * B + X,
    B1 is 2.0 * A * B + Y,
    N1 is N0 + 1,
    escape(A1, B1, X, Y, N1, N).
