//! Grammars whose rules nest in each other, and amounts that fall by what a list holds: sizes of what is left are known by
//! induction only.

use crate::holds;

traps! {
    operators_that_carry_a_term:
        ":- entry e(+list(atm), -). e(Ts, V) :- x(V, Ts, []). x(V, S0, S) :- t(T, S0, S1), r(T, V, S1, S).
            r(A, V, [p|S0], S) :- t(T, S0, S1), B = A + T, r(B, V, S1, S). r(V, V, S, S).
            t(a, [a|S], S). t(V, [o|S0], S) :- x(V, S0, [c|S]).",
        ["e([], V)", "e([a], V)", "e([a,p,a,p,a], V)", "e([o,a,p,a,c,p,o,o,a,c,c], V)", "e([o,o,o,a], V)", "e([a,a], V)"];
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
    objects_and_arrays_with_blanks:
        ":- entry j(+list(atm), -). j(Cs,V) :- w(Cs,S1), v(V,S1,S2), w(S2,[]). w([' '|S0],S) :- !, w(S0,S). w(S,S).
            v(s(L),['\"'|S0],S) :- !, c(L,S0,S). v(o(Ps),['{'|S0],S) :- !, w(S0,S1), ms(Ps,S1,S). v(a(Vs),['['|S0],S) :- !, w(S0,S1), es(Vs,S1,S).
            v(n(D),[D|S],S) :- d(D). ms([],['}'|S],S) :- !. ms([K-V|Ps],['\"'|S0],S) :- c(K,S0,S1), w(S1,[':'|S2]), w(S2,S3), v(V,S3,S4), w(S4,S5), mr(Ps,S5,S).
            mr([],['}'|S],S) :- !. mr([K-V|Ps],[','|S0],S) :- w(S0,['\"'|S1]), c(K,S1,S2), w(S2,[':'|S3]), w(S3,S4), v(V,S4,S5), w(S5,S6), mr(Ps,S6,S).
            es([],[']'|S],S) :- !. es([V|Vs],S0,S) :- v(V,S0,S1), w(S1,S2), er(Vs,S2,S). er([],[']'|S],S) :- !. er([V|Vs],[','|S0],S) :- w(S0,S1), v(V,S1,S2), w(S2,S3), er(Vs,S3,S).
            c([],['\"'|S],S) :- !. c([C|Cs],[\\,C|S0],S) :- !, c(Cs,S0,S). c([C|Cs],[C|S0],S) :- c(Cs,S0,S). d('0'). d('1').",
        ["j(['{','\"',a,'\"',':','1','}'], V)", "j(['[',' ','{','}',' ',',','[',']',']'], V)", "j(['\"',\\,'\"','\"'], V)", "j(['{','}'], V)",
         "j(['{','\"','\"',' ',':',' ','[','0',']',',','\"',a,'\"',':','1','}'], V)", "j(['[','[','[','['], V)", "j([], V)", "j(['1',' ',' '], V)", "j(['1',']'], V)"];
    what_comes_after_a_record:
        ":- entry r(+list(atm), -). r(S0,S) :- m(_,S0,S). m([],['}'|S],S). m([K|Ps],[q|S0],S) :- c(K,S0,S1), v(S1,S2), m(Ps,S2,S). v([a|S],S). v(['{'|S0],S) :- m(_,S0,S).
            c([],[q|S],S). c([x|Cs],[x|S0],S) :- c(Cs,S0,S). c([y|Cs],[x,x|S0],S) :- c(Cs,S0,S).",
        ["r([q,x,q,a,'}',a,a], S)", "r(['}',a], S)", "r([q,q,'{',q,x,x,q,a,'}','}'], S)", "r([q,x,x,x,q], S)", "r([], S)"];
    trees_of_sums_and_products:
        ":- entry e(+list(atm), -). e(Ts,T) :- s(T,Ts,[]). s(T) --> p(A), sr(A,T). sr(A,T) --> [+], !, p(B), sr(A+B,T). sr(A,T) --> [-], !, p(B), sr(A-B,T). sr(T,T) --> [].
            p(T) --> f(A), pr(A,T). pr(A,T) --> [*], !, f(B), pr(A*B,T). pr(T,T) --> []. f(T) --> ['('], !, s(T), [')']. f(X) --> [X], { X @>= a }.",
        ["e([a,+,b,*,c,-,d], T)", "e(['(','(',a,')',')',*,b], T)", "e(['(','(','(',a], T)", "e([], T)", "e([a,a], T)", "e([a,+], T)", "e([a,+,b,+,c,+,d,+,e], T)"];
    statements_in_blocks:
        ":- entry p(+list(atm), -). p(Ts,P) :- ss(P,Ts,[]). ss([S|Ss],T0,T) :- st(S,T0,T1), !, ss(Ss,T1,T). ss([],T,T).
            st(w(B),[w,'{'|T0],T) :- !, ss(B,T0,['}'|T]). st(i(A,B),[i,'{'|T0],T) :- !, ss(A,T0,['}','{'|T1]), ss(B,T1,['}'|T]). st(X,[X,z|T],T) :- X \\== '}'.",
        ["p([a,z,b,z], P)", "p([w,'{',a,z,'}'], P)", "p([i,'{',a,z,'}','{','}',b,z], P)", "p([w,'{',w,'{',w,'{',a], P)", "p([], P)", "p([w,'{',i,'{','}','{',a,z], P)"];
    elements_with_names:
        ":- entry x(+list(atm), -). x(Ts,N) :- n(N,Ts,[]). n(e(T,Ks),['<',T,'>'|S0],S) :- !, ns(Ks,S0,['</',T,'>'|S]). n(t(X),[X|S],S) :- X @>= a.
            ns([N|Ns],S0,S) :- n(N,S0,S1), !, ns(Ns,S1,S). ns([],S,S).",
        ["x(['<',a,'>',b,c,'</',a,'>'], N)", "x(['<',a,'>','<',b,'>','</',b,'>','</',a,'>'], N)", "x(['<',a,'>','<',b,'>'], N)", "x([a], N)", "x([], N)"];
    what_is_put_back:
        ":- entry r(+list(atm), -). r(S0,S) :- a(S0,S). a([x|S0],S) :- a(S0,S1), b(S1,S). a([y|S],[x,x|S]). a(S,S). b([x|S],S) :- !. b(S,[z|S]).",
        ["r([x,x,x,y], S)", "r([x,y,x], S)", "r([], S)", "r([x,x,x,x,x], S)", "r([z], S)"];
    two_rests_of_one_list:
        ":- entry r(+list(atm), -). r(L,N) :- t(L,A,B), u(A,N0), u(B,N1), N is N0 + N1. t([],[],[]). t([X|Xs],A,B) :- X @> m, !, A = Xs, B = []. t([_|Xs],A,[k|B]) :- t(Xs,A,B).
            u([],0). u([_|T],N) :- t(T,A,_), u(A,M), N is M + 1.",
        ["r([a,b,z,c,d,z], N)", "r([], N)", "r([z], N)", "r([a,a,a,a], N)"];
    all_readings_of_sums_and_products:
        ":- entry p(+list(atm), -). p(Ts,T) :- e(T,Ts,[]). e(A+B) --> t(A), [+], e(B). e(A) --> t(A). t(A*B) --> f(A), [*], t(B). t(A) --> f(A).
            f(X) --> [X], { X @>= a }. f(E) --> ['('], e(E), [')'].",
        ["p([a,+,b,*,c], T)", "p(['(','(','(',a,')',')',')'], T)", "p(['(','(','(','(',a], T)", "p([a,+,a,+,a,+,a,+,a], T)", "p([], T)", "p([a,*], T)"];
    all_readings_of_what_is_left_as_well:
        ":- entry p(+list(atm), -). p(Ts,N) :- e(Ts,R), l(R,0,N). e --> [a], e, e. e --> [b]. e --> []. l([],N,N). l([_|T],M,N) :- K is M + 1, l(T,K,N).",
        ["p([a,a,b,b,b], N)", "p([a,a,a], N)", "p([], N)", "p([b,b,b], N)", "p([a,b,a,b,a,b], N)", "p([a,a,a,a,a], N)"];
    trees_that_may_be_read_in_many_ways:
        ":- entry p(+list(atm), -). p(Ts,T) :- t(T,Ts,[]). t(l(X)) --> [X]. t(n(L,R)) --> [x], t(L), t(R).",
        ["p([x,x,x,x,x,x,x], T)", "p([x,x,y,y,y], T)", "p([y], T)", "p([], T)", "p([x,x,x], T)"];
    words_of_a_language:
        ":- entry p(+list(atm)). p(Ts) :- s(Ts,[]). s --> np, vp. np --> d, n. np --> d, n, pp. vp --> v. vp --> v, np. vp --> v, np, pp. pp --> [with], np.
            d --> [the]. d --> [a]. n --> [man]. n --> [dog]. n --> [park]. v --> [saw]. v --> [likes].",
        ["p([the,man,saw,a,dog,with,the,park,with,a,man])", "p([the,man,saw])", "p([the,dog,with,the,dog,with,the,dog,likes,the,park])", "p([])", "p([the,the])"];
    a_rule_that_looks_ahead:
        ":- entry p(+list(atm), -). p(Ts,R) :- e(Ts,R). e --> [a], \\+ [b], e. e --> [a], e, e. e --> [b] ; [c], e ; [].",
        ["p([a,a,a,b], R)", "p([c,c,c,b,a], R)", "p([a,b,a,b], R)", "p([], R)", "p([a,a,a,a], R)"];
    a_generator_within_a_rule:
        ":- entry p(+list(atm), -). p(Ts,L) :- findall(X-R, e(X,Ts,R), L). e([X|Y]) --> [T], { m(X,[T,z,T]) }, e(Y). e([]) --> []. m(X,[X|_]). m(X,[_|T]) :- m(X,T).",
        ["p([a,b,c], L)", "p([], L)", "p([a,a,a,a], L)", "p([z], L)"];
    a_rule_that_puts_something_back:
        ":- entry p(+list(atm), -). p(Ts,R) :- e(Ts,R). e([x|S0],S) :- e(S0,S1), f(S1,S). e([y|S],[z|S]). e(S,S). f([z|S],[y|S]). f([x|S],S). f(S,S).",
        ["p([x,x,y], R)", "p([x,x,x,x], R)", "p([y], R)", "p([], R)", "p([x,y,x,y,x], R)"];
    what_was_given_back_when_a_rule_failed:
        ":- entry p(+list(atm), -). p([A|L],N) :- X = [V,W], ( L = X, V == b, W == nothing ; true ), q(V,L,N). q(V,L,N) :- var(V), !, c(L,N). q(_,_,0). c([],0). c([_|T],N) :- c(T,M), N is M + 1.",
        ["p([a,b,c], N)", "p([a,b,nothing], N)", "p([a,c,c,c,c], N)", "p([a], N)", "p([], N)"];
    what_is_equal_in_one_branch_only:
        ":- entry p(+atm, +atm, +list(atm), -). p(A,B,L,N) :- ( A = B, A == no ; A \\== B, B == no ; true ), ( A = B -> c(L,N) ; N = 0 ). c([],0). c([_|T],N) :- c(T,M), N is M + 1.",
        ["p(a,a,[x,y,z],N)", "p(a,b,[x,y,z],N)", "p(no,no,[x],N)", "p(a,no,[x,x],N)", "p(a,b,[],N)"];
    a_term_that_is_looked_at_again:
        ":- entry p(+t, -). :- regtype t/1. t(l). t(f(X)) :- t(X). t(g(X,Y)) :- t(X), t(Y).
            p(T,N) :- ( T = f(f(_)), T = f(g(_,_)) ; T = g(_,l), fail ; T = f(X), X = f(_), fail ; true ), s(T,N). s(l,1). s(f(X),N) :- s(X,M), N is M + 1. s(g(X,Y),N) :- s(X,A), s(Y,B), N is A + B.",
        ["p(l,N)", "p(f(f(l)),N)", "p(f(g(l,l)),N)", "p(g(f(l),l),N)", "p(g(l,g(l,l)),N)"];
    letters_one_by_one:
        ":- entry p(+list(int), -). p(L,N) :- w(L,0,N). w([],N,N). w([C|T],M,N) :- d(C,V), K is M + V, w(T,K,N). w([C|T],M,N) :- \\+ d(C,_), w(T,M,N). d(48,0). d(49,1). d(50,2). d(X,9) :- X > 56.",
        ["p([48,49,50], N)", "p([57,58,0,48], N)", "p([], N)", "p([1,2,3], N)"];
    tokens_of_two_kinds_in_rules:
        ":- entry p(+list(atm), -). p(L,N) :- e(L,0,N). e([a,b|T],M,N) :- K is M + 1, e(T,K,N). e([a,c|T],M,N) :- K is M + 2, e(T,K,N). e([b|T],M,N) :- e(T,M,N). e([a|T],M,N) :- e(T,M,N). e([],N,N).",
        ["p([a,b,a,c,b], N)", "p([a,a,a,b], N)", "p([], N)", "p([c], N)", "p([a,b,a,b,a,b], N)"];
}
