//! Recursion behind generators: solutions that seem to have sizes of their own, each once, and those that have.

use crate::{claims_of, holds};

traps! {
    suffixes_of_which_each_has_another_length:
        ":- entry r(+list, -). r([],[]). r(L,[X|S]) :- s(L,[X|R]), r(R,S). s(L,L). s([_|T],S) :- s(T,S).",
        ["r([a,b,c,d], S)", "r([], S)"];
    suffixes_that_come_twice:
        ":- entry r(+list, -). r([],[]). r(L,[X|S]) :- s(L,[X|R]), r(R,S). s(L,L). s([_|T],S) :- s(T,S). s([_|T],S) :- s(T,S).",
        ["r([a,b,c], S)", "r([], S)"];
    the_whole_list_twice:
        ":- entry r(+list, -). r([],[]). r(L,[X|S]) :- s(L,[X|R]), r(R,S). s(L,L). s(L,L). s([_|T],S) :- s(T,S).",
        ["r([a,b,c], S)", "r([a], S)"];
    suffixes_of_every_second_length:
        ":- entry r(+list, -). r([],[]). r(L,[X|S]) :- s(L,[X|R]), r(R,S). s(L,L). s([_,_|T],S) :- s(T,S).",
        ["r([a,b,c,d,e], S)", "r([a,b], S)"];
    suffixes_with_one_more_element:
        ":- entry r(+nat, +list, -). r(0,_,[]). r(K,L,[X|S]) :- K > 0, s(L,[X|R]), J is K - 1, r(J,R,S). s(L,L). s(L,[z|L]). s([_|T],S) :- s(T,S).",
        ["r(3, [a,b,c], S)", "r(2, [], S)", "r(0, [a], S)"];
    prefixes_and_what_is_left_of_them:
        ":- entry r(+list, -). r([],[]). r(L,[P|S]) :- append(P,R,L), P = [_|_], r(R,S).",
        ["r([a,b,c,d], S)", "r([], S)"];
    what_is_left_of_prefixes_of_some_length:
        ":- entry r(+list, -). r([],[]). r(L,[P|S]) :- append(P,R,L), P = [_,_|_], r(R,S).",
        ["r([a,b,c,d,e,f], S)", "r([a], S)"];
    prefixes_that_are_looked_at_again:
        ":- entry r(+list, -). r([],[]). r(L,[P|S]) :- append(P,[_|R],L), r(P,_), r(R,S).",
        ["r([a,b,c,d], S)", "r([], S)"];
    two_generators_of_which_the_second_is_asked_once:
        ":- entry r(+list, -). r([],[]). r(L,[R|S]) :- append(_,[_|R],L), once(append(_,[_|Q],L)), r(Q,S).",
        ["r([a,b,c,d], S)", "r([a], S)"];
    two_generators_one_after_another:
        ":- entry r(+list, -). r([],[]). r(L,[X,Y|S]) :- append(_,[X|R],L), append(_,[Y|Q],R), r(Q,S).",
        ["r([a,b,c,d,e], S)", "r([a], S)", "r([], S)"];
    two_generators_of_the_same_list:
        ":- entry r(+list, -). r([],[]). r(L,[X,Y|S]) :- append(_,[X|R],L), append(_,[Y|_],L), r(R,S).",
        ["r([a,b,c], S)", "r([a], S)", "r([], S)"];
    combinations_of_some_elements:
        ":- entry r(+int, +list, -). r(0,_,[]). r(K,L,[X|S]) :- K > 0, append(_,[X|R],L), J is K - 1, r(J,R,S).",
        ["r(2, [a,b,c,d], S)", "r(0, [], S)", "r(-1, [a], S)", "r(5, [a,b], S)"];
    combinations_up_to_the_first_one:
        ":- entry r(+int, +list, -). r(K,L,S) :- q(K,L,S), !. r(_,_,none). q(0,_,[]). q(K,L,[X|S]) :- K > 0, append(_,[X|R],L), J is K - 1, q(J,R,S).",
        ["r(2, [a,b,c,d], S)", "r(0, [], S)", "r(-1, [a], S)", "r(5, [a,b], S)"];
    a_cut_after_some_of_the_suffixes:
        ":- entry r(+list(int), -). r([],[]). r(L,[X|S]) :- append(_,[X|R],L), ( X > 2 -> true ; ! ), r(R,S). r(_,[]).",
        ["r([3,4,1,5], S)", "r([1,2,3], S)", "r([], S)", "r([3,3,3], S)"];
    sums_of_numbers:
        ":- entry r(+int, -). r(0,[]). r(N,[K|R]) :- N > 0, between(1,N,K), M is N - K, r(M,R).",
        ["r(5, S)", "r(0, S)", "r(-3, S)"];
    sums_of_numbers_that_fall:
        ":- entry r(+int, +int, -). r(0,_,[]). r(N,M,[K|R]) :- N > 0, B is min(N,M), between(1,B,K), J is N - K, r(J,K,R).",
        ["r(5, 5, S)", "r(4, 2, S)", "r(0, 0, S)", "r(-3, 2, S)", "r(3, -1, S)"];
    sums_of_numbers_from_below_zero:
        ":- entry r(+int, -). r(N,[]) :- N =< 0. r(N,[K|R]) :- N > 0, between(-1,2,K), M is N - K - 2, r(M,R).",
        ["r(4, S)", "r(0, S)", "r(-3, S)"];
    sums_of_even_numbers:
        ":- entry r(+int, -). r(0,[]). r(N,[K|R]) :- N > 0, between(1,N,K), K mod 2 =:= 0, M is N - K, r(M,R).",
        ["r(6, S)", "r(5, S)", "r(-3, S)"];
    twice_each_number:
        ":- entry r(+int, -). r(N,[]) :- N =< 0. r(N,[K|R]) :- N > 0, between(1,N,K), M is N - 2 * K, r(M,R).",
        ["r(6, S)", "r(1, S)", "r(-3, S)"];
    half_of_each_number:
        ":- entry r(+int, -). r(N,[]) :- N =< 0. r(N,[K|R]) :- N > 0, between(1,N,K), M is N - K // 2 - 1, r(M,R).",
        ["r(4, S)", "r(1, S)", "r(-3, S)"];
    trees_of_so_many_nodes:
        ":- entry r(+int, -). r(0,l). r(N,t(L,R)) :- N > 0, M is N - 1, between(0,M,I), J is M - I, r(I,L), r(J,R).",
        ["r(4, T)", "r(0, T)", "r(-1, T)"];
    numbers_from_a_list:
        ":- entry r(+list(nat), +int, -). r(_,N,[]) :- N =< 0. r(L,N,[K|R]) :- N > 0, member(K,L), M is N - K - 1, r(L,M,R).",
        ["r([0,1,2], 4, S)", "r([2,2], 5, S)", "r([], 3, S)", "r([0], -1, S)"];
    numbers_of_two_clauses:
        ":- entry r(+int, -). r(N,[]) :- N =< 0. r(N,[K|R]) :- N > 0, k(N,K), r(K,R). k(N,K) :- N > 0, K is N - 1. k(N,K) :- N > 0, M is N - 1, k(M,K).",
        ["r(5, S)", "r(0, S)", "r(-2, S)"];
    numbers_of_two_clauses_that_meet:
        ":- entry r(+int, -). r(N,[]) :- N =< 0. r(N,[K|R]) :- N > 0, k(N,K), r(K,R). k(N,K) :- N > 0, K is N - 1. k(N,K) :- N > 1, K is N - 2. k(N,K) :- N > 2, M is N - 1, k(M,K).",
        ["r(5, S)", "r(0, S)", "r(-2, S)"];
    numbers_up_and_down:
        ":- entry r(+nat, -). r(0,[]). r(N,[K|R]) :- N > 0, M is N - 1, u(0,M,K), r(K,R). u(I,N,I) :- I =< N. u(I,N,J) :- I < N, K is I + 1, u(K,N,J).",
        ["r(5, S)", "r(0, S)"];
    what_is_chosen_by_another_number:
        ":- entry r(+nat, -). r(0,[]). r(N,[K|R]) :- N > 0, between(1,N,K), ( K > 2 -> M is N - K ; M is N - 1 ), r(M,R).",
        ["r(5, S)", "r(2, S)", "r(0, S)"];
    one_way_for_some_and_another_for_others:
        ":- entry r(+nat, -). :- entry q(+nat). r(0,[]). r(N,[K|R]) :- N > 0, between(1,N,K), M is N - K, ( K > 2 -> r(M,R) ; q(M), R = [] ). q(0). q(N) :- N > 0, M is N - 1, q(M), q(M).",
        ["r(5, S)", "r(2, S)", "q(3)"];
    a_choice_that_nothing_decides:
        ":- entry r(+nat, +list(int), -). r(0,_,[]). r(N,[X|T],[K|R]) :- N > 0, between(1,N,K), M is N - K, ( X > 2 -> r(M,T,R) ; r(M,[X|T],R) ).",
        ["r(4, [1,3], S)", "r(3, [3,3,3,1], S)", "r(3, [], S)"];
    suffixes_of_codes_after_a_letter:
        ":- entry r(+list(nat), -). r(L,N) :- append(_,[0'a|R],L), r(R,M), N is M + 1. r(_,0).",
        ["r(\"banana\", N)", "r([97,97,97], N)", "r([], N)", "r([1,2], N)"];
    suffixes_whose_elements_rise:
        ":- entry r(+list(int), -). r(L,S) :- s(L,[X|R]), q(R,X,S). q(_,X,[X]). q(R,X,[X|S]) :- s(R,[Y|T]), Y > X, q(T,Y,S). s(L,L). s([_|T],S) :- s(T,S).",
        ["r([1,3,2,4], S)", "r([4,3,2,1], S)", "r([], S)", "r([1,2,3,4], S)"];
    suffixes_from_a_partial_list:
        ":- entry r(+nat). r(N) :- l(N,L), q(L). l(0,[]). l(N,[_|T]) :- N > 0, M is N - 1, l(M,T). q([]). q(L) :- append(_,[_|B],L), q(B).",
        ["r(5)", "r(0)"];
    what_comes_after_all_of_them:
        ":- entry r(+nat, -). r(N,L) :- findall(K, q(N,K), L), n(L). q(0,0). q(N,K) :- N > 0, between(1,N,J), M is N - J, q(M,K). n([]). n([_|T]) :- n(T).",
        ["r(5, L)", "r(0, L)"];
    an_exception_behind_a_generator:
        ":- entry r(+nat, -). r(N,L) :- catch(q(N,L), _, L = x). q(0,[]). q(N,[J|L]) :- N > 0, between(1,N,J), ( J > 3 -> throw(j) ; true ), M is N - J, q(M,L).",
        ["r(5, L)", "r(2, L)", "r(0, L)"];
    two_that_call_each_other_behind_generators:
        ":- entry a(+nat). :- entry b(+nat). a(0). a(N) :- N > 0, between(1,N,J), M is N - J, b(M). b(0). b(N) :- N > 0, M is N - 1, between(0,M,J), a(J).",
        ["a(5)", "b(4)", "a(0)", "b(0)"];
    a_generator_in_a_generator:
        ":- entry r(+nat, -). r(0,0). r(N,S) :- N > 0, g(N,K), r(K,S). g(N,K) :- between(1,N,I), J is N - I, h(J,K). h(J,J). h(J,K) :- J > 0, K is J - 1.",
        ["r(4, S)", "r(0, S)"];
    selected_with_what_stands_behind_it:
        ":- entry r(+list, -). r([],[]). r(L,[X|S]) :- p(L,X,R), r(R,S). p([X|T],X,T). p([Y|T],X,[Y|R]) :- p(T,X,R).",
        ["r([a,b,c], S)", "r([], S)"];
    picked_with_what_stands_behind_it:
        ":- entry r(+list, -). r([],[]). r(L,[X|S]) :- p(L,X,R), r(R,S). r(_,[]). p([X|T],X,T). p([_|T],X,R) :- p(T,X,R).",
        ["r([a,b,c], S)", "r([], S)"];
    what_is_vouched_for_may_give_a_size_more_than_once:
        ":- entry w(+nat). w(0). w(N) :- N > 0, h(N,K), w(K). :- entry v(+nat). v(N) :- h(N,K), f(K). f(0). f(N) :- N > 0, M is N - 1, f(M), f(M).
            :- trust pred h(A,B) : (nat(A), var(B)) => (nat(B), size(ub, int, B, int(A)), size(lb, int, B, 0)) + (cost(ub, steps, 6), cost(ub, solutions, 6), cost(lb, solutions, 0)).
            h(N,K) :- N > 0, K is N - 1. h(N,K) :- N > 0, K is N - 1. h(N,K) :- N > 0, K is N - 1. h(N,K) :- N > 0, K is N - 1.",
        ["w(3)", "w(1)", "w(0)", "v(0)", "v(1)", "v(3)"];
    positions_from_the_end:
        ":- entry r(+list, -). r([],0). r(L,N) :- nth1(I,L,_), length(L,M), J is M - I, length(S,J), append(_,S,L), r(S,N).",
        ["r([a,b,c], N)", "r([], N)"];
}

#[test]
fn a_table_gives_a_size_more_than_once() {
    let rows = (0..20_000).map(|row| format!("e(k{row}, {}). ", row * 7 % 5));
    let program = ":- entry q. q :- e(_,K), f(K). f(0). f(N) :- N > 0, M is N - 1, f(M), f(M). ";
    holds("table", &format!("{program}{}", rows.collect::<String>()), &["q"]);
}

#[test]
fn recursion_behind_suffixes_is_no_factorial() {
    for (text, size, most) in [
        (":- entry r(+list, -). r([],[]). r(L,[P|S]) :- append(P,R,L), P = [_|_], r(R,S).", [6], 286),
        (":- entry r(+nat, -). r(0,[]). r(N,[K|R]) :- N > 0, between(1,N,K), M is N - K, r(M,R).", [6], 414),
        (":- entry r(+list). r([]). r(L) :- append(_,[_|B],L), r(B).", [6], 222),
    ] {
        let values = claims_of(text).upper_at("steps", &size, most);
        assert!(!values.is_empty(), "{text}");
    }
}
