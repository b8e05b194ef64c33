//! Skeletons that divide data, work on the parts, and combine what comes back: sorting, selection, sums over halves.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("merge sort", 5, merge_sort),
    ("partition sort", 5, partition_sort),
    ("halves", 4, halves),
    ("insertion", 4, insertion),
];

/// How elements are written and compared: their form with a key `{k}`, and what takes the keys of `X` and `Y` apart.
fn keyed(w: &mut Writer) -> (&'static str, &'static str) {
    w.pick(&[
        ("{k}", "X {less} Y"),
        ("{k}", "X {less} Y"),
        ("{k}", "X @{less} Y"),
        ("{k}-v", "X = P-_, Y = Q-_, P {less} Q"),
    ])
}

/// Random elements.
fn elements(w: &mut Writer, form: &str, length: usize) -> String {
    data::list_of(data::numbers(&mut w.rng, length).into_iter().map(|key| form.replace("{k}", &key.to_string())))
}

fn merge_sort(w: &mut Writer) -> String {
    let (form, test) = keyed(w);
    let test = test.replace("{less}", w.pick(&["<", "=<"]));
    let split = w.pick(&[
        "#split([], [], []).\n#split([X|L], [X|A], B) :- #split(L, B, A).",
        "#split([], [], []).\n#split([X], [X], []).\n#split([X,Y|L], [X|A], [Y|B]) :- #split(L, A, B).",
        "#split(L, A, B) :- length(L, N), H is N // 2, #take(H, L, A, B).\n\
         #take(0, L, [], L) :- !.\n#take(N, [X|L], [X|A], B) :- M is N - 1, #take(M, L, A, B).",
        "#split(L, A, B) :- #half(L, L, A, B).\n\
         #half([_,_|F], [X|L], [X|A], B) :- !, #half(F, L, A, B).\n#half([_], [X|L], [X], L) :- !.\n#half(_, L, [], L).",
    ]);
    let merge = w.pick(&[
        "#merge([], L, L) :- !.\n#merge(L, [], L) :- !.\n\
         #merge([X|L], [Y|M], [X|N]) :- {test}, !, #merge(L, [Y|M], N).\n#merge(L, [Y|M], [Y|N]) :- #merge(L, M, N).",
        "#merge([], L, L).\n#merge([X|L], M, N) :- #into(M, X, L, N).\n#into([], X, L, [X|L]).\n\
         #into([Y|M], X, L, N) :- ( {test} -> N = [X|R], #merge(L, [Y|M], R) ; N = [Y|R], #into(M, X, L, R) ).",
        "#merge(L, M, N) :- ( L == [] -> N = M ; M == [] -> N = L ; L = [X|L1], M = [Y|M1],\n\
         ( {test} -> N = [X|R], #merge(L1, M, R) ; N = [Y|R], #merge(L, M1, R) ) ).",
    ]);
    let base = w.pick(&[
        "#sort([], []) :- !.\n#sort([X], [X]) :- !.\n#sort(L, S)",
        "#sort([], []).\n#sort([X], [X]).\n#sort([X,Y|T], S) :- #sort2([X,Y|T], S).\n#sort2(L, S)",
    ]);
    w.write(base, &[]);
    w.write(":- #split(L, A, B), #sort(A, C), #sort(B, D), #merge(C, D, S).", &[]);
    w.write(split, &[]);
    w.write(merge, &[("test", &test)]);
    let length = w.size(8, 60);
    let list = elements(w, form, length);
    w.fill("#sort({list}, Out)", &[("list", &list)])
}

fn partition_sort(w: &mut Writer) -> String {
    let (form, test) = keyed(w);
    let test = test.replace("{less}", w.pick(&["<", ">", "=<"]));
    let part = w.pick(&[
        "#part([], _, [], []).\n#part([X|L], Y, [X|A], B) :- {test}, !, #part(L, Y, A, B).\n\
         #part([X|L], Y, A, [X|B]) :- #part(L, Y, A, B).",
        "#part([], _, [], []).\n#part([X|L], Y, A, B) :- ( {test} -> A = [X|A1], B = B1 ; A = A1, B = [X|B1] ),\n\
         #part(L, Y, A1, B1).",
        "#part(L, Y, A, B) :- #part(L, Y, [], [], A, B).\n#part([], _, A, B, A, B).\n\
         #part([X|L], Y, A, B, C, D) :- ( {test} -> #part(L, Y, [X|A], B, C, D) ; #part(L, Y, A, [X|B], C, D) ).",
        "#part([], _, [], []).\n#part([X|L], Y, A, B) :- ( {test} -> A = [X|A1], #part(L, Y, A1, B)\n\
         ; B = [X|B1], #part(L, Y, A, B1) ).",
    ]);
    let sort = w.pick(&[
        "#sort([], []).\n#sort([Y|L], S) :- #part(L, Y, A, B), #sort(A, C), #sort(B, D), #join(C, [Y|D], S).\n\
         #join([], L, L).\n#join([X|L], M, [X|N]) :- #join(L, M, N).",
        "#sort(L, S) :- #sort(L, S, []).\n#sort([], S, S).\n\
         #sort([Y|L], S, T) :- #part(L, Y, A, B), #sort(A, S, [Y|R]), #sort(B, R, T).",
        "#sort([], n).\n#sort([Y|L], t(C, Y, D)) :- #part(L, Y, A, B), #sort(A, C), #sort(B, D).",
    ]);
    w.write(sort, &[]);
    w.write(part, &[("test", &test)]);
    let length = w.size(8, 50);
    let list = elements(w, form, length);
    if w.chance(0.25) && form == "{k}" {
        // The element of a rank, instead of the order of all.
        let text = "#rank([Y|L], K, E) :- #part(L, Y, A, B), length(A, N),\n\
             ( K < N -> #rank(A, K, E) ; K =:= N -> E = Y ; J is K - N - 1, #rank(B, J, E) ).";
        w.write(text, &[]);
        let rank = (length / 2).to_string();
        return w.fill("#rank({list}, {rank}, Out)", &[("list", &list), ("rank", &rank)]);
    }
    w.fill("#sort({list}, Out)", &[("list", &list)])
}

fn halves(w: &mut Writer) -> String {
    let (one, both) = w.pick(&[
        ("R = X", "R is A + B"),
        ("R = X", "( A > B -> R = A ; R = B )"),
        (
            "R = s(X,1)",
            "A = s(P1,N1), B = s(Q1,M1), O is N1 + M1, ( P1 =:= Q1 -> R = s(P1,O) ; P1 > Q1 -> R = s(P1,N1) ; R = s(Q1,M1) )",
        ),
        ("R is X mod 7", "R is (A * 31 + B) mod 1009"),
        ("R = r(X,X)", "A = r(P1,Q1), B = r(S1,T1), ( P1 < S1 -> U = P1 ; U = S1 ), ( Q1 > T1 -> O = Q1 ; O = T1 ), R = r(U,O)"),
        ("( X > 50 -> R = [X] ; R = [] )", "#join(A, B, R)"),
        ("R = l(X)", "R = f(A,B)"),
    ]);
    let divided = w.pick(&[
        "#all([X], R) :- !, {one}.\n#all(L, R) :- #deal(L, P, Q), #all(P, A), #all(Q, B), {both}.\n\
         #deal([], [], []).\n#deal([X|L], [X|P], Q) :- #deal(L, Q, P).",
        "#all(L, R) :- length(L, N), #all(N, L, _, R).\n#all(1, [X|T], T, R) :- !, {one}.\n\
         #all(N, L, T, R) :- H is N // 2, K is N - H, #all(H, L, M, A), #all(K, M, T, B), {both}.",
        "#all(L, R) :- V =.. [v|L], functor(V, _, N), #span(1, N, V, R).\n\
         #span(I, I, V, R) :- !, arg(I, V, X), {one}.\n\
         #span(I, J, V, R) :- M is (I + J) // 2, K is M + 1, #span(I, M, V, A), #span(K, J, V, B), {both}.",
    ]);
    w.write(divided, &[("one", one), ("both", both)]);
    if both.contains("#join") {
        w.write("#join([], L, L).\n#join([X|L], M, [X|N]) :- #join(L, M, N).", &[]);
    }
    let length = w.size(8, 90);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#all({list}, Out)", &[("list", &list)])
}

fn insertion(w: &mut Writer) -> String {
    let (form, test) = keyed(w);
    let test = test.replace("{less}", w.pick(&["<", ">", "=<"]));
    let sorts = w.pick(&[
        "#sort(L, S) :- #sort(L, [], S).\n#sort([], S, S).\n#sort([X|L], A, S) :- #put(A, X, B), #sort(L, B, S).",
        "#sort([], []).\n#sort([X|L], S) :- #sort(L, A), #put(A, X, S).",
    ]);
    let put = w.pick(&[
        "#put([], X, [X]).\n#put([Y|L], X, [X,Y|L]) :- {test}, !.\n#put([Y|L], X, [Y|M]) :- #put(L, X, M).",
        "#put([], X, [X]).\n#put([Y|L], X, M) :- ( {test} -> M = [X,Y|L] ; M = [Y|N], #put(L, X, N) ).",
        "#put([], X, [X]).\n#put([Y|L], X, M) :- compare(O, X, Y), #put(O, Y, L, X, M).\n\
         #put(<, Y, L, X, [X,Y|L]).\n#put(=, Y, L, _, [Y|L]).\n#put(>, Y, L, X, [Y|M]) :- #put(L, X, M).",
    ]);
    let selected = "#sort([], []).\n#sort([X|L], [Z|S]) :- #least(L, X, Z, R), #sort(R, S).\n\
         #least([], X, X, []).\n#least([Y|L], X, Z, R) :- ( {test} -> R = [Y|T], #least(L, X, Z, T) ; R = [X|T], #least(L, Y, Z, T) ).";
    let bubble = "#sort(L, S) :- #pass(L, M, C), ( C == no -> S = M ; #sort(M, S) ).\n\
         #pass([X,Y|L], [X|M], C) :- {test}, !, #pass([Y|L], M, C).\n#pass([X,Y|L], [Y|M], yes) :- !, #pass([X|L], M, _).\n\
         #pass(L, L, C) :- ( var(C) -> C = no ; true ).";
    let length = w.size(6, 30);
    let list = match w.number(0, 4) {
        0 => {
            w.write(selected, &[("test", &test)]);
            elements(w, form, length)
        }
        1 => {
            // Equal elements would be swapped for ever.
            let test = test.replace(['<', '>'], "=<").replace("==<", "=<").replace("=<=", "=<");
            w.write(bubble, &[("test", &test)]);
            elements(w, form, length)
        }
        _ => {
            w.write(sorts, &[]);
            let test = if put.contains("{test}") { vec![("test", test.as_str())] } else { vec![] };
            w.write(put, &test);
            elements(w, form, length)
        }
    };
    w.fill("#sort({list}, Out)", &[("list", &list)])
}
