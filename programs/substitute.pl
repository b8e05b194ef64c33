% substitute/3: an expression with its leaves replaced as a list of pairs says.
% entry:  substitute(+expr, +list(pair), -)   sizes: x = nodes of the expression, y = number of pairs
% goal:   substitute(expr(x), pairs(y), _)    at: x = 67, y = 20
% test:   x = 1..39, y = 0..7
% steps:  3*k + 2 to k + (k + 1)*(y + 2) with k operators, x = 2*k + 1
:- entry substitute(+expr, +list(pair), -).

:- regtype expr/1.
expr(X) :- atm(X).
expr(A + B) :- expr(A), expr(B).
expr(A - B) :- expr(A), expr(B).
expr(A * B) :- expr(A), expr(B).
expr(A / B) :- expr(A), expr(B).

:- regtype pair/1.
pair(X - Y) :- atm(X), atm(Y).

substitute(A + B, Pairs, C + D) :-
    substitute(A, Pairs, C),
    substitute(B, Pairs, D).
substitute(A - B, Pairs, C - D) :-
    substitute(A, Pairs, C),
    substitute(B, Pairs, D).
substitute(A * B, Pairs, C * D) :-
    substitute(A, Pairs, C),
    substitute(B, Pairs, D).
substitute(A / B, Pairs, C / D) :-
    substitute(A, Pairs, C),
    substitute(B, Pairs, D).
substitute(X, Pairs, Y) :-
    atomic(X),
    replacement(Pairs, X, Y).

replacement([], X, X).
replacement([X - Y|_], X, Y) :-
    !.
replacement([_|Pairs], X, Y) :-
    replacement(Pairs, X, Y).
