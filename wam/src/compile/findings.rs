//! What is wrong with a text, file by file, while it is loaded.

use super::error::{CompileError, CompileWarning};
use super::loader::Loader;
use super::loading::Loaded;
use super::report::{FileReport, LoadError, Report};
use crate::code::Program;
use crate::modules::{FileId, Progress};
use crate::read::Source;

/// What was found in one file while it was read.
pub(super) struct Findings {
    pub file: FileId,
    pub source: Source,
    pub errors: Vec<LoadError>,
    pub warnings: Vec<CompileWarning>,
}

impl Findings {
    pub fn new(file: FileId, source: Source) -> Self {
        Findings { file, source, errors: Vec::new(), warnings: Vec::new() }
    }

    fn sort(&mut self) {
        self.errors.sort_by_key(|error| error.span().start);
        self.warnings.sort_by_key(|warning| warning.span().start);
    }
}

impl Loader {
    /// What was found in a file.
    pub(super) fn found_in(&mut self, file: FileId) -> &mut Findings {
        let at = self.findings.iter().position(|findings| findings.file == file);
        &mut self.findings[at.unwrap_or(0)]
    }

    /// Notes what is wrong at a place of the file that is read.
    pub(crate) fn complain(&mut self, error: CompileError) {
        self.error(LoadError::Compile(error));
    }

    pub(super) fn error(&mut self, error: LoadError) {
        self.found_in(self.at).errors.push(error);
    }

    pub(super) fn warn(&mut self, warning: CompileWarning) {
        self.found_in(self.at).warnings.push(warning);
    }

    /// What was found since it was asked last, by file.
    pub(super) fn news(&mut self, program: &mut Program) -> Vec<FileReport> {
        self.take_faults(program);
        let mut news = std::mem::take(&mut self.others);
        for findings in &mut self.findings {
            findings.sort();
            let (errors, warnings) = (std::mem::take(&mut findings.errors), std::mem::take(&mut findings.warnings));
            news.push(FileReport { source: findings.source.clone(), errors, warnings });
        }
        news.retain(|report| !report.is_empty());
        news
    }

    /// What compiling found wrong with clauses of the files.
    pub(super) fn take_faults(&mut self, program: &mut Program) {
        let own = |file: &FileId| self.findings.iter().any(|findings| findings.file == *file);
        let (mine, others) = std::mem::take(&mut program.faults).into_iter().partition(|(file, _)| own(file));
        program.faults = others;
        let mine: Vec<(FileId, CompileError)> = mine;
        for (file, error) in mine {
            self.found_in(file).errors.push(LoadError::Compile(error));
        }
    }

    /// The text is loaded: its module, and what was wrong with it.
    pub(super) fn finish(mut self, program: &mut Program) -> Loaded {
        self.take_faults(program);
        program.files[self.file.0 as usize].progress = Progress::Loaded;
        self.findings.iter_mut().for_each(Findings::sort);
        let mut findings = self.findings.into_iter();
        let own = findings.next().expect("the text itself comes first");
        let included = findings.map(|f| FileReport { source: f.source, errors: f.errors, warnings: f.warnings });
        let mut others = self.others;
        others.extend(included.filter(|report| !report.is_empty()));
        let report = Report { errors: own.errors, warnings: own.warnings, others };
        Loaded { module: self.module, report }
    }
}
