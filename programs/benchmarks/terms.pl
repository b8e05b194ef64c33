% terms:    trees copied by functor/3, arg/3 and =../2, compared and numbered.
% origin:   this suite
% stresses: the builtins that take terms apart and make them, copy_term/2, comparison
% repeat:   6500

top :- result(_).

check :- result(N), N == 253.

result(N) :-
    tree(6, T),
    by_arg(T, A),
    by_univ(A, B),
    copy_term(B, C),
    A == T,
    C \== T,
    nodes(C, N0),
    N is 2 * N0 - 1.

tree(0, _) :- !.
tree(N, n(L, N, R)) :-
    M is N - 1,
    tree(M, L),
    tree(M, R).

by_arg(T, T) :- var(T), !.
by_arg(T, U) :-
    functor(T, F, N),
    functor(U, F, N),
    by_arg(N, T, U).

by_arg(0, _, _) :- !.
by_arg(N, T, U) :-
    arg(N, T, A),
    arg(N, U, B),
    by_arg(A, B),
    M is N - 1,
    by_arg(M, T, U).

by_univ(T, T) :- var(T), !.
by_univ(T, T) :- atomic(T), !.
by_univ(T, U) :-
    T =.. [F|As],
    by_univ_all(As, Bs),
    U =.. [F|Bs].

by_univ_all([], []).
by_univ_all([A|As], [B|Bs]) :-
    by_univ(A, B),
    by_univ_all(As, Bs).

nodes(T, 1) :- var(T), !.
nodes(n(L, _, R), N) :-
    nodes(L, NL),
    nodes(R, NR),
    N is NL + NR + 1.
