% What a module sees of user, and arguments that are declared with a colon.

%= main.pl
:- use_module(looks).
:- meta_predicate takes(:), pair(:, ?), runs(0).
:- dynamic none/0.
up(1).
takes(X) :- told(X).
told(X) :- nb_setval(told, X).
pair(M:X, Y) :- told(M-X-Y).
runs(G) :- told(G).
calls(X) :- takes(X).
looks:later(X), X == 1 => true.
looks:(latest(X), X == 1 => true).

%? current_predicate(up/1) => true
%? looks:current_predicate(up/1) => true
%? looks:current_predicate(inside/1) => true
%? current_predicate(inside/1) => no
%? current_predicate(shown/1) => true
%? current_predicate(looks:up/1) => true
%? current_predicate(looks:shown/1) => true
%? sees(L) => L = [up,inside,shown]
%? current_predicate(up, looks:up(_)) => true
%? looks:current_predicate(nothing/_) => no
%? current_predicate(elsewhere:up/1) => true
%? current_predicate(append/3) => no
%? current_predicate(pairs_keys/2) => no
%? use_module(library(pairs)), current_predicate(pairs_keys/2) => true
%? findall(x, looks:current_predicate(up/1), L) => L = [x]
%? takes(a), nb_getval(told, X) => X = user:a
%? takes(1), nb_getval(told, X) => X = user:1
%? takes([]), nb_getval(told, X) => X = user:[]
%? takes(f(_)), nb_getval(told, user:f(_)) => true
%? takes(other:a), nb_getval(told, X) => X = other:a
%? calls(7), nb_getval(told, X) => X = user:7
%? call(takes, a), nb_getval(told, X) => X = user:a
%? G = takes(a), call(G), nb_getval(told, X) => G = takes(a), X = user:a
%? maplist(takes, [a,b]), nb_getval(told, X) => X = user:b
%? ( takes(q) ; true ), nb_getval(told, X) => X = user:q ; X = user:q
%? pair(1, 2), nb_getval(told, X) => X = user-1-2
%? pair(m:1, 2), nb_getval(told, X) => X = m-1-2
%? runs(a), nb_getval(told, X) => X = a
%? looks:later(1), looks:latest(1) => true
%? looks:latest(2) => error(existence_error(matching_rule,looks:latest(2)))
%? give, nb_getval(told, X) => X = looks:z
%? give(w), nb_getval(told, X) => X = looks:w
%? context(M) => M = looks
%? looks:context_module(M) => M = looks
%? context_module(M) => M = user

%= looks.pl
:- module(looks, [shown/1, sees/1, give/0, give/1, context/1]).
shown(1). inside(1).
sees(L) :- findall(N, ( member(N/A, [up/1, inside/1, shown/1, nothing/0]), current_predicate(N/A) ), L).
give :- takes(z).
give(X) :- takes(X).
context(M) :- context_module(M).
