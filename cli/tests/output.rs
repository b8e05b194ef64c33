//! Output that is refused: by a full disk, and by a pipe that nobody reads any more.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};
use support::Home;

/// Commands that print, whatever is installed here.
const PRINTERS: &[&[&str]] = &[
    &["list", "append/3"],
    &["estimate", "append/3", "-r", "steps"],
    &["estimate", "append/3", "-r", "steps", "--json"],
    &["estimate", "append/3", "--size", "3"],
    &["machine", "show"],
    &["machine", "check", "--json"],
    &["help"],
    &["help", "codes"],
    &["--help"],
    &["--version"],
    &["completions", "bash"],
];

fn said(output: &Output) -> String {
    format!("{:?}: {}", output.status.code(), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_full_disk_is_an_error_of_every_command() {
    let home = Home::with_profiles();
    for args in PRINTERS {
        let output = home.on_full_disk(0, args, "out");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        assert!(said(&output).contains("standard output was not written"), "{args:?}: {}", said(&output));
    }
}

/// The program with a standard output that nobody reads.
fn unread(home: &Home, args: &[&str]) -> Output {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_horolog"));
    command.args(args).env("HOROLOG_HOME", home.0.path()).stdin(Stdio::null()).stdout(writer);
    command.stderr(Stdio::piped()).output().expect("it runs")
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let home = Home::with_profiles();
    for args in PRINTERS {
        let output = unread(&home, args);
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(141), &b""[..]), "{args:?}");
    }
}

/// Reads a line of what an endless program writes, and closes the pipe.
fn read_a_line(home: &Home, args: &[&str], from: From) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_horolog"));
    command.args(args).env("HOROLOG_HOME", home.0.path()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let (out, err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let mut line = String::new();
    match from {
        From::Output => drop(BufReader::new(out).read_line(&mut line)),
        From::Error => drop(BufReader::new(err).read_line(&mut line)),
    }
    assert!(!line.is_empty());
    assert_eq!(child.wait().expect("it ends").code(), Some(141), "{args:?}");
}

enum From {
    Output,
    Error,
}

#[test]
fn an_endless_program_ends_when_nobody_reads_it() {
    let home = Home::empty();
    let text = "main :- repeat, write(hello), nl, fail.\nbytes :- repeat, put_char(a), nl, fail.\n\
                warns :- repeat, write(user_error, hello), nl(user_error), fail.\n\
                stubborn :- catch(main, _, stubborn), stubborn.\n:- dynamic p/1.\np(1).\n";
    let file = home.file("writer.pl", text);
    let file = file.to_str().expect("a plain path");
    read_a_line(&home, &["run", file], From::Output);
    read_a_line(&home, &["run", file, "-g", "bytes"], From::Output);
    read_a_line(&home, &["run", file, "-g", "stubborn"], From::Output);
    read_a_line(&home, &["run", file, "-g", "repeat, listing(p/1), fail"], From::Output);
    read_a_line(&home, &["run", file, "-g", "repeat", "--all"], From::Output);
    read_a_line(&home, &["run", file, "-g", "warns"], From::Error);
}

#[test]
fn what_a_program_writes_to_a_full_disk_is_an_error() {
    let home = Home::empty();
    let text = "main :- write(hello), nl.\nmuch :- repeat, write(hello), nl, fail.\n\
                open(S) :- open('file', write, S), write(S, hello).\n\
                closed :- open(S), catch(close(S), error(io_error(write, _), _), true), \\+ is_stream(S).\n\
                forced :- open(S), close(S, [force(true)]).\n\
                flushed :- open(S), catch(flush_output(S), error(io_error(write, S), context(_, M)), true), atom(M).\n\
                long :- open(S), catch((repeat, write(S, hello), nl(S), fail), error(io_error(write, S), _), true).\n\
                bytes :- open('file', write, S, [type(binary)]),\n\
                \x20   catch((repeat, put_byte(S, 0'a), fail), error(io_error(write, S), _), true).\n";
    home.file("writer.pl", text);
    let code = |goal: &str, out: &str| {
        let output = home.on_full_disk(0, &["run", "writer.pl", "-q", "-g", goal], out);
        (output.status.code().expect("it was not killed"), said(&output))
    };
    for goal in ["closed", "forced", "flushed", "long", "bytes"] {
        let (code, said) = code(goal, "-");
        assert_eq!(code, 0, "{goal}: {said}");
    }
    // Where nobody asks, the end tells.
    for (goal, out, expected) in [
        ("main", "out", "standard output"),
        ("main, halt", "out", "standard output"),
        ("much", "out", "standard output"),
        ("open(_)", "-", "/file was not written"),
        ("open(_), halt", "-", "/file was not written"),
        ("open(_), halt(3)", "-", "/file was not written"),
    ] {
        let (code, said) = code(goal, out);
        assert_eq!(code, 2, "{goal}: {said}");
        assert!(said.contains(expected) && said.contains("File too large"), "{goal}: {said}");
    }
}

#[test]
fn what_cannot_be_told_is_an_exit_code() {
    let home = Home::empty();
    home.file("program.pl", "p :- undefined_here.\nmain.\n");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\" 2> told";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_horolog"), "run", "program.pl"]);
    let status = command.current_dir(home.0.path()).stdin(Stdio::null()).status().expect("a shell runs");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn queries_end_when_nobody_reads_the_answers() {
    let home = Home::empty();
    let mut command = Command::new(env!("CARGO_BIN_EXE_horolog"));
    command.env("HOROLOG_HOME", home.0.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    std::io::Write::write_all(&mut child.stdin.take().expect("piped"), b"repeat.\n").expect("it reads");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an answer");
    let mut told = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut told).expect("text");
    assert_eq!((line.as_str(), told.as_str()), ("true ;\n", ""));
    assert_eq!(child.wait().expect("it ends").code(), Some(141));
}

#[test]
fn a_closed_output_is_no_output() {
    let home = Home::with_profiles();
    home.file("program.pl", "main :- write(something).\n");
    for command in
        ["estimate append/3 -r steps --json", "estimate append/3 -r steps", "list program.pl main/0", "run program.pl"]
    {
        let mut shell = Command::new("sh");
        let script = format!("exec \"$0\" {command} >&-");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_horolog")]).current_dir(home.0.path());
        let output = shell.env("HOROLOG_HOME", home.0.path()).stdin(Stdio::null()).output().expect("a shell runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("standard output"), "{command}: {said}");
    }
}
