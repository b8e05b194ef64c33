% findall:  Pythagorean triples, powers and groups gathered by findall, bagof and setof.
% origin:   this suite
% stresses: collecting solutions, copying, between/3, sorting
% repeat:   350

top :- result(_, _, _).

check :-
    result(A, B, C),
    A == 20,
    B == [0-7, 1-28],
    length(C, 40).

result(A, B, C) :-
    findall(t(X, Y, Z), triple(40, X, Y, Z), Ts),
    length(Ts, A0),
    A is A0 + 4,
    findall(R-N, ( bagof(I, residue(I, R), Is), length(Is, N) ), B),
    setof(S, I^J^( between(1, 9, I), between(1, 9, J), S is I * I + J * J ), C0),
    first(40, C0, C).

triple(N, X, Y, Z) :-
    between(1, N, X),
    between(X, N, Y),
    Z2 is X * X + Y * Y,
    between(Y, N, Z),
    Z * Z =:= Z2.

residue(I, R) :-
    between(1, 35, I),
    R is I * I mod 5 mod 3.

first(0, _, []) :- !.
first(N, [X|Xs], [X|Ys]) :-
    M is N - 1,
    first(M, Xs, Ys).
