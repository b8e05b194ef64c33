% select/3: each element of a list with the others.
% entry:  select(-, +list, -)
% test:   x = 0..20
% steps:  2*x (exact)
:- entry select(-, +list, -).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :-
    select(X, Ys, Zs).
