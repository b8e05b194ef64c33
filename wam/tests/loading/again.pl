% Predicates that get clauses after they were called, and definitions that hide what was called before.
%> 0
%> 1
%> main.pl:9:1: warning: clauses of n/1 are not together
%> 2
%> [a,b,c]
%> [r(1),r(2),r(3),r(4)]

%= main.pl
:- dynamic n/1.
n(0).
count :- aggregate_all(count, (n(_), m(_)), N), writeln(N).
m(_) :- fail.
:- count.
:- discontiguous m/1, t/1, r/1.
m(1).
:- count.
n(1).
:- count.
t(a).
:- t(_).
t(b).
:- t(_).
t(c).
:- findall(X, t(X), L), writeln(L).
r(1).
:- forall(r(X), integer(X)).
r(2).
r(3).
:- r(3).
r(4).
:- findall(r(X), r(X), L), writeln(L).
