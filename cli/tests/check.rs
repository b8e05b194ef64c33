//! `horolog check`: what is told in each format, exit codes, and the baseline.

mod support;

use serde_json::Value;
use std::process::Output;
use support::Home;

const NREV: &str = "\
nrev([], []).
nrev([X|Xs], R) :- nrev(Xs, S), app(S, [X], R).
app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
";

/// A claim of each verdict: false for small sizes only, unknown, checked.
const CLAIMS: &str = "\
:- check pred nrev(A,B) : (list(A),var(B)) + cost(ub, steps, length(A)).
:- pred nrev(A, B) : (list(A), var(B)) + (is_det, cost(ub, steps, length(A)**2)).
:- pred nrev(A, B) : (list(A), var(B)) + cost(olb, steps, 2**length(A)).
:- pred nrev(A, B) : (list(A), var(B)) => size(exact, length, B, length(A)).
";

fn check(home: &Home, text: &str, options: &[&str]) -> (Option<i32>, String) {
    let file = home.file("nrev.pl", text);
    let Output { status, stdout, stderr } =
        home.run(&[&["check", file.to_str().expect("a plain path")], options].concat());
    let text = String::from_utf8(stdout).expect("text") + &String::from_utf8_lossy(&stderr);
    (status.code(), text.replace(&home.0.path().display().to_string(), "DIR"))
}

/// The first test of all: so it passed without a word.
#[test]
fn a_false_claim_is_told_with_its_place_the_functions_and_a_call() {
    let (code, text) = check(&Home::empty(), &format!("{CLAIMS}{NREV}"), &[]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(text);
}

#[test]
fn exit_codes_say_what_was_found() {
    let home = Home::empty();
    let claim = |claim: &str| format!(":- pred nrev(A, B) : (list(A), var(B)) + {claim}.\n{NREV}");
    let code = |claim: &str, options: &[&str]| check(&home, claim, options).0;
    assert_eq!(code(&claim("is_det"), &["--strict"]), Some(0));
    assert_eq!(code(NREV, &["--strict"]), Some(0));
    assert_eq!(code(&claim("cost(olb, steps, 2**length(A))"), &[]), Some(0));
    assert_eq!(code(&claim("cost(olb, steps, 2**length(A))"), &["--strict"]), Some(1));
    assert_eq!(code(&claim("cost(ub, steps, 3)"), &[]), Some(1));
    for wrong in ["cost(ub, stps, 3)", "cost(ub, steps, size(A))", "cost(ub, steps, length(B))", "speedy"] {
        assert_eq!(code(&claim(wrong), &[]), Some(2), "{wrong}");
    }
    assert_eq!(code("nrev([, []).", &[]), Some(2));
    let directory = home.run(&["check", home.0.path().to_str().expect("a plain path")]);
    let said = String::from_utf8_lossy(&directory.stderr).to_string();
    assert!(directory.status.code() == Some(2) && said.contains("is a directory") && said.contains("*.pl"), "{said}");
}

#[test]
fn a_log_has_what_sarif_requires() {
    let (_, text) = check(&Home::empty(), &format!("{CLAIMS}{NREV}"), &["--format", "sarif"]);
    let log: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "horolog");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 3, "two are false, one is unknown");
    for result in results {
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().is_some_and(|uri| uri.ends_with("nrev.pl")));
        for of in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][of].as_u64().is_some_and(|number| number >= 1), "{of}: {result}");
        }
    }
    let errors = results.iter().filter(|result| result["level"] == "error").count();
    assert_eq!(errors, 2);
}

#[test]
fn annotations_have_places_and_stay_in_a_line() {
    let (_, text) = check(&Home::empty(), &format!("{CLAIMS}{NREV}"), &["--format", "github"]);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(lines.len(), 3, "{text}");
    let first = "::error file=DIR/nrev.pl,line=1,col=46,endColumn=71,endLine=1,title=false contract::cost(ub, steps, length(A))";
    assert!(lines[0].starts_with(first) && lines[0].contains("%0A"), "{text}");
    assert!(lines[2].starts_with("::warning "), "{text}");
    let (_, strict) = check(&Home::empty(), &format!("{CLAIMS}{NREV}"), &["--format", "github", "--strict"]);
    assert!(!strict.contains("::warning"), "{strict}");
}

#[test]
fn each_property_is_a_case() {
    let (_, text) = check(&Home::empty(), &format!("{CLAIMS}{NREV}"), &["--format", "junit"]);
    assert!(text.contains("tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"1\""), "{text}");
    let count = |what: &str| text.matches(what).count();
    assert_eq!(
        (count("<testcase "), count("<failure "), count("<skipped "), count("</testsuite>")),
        (5, 2, 1, 1),
        "{text}"
    );
}

#[test]
fn assertions_are_entries() {
    let home = Home::empty();
    let file = home.file("nrev.pl", &format!(":- pred nrev(A, B) : (list(A), var(B)).\n{NREV}"));
    let seen = home.seen(&["estimate", file.to_str().expect("a plain path"), "nrev/2", "-r", "steps", "-s", "10"]);
    assert!(seen.contains("nrev(+list, -)") && seen.contains("at x = 10: 66 steps"), "{seen}");
}

#[test]
fn bounds_that_got_worse_are_found() {
    let home = Home::empty();
    let baseline = home.0.path().join("bounds.txt");
    let path = baseline.to_str().expect("a plain path");
    let claim = ":- pred nrev(A, B) : (list(A), var(B)) + is_det.\n";
    let quick = "nrev(Xs, Ys) :- onto(Xs, [], Ys).\nonto([], Ys, Ys).\nonto([X|Xs], Ys, Zs) :- onto(Xs, [X|Ys], Zs).\n";
    let (none, said) = check(&home, &format!("{claim}{quick}"), &["--baseline", path]);
    assert_eq!(none, Some(2), "{said}");
    let (written, said) = check(&home, &format!("{claim}{quick}"), &["--baseline", path, "--update-baseline"]);
    assert_eq!(written, Some(0), "{said}");
    let text = std::fs::read_to_string(&baseline).expect("it is written");
    assert!(text.lines().any(|line| line.ends_with("nrev.pl: nrev(+list, -) steps = x + 2")), "{text}");
    assert_eq!(check(&home, &format!("{claim}{quick}"), &["--baseline", path]).0, Some(0));
    let (worse, said) = check(&home, &format!("{claim}{NREV}"), &["--baseline", path]);
    assert!(worse == Some(1) && said.contains("O(x^2) instead of O(x)"), "{said}");
    let more = "nrev(Xs, Ys) :- begin, onto(Xs, [], Ys).\nbegin.\n";
    let slower = format!("{claim}{}", quick.replacen("nrev(Xs, Ys) :- onto(Xs, [], Ys).\n", more, 1));
    assert_eq!(check(&home, &slower, &["--baseline", path]).0, Some(1));
    let (tolerated, said) = check(&home, &slower, &["--baseline", path, "--tolerance", "60"]);
    assert_eq!(tolerated, Some(0), "{said}");
    std::fs::write(&baseline, "nonsense\n").expect("it can be written");
    assert_eq!(check(&home, &slower, &["--baseline", path]).0, Some(2));
}
