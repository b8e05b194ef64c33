//! The pure part of the chaos generator (`cli/tests/chaos`): builtins of the standard called with arguments of any kind, under
//! control constructs and exceptions. Terms stay finite: `=` has a ground side. Where several errors are possible no standard
//! says which it is, so only that there is one is compared.

use super::picks::Picks;

/// Goals in which `#` stands for an argument of any kind; results that a system may check early or late are free.
const GOALS: &[&str] = &[
    "var(#)",
    "nonvar(#)",
    "atom(#)",
    "number(#)",
    "atomic(#)",
    "compound(#)",
    "callable(#)",
    "ground(#)",
    "functor(#,#,#)",
    "# =.. L",
    "copy_term(#,#)",
    "term_variables(#,L)",
    "# == #",
    "# \\= #",
    "# \\== #",
    "compare(O,#,#)",
    "X is #",
    "# =:= #",
    "# < #",
    "# >= #",
    "atom_chars(X,#)",
    "atom_chars(#,L)",
    "char_code(#,#)",
    "number_codes(N,#)",
    "msort(#,L)",
    "keysort(#,L)",
    "sort(#,L)",
    "succ(#,#)",
    "throw(#)",
    "subsumes_term(#,#)",
    "unify_with_occurs_check(#,#)",
    "arg(1,#,#)",
    "atom_length(#,N)",
    "plus(#,#,#)",
    "atom_concat(#,b,L)",
    "ignore((# == #))",
];

const GROUND: &[&str] = &[
    "a",
    "[]",
    "'A b'",
    "0",
    "1",
    "-1",
    "3",
    "1.5",
    "foo",
    "f(a)",
    "f(a,1)",
    "[a]",
    "[b,a]",
    "[0'1,0'2]",
    "['1','2']",
    "true",
    "fail",
    "-(1)",
    "+(1,2)",
    "-(a,b)",
    "[-(b,1),-(a,2)]",
    "123456789012345678901234567890",
    "{}",
    "'/'(a,1)",
];

fn argument(picks: &mut Picks) -> String {
    match picks.below(8) {
        0..3 => picks.of(&["X", "Y", "Z"]).to_owned(),
        3 => picks.of(&["f(X)", "[X]", "[a|Y]", "[X,a]", "g(Y,Z)", "+(X,1)", "-(X,a)"]).to_owned(),
        _ => picks.of(GROUND).to_owned(),
    }
}

fn step(picks: &mut Picks) -> String {
    if picks.below(4) == 0 {
        return format!("{} = {}", picks.of(&["X", "Y", "Z"]), picks.of(GROUND));
    }
    let parts: Vec<&str> = picks.of(GOALS).split('#').collect();
    let mut goal = parts[0].to_owned();
    for part in &parts[1..] {
        goal += &argument(picks);
        goal += part;
    }
    goal
}

/// A goal so deep.
fn goal(picks: &mut Picks, depth: usize) -> String {
    if depth == 0 {
        return step(picks);
    }
    let mut sub = || goal(picks, depth - 1);
    let (a, b, c) = (sub(), sub(), sub());
    match picks.below(9) {
        0..2 => format!("({a}, {b})"),
        2 => format!("({a} ; {b})"),
        3 => format!("({a} -> {b} ; {c})"),
        4 => format!("\\+ {a}"),
        5..7 => format!("catch(({a}), error(_, _), ({b}))"),
        7 => format!("findall(X-Y, ({a}), Z)"),
        _ => a,
    }
}

/// A goal of the group.
pub fn chaos(picks: &mut Picks, _: &mut Vec<String>) -> String {
    let depth = picks.below(3);
    format!("catch(({}), error(_, _), throw(error))", goal(picks, depth))
}
