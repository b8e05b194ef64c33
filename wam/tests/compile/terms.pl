% Structures in heads, breadth first; voids; literals.
deep(f(g(X, h(_, Y)), [1, 2, X], Z), Z, Y).
floats(1.5, f(2.5, 0x1000000000000000, 123456789012345678901234567890), -0.0).
long([a, b, c, d, e, f, g, h]).
pairs([k(1), k(2), k(3)], "ab").
same(X, X, f(X)).

% Structures in bodies, bottom up.
build(X, Y) :- p(f(X, g(Y, [Z, Y|T]), 1.5), [a, b, c|T], Z).
tower(X) :- p(1 + 2 + 3 + X, s(s(s(X)))).
swap(A, B, C) :- p(C, A, B).
swap2(A, B) :- p(B, A).
both(A, B) :- p(f(B), A), q(A).
new :- p(X, Y, X, f(Y, _, _, Z), Z).

% Unification goals.
u1(X, Y) :- X = Y.
u2(X, Y) :- X = f(Y, Z), q(Z).
u3(Y) :- X = f(Y, Y), q(X, X).
u4(X) :- f(X, Y, b) = f(a, Z, W), q(Y, Z, W).
u5 :- f(_) = g(_), q.
u6(X) :- X = f(X).
u7 :- X = f(X), q(X).
u8(_) :- Y = Z, Z = 1, q(Y).

% Arithmetic.
a1(X, Y, Z) :- Z is X * Y + 3 - (X // 2) mod 7.
a2(X, Y) :- Y is -X ** 2 + sqrt(X) / pi.
a3(X) :- X is 5.
a4(X, Y) :- X is Y.
a5(X, Y) :- X =:= Y + 1, 3 < X, X =< 1000000, Y > 1.5, 2 =\= X.
a6(X) :- 3 is X + foo(1).
a7(X, Y) :- Y is max(X, 1) - 1, Y >= 0.
a8(X) :- Y is X + 1, Z is Y * 2, p(Z, Y, X).
