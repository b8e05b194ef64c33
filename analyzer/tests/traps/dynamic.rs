//! Dynamic predicates of which somebody vouches for how many facts they have.

use crate::holds;

traps! {
    a_fact_for_each_of_some_keys:
        ":- dynamic age/2. :- trust size(age(atm, int), clauses, 5). :- entry a(+atm, -). age(tom, 3). age(ann, 4). age(joe, 3).
         a(X, Y) :- age(X, Y).",
        ["a(tom, Y)", "a(ann, Y)", "a(nobody, Y)"];
    the_first_fact:
        ":- dynamic age/2. :- trust size(age/2, clauses, 3). :- entry a(-, -). age(tom, 3). age(ann, 4). age(joe, 3).
         a(X, Y) :- age(X, Y), !. a(none, none).",
        ["a(X, Y)"];
    all_pairs_of_facts:
        ":- dynamic age/2. :- trust size(age(atm, int), clauses, 3). :- entry a(-). age(tom, 3). age(ann, 4). age(joe, 3).
         a(L) :- findall(X-Y, (age(X, A), age(Y, B), A < B), L).",
        ["a(L)"];
    no_facts:
        ":- dynamic age/2. :- trust size(age/2, clauses, 0). :- entry a(+atm, -). a(X, Y) :- age(X, Y). a(_, 0).",
        ["a(tom, Y)"];
    facts_with_variables_and_structures:
        ":- dynamic f/2. :- trust size(f/2, clauses, 4). :- entry a(+gnd, -). f(X, X). f(g(X), [X|_]). f(_, 2.5). f(h(a,b), \"s\").
         a(X, Y) :- f(X, Y), w(Y). w(a). w([a|_]). w(2.5).",
        ["a(a, Y)", "a(g(a), Y)", "a(h(a,b), Y)", "a(z, Y)"];
    one_variable_twice:
        ":- dynamic age/2. :- trust size(age(int, int), clauses, 3). :- entry a(-). age(1, 3). age(4, 4). age(5, 3).
         a(X) :- age(X, X).",
        ["a(X)"];
    a_counter:
        ":- dynamic counter/1. :- trust size(counter(int), clauses, 1). :- entry c(+nat). counter(0).
         c(0) :- !. c(N) :- retract(counter(K)), K1 is K+1, assertz(counter(K1)), N1 is N-1, c(N1).",
        ["c(0)", "c(1)", "c(7)"];
    a_counter_that_is_read:
        ":- dynamic counter/1. :- trust size(counter(int), clauses, 1). :- entry c(+nat, -). counter(0).
         c(0, K) :- !, counter(K). c(N, K) :- counter(_), N1 is N-1, c(N1, K).",
        ["c(0, K)", "c(1, K)", "c(7, K)"];
    facts_that_are_removed_one_by_one:
        ":- dynamic f/1. :- trust size(f(int), clauses, 6). :- entry c(+nat). c(N) :- retractall(f(_)), fill(N), empty.
         fill(N) :- N > 5, !. fill(5) :- !. fill(N) :- assertz(f(N)), N1 is N+1, fill(N1). empty :- retract(f(_)), fail. empty.",
        ["c(0)", "c(3)", "c(9)"];
    a_table_of_results:
        ":- dynamic fib/2. :- trust size(fib(int, int), clauses, 30). :- entry m(+nat, -). m(N, F) :- retractall(fib(_,_)), f(N, F).
         f(N, F) :- fib(N, F), !. f(N, F) :- N < 2, !, F = N.
         f(N, F) :- N1 is N-1, f(N1, A), N2 is N-2, f(N2, B), F is A+B, assertz(fib(N, F)).",
        ["m(0, F)", "m(1, F)", "m(7, F)"];
    // How many clauses there are is shown by the text: one for one.
    a_counter_of_its_own:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- !. t(N) :- retract(c(C)), D is C + 1, assertz(c(D)), M is N - 1, t(M).",
        ["t(0)", "t(1)", "t(7)"];
    a_counter_that_goes_up:
        ":- dynamic c/1. c(0). :- entry t(+nat, -). t(0,X) :- c(X). t(N,X) :- N > 0, up, M is N - 1, t(M,X). up :- c(C), retractall(c(_)), D is C + 1, assert(c(D)).",
        ["t(0,X)", "t(3,X)", "t(6,X)"];
    a_counter_that_may_be_missing:
        ":- dynamic c/1. :- entry t(+nat). t(0) :- !. t(N) :- up, M is N - 1, t(M). up :- ( retract(c(C)) -> D is C + 1 ; D = 1 ), assertz(c(D)). \
            :- entry z(-). z(X) :- retractall(c(_)), assertz(c(0)), c(X).",
        ["t(0)", "t(2)", "t(5)", "z(X)"];
    two_flags:
        ":- dynamic f/1. :- entry f(+nat, -). f(N,X) :- retractall(f(_)), assertz(f(a)), asserta(f(b)), g(N), f(X). g(0) :- !. g(N) :- retract(f(X)), !, assertz(f(X)), M is N - 1, g(M).",
        ["f(0,X)", "f(3,X)", "f(6,X)"];
    a_counter_by_directive:
        ":- dynamic c/1. :- assertz(c(0)). :- assertz(c(1)). :- entry t(+nat). t(0) :- !. t(N) :- c(X), X >= 0, M is N - 1, t(M).",
        ["t(0)", "t(2)", "t(5)"];
    // These have more and more clauses: by backtracking, by another clause, by a test that may fail otherwise, by what is called.
    more_by_backtracking:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- m(N), fail. t(_) :- c(X), X < 0. t(_). m(N) :- retract(c(_)), between(1, N, I), assertz(c(I)).",
        ["t(0)", "t(3)", "t(9)"];
    more_by_alternatives:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- between(1, N, _), m, fail. t(_) :- c(X), X < 0. t(_). m :- retract(c(X)), ( assertz(c(X)) ; assertz(c(X)) ).",
        ["t(0)", "t(1)", "t(3)"];
    more_by_a_test:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- between(1, N, I), m(I), fail. t(_) :- c(X), X < 0. t(_). m(I) :- ( c(I) -> true ; assertz(c(I)) ).",
        ["t(0)", "t(3)", "t(9)"];
    more_where_some_are_left:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- between(1, N, I), m(I), fail. t(_) :- c(X), X < 0. t(_). m(I) :- retractall(c(I)), assertz(c(I)).",
        ["t(0)", "t(3)", "t(9)"];
    more_by_what_is_called:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- between(1, N, _), m, fail. t(_) :- c(X), X < 0. t(_). m :- retract(c(X)), u, assertz(c(X)). u. u.",
        ["t(0)", "t(3)", "t(9)"];
    more_by_goals_that_are_built:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- between(1, N, I), G =.. [assertz, c(I)], call(G), fail. t(_) :- c(X), X < 0. t(_).",
        ["t(0)", "t(3)", "t(9)"];
    more_by_each:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- numlist(1, N, L), maplist([I]>>assertz(c(I)), L), c(X), X < 0. t(_).",
        ["t(0)", "t(3)", "t(9)"];
    more_by_the_way:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- forall(between(1, N, I), ( retract(c(J)) -> assertz(c(J)), assertz(c(I)) ; true )), c(X), X < 0. t(_).",
        ["t(0)", "t(3)", "t(5)"];
    one_removed_and_two_added:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- c(X), X < 0. t(0) :- !. t(N) :- retract(c(X)), !, assertz(c(X)), Y is X + N, assertz(c(Y)), M is N - 1, t(M).",
        ["t(0)", "t(3)", "t(5)"];
    rules_and_facts:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- retractall(c(_)), assertz((c(X) :- between(1, 50, X))), c(N). t(_).",
        ["t(0)", "t(3)", "t(60)"];
    a_counter_that_is_no_integer:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- !. t(N) :- retract(c(C)), D = f(C), assertz(c(D)), M is N - 1, t(M).",
        ["t(0)", "t(1)", "t(7)"];
    what_is_removed_is_in_the_way:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- c(X), X >= 0, c(Y), Y >= 0. t(N) :- N > 0, ( c(_) ; true ), retract(c(C)), D is C + 1, assertz(c(D)), M is N - 1, t(M).",
        ["t(0)", "t(1)", "t(4)", "t(6)"];
    what_is_removed_is_asked_again:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- c(X), X >= 0, fail. t(0). t(N) :- N > 0, c(C), up(C), M is N - 1, t(M). up(C) :- retract(c(_)), D is C + 1, assertz(c(D)). up(_).",
        ["t(0)", "t(1)", "t(4)", "t(6)"];
    rules_that_are_removed:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- c(X), X < 0. t(0) :- !. t(N) :- retractall(c(_)), retract((d(_) :- true)), assertz(c(N)), assertz(d(N)), M is N - 1, t(M). :- dynamic d/1. d(1). d(2).",
        ["t(0)", "t(3)", "t(5)"];
    what_is_replaced_is_in_the_way:
        ":- dynamic c/1. c(0). c(1). :- entry t(+nat). t(0) :- c(X), X < 0. t(0) :- c(2). t(N) :- N > 0, c(_), retractall(c(_)), assertz(c(2)), assertz(c(N)), M is N - 1, t(M).",
        ["t(0)", "t(1)", "t(4)", "t(6)", "t(9)"];
    what_is_set_is_asked_with_choices_left:
        ":- dynamic c/1. c(a). c(b). :- entry t(+nat). t(0) :- c(X), X == z. t(0) :- c(z). t(N) :- N > 0, ( c(b) ; c(_) ), s, M is N - 1, t(M). s :- retractall(c(_)), assertz(c(b)), assertz(c(z)).",
        ["t(0)", "t(1)", "t(4)", "t(6)"];
    // A clause is found by `retract/1` though another call has removed it.
    what_others_have_removed:
        ":- dynamic c/1. c(0). c(2). :- entry t(+nat). t(0) :- c(X), c(Y), X == Y, fail. t(0) :- !. t(N) :- m, M is N - 1, t(M). t(_). m :- retract(c(A)), B is A + 1, assertz(c(B)). m.",
        ["t(0)", "t(1)", "t(2)", "t(3)"];
    what_nobody_else_can_have_removed:
        ":- dynamic c/1. c(0). c(2). :- entry t(+nat). t(0) :- c(X), c(Y), X == Y, fail. t(0) :- !. t(N) :- m, M is N - 1, t(M). t(_). m :- retract(c(A)), !, B is A + 1, assertz(c(B)). m.",
        ["t(0)", "t(1)", "t(2)", "t(5)"];
    what_is_removed_in_a_test:
        ":- dynamic c/1. c(0). c(2). :- entry t(+nat). t(0) :- c(X), c(Y), X == Y, fail. t(0) :- !. t(N) :- m, M is N - 1, t(M). t(_). m :- ( retract(c(A)) -> B is A + 1 ; B = 7 ), assertz(c(B)). m.",
        ["t(0)", "t(1)", "t(2)", "t(5)"];
    what_is_removed_of_several_that_were_set:
        ":- dynamic c/1. :- entry t(+nat). t(0) :- c(X), c(Y), X == Y, fail. t(0) :- !. t(N) :- retractall(c(_)), assertz(c(1)), assertz(c(2)), m, m, M is N - 1, t(M). t(_). m :- retract(c(A)), assertz(c(A)).",
        ["t(0)", "t(1)", "t(2)"];
    what_is_removed_right_after_it_was_set:
        ":- dynamic c/1. :- entry t(+nat). t(0) :- c(X), c(Y), X == Y, fail. t(0) :- !. t(N) :- retractall(c(_)), assertz(c(1)), assertz(c(2)), retract(c(A)), assertz(c(A)), M is N - 1, t(M). t(_).",
        ["t(0)", "t(1)", "t(2)", "t(3)"];
    // These goals have the names of builtins, and are the program's own.
    goals_of_the_names_of_builtins:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- c(X), X < 0. t(0) :- !. t(N) :- m, fail. t(N) :- M is N - 1, t(M). m :- retract(c(A)), !, print(a,b), assertz(c(A)). print(_,_). print(_,_). print(_,_).",
        ["t(0)", "t(1)", "t(4)"];
    goals_of_the_names_of_constructs:
        ":- dynamic c/1. c(0). :- entry t(+nat). t(0) :- c(X), X < 0. t(0) :- !. t(N) :- forall((retract(c(A)), assertz(c(A))), true), M is N - 1, t(M). forall((_,G), _) :- G.",
        ["t(0)", "t(1)", "t(4)"];
    many_choices_one_after_the_other:
        &format!(":- dynamic c/1. c(0). :- entry t(+nat). t(N) :- X = 1, {} retract(c(_)), !, assertz(c(X)).", "( N > 3 -> true ; true ), ".repeat(60)),
        ["t(0)", "t(4)"];
    // Rules are no facts.
    a_rule_of_one_argument:
        ":- dynamic d/1. :- entry t(+gnd). d(X) :- e(X). e(3). t(X) :- d(X).",
        ["t(1)", "t(3)"];
    a_rule_and_a_fact:
        ":- dynamic d/1. :- entry t(+gnd). d(X) :- e(X). d(7). e(3). t(X) :- d(X).",
        ["t(7)", "t(0)"];
    a_rule_without_arguments:
        ":- dynamic d/0. :- entry t(+gnd). d :- true. t(_) :- d.",
        ["t(1)"];
    a_rule_of_three_arguments_that_is_removed:
        ":- dynamic d/3. :- entry t(+gnd). d(X, Y, Z) :- X = Y, Z = 1. t(N) :- d(N, _, _), retract((d(N, _, _) :- _)).",
        ["t(1)"];
    rules_that_cut:
        ":- dynamic d/1. :- entry t(+gnd). d(a) :- fail. d(X) :- X = b, ! ; X = c. t(X) :- d(X).",
        ["t(a)", "t(b)", "t(c)"];
}
