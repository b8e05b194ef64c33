//! Programs on which an analysis could go on for ever end within their budget, with a bound or the code of why there is
//! none.

mod support;

use std::fmt::Write;
use support::Home;

/// Goals joined to a clause with a head.
fn clause(head: &str, goals: impl Iterator<Item = String>) -> String {
    format!("{head} :- {}.\n", goals.collect::<Vec<_>>().join(", "))
}

fn facts(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        writeln!(text, "p(k{at}, v{at}).").expect("texts grow");
        text
    })
}

fn rotation(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|at| format!("X{at}")).collect();
    let ends = vec!["_".to_string(); count - 1].join(", ");
    let modes = vec!["+list"; count].join(", ");
    format!(
        ":- entry p({modes}).\np([], {ends}).\np([_|X0], {}) :- p({}, X0).\n",
        names[1..].join(", "),
        names[1..].join(", ")
    )
}

fn many(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        let clauses = format!("p{at}([], 0).\np{at}([_|T], N) :- p{at}(T, M), N is M + 1.\n");
        write!(text, ":- entry p{at}(+list, -).\n{clauses}").expect("texts grow");
        text
    })
}

/// Estimates the steps of a predicate of a text.
fn seen(text: &str, predicate: &str) -> String {
    let home = Home::empty();
    let file = home.0.path().join("program.pl");
    std::fs::write(&file, text).expect("a temporary file");
    let file = file.to_str().expect("a path in UTF-8");
    home.seen(&["estimate", file, predicate, "-r", "steps", "--time", "5", "--memory", "400M"])
}

/// The upper bound has a code, one of these.
fn unknown(text: &str, predicate: &str, codes: &[&str]) {
    let seen = seen(text, predicate);
    assert!(seen.starts_with("exit 0"), "{seen}");
    let expected = codes.iter().any(|code| seen.contains(&format!("unknown: {code} in ")));
    assert!(expected, "expected one of {codes:?}: {seen}");
}

#[test]
fn a_variable_that_is_put_into_itself_has_a_code() {
    unknown(":- entry p(?).\np(X) :- X = [a|X], p(X).\np([]).\n", "p/1", &["H0401"]);
    unknown(":- entry p(-).\np(X) :- X = f(X, X), q(X).\nq(X) :- X = g(X), p(X).\nq(a).\n", "p/1", &["H0401"]);
}

#[test]
fn terms_that_share_their_parts_are_not_unfolded() {
    let goals = || (0..40).map(|at| format!("A{at} = f(A{0}, A{0})", at + 1));
    let text = format!(":- entry p(-).\n{}q(_).\n", clause("p(A0)", goals().chain(["q(A0)".to_string()])));
    assert!(seen(&text, "p/1").contains("steps exact  2\n"), "{}", seen(&text, "p/1"));
}

#[test]
fn a_rotation_of_sixty_arguments_ends() {
    unknown(&rotation(60), "p/60", &["H0101", "H0401", "H0405"]);
}

#[test]
fn ten_thousand_facts_end_in_the_memory_they_have() {
    assert!(seen(&format!(":- entry p(-, -).\n{}", facts(10_000)), "p/2").contains("steps"));
    let selected = seen(&format!(":- entry p(+, -).\n{}", facts(10_000)), "p/2");
    assert!(selected.contains("steps upper  1 "), "{selected}");
}

#[test]
fn a_body_of_twenty_thousand_goals_ends() {
    let calls = (0..20_000).map(|_| "q(X)".to_string());
    let text = format!(":- entry p(+).\n{}q(_).\n", clause("p(X)", calls));
    assert!(seen(&text, "p/1").starts_with("exit 0"));
    let tests = (0..20_000).map(|at| format!("X \\== a{at}"));
    unknown(&format!(":- entry p(+).\n{}", clause("p(X)", tests)), "p/1", &["H0101", "H0102"]);
}

#[test]
fn one_of_five_thousand_predicates_has_its_bound() {
    assert!(seen(&many(5_000), "p77/2").contains("steps exact  x + 1"));
}
