% Puzzles, and a game that plays itself

% queens(N, Qs): Qs are the columns of N queens, row by row
:- entry queens(+nat, -).
queens(N, Qs) :-
	columns(N, Cols),
	place(Cols, [], Qs).

columns(0, []) :- !.
columns(N, [N|Cols]) :-
	N1 is N-1,
	columns(N1, Cols).

place([], Qs, Qs).
place(Cols, Placed, Qs) :-
	pick(Cols, Q, Rest),
	safe(Placed, Q, 1),
	place(Rest, [Q|Placed], Qs).

pick([X|Xs], X, Xs).
pick([X|Xs], Y, [X|Zs]) :- pick(Xs, Y, Zs).

safe([], _, _).
safe([P|Ps], Q, D) :-
	Q =\= P + D,
	Q =\= P - D,
	D1 is D+1,
	safe(Ps, Q, D1).

% triples(N, Ts): all A-B-C with A*A + B*B = C*C, A < B < C < N
:- entry triples(+, -).
triples(N, Ts) :-
	findall(A-B-C, triple(N, A, B, C), Ts).

triple(N, A, B, C) :-
	upto(1, N, C),
	upto(1, C, B),
	upto(1, B, A),
	A*A + B*B =:= C*C.

upto(I, N, I) :- I < N.
upto(I, N, J) :- I < N, I1 is I+1, upto(I1, N, J).

% life(Grid, Next): the grid is a list of rows of 0 and 1, all is dead around it
:- entry life(+list(list(int)), -).
life([], []).
life([Row|Rows], Next) :-
	dead(Row, Dead),
	life_rows(Rows, Dead, Row, Dead, Next).

dead([], []).
dead([_|Cs], [0|Ds]) :- dead(Cs, Ds).

life_rows([], Above, Row, Dead, [Next]) :-
	life_row(Above, Row, Dead, Next).
life_rows([Below|Rows], Above, Row, Dead, [Next|Nexts]) :-
	life_row(Above, Row, Below, Next),
	life_rows(Rows, Row, Below, Dead, Nexts).

life_row(As, Bs, Cs, Ns) :-
	cells([0|As], [0|Bs], [0|Cs], Ns).

cells([_], [_], [_], []) :- !.
cells([A1,A2], [B1,B2], [C1,C2], [N]) :- !,
	S is A1+A2 + B1 + C1+C2,
	rule(B2, S, N).
cells([A1,A2,A3|As], [B1,B2,B3|Bs], [C1,C2,C3|Cs], [N|Ns]) :-
	S is A1+A2+A3 + B1+B3 + C1+C2+C3,
	rule(B2, S, N),
	cells([A2,A3|As], [B2,B3|Bs], [C2,C3|Cs], Ns).

rule(_, 3, 1) :- !.
rule(1, 2, 1) :- !.
rule(_, _, 0).
