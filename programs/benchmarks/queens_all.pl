% queens_all: all 92 placements of eight queens, counted by findall.
% origin:     the eight queens puzzle; diagonals as lists of taken numbers
% stresses:   backtracking into deep recursion, negation, findall
% repeat:     160

top :- count(_).

check :- count(92).

count(N) :-
    findall(Qs, place([1, 2, 3, 4, 5, 6, 7, 8], 1, [], [], Qs), All),
    length(All, N).

place([], _, _, _, []).
place([C|Cs], Row, Ups, Downs, [Q|Qs]) :-
    pick([C|Cs], Q, Rest),
    Up is Q + Row,
    \+ taken(Up, Ups),
    Down is Q - Row,
    \+ taken(Down, Downs),
    Next is Row + 1,
    place(Rest, Next, [Up|Ups], [Down|Downs], Qs).

pick([X|Xs], X, Xs).
pick([X|Xs], Y, [X|Ys]) :-
    pick(Xs, Y, Ys).

taken(X, [X|_]) :- !.
taken(X, [_|Xs]) :-
    taken(X, Xs).
