% Types, terms, comparison.
%? var(_) => true
%? var(a) => no
%? atom([]), atomic("a"), callable(f(x)), compound([a]), \+ compound(a) => no
%? atom([]), callable(f(x)), compound([a]), \+ compound(a) => true
%? G = atom(foo), call(G) => G = atom(foo)
%? functor(f(a,b), N, A) => N = f, A = 2
%? functor([a], N, A) => N = '.', A = 2
%? functor(T, f, 2), T = f(x, Y) => T = f(x,_0) ; …
%? functor(T, '.', 2), T = [a|b] => T = [a|b]
%? functor(T, 3.5, 0) => T = 3.5
%? functor(T, f, N) => error(instantiation_error)
%? functor(T, f(x), 1) => error(type_error(atomic,f(x)))
%? functor(T, f, -1) => error(domain_error(not_less_than_zero,-1))
%? arg(2, f(a,b,c), X) => X = b
%? arg(0, f(a), X) => no
%? arg(X, f(a), a) => error(instantiation_error)
%? arg(1, a, X) => error(type_error(compound,a))
%? f(a,b) =.. L => L = [f,a,b]
%? X =.. [f,a] => X = f(a)
%? X =.. [1] => X = 1
%? X =.. [f|_] => error(instantiation_error)
%? X =.. [f(a),b] => error(type_error(atom,f(a)))
%? X =.. [] => error(domain_error(non_empty_list,[]))
%? [a,b] =.. L => L = ['.',a,[b]]
%? copy_term(f(X,Y,X), f(A,B,C)), A = 1, C == 1, var(B), var(X) => A = 1, C = 1
%? copy_term([1,2.5,"s",99999999999999999999], L) => L = [1,2.5,[115],99999999999999999999]
%? term_variables(f(X,g(Y),X), L), length(L, N), L = [P,Q], P = 1, Q = 2 => X = 1, Y = 2, L = [1,2], N = 2, P = 1, Q = 2
%? ground(f(a,[b])) => true
%? ground(f(_)) => no
%? f(X,b) = f(a,Y) => X = a, Y = b
%? f(X) \= f(a) => no
%? f(b) \= f(a) => true
%? X = f(Y), Y = g(Z), Z = 1 => X = f(g(1)), Y = g(1), Z = 1
%? unify_with_occurs_check(X, f(X)) => no
%? unify_with_occurs_check(X, f(Y)), Y = 1 => X = f(1), Y = 1
%? X = f(X), Y = f(Y), X = Y, !, fail => no
%? X = f(X), Y = f(Y), X == Y, !, fail => no
%? X = f(X), copy_term(X, Y), Y = f(Z), Y == Z, X = Y, !, fail => no
%? X = [a|X], catch(atom_length(X, _), error(type_error(atom, Y), _), true), X == Y, !, fail => no
%? compare(O, 1, 1.0) => O = >
%? compare(O, 1.0, 1) => O = <
%? compare(O, a, 1) => O = >
%? compare(O, f(a), "s") => O = <
%? compare(O, f(a,b), g(a)) => O = >
%? compare(O, f(a,c), f(a,b)) => O = >
%? compare(<>, a, b) => error(domain_error(order,<>))
%? msort([c,a,b,a,1,f(x),2.0,"b"], L) => L = [2.0,1,a,a,b,c,f(x),[98]]
%? sort([c,a,b,a], L) => L = [a,b,c]
%? sort(0, @>=, [1,3,2,3], L) => L = [3,3,2,1]
%? sort(1, @<, [f(2,a),f(1,b),f(2,c)], L) => L = [f(1,b),f(2,a)]
%? keysort([b-1,a-2,b-0,a-1], L) => L = [a-2,a-1,b-1,b-0]
%? keysort([a|_], L) => error(instantiation_error)
%? sort([b|c], L) => error(type_error(list,[b|c]))
%? predsort([O,A,B]>>compare(O,A,B), [], L) => L = []
%? f(A,B) =@= f(C,D) => true
%? f(A,A) =@= f(C,D) => no
%? setarg(1, f(a), b) => true
%? T = f(a,b), setarg(1, T, x) => T = f(x,b)
%? T = f(a), ( setarg(1, T, x), fail ; true ) => T = f(a)
%? T = f(a), ( nb_setarg(1, T, g(x)), fail ; true ) => T = f(g(x))
%? T = f(X,Y), numbervars(T, 0, E) => T = f(A,B), X = A, Y = B, E = 2
%? succ(X, 4) => X = 3
%? succ(3, X) => X = 4
%? succ(X, 0) => no
%? succ(a, X) => error(type_error(integer,a))
%? plus(1, X, 3) => X = 2
%? length(L, 2), L = [a|_] => L = [a,_0] ; …
%? length([a,b|T], 3), T = [c] => T = [c]
%? length([a|b], N) => error(type_error(list,[a|b]))
%? length(L, -1) => error(domain_error(not_less_than_zero,-1))
%? length(L, L) => no
%? length(L, N), N >= 2 => L = [_0,_1], N = 2 ; …
%? arg(-1, f(a), X) => error(domain_error(not_less_than_zero,-1))
%? functor(T, 1, 1) => error(type_error(atom,1))
%? succ(9223372036854775807, X) => X = 9223372036854775808
%? succ(X, -1) => error(domain_error(not_less_than_zero,-1))
%? plus(1, X, 100000000000000000000) => X = 99999999999999999999
%? subsumes_term(f(_), f(a)) => true
%? subsumes_term(f(a), f(_)) => no
