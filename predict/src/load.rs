//! From texts to programs loaded for analysis.
//!
//! Comes in: a file, or a text with its name. Goes out: a [`Loaded`] program, or all that is wrong with the text, each
//! with its place and an excerpt.

use crate::error::PredictError;
use std::fs;
use std::path::Path;
use wam::atoms::{Atoms, Functor, known};
use wam::code::{PredicateKind, Program};
use wam::compile::{FileReport, LoadError, Origin, undefined_calls};
use wam::machine::consult;
use wam::read::{Source, SyntaxError, SyntaxErrorKind, read_term_from_str, render};
use wam::term::{ReadTerm, Span};

/// A program with the texts its spans are in.
pub struct Loaded {
    /// The program: the library, and the user's text if there is one.
    pub program: Program,
    /// The user's text.
    pub source: Source,
    /// What is probably not meant, rendered.
    pub warnings: Vec<String>,
}

/// Loads the library and, if there is one, a file; without one, all of the library.
pub fn load(file: Option<&Path>) -> Result<Loaded, PredictError> {
    let Some(path) = file else {
        let (program, source) = (wam::library::everything(Atoms::new()), Source::new("library", ""));
        return Ok(Loaded { program, source, warnings: Vec::new() });
    };
    load_source(source_of(path)?)
}

/// The text of a program.
pub fn source_of(path: &Path) -> Result<Source, PredictError> {
    let bytes = fs::read(path).map_err(|source| PredictError::Read { path: path.into(), source })?;
    let name = path.display().to_string();
    Source::decode(&name, bytes).map_err(|error| PredictError::NoText { name: name.clone(), reason: error.to_string() })
}

/// The predicate that an entry declaration is about.
fn entry_functor(program: &Program, read: &ReadTerm) -> Option<Functor> {
    let entry = program.atoms.intern("entry");
    let terms = &read.terms;
    let body = terms.match_compound(read.root, known::NECK, 1).map_or(read.root, |args| args[0]);
    terms.functor(terms.match_compound(body, entry, 1)?[0])
}

/// Loads the library and a text under a name.
pub fn load_text(name: &str, text: &str) -> Result<Loaded, PredictError> {
    load_source(Source::new(name, text))
}

fn load_source(source: Source) -> Result<Loaded, PredictError> {
    let mut program = wam::library::program(Atoms::new());
    // Entries of the library do not count for a user's predicates of the same name.
    let entries = program.assertions.len();
    let report = consult(&source, &mut program, Origin::User);
    let of_user = program.assertions.split_off(entries);
    let replaced = |read: &ReadTerm| {
        let defined = entry_functor(&program, read).and_then(|functor| program.find(functor));
        defined.is_some_and(|pred| program.get(pred).kind != PredicateKind::Library)
    };
    let mut assertions = program.assertions.clone();
    assertions.retain(|read| !replaced(read));
    assertions.extend(of_user);
    program.assertions = assertions;
    let files = report.by_file(&source);
    let errors: Vec<String> = files.iter().flat_map(errors).collect();
    if !errors.is_empty() {
        let count = match errors.len() {
            1 => "1 error".to_string(),
            n => format!("{n} errors"),
        };
        return Err(PredictError::Source(format!("{}\n{count} in {}", errors.join("\n"), source.name())));
    }
    let mut warnings: Vec<String> = files.iter().flat_map(warnings).collect();
    wam::library::load_lambdas(&mut program);
    let undefined = undefined_calls(&mut program);
    warnings.extend(
        undefined.into_iter().map(|(file, warning)| {
            at_span("warning", &warning.to_string(), warning.span(), &program.file(file).source)
        }),
    );
    Ok(Loaded { program, source, warnings })
}

/// What is probably not meant in a text, rendered.
pub fn warnings(file: &FileReport) -> Vec<String> {
    file.warnings.iter().map(|w| at_span("warning", &w.to_string(), w.span(), &file.source)).collect()
}

/// What is wrong with a text, rendered: each is a clause or directive that was left out.
pub fn errors(file: &FileReport) -> Vec<String> {
    file.errors.iter().map(|error| rendered(error, &file.source)).collect()
}

fn rendered(error: &LoadError, source: &Source) -> String {
    match error {
        LoadError::Syntax(error) => render(error, source),
        LoadError::Compile(error) => at_span("error", &error.to_string(), error.span(), source),
    }
}

/// A message with its place and excerpt, in the shape of syntax errors.
pub fn at_span(what: &str, message: &str, span: Span, source: &Source) -> String {
    let message = message.to_string();
    let error = SyntaxError { kind: SyntaxErrorKind::TermExpected, span, message, help: None, opened: None };
    render(&error, source).replacen("syntax error", what, 1)
}

/// A term that a user gave.
pub fn term(program: &Program, what: &str, text: &str) -> Result<ReadTerm, PredictError> {
    let source = Source::new(what, text);
    read_term_from_str(text, &program.atoms, &program.ops, &program.flags)
        .map_err(|error| PredictError::Source(render(&error, &source)))
}
