//! Terms with holes unified with terms that are known by their type only: parts told apart by case, choices made for each
//! solution of a call, lists of unbound elements, cyclic terms.

use crate::{claims_of, holds};

traps! {
    a_list_with_a_hole_in_a_list:
        ":- entry drain(+list(int)). drain([]). drain(L) :- sel(L,_,R), drain(R).
            sel(L,X,R) :- app(A,[X|B],L), app(A,B,R). app([],Y,Y). app([X|Xs],Y,[X|Zs]) :- app(Xs,Y,Zs).",
        ["drain([])", "drain([1])", "drain([1,2])", "drain([1,1,1])", "drain([1,2,3,4])"];
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
    assert_eq!(of(":- entry sub(-, +list). sub(X,Y) :- app(_,Z,Y), app(X,_,Z).", &[3]), ["2*x^2 + 5*x + 3"]);
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
