//! Golden test of the reader over the files in `read/`: what each clause is (with all operators undone), how it writes, the
//! variables with how often they occur, and every error as users see it. Review changes with `cargo insta review`, or run
//! with `INSTA_UPDATE=always` and read the difference.
#![allow(missing_docs)]

use std::fmt::Write;
use wam::atoms::Atoms;
use wam::read::{Flags, Ops, Reader, Source, obey_directive, render};
use wam::term::ReadTerm;
use wam::write::{WriteOptions, write_term};

fn report(source: &Source) -> String {
    let atoms = Atoms::new();
    let (mut ops, mut flags) = (Ops::standard(&atoms), Flags::default());
    let mut reader = Reader::new(source, &atoms);
    let mut out = String::new();
    loop {
        match reader.read_term(&ops, &flags) {
            Ok(None) => return out,
            Ok(Some(clause)) => {
                describe(&mut out, source, &clause, &atoms, &ops);
                for error in obey_directive(&clause, &atoms, &mut ops, &mut flags) {
                    out.push_str(&render(&error, source));
                }
            }
            Err(error) => out.push_str(&render(&error, source)),
        }
    }
}

fn describe(out: &mut String, source: &Source, clause: &ReadTerm, atoms: &Atoms, ops: &Ops) {
    let names: Vec<String> = clause.variables.iter().map(|variable| variable.name.clone()).collect();
    let text = |options: WriteOptions| {
        let mut text = String::new();
        write_term(
            &mut text,
            &clause.terms,
            clause.root,
            atoms,
            ops,
            &WriteOptions { variable_names: names.clone(), ..options },
        );
        text
    };
    let span = clause.terms.span(clause.root);
    let (start, end) = (source.position(span.start), source.position(span.end));
    let canonical = text(WriteOptions::canonical());
    let _ = writeln!(out, "{}:{}-{}:{} {canonical}", start.line, start.column, end.line, end.column);
    let quoted = text(WriteOptions::quoted());
    if quoted != canonical {
        let _ = writeln!(out, "    {quoted}");
    }
    if !clause.variables.is_empty() {
        let counts = clause.variables.iter().map(|v| format!("{}×{}", v.name, v.occurrences));
        let _ = writeln!(out, "    {}", counts.collect::<Vec<_>>().join(" "));
    }
}

#[test]
fn the_corpus_reads_as_it_should() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/read");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let source = Source::new(name.clone(), std::fs::read_to_string(&path).unwrap());
        let report = report(&source);
        if name.starts_with("good_") {
            assert!(!report.contains("syntax error"), "{report}");
        }
        insta::assert_snapshot!(name, report);
    }
}
