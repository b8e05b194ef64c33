//! Skeletons that ask for all solutions of called goals: collected, counted, grouped, tested, or driven by failure, once
//! over much data or often over little.

use super::data;
use super::grammar::Writer;
use super::mixed::Skeleton;

/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[
    ("all solutions", 5, all_solutions),
    ("solutions of each", 4, solutions_of_each),
    ("grouped", 3, grouped),
    ("failure driven", 4, failure_driven),
    ("list relations", 4, list_relations),
];

/// What gives values `X`, from the list `L` and its length `N`.
fn source(w: &mut Writer) -> &'static str {
    let source = w.pick(&[
        "member(X, L)",
        "member(X, L)",
        "between(1, N, X)",
        "between(1, N, X)",
        "nth0(X, L, _)",
        "nth1(_, L, X)",
        "select(X, L, _)",
        "append(_, [X|_], L)",
        "#one(X, L)",
        "#from(1, N, X)",
    ]);
    if source.starts_with("#one") {
        let text = w.pick(&[
            "#one(X, [X|_]).\n#one(X, [_|L]) :- #one(X, L).",
            "#one(X, [Y|L]) :- #one(X, L, Y).\n#one(X, _, X).\n#one(X, [Y|L], _) :- #one(X, L, Y).",
            "#one(X, L) :- L = [Y|M], ( X = Y ; #one(X, M) ).",
        ]);
        w.tidy(text, &[]);
    }
    if source.starts_with("#from") {
        let text = w.pick(&[
            "#from(I, J, I) :- I =< J.\n#from(I, J, X) :- I < J, K is I + 1, #from(K, J, X).",
            "#from(I, J, X) :- I =< J, ( X = I ; K is I + 1, #from(K, J, X) ).",
        ]);
        w.tidy(text, &[]);
    }
    source
}

/// A goal about a bound integer `X` that gives `Y`, in the ways that called goals have: a call, a comparison, arithmetic,
/// a conjunction, an if-then-else, a negation, a unification.
pub fn called(w: &mut Writer) -> String {
    let small = w.number(2, 7).to_string();
    let middle = w.number(5, 60).to_string();
    let goal = w.pick(&[
        "Y = X",
        "X > {m}, Y = X",
        "X mod {s} =:= 0, Y = even",
        "X mod {s} + 1 > X // {m}, Y is X + 1",
        "Y is X * X + {s}",
        "Y is (X * {m} + {s}) mod 101, Y > {m}",
        "( X > {m} -> Y = high ; Y = low )",
        "( X mod {s} =:= 0 -> Y is X // {s} ; X > {m} -> Y is X - {m} ; Y = X )",
        "\\+ X = {m}, Y = f(X)",
        "\\+ X mod {s} =:= 1, Y = X-{s}",
        "#goal(X, Y)",
        "#goal(X, Z), Y = g(Z, X)",
        "#goal(X, Z), #goal(Z, Y)",
        "memberchk(X, [{s},{m},11,12,3]), Y = X",
        "member(Y, [X,{s}])",
        "( Y = X ; Y = {m} )",
        "once(member(Y, [{m},X]))",
        "integer(X), X \\== {m}, Y = X",
        "X @> {m}, Y = v(X, X)",
        "call(#goal, X, Y)",
        "Z is X - {m}, Z =\\= {s}, Z < 500000, Y = Z",
        "compare(Y, X, {m})",
        "functor(Y, f, {s}), arg(1, Y, X)",
        "Y = [X|T], T = [{s}]",
        "copy_term(t(X, Z, Z), Y)",
        "Z = p(X, {m}), Z = p(U, V), Y is max(U, V)",
        "X >= {s}, X =< {m}, between(1, {s}, Z), Y is X + Z",
        "forall(member(Z, [{s},{m}]), Z =\\= X), Y = X",
    ]);
    if goal.contains("#goal") {
        let text = w.pick(&[
            "#goal(X, Y) :- Y is X + 1.",
            "#goal(X, Y) :- X mod 2 =:= 0, !, Y is X // 2.\n#goal(X, Y) :- Y is X + 3.",
            "#goal(X, Y) :- ( X > 40 -> Y is X - 40 ; Y is X * 2 ).",
            "#goal(X, X).\n#goal(X, Y) :- X > 20, Y is X - 20.",
        ]);
        w.tidy(text, &[]);
    }
    goal.replace("{s}", &small).replace("{m}", &middle)
}

/// What collects the solutions of `{g}` in `R`; the integer of a solution is `X`, its other value `Y`.
pub fn collect(w: &mut Writer) -> String {
    let template = w.pick(&["X", "Y", "X-Y", "f(X)", "r(Y, X, k)", "[X,Y]", "s(p(X), q(Y, [X]))", "x", "n(X, _)"]);
    w.pick(&[
        "findall({t}, {g}, R)",
        "findall({t}, {g}, R)",
        "findall({t}, {g}, R)",
        "findall({t}, {g}, R, [last])",
        "findall({t}, {g}, R0), length(R0, R)",
        "findall({t}, {g}, R0), msort(R0, R)",
        "findall({t}, {g}, R0), sort(R0, R)",
        "findall(X, {g}, R0), sum_list(R0, R)",
        "findall({t}, {g}, R0), copy_term(R0, R)",
        "aggregate_all(count, {g}, R)",
        "aggregate_all(count, {g}, R)",
        "aggregate_all(sum(X), {g}, R)",
        "aggregate_all(bag({t}), {g}, R)",
        "aggregate_all(set({t}), {g}, R)",
        "( aggregate_all(max(X), {g}, R) -> true ; R = none )",
        "( aggregate_all(min(X, Y), {g}, R) -> true ; R = none )",
        "( bagof({t}, Y^({g}), R) -> true ; R = [] )",
        "( setof({t}, X^Y^({g}), R) -> true ; R = [] )",
        "( forall(({g}), X > -1) -> R = yes ; R = no )",
        "( forall(({g}), integer(X)) -> R = yes ; R = no )",
        "( \\+ ({g}, X > 1000000) -> R = no ; R = yes )",
        "( once(({g}, X > 70)) -> R = X-Y ; R = none )",
    ])
    .replace("{t}", template)
    .replace("{g}, ", "({g}), ")
}

/// Makes names of auxiliary variables differ from those around.
fn apart(goal: &str, suffix: &str) -> String {
    goal.replace('Z', &format!("Z{suffix}")).replace('U', &format!("U{suffix}")).replace('V', &format!("V{suffix}"))
}

fn all_solutions(w: &mut Writer) -> String {
    let from = source(w);
    let mut goal = format!("{from}, {}", apart(&called(w), "1"));
    let of_facts = w.chance(0.25);
    let length = w.size(8, 60);
    if of_facts {
        goal =
            format!("#fact(X, W), {}", w.pick(&["W > 30, Y = W", "Y is X + W", "Y = W", "W mod 3 =\\= 1, Y = f(W)"]));
        let numbers = data::numbers(&mut w.rng, 2 * length);
        let facts: Vec<String> = numbers.chunks(2).map(|pair| format!("#fact({}, {}).", pair[0], pair[1])).collect();
        w.tidy(&facts.join("\n"), &[]);
    }
    let collected = collect(w).replace("{g}", &goal);
    // Often the goal is asked for several times, as in a query that is repeated.
    let text = w.pick(&[
        "#top(L, R) :- length(L, N), {all}.",
        "#top(L, R) :- length(L, N), {all}.",
        "#top(L, r(A, B)) :- #half(L, A), #half(L, B).\n#half(L, R) :- length(L, N), {all}.",
        "#top(L, R) :- L = [_|_], length(L, N), {all}, !.\n#top(_, none).",
    ]);
    // A clause without need of the length does not compute it.
    let text = if goal.contains("(1, N, ") { text.to_string() } else { text.replace("length(L, N), ", "") };
    w.tidy(&text, &[("all", &collected)]);
    let list = if of_facts { "[1]".to_string() } else { data::number_list(&mut w.rng, length) };
    w.fill("#top({list}, Out)", &[("list", &list)])
}

/// Few solutions for each of many elements; in a loop, or in a goal that collects itself.
fn solutions_of_each(w: &mut Writer) -> String {
    let inner = w.pick(&[
        "member(X, [E,7,E])",
        "member(X, [1,2,3,E])",
        "( X = E ; X = 3 )",
        "M is E mod 5, between(0, M, X)",
        "between(1, 4, X)",
        "X = E",
        "#few(E, X)",
        "append(_, [X|_], [E,1])",
        "select(X, [4,E], _)",
    ]);
    if inner.contains("#few") {
        let text = w.pick(&[
            "#few(E, E).\n#few(E, X) :- E > 10, X is E // 2.\n#few(E, X) :- E mod 3 =:= 0, X = 9.",
            "#few(E, X) :- E > 50, !, X = 50.\n#few(E, X) :- X is E + 1.\n#few(_, 2).",
        ]);
        w.tidy(text, &[]);
    }
    let goal = format!("{inner}, {}", apart(&called(w), "1"));
    let collected = collect(w).replace("{g}", &goal);
    let each = w.pick(&[
        "#each([], []).\n#each([E|Es], [R|Rs]) :- {all}, #each(Es, Rs).",
        "#each(Es, Rs) :- maplist(#of, Es, Rs).\n#of(E, R) :- {all}.",
        "#each(Es, Rs) :- findall(R, ( member(E, Es), #of(E, R) ), Rs).\n#of(E, R) :- {all}.",
        "#each(Es, Rs) :- #each(Es, [], Rs).\n#each([], A, A).\n#each([E|Es], A, Rs) :- {all}, !, #each(Es, [R|A], Rs).",
        "#each(Es, N) :- aggregate_all(count, ( member(E, Es), #of(E, R), R \\== [] ), N).\n#of(E, R) :- {all}.",
        "#each(Es, yes) :- forall(member(E, Es), #of(E, _)).\n#of(E, R) :- {all}.",
    ]);
    w.tidy(each, &[("all", &collected)]);
    let length = w.size(3, 12);
    let list = data::number_list(&mut w.rng, length);
    w.fill("#each({list}, Out)", &[("list", &list)])
}

/// `bagof/3` and `setof/3` with free variables, and other groups and totals of a table of facts.
fn grouped(w: &mut Writer) -> String {
    let rows = w.size(6, 30);
    let keys = w.number(2, 11);
    let numbers = data::numbers(&mut w.rng, rows);
    let facts: Vec<String> = numbers
        .iter()
        .map(|number| {
            let (key, kind) = (data::ATOMS[w.number(0, keys)], w.pick(&["s(1)", "s(2)", "t", "u"]));
            format!("#row({key}, {number}, {kind}).")
        })
        .collect();
    w.tidy(&facts.join("\n"), &[]);
    let text = w.pick(&[
        "#top(Out) :- findall(K-Vs, bagof(V, S^ #row(K, V, S), Vs), Out).",
        "#top(Out) :- findall(K-Vs, setof(V-S, #row(K, V, S), Vs), Out).",
        "#top(Out) :- findall(g(K, S, N), ( bagof(V, #row(K, V, S), Vs), length(Vs, N) ), Out).",
        "#top(Out) :- setof(K, V^S^ #row(K, V, S), Ks), findall(K-T, ( member(K, Ks), aggregate_all(sum(V), #row(K, V, _), T) ), Out).",
        "#top(Out) :- setof(K, V^S^ #row(K, V, S), Ks), maplist(#best, Ks, Out).\n#best(K, K-V) :- aggregate_all(max(V), #row(K, V, _), V).",
        "#top(Out) :- findall(K-V, #row(K, V, _), Ps), keysort(Ps, Qs), #groups(Qs, Out).\n#groups([], []).\n\
         #groups([K-V|Ps], [K-[V|Vs]|Gs]) :- #same(Ps, K, Vs, Rest), #groups(Rest, Gs).\n\
         #same([K-V|Ps], K, [V|Vs], Rest) :- !, #same(Ps, K, Vs, Rest).\n#same(Ps, _, [], Ps).",
        "#top(Out) :- findall(K-V, #row(K, V, _), Ps), msort(Ps, Qs), pairs_keys_values(Qs, Ks, Vs), Out = Ks/Vs.",
        "#top(Out) :- findall(K-V, #row(K, V, _), Ps), keysort(Ps, Qs), group_pairs_by_key(Qs, Out).",
        "#top(Out) :- findall(K, #row(K, _, _), Ks), sort(Ks, Us), findall(U-N, ( member(U, Us), aggregate_all(count, #row(U, _, _), N) ), Out).",
        "#top(Out) :- aggregate_all(count, ( #row(_, V, S), S \\== t, V > 20 ), A), aggregate_all(max(V1, K), #row(K, V1, _), B), Out = A/B.",
        "#top(Out) :- ( setof(V-K, S^( #row(K, V, S), V > 5, S \\== u ), [First|_]) -> Out = First ; Out = none ).",
        "#top(Out) :- findall(K, ( #row(K, V, _), \\+ ( #row(K, W, _), W > V ) ), Out).",
    ]);
    w.tidy(text, &[]);
    w.fill("#top(Out)", &[])
}

/// Loops by failure: `between/3` or facts, tests, a step that leaves something behind, `fail`.
fn failure_driven(w: &mut Writer) -> String {
    let generated = w.pick(&[
        "between(1, N, I)",
        "between(1, N, I)",
        "#count(1, N, I)",
        "#data(L), member(I, L)",
        "#data(L), nth1(J, L, I0), I is I0 + J",
    ]);
    let length = w.size(15, 120);
    if generated.contains("#count") {
        w.tidy("#count(I, J, I) :- I =< J.\n#count(I, J, X) :- I < J, K is I + 1, #count(K, J, X).", &[]);
    }
    if generated.contains("#data") {
        let list = data::number_list(&mut w.rng, length);
        w.tidy("#data({list}).", &[("list", &list)]);
    }
    let keep = w.pick(&[
        "nb_getval({g}, A), B is A + I, nb_setval({g}, B)",
        "nb_getval({g}, A), ( I > A -> nb_setval({g}, I) ; true )",
        "arg(1, S, A), B is A + 1, nb_setarg(1, S, B)",
        "arg(1, S, A), B is max(A, I), nb_setarg(1, S, B)",
        "W = f(I, I), W = f(_, V), V < 0",
        "ignore(( I mod 4 =:= 0, arg(1, S, A), B is A + I, nb_setarg(1, S, B) ))",
        "( I mod 2 =:= 0 -> arg(1, S, A), B is A + 1, nb_setarg(1, S, B) ; true )",
        "once(( member(A, [3,5,7]), I mod A =\\= 0 )), nb_setarg(1, S, A)",
        "call(#step, I, A), nb_setarg(1, S, A)",
    ]);
    if keep.contains("#step") {
        let text = w.pick(&[
            "#step(I, J) :- J is I // 2.",
            "#step(I, J) :- ( I mod 3 =:= 0 -> J = I ; J = 0 ).",
            "#step(I, f(I)).",
        ]);
        w.tidy(text, &[]);
    }
    let test = w.pick(&[
        "",
        "I > 5, ",
        "I mod 3 =:= 0, ",
        "\\+ I mod 5 =:= 0, ",
        "\\+ memberchk(I, [3,8,21,34]), ",
        "I \\= 7, ",
        "( I < 10 ; I > 20 ), ",
        "I * I mod 7 < 4, ",
        "\\+ \\+ ( K = f(I), arg(1, K, 4) ), ",
        "between(1, 2, _), ",
    ]);
    let loop_text = w.pick(&[
        "#run(N, S) :- {from}, {test}{keep}, fail.\n#run(_, _).",
        "#run(N, S) :- ( {from}, {test}{keep}, fail ; true ).",
        "#run(N, S) :- forall(( {from}, {test}true ), ( {keep} ; true )).",
        "#run(N, S) :- \\+ ( {from}, {test}{keep}, I < 0 ).",
    ]);
    let global = w.fill("#total", &[]);
    let text =
        loop_text.replace("{from}", generated).replace("{test}", test).replace("{keep}", keep).replace("{g}", &global);
    w.tidy(&text, &[]);
    let top = if keep.contains("{g}") {
        format!("#top(N, Out) :- nb_setval({global}, 0), #run(N, s), nb_getval({global}, Out).")
    } else {
        "#top(N, Out) :- S = s(0), #run(N, S), arg(1, S, Out).".to_string()
    };
    w.tidy(&top, &[]);
    w.fill("#top({n}, Out)", &[("n", &length.to_string())])
}

/// Backtracking through the library's relations over lists, up to the first solution that passes.
fn list_relations(w: &mut Writer) -> String {
    let pass = w
        .pick(&["S > {m}", "S mod 7 =:= 3", "S >= 60, S =< {m}", "S =:= {m}"])
        .replace("{m}", &w.number(90, 150).to_string());
    let text = w.pick(&[
        "#find(L, R) :- select(X, L, M), member(Y, M), S is X + Y, {pass}, !, R = X-Y.",
        "#find(L, R) :- append(_, [X|M], L), member(Y, M), S is X + Y, {pass}, !, R = X-Y.",
        "#find(L, R) :- append(_, M, L), append(P, _, M), P = [_,_|_], sum_list(P, S), {pass}, !, R = P.",
        "#find(L, R) :- nth0(I, L, X), nth0(J, L, Y), I < J, S is X + Y, {pass}, !, R = I-J.",
        "#find(L, R) :- L = [A,B,C,D|_], permutation([A,B,C,D], [X,Y|_]), S is X - Y, {pass}, !, R = X-Y.",
        "#find(L, R) :- member(X, L), member(Y, L), X < Y, S is X * Y mod 151, {pass}, !, R = X-Y.",
        "#find(L, R) :- once(( select(X, L, M), select(Y, M, _), S is X + Y, {pass} )), R = X-Y.",
        "#find(L, R) :- nextto(X, Y, L), S is X + Y, {pass}, !, R = X-Y.",
        "#find(L, R) :- last(L, X), member(Y, L), S is X + Y, {pass}, !, R = Y.",
        "#find(L, R) :- ( member(X, L), nth1(I, L, X), S is X + I, {pass} -> R = I ; fail ).",
        "#find(L, R) :- selectchk(X, L, M), reverse(M, N), member(Y, N), S is X + Y, {pass}, !, R = Y.",
        "#find(L, R) :- subtract(L, [1,2,3,4,5,6], M), exclude(#odd, M, N), member(X, N), member(Y, N), S is X + Y, {pass}, !, R = X.\n\
         #odd(X) :- X mod 2 =:= 1.",
        "#find(L, R) :- sumlist(L, T), select(X, L, M), S is (T - X) mod 200, {pass}, !, delete(M, X, R).",
    ]);
    w.tidy(text, &[("pass", &pass)]);
    w.tidy("#find(L, none(N)) :- length(L, N).", &[]);
    w.tidy("#each([], []).\n#each([L|Ls], [R|Rs]) :- #find(L, R), !, #each(Ls, Rs).", &[]);
    let lists = w.size(1, 5);
    let longest = w.number(4, 16);
    let lists: Vec<String> = (0..lists)
        .map(|_| {
            let length = w.number(3, longest);
            data::list_of((0..length).map(|_| w.number(0, 99)).collect::<Vec<_>>())
        })
        .collect();
    w.fill("#each({lists}, Out)", &[("lists", &data::list_of(lists))])
}
