//! Skeletons that look into terms: walks over any term, dispatch on types, general unification and comparison of random
//! terms, copies and changes in place, lists with open ends.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("walk terms", 5, walk_terms),
    ("type dispatch", 4, type_dispatch),
    ("unify terms", 5, unify_terms),
    ("compare terms", 4, compare_terms),
    ("copy and change", 4, copy_and_change),
    ("open lists", 4, open_lists),
];

/// A random term of about so many cells, of structures and lists, with variables (`V1` to `V4`) among its leaves or none.
fn term(w: &mut Writer, cells: usize, variables: bool) -> String {
    if cells <= 1 {
        return match w.number(0, 11) {
            0 | 1 if variables => format!("V{}", w.number(1, 4)),
            0..=4 => data::atom(&mut w.rng).to_string(),
            5 => "1.5".to_string(),
            6 => "[]".to_string(),
            _ => w.number(0, 50).to_string(),
        };
    }
    // Deep to the left or the right, wide, or like a tree.
    match w.number(0, 7) {
        0 => {
            let first = w.number(1, 3).min(cells - 1);
            format!("f({}, {})", term(w, first, variables), term(w, cells - 1 - first, variables))
        }
        1 => {
            let last = w.number(1, 3).min(cells - 1);
            format!("g({}, {})", term(w, cells - 1 - last, variables), term(w, last, variables))
        }
        2 => format!("s({})", term(w, cells - 1, variables)),
        3 | 4 => {
            let each = w.number(1, 6);
            let items: Vec<String> = (0..(cells - 1).div_ceil(each + 1)).map(|_| term(w, each, variables)).collect();
            data::list_of(items)
        }
        _ => {
            let arity = w.number(1, 4).min(cells - 1);
            let share = ((cells - 1) / arity).max(1);
            let arguments: Vec<String> = (0..arity).map(|_| term(w, share, variables)).collect();
            format!("{}({})", w.pick(&["f", "g", "h", "p", "node"]), arguments.join(", "))
        }
    }
}

/// A term, in text, with one leaf replaced: a late one, an early one, or any.
fn changed(w: &mut Writer, text: &str, leaf: &str) -> String {
    let mut starts: Vec<usize> = Vec::new();
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        let begins = at == 0 || b"([ ".contains(&bytes[at - 1]);
        let end = text[at..].find([',', ')', ']', '(', '[']).map_or(bytes.len(), |length| at + length);
        if begins && end > at && (end == bytes.len() || !b"([".contains(&bytes[end])) {
            starts.push(at);
        }
    }
    let Some(last) = starts.len().checked_sub(1) else { return leaf.to_string() };
    let at = starts[match w.number(0, 2) {
        0 => last,
        1 => 0,
        _ => w.number(0, last),
    }];
    let end = text[at..].find([',', ')', ']']).map_or(text.len(), |length| at + length);
    format!("{}{leaf}{}", &text[..at], &text[end..])
}

/// A list of random terms, their sizes about the same.
fn term_list(w: &mut Writer, low: usize, high: usize, variables: bool) -> String {
    // Few large or many small.
    let total = w.size(low, high);
    let each = [1, 3, 8, 20, 60, 300][w.number(0, 5)].min(total);
    let terms: Vec<String> = (0..total.div_ceil(each)).map(|_| term(w, each, variables)).collect();
    without_single(data::list_of(terms))
}

/// Variables of [`term`] that occur once become `_`.
fn without_single(text: String) -> String {
    ["V1", "V2", "V3", "V4"].iter().fold(text, |text, variable| {
        if text.matches(variable).count() == 1 { text.replace(variable, "_") } else { text }
    })
}

fn walk_terms(w: &mut Writer) -> String {
    let functor = w.pick(&["f", "h", "node"]);
    let text = w.pick(&[
        // Counting, by place.
        "#walk(T, 1) :- \\+ compound(T), !.\n#walk(T, N) :- functor(T, _, A), #args(A, T, 1, N).\n\
         #args(0, _, N, N) :- !.\n#args(I, T, N, M) :- arg(I, T, X), #walk(X, K), O is N + K, J is I - 1, #args(J, T, O, M).",
        "#walk(T, N) :- #count(T, 0, N).\n#count(T, N, M) :- ( compound(T) -> functor(T, F, A), ( F == {f} -> O is N + 1 ; O = N ), #args(1, A, T, O, M) ; M = N ).\n\
         #args(I, A, T, N, M) :- ( I > A -> M = N ; arg(I, T, X), #count(X, N, O), J is I + 1, #args(J, A, T, O, M) ).",
        // Depth, by lists of arguments.
        "#walk(T, D) :- ( compound(T) -> T =.. [_|As], #deepest(As, 0, E), D is E + 1 ; D = 0 ).\n\
         #deepest([], D, D).\n#deepest([A|As], D, E) :- #walk(A, F), G is max(D, F), #deepest(As, G, E).",
        // Substitution.
        "#walk(T, S) :- #put(T, S).\n#put(T, S) :- var(T), !, S = T.\n#put(a, S) :- !, S = new(a).\n#put(T, S) :- atomic(T), !, S = T.\n\
         #put(T, S) :- T =.. [F|As], maplist(#put, As, Bs), S =.. [F|Bs].",
        "#walk(T, S) :- ( compound(T) -> functor(T, F, A), functor(S, F, A), #each(A, T, S) ; integer(T) -> S is T + 1 ; S = T ).\n\
         #each(I, T, S) :- ( I =:= 0 -> true ; arg(I, T, X), arg(I, S, Y), #walk(X, Y), J is I - 1, #each(J, T, S) ).",
        // The leaves, with an open end.
        "#walk(T, L) :- #leaves(T, L, []).\n#leaves(T, [T|L], L) :- \\+ compound(T), !.\n#leaves(T, L, M) :- T =.. [_|As], #all(As, L, M).\n\
         #all([], L, L).\n#all([A|As], L, N) :- #leaves(A, L, M), #all(As, M, N).",
        // The functors, counted.
        "#walk(T, L) :- findall(F/A, #part(T, F, A), Ps), msort(Ps, Ss), length(Ss, N), sort(Ss, Us), L = N-Us.\n\
         #part(T, F, A) :- compound(T), functor(T, G, N), ( F = G, A = N ; between(1, N, I), arg(I, T, X), #part(X, F, A) ).",
        "#walk(T, N) :- ( #within(T, {f}) -> N = yes ; N = no ).\n#within(T, F) :- compound(T), functor(T, G, N), ( F == G -> true ; between(1, N, I), arg(I, T, X), #within(X, F) -> true ; fail ).",
        "#walk(T, N) :- aggregate_all(count, #sub(T, _), N).\n#sub(T, T).\n#sub(T, X) :- compound(T), T =.. [_|As], member(A, As), #sub(A, X).",
        // Rewriting by rules, from inside.
        "#walk(T, S) :- ( atomic(T) -> S = T ; var(T) -> S = T ; T =.. [F|As], #all(As, Bs), R =.. [F|Bs], ( #rule(R, S) -> true ; S = R ) ).\n\
         #all([], []).\n#all([A|As], [B|Bs]) :- #walk(A, B), #all(As, Bs).\n#rule(s(s(X)), s(X)).\n#rule({f}(X, Y), {f}(Y, X)) :- Y @< X.\n#rule([X|Y], [X|Y]) :- X == a.",
        // Numbered variables.
        "#walk(T, N) :- copy_term(T, S), numbervars(S, 0, N), ( ground(S) -> true ; fail ).",
        "#walk(T, N) :- term_variables(T, Vs), length(Vs, K), ( ground(T) -> N = ground ; N = K ).",
        // Taking apart and matching parts.
        "#walk(T, N) :- #size(T, N).\n#size([], 1) :- !.\n#size([X|Xs], N) :- !, #size(X, A), #size(Xs, B), N is A + B.\n#size(T, N) :- compound(T), !, T =.. L, #size(L, M), N is M + 1.\n#size(_, 1).",
    ]);
    w.tidy(&text.replace("{f}", functor), &[]);
    let each = w.pick(&[
        "#all_terms([], []).\n#all_terms([T|Ts], [R|Rs]) :- #walk(T, R), #all_terms(Ts, Rs).",
        "#all_terms(Ts, Rs) :- maplist(#walk, Ts, Rs).",
        "#all_terms(Ts, Rs) :- findall(R, ( member(T, Ts), once(#walk(T, R)) ), Rs).",
        "#all_terms([], 0).\n#all_terms([T|Ts], N) :- #walk(T, _), #all_terms(Ts, M), N is M + 1.",
    ]);
    w.tidy(each, &[]);
    let variables = w.chance(0.3);
    let list = term_list(w, 20, 120, variables);
    w.fill("#all_terms({list}, Out)", &[("list", &list)])
}

fn type_dispatch(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#kind(X, K) :- var(X), !, K = variable.\n#kind(X, K) :- integer(X), !, K = whole.\n#kind(X, K) :- float(X), !, K = real.\n\
         #kind(X, K) :- atom(X), !, K = name.\n#kind(X, K) :- is_list(X), !, K = list.\n#kind(_, term).",
        "#kind(X, K) :- ( var(X) -> K = v ; number(X) -> K = n ; atom(X) -> K = a ; is_list(X) -> length(X, K) ; compound(X), functor(X, F, N) -> K = F/N ; K = other ).",
        "#kind(X, K) :- ( atomic(X) -> ( number(X) -> K is X * 2 ; K = X ) ; nonvar(X) -> functor(X, K, _) ; K = x ).",
        "#kind(X, K) :- #type(T, X), !, K = T.\n#type(var, X) :- var(X).\n#type(int, X) :- integer(X).\n#type(small(X), X) :- number(X), X < 10.\n#type(atom, X) :- atom(X).\n\
         #type(pair, X) :- compound(X), X = f(_, _).\n#type(callable, X) :- callable(X).\n#type(none, _).",
        "#kind(X, K) :- member(G, [var, integer, float, atom, is_list, compound]), call(G, X), !, K = G.",
        "#kind(X, K) :- catch(#checked(X, K), error(E, _), K = E).\n#checked(X, K) :- must_be(integer, X), K is X + 1.",
        "#kind(X, K) :- ( nonvar(X), X = [A|_] -> K = A ; nonvar(X), X = s(A) -> K = A ; integer(X), X > 20 -> K = big ; ground(X) -> K = closed ; K = open ).",
        "#kind(X, K) :- ( \\+ \\+ X = f(_, _) -> K = binary ; \\+ atomic(X), \\+ var(X) -> arg(1, X, K) ; K = X ).",
        "#kind(X, K) :- ( callable(X) -> ( atom(X) -> K = atom ; X =.. [K|_] ) ; number(X) -> ( integer(X) -> K = int ; K = float ) ; K = none ).",
    ]);
    w.tidy(text, &[]);
    let each = w.pick(&[
        "#each([], []).\n#each([X|Xs], [K|Ks]) :- #kind(X, K), #each(Xs, Ks).",
        "#each(Xs, Ks) :- maplist(#kind, Xs, Ks).",
        "#each(Xs, N) :- #tally(Xs, 0, N).\n#tally([], N, N).\n#tally([X|Xs], N, M) :- #kind(X, K), ( atom(K) -> O is N + 1 ; O = N ), #tally(Xs, O, M).",
        "#each(Xs, Out) :- findall(K, ( member(X, Xs), #kind(X, K) ), Ks), sort(Ks, Out).",
        "#each(Xs, Out) :- partition(#plain, Xs, As, _), length(As, Out).\n#plain(X) :- #kind(X, K), atomic(K).",
    ]);
    w.tidy(each, &[]);
    let count = w.size(10, 60);
    let items: Vec<String> = (0..count)
        .map(|_| {
            let cells = [1, 1, 1, 2, 4, 9][w.number(0, 5)];
            if w.chance(0.06) { "_".to_string() } else { term(w, cells, false) }
        })
        .collect();
    w.fill("#each({items}, Out)", &[("items", &data::list_of(items))])
}

/// Two ground or open terms of about so many cells: equal, equal but for a leaf or for variables, or unlike.
pub fn pair(w: &mut Writer, cells: usize) -> (String, String) {
    let one = term(w, cells, false);
    let two = match w.number(0, 7) {
        0..=2 => one.clone(),
        3 => changed(w, &one, "other"),
        4 => changed(w, &one, "_"),
        5 => {
            let open = changed(w, &one, "_");
            changed(w, &open, "W")
        }
        6 => term(w, cells, true),
        _ => "_".to_string(),
    };
    // Variables are a pair's own.
    let two = two.replace('W', "_").replace("V1", "_").replace("V2", "_").replace("V3", "_").replace("V4", "_");
    (one, two)
}

/// Pairs of terms: equal, equal but for a leaf, with variables on either side or both, or unlike.
fn term_pairs(w: &mut Writer, low: usize, high: usize) -> String {
    let total = w.size(low, high);
    let each = [1, 2, 5, 12, 40, 150, 600, 2000][w.number(0, 7)].min(total);
    let pairs: Vec<String> = (0..total.div_ceil(each))
        .map(|_| {
            let (one, two) = pair(w, each);
            if w.chance(0.5) { format!("{one}-{two}") } else { format!("{two}-{one}") }
        })
        .collect();
    data::list_of(pairs)
}

fn unify_terms(w: &mut Writer) -> String {
    let test = w.pick(&[
        "( X = Y -> R = yes ; R = no )",
        "( X = Y -> R = X ; R = no )",
        "( \\+ X = Y -> R = apart ; R = one )",
        "( X \\= Y -> R = apart ; X = Y, R = one )",
        "( \\+ \\+ X = Y -> R = could ; R = never )",
        "( unify_with_occurs_check(X, Y) -> R = Y ; R = no )",
        "( f(X, Z) = f(Y, Z), Z = 1 -> R = Z ; R = 0 )",
        "( #same(X, Y) -> R = yes ; R = no )",
        "( #in(X, [b,Y,c]) -> R = in ; R = out )",
        "( copy_term(X, Z), Z = Y -> R = Z ; R = none )",
        "( subsumes_term(X, Y) -> R = general ; R = other )",
        "( findall(X, X = Y, [R]) -> true ; R = [] )",
        "( memberchk(X, [z,Y]) -> R = 1 ; R = 0 )",
        "( ?=(X, Y) -> R = known ; R = open )",
        "( call(=, X, Y) -> R = yes ; R = no )",
        "( #eq(X, Y) -> R = X ; R = none )",
    ]);
    match test {
        test if test.contains("#same") => w.tidy("#same(X, X).", &[]),
        test if test.contains("#in(") => w.tidy("#in(X, [X|_]) :- !.\n#in(X, [_|L]) :- #in(X, L).", &[]),
        test if test.contains("#eq") => w.tidy("#eq(X, Y) :- Z = k(X), Z = k(Y), !.\n#eq(z, z).", &[]),
        _ => {}
    }
    let text = w.pick(&[
        "#all([], []).\n#all([X-Y|Ps], [R|Rs]) :- {test}, #all(Ps, Rs).",
        "#all(Ps, Rs) :- maplist(#one, Ps, Rs).\n#one(X-Y, R) :- {test}.",
        "#all(Ps, Rs) :- findall(R, ( member(X-Y, Ps), {test} ), Rs).",
        "#all([], 0).\n#all([P|Ps], N) :- P = X-Y, {test}, #all(Ps, M), ( R == no -> N = M ; N is M + 1 ).",
        "#all([P|Ps], Out) :- #next(P, Ps, Out).\n#all([], end).\n#next(X-Y, Ps, Out) :- {test}, ( R == none -> Out = Ps ; #all(Ps, Out) ).",
        "#all(Ps, done) :- ( member(X-Y, Ps), {test}, R == zz ; true ).",
    ]);
    w.tidy(text, &[("test", test)]);
    let pairs = term_pairs(w, 30, 200);
    w.fill("#all({pairs}, Out)", &[("pairs", &pairs)])
}

fn compare_terms(w: &mut Writer) -> String {
    let test = w.pick(&[
        "( X == Y -> R = same ; R = other )",
        "( X \\== Y -> R = other ; R = same )",
        "compare(R, X, Y)",
        "( X @< Y -> R = X ; R = Y )",
        "( X @>= Y, X @> a -> R = up ; R = down )",
        "( X =@= Y -> R = alike ; R = other )",
        "( compare(O, X, Y), O \\== (=) -> R = O ; R = none )",
        "( X == Y -> R = 0 ; compare(<, X, Y) -> R = -1 ; R = 1 )",
        "( #least(X, Y, R) -> true ; R = none )",
        "( sort([X,Y], [_]) -> R = 1 ; R = 2 )",
        "msort([X,Y,X], R)",
        "( ground(X), X == Y -> R = closed ; R = open )",
        "( term_variables(X-Y, []), X @=< Y -> R = t ; R = f )",
    ]);
    if test.contains("#least") {
        w.tidy("#least(X, Y, X) :- X @=< Y, !.\n#least(_, Y, Y).", &[]);
    }
    let pairwise = w.chance(0.6);
    let text = if pairwise {
        w.pick(&[
            "#all([], []).\n#all([X-Y|Ps], [R|Rs]) :- {test}, #all(Ps, Rs).",
            "#all(Ps, Rs) :- maplist(#one, Ps, Rs).\n#one(X-Y, R) :- {test}.",
            "#all(Ps, N) :- aggregate_all(count, ( member(X-Y, Ps), {test}, R \\== up ), N).",
            "#all(Ps, Out) :- #go(Ps, 0, Out).\n#go([], N, N).\n#go([X-Y|Ps], N, Out) :- {test}, ( atom(R) -> M is N + 1 ; M = N ), #go(Ps, M, Out).",
        ])
    } else {
        w.pick(&[
            "#all(L, Out) :- msort(L, Out).\n#never(X, Y, R) :- {test}.",
            "#all([X,Y|L], [R|Rs]) :- !, {test}, #all([Y|L], Rs).\n#all(_, []).",
            "#all([Y|L], Out) :- #best(L, Y, Out).\n#all([], none).\n#best([], Y, Y).\n#best([X|L], Y, Out) :- {test}, ( R == (<) -> #best(L, X, Out) ; #best(L, Y, Out) ).",
            "#all(L, Out) :- #ins(L, [], Out).\n#ins([], S, S).\n#ins([X|L], S, Out) :- #put(S, X, T), #ins(L, T, Out).\n#put([], X, [X]).\n#put([Y|S], X, T) :- ( X @< Y -> T = [X,Y|S] ; T = [Y|U], #put(S, X, U) ).\n#never(X, Y, R) :- {test}.",
            "#all(L, Out) :- predsort(#by, L, Out).\n#by(O, X, Y) :- {test}, ( R == same -> O = (=) ; compare(O, X, Y) ).",
        ])
    };
    w.tidy(text, &[("test", test)]);
    let data = if pairwise { term_pairs(w, 30, 200) } else { term_list(w, 20, 120, false) };
    w.fill("#all({data}, Out)", &[("data", &data)])
}

fn copy_and_change(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#all([], []).\n#all([T|Ts], [C|Cs]) :- copy_term(T, C), #all(Ts, Cs).",
        "#all(Ts, Cs) :- maplist(copy_term, Ts, Cs).",
        "#all(Ts, Cs) :- copy_term(Ts, Cs), term_variables(Cs, Vs), #bind(Vs, 1).\n#bind([], _).\n#bind([V|Vs], N) :- V = v(N), M is N + 1, #bind(Vs, M).",
        "#all([], 0).\n#all([T|Ts], N) :- ( ground(T) -> K = 1 ; term_variables(T, Vs), length(Vs, K) ), #all(Ts, M), N is M + K.",
        "#all(Ts, Out) :- findall(T-X, ( member(T, Ts), X = y ), Out).",
        "#all(Ts, Out) :- foldl(#keep, Ts, [], Out).\n#keep(T, L, [C|L]) :- findall(T, true, [C]).",
        "#all(Ts, Out) :- length(Ts, N), functor(A, v, N), #fill(Ts, 1, A), #sum(N, A, 0, Out).\n#fill([], _, _).\n#fill([T|Ts], I, A) :- arg(I, A, T), J is I + 1, #fill(Ts, J, A).\n\
         #sum(0, _, S, S) :- !.\n#sum(I, A, S, Out) :- arg(I, A, T), ( integer(T) -> U is S + T ; U is S + 1 ), J is I - 1, #sum(J, A, U, Out).",
        "#all(Ts, Out) :- A = s(0, [], none), #each(Ts, A), A = Out.\n#each([], _).\n#each([T|Ts], A) :- arg(1, A, N), M is N + 1, setarg(1, A, M), ( integer(T) -> setarg(3, A, T) ; true ), #each(Ts, A).",
        "#all(Ts, Out) :- A = s(0, none), ( member(T, Ts), arg(1, A, N), M is N + 1, nb_setarg(1, A, M), ( compound(T) -> nb_setarg(2, A, T) ; true ), fail ; A = s(Out, _) ).",
        "#all(Ts, Out) :- A =.. [v|Ts], length(Ts, N), #turn(1, N, A), A =.. [_|Out].\n#turn(I, J, A) :- I >= J, !, atom(v), functor(A, _, _).\n\
         #turn(I, J, A) :- arg(I, A, X), arg(J, A, Y), setarg(I, A, Y), setarg(J, A, X), K is I + 1, L is J - 1, #turn(K, L, A).",
        "#all([], []).\n#all([T|Ts], [H|Hs]) :- ( T = f(_, _) -> H = two ; compound(T) -> functor(T, F, N), functor(H, F, N), \\+ H \\= T ; H = T ), #all(Ts, Hs).",
        "#all([], []).\n#all([T|Ts], [S|Ss]) :- copy_term(T, C), numbervars(C, 0, N), ( N > 0 -> S = C ; S = ground ), #all(Ts, Ss).",
        "#all(Ts, Out) :- nb_setval(#kept, Ts), nb_getval(#kept, Us), length(Us, Out).",
        "#all([], 0).\n#all([T|Ts], N) :- term_to_size(T, S), #all(Ts, M), N is M + S.\nterm_to_size(T, S) :- copy_term(T, C), ( compound(C) -> functor(C, _, S) ; S = 1 ).",
    ]);
    w.tidy(&text.replace("term_to_size", "#first"), &[]);
    let variables = w.chance(0.5);
    let list = term_list(w, 25, 150, variables);
    w.fill("#all({list}, Out)", &[("list", &list)])
}

fn open_lists(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#top(L, Out) :- #copy(L, D), D = Out-[].\n#copy([], H-H).\n#copy([X|L], [X|H]-T) :- #copy(L, H-T).",
        "#top(L, Out) :- #push(L, A-A, Out-[]).\n#push([], D, D).\n#push([X|L], H-[X|T], D) :- #push(L, H-T, D).",
        "#top(L, Out) :- #sides(L, A-[m|B], B-[]), A = Out.\n#sides([], A-A, B-B).\n#sides([X|L], A, B) :- ( X > 50 -> A = [X|A1]-A2, #sides(L, A1-A2, B) ; B = [X|B1]-B2, #sides(L, A, B1-B2) ).",
        "#top(L, Out) :- #flat(L, Out, []).\n#flat([], L, L).\n#flat([X|L], [X,X|A], B) :- X mod 2 =:= 0, !, #flat(L, A, B).\n#flat([X|L], [X|A], B) :- #flat(L, A, B).",
        "#top(L, Out) :- #rev(L, Out, []).\n#rev([], L, L).\n#rev([X|L], A, B) :- #rev(L, A, [X|B]).",
        "#top(L, Out) :- #turns(L, q(0, T, T), Out).\n#turns([], q(_, F, B), F) :- B = [].\n#turns([X|L], Q, Out) :- #in(X, Q, R), ( X mod 3 =:= 0 -> #out(R, _, S) ; S = R ), #turns(L, S, Out).\n\
         #in(X, q(N, F, [X|B]), q(M, F, B)) :- M is N + 1.\n#out(q(N, [X|F], B), X, q(M, F, B)) :- N > 0, M is N - 1.",
        "#top(L, Out) :- #known(L, T), length(T, Out), !.\n#known([], _).\n#known([X|L], T) :- K is X mod 20, memberchk(K, T), #known(L, T).",
        "#top(L, Out) :- #table(L, T, Out), T = [_|_], !.\n#table([], _, []).\n#table([X|L], T, [N|Ns]) :- K is X mod 20, memberchk(K-N, T), ( var(N) -> N = new(X) ; true ), #table(L, T, Ns).",
        "#top(L, Out) :- #tree(L, T), #tree_list(T, Out, []).\n#tree([], _).\n#tree([X|L], T) :- #at(X, T), #tree(L, T).\n\
         #at(X, n(X, _, _)) :- !.\n#at(X, n(Y, A, B)) :- ( X < Y -> #at(X, A) ; #at(X, B) ).\n\
         #tree_list(T, L, L) :- var(T), !.\n#tree_list(n(X, A, B), L, M) :- #tree_list(A, L, [X|K]), #tree_list(B, K, M).",
        "#top(L, Out) :- #holes(L, P, Q), #close(Q), P = Out.\n#holes([], [], []).\n#holes([X|L], [X-Y|P], [Y|Q]) :- #holes(L, P, Q).\n#close([]).\n#close([Y|Q]) :- ( var(Y) -> Y = closed ; true ), #close(Q).",
        "#top(L, Out) :- #link(L, V, V), Out = V.\n#link([], _, end).\n#link([X|L], V, f(X, W)) :- #link(L, V, W).",
        "#top(L, Out) :- same_length(L, M), #pour(L, M), append(M, T, Out), T = [z].\n#pour([], []).\n#pour([X|L], [Y|M]) :- Y = p(X, _), #pour(L, M).",
    ]);
    w.tidy(text, &[]);
    let length = w.size(8, 60);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}
