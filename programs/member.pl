% member/2: the elements of a list, one by one.
% entry:  member(-, +list)
% test:   x = 0..20
% steps:  2*x (exact)
:- entry member(-, +list).

member(X, [X|_]).
member(X, [_|Ys]) :-
    member(X, Ys).
