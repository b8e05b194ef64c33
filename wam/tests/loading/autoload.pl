% Files whose predicates are loaded when they are called elsewhere; one that is missing is told of when it is needed.
%> [a]
%> [yes]

%= main.pl
:- autoload(library(lists), [last/2]).
:- autoload(library(no_such_library), [nothing/1]).
:- autoload(helper).
:- autoload(helper2, [helped2/1]).
:- last([b, a], X), writeln([X]).
:- helped(X), writeln([X]).

%= helper.pl
:- module(helper, [helped/1]).
helped(yes).

%= helper2.pl
:- module(helper2, [helped2/1]).
helped2(yes).
