//! `horolog analyze`: all that is known of a file, as text, JSON and a page.

mod support;

use support::Home;

const PROGRAM: &str = "\
% <b>not bold</b> & so on
:- entry qs(+list(int), -).
qs([], []).
qs([X|L], S) :- part(L, X, A, B), qs(A, SA), qs(B, SB), app(SA, [X|SB], S).
part([], _, [], []).
part([Y|L], X, [Y|A], B) :- Y =< X, !, part(L, X, A, B).
part([Y|L], X, A, [Y|B]) :- part(L, X, A, B).
app([], L, L).
app([X|Xs], L, [X|R]) :- app(Xs, L, R).
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
up(N) :- up(N).
";

#[test]
fn every_predicate_of_a_file_is_reported_as_it_is_called() {
    let home = Home::empty();
    let file = home.file("q.pl", PROGRAM);
    let report = home.json(&["analyze", file.to_str().expect("a plain path"), "--counts", "--json"]);
    let predicates = report["predicates"].as_array().expect("there are some");
    let names: Vec<&str> = predicates.iter().filter_map(|of| of["predicate"].as_str()).collect();
    assert_eq!(names, ["qs/2", "part/4", "app/3", "len/2", "up/1"]);
    let lines: Vec<u64> = predicates.iter().filter_map(|of| of["line"].as_u64()).collect();
    assert_eq!(lines, [3, 5, 8, 10, 12]);
    let steps = |at: usize, pattern: usize, side: &str| {
        predicates[at]["patterns"][pattern]["steps"][side]["expr"].as_str().map(str::to_string)
    };
    assert_eq!(steps(0, 0, "upper").as_deref(), Some("x^2 + 3*x + 1"));
    assert_eq!(steps(1, 0, "upper").as_deref(), Some("x + 1"));
    assert_eq!(steps(3, 0, "upper").as_deref(), Some("x + 1"));
    assert_eq!(steps(4, 0, "upper"), None, "it does not end");
    let from = |at: usize| &predicates[at]["patterns"][0]["from"];
    assert_eq!(from(0), "declared");
    assert_eq!(from(1)["calls_of"], "qs/2");
    // Nobody has said how it is called: the terms that it is about are lists.
    let len = &predicates[3]["patterns"][0];
    assert!(from(3)["use"].as_str().is_some_and(|why| why.contains("no entry leads to it")), "{len}");
    assert_eq!((&len["entry"], &len["types"][0]["type"]), (&"len(+list,-)".into(), &"list".into()), "{len}");
    assert_eq!((&len["deterministic"], &len["cannot_fail"]), (&true.into(), &true.into()));
    assert_eq!(len["typical"]["steps"], serde_json::json!([101, 101]));
    assert!(predicates[4]["patterns"][0]["reason"]["code"].as_str().is_some_and(|code| code.starts_with('H')));
}

#[test]
fn every_entry_of_a_predicate_counts() {
    let home = Home::empty();
    let text = ":- entry app(+list, +list, -). :- entry app(-, -, +list). :- entry app(+list, +list, -). app([], L, L). app([X|Xs], L, [X|R]) :- app(Xs, L, R).";
    let file = home.file("a.pl", text);
    let file = file.to_str().expect("a plain path");
    let report = home.json(&["analyze", file, "--counts", "--json"]);
    let patterns = report["predicates"][0]["patterns"].as_array().expect("there are some");
    let declared: Vec<&str> =
        patterns.iter().filter(|of| of["from"] == "declared").filter_map(|of| of["entry"].as_str()).collect();
    assert_eq!(declared, ["app(+list,+list,-)", "app(-,-,+list)"]);
    let told = home.seen(&["estimate", file, "app/3", "--resource", "steps"]);
    assert!(told.contains("x + 1") && told.contains("left out here: --modes 'app(-,-,+list)'"), "{told}");
    // A goal is an instance of the entry that it fits.
    let goal = home.seen(&["compare", file, "app(A, B, [x,y])", "--resource", "steps"]);
    assert!(goal.contains("called as app(-,-,+list)"), "{goal}");
}

#[test]
fn a_report_is_text_that_names_what_is_unknown() {
    let home = Home::with_profiles();
    let file = home.file("q.pl", PROGRAM);
    let text = home.seen(&["analyze", file.to_str().expect("a plain path")]);
    assert!(text.starts_with("exit 0"), "{text}");
    for expected in
        ["qs(+list(int),-)  as declared", "in calls of qs/2", "expected", "unknown: H", "at x = 100: 101 steps"]
    {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
}

#[test]
fn a_page_is_one_file_with_the_source_and_its_bounds() {
    let home = Home::empty();
    let file = home.file("q.pl", PROGRAM);
    let page = home.0.path().join("q.html");
    let page_path = page.to_str().expect("a plain path");
    let seen = home.seen(&["analyze", file.to_str().expect("a plain path"), "--counts", "--html", page_path]);
    assert!(seen.starts_with("exit 0"), "{seen}");
    let text = std::fs::read_to_string(&page).expect("the page is there");
    assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>"), "{text}");
    for expected in ["id=\"qs/2\"", "href=\"#line-8\"", "x^2 + 3*x + 1", "&lt;b&gt;not bold&lt;/b&gt; &amp; so on"] {
        assert!(text.contains(expected), "{expected} is missing");
    }
    assert!(!text.contains("<b>") && !text.contains("http"), "it needs no network");
}

#[test]
fn files_without_predicates_and_files_that_are_none_are_told() {
    let home = Home::empty();
    let empty = home.file("empty.pl", "");
    assert!(home.seen(&["analyze", empty.to_str().expect("a plain path"), "--counts"]).starts_with("exit 0"));
    assert!(home.seen(&["analyze", "nowhere.pl", "--counts"]).starts_with("exit 2"));
}

/// The assertions of a program, and what `check` says of the program with them.
fn asserted(home: &Home, name: &str, text: &str) -> (String, serde_json::Value) {
    let file = home.file(name, text);
    let output = home.run(&["analyze", file.to_str().expect("a plain path"), "--format", "assertions"]);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let assertions = String::from_utf8(output.stdout).expect("text");
    let with = home.file(&format!("with_{name}"), &format!("{text}\n{assertions}"));
    let checked = home.run(&["check", with.to_str().expect("a plain path"), "--json"]);
    assert!(checked.status.success(), "{name}: {assertions}{}", String::from_utf8_lossy(&checked.stderr));
    (assertions, serde_json::from_slice(&checked.stdout).expect("it is JSON"))
}

#[test]
fn the_assertions_of_a_file_are_read_back_and_proved() {
    let (assertions, report) = asserted(&Home::empty(), "q.pl", PROGRAM);
    for expected in [
        ":- pred qs(A, B) : (list(int, A), var(B)) => (list(int, B)) + (",
        ":- pred len(A, B) : (list(A), var(B)) => (nat(B)) + (is_det, not_fails, terminates, cost(exact, steps, length(A) + 1)).",
        "cost(ub, steps, length(A)^2 + 3*length(A) + 1)",
    ] {
        assert!(assertions.contains(expected), "{expected} is missing in {assertions}");
    }
    let count = assertions.lines().filter(|line| line.starts_with(":- pred ")).count();
    assert_eq!((report["checked"].as_u64(), report["unknown"].as_u64()), (Some(count as u64), Some(0)), "{assertions}");
}

/// With names and types that need quotes, types of its own, and calls that no assertion can name.
#[test]
fn what_no_assertion_can_say_is_left_out() {
    let program = ":- regtype tree/1.\ntree(leaf).\ntree('a b'(L, R)) :- tree(L), tree(R).\n\
        :- entry 'Size of'(+tree, -).\n'Size of'(leaf, 1).\n'Size of'('a b'(L, R), N) :- 'Size of'(L, A), 'Size of'(R, B), N is A + B.\n\
        :- entry main.\nmain :- show(f(_, [x|_])), (true ; show(g)).\nshow(_).\n";
    let (assertions, report) = asserted(&Home::empty(), "t.pl", program);
    assert!(assertions.contains(":- pred 'Size of'(A, B) : (tree(A), var(B))"), "{assertions}");
    assert_eq!(report["unknown"].as_u64(), Some(0), "{assertions}");
    assert!(report["checked"].as_u64() >= Some(2), "{assertions}");
}

const REVERSED: &str = "\
:- entry nrev(+list, -).
% Quadratic.
nrev([], []).
nrev([X|T], R) :- nrev(T, S), app(S, [X], R).

app([], L, L).
app([X|T], L, [X|R]) :- app(T, L, R).
";

/// The shares of a predicate's hot path, with their lines, and whether they add up to the bound.
fn hot(report: &serde_json::Value, at: usize) -> (Vec<(String, Option<u64>, f64)>, bool) {
    let path = &report["predicates"][at]["patterns"][0]["typical"]["hot"];
    let share = |of: &serde_json::Value| {
        let name = of["predicate"].as_str().expect("a name").to_string();
        (name, of["line"].as_u64(), of["share"].as_f64().expect("a share"))
    };
    let shares = path["shares"].as_array().unwrap_or_else(|| panic!("{path}")).iter().map(share).collect();
    (shares, path["adds_up"].as_bool().expect("it is known"))
}

#[test]
fn the_hot_path_of_a_bound_is_told() {
    let home = Home::empty();
    let file = home.file("r.pl", REVERSED);
    let path = file.to_str().expect("a plain path");
    let report = home.json(&["analyze", path, "--counts", "--json"]);
    // Of 5151 steps at 100, 101 are in the one and the rest in the other.
    let (shares, adds_up) = hot(&report, 0);
    assert!(adds_up, "{shares:?}");
    assert_eq!((shares[0].0.as_str(), shares[0].1), ("app/3", Some(6)));
    assert_eq!((shares[1].0.as_str(), shares[1].1), ("nrev/2", Some(3)));
    assert!((shares[0].2 - 5050.0 / 5151.0).abs() < 1e-9 && (shares[1].2 - 101.0 / 5151.0).abs() < 1e-9, "{shares:?}");
    assert!(report["predicates"][1]["patterns"][0]["typical"]["hot"].is_null(), "it calls itself only");
    let words = "98 % of the steps in app/3 (line 6), 2 % in nrev/2 (line 3)";
    let text = home.seen(&["analyze", path, "--counts"]);
    assert!(text.contains(&format!("at x = 100: 5151 steps\n      {words}\n")), "{text}");
    let page = home.0.path().join("r.html");
    home.seen(&["analyze", path, "--counts", "--html", page.to_str().expect("a plain path")]);
    assert!(std::fs::read_to_string(&page).expect("the page is there").contains(words));
    let explained = home.seen(&["estimate", path, "nrev/2", "-r", "steps", "--size", "10", "--explain"]);
    assert!(
        explained.contains("at x = 10: 83 % of the steps in app/3 (line 6), 17 % in nrev/2 (line 3)"),
        "{explained}"
    );
}

#[test]
fn shares_of_steps_add_up_and_follow_lines_that_have_moved() {
    let home = Home::empty();
    let rest =
        "sum([], 0).\nsum([X|T], S) :- sum(T, R), ( X > 0 -> one(X, R, S) ; S = R ).\none(X, R, S) :- S is R + X.\n";
    let file = home.file("r.pl", &format!("{REVERSED}:- entry sum(+list(int), -).\n{rest}"));
    let path = file.to_str().expect("a plain path");
    let report = home.json(&["analyze", path, "--counts", "--json"]);
    let of_sum = hot(&report, 2);
    for (shares, _) in [hot(&report, 0), of_sum.clone()] {
        assert!((shares.iter().map(|of| of.2).sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
    }
    // One step for each element in the predicate that the condition calls, and one for it and the end.
    let names: Vec<(&str, Option<u64>)> = of_sum.0.iter().map(|of| (of.0.as_str(), of.1)).collect();
    assert_eq!(names, [("sum/2", Some(9)), ("one/3", Some(11))], "{of_sum:?}");
    assert!(of_sum.1 && (of_sum.0[0].2 - 101.0 / 201.0).abs() < 1e-9, "{of_sum:?}");
    std::fs::write(&file, format!("% A line more.\n{REVERSED}:- entry sum(+list(int), -).\n{rest}"))
        .expect("it is written");
    let moved = home.json(&["analyze", path, "--counts", "--json"]);
    let lines: Vec<Option<u64>> = hot(&moved, 0).0.iter().map(|of| of.1).collect();
    assert_eq!(lines, [Some(7), Some(4)], "kept results have the lines of the text as it is");
}

#[test]
fn predicates_that_take_the_most_steps_in_different_runs_say_so() {
    let home = Home::empty();
    let text = ":- entry either(+list(int), +atm, -).\neither(L, a, S) :- !, len(L, S).\neither(L, _, S) :- sum(L, S).\n\
                len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n\
                sum([], 0).\nsum([X|T], S) :- sum(T, R), S is R + X.\n";
    let file = home.file("e.pl", text);
    let report = home.json(&["analyze", file.to_str().expect("a plain path"), "--counts", "--json"]);
    let (shares, adds_up) = hot(&report, 0);
    let names: Vec<&str> = shares.iter().map(|of| of.0.as_str()).collect();
    assert!(!adds_up && names[..2] == ["len/2", "sum/2"], "{shares:?}");
    let seen = home.seen(&["analyze", file.to_str().expect("a plain path"), "--counts"]);
    assert!(seen.contains(", each in its worst case"), "{seen}");
}

/// More ways to call predicates than are followed: what calls all of them is too much, and each of them is simple.
#[test]
fn what_a_too_large_program_reaches_is_looked_at_by_itself() {
    let home = Home::empty();
    let (calls, facts): (Vec<String>, Vec<String>) =
        (0..220).map(|at| (format!("p{at}(_), p{at}(f(_))"), format!("p{at}(_).\n"))).unzip();
    let file = home.file("wide.pl", &format!("top :- {}.\n{}", calls.join(", "), facts.concat()));
    let report = home.json(&["analyze", file.to_str().expect("a plain path"), "--counts", "--json"]);
    let predicates = report["predicates"].as_array().expect("there are some");
    assert_eq!(predicates[0]["patterns"][0]["reason"]["code"], "H0104", "{}", predicates[0]);
    let patterns = predicates[1..].iter().map(|of| &of["patterns"][0]);
    let known: Vec<_> = patterns.filter(|of| of["steps"]["upper"]["expr"].is_string()).collect();
    assert_eq!(known.len(), 220);
    let of_top = known.iter().filter(|of| of["from"]["calls_of"] == "top/0" && of["steps"]["upper"]["expr"] == "1");
    assert!(of_top.count() >= 200);
}

#[test]
fn programs_in_the_syntax_of_another_system_are_analysed() {
    let home = Home::empty();
    let file = home.file("names.pl", "male(\"bernd dopler\").\nmale(\"helge dopler\").\nis(X) :- string(X).\n");
    let parts = |more: &[&str]| {
        let asked = ["analyze", file.to_str().expect("a plain path"), "--counts", "--json"];
        home.json(&[&asked, more].concat())["predicates"][0]["patterns"][0]["steps"]["upper"]["parts"].clone()
    };
    // A string is one node, a list of codes is many.
    assert_eq!(parts(&["--dialect", "swi"])[0]["valid"], "x = 1");
    assert_ne!(parts(&[])[0]["valid"], "x = 1");
}

#[test]
fn what_nothing_is_known_of_has_no_line() {
    let home = Home::empty();
    let file = home.file("any.pl", "p(X) :- q(X).\nq(X) :- call(X).\n");
    let seen = home.seen(&["analyze", file.to_str().expect("a plain path"), "--counts"]);
    assert!(seen.contains("H0205"), "{seen}");
    assert!(seen.lines().all(|line| line.is_empty() || !line.trim().is_empty()), "{seen}");
}
