//! `horolog instrument`: what it prints, that the program is as it was, and what becomes of bad input.

mod support;

use serde_json::Value;
use std::process::Output;
use support::Home;

const PROGRAM: &str = "\
:- dynamic seen/1.
fact(0, 1) :- !.
fact(N, F) :- N > 0, M is N - 1, fact(M, G), F is N * G.

nrev([], []).
nrev([X|Xs], R) :- nrev(Xs, T), append(T, [X], R).

main :-
    fact(22, F), write(F), nl,
    nrev([1,2,3], R), print(R), nl,
    ( member(X, R), X < 3 -> assertz(seen(X)) ; true ),
    findall(Y, (member(Y, R), \\+ seen(Y)), L), writeln(L).
";

const CONFIG: &str = "\
E_Math = (E_Sub, E_Mul);                         % names a set
E_Math{bigint = E_BigMath};
E_Call{append(+list, _, -) = E_Append, nrev/2};
E_Call{write(int) = E_WriteInt};
E_AssertLast, E_Not, E_NotTrue;
E_Bind{T@nrev/2 = E_Reversed};
[nrev/2] E_Exit{append/3};
[fact/2#1] E_Rule;
[program.pl:12] E_FindAll, E_WriteTerm;
";

fn text(output: &Output) -> (Option<i32>, String, String) {
    let of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), of(&output.stdout), of(&output.stderr))
}

/// Exit code, output and errors of instrumenting a program, told something.
fn told(program: &str, config: &str, options: &[&str], input: &str) -> (Option<i32>, String, String) {
    let home = Home::empty();
    let file = home.file("program.pl", program);
    let config = home.file("my.evc", config);
    let [file, config] = [&file, &config].map(|path| path.to_str().expect("a plain path"));
    let output = home.told(&[&["instrument", file, "-c", config], options].concat(), input);
    let (code, stdout, stderr) = text(&output);
    let dir = format!("{}/", home.0.path().display());
    (code, stdout.replace(&dir, ""), stderr.replace(&dir, ""))
}

fn instrument(program: &str, config: &str, options: &[&str]) -> (Option<i32>, String, String) {
    told(program, config, options, "")
}

#[test]
fn events_are_counted_listed_explained_logged_and_folded() {
    let mut all = String::new();
    for options in [
        &["-q"][..],
        &["--list"],
        &["--explain"],
        &["--action", "log", "-q"],
        &["--action", "fold", "--fold", "ports", "-q"],
        &["--json", "-q"],
    ] {
        let (code, stdout, stderr) = instrument(PROGRAM, CONFIG, options);
        assert_eq!((code, &*stderr), (Some(0), ""), "{options:?}");
        // JSON holds the place of the file as it was given.
        all += &format!("$ {}\n{stdout}\n", options.join(" "));
    }
    insta::assert_snapshot!(all);
}

const CALLING: &str = "\
main :- maplist(q, [1]), maplist([Y]>>(q(Y), r), [1]), meet(q), either(r), findall(X, (q(X), r), _).
meet(G) :- call(G, 1), ( G = q -> true ; member(G, _) ).
either(G) :- \\+ \\+ G, findall(X, (q(X), G), _), user:G.
q(1).
r.
";

#[test]
fn goals_that_others_call_are_listed_with_what_calls_them() {
    let config = "E_Call{q/1, r/0};\n[meet/1] E_Exit{q(-)};\n";
    let (code, list, stderr) = instrument(CALLING, config, &["--list"]);
    assert_eq!((code, &*stderr), (Some(0), ""));
    let (_, explained, _) = instrument(CALLING, config, &["--explain"]);
    insta::assert_snapshot!(format!("{list}\n{explained}"));
    // All are told where they are listed.
    let (_, log, _) = instrument(CALLING, config, &["--action", "log", "-q"]);
    let of = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    assert_eq!((of("q("), of("\"r\"")), (6, 5), "{log}");
}

#[test]
fn loops_of_last_calls_take_no_room_where_they_are_only_counted() {
    let program = "\
main :- loop(300000), numlist(1, 9, L), once(append(L, [a], [_|_])), maplist(pass, L), last(L, _), each(L).
loop(0).
loop(N) :- N > 0, M is N - 1, loop(M).
pass(_).
each([]).
each([X|Xs]) :- memberchk(X, [9,8,7,6,5,4,3,2,1]), each(Xs).
";
    let count = |program: &str, config: &str| {
        let (code, stdout, stderr) = instrument(program, config, &["-q", "--json", "--memory", "6M"]);
        assert_eq!((code, &*stderr), (Some(0), ""), "{config}");
        let rows = stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
        rows.map(|row| row["count"].as_u64().expect("a number")).collect::<Vec<u64>>()
    };
    assert_eq!(count(program, "E_Call{loop(int)};"), [300_001]);
    assert_eq!(count(program, "E_Call{memberchk/2} ; E_Call{each/1 = E_Each, loop/1 = E_Loop};"), [9, 10, 300_001]);
    let all = count(program, "E_Call; E_Exit{loop/1 = E_Loop};");
    // In a scope all have boxes, and the loops of the library are not told here or there. Nothing calls main/0 in one.
    let short = program.replace("300000", "30");
    let in_scope = count(&short, "[main/0, loop/1, each/1] E_Call; E_Exit{loop/1 = E_Loop};");
    assert_eq!(count(&short, "E_Call; E_Exit{loop/1 = E_Loop};"), [in_scope[0] + 1, 31]);
    assert_eq!(all, [in_scope[0] + 1 + 3 * (300_000 - 30), 300_001]);
}

#[test]
fn names_that_the_program_does_not_have_are_told_with_the_nearest() {
    let program = "nrev([], []).\nnrev([X|Xs], R) :- nrev(Xs, T), append(T, [X], R).\nmain :- nrev([1], _).\n";
    for (config, what, help) in [
        ("[nrve/2] E_Rule;", "1:2: warning: there are no clauses of nrve/2", "did you mean nrev/2?"),
        ("E_Call{nrve/2};", "1:1: warning: there is no predicate nrve/2", "did you mean nrev/2 or name/2?"),
        ("E_Call{nrev(+, _, -)};", "there is no predicate nrev/3", "did you mean nrev/2?"),
        ("[nrev/3] E_Rule;", "there are no clauses of nrev/3", "did you mean nrev/2?"),
        ("E_Call{wirte/1};", "there is no predicate wirte/1", "did you mean write/1 or writeq/1?"),
        ("E_Fact;\n[main/0, nrve/2]", "2:10: warning: there are no clauses of nrve/2", "did you mean nrev/2?"),
        ("[usr:nrev/2] E_Rule;", "there are no clauses of usr:nrev/2", "did you mean user:nrev/2?"),
        ("E_Call{usr:nrev/2};", "there is no predicate usr:nrev/2", "did you mean user:nrev/2?"),
        ("[progrm.pl:2-3] E_Rule;", "there is no file progrm.pl", "did you mean program.pl?"),
        ("[in.pl] E_Rule;", "there is no file in.pl", "the files are program.pl"),
        ("[in.pl:nrev/2] E_Rule;", "there is no file in.pl", "the files are program.pl"),
        ("\n [nrev/2#9] E_Rule;", "2:3: warning: there is no clause 9 of nrev/2, which has 2", ""),
        ("E_Bind{Zs@nrev/2};", "there is no variable Zs in clauses of nrev/2", "the variables are R, T, X, Xs"),
        ("E_Bind{Xs@nrve/2};", "there are no clauses of nrve/2", "did you mean nrev/2?"),
        ("E_Bind{Xs@nrev/2#1};", "there is no variable Xs in clause 1 of nrev/2", ""),
        ("E_Instruction{proced};", "there is no instruction proced", "did you mean proceed?"),
    ] {
        let (code, _, stderr) = instrument(program, config, &["--list"]);
        let help = if help.is_empty() { String::new() } else { format!("\n  help: {help}\n") };
        assert!(code == Some(0) && stderr.contains(&format!("{what}{help}")), "{config}: {code:?} {stderr}");
    }
    for config in [
        "[nrev/2#2, program.pl, program.pl:1-2, user:nrev/2, main/0] E_Rule;",
        "E_Call{nrev/2, user:nrev/2, append/3, write/1, nrev(+, -)};",
        "E_Bind{Xs@nrev/2, Xs@nrev/2#2, R@user:nrev/2};",
    ] {
        assert_eq!(instrument(program, config, &["--list"]).2, "", "{config}");
    }
}

#[test]
fn slices_of_folds_say_their_events() {
    let home = Home::empty();
    let program = home.file("program.pl", "main :- q(1), q(2), q(3).\nq(_).\n");
    let config = home.file("my.evc", "E_Call;");
    // It ends itself at each second event.
    let monitor =
        home.file("monitor.pl", "initialize(0).\ncollect(_, N, M) :- N < 2, M is N + 1.\npost_process(N, N).\n");
    let [program, config, monitor] = [&program, &config, &monitor].map(|path| path.to_str().expect("a plain path"));
    let options = ["instrument", program, "-c", config, "-q", "--action", "fold", "--fold"];
    let (code, stdout, stderr) = text(&home.run(&[&options[..], &[monitor, "--fold", "max-depth"]].concat()));
    assert_eq!((code, &*stderr), (Some(0), ""));
    let stdout = stdout.replace(monitor, "monitor.pl");
    assert!(stdout.contains("monitor.pl, events 1 to ") && stdout.contains(": 2\n"), "{stdout}");
    assert!(stdout.contains("max-depth: greatest depth: 2\n"), "{stdout}");
    let (_, stdout, _) = text(&home.run(&[&options[..], &[monitor, "--json"]].concat()));
    let lines: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert!(lines.len() > 1 && lines[1]["from"] == lines[0]["to"].as_u64().expect("a number") + 1, "{stdout}");
}

#[test]
fn the_run_stops_at_events() {
    let commands = "h\n\nw\nn E_Append\nr\n";
    let (code, stdout, stderr) = told(PROGRAM, CONFIG, &["--action", "stop", "-q"], commands);
    assert_eq!(code, Some(0));
    insta::assert_snapshot!(format!("{stdout}---\n{stderr}"));
    let (code, stdout, _) = told(PROGRAM, CONFIG, &["--action", "stop", "-q"], "\na\n");
    assert!(code == Some(130) && stdout.is_empty(), "{code:?} {stdout}");
}

#[test]
fn monitors_in_prolog_fold_all_that_is_selected() {
    let home = Home::empty();
    let program = home.file("program.pl", "main :- X is 1 + 2, q(X), Y is X * 1.5, q(Y).\nq(_).\n");
    let config = home.file("my.evc", "E_Arith{float = E_Float}; E_Add; E_Call{q/1 = E_Q}; E_Fact;");
    let monitor = "initialize([]).\n\
        collect(E, A, [C-V-P-N-L|A]) :- event_code(E, C), event_value(E, V), port(E, P), proc(E, N), line(E, L).\n\
        post_process(A, R) :- reverse(A, R).\n";
    let monitor = home.file("monitor.pl", monitor);
    let [program, config, monitor] = [&program, &config, &monitor].map(|path| path.to_str().expect("a plain path"));
    let options = ["instrument", program, "-c", config, "--action", "fold", "--fold", monitor, "--fold", "calls", "-q"];
    let (code, stdout, stderr) = text(&home.run(&options));
    assert_eq!((code, &*stderr), (Some(0), ""));
    let expected = "['E_AddInt'-3-none-main/0-1,'E_Q'-q(3)-call-q/1-1,'E_Fact'-'q/1#1'-none-q/1-2,\
        'E_Float'-4.5-none-main/0-1,'E_Float'-4.5-none-main/0-1,'E_Q'-q(4.5)-call-q/1-1,'E_Fact'-'q/1#1'-none-q/1-2]";
    assert!(stdout.contains(expected) && stdout.contains("calls: 2"), "{stdout}");
}

#[test]
fn the_basis_is_listed() {
    let home = Home::empty();
    let (code, stdout, _) = text(&home.run(&["instrument", "--basis"]));
    assert!(code == Some(0) && stdout.lines().count() >= 140 && stdout.contains("E_AddBig"), "{stdout}");
    let (_, stdout, _) = text(&home.run(&["instrument", "--basis", "--json"]));
    for line in stdout.lines() {
        let event: Value = serde_json::from_str(line).expect("it is JSON");
        assert!(event["code"].as_str().is_some_and(|code| code.starts_with("E_")) && event["value"].is_string());
    }
}

#[test]
fn configurations_of_libraries_are_found_by_name() {
    let home = Home::empty();
    let program = "main :- append([1], [2], L), length(L, _), list_to_assoc([a-1], A), ( get_assoc(b, A, _) -> true ; true ), \
                   assertz(p(1)), retract(p(_)), put_char(x), nl.\n";
    let file = home.file("program.pl", program);
    let file = file.to_str().expect("a plain path");
    for (name, codes) in [
        ("lists.evc", &["E_Append", "E_ListLength"][..]),
        ("assoc.evc", &["E_NewAssoc", "E_GetAssoc", "E_NoKey"]),
        ("db.evc", &["E_AssertLast", "E_Retract"]),
        ("io.evc", &["E_PutChar", "E_NewLine"]),
    ] {
        let (code, stdout, stderr) = text(&home.run(&["instrument", file, "-c", name, "-q", "--json"]));
        assert_eq!((code, &*stderr), (Some(0), ""), "{name}");
        for wanted in codes {
            assert!(stdout.contains(&format!("{{\"code\":\"{wanted}\",\"count\":1}}")), "{name}: {wanted}\n{stdout}");
        }
    }
}

#[test]
fn what_is_instrumented_does_what_it_did() {
    let home = Home::empty();
    let program = "\
        p(X) :- Y is X + 1, Y > 2, write(Y), nl.\n\
        q :- catch(p(a), E, (print(E), nl)), p(_).\n\
        r :- member(X, [1,2,3]), X >= 2, write(X), nl.\n\
        s :- read(T), print(T), nl, halt(3).\n\
        t :- forall(between(1, 3, X), ( X > 1 -> write(X) ; write(no) )), nl, fail.\n\
        u :- undefined_predicate(1).\n\
        v :- length(L, 2), L = [A, B], ( A == B -> write(same) ; write(other) ), nl, throw(my(A)).\n\
        w :- loop(0).\nloop(N) :- M is N + 1, loop(M).\n";
    let file = home.file("program.pl", program);
    let file = file.to_str().expect("a plain path");
    let everything = "E_ClauseChoice, E_Control, E_Unification, E_Build, E_Test, E_Compare, E_Order, E_Term, E_Text, E_Database, E_IO, \
                      E_Meta, E_System, E_Arith;";
    let config = home.file("all.evc", everything);
    let ports = home.file("ports.evc", "E_Port;");
    let out = home.0.path().join("out.txt");
    let out = out.to_str().expect("a plain path");
    let note = format!("note: written to {out}\n");
    for config in [&config, &ports].map(|path| path.to_str().expect("a plain path")) {
        for goal in ["p(1)", "p(5)", "p(foo)", "q", "r", "s", "t", "u", "v", "p(", "nothing", "true ; p(3)"] {
            for action in ["count", "log"] {
                let plain = text(&home.told(&["run", file, "-g", goal], "foo(X, bar).\n"));
                let options = ["instrument", file, "-c", config, "-g", goal, "--action", action, "-o", out];
                let (code, stdout, stderr) = text(&home.told(&options, "foo(X, bar).\n"));
                let hidden = |text: String| {
                    text.split("_G")
                        .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()))
                        .collect::<String>()
                };
                let seen = (code, hidden(stdout), hidden(stderr.replace(&note, "")));
                assert_eq!(seen, (plain.0, hidden(plain.1), hidden(plain.2)), "{goal} {config}");
            }
        }
    }
    let config = config.to_str().expect("a plain path");
    let (code, _, stderr) = text(&home.run(&["instrument", file, "-c", config, "-g", "w", "--time", "300ms"]));
    assert!(code == Some(124) && stderr.contains("resource_error"), "{code:?} {stderr}");
}

#[test]
fn a_log_is_written_whole_or_not_at_all() {
    let home = Home::empty();
    let file = home.file("program.pl", PROGRAM);
    let config = home.file("my.evc", CONFIG);
    let [file, config] = [&file, &config].map(|path| path.to_str().expect("a plain path"));
    let log = home.0.path().join("log.jsonl");
    let options = ["instrument", file, "-c", config, "-q", "--action", "log", "--out"];
    let (code, _, stderr) = text(&home.run(&[&options[..], &[log.to_str().expect("a plain path")]].concat()));
    assert_eq!((code, stderr), (Some(0), format!("note: written to {}\n", log.display())));
    let mut last = 0;
    for line in std::fs::read_to_string(&log).expect("it was written").lines() {
        let event: Value = serde_json::from_str(line).expect("it is JSON");
        let chrono = event["chrono"].as_u64().expect("a number");
        assert!(chrono >= last && event["code"].is_string() && event["value"].is_string(), "{line}");
        last = chrono;
    }
    let (code, _, stderr) = text(&home.run(&[&options[..], &["/dev/full"]].concat()));
    assert!(code == Some(2) && stderr.contains("cannot write /dev/full"), "{code:?} {stderr}");
    std::fs::write(&log, "before").expect("room");
    let (code, _, stderr) =
        text(&home.on_full_disk(1, &[&options[..], &[log.to_str().expect("a plain path")]].concat(), "-"));
    assert!(code == Some(2) && stderr.contains("cannot write"), "{code:?} {stderr}");
    assert_eq!(std::fs::read_to_string(&log).expect("it is there"), "before");
}

#[test]
fn a_parquet_file_is_a_log_and_nothing_else() {
    let home = Home::empty();
    let file = home.file("program.pl", ":- initialization((write(loaded), nl)).\nmain :- X is 1 + 2, write(X), nl.\n");
    let config = home.file("my.evc", "E_Arith;");
    let [file, config] = [&file, &config].map(|path| path.to_str().expect("a plain path"));
    let table = home.0.path().join("events.parquet");
    let table = table.to_str().expect("a plain path");
    for options in [&["-q"][..], &["--list"], &["--explain"], &["-a", "stop"], &["-a", "fold"]] {
        let (code, stdout, stderr) =
            text(&home.run(&[&["instrument", file, "-c", config, "-o", table], options].concat()));
        // Nothing has run.
        assert_eq!((code, &*stdout), (Some(2), ""), "{options:?}");
        assert!(stderr.contains("which only a log is") && stderr.contains("--action log"), "{stderr}");
    }
    #[cfg(not(feature = "parquet"))]
    {
        let options = ["instrument", file, "-c", config, "-a", "log", "-o", table];
        let (code, stdout, stderr) = text(&home.run(&options));
        assert_eq!((code, &*stdout), (Some(2), ""));
        assert!(
            stderr.contains("this program was built without them") && stderr.contains("--features parquet"),
            "{stderr}"
        );
    }
    assert!(!std::path::Path::new(table).exists());
}

/// Logs as Parquet files, read back.
#[cfg(feature = "parquet")]
mod tables {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use serde_json::{Map, json};
    use std::fs::File;
    use std::path::Path;

    /// What a cell is in JSON.
    fn cell(field: &Field) -> Value {
        match field {
            Field::Null => Value::Null,
            Field::UInt(value) => json!(value),
            Field::ULong(value) => json!(value),
            Field::Long(value) => json!(value),
            Field::Double(value) => json!(value),
            Field::Str(value) => json!(value),
            other => panic!("no column is of the type of {other:?}"),
        }
    }

    /// The rows of a file, and how many groups they are in.
    fn rows(path: &Path) -> (Vec<Map<String, Value>>, usize) {
        let reader = SerializedFileReader::new(File::open(path).expect("it was written")).expect("it is whole");
        let rows = reader.get_row_iter(None).expect("it has rows").map(|row| {
            row.expect("a row").get_column_iter().map(|(name, field)| (name.clone(), cell(field))).collect()
        });
        (rows.collect(), reader.num_row_groups())
    }

    /// Runs the goal `main` of a program, logged to a file of that name.
    fn logged(
        home: &Home,
        program: &str,
        config: &str,
        name: &str,
        options: &[&str],
    ) -> (Option<i32>, std::path::PathBuf) {
        let (file, config) = (home.file("program.pl", program), home.file("my.evc", config));
        let log = home.0.path().join(name);
        let [file, config, out] = [&file, &config, &log].map(|path| path.to_str().expect("a plain path"));
        let output = home.run(&[&["instrument", file, "-c", config, "-q", "-a", "log", "-o", out], options].concat());
        let (code, _, stderr) = text(&output);
        assert!(stderr.contains("note: written to"), "{stderr}");
        (code, log)
    }

    #[test]
    fn a_row_is_what_a_line_is() {
        let home = Home::empty();
        let config = format!("E_HeapGrow, E_Port, E_Arith, E_BuildList;\n{CONFIG}");
        let program = format!("{PROGRAM}more :- X is 1.5 + 2, Y is -3 + 1, print(X-Y).\n:- initialization(main).\n");
        let goal = ["-g", "main, more, catch(atom_length(_, _), _, true)"];
        let (code, lines) = logged(&home, &program, &config, "log.jsonl", &goal);
        assert_eq!(code, Some(0));
        let (code, table) = logged(&home, &program, &config, "log.parquet", &goal);
        assert_eq!(code, Some(0));
        let (rows, groups) = rows(&table);
        let lines = std::fs::read_to_string(lines).expect("it was written");
        assert!(groups == 1 && rows.len() == lines.lines().count() && rows.len() > 100, "{}", rows.len());
        let (mut integers, mut floats) = (0, 0);
        for (mut row, line) in rows.into_iter().zip(lines.lines()) {
            let line: Value = serde_json::from_str(line).expect("it is JSON");
            let value = line["value"].as_str().expect("a text");
            for (name, count) in [("integer", &mut integers), ("float", &mut floats)] {
                match row.remove(name).expect("there is such a column") {
                    Value::Null => {}
                    number => {
                        assert_eq!(number.to_string(), value);
                        *count += 1;
                    }
                }
            }
            for (name, cell) in row {
                assert_eq!(cell, line[&name], "{name} of {line}");
            }
        }
        assert!(integers > 10 && floats > 0, "{integers} {floats}");
    }

    #[test]
    fn a_run_that_reaches_a_limit_leaves_a_whole_file_of_several_groups() {
        let home = Home::empty();
        let program = "main :- loop(0).\nloop(70_000) :- grow([]).\nloop(N) :- N < 70_000, M is N + 1, loop(M).\n\
                       grow(L) :- grow([L|L]).\n";
        let (code, table) = logged(&home, program, "E_AddInt;", "log.parquet", &["--memory", "64M"]);
        assert_eq!(code, Some(3));
        let (rows, groups) = rows(&table);
        assert_eq!((groups, rows.len()), (2, 70_000));
        for (at, row) in rows.iter().enumerate() {
            assert_eq!(row["integer"], json!(at + 1));
        }
    }

    #[test]
    fn it_is_written_whole_or_not_at_all() {
        let home = Home::empty();
        let (_, log) = logged(&home, PROGRAM, CONFIG, "log.parquet", &[]);
        std::fs::write(&log, "before").expect("room");
        let [file, config] = ["program.pl", "my.evc"].map(|name| home.0.path().join(name));
        let [file, config, out] = [&file, &config, &log].map(|path| path.to_str().expect("a plain path"));
        let options = ["instrument", file, "-c", config, "-q", "-a", "log", "-o", out];
        let (code, _, stderr) = text(&home.on_full_disk(1, &options, "-"));
        assert!(code == Some(2) && stderr.contains("cannot write"), "{code:?} {stderr}");
        assert_eq!(std::fs::read_to_string(&log).expect("it is there"), "before");
    }
}

#[test]
fn bad_input_is_said_with_its_place() {
    let many = |line: fn(u32) -> String| (0..100_000).map(line).collect::<String>();
    let selections = many(|n| format!("E_Call{{p{n}/2 = E_P{n}}};\n"));
    let too_many = many(|n| format!("[p{n}/2] E_Arith;\n"));
    for (config, options, expected_code, expected) in [
        ("", &["-q"][..], 0, "the configuration selects nothing"),
        ("E_M = (E_Add);", &["--list"], 0, "nothing of what is selected is in the program"),
        ("", &["--explain"], 0, "the configuration selects nothing"),
        ("this is none", &[], 2, "my.evc:1:1: error: found `this`, expected the name of an event or `[`"),
        ("E_Cal;", &[], 2, "did you mean E_Call?"),
        ("E_Call{p/2", &[], 2, "found the end of the file"),
        ("E_Cal;", &[], 2, "there is an error in the configuration"),
        ("E_Cal, E_Exi;", &[], 2, "there are 2 errors in the configuration"),
        ("E_Add{foo};", &[], 2, "`foo` is no mask for E_Add"),
        ("E_A = (E_B); E_B = (E_A);", &[], 2, "contains itself"),
        ("[nothing/3] E_Rule;", &["-q"], 0, "my.evc:1:2: warning: there are no clauses of nothing/3"),
        ("E_Call{frob/9};", &["--list"], 0, "warning: there is no predicate frob/9"),
        ("[none.pl] E_Rule;", &["--explain"], 0, "warning: there is no file none.pl"),
        ("E_Rule;", &["-g", "nonsense("], 2, "syntax error"),
        ("E_Rule;", &["-g", "no_such_goal"], 2, "no_such_goal/0"),
        ("E_Rule;", &["-g", "3"], 2, "error: 3 is no goal"),
        ("E_Rule;", &["-g", "fail"], 1, "false"),
        ("E_Rule;", &["-g", "halt(7)"], 7, "never: E_Rule"),
        ("E_Rule;", &["--action", "fold", "--fold", "nothing"], 2, "there is no fold named nothing"),
        ("E_Rule;", &["-o", "/dev/full"], 2, "cannot write /dev/full"),
        ("E_Rule;", &["-c", "none.evc"], 2, "cannot read none.evc"),
        ("E_Rule;", &["-c", "/"], 2, "cannot read /"),
        (&selections, &["-q"], 0, "warning: and 99980 more"),
        (&selections, &["--list"], 0, "nothing of what is selected is in the program"),
        (&too_many, &["-q"], 2, "comes to more than 1000000 selections"),
    ] {
        let (code, stdout, stderr) = instrument(PROGRAM, config, options);
        let seen = format!("{stdout}{stderr}");
        assert!(code == Some(expected_code) && seen.contains(expected), "{expected}: {code:?} {seen}");
        assert!(!seen.contains("panicked"), "{seen}");
    }
    let home = Home::empty();
    let binary = home.0.path().join("binary.evc");
    std::fs::write(&binary, [0xff, 0xfe, 0, 1]).expect("room");
    let file = home.file("program.pl", PROGRAM);
    let [file, binary] = [&file, &binary].map(|path| path.to_str().expect("a plain path"));
    let (code, _, stderr) = text(&home.run(&["instrument", file, "-c", binary]));
    assert!(code == Some(2) && stderr.contains("is no text"), "{stderr}");
    let (code, _, stderr) = text(&home.run(&["instrument", "none.pl", "-c", "lists.evc"]));
    assert!(code == Some(2) && stderr.contains("none.pl"), "{stderr}");
    assert_eq!(text(&home.run(&["instrument", file])).0, Some(2));
}
