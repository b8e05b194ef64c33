%? infer(T) => T = list(pair(int,((a->a)->a->a)))
%? unifier(R) => R = t(f(g(m,k),g(l(k,m),q(k))),g(l(k,m),q(k)),q(k))

% Hindley-Milner type inference for a small lambda calculus using Prolog
% variables, and a unifier over explicit substitution lists.

:- op(400, yfx, @).

type(G, v(X), T) :-
    lookup(X, G, S),
    inst(S, T).
type(_, n(N), int) :- integer(N).
type(_, b(B), bool) :- memberchk(B, [true,false]).
type(G, lam(X, E), (A -> B)) :-
    type([X:mono(A)|G], E, B).
type(G, E1 @ E2, B) :-
    type(G, E1, T),
    type(G, E2, A),
    unify_with_occurs_check(T, (A -> B)).
type(G, let(X, E1, E2), T) :-
    type(G, E1, A),
    type([X:poly(A)|G], E2, T).
type(G, if(C, A, B), T) :-
    type(G, C, bool),
    type(G, A, T),
    type(G, B, T2),
    unify_with_occurs_check(T, T2).

lookup(X, [Y:S|_], S) :- X == Y, !.
lookup(X, [_|G], S) :- lookup(X, G, S).

inst(mono(T), T).
inst(poly(T), T1) :- copy_term(T, T1).

prelude([plus:mono((int -> int -> int)),
         less:mono((int -> int -> bool)),
         cons:poly((A -> list(A) -> list(A))),
         nil:poly(list(_)),
         fst:poly((pair(B,_) -> B)),
         mk:poly((C -> D -> pair(C,D)))]).

term(let(id, lam(x, v(x)),
     let(twice, lam(f, lam(x, v(f) @ (v(f) @ v(x)))),
     let(comp, lam(f, lam(g, lam(x, v(f) @ (v(g) @ v(x))))),
       if(v(twice) @ v(id) @ (v(less) @ n(1) @ n(2)),
          v(cons) @ (v(mk) @ (v(id) @ n(3)) @ (v(comp) @ v(id) @ v(twice))) @ v(nil),
          v(nil)))))).

% names for the type variables left over, numbered by a global variable
name_vars([]).
name_vars([V|Vs]) :-
    b_getval(tyvar, N),
    C is 0'a + N,
    char_code(V, C),
    N1 is N + 1,
    b_setval(tyvar, N1),
    name_vars(Vs).

infer(T) :-
    prelude(G),
    term(E),
    once(type(G, E, T)),
    b_setval(tyvar, 0),
    term_variables(T, Vs),
    name_vars(Vs),
    \+ type(G, lam(x, v(x) @ v(x)), _).

% ---- explicit unification; variables are '$'(Name)
unify([], S, S).
unify([A=B|Es], S0, S) :-
    walk(A, S0, A1),
    walk(B, S0, B1),
    unify1(A1, B1, Es, S0, S).

unify1(A, B, Es, S0, S) :- A == B, !, unify(Es, S0, S).
unify1('$'(X), T, Es, S0, S) :- !,
    \+ occurs(X, T, S0),
    unify(Es, [X/T|S0], S).
unify1(T, '$'(X), Es, S0, S) :- !,
    unify1('$'(X), T, Es, S0, S).
unify1(A, B, Es, S0, S) :-
    functor(A, F, N),
    functor(B, F, N),
    args(N, A, B, Es, Es1),
    unify(Es1, S0, S).

args(0, _, _, Es, Es) :- !.
args(N, A, B, Es0, Es) :-
    arg(N, A, X), arg(N, B, Y),
    M is N-1,
    args(M, A, B, [X=Y|Es0], Es).

walk('$'(X), S, T) :- memberchk(X/T0, S), !, walk(T0, S, T).
walk(T, _, T).

occurs(X, T, S) :-
    walk(T, S, T1),
    (   T1 = '$'(Y)
    ->  X == Y
    ;   compound(T1),
        T1 =.. [_|As],
        member(A, As),
        occurs(X, A, S), !
    ).

resolve(T, S, R) :-
    walk(T, S, T1),
    (   ( atomic(T1) ; T1 = '$'(_) )
    ->  R = T1
    ;   T1 =.. [F|As],
        resolve_all(As, S, Bs),
        R =.. [F|Bs]
    ).
resolve_all([], _, []).
resolve_all([A|As], S, [B|Bs]) :- resolve(A, S, B), resolve_all(As, S, Bs).

unifier(R) :-
    unify(['$'(a) = f('$'(b), '$'(c)),
           '$'(b) = g('$'(d), k),
           h('$'(a), '$'(e), '$'(e)) = h(f(g(m, '$'(x)), '$'(e)), g('$'(y), '$'(z)), '$'(c)),
           '$'(y) = l('$'(x), '$'(d)),
           p('$'(z), '$'(w)) = p('$'(w), q('$'(x)))], [], S),
    resolve(t('$'(a), '$'(e), '$'(w)), S, R),
    !.
