//! What users see when something is wrong: a message with its place and what would help, and the exit code.

mod support;

use calibrate::profile::{FORMAT, Mode, Profile};
use calibrate::store::Store;
use support::{Home, profile};

#[test]
fn all_syntax_errors_are_shown_with_their_places() {
    let home = Home::empty();
    let file = home.file("bad.pl", "a(X :- b.\ngood(1).\nc(d.\ne(1) :- 3.\n");
    insta::assert_snapshot!(home.seen(&["run", file.to_str().expect("a plain path")]));
}

#[test]
fn a_syntax_error_in_the_goal_is_shown_with_an_excerpt() {
    insta::assert_snapshot!(Home::empty().seen(&["run", "programs/append.pl", "-g", "append(X, Y"]));
}

#[test]
fn what_is_no_goal_is_said_without_what_is_put_around_it() {
    let home = Home::empty();
    for (goal, part) in [("3", "3"), ("true, 3", "3")] {
        let seen = home.seen(&["run", "programs/append.pl", "-g", goal]);
        assert!(seen.starts_with("exit 2") && seen.contains(&format!("error: {part} is no goal\n")), "{seen}");
    }
    let seen = home.seen_when_told(&[], "3.\nwrite(a), 3.\n");
    assert!(seen.contains("found 3 (an integer)") && !seen.contains("flush_output"), "{seen}");
}

macro_rules! refused {
    // A macro, so that each snapshot is named after its test.
    ($($name:ident: $args:expr,)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(Home::with_profiles().seen(&$args));
        }
    )*};
}

refused! {
    a_missing_file: ["run", "nowhere.pl"],
    an_unknown_predicate_names_similar_ones: ["estimate", "programs/append.pl", "apend/3"],
    an_unknown_predicate_of_another_arity: ["list", "programs/append.pl", "append/4"],
    a_file_without_a_predicate: ["estimate", "programs/hanoi.pl"],
    something_that_is_no_predicate: ["estimate", "append"],
    a_predicate_without_modes: ["estimate", "convlist/3"],
    modes_of_another_predicate: ["estimate", "append/3", "--modes", "append(+)"],
    modes_that_are_none: ["estimate", "append/3", "--modes", "append(+frog, -, -)"],
    a_missing_size: ["estimate", "programs/list_diff.pl", "list_diff/3", "--size", "x=3"],
    a_size_of_another_name: ["estimate", "append/3", "--size", "n=3"],
    a_negative_size: ["estimate", "append/3", "--size=-3"],
    an_absurd_size: ["estimate", "append/3", "--size", "99999999999999999999999"],
    something_that_is_no_size: ["estimate", "append/3", "--size", "many"],
    a_value_beyond_all_numbers: ["estimate", "programs/powset.pl", "powset/2", "--size", "100000"],
    a_plot_without_sizes: ["estimate", "append/3", "--plot", "x.svg"],
    a_goal_of_an_unknown_predicate: ["compare", "programs/append.pl", "apppend([], [], _)"],
    a_goal_that_is_none: ["compare", "programs/append.pl", "X"],
    an_unknown_option: ["estimate", "append/3", "--sise", "3"],
}

#[test]
fn endless_recursion_and_ackermann_say_what_is_known_and_what_would_help() {
    let home = Home::empty();
    let text = ":- entry loop(+nat).\nloop(X) :- loop(X).\n:- entry ack(+nat, +nat, -).\nack(0, N, R) :- R is N + 1.\n\
                ack(M, 0, R) :- M > 0, M1 is M - 1, ack(M1, 1, R).\n\
                ack(M, N, R) :- M > 0, N > 0, N1 is N - 1, ack(M, N1, R1), M1 is M - 1, ack(M1, R1, R).\n";
    let file = home.file("wild.pl", text);
    let file = file.to_str().expect("a plain path");
    // Nothing that anyone vouches for makes a loop end.
    for (predicate, remedy) in [("loop/1", "no remedy is known"), ("ack/3", ":- trust pred")] {
        let seen = home.seen(&["estimate", file, predicate, "--resource", "steps", "--size", "3"]);
        assert!(seen.starts_with("exit 0"), "{seen}");
        assert!(seen.contains("lower") && seen.contains("unknown") && seen.contains(remedy), "{seen}");
        assert!(seen.contains("H040"), "{seen}");
    }
}

#[test]
fn memory_that_runs_out_is_a_prolog_error() {
    let home = Home::empty();
    let file = home.file("grow.pl", "grow(N, [N|T]) :- M is N + 1, grow(M, T).\n");
    insta::assert_snapshot!(home.seen(&[
        "run",
        file.to_str().expect("a plain path"),
        "-g",
        "grow(1, Xs)",
        "--memory",
        "16M"
    ]));
}

#[test]
fn a_corrupt_profile_is_refused_and_left_alone() {
    let home = Home::with_profiles();
    let path = Store::new(home.0.path()).path(Mode::Fast);
    std::fs::write(&path, "format = 2\nnonsense").expect("it can be written");
    let seen = home.seen(&["estimate", "append/3", "--size", "3"]);
    assert!(seen.starts_with("exit 2") && seen.contains("not a machine profile") && seen.contains("horolog calibrate"));
    assert_eq!(std::fs::read_to_string(path).expect("readable"), "format = 2\nnonsense");
}

#[test]
fn a_corrupt_import_is_refused_and_the_old_profile_kept() {
    let home = Home::with_profiles();
    let path = Store::new(home.0.path()).path(Mode::Fast);
    let before = std::fs::read_to_string(&path).expect("readable");
    let mut foreign = profile(Mode::Fast);
    foreign.cpu = "Zilog Z80".into();
    let mut other = profile(Mode::Fast);
    other.engine = "0123".into();
    for (name, text, expected) in [
        ("corrupt.toml", format!("format = {FORMAT}\nengine = 3"), "not a machine profile"),
        ("foreign.toml", foreign.to_toml(), "Zilog Z80"),
        ("engine.toml", other.to_toml(), "engine 0123"),
        ("later.toml", "format = 99".to_string(), "format 99"),
    ] {
        let file = home.file(name, &text);
        let seen = home.seen(&["machine", "import", file.to_str().expect("a plain path")]);
        assert!(seen.starts_with("exit 2") && seen.contains(expected), "{name}: {seen}");
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), before, "{name}");
    }
}

#[test]
fn an_export_imports_again() {
    let home = Home::with_profiles();
    let file = home.0.path().join("out/this.toml");
    let path = file.to_str().expect("a plain path");
    assert!(home.seen(&["machine", "export", path]).starts_with("exit 0"));
    assert!(home.seen(&["machine", "import", path]).starts_with("exit 0"));
}

/// A home whose profile for fast mode is not the one that this version would make.
fn with_doctored(doctor: impl Fn(&mut Profile)) -> Home {
    let home = Home::empty();
    let mut doctored = profile(Mode::Fast);
    doctor(&mut doctored);
    Store::new(home.0.path()).save(&doctored).expect("it can be saved");
    home
}

/// Estimates as JSON, which must say so on standard error, in one line, when it has calibrated; what it said.
fn calibrates_to_estimate(home: &Home) -> String {
    let output = home.run(&["estimate", "append/3", "--size", "3", "--json"]);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON and no more");
    assert!(json["points"][0]["upper"].as_f64().is_some_and(|time| time > 0.0), "{json}");
    said
}

#[test]
fn a_profile_of_an_older_engine_is_said_to_be_stale_and_made_anew() {
    let home = with_doctored(|profile| profile.engine = "0123456789abcdef".into());
    let check = home.seen(&["machine", "check"]);
    assert!(check.starts_with("exit 1") && check.contains("stale") && check.contains("horolog calibrate"), "{check}");
    let said = calibrates_to_estimate(&home);
    assert!(said.contains("changed") && said.contains("calibrating quickly") && said.lines().count() == 1, "{said}");
    // A profile that was made on a busy machine says so: it is none of an older engine all the same.
    let check = home.seen(&["machine", "check"]);
    assert!(check.starts_with("exit 0") || check.contains("the machine was busy"), "{check}");
    let said = calibrates_to_estimate(&home);
    assert!(!said.contains("calibrating"), "{said}");
    let path = Store::new(home.0.path()).path(Mode::Fast);
    let text = std::fs::read_to_string(&path).expect("it was saved");
    std::fs::write(&path, text.replace(&format!("format = {FORMAT}\n"), "format = 1\n")).expect("it can be written");
    let said = calibrates_to_estimate(&home);
    assert!(said.contains("format") && said.contains("calibrating quickly") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_profile_that_is_missing_or_spoilt_may_not_be_used() {
    let home = with_doctored(|_| {});
    let path = Store::new(home.0.path()).path(Mode::Exact);
    let help = "horolog calibrate --mode exact";
    for text in [None, Some("junk"), Some("")] {
        text.map_or(Ok(()), |text| std::fs::write(&path, text)).expect("it can be written");
        let seen = home.run(&["machine", "check", "--mode", "exact", "--json"]);
        let told: serde_json::Value = serde_json::from_slice(&seen.stdout).expect("an object");
        assert!(told["usable"] == false && seen.status.code() == Some(1), "{text:?}: {told}");
        if text.is_some() {
            let seen = home.seen(&["estimate", "append/3", "--mode", "exact"]);
            assert!(seen.starts_with("exit 2") && seen.contains(help), "{text:?}: {seen}");
        }
    }
    // A file that is named like one of a mode that there is not.
    let other = home.file("machine-bob.toml", "junk");
    let seen = home.seen(&["machine", "import", other.to_str().expect("a plain path")]);
    assert!(seen.starts_with("exit 2") && seen.contains("`horolog calibrate`"), "{seen}");
}

#[test]
fn a_profile_of_another_processor_stays_and_is_not_used() {
    let home = with_doctored(|profile| profile.cpu = "a processor of long ago".into());
    let seen = home.seen(&["estimate", "append/3", "--size", "3"]);
    assert!(seen.starts_with("exit 2") && seen.contains("long ago") && seen.contains("horolog calibrate"), "{seen}");
    assert!(home.seen(&["machine", "check"]).contains("long ago"));
}

#[test]
fn a_profile_that_is_missing_is_named() {
    let seen = Home::empty().seen(&["machine", "show"]);
    assert!(seen.starts_with("exit 2") && seen.contains("run `horolog calibrate`"), "{seen}");
}

/// What `horolog solve` says of a text.
fn solved(text: &str) -> String {
    Home::empty().seen_when_told(&["solve", "-"], text)
}

#[test]
fn all_errors_in_equations_are_shown_with_their_places() {
    insta::assert_snapshot!(solved("T(n) = T(n - 1) + 1 if n >= 1\nT(0 = 1\nU(n) = é @ 2; W(n) = n +\n"));
}

#[test]
fn functions_that_are_not_as_they_are_called_are_shown() {
    insta::assert_snapshot!(solved("f(x) = g(x) + f(x, 1)\nf(x) = lgg(x)\nf(0) = log(0)\n"));
}

#[test]
fn a_text_without_equations_says_what_to_write() {
    for text in ["", " \n% nothing\n;\n"] {
        insta::allow_duplicates! { insta::assert_snapshot!("no_equations", solved(text)) };
    }
}

#[test]
fn equations_that_are_odd_or_large_are_answered() {
    let deep = format!("f(x) = {}x{}", "(".repeat(10_000), ")".repeat(10_000));
    let wide = format!("f(x) = x{}", " + é".repeat(100_000));
    let wrong = "f(x) = (\n;".repeat(100_000);
    let long = format!("f(x) = {}", "9".repeat(100_000));
    for (text, said) in [
        (deep.as_str(), "nested more than 64 deep"),
        (&wide, "expected a parameter of f: x, found `é`"),
        (&wrong, "expected an expression, found the end"),
        (&long, "a number of more than 1024 bits"),
        ("\u{0}\u{1}\u{7f}", "expected a name"),
        ("f(x) = 2^2^2^2^2^2^2 + x; g(x) = f(9^9^9) if x = 10^300", "g(x)"),
        ("f(x) = 1/0; g(x) = log2(0) + (0 - 1)!", "g(x)"),
        ("f(x) = f(x); f(x) = f(x)", "f(x)"),
        ("domain f(x): x > x and x < 0\nf(x) = f(x - 1)", "f(x)"),
        ("f(x) = 1 if x = 1 and x = 2 and inf > 3 and x/0 = x", "f(x)"),
    ] {
        let seen = solved(text);
        assert!(seen.contains(said) && !seen.contains("panicked"), "{said}: {}", &seen[..seen.len().min(2_000)]);
        assert!(seen.len() < 100_000, "{} bytes are too many to read", seen.len());
    }
}

#[test]
fn a_file_of_equations_that_is_no_text_is_refused() {
    let home = Home::empty();
    let file = home.0.path().join("bytes");
    std::fs::write(&file, b"f(x) = \xff\xfe").expect("it can be written");
    let seen = home.seen(&["solve", file.to_str().expect("a plain path")]);
    assert!(seen.starts_with("exit 2") && seen.contains("cannot read") && seen.contains("UTF-8"), "{seen}");
    assert!(home.seen(&["solve", "nowhere.txt"]).starts_with("exit 2"));
    assert!(home.seen(&["solve", "-", "--upper", "--lower"]).starts_with("exit 2"));
    assert!(home.seen(&["solve", "-", "--check", "0"]).starts_with("exit 2"));
}
