//! The library: predicates in Prolog that every program has, and may replace by its own.
//!
//! The texts are Prolog as a textbook has it, so that they can be analysed and estimated like any program; the modes of
//! the main predicates are declared in them. What needs the machine goes through builtins whose names start with `$`.

use crate::atoms::Atoms;
use crate::code::Program;
use crate::compile::{Origin, Report, consult};
use crate::read::Source;

/// The texts, by name.
pub const TEXTS: &[(&str, &str)] = &[
    ("library/control.pl", include_str!("control.pl")),
    ("library/lists.pl", include_str!("lists.pl")),
    ("library/apply.pl", include_str!("apply.pl")),
    ("library/solutions.pl", include_str!("solutions.pl")),
    ("library/text.pl", include_str!("text.pl")),
    ("library/database.pl", include_str!("database.pl")),
];

/// Adds the library to a program; the report of each text is empty unless the library is broken.
pub fn load(program: &mut Program) -> Vec<Report> {
    TEXTS.iter().map(|(name, text)| consult(&Source::new(*name, *text), program, Origin::Library)).collect()
}

/// A program that has the library and nothing else.
pub fn program(atoms: Atoms) -> Program {
    let mut program = Program::empty(atoms);
    load(&mut program);
    program
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_loads_without_complaint() {
        let mut program = Program::empty(Atoms::new());
        for ((name, _), report) in TEXTS.iter().zip(load(&mut program)) {
            assert_eq!(report, Report::default(), "{name}");
        }
    }

    #[test]
    fn every_predicate_that_the_library_calls_is_defined() {
        let program = program(Atoms::new());
        let missing: Vec<String> = program
            .predicates
            .iter()
            .filter(|predicate| predicate.kind == crate::code::PredicateKind::Undefined)
            .map(|predicate| format!("{}/{}", program.atoms.name(predicate.functor.name), predicate.functor.arity))
            .filter(|name| !name.starts_with("call/") && name != "catch/3")
            .collect();
        assert_eq!(missing, Vec::<String>::new());
    }
}
