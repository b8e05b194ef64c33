//! Searches that go on with what is not in a list of what was visited.

use crate::held::{Loaded, Which};
use crate::holds;

/// A search: what is to be visited, what was visited, and what was in the end.
const SEARCH: &str = "see([],V,V). see([N|Ns],V,R) :- memberchk(N,V), !, see(Ns,V,R). see([N|Ns],V,R) :- findall(M,e(N,M),Ms), append(Ms,Ns,Q), see(Q,[N|V],R).";

const GRAPH: &str = "e(a,b). e(b,c). e(c,a). e(c,d). e(d,e). ";

traps! {
    paths: &format!("{GRAPH} :- entry p(+atm, +atm, -). p(X,Y,P) :- w(X,Y,[X],P). w(X,X,V,V). w(X,Y,V,P) :- e(X,Z), \\+ member(Z,V), w(Z,Y,[Z|V],P)."),
        ["p(a,e,P)", "p(e,a,P)", "p(a,a,P)", "p(z,a,P)"];
    paths_over_what_is_given: &format!("{GRAPH} :- entry r(+atm, +list(atm)). r(X,V) :- e(X,Z), \\+ memberchk(Z,V), r(Z,[Z|V]). r(_,_)."),
        ["r(a,[])", "r(a,[b])", "r(c,[a,a,d])", "r(a,[a,b,c,d,e])"];
    either_way: &format!("{GRAPH} :- entry r(+atm, +list(atm)). r(X,V) :- (e(X,Z) ; e(Z,X)), not(member(Z,V)), r(Z,[X,Z|V]). r(_,_)."),
        ["r(a,[])", "r(c,[a])", "r(e,[d])"];
    tests_of_ones_own: &format!("{GRAPH} :- entry r(+atm, +list(atm)). r(X,V) :- e(X,Z), n(Z,V), r(Z,[Z|V]). r(_,_). n(_,[]). n(X,[Y|T]) :- X \\= Y, n(X,T)."),
        ["r(a,[])", "r(c,[a,b])"];
    // These are no such tests: the first looks at every other element, the second succeeds in the middle, the third is cut short,
    // the fourth compares numbers.
    every_other_element: &format!("{GRAPH} :- entry r(+atm, +list(atm), +nat). r(_,_,0) :- !. r(X,V,K) :- e(X,Z), \\+ m(Z,V), J is K - 1, r(Z,[Z|V],J). m(X,[X|_]). m(X,[_,_|T]) :- m(X,T)."),
        ["r(a,[],9)", "r(c,[a],5)"];
    not_to_the_end: &format!("{GRAPH} :- entry r(+atm, +list(atm), +nat). r(_,_,0) :- !. r(X,V,K) :- e(X,Z), n(Z,V), J is K - 1, r(Z,[Z|V],J). n(_,[]). n(_,[_]). n(X,[Y|T]) :- X \\== Y, n(X,T)."),
        ["r(a,[],9)", "r(c,[a],5)"];
    a_cut_in_front: &format!("{GRAPH} :- entry r(+atm, +list(atm), +nat). r(_,_,0) :- !. r(X,V,K) :- e(X,Z), \\+ m(Z,V), J is K - 1, r(Z,[Z|V],J). m(X,[_|T]) :- !, m(X,T). m(X,[X|_])."),
        ["r(a,[],9)", "r(c,[a],5)"];
    unequal_numbers:
        "e(1,2). e(2,1.0). e(1.0,1). e(1,3). :- entry r(+, +list, +nat). r(_,_,0) :- !. r(X,V,K) :- e(X,Z), \\+ m(Z,V), J is K - 1, r(Z,[Z|V],J). m(X,[X|_]). m(X,[Y|T]) :- X =\\= Y, m(X,T).",
        ["r(1,[],7)", "r(2,[1.0],5)", "r(1,[1.0],6)"];
    // These goals have the names of tests, and are the program's own.
    a_negation_of_ones_own: &format!("{GRAPH} :- entry r(+atm, +list(atm), +nat). r(_,_,0) :- !. r(X,V,K) :- e(X,Z), o(Z,V), J is K - 1, r(Z,[Z|V],J). o(X,L) :- not(member(X,L)). not(_)."),
        ["r(a,[],6)", "r(c,[a],4)"];
    a_difference_of_ones_own: &format!("{GRAPH} :- entry r(+atm, +list(atm), +nat). r(_,_,0) :- !. r(X,V,K) :- e(X,Z), n(Z,V), J is K - 1, r(Z,[Z|V],J). n(_,[]). n(X,[Y|T]) :- dif(X,Y), n(X,T). dif(_,_)."),
        ["r(a,[],6)", "r(c,[a],4)"];
    // A member of ones own, which gives what is in no table.
    values_from_elsewhere: &format!("{GRAPH} :- entry r(+nat, +list(nat), +nat). r(_,_,0) :- !. r(X,V,K) :- s(X,Z), \\+ member(Z,V), J is K - 1, r(Z,[Z|V],J). s(X,Y) :- Y is X + 1. s(X,Y) :- Y is X + 2."),
        ["r(1,[],6)", "r(3,[4],4)"];
    // What is visited is dropped again, or is not what was asked for.
    a_list_that_is_dropped: &format!("{GRAPH} :- entry r(+atm, +list(atm), +nat). r(_,_,0) :- !. r(X,V,K) :- e(X,Z), \\+ member(Z,V), J is K - 1, r(Z,[],J). r(X,V,K) :- e(X,Z), \\+ member(Z,V), J is K - 1, r(Z,[X|V],J)."),
        ["r(a,[],6)", "r(c,[a],4)"];
    another_list: &format!("{GRAPH} :- entry r(+atm, +list(atm), +list(atm), +nat). r(_,_,_,0) :- !. r(X,V,W,K) :- e(X,Z), \\+ member(Z,W), J is K - 1, r(Z,[Z|V],W,J)."),
        ["r(a,[],[],6)", "r(c,[a],[d],4)"];
    states_that_are_compounds:
        "s(p(0,0),p(1,0)). s(p(1,0),p(1,1)). s(p(1,1),p(0,1)). s(p(0,1),p(0,0)). s(p(1,1),p(0,0)). :- entry r(+, +list). r(X,V) :- s(X,Z), \\+ memberchk(Z,V), r(Z,[Z|V]). r(_,_).",
        ["r(p(0,0),[])", "r(p(1,1),[p(0,1)])", "r(z,[])"];
    // What is still to be visited comes from the table, or is what the search was begun with.
    what_is_to_be_visited: &format!("{GRAPH} :- entry t(+atm, -). t(X,V) :- see([X],[],V). {SEARCH}"),
        ["t(a,V)", "t(e,V)", "t(z,V)"];
    begun_with_two: &format!("{GRAPH} :- entry t(+atm, +atm, -). t(X,Y,V) :- u(Y,X,V). u(Y,X,V) :- see([X,Y],[],V). {SEARCH}"),
        ["t(a,e,V)", "t(z,a,V)", "t(z,y,V)"];
    begun_again_with_what_was_visited: &format!("{GRAPH} :- entry t(+atm, +atm, -). t(X,Y,W) :- see([X],[],V), see([Y],V,W). {SEARCH}"),
        ["t(a,z,V)", "t(z,y,V)", "t(z,a,V)"];
    begun_with_any_list: &format!("{GRAPH} :- entry t(+list(atm), -). t(L,V) :- see(L,[],V). {SEARCH}"),
        ["t([],V)", "t([a,z,y,x],V)", "t([p,q,r,s,t,u,v,w],V)"];
    begun_with_more_each_time: &format!("{GRAPH} :- entry t(+list(atm), -). t(L,V) :- k(L,[],V). k([],_,[]). k([X|L],A,V) :- see([X|A],[],_), k(L,[X|A],V). {SEARCH}"),
        ["t([a,z,y,x],V)", "t([p,q,r,s,t,u,v,w],V)"];
    begun_with_what_is_found: &format!("{GRAPH} :- entry t(+list(atm), -). t(L,V) :- findall(X,member(X,L),Q), see(Q,[],V). {SEARCH}"),
        ["t([],V)", "t([a,z,y,x],V)", "t([p,q,r,s,t,u,v,w],V)"];
    begun_for_each: &format!("{GRAPH} :- entry t(+list(atm), -). t([],[]). t([X|L],[V|Vs]) :- see([X],[],V), t(L,Vs). {SEARCH}"),
        ["t([a,z],V)", "t([p,q,r],V)"];
    a_search_in_a_search: &format!("{GRAPH} :- entry t(+atm, +atm, -). t(X,Y,V) :- m([X,Y],[],V). m([],V,V). m([N|Ns],V,R) :- memberchk(N,V), !, m(Ns,V,R). m([N|Ns],V,R) :- see([N],V,W), m(Ns,W,R). {SEARCH}"),
        ["t(a,e,V)", "t(z,a,V)", "t(z,y,V)"];
    a_search_that_is_named_elsewhere: &format!("{GRAPH} :- entry t(+atm, -). t(X,V) :- see([X],[],_), G = see([X,X],[]), call(G,V). {SEARCH}"),
        ["t(a,V)", "t(z,V)"];
    another_value_is_noted: &format!("{GRAPH} :- entry t(+atm, +nat). t(X,K) :- see([X],[],K). see(_,_,0) :- !. see([],_,_). see([N|Ns],V,K) :- memberchk(N,V), !, J is K - 1, see(Ns,V,J). see([N|Ns],V,K) :- findall(M,e(N,M),Ms), append(Ms,Ns,Q), J is K - 1, see(Q,[z|V],J)."),
        ["t(a,9)", "t(z,4)", "t(e,0)"];
    what_is_made_on_the_way: &format!("{GRAPH} :- entry t(+atm, +nat). t(X,K) :- see([X],[],K). see(_,_,0) :- !. see([],_,_). see([N|Ns],V,K) :- memberchk(N,V), !, J is K - 1, see(Ns,V,J). see([N|Ns],V,K) :- findall(M,(e(N,A), atom_concat(A,x,M)),Ms), append(Ms,[N|Ns],Q), J is K - 1, see(Q,[N|V],J)."),
        ["t(a,9)", "t(z,4)", "t(e,0)"];
    lists_that_are_one: &format!("{GRAPH} :- entry t(+atm, -). t(X,V) :- see([X],[X],V). see([],V,V). see([N|Ns],V,R) :- memberchk(N,V), !, see(Ns,V,R). see([N|_],V,R) :- ( setof(M,e(N,M),Ms) -> true ; Ms = [] ), Q = Ms, see(Q,[N|V],R)."),
        ["t(a,V)", "t(z,V)"];
    appended_in_ones_own_way: &format!("{GRAPH} :- dynamic(append/3). append(_,L,[f(L)|L]). :- entry t(+atm, +nat). t(X,K) :- see([X],[],K). see(_,_,0) :- !. see([],_,_). see([N|Ns],V,K) :- memberchk(N,V), !, J is K - 1, see(Ns,V,J). see([N|Ns],V,K) :- J is K - 1, findall(M,e(N,M),Ms), append(Ms,Ns,Q), see(Q,[N|V],J)."),
        ["t(a,9)", "t(z,12)", "t(e,0)"];
    lists_of_ones_own: &format!("{GRAPH} :- entry t(+atm, -). t(X,V) :- see([X],[],V). see([],V,V). see([N|Ns],V,R) :- n(N,V), !, f(N,Ms), c(Ms,Ns,Q), see(Q,[N|V],R). see([_|Ns],V,R) :- see(Ns,V,R). n(X,V) :- \\+ member(X,V). f(X,[Y]) :- e(X,Y), !. f(_,[]). c([],L,L). c([X|A],B,[X|C]) :- c(A,B,C)."),
        ["t(a,V)", "t(c,V)", "t(z,V)"];
}

#[test]
fn searches_with_a_list_of_what_is_to_be_visited_have_bounds() {
    let most = |begin: &str| {
        let text = format!("{GRAPH} :- entry t(+atm, +list(atm), -). {begin} {SEARCH}");
        let mut loaded = Loaded::text("trap.pl", &text).unwrap_or_else(|error| panic!("{error}"));
        let ways = loaded.ways(loaded.entries()[0]);
        let of = |(types, entry)| {
            loaded.types = types;
            loaded.claims_as(entry, Which::Of("steps")).least_upper_at("steps", &[7])
        };
        ways.into_iter().filter_map(of).reduce(f64::min)
    };
    assert!(most("t(X,_,V) :- see([X],[],V).").expect("a bound") <= 200.0);
    // What it begins with, or has visited, may be anything.
    for begin in [
        "t(_,L,V) :- see(L,[],V).",
        "t(X,L,V) :- see([X],L,V).",
        "t(X,L,V) :- see([X|L],[],V).",
        "t(X,L,V) :- findall(Y,member(Y,[X|L]),Q), see(Q,[],V).",
    ] {
        assert_eq!(most(begin), None, "{begin}");
    }
}
