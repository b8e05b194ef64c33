% Who sees what: exports, imports, qualification, inheritance from user, whose definitions hide the library's.

%= main.pl
:- use_module(stack).
:- use_module(sub/queue, [new_queue/1, join/3 as enqueue]).
:- use_module(counter, except([reset/0])).
:- use_module(library(lists)).
:- use_module(library(pairs)).

shared(of_user).
reset(of_user).
two(X, Y) :- push(a, [], S), push(b, S, [X, Y]).
hidden(X) :- stack:secret(X).
keys(Ks) :- pairs_keys([a-1, b-2], Ks).
append(mine, mine, mine).
undefined_here :- nowhere(1).

%? two(X, Y) => X = b, Y = a
%? hidden(X) => X = 42
%? secret(X) => error(existence_error(procedure,secret/1))
%? stack:secret(X) => X = 42
%? M = stack, M:secret(X) => M = stack, X = 42
%? call(stack:secret, X) => X = 42
%? call(M:secret(X)) => error(instantiation_error)
%? call(1:secret(X)) => error(type_error(module,1))
%? new_queue(Q), enqueue(x, Q, R) => no
%? join(x, [], R) => error(existence_error(procedure,join/3))
%? seen(X) => X = of_user
%? helper(X) => error(existence_error(procedure,helper/1))
%? queue:helper(X) => X = 1
%? stack:nothing(1) => error(existence_error(procedure,stack:nothing/1))
%? undefined_here => error(existence_error(procedure,nowhere/1))
%? nomodule:foo => error(existence_error(procedure,nomodule:foo/0))
%? nomodule:shared(X) => X = of_user
%? keys(Ks) => Ks = [a,b]
%? append(X, Y, Z) => X = mine, Y = mine, Z = mine
%? stack:joined(L) => no
%? next(X), next(Y) => X = 1, Y = 2
%? reset => error(existence_error(procedure,reset/0))
%? counter:reset, next(X) => X = 1
%? count(X) => error(existence_error(procedure,count/1))
%? counter:count(X) => X = 2
%? X = (a ===> b), X = ===>(Y, Z) => X = a===>b, Y = a, Z = b
%? stack:(secret(X), push(1, [], Y)) => X = 42, Y = [1]
%? call((stack:secret(X), two(Y, Z))) => X = 42, Y = b, Z = a
%? call(stack:(secret(X) ; X = 1)) => X = 42 ; X = 1
%? \+ stack:secret(1) => true

%= stack.pl
:- module(stack, [push/3, seen/1, op(700, xfx, ===>), joined/1]).
push(X, S, [X|S]).
secret(42).
seen(X) :- shared(X).
joined(L) :- append([1], [2], L).

%= sub/queue.pl
:- module(queue, [new_queue/1, join/3]).
new_queue([]).
join(X, Q, R) :- append(Q, [X], R), helper(_).
helper(1).

%= counter.pl
:- module(counter, [next/1, reset/0]).
:- dynamic(count/1).
count(1).
next(X) :- retract(count(X)), Y is X + 1, assertz(count(Y)).
reset :- retractall(count(_)), assertz(count(1)).
