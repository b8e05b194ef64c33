//! Signals: what was interrupted is said, and nothing stays behind.

mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::Home;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < LONG, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn entries(directory: &Path) -> usize {
    std::fs::read_dir(directory).expect("it is there").count()
}

/// The processes whose command line holds a text.
fn processes_with(text: &str) -> usize {
    let processes = std::fs::read_dir("/proc").expect("Linux").filter_map(Result::ok);
    let holds = |path: &Path| {
        std::fs::read(path.join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(text))
    };
    processes.filter(|process| holds(&process.path())).count()
}

/// The program, started in the home, its temporary files in `tmp` there.
fn start(home: &Home, args: &[&str]) -> Child {
    let temporary = home.0.path().join("tmp");
    std::fs::create_dir_all(&temporary).expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_horolog"));
    command.args(args).env("HOROLOG_HOME", home.0.path()).env("TMPDIR", temporary).current_dir(home.0.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
}

/// Sends a signal, and gives the exit code and what was said.
fn stopped(child: Child, signal: &str) -> (Option<i32>, String) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn peers_leave_no_children_and_no_directories() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let home = Home::empty();
        std::fs::create_dir(home.0.path().join("suite")).expect("a directory");
        let text = "% endless: a loop\n% stresses: patience\n% repeat: 1\n\ntop :- repeat, fail.\ncheck.\n";
        home.file("suite/endless.pl", text);
        let child = start(&home, &["peers", "--dir", "suite", "--systems", "horolog"]);
        let temporary = home.0.path().join("tmp");
        let mark = temporary.to_str().expect("a plain path").to_owned();
        wait_until("no child has started", || processes_with(&mark) > 0);
        assert_eq!(entries(&temporary), 1);
        let (ended, said) = stopped(child, signal);
        assert_eq!(ended, Some(code), "{said}");
        assert!(said.contains("benchmarks interrupted"), "{said}");
        assert_eq!((entries(&temporary), processes_with(&mark)), (0, 0));
    }
}

#[test]
fn a_program_that_is_ended_takes_its_temporary_files_along() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let home = Home::empty();
        home.file("program.pl", "main :- tmp_file_stream(text, _, S), write(S, x), close(S), repeat, fail.\n");
        let child = start(&home, &["run", "program.pl"]);
        let temporary = home.0.path().join("tmp");
        wait_until("no file was made", || entries(&temporary) > 0);
        // The signal shall meet the loop behind it.
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(stopped(child, signal).0, Some(code));
        assert_eq!(entries(&temporary), 0);
    }
}

#[test]
fn a_program_that_catches_everything_ends_at_sigterm() {
    let home = Home::empty();
    home.file(
        "program.pl",
        "main :- open(begun, write, S), close(S), loop.\nloop :- catch((repeat, fail), _, loop).\n",
    );
    let child = start(&home, &["run", "program.pl"]);
    wait_until("it has not begun", || home.0.path().join("begun").exists());
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(stopped(child, "-TERM").0, Some(143));
}

#[test]
fn a_calibration_says_that_it_was_one() {
    let home = Home::empty();
    let child = start(&home, &["calibrate", "--thorough"]);
    std::thread::sleep(Duration::from_millis(500));
    let (code, said) = stopped(child, "-INT");
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("calibration interrupted: nothing was written"), "{said}");
    assert!(!home.0.path().join("machine-fast.toml").exists());
}

#[test]
fn a_validation_that_is_interrupted_leaves_no_files() {
    let home = Home::empty();
    let child = start(&home, &["validate", "--out", "results"]);
    wait_until("it has not begun", || home.0.path().join("results").exists());
    std::thread::sleep(Duration::from_millis(1000));
    let (code, said) = stopped(child, "-INT");
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("validation interrupted: nothing was written"), "{said}");
    assert!(!home.0.path().join("results").exists(), "the directory was made for nothing");
}

#[test]
fn a_file_that_outgrows_its_limit_is_an_error() {
    let home = Home::with_profiles();
    let plot = home.0.path().join("plots");
    std::fs::create_dir(&plot).expect("it can be made");
    let command = format!(
        "ulimit -f 1; exec {} estimate append/3 --size 1..100 -r steps --plot '{}'",
        env!("CARGO_BIN_EXE_horolog"),
        plot.join("a.svg").display()
    );
    let output = Command::new("sh").args(["-c", &command]).output().expect("the shell runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("cannot write"), "{:?}: {said}", output.status);
    assert_eq!(entries(&plot), 0);
}

/// The exit code of a program that is interrupted, a second time if that is wanted, and how long it went on.
fn interrupted_program(text: &str, again: bool) -> (Option<i32>, Duration) {
    let home = Home::empty();
    home.file("p.pl", text);
    let child = start(&home, &["run", "p.pl"]);
    std::thread::sleep(Duration::from_secs(1));
    let begin = Instant::now();
    if again {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        std::thread::sleep(Duration::from_millis(100));
    }
    let (code, _) = stopped(child, "-INT");
    (code, begin.elapsed())
}

#[test]
fn who_catches_every_interrupt_is_ended() {
    let program = "main :- catch((repeat, fail), _, main).\n";
    let (code, took) = interrupted_program(program, false);
    assert!(code == Some(130) && took < Duration::from_secs(10), "{code:?} after {took:?}");
    let (code, took) = interrupted_program(program, true);
    assert!(code == Some(130) && took < Duration::from_millis(900), "{code:?} after {took:?}");
}

#[test]
fn a_log_holds_what_was_told_until_the_signal() {
    let mut names = vec!["log.jsonl"];
    if cfg!(feature = "parquet") {
        names.push("log.parquet");
    }
    for name in names {
        let home = Home::empty();
        home.file(
            "program.pl",
            "main :- X is 1 + 2, q(X), tmp_file_stream(text, _, S), close(S), repeat, fail.\nq(_).\n",
        );
        home.file("my.evc", "E_Add, E_Fact;");
        let child = start(&home, &["instrument", "program.pl", "-c", "my.evc", "-a", "log", "-o", name]);
        // The log itself has no name.
        wait_until("no file was made", || entries(&home.0.path().join("tmp")) > 0);
        let (code, said) = stopped(child, "-TERM");
        assert_eq!(code, Some(143), "{said}");
        let bytes = std::fs::read(home.0.path().join(name)).expect("it was written");
        match name {
            "log.parquet" => assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1")),
            _ => assert_eq!(bytes.iter().filter(|byte| **byte == b'\n').count(), 2),
        }
    }
}
