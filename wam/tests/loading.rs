//! Texts that a machine loads, from the files of `tests/loading/`.
//!
//! A file holds several: a line `%= name` begins the next one, and the first is loaded; `DIR` is where they are. Lines
//! `%> text` are what loading writes and complains of, in order; complaints begin with their place. What it writes is
//! compared with SWI-Prolog, where that is installed, unless a line `%~` says why it differs. Where a line `%: swi` stands,
//! the texts are in SWI-Prolog's syntax.
#![allow(missing_docs)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use wam::atoms::Atoms;
use wam::code::{PredicateKind, Program};
use wam::compile::Origin;
use wam::error::RunError;
use wam::machine::{Config, Event, Machine, consult};
use wam::read::{Source, Syntax};

/// What was written so far, shared with the machine that writes it.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Writes the files of a bundle into a directory; the path of the first.
fn unpack(bundle: &str, directory: &Path) -> PathBuf {
    let mut first = None;
    for part in bundle.split("\n%= ").skip(1) {
        let (name, text) = part.split_once('\n').expect("a file has lines");
        let path = directory.join(name.trim());
        std::fs::create_dir_all(path.parent().expect("it is in the directory")).expect("it can be made");
        std::fs::write(&path, text.replace("DIR", &directory.display().to_string())).expect("it can be written");
        first.get_or_insert(path);
    }
    first.expect("a bundle has files")
}

fn machine(output: &Written, syntax: Syntax) -> Box<Machine> {
    let mut program = wam::library::program_to_run(Atoms::new());
    program.adopt(syntax);
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    machine.set_output(Box::new(output.clone()));
    machine.set_error_output(Box::new(output.clone()));
    machine
}

/// Loads a text as `horolog run` does, with complaints among what is written.
fn load(machine: &mut Machine, source: &Source, output: &mut Written) {
    machine.begin_load(source);
    loop {
        let complaint = match machine.next_event() {
            Event::Loaded => return machine.flush(),
            Event::Found(reports) => reports.iter().flat_map(|report| report.lines()).collect::<Vec<_>>().join("\n"),
            Event::Failed(error, file, span) => format!("{}: {error}", machine.program().place(file, span)),
            Event::Directive(directive) => {
                let place = machine.program().place(directive.file, directive.terms.span(directive.root));
                let ended = machine.query(&directive).next();
                match ended {
                    Some(Ok(_)) => continue,
                    Some(Err(RunError::Halt(_))) => return machine.flush(),
                    Some(Err(error)) => format!("{place}: {error}"),
                    None => format!("{place}: false"),
                }
            }
        };
        machine.flush();
        writeln!(output, "{complaint}").expect("it is memory");
    }
}

fn in_directory<T>(bundle: &str, work: impl FnOnce(&Path, &Path) -> T) -> T {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path().canonicalize().expect("it is there");
    std::fs::create_dir_all(&directory).expect("it can be made");
    let main = unpack(bundle, &directory);
    let result = work(&main, &directory);
    let _ = std::fs::remove_dir_all(&directory);
    result
}

fn transcript(bundle: &str) -> Vec<String> {
    in_directory(bundle, |main, directory| {
        let mut output = Written::default();
        let is_swi = bundle.lines().any(|line| line == "%: swi");
        let mut machine = machine(&output, if is_swi { Syntax::Swi } else { Syntax::Iso });
        let text = std::fs::read_to_string(main).expect("it was written");
        load(&mut machine, &Source::new(main.display().to_string(), text), &mut output);
        let text = String::from_utf8(output.0.lock().expect("it was written").clone()).expect("text");
        let text = text.replace(&format!("{}/", directory.display()), "");
        text.replace(&directory.display().to_string(), "DIR").lines().map(str::to_owned).collect()
    })
}

fn bundles() -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/loading");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the tests are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("it can be read"))).collect()
}

fn expected(bundle: &str) -> Vec<&str> {
    bundle.lines().filter_map(|line| line.strip_prefix("%> ")).collect()
}

#[test]
fn texts_that_are_loaded_write_and_complain_as_on_record() {
    let mut failures = Vec::new();
    for (path, bundle) in bundles() {
        let found = transcript(&bundle);
        if found != expected(&bundle) {
            failures.push(format!("{}:\n  expected {:#?}\n  found    {found:#?}", path.display(), expected(&bundle)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_is_written_while_loading_is_what_swi_prolog_writes() {
    if Command::new("swipl").arg("--version").output().is_err() {
        return;
    }
    for (path, bundle) in bundles() {
        if bundle.lines().any(|line| line.starts_with("%~")) {
            continue;
        }
        let written = in_directory(&bundle, |main, directory| {
            let output = Command::new("swipl").args(["-q", "-g", "halt", "-l"]).arg(main).output().expect("it runs");
            String::from_utf8_lossy(&output.stdout).replace(&directory.display().to_string(), "DIR")
        });
        let is_complaint = |line: &str| line.split(' ').next().is_some_and(|place| place.matches(':').count() == 3);
        let ours: Vec<&str> = expected(&bundle).into_iter().filter(|line| !is_complaint(line)).collect();
        assert_eq!(ours, written.lines().collect::<Vec<_>>(), "{}", path.display());
    }
}

/// Loads a text to be looked at; what was wrong, and how many clauses a predicate has.
fn looked_at(text: &str, name: &str, arity: u32) -> (Vec<String>, usize, Program) {
    let mut program = wam::library::program_to_run(Atoms::new());
    let source = Source::new("seen.pl", text);
    let report = consult(&source, &mut program, Origin::User);
    let lines = report.by_file(&source).iter().flat_map(|file| file.lines()).collect();
    let functor = program.atoms.functor(name, arity);
    let count = program.find(functor).map_or(0, |id| program.get(id).source.len());
    (lines, count, program)
}

#[test]
fn a_text_that_is_looked_at_is_expanded_but_its_directives_do_not_run() {
    let text = "term_expansion(gen(N), [n(N), n(M)]) :- M is N + 1.\n:- halt.\ngen(1).\n:- if(current_prolog_flag(bounded, false)).\n\
        n(unbounded).\n:- else.\nn(bounded).\nn(too).\n:- endif.\ngoal_expansion(twice(X, Y), Y is X * 2).\n\
        p(X, Y) :- twice(X, Y).\n";
    let (lines, count, program) = looked_at(text, "n", 1);
    assert_eq!((lines, count), (Vec::new(), 3));
    assert_eq!(program.directives.len(), 1);
    assert!(program.find(program.atoms.functor("twice", 2)).is_none());
}

#[test]
fn an_expansion_of_a_text_that_is_looked_at_has_no_files_and_little_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("made");
    let text = format!(
        "term_expansion(a, b) :- open('{0}', write, S), close(S).\nterm_expansion(c, d) :- shell('touch {0}').\na.\nc.\n",
        path.display()
    );
    let (lines, count, _) = looked_at(&text, "a", 0);
    assert_eq!((lines.len(), count), (2, 1), "{lines:?}");
    assert!(!path.exists());
    let (lines, count, _) = looked_at("loop :- loop.\n:- if(loop).\na.\n:- else.\nb.\n:- endif.\n", "b", 0);
    assert_eq!((lines.len(), count), (1, 1), "{lines:?}");
}

#[test]
fn directives_among_the_clauses_of_a_predicate_take_linear_time() {
    let time = |n: usize| {
        let text: String = (0..n).map(|i| format!("p({i}).\n:- q({i}), p({i}).\n")).collect();
        let last = n - 1;
        let text = format!("q(_).\n:- discontiguous p/1.\n{text}:- p({last}), p(0), \\+ p(no).\n");
        let mut output = Written::default();
        let mut machine = machine(&output, Syntax::Iso);
        let started = std::time::Instant::now();
        load(&mut machine, &Source::new("many.pl", text), &mut output);
        let said = String::from_utf8(output.0.lock().expect("it was written").clone());
        assert_eq!(said.as_deref(), Ok(""));
        let (p, took) = (machine.program().atoms.functor("p", 1), started.elapsed());
        let p = machine.program().find(p).expect("it is defined");
        assert_eq!(machine.program().get(p).kind, PredicateKind::Static);
        assert_eq!(machine.program().get(p).source.len(), n);
        took
    };
    time(100);
    let (few, many) = (time(500), time(4000));
    assert!(many < few * 32, "500 took {few:?}, 4000 took {many:?}");
}

/// Writes a file that was changed so many seconds after some moment.
fn write_at(path: &Path, text: &str, seconds: u64) {
    std::fs::write(path, text).expect("it can be written");
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_500_000_000 + seconds);
    std::fs::File::options().write(true).open(path).expect("it was written").set_modified(time).expect("it has a time");
}

/// A machine that has loaded a program of one file, what it has written, and the file's directory.
struct Session {
    machine: Box<Machine>,
    output: Written,
    directory: tempfile::TempDir,
}

impl Session {
    /// The file was changed at the moment 0.
    fn of(text: &str) -> Session {
        let directory = tempfile::tempdir().expect("a directory");
        let mut output = Written::default();
        let mut machine = machine(&output, Syntax::Iso);
        let path = directory.path().canonicalize().expect("it is there").join("main.pl");
        write_at(&path, text, 0);
        load(&mut machine, &Source::new(path.display().to_string(), text), &mut output);
        Session { machine, output, directory }
    }

    fn change(&self, name: &str, text: &str, seconds: u64) {
        write_at(&self.directory.path().join(name), text, seconds);
    }

    /// Everything written since the last time by a goal that has one answer, and before.
    fn run(&mut self, goal: &str) -> String {
        let program = self.machine.program();
        let read = wam::read::read_term_from_str(goal, &program.atoms, &program.ops, &program.flags).expect("a goal");
        match self.machine.query(&read).next() {
            Some(Ok(_)) => {}
            Some(Err(error)) => panic!("{goal}: {error}"),
            None => panic!("{goal} is false"),
        }
        self.machine.flush();
        let written = std::mem::take(&mut *self.output.0.lock().expect("it was written"));
        let place = self.directory.path().canonicalize().expect("it is there").display().to_string();
        String::from_utf8(written).expect("text").replace(&format!("{place}/"), "")
    }
}

const SHOW: &str = "findall(X, p(X), L), write(L)";

#[test]
fn make_loads_what_was_changed_and_nothing_else() {
    let mut session = Session::of(":- write(loading).\np(1).\nq(1).\nagain(X) :- make, p(X).\n");
    assert_eq!(session.run(SHOW), "loading[1]");
    assert_eq!(session.run("make, make"), "");
    session.change("main.pl", ":- write(loading).\np(2).\np(3).\nagain(X) :- make, p(X).\n", 10);
    assert_eq!(session.run("make"), "loading");
    assert_eq!(session.run(SHOW), "[2,3]");
    assert_eq!(session.run("catch(q(_), error(E, _), true), write(E)"), "existence_error(procedure,q/1)");
    assert_eq!(session.run("make"), "");
    // An older file than the one that was loaded is another one, too.
    session.change("main.pl", "p(4).\nagain(X) :- make, p(X).\n", 5);
    assert_eq!(session.run("again(X), write(X)"), "4");
    assert_eq!(session.run("assertz(r(1)), make, r(X), write(X)"), "1");
}

#[test]
fn make_reports_a_syntax_error_and_the_program_goes_on() {
    let mut session = Session::of("p(1).\np(2).\nkept(X) :- p(X), X > 1.\n");
    session.change("main.pl", "p(3).\np(4.\nkept(X) :- p(X), X > 1.\n", 1);
    let said = session.run("make");
    assert!(said.starts_with("main.pl:2:") && said.contains("error"), "{said}");
    assert_eq!(session.run("kept(X), write(X)"), "3");
    assert_eq!(session.run("make"), "", "it was loaded as it is");
    session.change("main.pl", "p(5).\n:- foo(.\n:- fail.\nkept(X) :- p(X).\n", 2);
    let said = session.run("make");
    assert_eq!(said.lines().filter(|line| line.starts_with("main.pl:")).count(), 2, "{said}");
    assert_eq!(session.run("kept(X), write(X)"), "5");
}

#[test]
fn make_knows_included_files_and_modules_and_leaves_files_that_are_gone() {
    let mut session = Session::of("p(1).\n");
    session.change("parts.pl", "i(1).\n:- include(deeper).\n", 0);
    session.change("deeper.pl", "d(1).\n", 0);
    session.change("mod.pl", ":- module(mod, [e/1]).\ne(1).\n", 0);
    let main = ":- write(main).\n:- use_module(mod).\n:- include(parts).\np(1).\n";
    session.change("main.pl", main, 1);
    assert_eq!(session.run("make, d(X), e(Y), write(X-Y)"), "main1-1");
    session.change("mod.pl", ":- module(mod, [e/1]).\ne(2).\n", 2);
    assert_eq!(session.run("make, e(X), write(X)"), "2");
    session.change("deeper.pl", "d(2).\n", 3);
    assert_eq!(session.run("make, i(X), d(Y), write(X-Y)"), "main1-2");
    // What is included no more is no part of the program, and does not matter.
    session.change("main.pl", ":- write(main).\np(2).\n", 4);
    session.change("parts.pl", "i(2).\n", 4);
    session.change("deeper.pl", "d(3).\n", 4);
    assert_eq!(session.run("make, make"), "main");
    assert_eq!(session.run("catch(i(_), error(E, _), true), write(E)"), "existence_error(procedure,i/1)");
    assert_eq!(session.run("catch(d(_), error(E, _), true), write(E)"), "existence_error(procedure,d/1)");
    std::fs::remove_file(session.directory.path().join("main.pl")).expect("it was there");
    session.change("mod.pl", ":- module(mod, [e/1]).\ne(3).\n", 5);
    assert_eq!(session.run("make, p(X), e(Y), write(X-Y)"), "2-3");
}
