% reducer:  the factorial of six by reduction of combinators.
% origin:   Turner's combinators (1979) with tree reduction in normal order
% stresses: building and matching of structures, deep recursion, first-argument indexing
% repeat:   10000

:- op(400, yfx, @@).
top :- result(_).

check :- result(R), R == 720.

result(R) :-
    factorial(F),
    compiled(F, C),
    reduce(C @@ 6, R).

% Terms: lambda(V, Body), F @@ A, atoms, integers.
factorial(y @@ lambda(f, lambda(n, if @@ (eq @@ n @@ 0) @@ 1 @@ (mul @@ n @@ (f @@ (sub @@ n @@ 1)))))).

compiled(lambda(V, Body), C) :-
    !,
    compiled(Body, B),
    abstracted(B, V, C).
compiled(F @@ A, G @@ B) :-
    !,
    compiled(F, G),
    compiled(A, B).
compiled(X, X).

abstracted(V, V, i) :- !.
abstracted(F @@ A, V, C) :-
    occurs(V, F @@ A),
    !,
    abstracted(F, V, CF),
    abstracted(A, V, CA),
    simplified(CF, CA, C).
abstracted(X, _, k @@ X).

occurs(V, V) :- !.
occurs(V, F @@ A) :- ( occurs(V, F) -> true ; occurs(V, A) ).

simplified(k @@ F, i, F) :- !.
simplified(k @@ F, G, b @@ F @@ G) :- !.
simplified(F, k @@ G, c @@ F @@ G) :- !.
simplified(F, G, s @@ F @@ G).

% reduce(Term, Value): to head normal form, along the spine with the arguments on a stack.
reduce(T, V) :- spine(T, [], V).

spine(F @@ A, As, V) :- !, spine(F, [A|As], V).
spine(C, As, V) :- step(C, As, T, Bs), !, spine(T, Bs, V).
spine(C, As, V) :- applied(As, C, V).

applied([], V, V).
applied([A|As], F, V) :- applied(As, F @@ A, V).

step(s, [F, G, X|As], F, [X, G @@ X|As]).
step(k, [X, _|As], X, As).
step(i, [X|As], X, As).
step(b, [F, G, X|As], F, [G @@ X|As]).
step(c, [F, G, X|As], F, [X, G|As]).
step(y, [F|As], F, [y @@ F|As]).
step(if, [C, A, B|As], T, As) :- reduce(C, V), choice(V, A, B, T).
step(eq, [X, Y|As], V, As) :- reduce(X, M), reduce(Y, N), ( M =:= N -> V = true ; V = false ).
step(mul, [X, Y|As], V, As) :- reduce(X, M), reduce(Y, N), V is M * N.
step(sub, [X, Y|As], V, As) :- reduce(X, M), reduce(Y, N), V is M - N.

choice(true, A, _, A).
choice(false, _, B, B).
