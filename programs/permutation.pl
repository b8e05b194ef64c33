% permutation/2: the permutations of a list, on backtracking.
% entry:  permutation(+list, -)
% test:   x = 0..6
% steps:  x!*(1 + sum of (2*k + 1)/k! for k = 1..x)
:- entry permutation(+list, -).

permutation([], []).
permutation(Xs, [X|Ys]) :-
    select(X, Xs, Rest),
    permutation(Rest, Ys).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :-
    select(X, Ys, Zs).
