//! Lists that are taken apart by numbers: bounds where a list is as long as a number says, and none where calls need not end.

use crate::{claims_of, holds};

const TAKE: &str =
    "t(0,R,R,[]) :- !. t(1,[X|R],R,[X]) :- !. t(N,L,R,S) :- H is N // 2, K is N - H, t(H,L,M,A), t(K,M,R,B), ";

const MERGE: &str = "mg([],L,L). mg([X|A],[],[X|A]). mg([X|A],[Y|B],[X|C]) :- X =< Y, mg(A,[Y|B],C). \
    mg([X|A],[Y|B],[Y|C]) :- X > Y, mg([X|A],B,C).";

traps! {
    merge_sort_by_number: &format!(":- entry s(+list(int), -). s(L,S) :- length(L,N), t(N,L,_,S). {TAKE} mg(A,B,S). {MERGE}"),
        ["s([], S)", "s([1], S)", "s([2,1], S)", "s([5,1,4,2,3], S)", "s([8,7,6,5,4,3,2,1], S)", "s([1,2,3,4,5,6,7,8,9], S)"];
    as_many_as_there_are: &format!(":- entry t(+nat, +list(int), -, -). {TAKE} mg(A,B,S). {MERGE}"),
        ["t(0, [], R, S)", "t(0, [1,2], R, S)", "t(1, [1,2], R, S)", "t(3, [3,1,2], R, S)", "t(4, [3,1,2,9,9,9], R, S)"];
    one_less_than_there_are: ":- entry s(+list(int)). s([_|L]) :- length([x|L],N), t(N,[y|L]). t(0,_) :- !. t(N,[_|L]) :- M is N-1, t(M,L).",
        ["s([1])", "s([1,2,3])"];
    // What is left has two values.
    one_or_two_are_taken: ":- entry s(+list(int), -). s(L,R) :- length(L,N), t(N,L,R). t(0,R,R) :- !. t(1,[_|R],R). t(1,[_,_|R],R). \
        t(N,L,R) :- N > 1, H is N // 2, K is N - H, t(H,L,M), t(K,M,R).",
        ["s([], R)", "s([1], R)", "s([1,2,3], R)", "s([1,2,3,4,5,6], R)"];
    // It is as long as before: calls end, although nothing is taken.
    nothing_is_taken: ":- entry t(+nat, +list(int), -). t(0,R,R) :- !. t(1,R,R) :- !. t(N,L,R) :- H is N // 2, K is N - H, t(H,L,M), t(K,M,R).",
        ["t(0, [], R)", "t(1, [], R)", "t(5, [1,2], R)"];
    the_rest_grows: ":- entry t(+nat, +list(int), -). t(0,R,[x|R]) :- !. t(N,L,R) :- M is N-1, t(M,L,A), t(M,A,R).",
        ["t(0, [], R)", "t(1, [], R)", "t(5, [1,2], R)"];
    a_number_below_zero: ":- entry t(+int, +list(int), -). t(N,R,R) :- N =< 0, !. t(1,[_|R],R) :- !. \
        t(N,L,R) :- H is N // 2, K is N - H, t(H,L,M), t(K,M,R).",
        ["t(-2, [], R)", "t(0, [1], R)", "t(3, [1,2,3,4], R)"];
}

#[test]
fn a_list_halved_by_number_has_bounds_where_it_is_long_enough() {
    let of = |text: &str, sizes: &[i64]| claims_of(text).upper_at("steps", sizes, i64::MAX);
    let whole = format!(":- entry s(+list(int), -). s(L,S) :- length(L,N), t(N,L,_,S). {TAKE} mg(A,B,S). {MERGE}");
    assert_ne!(of(&whole, &[9]), Vec::<String>::new());
    let part = format!(":- entry t(+nat, +list(int), -, -). {TAKE} mg(A,B,S). {MERGE}");
    assert_ne!(of(&part, &[4, 6]), Vec::<String>::new());
    // A shorter list: t(1, [], R, S) calls itself.
    assert_eq!(of(&part, &[1, 0]), Vec::<String>::new());
    assert_eq!(of(&part, &[6, 4]), Vec::<String>::new());
}
