% Atoms that are counted.
:- module(gensym, [gensym/2, reset_gensym/1, reset_gensym/0]).

:- dynamic(counter/2).

% gensym(+Base, -Atom): Base1, Base2, and so on.
:- entry gensym(+atm, -).
:- pred gensym(A, B) : (atm(A), var(B)) + cost(lb, steps, 6).
gensym(Base, Atom) :-
    must_be(nonvar, Base),
    ( retract(counter(Base, Last)) -> true ; Last = 0 ),
    N is Last + 1,
    assertz(counter(Base, N)),
    atom_concat(Base, N, Atom).

% reset_gensym(+Base), reset_gensym: counting starts again, for one base or for all.
:- entry reset_gensym(+atm).
:- pred reset_gensym(A) : atm(A) + (not_fails, is_det, cost(exact, steps, 3)).
reset_gensym(Base) :- must_be(nonvar, Base), retractall(counter(Base, _)).

reset_gensym :- retractall(counter(_, _)).
