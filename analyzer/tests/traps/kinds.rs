//! Solutions told apart by the constants that they give, sizes that compare where a call succeeds, arguments that grow.

use crate::holds;

const LE: &str = "le(z,_,true). le(s(_),z,false). le(s(X),s(Y),B) :- le(X,Y,B). ";
const MINUS: &str = "mi(X,z,X). mi(s(X),s(Y),Z) :- mi(X,Y,Z). ";

traps! {
    one_of_two_by_a_truth_value: &format!(":- entry m(+,+,-). {LE} m(X,Y,Z) :- le(X,Y,B), c(B,X,Y,Z). c(true,X,_,X). c(false,_,Y,Y)."),
        ["m(s(z),s(s(z)),_)"];
    division_by_subtraction: &format!(":- entry d(+,+,-). {MINUS} nz(s(_)). d(X,Y,R) :- nz(Y), mi(X,Y,Z), d(Z,Y,R). d(X,_,X)."),
        ["d(s(s(s(z))),s(z),_)"];
    rows_of_a_small_table: ":- entry t(+,-). e(a,b). e(b,c). t(X,X). t(X,Y) :- e(X,Z), t(Z,Y).", ["t(a,_)"];
    a_counter_that_is_wrapped: ":- entry c(+list,-). c(L,N) :- c(L,z,N). c([],N,N). c([_|T],I,N) :- c(T,s(I),N).", ["c([a,b,c],_)"];
    rows_of_a_table_that_is_walked: &format!("{PARENTS} {WALKS}"),
        ["anc(a,_)", "anc(d,_)", "up(k,_)", "up(a,_)", "all(a,_)", "on(a,k)", "on(a,b)", "on(z,a)"];
    rows_that_are_there_twice: &format!("p(a,b). p(a,b). p(b,d). p(b,d). {PARENTS} {WALKS}"), ["anc(a,_)", "up(k,_)", "all(b,_)", "on(a,k)"];
    rows_in_a_circle: &format!("{PARENTS} p(j,d). {WALKS}"), ["anc(d,_)", "anc(k,_)", "up(d,_)", "all(c,_)", "on(d,b)"];
    rows_with_variables_among_constants: &format!("{PARENTS} p(m,_). p(_,n). {WALKS}"), ["anc(n,_)", "up(m,_)", "on(k,m)"];
    rows_with_empty_lists_and_numbers:
        ":- entry w(+,-). r(a,1,[]). r(a,2,b). r(1,b,[]). r(b,c,c). r(2,c,d). r(c,d,e). r(c,[],x). r(d,e,f). r(e,-3,g). r(-3,f,h).
         w(X,Y) :- r(X,Y,_). w(X,Y) :- r(X,Z,_), w(Z,Y).",
        ["w(a,_)", "w(1,_)", "w([],_)", "w(-3,_)", "w(e,_)"];
    rows_that_are_asked_for_the_same_twice: &format!(":- entry s(+). {PARENTS} p(d,d). s(X) :- p(X,Z), t(Z). t(X) :- p(Y,Y), p(X,Y), s(Y). t(_)."),
        ["s(a)", "s(b)", "s(i)"];
    rows_behind_a_cut: &format!(":- entry f(+,-). {PARENTS} f(X,Y) :- p(X,Y), Y @> e, !. f(X,Y) :- p(X,Z), f(Z,Y)."), ["f(a,_)", "f(d,_)", "f(k,_)"];
    rows_with_a_test_behind_them: &format!(":- entry g(+,+nat,-). {PARENTS} g(X,N,Y) :- p(X,Y), N > 2. g(X,N,Y) :- p(X,Z), N > 0, M is N - 1, g(Z,M,Y)."),
        ["g(a,5,_)", "g(a,0,_)", "g(d,3,_)"];
    rows_of_rules: &format!(":- entry h(+,-). {PARENTS} q(X,Y) :- p(X,Y). q(X,Y) :- o(X,Y). o(a,i). o(b,j). h(X,Y) :- q(X,Y). h(X,Y) :- q(X,Z), h(Z,Y)."),
        ["h(a,_)", "h(b,_)", "h(k,_)"];
    rows_that_raise_where_they_are_walked: &format!(":- entry n(+,-). {PARENTS} n(X,0) :- \\+ p(X,_). n(X,N) :- p(X,Y), n(Y,M), N is M + Y."), ["n(a,_)", "n(k,_)"];
}

/// Who is above whom, without a circle; more rows than solutions are told apart by constants elsewhere.
const PARENTS: &str =
    "p(a,b). p(a,c). p(b,d). p(b,e). p(c,e). p(c,f). p(d,g). p(e,g). p(e,h). p(f,i). p(g,j). p(h,j). p(i,k). p(j,k).";
const WALKS: &str = ":- entry anc(+,-). :- entry up(+,-). :- entry all(+,-). :- entry on(+,+).
    anc(X,Y) :- p(X,Y). anc(X,Y) :- p(X,Z), anc(Z,Y). up(X,0) :- \\+ p(_,X). up(X,N) :- p(Y,X), up(Y,M), N is M + 1.
    all(X,L) :- findall(Y, anc(X,Y), L). on(X,X). on(X,Y) :- p(X,Z), on(Z,Y).";
