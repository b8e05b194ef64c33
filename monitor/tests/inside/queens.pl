% Five queens with printing: the program of appendix B of the foldt paper.
main :- ( data(D), queen(D, Out) -> write('A 5 queens solution is '), print_list(Out) ; write('No solution'), nl ).

data([1, 2, 3, 4, 5]).

queen(Data, Out) :- qperm(Data, Out), safe(Out).

qperm([], []).
qperm([X|Y], K) :- qdelete(U, [X|Y], Z), K = [U|V], qperm(Z, V).

qdelete(A, [A|L], L).
qdelete(X, [A|Z], [A|R]) :- qdelete(X, Z, R).

safe([]).
safe([N|L]) :- nodiag(N, 1, L), safe(L).

nodiag(_, _, []).
nodiag(B, D, [N|L]) :-
    NmB is N - B,
    BmN is B - N,
    ( D = NmB -> fail ; D = BmN -> fail ; true ),
    D1 is D + 1,
    nodiag(B, D1, L).

print_list(Xs) :- ( Xs = [] -> write('[]'), nl ; write('['), print_list_2(Xs), write(']'), nl ).

print_list_2([]).
print_list_2([X|Xs]) :- write(X), ( Xs = [] -> true ; write(', '), print_list_2(Xs) ).
