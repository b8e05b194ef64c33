% Directives run where they stand: they see the clauses before them, and what they do is there for what follows.
%> [1,2]
%> main.pl:6:4: uncaught exception: error(existence_error(procedure,q/1),context(q/1,_0))
%> [1,2,3]
%> 9
%> a-b
%> [1,2,3]
%> abc
%> main.pl:22:4: false
%> [user]
%> c-d
%> a
%> init

%= main.pl
:- initialization(init).
init :- writeln(init).
p(1).
p(2).
:- findall(X, p(X), L), writeln(L).
:- q(_).
p(3).
:- findall(X, p(X), L), writeln(L).
q(9).
:- q(X), writeln(X).
:- op(700, xfx, ===>), true.
a ===> b.
:- X ===> Y, writeln(X-Y).
:- dynamic e/1.
e(1).
:- assertz(e(2)).
e(3).
:- findall(X, e(X), L), writeln(L).
:- set_prolog_flag(double_quotes, atom), true.
s("abc").
:- s(X), writeln(X).
:- fail.
append(user, X) :- X = [user].
:- append(user, X), writeln(X).
?- op(700, xfx, <=>).
c <=> d.
?- X <=> Y, writeln(X-Y).
?- set_prolog_flag(double_quotes, atom).
?- X = "a", atom(X), writeln(X).
