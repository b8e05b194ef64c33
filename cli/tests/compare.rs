//! Goals that change what their next run finds, that do not end, and that reach outside: what `compare` counts, says, and
//! refuses.

mod support;

use calibrate::profile::{Mode, Profile};
use calibrate::store::Store;
use calibrate::variety::Variety;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::Duration;
use support::Home;

const PROGRAM: &str = "
:- dynamic counter/1, memo/2, seen/1.
counter(0).
seen(a). seen(b). seen(c).
tick(N) :- retract(counter(M)), N is M + 1, assertz(counter(N)), work(N).
work(0).
work(N) :- N > 0, M is N - 1, work(M).
fib(N, F) :- memo(N, F), !.
fib(N, N) :- N < 2, !, assertz(memo(N, N)).
fib(N, F) :- A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y, assertz(memo(N, F)).
drop(X) :- retract(seen(X)), !.
empty :- retractall(seen(_)), \\+ seen(_).
there_and_back(X) :- assertz(seen(X)), retract(seen(X)).
undeclared(X) :- assertz(brand_new(X)).
keep(X) :- ( catch(nb_getval(key, N), _, N = 0) -> true ; true ), M is N + X, nb_setval(key, M), work(M).
lend(X) :- b_setval(key, X), b_getval(key, Y), Y == X.
symbol(X) :- gensym(a, X).
quotes(X) :- set_prolog_flag(double_quotes, X).
operator(X) :- op(700, xfx, X).
draw(N) :- N is random(1000), work(N).
input(X) :- read(X).
look(X) :- peek_char(X).
open_only(F) :- open(F, read, _).
throws(X) :- throw(X).
fails(a).
stops(X) :- halt(X).
loop(X) :- loop(X).
stubborn(X) :- catch(loop(X), _, stubborn(X)).
endless(X) :- repeat, X = 1.
sleeps(X) :- sleep(X).
fills(X) :- fills([X|X]).
writes(F) :- open(F, append, S), write(S, x), close(S).
reads(F) :- open(F, read, S), read(S, _), close(S).
removes(F) :- delete_file(F).
runs(C) :- shell(C, _).
tells :- print_message(silent, nothing).
temporary(X) :- tmp_file_stream(text, F, S), write(S, X), close(S), exists_file(F).
forgets :- abolish(seen/1).
prints(0).
prints(N) :- N > 0, write(hello), nl, M is N - 1, prints(M).
complains(X) :- write(user_error, X).
power(N, X) :- X is N ** N.
twice(0, 1).
twice(N, X) :- N > 0, M is N - 1, twice(M, Y), X is 2 * Y.
above(E, N) :- E > N.
'two words'(X) :- X > 1.
alone.
";

struct Compared {
    home: Home,
    file: String,
}

impl Compared {
    fn new() -> Compared {
        let home = Home::with_profiles();
        let file = home.file("program.pl", PROGRAM).to_str().expect("a plain path").to_string();
        Compared { home, file }
    }

    fn args<'a>(&'a self, goal: &'a str, options: &[&'a str]) -> Vec<&'a str> {
        [&["compare", &self.file, goal], options].concat()
    }

    fn json(&self, goal: &str, options: &[&str]) -> Value {
        let json = self.home.run(&self.args(goal, &[options, &["--json"]].concat()));
        // A busy machine is code 4, and no matter here.
        assert!(matches!(json.status.code(), Some(0 | 4)), "{goal}: {}", String::from_utf8_lossy(&json.stderr));
        serde_json::from_slice(&json.stdout).expect("it is JSON")
    }

    fn seen(&self, goal: &str, options: &[&str]) -> String {
        self.home.seen(&self.args(goal, options))
    }
}

#[test]
fn what_a_goal_changes_is_named_and_undone() {
    let compared = Compared::new();
    for (goal, changes) in [
        ("tick(_)", "the database"),
        ("fib(12, _)", "the database"),
        ("drop(b)", "the database"),
        ("empty", "the database"),
        ("undeclared(a)", "the database"),
        ("symbol(_)", "the database"),
        ("keep(5)", "global variables"),
        ("quotes(atom)", "flags"),
        ("operator(===>)", "operators"),
        ("draw(_)", "the sequence of random numbers"),
        ("open_only('Cargo.toml')", "open streams"),
        ("temporary(a)", "its working directory, environment or temporary files"),
    ] {
        let json = compared.json(goal, &[]);
        assert_eq!((&json["changes"], &json["runs"]), (&json!([changes]), &json!("restored")), "{goal}");
        assert!(json["observed"].as_f64().is_some_and(|time| time > 0.0), "{goal}: {json}");
        let text = compared.seen(goal, &[]);
        assert!(text.contains(&format!("the goal changes {changes}: that was undone after each run")), "{text}");
        let first = compared.seen(goal, &["-r", "steps"]);
        assert!(first.contains(&format!("the goal changes {changes}: this is its first run")), "{first}");
    }
}

#[test]
fn every_timed_run_is_a_first_one() {
    let compared = Compared::new();
    // What is priced are the counts of a run in the middle of those that are timed. Without a restoration these have other
    // counts from run to run, and are false at last.
    for goal in ["tick(_)", "fib(12, _)", "keep(5)", "drop(b)"] {
        let json = compared.json(goal, &[]);
        assert_eq!((&json["solutions"], json.get("varies")), (&json!(1), None), "{goal}: {json}");
    }
}

#[test]
fn what_leaves_all_as_it_was_is_repeated() {
    let compared = Compared::new();
    for goal in ["work(20)", "there_and_back(z)", "lend(a)", "fails(b)", "prints(3)", "complains(x)"] {
        let json = compared.json(goal, &[]);
        assert_eq!((&json["changes"], &json["runs"]), (&json!([]), &json!("repeated")), "{goal}");
        let seen = compared.seen(goal, &[]);
        assert!(!seen.contains("the goal changes") && !seen.contains("hello") && !seen.ends_with('x'), "{seen}");
    }
    let read = format!("reads('{}')", compared.file);
    assert_eq!(compared.json(&read, &[])["runs"], "repeated");
    // A message asks hooks of modules that need not be there.
    assert_eq!(compared.json("tells", &[])["runs"], "repeated");
}

#[test]
fn random_numbers_are_the_same_in_each_run_and_others_are_looked_at() {
    let compared = Compared::new();
    for options in [&["-r", "steps"][..], &[]] {
        let json = compared.json("draw(_)", options);
        let varies: Vec<f64> =
            json["varies"].as_array().expect("a range").iter().map(|end| end.as_f64().expect("a number")).collect();
        assert!(varies.len() == 2 && varies[0] < varies[1], "{json}");
        let priced = json["priced"].as_f64().expect("a number");
        assert!((0.999 * varies[0]..=1.001 * varies[1]).contains(&priced), "{json}");
    }
    let json = compared.json("draw(_)", &["-r", "steps"]);
    assert_eq!(json["observed"], compared.json("draw(_)", &["-r", "steps"])["observed"]);
    let seen = compared.seen("draw(_)", &["-r", "steps"]);
    assert!(seen.contains("runs differ: their priced counts are"), "{seen}");
}

#[test]
fn all_runs_read_the_same_input() {
    let compared = Compared::new();
    let told = |goal: &str, options: &[&str]| {
        let args = compared.args(goal, &[options, &["--json"]].concat());
        let output =
            compared.home.told(&args.iter().map(|arg| &**arg).collect::<Vec<_>>(), "first(term). second(term).");
        assert!(matches!(output.status.code(), Some(0 | 4)), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).expect("it is JSON")
    };
    // A later run would have another solution, or none: only the first term is `first(term)`.
    let json = told("input(first(term))", &[]);
    assert_eq!((&json["solutions"], &json["changes"]), (&json!(1), &json!(["what is left of its input"])), "{json}");
    assert_eq!(json.get("varies"), None, "{json}");
    let json = told("look(f)", &[]);
    assert_eq!((&json["solutions"], &json["runs"]), (&json!(1), &json!("repeated")), "{json}");
    assert_eq!(told("input(_)", &["-r", "solutions"])["observed"], 1);
}

#[test]
fn what_cannot_be_undone_is_counted_once_and_not_timed() {
    let compared = Compared::new();
    let path = |name: &str| compared.home.0.path().join(name);
    let out = path("out");
    let writes = format!("writes('{}')", out.display());
    let runs = format!("runs('echo x >> {}')", out.display());
    let forgets = "forgets".to_string();
    for (goal, what) in
        [(&writes, "files or runs commands"), (&runs, "files or runs commands"), (&forgets, "the loaded program")]
    {
        let _ = std::fs::remove_file(&out);
        let seen = compared.seen(goal, &[]);
        let refused = format!("the goal has run once, and changes {what}: it is not run again and again to be timed");
        assert!(seen.starts_with("exit 2") && seen.contains(&refused) && seen.contains("--resource steps"), "{seen}");
        if goal != &forgets {
            assert_eq!(std::fs::read_to_string(&out).expect("it was written").trim(), "x", "it has run once: {goal}");
        }
        assert_eq!(compared.json(goal, &["-r", "solutions"])["observed"], 1, "{goal}");
    }
    // What a command prints is printed by the goal: standard output is the result.
    assert_eq!(compared.json("runs('echo hi')", &["-r", "solutions"])["observed"], 1);
    compared.home.file("gone", "");
    let removes = format!("removes('{}')", path("gone").display());
    assert!(compared.seen(&removes, &[]).contains("it is not run again"));
    assert!(!path("gone").exists());
}

#[test]
fn exceptions_and_halts_are_told() {
    let compared = Compared::new();
    let seen = compared.seen("throws(oh)", &[]);
    assert!(seen.starts_with("exit 2") && seen.contains("uncaught exception: oh"), "{seen}");
    for resource in ["time", "steps"] {
        let seen = compared.seen("stops(0)", &["-r", resource]);
        assert!(seen.starts_with("exit 2") && seen.contains("the goal halted with status 0"), "{seen}");
    }
    assert_eq!(compared.json("fails(b)", &["-r", "solutions"])["observed"], 0);
}

#[test]
fn a_goal_without_end_ends_with_its_time() {
    let compared = Compared::new();
    for goal in ["loop(a)", "stubborn(a)", "endless(_)", "sleeps(1000)", "fills(a)"] {
        for resource in ["time", "steps"] {
            let seen = compared.seen(goal, &["-r", resource, "--time", "300ms"]);
            assert!(seen.starts_with("exit 124\n--- stdout\n--- stderr\n"), "{goal}: {seen}");
            assert!(seen.contains("out of time: the goal did not end") && seen.contains("--time"), "{goal}: {seen}");
        }
    }
    // With a first solution only, it has one.
    assert_eq!(compared.json("endless(_)", &["-r", "solutions", "--first"])["observed"], 1);
    let seen = compared.seen("work(30000000)", &["--time", "1"]);
    assert!(seen.starts_with("exit 124") && seen.contains("out of time"), "{seen}");
    for wrong in ["0", "x", "3d"] {
        assert!(compared.seen("work(1)", &["--time", wrong]).starts_with("exit 2"), "{wrong}");
    }
}

#[test]
fn an_endless_goal_is_interrupted() {
    let compared = Compared::new();
    for (signal, goal, code) in [("-INT", "loop(a)", 130), ("-INT", "stubborn(a)", 130), ("-TERM", "stubborn(a)", 143)]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_horolog"));
        command.args(compared.args(goal, &["-r", "steps"])).env("HOROLOG_HOME", compared.home.0.path());
        let child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        // It listens once it has threads for it.
        let threads = format!("/proc/{}/task", child.id());
        let listens = (0..1500).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            std::fs::read_dir(&threads).map_or(0, Iterator::count) >= 4
        });
        assert!(listens, "{goal}: it never had threads");
        std::thread::sleep(Duration::from_millis(100));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{goal}: {said}");
    }
}

#[test]
fn a_run_of_few_different_instructions_takes_less_than_its_prices_and_that_is_shown() {
    let home = Home::with_profiles();
    let file = home.file("p.pl", PROGRAM).display().to_string();
    let compared = |more: &[&str]| {
        let out = home.run(&[&["compare", &file, "work(100)"], more].concat());
        String::from_utf8(out.stdout).expect("text")
    };
    let of_json = || serde_json::from_str::<Value>(&compared(&["--json"])).expect("JSON");
    let alike = of_json();
    assert_eq!(alike.get("variety"), None);
    assert!(!compared(&[]).contains("variety"));
    let variety = Variety::new(0.1, 0.0).expect("an exponent");
    Store::new(home.0.path()).save(&Profile { variety, ..support::profile(Mode::Fast) }).expect("it can be saved");
    let own = of_json();
    let number = |of: &Value| of.as_f64().expect("a number");
    let factor = number(&own["variety"]);
    assert!((0.8..0.99).contains(&factor), "{factor}");
    // Mispredictions of the runs may differ.
    let ratio = |of: &dyn Fn(&Value) -> f64| of(&own) / of(&alike);
    for ratio in [ratio(&|of| number(&of["priced"])), ratio(&|of| number(&of["expected"]["upper"]))] {
        assert!((ratio / factor - 1.0).abs() < 0.03, "{ratio} for {factor}");
    }
    assert!(compared(&[]).contains("variety of instructions"));
}

/// What `run` would find, `compare` counts: facts that directives have asserted, also those of `initialization/1`; not what
/// `initialization(_, main)` does, nor what comes after a directive that halts.
#[test]
fn directives_run_before_the_goal() {
    let home = Home::with_profiles();
    let compared = |text: &str, goal: &str| {
        let file = home.file("directives.pl", text);
        let ran = home.run(&["compare", file.to_str().expect("a plain path"), goal, "--resource", "steps", "--json"]);
        (ran.status.code(), serde_json::from_slice::<Value>(&ran.stdout).unwrap_or_default(), ran.stderr)
    };
    let table = ":- dynamic p/1.
        :- initialization(assertz(p(3))).
        :- initialization(assertz(p(4)), main).
        :- forall(between(1, 2, X), assertz(p(X))).
        all(X) :- p(X).";
    let (code, json, _) = compared(table, "all(X)");
    assert_eq!((code, &json["solutions"], &json["misfires"]), (Some(0), &json!(3), &Value::Null));
    let (code, json, _) = compared(&format!("{table}\n:- halt.\n:- assertz(p(5))."), "all(X)");
    assert_eq!((code, &json["solutions"]), (Some(0), &json!(2)));
    let (code, json, stderr) = compared(&format!("{table}\n:- p(7).\n:- atom_length(X, _)."), "all(X)");
    assert_eq!((code, &json["solutions"], json["misfires"].as_array().map(Vec::len)), (Some(0), &json!(3), Some(2)));
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(stderr.contains(":6:4: warning: the directive is false"), "{stderr}");
    assert!(stderr.contains(":7:4: warning: the directive raised error(instantiation_error"), "{stderr}");
    let looping = home.file("looping.pl", "p(1). q :- q.\n:- q.");
    let ran =
        home.run(&["compare", looping.to_str().expect("a plain path"), "p(X)", "--resource", "steps", "--time", "1"]);
    assert_eq!(ran.status.code(), Some(124));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("the program's directives did not end"));
}

#[test]
fn what_no_bound_of_a_time_has_is_told() {
    let compared = Compared::new();
    let json = compared.json("power(900, _)", &[]);
    assert_eq!(json["condition"], "while the integers that power/2 computes fit 60 bits");
    let beyond = &json["beyond"];
    assert!(beyond["share"].as_f64().is_some_and(|share| 0.0 < share && share < 1.0), "{beyond}");
    let keys = |json: &Value| json["beyond"]["keys"].as_array().map_or(0, Vec::len);
    assert!(keys(&json) > 0);
    let seen = compared.seen("above(1+2+3+4+5+6+7+8+9, 3)", &[]);
    assert!(seen.contains("in no bound of a time, and ") && seen.contains("evaluated per functor"), "{seen}");
    assert_eq!(compared.json("above(9, 3)", &[])["beyond"], Value::Null);
    // Beyond a size that is known nothing holds, and why is said.
    assert_eq!(compared.json("twice(70, _)", &[])["outside"], "integers of more than 60 bits cost more");
    assert!(compared.seen("twice(70, _)", &[]).contains("\nintegers of more than 60 bits cost more\n"));
    assert_eq!(compared.json("twice(7, _)", &[])["outside"], Value::Null);
}

#[test]
fn goals_are_named_as_they_are_written() {
    let compared = Compared::new();
    assert_eq!(compared.json("'two words'(3)", &["-r", "steps"])["entry"], "'two words'(nat)");
    assert_eq!(compared.json("alone", &["-r", "steps"])["entry"], "alone");
    for (goal, error) in [
        ("call(alone)", "`call(alone)` is a builtin or a control construct"),
        ("user:alone", "`user:alone` names a module"),
    ] {
        let seen = compared.seen(goal, &["-r", "steps"]);
        assert!(seen.starts_with("exit 2") && seen.contains(error), "{seen}");
    }
    // What is a builtin elsewhere is what the program makes of it.
    let own = compared
        .home
        .file("own.pl", ":- entry plus(+int, +int, -).\nplus(A, B, C) :- half(A), C is A + B.\nhalf(_).\n");
    let own = own.to_str().expect("a plain path");
    let seen = compared.home.seen(&["compare", own, "plus(1, 2, _)", "-r", "steps"]);
    assert!(seen.contains("estimated      2 steps") && seen.contains("observed       2 steps"), "{seen}");
}

#[test]
fn what_is_measured_once_has_advice_of_its_own() {
    let compared = Compared::new();
    let estimate = |target: &str, modes: &str| {
        let args = ["estimate", &compared.file, target, "--modes", modes, "--measure-once"];
        compared.home.seen(&args)
    };
    let seen = compared.home.seen(&["estimate", &compared.file, "alone/0", "--measure-once"]);
    assert!(seen.contains(": one run took "), "{seen}");
    let seen = estimate("forgets/0", "forgets");
    assert!(!seen.contains("--resource steps"), "{seen}");
    let seen = estimate("runs/1", "runs(+atm)");
    assert!(!seen.contains("--resource steps"), "{seen}");
}

#[test]
fn integers_that_no_size_holds_have_no_size() {
    let home = Home::with_profiles();
    let text =
        ":- entry d(+nat, -).\nd(N, [N]) :- N < 10, !.\nd(N, [D|Ds]) :- D is N mod 10, M is N // 10, d(M, Ds).\n";
    let file = home.file("d.pl", text).to_str().expect("a plain path").to_string();
    for (goal, steps) in [("d(99999999999999999999, D)", 20), ("d(9223372036854775807, D)", 19), ("d(7, D)", 1)] {
        let seen = home.run(&["compare", &file, goal, "-r", "steps", "--json"]);
        let json: Value = serde_json::from_slice(&seen.stdout).expect("it is JSON");
        assert_eq!(json["observed"], json!(steps), "{goal}");
        assert!(json["lower"].as_i64().is_some_and(|lower| lower <= steps), "{goal}: {json}");
        let upper = json["upper"].as_i64();
        assert!(upper.map_or(steps == 20, |upper| upper >= steps), "{goal}: {json}");
    }
}
