//! Units of comparisons and unifications, equal and shared terms, lists by the library's predicates, trees.

use crate::{claims_of, holds};

traps! {
    sorted_pairs_whose_keys_are_bound_later: ":- entry v(list(term), -). v(F,R) :- findall(X-Y,member(X-Y,F),L), keysort(L,S), \
        bags(S,R), l(L), l(S). bags([],[]). bags([W-T|P],[W-[T|Ts]|R]) :- bag(P,W,Ts,Q), bags(Q,R). \
        bag([V-T|P],W,[T|Ts],Q) :- V =@= W, !, V = W, bag(P,W,Ts,Q). bag(P,_,[],P). l([]). l([_|T]) :- l(T). \
        :- entry w(list(term), -). w(L,N) :- msort(L,S), u(S,0,N). u([],N,N). u([X|T],I,N) :- X = z, !, J is I+1, u(T,J,N). u([_|T],I,N) :- u(T,I,N).",
        ["v([],R)", "v([a-1,b-2,a-3],R)", "v([A-1,B-2,A-3],R)", "v([f(A)-1,f(B)-2,f(A)-A],R)", "v([A-B,B-A,A-A],R)",
            "w([],N)", "w([A,B,z,A],N)", "w([c,A,f(B),B],N)", "w([A,A,A],N)"];
    bags_by_free_variables: ":- entry e(-, -). e(P,L) :- setof(C, par(P,C), L). par(a,b). par(a,c). par(b,d). par(c,e). par(c,f). \
        :- entry f(-, -). f(P,L) :- bagof(C, par(P,C), L), l(L). l([]). l([_|T]) :- l(T). \
        :- entry g(-, -). g(P,L) :- bagof(X, any(P,X), L). any(a,_). any(_,b). any(f(X),X).",
        ["e(P,L)", "f(P,L)", "g(P,L)"];
    texts_of_what_may_be_a_number: ":- entry fb(+int). fb(N) :- fb(1,N). fb(I,N) :- I > N, !. fb(I,N) :- w(I,W), atom_length(W,_), \
        atom_codes(W,Cs), l(Cs), J is I+1, fb(J,N). w(I,fizz) :- I mod 3 =:= 0, !. w(I,I). l([]). l([_|T]) :- l(T).",
        ["fb(0)", "fb(-3)", "fb(1)", "fb(15)", "fb(120)"];
    texts_of_anything: ":- entry t(+,-). t(X,N) :- atom_length(X,N). :- entry c(+,?). c(X,L) :- atom_codes(X,L), l(L). \
        :- entry n(+,?). n(X,L) :- number_codes(X,L), l(L). l([]). l([_|T]) :- l(T).",
        ["t(abc,_)", "t(17,_)", "t(-2.5,_)", "t(f(x),_)", "t([],_)", "c(abc,_)", "c(0,_)", "c(12,\"12\")", "c(12,[a])", "c([],_)",
            "c([a],_)", "n(3,_)", "n(a,_)", "n(3,\"3\")"];
    parts_of_a_term_that_is_taken_apart:
        ":- entry sz(+, -). sz(E, 1) :- atomic(E), !. sz(E, N) :- E =.. [_,A,B], sz(A, NA), sz(B, NB), N is NA+NB+1.",
        ["sz(a+b*c, N)", "sz(x, N)", "sz(f(a), N)", "sz((a+b)+(c+f(d,e,g)), N)", "sz([a,b,c], N)"];
    evaluated_by_what_operators_are_called:
        ":- entry ev(+, -). ev(E, E) :- number(E), !. ev(E, V) :- E =.. [Op,A,B], ev(A, X), ev(B, Y), ap(Op, X, Y, V). ap(+, X, Y, Z) :- Z is X+Y. ap(*, X, Y, Z) :- Z is X*Y.",
        ["ev(1+2*3, V)", "ev(7, V)", "ev(1-2, V)", "ev((1+2)*(3+4*5), V)", "ev(a, V)"];
    arguments_that_are_taken_apart_must_be_equal:
        ":- entry e(+, -). e(T, X) :- T =.. [f,X,X], w(X). e(_, none). w(_).",
        ["e(f(g(a),g(a)), X)", "e(f(a,b), X)", "e(g(a,a), X)", "e(f, X)"];
    comparing_terms_that_are_equal:
        ":- entry r(+, +). r(X,Y) :- compare(_,X,Y).",
        ["r(f(b), f(b))", "r(a, a)", "r(f(a,b), f(a,c))", "r(f(a), g(a))"];
    equal_terms_by_their_structure:
        ":- entry r(+, +). r(X,Y) :- X == Y. r(X,Y) :- X \\== Y.",
        ["r(f(b), f(b))", "r(f(f(f(a))), f(f(f(b))))", "r(a, f(a))"];
    the_order_of_terms:
        ":- entry r(+, +). r(X,Y) :- X @< Y. r(X,Y) :- X @>= Y.",
        ["r(f(b), f(b))", "r(f(a,f(a)), f(a,f(b)))", "r(1, a)"];
    sorting_what_is_not_known_to_be_a_list:
        ":- entry r(+, -). r(L,S) :- sort(L,S). :- entry q(+list(gnd), +). q(L,S) :- msort(L,S).",
        ["r([f(f(a)),f(f(b)),f(c)], S)", "r([], S)", "q([f(f(b)),f(f(a))], [f(f(a)),f(f(b))])", "q([a], [b])"];
    unifying_ground_terms:
        ":- entry r(+, +). r(X,X).",
        ["r(f(b), f(b))", "r(f(f(a),b), f(f(a),c))", "r(a, b)"];
    unifying_lists_pair_by_pair:
        ":- entry r(+list(int), +list(int)). r(X,X).",
        ["r([1,2,3], [1,2,3])", "r([1,2,3], [1,2])", "r([], [])", "r([1], [1])", "r([1,2], [2,2])"];
    unifying_lists_in_terms:
        ":- entry r(+list(atm), +list(atm)). r(X,Y) :- s(f(X, g(Y), a), f(Y, g(X), a)). s(X,X).",
        ["r([a,b], [a,b])", "r([], [])", "r([a], [])", "r([a,b,c], [a,b,d])"];
    unifying_cells_in_front_of_lists:
        ":- entry r(+list(atm), +list(atm)). r(X,Y) :- s([[a|X], b|Y], [[a|Y], b|X]). s(X,X).",
        ["r([a,b], [a,b])", "r([], [])", "r([a], [])", "r([a,b,c], [a,b,d])"];
    unifying_lists_of_records:
        ":- entry r(+list(int), +list(int)). r(X,Y) :- m(X,A), m(Y,B), s(A,B). s(X,X).
            m([],[]). m([X|T],[p(X,q(a),[X])|R]) :- m(T,R).",
        ["r([1,2], [1,2])", "r([], [])", "r([1], [1])", "r([1,2,3], [1,2])"];
    unifying_lists_of_lists:
        ":- entry r(+list(list(atm)), +list(list(atm))). r(X,X).",
        ["r([[a],[],[b,c]], [[a],[],[b,c]])", "r([], [])", "r([[]], [[]])", "r([[a]], [[b]])"];
    unifying_a_list_with_any_term:
        ":- entry r(+list(atm), +). r(X,X).",
        ["r([a,b], [a,b])", "r([a,b], f(a))", "r([], [])", "r([a], [f(a)])"];
    unifying_a_list_with_variables:
        ":- entry r(+list(atm), ?). r(X,X).",
        ["r([a,b], [A,B])", "r([a,b], [a|T])", "r([], X)", "r([a,a], [A,A])", "r([a], X)"];
    unifying_trees:
        ":- regtype t/1. t(l). t(n(L,X,R)) :- t(L), int(X), t(R). :- entry r(+t, +t). r(X,X).",
        ["r(n(l,1,n(l,2,l)), n(l,1,n(l,2,l)))", "r(l, l)", "r(n(n(l,0,l),1,l), n(n(l,0,l),1,l))"];
    unifying_floats_in_terms:
        ":- entry r(+int, +int). r(X,Y) :- A is X*1.5, B is Y*1.5, s(f(A, g(B), [A]), f(B, g(A), [B])). s(X,X).",
        ["r(1, 1)", "r(1, 2)", "r(0, 0)"];
    unifying_lists_of_floats:
        ":- entry r(+list(flt), +list(flt)). r(X,X).",
        ["r([1.5,2.5], [1.5,2.5])", "r([], [])", "r([1.5], [1.5])", "r([1.5,2.5,3.5], [1.5,2.5,4.5])"];
    what_unifying_has_bound_is_undone:
        ":- entry r(+list(atm), ?). r(X,Y) :- s(X,Y), fail. r(_,_). s(X,X).
            :- entry q(+list(atm)). q(L) :- t(L,M), s(f(L,a,h(A,B)), f(M,A,h(b,c))), B = d. q(_).
            t([],[]). t([_|T],[_|R]) :- t(T,R).",
        ["r([a,b], [A,B])", "r([a,b], [a|T])", "r([], X)", "r([a,a], [A,A])", "q([a,b])", "q([])"];
    unifying_as_an_argument:
        ":- entry r(+list(atm), +list(atm)). r(X,Y) :- s(X, h(Y,Y)). s(X, h(X,X)).",
        ["r([a,b], [a,b])", "r([], [])", "r([a], [b])"];
    unifying_structures_without_a_list:
        ":- entry r(+int, +int). r(X,Y) :- s(f(g(X),h(g(Y),X)), f(g(Y),h(g(X),Y))). s(X,X).",
        ["r(1, 1)", "r(1, 2)", "r(0, 0)"];
    unifying_what_may_be_anything:
        ":- entry r(?, ?). r(X,Y) :- X = Y.",
        ["r(X, X)", "r(f(X), f(Y))", "r(f(X,X), f(Y,a))", "r(f(X), X)", "r([a|T], [H,b])"];
    not_unifying_leaves_nothing_bound:
        ":- entry r(?, ?). r(X,Y) :- X \\= Y. r(X,Y) :- \\+ X \\= Y, w(X). w(_).",
        ["r(f(X,a), f(b,c))", "r(X, Y)", "r(f(X), g(X))"];
    copies_of_terms:
        ":- entry r(?, -). r(X,Y) :- copy_term(X,Y).",
        ["r(f(A,A,b), Y)", "r(X, Y)", "r([a,b|T], Y)"];
    partial_lists_are_measured:
        ":- entry r(?, -). r(X,N) :- is_list(X), !, length(X,N). r(_, 0).",
        ["r([a|T], N)", "r([a,b], N)", "r(X, N)"];
    sorting_equal_elements:
        ":- entry r(+list(atm), -, -). r(L,A,B) :- sort(L,A), msort(L,B).",
        ["r([a,a,a], A, B)", "r([], A, B)", "r([c,b,a], A, B)"];
    sorting_compounds:
        ":- entry r(+list(atm), -, -). r(L,A,B) :- m(L,C), sort(C,A), msort(C,B). m([],[]). m([X|T],[p(q(a),X)|R]) :- m(T,R).",
        ["r([a,a,a], A, B)", "r([], A, B)", "r([c,b,a], A, B)"];
    sorting_compounds_of_one_argument:
        ":- entry r(+list(atm), -, -). r(L,A,B) :- m(L,C), sort(C,A), msort(C,B). m([],[]). m([X|T],[p(X)|R]) :- m(T,R).",
        ["r([a,a,a], A, B)", "r([], A, B)", "r([c,b,a], A, B)"];
    sorting_records:
        ":- regtype rec/1. rec(none). rec(p(X,Y)) :- atm(X), int(Y).
            :- entry r(+list(rec), -, -, -). r(L,A,B,C) :- sort(L,A), msort(L,B), sort(1, @>=, L, C).",
        ["r([p(a,1),p(a,2),p(a,1)], A, B, C)", "r([], A, B, C)", "r([p(b,1),p(a,1)], A, B, C)"];
    sorting_any_terms:
        ":- entry r(+list(gnd), -). r(L,S) :- msort(L,S).",
        ["r([f(a,b,c),f(a,b,d),f(a,b,c)], S)", "r([], S)", "r([[a,b],[a,b],b], S)"];
    sorting_by_keys:
        ":- entry r(+list(atm), +list(gnd), -). r(L,V,S) :- m(L,V,C), keysort(C,S). m([],_,[]). m([X|T],V,[X-V|R]) :- m(T,V,R).
            :- entry k(+list(atm), -). k(L,S) :- n(L,C), keysort(C,S). n([],[]). n([X|T],[f(X,b)-X|R]) :- n(T,R).",
        ["r([b,a,b], [f(a)], S)", "r([], [], S)", "k([b,a,b], S)", "k([a], S)"];
    finite_terms:
        ":- entry r(+). r(X) :- acyclic_term(X). r(X) :- cyclic_term(X). :- entry l(+list(int)). l(L) :- acyclic_term(L).
            :- entry u(+, +). u(X,Y) :- unify_with_occurs_check(X,Y).",
        ["r(f(g(a),[b]))", "r(a)", "l([1,2,3])", "l([])", "u(f(a,b), f(a,b))", "u(f(a), f(b))"];
    members_that_are_equal:
        ":- entry r(+atm, +list(atm)). r(X,L) :- memberchk(X,L). r(X,L) :- member(X,L).",
        ["r(a, [a,a,a])", "r(a, [])", "r(a, [b,a])", "r(z, [a,b])"];
    deleting_equal_elements:
        ":- entry r(+list(atm), +list(atm), -). r(A,B,C) :- subtract(A,B,C). r(A,B,C) :- intersection(A,B,C).",
        ["r([a,a], [a], C)", "r([], [a], C)", "r([a,b], [], C)"];
    duplicates_are_left_out:
        ":- entry r(+list(atm), -). r([],[]). r([X|Xs],Ys) :- memberchk(X,Xs), !, r(Xs,Ys). r([X|Xs],[X|Ys]) :- r(Xs,Ys).",
        ["r([a,a,b,a], Y)", "r([], Y)", "r([a,b], Y)"];
    the_last_of_no_elements:
        ":- entry r(+list(atm), -). r(L,X) :- last(L,X). r(_, none).",
        ["r([], X)", "r([a], X)", "r([a,b,c], X)"];
    an_element_at_a_place_that_is_not_there:
        ":- entry r(+nat, +list(atm), -). r(N,L,X) :- nth0(N,L,X). r(N,L,X) :- nth1(N,L,X).",
        ["r(5, [a,b], X)", "r(0, [], X)", "r(0, [a], X)", "r(1, [a,b], X)"];
    including_and_excluding:
        ":- entry r(+list(int), -, -). r(L,A,B) :- include(pos,L,A), exclude(pos,L,B). pos(X) :- X > 0.",
        ["r([-1,2,0,5], A, B)", "r([], A, B)", "r([-1,-2], A, B)"];
    the_greatest_of_a_list:
        ":- entry r(+list(int), -). r([X|Xs],M) :- foldl(gr,Xs,X,M). gr(X,Y,Z) :- ( X > Y -> Z = X ; Z = Y ).",
        ["r([1,5,3], M)", "r([], M)", "r([-2], M)"];
    lists_in_lists_are_flattened:
        ":- entry r(+list(list(atm)), -). r([],[]). r([L|Ls],R) :- r(Ls,S), append(L,S,R).",
        ["r([[a],[],[b,c]], R)", "r([], R)", "r([[],[]], R)"];
    appending_and_reversing:
        ":- entry r(+list, +list, -). r(X,Y,R) :- append(X,Y,L), reverse(X,Z), append(Z,Y,R), length(L,_).",
        ["r([a,b], [c], R)", "r([], [], R)", "r([a], [b,c,d], R)"];
    splitting_a_list_in_all_ways:
        ":- entry r(+list(atm), -). r(L,N) :- findall(A-B, append(A,B,L), Ps), length(Ps,N).",
        ["r([a,b], N)", "r([], N)"];
    merging_lists_with_equal_elements:
        ":- entry m(+list(int), +list(int), -). m([],L,L). m([X|Xs],[],[X|Xs]).
         m([X|Xs],[Y|Ys],[X|Zs]) :- X =< Y, m(Xs,[Y|Ys],Zs). m([X|Xs],[Y|Ys],[Y|Zs]) :- X >= Y, m([X|Xs],Ys,Zs).",
        ["m([1,1], [1], Z)", "m([], [], Z)", "m([1,2], [3], Z)", "m([3], [1,2], Z)"];
    inserting_before_and_behind_equal_elements:
        ":- entry st(+list(int), -). st([],[]). st([X|Xs],S) :- st(Xs,T), ins(X,T,S). ins(X,[],[X]).
         ins(X,[Y|Ys],[X,Y|Ys]) :- X =< Y. ins(X,[Y|Ys],[Y|Zs]) :- X >= Y, ins(X,Ys,Zs).",
        ["st([1,1,1], S)", "st([], S)", "st([2,1], S)"];
    quicksort_of_equal_elements:
        ":- entry qs(+list(int), -). qs([],[]). qs([X|Xs],S) :- part(Xs,X,L,G), qs(L,A), qs(G,B), append(A,[X|B],S).
         part([],_,[],[]). part([Y|Ys],X,[Y|L],G) :- Y =< X, !, part(Ys,X,L,G). part([Y|Ys],X,L,[Y|G]) :- part(Ys,X,L,G).",
        ["qs([1,1,1], S)", "qs([], S)", "qs([3,1,2], S)"];
    trees_of_one_leaf:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry n(+tree, -). n(l,0). n(t(L,_,R),N) :- n(L,A), n(R,B), N is A+B+1.",
        ["n(l, N)", "n(t(l,a,l), N)", "n(t(t(l,a,l),b,l), N)"];
    searching_a_tree:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry f(+tree, +atm). f(t(_,X,_),X). f(t(L,Y,_),X) :- X @< Y, f(L,X). f(t(_,Y,R),X) :- X @> Y, f(R,X).",
        ["f(l, a)", "f(t(l,a,l), a)", "f(t(t(l,a,l),b,l), a)", "f(t(l,b,t(l,c,l)), z)"];
    all_members_of_a_tree:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry f(+tree, -). f(t(L,_,_),X) :- f(L,X). f(t(_,X,_),X). f(t(_,_,R),X) :- f(R,X).",
        ["f(l, X)", "f(t(l,a,l), X)", "f(t(t(l,a,l),b,l), X)"];
    the_depth_of_a_tree:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry dp(+tree, -). dp(l,0). dp(t(L,_,R),N) :- dp(L,A), dp(R,B), ( A > B -> N is A+1 ; N is B+1 ).",
        ["dp(l, N)", "dp(t(l,a,t(l,b,l)), N)"];
    a_left_spine_only:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry sp(+tree). sp(l). sp(t(L,_,_)) :- sp(L).",
        ["sp(l)", "sp(t(l,a,t(l,b,l)))", "sp(t(t(l,b,l),a,l))"];
    walking_an_association_list_that_was_built:
        ":- entry p(+list(int), -). p(L,A) :- ins(L,t,A), w(A). ins([],A,A).
         ins([X|T],A,B) :- put_assoc(X,A,1,C), ins(T,C,B). w(t). w(t(_,_,_,L,R)) :- w(L), w(R).",
        ["p([], A)", "p([1], A)", "p([1,2], A)", "p([1,2,3], A)", "p([2,2,1,3,4], A)"];
    counting_down_into_an_association_list:
        ":- entry p(+int, -). p(N,Ks) :- f(N,t,A), assoc_to_keys(A,Ks). f(N,A,A) :- N =< 0.
         f(N,A,B) :- N > 0, put_assoc(N,A,v,C), M is N-1, f(M,C,B).",
        ["p(0, K)", "p(1, K)", "p(2, K)", "p(3, K)", "p(6, K)"];
    folding_into_an_association_list:
        ":- entry p(+list(int), -). p(L,M) :- foldl(add,L,t,A), max_assoc(A,M,_), get_assoc(M,A,_).
         add(X,A,B) :- put_assoc(X,A,X,B).",
        ["p([], M)", "p([3], M)", "p([3,4], M)", "p([3,4,5], M)", "p([5,4,3,2,1], M)"];
    walking_a_tree_that_was_built:
        ":- entry p(+list(int), -). p(L,A) :- i(L,l,A), w(A). i([],A,A). i([X|T],A,B) :- ins(A,X,C), i(T,C,B).
         ins(l,X,t(l,X,l)). ins(t(L,X,R),X,t(L,X,R)) :- !. ins(t(L,Y,R),X,t(M,Y,R)) :- X < Y, !, ins(L,X,M).
         ins(t(L,Y,R),X,t(L,Y,M)) :- ins(R,X,M). w(l). w(t(L,_,R)) :- w(L), w(R).",
        ["p([], A)", "p([1], A)", "p([1,2], A)", "p([2,1,3], A)", "p([1,2,3,4], A)"];
    failing_behind_the_call_for_a_part:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry p(+tree, -). p(l,0).
         p(t(A,_,_),_) :- append(_,C,[]), aggregate_all(count,true,_), p(A,_), select(_,C,_).",
        ["p(l, N)", "p(t(l,a,l), N)", "p(t(t(l,a,l),a,l), N)", "p(t(t(t(l,e,l),a,l),h,l), N)"];
    failing_behind_the_calls_for_both_parts:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry p(+tree). p(l). p(t(A,_,B)) :- g(A), p(A), g(B), p(B), fail. g(_).",
        ["p(l)", "p(t(l,a,l))", "p(t(t(l,a,l),a,l))", "p(t(l,e,t(l,e,l)))", "p(t(t(t(l,e,l),a,l),h,t(l,a,l)))"];
    failing_behind_the_call_for_a_chosen_number:
        ":- entry p(+int). p(0). p(N) :- N > 2, M is N // 2, g(M), p(M), g(M), fail. g(_).",
        ["p(0)", "p(1)", "p(3)", "p(6)", "p(7)", "p(13)"];
    failing_in_one_of_two_who_call_each_other:
        ":- regtype tree/1. tree(l). tree(t(L,X,R)) :- tree(L), atm(X), tree(R).
         :- entry p(+tree). :- entry q(+tree). p(l). p(t(A,_,_)) :- q(A), g(A), fail. q(l) :- fail. q(t(_,_,B)) :- g(B), p(B). g(_).",
        ["p(l)", "p(t(l,a,l))", "p(t(t(l,a,l),a,l))", "p(t(t(l,e,t(l,a,l)),a,l))", "q(t(l,a,l))"];
    a_term_that_is_made_has_its_functor:
        ":- entry r(+nat, -). r(N,R) :- functor(T, f, N), ( T = f(_) -> R = one ; T == f -> R = none ; w, w, R = more ). w.",
        ["r(0, R)", "r(1, R)", "r(2, R)"];
    a_constant_is_a_list_of_itself:
        ":- entry r(+gnd, -). r(T,N) :- T =.. [_|As], l(As,N). l([],0). l([_|T],N) :- l(T,M), N is M + 1.",
        ["r(a, N)", "r(7, N)", "r([], N)", "r([1,2,3], N)", "r(f(a,g(b)), N)", "r(\"ab\", N)"];
    a_list_is_made_a_term_of_or_not:
        ":- entry r(+list(int), -). r(L,T) :- T =.. L. r(_,none).",
        ["r([3], T)"];
    a_term_that_is_made_shares_with_its_list:
        ":- entry r(+int, -). r(N,B) :- T =.. [f,A,B], g(T,N), ( B > 2 -> w, w ; A = N ). g(f(_,N),N). w.",
        ["r(1, B)", "r(5, B)"];
    what_is_taken_apart_is_compared:
        ":- entry r(+gnd, -). r(T,R) :- ( T =.. [f, X|_], X == a -> w, R = yes ; T =.. [f] -> w, w, R = f ; R = no ). w.",
        ["r(f(a,b), R)", "r(f, R)", "r(f(b), R)", "r(g(a), R)", "r(3, R)"];
    a_lambda_that_a_module_passes:
        ":- module(m, [l/3]). :- use_module(library(yall)). :- use_module(library(apply)). :- entry l(+list(atm), +atm, -).
         l(As, A, L) :- foldl([X,B,C]>>( atom_length(X, M), atom_length(B, N), ( M > N -> C = X ; C = B )), As, A, L).",
        ["l([ab,c,def],x,_)", "l([],x,_)"];
    goals_that_a_module_calls_with_call:
        ":- module(m, [l/2]). :- entry l(+list(int), +int). l(L, N) :- call((\\+ q(N), forall(member(X, L), q(X)) ; findall(Y, q(Y), L))).
         q(1). q(2).",
        ["l([1,2],3)", "l([1,5],3)", "l([1,2],1)", "l([],1)"];
    lengths_of_the_atoms_of_a_list:
        ":- entry l(+list(atm), -). l([], ''). l([A|As], J) :- l(As, K), atom_length(A, N), ( N > 2 -> atom_concat(A, K, J) ; J = K ).",
        ["l([ab,abc,'',[]],_)", "l([],_)"];
    pairs_written_where_they_are_used:
        ":- entry r(+list(atm-nat), -). r([],0). r([_-N|T],S) :- N > 1, !, r(T,R), S is R + N. r([_|T],S) :- r(T,S).",
        ["r([a-1,b-2], S)", "r([], S)", "r([a-5], S)"];
    a_queue_written_where_it_is_used:
        ":- entry r(+(list(int)-list(int)), -). r([]-[],[]) :- !. r([X|F]-B,[X|R]) :- !, r(F-B,R). r([]-B,R) :- v(B,[],F), r(F-[],R).
            v([],R,R). v([X|T],A,R) :- v(T,[X|A],R).",
        ["r([1,2]-[4,3], R)", "r([]-[], R)", "r([]-[1], R)", "r([1]-[], R)"];
}

#[test]
fn what_is_sorted_stays_a_list_and_what_has_a_length_does_not_fail() {
    let bounds = [
        (":- entry s(list(term), -). s(L,N) :- msort(L,S), n(S,N). n([],0). n([_|T],N) :- n(T,M), N is M+1.", 8.0),
        (":- entry e(-, -). e(P,L) :- setof(C, par(P,C), L). par(a,b). par(a,c). par(b,d).", 8.0),
        (
            ":- entry f(+int). f(N) :- N =< 0, !. f(N) :- w(N,W), atom_length(W,_), M is N-1, f(M). \
             w(N,fizz) :- N mod 3 =:= 0, !. w(N,N).",
            15.0,
        ),
    ];
    for (text, least) in bounds {
        let claims = claims_of(text);
        let sizes = if claims.dimensions() == 0 { vec![] } else { vec![7] };
        let [lower, upper] = [claims.greatest_lower_at("steps", &sizes), claims.least_upper_at("steps", &sizes)];
        assert!(lower >= Some(least) && upper.is_some(), "{text} {lower:?} {upper:?}");
    }
}
