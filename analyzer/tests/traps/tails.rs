//! Outputs handed on as tails: lists that end in a variable of the caller's, which is one with another, bound before or
//! after, within a condition, by backtracking, in a copy, or never.

use crate::{claims_of, holds};

const COPIES: &str = "c(0,_,Xs,Xs) :- !. c(N,X,[X|Xs],R) :- N > 0, M is N-1, c(M,X,Xs,R). ";
const CODE: &str = "k(n(X)) --> [X]. k(t(A,B)) --> k(A), k(B), [x]. ";
const TREE: &str = ":- regtype t/1. t(n(X)) :- int(X). t(t(A,B)) :- t(A), t(B). ";
const WALK: &str = "w([]). w([_|T]) :- w(T). ";

traps! {
    lists_up_to_a_tail: &format!(":- entry e(+nat,+nat,-). e(N,M,L) :- c(N,a,L,R), c(M,b,R,S), S = [], w(L). {COPIES}{WALK}"),
        ["e(0,0,_)", "e(3,0,_)", "e(0,2,_)", "e(2,3,_)"];
    tails_bound_before: &format!(":- entry e(+nat,+list(int),-). e(N,L,S) :- R = L, c(N,a,S,R), w(S). {COPIES}{WALK}"),
        ["e(0,[],_)", "e(2,[1],_)"];
    tails_bound_to_themselves: &format!(":- entry e(+nat,-). e(N,L) :- c(N,a,L,L), u(L). e(_,_). u(L) :- var(L), !. u([_|_]). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    tails_that_end_in_their_own_list: &format!(":- entry e(+nat,-). e(N,L) :- c(N,a,L,R), R = L, u(L). u(L) :- var(L), !. u([a|T]) :- nonvar(T). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(2,_)"];
    tails_compared_with_their_lists: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), ( L == R -> X = same ; X = other ), R = [], w(L). {COPIES}{WALK}"),
        ["e(0,_)", "e(1,_)", "e(4,_)"];
    tails_not_the_same_as_their_lists: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), L \\== R, !, X = N, R = []. e(_,none). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(4,_)"];
    tails_asked_whether_they_are_bound: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), ( var(L) -> R = [b], w(L), X = v ; nonvar(L), var(R), X = n, R = [b,c], w(L) ). {COPIES}{WALK}"),
        ["e(0,_)", "e(1,_)", "e(4,_)"];
    tails_bound_through_their_lists: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), L = [b|_], !, ( var(R) -> X = v ; X = n ). e(_,none). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(4,_)"];
    tails_unified_with_known_lists: &format!(":- entry e(+nat,+list(int),-). e(N,K,X) :- c(N,1,L,R), L = K, !, w(R), X = R. e(_,_,none). {COPIES}{WALK}"),
        ["e(0,[1],_)", "e(1,[1,2],_)", "e(2,[1,2],_)", "e(3,[1,1],_)", "e(1,[],_)"];
    tails_unified_with_constants: &format!(":- entry e(+nat,-). e(N,X) :- c(N,1,L,R), ( L = [] -> X = R ; L = z -> X = R ; X = no ). {COPIES}"),
        ["e(0,_)", "e(1,_)"];
    two_lists_of_one_tail: &format!(":- entry e(+nat,+nat,-). e(N,M,X) :- c(N,a,L,R), c(M,a,K,R), ( L = K -> X = y ; X = n ), ( var(R) -> R = [] ; true ). {COPIES}"),
        ["e(0,0,_)", "e(1,1,_)", "e(2,1,_)", "e(0,3,_)"];
    two_variables_made_one: ":- entry e(+nat,-). e(N,Z) :- p(N,X,Y), Y = a, ( X == a -> Z = y ; Z = n ). p(0,X,X) :- !. p(_,_,_).",
        ["e(0,_)", "e(1,_)"];
    variables_made_one_in_either_order: ":- entry e(+nat,-). e(N,Z) :- p(N,X,Y), Y = [a], ( X = [b|_] -> Z = y ; Z = n ). p(0,X,X) :- !. p(1,X,[c|X]) :- !. p(2,[c|X],X) :- !. p(_,_,_).",
        ["e(0,_)", "e(1,_)", "e(2,_)", "e(3,_)"];
    one_variable_passed_twice: ":- entry e(+nat,-). e(N,X) :- p(N,T,T), X = T. e(_,none). p(0,[a|X],X) :- !. p(1,X,X) :- !. p(2,_,b).",
        ["e(0,_)", "e(1,_)", "e(2,_)", "e(3,_)"];
    variables_in_what_looks_ground: ":- entry e(+nat,-). e(N,R) :- p(N,T,V), V = z, q(T,R). p(0,f(V),V) :- !. p(1,f(_),_) :- !. p(_,f(a),_). q(f(X),R) :- X == z, !, R = y. q(_,n).",
        ["e(0,_)", "e(1,_)", "e(2,_)"];
    backtracking_over_a_tail: &format!(":- entry e(+nat,-). e(N,L) :- c(N,a,L,R), m(R,X), X > 1, w(L), !. e(_,none). m([],1). m([b],1). m([b,c],2). m(_,3). {COPIES}{WALK}"),
        ["e(0,_)", "e(2,_)"];
    a_choice_older_than_a_tail: &format!(":- entry e(+nat,-). e(N,L) :- ( c(N,a,L,R), R = [b], fail ; L = [] ). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    a_choice_between_a_tail_and_its_list: &format!(":- entry e(+nat,-). e(N,X) :- o(L), g, c(N,a,L,R), R = [b], h(L,X). o(_). g. g. h([b],1). h([a|_],2). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    a_choice_between_two_variables_made_one: ":- entry e(+nat,-). e(N,X) :- o(Y), g, o(Z), p(N,Y,Z), h(Z,X). o(_). g. g. h(1,1). h(2,2). p(0,A,A) :- !. p(_,_,_).",
        ["e(0,_)", "e(1,_)"];
    a_choice_before_variables_are_made_one_within: ":- entry e(+nat,-). e(N,X) :- p(N,Y,Z), h(Z,X), Y = Z. p(0,A,B) :- g, A = B. p(1,[A|B],A) :- g, B = A. p(2,_,_). g. g. h(1,1). h(2,2).",
        ["e(0,_)", "e(1,_)", "e(2,_)"];
    a_cut_after_a_tail_is_bound: &format!(":- entry e(+nat,-). e(N,X) :- p(N,L), ( L = [b] -> X = y ; X = n ). p(N,L) :- c(N,a,L,R), m(R), !. m([]). m([b]). {COPIES}"),
        ["e(0,_)", "e(1,_)"];
    tails_in_a_condition: &format!(":- entry e(+nat,-). e(N,L) :- ( c(N,a,L,R), R = [b|_], L = [a|_] -> true ; L = [] ), v(L). v([]). v([_|_]). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    tails_under_negation: &format!(":- entry e(+nat,-). e(N,L) :- c(N,a,L,R), \\+ R = L, !, R = []. e(_,n). :- entry f(+nat,-). f(N,L) :- c(N,a,L,R), \\+ L = [b|_], R = [], w(L). {COPIES}{WALK}"),
        ["e(0,_)", "e(1,_)", "e(3,_)", "f(0,_)", "f(2,_)"];
    tails_copied: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), copy_term(L-R,K-S), S = [b], ( var(R) -> R = [], X = K ; X = no ), w(K), w(L). {COPIES}{WALK}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    tails_gathered: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), findall(L-R,g,Ls), ( var(R) -> R = [] ; true ), b(Ls), X = L, w(L). g. g. b([]). b([L-R|T]) :- R = [z], w(L), b(T). {COPIES}{WALK}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    tails_in_terms: &format!(":- entry e(+nat,+nat,-). e(N,M,X) :- q(N,Q), r(M,Q,P), l(P,X). q(N,F-B) :- c(N,a,F,B). r(0,Q,Q) :- !. r(K,[X|F]-[X|B],Q) :- K > 0, J is K-1, r(J,F-B,Q). l([X|_]-_,X). {COPIES}"),
        ["e(0,0,_)", "e(1,0,_)", "e(2,3,_)", "e(0,2,_)"];
    a_queue: ":- entry e(+nat,+nat,-). e(N,K,L) :- N >= 1, K >= 1, f(1,N,F,B), v(N,K,F-B,L). f(I,N,B,B) :- I > N, !. f(I,N,[I|F],B) :- J is I+1, f(J,N,F,B).
            v(1,_,[L|_]-_,L) :- !. v(N,K,Q,L) :- r(K,Q,[_|F]-B), M is N-1, v(M,K,F-B,L). r(1,Q,Q) :- !. r(K,[X|F]-[X|B],Q) :- J is K-1, r(J,F-B,Q).",
        ["e(1,1,_)", "e(4,2,_)", "e(3,7,_)"];
    a_queue_that_runs_empty: ":- entry e(+nat,+nat,-). e(N,K,L) :- f(N,F,B), t(K,F-B,L). f(0,B,B) :- !. f(N,[N|F],B) :- M is N-1, f(M,F,B). t(0,F-[],F) :- !. t(K,[_|F]-B,L) :- J is K-1, t(J,F-B,L).",
        ["e(0,0,_)", "e(3,1,_)", "e(2,2,_)", "e(1,3,_)", "e(0,4,_)"];
    code_of_trees: &format!("{TREE}:- entry e(+t,-). e(T,L) :- phrase(k(T),L), w(L). {CODE}{WALK}"),
        ["e(n(1),_)", "e(t(n(1),n(2)),_)", "e(t(t(n(1),n(2)),t(n(3),n(4))),_)"];
    code_that_is_checked: &format!("{TREE}:- entry e(+t,+list(int),-). e(T,K,R) :- k(T,L,S), L = K, R = S. e(_,_,no). {CODE}"),
        ["e(n(1),[1],_)", "e(n(1),[1,2],_)", "e(n(1),[2],_)", "e(n(1),[],_)", "e(t(n(1),n(2)),[1,2],_)"];
    sorting_with_an_accumulator: ":- entry q(+list(int),-). q(L,S) :- q(L,S,[]). q([],S,S). q([P|Xs],S,S0) :- s(Xs,P,A,B), q(A,S,[P|S1]), q(B,S1,S0).
            s([],_,[],[]). s([X|Xs],P,[X|A],B) :- X < P, !, s(Xs,P,A,B). s([X|Xs],P,A,[X|B]) :- s(Xs,P,A,B).",
        ["q([],_)", "q([2,1,3],_)", "q([1,2,3,4],_)", "q([4,3,2,1],_)"];
    elements_that_are_variables: ":- entry e(+nat,-). e(N,X) :- c(N,V,L,R), R = [V|L2], L2 = [], V = x, y(L), X = L. c(0,_,Xs,Xs) :- !. c(N,X,[X|Xs],R) :- N > 0, M is N-1, c(M,X,Xs,R). y([]). y([X|T]) :- X == x, y(T).",
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    elements_that_are_the_tail: ":- entry e(+nat,-). e(N,X) :- c(N,R,L,R), R = [], y(L), X = L. c(0,_,Xs,Xs) :- !. c(N,X,[X|Xs],R) :- N > 0, M is N-1, c(M,X,Xs,R). y([]). y([X|T]) :- X == [], y(T).",
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    tails_given_to_goals: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), call(b,R), b(L), X = L. b([]) :- !. b([_|_]). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    tails_of_growing_lists: ":- entry e(+nat,-). e(N,X) :- p(N,T,T,X). p(0,L,[],L) :- !. p(N,L,T,X) :- N > 0, T = [a|S], M is N-1, p(M,L,S,X).",
        ["e(0,_)", "e(1,_)", "e(6,_)"];
    heads_of_growing_lists: ":- entry e(+nat,-). e(N,X) :- p(N,T,T,X). p(0,L,[b],X) :- !, w(L), X = L. p(N,L,T,X) :- N > 0, M is N-1, p(M,[a|L],T,X). w([]). w([_|T]) :- w(T).",
        ["e(0,_)", "e(1,_)", "e(6,_)"];
    tails_left_by_several_solutions: &format!(":- entry e(+nat,-). e(N,X) :- d(N,L,R), R = [b|S], S = [], w(L), X = L. d(N,L,R) :- c(N,a,L,R). d(_,R,R). d(_,[z|R],R). d(_,[z],_). {COPIES}{WALK}"),
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    new_variables: ":- entry e(+nat,-). e(N,L) :- q(Q), p(N,Q,F-B), B = [], w(F), L = F. q(X-X). p(0,Q,Q) :- !. p(N,F-[N|B],Q) :- N > 0, M is N-1, p(M,F-B,Q). w([]). w([_|T]) :- w(T).",
        ["e(0,_)", "e(1,_)", "e(4,_)"];
    new_variables_that_are_one_or_two: ":- entry e(+nat,-). e(N,X) :- q(N,A-B), A = a, ( B == a -> X = one ; var(B) -> X = two ; X = B ). q(0,X-X) :- !. q(1,_-_) :- !. q(2,_-b).",
        ["e(0,_)", "e(1,_)", "e(2,_)"];
    new_variables_older_than_a_choice_of_the_call: ":- entry e(+nat,-). e(N,X) :- q(N,A), A = f(B), h(B,X). q(_,f(_)). q(N,f(Y)) :- N > 0, g, g(Y). g. g. g(_). g(2). h(1,1). h(2,2).",
        ["e(0,_)", "e(1,_)"];
    new_variables_in_lists: ":- entry e(+nat,-). e(N,L) :- l(N,L), L = [X|_], !, X = a, y(L). e(_,none). l(0,[]) :- !. l(N,[_|T]) :- N > 0, M is N-1, l(M,T). y([]). y([X|T]) :- ( var(X) -> X = a ; true ), y(T).",
        ["e(0,_)", "e(1,_)", "e(3,_)"];
    a_new_variable_in_several_places: ":- entry e(+nat,-). e(N,X) :- q(N,T), T = f(A,B,C), B = b, ( A == b -> X = C ; X = other ). q(0,f(X,X,g(X))) :- !. q(1,f(_,X,g(X))) :- !. q(_,f(X,_,g(X))).",
        ["e(0,_)", "e(1,_)", "e(2,_)"];
    a_variable_or_a_list_that_ends_in_one: ":- entry e(+nat,-). e(N,X) :- q(N,L), L = [H|_], X = H. q(0,_) :- !. q(1,[a|_]) :- !. q(_,[b,c|_]).",
        ["e(0,_)", "e(1,_)", "e(2,_)"];
    tails_caught: &format!(":- entry e(+nat,-). e(N,X) :- catch(p(N,X),_,true), ( var(X) -> X = none ; true ). p(N,X) :- c(N,a,X,R), ( N > 2 -> throw(oops) ; R = [] ). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(5,_)"];
    lengths_of_open_lists: &format!(":- entry e(+nat,-). e(N,X) :- c(N,a,L,R), '$skip_list'(L,K,T), ( T == R -> X = K ; X = no ). {COPIES}"),
        ["e(0,_)", "e(1,_)", "e(5,_)"];
}

/// The upper bounds of the steps of a text's only entry at some sizes.
fn steps(text: &str, sizes: &[i64]) -> Vec<String> {
    claims_of(text).upper_at("steps", sizes, i64::MAX)
}

#[test]
fn lists_up_to_a_tail_have_a_length_when_the_tail_is_bound() {
    let text = ":- entry e(+nat,+nat,-). e(N,M,L) :- c(N,a,L,R), c(M,b,R,[]), w(L).";
    assert_eq!(steps(&format!("{text} {COPIES}{WALK}"), &[3, 2]), ["2*x + 2*y + 4"]);
    let code = ":- entry e(+t,-). e(T,L) :- phrase(k(T),L), w(L).";
    assert_ne!(steps(&format!("{TREE}{code} {CODE}{WALK}"), &[9]), Vec::<String>::new());
}

#[test]
fn an_accumulator_that_is_an_output_first_costs_no_more_than_another() {
    let sort = ":- entry q(+list(int),-). q(L,S) :- q(L,S,[]). q([],S,S). q([P|Xs],S,S0) :- s(Xs,P,A,B), q(A,S,[P|S1]), q(B,S1,S0).
        s([],_,[],[]). s([X|Xs],P,[X|A],B) :- X < P, !, s(Xs,P,A,B). s([X|Xs],P,A,[X|B]) :- s(Xs,P,A,B).";
    assert_eq!(steps(sort, &[5]), ["1/2*x^2 + 5/2*x + 2"]);
}

#[test]
fn a_queue_that_begins_with_a_new_variable_has_a_length() {
    let queue = ":- entry e(+nat,-). e(N,F) :- q(Q), p(N,Q,F-[]), w(F). q(X-X). p(0,Q,Q) :- !. p(N,F-[N|B],Q) :- N > 0, M is N-1, p(M,F-B,Q).";
    assert_eq!(steps(&format!("{queue} {WALK}"), &[4]), ["2*x + 4"]);
}
