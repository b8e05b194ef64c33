% power/3: X to the N, by halving N.
% entry:  power(+int, +nat, -)
% test:   x = 2..3, y = 0..20
% steps:  floor(log2(y)) + 2 for y >= 1
:- entry power(+int, +nat, -).

power(_, 0, 1).
power(X, N, Y) :-
    N > 0,
    H is N // 2,
    power(X, H, Z),
    (   N mod 2 =:= 0
    ->  Y is Z * Z
    ;   Y is Z * Z * X
    ).
