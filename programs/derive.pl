% derive/3: the derivative of an expression, unsimplified.
% entry:  derive(+expr, +atm, -)         sizes: x = nodes of the expression
% goal:   derive(expr(x), x, _)          at: x = 75
% test:   x = 1..59
% steps:  x = 2*k + 1 with k binary operators (exact in steps, bounds in instructions)
:- entry derive(+expr, +atm, -).

:- regtype expr/1.
expr(X) :- atomic(X).
expr(A + B) :- expr(A), expr(B).
expr(A - B) :- expr(A), expr(B).
expr(A * B) :- expr(A), expr(B).
expr(A / B) :- expr(A), expr(B).

derive(A + B, X, DA + DB) :-
    derive(A, X, DA),
    derive(B, X, DB).
derive(A - B, X, DA - DB) :-
    derive(A, X, DA),
    derive(B, X, DB).
derive(A * B, X, A * DB + DA * B) :-
    derive(A, X, DA),
    derive(B, X, DB).
derive(A / B, X, (DA * B - A * DB) / (B * B)) :-
    derive(A, X, DA),
    derive(B, X, DB).
derive(X, X, 1) :-
    atomic(X),
    !.
derive(C, _, 0) :-
    atomic(C).
