//! From texts to programs loaded for analysis.
//!
//! Comes in: a file, or a text with its name. Goes out: a [`Loaded`] program, or all that is wrong with the text, each
//! with its place and an excerpt.

use crate::entries::of_analysis;
use crate::error::PredictError;
use crate::units::Resource;
use analyzer::user_resource;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use wam::atoms::{Atom, Atoms, Functor, known};
use wam::code::{PredicateKind, Program};
use wam::compile::{CompileError, FileReport, LoadError, Origin, undefined_calls};
use wam::machine::consult;
use wam::modules::ModuleClass;
use wam::reach::Reach;
use wam::read::{Source, Syntax, SyntaxError, SyntaxErrorKind, read_term_from_str, render};
use wam::term::{ReadTerm, Span};

/// A program with the texts its spans are in.
pub struct Loaded {
    /// The program: the library, and the user's text if there is one.
    pub program: Program,
    /// The user's text.
    pub source: Source,
    /// What is probably not meant, rendered.
    pub warnings: Vec<String>,
    /// What it is loaded for, and from where.
    asked: Asked,
}

#[derive(Clone, Default)]
struct Asked {
    /// Text in which the names occur that are looked at.
    names: String,
    reading: Reading,
}

/// How a text is read.
#[derive(Clone, Default)]
pub struct Reading {
    /// Directories below which it may load files, besides its own.
    pub allowed: Vec<PathBuf>,
    /// Whose syntax it is in.
    pub syntax: Syntax,
}

impl Loaded {
    /// The same text with another program made of it.
    pub(crate) fn with_program(&self, program: Program) -> Loaded {
        Loaded { program, source: self.source.clone(), warnings: Vec::new(), asked: self.asked.clone() }
    }

    /// The program with another text in place of the user's, loaded for the same.
    pub(crate) fn with_text(&self, text: String) -> Result<Loaded, PredictError> {
        load_source(Source::new(self.source.name(), text), self.asked.clone())
    }
}

/// Loads the library and, if there is one, a file; without one, all of the library. What is `asked` of the program says
/// which predicates of the library are looked at though no user's predicate calls them: those whose names occur there.
pub fn load(file: Option<&Path>, asked: &str, reading: &Reading) -> Result<Loaded, PredictError> {
    let Some(path) = file else {
        let mut program = wam::library::with_modules(wam::library::program_to_analyse(Atoms::new()));
        program.compile_named(|name| asked.contains(name));
        return Ok(Loaded { program, source: Source::new("library", ""), warnings: vec![], asked: Asked::default() });
    };
    load_source(source_of(path)?, Asked { names: asked.into(), reading: reading.clone() })
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

impl Loaded {
    /// The program that counts a resource, if that is one of those that it declares.
    pub fn counting(self, resource: Resource) -> Result<Loaded, PredictError> {
        let Resource::Own(name) = resource else { return Ok(self) };
        let declared = user_resource::declared(&self.program);
        if !declared.iter().any(|of| of == name) {
            return Err(PredictError::NoResource { name: name.into(), declared });
        }
        let program = user_resource::counting(&self.program, name).map_err(|error| of_analysis(error, &self.source))?;
        Ok(Loaded { program, ..self })
    }
}

/// Loads the library and a text under a name.
pub fn load_text(name: &str, text: &str) -> Result<Loaded, PredictError> {
    load_source(Source::new(name, text), Asked::default())
}

fn load_source(source: Source, asked: Asked) -> Result<Loaded, PredictError> {
    let (mut program, entries) = begun(&asked);
    let report = consult(&source, &mut program, Origin::User);
    let files = report.by_file(&source);
    let faults = files.iter().flat_map(|file| file.errors.iter().map(|error| (error, &file.source)));
    let (left_out, faults): (Vec<_>, Vec<_>) = faults.partition(|(error, _)| is_left_out(error));
    let errors: Vec<String> = faults.into_iter().map(|(error, source)| rendered(error, source)).collect();
    if !errors.is_empty() {
        let count = match errors.len() {
            1 => "1 error".to_string(),
            n => format!("{n} errors"),
        };
        return Err(PredictError::Source(format!("{}\n{count} in {}", errors.join("\n"), source.name())));
    }
    let mut warnings: Vec<String> = files.iter().flat_map(warnings).collect();
    warnings
        .extend(left_out.into_iter().map(|(error, source)| rendered(error, source).replacen("error", "warning", 1)));
    let undefined = finish(&mut program, entries, &asked);
    warnings.extend(undefined);
    Ok(Loaded { program, source, warnings, asked })
}

/// Loads the library and several texts, one after the other, as a session has loaded them: what is wrong with them was said
/// then, and what was left out is left out. Texts that others load are loaded once. Files that texts load are below their own
/// directories.
pub fn load_session(sources: &[Source], asked: &str, syntax: Syntax) -> Loaded {
    let asked = Asked { names: asked.into(), reading: Reading { syntax, ..Reading::default() } };
    let (mut program, entries) = begun(&asked);
    for source in sources {
        if !program.files.iter().any(|file| file.source.name() == source.name()) {
            consult(source, &mut program, Origin::User);
        }
    }
    let warnings = finish(&mut program, entries, &asked);
    let source = sources.last().cloned().unwrap_or_else(|| Source::new("session", ""));
    Loaded { program, source, warnings, asked }
}

/// A program with the library, and how many of its assertions are the library's.
fn begun(asked: &Asked) -> (Program, usize) {
    let mut program = wam::library::program_to_analyse(Atoms::new());
    program.adopt(asked.reading.syntax);
    program.reach = Reach::below(asked.reading.allowed.iter().cloned());
    let entries = program.assertions.len();
    (program, entries)
}

/// Makes a program with its texts ready for analysis; gives what is probably not meant in it, rendered.
fn finish(program: &mut Program, entries: usize, asked: &Asked) -> Vec<String> {
    // Entries of the library do not count for a user's predicates of the same name.
    let of_user = program.assertions.split_off(entries);
    let replaced = |read: &ReadTerm| {
        let defined = entry_functor(program, read).and_then(|functor| program.find(functor));
        defined.is_some_and(|pred| program.get(pred).kind != PredicateKind::Library)
    };
    let declared = of_user.iter().flat_map(|read| read.terms.names()).collect::<HashSet<Atom>>();
    let mut assertions = program.assertions.clone();
    assertions.retain(|read| !replaced(read));
    assertions.extend(of_user);
    program.assertions = assertions;
    wam::library::load_lambdas(program);
    let undefined = undefined_calls(program);
    let told = |(file, warning): (_, wam::compile::CompileWarning)| {
        at_span("warning", &warning.to_string(), warning.span(), &program.file(file).source)
    };
    let warnings = undefined.into_iter().map(told).collect();
    let atoms = program.atoms.clone();
    program.compile_named(|name| asked.names.contains(name) || declared.contains(&atoms.intern(name)));
    warnings
}

/// What is probably not meant in a text, rendered.
pub fn warnings(file: &FileReport) -> Vec<String> {
    file.warnings.iter().map(|w| at_span("warning", &w.to_string(), w.span(), &file.source)).collect()
}

/// The predicate that calls a query where it is analysed with a program.
const QUERY: &str = "$query";

/// What users' texts a program has loaded, for analysis: text in which the names occur that are looked at, and a query that is to be
/// a clause of a predicate of its own.
pub fn load_again(program: &Program, asked: &str, query: Option<&str>) -> Loaded {
    let is_users = |module| program.module(module).class == ModuleClass::User;
    let own = program.files.iter().filter(|file| file.parent.is_none() && is_users(file.module));
    let mut sources: Vec<Source> = own.map(|file| file.source.clone()).collect();
    sources.extend(query.map(|query| Source::new("query", format!("'{QUERY}' :- {query}\n.\n"))));
    load_session(&sources, asked, program.flags.syntax)
}

/// What is wrong with a text, rendered: each is a clause or directive that was left out.
pub fn errors(file: &FileReport) -> Vec<String> {
    file.errors.iter().map(|error| rendered(error, &file.source)).collect()
}

/// Whether a clause would define what a program cannot define: it is left out as elsewhere, and the rest means what it says.
fn is_left_out(error: &LoadError) -> bool {
    matches!(error, LoadError::Compile(CompileError::Protected { .. }))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::bound;
    use crate::entries::Declared;
    use crate::predicates::find;
    use crate::units::{Resource, Until};
    use analyzer::budget::Budget;

    fn bounds(loaded: &Loaded, indicator: &str) -> String {
        let declared = Declared::of(loaded).expect("its declarations are good");
        let entry = declared.entry(find(&loaded.program, indicator).expect(indicator), None).expect(indicator);
        let bounded = bound(&declared, &entry, Resource::Steps, Until::All, None, Budget::unlimited());
        let bounded = bounded.expect("it is bounded or not");
        let function = |side| bounded.function(side).map_or_else(String::new, |function| function.text());
        let reason = bounded.reason().map(ToString::to_string).unwrap_or_default();
        format!("{} .. {} {reason}", function(&bounded.lower), function(&bounded.upper))
    }

    #[test]
    fn a_clause_for_a_builtin_is_left_out_with_a_warning() {
        let loaded =
            load_text("own.pl", ":- entry p(+list).\nX = X.\np([]).\np([_|L]) :- L = M, p(M).").expect("it loads");
        let [warning] = loaded.warnings.as_slice() else { panic!("{:?}", loaded.warnings) };
        assert!(warning.starts_with("own.pl:2:1: warning: =/2 is part of the language"), "{warning}");
        assert_eq!(bounds(&loaded, "p/1").trim(), "x + 1   for x >= 0 .. x + 1   for x >= 0");
    }

    /// What is not compiled would look undefined to the analyzer.
    #[test]
    fn what_is_asked_for_has_the_bounds_that_it_has_when_all_is_compiled() {
        let text = ":- use_module(library(assoc)).
            :- entry squares(+list(int), -). squares(L, S) :- Map = maplist(double), call(Map, L, S). double(X, Y) :- Y is X * X.
            :- entry total(+list(int), -). total(L, S) :- foldl(plus, L, 0, S).
            :- entry firsts(+list(int), -). firsts(L, F) :- findall(X, (member(X, L), X > 3), Xs), sort(0, @>=, Xs, F).
            :- entry table(+list(int), -). table(L, T) :- list_to_assoc([], E), put(L, E, T).
            put([], T, T). put([X|Xs], T0, T) :- put_assoc(X, T0, X, T1), put(Xs, T1, T).
            :- entry both(+list(int), -). both(L, R) :- G = forall(member(X, L), X > 0), ( G -> R = yes ; \\+ L = [] -> R = no ; R = none ).
            :- entry text(+list(int), -). text(L, A) :- length(L, N), atom_number(A, N).";
        let whole = |mut loaded: Loaded| {
            loaded.program.compile_named(|_| true);
            loaded
        };
        let load_it = || load_text("programs.pl", text).expect("it loads");
        let (own, all) = (load_it(), whole(load_it()));
        let mut finite = 0;
        for indicator in ["squares/2", "total/2", "firsts/2", "table/2", "both/2", "text/2"] {
            let found = bounds(&own, indicator);
            assert_eq!(found, bounds(&all, indicator), "{indicator}");
            finite += usize::from(found.ends_with(" "));
        }
        let library = whole(load(None, "", &Reading::default()).expect("the library loads"));
        for indicator in ["append/3", "permutation/2", "list_to_set/2", "list_to_assoc/2", "numlist/3", "subtract/3"] {
            let found = bounds(&load(None, indicator, &Reading::default()).expect("the library loads"), indicator);
            assert_eq!(found, bounds(&library, indicator), "{indicator}");
            finite += usize::from(found.ends_with(" "));
        }
        assert!(finite >= 6, "only {finite} of 12 have bounds");
    }
}
