% matrices as lists of rows

:- entry transpose(+list(list(num)), -).
transpose([], []).
transpose([[]|_], []) :- !.
transpose(Rows, [Col|Cols]) :-
	columns(Rows, Col, Rest),
	Col = [_|_],
	transpose(Rest, Cols).

columns([], [], []).
columns([[X|Xs]|Rows], [X|Col], [Xs|Rest]) :-
	columns(Rows, Col, Rest).


:- entry mat_mul(+list(list(num)), +list(list(num)), -).
mat_mul(A, B, C) :-
	transpose(B, Bt),
	mul_rows(A, Bt, C).

mul_rows([], _, []).
mul_rows([Row|Rows], Cols, [R|Rs]) :-
	mul_row(Cols, Row, R),
	mul_rows(Rows, Cols, Rs).

mul_row([], _, []).
mul_row([Col|Cols], Row, [X|Xs]) :-
	dot(Row, Col, 0, X),
	mul_row(Cols, Row, Xs).

dot([], [], S, S).
dot([X|Xs], [Y|Ys], S0, S) :-
	S1 is S0 + X*Y,
	dot(Xs, Ys, S1, S).


% determinant, expanded along the first row
:- entry det(+, -).
det([], 1).
det([Row|Rows], D) :-
	expand(Row, 0, 1, Rows, 0, D).

expand([], _, _, _, D, D).
expand([X|Xs], J, Sign, Rows, D0, D) :-
	minor(Rows, J, Minor),
	det(Minor, M),
	D1 is D0 + Sign*X*M,
	J1 is J+1,
	Sign1 is -Sign,
	expand(Xs, J1, Sign1, Rows, D1, D).

minor([], _, []).
minor([Row|Rows], J, [R|Rs]) :-
	without(J, Row, R),
	minor(Rows, J, Rs).

without(0, [_|Xs], Xs) :- !.
without(J, [X|Xs], [X|Ys]) :-
	J1 is J-1,
	without(J1, Xs, Ys).
