% Contracts about trees, terms and texts: a line that ends in "% false" has one property that is false; no other is.

:- regtype tree/1.
tree(leaf).
tree(node(L, X, R)) :- tree(L), int(X), tree(R).

:- regtype peano/1.
peano(z).
peano(s(N)) :- peano(N).

:- pred sum(A, B) : (tree(A), var(B)) + (is_det, not_fails, terminates).
:- pred sum(A, B) : (tree(A), var(B)) + cost(ub, steps, size(A)).
:- pred sum(A, B) : (tree(A), var(B)) + cost(ub, steps, size(A)/2).  % false
:- pred sum(A, B) : (tree(A), var(B)) + cost(ub, steps, 7).  % false
:- pred sum(A, B) : (tree(A), var(B)) + cost(lb, steps, size(A)).  % false
:- pred sum(A, B) : (tree(A), var(B)) + cost(lb, steps, 1).
:- pred sum(A, B) : (tree(A), var(B)) => int(B).
:- pred sum(A, B) : (tree(A), var(B)) => tree(B).  % false
:- pred sum(A, B) : (tree(A), var(B)) => nat(B).  % false
sum(leaf, 0).
sum(node(L, X, R), S) :- sum(L, A), sum(R, B), S is A + X + B.

:- pred flip(A, B) : (tree(A), var(B)) => tree(B).
:- pred flip(A, B) : (tree(A), var(B)) => list(B).  % false
:- pred flip(A, B) : (tree(A), var(B)) => size(ub, size, B, size(A)).
:- pred flip(A, B) : (tree(A), var(B)) => size(lb, size, B, size(A) + 1).  % false
:- pred flip(A, B) : (tree(A), var(B)) => size(ub, size, B, size(A) - 1).  % false
:- pred flip(A, B) : (tree(A), var(B)) + cost(ub, heap, 0).  % false
flip(leaf, leaf).
flip(node(L, X, R), node(S, X, M)) :- flip(L, M), flip(R, S).

:- pred in(A, B) : (int(A), tree(B)) + not_fails.  % false
:- pred in(A, B) : (var(A), tree(B)) + is_det.  % false
:- pred in(A, B) : (var(A), tree(B)) + no_choicepoints.  % false
:- pred in(A, B) : (var(A), tree(B)) => int(A).
:- pred in(A, B) : (var(A), tree(B)) => atm(A).  % false
in(X, node(_, X, _)).
in(X, node(L, Y, _)) :- less(X, Y), in(X, L).
in(X, node(_, Y, R)) :- more(X, Y), in(X, R).
less(X, Y) :- var(X), !, X \== Y.
less(X, Y) :- X < Y.
more(X, Y) :- var(X), !, X \== Y.
more(X, Y) :- X > Y.

:- pred plus(A, B, C) : (peano(A), peano(B), var(C)) + cost(exact, steps, size(A)).
:- pred plus(A, B, C) : (peano(A), peano(B), var(C)) + cost(ub, steps, size(A) - 1).  % false
:- pred plus(A, B, C) : (peano(A), peano(B), var(C)) + cost(lb, steps, size(A) + 1).  % false
:- pred plus(A, B, C) : (peano(A), peano(B), var(C)) + cost(ub, steps, size(B)).  % false
:- pred plus(A, B, C) : (peano(A), peano(B), var(C)) => peano(C).
:- pred plus(A, B, C) : (peano(A), peano(B), var(C)) => size(exact, size, C, size(A) + size(B) - 1).
:- pred plus(A, B, C) : (peano(A), peano(B), var(C)) => size(ub, size, C, max(size(A), size(B))).  % false
:- pred plus(A, B, C) : (var(A), var(B), peano(C)) + is_det.  % false
:- pred plus(A, B, C) : (var(A), var(B), peano(C)) + not_fails.
:- pred plus(A, B, C) : (peano(A), var(B), peano(C)) + not_fails.  % false
plus(z, N, N).
plus(s(M), N, s(K)) :- plus(M, N, K).

:- pred times(A, B, C) : (peano(A), peano(B), var(C)) + is_det.
:- pred times(A, B, C) : (peano(A), peano(B), var(C)) + cost(ub, steps, size(A) + size(B)).  % false
:- pred times(A, B, C) : (peano(A), peano(B), var(C)) + cost(ub, steps, size(A)*(size(B) + 1)).
:- pred times(A, B, C) : (peano(A), peano(B), var(C)) + cost(lb, steps, size(A)*size(B) + 1).  % false
times(z, _, z).
times(s(M), N, K) :- times(M, N, L), plus(N, L, K).

:- pred letters(A, B) : (atm(A), var(B)) => list(B).
:- pred letters(A, B) : (atm(A), var(B)) => atm(B).  % false
:- pred letters(A, B) : (atm(A), var(B)) => size(ub, length, B, text(A)).
:- pred letters(A, B) : (atm(A), var(B)) => size(ub, length, B, 3).  % false
:- pred letters(A, B) : (atm(A), var(B)) + cost(ub, steps, text(A) + 2).
:- pred letters(A, B) : (atm(A), var(B)) + cost(ub, steps, 3).  % false
:- pred letters(A, B) : (atm(A), var(B)) + cost(lb, steps, text(A) + 3).  % false
letters(A, L) :- atom_chars(A, Cs), keep(Cs, L).
keep([], []).
keep([C|Cs], [C|Ds]) :- keep(Cs, Ds).

:- pred colour(A) : var(A) + not_fails.
:- pred colour(A) : var(A) + is_det.  % false
:- pred colour(A) : var(A) => atm(A).
:- pred colour(A) : var(A) => int(A).  % false
:- pred colour(A) : var(A) + cost(exact, steps, 3).
:- pred colour(A) : var(A) + cost(ub, steps, 2).  % false
:- pred colour(A) : atm(A) + not_fails.  % false
:- pred colour(A) : atm(A) + is_det.
colour(red).
colour(green).
colour(blue).

:- pred never(A) : list(A) + not_fails.  % false
:- pred never(A) : list(A) + cost(ub, steps, length(A)).
:- pred never(A) : list(A) + cost(lb, steps, length(A) + 1).  % false
:- pred never(A) : list(A) + cost(ub, steps, length(A)/2).  % false
:- pred never(A) : list(A) + is_det.
never([_|Xs]) :- never(Xs).
