% Rules whose heads match: Head, Guard => Body. SWI-Prolog 9.0.4 gives the same answers but where a line says otherwise.
:- dynamic d/1, e/2.
p(1, R) => R = one.
p(f(X), R), X = Y => R = f(X, Y).
p(1.5, R) => R = float.
p(100000000000000000000, R) => R = big.
p([A, [B|C], g(A, _)|D], R) => R = [A, B, C, D].
p(A, R), A == b => R = guard.

% A unification in front of the guard matches as the head does.
q(X) , X = 5 => true.
q(f(_)) => true.
r(X), f(1) = X => true.
s(X, Y), Y = X => true.
t(X, Y), X = f(Y) => true.
u(X, Z), Z > 1, X = 5 => true.
v(X), (X = 1, true), X = 1 => true.
w(X, Z), X = f(Y), Y = 1 => Z = Y.
same(X, X) => true.
deep(X, f(X, g(X))) => true.

len([], N) => N = 0.
len([_|T], N) => len(T, M), N is M + 1.
classify(X, R), integer(X), X < 0 => R = negative.
classify(X, R), integer(X) => R = natural.
classify(X, R), var(X) => R = unbound.
first(1) => fail.
first(_) => true.
several(X, Y), member(X, [a, b]) => member(Y, [1, 2]).
cutting(X, Y) => member(X, [1, 2, 3]), !, Y = X.
zero => true.
second(_, a, R) => R = 1.
second(_, b(X), R) => R = X.
second(X, _, R), atom(X) => R = atom.
d(1) => true.

%? p(1, R) => R = one
%? p(_, R) => error(existence_error(matching_rule,p(_0,_1)))
%? p(f(_), R) => R = f(_0,_0)
%? p(1.5, R) => R = float
%? p(1.0, R) => error(existence_error(matching_rule,p(1.0,_0)))
%? X is 10**20, p(X, R) => X = 100000000000000000000, R = big
%? p([1, [2|3], g(1, _)], R) => R = [1,2,3,[]]
%? p([X, [2|3], g(Y, _)], R) => error(existence_error(matching_rule,p([_0,[2|3],g(_1,_2)],_3)))
%? p([X, [2|3], g(X, _)|T], R) => R = [_0,2,3,_1]
%? p([_|_], R) => error(existence_error(matching_rule,p([_0|_1],_2)))
%? p([1|_], R) => error(existence_error(matching_rule,p([1|_0],_1)))
%? p(b, R) => R = guard
%? p(c, R) => error(existence_error(matching_rule,p(c,_0)))
%? p(1, two) => no
%? q(_) => error(existence_error(matching_rule,q(_0)))
%? q(5) => true
%? q(f(_)) => true
%? r(_) => error(existence_error(matching_rule,r(_0)))
%? r(f(1)) => true
%? r(f(_)) => error(existence_error(matching_rule,r(f(_0))))
%? s(_, 2) => true
%? s(X, 2) => X = 2
%? s(1, 2) => error(existence_error(matching_rule,s(1,2)))
%? t(f(1), 1) => true
%? t(f(1), _) => error(existence_error(matching_rule,t(f(1),_0)))
%? t(_, 1) => error(existence_error(matching_rule,t(_0,1)))
%? u(X, 2) => X = 5
%? v(_) => error(existence_error(matching_rule,v(_0)))
%? v(1) => true
%? w(f(X), Z) => X = 1, Z = 1
%? w(_, _) => error(existence_error(matching_rule,w(_0,_1)))
%? same(_, _) => error(existence_error(matching_rule,same(_0,_1)))
%? same(f(A), f(A)) => true
%? deep(A, f(A, g(A))) => true
%? deep(A, f(A, g(_))) => error(existence_error(matching_rule,deep(_0,f(_0,g(_1)))))
%? X = f(X, g(X)), deep(Y, X) => ball(@(error(existence_error(matching_rule,deep(_1,_0)),context(deep/2,_2)),[_0=f(_0,g(_0))]))
%? len([a,b,c], N) => N = 3
%? len([a|_], N) => error(existence_error(matching_rule,len(_0,_1)))
%? len([a|b], N) => error(existence_error(matching_rule,len(b,_0)))
%? length(L, 1000), len(L, N), L = [] => no
%? length(_L, 1000), len(_L, N) => N = 1000
%? classify(-1, R) => R = negative
%? classify(3, R) => R = natural
%? classify(_, R) => R = unbound
%? classify(a, R) => error(existence_error(matching_rule,classify(a,_0)))
%? first(1) => no
%? first(2) => true
%? several(X, Y) => X = a, Y = 1 ; X = a, Y = 2
%? several(b, Y) => Y = 1 ; Y = 2
%? cutting(X, Y) => X = 1, Y = 1
%? zero => true
%? second(x, a, R) => R = 1
%? second(x, b(7), R) => R = 7
%? second(x, _, R) => R = atom
%? second(1, _, R) => error(existence_error(matching_rule,second(1,_0,_1)))
%? second(1, [_], R) => error(existence_error(matching_rule,second(1,[_0],_1)))
%? catch(p(7, _), error(E, _), true) => E = existence_error(matching_rule,p(7,_0))
%? findall(R, (member(X, [1, f(2), b]), p(X, R)), L) => L = [one,f(2,2),guard]
% Its clauses say what they do: SWI-Prolog leaves out true and the cut where there is no guard.
%? clause(d(X), B) => X = 1, B = true,!,true
%? d(1) => true
%? d(2) => error(existence_error(matching_rule,d(2)))
%? d(_) => error(existence_error(matching_rule,d(_0)))
%? assertz((d(X):-true)) => error(permission_error(assert,procedure,d/1))
%? assertz(d(3)) => error(permission_error(assert,procedure,d/1))
%? assertz((d(2)=>true)), d(2) => true
%? d(3) => error(existence_error(matching_rule,d(3)))
%? retract((d(2):-_)), d(2) => error(existence_error(matching_rule,d(2)))
% SWI-Prolog 9.0.4 takes the comma for the head here.
%? assertz((e(X,Y), number(X), X > 0=>Y = positive)), assertz((e(f(_),Y)=>Y = f)), e(3, A), e(f(1), B) => A = positive, B = f
%? e(a, A) => error(existence_error(matching_rule,e(a,_0)))
%? findall(A, e(1, A), L) => L = [positive]
%? catch(e(-1, _), error(E, _), true) => E = existence_error(matching_rule,e(-1,_0))
%? retractall(e(_, _)), catch(e(1, _), error(E, _), true) => E = existence_error(matching_rule,e(1,_0))
%? assertz(e(1, fact)), e(_, X) => X = fact
%? assertz((user:e2(X)=>X == 1)), e2(1), \+ e2(2) => true
%? predicate_property(p(_, _), ssu) => true
%? predicate_property(d(_), ssu) => true
%? with_output_to(atom(A), listing(classify/2)) => A = 'classify(A, B), integer(A), A<0 =>\n    B=negative.\nclassify(A, B), integer(A) =>\n    B=natural.\nclassify(A, B), var(A) =>\n    B=unbound.\n\n'
%? with_output_to(atom(A), listing(zero/0)) => A = 'zero =>\n    true.\n\n'
%? with_output_to(atom(A), portray_clause((a(X), X > 1=>b, c))) => A = 'a(A), A>1 =>\n    b,\n    c.\n'
%? X = [(a=>b)] => X = [(a=>b)]
%? current_op(P, T, =>) => P = 1200, T = xfx
