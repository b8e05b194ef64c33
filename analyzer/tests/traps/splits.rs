//! Terms with several parts of which some are walked, goals with several solutions each, lists that are split and merged.

use crate::{claims_of, holds};

const TREE: &str = ":- regtype t/1. t(v). t(n(_,L,R)) :- t(L), t(R). ";
const PEANO: &str = ":- regtype p/1. p(z). p(s(X)) :- p(X). ";
const MERGE: &str = "mg([],L,L). mg([X|L],[],[X|L]). mg([X|A],[Y|B],[X|C]) :- X =< Y, mg(A,[Y|B],C). \
                     mg([X|A],[Y|B],[Y|C]) :- X > Y, mg([X|A],B,C). ";

traps! {
    both_of_three_parts: &format!("{TREE} :- entry w(+t). w(v). w(n(_,L,R)) :- w(L), w(R)."), ["w(n(n(1,2,3),v,v))"];
    one_of_three_parts: &format!("{TREE} :- entry w(+t). w(v). w(n(_,L,_)) :- w(L)."), [];
    // The part that is not walked may be the larger; one walked twice; one that may be walked or not.
    one_part_twice: &format!("{TREE} :- entry w(+t). w(v). w(n(_,L,R)) :- w(L), w(L), w(R)."), [];
    either_part: &format!("{TREE} :- entry w(+t). w(v). w(n(_,L,_)) :- w(L). w(n(_,_,R)) :- w(R)."), [];
    parts_given_back: &format!("{TREE} :- entry w(+t, -). w(v, v). w(n(X,L,R), n(X,B,A)) :- w(L,A), w(R,B)."), [];
    solutions_of_both_parts: &format!("{TREE} :- entry w(+t). w(v). w(v). w(n(_,L,R)) :- w(L), w(R)."), [];
    goals_with_one_solution: &format!("{PEANO} :- entry h(+p). h(z). h(s(z)). h(s(s(X))) :- h(s(X)), h(s(X))."), [];
    combinations_of_so_many: ":- entry c(+nat,+list(int),-). c(0,_,[]). c(N,[X|Xs],[X|Ys]) :- N > 0, M is N-1, c(M,Xs,Ys). c(N,[_|Xs],Ys) :- N > 0, c(N,Xs,Ys).",
        ["c(0,[],_)", "c(2,[1,2,3,4],_)", "c(4,[1,2,3,4],_)", "c(5,[1,2,3,4],_)", "c(3,[],_)", "c(3,[1,2,3,4,5,6,7],_)"];
    binomial_coefficients: ":- entry b(+nat,+nat,-). b(_,0,1) :- !. b(N,N,1) :- !. b(N,K,C) :- M is N-1, L is K-1, b(M,L,A), b(M,K,B), C is A+B.",
        ["b(0,0,_)", "b(4,2,_)", "b(8,4,_)", "b(7,1,_)", "b(9,8,_)", "b(5,5,_)", "b(2,3,_)", "b(0,1,_)"];
    towers_moved_over_three_pegs: ":- entry h(+nat,-). h(N,Ms) :- m(N,a,b,c,Ms,[]). m(0,_,_,_,L,L) :- !. \
        m(N,A,B,C,L0,L) :- M is N-1, m(M,A,C,B,L0,[A-B|L1]), m(M,C,B,A,L1,L). \
        :- entry i(+nat,-). i(N,M) :- t(N,a,c,b,M). t(0,_,_,_,0). t(N,A,B,C,M) :- N > 0, K is N-1, t(K,A,C,B,L), ( A == c -> t(K,C,B,A,R) ; t(K,C,B,A,R) ), M is L+R+1.",
        ["h(0,_)", "h(1,_)", "h(3,_)", "h(6,_)", "i(0,_)", "i(2,_)", "i(5,_)"];
    goals_with_two_solutions: &format!("{PEANO} :- entry h(+p). h(z). h(z). h(s(X)) :- h(X), h(X)."), [];
    goals_with_more_and_more: &format!("{PEANO} :- entry g(+p). g(z). g(s(X)) :- g(X). g(s(X)) :- g(X), g(X)."), [];
    first_of_several_solutions: &format!("{PEANO} :- entry h(+p). h(z). h(z). h(s(X)) :- h(X), h(X), !."), [];
    merge_sort_by_turns: &format!(":- entry m(+list(int), -). m([],[]). m([X],[X]). \
        m([X,Y|T],S) :- sp([X,Y|T],A,B), m(A,C), m(B,D), mg(C,D,S). {MERGE} \
        sp([],[],[]). sp([X],[X],[]). sp([X,Y|T],[X|A],[Y|B]) :- sp(T,A,B)."), ["m([3,1,2,5,4,9,7],_)"];
    merge_sort_with_outputs_swapped: &format!(":- entry m(+list(int), -). m([],[]). m([X],[X]). \
        m([X,Y|T],S) :- sp([X,Y|T],A,B), m(A,C), m(B,D), mg(C,D,S). {MERGE} \
        sp([],[],[]). sp([X|T],[X|A],B) :- sp(T,B,A)."), ["m([3,1,2,5,4,9,7],_)"];
    // Split so that one part may be the whole.
    merge_sort_of_what_does_not_shrink: &format!(":- entry m(+list(int), -). m([],[]). m([X],[X]). \
        m([X,Y|T],S) :- sp([X,Y|T],A,B), m(A,C), m(B,D), mg(C,D,S). {MERGE} \
        sp([],[],[]). sp([X|T],[X|A],B) :- sp(T,A,B). sp([X|T],A,[X|B]) :- sp(T,A,B)."), [];
    // A merge with two solutions where both lists are empty: the second half is sorted for each of the first's.
    merge_sort_with_several_solutions: ":- entry m(+list(int), -). m([],[]). m([X],[X]). \
        m([X,Y|T],S) :- sp([X,Y|T],A,B), m(A,C), m(B,D), mg(C,D,S). sp([],[],[]). sp([X|T],[X|A],B) :- sp(T,B,A). \
        mg([],L,L). mg(L,[],L). mg([X|A],[Y|B],[X|C]) :- X = Y, mg([X|A],B,C).", ["m([3,3,3,3,3],_)", "m([1,1,1],_)"];
    // Each part of a term has solutions of one predicate or of the other.
    solutions_of_both_parts_in_turns: ":- regtype e/1. e(0). e(1). e(o(A,B)) :- e(A), e(B). e(a(A,B)) :- e(A), e(B). \
        :- entry d(+e). d(o(A,B)) :- c(A), d(B). d(A) :- c(A). c(a(A,B)) :- d(A), c(B). c(A) :- b(A). b(0). b(0). b(1).",
        ["d(o(a(0,0),a(0,1)))", "d(a(o(0,0),0))", "d(o(0,o(0,0)))"];
    // What is left of a list is of some length below: any of them may be the dearest.
    all_of_what_is_left: ":- entry p(+list, -). p([],[]). p(L,[X|S]) :- s(X,L,R), t(R,Q), p(Q,S). \
        s(X,[X|T],T). s(X,[_|T],R) :- s(X,T,R). t([],[]). t([X|T],[X|T]). t([_|T],R) :- t(T,R).", ["p([1,2,3],_)"];
    // A shorter list with a larger element, and one that is as long.
    one_of_two_calls_is_shorter: &format!("{PEANO} :- regtype l/1. l([]). l([X|T]) :- p(X), l(T). :- entry q(+l). q([_]). \
        q([s(X),Y|T]) :- q([X,Y|T]), q([s(Y)|T]). q([z|T]) :- q(T)."), ["q([s(s(z)),s(z),z])", "q([s(z),s(z),s(z),z])"];
    neither_of_two_calls_is_shorter: &format!("{PEANO} :- regtype l/1. l([]). l([X|T]) :- p(X), l(T). :- entry q(+l). q([_]). \
        q([s(X),Y|T]) :- q([X,Y|T]), q([Y,s(X)|T]). q([z|T]) :- q(T)."), ["q([s(z),s(z)])"];
    ranges_in_both_branches: &format!("{PEANO} :- entry r(+p). r(z). r(s(X)) :- (q(X,Y), r(Y) -> true ; q(X,Y), r(Y), r(Y)). \
        q(s(X),X). q(s(X),Y) :- q(X,Y)."), ["r(s(s(s(s(z)))))"];
    dearer_for_less: &format!("{PEANO} :- entry c(+p). c(z). c(s(z)). c(s(s(z))) :- c(s(z)), c(s(z)), c(s(z)). \
        c(s(s(s(X)))) :- q(X,Y), c(Y). q(X,X). q(s(X),Y) :- q(X,Y)."), ["c(s(s(s(s(s(z))))))"];
    merge_sort_by_number: &format!(":- entry m(+nat, +list(int), -, -). m(0,L,[],L). m(1,[X|L],[X],L). \
        m(N,L,S,R) :- N > 1, A is N // 2, B is N - A, m(A,L,C,M), m(B,M,D,R), mg(C,D,S). {MERGE}"), [];
    doubling_up_to_a_limit: ":- entry d(+int, +int). d(X,Y) :- X >= Y. d(X,Y) :- X < Y, X > 0, Z is 2*X, d(Z,Y).", ["d(1,1000)"];
    doubling_from_nothing: ":- entry d(+int, +int). d(X,Y) :- X >= Y. d(X,Y) :- X < Y, Z is 2*X, d(Z,Y).", ["d(0,3)"];
    doubling_while_another_falls: ":- entry d(+int, +int). d(X,Y) :- X =< 0, c(Y). d(X,Y) :- X > 0, W is X-1, Z is 2*Y, d(W,Z). \
        c(Y) :- Y =< 0. c(Y) :- Y > 0, Z is Y-1, c(Z).", ["d(3,4)"];
    falling_in_either_of_two: ":- entry d(+int, +int). d(X,_) :- X =< 0. d(X,Y) :- X > 0, Y =< 0. \
        d(X,Y) :- X > 0, Y > 0, A is X-1, B is Y-1, d(A,Y), d(X,B).", ["d(4,4)"];
}

/// There is an upper bound of the steps of the only entry of a text, at some sizes.
fn is_bounded(text: &str, sizes: &[i64]) {
    assert_ne!(claims_of(text).upper_at("steps", sizes, i64::MAX), Vec::<String>::new(), "{text}");
}

#[test]
fn parts_products_and_merges_have_bounds() {
    is_bounded(&format!("{TREE} :- entry w(+t). w(v). w(n(_,L,R)) :- w(L), w(R)."), &[13]);
    is_bounded(&format!("{TREE} :- entry w(+t). w(v). w(n(_,L,_)) :- w(L)."), &[13]);
    is_bounded(&format!("{PEANO} :- entry h(+p). h(z). h(s(z)). h(s(s(X))) :- h(s(X)), h(s(X))."), &[6]);
    is_bounded(
        &format!(
            ":- entry m(+list(int), -). m([],[]). m([X],[X]). \
             m([X,Y|T],S) :- sp([X,Y|T],A,B), m(A,C), m(B,D), mg(C,D,S). {MERGE} \
             sp([],[],[]). sp([X|T],[X|A],B) :- sp(T,B,A)."
        ),
        &[9],
    );
}

#[test]
fn products_of_solutions_have_bounds_where_both_factors_recur() {
    is_bounded(
        ":- entry m(+list(int), -). m([],[]). m([X],[X]). m([X,Y|T],S) :- sp([X,Y|T],A,B), m(A,C), m(B,D), mg(C,D,S). \
         sp([],[],[]). sp([X|T],[X|A],B) :- sp(T,B,A). mg([],L,L). mg(L,[],L). \
         mg([X|A],[Y|B],[X|C]) :- X = Y, mg([X|A],B,C).",
        &[9],
    );
    let text = |rest: &str| {
        format!(
            ":- regtype e/1. e(0). e(o(A,B)) :- e(A), e(B). e(a(A,B)) :- e(A), e(B). :- entry d(+e). \
             d(o(A,B)) :- c(A), d(B). d(A) :- c(A). c(a(A,B)) :- d(A), c(B). c(A) :- b(A). b(0). b(0). {rest}"
        )
    };
    is_bounded(&text(""), &[9]);
    // The term that is called again is the same.
    let endless = text("c(A) :- d(A).");
    assert_eq!(claims_of(&endless).upper_at("steps", &[9], i64::MAX), Vec::<String>::new(), "{endless}");
}

#[test]
fn sizes_between_two_others_need_no_bound_that_grows() {
    is_bounded(
        ":- entry p(+, -). p([],[]). p([X,Y],[U,V]) :- s(U,[X|Y],Z), p(Z,V). s(X,[X|Y],Y). s(X,[_|Z],W) :- s(X,Z,W).",
        &[9],
    );
}

/// Quicksorts by a partition into three lists, and into two that leave out what is the same.
#[test]
fn what_a_partition_gives_is_together_no_longer_than_the_list() {
    let goals = [
        "q([], _)",
        "q([3,1,2], _)",
        "q([1,2,3,4,5,6], _)",
        "q([2,2,2,2,2], _)",
        "q([5,-1,5,0,7,-1,3], _)",
        "q([9,8,7,6,5,4,3,2], _)",
    ];
    let three =
        "q([], []). q([P|Xs], S) :- p(Xs, P, L, E, G), q(L, SL), q(G, SG), append(SL, [P|E], T), append(T, SG, S). ";
    let two = "q([], []). q([P|Xs], S) :- p(Xs, P, L, G), q(L, SL), q(G, SG), append(SL, [P|SG], S). ";
    let tested = "p([], _, [], [], []). p([X|Xs], P, [X|L], E, G) :- X < P, !, p(Xs, P, L, E, G).
        p([X|Xs], P, L, [X|E], G) :- X =:= P, !, p(Xs, P, L, E, G). p([X|Xs], P, L, E, [X|G]) :- p(Xs, P, L, E, G).";
    let compared = "p([], _, [], [], []). p([X|Xs], P, L, E, G) :- compare(O, X, P), p(O, X, Xs, P, L, E, G).
        p(<, X, Xs, P, [X|L], E, G) :- p(Xs, P, L, E, G). p(=, X, Xs, P, L, [X|E], G) :- p(Xs, P, L, E, G).
        p(>, X, Xs, P, L, E, [X|G]) :- p(Xs, P, L, E, G).";
    let left_out = "p([], _, [], []). p([X|Xs], P, [X|L], G) :- X < P, !, p(Xs, P, L, G).
        p([X|Xs], P, L, [X|G]) :- X > P, !, p(Xs, P, L, G). p([_|Xs], P, L, G) :- p(Xs, P, L, G).";
    let selected = "p([], _, [], []). p([X|Xs], P, L, G) :- compare(O, X, P), p(O, X, Xs, P, L, G).
        p(<, X, Xs, P, [X|L], G) :- p(Xs, P, L, G). p(=, _, Xs, P, L, G) :- p(Xs, P, L, G).
        p(>, X, Xs, P, L, [X|G]) :- p(Xs, P, L, G).";
    for (name, sort, partition) in [
        ("tested", three, tested),
        ("compared", three, compared),
        ("left_out", two, left_out),
        ("selected", two, selected),
    ] {
        let text = format!(":- entry q(+list(int), -). {sort}{partition}");
        holds(name, &text, &goals);
        let most = claims_of(&text).upper_at("steps", &[30], i64::MAX);
        assert!(most.iter().any(|most| most.contains("x^2")), "{name}: {most:?}");
    }
    // What is in both lists makes them longer together.
    let twice = "p([], _, [], []). p([X|Xs], P, [X|L], [X|G]) :- X < P, !, p(Xs, P, L, G).
        p([_|Xs], P, L, G) :- p(Xs, P, L, G).";
    holds("twice", &format!(":- entry q(+list(int), -). {two}{twice}"), &goals);
}

/// Lists of which elements are taken in turns.
#[test]
fn what_is_taken_from_two_lists_in_turns() {
    let text = ":- entry t(+list, +list, -). t([], Ys, Ys). t([X|Xs], Ys, [X|Zs]) :- t(Ys, Xs, Zs).";
    holds(
        "in_turns",
        text,
        &["t([], [], _)", "t([], [a], _)", "t([a], [], _)", "t([a,b], [c,d,e], _)", "t([a,b,c], [d], _)"],
    );
    let three = ":- entry t(+list, +list, +list). t([], _, _). t([_|Xs], Ys, Zs) :- t(Ys, Zs, Xs).";
    holds("of_three", three, &["t([], [a], [b])", "t([a,b], [c], [])", "t([a,b], [c,d,e], [f])", "t([a], [b], [c])"]);
}
