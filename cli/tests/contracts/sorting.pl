% Contracts about lists that are sorted, split and searched: a line that ends in "% false" has one property that is false; no other is.

:- pred qs(A, B) : (list(int, A), var(B)) + cost(ub, steps, length(A)**2 + 3*length(A) + 1).
:- pred qs(A, B) : (list(int, A), var(B)) + cost(ub, steps, 4*length(A) + 1).  % false
:- pred qs(A, B) : (list(int, A), var(B)) + cost(lb, steps, length(A)**2).  % false
:- pred qs(A, B) : (list(int, A), var(B)) => list(int, B).
:- pred qs(A, B) : (list(int, A), var(B)) => list(atm, B).  % false
:- pred qs(A, B) : (list(int, A), var(B)) => size(ub, length, B, length(A)).
:- pred qs(A, B) : (list(int, A), var(B)) => size(ub, length, B, length(A) - 1).  % false
:- pred qs(A, B) : (list(int, A), var(B)) + (is_det, not_fails).
qs([], []).
qs([X|L], S) :- part(L, X, A, B), qs(A, SA), qs(B, SB), app(SA, [X|SB], S).
part([], _, [], []).
part([Y|L], X, [Y|A], B) :- Y =< X, part(L, X, A, B).
part([Y|L], X, A, [Y|B]) :- Y > X, part(L, X, A, B).

:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(exact, steps, length(A) + 1).
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(ub, steps, length(B) + 1).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(ub, heap, 2*length(B) + 8).  % false
:- pred app(A, B, C) : (var(A), var(B), list(C)) + cost(ub, choicepoints, 0).  % false
:- pred app(A, B, C) : (list(A), list(B), var(C)) + cost(ub, choicepoints, 0).
:- pred app(A, B, C) : (var(A), var(B), list(C)) + cost(ub, steps, length(C)).  % false
app([], L, L).
app([X|Xs], L, [X|R]) :- app(Xs, L, R).

:- pred perm(A, B) : (list(A), var(B)) + not_fails.
:- pred perm(A, B) : (list(A), var(B)) + is_det.  % false
:- pred perm(A, B) : (list(A), var(B)) + cost(ub, steps, 2**length(A)).  % false
:- pred perm(A, B) : (list(A), var(B)) + cost(lb, steps, fact(length(A))).
:- pred perm(A, B) : (list(A), var(B)) + cost(ub, steps, 20*length(A)**2 + 1).  % false
:- pred perm(A, B) : (list(A), var(B)) => size(exact, length, B, length(A)).
:- pred perm(A, B) : (list(A), var(B)) => size(lb, length, B, length(A) + 1).  % false
perm([], []).
perm(Xs, [X|Ys]) :- sel(X, Xs, Zs), perm(Zs, Ys).
sel(X, [X|Xs], Xs).
sel(X, [Y|Xs], [Y|Ys]) :- sel(X, Xs, Ys).

:- pred zip(A, B, C) : (list(A), list(B), var(C)) + cost(ub, steps, length(A) + 1).
:- pred zip(A, B, C) : (list(A), list(B), var(C)) + cost(ub, steps, min(length(A), length(B))).  % false
:- pred zip(A, B, C) : (list(A), list(B), var(C)) + not_fails.  % false
:- pred zip(A, B, C) : (list(A), list(B), var(C)) => size(ub, length, C, length(B)).
:- pred zip(A, B, C) : (list(A), list(B), var(C)) => size(ub, length, C, length(B) - 1).  % false
:- pred zip(A, B, C) : (list(A), list(B), var(C)) + is_det.
zip([], [], []).
zip([X|Xs], [Y|Ys], [X-Y|Zs]) :- zip(Xs, Ys, Zs).

:- pred last(A, B) : (list(A), var(B)) + not_fails.  % false
:- pred last(A, B) : (list(int, A), var(B)) => int(B).
:- pred last(A, B) : (list(int, A), var(B)) => nat(B).  % false
:- pred last(A, B) : (list(A), var(B)) + cost(ub, steps, length(A)).
:- pred last(A, B) : (list(A), var(B)) + cost(exact, steps, length(A)).
:- pred last(A, B) : (list(A), var(B)) + cost(lb, steps, 1).  % false
:- pred last(A, B) : (list(A), var(B)) + is_det.
last([X], X).
last([_,Y|Xs], Z) :- last([Y|Xs], Z).

:- pred subs(A, B) : (list(A), var(B)) + cost(exact, steps, 3*2**length(A) - 2).
:- pred subs(A, B) : (list(A), var(B)) + cost(ub, steps, length(A)**3 + 1).  % false
:- pred subs(A, B) : (list(A), var(B)) + cost(lb, steps, 3**length(A)).  % false
:- pred subs(A, B) : (list(A), var(B)) + is_det.  % false
:- pred subs(A, B) : (list(A), var(B)) => size(ub, length, B, length(A)).
:- pred subs(A, B) : (list(A), var(B)) => size(lb, length, B, length(A)).  % false
subs([], []).
subs([X|Xs], [X|Ys]) :- subs(Xs, Ys).
subs([_|Xs], Ys) :- subs(Xs, Ys).

:- pred insert(A, B, C) : (int(A), list(int, B), var(C)) + cost(ub, steps, length(B) + 1).
:- pred insert(A, B, C) : (int(A), list(int, B), var(C)) + cost(lb, steps, length(B) + 1).  % false
:- pred insert(A, B, C) : (int(A), list(int, B), var(C)) + cost(ub, steps, length(B)).  % false
:- pred insert(A, B, C) : (int(A), list(int, B), var(C)) => size(exact, length, C, length(B) + 1).
:- pred insert(A, B, C) : (int(A), list(int, B), var(C)) => size(exact, length, C, length(B)).  % false
insert(X, [], [X]).
insert(X, [Y|Ys], [X,Y|Ys]) :- X =< Y.
insert(X, [Y|Ys], [Y|Zs]) :- X > Y, insert(X, Ys, Zs).

:- pred dup(A) : list(A) + not_fails.  % false
:- pred dup(A) : list(A) + cost(lb, steps, 1).  % false
:- pred dup(A) : list(int, A) + is_det.
dup([X|Xs]) :- mem(X, Xs), !.
dup([_|Xs]) :- dup(Xs).
mem(X, [X|_]).
mem(X, [_|Xs]) :- mem(X, Xs).

:- pred rev(A, B) : (list(A), var(B)) + cost(oub, steps, length(A)**2).
:- pred rev(A, B) : (list(A), var(B)) + cost(olb, steps, length(A)**2).
:- pred rev(A, B) : (list(A), var(B)) + cost(oub, steps, length(A)).  % false
:- pred rev(A, B) : (list(A), var(B)) + cost(oub, steps, 5).  % false
:- pred rev(A, B) : (list(A), var(B)) + cost(oub, steps, 3*length(A) + 7).  % false
:- pred rev(A, B) : (list(A), var(B)) + cost(olb, steps, length(A)**3).  % false
:- pred rev(A, B) : (list(A), var(B)) + cost(olb, steps, 2**length(A)).  % false
rev([], []).
rev([X|Xs], R) :- rev(Xs, S), app(S, [X], R).

:- pred depth(A, B) : (peano(A), var(B)) + cost(ub, steps, depth(A) + 1).
:- pred depth(A, B) : (peano(A), var(B)) + cost(ub, steps, depth(A)).  % false
:- pred depth(A, B) : (peano(A), var(B)) + cost(lb, steps, inner(A) + 2).  % false
:- regtype peano/1.
peano(z).
peano(s(N)) :- peano(N).
depth(z, 0).
depth(s(N), D) :- depth(N, E), D is E + 1.

:- pred sel(A, B, C) : (var(A), list(B), var(C)) + is_det.  % false
:- pred sel(A, B, C) : (var(A), list(B), var(C)) + terminates.
sel(X, [X|Xs], Xs).
sel(X, [Y|Xs], [Y|Ys]) :- sel(X, Xs, Ys).
