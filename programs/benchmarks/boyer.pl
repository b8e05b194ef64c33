% boyer:    a theorem about implications proved by rewriting with lemmas.
% origin:   Gabriel's boyer, after Boyer and Moore; written for this suite with some sixty lemmas of its own
% stresses: functor/3 and arg/3, lookup of rules by functor, deep recursion, building terms
% repeat:   3

top :- prove.

check :-
    prove,
    rewrite(plus(zero, times(a, zero)), T),
    T == zero.

prove :-
    theorem(T),
    rewrite(T, R),
    tautology(R, [], []).

theorem(implies(and(implies(A, B), and(implies(B, C), and(implies(C, D), implies(D, E)))), implies(A, E))) :-
    A = lessp(plus(x, plus(y, z)), plus(plus(u, v), w)),
    B = equal(append(append(p, q), append(r, nil)), reverse(append(s, t))),
    C = member(x, sort(reverse(append(y, reverse(z))))),
    D = lessp(times(x, plus(y, plus(z, zero))), remainder(u, difference(plus(v, w), v))),
    E = equal(times(plus(a, b), plus(c, d)), length(append(reverse(append(k, l)), cons(m, nil)))).

tautology(T, True, False) :-
    holds(T, True, False, V),
    V = yes.

holds(T, True, _, yes) :- truth(T, True), !.
holds(T, _, False, no) :- falsity(T, False), !.
holds(if(C, A, B), True, False, V) :-
    (   truth(C, True)
    ->  holds(A, True, False, V)
    ;   falsity(C, False)
    ->  holds(B, True, False, V)
    ;   holds(A, [C|True], False, V),
        holds(B, True, [C|False], V)
    ).

truth(t, _) :- !.
truth(T, True) :- known(T, True).

falsity(f, _) :- !.
falsity(T, False) :- known(T, False).

known(T, [U|_]) :- T == U, !.
known(T, [_|Us]) :- known(T, Us).

rewrite(T, T) :- atomic(T), !.
rewrite(Old, New) :-
    functor(Old, F, N),
    functor(Mid, F, N),
    rewrite_args(N, Old, Mid),
    (   lemma(Mid, Next)
    ->  rewrite(Next, New)
    ;   New = Mid
    ).

rewrite_args(0, _, _) :- !.
rewrite_args(N, Old, Mid) :-
    arg(N, Old, A),
    arg(N, Mid, B),
    rewrite(A, B),
    M is N - 1,
    rewrite_args(M, Old, Mid).

% Connectives become conditionals, and conditions of conditions go.
lemma(and(P, Q), if(P, if(Q, t, f), f)).
lemma(or(P, Q), if(P, t, if(Q, t, f))).
lemma(not(P), if(P, f, t)).
lemma(implies(P, Q), if(P, if(Q, t, f), t)).
lemma(iff(P, Q), and(implies(P, Q), implies(Q, P))).
lemma(if(if(A, B, C), D, E), if(A, if(B, D, E), if(C, D, E))).
lemma(boolean(X), or(equal(X, t), equal(X, f))).
lemma(append(nil, X), X).
lemma(append(append(X, Y), Z), append(X, append(Y, Z))).
lemma(assignment(X, append(A, B)), if(assigned(X, A), assignment(X, A), assignment(X, B))).
lemma(compile(F), reverse(codegen(optimise(F), nil))).
lemma(count(X, sort(L)), count(X, L)).
lemma(countps(L, P), countps_loop(L, P, zero)).
lemma(difference(X, X), zero).
lemma(difference(plus(X, Y), X), Y).
lemma(difference(plus(Y, X), X), Y).
lemma(difference(plus(X, Y), plus(X, Z)), difference(Y, Z)).
lemma(divides(X, Y), zerop(remainder(Y, X))).
lemma(equal(X, X), t).
lemma(equal(plus(A, B), zero), and(zerop(A), zerop(B))).
lemma(equal(plus(A, B), plus(A, C)), equal(B, C)).
lemma(equal(zero, difference(X, Y)), not(lessp(Y, X))).
lemma(equal(append(A, B), append(A, C)), equal(B, C)).
lemma(equal(length(X), zero), not(pair(X))).
lemma(even(X), if(zerop(X), t, odd(sub1(X)))).
lemma(exp(I, plus(J, K)), times(exp(I, J), exp(I, K))).
lemma(exp(I, times(J, K)), exp(exp(I, J), K)).
lemma(fact(I), fact_loop(I, one)).
lemma(flatten(node(X, Y)), append(flatten(X), flatten(Y))).
lemma(gcd(X, X), X).
lemma(greaterp(X, Y), lessp(Y, X)).
lemma(intersect(nil, _), nil).
lemma(last(append(A, cons(B, nil))), B) :- atomic(A).
lemma(length(append(A, B)), plus(length(A), length(B))).
lemma(length(reverse(X)), length(X)).
lemma(length(cons(_, X)), add1(length(X))).
lemma(leq(X, Y), not(lessp(Y, X))).
lemma(lessp(plus(X, Y), plus(X, Z)), lessp(Y, Z)).
lemma(lessp(remainder(_, Y), Y), not(zerop(Y))).
lemma(lessp(X, X), f).
lemma(member(X, append(A, B)), or(member(X, A), member(X, B))).
lemma(member(X, reverse(L)), member(X, L)).
lemma(member(X, sort(L)), member(X, L)).
lemma(member(X, intersect(A, B)), and(member(X, A), member(X, B))).
lemma(member(_, nil), f).
lemma(plus(zero, X), X).
lemma(plus(plus(X, Y), Z), plus(X, plus(Y, Z))).
lemma(plus(X, zero), X).
lemma(remainder(X, X), zero).
lemma(remainder(zero, _), zero).
lemma(reverse(append(A, B)), append(reverse(B), reverse(A))).
lemma(reverse(reverse(X)), X).
lemma(reverse(nil), nil).
lemma(times(zero, _), zero).
lemma(times(_, zero), zero).
lemma(times(X, plus(Y, Z)), plus(times(X, Y), times(X, Z))).
lemma(times(plus(X, Y), Z), plus(times(X, Z), times(Y, Z))).
lemma(times(times(X, Y), Z), times(X, times(Y, Z))).
lemma(zerop(zero), t).
lemma(zerop(add1(_)), f).
