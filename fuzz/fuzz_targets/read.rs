//! Any text is read to its end, errors can be shown, and each term read is read the same from what it is written as.
#![no_main]

use horolog_fuzz::same_terms;
use libfuzzer_sys::fuzz_target;
use wam::atoms::Atoms;
use wam::read::{DoubleQuotes, Flags, Ops, Reader, Source, read_term_from_str, render};
use wam::term::VarId;
use wam::write::{WriteOptions, write_term};

/// Comparing recurs: what nests deeper than this many brackets could is only read.
const SHORT: usize = 2000;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let atoms = Atoms::new();
    let ops = Ops::standard(&atoms);
    let flags = Flags { double_quotes: DoubleQuotes::String, ..Flags::default() };
    let source = Source::new("fuzz", text);
    let mut reader = Reader::new(&source, &atoms);
    let mut before = 0;
    loop {
        match reader.read_term(&ops, &flags) {
            Ok(None) => break,
            Ok(Some(read)) if bytes.len() <= SHORT => {
                let mut written = String::new();
                let options = WriteOptions { numbervars: Default::default(), ..WriteOptions::quoted() };
                write_term(&mut written, &read.terms, read.root, &atoms, &ops, &options);
                let back = read_term_from_str(&written, &atoms, &ops, &flags)
                    .unwrap_or_else(|error| panic!("{written}\n{error}"));
                let renamed = |var: VarId| VarId(back.variables[var.0 as usize].name[1..].parse().expect("a number"));
                assert!(same_terms((&read.terms, read.root), (&back.terms, back.root), &renamed), "{written}");
            }
            Ok(Some(_)) => {}
            Err(error) => {
                let _ = render(&error, &source);
            }
        }
        assert!(reader.offset() > before, "the reader stands still at {before}");
        before = reader.offset();
    }
});
