% Times, at the made-up prices of the tests: between half a nanosecond and some hundred for a list of one.

:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(ub, time, 1 us * length(A) + 2 us).
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(ub, time, 2 ns).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(lb, time, 2 us).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(lb, time, 1 ms * length(A)).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(lb, time, 1 s).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(lb, time, 1 ns).
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(ub, time, 1 ns * length(A) + 1 us).  % false
app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
