% factorial: the digits' sum of 400 factorial.
% origin:    the definition
% stresses:  unbounded integers: products, quotients and remainders by small numbers
% without:   gprolog: integers there have 61 bits
% repeat:    880

top :- result(_).

check :- result(S), S == 3402.

result(S) :-
    product(400, 1, F),
    digits(F, 0, S).

product(0, F, F) :- !.
product(N, F0, F) :-
    F1 is F0 * N,
    M is N - 1,
    product(M, F1, F).

digits(0, S, S) :- !.
digits(N, S0, S) :-
    S1 is S0 + N mod 10,
    M is N // 10,
    digits(M, S1, S).
