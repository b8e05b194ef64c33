% queens_n: the first placement of N queens, by permutation and test, as in the foldt paper's appendix B.
queens(N, Out) :- numbers(1, N, Data), qperm(Data, Out), safe(Out).

numbers(N, N, [N]) :- !.
numbers(I, N, [I|Is]) :- J is I + 1, numbers(J, N, Is).

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

top_5 :- queens(5, _).
top_10 :- queens(10, _).
top_11 :- queens(11, _).
