//! Goals from a grammar: pseudo-random, from seeds, so that every run asks the same.
//!
//! Terms that could become cyclic are not made (one side of `=` is linear and shares no variable with the other), and
//! lists to be sorted have no variables: their order is no system's promise.

use super::picks::Picks;
use super::{Case, chaos, programs};
use std::fmt::Write;

/// A group of goals: its name, how many, and how one is made; the program's clauses that it needs are pushed.
type Group = (&'static str, usize, fn(&mut Picks, &mut Vec<String>) -> String);

const GROUPS: &[Group] = &[
    ("small integers", 60, |picks, _| format!("X is {}", small(picks, 3))),
    ("huge integers", 60, |picks, _| format!("X is {}", huge(picks, 2))),
    ("floats", 40, |picks, _| format!("X is {}", float(picks, 2))),
    ("numeric comparison", 30, |picks, _| {
        let operator = picks.of(&["<", "=<", ">", ">=", "=:=", "=\\="]);
        format!("{} {operator} {}", small(picks, 2), small(picks, 1))
    }),
    ("huge comparison", 20, |picks, _| {
        let operator = picks.of(&["<", "=<", ">", ">=", "=:=", "=\\="]);
        format!("{} {operator} {}", huge(picks, 1), huge(picks, 1))
    }),
    ("unification", 160, unification),
    ("standard order", 60, |picks, _| {
        let (a, b) = (ground(picks, 2), ground(picks, 2));
        format!("compare(O, {a}, {b})")
    }),
    ("sorting", 50, |picks, _| {
        let predicate = picks.of(&["msort", "sort"]);
        let list = picks.list(0..8, |picks| ground(picks, 1));
        format!("{predicate}({list}, L)")
    }),
    ("keysort", 20, |picks, _| {
        let list = picks.list(0..8, |picks| format!("-({},{})", ground(picks, 0), picks.below(9)));
        format!("keysort({list}, L)")
    }),
    ("lists", 80, lists),
    ("control", 240, control),
    ("terms", 60, terms),
    ("solutions", 60, solutions),
    ("database", 100, database),
    ("atoms", 160, atoms),
    ("programs", 300, programs::program),
    ("exceptions", 200, programs::exceptions),
    ("chaos", 1000, chaos::chaos),
];

/// The goals of the grammar, so many times what a run of the tests asks, from a seed.
pub fn cases(times: usize, seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, &(group, count, make)) in GROUPS.iter().enumerate() {
        let mut picks = Picks::new(seed.wrapping_mul(0x1_0000) + at as u64 + 1);
        for _ in 0..count * times {
            let mut clauses = Vec::new();
            // Names of predicates made for the case hold its number.
            let goal = make(&mut picks, &mut clauses).replace('@', &cases.len().to_string());
            for clause in &mut clauses {
                *clause = clause.replace('@', &cases.len().to_string());
            }
            cases.push(Case { group, goal, clauses });
        }
    }
    cases
}

/// Values stay below 2^60, so that GNU Prolog has them, too.
fn small(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 || picks.below(6) == 0 {
        return format!("({})", picks.below(41) as i64 - 20);
    }
    let mut sub = || small(picks, depth - 1);
    let (a, b) = (sub(), sub());
    match picks.below(22) {
        0..4 => format!("({a} + {b})"),
        4..8 => format!("({a} - {b})"),
        8..11 => format!("({a} * {b})"),
        11 => format!("({a} // {b})"),
        12 => format!("({a} mod {b})"),
        13 => format!("({a} rem {b})"),
        14 => format!("({a} div {b})"),
        15 => format!("({a} /\\ {b})"),
        16 => format!("({a} \\/ {b})"),
        17 => format!("xor({a}, {b})"),
        18 => format!("({a} >> {})", picks.below(9)),
        19 => format!("max({a}, {b})"),
        20 => format!("min({a}, {b})"),
        _ => match picks.below(5) {
            0 => format!("abs({a})"),
            1 => format!("sign({a})"),
            2 => format!("(- {a})"),
            3 => format!("(\\ {a})"),
            _ => format!("gcd({a}, {b})"),
        },
    }
}

/// Around the borders of 61, 62, 63 and 64 bits, and far beyond.
fn huge(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 {
        let offset = picks.below(3) as i64 - 1;
        return match picks.below(8) {
            0 => format!("({})", picks.below(41) as i64 - 20),
            1 => "123456789012345678901234567890".to_owned(),
            2 => "(-98765432109876543210)".to_owned(),
            3 => "9223372036854775807".to_owned(),
            4 => "(-9223372036854775808)".to_owned(),
            _ => {
                let sign = picks.of(&["", "-"]);
                let power = 59 + picks.below(6);
                format!("({}{} + {offset})", sign, 1_i128 << power)
            }
        };
    }
    let (a, b) = (huge(picks, depth - 1), huge(picks, depth - 1));
    match picks.below(16) {
        0..2 => format!("({a} + {b})"),
        2..4 => format!("({a} - {b})"),
        4..6 => format!("({a} * {b})"),
        6 => format!("({a} // {b})"),
        7 => format!("({a} mod {b})"),
        8 => format!("({a} rem {b})"),
        9 => format!("({a} div {b})"),
        10 => format!("({a} /\\ {b})"),
        11 => format!("xor({a}, {b})"),
        12 => format!("({a} >> {})", picks.below(70)),
        13 => format!("({a} << {})", picks.below(70)),
        14 => format!("gcd({a}, {b})"),
        _ => match picks.below(4) {
            0 => format!("abs({a})"),
            1 => format!("(- {a})"),
            2 => format!("(\\ {a})"),
            _ => format!("({a} ^ {})", picks.below(5)),
        },
    }
}

/// Operations whose results IEEE 754 fixes.
fn float(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 {
        return picks.of(&["0.1", "2.5", "(-3.5)", "1.0e10", "7", "(-2)", "1.5e-3", "100.0", "0.5"]).to_owned();
    }
    let (a, b) = (float(picks, depth - 1), float(picks, depth - 1));
    match picks.below(14) {
        0..3 => format!("({a} + {b})"),
        3..5 => format!("({a} - {b})"),
        5..7 => format!("({a} * {b})"),
        7 => format!("({a} / float({b}))"),
        8 => format!("truncate({a})"),
        9 => format!("round({a})"),
        10 => format!("floor({a}) + ceiling({b})"),
        11 => format!("sqrt(abs({a}))"),
        12 => format!("max({a}, {b})"),
        _ => format!("float_fractional_part(float({a}))"),
    }
}

fn constant(picks: &mut Picks) -> String {
    picks.of(&["a", "b", "c", "[]", "'A b'", "0", "1", "-1", "7", "foo", "+", "{}"]).to_owned()
}

fn ground(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 || picks.below(3) == 0 {
        return constant(picks);
    }
    match picks.below(5) {
        0 => format!("f({})", ground(picks, depth - 1)),
        1 => format!("f({},{})", ground(picks, depth - 1), ground(picks, depth - 1)),
        2 => format!("g({},{})", ground(picks, depth - 1), ground(picks, depth - 1)),
        3 => picks.list(0..4, |picks| ground(picks, depth - 1)),
        _ => format!("-({},{})", ground(picks, 0), ground(picks, 0)),
    }
}

/// A term; the variables come from the function.
fn open(picks: &mut Picks, depth: usize, variable: &mut dyn FnMut(&mut Picks) -> String) -> String {
    let mut sub = |picks: &mut Picks| open(picks, depth.saturating_sub(1), variable);
    match picks.below(if depth == 0 { 5 } else { 11 }) {
        0..3 => variable(picks),
        3..5 => picks.of(&["a", "b", "1", "[]"]).to_owned(),
        5..7 => format!("f({},{})", sub(picks), sub(picks)),
        7 => format!("g({})", sub(picks)),
        8 => format!("[{}|{}]", sub(picks), sub(picks)),
        9 => format!("[{},{}]", sub(picks), sub(picks)),
        _ => format!("f({},{})", sub(picks), sub(picks)),
    }
}

fn linear(picks: &mut Picks, depth: usize) -> String {
    let mut count = 0;
    open(picks, depth, &mut |_| {
        count += 1;
        format!("X{count}")
    })
}

fn shared(picks: &mut Picks, depth: usize) -> String {
    open(picks, depth, &mut |picks| picks.of(&["A", "B", "C"]).to_owned())
}

fn unification(picks: &mut Picks, clauses: &mut Vec<String>) -> String {
    let (left, right) = (linear(picks, 3), shared(picks, 3));
    match picks.below(6) {
        0 => format!("{left} \\= {right}"),
        1 => format!("unify_with_occurs_check({}, {})", shared(picks, 2), shared(picks, 2)),
        2 => format!("{right} = {left}"),
        3 => {
            // The head's instructions do the work.
            clauses.push(format!("u@({left}, {}).", picks.of(&["a", "f(_)", "[_|_]", "_"])));
            format!("u@({right}, Z)")
        }
        _ => format!("{left} = {right}"),
    }
}

fn lists(picks: &mut Picks, _: &mut Vec<String>) -> String {
    let mut list = |most: usize| picks.list(0..most, constant);
    let (a, b) = (list(5), list(4));
    let n = picks.below(6);
    let item = constant(picks);
    match picks.below(19) {
        0 => format!("append({a}, {b}, L)"),
        1 => format!("append(X, Y, {a})"),
        2 => format!("append(X, [{item}|Y], {a})"),
        3 => format!("member(X, {a})"),
        4 => format!("member({item}, {a})"),
        5 => format!("memberchk({item}, {a})"),
        6 => format!("reverse({a}, L)"),
        7 => format!("nth0({n}, {a}, X)"),
        8 => format!("nth1({n}, {a}, X)"),
        9 => format!("nth1(N, {a}, {item})"),
        10 => format!("length({a}, N)"),
        11 => format!("length(L, {n}), L = {a}"),
        12 => format!("select({item}, {a}, L)"),
        13 => format!("select(X, {a}, L)"),
        14 => {
            let list = picks.list(0..5, constant);
            format!("permutation({list}, L)")
        }
        15 => {
            let list = picks.list(0..6, |picks| picks.below(100).to_string());
            format!("sum_list({list}, S)")
        }
        16 => {
            let list = picks.list(1..6, |picks| picks.below(100).to_string());
            format!("max_list({list}, S), min_list({list}, M)")
        }
        17 => format!("last({a}, X)"),
        _ => format!("delete({a}, {item}, L)"),
    }
}

/// Goals over X, Y and Z from conditions, bindings and the control constructs.
fn body(picks: &mut Picks, depth: usize) -> String {
    let simple = [
        "X = 1",
        "X = 2",
        "Y = X",
        "Z = c",
        "true",
        "fail",
        "X == 1",
        "Y \\== 2",
        "var(Z)",
        "nonvar(X)",
        "t@(X)",
        "t@(Y)",
    ];
    if depth == 0 {
        return picks.of(&simple).to_owned();
    }
    let mut sub = || body(picks, depth - 1);
    let (a, b, c) = (sub(), sub(), sub());
    match picks.below(14) {
        0..4 => format!("({a}, {b})"),
        4..6 => format!("({a} ; {b})"),
        6..8 => format!("({a} -> {b} ; {c})"),
        8 => format!("({a} -> {b})"),
        9 => format!("\\+ {a}"),
        10 => format!("({a}, !)"),
        11 => format!("catch({a}, {}, {b})", picks.of(&["b1", "b2", "_"])),
        12 => format!("({a}, throw({}))", picks.of(&["b1", "b2", "f(X, Y)"])),
        _ => picks.of(&["once(t@(X))", "call((t@(Y), !))", "s@(X, Y)", "(t@(X), X > 1)"]).to_owned(),
    }
}

fn control(picks: &mut Picks, clauses: &mut Vec<String>) -> String {
    clauses.extend(["t@(1).", "t@(2).", "t@(3)."].map(str::to_owned));
    let (first, second) = (body(picks, 2), body(picks, 1).replace("s@", "t2@"));
    clauses.push(format!("s@(X, Y) :- {}.", first.replace("s@(X, Y)", "t@(Y)").replace('Z', "Y")));
    clauses.push(format!("s@(X, Y) :- {}.", second.replace("t2@(X, Y)", "t@(Y)").replace('Z', "X")));
    body(picks, 3)
}

fn terms(picks: &mut Picks, _: &mut Vec<String>) -> String {
    let (term, other) = (shared(picks, 2), linear(picks, 2));
    match picks.below(9) {
        0 => format!("copy_term({term}, T)"),
        1 => format!("copy_term({term}, {other})"),
        2 => format!("T = {term}, nonvar(T), functor(T, N, Arity)"),
        3 => format!("functor(T, {}, {})", constant(picks), picks.below(3)),
        4 => format!("T = {term}, compound(T), arg({}, T, X)", 1 + picks.below(3)),
        5 => format!("T = {term}, nonvar(T), T =.. L"),
        6 => format!("T =.. [{}|{}]", constant(picks), picks.list(0..3, constant)),
        7 => format!("term_variables({term}, L)"),
        _ => format!("T = {term}, ( ground(T) -> K = ground ; compound(T) -> K = compound ; K = other )"),
    }
}

fn solutions(picks: &mut Picks, clauses: &mut Vec<String>) -> String {
    for _ in 0..2 + picks.below(6) {
        clauses.push(format!("q@({},{}).", picks.of(&["a", "b", "c"]), picks.below(4)));
    }
    let goal = picks.of(&[
        "q@(X, Y)",
        "Y^q@(X, Y)",
        "X^Y^q@(X, Y)",
        "(q@(X, Y), Y > 1)",
        "(q@(X, Y) ; X = z)",
        "(q@(X, A), q@(Y, A))",
        "A^(q@(X, A), q@(Y, A))",
    ]);
    let template = picks.of(&["X", "Y", "X-Y", "f(Y, X)", "k"]);
    match picks.below(8) {
        0..2 => format!("findall({template}, {}, L)", goal.replace("X^", "").replace("Y^", "").replace("A^", "")),
        2..5 => format!("bagof({template}, {goal}, L)"),
        5..7 => format!("setof({template}, {goal}, L)"),
        _ => format!("forall(q@(X, Y), Y < {})", picks.below(5)),
    }
}

fn database(picks: &mut Picks, _: &mut Vec<String>) -> String {
    let mut goal = "assertz(d@(0))".to_owned();
    for _ in 0..3 + picks.below(5) {
        let n = picks.below(5);
        let step = match picks.below(11) {
            0..3 => format!("assertz(d@({n}))"),
            3 => format!("asserta(d@({n}))"),
            4 => format!("assertz((d@(V) :- V = {n} ; V = z))"),
            5 => format!("( retract(d@({n})) -> true ; true )"),
            6 => "( retract(d@(_)) -> true ; true )".to_owned(),
            7 => format!("retractall(d@({n}))"),
            8 => "d@(_)".to_owned(),
            9 => format!("( d@(W), assertz(d@(W)), W == {n} -> true ; true )"),
            _ => format!("\\+ \\+ ( clause(d@(_), B), B == true ; true ), asserta((d@({n}) :- !))"),
        };
        write!(goal, ", {step}").expect("strings take all text");
    }
    // What doubles the clauses whenever it is asked again is not asked for ever.
    format!("{goal}, findall(E, d@(E), L), length(L, N), ( N > 500 -> ! ; true )")
}

fn atoms(picks: &mut Picks, _: &mut Vec<String>) -> String {
    let some = ["abc", "abab", "''", "'x y'", "a", "b", "'1'", "banana", "[]", "'Été'"];
    let (atom, other, n) = (picks.of(&some), picks.of(&some), picks.below(4));
    match picks.below(11) {
        0 => format!("atom_codes({atom}, L)"),
        1 => format!("atom_chars({atom}, L)"),
        2 => format!("atom_length({atom}, N)"),
        3 => format!("atom_concat({atom}, {other}, X)"),
        4 => format!("atom_concat(X, Y, {atom})"),
        5 => format!("atom_concat({atom}, Y, {other})"),
        6 => format!("sub_atom({atom}, B, L, A, {})", picks.of(&["a", "ab", "an", "''"])),
        7 => format!("sub_atom({atom}, {n}, {}, A, S)", picks.below(3)),
        8 => format!("sub_atom({atom}, B, {n}, A, S)"),
        9 => format!("sub_atom({atom}, B, L, {n}, S)"),
        _ => format!("atom_chars({atom}, L), reverse(L, R), atom_chars(X, R)"),
    }
}
