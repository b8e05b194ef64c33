//! Programs of several files, from the files of `tests/modules/`.
//!
//! A file holds several: a line `%= name` begins the next one, and the first is consulted; `DIR` is where they are. Comments `%? Goal => Answers`
//! are as in `tests/goals/`, and `%! place: message` lines are what loading complains of, in order.
#![allow(missing_docs)]

mod common;

use common::answers;
use std::path::Path;
use wam::atoms::Atoms;
use wam::compile::{Origin, Report};

use wam::machine::{Config, Fast, Machine, consult};
use wam::read::{Source, read_term_from_str};

/// Writes the files of a bundle into a directory; the name of the first.
fn unpack(bundle: &str, directory: &Path) -> String {
    let mut first = None;
    for part in bundle.split("\n%= ").skip(1) {
        let (name, text) = part.split_once('\n').expect("a file has lines");
        let path = directory.join(name.trim());
        std::fs::create_dir_all(path.parent().expect("it is in the directory")).expect("it can be made");
        std::fs::write(&path, text.replace("DIR", &directory.display().to_string())).expect("it can be written");
        first.get_or_insert(path.display().to_string());
    }
    first.expect("a bundle has files")
}

/// What loading complained of, as `file:line:column: message`.
fn complaints(report: Report, source: &Source, directory: &Path) -> Vec<String> {
    let lines: Vec<String> = report.by_file(source).iter().flat_map(|file| file.lines()).collect();
    let directory = format!("{}/", directory.display());
    lines.into_iter().map(|line| line.replace(&directory, "")).collect()
}

fn check_bundle(path: &Path) -> Vec<String> {
    let bundle = std::fs::read_to_string(path).expect("the bundle is there");
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path().canonicalize().expect("it is there");
    let main = unpack(&bundle, &directory);
    let atoms = Atoms::new();
    let mut program = wam::library::program_to_run(atoms.clone());
    let source = Source::new(main.as_str(), std::fs::read_to_string(&main).expect("it was written"));
    let report = consult(&source, &mut program, Origin::User);
    let expected: Vec<&str> = bundle.lines().filter_map(|line| line.strip_prefix("%! ")).collect();
    let found = complaints(report, &source, &directory);
    let mut failures = Vec::new();
    if found != expected {
        failures.push(format!("{}: complaints\n  expected {expected:#?}\n  found    {found:#?}", path.display()));
    }
    let directives = program.directives.clone();
    let mut machine = Machine::new(program, Config::default()).expect("memory");
    machine.set_output(Box::new(std::io::sink()));
    for directive in directives {
        let _ = machine.query(&directive).next();
    }
    let place = directory.display().to_string();
    for (number, line) in bundle.lines().enumerate() {
        let Some((goal, expected)) = line.strip_prefix("%? ").and_then(|rest| rest.split_once(" => ")) else {
            continue;
        };
        let goal = goal.replace("DIR", &place);
        let read = read_term_from_str(&goal, &atoms, &machine.program().ops, &machine.program().flags)
            .unwrap_or_else(|error| panic!("{}:{}: {error}", path.display(), number + 1));
        let expected: Vec<&str> = expected.split(" ; ").collect();
        let found = answers::<Fast>(&mut machine, &read, &atoms, expected.len() + 1);
        let found: Vec<String> = found.into_iter().map(|text| text.replace(&place, "DIR")).collect();
        if found != expected {
            let place = format!("{}:{}", path.display(), number + 1);
            failures.push(format!("{place}: {goal}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    failures
}

#[test]
fn programs_of_several_files_load_and_answer_as_on_record() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).expect("the directory").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let failures: Vec<String> = files.iter().flat_map(|path| check_bundle(path)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
