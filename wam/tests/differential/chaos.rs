//! The pure part of the chaos generator (`cli/tests/chaos`): builtins of the standard called with arguments of any kind, under
//! control constructs and exceptions. Terms stay finite: `=` has a ground side. Where several errors are possible no standard
//! says which it is, so only that there is one is compared.

use super::generate::Picks;

/// Builtins, and how many arguments each has.
const BUILTINS: &[(&str, usize)] = &[
    ("var", 1),
    ("nonvar", 1),
    ("atom", 1),
    ("number", 1),
    ("atomic", 1),
    ("compound", 1),
    ("callable", 1),
    ("ground", 1),
    ("functor", 3),
    ("=..", 2),
    ("copy_term", 2),
    ("term_variables", 2),
    ("==", 2),
    ("\\=", 2),
    ("compare", 3),
    ("is", 2),
    ("=:=", 2),
    ("<", 2),
    ("atom_length", 2),
    ("atom_chars", 2),
    ("char_code", 2),
    ("number_codes", 2),
    ("atom_concat", 3),
    ("msort", 2),
    ("keysort", 2),
    ("sort", 2),
    ("succ", 2),
    ("length", 2),
    ("call", 1),
    ("call", 2),
    ("once", 1),
    ("\\+", 1),
    ("throw", 1),
    ("findall", 3),
    ("assertz", 1),
    ("atom_number", 2),
    ("subsumes_term", 2),
    ("unify_with_occurs_check", 2),
    ("nth0", 3),
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
    let (name, arity) = BUILTINS[picks.below(BUILTINS.len())];
    let arguments: Vec<String> = (0..arity).map(|_| argument(picks)).collect();
    format!("'{}'({})", name.replace('\\', "\\\\"), arguments.join(","))
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
