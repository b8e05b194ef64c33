//! What was wrong with a text and with the files it loads, each with its place.

use super::error::{CompileError, CompileWarning};
use crate::read::{Source, SyntaxError};
use crate::term::Span;
use miette::Diagnostic;
use thiserror::Error;

/// What was wrong with a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Clauses and directives that were left out, in the order of the text.
    pub errors: Vec<LoadError>,
    /// What is probably not meant, in the order of the text.
    pub warnings: Vec<CompileWarning>,
    /// What was wrong with the files that the text loads or includes: only those with errors or warnings.
    pub others: Vec<FileReport>,
}

/// What was wrong with another file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// Its name and text.
    pub source: Source,
    /// Clauses and directives that were left out, in the order of the text.
    pub errors: Vec<LoadError>,
    /// What is probably not meant, in the order of the text.
    pub warnings: Vec<CompileWarning>,
}

impl PartialEq for FileReport {
    fn eq(&self, other: &Self) -> bool {
        (self.source.name(), &self.errors, &self.warnings) == (other.source.name(), &other.errors, &other.warnings)
    }
}

impl FileReport {
    /// Whether nothing was wrong.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.warnings.is_empty()
    }

    /// Its messages as `file:line:column: message`, in the order of the text.
    pub fn lines(&self) -> Vec<String> {
        let errors = self.errors.iter().map(|error| (error.span(), format!("error: {error}")));
        let warnings = self.warnings.iter().map(|warning| (warning.span(), format!("warning: {warning}")));
        let mut all: Vec<_> = errors.chain(warnings).collect();
        all.sort_by_key(|(span, _)| span.start);
        let place = |span: Span| {
            let position = self.source.position(span.start);
            format!("{}:{}:{}", self.source.name(), position.line, position.column)
        };
        all.into_iter().map(|(span, text)| format!("{}: {text}", place(span))).collect()
    }
}

impl Report {
    /// How many errors there are, in all files.
    pub fn error_count(&self) -> usize {
        self.errors.len() + self.others.iter().map(|other| other.errors.len()).sum::<usize>()
    }

    /// The reports of all files, those of files that were loaded first. The text itself is under its own name.
    pub fn by_file(self, source: &Source) -> Vec<FileReport> {
        let mut files = self.others;
        files.push(FileReport { source: source.clone(), errors: self.errors, warnings: self.warnings });
        files
    }
}

/// Why a clause or directive was left out.
#[derive(Clone, PartialEq, Debug, Error, Diagnostic)]
pub enum LoadError {
    /// It could not be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Syntax(#[from] SyntaxError),
    /// It could not be compiled.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Compile(#[from] CompileError),
}

impl LoadError {
    /// Where it is.
    pub fn span(&self) -> Span {
        match self {
            LoadError::Syntax(error) => error.span,
            LoadError::Compile(error) => error.span(),
        }
    }
}
