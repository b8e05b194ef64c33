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
}
