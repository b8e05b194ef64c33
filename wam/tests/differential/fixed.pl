% Goals written by hand: what a grammar would not think of. One to a line; clauses are the program of all of them.

fact(1).
fact(2).
fact(3).
pair(a, 1).
pair(b, 2).
pair(a, 3).
first(X) :- fact(X), !.
first(none).
sign(X, S) :- ( X > 0 -> S = positive ; X < 0 -> S = negative ; S = zero ).
thrower(X) :- fact(X), X > 1, throw(found(X)).
greeting --> [hello], name_of(_).
name_of(world) --> [world].
name_of(prolog) --> [prolog].
digits([D|Ds]) --> digit(D), digits(Ds).
digits([D]) --> digit(D).
digit(D) --> [D], { D >= 0'0, D =< 0'9 }.

%? call(true)
%? catch(throw(a), X, true)
%? call((true, X = 1))
%? once(fact(X))
%? findall(X, fact(X), L)
%? findall(X-Y, (fact(X), fact(Y), X < Y), L)
%? between(1, 3, X)
%? between(3, 1, X)
%? between(1, 3, 2)
%? length(L, N)
%? length(L, 3)
%? length([a,b|T], 3)
%? length([a,b], N)
%? forall(fact(X), X < 4)
%? forall(fact(X), X < 3)
%? maplist(fact, [1,2])
%? maplist(fact, [1,7])
%? maplist(pair, [a,b], L)
%? maplist(pair, L, [3,2])
%? sub_atom(abcde, B, 2, A, S)
%? sub_atom(abcab, B, L, A, ab)
%? sub_atom(abcab, 1, L, 1, S)
%? bagof(X, fact(X), L)
%? bagof(Y, pair(X, Y), L)
%? bagof(Y, X^pair(X, Y), L)
%? bagof(X, pair(X, 7), L)
%? setof(X, Y^pair(X, Y), L)
%? setof(Y-X, pair(X, Y), L)
%? setof(X, Y^(pair(X, Y), Y > 1), L)
%? bagof(X-Z, pair(X, Y), L)
%? first(X)
%? first(2)
%? first(none)
%? sign(-3, S)
%? sign(0, S)
%? sign(A, S)
%? thrower(X)
%? catch(thrower(X), found(Y), true)
%? catch(thrower(X), found(9), true)
%? catch((fact(X), X > 2, throw(x(X))), x(Y), Z = Y)
%? catch(catch(throw(a), b, X = inner), a, X = outer)
%? catch(catch(throw(a), a, throw(b)), b, X = second)
%? catch(fact(X), _, true)
%? catch(number_codes(X, "a"), error(syntax_error(_), _), Y = caught)
%? phrase(greeting, [hello,world])
%? phrase(greeting, [hello,X])
%? phrase(digits(Ds), "12a", R)
%? \+ fact(4)
%? \+ fact(X)
%? (fact(X), X > 1 -> true ; X = none)
%? (fail -> true ; X = none)
%? (fact(X) ; X = more)
%? (fact(X), ! ; X = more)
%? call((fact(X), !))
%? call((fact(X), (! ; true)))
%? fact(X), (X > 1, ! ; fail)
%? G = fact(X), G
%? call(fact, X)
%? call(pair(a), X)
%? call(call, call, fact(X))
%? call(1)
%? call((fail, 1))
%? call((fact(_), 1))
%? call(_)
%? call((fact(_), _))
%? unknown_predicate(1, 2)
%? catch(unknown_predicate, error(E, _), true)
%? throw(_)
%? throw(f(X, Y, X))
%? functor(f(a, b), N, A)
%? functor(T, f, 3)
%? functor(T, a, 0)
%? functor(T, 1.5, 0)
%? functor(T, f, -1)
%? functor(T, f, a)
%? functor(T, N, 2)
%? functor(T, f(a), 1)
%? functor(T, 1, 1)
%? functor([a], N, A)
%? functor(T, f, A)
%? arg(1, f(a, b), X)
%? arg(3, f(a, b), X)
%? arg(0, f(a, b), X)
%? arg(-1, f(a), X)
%? arg(a, f(a), X)
%? arg(1, a, X)
%? arg(1, X, Y)
%? f(a, X) =.. L
%? X =.. [f, a, b]
%? X =.. [a]
%? X =.. [1]
%? X =.. [1, 2]
%? X =.. [f|_]
%? X =.. [Y, 1]
%? X =.. [f|a]
%? X =.. [f(a), 1]
%? X =.. []
%? X =.. Y
%? 1 =.. L
%? copy_term(f(X, Y, X), T)
%? copy_term(X, 1)
%? copy_term(f(X, a), f(Y, Z))
%? atom_length(abc, N)
%? atom_length('', N)
%? atom_length(X, N)
%? atom_length(f(a), N)
%? atom_length(abc, a)
%? atom_length(abc, -1)
%? atom_length(12, N)
%? atom_codes(abc, L)
%? atom_codes(X, [0'a, 0'b])
%? atom_codes(X, [0'a|_])
%? atom_codes(X, [a, b])
%? atom_codes(X, Y)
%? atom_codes(f(a), L)
%? atom_chars(X, [a, '1'])
%? atom_chars(X, ['1', '2'])
%? atom_chars(12, L)
%? atom_chars([], L)
%? atom_chars(X, [a, f(b)])
%? atom_chars(X, [a|b])
%? char_code(X, 0'a)
%? char_code(a, X)
%? char_code(X, Y)
%? char_code(ab, X)
%? char_code(X, a)
%? atom_concat(abc, def, X)
%? atom_concat(X, Y, abc)
%? atom_concat(X, bc, abc)
%? atom_concat(a, X, abc)
%? atom_concat(b, X, abc)
%? atom_concat(X, Y, Z)
%? atom_concat(a, X, Y)
%? atom_concat(f(a), b, X)
%? atom_concat(1, 2, X)
%? number_codes(X, "12")
%? number_codes(X, " 12")
%? number_codes(X, "0x1A")
%? number_codes(X, "0'a")
%? number_codes(X, "1.5e3")
%? number_codes(X, "-5")
%? number_codes(X, "- 5")
%? number_codes(X, "5 ")
%? number_codes(X, "1a")
%? number_codes(X, "")
%? number_codes(X, Y)
%? number_codes(a, Y)
%? number_chars(X, ['1', '2'])
%? number_chars(X, ['1', a])
%? number_chars(12, L)
%? number_chars(X, ['1', Y])
%? sub_atom(X, 1, 2, A, S)
%? sub_atom(abc, a, 2, A, S)
%? sub_atom(abc, B, 2, 0, S)
%? sub_atom(abc, 2, 5, A, S)
%? sub_atom(abc, B, L, A, f(x))
%? compare(O, 1, 2)
%? compare(O, b, a)
%? compare(O, f(a), f(a))
%? compare(x, 1, 2)
%? compare(1, 1, 2)
%? X == Y
%? X == X
%? f(X, Y) @< f(X, Y)
%? msort([c, a, b, a], L)
%? sort([c, a, b, a], L)
%? sort([f(b, a), g(a), f(a, b), h, 1], L)
%? sort([b|_], L)
%? sort([b|c], L)
%? sort(a, L)
%? keysort([b-1, a-2, b-0, a-1], L)
%? keysort([a-1|_], L)
%? keysort([a], L)
%? keysort([_], L)
%? append(X, Y, [1, 2])
%? append([1|T], [2], [A, B, C])
%? member(X, [a, b, X])
%? memberchk(b, [a, b])
%? reverse([a, X, b], L)
%? nth0(1, [a, b, c], X)
%? nth1(N, [a, b, a], a)
%? nth0(N, [a, b], X)
%? last([1, 2, 3], X)
%? sum_list([1, 2, 3], X)
%? max_list([1, 3, 2], X)
%? min_list([2, 1, 3], X)
%? numlist(2, 5, L)
%? select(X, [a, b, c], L)
%? select(b, L, [a, c])
%? permutation([a, b, c], L)
%? exclude(fact, [0, 1, 2, 9], L)
%? delete([a, b, a, c], a, L)
%? subtract([1, 2, 3], [2], L)
%? unify_with_occurs_check(X, f(X))
%? unify_with_occurs_check(f(X, Y), f(Y, a))
%? X is foo + 1
%? X is foo(1, 2)
%? X is Y + 1
%? X is a
%? X is 1 // 0
%? X is 1 mod 0
%? X is 1 rem 0
%? X is 1 / 0
%? X is 1.0 / 0
%? X is 1 + a
%? X is 1.5 mod 2
%? X is 1 << 1.5
%? X is "a"
%? X is [1]
%? X is -(1)
%? X is - 1
%? X is -(-(1))
%? X is 5.0 / 2
%? X is 2.0 ** 3
%? X is 2 ** 3.0
%? X is 2 ^ 3
%? X is 2 ^ -1
%? X is 1 ^ -1
%? X is -1 ^ -1
%? X is 2 ** -1
%? X is 0 ^ 0
%? X is 0.0 / 0
%? X is 7 / 2
%? X is 8 / 2
%? X is 2 ** 3
%? X is truncate(2.5) + round(2.5) + ceiling(2.1) + floor(-2.5)
%? X is sqrt(16)
%? X is sqrt(-1)
%? X is log(0)
%? X is log(-1)
%? X is exp(0)
%? X is atan(1.0) * 4
%? X is max(1, 2.0)
%? X is min(1, 1.0)
%? X is max(1, 1.0)
%? X is sign(-2.5)
%? X is abs(-2)
%? X is float_integer_part(-2.5)
%? X is float_fractional_part(-2.5)
%? X is integer(2.5)
%? X is 5 xor 3
%? X is \ 5
%? X is msb(1000)
%? X is gcd(12, 18)
%? X is -7 // 2
%? X is -7 mod 2
%? X is -7 rem 2
%? X is -7 div 2
%? X is 7 mod -2
%? X is -1 >> 1
%? 1 =:= 1.0
%? 1 == 1.0
%? 1 = 1.0
%? 1 < a
%? X < 1
%? X = 1, Y is X + 1, Z = f(X, Y)
%? succ(X, 4)
%? succ(3, X)
%? succ(X, 0)
%? succ(X, Y)
%? assertz(r1(1)), assertz(r1(2)), asserta(r1(0)), r1(X)
%? assertz(r2(1)), assertz(r2(2)), r2(X), assertz(r2(9))
%? assertz(r3(1)), assertz(r3(2)), retract(r3(X)), findall(Y, r3(Y), L)
%? assertz((r4(X) :- X = 1 ; X = 2)), r4(Y)
%? assertz((r5(X) :- fact(X), !)), r5(Y)
%? assertz(r6(X, X)), r6(1, Y)
%? assertz(r7(1)), retractall(r7(_)), findall(Y, r7(Y), L)
%? assertz(r8(1)), clause(r8(X), B)
%? assertz((r9(X) :- fact(X), X > 1)), clause(r9(Y), B)
%? assertz((foo :- 4))
%? assertz((foo :- X))
%? assertz((_ :- true))
%? assertz((4 :- true))
%? assertz((atom(_) :- true))
%? asserta(_)
%? retract((atom(_) :- true))
%? clause(_, B)
%? clause(4, B)
%? clause(atom(_), B)
%? clause(f(_), 5)
%? abolish(foo/a)
%? abolish(foo/(-1))
%? abolish(abolish/1)
%? findall(X, G, L)
%? findall(X, 4, L)
%? findall(X, fact(X), [A|B])
%? findall(X, fact(X), a)
%? bagof(X, G, L)
%? bagof(X, 1, L)
%? term_variables(f(X, g(Y), X), L)
%? atom([]), \+ atom(1), atomic(1.5), compound(f(x)), \+ compound(a)
%? callable(f(x)), callable(a), \+ callable(1), is_list([a]), \+ is_list([a|_])
%? ground(f(a)), \+ ground(f(_))
%? op(1201, xfx, foo)
%? op(700, xfx, ',')
%? op(a, xfx, foo)
%? op(700, yfy, foo)
%? op(_, xfx, foo)
%? once((fact(X), X > 1))
%? ignore(fail)
%? ignore((X = 1 ; X = 2))
%? X = f(_), X = f(Y), Y = 1
%? halt(a)
%? atom_number('12', X)
%? atom_number(foo, X)
%? \+ \+ X = 1
%? subsumes_term(f(_), f(a))
%? subsumes_term(f(a), f(_))
%? setof(X-Y, member(X-Y, [b-1, a-2, a-1]), L)
%? catch(call((fact(X), throw(e))), e, true)
%? (X = 1, fail ; X = 2)
%? (true ; X = 2)
%? ((fact(X), X > 1) -> Y = X ; Y = 0)
%? (\+ fact(1) -> X = a ; X = b)
%? (fact(X) -> (fact(Y) -> true ; true) ; true)
%? X = point(1, 2), X = point(A, B)
%? X = "abc"
%? X = 'hello world', atom_length(X, N)
%? X = '\n\t\\'
%? X = - 1
%? X = -1
%? X = -(1)
%? X = -(-(1))
%? X = 1 - 1
%? X = [a|b]
%? X = {a, b}
%? X = (a :- b, c ; d -> e)
%? X = 0'a
%? X = 0x1F
%? X = 0b101
%? X = 0o17
%? X = 1.0e10
%? X = 'a'(b)
%? X = a*(b+c)*d
%? X = (a , b)
%? X = (\+ a)
%? X = [(a :- b), - (1), -a]
%? succ(9223372036854775807, X)
%? succ(1152921504606846975, X)
%? succ(X, 1152921504606846976)
%? succ(-1, X)
%? succ(X, -1)
%? phrase(X, [a])
%? phrase(1, [a])
%? phrase(greeting, a)
%? phrase(([a], {X = b} ; "b"), [a], R)
%? phrase(([a] -> [b] ; [c]), [c], R)
%? phrase(\+ [b], [a], R)
%? phrase((fail ; [a]), [a])
%? subsumes_term(f(X, X), f(Y, Z))
%? subsumes_term(X, f(X))
%? assertz(i1(a)), assertz(i1(b)), i1(X), asserta(i1(c))
%? plus(1, 99999999999999999999, X)
%? plus(1, X, 3)
%? plus(a, 1, X)
%? succ(99999999999999999999, X)
%? atom_codes(X, [])
%? atom_chars(X, [])
%? number_codes(X, [])
%? atom_length([], N)
