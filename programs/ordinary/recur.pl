/* exercises of week 3: recursion */

:- entry fib_slow(+, -).
fib_slow(0, 0) :- !.
fib_slow(1, 1) :- !.
fib_slow(N, F) :-
  N1 is N-1, N2 is N-2,
  fib_slow(N1, F1), fib_slow(N2, F2),
  F is F1+F2.

:- entry fib_iter(+nat, -).
fib_iter(N, F) :- fib_iter(N, 0, 1, F).

fib_iter(0, A, _, A).
fib_iter(N, A, B, F) :-
  N > 0,
  N1 is N-1,
  C is A+B,
  fib_iter(N1, B, C, F).

:- entry power(+int, +int, -).
power(_, 0, 1) :- !.
power(X, N, P) :-
  N1 is N-1,
  power(X, N1, Q),
  P is X*Q.

% the first N rows of Pascal's triangle
:- entry pascal(+nat, -).
pascal(N, Rows) :- pascal(N, [1], Rows).

pascal(0, _, []) :- !.
pascal(N, Row, [Row|Rows]) :-
  N > 0,
  N1 is N-1,
  next_row([0|Row], Next),
  pascal(N1, Next, Rows).

next_row([X], [X]).
next_row([X,Y|Zs], [S|Ss]) :-
  S is X+Y,
  next_row([Y|Zs], Ss).
