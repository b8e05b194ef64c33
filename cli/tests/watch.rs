//! `horolog watch`: what it prints in each format, coverage over several runs, exit codes, and that the program is as it was.
//! A long file: each part of what `watch` does is a test of some ten lines. The debugger's are in `debugger.rs`.

mod support;

use calibrate::bands::{Band, HeldOutError};
use calibrate::profile::{Mode, Profile, Standing};
use calibrate::store::Store;
use calibrate::watching::{EVENTS, WayPrices};
use monitor::folds::SHIPPED;
use serde_json::Value;
use std::process::Output;
use support::Home;
use wam::cost::Nanoseconds;

/// Five queens, with the determinism of the paper's program.
const QUEENS: &str = concat!(
    ":- pred main + det.\n:- pred data(_) + det.\n:- pred queen(_, _) + nondet.\n:- pred qperm(_, _) + nondet.\n",
    include_str!("../../wam/tests/watch/queens.pl")
);

fn text(output: &Output) -> (Option<i32>, String, String) {
    let of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), of(&output.stdout), of(&output.stderr))
}

/// Exit code, output and errors of watching a program.
fn watch(home: &Home, program: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let file = home.file("program.pl", program);
    let output = home.run(&[&["watch", file.to_str().expect("a plain path")], options].concat());
    let (code, stdout, stderr) = text(&output);
    let dir = home.0.path().display().to_string();
    (code, stdout.replace(&dir, "DIR"), stderr.replace(&dir, "DIR"))
}

#[test]
fn folds_are_told_as_text() {
    let home = Home::empty();
    let mut all = String::new();
    for options in [
        &["--fold", "ports"][..],
        &["--fold", "calls", "--fold", "depths", "-q"],
        &["--fold", "control-flow-counts", "--redo", "declared", "-q"],
        &["--fold", "call-graph", "-q"],
        &["--fold", "coverage", "-q"],
        &["--fold", "site-coverage", "-q"],
        &["--fold", "coverage", "--format", "annotated", "-q"],
        &["--fold", "coverage", "--format", "lcov", "-q"],
        &["--fold", "flame", "-q"],
        &["--fold", "max-depth", "--slice", "200", "-q"],
        &["--fold", "control-flow", "--format", "dot", "-q"],
        &["--fold", "ports", "--predicates", "qdelete/3,safe/1", "--events", "call,exit", "--json", "-q"],
    ] {
        let (code, stdout, stderr) = watch(&home, QUEENS, options);
        assert_eq!((code, &*stderr), (Some(0), ""), "{options:?}");
        all += &format!("$ {}\n{stdout}\n", options.join(" "));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn pictures_and_pages_are_written_whole() {
    let home = Home::empty();
    for (fold, name, parts) in [
        ("control-flow-counts", "flow.svg", &["<svg", "qperm/2", "106", "</svg>"][..]),
        ("flame", "flame.svg", &["<svg", "nodiag/3", "</svg>"]),
        ("coverage", "page.html", &["<!DOCTYPE html>", "12 of 15 criteria met: 80.00 %", "</html>"]),
        ("coverage", "cover.info", &["SF:", "end_of_record"]),
        ("call-graph", "calls.dot", &["digraph", "qdelete/3", "}"]),
        ("flame", "run.speedscope.json", &["speedscope", "nodiag/3", "weights"]),
        ("flame", "run.folded", &["main/0;queen/2;safe/1;nodiag/3 40"]),
        ("proof-tree", "proof.txt", &["main\n  data([1,2,3,4,5])\n  queen([1,2,3,4,5],[1,3,5,2,4])\n"]),
    ] {
        let path = home.0.path().join(name);
        let (code, _, stderr) =
            watch(&home, QUEENS, &["--fold", fold, "-q", "-o", path.to_str().expect("a plain path")]);
        assert_eq!((code, stderr), (Some(0), format!("note: written to DIR/{name}\n")), "{fold}");
        let written = std::fs::read_to_string(&path).expect("it was written");
        parts.iter().for_each(|part| assert!(written.contains(part), "{name} has no {part}"));
    }
    let (code, stdout, _) = watch(&home, QUEENS, &["--fold", "flame", "--format", "speedscope", "-q"]);
    let profile: Value = serde_json::from_str(&stdout).expect("it is JSON");
    assert_eq!((code, profile["profiles"][0]["endValue"].as_u64()), (Some(0), Some(140)));
}

#[test]
fn coverage_is_merged_over_runs_and_may_be_too_little() {
    let home = Home::empty();
    let program = ":- pred p(_) + nondet.\np(1). p(2). p(3).\na :- p(1).\nb :- p(9) ; true.\nc :- p(X), X > 1, !.\n";
    let runs = home.0.path().join("runs.json");
    let runs = runs.to_str().expect("a plain path");
    let cover = |goal: &str, least: &str| {
        let options =
            ["-g", goal, "--fold", "coverage", "-p", "p/1", "-q", "--merge", runs, "--fail-under", least, "--json"];
        let (code, stdout, stderr) = watch(&home, program, &options);
        let line: Value = serde_json::from_str(&stdout).expect("it is JSON");
        let coverage = &line["report"];
        (code, coverage["met"].as_u64(), coverage["criteria"].as_u64(), stderr)
    };
    assert_eq!(cover("a", "30"), (Some(0), Some(1), Some(3), String::new()));
    let (code, met, _, stderr) = cover("a", "34");
    assert_eq!((code, met, &*stderr), (Some(1), Some(1), "error: 33.33 % are covered, and 34 % are wanted\n"));
    assert_eq!(cover("b", "60").1, Some(2));
    assert_eq!(cover("c", "100"), (Some(0), Some(3), Some(3), String::new()));
    std::fs::write(runs, "no coverage").expect("room");
    let (code, _, stderr) = watch(&home, program, &["-g", "a", "--fold", "coverage", "--merge", runs]);
    assert!(code == Some(2) && stderr.contains("runs.json holds no coverage"), "{stderr}");
}

#[test]
fn what_cannot_be_is_said_with_what_can() {
    let home = Home::empty();
    for (options, expected) in [
        (&["--fold", "nothing"][..], "there is no fold named nothing; there are calls, ports,"),
        (&["--fold", "no/such.pl"], "no/such.pl: No such file"),
        (&["--fold", "calls", "--format", "svg"], "there is no fold here whose result is a graph"),
        (&["--fold", "call-graph", "--fold", "flame", "--format", "svg"], "a file holds one result, and there are 2"),
        (&["-o", "a.xyz"], "no format is known by .xyz"),
        (&["--events", "call,leave"], "there is no port leave"),
        (&["--predicates", "qprm/2"], "qprm/2"),
        (&["--det", "qperm/2=often"], "does not say how many solutions"),
        (&["-g", "nonsense("], "goal"),
    ] {
        let (code, _, stderr) = watch(&home, QUEENS, options);
        assert!(code == Some(2) && stderr.contains(expected), "{options:?}: {code:?} {stderr}");
    }
}

#[test]
fn a_watched_program_ends_as_it_does_otherwise() {
    let home = Home::empty();
    let program = "t :- write(hello), nl. f :- t, fail. x :- t, X is foo + 1, write(X). h :- t, halt(7).
        e :- catch(x, error(type_error(_, _), _), t). r :- r.
        d(N) :- assertz(c(N)), M is N - 1, ( M > 0 -> d(M) ; true ). :- dynamic(c/1). c(0). s :- d(3), c(1), retract(c(2)).";
    let mut compared = 0;
    for goal in ["t", "f", "x", "h", "e", "s", "undefined_one"] {
        for more in [&[][..], &["--redo", "all"], &["--boxes", "full", "--library"], &["--boxes", "merge"]] {
            let file = home.file("program.pl", program);
            let file = file.to_str().expect("a plain path");
            let plain = text(&home.run(&["run", file, "-g", goal]));
            let out = home.0.path().join("out.txt");
            let options = [&["watch", file, "-g", goal, "-o", out.to_str().expect("a plain path")], more].concat();
            let (code, stdout, stderr) = text(&home.run(&options));
            let note = format!("note: written to {}\n", out.display());
            assert_eq!((code, stdout, stderr.replace(&note, "")), plain, "{goal} {more:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 28);
    let (code, stdout, stderr) = watch(&home, program, &["-g", "r", "--time", "300ms", "--fold", "calls"]);
    assert!(
        code == Some(124) && stdout.starts_with("calls: ") && stderr.contains("resource_error"),
        "{stdout}{stderr}"
    );
}

#[test]
fn a_loop_of_last_calls_is_one_box() {
    let home = Home::empty();
    let program = "loop(0) :- !. loop(N) :- M is N - 1, loop(M).";
    let options = ["-g", "loop(3000000)", "--fold", "ports", "-q", "--memory", "16M"];
    let (code, stdout, stderr) = watch(&home, program, &options);
    assert_eq!((code, &*stderr), (Some(0), ""));
    assert!(stdout.contains("loop/1     3000001  3000001     0     0          0"), "{stdout}");
    // Where every call has a box of its own, so many do not fit.
    let (code, _, stderr) = watch(&home, program, &[&options[..], &["--boxes", "tail"]].concat());
    assert!(code == Some(3) && stderr.contains("resource_error(memory)"), "{code:?} {stderr}");
}

#[test]
fn a_monitor_that_goes_wrong_is_told_and_the_program_goes_on_or_ends() {
    let home = Home::empty();
    let monitor = home.file("bad.pl", "initialize(0). collect(_, N, M) :- N < 3, M is N + 1 ; N >= 3, throw(oops).");
    let monitor = monitor.to_str().expect("a plain path");
    let program = "main :- p(1), p(2), p(3), write(done), nl. p(_).";
    let (code, stdout, stderr) = watch(&home, program, &["--fold", monitor]);
    assert_eq!((code, &*stdout), (Some(2), "done\ntrue\n"));
    assert!(stderr.contains("the monitor has ended") && stderr.contains("collect/3: oops"), "{stderr}");
    let (code, stdout, _) = watch(&home, program, &["--fold", monitor, "--strict"]);
    assert!(code == Some(2) && stdout.is_empty(), "{code:?} {stdout}");
}

#[test]
fn at_the_prompt_results_are_answers_slice_by_slice() {
    let home = Home::empty();
    let file = home.file("queens.pl", QUEENS);
    let slices = home.file("slices.pl", "initialize(0). collect(_, N, M) :- N < 200, M is N + 1.");
    let queries = format!(
        "watch(main, calls, R).\nwatch(queen([1,2,3,4,5], Q), ports, [First|_]).\nwatch(main, '{}', R).\n\
         watch(qperm([1,2], Q), 'call-graph', G).\nwatch(fail, calls, N).\nwatch(main, nothing, R).\nmain.\n",
        slices.display()
    );
    let (_, stdout, stderr) = text(&home.told(&["top", file.to_str().expect("a plain path")], &queries));
    let expected = "R = 140.\nQ = [1,3,5,2,4], First = row(qdelete/3,47,43,35,39,0).\nR = 200 ;\nR = 200 ;\nR = 48.\n\
        Q = [1,2], G = [arc(user/0,qperm/2,1),arc(qperm/2,qdelete/3,2),arc(qperm/2,qperm/2,2)].\n\
        N = 0.\ntrue.\n";
    assert_eq!(stdout, expected, "{stderr}");
    assert!(stderr.contains("there is no fold named nothing"), "{stderr}");
}

/// What others have found wrong once.
#[test]
fn what_is_rare_is_told_right() {
    let home = Home::empty();
    let told = |program: &str, options: &[&str]| watch(&home, program, &[&["-q"], options].concat());
    // Nothing is called: a picture of that.
    for fold in ["call-graph", "control-flow", "flame"] {
        let (code, stdout, _) = told("main.", &["-g", "true", "--fold", fold, "--format", "svg"]);
        assert!(code == Some(0) && stdout.contains("nothing was called</text></svg>"), "{fold}: {stdout}");
    }
    // A monitor that reads no more than ports sees all of them.
    let exits = home.file("exits.pl", "initialize(0). collect(E, N, M) :- ( port(E, exit) -> M is N + 1 ; M = N ).");
    let all = home.file("all.pl", "initialize(0). collect(E, N, M) :- port(E, _), M is N + 1.");
    let [exits, all] = [&exits, &all].map(|path| path.to_str().expect("a plain path"));
    let (_, stdout, _) = told(QUEENS, &["--fold", exits, "--fold", all]);
    assert!(stdout.contains(": 143\n") && stdout.contains(": 450\n"), "{stdout}");
    // What is made while it runs is watched, too.
    let made = "main :- assertz(fresh(1)), fresh(_), assertz((rule(X) :- fresh(X))), rule(_).";
    let (_, stdout, _) = told(made, &[]);
    assert!(stdout.contains("fresh/1       2     2") && stdout.contains("rule/1        1     1"), "{stdout}");
    // A directive that was false decides where all else is well.
    assert_eq!(told("main. :- fail.", &[]).0, Some(1));
    // Names may have line ends.
    let (_, stdout, _) = told("main :- 'new\\nline'(1). 'new\\nline'(_).", &["--fold", "coverage", "--format", "lcov"]);
    assert!(stdout.contains("FN:1,new\\nline/1\n"), "{stdout}");
    // Recursion through others makes no deep stacks, and depths are counted together where they are many.
    let mutual = "main :- ev(20000). ev(0). ev(N) :- N > 0, M is N - 1, od(M). od(N) :- N > 0, M is N - 1, ev(M).";
    let (code, stdout, _) = told(mutual, &["--fold", "flame", "--format", "folded"]);
    assert_eq!((code, &*stdout), (Some(0), "main/0 1\nmain/0;ev/1 10001\nmain/0;ev/1;od/1 10000\n"));
    let (_, stdout, _) = told(mutual, &["--fold", "depths"]);
    assert!(stdout.contains("1 to 8 ") && stdout.lines().count() < 4100, "{}", stdout.lines().count());
    // What does not fit is said before anything runs.
    for (options, expected) in [
        (&["--fail-under", "50"][..], "--fail-under is about coverage"),
        (&["--merge", "runs.json"], "--merge is about coverage"),
        (&["--fold", "ports", "--format", "dot"], "there is no fold here whose result is a graph"),
    ] {
        let (code, stdout, stderr) = told("main :- write(ran), nl.", options);
        assert!(code == Some(2) && stdout.is_empty() && stderr.contains(expected), "{options:?}: {stdout}{stderr}");
    }
    let slices = home.0.path().join("slices.json");
    let slices = slices.to_str().expect("a plain path");
    for _ in 0..2 {
        assert_eq!(told(QUEENS, &["--fold", "coverage", "--slice", "100", "--merge", slices]).0, Some(0));
    }
    let (_, stdout, _) = told(QUEENS, &["-g", "true", "--fold", "coverage", "--merge", slices]);
    assert!(stdout.contains("12 of 15 criteria met"), "{stdout}");
    // Directives of monitors do not run, and their output is no part of the report.
    let directive = home.file("directive.pl", ":- write(x).\ninitialize(0). collect(_, N, N).");
    let (_, _, stderr) = told("main.", &["--fold", directive.to_str().expect("a plain path")]);
    assert!(stderr.contains("the directive in line 1 would have to run"), "{stderr}");
    let writes = home.file("writes.pl", "initialize(0). collect(_, N, M) :- M is N + 1, write(x).");
    let (_, stdout, stderr) = told("main.", &["--fold", writes.to_str().expect("a plain path"), "--json"]);
    assert!(serde_json::from_str::<Value>(&stdout).is_ok() && stderr.contains("xx"), "{stdout}{stderr}");
    assert_eq!(text(&home.run(&["watch", "--list"])).0, Some(0));
}

/// Queries and, behind those that are traced, commands. An empty line creeps.
const SESSION: &str = "\
trace.
qperm([1,2], P), P = [2|_].
c

g
w
s
n fail
h
x
f
l
notrace.
spy(safe/1, [exit, depth(3)]).
queen([1,2,3,4], Q).
l
l
l
l
l
l
l
l
spy(qdelete/3, [call, arg(1, 3)]).
spy(nothing/3).
spy(safe/1, [often]).
nospyall.
main.
trace.
data(X).
a
data(X).
u
notrace.
data(X).
";

#[test]
fn a_debugger_session_goes_through_events_by_commands() {
    let home = Home::empty();
    let file = home.file("queens.pl", QUEENS);
    let seen = home.seen_when_told(&["top", file.to_str().expect("a plain path")], SESSION);
    insta::assert_snapshot!(seen);
}

/// Events within clauses, one by one.
const WITHIN: &str = "\
trace([often]).
trace(all).
nodiag(2, 1, [1,2]).
b

b
w
n then
b
n never
e L = [H|_], H > N
e K is D +
e fail
e true
r 99
r
n switch
f
g
fold nothing
fold ports
l
nodebug.
trace.
counted(3), nodiag(2, 1, [1,2]).
e true
r

e count(D), assertz(count(9)), findall(N, count(N), Ns)
n then
r 7
r 1
c
l
nodebug.
spy(nodiag/3, [then]).
nodiag(2, 1, [1,2]).
b
l
nodebug.
watch(nodiag(1, 1, [3,2]), ports, R).
watch(nodiag(1, 1, [3,2]), calls, N), M is N + 1.
watch(nodiag(1, 1, [3,2]), nothing, N), M is N + 1.
";

#[test]
fn the_debugger_goes_through_clauses_and_retries() {
    let home = Home::empty();
    let more = ":- dynamic(count/1).\ncount(0).\ncounted(N) :- retract(count(_)), assertz(count(N)).\n";
    let file = home.file("queens.pl", &format!("{QUEENS}\n{more}"));
    let seen = home.seen_when_told(&["top", file.to_str().expect("a plain path")], WITHIN);
    insta::assert_snapshot!(seen);
}

#[test]
fn internal_ports_are_told_where_they_are_asked_for() {
    let home = Home::empty();
    let events = "call,switch,disj,if,then,else,neg_enter,neg_success,neg_failure";
    let (code, stdout, stderr) = watch(&home, QUEENS, &["--events", events, "-q"]);
    assert_eq!((code, &*stderr), (Some(0), ""));
    insta::assert_snapshot!(stdout);
    let (code, stdout, _) = watch(&home, QUEENS, &["--fold", "max-depth", "--events", "then", "-q"]);
    assert_eq!(code, Some(0), "{stdout}");
    let (code, _, stderr) = watch(&home, QUEENS, &["--events", "them"]);
    assert!(code == Some(2) && stderr.contains("ports are call, exit, redo, fail, exception, switch"), "{stderr}");
}

#[test]
fn determinism_is_declared_else_inferred_else_given() {
    let home = Home::empty();
    let program = ":- mode app(+, +, -) is det, app(-, -, +) is multi.\n:- entry rev(+list, -).\n\
        app([], L, L).\napp([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).\n\
        rev([], []).\nrev([X|Xs], R) :- rev(Xs, T), app(T, [X], R).\n\
        main :- rev([a], _), app(_, _, [a]), given.\ngiven.\n";
    let monitor = "initialize([]).\ncollect(E, L, M) :- ( port(E, call), determinism(E, D) -> name(E, N), mode_number(E, K), M = [N-K-D|L] ; M = L ).\n\
        post_process(L, R) :- reverse(L, R).\n";
    let monitor = home.file("monitor.pl", monitor);
    let monitor = monitor.to_str().expect("a plain path");
    let (code, stdout, stderr) = watch(&home, program, &["--fold", monitor, "-q", "--det", "given/0=failure"]);
    assert_eq!((code, &*stderr), (Some(0), ""));
    let expected = "[main-0-multi,rev-1-det,rev-1-det,app-1-det,app-2-multi,given-0-failure]";
    assert!(stdout.contains(expected), "{stdout}");
    let (_, _, stderr) = watch(&home, program, &["--det", "given/0=failure", "-q"]);
    assert!(stderr.contains("it changes nothing here"), "{stderr}");
    let (code, _, stderr) = watch(&home, program, &["--det", "given/0=often"]);
    assert!(code == Some(2) && stderr.contains("given/0=often does not say"), "{stderr}");
}

#[test]
fn scripts_watch_goals() {
    let home = Home::empty();
    let script = "p(1). p(2).\n:- watch(p(X), calls, N), write(X-N), nl.\n:- watch(p(_), nothing, _).\nmain.\n";
    let file = home.file("script.pl", script);
    let path = file.to_str().expect("a plain path");
    let (code, stdout, stderr) = text(&home.run(&["run", path, "-g", "watch((p(X), X > 1), calls, N), M is N + X"]));
    assert!(stdout.starts_with("1-1\n") && stdout.contains("X = 2, N = 1, M = 3"), "{code:?} {stdout}{stderr}");
    assert!(stderr.contains("script.pl:3:") && stderr.contains("there is no fold named nothing"), "{stderr}");
}

/// A home with a profile whose events have made-up prices: call, exit, redo, fail, exception, choice point.
fn with_prices() -> Home {
    let home = Home::empty();
    let way = |way: &str, prices: [f64; EVENTS]| WayPrices {
        way: way.into(),
        prices: prices.map(Nanoseconds),
        standings: [Standing::Measured; EVENTS],
        band: Band { low: 0.5, high: 2.0 },
        held_out: HeldOutError::default(),
    };
    let mut watching = vec![
        way("boxes", [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]),
        way("told", [10.0, 8.0, 6.0, 4.0, 9.0, 0.0]),
        way("ports", [20.0, 16.0, 12.0, 8.0, 30.0, 0.0]),
        way("calls", [5.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        way("monitor", [30.0, 30.0, 30.0, 30.0, 30.0, 0.0]),
        way("monitor, at once", [90.0, 90.0, 90.0, 90.0, 90.0, 0.0]),
    ];
    let others = SHIPPED.iter().map(|shipped| shipped.name).filter(|name| !["solutions", "proof-tree"].contains(name));
    for other in others {
        if watching.iter().all(|known| known.way != other) {
            watching.push(way(other, [10.0; EVENTS]));
        }
    }
    let profile = Profile { watching, ..support::profile(Mode::Fast) };
    Store::new(home.0.path()).save(&profile).expect("it can be saved");
    home
}

#[test]
fn watching_is_priced_before_the_run_and_observed_after_it() {
    let home = with_prices();
    let all = "450 events: call 140, exit 143, redo 85, fail 82, exception 0";
    let monitor =
        home.file("monitor.pl", "initialize(0). collect(E, N, M) :- port(E, call), !, M is N + 1. collect(_, N, N).");
    let monitor = monitor.to_str().expect("a plain path");
    let nothing = home.file("nothing.pl", "initialize(nothing). collect(E, S, S) :- port(E, _).");
    let nothing = nothing.to_str().expect("a plain path");
    let reads = home.file("reads.pl", "initialize(0). collect(E, N, N) :- args(E, _).");
    let reads = reads.to_str().expect("a plain path");
    for (options, events, added, without) in [
        (&["--fold", "ports"][..], all, "6.76 µs", None),
        (&["--fold", "calls"], all, "700 ns", None),
        // Boxes are kept once, and whoever is told of calls only pays for these.
        (&["--fold", "ports", "--fold", "calls"], all, "8.02 µs", Some("what calls does for an event")),
        (&["--fold", "ports", "--events", "call"], all, "3.11 µs", None),
        (&["--predicates", "qdelete/3"], "164 events: call 47, exit 43, redo 35, fail 39", "2.36 µs", None),
        (&["--redo", "declared"], "470 events: call 140, exit 143, redo 95, fail 92", "6.96 µs", None),
        (&["--fold", "proof-tree"], all, "3.38 µs", Some("what proof-tree does for an event")),
        // What does nothing has the price of doing nothing, told of later or at once.
        (&["--fold", nothing], all, "13.5 µs", None),
        (&["--fold", nothing, "--slice", "1000"], all, "40.5 µs", None),
        (&["--fold", nothing, "--fold", "ports"], all, "19.8 µs", None),
        (&["--fold", nothing, "--events", "fail"], all, "2.83 µs", None),
        // What it does beyond that depends on the code of its clauses.
        (&["--fold", monitor], all, "", None),
        (&["--fold", reads], all, "40.5 µs", Some("the copies of arguments that DIR/reads.pl reads")),
        (&["--events", "call,then"], all, "3.11 µs", Some("the events within clauses that ports is told of")),
    ] {
        let (code, stdout, stderr) = watch(&home, QUEENS, &[options, &["-q", "--predict"]].concat());
        assert!(code == Some(0) && stderr.contains(&format!("note: {events}")), "{options:?}: {stderr}");
        let adds = format!("; watching adds {added}{}", if added.is_empty() { "" } else { ", so that it takes " });
        assert!(stderr.contains(&adds), "{options:?}: {stderr}");
        assert!(stderr.contains("note: watched, the goal took "), "{options:?}: {stderr}");
        assert_eq!(stderr.contains("that is without "), without.is_some(), "{options:?}: {stderr}");
        assert!(without.is_none_or(|what| stderr.contains(what)), "{options:?}: {stderr}");
        // What is priced may run again.
        assert_eq!(stderr.contains("note: run again and again, it takes "), without.is_none(), "{options:?}: {stderr}");
        let (_, plain, _) = watch(&home, QUEENS, &[options, &["-q"]].concat());
        assert_eq!(stdout, plain, "{options:?}");
    }
}

#[test]
fn what_cannot_be_predicted_is_run_all_the_same() {
    let home = with_prices();
    let program = "\
        p(1). p(2).\n\
        :- dynamic seen/1.\n\
        said :- write(said), nl.\n\
        marked :- assertz(seen(1)), p(_).\n\
        loop :- loop.\n\
        out :- throw(out).\n\
        left :- halt(7).\n";
    for (goal, code, said, warned) in [
        ("said", 0, "said\n", "note: 2 events: call 1, exit 1"),
        ("p(X), X > 1", 0, "X = 2", "note: 4 events: call 1, exit 2, redo 1, fail 0"),
        ("p(3)", 1, "", "note: 2 events: call 1, exit 0, redo 0, fail 1"),
        ("marked", 0, "", "note: 4 events: call 2, exit 2"),
        ("out", 2, "", "note: nothing is predicted: "),
        ("left", 7, "", "note: nothing is predicted: "),
        ("loop", 124, "", "note: nothing is predicted: "),
        ("nothing_there", 2, "", "note: nothing is predicted: "),
    ] {
        let options = ["-g", goal, "--fold", "calls", "--predict", "--time", "1s"];
        let (ended, stdout, stderr) = watch(&home, program, &options);
        assert_eq!(ended, Some(code), "{goal}: {stdout}{stderr}");
        assert!(
            stdout.contains(said) && stderr.contains(warned) && !stderr.contains("panicked"),
            "{goal}: {stdout}{stderr}"
        );
        assert_eq!(
            stderr.contains("run again and again"),
            matches!(code, 0 | 1) && goal != "marked",
            "{goal}: {stderr}"
        );
    }
    // What is wrong with the goal is said once, and nothing runs.
    let (code, stdout, stderr) = watch(&home, program, &["-g", "p(", "--predict"]);
    assert!(code == Some(2) && stdout.is_empty() && stderr.contains("syntax error"), "{stdout}{stderr}");
}

#[test]
fn what_is_told_later_is_told_before_the_program_says_more() {
    let home = Home::empty();
    let monitor = home.file("slices.pl", "initialize(0). collect(E, N, M) :- chrono(E, C), C mod 5 > 0, M is N + 1.");
    let monitor = monitor.to_str().expect("a plain path");
    let program = "main :- w(12).\nw(0) :- !.\nw(N) :- x(N), write(N), nl, M is N - 1, w(M).\nx(_).\n";
    // A program that is to end where its monitor goes wrong has its events told at once.
    let later = watch(&home, program, &["--fold", monitor]);
    let then = watch(&home, program, &["--fold", monitor, "--strict"]);
    assert_eq!(later.0, Some(0), "{later:?}");
    assert_eq!(later, then);
    assert!(later.1.matches("slices.pl, events ").count() > 5, "{}", later.1);
    let first = later.1.find("slices.pl, events ").expect("it is there");
    assert!(first < later.1.find("\n1\n").expect("it is written"), "{}", later.1);
}

#[test]
fn a_run_that_is_limited_tells_all_that_it_has_to() {
    let home = Home::empty();
    let monitor = home.file("slices.pl", "initialize(0). collect(E, N, M) :- chrono(E, C), C mod 7 > 0, M is N + 1.");
    let monitor = monitor.to_str().expect("a plain path");
    let written = home.0.path().join("slices.json");
    let to = written.to_str().expect("a plain path");
    let options = ["-g", "inf", "-q", "--fold", monitor, "--json", "-o", to, "--time", "1s"];
    let (code, _, stderr) = watch(&home, "inf :- inf.\n", &options);
    assert_eq!(code, Some(124), "{stderr}");
    let lines = std::fs::read_to_string(&written).expect("it is written");
    assert!(lines.lines().count() > 1000 && lines.ends_with('\n'), "{} lines", lines.lines().count());
}

#[test]
fn earlier_coverage_is_a_file() {
    let home = Home::empty();
    let (code, _, stderr) = watch(&home, QUEENS, &["-q", "--fold", "coverage", "--merge", "/dev/full"]);
    assert!(code == Some(2) && stderr.contains("/dev/full is no file"), "{stderr}");
}

#[test]
fn coverage_of_a_long_run_forgets_what_cannot_come_back() {
    let home = Home::empty();
    let program = "main :- l(200000).\nl(0) :- !.\nl(N) :- q(_), once(r(_)), M is N - 1, l(M).\nq(1).\nr(1).\nr(2).\n";
    let (code, stdout, stderr) = watch(&home, program, &["-q", "--fold", "coverage", "--memory", "64m"]);
    assert!(code == Some(0) && stdout.contains("r/1"), "{stdout}{stderr}");
}

#[test]
fn a_program_has_its_own_goals_watched_wherever_it_calls_them() {
    let home = Home::empty();
    let program = "\
        p(1). p(2). p(3).\n\
        q(X) :- p(X), X > 1.\n\
        said(N) :- write(N), nl.\n\
        cost(G, N) :- watch(G, calls, N).\n\
        in_a_clause :- cost(q(_), N), said(N).\n\
        in_a_loop :- findall(N, ( member(G, [p(_), q(_), fail]), watch(G, calls, N) ), L), said(L).\n\
        binds :- watch(q(X), 'max-depth', D), said(X-D).\n\
        raises :- catch(watch(throw(oops), calls, _), E, said(E)), watch(q(_), calls, N), said(N).\n\
        fails :- p(X), watch(q(Y), calls, N), said(X-Y-N), fail.\nfails.\n\
        built :- G =.. [watch, q(_), calls, N], call(G), said(N).\n\
        after :- watch(p(_), calls, _), q(X), X > 2, said(X).\n\
        inside :- watch(watch(q(_), calls, _), calls, _).\n\
        unknown :- watch(q(_), nothing, _).\n\
        clauses :- watch(q(_), 'inside.pl', _).\n\
        inf :- inf.\n\
        limited :- call_with_inference_limit(watch(inf, calls, _), 10000, R), said(R), watch(q(_), calls, N), said(N).\n";
    let file = home.file("program.pl", program);
    let path = file.to_str().expect("a plain path");
    home.file("inside.pl", "initialize(0). collect(E, N, M) :- ( port(E, switch) -> M is N + 1 ; M = N ).");
    for (goal, said) in [
        ("in_a_clause", "2\ntrue\n"),
        ("in_a_loop", "[1,2,0]\ntrue\n"),
        ("binds", "2-2\ntrue\n"),
        ("raises", "oops\n2\ntrue\n"),
        ("fails", "1-2-2\n2-2-2\n3-2-2\ntrue\n"),
        ("built", "2\ntrue\n"),
        ("after", "3\ntrue\n"),
        ("limited", "inference_limit_exceeded\n2\ntrue\n"),
        ("p(1), watch(q(X), calls, N)", "X = 2, N = 2\n"),
        ("watch(q(X), calls, N), watch(p(Y), calls, M)", "X = 2, N = 2, Y = 1, M = 1\n"),
    ] {
        let (code, stdout, stderr) = text(&home.run(&["run", path, "-g", goal]));
        assert!(code == Some(0) && stdout == said, "{goal}: {stdout}{stderr}");
    }
    for (goal, why) in [("inside", "it is watched already"), ("unknown", "there is no fold named nothing")] {
        let (code, _, stderr) = text(&home.run(&["run", path, "-g", goal]));
        assert!(code == Some(2) && stderr.contains(why), "{goal}: {stderr}");
    }
    // How many solutions predicates have is inferred, as elsewhere.
    let covered = "one(1).\ntwo(1). two(2).\nmain :- one(_), two(X), X > 1, !.\n\
                   said :- watch(main, coverage, coverage(Met, All, Rows)), write(Met/All-Rows), nl.\n";
    let covered = home.file("covered.pl", covered);
    let (_, stdout, stderr) = text(&home.run(&["run", covered.to_str().expect("a plain path"), "-g", "said"]));
    assert!(stdout.starts_with("4/8-[row(one/1,-,[exit],[]),row(two/1,-,[exit,second exit],[])"), "{stdout}{stderr}");
    // A predicate of the user's is that.
    let own = home.file("own.pl", "watch(_, _, own).\nmain :- watch(true, calls, X), write(X), nl.\n");
    let (_, stdout, _) = text(&home.run(&["run", own.to_str().expect("a plain path"), "-g", "main"]));
    assert_eq!(stdout, "own\ntrue\n");
}

#[test]
fn builtins_have_boxes_where_they_are_named() {
    let home = Home::empty();
    let program = "\
        lengths(L) :- maplist(atom_length, [a,bb], L).\n\
        longer(A, B) :- atom_length(A, X), atom_length(B, Y), X > Y.\n\
        safe(A, R) :- catch(atom_length(A, R), error(E, _), recovered(E, R)).\n\
        recovered(_, none). recovered(_, 0).\n\
        known(L) :- findall(X, ( member(X, [1,2,3]), X > 1 ), L), \\+ L = [].\n\
        :- dynamic d/1.\n\
        d(X) :- atom_length(X, 3).\n";
    let file = home.file("program.pl", program);
    let path = file.to_str().expect("a plain path");
    // Of each builtin: calls, exits, redos, fails, exceptions.
    for (goal, named, rows) in [
        ("lengths(L)", "atom_length/2", &["atom_length/2 2 2 0 0 0"][..]),
        ("longer(aa, b)", "atom_length/2,>/2", &[">/2 1 1 0 0 0", "atom_length/2 2 2 0 0 0"]),
        ("longer(b, aa)", ">/2", &[">/2 1 0 0 1 0"]),
        ("safe(_, R)", "catch/3,atom_length/2", &["atom_length/2 1 0 0 0 1", "catch/3 1 2 1 0 0"]),
        ("safe(abc, R)", "catch/3", &["catch/3 1 1 0 0 0"]),
        ("known(L)", "findall/3,>/2,=/2", &["=/2 1 0 0 1 0", ">/2 3 2 0 1 0", "findall/3 1 1 0 0 0"]),
        ("d(abc)", "atom_length/2,d/1", &["atom_length/2 1 1 0 0 0", "d/1 1 1 0 0 0"]),
        ("X is 2 + 3", "is/2", &["is/2 1 1 0 0 0"]),
        ("maplist(=(X), [1,1])", "=/2", &["=/2 2 2 0 0 0"]),
        ("length(L, 2)", "length/2", &["length/2 1 1 0 0 0"]),
    ] {
        let args = ["watch", path, "-g", goal, "--all", "--fold", "ports", "--quiet"];
        let chosen: Vec<&str> = named.split(',').flat_map(|of| ["-p", of]).collect();
        let (code, stdout, stderr) = text(&home.run(&[&args[..], &chosen].concat()));
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let found: Vec<String> = stdout.lines().map(words).collect();
        let is_false = stderr.contains("the goal is false");
        assert!(
            code == Some(i32::from(is_false)) && rows.iter().all(|row| found.contains(&row.to_string())),
            "{goal}: {stdout}{stderr}"
        );
    }
    // Errors are raised in the clause, also where the builtin is its last goal.
    let failing = "m :- n, true.\nn :- once(o).\no :- atom_length(_, _).\n";
    let file = home.file("failing.pl", failing);
    let failing = file.to_str().expect("a plain path");
    let (_, _, plain) = text(&home.run(&["run", failing, "-g", "m"]));
    assert!(plain.contains("in o/0") && plain.contains("called from n/0"), "{plain}");
    for boxes in ["tail", "full", "merge"] {
        let args =
            ["watch", failing, "-g", "m", "--fold", "calls", "--boxes", boxes, "-p", "atom_length/2", "-p", "once/1"];
        let (code, _, watched) = text(&home.run(&args));
        assert!(code == Some(2) && watched == plain, "{boxes}: {watched}");
    }
    // How many solutions they have is known, and goals are as they were written.
    let sites = "main :- X is 1 + 1, p(X), catch((true, p(2)), _, true), atom_length(abc, _), findall(Y, (p(Y), true), _).\np(_).\n";
    let file = home.file("sites.pl", sites);
    let sites = file.to_str().expect("a plain path");
    let named = ["-p", "is/2", "-p", "catch/3", "-p", "findall/3", "-p", "main/0", "-p", "p/1", "-p", "atom_length/2"];
    let args = |fold| [&["watch", sites, "-g", "main", "--quiet", "--fold", fold][..], &named].concat();
    let (_, stdout, stderr) = text(&home.run(&args("site-coverage")));
    assert!(stdout.contains("5 of 11 criteria met") && !stdout.contains("never called"), "{stdout}{stderr}");
    let (_, stdout, stderr) = text(&home.run(&args("solutions")));
    assert!(stdout.contains("catch((true,p(2)),_0,true)") && !stdout.contains("$goal"), "{stdout}{stderr}");
    let given = ["watch", path, "-g", "X = 1", "--quiet", "--fold", "coverage", "-p", "=/2"];
    let (_, stdout, stderr) = text(&home.run(&[&given[..], &["--det", "=/2=det"]].concat()));
    assert!(stdout.contains("1 of 1 criteria met"), "{stdout}{stderr}");
    for construct in [";/2", "!/0", "\\+/1"] {
        let (code, _, stderr) = text(&home.run(&["watch", path, "-g", "d(abc)", "--fold", "ports", "-p", construct]));
        assert!(code == Some(2) && stderr.contains("is a control construct"), "{construct}: {stderr}");
    }
}

#[test]
fn coverage_is_of_all_calls_and_says_what_it_cannot_add() {
    let home = Home::empty();
    let of = |program: &str, options: &[&str]| watch(&home, program, &[&["-q"], options].concat());
    // Calls that the analyzer does not see, and the query.
    let unseen = ":- dynamic d/1.\nq(1). q(2). q(3).\nd(X) :- q(X).\nr :- q(1).\nmain :- d(X), X > 5.\nmain.\n";
    for goal in ["main", "q(X), X > 5", "q(X), X > 5 ; true"] {
        let options = ["-g", goal, "--fold", "coverage", "--fold", "ports", "--redo", "declared"];
        let (_, stdout, stderr) = of(unseen, &options);
        assert!(stdout.contains("nondet     exit, second exit"), "{goal}: {stdout}{stderr}");
        assert!(stdout.contains(" q/1           1     3     3     1 "), "{goal}: {stdout}");
    }
    // Of one call the analyzer sees that it has one solution.
    let (_, stdout, _) = of(unseen.trim_start_matches(":- dynamic d/1.\n"), &["-g", "r", "--fold", "coverage"]);
    assert!(stdout.contains(" q/1        1     nondet "), "{stdout}");
    // Several on a line.
    let line = "a(1). b(2) :- fail. b(_).\nmain :- a(_), b(X), X = 3.\n";
    let lcov = |fold| of(line, &["--fold", fold, "--format", "lcov"]).1;
    assert!(lcov("coverage").contains("DA:1,1\nBRDA:1,0,0,1\nBRDA:1,1,0,1\nDA:2,1\n"), "{}", lcov("coverage"));
    assert!(lcov("site-coverage").contains("DA:2,1\nBRDA:2,0,0,1\nBRDA:2,1,0,1\nend"), "{}", lcov("site-coverage"));
    // What lines have moved from, and what runs know of solutions.
    let runs = home.0.path().join("moved.json");
    let merging = ["--fold", "coverage", "--merge", runs.to_str().expect("a plain path")];
    let merged = |program: &str, goal: &str| of(program, &[&["-g", goal][..], &merging].concat());
    let (_, stdout, stderr) = merged("p(1). p(2).\n", "p(2)");
    assert!(stdout.contains("semidet") && !stderr.contains("left out"), "{stdout}{stderr}");
    let (_, stdout, stderr) = merged("p(1). p(2).\n", "p(X), X > 1");
    assert!(stdout.contains("exit, second exit") && !stderr.contains("left out"), "{stdout}{stderr}");
    let (_, stdout, stderr) = merged("p(1). p(2).\n", "p(2)");
    assert!(stdout.contains("second exit") && stdout.contains(" 3\n"), "{stdout}{stderr}");
    let (_, _, stderr) = merged("% a line\np(1). p(2).\n", "p(2)");
    assert!(stderr.contains("1 of the places"), "{stderr}");
}

#[test]
fn what_cannot_be_told_is_said_beside_an_error_and_folds_leave_memory_to_the_program() {
    let home = Home::empty();
    for program in ["main :- X is a + 1, write(X).", "main :- main."] {
        let options = ["-q", "--time", "1", "--fold", "calls", "-o", "/dev/full"];
        let (code, _, stderr) = watch(&home, program, &options);
        assert!(code != Some(0) && stderr.contains("cannot write /dev/full"), "{program}: {stderr}");
        assert!(stderr.contains("type_error") || stderr.contains("out of time"), "{program}: {stderr}");
    }
    let walks = "main :- numlist(1, 3000, L), walk(L), write(done), nl.\nwalk([]). walk([_|T]) :- walk(T).";
    for fold in ["solutions", "proof-tree"] {
        let options = ["-q", "--fold", fold, "--fold", "calls", "--memory", "20M"];
        let (code, stdout, stderr) = watch(&home, walks, &options);
        assert!(stdout.contains("done\n") && stdout.contains("calls: 3002\n"), "{fold}: {stdout}{stderr}");
        assert!(code == Some(2) && stderr.contains("--memory"), "{fold}: {stderr}");
    }
    // Goals of a module are of that, and predicates are named by it.
    let module =
        ":- module(m, [main/0]).\nmain :- forall(kv(a), true), ignore(kv(b)), once(kv(a)), not(kv(c)).\nkv(a).\n";
    let named = ["-p", "forall/2", "-p", "ignore/1", "-p", "once/1", "-p", "not/1", "-p", "m:kv/1"];
    let (code, stdout, stderr) = watch(&home, module, &[&["-q"], &named[..]].concat());
    assert!(code == Some(0) && stdout.contains("m:kv/1        4     2     0     2"), "{stdout}{stderr}");
    let (code, _, stderr) = watch(&home, module, &["-q", "-p", "m:other/1"]);
    assert!(code == Some(2) && stderr.contains("no predicate m:other/1"), "{stderr}");
}
