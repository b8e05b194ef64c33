% Whose goals are called: meta arguments of builtins, of the library and of users' modules.

%= main.pl
:- use_module(tools).
local(user).
item(9).
mine(X) :- X = user.
twice_me(X) :- twice(mine(X)).
own(Xs) :- collect(item, Xs).

%? twice_me(X) => X = user
%? own(Xs) => Xs = [9]
%? all(Xs) => Xs = [1,2,3]
%? doubled(Xs) => Xs = [2,4,6]
%? run(local(X)) => X = tools
%? run(user:local(X)) => X = user
%? apply_to(local, X) => X = user
%? collect(tools:item, Xs) => Xs = [1,2,3]
%? tools:findall(X, item(X), Xs) => Xs = [1,2,3]
%? call(tools:findall(X, item(X)), Xs) => Xs = [1,2,3]
%? tools:forall(item(X), X > 0) => true
%? findall(X, tools:item(X), Xs) => Xs = [1,2,3]
%? setof(X-Y, Z^tools:row(X, Y, Z), L) => L = [a-1,b-2]
%? setof(X, tools:row(X, Y, Z), L) => Y = 1, Z = q, L = [a] ; Y = 2, Z = p, L = [b]
%? tools:sorted(L) => L = [a-1,b-2]
%? tools:bags(L) => L = [1-[a],2-[b]]
%? remember(x), stored(X) => error(existence_error(procedure,stored/1))
%? tools:stored(X) => X = x
%? assertz(tools:stored(y)), findall(X, tools:stored(X), L) => L = [x,y]
%? assertz((tools:stored(X) :- local(X))), tools:stored(user) => true
%? clause(tools:stored(x), B) => B = true ; B = user:local(x)
%? clause(tools:stored(Z), B), B = M:_, M == user => B = user:local(_0), M = user
%? retract(tools:stored(x)), \+ tools:stored(x) => true
%? retract((tools:stored(A) :- B)), A == y => A = y, B = true
%? retractall(tools:stored(_)), \+ tools:stored(_) => true
%? guarded(X) => X = caught(oops)
%? phrase(digits(Ds), "12", R) => Ds = [49,50], R = [] ; Ds = [49], R = [50]
%? parse("12", Ds) => Ds = [49,50]
%? phrase(tools:digit(D), "7") => D = 55
%? phrase((tools:digit(D), tools:digit(E)), "78") => D = 55, E = 56
%? phrase(tools:(digit(D), "!", {D > 0}), "7!") => D = 55
%? later(X) => X = tools
%? negated => true
%? sorted_by(L) => L = [3,2,1]
%? fold(S) => S = 6
%? call_it((local(X), Y = X)) => X = tools, Y = tools
%? var_goal(X) => X = tools
%? keyed(L) => L = [odd-1,even-2,odd-3]

%= tools.pl
:- module(tools, [twice/1, collect/2, all/1, doubled/1, run/1, apply_to/2, remember/1, guarded/1, digits//1,
                  parse/2, later/1, negated/0, sorted_by/1, fold/1, call_it/1, var_goal/1, keyed/1]).
:- use_module(library(pairs)).
:- meta_predicate twice(0), collect(1, -), apply_to(1, ?).
:- dynamic stored/1.
local(tools).
mine(tools).
item(1). item(2). item(3).
row(a, 1, q). row(b, 2, p).
double(X, Y) :- Y is 2 * X.
twice(G) :- call(G), call(G).
collect(G, Xs) :- findall(X, call(G, X), Xs).
all(Xs) :- collect(item, Xs).
doubled(Ys) :- all(Xs), maplist(double, Xs, Ys).
run(G) :- G.
call_it(G) :- call(G).
var_goal(X) :- G = local(X), ( G -> true ; fail ).
apply_to(G, X) :- helper(G, X).
helper(G, X) :- call(G, X).
remember(X) :- assertz(stored(X)).
sorted(L) :- setof(X-Y, Z^row(X, Y, Z), L).
bags(L) :- findall(Y-Xs, bagof(X, Z^row(X, Y, Z), Xs), L).
oops :- throw(oops).
guarded(X) :- catch(oops, B, X = caught(B)).
digits([D|Ds]) --> digit(D), digits(Ds).
digits([D]) --> digit(D).
digit(D) --> [D], { digit(D) }.
digit(D) :- D >= 0'0, D =< 0'9.
parse(Text, Ds) :- phrase(digits(Ds), Text).
later(X) :- Goal = local(X), once(Goal), ignore(Goal), forall(Goal, local(_)).
none :- fail.
negated :- \+ none, G = none, \+ G.
down(O, A, B) :- compare(O, B, A).
sorted_by(L) :- predsort(down, [1, 3, 2], L).
plus_(X, Y, Z) :- Z is X + Y.
fold(S) :- foldl(plus_, [1, 2, 3], 0, S).
parity(X, odd) :- X mod 2 =:= 1, !.
parity(_, even).
keyed(L) :- map_list_to_pairs(parity, [1, 2, 3], L).
