//! Skeletons that carry state through a loop: records with fields, tallies, queues, simulations; and recursion with work
//! on the way back.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("state", 6, state),
    ("tally", 4, tally),
    ("queue", 4, queue),
    ("way back", 6, way_back),
    ("branching list", 6, branching),
];

fn state(w: &mut Writer) -> String {
    let fields = w.number(3, 8);
    let names: Vec<String> = (0..fields).map(|at| format!("F{at}")).collect();
    let mut written = String::new();
    for event in ["add", "del", "set", "mix"].iter().take(w.number(2, 4)) {
        let at = w.number(0, fields - 1);
        let change = w.pick(&["{f} + V", "{f} - V", "max({f}, V)", "({f} * 3 + V) mod 1013", "{f} + 1", "V"]);
        let change = change.replace("{f}", &names[at]);
        let mut after = names.clone();
        after[at] = "N".into();
        let guard = w.pick(&["", "", "V > 10, ", "F0 < 500, !, "]);
        written.push_str(&format!(
            "#step({event}, V, s({}), s({})) :- {guard}N is {change}.\n",
            names.join(","),
            after.join(",")
        ));
    }
    written.push_str("#step(_, _, S, S).");
    w.write(&written, &[]);
    let run = w.pick(&[
        "#run([], S, S).\n#run([e(K,V)|L], S, T) :- #step(K, V, S, U), !, #run(L, U, T).",
        "#run([], S, S).\n#run([e(K,V)|L], S, T) :- ( #step(K, V, S, U) -> #run(L, U, T) ; T = S ).",
        "#run([], S, S) :- !.\n#run([E|L], S, T) :- E = e(K,V), once(#step(K, V, S, U)), #run(L, U, T).",
    ]);
    w.write(run, &[]);
    let count = w.size(8, 80);
    let events: Vec<String> = data::numbers(&mut w.rng, count)
        .into_iter()
        .map(|value| format!("e({}, {value})", w.pick(&["add", "del", "set", "mix", "nop"])))
        .collect();
    let start = vec!["0"; fields].join(",");
    w.fill("#run({events}, s({start}), Out)", &[("events", &data::list_of(events)), ("start", &start)])
}

fn tally(w: &mut Writer) -> String {
    let bump = w.pick(&[
        "#bump([], K, [K-1]).\n#bump([K-N|L], K, [K-M|L]) :- !, M is N + 1.\n#bump([X|L], K, [X|M]) :- #bump(L, K, M).",
        "#bump([], K, [K-1]).\n#bump([J-N|L], K, M) :- ( J == K -> N1 is N + 1, M = [J-N1|L] ; J @> K -> M = [K-1,J-N|L]\n\
         ; M = [J-N|T], #bump(L, K, T) ).",
        "#bump(L, K, M) :- ( #take(L, K, N, R) -> N1 is N + 1, M = [K-N1|R] ; M = [K-1|L] ).\n\
         #take([K-N|L], K, N, L) :- !.\n#take([X|L], K, N, [X|M]) :- #take(L, K, N, M).",
    ]);
    w.write(bump, &[]);
    let all = w.pick(&[
        "#all([], L, L).\n#all([X|Xs], L, M) :- {key}, #bump(L, K, N), #all(Xs, N, M).",
        "#all(Xs, L, M) :- foldl(#one, Xs, L, M).\n#one(X, L, M) :- {key}, #bump(L, K, M).",
    ]);
    let key =
        w.pick(&["K is X mod 7", "K = X", "( X < 50 -> K = low ; X < 500 -> K = mid ; K = high )", "K is X /\\ 15"]);
    w.write(all, &[("key", key)]);
    let length = w.size(8, 60);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#all({list}, [], Out)", &[("list", &list)])
}

fn queue(w: &mut Writer) -> String {
    let (put, get) = w.pick(&[
        (
            "#put(q(F,B), X, q(F,[X|B])).",
            "#get(q([X|F],B), X, q(F,B)).\n#get(q([],[Y|B]), X, q(F,[])) :- reverse([Y|B], [X|F]).",
        ),
        ("#put(q(F,[X|B]), X, q(F,B)).", "#get(q(F,B), X, q(G,B)) :- F \\== B, F = [X|G]."),
        (
            "#put(q(L,_), X, q(M,x)) :- #end(L, X, M).\n#end([], X, [X]).\n#end([Y|L], X, [Y|M]) :- #end(L, X, M).",
            "#get(q([X|L],B), X, q(L,B)).",
        ),
    ]);
    let empty = if get.contains("F \\== B") { "q(E,E)" } else { "q([],[])" };
    w.write(put, &[]);
    w.write(get, &[]);
    let more = w.pick(&[
        "( X > 3 -> Y is X // 2, Z is X - Y - 1, #put(R, Y, S), #put(S, Z, T) ; T = R )",
        "( X mod 3 =:= 0 -> Y is X - 1, #put(R, Y, T) ; X > 40 -> Y is X // 3, #put(R, Y, T) ; T = R )",
        "( X > 0, X mod 2 =:= 0 -> Y is X // 2, #put(R, Y, T) ; T = R )",
    ]);
    w.write(
        "#run(Q, N, Out) :- ( #get(Q, X, R) -> {more}, M is N + X, #run(T, M, Out) ; Out = N ).",
        &[("more", more)],
    );
    w.write("#fill([], Q, Q).\n#fill([X|L], Q, R) :- #put(Q, X, P), #fill(L, P, R).", &[]);
    w.write("#top(L, Out) :- #fill(L, {empty}, Q), #run(Q, 0, Out).", &[("empty", empty)]);
    let length = w.size(3, 12);
    let most = w.number(20, 300) as i64;
    let list = data::list_of(data::numbers(&mut w.rng, length).into_iter().map(|value| value % most));
    w.fill("#top({list}, Out)", &[("list", &list)])
}

fn way_back(w: &mut Writer) -> String {
    let list = w.chance(0.6);
    let base = w.pick(&["0", "1", "s(0,0)"]);
    let back = if base == "s(0,0)" {
        w.pick(&[
            "A = s(P,Q), P1 is P + X, Q1 is max(Q, X), R = s(P1,Q1)",
            "A = s(P,Q), ( X > P -> R = s(X,Q) ; Q1 is Q + 1, R = s(P,Q1) )",
        ])
    } else {
        w.pick(&[
            "R is A + 1",
            "R is A + X",
            "R is (A * 31 + X) mod 10007",
            "( X > A -> R = X ; R = A )",
            "( X mod 2 =:= 0 -> R is A + X ; R is A - 1 )",
            "#last(X, A, R)",
            "R is max(A, X) - min(A, 3)",
        ])
    };
    let extra = w.pick(&["", "X >= 0, ", "Y = f(X), arg(1, Y, _), ", "X \\== none, "]);
    if list {
        let text = w.pick(&[
            "#go([], {base}).\n#go([X|L], R) :- {extra}#go(L, A), {back}.",
            "#go(L, R) :- ( L = [X|T] -> {extra}#go(T, A), {back} ; R = {base} ).",
            "#go([], R) :- !, R = {base}.\n#go([X|L], R) :- {extra}#go(L, A), {back}.",
        ]);
        w.write(text, &[("base", base), ("extra", extra), ("back", back)]);
    } else {
        let down = w.pick(&["Y is X - 1", "Y is X - 2", "Y is X - 1", "succ(Y, X)"]);
        let down = if down == "Y is X - 2" { "Y is max(X - 2, 0)" } else { down };
        let extra = extra.replace("Y = f(X), arg(1, Y, _), ", "");
        let text = w.pick(&[
            "#go(0, {base}) :- !.\n#go(X, R) :- {extra}{down}, #go(Y, A), {back}.",
            "#go(X, R) :- X =< 0, !, R = {base}.\n#go(X, R) :- {extra}{down}, #go(Y, A), {back}.",
            "#go(X, R) :- ( X > 0 -> {extra}{down}, #go(Y, A), {back} ; R = {base} ).",
        ]);
        w.write(text, &[("base", base), ("extra", &extra), ("down", down), ("back", back)]);
    }
    if back.contains("#last") {
        w.write("#last(X, A, R) :- X < A, !, R is A - X.\n#last(X, A, R) :- R is X - A + 1.", &[]);
    }
    let length = w.size(15, 120);
    if list {
        let list = data::number_list(&mut w.rng, length);
        w.fill("#go({list}, Out)", &[("list", &list)])
    } else {
        w.fill("#go({length}, Out)", &[("length", &length.to_string())])
    }
}

/// A walk over a list of numbers whose every turn goes one of several ways, as the data says.
fn branching(w: &mut Writer) -> String {
    let ways = w.number(2, 4);
    let tests =
        ["X < 20", "X mod 3 =:= 1", "X > A", "X =:= 5", "X /\\ 1 =:= 1", "X >= 100, X =< 5000", "A mod 2 =:= 0"];
    let acts = [
        "A1 is A + X",
        "A1 is A - 1",
        "A1 is A + 1",
        "A1 = X",
        "A1 is (A + X) mod 100",
        "A1 = A",
        "#act(X, A, A1)",
        "B = f(X,A), #took(B, A1)",
    ];
    let chosen: Vec<(&str, &str)> = (0..ways).map(|_| (w.pick(&tests), w.pick(&acts))).collect();
    let keeps = w.chance(0.4);
    let (out, rest, done) = if keeps { (", [A1|O]", ", O", ", []") } else { ("", "", "") };
    let mut text = String::new();
    match w.number(0, 2) {
        0 => {
            for (test, act) in &chosen[1..] {
                text.push_str(&format!("#go([X|L], A, R{out}) :- {test}, !, {act}, #go(L, A1, R{rest}).\n"));
            }
            text.push_str(&format!("#go([X|L], A, R{out}) :- {}, #go(L, A1, R{rest}).\n", chosen[0].1));
            text.push_str(&format!("#go([], A, A{done}).\n"));
        }
        1 => {
            let ways: String = chosen[1..].iter().map(|(test, act)| format!("{test} -> {act} ; ")).collect();
            text.push_str(&format!(
                "#go([], A, A{done}).\n#go([X|L], A, R{out}) :- ( {ways}{} ), #go(L, A1, R{rest}).\n",
                chosen[0].1
            ));
        }
        _ => {
            text.push_str(&format!("#go([], A, A{done}).\n#go([X|L], A, R{out}) :- #kind(X, A, K), #way(K, X, A, A1), #go(L, A1, R{rest}).\n"));
            for (at, (test, _)) in chosen[1..].iter().enumerate() {
                text.push_str(&format!("#kind(X, A, k{at}) :- {test}, !.\n"));
            }
            text.push_str("#kind(_, _, other).\n");
            for (at, (_, act)) in chosen[1..].iter().enumerate() {
                text.push_str(&format!("#way(k{at}, X, A, A1) :- {act}.\n"));
            }
            text.push_str(&format!("#way(other, X, A, A1) :- {}.\n", chosen[0].1));
        }
    }
    w.write(&text, &[]);
    if text.contains("#act") {
        w.write("#act(X, A, B) :- X > A, !, B is X - A.\n#act(X, A, B) :- B is A - X.", &[]);
    }
    if text.contains("#took") {
        w.write("#took(f(X,A), B) :- ( X > A -> B = X ; B = A ).", &[]);
    }
    let length = w.size(15, 120);
    let list = data::number_list(&mut w.rng, length);
    w.fill(if keeps { "#go({list}, 0, Out, Way)" } else { "#go({list}, 0, Out)" }, &[("list", &list)])
}
