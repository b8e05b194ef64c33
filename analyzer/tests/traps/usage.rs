//! Types from use: every ground term with foreign leaves, and types of the class alone. Foreign elements, partial terms,
//! integers below zero, and what the else part of a condition gets.

use crate::holds;

traps! {
    a_list_that_ends_in_anything:
        ":- entry l(+). l([]) :- !. l(X) :- t(X,T), l(T). t([],[]). t([_|T],T).",
        ["l([a,b])", "l([])", "l([a|b])", "l(f(a))", "l(3)", "l([a|3])"];
    a_tail_of_nothing_is_nothing:
        ":- entry l(+, -). l([],a). l(X,Y) :- t(X,T), X \\== T, l(T,Y). t([],[]). t([_|T],T).",
        ["l([a,b], Y)", "l([], Y)", "l([a|b], Y)", "l(b, Y)"];
    what_is_no_list_goes_on_for_ever:
        ":- entry l(+). l([]) :- !. l([_|T]) :- !, l(T). l(X) :- atom(X), !, l(X). l(_).",
        ["l([a,b])", "l([a|b])", "l(b)", "l(3)", "l([a|3])", "l(f(b))"];
    foreign_terms_swing_between_two:
        ":- entry a(+). a(0) :- !. a(s(X)) :- !, a(X). a(X) :- b(X). b(f(_)) :- !. b(X) :- a(X).",
        ["a(0)", "a(s(s(0)))", "a(f(a))", "a(s(f(a)))", "a(s(b))", "a(b)"];
    a_foreign_compound_goes_on_for_ever:
        ":- entry a(+). a(0). a(s(X)) :- a(X). a(X) :- compound(X), X \\= s(_), a(X).",
        ["a(0)", "a(s(s(0)))", "a(s(b))", "a(b)", "a(f(b))", "a(s(f(b)))"];
    a_number_that_is_not_zero_is_a_leaf:
        ":- entry n(+, -). n(0,0). n(s(X),Y) :- n(X,Y). n(X,Y) :- integer(X), X > 0, Z is X-1, n(Z,Y).",
        ["n(0, Y)", "n(s(s(0)), Y)", "n(s(4), Y)", "n(5, Y)", "n(-5, Y)", "n(s(a), Y)"];
    zero_is_no_other_integer:
        ":- entry q(+, +). q(X,Y) :- m(X,Y,_). m(X,0,X). m(0,Y,0) :- !. m(X,Y,Z) :- p(X,A), p(Y,B), m(A,B,Z). p(0,0). p(s(X),X).",
        ["q(0, 0)", "q(s(0), s(s(0)))", "q(s(1), s(0))", "q(1, s(0))", "q(s(s(0)), a)"];
    zero_that_stays_zero:
        ":- entry z(+). z(X) :- p(X,Y), z(Y). p(0,0). p(s(X),X).",
        ["z(0)", "z(s(0))", "z(s(1))", "z(a)"];
    one_that_steps_to_zero:
        ":- entry z(+). z(0). z(X) :- p(X,Y), z(Y). p(1,0). p(0,1) :- fail. p(s(X),X). p(2,2).",
        ["z(0)", "z(1)", "z(s(1))", "z(2)", "z(s(2))", "z(3)"];
    constants_of_a_declared_type:
        ":- regtype t/1. t(0). t(1). t(-2). t(s(X)) :- t(X). :- entry e(+t, -).
            e(0,z). e(1,o). e(-2,m). e(s(X),Y) :- e(X,Y). e(X,Y) :- integer(X), X < 0, Y is X*X.",
        ["e(0, Y)", "e(1, Y)", "e(-2, Y)", "e(s(s(1)), Y)"];
    a_constant_that_is_given_back:
        ":- regtype t/1. t(0). t(s(X)) :- t(X). :- entry e(+t, -). e(X,N) :- q(X,Y), r(Y,N). q(0,0). q(s(X),X). q(s(_),7).
            r(0,0). r(s(X),N) :- r(X,M), N is M+1. r(7,N) :- u(7,N). u(0,0). u(N,M) :- N > 0, K is N-1, u(K,L), M is L+1.",
        ["e(0, Y)", "e(s(0), Y)", "e(s(s(0)), Y)"];
    down_from_any_integer:
        ":- entry d(+). d(X) :- X =< 0. d(X) :- X > 0, Y is X-1, d(Y).",
        ["d(4)", "d(0)", "d(-3)", "d(2.5)", "d(a)"];
    down_to_zero_only:
        ":- entry d(+). d(0). d(X) :- Y is X-1, d(Y).",
        ["d(0)", "d(4)", "d(-1)"];
    down_by_two:
        ":- entry d(+). d(X) :- X =:= 0. d(X) :- X =\\= 0, Y is X-2, d(Y).",
        ["d(0)", "d(4)", "d(3)", "d(-1)"];
    trees_with_foreign_leaves:
        ":- entry t(+, -). t(v,0). t(n(L,R),N) :- t(L,A), t(R,B), N is A+B+1.",
        ["t(v, N)", "t(n(v,v), N)", "t(n(v,w), N)", "t(n(v,n(v,3)), N)", "t(n(v,v,v), N)"];
    what_else_gets:
        ":- entry t(+, -). t(T,N) :- ( T = v -> N = 0 ; T = n(L,R) -> t(L,A), t(R,B), N is A+B ; u(T,N) ). u(T,N) :- ( T = w(X) -> u(X,N) ; N = 1 ).",
        ["t(v, N)", "t(n(v,w(w(a))), N)", "t(w(n(v,v)), N)", "t(w(w(2)), N)"];
    else_that_comes_back:
        ":- entry t(+). t(T) :- ( T = s(X) -> t(X) ; T = 0 -> true ; u(T) ). u(T) :- ( T == 0 -> true ; T = g(_) -> true ; t(T) ).",
        ["t(s(0))", "t(s(g(a)))", "t(s(a))", "t(h(a))"];
    negation_of_a_match:
        ":- entry t(+). t(0). t(X) :- \\+ X = s(_), t(X). t(s(X)) :- t(X).",
        ["t(0)", "t(s(s(0)))", "t(s(a))", "t(a)", "t(f(a))"];
    identity_with_a_foreign_term:
        ":- entry t(+, +). t(s(X),Y) :- X == Y, t(X,X). t(s(X),Y) :- X \\== Y, t(X,Y). t(0,_). t(a,a) :- t(a,a).",
        ["t(s(s(0)), 0)", "t(s(s(a)), b)", "t(a, a)", "t(s(a), a)", "t(s(f(0)), f(0))"];
    functors_of_foreign_terms:
        ":- entry t(+). t(0). t(s(X)) :- t(X). t(X) :- functor(X,f,1), arg(1,X,Y), t(Y).",
        ["t(0)", "t(s(f(0)))", "t(f(f(a)))", "t(f(0,0))"];
    arguments_by_univ:
        ":- entry t(+, -). t(0,[]). t(s(X),L) :- t(X,L). t(X,L) :- X =.. [g|L].",
        ["t(0, L)", "t(s(g(0,0)), L)", "t(s(h(0)), L)", "t(g, L)"];
    foreign_elements_are_unified:
        ":- entry m(+, +). m(X,[X|_]). m(X,[_|T]) :- m(X,T).",
        ["m(a, [b,a])", "m(f(a), [f(a),f(b)|f(a)])", "m(a, a)", "m([], [[],[]])"];
    lists_of_lists_that_are_none:
        ":- entry f(+, -). f([],[]). f([[]|T],R) :- f(T,R). f([[H|T]|U],[H|R]) :- f([T|U],R).",
        ["f([[a],[b,c]], R)", "f([a], R)", "f([[a|b]], R)", "f([[a],b], R)", "f([[],[]|c], R)"];
    a_list_within_itself:
        ":- entry c(+, -). c([],0). c(X,1) :- atomic(X). c([X|Y],N) :- c(X,A), c(Y,B), N is A+B.",
        ["c([], N)", "c([a,[b]], N)", "c([a|b], N)", "c(f(a), N)", "c([f(a)], N)"];
    records_with_foreign_parts:
        ":- entry h(+). h(c(X,Y)) :- f(X), f(Y). f(0). f(s(X)) :- f(X).",
        ["h(c(0,s(0)))", "h(c(a,b))", "h(c(s(a),0))", "h(d)", "h(c(0))"];
    text_and_floats_are_leaves:
        ":- entry t(+). t(1.5) :- !. t(e(X)) :- t(X). t(\"\") :- !. t(X) :- number(X), X > 3, Y is X-1, t(Y).",
        ["t(1.5)", "t(e(7))", "t(e(2.5))", "t(a)", "t(5.25)"];
    what_only_foreign_terms_reach:
        ":- entry t(+, -). t(X,Y) :- k(X,K), u(K,X,Y). k([],e). k([_|_],c). k(X,o) :- X \\= [], X \\= [_|_].
            u(e,_,0). u(c,[_|T],Y) :- t(T,Y). u(o,X,Y) :- u(o,X,Y).",
        ["t([], Y)", "t([a,b], Y)", "t([a|b], Y)", "t(f(a), Y)"];
    a_text_that_is_no_atom:
        ":- entry p(+). p(A) :- atom_codes(A,Cs), up(Cs). up([]). up([C|Cs]) :- C > 96, !, up(Cs). up([_|Cs]) :- up(Cs).",
        ["p(abc)", "p('')", "p(12)", "p(\"xY\")", "p([])"];
    words_of_a_text:
        ":- entry w(+, -). w(T,N) :- split_string(T, \" \", \"\", Ps), n(Ps,0,N). n([],N,N). n([_|Ps],M,N) :- K is M+1, n(Ps,K,N).",
        ["w('a b', N)", "w('', N)", "w(\"a  b c\", N)", "w(17, N)"];
}
