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
:- pred nrev(A, B) : (list(A), var(B)) + cost(olb, steps, length(A)*log2(length(A) + 1)).
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
    assert_eq!(code(&claim("cost(olb, steps, length(A)*log2(length(A) + 1))"), &[]), Some(0));
    assert_eq!(code(&claim("cost(olb, steps, length(A)*log2(length(A) + 1))"), &["--strict"]), Some(1));
    assert_eq!(code(&claim("cost(ub, steps, 3)"), &[]), Some(1));
    assert_eq!(code(&claim("cost(olb, steps, 2**length(A))"), &[]), Some(1));
    for wrong in ["cost(ub, stps, 3)", "cost(ub, steps, int(A))", "cost(ub, steps, length(B))", "speedy"] {
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
    for (format, expected) in [
        ("sarif", "\"ruleId\": \"baseline\""),
        ("github", "title=bound that got worse::the bound of"),
        ("junit", "failures=\"2\" errors=\"0\""),
        ("json", "\"why\": \"O(x^2) instead of O(x)\""),
    ] {
        let (worse, said) = check(&home, &format!("{claim}{NREV}"), &["--baseline", path, "--format", format]);
        assert!(worse == Some(1) && said.contains(expected), "{format}: {said}");
    }
    let more = "nrev(Xs, Ys) :- begin, onto(Xs, [], Ys).\nbegin.\n";
    let slower = format!("{claim}{}", quick.replacen("nrev(Xs, Ys) :- onto(Xs, [], Ys).\n", more, 1));
    assert_eq!(check(&home, &slower, &["--baseline", path]).0, Some(1));
    let (tolerated, said) = check(&home, &slower, &["--baseline", path, "--tolerance", "60"]);
    assert_eq!(tolerated, Some(0), "{said}");
    let renamed = format!("{claim}{quick}").replace("nrev", "rev");
    let (_, said) = check(&home, &renamed, &["--baseline", path]);
    let [gone, new] = [": nrev(+list, -) steps is in ", ": rev(+list, -) steps is not in "];
    assert!(said.contains(gone) && said.contains(new), "{said}");
    let file = home.file("nrev.pl", &format!("{claim}{quick}"));
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_horolog"));
    let output =
        command.args(["check", "--update-baseline"]).arg(file).current_dir(home.0.path()).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(std::fs::read_to_string(&baseline).expect("bounds.txt").contains("nrev(+list, -) steps = x + 2"));
    std::fs::write(&baseline, "nonsense\n").expect("it can be written");
    assert_eq!(check(&home, &slower, &["--baseline", path]).0, Some(2));
}

#[test]
fn types_of_one_argument_hold_together() {
    let all = ":- pred p(A) : (nat(A), int(A)) + not_fails.\np(X) :- X >= 0.\n\
               :- pred q(A) : (list(A), ground(A)) + not_fails.\nq(A) :- is_list(A).\n\
               :- pred r(A) : (list(int, A), list(A)) + not_fails.\nr(A) :- is_list(A).\n\
               :- pred s(+A) : list(term, A) => list(A) + not_fails.\ns(A) :- is_list(A).\n";
    let (checked, said) = check(&Home::empty(), all, &[]);
    assert!(checked == Some(0) && said.contains("4 checked"), "{said}");
    let (refused, said) = check(&Home::empty(), ":- pred s(A) : (int(A), atm(A)) + not_fails.\ns(_).\n", &[]);
    assert!(refused == Some(2) && said.contains("both int and atm"), "{said}");
}

/// Two characters that are two columns wide each before the claim.
#[test]
fn the_caret_stands_under_the_claim_whatever_stands_before_it() {
    for (before, blanks) in [("/* 漢字 */ ", 11), ("/* größe */ ", 12), ("\t", 1)] {
        let (_, text) = check(&Home::empty(), &format!("{before}:- check pred n + is_det.\nn.\nn.\n"), &[]);
        let line = text.lines().find(|line| line.contains('^')).expect("a line of carets");
        let indent = line.split_once("| ").expect("a margin").1;
        let (blank, carets) = indent.split_at(indent.find('^').expect("a caret"));
        assert_eq!((blank.chars().count(), carets), (blanks + ":- check pred n + ".len(), "^^^^^^"), "{text}");
        assert_eq!(before.contains('\t'), blank.contains('\t'), "{text}");
    }
}

#[test]
fn files_that_cannot_be_read_are_told_and_the_others_are_checked() {
    let home = Home::empty();
    let name = |name: &str, text: &str| home.file(name, text).to_str().expect("a plain path").to_string();
    let good = name("good.pl", ":- pred p(A) : list(A) + is_det.\np([]).\np([_|L]) :- p(L).\n");
    let wrong = name("wrong.pl", "p([).\n");
    let missing = home.0.path().join("missing.pl").display().to_string();
    let baseline = home.0.path().join("bounds.txt").display().to_string();
    let files = [missing.as_str(), &wrong, &good];
    let seen = home.seen(&[&["check"], &files[..], &["--baseline", &baseline, "--update-baseline"]].concat());
    assert!(seen.starts_with("exit 2"), "{seen}");
    for said in ["1 assertion: 1 checked", "cannot read", "syntax error", "stays as it is"] {
        assert!(seen.contains(said), "{said} is missing in {seen}");
    }
    assert!(!home.0.path().join("bounds.txt").exists());
    let log = home.run(&[&["check"], &files[..], &["--format", "sarif"]].concat());
    let log: Value = serde_json::from_slice(&log.stdout).expect("it is JSON");
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let log = home.run(&["check", &wrong, "--format", "sarif"]);
    let log: Value = serde_json::from_slice(&log.stdout).expect("it is JSON");
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    // Of one file the error alone is told.
    assert!(home.seen(&["check", &wrong]).contains("exit 2\n--- stdout\n--- stderr"));
}

#[test]
fn what_is_no_file_is_no_baseline() {
    let home = Home::empty();
    let (code, said) = check(&home, NREV, &["--baseline", "/dev/zero"]);
    assert!(code == Some(2) && said.contains("/dev/zero"), "{said}");
    let (code, said) = check(&home, NREV, &["--baseline", "/dev/full", "--update-baseline"]);
    assert!(code == Some(2) && said.contains("/dev/full"), "{said}");
    let below = home.file("plain", "").join("bounds.txt").display().to_string();
    assert_eq!(check(&home, NREV, &["--baseline", &below, "--update-baseline"]).0, Some(2));
}

#[test]
fn findings_are_known_again_where_lines_have_moved() {
    let prints = |text: &str| -> Vec<String> {
        let (_, text) = check(&Home::empty(), text, &["--format", "sarif"]);
        let log: Value = serde_json::from_str(&text).expect("it is JSON");
        let results = log["runs"][0]["results"].as_array().expect("results");
        let print = |of: &Value| of["partialFingerprints"]["contract/v1"].as_str().expect("a fingerprint").to_string();
        results.iter().map(print).collect()
    };
    let (here, below) = (prints(&format!("{CLAIMS}{NREV}")), prints(&format!("\n\n{CLAIMS}{NREV}")));
    assert!(here.len() == 3 && here == below && here[0] != here[1], "{here:?}, {below:?}");
}

/// As XML has it: every element that is opened is closed, and no character is one that it cannot have.
#[test]
fn documents_are_well_formed_whatever_is_in_names() {
    let name = "'a<b>&\"\\x1\\\u{fffe}'";
    let text = format!(
        ":- pred {name}(A) : list(A) + cost(ub, steps, length(A)).\n{name}([]).\n{name}([_|T]) :- {name}(T).\n"
    );
    let (_, text) = check(&Home::empty(), &text, &["--format", "junit"]);
    let body = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a declaration");
    assert!(!body.contains(|c: char| c.is_control() && c != '\n' || c == '\u{fffe}'), "{text}");
    let (mut open, mut rest, mut elements) = (Vec::new(), body, 0);
    while let Some((before, tag)) = rest.split_once('<') {
        assert!(
            !before.contains('>') && before.replace("&#10;", "").matches('&').all(|_| before.contains(';')),
            "{before}"
        );
        let (tag, after) = tag.split_once('>').expect("it ends");
        assert!(tag.matches('"').count() % 2 == 0, "{tag}");
        let word = tag.split_whitespace().next().expect("a name");
        match word.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{text}"),
            None if tag.ends_with('/') => {}
            None => open.push(word),
        }
        (rest, elements) = (after, elements + 1);
    }
    assert!(open.is_empty() && elements >= 7, "{text}");
}

/// A claim of an exponential takes many values at points, some of them far out.
#[test]
fn claims_about_exponentials_and_several_properties_are_decided_in_time() {
    let fib = "fib(0, 0).\nfib(1, 1).\nfib(N, F) :- N > 1, M is N - 1, K is N - 2, fib(M, G), fib(K, H), F is G + H.\n";
    let claims = [
        // What is at most 2^(n + 1) is not proved of Fibonacci numbers, and no run refutes it.
        ("(not_fails, is_det, cost(ub, steps, 2**(int(A) + 1)))", 0, "0 false"),
        ("cost(ub, steps, int(A)**2 + 1)", 1, "1 false"),
        ("cost(lb, steps, 2**int(A))", 1, "1 false"),
    ];
    for (claim, exit, verdict) in claims {
        let (code, text) =
            check(&Home::empty(), &format!(":- pred fib(A, B) : (nat(A), var(B)) + {claim}.\n{fib}"), &[]);
        assert!(code == Some(exit) && text.contains(verdict), "{claim}: {text}");
    }
}

#[test]
fn properties_of_ciao_are_checked_under_their_names_there() {
    let text = "half(X, Y) :- Y is 8 // X.\nno(_) :- fail.\ntwo(1).\ntwo(2).\n\
                told(X) :- thrown(X).\n:- trust pred thrown(A) : int(A) + is_det.\nthrown(X) :- X > 0, throw(x).\nthrown(_).\n";
    let claims = [
        ("half(A, B) : (int(A), var(B)) + no_exception", "1 false"),
        ("no(A) : int(A) + (fails, no_exception)", "1 checked"),
        ("no(A) : int(A) + steps_ub(2)", "1 checked"),
        ("no(A) : int(A) + steps(9)", "1 false"),
        ("no(A) : int(A) + num_solutions(0)", "1 checked"),
        ("no(A) : int(A) + is_pure", "1 unknown"),
        ("half(A, B) : (int(A), var(B)) + (possibly_fails, fails)", "1 false"),
        // What is vouched for may raise.
        ("told(A) : int(A) + no_exception", "1 false"),
        ("two(A) : var(A) + num_solutions(2)", "1 checked"),
        ("two(A) : var(A) + solutions(3)", "1 false"),
        ("two(A) : var(A) + cost(ub, solutions, 1)", "1 false"),
        ("two(A) : var(A) + cardinality(2, inf)", "1 checked"),
        ("two(A) : var(A) + cardinality(0, 1)", "1 false"),
        ("no(A) : int(A) + steps_ub(exp(2, 1))", "1 checked"),
        ("no(A) : nat(A) + steps_o(int(A))", "1 checked"),
        ("A / B : (int(A), int(B)) + is_det", "there is no predicate //2"),
        // Types in a product, and with modes.
        ("half/2 : int * var => int * int", "1 checked"),
        ("half(A, B) : int * var => (int(B), nat(B)) + is_det", "1 false"),
        ("half(+int(A), -int(B)) + is_det", "1 checked"),
        ("half(+nat(A), -atm(B))", "1 false"),
        ("two/1 : var => int + num_solutions(2)", "1 checked"),
        ("no/1 : int + fails", "1 checked"),
        ("half/2 : int * var * var", "expected 2 types, one for each argument: found 3"),
        ("half/2 : int * b", "expected a type: list, list(int), int, var"),
        ("half/b : int", "expected a name and a number of arguments"),
        ("no(A) : int(A) + fails # \"nothing comes of it\"", "1 checked"),
        ("half(A, B) : int * var => nat(B) # \"an eighth\"", "1 false"),
    ];
    for (claim, verdict) in claims {
        let (_, said) = check(&Home::empty(), &format!(":- pred {claim}.\n{text}"), &[]);
        assert!(said.contains(verdict), "{claim}: {said}");
    }
    let said = |claim: &str| check(&Home::empty(), &format!(":- {claim}.\n{text}"), &[]).1;
    assert!(said("comp two(A) : var(A) + fails").contains("1 false"));
    assert!(said("check comp no(A) : int(A) + fails").contains("1 checked"));
    assert!(said("success half(A, B) : (int(A), var(B)) => atm(B)").contains("1 false"));
    assert!(said("calls half(A, B) : (int(A), var(B))").contains("is not checked"));
}

/// Fractions of assertions were read to six places.
#[test]
fn numbers_of_assertions_are_as_they_are_written() {
    let text = "walk([]).\nwalk([_|T]) :- walk(T).\n";
    let claims = [
        ("cost(ub, steps, 0.9999999*length(L) + 1)", "1 false"),
        ("cost(ub, steps, length(L) + 1 - 1.0e-9)", "1 false"),
        ("cost(lb, steps, 1.0000004*length(L) + 1)", "1 false"),
        ("cost(ub, steps, length(L) + log2(1.99999999999999))", "1 false"),
        ("cost(ub, steps, 5000000*0.0000003*length(L) + 1)", "1 checked"),
        ("cost(ub, steps, 1.5*length(L) + 100000000000000000000)", "1 checked"),
        ("cost(oub, steps, 0)", "1 false"),
        ("cost(olb, steps, 0)", "1 checked"),
        ("cost(oub, steps, 0.0001*length(L))", "1 checked"),
    ];
    for (claim, verdict) in claims {
        let (_, said) = check(&Home::empty(), &format!(":- pred walk(L) : list(L) + {claim}.\n{text}"), &[]);
        assert!(said.contains(verdict), "{claim}: {said}");
    }
    let long = ":- pred walk(L) : list(L) + cost(ub, steps, sqrt(length(L) - 5) + 1000).\n";
    let (_, said) = check(&Home::empty(), &format!("{long}{text}"), &[]);
    assert!(said.contains("1 false") && said.lines().all(|line| line.len() < 200), "{said}");
}

#[test]
fn each_kind_of_property_has_its_rule_in_a_log() {
    let claims = "(is_det, not_fails, fails, no_exception, terminates, is_pure, num_solutions(9), cost(ub, steps, 0), size(ub, length, B, 0))";
    let text = format!(":- pred nrev(A, B) : (list(A), var(B)) => int(B) + {claims}.\n{NREV}");
    let (code, log) = check(&Home::empty(), &text, &["--format", "sarif"]);
    let log: Value = serde_json::from_str(&log).unwrap_or_else(|error| panic!("{error}: {log}"));
    assert_eq!((code, log["runs"][0]["results"].as_array().map(Vec::len)), (Some(1), Some(6)), "{log}");
}

#[test]
fn all_assertions_that_are_not_understood_are_told() {
    let text =
        ":- pred p(A) : lst(A).\n:- check pred p(A) : list(A) + cost(ub, stps, 1).\n:- pred p(A) + speedy.\np(_).\n";
    let (code, said) = check(&Home::empty(), text, &[]);
    assert_eq!((code, said.matches("nrev.pl:").count()), (Some(2), 3), "{said}");
    assert!(said.contains("3 errors in"), "{said}");
}

/// All solutions of a permutation are more than anybody waits for.
#[test]
fn runs_end_where_more_solutions_would_show_nothing() {
    let perm = "perm([], []).\nperm(Xs, [X|Ys]) :- sel(X, Xs, Zs), perm(Zs, Ys).\n\
        sel(X, [X|Xs], Xs).\nsel(X, [Y|Xs], [Y|Ys]) :- sel(X, Xs, Ys).\n";
    let of = |claim: &str| format!(":- pred perm(A, B) : (list(A), var(B)) + {claim}.\n{perm}");
    assert_eq!(check(&Home::empty(), &of("is_det"), &[]).0, Some(1));
    assert_eq!(check(&Home::empty(), &of("no_choicepoints"), &[]).0, Some(1));
    assert_eq!(check(&Home::empty(), &of("(not_fails, is_det, no_choicepoints)"), &[]).0, Some(1));
}

/// A call that does not end is none that decides a claim: the others are told all the same.
#[test]
fn a_call_without_an_end_leaves_the_other_claims_their_verdicts() {
    let text = ":- pred p(N) : int(N) + cost(ub, steps, 3).\n:- pred r(N) : int(N) + fails.\n\
                p(0).\np(N) :- M is N-1, p(M), atomic_list_concat([a,N,b], _).\nr(1).\n";
    let (code, text) = check(&Home::empty(), text, &["--time", "2"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("2 assertions: 0 checked, 1 false, 1 unknown"), "{text}");
}
