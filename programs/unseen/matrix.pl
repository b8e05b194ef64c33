%? matrix_power(T) => T = 34729135426
%? solve_system(Xs) => Xs = [-0.4599367422245644,1.1636794939377963,-1.1317870321560355,2.9562467053241956]

m1([[2,-1,0,3],[4,5,-2,1],[0,3,7,-4],[1,1,2,6]]).
m2([[1,2,3,4],[0,1,-1,2],[5,-3,2,0],[2,2,1,1]]).

transpose_([[]|_], []) :- !.
transpose_(M, [Col|Cols]) :-
    heads_tails(M, Col, Rest),
    transpose_(Rest, Cols).
heads_tails([], [], []).
heads_tails([[H|T]|Rs], [H|Hs], [T|Ts]) :- heads_tails(Rs, Hs, Ts).

dot([], [], 0).
dot([X|Xs], [Y|Ys], S) :- dot(Xs, Ys, S0), S is S0+X*Y.

mmul(A, B, C) :-
    transpose_(B, Bt),
    maplist(row_times(Bt), A, C).
row_times(Bt, Row, Out) :- maplist(dot(Row), Bt, Out).

mpow(_, 0, I) :- !, I = [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]].
mpow(M, N, P) :-
    N mod 2 =:= 0, !,
    H is N // 2,
    mmul(M, M, M2),
    mpow(M2, H, P).
mpow(M, N, P) :-
    N1 is N - 1,
    mpow(M, N1, P1),
    mmul(M, P1, P).

trace(M, T) :- trace(M, 0, 0, T).
trace([], _, T, T).
trace([R|Rs], I, T0, T) :-
    nth0(I, R, X), T1 is T0+X, I1 is I+1,
    trace(Rs, I1, T1, T).

matrix_power(T) :-
    m1(A), m2(B),
    mmul(A, B, C),
    mpow(C, 7, P),
    trace(P, T).

% Gaussian elimination on floats with partial pivoting
system([[4.0, 1.0, -2.0, 2.0, 7.5],
        [1.0, 6.0, 0.5, -1.0, 3.0],
        [-2.0, 0.5, 9.0, 1.5, -4.25],
        [2.0, -1.0, 1.5, 5.0, 11.0]]).

gauss(M, Xs) :- elim(M, U), back(U, Xs).

elim([], []) :- !.
elim(M, [P|Us]) :-
    pivot(M, P, Rest),
    maplist(reduce(P), Rest, M1),
    elim(M1, Us).

pivot(M, P, Rest) :-
    findall(K-R, ( member(R, M), R = [X|_], K is -abs(X) ), Ks),
    keysort(Ks, [_-P|Others]),
    findall(R, member(_-R, Others), Rest).

reduce([P|Ps], [R|Rs], Out) :-
    F is R / P,
    maplist(sub_scaled(F), Ps, Rs, Out).
sub_scaled(F, P, R, X) :- X is R - F*P.

back([], []).
back([[P|Row]|Us], [X|Xs]) :-
    back(Us, Xs),
    append(Coefs, [B], Row), !,
    dot(Coefs, Xs, S),
    X is (B - S) / P.

residual([], _, Max, Max).
residual([Row|Rows], Xs, M0, M) :-
    append(As, [B], Row), !,
    dot(As, Xs, S),
    M1 is max(M0, abs(S-B)),
    residual(Rows, Xs, M1, M).

solve_system(Xs) :-
    system(S),
    gauss(S, Xs),
    residual(S, Xs, 0.0, E),
    E < 1.0e-9.
