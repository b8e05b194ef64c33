% tak:      Takeuchi's function of 18, 12, 6.
% origin:   Takeuchi 1978, in Gabriel's Lisp suite; written for this suite
% stresses: integer comparison and subtraction, deep non-tail recursion
% repeat:   96

top :- tak(18, 12, 6, _).

check :- tak(18, 12, 6, 7).

tak(X, Y, Z, R) :-
    X =< Y,
    !,
    R = Z.
tak(X, Y, Z, R) :-
    X1 is X - 1,
    Y1 is Y - 1,
    Z1 is Z - 1,
    tak(X1, Y, Z, A),
    tak(Y1, Z, X, B),
    tak(Z1, X, Y, C),
    tak(A, B, C, R).
