% Contracts about lists, numbers and terms: a line that ends in "% false" has one property that is false; no other is.

:- pred nrev(A, B) : (list(A), var(B)) + size(ub, length, B, length(A)).
:- pred nrev(A, B) : (list(A), var(B)) => size(exact, length, B, length(A)).
:- pred nrev(A, B) : (list(A), var(B)) => size(ub, length, B, length(A) - 1).  % false
:- pred nrev(A, B) : (list(A), var(B)) => size(lb, length, B, length(A) + 1).  % false
:- pred nrev(A, B) : (list(A), var(B)) => size(exact, length, B, 2*length(A)).  % false
:- pred nrev(A, B) : (list(A), var(B)) => size(ub, length, B, length(A) - max(0, 1 - (length(A) - 4)**2)).  % false
:- pred nrev(A, B) : (list(A), var(B)) => size(lb, length, B, length(A) + max(0, 1 - (length(A) - 3)**2)).  % false
:- pred nrev(A, B) : (list(A), var(B)) => list(B).
:- pred nrev(A, B) : (list(A), var(B)) => atm(B).  % false
:- pred nrev(A, B) : (list(A), var(B)) => int(B).  % false
:- pred nrev(A, B) : (list(int, A), var(B)) => list(atm, B).  % false
:- pred nrev(A, B) : (list(A), var(B)) + (not_fails, is_det, no_choicepoints, terminates).
:- pred nrev(A, B) : (list(A), var(B)) + cost(oub, steps, length(A)**2).
:- pred nrev(A, B) : (list(A), var(B)) + cost(olb, steps, length(A)**2).
nrev([], []).
nrev([X|Xs], R) :- nrev(Xs, S), app(S, [X], R).

:- pred app(A, B, C) : (list(A), list(B), var(C)) => size(exact, length, C, length(A) + length(B)).
:- pred app(A, B, C) : (list(A), list(B), var(C)) => size(ub, length, C, length(A)).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) => size(ub, length, C, max(length(A), length(B))).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) => size(lb, length, C, length(A) + 2*length(B)).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) => size(exact, length, C, length(A)*length(B)).  % false
:- pred app(A, B, C) : (var(A), var(B), list(C)) + not_fails.
:- pred app(A, B, C) : (var(A), var(B), list(C)) + is_det.  % false
:- pred app(A, B, C) : (var(A), var(B), list(C)) + no_choicepoints.  % false
:- pred app(A, B, C) : (list(A), list(B), list(C)) + not_fails.  % false
:- pred app(A, B, C) : (list(A), list(B), list(C)) + is_det.
app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

:- pred len(A, B) : (list(A), var(B)) => (nat(B), size(exact, int, B, length(A))).
:- pred len(A, B) : (list(A), var(B)) => list(B).  % false
:- pred len(A, B) : (list(A), var(B)) => atm(B).  % false
:- pred len(A, B) : (list(A), var(B)) => size(ub, int, B, length(A) - 1).  % false
:- pred len(A, B) : (list(A), var(B)) => size(lb, int, B, length(A)**2).  % false
:- pred len(A, B) : (list(A), int(B)) + not_fails.  % false
len([], 0).
len([_|Xs], N) :- len(Xs, M), N is M + 1.

:- pred mem(A, B) : (var(A), list(B)) + not_fails.  % false
:- pred mem(A, B) : (var(A), list(B)) + is_det.  % false
:- pred mem(A, B) : (var(A), list(int, B)) => atm(A).  % false
:- pred mem(A, B) : (var(A), list(int, B)) => int(A).
mem(X, [X|_]).
mem(X, [_|Xs]) :- mem(X, Xs).

:- pred half(A, B, C) : (list(A), var(B), var(C)) => (list(B), list(C)).
:- pred half(A, B, C) : (list(A), var(B), var(C)) => size(ub, length, B, length(A)/2).  % false
:- pred half(A, B, C) : (list(A), var(B), var(C)) => size(lb, length, C, length(A)/2).  % false
:- pred half(A, B, C) : (list(A), var(B), var(C)) => size(ub, length, B, length(A)).
:- pred half(A, B, C) : (list(A), var(B), var(C)) + det.
half([], [], []).
half([X], [X], []).
half([X,Y|Zs], [X|Xs], [Y|Ys]) :- half(Zs, Xs, Ys).

:- pred sign(A, B) : (int(A), var(B)) => atm(B).
:- pred sign(A, B) : (int(A), var(B)) => int(B).  % false
:- pred sign(A, B) : (int(A), var(B)) + not_fails.  % false
:- pred sign(A, B) : (int(A), var(B)) + is_det.
sign(X, minus) :- X < 0.
sign(X, plus) :- X > 0.
