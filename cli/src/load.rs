//! From the command line to a loaded program, a predicate and how it is called.
//!
//! Comes in: file names, `name/arity`, goals and entries as text. Goes out: a [`Loaded`] program and ids in it, or all
//! that is wrong with the text, each with its place and an excerpt.

use crate::error::CliError;
use analyzer::assertion::Assertions;
use analyzer::entry::{Entry, no_entry};
use analyzer::error::AnalysisError;
use analyzer::regtype::TypeTable;
use std::fs;
use std::path::Path;
use wam::atoms::{Atoms, Functor, known};
use wam::code::{PredicateKind, Program};
use wam::compile::{FileReport, LoadError, Origin, consult, undefined_calls};
use wam::instr::PredId;
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
pub fn load(file: Option<&Path>) -> Result<Loaded, CliError> {
    let Some(path) = file else {
        let (program, source) = (wam::library::everything(Atoms::new()), Source::new("library", ""));
        return Ok(Loaded { program, source, warnings: Vec::new() });
    };
    load_source(source_of(path)?)
}

/// The text of a program.
pub fn source_of(path: &Path) -> Result<Source, CliError> {
    let bytes = fs::read(path).map_err(|source| CliError::Read { path: path.into(), source })?;
    let name = path.display().to_string();
    Source::decode(&name, bytes).map_err(|error| CliError::usage(format!("{name}: {error}")))
}

/// What is wrong with a text, told on standard error; how many clauses and directives were left out.
pub fn tell(reports: &[FileReport]) -> usize {
    for file in reports {
        for warning in &file.warnings {
            eprint!("{}", at_span("warning", &warning.to_string(), warning.span(), &file.source));
        }
        for error in &file.errors {
            eprint!("{}", rendered(error, &file.source));
        }
    }
    reports.iter().map(|file| file.errors.len()).sum()
}

/// A warning at a place of a text, told on standard error.
pub fn warn_at(message: &str, span: Span, source: &Source) {
    eprint!("{}", at_span("warning", message, span, source));
}

/// The predicate that an entry declaration is about.
fn entry_functor(program: &Program, read: &ReadTerm) -> Option<Functor> {
    let entry = program.atoms.intern("entry");
    let terms = &read.terms;
    let body = terms.match_compound(read.root, known::NECK, 1).map_or(read.root, |args| args[0]);
    terms.functor(terms.match_compound(body, entry, 1)?[0])
}

/// Loads the library and a text under a name.
pub fn load_text(name: &str, text: &str) -> Result<Loaded, CliError> {
    load_source(Source::new(name, text))
}

fn load_source(source: Source) -> Result<Loaded, CliError> {
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
    let rendered_errors = |file: &FileReport| file.errors.iter().map(|e| rendered(e, &file.source)).collect::<Vec<_>>();
    let errors: Vec<String> = files.iter().flat_map(rendered_errors).collect();
    if !errors.is_empty() {
        let count = match errors.len() {
            1 => "1 error".to_string(),
            n => format!("{n} errors"),
        };
        return Err(CliError::Source(format!("{}\n{count} in {}", errors.join("\n"), source.name())));
    }
    let shown = |file: &FileReport| {
        let warnings = file.warnings.iter();
        warnings.map(|w| at_span("warning", &w.to_string(), w.span(), &file.source)).collect::<Vec<_>>()
    };
    let mut warnings: Vec<String> = files.iter().flat_map(shown).collect();
    wam::library::load_lambdas(&mut program);
    let undefined = undefined_calls(&mut program);
    warnings.extend(
        undefined.into_iter().map(|(file, warning)| {
            at_span("warning", &warning.to_string(), warning.span(), &program.file(file).source)
        }),
    );
    Ok(Loaded { program, source, warnings })
}

fn rendered(error: &LoadError, source: &Source) -> String {
    match error {
        LoadError::Syntax(error) => render(error, source),
        LoadError::Compile(error) => at_span("error", &error.to_string(), error.span(), source),
    }
}

/// A message with its place and excerpt, in the shape of syntax errors.
fn at_span(what: &str, message: &str, span: Span, source: &Source) -> String {
    let message = message.to_string();
    let error = SyntaxError { kind: SyntaxErrorKind::TermExpected, span, message, help: None, opened: None };
    render(&error, source).replacen("syntax error", what, 1)
}

/// What a command is about: an optional file, and `name/arity`.
pub struct Target<'a> {
    /// The file.
    pub file: Option<&'a Path>,
    /// The predicate, as written.
    pub indicator: &'a str,
}

impl<'a> Target<'a> {
    /// The target from one or two words.
    pub fn of(words: &'a [String]) -> Result<Target<'a>, CliError> {
        match words {
            [file, indicator] => Ok(Target { file: Some(Path::new(file)), indicator }),
            [only] if indicated(only).is_some() => Ok(Target { file: None, indicator: only }),
            [file] if Path::new(file).is_file() => {
                let loaded = load(Some(Path::new(file)))?;
                let names = defined(&loaded.program);
                let example = names.first().map_or("name/arity", String::as_str);
                Err(CliError::with_help(
                    format!("which predicate? {file} defines {}", listed(&names)),
                    format!("name one after the file: {file} {example}"),
                ))
            }
            _ => Err(CliError::with_help(
                format!("`{}` is not a predicate", words.first().map_or("", String::as_str)),
                "write name/arity, such as append/3, after the file it is in",
            )),
        }
    }
}

/// The name and arity of an indicator.
fn indicated(text: &str) -> Option<(String, u32)> {
    let (name, arity) = text.rsplit_once('/')?;
    let name = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')).unwrap_or(name);
    if name.is_empty() {
        return None;
    }
    Some((name.into(), arity.parse().ok()?))
}

/// The predicates that the user's text defines, as `name/arity`, in order.
pub fn defined(program: &Program) -> Vec<String> {
    let own = program
        .predicates
        .iter()
        .filter(|pred| matches!(pred.kind, PredicateKind::Static | PredicateKind::Dynamic) && !pred.source.is_empty());
    own.map(|pred| show(program, pred.functor)).collect()
}

/// `name/arity`.
pub fn show(program: &Program, functor: Functor) -> String {
    format!("{}/{}", program.atoms.name(functor.name), functor.arity)
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".into(),
        names if names.len() > 12 => format!("{}, …", names[..12].join(", ")),
        names => names.join(", "),
    }
}

/// The predicate of that indicator, which must be defined.
pub fn find(program: &Program, indicator: &str) -> Result<PredId, CliError> {
    let Some((name, arity)) = indicated(indicator) else {
        return Err(CliError::with_help(
            format!("`{indicator}` is not a predicate"),
            "write name/arity, such as append/3",
        ));
    };
    find_functor(program, program.atoms.functor(&name, arity))
}

/// The predicate of that functor, which must be defined.
pub fn find_functor(program: &Program, functor: Functor) -> Result<PredId, CliError> {
    match program.find(functor) {
        Some(id) if program.get(id).kind != PredicateKind::Undefined => Ok(id),
        _ => Err(unknown(program, functor)),
    }
}

/// The error that says which predicates have a similar name, or a name that begins alike.
fn unknown(program: &Program, functor: Functor) -> CliError {
    let name = program.atoms.name(functor.name);
    let mut similar: Vec<(usize, String)> = program
        .predicates
        .iter()
        .filter(|pred| pred.kind != PredicateKind::Undefined && !pred.source.is_empty())
        .filter(|pred| !program.atoms.name(pred.functor.name).starts_with('$'))
        .filter_map(|pred| {
            let other = program.atoms.name(pred.functor.name);
            let distance = distance(&name, &other);
            let near = distance <= name.len().max(other.len()) / 3 || (name.len() > 2 && other.starts_with(&*name));
            near.then(|| {
                (distance * 4 + pred.functor.arity.abs_diff(functor.arity) as usize, show(program, pred.functor))
            })
        })
        .collect();
    similar.sort();
    similar.dedup();
    let similar: Vec<String> = similar.into_iter().map(|(_, shown)| shown).take(4).collect();
    let own = defined(program);
    let indicator = show(program, functor);
    let help = match (similar.as_slice(), own.as_slice()) {
        ([], []) => "name the file that defines it before the predicate".into(),
        ([], own) => format!("the program defines {}", listed(own)),
        (similar, _) => format!("there is {}", similar.join(", ")),
    };
    CliError::with_help(format!("no predicate {indicator}"), help)
}

/// Levenshtein's distance of two names.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// A term from the command line.
pub fn term(program: &Program, what: &str, text: &str) -> Result<ReadTerm, CliError> {
    let source = Source::new(what, text);
    read_term_from_str(text, &program.atoms, &program.ops, &program.flags)
        .map_err(|error| CliError::Source(render(&error, &source)))
}

/// The types that a program declares.
pub fn types(loaded: &Loaded) -> Result<TypeTable, CliError> {
    TypeTable::of(&loaded.program).map_err(|error| of_analysis(error, &loaded.source))
}

/// What a program's trust assertions vouch for.
pub fn assertions(loaded: &Loaded, types: &TypeTable) -> Result<Assertions, CliError> {
    Assertions::of(&loaded.program, types).map_err(|error| of_analysis(error, &loaded.source))
}

/// How a predicate is called: as `--modes` says, else as the program declares.
pub fn entry(loaded: &Loaded, types: &TypeTable, pred: PredId, modes: Option<&str>) -> Result<Entry, CliError> {
    let program = &loaded.program;
    if let Some(modes) = modes {
        let read = term(program, "--modes", modes)?;
        let source = Source::new("--modes", modes);
        if read.terms.functor(read.root) != Some(program.get(pred).functor) {
            let wanted = show(program, program.get(pred).functor);
            return Err(CliError::with_help(
                format!("--modes {modes} is not about {wanted}"),
                format!("write it like {}", template(program, pred)),
            ));
        }
        return Entry::of(program, types, &read, read.root).map_err(|error| of_analysis(error, &source));
    }
    match declared_entry(loaded, types, pred)? {
        Some(entry) => Ok(entry),
        None => Err(of_analysis(no_entry(program, pred), &loaded.source)),
    }
}

/// The entry that the program declares for a predicate, if it does.
pub fn declared_entry(loaded: &Loaded, types: &TypeTable, pred: PredId) -> Result<Option<Entry>, CliError> {
    Entry::declared(&loaded.program, types, pred).map_err(|error| of_analysis(error, &loaded.source))
}

fn template(program: &Program, pred: PredId) -> String {
    match no_entry(program, pred) {
        AnalysisError::NoEntry { template, .. } => format!("'{template}'"),
        _ => "'p(+list, -)'".into(),
    }
}

/// An analyzer's error as ours, with its place where it has one.
pub fn of_analysis(error: AnalysisError, source: &Source) -> CliError {
    match error {
        AnalysisError::Assertion { what, span } => CliError::Source(at_span("error", &what, span, source)),
        AnalysisError::NoEntry { indicator, template } => CliError::with_help(
            format!("no modes for {indicator}: it is not known how it is called"),
            format!("give them with --modes '{template}', or in the file: `:- entry {template}.`"),
        ),
        other => CliError::usage(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indicators_are_names_with_an_arity() {
        assert_eq!(indicated("append/3"), Some(("append".into(), 3)));
        assert_eq!(indicated("'a b'/0"), Some(("a b".into(), 0)));
        assert_eq!(indicated("///2"), Some(("//".into(), 2)));
        assert_eq!(indicated("append"), None);
        assert_eq!(indicated("/3"), None);
    }

    #[test]
    fn distances_count_changes() {
        assert_eq!(distance("append", "apend"), 1);
        assert_eq!(distance("nrev", "nreverse"), 4);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn every_predicate_of_the_library_with_an_entry_is_defined() {
        let loaded = load(None).expect("the library loads");
        let types = types(&loaded).expect("its types are good");
        assert!(loaded.program.assertions.len() > 5);
        for indicator in ["append/3", "member/2", "reverse/2"] {
            let pred = find(&loaded.program, indicator).expect(indicator);
            assert!(entry(&loaded, &types, pred, None).is_ok(), "{indicator} has an entry");
        }
    }
}
