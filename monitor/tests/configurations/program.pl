% A little of everything that configurations select.
:- dynamic kept/1.

perm([], []).
perm(L, [X|P]) :- take(X, L, R), perm(R, P).
take(X, [X|L], L).
take(X, [Y|L], [Y|R]) :- take(X, L, R).

kind(small, N) :- integer(N), N < 10, !.
kind(large, N) :- integer(N), !.
kind(none, T) :- \+ number(T), ( atom(T) ; T == [] ), functor(T, _, 0).

sum([], 0).
sum([X|Xs], S) :- sum(Xs, T), S is X + T.

kept(1).
note(N) :- ( kept(N) -> true ; N mod 2 =:= 1 -> asserta(kept(N)) ; assertz((kept(M) :- M = N, M > 3)) ).

guarded(X, Y) :- X = f(Z), member(Z, [a,1,b,2.0]), number(Z), Y is Z * 3, Y =\= 6.
guarded(X, Y) :- X = g, ( Y = 1 ; Y = 2, Y \== 1 ; Y = 3, Y @< 3 ).

caught(E) :- catch(sum([x], _), error(E, _), true).
caught(E) :- catch(( member(E, [1,2,3]), E > 1, throw(found(E)) ), found(F), E = F).
caught(E) :- catch(atom_length(_, _), error(E, _), true).

deep(0, done).
deep(N, D) :- N > 0, M is N - 1, length(L, 2), nth0(0, L, x), deep(M, D), !.

told([]).
told([T|Ts]) :- format("~q ", [T]), ( atom(T), atom_length(T, N), N > 1 -> write(N) ; write(T) ), told(Ts).
