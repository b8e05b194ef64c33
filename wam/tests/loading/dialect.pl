%: swi
% What is right in SWI-Prolog's syntax and with its flags only.
%> [no,1,2]
%> decided
%> [$,fx,1]
%> a
%> $a
%> one
%> nondet
%> fail
%> first
%> [w,[first]]
%> v(default,a)v(5,b)

%= main.pl
#T1 a first line that begins so is skipped
t([X, Y, Z]) :-
    ( current_prolog_flag(no_such_flag, _) -> X = yes ; X = no ),
    set_prolog_flag(my_flag, 1), current_prolog_flag(my_flag, Y),
    set_prolog_flag(my_flag, 2), current_prolog_flag(my_flag, Z).
:- t(L), writeln(L).
:- if(current_prolog_flag(no_such_flag, _)).
:- writeln(wrong).
:- else.
:- writeln(decided).
:- endif.
:- current_op(P, T, $), writeln([$, T, P]).
p($X, X).
:- p($a, X), writeln(X).
:- print($a), nl.
q(one).
q(_).
:- det(r/1).
r(one).
r(two) :- true.
:- $r(one), writeln(one).
:- catch($q(_), error(determinism_error(_, det, Found, _), _), (writeln(Found))).
:- catch($fail, error(determinism_error(_, det, Found, _), _), (writeln(Found))).
s(first) :- q(_), $, true.
s(second).
:- forall(s(X), writeln(X)).
:- det([u/1, v/1]).
u([w, L]) :- findall(X, s(X), L), $, true.
:- u(L), writeln(L).
:- format_predicate(v, w(_, _)).
w(Number, Term) :- write(v(Number, Term)).
:- format("~v~5v~n", [a, b]).
