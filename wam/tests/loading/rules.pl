% Rules with =>: all clauses of a predicate are of one kind, in all files; a text that is loaded again replaces them.
%> other.pl:2:1: error: shared/1 has clauses of the other kind: those with => and those without cannot be mixed
%> main.pl:2:1: error: e/1 has clauses of the other kind: those with => and those without cannot be mixed
%> main.pl:4:1: error: g/1 has clauses of the other kind: those with => and those without cannot be mixed
%> main.pl:5:1: error: g/1 has clauses of the other kind: those with => and those without cannot be mixed
%> [1]
%> matching_rule,g(2)
%> matching_rule,m:inside(2)
%> plain
%> expanded

%= main.pl
e(1) :- true.
e(2) => true.
g(1) => true.
g(2) :- true.
g(3).
:- multifile shared/1.
shared(a) => true.
:- ensure_loaded(other).
:- findall(X, e(X), L), writeln(L).
t(G) :- catch(G, error(existence_error(W, C), _), (print((W, C)), nl)).
:- t(g(2)).
:- use_module(m).
:- t(inside(2)).
k(X) => X = Y, writeln(Y).
:- k(plain).
goal_expansion(short, writeln(expanded)).
x => short.
:- x.

%= other.pl
:- multifile shared/1.
shared(b).

%= m.pl
:- module(m, [inside/1]).
inside(1) => true.
