//! Calls whose results go into a recursive call: what they cost and what they leave, together.

use crate::{claims_of, holds};

/// Gives what is behind the first `a`.
const BEHIND: &str = "behind([],[]). behind([a|T],T) :- !. behind([_|T],R) :- behind(T,R). ";
/// Gives all of it back.
const SAME: &str = "same(L,L) :- len(L). len([]). len([_|T]) :- len(T). ";
/// Takes one or two, with different work.
const SOME: &str =
    "some([a,_|T],R) :- !, work, work, work, some(T,R). some([b|T],R) :- !, some(T,R). some(R,R). work. ";

traps! {
    fields_and_what_comes_after_them:
        ":- entry m(+list(int), -, -). m([44|Cs], [F|Fs], R) :- !, ch(Cs, F, C1), m(C1, Fs, R). m(Cs, [], Cs).
         ch([C|Cs], [C|F], R) :- C =\\= 44, !, ch(Cs, F, R). ch(Cs, [], Cs).",
        ["m([], F, R)", "m([1,44], F, R)", "m([44], F, R)", "m([44,44,1,2,44], F, R)", "m([44,7,8,9], F, R)"];
    // By halves that are appended, also one by one of what is no list.
    halves_that_are_joined:
        ":- entry m(+list(int), -). m(L,S) :- length(L,N), ( N < 2 -> S = L ; H is N // 2, length(A,H), append(A,B,L), !, m(A,SA), m(B,SB), append(SA,SB,S) ).
         :- entry n(+, -). n(L,S) :- m(L,S).",
        ["m([], S)", "m([1], S)", "m([1,2,3,4,5], S)", "n(a, S)", "n([1,2], S)"];
    a_field_and_the_rest: ":- entry f(+list,-). f(L,[F|Fs]) :- one(L,F,R), rest(R,Fs). rest(end,[]). rest(more(L),Fs) :- f(L,Fs). \
        one([],[],end). one([a|T],[],more(T)) :- !. one([X|T],[X|F],R) :- one(T,F,R).",
        ["f([b,a,c,c,a],_)", "f([],_)", "f([a,a,a],_)"];
    a_part_and_all_that_follows: &format!(":- entry w(+list). {BEHIND} w([]) :- !. w(L) :- behind(L,R), w(R)."),
        ["w([a,b,b,a,b])", "w([b,b,b])"];
    work_that_differs_by_what_is_taken: &format!(":- entry w(+list). {SOME} w([]). w([_|L]) :- some(L,R), w(R)."),
        ["w([c,a,b,b,a,a,c,b])", "w([c,c,c])", "w([b,b,b,b,b])"];
    two_helpers_in_turn: &format!(":- entry w(+list). {BEHIND} {SOME} w([]). w([_|L]) :- some(L,M), behind(M,R), w(R)."),
        ["w([c,a,b,b,a,a,c,b])", "w([a,a,a,a])"];
    two_helpers_by_turns: &format!(":- entry v(+list). {BEHIND} {SOME} v([]). v([_|L]) :- some(L,R), u(R). u([]). u([_|L]) :- behind(L,R), v(R)."),
        ["v([c,a,b,b,a,a,c,b])", "v([a,a,a,a])"];
    a_helper_that_gives_everything_back: &format!(":- entry w(+list). {SAME} w([]). w([X|L]) :- same([X|L],R), w(R)."),
        ["w([])", "w([a])"];
    a_helper_that_gives_everything_back_at_the_end: ":- entry w(+list). g([],[a]). g([_|T],R) :- g(T,R). w(L) :- g(L,R), w(R).",
        ["w([])", "w([a,b])"];
    a_helper_that_sometimes_takes_nothing: &format!(":- entry w(+list). {SOME} w([]). w([X|L]) :- some([X|L],R), w(R)."),
        ["w([a,b,b])", "w([b,b])", "w([c])", "w([])"];
    a_helper_that_gives_more: ":- entry w(+list). g([],[]). g([X|T],[X,X|R]) :- g(T,R). w([]). w([_]). w([_,_|L]) :- g(L,R), w(R).",
        ["w([a])", "w([a,a,a])", "w([a,a,a,a])"];
    both_results_of_a_helper: ":- entry w(+list). part([],[],[]). part([a|T],[a|A],B) :- !, part(T,A,B). part([X|T],A,[X|B]) :- part(T,A,B). \
        w([]). w([_|L]) :- part(L,A,B), w(A), w(B).",
        ["w([a,b,a,b,a])", "w([a,a,a,a,a])"];
    a_head_and_a_rest_that_are_both_gone_through: ":- entry w(+list). cut([],[],[]). cut([a|T],[],T) :- !. cut([X|T],[X|A],B) :- cut(T,A,B). \
        len([]). len([_|T]) :- len(T). w([]). w([_|L]) :- cut(L,A,B), len(A), w(B).",
        ["w([c,b,a,b,a])", "w([a,a,a,a,a])", "w([b,b,b,b])"];
    the_same_helper_twice: &format!(":- entry w(+list). {BEHIND} w([]). w([_|L]) :- behind(L,A), behind(L,B), w(A), same(A,B). same(X,X)."),
        ["w([a,b,a,b])", "w([b,b,b,b])"];
    a_helper_after_itself: &format!(":- entry w(+list). {BEHIND} w([]). w([_|L]) :- behind(L,A), behind(A,B), w(B)."),
        ["w([a,b,a,b,a,a,a])", "w([b,b,b,b])"];
    chunks_of_so_many: ":- entry w(+nat,+list). take(0,L,L) :- !. take(_,[],[]) :- !. take(K,[_|T],R) :- J is K-1, take(J,T,R). \
        w(_,[]) :- !. w(K,L) :- K > 0, take(K,L,R), w(K,R).",
        ["w(2,[a,b,c,d,e])", "w(0,[a])", "w(9,[a,b])"];
    chunks_of_none_too: ":- entry w(+nat,+list). take(0,L,L) :- !. take(_,[],[]) :- !. take(K,[_|T],R) :- J is K-1, take(J,T,R). \
        w(_,[]) :- !. w(K,L) :- take(K,L,R), w(K,R).",
        ["w(2,[a,b,c,d,e])", "w(0,[a])", "w(0,[])"];
    a_helper_with_several_solutions: ":- entry w(+list). g([_|T],T). g([_|T],R) :- g(T,R). w([]). w([X|L]) :- g([X|L],R), w(R).",
        ["w([a,b,c])", "w([])"];
    a_later_solution_of_a_helper: ":- entry w(+list). g([_|T],T). g([_|T],R) :- g(T,R). ok([]). ok([b|_]). \
        w([]). w([X|L]) :- g([X|L],R), ok(R), !, w(R).",
        ["w([a,a,b,a,a,a,b])", "w([a,a,a,a])", "w([b,b,b])"];
    the_first_solution_of_a_helper: ":- entry w(+list). g([a|T],T). g([_|T],R) :- g(T,R). w([]). w([X|L]) :- g([X|L],R), !, w(R).",
        ["w([b,b,a,b,a])", "w([b,b])", "w([a,a,a])"];
    what_follows_fails: &format!(":- entry w(+list). {BEHIND} w([c]). w([_|L]) :- behind(L,R), w(R)."),
        ["w([a,b,a,b,c])", "w([b,a,a,c])", "w([])"];
    what_follows_is_tried_twice: &format!(":- entry w(+list). {BEHIND} w([]). w([_|L]) :- behind(L,R), ( w(R) ; R = [], w(R) )."),
        ["w([a,a,a])", "w([b,b,b,a])"];
    a_helper_that_raises: ":- entry w(+list). g([],[]). g([a|T],T) :- !. g([b|_],_) :- !, X is foo+1, X > 0. g([_|T],R) :- g(T,R). w([]). w([_|L]) :- g(L,R), w(R).",
        ["w([c,c,a,c,a])", "w([c,b])"];
    a_helper_that_does_not_end: ":- entry w(+list). g([],R) :- g([],R). g([a|T],T) :- !. g([_|T],R) :- g(T,R). w([c]) :- !. w([_|L]) :- g(L,R), w(R).",
        ["w([c,a,c])", "w([c,b])"];
    a_sum_that_is_carried_along: &format!(":- entry w(+list,+nat,-). {BEHIND} w([],N,N). w([_|L],N,M) :- behind(L,R), K is N+1, w(R,K,M)."),
        ["w([a,b,a,b],0,_)", "w([b,b,b,b],3,_)"];
    work_by_what_is_carried_along: &format!(":- entry w(+list,+list). {BEHIND} len([]). len([_|T]) :- len(T). w([],_). w([_|L],A) :- behind(L,R), len(A), w(R,[x|A])."),
        ["w([a,b,a,b],[])", "w([a,a,a,a],[x,y])"];
    a_scanner_with_two_kinds_of_tokens: ":- entry w(+list,-). as([a|T],R) :- !, as(T,R). as(R,R). bs([b|T],R) :- work, !, work, bs(T,R). bs(R,R). work. \
        tok([a|T],x,R) :- !, as(T,R). tok([b|T],y,R) :- !, bs(T,R). tok([_|T],z,T). w([],[]). w([X|T],[K|Ks]) :- tok([X|T],K,R), w(R,Ks).",
        ["w([a,a,b,b,c,b],_)", "w([a,a,a,a],_)", "w([c,c],_)"];
    parentheses_within_parentheses: ":- entry w(+list). w(L) :- p(L,[]). p([o|T],R) :- p(T,[c|U]), !, p(U,R). p(R,R).",
        ["w([o,c,o,o,c,c])", "w([o,o,c])", "w([])"];
}

#[test]
fn helpers_that_take_a_part_cost_linear_time_with_all_that_follows() {
    let rows = [
        (":- entry w(+list). w([]). w([_|L]) :- g(L,R), w(R). g([],[]). g([a|T],T) :- !. g([_|T],R) :- g(T,R).", 3),
        (
            ":- entry w(+list). w([]). w([_|L]) :- g(L,M), h(M,R), w(R). g([a|T],R) :- !, g(T,R). g(R,R). \
             h([b,_|T],R) :- !, h(T,R). h(R,R).",
            4,
        ),
        (
            ":- entry w(+list). w([]). w([_|L]) :- g(L,R), v(R). v([]). v([_|L]) :- g(L,R), w(R). \
             g([],[]). g([a|T],T) :- !. g([_|T],R) :- g(T,R).",
            4,
        ),
    ];
    for (text, factor) in rows {
        let size = 1000;
        assert_ne!(claims_of(text).upper_at("steps", &[size], factor * size), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn helpers_that_give_everything_back_have_no_bound() {
    let text = ":- entry w(+list). w([]). w([X|L]) :- g([X|L],[X|L],R), w(R). g([],R,R). g([_|T],L,R) :- g(T,L,R).";
    assert_eq!(claims_of(text).upper_at("steps", &[3], i64::MAX), Vec::<String>::new());
}

/// A scanner: what a token may begin with is tried, and leaves choices that are cut.
const SCANNER: &str = "w([]). w([X|L]) :- tok([X|L],R), !, w(R). tok(L,R) :- let(L,M), !, rest(M,R). tok([_|L],L). \
     rest(L,R) :- let(L,M), !, rest(M,R). rest(L,L). let([X|T],T) :- X == a ; X == b. ";

#[test]
fn helpers_that_ask_others_with_several_solutions_cost_linear_time_with_all_that_follows() {
    let text = format!(":- entry w(+list). {SCANNER}");
    assert_ne!(claims_of(&text).upper_at("steps", &[1000], 20_000), Vec::<String>::new());
    holds("scanner", &text, &["w([a,c,b,b,a,c])", "w([])", "w([c,c])", "w([a,b,a])"]);
}

#[test]
fn what_a_helper_takes_and_what_is_left_are_counted_from_below_as_well() {
    let rows = [
        (":- entry w(+list). w([]). w([_|L]) :- g(L,R), w(R). g([a|T],R) :- !, g(T,R). g(R,R).", 1000.0),
        (
            ":- entry w(+list). w([]). w([_|L]) :- g(L,M), h(M,R), w(R). g([a|T],R) :- !, g(T,R). g(R,R). \
             h([b|T],R) :- !, h(T,R). h(R,R).",
            1000.0,
        ),
    ];
    for (text, least) in rows {
        let lower = claims_of(text).greatest_lower_at("steps", &[1000]);
        assert!(lower.is_some_and(|lower| lower >= least), "{lower:?}: {text}");
    }
}

#[test]
fn bounds_without_sequels_are_kept_where_these_do_not_help() {
    let sort = ":- entry s(+list(int),-). s([],[]) :- !. s([X],[X]) :- !. s(L,S) :- turn(L,A,B), s(A,C), s(B,D), mg(C,D,S). \
                turn([],[],[]). turn([X|T],[X|B],A) :- turn(T,A,B). mg([],L,L) :- !. mg(L,[],L) :- !. \
                mg([X|A],[Y|B],[X|C]) :- X =< Y, !, mg(A,[Y|B],C). mg([X|A],[Y|B],[Y|C]) :- mg([X|A],B,C).";
    assert_ne!(claims_of(sort).upper_at("steps", &[1000], 30_000), Vec::<String>::new());
}

#[test]
fn fields_and_what_comes_after_them_take_linear_time() {
    let text = ":- entry m(+list(int), -, -). m([44|Cs], [F|Fs], R) :- !, ch(Cs, F, C1), m(C1, Fs, R). m(Cs, [], Cs).
         ch([C|Cs], [C|F], R) :- C =\\= 44, !, ch(Cs, F, R). ch(Cs, [], Cs).";
    assert_eq!(claims_of(text).upper_at("steps", &[10], i64::MAX), ["2*x + 1"]);
}
