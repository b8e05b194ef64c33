//! Terms with holes unified with terms that are known by their type only: parts told apart by case, choices made for each
//! solution of a call, lists of unbound elements, cyclic terms.

use crate::{claims_of, holds};

traps! {
    a_list_with_a_hole_in_a_list:
        ":- entry drain(+list(int)). drain([]). drain(L) :- sel(L,_,R), drain(R).
            sel(L,X,R) :- app(A,[X|B],L), app(A,B,R). app([],Y,Y). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).",
        ["drain([])", "drain([1])", "drain([1,2])", "drain([1,1,1])", "drain([1,2,3,4])"];
    sorted_lists_unified_with_what_is_known:
        ":- entry r(+list(int)). r(L) :- sort(L,[X|T]), w(X,T). r(L) :- msort(L,[_,_|T]), w(1,T). r(L) :- sort(L,[1|_]).
            :- entry s(+list(int), +list(int)). s(L,M) :- sort(L,M). s(L,M) :- msort(L,M), w(1,M). s(L,[X|M]) :- sort(L,[X|M]), w(X,M).
            :- entry k(+list(int)). k(L) :- p(L,K), keysort(K,[_-B|T]), p(M,T), w(B,M). p([],[]). p([X|L],[X-X|K]) :- p(L,K).
            w(1,[]). w(_,[_|T]) :- w(2,T).",
        ["r([])", "r([1])", "r([2,1,2])", "r([3,3,3,1])", "s([2,1],[1,2])", "s([1,1],[1])", "s([],[])", "s([1],[])", "s([2,2,1],[1,2,2])",
            "k([])", "k([1])", "k([2,1])", "k([2,2,1,1])"];
    an_order_that_is_known_already:
        ":- entry c(+int, +int). c(X,Y) :- compare(<,X,Y). c(X,Y) :- compare(O,X,Y), d(O,X,Y). c(X,Y) :- O = (=), compare(O,X,Y), !. c(_,_).
            d(>,X,Y) :- X > Y. d(=,X,X). d(O,X,Y) :- compare(O,Y,X).",
        ["c(1,2)", "c(2,1)", "c(1,1)", "c(-3,0)"];
    variables_of_a_term_unified_with_what_is_known:
        ":- entry v(+). v(X) :- term_variables(f(A,X,B), [C|T]), A = 1, u(C,T), B = 2. v(X) :- term_variables(f(A,X), [A]). v(X) :- term_variables(X, [_|_]).
            u(1,[_]). u(X,[_|_]) :- X == 1.",
        ["v(1)", "v(a)", "v(f(a,b))"];
    permutations_by_append:
        ":- entry perm(+list(int), -). perm([],[]). perm(L,[X|P]) :- app(A,[X|B],L), app(A,B,R), perm(R,P).
            app([],Y,Y). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).",
        ["perm([], P)", "perm([1,2,3], P)", "perm([1,1], P)"];
    parts_of_lists_by_append:
        ":- entry sub(+list(int), +list(int)). sub(X,Y) :- app(P,_,Y), app(_,X,P).
            :- entry pre(-, +list(int)). pre(X,Y) :- app(_,Z,Y), app(X,_,Z), \\+ X = [].
            app([],Y,Y). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).",
        ["sub([1], [1,2,1])", "sub([], [])", "sub([], [1,2])", "pre(X, [1,2,3])", "pre(X, [])"];
    choices_of_calls_whose_first_solution_is_taken:
        ":- entry f(+list(int), -). f(L,R) :- app(A,[_|B],L), app(B,A,R), !. f(L,L).
            :- entry g(+list(int), -). g(L,R) :- app(A,[X|B],L), X > 1, !, app(A,B,R). g(_,[]).
            app([],Y,Y). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).",
        ["f([1,2], R)", "f([], R)", "g([0,1,2,3], R)", "g([0], R)", "g([], R)"];
    a_hole_that_occurs_twice:
        ":- entry r(+list(int)). r(L) :- s([X,X|_], L). s(Y,Y).
            :- entry t(+). t(X) :- s(f(Y,Y,g(Z,Y)), X), s(Z,a).",
        ["r([1,1])", "r([1,2])", "r([1])", "r([1,1,2])", "t(f(a,a,g(a,a)))", "t(f(a,b,g(a,a)))", "t(f(a,a,g(b,a)))", "t(h)"];
    holes_shared_between_arguments:
        ":- entry r(+list(int), +list(int)). r(L,M) :- s(p([X|T],X), p(L,Y)), s([Y|T], M). s(Z,Z).",
        ["r([1,2], [1,2])", "r([1,2], [2,2])", "r([], [])", "r([1], [1])"];
    holes_that_earlier_bindings_made_one:
        ":- entry r(+list(int)). r(L) :- X = Y, s([X,Y|T], L), w(T). s(Z,Z). w([]). w([_|_]).",
        ["r([1,1])", "r([1,2])", "r([1,1,3])", "r([])"];
    holes_bound_and_unbound_by_backtracking:
        ":- entry r(+list(int)). r(L) :- p([X|T], L, X), T = []. r(L) :- p(T, L, _), T = [_,_].
            p(Y,Y,1). p(Y,Y,2). p([_|Y],[_,_|Y],_).",
        ["r([1])", "r([2,3])", "r([])", "r([1,2,3])"];
    holes_bound_before_a_cut:
        ":- entry r(+list(int)). r(L) :- q([X|T], L), !, w(X,T). r(_). q(Y,Y) :- Y = [1|_]. q(Y,Y).
            w(1,[]). w(_,[_|T]) :- w(2,T).",
        ["r([1])", "r([2,3])", "r([])", "r([1,2,3])"];
    holes_in_terms_of_a_declared_type:
        ":- regtype t/1. t(l). t(n(L,X,R)) :- t(L), int(X), t(R).
            :- entry r(+t). r(T) :- s(n(n(A,X,l),Y,B), T), X = Y, w(A), w(B). r(_). s(Z,Z). w(l). w(n(L,_,R)) :- w(L), w(R).",
        ["r(n(n(l,1,l),1,l))", "r(n(n(l,1,l),2,l))", "r(l)", "r(n(l,1,n(l,2,l)))", "r(n(n(n(l,3,l),1,l),1,n(l,0,l)))"];
    holes_in_terms_of_types_that_are_one_of_several:
        ":- regtype t/1. t(X) :- u(X). t(f(X,Y)) :- atm(X), atm(Y). :- regtype u/1. u(f(X,Y)) :- int(X), u(Y). u(l).
            :- entry r(+t). r(T) :- q(T, f(X,Y)), w(X,Y). r(_). q(T,T). q(_,f(a,b)). w(X,Y) :- integer(X), !, v(Y). w(_,_).
            v(f(_,Y)) :- v(Y). v(l).",
        ["r(f(1,f(2,l)))", "r(f(a,b))", "r(l)", "r(f(1,l))"];
    holes_in_many_places:
        ":- entry r(+list(int)). r(L) :- s([_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_,_|T], L), w(T). r(_).
            s(Z,Z). w([]). w([_|T]) :- w(T).",
        ["r([1,2,3])", "r([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18])",
            "r([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20])"];
    holes_unified_with_anything:
        ":- entry r(?). r(L) :- s(f([X|T],X,a), L), w(T), X = b. r(_). s(Z,Z). w([]). w([_|T]) :- nonvar(T), w(T).",
        ["r(f([b],X,Y))", "r(f(L,L,a))", "r(f(T,b,Y))", "r(X)", "r(f([X,Y|T],Z,a))", "r(f(A,A,A))", "r(f(T,Z,T))"];
    lists_of_unbound_elements:
        ":- regtype p/1. p(z). p(s(X)) :- p(X).
            :- entry go(+p). go(N) :- mk(N,L), cut(L). mk(z,[]). mk(s(X),[_|T]) :- mk(X,T).
            cut([]). cut(L) :- app(_,[_|B],L), cut(B). app([],Y,Y). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).",
        ["go(z)", "go(s(z))", "go(s(s(s(z))))"];
    elements_bound_by_a_call:
        ":- entry r. r :- p([_,_,_,_,_,_,_,_,_]). p(L) :- q(L), s(L). q([a|_]). s([b|_]). s([_|_]). s([]).
            :- entry t. t :- u([_,_,_,_,_,_,_,_,_]). u(L) :- v(L), w(L). v(_). v([X|_]) :- w([X]). w([a|_]). w([_|_]).",
        ["r", "t"];
    elements_bound_and_unbound:
        ":- entry r. r :- p([_,_,_,_,_,_,_,_,_]). p([X,Y|_]) :- q(X), X = Y, q(Y). p(_). q(a). q(b).",
        ["r"];
    elements_shared_with_the_rest:
        ":- regtype p/1. p(z). p(s(X)) :- p(X).
            :- entry r(+p). r(N) :- mk(N,X,L), same(L), w(X). mk(z,_,[]). mk(s(N),X,[X|T]) :- mk(N,X,T).
            same([]). same([X|T]) :- X = c, same(T). w(c). w(X) :- X = d.",
        ["r(z)", "r(s(z))", "r(s(s(z)))"];
    lists_that_end_in_a_variable:
        ":- entry r(+list(int)). r(L) :- c(L,D,T), T = [0], w(D), c(L,E,E2), w2(E), E2 = []. c([],T,T). c([X|L],[X|D],T) :- c(L,D,T).
            w([]). w([_|T]) :- w(T). w2(T) :- var(T), !. w2([_|T]) :- w2(T).",
        ["r([])", "r([1,2])"];
    a_term_that_holds_itself:
        ":- entry t. t :- eq(X,f(X)), !. t :- t. eq(X,X).
            :- entry q. q :- X = f(0,f(1,X)), Y = f(0,f(1,f(0,f(1,Y)))), X = Y.
            :- entry u. u :- X = [a|X], is(X). u. is(X) :- acyclic_term(X). is(X) :- X = [Y|Z], Y == a, Z = X, \\+ Z = [b|_].",
        ["t", "q", "u"];
    a_term_that_may_hold_itself:
        ":- entry r(?, ?). r(X,Y) :- X = g(Y), Y = h(X). r(X,Y) :- s(X,Y), s(Y,X), s(f(X),X). r(_,_). s(X,X). s(X,f(X)).",
        ["r(X, Y)", "r(X, X)", "r(g(h(a)), Y)", "r(a, b)", "r(f(X), X)"];
    recursion_over_a_term_that_holds_itself:
        ":- entry t(+nat). t(N) :- X = [a|X], n(N,X). n(N,[_|T]) :- N > 0, M is N-1, n(M,T). n(0,_).
            :- entry u. u :- X = [a|X], w(X). w([]). w([_|T]) :- w(T).",
        ["t(0)", "t(3)", "u"];
    what_unifying_with_holes_has_bound_is_undone:
        ":- entry r(+list(int)). r(L) :- p(L, [_,_|_]), fail. r(L) :- p(L, [_|T]), p(T, [_|_]), fail. r(_). p(X,X). p([_|X],X).",
        ["r([])", "r([1])", "r([1,2])", "r([1,2,3])"];
    queues_that_go_round:
        ":- entry jj(+nat, +nat). jj(N,K) :- j(N,K,1). :- entry j(+nat, +nat, -). j(N,K,X) :- N >= 1, K >= 1, fill(1,N,F,B), leave(N,K,F-B,X).
            fill(I,N,B,B) :- I > N, !. fill(I,N,[I|F],B) :- J is I+1, fill(J,N,F,B).
            leave(1,_,[X|_]-_,X) :- !. leave(N,K,Q,X) :- rot(K,Q,[_|F]-B), M is N-1, leave(M,K,F-B,X).
            rot(1,Q,Q) :- !. rot(K,[X|F]-[X|B],Q) :- J is K-1, rot(J,F-B,Q).",
        ["j(0,1,X)", "j(1,0,X)", "j(1,1,X)", "j(1,4,X)", "j(5,2,X)", "jj(5,9)", "jj(1,1)", "j(4,1,X)"];
    queues_that_go_round_and_may_be_empty:
        ":- entry j(+list(int), +int, -). j(L,K,X) :- mk(L,F,B), rot(K,F-B,X).
            :- entry jj(+list(int), +int). jj(L,K) :- j(L,K,[2|_]-_). :- entry ii(+list(int), +nat). ii(L,K) :- i(L,K,3).
            :- entry i(+list(int), +nat, -). i(L,K,X) :- mk(L,F,B), rot(K,F-B,[X|_]-_).
            :- entry h(+list(int), +nat, -). h(L,K,X) :- mk(L,F,B), rot(K,F-B,[X|T]-[y|T]).
            mk([],B,B). mk([X|L],[X|F],B) :- mk(L,F,B).
            rot(0,Q,Q) :- !. rot(K,[X|F]-[X|B],Q) :- K > 0, J is K-1, rot(J,F-B,Q).",
        ["j([],0,X)", "j([],3,X)", "j([1],-2,X)", "jj([1,2],5)", "jj([],0)", "i([],0,X)", "i([],2,X)", "ii([4],0)", "ii([3],1)", "i([4,5],3,X)",
            "h([],0,X)", "h([],1,X)", "h([3],0,X)", "h([1,2],2,X)"];
    a_queue_that_goes_round_more_than_once:
        ":- entry r(+list(int), +nat, -, -). r(L,N,X,Y) :- mk(L,F,B), rot(N,F-B,X), rot(1,F-B,Y), w(X), w(Y).
            :- entry s(+list(int), +nat, -). s(L,N,X) :- mk(L,F,B), rot(N,F-B,C-D), rot(N,C-D,X), rot(N,F-B,X).
            :- entry t(+list(int), +nat). t(L,N) :- mk(L,F,B), ( rot(N,F-B,Q), w(Q), fail ; B = [], w(F-B) ).
            mk([],B,B). mk([X|L],[X|F],B) :- mk(L,F,B). w(_-E) :- E = []. w([_|F]-_) :- w2(F). w2(F) :- var(F), !. w2([_|F]) :- w2(F). w2([]).
            rot(0,Q,Q) :- !. rot(K,[X|F]-[X|B],Q) :- J is K-1, rot(J,F-B,Q).",
        ["r([1,2],1,X,Y)", "r([1,1],1,X,Y)", "r([],0,X,Y)", "r([1],2,X,Y)", "s([1,2],2,X)", "s([1],1,X)", "s([],0,X)", "t([],0)", "t([1,2,3],2)"];
    a_queue_whose_end_is_bound_elsewhere:
        ":- entry r(+list(int), +nat, -). r(L,N,X) :- mk(L,F,B), B = [z|E], rot(N,F-B,C-D), D = [y|_], E = [_|X], rot(1,C-D,_).
            :- entry s(+list(int), +list(int), +nat). s(L,M,N) :- mk(L,F,B), mk(M,G,B), rot(N,F-B,_-X), rot(1,G-B,_-Y), w(X,Y).
            :- entry t(+list(int), +nat). t(L,N) :- mk(L,F,B), q(N,p(F,B,B)). q(0,p(_,B,C)) :- !, B = [1], C = [_|D], D = [].
            q(N,p([X|F],[X|B],C)) :- N > 0, M is N-1, q(M,p(F,B,C)).
            mk([],B,B). mk([X|L],[X|F],B) :- mk(L,F,B). w(X,Y) :- X == Y, !. w([],_). w(_,[]).
            rot(0,Q,Q) :- !. rot(K,[X|F]-[X|B],Q) :- K > 0, J is K-1, rot(J,F-B,Q).",
        ["r([1],1,X)", "r([],0,X)", "r([1,2],0,X)", "r([],3,X)", "s([1],[1],1)", "s([1],[2],2)", "s([],[],0)", "s([1,2],[1],2)",
            "t([],0)", "t([1],0)", "t([1],1)", "t([1,2,1],3)"];
    queues_of_unbound_elements:
        ":- entry r(+nat, +nat). r(N,K) :- mk(N,F,B,V), rot(K,F-B,C-D), b(V), D = [], w(C).
            :- entry s(+nat, +nat). s(N,K) :- mk(N,F,B,V), b(V), rot(K,F-B,C-D), D = [], w(C).
            :- entry t(+nat, +nat). t(N,K) :- mk(N,F,B,_), rot(K,F-B,C-D), b(C), D = [], w(F), u(F).
            :- entry v(+nat). v(N) :- mk(N,F,B,[X|_]), B = [X|E], k(F,E), x(X). v(_). k([a|_],E) :- E = []. k(_,[_]). x(a). x(b) :- fail.
            mk(0,B,B,[]) :- !. mk(N,[X|F],B,[X|V]) :- N > 0, M is N-1, mk(M,F,B,V). b(L) :- var(L), !. b([]). b([a|L]) :- b(L).
            w([]). w([X|L]) :- var(X), !, w(L). w([a|L]) :- w(L). u([]). u([b|_]) :- !. u([_|L]) :- u(L).
            rot(0,Q,Q) :- !. rot(K,[X|F]-[X|B],Q) :- K > 0, J is K-1, rot(J,F-B,Q).",
        ["r(0,0)", "r(0,2)", "r(2,0)", "r(3,2)", "r(2,5)", "s(0,1)", "s(3,2)", "t(0,0)", "t(0,2)", "t(2,1)", "t(2,3)", "v(0)", "v(1)", "v(3)"];
    an_end_that_is_an_element_of_its_list:
        ":- entry r(+list(int), +nat). r(L,N) :- mk(L,F,B), C = [B|F], s(N,C-B), !. r(_,_). s(0,[X|_]-Y) :- X == Y, !, X = [].
            s(N,[_,_|F]-B) :- N > 0, M is N-1, s(M,[B|F]-B). mk([],B,B). mk([X|L],[X|F],B) :- mk(L,F,B).
            :- entry t(+nat). t(N) :- g(N,F,B), w(F-B), B = [x|_], y(F). g(0,B,B) :- !. g(N,[B|F],B) :- M is N-1, g(M,F,B).
            w([X|_]-B) :- X == B, !. w(_). y([]). y([X|_]) :- nonvar(X), !. y([_|F]) :- y(F).",
        ["r([],0)", "r([1],0)", "r([1],1)", "r([1,2,3],2)", "t(0)", "t(1)", "t(3)"];
    outputs_called_with_the_beginning_of_a_list:
        ":- entry b(+list(int), -). b(L,T) :- n(L,N), t(N,L,[],T). n([],0). n([_|L],N) :- n(L,M), N is M+1.
            :- entry a(+int, +list(int), -, -). a(N,L,R,T) :- t(N,L,R,T), !. a(_,_,_,_).
            :- entry c(+nat, +list(int)). c(N,L) :- t(N,L,[X,Y|R],T), X < Y, w(R), w(T). c(_,[]).
            :- entry be(+list(int)). be(L) :- b(L,e). :- entry ae(+int, +list(int), -). ae(N,L,R) :- a(N,L,R,e).
            :- entry ar(+int, +list(int), +list(int), -). ar(N,L,R,T) :- a(N,L,R,T).
            w([]). w([_|L]) :- w(L). w(e). w(f(_,_,B)) :- w(B).
            t(0,L,L,e) :- !. t(N,L0,L,f(A,X,B)) :- N > 0, NA is (N-1)//2, NB is N-1-NA, t(NA,L0,[X|L1],A), t(NB,L1,L,B).",
        ["b([],T)", "b([1],T)", "b([1,2,3,4,5,6],T)", "be([1,2])", "be([])", "a(-1,[],R,T)", "a(0,[],R,T)", "a(3,[1],R,T)", "ar(2,[1,2,3],[3],T)",
            "ar(2,[1,2,3],[4],T)", "ae(4,[1,2,3,4,5],R)", "ae(0,[1],R)", "c(0,[1,2])", "c(0,[2])", "c(2,[1,2,3,4])", "c(2,[1,2,4,3])", "c(1,[])"];
    outputs_called_with_the_beginning_of_a_list_that_is_too_short:
        ":- entry b(+list(int), +nat, -). b(L,N,T) :- t(N,L,[],T).
            t(0,L,L,e) :- !. t(N,L0,L,f(A,X,B)) :- NA is (N-1)//2, NB is N-1-NA, t(NA,L0,[X|L1],A), t(NB,L1,L,B).
            :- entry px(+nat, +list(int), +int, -). px(N,L,X,R) :- p(N,L,X,R).
            :- entry p(+nat, +list(int), -, -). p(N,L,X,R) :- d(N,L,[X|R]). d(0,L,L) :- !. d(N,[_|L],R) :- M is N-1, d(M,L,R).
            :- entry q(+int, +list(int)). q(N,L) :- d(N,L,[X,X|R]), q(N,R). q(_,[]).",
        ["b([],0,T)", "b([1,2,3],3,T)", "p(0,[],X,R)", "p(1,[1],X,R)", "p(0,[1],X,R)", "px(2,[1,2,3,4],3,R)", "px(2,[1,2,3,4],4,R)", "q(0,[1,1])", "q(0,[1,2])",
            "q(1,[3,1,1,3,2,2])", "q(-1,[1])", "q(2,[])"];
    sorting_by_difference_lists_in_pairs:
        ":- entry qs(+list(int), -). qs(L,S) :- q(L,S-[]).
            :- entry qg(+list(int), +list(int)). qg(L,S) :- qs(L,S). :- entry qp(+list(int)). qp(L) :- qs(L,[2|_]).
            :- entry qx(+list(int), +int). qx(L,Y) :- qt(L,Y,[2,1|_]).
            :- entry qt(+list(int), +int, -). qt(L,Y,S) :- q(L,S-[Y|T]), T = [0]. qt(L,_,S) :- q(L,S-S).
            q([],T-T). q([X|L],S-T) :- p(L,X,A,B), q(A,S-[X|M]), q(B,M-T).
            p([],_,[],[]). p([Y|L],X,[Y|A],B) :- Y =< X, !, p(L,X,A,B). p([Y|L],X,A,[Y|B]) :- p(L,X,A,B).",
        ["qs([],S)", "qs([2,1,3,1],S)", "qg([2,1],[1,2])", "qg([2,1],[2,1])", "qp([2,1])", "qp([2,3])", "qt([],1,S)", "qt([3,1,2],0,S)", "qx([2],1)", "qx([],1)"];
    three_difference_lists_in_a_record:
        ":- entry d(+list(int), -). d(L,R) :- f(L,b(R,W,W,Z,Z,[])).
            :- entry dp(+list(int)). dp(L) :- d(L,[1|_]).
            :- entry e(+list(int), -). e(L,R) :- f(L,b(R,R,R,_,_,[])). e(L,R) :- f(L,b(R,W,W,Z,W,Z)).
            f([],b(R,R,W,W,B,B)). f([X|L],b([X|R],R1,W,W1,B,B1)) :- X < 0, !, f(L,b(R,R1,W,W1,B,B1)).
            f([X|L],b(R,R1,[X|W],W1,B,B1)) :- X =:= 0, !, f(L,b(R,R1,W,W1,B,B1)). f([X|L],b(R,R1,W,W1,[X|B],B1)) :- f(L,b(R,R1,W,W1,B,B1)).",
        ["d([],R)", "d([0,-1,2,0,1],R)", "dp([1,0])", "dp([1])", "e([],R)", "e([1],R)", "e([0,0],R)", "e([-1,0],R)"];
    a_queue_that_is_filled_and_emptied:
        ":- entry sg(+list(int), +list(int)). sg(L,R) :- s(L,R). :- entry s(+list(int), -). s(L,R) :- r(L,Q-Q,R). r([],_,[]). r([X|L],Q0,[Y|R]) :- put(X,Q0,Q1), put(X,Q1,Q2), get(Y,Q2,Q3), r(L,Q3,R).
            :- entry t(+list(int), -). t(L,R) :- r2(L,Q-Q,R). r2([],_,[]). r2([X|L],Q0,[Y|R]) :- X > 0, !, get(Y,Q0,Q1), r2(L,Q1,R).
            r2([X|L],Q0,R) :- put(X,Q0,Q1), r2(L,Q1,R). put(X,F-[X|B],F-B). get(X,[X|F]-B,F-B).",
        ["s([],R)", "s([1,2,3],R)", "sg([1,2],[1,1])", "sg([1],[2])", "t([0,1],R)", "t([1,0],R)", "t([1,2,3,0,0,0,0],R)", "t([0,1,1,0,2],R)"];
    a_walk_by_levels:
        ":- regtype t/1. t(l). t(n(L,X,R)) :- t(L), int(X), t(R).
            :- entry bg(+t, +list(int)). bg(T,L) :- b(T,L).
            :- entry b(+t, -). b(T,L) :- g(1,[T|E]-E,L). g(0,_,[]) :- !. g(K,[l|Q]-E,L) :- !, J is K-1, g(J,Q-E,L).
            g(K,[n(A,X,B)|Q]-[A,B|E],[X|L]) :- J is K+1, g(J,Q-E,L).
            :- entry c(+t, -). c(T,L) :- h([T|E]-E,L). h(Q-E,[]) :- Q == E, !. h([l|Q]-E,L) :- h(Q-E,L). h([n(A,X,B)|Q]-[A,B|E],[X|L]) :- h(Q-E,L).",
        ["b(l,L)", "b(n(n(l,1,l),2,n(l,3,l)),L)", "bg(n(l,1,l),[2])", "bg(n(l,1,l),[1])", "c(l,L)", "c(n(n(l,1,l),2,n(l,3,l)),L)"];
    many_ways_to_be_anything:
        ":- entry z(-,-,-,-). z(A,B,C,D) :- n(A,B), n(B,C), n(C,D), e(A,D).
            n(a,b). n(b,a). n(b,c). n(c,b). n(c,d). n(d,c). e(X,X).
            :- entry y(?,?). y(A,B) :- n(A,B), n(B,A).",
        ["z(A,B,C,D)", "y(X,Y)", "y(a,b)", "y(X,X)", "y(f(X),X)"];
}

const APPEND: &str = "app([],Y,Y). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).";

/// Upper bounds of steps at a size, of a text with one entry.
fn steps_at(text: &str, sizes: &[i64]) -> Vec<String> {
    claims_of(text).upper_at("steps", sizes, i64::MAX)
}

#[test]
fn what_is_written_with_append_has_a_bound() {
    let of = |text: &str, sizes: &[i64]| steps_at(&format!("{text} {APPEND}"), sizes);
    assert_eq!(of(":- entry sub(-, +list). sub(X,Y) :- app(_,Z,Y), app(X,_,Z).", &[3]), ["x^2 + 4*x + 3"]);
    let drain =
        ":- entry drain(+list). drain([]). drain(L) :- sel(L,_,R), drain(R). sel(L,X,R) :- app(A,[X|B],L), app(A,B,R).";
    assert_ne!(of(drain, &[3]), Vec::<String>::new());
    let perm = ":- entry perm(+list, -). perm([],[]). perm(L,[X|P]) :- app(A,[X|B],L), app(A,B,R), perm(R,P).";
    assert_ne!(of(perm, &[3]), Vec::<String>::new());
}

#[test]
fn a_hole_in_a_term_leaves_its_size_known() {
    let half = ":- regtype p/1. p(z). p(s(X)) :- p(X). :- entry half(+p, -). \
                half(X,z) :- eq(X,z). half(X,s(Y)) :- eq(X,s(s(Z))), half(Z,Y). eq(X,X).";
    assert_ne!(steps_at(half, &[5]), Vec::<String>::new());
}

#[test]
fn what_holds_itself_is_in_the_way_of_no_other_bound() {
    assert_eq!(steps_at(":- entry t. t :- eq(X,f(X)), !. t :- t. eq(X,X).", &[]), ["2"]);
    assert_eq!(steps_at(":- entry u. u :- X = [a|X], w(X). w([]). w([_|T]) :- w(T).", &[]), Vec::<String>::new());
}

#[test]
fn many_paths_that_meet_are_one() {
    let facts: String = (0..12).map(|at| format!("n(a{at},a{}). ", (at + 1) % 12)).collect();
    let text = format!(":- entry y(?, ?). y(A,B) :- n(A,B), n(B,A). {facts}");
    assert_ne!(steps_at(&text, &[]), Vec::<String>::new());
}
