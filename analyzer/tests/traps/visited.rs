//! Searches that go on with what is not in a list of what was visited.

use crate::holds;

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
}
