% nand:     the smallest networks of NAND gates for and, or, exclusive or and equivalence of two inputs.
% origin:   the task of van Roy's nand, as an iterative deepening over truth tables
% stresses: bitwise arithmetic, backtracking over lists, depth-bounded search
% repeat:   230

top :- result(_).

check :- result(Gs), Gs == [2, 3, 4, 5].

result([A, B, C, D]) :-
    gates(8, A),
    gates(14, B),
    gates(6, C),
    gates(9, D).

% Truth tables are four bits; the inputs are 12 and 10.
gates(Goal, N) :- deeper(0, Goal, N).

deeper(Limit, Goal, N) :-
    (   network(Limit, [12, 10], Goal)
    ->  N = Limit
    ;   Next is Limit + 1,
        deeper(Next, Goal, N)
    ).

network(_, Tables, Goal) :- contains(Tables, Goal), !.
network(N, Tables, Goal) :-
    N > 0,
    pair(Tables, A, B),
    C is 15 /\ \ (A /\ B),
    \+ contains(Tables, C),
    M is N - 1,
    network(M, [C|Tables], Goal).

contains([X|_], X) :- !.
contains([_|Xs], X) :- contains(Xs, X).

pair([A|Xs], A, B) :- among(B, [A|Xs]).
pair([_|Xs], A, B) :- pair(Xs, A, B).

among(X, [X|_]).
among(X, [_|Xs]) :- among(X, Xs).
