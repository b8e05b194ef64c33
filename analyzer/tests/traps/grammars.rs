//! Grammars whose rules nest in each other, and amounts that fall by what a list holds: sizes of what is left are known by
//! induction only.

use crate::holds;

traps! {
    terms_in_parentheses:
        ":- entry r(+list(int), -). r(L,N) :- a(L,R), n(R,0,N). a(S0,S) :- b(S0,S1), c(S1,S). c([43|S0],S) :- !, b(S0,S1), c(S1,S). c(S,S).
            b([120|S],S) :- !. b([40|S0],S) :- a(S0,[41|S]). n([],N,N). n([_|T],K,N) :- J is K + 1, n(T,J,N).",
        ["r([120,43,120], N)", "r([40,120,43,40,120,41,41,43,120], N)", "r([40,40,40,120], N)", "r([], N)", "r([120,120], N)"];
    arrays_in_arrays:
        ":- entry r(+list(int), -). r(L,V) :- v(V,L,[]). v(a(Vs),[91|S0],S) :- !, e(Vs,S0,S). v(n(N),[C|S],S) :- C >= 48, C =< 57, N is C - 48.
            e([],[93|S],S) :- !. e([V|Vs],S0,S) :- v(V,S0,S1), m(Vs,S1,S). m([],[93|S],S) :- !. m([V|Vs],[44|S0],S) :- v(V,S0,S1), m(Vs,S1,S).",
        ["r([91,93], V)", "r([91,49,44,91,50,93,44,91,93,93], V)", "r([49], V)", "r([91,91,91,91], V)", "r([91,49,44], V)", "r([], V)"];
    lists_in_lists_of_tokens:
        ":- entry r(+list(atm), -). r(Ts,S) :- x(S,Ts,[]). x(L,['('|Ts],R) :- !, y(L,Ts,R). x(A,[A|Ts],Ts) :- A \\== ')'.
            y([],[')'|Ts],Ts) :- !. y([S|Ss],Ts,R) :- x(S,Ts,T1), y(Ss,T1,R).",
        ["r(['(',a,'(',b,')',')'], S)", "r(['(','(','('], S)", "r([a], S)", "r([')'], S)", "r([], S)", "r(['(',')',a], S)"];
    brackets_that_follow_each_other:
        ":- entry r(+list(int)). r(L) :- s(L,[]). s([40|S0],S) :- s(S0,[41|S1]), s(S1,S). s(S,S).",
        ["r([40,41,40,40,41,41])", "r([40,40,40,40])", "r([41])", "r([])", "r([40,41,41])"];
    what_is_given_back_may_be_longer:
        ":- entry r(+list(int), -). r(L,N) :- a(L,R), n(R,0,N). a([],[]). a([X|T],R) :- b(T,S), ( X > 2 -> R = [X,X,X|S] ; R = S ).
            b([],[]). b([X|T],[X|R]) :- a(T,R). n([],N,N). n([_|T],K,N) :- J is K + 1, n(T,J,N).",
        ["r([1,2,3,4,5,6], N)", "r([9,9,9,9], N)", "r([3], N)", "r([], N)", "r([5,1,5,1,5], N)"];
    coins_of_a_list:
        ":- entry r(+nat, +list(nat), -). r(0,_,[]) :- !. r(N,[C|Cs],[C|R]) :- N >= C, C > 0, M is N - C, r(M,[C|Cs],R). r(N,[_|Cs],R) :- r(N,Cs,R).",
        ["r(7, [5,2,1], R)", "r(0, [3], R)", "r(3, [], R)", "r(6, [2,2], R)", "r(5, [0,1], R)", "r(4, [9], R)"];
    coins_of_a_generator:
        ":- entry r(+nat, +list(nat)). r(0,_) :- !. r(N,L) :- m(C,L), C > 0, N >= C, M is N - C, r(M,L). m(X,[X|_]). m(X,[_|T]) :- m(X,T).",
        ["r(4, [1,2])", "r(5, [3,2])", "r(3, [])", "r(0, [1])", "r(2, [0,0,2])", "r(3, [4])"];
    coins_that_are_worth_nothing:
        ":- entry r(+nat, +list(int), +nat). r(0,_,_) :- !. r(_,_,0) :- !. r(N,[C|Cs],K) :- N >= C, M is N - C, J is K - 1, r(M,[C|Cs],J). r(N,[_|Cs],K) :- r(N,Cs,K).",
        ["r(3, [0], 4)", "r(2, [-1,1], 3)", "r(5, [2,-2], 4)", "r(0, [], 1)", "r(1, [1,1], 0)"];
    what_a_generator_gives_within_limits:
        ":- entry r(+int, +list(int), -). r(N,L,X) :- m(X,L), X >= 2, X < N, t(X). t(0) :- !. t(X) :- Y is X - 1, t(Y). m(X,[X|_]). m(X,[_|T]) :- m(X,T).",
        ["r(5, [1,2,3,4,5,6], X)", "r(-3, [1,2], X)", "r(9, [], X)", "r(3, [2,2,2], X)", "r(2, [-5,9], X)"];
}
