% gc:       a deterministic loop that builds 150,000 small lists and keeps a queue of the last twenty.
% origin:   this suite
% stresses: garbage collection: nearly everything built is garbage at once
% repeat:   9

top :- result(_).

check :- result(N), N == 2715090.

result(N) :-
    fill(20, Queue, Tail),
    turn(150000, Queue, Tail, 0, N).

fill(0, Tail, Tail) :- !.
fill(N, [[0, 0, 0, 0]|Queue], Tail) :-
    M is N - 1,
    fill(M, Queue, Tail).

turn(0, _, _, Sum, Sum) :- !.
turn(N, [[A, B, C, D]|Queue], [[X, A, B, C]|Tail], Sum0, Sum) :-
    X is (D + N) mod 11,
    Sum1 is Sum0 + X + A + B + C,
    M is N - 1,
    turn(M, Queue, Tail, Sum1, Sum).
