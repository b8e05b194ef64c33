//! Tables of hundreds of facts, whose rows are counted: what is bound at the call, columns of several sorts, rows that agree,
//! and tables that are no tables.

use super::{claims_of, holds};
use std::fmt::Write;

/// Facts `r(key, value)` from their numbers.
fn facts(count: i64, row: impl Fn(i64) -> (String, String)) -> String {
    (0..count).map(row).fold(String::new(), |mut text, (key, value)| {
        write!(text, "r({key}, {value}). ").expect("texts grow");
        text
    })
}

/// Three rows a key, of which some agree in both columns.
fn alike() -> String {
    facts(1200, |at| ((at / 3).to_string(), (at % 7 - 2).to_string()))
}

#[test]
fn solutions_are_at_most_the_rows_that_agree_in_what_is_bound() {
    let goals = ["t(5, Y)", "t(399, Y)", "t(-1, Y)", "t(a, Y)", "t(f(x), Y)", "t(2.5, Y)"];
    let text = format!(":- entry t(+, -). t(X, Y) :- r(X, Y). {}", alike());
    holds("one_key", &text, &goals);
    assert_eq!(claims_of(&text).upper_at("steps", &[1], i64::MAX), ["4"]);
    let joined = format!(":- entry t(+, -). t(X, Y) :- r(X, Z), r(Z, Y). {}", alike());
    holds("two_in_a_row", &joined, &goals);
    assert_eq!(claims_of(&joined).upper_at("steps", &[1], i64::MAX), ["13"]);
    let both = format!(":- entry t(+, +). t(X, Y) :- r(X, Y). {}", alike());
    holds("both", &both, &["t(5, -1)", "t(0, 0)", "t(0, -2)", "t(3, a)"]);
}

#[test]
fn a_key_that_selects_one_row_has_one_solution() {
    let keys = facts(600, |at| (format!("k{at}"), (at * at).to_string()));
    let text = format!(":- entry t(+, -). t(X, Y) :- r(X, Z), Y is Z + 1. {keys}");
    holds("keys", &text, &["t(k5, Y)", "t(k599, Y)", "t(none, Y)", "t(3, Y)"]);
    assert_eq!(claims_of(&text).upper_at("steps", &[1], i64::MAX), ["2"]);
    let twice = format!("{text} r(k7, 8).");
    holds("one_key_twice", &twice, &["t(k7, Y)", "t(k8, Y)"]);
    assert_eq!(claims_of(&twice).upper_at("steps", &[1], i64::MAX), ["3"]);
}

#[test]
fn what_comes_out_of_a_table_is_within_its_column() {
    let text = format!(
        ":- entry t(+, -). t(X, N) :- r(X, Y), down(Y, N). down(Y, 0) :- Y =< 0. down(Y, N) :- Y > 0, Z is Y - 1, down(Z, M), N is M + 1. {}",
        facts(500, |at| (at.to_string(), (at % 6).to_string()))
    );
    holds("down", &text, &["t(5, N)", "t(499, N)", "t(600, N)"]);
    assert_ne!(claims_of(&text).upper_at("steps", &[1], i64::MAX), Vec::<String>::new());
}

#[test]
fn columns_of_several_sorts_and_rows_with_holes_are_kept_apart() {
    let mixed = facts(400, |at| match at % 4 {
        0 => (format!("k{at}"), "[]".into()),
        1 => (at.to_string(), format!("k{at}")),
        2 => (at.to_string(), "123456789012345678901234567890".into()),
        _ => (format!("f({at})"), "2.5".into()),
    });
    let text = format!(":- entry t(+, ?). t(X, Y) :- r(X, Y). {mixed}");
    holds("mixed", &text, &["t(k4, Y)", "t(5, k5)", "t(2, Y)", "t(f(3), Y)", "t(f(4), Y)"]);
    let holes = facts(400, |at| (if at == 200 { "_".into() } else { at.to_string() }, "a".into()));
    let text = format!(":- entry t(+, -). t(X, Y) :- r(X, Y). {holes}");
    holds("holes", &text, &["t(5, Y)", "t(b, Y)", "t(200, Y)"]);
    let rule = format!(":- entry t(+, -). t(X, Y) :- r(X, Y). {} r(X, X) :- r(5, X).", alike());
    holds("a_rule_among_facts", &rule, &["t(5, Y)", "t(-1, Y)"]);
}

#[test]
fn dynamic_facts_are_no_table() {
    let text = format!(":- dynamic r/2. :- entry t(+, -). t(X, Y) :- assertz(r(X, 3)), r(X, Y). {}", alike());
    holds("dynamic", &text, &["t(5, Y)", "t(5, Y)"]);
}

#[test]
fn rows_of_long_lists_fail_at_each_of_their_places() {
    let names = ["bernhard", "doris", "ulrich", "hannah"];
    let list = |name: &str| format!("{:?}", name.bytes().collect::<Vec<u8>>());
    let rows: String = names.iter().zip(1..).map(|(name, at)| format!("r({}, {at}). ", list(name))).collect();
    let text = format!(
        ":- entry t(+, -). t(X, Y) :- r(X, Y). :- entry u(+). u(X) :- r(X, Y), !, Y > 1. u(X) :- r([_|X], _). {rows}"
    );
    let known: Vec<String> = names.iter().map(|name| list(name)).collect();
    let others = [
        "[]".to_string(),
        "a".into(),
        list("bernd"),
        list("doris tiedemanx"),
        list("regina tiedemann "),
        list("lrich nielsen"),
    ];
    let goals: Vec<String> =
        known.iter().chain(&others).flat_map(|x| [format!("t({x}, Y)"), format!("u({x})")]).collect();
    holds("long_rows", &text, &goals.iter().map(String::as_str).collect::<Vec<&str>>());
    assert_ne!(claims_of(&text).upper_at("steps", &[30], i64::MAX), Vec::<String>::new());
}

#[test]
fn ways_to_fail_at_long_rows_do_not_multiply() {
    let names =
        ["helge dopler", "peter dopler", "egon tiedemann", "bartosz tiedermann", "daniel kahnwald", "tronte nielsen"];
    let list = |name: &str| format!("{:?}", name.bytes().collect::<Vec<u8>>());
    let rows: String = names.iter().map(|name| format!("m({}). ", list(name))).collect();
    let text =
        format!(":- entry t(+). t(X) :- m(X). :- entry u(+, -). u(X, s(Y)) :- m(X), m(Y). {rows} m(ulrich). m(jonas).");
    let known: Vec<String> = names.iter().map(|name| list(name)).collect();
    let others = ["[]".to_string(), "jonas".into(), list("helge doples"), list("tronte nielsen ")];
    let goals: Vec<String> =
        known.iter().chain(&others).flat_map(|x| [format!("t({x})"), format!("u({x}, Y)")]).collect();
    holds("ways_to_fail", &text, &goals.iter().map(String::as_str).collect::<Vec<&str>>());
    for resource in ["steps", "instructions"] {
        assert_ne!(claims_of(&text).upper_at(resource, &[30], i64::MAX), Vec::<String>::new(), "{resource}");
    }
}

/// Columns of texts and of compound terms.
#[test]
fn rows_may_hold_any_ground_terms() {
    let texts = facts(400, |at| (at.to_string(), format!("\"text {}\"", at % 9)));
    let text = format!(":- entry t(+, -). t(X, N) :- r(X, T), length(T, N). {texts}");
    holds("texts", &text, &["t(5, N)", "t(399, N)", "t(400, N)", "t(a, N)"]);
    let by_text = format!(":- entry t(+list(int), -). t(T, X) :- r(X, T). {texts}");
    holds("by_text", &by_text, &["t(\"text 3\", X)", "t(\"text 9\", X)", "t([], X)"]);
    let terms = facts(400, |at| (format!("f({}, a)", at % 50), format!("[{at}, b]")));
    let of_terms = format!(":- entry t(+, -). t(X, Y) :- r(X, Y). {terms}");
    holds("terms", &of_terms, &["t(f(3, a), Y)", "t(f(50, a), Y)", "t(f(3, b), Y)"]);
    // A variable in a row unifies with all.
    let open = format!("{of_terms} r(_, all).");
    holds("with_a_variable", &open, &["t(f(3, a), Y)", "t(z, Y)"]);
}
