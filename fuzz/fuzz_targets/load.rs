//! Any text can be loaded: errors are reported, the rest compiles, can be listed, and links.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::listing;
use wam::machine::{Config, Dispatch, Machine, consult};
use wam::read::Source;

static LIBRARY: OnceLock<Program> = OnceLock::new();

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // Texts that name devices would wait for them.
    if text.contains('/') && (text.contains("dev") || text.contains("proc")) {
        return;
    }
    let mut program = LIBRARY.get_or_init(|| wam::library::program(Atoms::new())).clone();
    let before = program.predicates.len();
    let source = Source::new("fuzz.pl", text);
    let report = consult(&source, &mut program, Origin::User);
    for file in report.by_file(&source) {
        let _ = file.lines();
    }
    for predicate in &program.predicates[before..] {
        let _ = listing::predicate(&program, predicate, listing::Detail::Explained);
    }
    let config = Config { memory: 4 << 20, dispatch: Dispatch::Match, ..Config::default() };
    Machine::new(program, config).expect("memory");
});
