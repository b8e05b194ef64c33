//! Golden test of the compiler over the paper's programs and `compile/*.pl`: each file's predicates as the listing
//! prints them, and every error and warning. Run with `INSTA_UPDATE=always` and read the difference.
#![allow(missing_docs)]

use std::fmt::Write;
use wam::atoms::Atoms;
use wam::code::{PredicateKind, Program};
use wam::compile::Origin;
use wam::listing::{Detail, predicate};
use wam::machine::consult;
use wam::read::Source;

fn listing(name: &str, text: &str, detail: Detail) -> String {
    let mut program = Program::empty(Atoms::new());
    let report = consult(&Source::new(name, text), &mut program, Origin::User);
    let mut out = String::new();
    for error in &report.errors {
        let _ = writeln!(out, "error at {:?}: {error}", error.span());
    }
    for warning in &report.warnings {
        let _ = writeln!(out, "warning at {:?}: {warning}", warning.span());
    }
    for one in &program.predicates {
        if matches!(one.kind, PredicateKind::Static | PredicateKind::Dynamic) {
            let _ = writeln!(out, "{}", predicate(&program, one, detail));
        }
    }
    out
}

/// The programs of the paper's evaluation.
const PAPER: [&str; 11] = [
    "append",
    "derive",
    "evalpol",
    "fib",
    "hanoi",
    "list_diff",
    "list_inters",
    "nreverse",
    "palindro",
    "powset",
    "substitute",
];

fn program_text(name: &str) -> String {
    std::fs::read_to_string(format!("../programs/{name}.pl")).expect("it is in the corpus")
}

#[test]
fn the_papers_programs_compile_to_the_code_on_record() {
    for name in PAPER {
        insta::assert_snapshot!(format!("paper_{name}"), listing("file.pl", &program_text(name), Detail::Plain));
    }
}

#[test]
fn constructs_compile_to_the_code_on_record() {
    insta::glob!("compile/*.pl", |path| {
        let text = std::fs::read_to_string(path).expect("the glob found it");
        insta::assert_snapshot!(listing("file.pl", &text, Detail::Plain));
    });
}

/// Table 1 of the paper, with what each instruction does and why it counts where it does.
#[test]
fn append_and_fib_are_explained() {
    for name in ["append", "fib"] {
        insta::assert_snapshot!(
            format!("explained_{name}"),
            listing("file.pl", &program_text(name), Detail::Explained)
        );
    }
}
