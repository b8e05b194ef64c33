% Control, exceptions, calls of terms.
:- dynamic(counter/1).
counter(0).

p(1).
p(2).
p(3).

q(X) :- p(X), !.
r(X) :- ( p(X), X > 1 -> true ; X = none ).
loop :- loop.
deep(N) :- N > 0, M is N - 1, deep(M), p(1).
deep(0).
endless(X) :- endless([X|X]).
grow(X) :- grow(f(X)), true.
cutter(X) :- G = (p(X), !), call(G).
handler(X, Y) :- catch(p(X), _, true), Y = X.
thrower(X) :- p(X), X > 1, throw(found(X)).
undefined_caller :- no_such(1, 2).

%? p(X) => X = 1 ; X = 2 ; X = 3
%? q(X) => X = 1
%? r(X) => X = 2
%? \+ p(4) => true
%? \+ p(1) => no
%? cutter(X) => X = 1
%? call(p, X) => X = 1 ; X = 2 ; X = 3
%? call((p(X), X > 1)) => X = 2 ; X = 3
%? call((p(X), !)) => X = 1
%? ( p(X), ! ; X = 9 ) => X = 1
%? ( fail ; X = 9 ) => X = 9
%? ( p(X) -> true ; X = 9 ) => X = 1
%? ( p(X) *-> true ; X = 9 ) => X = 1 ; X = 2 ; X = 3
%? ( fail *-> true ; X = 9 ) => X = 9
%? call((fail, 1)) => error(type_error(callable,(fail,1)))
%? call(1) => error(type_error(callable,1))
%? call(X) => error(instantiation_error)
%? call((p(X), Y)) => error(instantiation_error)
%? G = p(X), G => G = p(1), X = 1 ; G = p(2), X = 2 ; G = p(3), X = 3
%? X = 1, ( X == 1 -> Y = a ; Y = b ) => X = 1, Y = a
%? call(call, call, p(X)) => X = 1 ; X = 2 ; X = 3
%? call(',', p(X), X > 2) => X = 3
%? call((\+ p(X))) => no
%? once(p(X)) => X = 1
%? ignore(fail) => true
%? forall(p(X), X < 4) => true
%? forall(p(X), X < 3) => no
%? ( ( true ; X >= 3 ), fail -> true ; true ) => error(instantiation_error)
%? \+ ( ( a \== b ; X >= 3 ), callable(Y) ) => error(instantiation_error)
%? forall(( true ; X >= 3 ), true) => error(instantiation_error)
%? ( ( 1 < 2 -> ( true ; X >= 3 ) ; true ), var(Y), fail -> true ; true ) => error(instantiation_error)
%? ( ( 1 < 2 ; foo < 3 ), 2 < 1 -> true ; true ) => error(type_error(evaluable,foo/0))
%? X = 5, ( ( X > 3 ; X < 0 ), X > 9 -> Y = a ; Y = b ) => X = 5, Y = b
%? not(fail) => true
%? between(1, 3, X) => X = 1 ; X = 2 ; X = 3
%? between(1, inf, X), X > 2 => X = 3 ; …
%? between(3, 1, X) => no
%? between(1, a, X) => error(type_error(integer,a))
%? between(1, 3, 2) => true
%? catch(throw(a), X, true) => X = a
%? catch(throw(f(Y, b)), f(a, Z), true) => Z = b
%? catch(p(X), _, true) => X = 1 ; X = 2 ; X = 3
%? catch(fail, _, true) => no
%? catch(throw(a), b, true) => ball(a)
%? catch(catch(throw(a), b, true), a, X = caught) => X = caught
%? catch((catch(p(X), _, true), throw(late(X))), late(Y), true) => Y = 1
%? catch((handler(X, _), X > 1, throw(out)), B, true) => B = out
%? catch(thrower(X), found(Y), true) => Y = 2
%? throw(_) => error(instantiation_error)
%? catch(undefined_caller, error(E, _), true) => E = existence_error(procedure,no_such/2)
%? no_such(1) => error(existence_error(procedure,no_such/1))
%? catch(number_codes(X, [0'a]), error(E, _), true) => E = syntax_error(illegal_number)
%? catch((X = 1, throw(oops)), oops, true), var(X) => true
%? catch(deep(10000000), error(E, _), true) => E = resource_error(memory)
%? catch(endless(a), error(E, _), true) => E = resource_error(memory)
%? catch(grow(a), error(resource_error(_), _), true) => true
%? catch(deep(10000000), error(E, _), true), once(deep(1000)) => E = resource_error(memory) ; …
%? catch(length(L, L), _, true) => no
%? halt(3) => halt(3)
%? setup_call_cleanup(true, p(X), true) => X = 1 ; X = 2 ; X = 3
%? findall(X, p(X), L) => L = [1,2,3]
%? findall(X-Y, (p(X), p(Y), X < Y), L) => L = [1-2,1-3,2-3]
%? findall(X, fail, L) => L = []
%? findall(X, p(X), L, [z]) => L = [1,2,3,z]
%? findall(X, (p(X), findall(Y, p(Y), _)), L) => L = [1,2,3]
%? catch(findall(X, (p(X), throw(x)), _), x, true), findall(Y, p(Y), L) => L = [1,2,3]
%? findall(X, G, L) => error(instantiation_error)
%? bagof(X, p(X), L) => L = [1,2,3]
%? bagof(X, fail, L) => no
%? bagof(X-Y, (p(X), p(Y), X < Y), L) => L = [1-2,1-3,2-3]
%? bagof(Y, (p(X), p(Y), X < Y), L) => X = 1, L = [2,3] ; X = 2, L = [3]
%? bagof(Y, X^(p(X), p(Y), X < Y), L) => L = [2,3,3]
%? setof(Y, X^(p(X), p(Y), X < Y), L) => L = [2,3]
%? aggregate_all(count, p(_), N) => N = 3
%? aggregate_all(sum(X), p(X), N) => N = 6
%? aggregate_all(max(X), p(X), N) => N = 3
%? aggregate_all(bag(X), p(X), N) => N = [1,2,3]
%? nb_setval(k, f(X)), nb_getval(k, Y), Y = f(1) => Y = f(1)
%? b_setval(v, 1), ( b_setval(v, 2), fail ; b_getval(v, X) ) => X = 1
%? nb_getval(nothing, X) => error(existence_error(variable,nothing))
%? retract(counter(X)), Y is X + 1, assertz(counter(Y)), counter(Z) => X = 0, Y = 1, Z = 1
%? X = f(Y), Y = 1, G = (X = f(Z)), call(G) => X = f(1), Y = 1, G = f(1)=f(1), Z = 1
%? G = (p(X) ; X = 4), findall(X, G, L) => G = p(_0);_0=4, L = [1,2,3,4]
%? phrase(([a] -> [b] ; [X]), [c], R) => X = c, R = []
%? phrase(_, [a]) => error(instantiation_error)
%? phrase(1, [a]) => error(type_error(callable,1))
