% sorting:  500 pairs sorted by sort/2, msort/2 and keysort/2.
% origin:   this suite; keys from a linear congruence
% stresses: the sorting builtins, comparison of compounds
% repeat:   790

top :- result(_).

check :-
    result(A-B-C),
    A == 500,
    B == 500,
    C == k(0)-492.

result(A-B-C) :-
    pairs(500, 1, Ps),
    sort(Ps, S),
    length(S, A),
    msort(Ps, M),
    length(M, B),
    keysort(Ps, [C|_]).

pairs(0, _, []) :- !.
pairs(N, X, [k(K)-V|Ps]) :-
    Y is (X * 137 + 187) mod 1000,
    K is (Y mod 40) // 2,
    V is N - 1,
    M is N - 1,
    pairs(M, Y, Ps).
