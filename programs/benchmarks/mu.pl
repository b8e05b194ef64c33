% mu:       a derivation of muiiu from mi.
% origin:   the MU puzzle of Hofstadter's "Gödel, Escher, Bach"; depth-bounded search over lists
% stresses: backtracking, appending in several ways
% repeat:   11000

top :- theorem([m, u, i, i, u], 5, _).

check :-
    theorem([m, u, i, i, u], 5, D),
    D == [double, double, double, three, three].

theorem(Goal, Depth, Derivation) :-
    derive(Depth, [m, i], Goal, Derivation),
    !.

derive(_, S, S, []).
derive(N, S, Goal, [R|Rs]) :-
    N > 0,
    M is N - 1,
    rule(R, S, T),
    derive(M, T, Goal, Rs).

rule(last, S, T) :-
    conc(_, [i], S),
    conc(S, [u], T).
rule(double, [m|S], [m|T]) :-
    conc(S, S, T).
rule(three, S, T) :-
    conc(A, [i, i, i|B], S),
    conc(A, [u|B], T).
rule(two, S, T) :-
    conc(A, [u, u|B], S),
    conc(A, B, T).

conc([], Ys, Ys).
conc([X|Xs], Ys, [X|Zs]) :-
    conc(Xs, Ys, Zs).
