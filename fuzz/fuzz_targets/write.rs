//! Any term, among any operators, is read back from what it is written as, in three ways of writing.
#![no_main]

use horolog_fuzz::{Choices, operators, same_terms, term};
use libfuzzer_sys::fuzz_target;
use wam::atoms::Atoms;
use wam::read::{DoubleQuotes, Flags, read_term_from_str};
use wam::term::{Terms, VarId};
use wam::write::{Spacing, WriteOptions, write_term};

fuzz_target!(|bytes: &[u8]| {
    let atoms = Atoms::new();
    let mut choices = Choices::new(bytes);
    let ops = operators(&mut choices, &atoms);
    let mut terms = Terms::new();
    let root = term(&mut choices, &mut terms, &atoms);
    let flags = Flags { double_quotes: DoubleQuotes::String, ..Flags::default() };
    let quoted = || WriteOptions { numbervars: Default::default(), ..WriteOptions::quoted() };
    for options in [quoted(), WriteOptions { spacing: Spacing::NextArgument, ..quoted() }, WriteOptions::canonical()] {
        let mut text = String::new();
        write_term(&mut text, &terms, root, &atoms, &ops, &options);
        let back =
            read_term_from_str(&text, &atoms, &ops, &flags).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let renamed = |var: VarId| VarId(back.variables[var.0 as usize].name[1..].parse().expect("a number"));
        assert!(same_terms((&terms, root), (&back.terms, back.root), &renamed), "{text}");
    }
});
