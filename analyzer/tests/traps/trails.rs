//! Variables bound by builtins and by unifications that fail: who fails behind them undoes all.

use crate::holds;

traps! {
    what_a_catch_leaves_for_who_fails_behind_it:
        ":- entry p(+int). p(N) :- catch(V is N+1,_,true), q(V). q(5).
         :- entry r(+int). r(N) :- N =< 1, !. r(N) :- N > 2, catch(V is N mod N,error(_,_),V=N), N > 5, q(V).
         :- entry s(+int). s(N) :- catch(( V = f(N), W = N ), _, true), u(V,W). u(_,5).
         :- entry c(+int). c(N) :- setup_call_cleanup(true, V is N+1, true), q(V).",
        ["p(3)", "p(4)", "r(0)", "r(3)", "r(7)", "s(1)", "s(5)", "c(3)", "c(4)"];
    choice_points_made_after_costs_that_differ:
        ":- entry c(?,+nat,-,+nat,-,+nat,-,+nat,-). c([],W,W,L,L,U,U,S,S).
         c([C|Cs],W0,W,L0,L,U0,U,S0,S) :- k(C,T), (T == white -> W1 is W0+1 ; W1 is W0), (T == lower -> L1 is L0+1 ; L1 is L0),
             (T == sign -> S1 is S0+1 ; S1 is S0), (T == upper -> U1 is U0+1 ; U1 is U0), c(Cs,W1,W,L1,L,U1,U,S1,S).
         k(95,white) :- !. k(C,sign) :- C >= 33, C =< 64, !. k(C,upper) :- C >= 65, C =< 90, !.
         k(C,sign) :- C >= 91, C =< 96, !. k(C,lower) :- C >= 97, C =< 122, !. k(C,sign) :- C >= 123, C =< 126, !.
         :- entry t(+list(int),-). t(L,N) :- c(L,0,_,0,_,0,_,0,N).",
        ["c([95],0,W,0,L,0,U,0,S)", "c([65,97],0,W,0,L,0,U,0,S)", "t([],N)", "t([95,97,33,65],N)", "t([97,97],N)", "t([0],N)", "t([124,92],N)"];
    builtins_that_bind_several_variables:
        ":- entry f(+atm). f(A) :- f(A,_,_). f(A,N,M) :- f1(A,N,M), fail. f(_,_,_). f1(A,N,M) :- functor(A,N,M).
         :- entry d(+int). d(A) :- d(A,_,_). d(A,Q,R) :- d1(A,Q,R), fail. d(_,_,_). d1(A,Q,R) :- divmod(A,3,Q,R).
         :- entry s(+atm,+atm). s(A,B) :- s(A,B,_,_). s(A,B,L,R) :- s1(A,B,L,R), fail. s(_,_,_,_). s1(A,B,L,R) :- sub_atom(A,0,L,R,B).
         :- entry l(+list(int)). l(L) :- l(L,_). l(L,N) :- l1(L,N), fail. l(_,_). l1(L,N) :- length(L,N).
         :- entry c(+int). c(X) :- c(X,_,_,_). c(X,A,B,C) :- c1(X,A,B,C), fail. c(_,_,_,_). c1(X,A,B,C) :- copy_term(f(X,X,X),f(A,B,C)).",
        ["f(a)", "d(7)", "s('','')", "s(abc,ab)", "s(abc,b)", "l([])", "l([1,2])", "c(1)"];
    every_place_of_an_empty_text:
        ":- entry p(+atm,+atm,-). p(A,B,N) :- findall(I, sub_atom(A,I,_,_,B), Is), n(Is,N). n([],0). n([_|L],N) :- n(L,M), N is M+1.",
        ["p('','',N)", "p(a,a,N)", "p(a,b,N)", "p(aa,a,N)", "p(a,'',N)", "p(abab,ab,N)", "p('',a,N)"];
    builtins_that_have_bound_something_when_they_are_false:
        ":- entry d(+int). d(A) :- d(A,_). d(A,Q) :- divmod(A,5,Q,4), !. d(_,_).
         :- entry e(+int). e(A) :- e(A,_). e(A,Q) :- e1(A,Q), !. e(_,_). e1(A,Q) :- divmod(A,5,Q,4).
         :- entry f(+atm). f(A) :- f(A,_). f(A,N) :- functor(A,N,3), !. f(_,_).
         :- entry g(+int). g(A) :- g(A,_). g(A,Q) :- divmod(A,5,Q,Q), !. g(_,_).",
        ["d(1)", "d(4)", "d(9)", "e(1)", "e(4)", "f(a)", "g(0)", "g(6)", "g(7)"];
    arguments_unified_with_what_is_given:
        ":- entry r(+atm). r(A) :- r1(f(g(_,_,A))). r1(T) :- arg(1,T,g(a,b,c)), fail. r1(_).
         :- entry s(+atm). s(A) :- s1(f(g(_,_,A))). s1(T) :- s2(T), fail. s1(_). s2(T) :- arg(1,T,g(a,b,_)).
         :- entry t(+atm). t(A) :- t1(f(g(A,A,A)),_,_,_). t1(T,X,Y,Z) :- t2(T,X,Y,Z), fail. t1(_,_,_,_). t2(T,X,Y,Z) :- arg(1,T,g(X,Y,Z)).
         :- entry u(+atm). u(A) :- u1(f(g(_,_,A))). u1(T) :- arg(1,T,g(a,b,c)), !. u1(_).",
        ["r(c)", "r(d)", "s(c)", "t(a)", "u(c)", "u(d)"];
    unifications_that_fail_after_some_parts:
        ":- entry p(+int). p(N) :- k(N,T), q(T,f(_,g(_,_),N)). q(T,P) :- T = P, !. q(_,_).
         k(0,f(a,g(b,c),1)) :- !. k(1,f(a,g(b,c),1)) :- !. k(2,f(_,g(b,_),1)) :- !. k(3,f(X,g(X,a),X)) :- !. k(_,b).
         :- entry m(+list(int)). m(L) :- h(L,T), q(T,[_,_,0]). h([],[]). h([X|L],[X|M]) :- h(L,M).
         :- entry v(+list(int)). v(L) :- h(L,T), w(T,[_,_,_|z]). w(T,P) :- w1(T,P), !. w(_,_). w1(T,T).
         :- entry a(+int). a(X) :- nb_setval(k,f(X,X,X)), nb_getval(k,T), b(T,f(_,_,0)). b(T,P) :- T = P, !. b(_,_).
         :- entry c(+int). c(X) :- nb_setval(k,f(X,X,X)), nb_getval(k,T), d(g(T),g(f(_,_,0))). d(T,T) :- !. d(_,_).",
        ["a(0)", "a(1)", "c(0)", "c(1)", "p(0)", "p(1)", "p(2)", "p(3)", "p(4)", "m([])", "m([1])", "m([1,2,3])", "m([1,2,0])", "v([1])", "v([1,2,3])"];
}
