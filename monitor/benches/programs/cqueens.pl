% cqueens: all placements of six queens, a column at a time, with the rows that are left.
top :- place(6, [1, 2, 3, 4, 5, 6], [], _), fail.
top.

place(0, _, Qs, Qs) :- !.
place(N, Rows, Done, Qs) :-
    choose(Row, Rows, Left),
    free(Done, Row, 1),
    M is N - 1,
    place(M, Left, [Row|Done], Qs).

choose(X, [X|Xs], Xs).
choose(X, [Y|Ys], [Y|Zs]) :- choose(X, Ys, Zs).

free([], _, _).
free([Q|Qs], Row, D) :-
    Q =\= Row + D,
    Q =\= Row - D,
    E is D + 1,
    free(Qs, Row, E).
