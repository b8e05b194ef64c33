//! Results of earlier runs: the same bytes with them and without, only what an edit reaches is made again, never a stale one.

mod support;

use std::path::Path;
use support::Home;

/// Two families that do not reach each other, types, trust, and what nobody bounds.
const PROGRAM: &str = "\
:- regtype tree/1.
tree(leaf).
tree(n(L, R)) :- tree(L), tree(R).
:- entry count(+tree, -).
count(leaf, 1).
count(n(L, R), N) :- count(L, A), count(R, B), plus(A, B, N).
plus(A, B, N) :- N is A + B.
:- entry double(+list, -).
double([], []).
double([X|T], [X, X|R]) :- double(T, R).
:- entry strange(+list).
strange([]).
strange([X|T]) :- elsewhere(X), strange(T).
:- trust pred elsewhere(X) + (is_det, cost(ub, steps, 3)).
elsewhere(X) :- elsewhere(X).
endless(X) :- endless(X).
twice(G) :- call(G), call(G).
:- entry goals(+list).
goals([]).
goals([_|T]) :- twice(small), goals(T).
small.
";

/// Standard output, and how many results were found and made.
fn analysed(home: &Home, file: &Path, more: &[&str]) -> (String, [usize; 2]) {
    let file = file.to_str().expect("a plain path");
    let output = home.run(&[&["analyze", file, "--counts", "--tell-cache"], more].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let line = said.lines().find(|line| line.contains("results of earlier runs")).unwrap_or_else(|| panic!("{said}"));
    let counts: Vec<usize> = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    (String::from_utf8_lossy(&output.stdout).into_owned(), [counts[0], counts[1]])
}

/// What is reported where nothing is kept.
fn afresh(home: &Home, file: &Path, more: &[&str]) -> String {
    let file = file.to_str().expect("a plain path");
    let output = home.run(&[&["analyze", file, "--counts", "--no-cache"], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_second_run_says_the_same_and_makes_nothing() {
    let home = Home::empty();
    let file = home.file("p.pl", PROGRAM);
    for more in [&[][..], &["--json"]] {
        let expected = afresh(&home, &file, more);
        assert!(expected.contains("count"), "{expected}");
        let (first, _) = analysed(&home, &file, more);
        let (second, [reused, made]) = analysed(&home, &file, more);
        assert_eq!((&first, &second), (&expected, &expected));
        assert!(reused >= 5 && made == 0, "{reused} found, {made} made");
    }
}

#[test]
fn times_are_kept_with_the_prices_that_they_are_of() {
    let home = Home::with_profiles();
    let file = home.file("p.pl", PROGRAM);
    let file = file.to_str().expect("a plain path");
    for mode in ["fast", "predictable"] {
        let afresh = home.run(&["analyze", file, "--mode", mode, "--no-cache"]).stdout;
        for _ in 0..2 {
            assert_eq!(home.run(&["analyze", file, "--mode", mode]).stdout, afresh, "{mode}");
        }
    }
}

/// After a change the report is that of a run without results, and so many are made again.
fn after(change: impl Fn(&str) -> String, expected: std::ops::RangeInclusive<usize>) {
    let home = Home::empty();
    let file = home.file("p.pl", PROGRAM);
    let (before, [_, all]) = analysed(&home, &file, &["--json"]);
    let changed = change(PROGRAM);
    assert_ne!(changed, PROGRAM);
    home.file("p.pl", &changed);
    let (after, [reused, made]) = analysed(&home, &file, &["--json"]);
    assert_eq!(after, afresh(&home, &file, &["--json"]));
    assert!(after != before || changed.starts_with('%'), "{changed}: nothing has changed");
    assert!(expected.contains(&made), "{made} made, {reused} found, of {all}");
}

#[test]
fn an_edit_makes_only_what_reaches_it() {
    // `count` calls it.
    after(|text| text.replace("N is A + B.", "also(A), N is A + B. also(_)."), 1..=1);
    // A goal that is called, by name only.
    after(|text| text.replace("\nsmall.\n", "\nsmall. small.\n"), 1..=2);
    // A predicate more.
    after(|text| format!("{text}more([]). more([_|T]) :- more(T).\n"), 1..=1);
    // A clause more of one.
    after(|text| text.replace("double([], []).", "double([], []). double([a], [])."), 1..=1);
}

#[test]
fn an_edit_of_a_type_a_trusted_cost_or_an_operator_is_seen() {
    after(|text| text.replace("tree(leaf).", "tree(leaf). tree(u(T)) :- tree(T)."), 1..=20);
    after(|text| text.replace("steps, 3", "steps, 4"), 1..=20);
    after(|text| text.replace("count(+tree", "count(+list"), 1..=2);
    let with_operator =
        |text: &str| format!(":- op(700, xfx, ===>).\n{text}:- entry o(+). o(a ===> _). o([_|T]) :- o(T).\n");
    after(with_operator, 1..=20);
}

#[test]
fn lines_that_move_change_places_only() {
    after(|text| format!("% a comment\n{text}"), 0..=3);
}

#[test]
fn an_edit_of_an_included_file_is_seen() {
    let home = Home::empty();
    home.file("inner.pl", "len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n");
    let file = home.file("outer.pl", ":- include(inner).\n:- entry all(+list, -).\nall(L, N) :- len(L, N).\n");
    let (before, _) = analysed(&home, &file, &["--json"]);
    home.file("inner.pl", "len([], 0).\nlen([_|T], N) :- len(T, M), len(T, _), N is M + 1.\n");
    let (after, [_, made]) = analysed(&home, &file, &["--json"]);
    assert_eq!(after, afresh(&home, &file, &["--json"]));
    assert!(after != before && made > 0);
}

#[test]
fn a_definition_that_hides_the_library_s_is_seen() {
    let home = Home::empty();
    let text = ":- entry p(+list, -).\np(L, R) :- reverse(L, R).\n";
    let file = home.file("p.pl", text);
    let (before, _) = analysed(&home, &file, &["--json"]);
    home.file("p.pl", &format!("{text}reverse(X, X).\n"));
    let (after, _) = analysed(&home, &file, &["--json"]);
    assert_eq!(after, afresh(&home, &file, &["--json"]));
    assert_ne!(after, before);
}

#[test]
fn what_a_budget_has_ended_is_not_kept() {
    let home = Home::empty();
    let file = home.file("p.pl", PROGRAM);
    let (_, [_, made]) = analysed(&home, &file, &["--memory", "1M"]);
    assert!(made > 0);
    let (whole, [reused, _]) = analysed(&home, &file, &[]);
    assert_eq!((whole, reused), (afresh(&home, &file, &[]), 0));
}

#[test]
fn results_that_somebody_has_changed_are_made_again() {
    let home = Home::empty();
    let file = home.file("p.pl", PROGRAM);
    let (expected, _) = analysed(&home, &file, &[]);
    let results = home.0.path().join("results");
    let mut changed = 0;
    for entry in std::fs::read_dir(&results).expect("results are kept").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("text");
        std::fs::write(entry.path(), text.replace("steps", "stops").replace("x + 1", "x + 2")).expect("it is ours");
        changed += 1;
    }
    let (again, [reused, made]) = analysed(&home, &file, &[]);
    assert_eq!((changed, again, reused), (1, expected, 0));
    assert!(made > 0);
}
