% prover:   nine tautologies proved by sequents.
% origin:   Wang's algorithm (1960)
% stresses: clause selection by operators, lists, backtracking, comparison of terms
% repeat:   8800

top :- theorem(_, T), \+ \+ proved(T), fail.
top.

check :-
    findall(N, ( theorem(N, T), proved(T) ), Ns),
    Ns == [1, 2, 3, 4, 5, 6, 7, 8, 9],
    \+ proved(implies(implies(a, b), implies(b, a))).

proved(T) :- sequent([], [], [T], []).

theorem(1, or(a, not(a))).
theorem(2, implies(and(a, b), or(b, c))).
theorem(3, implies(not(not(a)), a)).
theorem(4, implies(implies(implies(a, b), a), a)).
theorem(5, implies(and(implies(a, b), implies(b, c)), implies(a, c))).
theorem(6, iff(not(and(a, b)), or(not(a), not(b)))).
theorem(7, iff(iff(a, iff(b, c)), iff(iff(a, b), c))).
theorem(8, implies(and(or(a, b), and(implies(a, c), implies(b, c))), c)).
theorem(9, iff(or(and(a, b), and(not(a), c)), and(or(not(a), b), or(a, c)))).

% sequent(Left, LeftAtoms, Right, RightAtoms): what is on the left implies what is on the right; atoms stand apart.
sequent([], _, [], _) :- !, fail.
sequent([P|Ps], Ls, Rs, As) :- !, left(P, Ps, Ls, Rs, As).
sequent([], Ls, [P|Ps], As) :- right(P, Ps, Ls, As).

left(not(P), Ps, Ls, Rs, As) :- !, sequent(Ps, Ls, [P|Rs], As).
left(and(P, Q), Ps, Ls, Rs, As) :- !, sequent([P, Q|Ps], Ls, Rs, As).
left(or(P, Q), Ps, Ls, Rs, As) :- !, sequent([P|Ps], Ls, Rs, As), sequent([Q|Ps], Ls, Rs, As).
left(implies(P, Q), Ps, Ls, Rs, As) :- !, sequent(Ps, Ls, [P|Rs], As), sequent([Q|Ps], Ls, Rs, As).
left(iff(P, Q), Ps, Ls, Rs, As) :- !, sequent([implies(P, Q), implies(Q, P)|Ps], Ls, Rs, As).
left(P, _, _, _, As) :- holds(P, As), !.
left(P, Ps, Ls, Rs, As) :- sequent(Ps, [P|Ls], Rs, As).

right(not(P), Ps, Ls, As) :- !, sequent([P], Ls, Ps, As).
right(and(P, Q), Ps, Ls, As) :- !, sequent([], Ls, [P|Ps], As), sequent([], Ls, [Q|Ps], As).
right(or(P, Q), Ps, Ls, As) :- !, sequent([], Ls, [P, Q|Ps], As).
right(implies(P, Q), Ps, Ls, As) :- !, sequent([P], Ls, [Q|Ps], As).
right(iff(P, Q), Ps, Ls, As) :- !, sequent([], Ls, [and(implies(P, Q), implies(Q, P))|Ps], As).
right(P, _, Ls, _) :- holds(P, Ls), !.
right(P, Ps, Ls, As) :- sequent([], Ls, Ps, [P|As]).

holds(P, [Q|_]) :- P == Q, !.
holds(P, [_|Qs]) :- holds(P, Qs).
