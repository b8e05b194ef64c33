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
}
