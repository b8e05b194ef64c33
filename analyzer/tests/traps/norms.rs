//! Terms measured by their own compounds, and lists by nodes: labels, shared parts, parts in other types, rotations.

use crate::held::{Loaded, Which};
use crate::{claims_of, holds};
use analyzer::entry::Entry;
use analyzer::inputs::{arguments, generate, is_of, sizes_of};
use analyzer::regtype::TypeTable;
use wam::instr::PredId;

macro_rules! types {
    () => {
        ":- regtype t/1. t(v). t(n(_,L,R)) :- t(L), t(R).
         :- regtype p/1. p(z). p(s(X)) :- p(X).
         :- regtype m/1. m(e). m(l(_)). m(u(X)) :- m(X). m(b(X,Y,Z)) :- m(X), m(Y), m(Z). m(q(p(X,_),Y)) :- m(X), m(Y).
         :- regtype a/1. a(end). a(c(_,X)) :- b(X). :- regtype b/1. b(d(X,Y)) :- a(X), b(Y). b(stop).
         :- regtype h/1. h(v). h(n(X,L,R)) :- p(X), h(L), h(R).
         :- regtype rose/1. rose(r(_,L)) :- list(rose, L).
         w(v). w(n(_,L,R)) :- w(L), w(R).
         len([]). len([_|T]) :- len(T). le(z,_). le(s(X),s(Y)) :- le(X,Y). "
    };
}

traps! {
    // Lists of terms of a type in its own terms are measured by their nodes, as these are.
    trees_with_any_number_of_branches:
        concat!(types!(), ":- entry md(+rose). md(r(_,Ks)) :- ml(Ks). ml([]). ml([K|Ks]) :- md(K), ml(Ks).
         :- entry cnt(+rose, -). cnt(r(_,Ks), N) :- maplist(cnt, Ks, Ns), sum_list(Ns, M), N is M + 1.
         :- entry wid(+rose, -). wid(r(_,Ks), N) :- length(Ks, N).
         :- entry deg(+rose, -). deg(r(_,Ks), N) :- length(Ks, L), maplist(deg, Ks, Ds), max_list([L|Ds], N).
         :- entry fl(+rose, -). fl(r(X,Ks), [X|L]) :- fls(Ks, L). fls([], []). fls([K|Ks], L) :- fl(K, A), fls(Ks, B), append(A, B, L).
         :- entry bfs(+rose, -). bfs(T, N) :- bq([T], 0, N). bq([], N, N). bq([r(_,Ks)|Q], N0, N) :- N1 is N0 + 1, append(Q, Ks, Q1), bq(Q1, N1, N).
         :- entry mem(+rose). mem(r(_,Ks)) :- member(K, Ks), mem(K). mem(r(_,[])).
         :- entry mir(+rose, -). mir(r(X,Ks), r(X,Rs)) :- maplist(mir, Ks, Ms), reverse(Ms, Rs).
         :- entry look(+rose, +int). look(r(X,_), X) :- !. look(r(_,Ks), X) :- member(K, Ks), look(K, X), !."),
        ["md(r(a,[]))", "md(r(f(f(a)),[r(b,[r(c,[])]),r(d,[])]))", "cnt(r(a,[]), N)", "cnt(r(a,[r(b,[r(c,[r(d,[])])]),r(e,[]),r(f,[])]), N)",
         "wid(r(a,[]), N)", "wid(r(a,[r(b,[]),r(c,[r(d,[])])]), N)", "deg(r(a,[r(b,[]),r(c,[r(d,[]),r(e,[])])]), N)", "deg(r(a,[]), N)",
         "fl(r(a,[r(b,[r(c,[])]),r(d,[])]), L)", "fl(r(a,[]), L)", "bfs(r(a,[r(b,[r(c,[])]),r(d,[r(e,[])])]), N)",
         "mem(r(a,[r(b,[r(c,[]),r(d,[])]),r(e,[])]))", "mir(r(a,[r(b,[r(c,[])]),r(d,[])]), R)",
         "look(r(a,[r(b,[r(c,[])]),r(3,[])]), 3)", "look(r(a,[r(b,[r(c,[])]),r(3,[])]), 4)", "look(r(4,[]), 4)"];
    lists_of_lists_and_of_pairs_in_terms:
        ":- regtype js/1. js(num(X)) :- int(X). js(arr(L)) :- list(js, L). js(obj(L)) :- list(kv, L). :- regtype kv/1. kv(K-V) :- atm(K), js(V).
         :- regtype nx/1. nx(X) :- atm(X). nx(L) :- list(nx, L).
         :- entry jd(+js, -). jd(num(_), 0). jd(arr(L), D) :- jds(L, 0, D0), D is D0 + 1. jd(obj(L), D) :- jkv(L, 0, D0), D is D0 + 1.
         jds([], D, D). jds([J|Js], D0, D) :- jd(J, D1), D2 is max(D0, D1), jds(Js, D2, D).
         jkv([], D, D). jkv([_-J|Js], D0, D) :- jd(J, D1), D2 is max(D0, D1), jkv(Js, D2, D).
         :- entry nest(+nx, -). nest(X, [X]) :- atom(X), X \\== [], !. nest([], []). nest([X|Xs], L) :- nest(X, A), nest(Xs, B), append(A, B, L).
         :- entry deep(+nx, -). deep(X, 0) :- atom(X), !. deep(L, D) :- length(L, N), N > 0, maplist(deep, L, Ds), max_list(Ds, M), D is M + 1.",
        ["jd(num(3), D)", "jd(arr([num(1),arr([]),obj([k-arr([num(2)])])]), D)", "jd(obj([]), D)", "nest([a,[b,[],[c]],d], L)", "nest([], L)", "nest(a, L)",
         "deep(a, D)", "deep([a,[b,[c]],d], D)", "deep([], D)", "deep([[]], D)"];
    walks_of_a_tree_by_all_norms:
        concat!(types!(), ":- entry w1(+inner(t)). w1(T) :- w(T). :- entry w2(+depth(t)). w2(T) :- w(T).
         :- entry w3(+left(t)). w3(T) :- w(T). :- entry w4(+right(t)). w4(T) :- w(T). :- entry w5(+t). w5(T) :- w(T)."),
        ["w1(v)", "w1(n(f(f(f(a))),v,n(b,v,v)))", "w2(n(a,n(b,v,v),n(c,n(d,v,v),n(e,v,v))))",
         "w3(n(a,n(b,n(c,v,v),v),v))", "w4(n(a,v,n(b,v,n(c,v,v))))"];
    a_type_of_many_alternatives:
        concat!(types!(), ":- entry k1(+inner(m)). k1(X) :- k(X). :- entry k2(+depth(m)). k2(X) :- k(X).
         :- entry k3(+left(m)). k3(X) :- k(X). :- entry k4(+right(m)). k4(X) :- k(X).
         k(e). k(l(_)). k(u(X)) :- k(X). k(b(X,Y,Z)) :- k(Y), k(X), k(Z), k(Y). k(q(p(X,_),Y)) :- k(Y), k(X)."),
        ["k1(b(e,l(u(u(a))),u(e)))", "k2(q(p(q(p(e,c),e),c),u(e)))", "k3(b(b(e,e,e),e,e))", "k4(b(e,e,b(e,e,e)))"];
    types_that_call_each_other:
        concat!(types!(), ":- entry g1(+inner(a)). g1(X) :- ga(X). :- entry g2(+depth(b)). g2(X) :- gb(X).
         ga(end). ga(c(_,X)) :- gb(X). gb(stop). gb(d(X,Y)) :- ga(X), gb(Y)."),
        ["g1(end)", "g1(c(k,d(c(k,stop),stop)))", "g2(d(end,d(end,stop)))"];
    labels_are_not_counted:
        concat!(types!(), ":- entry r1(+inner(h)). r1(v). r1(n(X,L,R)) :- le(X,X), r1(L), r1(R).
         :- entry r2(+depth(h)). r2(v). r2(n(X,L,_)) :- le(X,X), r2(L)."),
        ["r1(n(s(s(s(z))),v,v))", "r1(v)", "r2(n(s(s(s(s(z)))),n(s(z),v,v),v))"];
    the_same_part_twice:
        concat!(types!(), ":- entry d1(+inner(t)). d1(T) :- w(n(a,T,T)). :- entry d2(+depth(t)). d2(T) :- w(n(a,T,n(b,T,T))).
         :- entry d3(+left(t)). d3(T) :- w(n(a,T,T)). :- entry d4(+inner(t), -). d4(v, v). d4(n(X,L,_), n(X,M,M)) :- d4(L, M)."),
        ["d1(n(a,v,n(a,v,v)))", "d2(n(a,v,n(a,v,v)))", "d3(n(a,n(b,v,v),v))", "d4(n(a,n(b,n(c,v,v),v),v), X)"];
    what_is_built_is_walked:
        concat!(types!(), ":- entry f1(+inner(t)). f1(T) :- f(T,U), w(U). :- entry f2(+depth(t)). f2(T) :- f(T,U), w(U), f(U,V), w(V).
         f(v,v). f(n(X,L,R), n(X,S,M)) :- f(L,M), f(R,S).
         :- entry i1(+int, +inner(t)). i1(X,T) :- i(X,T,U), w(U). :- entry i2(+int, +depth(t)). i2(X,T) :- i(X,T,U), w(U).
         i(X,v,n(X,v,v)). i(X,n(Y,L,R),n(Y,M,R)) :- X > 2, i(X,L,M). i(X,n(Y,L,R),n(Y,L,S)) :- X =< 2, i(X,R,S).
         :- entry i3(+inner(t), +list(int)). i3(T,[]) :- w(T). i3(T,[X|Xs]) :- i(X,T,U), i3(U,Xs)."),
        ["f1(n(a,v,n(b,v,v)))", "f2(n(a,v,n(b,v,v)))", "i1(3, n(1,v,v))", "i2(1, n(1,v,v))", "i3(v, [1,5,2,7])"];
    rotations_to_either_side:
        concat!(types!(), ":- entry x1(+left(t)). x1(T) :- x(T). x(v). x(n(_,v,R)) :- x(R). x(n(A,n(B,C,D),R)) :- x(n(B,C,n(A,D,R))).
         :- entry y1(+right(t)). y1(T) :- y(T). y(v). y(n(_,L,v)) :- y(L). y(n(A,L,n(B,C,D))) :- y(n(B,n(A,L,C),D))."),
        ["x1(n(a,n(b,n(c,v,v),v),n(d,v,v)))", "x1(v)", "y1(n(a,v,n(b,v,n(c,v,v))))", "y1(n(a,n(d,v,v),v))"];
    rotations_that_go_on:
        concat!(types!(), ":- entry o1(+left(t)). o1(T) :- o(T). :- entry o2(+right(t)). o2(T) :- o(T). :- entry o3(+inner(t)). o3(T) :- o(T).
         o(v). o(n(A,n(B,C,D),R)) :- o(n(B,C,n(A,D,R))). o(n(A,L,n(B,C,D))) :- o(n(B,n(A,L,C),D))."),
        ["o1(n(a,n(b,v,v),v))", "o2(n(a,v,n(b,v,v)))", "o3(n(a,n(b,v,v),v))"];
    a_tree_that_grows_where_it_is_walked:
        concat!(types!(), ":- entry e1(+depth(t)). e1(v). e1(n(X,L,R)) :- e1(n(X,R,L)). :- entry e2(+inner(t)). e2(v). e2(n(X,L,_)) :- e2(n(X,n(X,L,v),v))."),
        ["e1(n(a,v,v))", "e2(n(a,v,v))"];
    lists_of_lists_by_nodes:
        concat!(types!(), ":- entry z1(+nodes(list(list))). z1([]). z1([L|R]) :- len(L), z1(R).
         :- entry z2(+nodes(list(list))). z2([]). z2([L|R]) :- len(L), len(R), z2(R).
         :- entry z3(+nodes(list(list(int))), -). z3([], []). z3([L|R], S) :- z3(R, T), append(L, T, S)."),
        ["z1([[a,b],[],[f(f(c))]])", "z2([[],[],[a]])", "z3([[1,2],[],[3]], X)"];
    lists_of_numerals_by_nodes:
        concat!(types!(), ":- entry z1(+nodes(list(p))). z1([]). z1([_]). z1([X,Y|R]) :- le(X,Y), z1([Y|R]).
         :- entry z2(+nodes(list(p))). z2([]). z2([X|R]) :- le(X,s(s(s(z)))), z2(R).
         :- entry z3(+nodes(list(p)), -). z3([], []). z3([X|R], [s(X)|S]) :- z3(R, S).
         :- entry z4(+nodes(list(p))). z4(L) :- z3(L, M), z1(M)."),
        ["z1([s(z),s(s(z)),z])", "z2([s(s(s(s(z)))),z])", "z3([z,s(z)], X)", "z4([s(s(z)),s(z),z])"];
    elements_that_grow_while_the_list_shrinks:
        concat!(types!(), ":- entry z1(+nodes(list(p))). z1([]). z1([X|R]) :- le(X,X), z2(X, R). z2(_, []). z2(X, [_|R]) :- le(X,X), z2(s(X), R).
         :- entry z3(+nodes(list(list))). z3([]). z3([L]) :- len(L). z3([L,M|R]) :- append(L, M, N), z3([N|R]).
         :- entry z4(+nodes(list(list))). z4([]). z4([L|R]) :- z4([[a|L]|R])."),
        ["z1([s(z),z,z,z])", "z3([[a],[b,c],[],[d]])", "z4([[]])"];
    trees_are_compared:
        concat!(types!(), ":- entry c1(+inner(t), +inner(t)). c1(A, B) :- A == B. :- entry c2(+depth(t), +depth(t)). c2(A, A)."),
        ["c1(n(a,v,v), n(a,v,v))", "c2(n(f(f(f(a))),v,v), n(f(f(f(a))),v,v))", "c1(v, n(a,v,v))"];
}

#[test]
fn trees_have_bounds_by_their_own_norms() {
    let bounded = |text: &str, at: &[i64], steps: &str| {
        let text = format!("{}{text}", types!());
        assert_eq!(claims_of(&text).upper_at("steps", at, i64::MAX).first().map(String::as_str), Some(steps), "{text}");
    };
    bounded(":- entry r(+inner(t)). r(T) :- w(T).", &[4], "2*x + 2");
    bounded(":- entry r(+depth(t)). r(T) :- w(T).", &[3], "2^(x + 1)");
    bounded(
        ":- entry r(+left(t)). r(v). r(n(_,v,R)) :- r(R). r(n(A,n(B,C,D),R)) :- r(n(B,C,n(A,D,R))).",
        &[4],
        "x + 1",
    );
    bounded(":- entry r(+nodes(list(list))). r([]). r([L|R]) :- len(L), r(R).", &[9], "x");
}

#[test]
fn generated_terms_have_the_sizes_they_were_asked_for() {
    let modes = [
        "inner(t)",
        "depth(t)",
        "left(t)",
        "right(t)",
        "inner(m)",
        "depth(m)",
        "left(m)",
        "right(m)",
        "inner(h)",
        "inner(a)",
        "nodes(list(list))",
    ];
    let mut made = 0;
    for mode in modes {
        let loaded = Loaded::text("norms.pl", &format!("{} q(_). :- entry q(+{mode}).", types!())).expect("it loads");
        let entry = loaded.claims(loaded.entries()[0], Which::Of("steps")).entry;
        for size in 0..12 {
            for seed in 0..6 {
                let Ok(goal) = generate(&loaded.program, &loaded.types, &entry, &[size], seed) else { continue };
                let arg = arguments(&goal)[0];
                assert!(is_of(&goal.terms, arg, &entry.pattern[0], &loaded.types), "{mode} {size} {seed}");
                assert_eq!(
                    sizes_of(&goal.terms, arg, &entry.pattern[0], &loaded.types, &loaded.program.atoms),
                    [size],
                    "{mode} {seed}"
                );
                made += 1;
            }
        }
    }
    assert!(made > 400, "{made} terms were made");
}

#[test]
fn a_type_whose_terms_are_in_lists_has_no_norm_of_its_own() {
    for mode in ["inner(rose)", "depth(rose)", "inner(list(p))", "nodes(t)", "left(p)"] {
        let text = format!("{} q(_). :- entry q(+{mode}).", types!());
        let mut program = wam::library::program(wam::atoms::Atoms::new());
        let source = wam::read::Source::new("norms.pl", text);
        let report = wam::machine::consult(&source, &mut program, wam::compile::Origin::User);
        assert_eq!(report.errors, []);
        let types = TypeTable::of(&program).expect("good types");
        let at =
            (0..program.predicates.len()).find(|&at| &*program.atoms.name(program.predicates[at].functor.name) == "q");
        let entry = Entry::declared(&program, &types, PredId(at.expect("it is defined") as u32));
        assert!(entry.is_err(), "{mode}");
    }
}

#[test]
fn walks_of_trees_with_any_number_of_branches_have_bounds() {
    let walks = [
        (":- entry md(+rose). md(r(_,Ks)) :- ml(Ks). ml([]). ml([K|Ks]) :- md(K), ml(Ks).", 40.0),
        (
            ":- entry fl(+rose, -). fl(r(X,Ks), [X|L]) :- fls(Ks, L). fls([], []). fls([K|Ks], L) :- fl(K, A), fls(Ks, B), append(A, B, L).",
            1700.0,
        ),
        (":- entry cnt(+rose, -). cnt(r(_,Ks), N) :- maplist(cnt, Ks, Ns), sum_list(Ns, M), N is M + 1.", 1700.0),
    ];
    for (walk, limit) in walks {
        let claims = crate::claims_of(&format!("{}{walk}", types!()));
        let most = claims.least_upper_at("steps", &[40]).expect(walk);
        assert!(most <= limit, "{most}: {walk}");
    }
}
