//! Skeletons that pass goals around: pipelines of the library's maps, filters and folds, with named goals, builtins and
//! lambda expressions; closures of any arity in a program's own higher-order predicates; global values between calls.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("pipeline", 5, pipeline),
    ("folds", 4, folds),
    ("lambdas", 4, lambdas),
    ("closures", 5, closures),
    ("globals", 3, globals),
];

/// A goal of two arguments, from an integer to an integer, and the clauses that it needs.
fn step(w: &mut Writer) -> String {
    let (small, middle) = (w.number(2, 9).to_string(), w.number(20, 200).to_string());
    let (goal, clauses) = w.pick(&[
        ("succ", ""),
        ("plus({s})", ""),
        ("#inc", "#inc(X, Y) :- Y is X + {s}."),
        ("#half", "#half(X, Y) :- Y is X // 2."),
        ("#scale({s})", "#scale(N, X, Y) :- Y is X * N mod 1009."),
        ("#clip(0, {m})", "#clip(A, B, X, Y) :- ( X < A -> Y = A ; X > B -> Y = B ; Y = X )."),
        ("#digit", "#digit(X, Y) :- X > 9, !, Y is X mod 10.\n#digit(X, X)."),
        ("#through(#add({s}))", "#through(G, X, Y) :- call(G, X, Y).\n#add(N, X, Y) :- Y is X + N."),
        ("#twice(succ)", "#twice(G, X, Y) :- call(G, X, Z), call(G, Z, Y)."),
        ("=", ""),
    ]);
    if !clauses.is_empty() {
        w.tidy(&clauses.replace("{s}", &small), &[]);
    }
    goal.replace("{s}", &small).replace("{m}", &middle)
}

fn pipeline(w: &mut Writer) -> String {
    let (small, middle) = (w.number(2, 9).to_string(), w.number(20, 200).to_string());
    let mut goals: Vec<String> = Vec::new();
    let mut clauses: Vec<&str> = Vec::new();
    for at in 0..w.number(1, 4) {
        // From a list of integers to another; `I` and `J` are the places of the two.
        let (stage, needs) = w.pick(&[
            ("maplist(#inc, I, J)", "#inc(X, Y) :- Y is X + 1."),
            ("maplist(#mul({s}), I, J)", "#mul(N, X, Y) :- Y is X * N mod 1009."),
            ("maplist(succ, I, J)", ""),
            ("maplist(plus({s}), I, J)", ""),
            ("maplist(#clip(2, {m}), I, J)", "#clip(A, B, X, Y) :- ( X < A -> Y = A ; X > B -> Y = B ; Y = X )."),
            ("include(#big, I, J)", "#big(X) :- X > {m}."),
            ("include(#more({s}), I, J)", "#more(N, X) :- X mod N > 0."),
            ("include(<({s}), I, J)", ""),
            ("include(integer, I, J)", ""),
            ("exclude(#odd, I, J)", "#odd(X) :- X mod 2 =:= 1, X > 2."),
            ("exclude(==({s}), I, J)", ""),
            ("partition(#big, I, J, _)", "#big(X) :- X > {m}."),
            ("partition(#half({m}), I, A, B), append(B, A, J)", "#half(N, X) :- X < N."),
            ("partition(#side({m}), I, A, B, C), append([A,B,C], J)", "#side(N, X, O) :- compare(O, X, N)."),
            ("msort(I, J)", ""),
            ("sort(I, J)", ""),
            ("sort(0, @>=, I, J)", ""),
            ("predsort(#order, I, J)", "#order(O, X, Y) :- A is X mod 50, B is Y mod 50, compare(O, A-X, B-Y)."),
            ("reverse(I, J)", ""),
            ("list_to_set(I, J)", ""),
            ("maplist(#sum, I, I, J)", "#sum(X, Y, Z) :- Z is X + Y - 1."),
            (
                "maplist(#swap, I, A), maplist(#third, I, A, I, J)",
                "#swap(X, Y) :- Y is 1000 - X.\n#third(A, B, C, D) :- ( A > B -> D = C ; D is abs(B - A) ).",
            ),
            ("foldl(#push, I, [], J)", "#push(X, L, [X|L])."),
            ("length(I, N), numlist(1, N, A), maplist(#sum, I, A, J)", "#sum(X, Y, Z) :- Z is X + Y - 1."),
            ("convlist(#even, I, J)", "#even(X, Y) :- X mod 2 =:= 0, Y is X // 2."),
            ("pairs_keys_values(A, I, I), pairs_values(A, J)", ""),
            ("map_list_to_pairs(#key, I, A), keysort(A, B), pairs_values(B, J)", "#key(X, Y) :- Y is X mod 13."),
            ("delete(I, {s}, J)", ""),
            ("subtract(I, [1,2,3,{s}], J)", ""),
        ]);
        if !needs.is_empty() && !clauses.contains(&needs) {
            clauses.push(needs);
        }
        let named = |text: &str| {
            text.replace('I', &format!("L{at}")).replace('J', &format!("L{}", at + 1)).replace('N', &format!("N{at}"))
        };
        let stage = ["A", "B", "C"].iter().fold(named(stage), |text, name| text.replace(name, &format!("{name}{at}")));
        goals.push(stage);
    }
    let last = goals.len();
    let end = w.pick(&[
        "Out = L",
        "sum_list(L, Out)",
        "length(L, Out)",
        "( max_list(L, Out) -> true ; Out = none )",
        "foldl(#end, L, 0, Out)",
        "( maplist(#pos, L) -> Out = yes ; Out = no )",
        "( L = [] -> Out = none ; last(L, Out) )",
        "aggregate_all(count, ( member(X, L), X > 10 ), Out)",
    ]);
    if end.contains("#end") {
        let text = w.pick(&[
            "#end(X, S, T) :- T is S + X.",
            "#end(X, S, T) :- ( X > S -> T = X ; T = S ).",
            "#end(_, S, f(S)).",
        ]);
        clauses.push(text);
    }
    if end.contains("#pos") {
        clauses.push("#pos(X) :- X >= 0.");
    }
    goals.push(
        ["(L, ", " L,", "= L", ", L)", "(L)"]
            .iter()
            .fold(end.to_string(), |text, place| text.replace(place, &place.replace('L', &format!("L{last}")))),
    );
    w.tidy("#top(L0, Out) :- {goals}.", &[("goals", &goals.join(", ").replace("{s}", &small).replace("{m}", &middle))]);
    for clause in clauses {
        w.tidy(&clause.replace("{m}", &middle), &[]);
    }
    let length = w.size(6, 40);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}

fn folds(w: &mut Writer) -> String {
    let (fold, start) = w.pick(&[
        ("#f(X, A, B) :- B is A + X.", "0"),
        ("#f(X, A, B) :- B is (A * 31 + X) mod 10007.", "7"),
        ("#f(X, A, B) :- ( X > A -> B = X ; B = A ).", "0"),
        ("#f(X, N-S, M-T) :- M is N + 1, T is S + X.", "0-0"),
        ("#f(X, s(L,H,N), s(L1,H1,N1)) :- L1 is min(L, X), H1 is max(H, X), N1 is N + 1.", "s(99,0,0)"),
        ("#f(X, L, M) :- ( X mod 2 =:= 0 -> M = [X|L] ; M = L ).", "[]"),
        ("#f(X, A, B) :- put_assoc(X, A, v, B).", "t"),
        ("#f(X, A, B) :- K is X mod 8, ( get_assoc(K, A, N) -> M is N + 1 ; M = 1 ), put_assoc(K, A, M, B).", "t"),
        ("#f(X, A, B) :- ( memberchk(X, A) -> B = A ; B = [X|A] ).", "[]"),
        ("#f(X, A, B) :- ord_union(A, [X], B).", "[]"),
        ("#f(X, q(I,O), q([X|I],O)) :- X < 50, !.\n#f(X, q(I,O), q(I,[X|O])).", "q([],[])"),
        ("#f(X, A, f(A, X)).", "z"),
        ("#f(_, A, B) :- succ(A, B).", "0"),
    ]);
    w.tidy(fold, &[]);
    let how = w.pick(&[
        "#top(L, Out) :- foldl(#f, L, {z}, Out).",
        "#top(L, Out) :- foldl(#g(k), L, {z}, Out).\n#g(_, X, A, B) :- #f(X, A, B).",
        "#top(L, Out) :- foldl(#g, L, L, {z}, Out).\n#g(X, _, A, B) :- #f(X, A, B).",
        "#top(L, Out) :- reverse(L, R), foldl(#g, L, R, L, {z}, Out).\n#g(X, Y, _, A, B) :- Z is (X + Y) // 2, #f(Z, A, B).",
        "#top(L, Out) :- #fold(L, #f, {z}, Out).\n#fold([], _, A, A).\n#fold([X|L], G, A, C) :- call(G, X, A, B), #fold(L, G, B, C).",
        "#top(L, Out) :- #foldr(#f, {z}, L, Out).\n#foldr(_, A, [], A).\n#foldr(G, A, [X|L], C) :- #foldr(G, A, L, B), call(G, X, B, C).",
        "#top(L, Out) :- #fold(L, #f, {z}, Out).\n#fold(L, G, A, C) :- ( L = [X|M] -> T =.. [G,X,A,B], call(T), #fold(M, G, B, C) ; C = A ).",
        "#top(L, Out) :- #scan(L, {z}, Out).\n#scan([], _, []).\n#scan([X|L], A, [B|Bs]) :- G = #f(X), call(G, A, B), #scan(L, B, Bs).",
        "#top(L, Out) :- #until(L, {z}, Out).\n#until([], A, A).\n#until([X|L], A, C) :- ( catch(#f(X, A, B), _, fail) -> #until(L, B, C) ; C = A ).",
    ]);
    w.tidy(how, &[("z", start)]);
    let length = w.size(8, 50);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}

/// Lambda expressions, with variables of their own, shared ones, and ones of their clause.
fn lambdas(w: &mut Writer) -> String {
    let small = w.number(2, 9).to_string();
    let body = w.pick(&[
        "Y is X + {s}",
        "Y is X * N",
        "Y = p(X, N)",
        "( X > N -> Y = big ; Y = small )",
        "Y = X",
        "( X mod {s} =:= 0 -> Y = X ; Y is X + N )",
        "Z is X mod {s}, Y = Z-X",
        "#own(X, Y)",
    ]);
    // `N` is a variable of the clause: shared with it, or copied once it is bound.
    let lambda = if body.contains('N') {
        w.pick(&["{N}/[X,Y]>>({b})", "[X,Y]>>({b})"])
    } else {
        w.pick(&["[X,Y]>>({b})", "[X]>>([Y]>>({b}))"])
    };
    let lambda = lambda.replace("{b}", body).replace("{s}", &small);
    if body.contains("#own") {
        w.tidy("#own(X, Y) :- Y is X * 2 + 1.", &[]);
    }
    let text = w.pick(&[
        "#top(L, N, Out) :- maplist({lambda}, L, Out).",
        "#top(L, N, Out) :- maplist({lambda}, L, M), length(M, Out).",
        "#top(L, N, Out) :- G = {lambda}, #map(L, G, Out).\n#map([], _, []).\n#map([X|Xs], G, [Y|Ys]) :- call(G, X, Y), #map(Xs, G, Ys).",
        "#top(L, N, Out) :- foldl([V,A,B]>>( call({lambda}, V, W), ( W == A -> B = A ; B = f(A) ) ), L, z, Out).",
        "#top(L, N, Out) :- include([V]>>( V > 5 ), L, M), maplist({lambda}, M, Out).",
        "#top(L, N, Out) :- findall(W, ( member(V, L), call({lambda}, V, W) ), Out).",
        "#top(L, N, Out) :- exclude([V]>>( V mod 3 =:= 0 ), L, M), foldl([V,A,B]>>( B is A + V ), M, 0, S), call({lambda}, S, Out).",
        "#top(L, N, Out) :- partition([V]>>( V < 40 ), L, M, _), maplist({lambda}, M, Out).",
        "#top(L, N, Out) :- maplist([V,W]>>( U is V + 1, call({lambda}, U, W) ), L, Out).",
        "#top(L, N, Out) :- maplist([V,V-W]>>call({lambda}, V, W), L, Out).",
    ]);
    w.tidy(text, &[("lambda", &lambda)]);
    let length = w.size(3, 14);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, {n}, Out)", &[("list", &list), ("n", &small)])
}

/// A program's own higher-order predicates.
fn closures(w: &mut Writer) -> String {
    let goal = step(w);
    let text = w.pick(&[
        "#top(L, Out) :- #map(L, {g}, Out).\n#map([], _, []).\n#map([X|Xs], G, [Y|Ys]) :- call(G, X, Y), #map(Xs, G, Ys).",
        "#top(L, Out) :- #map({g}, L, Out).\n#map(G, L, M) :- ( L = [X|Xs] -> call(G, X, Y), M = [Y|Ys], #map(G, Xs, Ys) ; M = [] ).",
        "#top(L, Out) :- #each(L, Out).\n#each([], []).\n#each([X|Xs], [Y|Ys]) :- #compose({g}, {g}, X, Y), #each(Xs, Ys).\n\
         #compose(F, G, X, Z) :- call(F, X, Y), call(G, Y, Z).",
        "#top(L, Out) :- length(L, N), #iterate(N, {g}, 1, Out).\n#iterate(0, _, X, X) :- !.\n#iterate(N, G, X, Z) :- call(G, X, Y), M is N - 1, #iterate(M, G, Y, Z).",
        "#top(L, Out) :- #chain(L, 5, {g}, Out).\n#chain([], _, _, []).\n#chain([X|Xs], A, G, [B|Bs]) :- call(G, X, Y), B is max(A, Y), #chain(Xs, B, G, Bs).",
        "#top(L, Out) :- #filter(L, #test({g}), Out).\n#test(G, X) :- call(G, X, Y), Y > 30.\n#filter([], _, []).\n\
         #filter([X|Xs], P, L) :- ( call(P, X) -> L = [X|M] ; L = M ), #filter(Xs, P, M).",
        "#top(L, Out) :- #filter(L, #test({g}), Out).\n#test(G, X) :- call(G, X, Y), Y mod 2 =:= 0.\n#filter([], _, []).\n\
         #filter([X|Xs], P, [X|M]) :- call(P, X), !, #filter(Xs, P, M).\n#filter([_|Xs], P, M) :- #filter(Xs, P, M).",
        "#top(L, Out) :- #grow(L, T), #maptree({g}, T, Out).\n#grow([], e).\n#grow([X|L], n(A,X,B)) :- #deal(L, P, Q), #grow(P, A), #grow(Q, B).\n\
         #deal([], [], []).\n#deal([X|L], [X|P], Q) :- #deal(L, Q, P).\n#maptree(_, e, e).\n#maptree(G, n(A,X,B), n(C,Y,D)) :- #maptree(G, A, C), call(G, X, Y), #maptree(G, B, D).",
        "#top(L, Out) :- #zip(L, L, #pair({g}), Out).\n#pair(G, X, Y, A-B) :- call(G, X, A), B = Y.\n#zip([], [], _, []).\n\
         #zip([X|Xs], [Y|Ys], P, [Z|Zs]) :- call(P, X, Y, Z), #zip(Xs, Ys, P, Zs).",
        "#top(L, Out) :- #run(L, [{g},#id,{g}], Out).\n#id(X, X).\n#run([], _, []).\n#run([X|Xs], Gs, [Y|Ys]) :- #all(Gs, X, Y), #run(Xs, Gs, Ys).\n\
         #all([], X, X).\n#all([G|Gs], X, Z) :- call(G, X, Y), #all(Gs, Y, Z).",
        "#top(L, Out) :- #loop(L, 0, Out).\n#loop([], N, N).\n#loop([X|Xs], N, Out) :- G = {g}, ( call(G, X, Y), Y > N -> #loop(Xs, Y, Out) ; #loop(Xs, N, Out) ).",
        "#top(L, Out) :- #wide(L, Out).\n#wide([], []).\n#wide([X|Xs], [R|Rs]) :- call(#six(1, 2), X, 3, X, R), #wide(Xs, Rs).\n\
         #six(A, B, C, D, E, R) :- call({g}, C, F), R is A + B * D + E - F.",
        "#top(L, Out) :- #go(L, 0, Out).\n#go([], S, S).\n#go([X|Xs], S, Out) :- #work(X, #k(S), T), #go(Xs, T, Out).\n\
         #work(X, K, T) :- call({g}, X, Y), call(K, Y, T).\n#k(S, Y, T) :- T is S + Y.",
        "#top(L, Out) :- #any(L, {g}, Out).\n#any(L, G, Out) :- ( member(X, L), call(G, X, Y), Y > 500 -> Out = X-Y ; Out = none ).",
        "#top(L, Out) :- #apply(L, {g}, Out).\n#apply([], _, []).\n#apply([X|Xs], G, [Y|Ys]) :- G =.. F, append(F, [X,Y], H), T =.. H, T, #apply(Xs, G, Ys).",
        "#top(L, Out) :- #count(L, #same, 0, Out).\n#same(X, Y) :- call({g}, X, Z), Z > Y.\n#count([X,Y|L], P, N, Out) :- !, ( call(P, X, Y) -> M is N + 1 ; M = N ), #count([Y|L], P, M, Out).\n#count(_, _, N, N).",
    ]);
    w.tidy(text, &[("g", &goal)]);
    let length = w.size(8, 50);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}

/// Global values, changed for good or until backtracking, in loops of several kinds.
fn globals(w: &mut Writer) -> String {
    let (set, get) = w.pick(&[("nb_setval", "nb_getval"), ("b_setval", "b_getval")]);
    let (start, change) = w.pick(&[
        ("0", "{get}({k}, A), B is A + X, {set}({k}, B)"),
        ("0", "{get}({k}, A), ( X > A -> {set}({k}, X) ; true )"),
        ("c(0,0)", "{get}({k}, c(A,N)), B is A + X, M is N + 1, {set}({k}, c(B,M))"),
        ("[]", "{get}({k}, A), ( A = [Y|_], Y >= X -> true ; {set}({k}, [X]) )"),
        ("none", "{get}({k}, A), ( A == X -> true ; {set}({k}, X) )"),
        ("s(0)", "{get}({k}, A), arg(1, A, N), M is N + X, {set}({k}, s(M))"),
    ]);
    // What is set for good cannot be kept over a failure otherwise.
    let loops: &[&str] = &[
        "#loop([]).\n#loop([X|L]) :- #do(X), #loop(L).",
        "#loop(L) :- maplist(#do, L).",
        "#loop(L) :- ( L = [X|M] -> #do(X), #loop(M) ; true ).",
        "#loop(L) :- forall(member(X, L), #do(X)).",
        "#loop(L) :- ( member(X, L), #do(X), fail ; true ).",
        "#loop(L) :- foldl(#also, L, 0, _).\n#also(X, N, M) :- #do(X), M is N + 1.",
    ];
    let text = w.pick(loops);
    let key = w.fill("#key", &[]);
    let change = change.replace("{get}", get).replace("{set}", set).replace("{k}", &key);
    w.tidy(text, &[]);
    w.tidy("#do(X) :- {change}.", &[("change", &change)]);
    let begin = format!("#top(L, Out) :- {set}({key}, {start}), #loop(L), {get}({key}, Out).");
    w.tidy(&begin, &[]);
    let length = w.size(8, 60);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#top({list}, Out)", &[("list", &list)])
}
