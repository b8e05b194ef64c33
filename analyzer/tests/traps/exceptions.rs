//! Exceptions that are caught, conditions with `*->`, and texts: what is undone, passed, left out, or longer than it looks.

use crate::{claims_of, holds};

traps! {
    an_exception_behind_the_first_way_through_a_text:
        ":- entry t(+list(atm)). t(L) :- e(L, _), !. e(L, R) :- f(L, R0), g(R0, R). g(R, R). g([x|T], R) :- e(T, R).
         f([foo|T], T) :- q(T). f([foo|_], _) :- throw(e). f([b|T], T). f(['('|T], R) :- e(T, R1), R1 = [')'|R].
         q([]). q([_|T]) :- q(T), q(T), q(T), q(T).",
        ["t([foo,a,a,a,a,a])", "t([b,x,b])", "t(['(',b,')',x,foo,a])", "t([])"];
    // What a call costs to its first solution is no part of what one costs to the end of all where that is an exception, or none.
    an_exception_behind_the_first_solution:
        ":- entry t(+atm, +nat). t(A, N) :- catch(findall(X, p(A, N, X), _), _, true), ( p(A, N, _) -> true ; true ).
         :- entry r(+atm, +nat). r(A, N) :- p(A, N, _), !.
         :- entry f(+atm, +nat). f(A, N) :- ( A == bar -> findall(X, p(A, N, X), _) ; p(A, N, _) -> true ; true ).
         p(foo, N, a) :- q(N). p(foo, _, _) :- throw(e). p(bar, _, a). p(bar, _, b).
         q(0). q(N) :- N > 0, M is N - 1, l(M), q(M). l(0). l(N) :- N > 0, M is N - 1, l(M).",
        ["t(foo, 6)", "t(bar, 6)", "t(baz, 3)", "t(foo, 0)", "r(foo, 6)", "r(bar, 2)", "r(baz, 2)", "f(foo, 6)", "f(bar, 2)"];
    bindings_of_a_goal_that_raises_are_undone:
        ":- entry r(+list(int), -). r(L,R) :- catch(b(L,_), stop, true), R = L. r(_,none).
            b([],[]). b([X|T],[X|R]) :- ( X > 4 -> throw(stop) ; true ), b(T,R).",
        ["r([1,2,3,9], R)", "r([9], R)", "r([], R)", "r([1,2,3], R)"];
    what_raises_no_exception_costs_all_that_it_costs:
        ":- entry r(+list(int), -). r(L,N) :- catch(len(L,N), _, true). len([],0). len([_|T],N) :- len(T,M), N is M + 1.",
        ["r([1,2,3,4,5,6], N)", "r([], N)"];
    an_exception_of_one_of_two_goals:
        ":- entry r(+nat, +list(int)). r(K,L) :- ( K > 3 -> G = a(L) ; G = b(L) ), catch(G, _, true). a([X|_]) :- X > 3, throw(x). a(L) :- w(L). b(L) :- w(L). w([]). w([_|T]) :- w(T).",
        ["r(9, [9,1,1,1,1])", "r(9, [1,1,1,1])", "r(0, [9,1,1,1,1])"];
    bindings_of_older_variables_are_undone:
        ":- entry r(+int, -). r(N,R) :- L = [A,B,C,D], catch(s(N,A,B,C,D), E, true), R = f(L,E). r(_,_).
            s(N,1,2,C,D) :- t(C), ( N > 1 -> throw(a(C,D)) ; N > 0 -> throw(b) ; true ). t(7). t(8).",
        ["r(0, R)", "r(1, R)", "r(2, R)"];
    a_goal_without_an_end_is_no_shorter_for_an_exception_before_it:
        ":- entry r(+). r(X) :- catch(s(X), _, true). s(X) :- Y is X + 1, l(Y). l(Y) :- l(Y).",
        ["r(a)", "r(f(b))", "r(1)"];
    an_exception_ends_what_has_no_other_end:
        ":- entry r(+int, +int). r(X,N) :- catch(u(X,N), far, true). u(X,N) :- X > N, throw(far). u(X,N) :- Y is X + 1, u(Y,N).",
        ["r(0, 9)", "r(5, 2)"];
    what_is_not_reached_ends_nothing:
        ":- entry r(+int). r(X) :- catch(u(X), far, true). u(X) :- X =:= 9, throw(far). u(X) :- Y is X + 1, u(Y).",
        ["r(0)", "r(10)"];
    an_exception_in_the_search_for_further_solutions:
        ":- entry r(+nat, -). r(N,X) :- catch(g(N,X), end, X = end). g(N,X) :- m(0,N,X), w, w.
            m(K,N,_) :- K > N, throw(end). m(K,_,K). m(K,N,X) :- J is K + 1, m(J,N,X). w.",
        ["r(4, X)", "r(0, X)"];
    an_exception_after_each_solution:
        ":- entry r(+list(int), +int). r(L,K) :- catch(( m(X,L), w, X >= K, throw(at(X)) ), at(_), ( w, w )). r(_,_).
            m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3,4], 4)", "r([1,2], 9)", "r([], 0)"];
    choice_points_inside_of_a_catch_go_with_the_exception:
        ":- entry r(+int, -). r(K,X) :- catch(p(K,X), stop, q(X)). p(_,1). p(K,_) :- ( K > 0 -> throw(stop) ; true ). p(_,3).
            q(4). q(5).",
        ["r(0, X)", "r(1, X)"];
    choice_points_of_a_goal_that_is_left_stay:
        ":- entry r(+list(int), -). r(L,X) :- catch(m(X,L), _, true), X > 2. r(_,0). m(X,[X|_]). m(X,[_|T]) :- m(X,T).",
        ["r([1,2,3,4], X)", "r([], X)"];
    a_cut_after_a_catch:
        ":- entry r(+list(int), -). r(L,X) :- catch(m(X,L), _, true), !, w. r(_,0). m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3,4], X)", "r([], X)"];
    a_catch_asked_for_all_solutions:
        ":- entry r(+list(int), -). r(L,N) :- findall(X, ( catch(m(X,L), _, true), w ), Xs), n(Xs,0,N).
            m(X,[X|_]). m(X,[_|T]) :- m(X,T). w. n([],N,N). n([_|T],K,N) :- J is K + 1, n(T,J,N).",
        ["r([1,2,3,4], N)", "r([1], N)", "r([], N)"];
    a_generator_that_raises_between_solutions:
        ":- entry r(+list(int)). r(L) :- catch(g(L,X), bad(_), X = 0), w(X), fail. r(_).
            g([X|_],X) :- X > 0. g([X|T],Y) :- ( X =:= 13 -> throw(bad(T)) ; g(T,Y) ). g([],_) :- throw(end).
            w(0). w(X) :- X > 1, v. w(_) :- v. v.",
        ["r([1,2,13,5])", "r([13])", "r([0,0,13])", "r([13,1,1])"];
    an_error_between_solutions_that_need_not_be:
        ":- entry r(+list, -). r(L,X) :- catch(( m(X,L), X > 2, w ), error(_,_), ( w, w )), w. r(_,z). m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([3,4,a,5], X)", "r([a], X)", "r([1,2], X)", "r([], X)", "r([9,8,7,f(x),6], X)", "r([3,3,3,3,3,3,a], X)"];
    a_catch_in_a_condition:
        ":- entry r(+list(int), -). r(L,X) :- ( catch(m(X,L), _, fail), X > 2 -> w ; X = 0, w, w ).
            m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3,4], X)", "r([1], X)", "r([], X)"];
    catches_within_catches_that_leave_choice_points:
        ":- entry r(+list(int), -). r(L,X) :- catch(( catch(m(X,L), a, true), ( X > 2 -> throw(b) ; w ) ), b, X = 9), w. r(_,0).
            m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3,4], X)", "r([1,2], X)", "r([], X)"];
    a_recursion_through_catches_that_leave_choice_points:
        ":- entry r(+list(int), -). r([],[]). r([X|L],[Y|M]) :- catch(c(X,Y), _, fail), r(L,M). c(X,X). c(X,Y) :- X > 1, Y is X - 1.",
        ["r([1,2,3], M)", "r([0], M)", "r([], M)"];
    a_last_solution_that_leaves_none:
        ":- entry r(+int, -). r(K,X) :- catch(p(K,X), _, true), w(X). r(_,z). p(0,a). p(K,b) :- K > 0. p(1,c). w(a). w(b). w(c).",
        ["r(0, X)", "r(1, X)", "r(2, X)", "r(-1, X)"];
    a_cut_inside_of_a_catch_is_its_own:
        ":- entry r(+list(int), -). r(L,X) :- catch(( m(X,L), ! ), _, true). r(_,0). m(X,[X|_]). m(X,[_|T]) :- m(X,T).",
        ["r([1,2,3,4], X)", "r([], X)"];
    a_ball_that_passes_catches:
        ":- entry r(+nat, +int). r(N,K) :- catch(p(N,K), d, w). p(0,K) :- !, ( K > 0 -> throw(d) ; true ).
            p(N,K) :- M is N - 1, catch(p(M,K), e(_), w). w.",
        ["r(0, 1)", "r(5, 1)", "r(5, 0)", "r(9, 3)"];
    a_ball_that_is_raised_by_its_recovery:
        ":- entry r(+nat). r(N) :- catch(p(N), b(_), w). p(0) :- throw(a). p(N) :- M is N - 1, catch(p(M), E, ( w, throw(E) )). w.",
        ["r(0)", "r(3)"];
    a_catcher_with_variables_that_fails_to_match:
        ":- entry r(+int, -). r(K,R) :- catch(catch(t(K), f(X,X,Y), true), _, true), R = g(X,Y). t(K) :- K > 0, throw(f(a,b,c)). t(_).",
        ["r(1, R)", "r(0, R)"];
    a_recovery_that_is_no_goal:
        ":- entry r(+int). r(K) :- catch(t(K), _, 1). t(K) :- K > 0, throw(a). t(_).",
        ["r(1)", "r(0)"];
    an_error_of_a_builtin_after_work:
        ":- entry r(+, -). r(X,N) :- catch(atom_length(X,N), error(_,_), N = 0).",
        ["r(f(a), N)", "r(abc, N)", "r([], N)", "r([a,b], N)"];
    an_error_of_arithmetic_in_a_condition:
        ":- entry r(+, -). r(X,R) :- catch(( X > 2 -> R = 1 ; R = 2 ), error(_,_), R = 3).",
        ["r(a, R)", "r(f(a), R)", "r(4, R)", "r(1 + 1, R)"];
    texts_that_are_joined_and_then_no_number:
        ":- entry r(+atm, -). r(A,N) :- catch(( atom_codes(A,L), number_codes(N,L) ), error(syntax_error(_),_), N = 0).",
        ["r('12', N)", "r(ab, N)", "r('', N)"];
    a_condition_with_several_solutions:
        ":- entry r(+list(int), -). r(L,X) :- ( m(X,L), X > 1 *-> w ; w, w, X = 0 ). r(_,9). m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3], X)", "r([1], X)", "r([], X)"];
    a_condition_within_a_condition:
        ":- entry r(+list(int), -). r(L,X) :- ( ( m(X,L), X > 3 *-> w ; m(X,L), X > 1 ) *-> w ; w, w, X = 0 ), X < 9.
            m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3], X)", "r([4,2,5], X)", "r([], X)", "r([9], X)"];
    a_cut_in_what_follows_a_condition:
        ":- entry r(+list(int), -). r(L,X) :- ( m(X,L) *-> X > 1, ! ; w, X = 0 ). r(_,9). m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3], X)", "r([1], X)", "r([], X)"];
    a_condition_with_a_cut_after_its_first_solution:
        ":- entry r(+list(int), -). r(L,X) :- ( m(X,L), ( X =:= 1 ; X =:= 2, !, fail ) *-> w, fail ; w, w, X = 0 ). r(_,9).
            m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2], X)", "r([1], X)", "r([2,1], X)", "r([], X)", "r([3,1,2], X)"];
    a_condition_whose_solutions_fail_before_its_end:
        ":- entry r(+list(int), -). r(L,X) :- ( m(X,L), X > 2, w *-> true ; w, w, w, w, X = 0 ). m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2], X)", "r([3], X)", "r([0,5,1], X)", "r([], X)"];
    a_condition_that_raises:
        ":- entry r(+list(int), -). r(L,X) :- catch(( m(X,L), w(X) *-> true ; X = 0 ), s, X = 1). r(_,9).
            m(X,[X|_]). m(X,[_|T]) :- m(X,T). w(X) :- ( X > 3 -> throw(s) ; X > 1 ).",
        ["r([1,2,5,3], X)", "r([5], X)", "r([1], X)", "r([], X)"];
    the_empty_list_as_a_text:
        ":- entry r(+atm, -). r(A,N) :- atom_length(A,K), string_length(A,L), string_codes(A,C), n(C,0,M), d(K), d(L), N = f(K,L,M).
            n([],N,N). n([_|T],K,N) :- J is K + 1, n(T,J,N). d(0) :- !. d(N) :- M is N - 1, d(M).",
        ["r([], N)", "r('[]', N)", "r('', N)", "r(ab, N)"];
    letters_that_become_more_in_the_other_case:
        ":- entry r(+atm, -). r(A,N) :- upcase_atom(A,B), downcase_atom(B,C), atom_codes(C,L), n(L,0,N).
            n([],N,N). n([_|T],K,N) :- J is K + 1, n(T,J,N).",
        ["r('\u{df}\u{149}\u{390}', N)", "r('\u{130}', N)", "r(abc, N)"];
    characters_of_several_bytes:
        ":- entry r(+atm, +atm, -). r(A,B,N) :- atom_concat(A,B,C), atom_chars(C,L), sub_atom(C,_,1,0,D), atom_chars(E,[D|L]), atom_length(E,N).",
        ["r('\u{1F600}\u{1F600}', '\u{e9}', N)", "r('', '', N)", "r(a, '', N)"];
    known_parts_of_a_text:
        ":- entry r(+atm, +atm, -). r(A,B,N) :- ( atom_concat(A,X,B) -> atom_length(X,N) ; atom_concat(X,A,B) -> atom_length(X,N) ;
            sub_atom(B,N,_,_,A) -> true ; sub_atom(A,0,N,_,B) -> true ; N = none ), d(N). d(none) :- !. d(0) :- !. d(N) :- M is N - 1, d(M).",
        ["r(ab, abc, N)", "r(bc, abc, N)", "r(b, abc, N)", "r(abc, ab, N)", "r(x, y, N)", "r('', '', N)", "r(a, aaaa, N)"];
    slices_that_do_not_fit:
        ":- entry r(+atm, +nat, +nat, -). r(A,I,N,K) :- sub_atom(A,I,N,K,_), d(K). r(A,I,N,K) :- sub_atom(A,K,N,I,_), d(K).
            r(A,I,N,K) :- sub_atom(A,I,K,N,_), d(K). d(0) :- !. d(N) :- M is N - 1, d(M).",
        ["r(abcdef, 1, 2, K)", "r(ab, 5, 1, K)", "r('', 0, 0, K)"];
    text_that_is_given_and_asked_for:
        ":- entry r(+atm, +list(nat)). r(A,L) :- atom_codes(A,L), w. r(A,[C|_]) :- atom_codes(A,[C|T]), n(T). r(_,_) :- w. n([]). n([_|T]) :- n(T). w.",
        ["r(abc, [97,98,99])", "r('', [])", "r(abc, [97])", "r(abc, [98])"];
    texts_and_numbers_in_a_list:
        ":- entry r(+list(int), +atm, -). r(L,A,N) :- atomic_list_concat([A,12|L], ', ', B), atom_length(B,N), d(N), atomic_list_concat(P,A,B), n(P).
            n([]). n([_|T]) :- n(T). d(0) :- !. d(N) :- M is N - 1, d(M).",
        ["r([1,-20,300], ab, N)", "r([], a, N)", "r([], '', N)"];
    split_at_each_character:
        ":- entry r(+atm, +atm, +atm, -). r(A,S,P,N) :- split_string(A,S,P,L), n(L,0,N). n([],N,N). n([_|T],K,N) :- J is K + 1, n(T,J,N).",
        ["r('a,b,,c', ',', ' ', N)", "r(',,,', ',', '', N)", "r('  a  ', ' ', ' ', N)", "r('', '', '', N)", "r(abc, [], [], N)"];
    places_that_follow_each_other:
        ":- entry r(+atm, +atm, -). r(A,B,I) :- sub_atom(A,I,_,_,B), d(I). d(0) :- !, fail. d(N) :- M is N - 1, d(M).",
        ["r(aaaa, a, I)", "r(aaaa, aa, I)", "r(abab, b, I)", "r(aaa, '', I)", "r('', '', I)", "r(a, aaaa, I)"];
    codes_beyond_the_text:
        ":- entry r(+atm, +int, -). r(A,I,C) :- string_code(I,A,C), w. r(_,_,none). w.",
        ["r(abc, 1, C)", "r(abc, 3, C)", "r(abc, 4, C)", "r(abc, 0, C)", "r('', 1, C)"];
    lists_that_end_in_a_variable:
        ":- entry r(+int, -). r(N,M) :- length(L,N), n(L,0,M). r(N,M) :- L = [a,b|T], length(L,N), n(T,0,M). n([],N,N). n([_|T],K,N) :- J is K + 1, n(T,J,N).",
        ["r(0, M)", "r(5, M)", "r(1, M)"];
    one_variable_twice_is_no_list_of_that_length:
        ":- entry r(-). r(L) :- length(L,L). r(none).",
        ["r(L)"];
    a_cleanup_runs_where_its_goal_raises:
        ":- entry r(+list(int), -). r(L,R) :- catch(call_cleanup(b(L), ( w, w, w )), stop, R = no). r(_,yes).
            b([]). b([X|T]) :- ( X > 4 -> throw(stop) ; true ), b(T). w.",
        ["r([1,2,3,9], R)", "r([9], R)", "r([], R)", "r([1,2,3], R)"];
    a_cleanup_runs_where_its_goal_fails:
        ":- entry r(+list(int)). r(L) :- setup_call_cleanup(w, b(L), ( w, w )). r(_) :- w.
            b([]). b([X|T]) :- X < 5, b(T). w.",
        ["r([1,2,3,9])", "r([9])", "r([])", "r([1,2,3])"];
    a_cleanup_that_raises_or_fails_changes_nothing_where_its_goal_has_raised:
        ":- entry r(+int, -). r(K,R) :- catch(call_cleanup(b(K), c(K)), E, R = E). r(_,none).
            b(K) :- ( K > 0 -> throw(far) ; K < -2 -> fail ; true ). c(K) :- ( K > 3 -> throw(other) ; K > 1 -> fail ; w ). w.",
        ["r(0, R)", "r(1, R)", "r(2, R)", "r(5, R)", "r(-5, R)"];
    cleanups_within_cleanups:
        ":- entry r(+int, -). r(K,R) :- catch(call_cleanup(call_cleanup(b(K), w), ( w, w )), _, R = caught). r(_,none).
            b(K) :- ( K > 0 -> throw(far) ; K < -2 -> fail ; true ). w.",
        ["r(0, R)", "r(1, R)", "r(-5, R)"];
    a_goal_with_a_cleanup_that_leaves_choice_points:
        ":- entry r(+list(int), -). r(L,X) :- call_cleanup(m(X,L), w), X > 2, !. r(_,0). m(X,[X|_]). m(X,[_|T]) :- m(X,T). w.",
        ["r([1,2,3,4], X)", "r([], X)"];
    elements_that_come_again:
        ":- entry p(+list(int), -). p([], 0). p([X|L], S) :- ( member(X, L) *-> p(L, S) ; p(L, T), S is T + 1 ).",
        ["p([], S)", "p([1], S)", "p([1,2], S)", "p([1,1,2], S)", "p([2,1,2,1], S)"];
}

#[test]
fn more_paths_than_are_told_apart_fail_back_to_choice_points_without_an_alternative() {
    let vars = ["A", "B", "C", "D", "E", "F"];
    let pairs = vars.iter().enumerate().flat_map(|(nth, a)| vars[nth + 1..].iter().map(move |b| (a, b)));
    let tests: Vec<String> = pairs.map(|(a, b)| format!("( {a} > {b} -> e ; true )")).collect();
    let tests = tests.join(", ");
    let bodies = [
        (format!("( m(X) *-> {tests}, X > 2 ; w )"), ["39"].as_slice()),
        (format!("( m(X) *-> ( m(Y) *-> {tests}, Y > 2 ; w ), X > 2 ; w, w )"), &["73"]),
        (format!("catch(m(X), _, true), {tests}, X > 2"), &["39"]),
        (format!("setup_call_cleanup(true, m(X), w), {tests}, X > 2"), &[]),
    ];
    for (body, most) in bodies {
        let text = format!(
            ":- entry p(+int,+int,+int,+int,+int,+int). p(A,B,C,D,E,F) :- {body}. p(_,_,_,_,_,_) :- w, w, w, w, w.
             m(1). m(2). e. w."
        );
        holds("many_paths", &text, &["p(6,5,4,3,2,1)", "p(1,2,3,4,5,6)", "p(0,0,0,0,0,0)"]);
        assert_eq!(claims_of(&text).upper_at("steps", &[6, 5, 4, 3, 2, 1], i64::MAX), most, "{body}");
    }
}
