% queens/2: a placement of N queens that do not attack each other; generate and test.
% entry:  queens(+nat, -)
% test:   x = 0..4
:- entry queens(+nat, -).

queens(N, Qs) :-
    numbers(N, Ns),
    place(Ns, [], Qs).

numbers(0, []).
numbers(N, [N|Ns]) :-
    N > 0,
    M is N - 1,
    numbers(M, Ns).

place([], Qs, Qs).
place([N|Ns], Placed, Qs) :-
    select(Q, [N|Ns], Rest),
    \+ attacked(Q, 1, Placed),
    place(Rest, [Q|Placed], Qs).

attacked(Q, D, [P|_]) :-
    Q =:= P + D.
attacked(Q, D, [P|_]) :-
    Q =:= P - D.
attacked(Q, D, [_|Ps]) :-
    E is D + 1,
    attacked(Q, E, Ps).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :-
    select(X, Ys, Zs).
