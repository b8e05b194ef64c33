//! Skeletons over the library's collections, and over texts: sorting in its kinds, pairs and groups, association lists,
//! ordered sets, records, words put together and taken apart.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("library sorts", 4, library_sorts),
    ("association", 4, association),
    ("sets", 4, sets),
    ("record table", 4, record_table),
    ("words", 4, words),
    ("texts of numbers", 3, texts_of_numbers),
];

/// Items of which a sort is told: numbers, atoms, pairs, terms.
fn items(w: &mut Writer, length: usize) -> String {
    let numbers = data::numbers(&mut w.rng, length);
    let form = w.pick(&["{n}", "{n}", "{a}", "{n}-{a}", "{a}-{n}", "t({a}, {n})", "{mix}"]);
    data::list_of(numbers.into_iter().map(|number| {
        let atom = data::ATOMS[number as usize % data::ATOMS.len()];
        let form =
            if form == "{mix}" { w.pick(&["{n}", "{a}", "f({a})", "g({n}, {a})", "1.5", "[{a}]"]) } else { form };
        form.replace("{n}", &number.to_string()).replace("{a}", atom)
    }))
}

fn library_sorts(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#top(L, Out) :- msort(L, Out).",
        "#top(L, Out) :- sort(L, Out).",
        "#top(L, Out) :- sort(0, @>=, L, Out).",
        "#top(L, Out) :- sort(0, @=<, L, M), reverse(M, Out).",
        "#top(L, Out) :- predsort(#by, L, Out).\n#by(O, X, Y) :- compare(O, X, Y).",
        "#top(L, Out) :- predsort(#by, L, Out).\n#by(O, X, Y) :- ( X @< Y -> O = (>) ; X == Y -> O = (=) ; O = (<) ).",
        "#top(L, Out) :- #tag(L, 0, Ps), keysort(Ps, Qs), pairs_values(Qs, Out).\n#tag([], _, []).\n#tag([X|L], N, [X-N|Ps]) :- M is N + 1, #tag(L, M, Ps).",
        "#top(L, Out) :- #tag(L, 0, Ps), sort(1, @>=, Ps, Qs), pairs_keys(Qs, Out).\n#tag([], _, []).\n#tag([X|L], N, [X-N|Ps]) :- M is (N + 7) mod 31, #tag(L, M, Ps).",
        "#top(L, Out) :- #tag(L, 0, Ps), sort(2, @<, Ps, Qs), length(Qs, Out).\n#tag([], _, []).\n#tag([X|L], N, [r(X,N)|Ps]) :- M is (N + 7) mod 31, #tag(L, M, Ps).",
        "#top(L, Out) :- msort(L, M), #runs(M, Out).\n#runs([], []).\n#runs([X|L], [X*N|R]) :- #run(L, X, 1, N, T), #runs(T, R).\n\
         #run([Y|L], X, N, M, T) :- Y == X, !, K is N + 1, #run(L, X, K, M, T).\n#run(L, _, N, N, L).",
        "#top(L, Out) :- list_to_set(L, Out).",
        "#top(L, Out) :- length(L, N), length(P, N), maplist(=(k), P), pairs_keys_values(Ps, L, P), keysort(Ps, Qs), transpose_pairs(Qs, Out).",
        "#top(L, Out) :- map_list_to_pairs(#key, L, Ps), keysort(Ps, Qs), group_pairs_by_key(Qs, Out).\n#key(X, K) :- ( atomic(X) -> K = X ; functor(X, F, N), K = F/N ).",
        "#top(L, Out) :- msort(L, M), last(M, A), M = [B|_], Out = A/B.",
        "#top(L, Out) :- max_member(A, L), min_member(B, L), Out = A/B.",
        "#top(L, Out) :- #parts(L, Ls), maplist(msort, Ls, Out).\n#parts([A,B,C,D|L], [[A,B,C,D]|Ls]) :- !, #parts(L, Ls).\n#parts(L, [L]).",
        "#top(L, Out) :- #parts(L, Ls), maplist(sort, Ls, Ms), foldl(ord_union, Ms, [], Out).\n#parts([A,B,C|L], [[A,B,C]|Ls]) :- !, #parts(L, Ls).\n#parts(L, [L]).",
        "#top(L, Out) :- msort(L, M), clumped_pairs(M, Out).\nclumped_pairs(M, Out) :- findall(X-x, member(X, M), Ps), pairs_keys(Ps, Ks), #count(Ks, Out).\n\
         #count(Ks, N) :- aggregate_all(count, ( nextto(X, Y, Ks), X == Y ), N).",
    ]);
    let text = text.replace("clumped_pairs", "#clumps");
    w.tidy(&text, &[]);
    let length = w.size(8, 60);
    let list = items(w, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}

fn association(w: &mut Writer) -> String {
    let build = w.pick(&[
        "#build(L, A) :- foldl(#put, L, t, A).\n#put(K, A, B) :- put_assoc(K, A, v(K), B).",
        "#build(L, A) :- empty_assoc(E), #all(L, E, A).\n#all([], A, A).\n#all([K|L], A, C) :- put_assoc(K, A, K, B), #all(L, B, C).",
        "#build(L, A) :- sort(L, M), findall(K-V, ( member(K, M), V = w(K) ), Ps), list_to_assoc(Ps, A).",
        "#build(L, A) :- #all(L, t, A).\n#all([], A, A).\n#all([K|L], A, C) :- ( get_assoc(K, A, N) -> M is N + 1 ; M = 1 ), put_assoc(K, A, M, B), #all(L, B, C).",
        "#build(L, A) :- foldl(#put, L, t, A).\n#put(K, A, B) :- G is K mod 10, ( get_assoc(G, A, Ks) -> put_assoc(G, A, [K|Ks], B) ; put_assoc(G, A, [K], B) ).",
    ]);
    let use_of = w.pick(&[
        "#use(_, A, Out) :- assoc_to_list(A, Out).",
        "#use(_, A, Out) :- assoc_to_keys(A, Ks), sum_list(Ks, Out).",
        "#use(_, A, Out) :- assoc_to_values(A, Vs), length(Vs, Out).",
        "#use(L, A, Out) :- #seek(L, A, 0, Out).\n#seek([], _, N, N).\n#seek([K|L], A, N, M) :- J is K + 1, ( get_assoc(J, A, _) -> O is N + 1 ; O = N ), #seek(L, A, O, M).",
        "#use(L, A, Out) :- findall(V, ( member(K, L), get_assoc(K, A, V) ), Out).",
        "#use(_, A, Out) :- map_assoc(#wrap, A, Out).\n#wrap(V, f(V)).",
        "#use(_, A, Out) :- ( max_assoc(A, K, V) -> Out = K/V ; Out = none ).",
        "#use(L, A, Out) :- aggregate_all(count, ( member(K, L), get_assoc(K, A, V), V \\== 1 ), Out).",
        "#use(_, A, Out) :- findall(K, ( gen_assoc(K, A, _), K > 20 ), Out).",
    ]);
    w.tidy("#top(L, Out) :- #build(L, A), #use(L, A, Out).", &[]);
    w.tidy(build, &[]);
    w.tidy(use_of, &[]);
    let length = w.size(4, 20);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}

fn sets(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#top(L, M, Out) :- union(L, M, Out).",
        "#top(L, M, Out) :- intersection(L, M, A), subtract(L, M, B), Out = A/B.",
        "#top(L, M, Out) :- sort(L, A), sort(M, B), ord_union(A, B, Out).",
        "#top(L, M, Out) :- list_to_ord_set(L, A), list_to_ord_set(M, B), ord_intersection(A, B, C), ord_subtract(A, B, D), Out = C/D.",
        "#top(L, M, Out) :- sort(L, A), #in(M, A, Out).\n#in([], _, 0).\n#in([X|M], A, N) :- ( ord_memberchk(X, A) -> #in(M, A, K), N is K + 1 ; #in(M, A, N) ).",
        "#top(L, M, Out) :- #ins(L, [], A), #ins(M, A, Out).\n#ins([], S, S).\n#ins([X|L], S, U) :- ( memberchk(X, S) -> T = S ; T = [X|S] ), #ins(L, T, U).",
        "#top(L, M, Out) :- foldl(#ins, L, [], A), foldl(#out, M, A, Out).\n#ins(X, S, T) :- ord_add_element(S, X, T).\n#out(X, S, T) :- ord_del_element(S, X, T).",
        "#top(L, M, Out) :- list_to_set(L, A), ( subset(M, A) -> Out = yes ; subtract(M, A, Out) ).",
        "#top(L, M, Out) :- findall(X, ( member(X, L), \\+ memberchk(X, M) ), A), length(A, Out).",
        "#top(L, M, Out) :- delete(L, a, A), exclude(#in(M), A, Out).\n#in(M, X) :- memberchk(X, M).",
        "#top(L, M, Out) :- append(L, M, A), sort(A, B), sum_lengths([L,M,A,B], Out).\nsum_lengths(Ls, N) :- maplist(length, Ls, Ns), sum_list(Ns, N).",
        "#top(L, M, Out) :- sort(L, A), sort(M, B), ( ord_subset(A, B) -> Out = yes ; ord_union([A,B,[a,z]], Out) ).",
        "#top(L, M, Out) :- setof(X, ( member(X, L) ; member(X, M) ), Out).",
    ]);
    w.tidy(&text.replace("sum_lengths", "#lengths"), &[]);
    let (one, two) = (w.size(4, 25), w.size(4, 25));
    let (a, b) = if w.chance(0.5) {
        let most = w.number(5, 60);
        let list = |w: &mut Writer, length| data::list_of((0..length).map(|_| w.number(0, most)).collect::<Vec<_>>());
        (list(w, one), list(w, two))
    } else {
        (items(w, one), items(w, two))
    };
    w.fill("#top({a}, {b}, Out)", &[("a", &a), ("b", &b)])
}

/// Queries over a list of records, and what groups and adds them up.
fn record_table(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#top(L, Out) :- include(#young, L, M), maplist(#wage, M, Ws), sum_list(Ws, Out).\n#young(p(_, A, _, _)) :- A < 40.\n#wage(p(_, _, _, W), W).",
        "#top(L, Out) :- findall(D-W, member(p(_, _, D, W), L), Ps), keysort(Ps, Qs), group_pairs_by_key(Qs, Gs), maplist(#total, Gs, Out).\n#total(D-Ws, D-S) :- sum_list(Ws, S).",
        "#top(L, Out) :- setof(D, N^A^W^member(p(N, A, D, W), L), Ds), maplist(#count(L), Ds, Out).\n#count(L, D, D-N) :- aggregate_all(count, member(p(_, _, D, _), L), N).",
        "#top(L, Out) :- findall(D-Ns, setof(A-N, W^member(p(N, A, D, W), L), Ns), Out).",
        "#top(L, Out) :- aggregate_all(max(W, N), member(p(N, _, _, W), L), Out).",
        "#top(L, Out) :- sort(4, @>=, L, M), M = [p(A, _, _, _)|_], last(M, p(B, _, _, _)), Out = A-B.",
        "#top(L, Out) :- foldl(#raise, L, [], Out).\n#raise(p(N, A, D, W), L, [p(N, B, D, V)|L]) :- B is A + 1, ( D == a -> V is W * 11 // 10 ; V = W ).",
        "#top(L, Out) :- predsort(#older, L, M), maplist(#name, M, Out).\n#older(O, p(N, A, _, _), p(M, B, _, _)) :- compare(O, A-N, B-M).\n#name(P, N) :- arg(1, P, N).",
        "#top(L, Out) :- partition(#rich, L, A, B), length(A, N), length(B, M), Out = N/M.\n#rich(P) :- arg(4, P, W), W > 500.",
        "#top(L, Out) :- foldl(#index, L, t, A), assoc_to_list(A, Out).\n#index(p(N, _, D, _), A, B) :- ( get_assoc(D, A, Ns) -> put_assoc(D, A, [N|Ns], B) ; put_assoc(D, A, [N], B) ).",
        "#top(L, Out) :- maplist(#change, L, M), msort(M, Out).\n#change(P, Q) :- P =.. [p,N|As], Q =.. [q|As], atom(N).",
        "#top(L, Out) :- findall(N-M, ( member(p(N, A, D, _), L), member(p(M, A, D, _), L), N @< M ), Out).",
        "#top(L, Out) :- ( forall(member(p(_, A, _, W), L), ( A > 3, W >= 0 )) -> Out = fine ; Out = bad ).",
    ]);
    w.tidy(text, &[]);
    let count = w.size(5, 25);
    let wages = data::numbers(&mut w.rng, count);
    let rows: Vec<String> = wages
        .into_iter()
        .enumerate()
        .map(|(at, wage)| {
            let (age, department) = (w.number(18, 70), data::ATOMS[w.number(0, 4)]);
            format!("p(n{}, {age}, {department}, {wage})", at % 20)
        })
        .collect();
    w.fill("#top({rows}, Out)", &[("rows", &data::list_of(rows))])
}

/// Atoms built, cut and compared.
fn words(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#top(L, Out) :- atomic_list_concat(L, Out).",
        "#top(L, Out) :- atomic_list_concat(L, '-', A), atomic_list_concat(Out, '-', A).",
        "#top(L, Out) :- maplist(atom_length, L, Ns), sum_list(Ns, Out).",
        "#top(L, Out) :- maplist(#turn, L, Out).\n#turn(A, B) :- atom_codes(A, Cs), reverse(Cs, Ds), atom_codes(B, Ds).",
        "#top(L, Out) :- maplist(#first, L, Out).\n#first(A, B) :- sub_atom(A, 0, 1, _, B).",
        "#top(L, Out) :- findall(A, ( member(A, L), sub_atom(A, _, _, _, e) ), Out).",
        "#top(L, Out) :- foldl(#add, L, '', Out).\n#add(A, B, C) :- atom_length(B, N), ( N > 60 -> C = A ; atom_concat(B, A, C) ).",
        "#top(L, Out) :- maplist(upcase_atom, L, Out).",
        "#top(L, Out) :- maplist(atom_chars, L, Css), append(Css, Cs), msort(Cs, Ds), #runs(Ds, Out).\n#runs([], []).\n#runs([C|Cs], [C-N|R]) :- #run(Cs, C, 1, N, T), #runs(T, R).\n\
         #run([C|Cs], C, N, M, T) :- !, K is N + 1, #run(Cs, C, K, M, T).\n#run(Cs, _, N, N, Cs).",
        "#top(L, Out) :- maplist(#code, L, Out).\n#code(A, C) :- atom_codes(A, [B|_]), ( B < 104 -> C = low ; char_code(D, B), C = D ).",
        "#top(L, Out) :- maplist(#text, L, Out).\n#text(A, S) :- atom_string(A, B), string_concat(B, \"_x\", S).",
        "#top(L, Out) :- maplist(#text, L, Ss), maplist(string_length, Ss, Out).\n#text(A, S) :- string_concat(A, A, S).",
        "#top(L, Out) :- include(#starts, L, Out).\n#starts(A) :- sub_atom(A, 0, _, _, re).",
        "#top(L, Out) :- maplist(#split, L, Out).\n#split(A, P-Q) :- atom_length(A, N), H is N // 2, sub_atom(A, 0, H, _, P), sub_atom(A, H, _, 0, Q).",
        "#top(L, Out) :- maplist(#say, L, Out).\n#say(A, B) :- format(atom(B), \"<~w>\", [A]).",
        "#top(L, Out) :- with_output_to(atom(Out), #put(L)).\n#put([]).\n#put([A|L]) :- write(A), nl, #put(L).",
        "#top(L, Out) :- findall(A-B, ( member(A, L), once(atom_concat(B, _, A)) ), Out).",
        "#top(L, Out) :- maplist(#sum, L, Out).\n#sum(A, S) :- atom_codes(A, Cs), foldl(#hash, Cs, 7, S).\n#hash(C, H, K) :- K is (H * 31 + C) mod 65521.",
        "#top(L, Out) :- atomic_list_concat(L, ',', A), split_string(A, \",\", \" \", Ss), length(Ss, Out).",
    ]);
    w.tidy(text, &[]);
    let (longest, count) = (w.number(2, 4), w.size(4, 20));
    let parts: Vec<String> = (0..count)
        .map(|_| (0..w.number(1, longest)).map(|_| data::ATOMS[w.number(0, data::ATOMS.len() - 1)]).collect::<String>())
        .collect();
    w.fill("#top({words}, Out)", &[("words", &data::list_of(parts))])
}

/// Numbers from text and to text, written and read.
fn texts_of_numbers(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#do(N, R) :- number_codes(N, Cs), length(Cs, R).",
        "#do(N, R) :- number_codes(N, Cs), #digits(Cs, 0, R).\n#digits([], S, S).\n#digits([C|Cs], S, T) :- U is S + C - 48, #digits(Cs, U, T).",
        "#do(N, R) :- atom_number(A, N), atom_length(A, R).",
        "#do(N, R) :- atom_number(A, N), atom_concat(A, '0', B), atom_number(B, R).",
        "#do(N, R) :- number_codes(N, Cs), reverse(Cs, Ds), number_codes(R, Ds).",
        "#do(N, R) :- format(atom(R), \"~d items\", [N]).",
        "#do(N, R) :- format(atom(R), \"~w-~a~t~20|~q\", [N, x, f(N)]).",
        "#do(N, R) :- with_output_to(atom(R), ( write(N), tab(2), write(k(N)) )).",
        "#do(N, R) :- term_to_atom(p(N, X, X), R).",
        "#do(N, R) :- atom_chars(N, Cs), ( Cs = ['1'|_] -> R = one ; R = other ).",
        "#do(N, R) :- number_string(M, \" 42 \"), R is M + N.",
        "#do(N, R) :- number_codes(N, Cs), maplist(#hex, Cs, R).\n#hex(C, H) :- ( C >= 48, C =< 57 -> H is C - 48 ; H = none ).",
        "#do(N, R) :- atom_to_term('q(X, Y, 3)', T, Bs), length(Bs, M), T = q(N, M, _), R = T.",
        "#do(N, R) :- atomic_list_concat([n, N], A), atom_length(A, L), R = A/L.",
        "#do(N, R) :- char_code(C, 97), succ(N, M), atom_number(A, M), atom_concat(C, A, R).",
        "#do(N, R) :- #write(N, [], R).\n#write(N, L, R) :- D is N mod 10 + 48, M is N // 10, ( M =:= 0 -> atom_codes(R, [D|L]) ; #write(M, [D|L], R) ).",
    ]);
    w.tidy(text, &[]);
    let each = w.pick(&[
        "#each([], []).\n#each([N|Ns], [R|Rs]) :- #do(N, R), #each(Ns, Rs).",
        "#each(Ns, Rs) :- maplist(#do, Ns, Rs).",
        "#each(Ns, Rs) :- findall(R, ( member(N, Ns), #do(N, R) ), Rs).",
        "#each([], done).\n#each([N|Ns], Out) :- #do(N, _), #each(Ns, Out).",
    ]);
    w.tidy(each, &[]);
    let length = w.size(4, 20);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#each({list}, Out)", &[("list", &list)])
}
