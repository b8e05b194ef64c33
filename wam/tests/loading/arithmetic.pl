% Functions of the user's in arithmetic: goals that hold them are expanded.
%> 9
%> 1
%> [1]
%> 7

%= main.pl
:- module(main_of_test, [q/2]).
:- use_module(library(arithmetic)).
:- arithmetic_function(dbl/1).
:- arithmetic_function(mean/2).
dbl(X, Y) :- Y is X*2.
mean(X, Y, Z) :- Z is (X+Y)/2.
q(X, Y) :- dbl(X) > 3, !, Y is mean(dbl(X)+1, X) + max(1, dbl(2)).
q(X, X) :- X =:= dbl(1) - 1 ; \+ X is dbl(2).
:- q(3, Y), writeln(Y), q(1, Z), writeln(Z).
:- findall(W, (member(W, [1, 2]), W < dbl(1)), L), writeln(L).
:- arithmetic_expression_value(dbl(3)+1, X), writeln(X).
