% Clauses that come and go.
:- dynamic(fact/1).
:- dynamic(fact/2).
:- dynamic(rule/1).
fact(1).
fact(2).
fact(3).
fact(a, 1).
fact(b, 2).
fact(a, 3).
rule(X) :- fact(X), X > 1.
static(1).

fresh(N) :- retractall(n(_)), assertz(n(N)).
drain :- retract(n(_)), fail.
drain.
fill(0) :- !.
fill(N) :- assertz(n(N)), M is N - 1, fill(M).
count(N) :- aggregate_all(count, n(_), N).

%? fact(X) => X = 1 ; X = 2 ; X = 3
%? fact(a, X) => X = 1 ; X = 3
%? fact(c, X) => no
%? rule(X) => X = 2 ; X = 3
%? clause(rule(X), B) => B = fact(_0),_0>1
%? clause(fact(X), true) => X = 1 ; X = 2 ; X = 3
%? clause(X, true) => error(instantiation_error)
%? clause(fact(_), 5) => error(type_error(callable,5))
%? clause(static(X), true) => error(permission_error(access,private_procedure,static/1))
%? clause(atom(_), true) => error(permission_error(access,private_procedure,atom/1))
%? clause(unheard_of(_), true) => no
%? fact(X), assertz(fact(9)), fail => no
%? findall(X, fact(X), L) => L = [1,2,3,9,9,9]
%? retract(fact(9)) => true ; true ; true
%? findall(X, fact(X), L) => L = [1,2,3]
%? asserta(fact(0)), findall(X, fact(X), L) => L = [0,1,2,3]
%? retract(fact(0)), findall(X, fact(X), L) => L = [1,2,3]
%? fact(X), retract(fact(2)), !, findall(Y, fact(Y), L) => X = 1, L = [1,3]
%? assertz(fact(2)), findall(X, (fact(X), ignore(retract(fact(3)))), L), findall(Y, fact(Y), M) => L = [1,3,2], M = [1,2]
%? retractall(fact(7)), findall(X, fact(X), L) => L = [1,2]
%? assertz((double(X, Y) :- Y is X * 2)), double(4, Z) => Z = 8
%? double(5, X) => X = 10
%? assertz((twice(X) :- fact(X), fact(X))), findall(X, twice(X), L) => L = [1,2]
%? assertz((choose(X) :- ( X = 1 ; X = 2 ))), findall(X, choose(X), L) => L = [1,2]
%? assertz((foo :- 4)) => error(type_error(callable,4))
%? assertz((X :- true)) => error(instantiation_error)
%? assertz((4 :- true)) => error(type_error(callable,4))
%? assertz(static(2)) => error(permission_error(modify,static_procedure,static/1))
%? assertz((atom(_) :- true)) => error(permission_error(modify,static_procedure,atom/1))
%? assertz((p , q)) => error(permission_error(modify,static_procedure,(',')/2))
%? retract(static(1)) => error(permission_error(modify,static_procedure,static/1))
%? dynamic(never/3), never(1,2,3) => no
%? abolish(foo/a) => error(type_error(integer,a))
%? fresh(1), count(N) => N = 1
%? fill(1000), count(N) => N = 1001
%? drain, count(N) => N = 0
%? fill(100), drain, fill(10), drain, fill(5), findall(X, n(X), L) => L = [5,4,3,2,1]
%? n(X), X < 5, retract(n(3)), n(Y) => X = 4, Y = 5 ; X = 4, Y = 4 ; X = 4, Y = 2 ; X = 4, Y = 1
%? predicate_property(fact(_), dynamic) => true
%? predicate_property(static(_), dynamic) => no
%? current_predicate(static/A) => A = 1
%? current_predicate(nothing_like_it/A) => no
%? assertz(big([1,2,3,f(X),"text",1.5,123456789012345678901])), big(L) => L = [1,2,3,f(_1),[116,101,120,116],1.5,123456789012345678901]
% A clause added in front while others are still to come changes nothing for them.
%? assertz(front(a)), assertz(front(b)), front(X), asserta(front(c)) => X = a ; X = b
%? findall(X, front(X), L) => L = [c,c,a,b]
%? abolish(foo/(-1)) => error(domain_error(not_less_than_zero,-1))

% Many clauses of one predicate: found by first argument, in order, while others come and go.
:- dynamic(cell/2).
cells(0) :- !.
cells(N) :- K is N mod 100, assertz(cell(K, N)), M is N - 1, cells(M).
churn(0) :- !.
churn(N) :- retract(cell(K, V)), W is V + 1, assertz(cell(K, W)), M is N - 1, churn(M).
counter_loop(0) :- !.
counter_loop(N) :- retract(total(X)), Y is X + 1, assertz(total(Y)), M is N - 1, counter_loop(M).

%? cells(1000), aggregate_all(count, cell(_, _), N) => N = 1000
%? findall(V, cell(7, V), L) => L = [907,807,707,607,507,407,307,207,107,7]
%? cell(7, V), asserta(cell(7, first)), retract(cell(7, 807)), findall(W, cell(7, W), L) => V = 907, L = [first,907,707,607,507,407,307,207,107,7] ; …
%? retractall(cell(7, first)), findall(V, cell(7, V), L) => L = [907,707,607,507,407,307,207,107,7]
%? once(churn(5000)), aggregate_all(count, cell(_, _), N) => N = 999
%? assertz(cell(_, any)), findall(V, cell(nothing, V), L) => L = [any]
%? retract(cell(nothing, any)), findall(V, cell(nothing, V), L) => L = []
%? assertz(total(0)), counter_loop(20000), total(X) => X = 20000
