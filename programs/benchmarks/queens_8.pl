% queens_8: the first placement of eight queens that do not attack each other.
% origin:   the eight queens puzzle; generate and test, one queen at a time
% stresses: choice points, select from a list, integer comparison
% repeat:   130

top :- queens(8, _).

check :- queens(8, Qs), Qs == [4, 2, 7, 3, 6, 8, 5, 1].

queens(N, Qs) :-
    numbers(1, N, Ns),
    place(Ns, [], Qs).

numbers(N, N, [N]) :- !.
numbers(I, N, [I|Is]) :-
    J is I + 1,
    numbers(J, N, Is).

place([], Qs, Qs).
place([C|Cs], Placed, Qs) :-
    pick([C|Cs], Q, Rest),
    safe(Placed, 1, Q),
    place(Rest, [Q|Placed], Qs).

pick([X|Xs], X, Xs).
pick([X|Xs], Y, [X|Ys]) :-
    pick(Xs, Y, Ys).

safe([], _, _).
safe([P|Ps], D, Q) :-
    Q =\= P + D,
    Q =\= P - D,
    E is D + 1,
    safe(Ps, E, Q).
