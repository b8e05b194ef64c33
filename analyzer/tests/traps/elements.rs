//! Lists measured by their length and the greatest size of their elements: rows of different lengths, none, empty ones.

use crate::{claims_of, holds};

/// Walks a list, and gives its length.
const LEN: &str = "len([],0). len([_|T],N) :- len(T,M), N is M+1. ";
const APPEND: &str = "app([],L,L). app([X|Xs],L,[X|R]) :- app(Xs,L,R). ";
/// The first of each row, and what is left.
const COLUMNS: &str = "cols([],[],[]). cols([[X|Xs]|Rs],[X|C],[Xs|Ss]) :- cols(Rs,C,Ss). ";

traps! {
    each_element_walked: &format!(":- entry e(+elements(list(list(int)))). {LEN} e([]). e([L|Ls]) :- len(L,_), e(Ls)."),
        ["e([])", "e([[]])", "e([[1,2,3],[],[4]])", "e([[],[],[]])", "e([[1],[2,3],[4,5,6],[7,8,9,10]])"];
    numbers_counted_down: ":- entry e(+elements(list(nat))). e([]). e([N|R]) :- d(N), e(R). d(0). d(X) :- X > 0, Y is X - 1, d(Y).",
        ["e([])", "e([0])", "e([3,0,7])", "e([5,5,5])"];
    numbers_that_become_others: ":- entry e(+elements(list(nat)), -). e([], 0). e([N|R], K) :- M is N * 2, d(M), f(R, S), e(S, J), K is J + M. \
            f([], []). f([X|L], [Y|M]) :- Y is X + 1, f(L, M). d(X) :- X =< 0, !. d(X) :- Y is X - 1, d(Y).",
        ["e([], K)", "e([0], K)", "e([3,0,2], K)", "e([1,1,1,1], K)"];
    numbers_that_are_sorted_and_picked: ":- entry e(+elements(list(nat)), -). e(L, X) :- msort(L, M), last(M, X), d(X). d(0). d(X) :- X > 0, Y is X - 1, d(Y).",
        ["e([], K)", "e([0], K)", "e([3,9,2], K)"];
    columns_of_rows: &format!(":- entry t(+elements(list(list(int))),-). {COLUMNS} t([],[]). t([[]|_],[]) :- !. t(R,[C|Cs]) :- cols(R,C,S), t(S,Cs)."),
        ["t([],_)", "t([[]],_)", "t([[1,2],[3,4]],_)", "t([[1,2,3]],_)", "t([[1],[2],[3]],_)", "t([[1,2],[3]],_)", "t([[1],[2,3]],_)"];
    all_that_rows_hold: &format!(":- entry f(+elements(list(list(int))),-). {APPEND} f([],[]). f([L|Ls],R) :- f(Ls,S), app(L,S,R)."),
        ["f([],_)", "f([[],[1]],_)", "f([[1,2],[3,4],[5,6]],_)", "f([[1,2,3,4],[],[]],_)"];
    rows_that_are_made_longer: &format!(":- entry g(+elements(list(list(int))),+int,-). {LEN} more([],_,[]). more([L|Ls],X,[[X|L]|Ms]) :- more(Ls,X,Ms). \
        g(Ls,X,N) :- more(Ls,X,Ms), more(Ms,X,Ns), first(Ns,N). first([],0). first([L|_],N) :- len(L,N)."),
        ["g([],1,_)", "g([[]],1,_)", "g([[1,2],[3]],0,_)", "g([[1],[2,3,4]],9,_)"];
    rows_that_are_made_inside: &format!(":- entry r(+list(int),-). {APPEND} one([],[]). one([X|Xs],[[X]|Ls]) :- one(Xs,Ls). two([A,B|T],[C|R]) :- !, app(A,B,C), two(T,R). two(L,L). \
        all([],[]) :- !. all([L],L) :- !. all(L,R) :- two(L,M), all(M,R). r(L,R) :- one(L,M), all(M,R)."),
        ["r([],_)", "r([1],_)", "r([1,2,3],_)", "r([1,2,3,4,5,6,7,8],_)", "r([1,2,3,4,5,6,7,8,9],_)"];
    elements_of_different_kinds: &format!(":- entry k(+elements(list(gnd))). {LEN} k([]). k([X|Xs]) :- ( X = [_|_] -> w(X) ; X = f(Y) -> k([Y]) ; true ), k(Xs). \
        w([]) :- !. w([_|T]) :- !, w(T). w(_)."),
        ["k([])", "k([a])", "k([f(f(f(a))),[1,2|b],g(h)])", "k([[1,2,3],f([1])])", "k([f(f([a,b]))])"];
    integers_up_to_one: ":- entry i(+elements(list(nat))). i([]). i([N|Ns]) :- d(N), i(Ns). d(0) :- !. d(N) :- M is N-1, d(M).",
        ["i([])", "i([0])", "i([3,0,5])", "i([1,1,1,7])"];
    a_recursion_through_rows: &format!(":- entry d(+elements(list(list(int))),-). drop([],[]). drop([[_|T]|Rs],[T|Ss]) :- drop(Rs,Ss). \
        d([],1). d([R|Rs],N) :- d(R,Rs,0,N). d([],_,N,N). d([_|Xs],Rs,A,N) :- drop(Rs,Ss), d(Ss,M), B is A+M, d(Xs,Rs,B,N). {LEN}"),
        ["d([],_)", "d([[]],_)", "d([[1]],_)", "d([[1,2],[3,4]],_)", "d([[1,2,3],[1,2,3],[1,2,3]],_)", "d([[1,2,3],[1]],_)", "d([[1],[]],_)"];
    columns_without_a_case_for_no_rows: &format!(":- entry t(+elements(list(list(int))),-). {COLUMNS} t([[]|_],[]). t(R,[C|Cs]) :- cols(R,C,S), t(S,Cs). \
        :- entry u(+list(list(int)),-). u([[]|_],[]) :- !. u(R,[C|Cs]) :- cols(R,C,S), u(S,Cs)."),
        ["t([],_)", "t([[]],_)", "t([[1,2],[3,4]],_)", "t([[1,2,3]],_)", "t([[1],[2],[]],_)", "t([[],[1]],_)", "u([[1],[2,3]],_)", "u([],_)", "u([[1,2],[3,4],[5,6]],_)"];
    runs_that_are_merged_in_passes: ":- entry s(+list(int),-). s(L,S) :- o(L,Ls), q(Ls,S). o([],[]). o([X|Xs],[[X]|Ys]) :- o(Xs,Ys). \
        q([],[]). q([L],L) :- !. q(Ls,S) :- p(Ls,Ms), q(Ms,S). p([],[]). p([A],[A]). p([A,B|R],[C|S]) :- m(A,B,C), p(R,S). \
        m([],B,B) :- !. m(A,[],A) :- !. m([X|Xs],[Y|Ys],[X|Zs]) :- X =< Y, !, m(Xs,[Y|Ys],Zs). m(Xs,[Y|Ys],[Y|Zs]) :- m(Xs,Ys,Zs).",
        ["s([],_)", "s([1],_)", "s([2,1],_)", "s([3,1,2],_)", "s([8,7,6,5,4,3,2,1],_)", "s([1,2,3,4,5,6,7,8,9],_)", "s([5,1,5,1,5],_)"];
    trees_that_wait_in_a_queue: ":- regtype t/1. t(v). t(n(L,X,R)) :- t(L), int(X), t(R). :- entry l(+t,-). l(T,Xs) :- b([T],Xs). \
        b([],[]). b([v|Q],Xs) :- b(Q,Xs). b([n(L,X,R)|Q],[X|Xs]) :- app(Q,[L,R],P), b(P,Xs). app([],L,L). app([X|Xs],L,[X|R]) :- app(Xs,L,R). \
        :- entry d(+t,-). d(T,N) :- c([T],0,N). c([],N,N). c([v|Q],M,N) :- c(Q,M,N). c([n(L,_,R)|Q],M,N) :- K is M+1, c([L,R|Q],K,N).",
        ["l(v,_)", "l(n(v,1,v),_)", "l(n(n(v,1,v),2,n(v,3,n(v,4,v))),_)", "l(n(n(n(n(v,1,v),2,v),3,v),4,v),_)", "d(v,_)", "d(n(n(v,1,v),2,n(v,3,v)),_)", "d(n(v,1,n(v,2,n(v,3,v))),_)"];
    failing_on_the_longest: ":- entry s(+elements(list(list(int)))). s([]). s([L|Ls]) :- short(L), s(Ls). short([]). short([_]). short([_,_]).",
        ["s([])", "s([[1],[2,3]])", "s([[1],[2,3,4]])", "s([[1,2,3],[]])", "s([[],[],[]])"];
}

#[test]
fn rows_and_their_length_bound_what_goes_through_them() {
    // The columns of 30 rows of at most 20: by length alone nothing is known, and by nodes the square of them.
    let columns = format!(
        ":- entry t(+elements(list(list(int))),-). {COLUMNS} t([],[]). t([[]|_],[]) :- !. t(R,[C|Cs]) :- cols(R,C,S), t(S,Cs)."
    );
    let claims = claims_of(&columns);
    assert_ne!(claims.upper_at("steps", &[30, 20], 30 * 20 + 2 * 20 + 10), Vec::<String>::new());
    assert_eq!(claims.upper_at("steps", &[30, 20], 30 * 20), Vec::<String>::new(), "so many are taken");
    let by_length = columns.replace("elements(list(list(int)))", "list(list(int))");
    assert_eq!(claims_of(&by_length).upper_at("steps", &[30], i64::MAX), Vec::<String>::new());
}
