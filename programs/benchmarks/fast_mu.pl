% fast_mu:  derivations of muiiu from mi and of muuiiiu, each rule in one pass.
% origin:   the MU puzzle of Hofstadter's "Gödel, Escher, Bach"; words too long for the remaining steps are dropped
% stresses: first-argument indexing on lists, shallow backtracking, integer comparison
% repeat:   30000

top :-
    theorem([m, u, i, i, u], 6, _),
    theorem([m, i, u, i, u], 4, _).

check :-
    theorem([m, u, i, i, u], 6, D),
    D == [double, double, double, three, three],
    theorem([m, i, u, i, u], 4, E),
    E == [double, double, three, double].

theorem(Goal, Depth, Derivation) :-
    size(Goal, 0, Size),
    derive(Depth, [m, i], 2, Goal, Size, Derivation),
    !.

derive(_, S, N, S, N, []) :- !.
derive(D, S, N, Goal, Size, [R|Rs]) :-
    D > 0,
    C is D - 1,
    step(S, N, T, M, R),
    M =< Size + 2 * C,
    derive(C, T, M, Goal, Size, Rs).

step([m|S], N, [m|T], M, double) :-
    M is 2 * N - 1,
    twice(S, S, T).
step(S, N, T, M, last) :-
    M is N + 1,
    last_i(S, T).
step(S, N, T, M, three) :-
    M is N - 2,
    three(S, T).
step(S, N, T, M, two) :-
    M is N - 2,
    two(S, T).

twice([], S, S).
twice([X|Xs], S, [X|T]) :- twice(Xs, S, T).

last_i([i], [i, u]) :- !.
last_i([X|Xs], [X|Ys]) :- last_i(Xs, Ys).

three([i, i, i|S], [u|S]).
three([X|S], [X|T]) :- three(S, T).

two([u, u|S], S).
two([X|S], [X|T]) :- two(S, T).

size([], N, N).
size([_|Xs], N0, N) :-
    N1 is N0 + 1,
    size(Xs, N1, N).
