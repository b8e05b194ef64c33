% ackermann: Ackermann's function of 2 and 150 and of 3 and 5.
% origin:    the definition (Peter's two-argument form)
% stresses:  first-argument indexing on integers, deep recursion
% repeat:    75

top :- ack(2, 150, _), ack(3, 5, _).

check :- ack(2, 150, 303), ack(3, 5, 253).

ack(0, N, R) :-
    !,
    R is N + 1.
ack(M, 0, R) :-
    !,
    M1 is M - 1,
    ack(M1, 1, R).
ack(M, N, R) :-
    M1 is M - 1,
    N1 is N - 1,
    ack(M, N1, S),
    ack(M1, S, R).
