% A definition that comes later than calls of a predicate of the library: those follow, wherever they stand.
%> [2,3,2,c]
%> [d]

%= main.pl
:- consult(a).
:- consult(b).
:- p(X), q(Y), r(Z), s(W), writeln([X, Y, Z, W]).
:- assertz(union(_, _, [d])), t(L), writeln(L).

%= a.pl
p(X) :- number(a, X, _).
q(X) :- subtract(a, _, X).
r(X) :- G = number(a, X), call(G, _).
s(X) :- foldl(last, [c], _, X).
t(X) :- union([], [], X).

%= b.pl
number(a, 2, 3).
subtract(a, 2, 3).
last(X, _, X).
