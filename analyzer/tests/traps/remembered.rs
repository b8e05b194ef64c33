//! Clauses that ask the same of the same terms, or the opposite: what one has found out holds for the next.

use crate::holds;

traps! {
    the_same_and_not_unifiable:
        ":- entry c(+list(atm), +atm, -). c([],_,0). c([X|T],X,N) :- c(T,X,M), N is M + 1. c([Y|T],X,N) :- Y \\= X, c(T,X,N).",
        ["c([a,b,a], a, N)", "c([], a, N)", "c([b,b,b,b], a, N)", "c([a,a,a], a, N)"];
    the_same_and_not_of_any_terms:
        ":- entry c(+list, +, -). c([],_,0). c([X|T],X,N) :- c(T,X,M), N is M + 1. c([Y|T],X,N) :- \\+ Y = X, c(T,X,N).",
        ["c([f(a),f(b),1,1.0], f(a), N)", "c([1,1.0], 1, N)", "c([[],[a]], [], N)", "c([g(1,2),g(1,2)], g(1,2), N)"];
    // What is true of one element is not of the next one.
    tests_of_other_elements:
        ":- entry c(+list(atm), +atm). c([X,_|_],X). c([_,Y|_],X) :- Y \\== X. c([X,Y|_],_) :- X == Y. c([_|T],X) :- c(T,X).",
        ["c([a,b,c], a)", "c([b,b], a)", "c([a,a,a,a], a)", "c([], a)"];
    orders:
        ":- entry o(+list, +, -). o([],_,[]). o([X|T],K,[l|R]) :- X @< K, o(T,K,R). o([X|T],K,[e|R]) :- X == K, o(T,K,R). o([X|T],K,[g|R]) :- K @< X, o(T,K,R). \
            o([X|T],K,[n|R]) :- X @>= K, X @=< K, o(T,K,R).",
        ["o([a,b,c], b, R)", "o([1,1.0,2], 1, R)", "o([f(x),g], f(x), R)", "o([b,b,b], b, R)"];
    orders_by_compare:
        ":- entry o(+list(int), +int, -). o([],_,[]). o([X|T],K,[l|R]) :- compare(<,X,K), o(T,K,R). o([X|T],K,[g|R]) :- compare(O,X,K), O \\== (<), o(T,K,R).",
        ["o([1,2,3], 2, R)", "o([-1,5,0], 0, R)", "o([], 0, R)"];
    remainders:
        ":- entry p(+int). p(0). p(N) :- N > 0, N mod 2 =:= 0, M is N - 1, p(M). p(N) :- N > 0, N mod 2 =:= 1, M is N - 1, p(M).",
        ["p(7)", "p(0)", "p(-3)", "p(8)"];
    remainders_of_negative_numbers:
        ":- entry p(+int). p(0). p(N) :- N rem 2 =:= 0, N \\= 0, M is N // 2, p(M). p(N) :- N rem 2 =\\= 0, M is N // 2, p(M). p(N) :- N rem 2 =:= 1, N < 0.",
        ["p(7)", "p(-7)", "p(-8)", "p(0)"];
    // A number of chance is another one each time.
    numbers_of_chance:
        ":- entry p(+nat). p(0). p(N) :- X is random(2), X =:= 0, M is N - 1, p(M). p(N) :- X is random(2), X =:= 1, M is N - 1, p(M).",
        ["p(5)", "p(0)", "p(6)"];
    a_goal_and_its_negation:
        ":- entry n(+list(int), -). n([],[]). n([X|T],[X|R]) :- ok(X), n(T,R). n([X|T],R) :- \\+ ok(X), n(T,R). ok(X) :- X > 3. ok(2).",
        ["n([1,2,3,4,5], R)", "n([2,2], R)", "n([], R)"];
    a_goal_with_several_solutions_and_its_negation:
        ":- entry n(+list(atm), +list(atm), -). n([],_,[]). n([X|T],L,[X|R]) :- member(X,L), n(T,L,R). n([X|T],L,R) :- not(member(X,L)), n(T,L,R).",
        ["n([a,b], [a,a,a], R)", "n([a,b,c], [], R)", "n([c,c], [c,b,c], R)"];
    // What the test of a goal evaluates is another value each time, by what is written in it or by what it is given.
    goals_of_chance:
        ":- entry n(+nat). n(0). n(N) :- t(N), M is N - 1, n(M). n(N) :- \\+ t(N), M is N - 1, n(M). t(_) :- X is random_float, X < 0.5.",
        ["n(4)", "n(6)", "n(0)", "n(7)"];
    goals_of_chance_by_the_way:
        ":- entry n(+nat). n(0). n(N) :- t(N), M is N - 1, n(M). n(N) :- not(t(N)), M is N - 1, n(M). t(X) :- u(X, Y), 0 =:= Y. u(_, random(2)).",
        ["n(4)", "n(6)", "n(0)", "n(7)"];
    goals_of_the_time:
        ":- entry n(+nat). n(0). n(N) :- t(N), M is N - 1, n(M). n(N) :- \\+ t(N), M is N - 1, n(M). t(_) :- X is cputime * 1.0e7, 0 =:= truncate(X) mod 2.",
        ["n(4)", "n(6)", "n(0)", "n(7)"];
    goals_of_expressions_that_are_given:
        ":- entry n(+nat, +). n(0, _). n(N, X) :- t(N, X), M is N - 1, n(M, X). n(N, X) :- \\+ t(N, X), M is N - 1, n(M, X). t(_, X) :- Y is X, Y > 0.5.",
        ["n(6, random_float)", "n(6, random_float + 0)", "n(6, 1)", "n(5, 1 - random_float)"];
    goals_of_atoms_that_are_given:
        ":- entry n(+nat, +atm). n(0, _). n(N, X) :- t(N, X), M is N - 1, n(M, X). n(N, X) :- \\+ t(N, X), M is N - 1, n(M, X). t(_, X) :- X > 0.5.",
        ["n(6, random_float)", "n(6, pi)", "n(5, inf)"];
    // A fact that comes and goes, a global variable: asked again, the answer is another one.
    goals_that_depend_on_more:
        ":- dynamic seen/1. :- trust size(seen(atm), clauses, 9). :- entry n(+list(atm)). n([]). n([X|T]) :- seen(X), n(T). n([X|T]) :- \\+ seen(X), assertz(seen(X)), n([X|T]).",
        ["n([a,b,a])", "n([a,a,a,a])", "n([])"];
    a_counter_that_is_asked_twice:
        ":- entry n(+list(atm)). n(L) :- nb_setval(k, 0), w(L). w([]). w([X|T]) :- t(X), w(T). w([X|T]) :- \\+ t(X), w(T). t(_) :- nb_getval(k, V), U is 1 - V, nb_setval(k, U), V =:= 0.",
        ["n([a,b,c])", "n([a])", "n([])", "n([a,a,a,a])"];
    conditions_behind_a_generator:
        ":- entry q(+int). q(N) :- g(_), N > 0, M is N - 1, q(M). g(1). g(2).",
        ["q(4)", "q(0)", "q(-2)"];
    compounds_that_are_the_same_or_not:
        ":- entry p(+, +list). p(X,[Y|_]) :- X \\= Y. p(X,[X|_]). :- entry s(+, +). s(X,Y) :- X \\== Y. s(X,X).
         :- entry r(+, +list). r(X,[Y|T]) :- X \\= Y, r(X,T). r(X,[X|T]) :- r(X,T). r(_,[]).
         :- entry k(+list, -). k([],[]). k([X|Xs],[Z|Zs]) :- t(X,Xs,Ys,Z), k(Ys,Zs).
         t(X,[],[],[X]). t(X,[Y|Ys],[Y|Ys],[X]) :- X \\= Y. t(X,[X|Xs],Ys,[X|Zs]) :- t(X,Xs,Ys,Zs).
         :- entry u(+, +, -). u(f(X),Y,a) :- Y \\== f(X). u(Y,Y,b). u([_|X],[_|X],c).",
        ["p(f(a),[f(a),b])", "p(f(a),[f(b)])", "p(g(f(a),[b]),[g(f(a),[c]),d])", "p([],[[]])", "s(f(g(a)),f(g(a)))", "s(f(1),f(2))",
         "s([a|b],[a|b])", "s([a],[a,b])", "r(f(a),[f(a),f(b),g(a)])", "k([f(a),f(a),f(b),[c],[c]],_)", "k([a,a,1,1,1.0],_)",
         "u(f(a),f(a),_)", "u(f(a),f(b),_)", "u([a,b],[c,b],_)", "u([a],[a],_)"];
    several_conditions_behind_a_generator:
        ":- entry q(+int, +int). q(N,K) :- g(D), N > D, K > 0, M is N - D, J is K - 1, q(M,J). q(_,K) :- K =< 0. g(1). g(2).",
        ["q(4,3)", "q(0,2)", "q(5,-1)", "q(-1,1)"];
    not_the_empty_list:
        ":- entry s(+list(int), -). s(L,S) :- L \\= [], !, L = [X|T], s(T,R), S is X + R. s(L,0) :- L == [].",
        ["s([1,2,3], S)", "s([], S)"];
    places_in_a_list_that_are_not_known:
        ":- entry a(+list(int), +list(int), -). a([],_,[]). a([I|T],L,[X|R]) :- nth0(I,L,X), a(T,L,R).",
        ["a([0,2,1], [5,6,7], R)", "a([9], [1], R)", "a([-1,0], [1], R)", "a([], [], R)", "a([0,0,0,0], [1], R)"];
    prefixes_of_lengths_that_are_not_known:
        ":- entry g(+list(int), +list(int)). g([],_). g([I|T],L) :- d(I,L), g(T,L). d(_,[]) :- !. d(N,_) :- N =< 0, !. d(N,[_|T]) :- M is N - 1, d(M,T).",
        ["g([3,-2,9], [7,8,9,10])", "g([1000], [])", "g([], [1])"];
    successors_either_way:
        ":- entry c(+nat, +int). c(0,_). c(N,K) :- succ(M,N), plus(J,1,K), c(M,J). c(N,K) :- succ(N,M), M > K, K > 9.",
        ["c(4,0)", "c(0,-3)", "c(10,10)"];
    digits_of_any_integer:
        ":- entry d(+int, -). d(0,[]) :- !. d(N,[D|T]) :- D is N mod 10, M is N // 10, d(M,T).",
        ["d(1234, L)", "d(-57, L)", "d(0, L)", "d(9, L)", "d(10, L)"];
    houses_in_a_row:
        ":- entry z(-). z(H) :- H = [h(_,_),h(_,_),h(_,_),h(_,_),h(_,_)], member(h(a,_),H), member(h(_,b),H), n(h(a,_),h(c,_),H). n(X,Y,[X,Y|_]). n(X,Y,[_|T]) :- n(X,Y,T).",
        ["z(H)"];
    choice_points_of_facts_that_are_vouched_for:
        ":- dynamic f/1. :- trust size(f(int), clauses, 20). :- entry t(-). t(X) :- f(X). :- entry u(+int). u(X) :- f(X). :- entry v(-). v(L) :- findall(X, f(X), L). f(5). f(6). f(7).",
        ["t(X)", "u(5)", "u(9)", "v(L)"];
}
