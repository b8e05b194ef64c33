//! Skeletons that join larger tables of random facts, search random graphs, and generate and test: placements,
//! colourings, sums of subsets, digits.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("large join", 5, large_join),
    ("graph of facts", 4, graph_of_facts),
    ("graph in a term", 4, graph_in_a_term),
    ("colouring", 3, colouring),
    ("subset sum", 3, subset_sum),
    ("digits", 3, digits),
    ("placements", 3, placements),
];

/// Ways to ask for all solutions of `{q}`, whose values are `A` and `B`.
const ASKED: &[&str] = &[
    "#top(done) :- {q}, fail.\n#top(done).",
    "#top(R) :- findall(A-B, ({q}), R).",
    "#top(R) :- findall(B, ({q}), L), sort(L, R).",
    "#top(R) :- aggregate_all(count, ({q}), R).",
    "#top(R) :- aggregate_all(count, #join(_, _), R).\n#join(A, B) :- {q}.",
    "#top(R) :- findall(A/B, #join(A, B), R).\n#join(A, B) :- {q}.",
    "#top(done) :- #join(_, _), fail.\n#top(done).\n#join(A, B) :- {q}.",
    "#top(R) :- ( setof(B, #join(A, B), R) -> true ; R = A ).\n#join(A, B) :- {q}.",
    "#top(R) :- ( forall(({q}), A \\== zz) -> R = yes ; R = no ).",
    "#top(R) :- ( {q}, A == zz -> R = B ; R = none ).",
];

/// Rows of `#t1` to `#t4`: keys from a range, so that several rows share one, or atoms.
fn tables(w: &mut Writer, rows: usize, atoms: bool) {
    for table in 1..=4 {
        let (keys, values) = ((rows / w.number(1, 4)).max(2), w.number(5, 50));
        let key = |w: &mut Writer| {
            let at = w.number(0, keys - 1);
            if atoms && !at.is_multiple_of(3) { format!("k{at}") } else { at.to_string() }
        };
        let facts: Vec<String> = (0..rows)
            .map(|_| {
                let (from, to) = (key(w), key(w));
                match table {
                    4 => format!("#t4({from}, {to}, {}, f({})).", w.number(0, values), w.number(0, 3)),
                    3 => format!("#t3({from}, {}, {to}).", w.number(0, values)),
                    _ => format!("#t{table}({from}, {to})."),
                }
            })
            .collect();
        w.tidy(&facts.join("\n"), &[]);
    }
}

fn large_join(w: &mut Writer) -> String {
    let rows = w.size(6, 40);
    let atoms = w.chance(0.5);
    tables(w, rows, atoms);
    let test =
        w.pick(&["A \\== C", "A @< C", "\\+ A = C", "A \\= C", "atomic(A)", "compare(_, A, C)", "\\+ #t1(C, A)"]);
    let query = w.pick(&[
        "#t1(A, C), #t2(C, B), {test}",
        "#t1(A, C), {test}, #t1(C, B)",
        "#t1(A, C), #t3(C, N, B), N > 10, {test}",
        "#t3(A, N, C), N mod 3 =:= 0, {test}, #t2(C, B)",
        "#t3(C, N, A), {test}, #t3(_, M, B), N =:= M, B \\== A",
        "#t1(A, C), \\+ #t2(C, _), {test}, B = C",
        "#t1(A, C), ( #t2(C, B) -> true ; B = none ), {test}",
        "#t4(A, C, N, f(2)), {test}, #t1(C, B), N > 3",
        "#t4(A, C, _, F), {test}, #t4(B, A, _, F)",
        "#t1(A, C), #t2(C, D), {test}, #t3(D, N, B), N < 30",
        "#t2(A, C), {test}, #t4(C, B, N, _), ( N > 20 ; N < 5 )",
        "#t1(A, C), {test}, once(#t2(C, B))",
        "#t3(A, N, C), {test}, B is N * 2, B > 11",
        "#t3(A, N, C), {test}, findall(D, #t1(C, D), B), length(B, M), M =\\= N",
        "#t1(A, C), {test}, aggregate_all(count, #t2(C, _), B)",
        "#t1(C, A), {test}, #t2(B, A)",
    ]);
    let asked = w.pick(ASKED);
    w.tidy(asked, &[("q", query), ("test", test)]);
    w.fill("#top(Out)", &[])
}

/// Edges of a random graph with about `degree` from each node.
fn edges(w: &mut Writer, nodes: usize, degree: usize) -> Vec<(usize, usize, usize)> {
    let forward = w.chance(0.4);
    (0..nodes * degree)
        .map(|at| {
            let from = at % nodes;
            let to = if forward { w.number(from, nodes) } else { w.number(0, nodes - 1) };
            (from, to, w.number(1, 9))
        })
        .filter(|&(from, to, _)| from != to)
        .collect()
}

fn graph_of_facts(w: &mut Writer) -> String {
    let (nodes, degree) = (w.size(6, 20), w.number(1, 3));
    let name = w.pick(&["{n}", "n{n}"]);
    let facts: Vec<String> = edges(w, nodes, degree)
        .into_iter()
        .map(|(from, to, cost)| {
            let (from, to) = (name.replace("{n}", &from.to_string()), name.replace("{n}", &to.to_string()));
            format!("#edge({from}, {to}, {cost}).")
        })
        .collect();
    w.tidy(&facts.join("\n"), &[]);
    if facts.is_empty() {
        w.tidy("#edge(none, none, 1).", &[]);
    }
    let text = w.pick(&[
        // Depth first, with what was visited.
        "#go(S, Out) :- #dfs([S], [], Out).\n#dfs([], V, V).\n#dfs([X|Xs], V, Out) :- memberchk(X, V), !, #dfs(Xs, V, Out).\n\
         #dfs([X|Xs], V, Out) :- findall(Y, #edge(X, Y, _), Ys), append(Ys, Xs, Zs), #dfs(Zs, [X|V], Out).",
        // Breadth first.
        "#go(S, Out) :- #bfs([S], [S], Out).\n#bfs([], V, V).\n\
         #bfs([X|Q], V, Out) :- findall(Y, ( #edge(X, Y, _), \\+ memberchk(Y, V) ), Ys0), sort(Ys0, Ys),\n\
         append(V, Ys, W), append(Q, Ys, R), #bfs(R, W, Out).",
        // By levels.
        "#go(S, Out) :- #levels([S], [S], Out).\n#levels([], _, []) :- !.\n\
         #levels(L, V, [L|Out]) :- ( setof(Y, X^C^( member(X, L), #edge(X, Y, C), \\+ member(Y, V) ), M) -> true ; M = [] ),\n\
         append(M, V, W), #levels(M, W, Out).",
        // Paths with a bound, all or the first.
        "#go(S, Out) :- findall(E-P, #path(3, S, E, [S], P), Out).\n#path(_, X, X, P, P).\n\
         #path(N, X, Z, V, P) :- N > 0, #edge(X, Y, _), \\+ member(Y, V), M is N - 1, #path(M, Y, Z, [Y|V], P).",
        "#go(S, Out) :- aggregate_all(count, #walk(4, S, _), Out).\n#walk(0, X, X) :- !.\n\
         #walk(N, X, Z) :- M is N - 1, #edge(X, Y, C), C > 2, #walk(M, Y, Z).",
        "#go(S, Out) :- ( #cycle(S, [S], 6, P) -> Out = P ; Out = none ).\n#cycle(X, V, _, V) :- V = [_,_|_], last(V, S), #edge(X, S, _), !.\n\
         #cycle(X, V, N, P) :- N > 0, M is N - 1, #edge(X, Y, _), \\+ memberchk(Y, V), #cycle(Y, [Y|V], M, P).",
        // Costs from a node, the nearest first.
        "#go(S, Out) :- #near([0-S], [], Out).\n#near([], D, D).\n\
         #near([C-X|Q], D, Out) :- ( memberchk(X-_, D) -> #near(Q, D, Out)\n\
         ; findall(E-Y, ( #edge(X, Y, K), E is C + K ), Es), append(Es, Q, R0), keysort(R0, R), #near(R, [X-C|D], Out) ).",
        // What can be reached, by adding pairs until there are no more.
        "#go(S, Out) :- #closed([S], Out).\n#closed(V, Out) :- ( member(X, V), #edge(X, Y, _), \\+ memberchk(Y, V) -> #closed([Y|V], Out) ; Out = V ).",
        // Triangles.
        "#go(_, Out) :- findall(t(A,B,C), ( #edge(A, B, _), A @< B, #edge(B, C, _), #edge(C, A, _) ), Out).",
    ]);
    w.tidy(text, &[]);
    w.fill("#go({start}, Out)", &[("start", &name.replace("{n}", "0"))])
}

fn graph_in_a_term(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#go(G, _, Out) :- #visit([0], G, [], Out).\n#visit([], _, V, V).\n\
         #visit([X|Xs], G, V, Out) :- ( memberchk(X, V) -> #visit(Xs, G, V, Out)\n\
         ; memberchk(X-Ys, G), append(Ys, Xs, Zs), #visit(Zs, G, [X|V], Out) ).",
        "#go(G, _, Out) :- list_to_assoc(G, A), #visit([0], A, [], Out).\n#visit([], _, V, V).\n\
         #visit([X|Xs], A, V, Out) :- ( ord_memberchk(X, V) -> #visit(Xs, A, V, Out)\n\
         ; get_assoc(X, A, Ys), ord_union([X], V, W), append(Ys, Xs, Zs), #visit(Zs, A, W, Out) ).",
        // Nodes without predecessors first.
        "#go(G, _, Out) :- #order(G, Out).\n#order([], []) :- !.\n\
         #order(G, Out) :- ( select(X-_, G, H), \\+ ( member(_-Ys, H), memberchk(X, Ys) ) -> Out = [X|R], #order(H, R) ; Out = [cycle] ).",
        // Components, by renaming.
        "#go(G, Es, Out) :- pairs_keys(G, Ks), maplist(#same, Ks, Ks, Cs), foldl(#merge, Es, Cs, Ds), pairs_values(Ds, Vs), sort(Vs, Out).\n\
         #same(K, C, K-C).\n#merge(X-Y, Cs, Ds) :- memberchk(X-A, Cs), memberchk(Y-B, Cs), ( A =:= B -> Ds = Cs ; #renamed(Cs, A, B, Ds) ).\n\
         #renamed([], _, _, []).\n#renamed([K-C|Cs], A, B, [K-D|Ds]) :- ( C =:= A -> D = B ; D = C ), #renamed(Cs, A, B, Ds).",
        // Degrees.
        "#go(G, Es, Out) :- findall(K-N, ( member(K-_, G), aggregate_all(count, member(_-K, Es), N) ), Out).",
        "#go(_, Es, Out) :- foldl(#tally, Es, [], Out).\n#tally(X-_, D0, D) :- ( select(X-N, D0, D1) -> M is N + 1, D = [X-M|D1] ; D = [X-1|D0] ).",
        // Marks in an array.
        "#go(G, Es, Out) :- length(G, N), functor(M, m, N), #mark(Es, M), findall(I, ( between(1, N, I), arg(I, M, V), var(V) ), Out).\n\
         #mark([], _).\n#mark([_-Y|Es], M) :- I is Y + 1, arg(I, M, seen), #mark(Es, M).",
    ]);
    let (nodes, degree) = (w.size(6, 20), w.number(1, 3));
    // Its work grows with the cube of the nodes.
    let nodes = if text.contains("#order") { nodes.min(60) } else { nodes };
    let all = edges(w, nodes, degree);
    let next = |at: usize| all.iter().filter(|edge| edge.0 == at).map(|edge| edge.1).collect::<Vec<_>>();
    let graph = data::list_of((0..=nodes).map(|at| format!("{at}-{}", data::list_of(next(at)))));
    let pairs = data::list_of(all.iter().map(|edge| format!("{}-{}", edge.0, edge.1)));
    w.tidy(text, &[]);
    w.fill("#go({graph}, {pairs}, Out)", &[("graph", &graph), ("pairs", &pairs)])
}

/// Calls a search for each of a list of problems, to the first solution or to all of them.
const EACH: &[&str] = &[
    "#each([], []).\n#each([P|Ps], [R|Rs]) :- ( #solve(P, S) -> R = S ; R = none ), #each(Ps, Rs).",
    "#each(Ps, Rs) :- maplist(#first, Ps, Rs).\n#first(P, R) :- #solve(P, R), !.\n#first(_, none).",
    "#each([], []).\n#each([P|Ps], [N|Ns]) :- aggregate_all(count, #solve(P, _), N), #each(Ps, Ns).",
    "#each([], []).\n#each([P|Ps], [S|Ss]) :- findall(S1, #solve(P, S1), S), #each(Ps, Ss).",
    "#each([], []).\n#each([P|Ps], [R|Rs]) :- ( \\+ #solve(P, _) -> R = no ; R = yes ), #each(Ps, Rs).",
];

/// The goal that solves all of a number of problems.
fn solved(w: &mut Writer, problems: Vec<String>) -> String {
    let each = w.pick(EACH);
    w.tidy(each, &[]);
    w.fill("#each({list}, Out)", &[("list", &data::list_of(problems))])
}

fn colouring(w: &mut Writer) -> String {
    let text = w.pick(&[
        // Colours bound one by one, edges tested behind.
        "#solve(N-Es, Cs) :- length(Cs, N), V =.. [v|Cs], #colour(1, N, V, Es).\n#colour(I, N, _, _) :- I > N, !.\n\
         #colour(I, N, V, Es) :- arg(I, V, C), #hue(C), #fits(Es, I, V), J is I + 1, #colour(J, N, V, Es).\n\
         #fits([], _, _).\n#fits([A-B|Es], I, V) :- ( A =:= I, B < I -> arg(A, V, C), arg(B, V, D), C \\== D\n\
         ; B =:= I, A < I -> arg(A, V, C), arg(B, V, D), C \\== D ; true ), #fits(Es, I, V).",
        // All edges over unbound colours.
        "#solve(N-Es, Cs) :- length(Cs, N), #paint(Es, Cs), maplist(#any, Cs).\n#any(C) :- ( var(C) -> C = red ; true ).\n\
         #paint([], _).\n#paint([A-B|Es], Cs) :- nth1(A, Cs, C), nth1(B, Cs, D), #hue(C), #hue(D), C \\== D, #paint(Es, Cs).",
        "#solve(N-Es, S) :- #all(N, Es, [], S).\n#all(0, _, S, S) :- !.\n\
         #all(I, Es, D, S) :- #hue(C), \\+ ( member(J-C, D), ( member(I-J, Es) ; member(J-I, Es) ) ), H is I - 1, #all(H, Es, [I-C|D], S).",
    ]);
    w.tidy(text, &[]);
    let hues = w.pick(&[
        "#hue(red).\n#hue(green).\n#hue(blue).",
        "#hue(1).\n#hue(2).\n#hue(3).",
        "#hue(C) :- member(C, [a,b,c]).",
    ]);
    w.tidy(hues, &[]);
    let nodes = w.number(3, 5);
    let problems: Vec<String> = (0..w.size(1, 3))
        .map(|_| {
            let edges = edges(w, nodes, 1).into_iter().filter(|edge| edge.1 < nodes);
            format!("{nodes}-{}", data::list_of(edges.map(|edge| format!("{}-{}", edge.0 + 1, edge.1 + 1))))
        })
        .collect();
    solved(w, problems)
}

fn subset_sum(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#solve(T-L, S) :- #sub(L, T, S).\n#sub(_, 0, []).\n#sub([X|L], T, [X|S]) :- X =< T, T > 0, U is T - X, #sub(L, U, S).\n\
         #sub([_|L], T, S) :- T > 0, #sub(L, T, S).",
        "#solve(T-L, S) :- #part(L, S), sum_list(S, T).\n#part([], []).\n#part([X|L], [X|S]) :- #part(L, S).\n#part([_|L], S) :- #part(L, S).",
        "#solve(T-L, S) :- #part(L, S, 0, N), N =:= T.\n#part([], [], N, N).\n\
         #part([X|L], S, M, N) :- ( S = [X|R], K is M + X ; S = R, K = M ), #part(L, R, K, N).",
        "#solve(T-L, S) :- #pack(L, T, 0, [], S).\n#pack([], _, V, P, V-P).\n\
         #pack([X|L], T, V, P, S) :- ( X =< T, U is T - X, W is V + X * 3 mod 11, #pack(L, U, W, [X|P], S) ; #pack(L, T, V, P, S) ).",
        // Change, coins taken again.
        "#solve(T-L, S) :- sort(0, @>=, L, M), U is min(T, 18), #change(M, U, S).\n#change(_, 0, []) :- !.\n\
         #change([X|L], T, [X|S]) :- X > 0, X =< T, U is T - X, #change([X|L], U, S).\n#change([_|L], T, S) :- #change(L, T, S).",
    ]);
    w.tidy(text, &[]);
    let length = w.number(3, 7);
    let problems: Vec<String> = (0..w.size(1, 3))
        .map(|_| {
            let items: Vec<usize> = (0..length).map(|_| w.number(3, 30)).collect();
            let total = items.iter().filter(|&item| item.is_multiple_of(2)).sum::<usize>() + w.number(0, 2);
            format!("{total}-{}", data::list_of(items))
        })
        .collect();
    solved(w, problems)
}

fn digits(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#solve(T, A-B) :- #digit(A), #digit(B), A < B, A * 10 + B + T =:= B * 10 + A + 27.",
        "#solve(T, [A,B,C]) :- #digits([A,B,C], [0,1,2,3,4,5]), A > 0, (A * 100 + B * 10 + C) mod 37 =:= T mod 37.",
        "#solve(T, s(A,B,C)) :- between(0, 5, A), between(A, 5, B), C is T mod 17 - A - B, C >= B, C < 10.",
        "#solve(T, A*B) :- N is T mod 60 + 4, between(2, N, A), N mod A =:= 0, B is N // A, A =< B.",
        "#solve(T, [A,B,C]) :- N is T mod 8 + 3, select(A, [1,2,3,4,5], R), select(B, R, Q), A < B, member(C, Q), N =:= A * B - C.",
        "#solve(T, S) :- permutation([1,2,3,4], S), S = [A,B,C,D], N is T mod 6, N is abs(A - B) + abs(C - D).",
        "#solve(T, A+B+C) :- findall(D, between(1, 4, D), Ds), member(A, Ds), member(B, Ds), A \\== B, C is A * B, C < T mod 10.",
    ]);
    w.tidy(text, &[]);
    if text.contains("#digit(A)") {
        let from =
            w.pick(&["#digit(D) :- between(0, 9, D).", "#digit(1).\n#digit(3).\n#digit(4).\n#digit(6).\n#digit(8)."]);
        w.tidy(from, &[]);
    }
    if text.contains("#digits") {
        w.tidy("#digits([], _).\n#digits([D|Ds], L) :- select(D, L, M), #digits(Ds, M).", &[]);
    }
    let count = w.size(1, 4);
    let problems = data::numbers(&mut w.rng, count).into_iter().map(|number| number.to_string()).collect();
    solved(w, problems)
}

fn placements(w: &mut Writer) -> String {
    let text = w.pick(&[
        "#solve(B-N, Qs) :- numlist(1, N, Ns), #place(Ns, B, [], Qs).\n#place([], _, Qs, Qs).\n\
         #place(Ns, B, P, Qs) :- select(Q, Ns, Ms), #safe(P, Q, 1), length(P, L), \\+ memberchk(L-Q, B), #place(Ms, B, [Q|P], Qs).",
        "#solve(B-N, Qs) :- #rows(N, N, B, [], Qs).\n#rows(0, _, _, Qs, Qs) :- !.\n\
         #rows(I, N, B, P, Qs) :- between(1, N, Q), \\+ memberchk(I-Q, B), #safe(P, Q, 1), J is I - 1, #rows(J, N, B, [Q|P], Qs).",
        "#solve(B-N, Qs) :- findall(I, between(1, N, I), Is), permutation(Is, Qs), #fits(Qs), \\+ ( nth1(I, Qs, Q), memberchk(I-Q, B) ).\n\
         #fits([]).\n#fits([Q|Qs]) :- #safe(Qs, Q, 1), #fits(Qs).",
    ]);
    w.tidy(text, &[]);
    let safe = w.pick(&[
        "#safe([], _, _).\n#safe([P|Ps], Q, D) :- {no}, E is D + 1, #safe(Ps, Q, E).",
        "#safe(Ps, Q, D) :- ( Ps = [P|Rs] -> {no}, E is D + 1, #safe(Rs, Q, E) ; true ).",
    ]);
    let no = w.pick(&[
        "P =\\= Q + D, P =\\= Q - D, P =\\= Q",
        "Q =\\= P, abs(Q - P) =\\= D",
        "P \\== Q, X is P - Q, X \\== D, Y is -X, Y \\== D",
    ]);
    w.tidy(safe, &[("no", no)]);
    let width = w.number(3, 5);
    let problems: Vec<String> = (0..w.size(1, 3))
        .map(|_| {
            let blocked: Vec<String> =
                (0..w.number(0, 4)).map(|_| format!("{}-{}", w.number(0, 5), w.number(1, 5))).collect();
            format!("{}-{width}", data::list_of(blocked))
        })
        .collect();
    solved(w, problems)
}
