//! Skeletons in which terms are matched that no clause names: flat records against records, at heads that repeat a
//! variable, and expressions that are built when the program runs and evaluated then.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("records matched", 6, records_matched),
    ("slots filled", 5, slots_filled),
    ("repeated heads", 5, repeated_heads),
    ("built expressions", 5, built_expressions),
    ("lists matched", 5, lists_matched),
];

/// A record of so many random fields; a share of them is left open.
fn record(w: &mut Writer, fields: usize, open: f64) -> String {
    let few = w.number(2, 6);
    let fields: Vec<String> = (0..fields)
        .map(|_| match w.chance(open) {
            true => "_".into(),
            false if w.chance(0.5) => data::ATOMS[w.number(0, few)].into(),
            false => w.number(0, few).to_string(),
        })
        .collect();
    format!("r({})", fields.join(", "))
}

fn records(w: &mut Writer, count: usize, fields: usize, open: f64) -> String {
    data::list_of((0..count).map(|_| record(w, fields, open)).collect::<Vec<_>>())
}

/// Records looked for in lists of records, whole or by some of their fields.
fn records_matched(w: &mut Writer) -> String {
    let fields = w.number(2, 6);
    let find = w.pick(&[
        "#find(R, [R|_]) :- !.\n#find(R, [_|Rs]) :- #find(R, Rs).",
        "#find(R, [S|Rs]) :- ( R = S -> true ; #find(R, Rs) ).",
        "#find(R, [S|_]) :- R = S, !.\n#find(R, [_|Rs]) :- #find(R, Rs).",
        "#find(R, Rs) :- memberchk(R, Rs).",
        "#find(R, Rs) :- member(R, Rs), !.",
        "#find(R, [S|Rs]) :- ( R \\= S -> #find(R, Rs) ; true ).",
        "#find(R, [S|Rs]) :- ( R == S -> true ; #find(R, Rs) ).",
    ]);
    let all = w.pick(&[
        "#all([], _, 0).\n#all([R|Qs], Rs, N) :- ( #find(R, Rs) -> N = M ; N = s(M) ), #all(Qs, Rs, M).",
        "#all([], _, []).\n#all([R|Qs], Rs, [R|N]) :- \\+ \\+ #find(R, Rs), !, #all(Qs, Rs, N).\n\
         #all([_|Qs], Rs, N) :- #all(Qs, Rs, N).",
        "#all([], _, []).\n#all([R|Qs], Rs, N) :- ( \\+ #find(R, Rs) -> N = [R|M] ; N = M ), #all(Qs, Rs, M).",
    ]);
    w.write(find, &[]);
    w.write(all, &[]);
    let open = w.pick(&[0.0, 0.0, 0.2, 0.5]);
    let (asked, known) = (w.size(3, 12), w.side(4, 20));
    let (asked, known) = (records(w, asked, fields, open), records(w, known, fields, 0.0));
    w.fill("#all({asked}, {known}, Out)", &[("asked", &asked), ("known", &known)])
}

/// Open records that are filled by what is said of them, one thing after the other, with backtracking.
fn slots_filled(w: &mut Writer) -> String {
    let fields = w.number(2, 5);
    let slots = w.number(3, 5);
    let pick = w.pick(&[
        "#pick(X, [X|_]).\n#pick(X, [_|L]) :- #pick(X, L).",
        "#pick(X, L) :- member(X, L).",
        "#pick(X, [Y|L]) :- ( X = Y ; #pick(X, L) ).",
    ]);
    w.write(pick, &[]);
    let beside = w.pick(&[
        "#beside(X, Y, [X,Y|_]).\n#beside(X, Y, [_|L]) :- #beside(X, Y, L).",
        "#beside(X, Y, [X|L]) :- #pick(Y, L).\n#beside(X, Y, [_|L]) :- #beside(X, Y, L).",
    ]);
    w.write(beside, &[]);
    let facts: Vec<String> = (0..w.number(2, 4))
        .map(|at| {
            let open = 1.0 - 1.5 / fields as f64;
            let (one, two) = (record(w, fields, open), record(w, fields, open));
            match at % 2 {
                0 => format!("#pick({one}, L)"),
                _ => format!("#beside({one}, {two}, L)"),
            }
        })
        .collect();
    let blank = format!("r({})", vec!["_"; fields].join(", "));
    let house = data::list_of(vec![blank; slots]);
    let goals = facts.join(", ");
    w.write("#solve(L) :- L = {house}, {goals}.", &[("house", &house), ("goals", &goals)]);
    w.write(
        "#count(0, N, N) :- !.\n#count(T, N, Out) :- findall(x, #solve(_), Xs), length(Xs, M), N1 is N + M, T1 is T - 1, #count(T1, N1, Out).",
        &[],
    );
    let times = w.size(1, 3).to_string();
    w.fill("#count({times}, 0, Out)", &[("times", &times)])
}

/// Heads in which a variable stands twice, on simple and on compound elements.
fn repeated_heads(w: &mut Writer) -> String {
    let fields = w.number(1, 4);
    let text = w.pick(&[
        "#go([], _, 0).\n#go([X|L], X, N) :- !, #go(L, X, M), N is M + 1.\n#go([X|L], _, N) :- #go(L, X, N).",
        "#go([], _, []).\n#go([X|L], X, M) :- !, #go(L, X, M).\n#go([X|L], _, [X|M]) :- #go(L, X, M).",
        "#go([], _, []).\n#go([X|L], P, M) :- #step(X, P, M, T), #go(L, X, T).\n#step(X, X, T, T) :- !.\n#step(X, _, [X|T], T).",
        "#go(L, Y, N) :- #pairs(L, Y, N).\n#pairs([], _, []).\n#pairs([X|L], Y, M) :- ( #same(X, Y) -> M = [s|T] ; M = [d|T] ), #pairs(L, X, T).\n\
         #same(X, X).",
        "#go([], _, []).\n#go([X|L], Y, M) :- #drop(L, X, R), M = [X|T], #go(R, Y, T).\n\
         #drop([], _, []).\n#drop([X|L], X, R) :- !, #drop(L, X, R).\n#drop([Y|L], X, [Y|R]) :- #drop(L, X, R).",
    ]);
    w.write(text, &[]);
    let length = if text.contains("#drop") { w.side(6, 20) } else { w.size(10, 60) };
    let list = records(w, length, fields, 0.0);
    w.fill("#go({list}, none, Out)", &[("list", &list)])
}

/// Long and short lists against others that are equal, or differ late: of numbers, atoms, structures and lists.
fn lists_matched(w: &mut Writer) -> String {
    let test = w.pick(&[
        "#same(X, X).",
        "#same([X|L], [X|L]).\n#same([], []).",
        "#same(X, Y) :- X = Y.",
        "#same(p(X, N), p(X, N)).",
        "#same(X, Y) :- \\+ X \\= Y.",
        "#same(X, Y) :- X == Y.",
        "#same(X, Y) :- compare(=, X, Y).",
        "#same([], []).\n#same([X|L], [X|M]) :- #same(L, M).",
    ]);
    let call = if test.contains("p(X, N)") { "#same(p(L, 1), p(K, 1))" } else { "#same(L, K)" };
    let all = w.pick(&[
        "#all([], _, 0).\n#all([L|Ls], K, N) :- ( {call} -> N = s(M) ; N = M ), #all(Ls, K, M).",
        "#all([], _, []).\n#all([L|Ls], K, [L|N]) :- {call}, !, #all(Ls, K, N).\n#all([_|Ls], K, N) :- #all(Ls, K, N).",
        "#all([], _, []).\n#all([L|Ls], K, [N|Ns]) :- #one(L, K, N), #all(Ls, K, Ns).\n#one(L, K, yes) :- {call}, !.\n#one(_, _, no).",
    ]);
    w.write(test, &[]);
    w.write(all, &[("call", call)]);
    let length = [1, 3, 10, 30, 100, 300][w.number(0, 5)];
    let kind = w.number(0, 6);
    let element = |w: &mut Writer| match kind {
        0 => w.number(0, 99).to_string(),
        1 => data::atom(&mut w.rng).to_string(),
        2 => format!("{}.5", w.number(0, 99)),
        3 => format!("f({})", w.number(0, 99)),
        4 => format!("p({}, {})", data::atom(&mut w.rng), w.number(0, 99)),
        5 => format!("[{}, {}]", w.number(0, 9), data::atom(&mut w.rng)),
        _ => format!("f(g({}))", w.number(0, 99)),
    };
    let key: Vec<String> = (0..length).map(|_| element(w)).collect();
    let copies = (w.size(200, 800) / length).clamp(2, 40);
    let others: Vec<String> = (0..copies)
        .map(|_| {
            let mut other = key.clone();
            match w.number(0, 4) {
                0 => other[w.number(0, length - 1)] = "other".into(),
                1 => other.push("more".into()),
                _ => {}
            }
            data::list_of(other)
        })
        .collect();
    let (others, key) = (data::list_of(others), data::list_of(key));
    w.fill("#all({others}, {key}, Out)", &[("others", &others), ("key", &key)])
}

/// Expressions that are built and evaluated later.
fn built_expressions(w: &mut Writer) -> String {
    let build = w.pick(&[
        "#build([], _, 0).\n#build([C|Cs], X, C + X * E) :- #build(Cs, X, E).",
        "#build([C], _, C) :- !.\n#build([C|Cs], X, max(C - X, E)) :- #build(Cs, X, E).",
        "#build(Cs, X, E) :- #build(Cs, X, 1, E).\n#build([], _, E, E).\n#build([C|Cs], X, E, F) :- {pick}, #build(Cs, X, D, F).",
        "#build([], X, X).\n#build([C|Cs], X, (E + C) mod 1009) :- #build(Cs, X, E).",
        "#build([C], X, C * X mod 101) :- !.\n#build(Cs, X, E + F) :- #deal(Cs, As, Bs), #build(As, X, E), #build(Bs, X, F).\n\
         #deal([], [], []).\n#deal([C|Cs], [C|As], Bs) :- #deal(Cs, Bs, As).",
    ]);
    let pick = w.pick(&[
        "( C > X -> D = E + C ; D = (E - C) /\\ 1023 )",
        "( C mod 2 =:= 0 -> D = E * 3 mod 997 ; C < 50 -> D = E - (C // 2) ; D = min(E, C) )",
    ]);
    w.write(build, &super::grammar::part(build, "pick", pick));
    let uses = w.pick(&[
        "R is E mod 1009",
        "( E > 50 -> R = 1 ; R = 0 )",
        "F = E mod 7 + 1, R is F * F",
        "( E mod 3 =:= X mod 3 -> R is E mod 10 ; R is -X )",
        "findall(V, V is E mod 1009, [R])",
    ]);
    let run = w.pick(&[
        "#run(0, _, S, S) :- !.\n#run(X, Cs, S, Out) :- #build(Cs, X, E), {uses}, S1 is S + R, Y is X - 1, #run(Y, Cs, S1, Out).",
        "#run(X, Cs, S, Out) :- ( X =:= 0 -> Out = S ; #build(Cs, X, E), {uses}, S1 is (S + R) mod 10007, Y is X - 1, #run(Y, Cs, S1, Out) ).",
    ]);
    w.write(run, &[("uses", uses)]);
    let few = w.number(2, 9);
    let (times, list) =
        (w.size(4, 30).to_string(), data::list_of((0..few).map(|_| w.number(1, 99)).collect::<Vec<_>>()));
    w.fill("#run({times}, {list}, 0, Out)", &[("times", &times), ("list", &list)])
}
