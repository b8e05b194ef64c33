% check/2: membership by a cut behind the head, with a variable that occurs twice in it.
% entry:  check(+atm, +list(atm))
% test:   x = 0..20
% steps:  1 to x
:- entry check(+atm, +list(atm)).

check(X, [X|_]) :- !.
check(X, [_|Ys]) :- check(X, Ys).
