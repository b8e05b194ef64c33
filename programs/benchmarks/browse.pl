% browse:   a database of units with property lists, searched for patterns with wildcards.
% origin:   Gabriel's browse; written for this suite with fewer units
% stresses: structure and list matching with much backtracking, integer pseudo-random numbers
% repeat:   130

top :- browse(_).

check :- browse(N), N == 2919.

browse(N) :-
    units(40, 4, Units),
    investigate(Units, [[star(_), B, B, star(_), A, star(_), A, star(_)],
                        [star(X), star(Y), star(Y), star(X)],
                        [_, _, star(_), [b|_], star(_), _]-A-B], 0, N).

% units(N, M, Units): N units, each with M of the property lists, shuffled.
units(N, M, Units) :-
    properties(Ps),
    units(N, M, 21, Ps, Units).

units(0, _, _, _, []) :- !.
units(N, M, Seed, Ps, [unit(N, Mine)|Us]) :-
    chosen(M, Seed, Ps, Next, Mine),
    N1 is N - 1,
    units(N1, M, Next, Ps, Us).

chosen(0, Seed, _, Seed, []) :- !.
chosen(M, Seed, Ps, Last, [P|Mine]) :-
    Next is (Seed * 17 + 5) mod 251,
    I is Next mod 4,
    nth_property(I, Ps, P),
    M1 is M - 1,
    chosen(M1, Next, Ps, Last, Mine).

nth_property(0, [P|_], P) :- !.
nth_property(I, [_|Ps], P) :-
    J is I - 1,
    nth_property(J, Ps, P).

properties([[a, a, a, b, b, b, b, a, a, a, a, a, b, b, a, a, a],
            [a, a, b, b, b, b, a, a, [a, a], [b, b]],
            [a, a, a, b, [b, a], b, a, b, a],
            [a, b, a, b, b, a, b, a, a, b]]).

investigate([], _, N, N).
investigate([unit(_, Ps)|Us], Patterns, N0, N) :-
    each_property(Ps, Patterns, N0, N1),
    investigate(Us, Patterns, N1, N).

each_property([], _, N, N).
each_property([P|Ps], Patterns, N0, N) :-
    each_pattern(Patterns, P, N0, N1),
    each_property(Ps, Patterns, N1, N).

each_pattern([], _, N, N).
each_pattern([Q|Qs], P, N0, N) :-
    (   \+ fits(Q, P)
    ->  N1 is N0 + 10
    ;   N1 is N0 + 1
    ),
    each_pattern(Qs, P, N1, N).

fits(Q-_-_, P) :- !, match(P, Q).
fits(Q, P) :- match(P, Q).

match([], []).
match([X|Xs], [Q|Qs]) :-
    nonvar(Q),
    Q = star(S),
    !,
    (   prefix_of(S, [X|Xs], Rest),
        match(Rest, Qs)
    ).
match([], [Q|Qs]) :-
    nonvar(Q),
    Q = star([]),
    match([], Qs).
match([X|Xs], [Q|Qs]) :-
    (   atom(Q)
    ->  X = Q
    ;   var(Q)
    ->  X = Q
    ;   X = [_|_],
        match_inner(X, Q)
    ),
    match(Xs, Qs).

match_inner([X|_], [X|_]).

prefix_of([], Xs, Xs).
prefix_of([X|Ys], [X|Xs], Rest) :-
    prefix_of(Ys, Xs, Rest).
