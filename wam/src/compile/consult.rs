//! Texts into programs.
//!
//! In: a [`Source`] and the [`Program`] it joins. Out: what was wrong with it and with the files it loads. Clauses are
//! read one by one, directives that change the reading or load other files being obeyed where they stand; then clauses
//! are grouped by predicate, declared, and compiled, so that the order of predicates does not matter. A predicate of
//! the text replaces one of that name from an earlier text, unless it is multifile.

use super::dcg;
use super::define::{Groups, Home};
use super::directive::{Directive, declared, directive};
use super::error::{CompileError, CompileWarning};
use super::files::{Files, identity};
use super::predicate::clause_functor;
use crate::atoms::{Atom, Atoms, Functor, known};
use crate::code::{Extent, PredicateKind, Program};
use crate::modules::{FileId, LoadedFile, ModuleClass, ModuleId, Progress};
use crate::program::{Assertion, Directive as Pending, When};
use crate::read::{Reader, Source, SyntaxError, obey_directive};
use crate::term::{Node, ReadTerm, Span, TermId};
use miette::Diagnostic;
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
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

/// Whose predicates a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A user's program.
    User,
    /// The library: predicates that programs may replace by their own.
    Library,
}

/// Reads and compiles a text into a program. Files that it loads are looked for beside the file of the text's name.
pub fn consult(source: &Source, program: &mut Program, origin: Origin) -> Report {
    let module = match origin {
        Origin::User => ModuleId::USER,
        Origin::Library => ModuleId::SYSTEM,
    };
    let text = Text { path: identity(source.name()), source: source.clone(), origin, into: module };
    let loaded = load_text(text, program);
    if origin == Origin::User {
        program.main = loaded.module;
        if loaded.module != module {
            super::files::import_all(program, loaded.module, module);
        }
        program.forward_undefined();
    }
    loaded.report
}

/// A text that is to be loaded into a module.
pub(crate) struct Text {
    pub path: PathBuf,
    pub source: Source,
    pub origin: Origin,
    pub into: ModuleId,
}

/// A text that was loaded.
pub(crate) struct Loaded {
    /// Its own module, or the one it was loaded into.
    pub module: ModuleId,
    pub report: Report,
}

/// Loads a text, and what it loads.
pub(crate) fn load_text(text: Text, program: &mut Program) -> Loaded {
    let Text { path, source, origin, into } = text;
    let file = enter_file(program, &path, &source, into);
    let atoms = program.atoms.clone();
    let mut loader = Loader {
        atoms,
        origin,
        groups: Groups::default(),
        discontiguous: FxHashSet::default(),
        findings: vec![Findings::new(file, source.clone())],
        others: Vec::new(),
        module: into,
        file,
        at: file,
        module_span: Span::default(),
        after: Vec::new(),
    };
    loader.read(&source, program);
    let module = loader.module;
    let report = loader.finish(program);
    program.files[file.0 as usize].progress = Progress::Loaded;
    Loaded { module, report }
}

/// The number of a file that is going to be loaded.
fn enter_file(program: &mut Program, path: &Path, source: &Source, module: ModuleId) -> FileId {
    let modified = std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let entry = LoadedFile {
        path: path.into(),
        source: source.clone(),
        module,
        into: module,
        modified,
        parent: None,
        progress: Progress::Loading,
    };
    match program.files.iter().position(|file| file.path == path) {
        Some(at) => {
            program.files[at] = entry;
            FileId(at as u32)
        }
        None => {
            program.files.push(entry);
            FileId(program.files.len() as u32 - 1)
        }
    }
}

/// What was found in one file while it was read.
pub(super) struct Findings {
    pub file: FileId,
    source: Source,
    pub errors: Vec<LoadError>,
    pub warnings: Vec<CompileWarning>,
}

impl Findings {
    fn new(file: FileId, source: Source) -> Self {
        Findings { file, source, errors: Vec::new(), warnings: Vec::new() }
    }
}

/// Loads one text.
pub(super) struct Loader {
    pub atoms: Atoms,
    pub origin: Origin,
    pub groups: Groups,
    pub discontiguous: FxHashSet<Home>,
    /// Of the text, and of the files it includes.
    pub findings: Vec<Findings>,
    /// Of files that it loads.
    pub others: Vec<FileReport>,
    /// Whose predicates follow.
    pub module: ModuleId,
    /// The file of the text, and the one being read: it, or one it includes.
    pub file: FileId,
    pub at: FileId,
    /// Where the module was declared.
    pub module_span: Span,
    /// What is to run when it is loaded.
    after: Vec<Pending>,
}

impl Loader {
    /// Reads all clauses of a text.
    fn read(&mut self, source: &Source, program: &mut Program) {
        let atoms = self.atoms.clone();
        let mut reader = Reader::new(source, &atoms);
        loop {
            match reader.read_term(&program.ops, &program.flags) {
                Ok(None) => return,
                Ok(Some(clause)) => {
                    let wrong = obey_directive(&clause, &atoms, &mut program.ops, &mut program.flags);
                    wrong.into_iter().for_each(|error| self.error(LoadError::Syntax(error)));
                    if let Err(error) = self.clause(clause, program) {
                        self.error(LoadError::Compile(error));
                    }
                }
                Err(error) => self.error(LoadError::Syntax(error)),
            }
        }
    }

    /// What was found in a file.
    pub fn found_in(&mut self, file: FileId) -> &mut Findings {
        let at = self.findings.iter().position(|findings| findings.file == file);
        &mut self.findings[at.unwrap_or(0)]
    }

    fn error(&mut self, error: LoadError) {
        self.found_in(self.at).errors.push(error);
    }

    pub fn warn(&mut self, warning: CompileWarning) {
        self.found_in(self.at).warnings.push(warning);
    }

    fn clause(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        if let Some(goal) = declared(&read) {
            return self.directive(ReadTerm { root: goal, ..read }, program);
        }
        if self.origin == Origin::User {
            self.warn_of_singletons(&read);
        }
        let read = match read.terms.match_compound(read.root, known::DCG, 2) {
            Some(_) => dcg::translate(read, &self.atoms)?,
            None => read,
        };
        let (module, read) = self.home(read, program);
        let functor = clause_functor(&read.terms, read.root)?;
        let span = read.terms.span(read.root);
        self.check_protection(functor, span, program)?;
        let known = self.discontiguous.contains(&(module, functor));
        if self.groups.add((module, functor), read, self.at) && !known {
            let predicate = indicator(functor, &self.atoms);
            self.warn(CompileWarning::Discontiguous { predicate, span });
        }
        Ok(())
    }

    /// The module a clause is for, and the clause without it: `M:(H :- B)`, `M:H :- B`, `M:H`. A body is of the module
    /// that the whole clause is of.
    fn home(&self, mut read: ReadTerm, program: &mut Program) -> (ModuleId, ReadTerm) {
        let mut module = self.module;
        while let Some((name, inner)) = qualified(&read, read.root) {
            module = program.module_named(name);
            read.root = inner;
        }
        let Some(&[head, body]) = read.terms.match_compound(read.root, known::NECK, 2) else {
            return (module, read);
        };
        let Some((name, inner)) = qualified(&read, head) else { return (module, read) };
        let home = program.module_named(name);
        let span = read.terms.span(read.root);
        let mut body = body;
        if home != module {
            let of = read.terms.atom(program.module(module).name, span);
            body = read.terms.compound(known::COLON, &[of, body], span);
        }
        read.root = read.terms.compound(known::NECK, &[inner, body], span);
        (home, read)
    }

    fn directive(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        let span = read.terms.span(read.root);
        match directive(&read, &self.atoms)? {
            Directive::Obeyed => {}
            Directive::Goal(root, when) => {
                let read = Arc::new(self.in_module(ReadTerm { root, ..read }, program));
                let pending = Pending { read, file: self.at, when };
                match when {
                    When::Loading => program.directives.push(pending),
                    When::Loaded | When::Main => self.after.push(pending),
                }
            }
            Directive::Assertion => {
                let (module, file) = (self.module, self.at);
                program.assertions.push(Assertion { read: Arc::new(read), module, file });
            }
            Directive::Discontiguous(named) => {
                for (module, functor) in named {
                    let home = self.named(module, functor, program);
                    self.discontiguous.insert(home);
                }
            }
            Directive::Dynamic(named) => {
                for (module, functor) in named {
                    self.check_protection(functor, span, program)?;
                    let home = self.named(module, functor, program);
                    self.groups.group(home).kind = PredicateKind::Dynamic;
                }
            }
            Directive::Multifile(named) => {
                for (module, functor) in named {
                    self.check_protection(functor, span, program)?;
                    let home = self.named(module, functor, program);
                    self.groups.group(home).extent = Extent::Multifile;
                }
            }
            Directive::MetaPredicate(metas) => {
                for ((module, functor), metas) in metas {
                    let (module, functor) = self.named(module, functor, program);
                    let id = program.local(module, functor);
                    program.get_mut(id).meta = Some(metas.into());
                    program.user_metas |= module != ModuleId::USER && program.module(module).class == ModuleClass::User;
                }
            }
            Directive::Module { name, exports } => self.begin_module(name, exports, span, program),
            Directive::Load { specs, load } => {
                for spec in specs {
                    self.load(&read, spec, &load, program)?;
                }
            }
            Directive::Include(specs) => {
                for spec in specs {
                    self.include(&read, spec, program)?;
                }
            }
        }
        Ok(())
    }

    /// A goal as it is called from outside of its module.
    fn in_module(&self, mut read: ReadTerm, program: &Program) -> ReadTerm {
        if self.module != ModuleId::USER {
            let span = read.terms.span(read.root);
            let name = read.terms.atom(program.module(self.module).name, span);
            read.root = read.terms.compound(known::COLON, &[name, read.root], span);
        }
        read
    }

    fn named(&self, module: Option<Atom>, functor: Functor, program: &mut Program) -> Home {
        (module.map_or(self.module, |name| program.module_named(name)), functor)
    }

    fn check_protection(&self, functor: Functor, span: Span, program: &Program) -> Result<(), CompileError> {
        if self.origin == Origin::User && !program.vocabulary.may_define(&self.atoms, functor) {
            let predicate = indicator(functor, &self.atoms);
            return Err(CompileError::Protected { predicate, span });
        }
        Ok(())
    }

    fn warn_of_singletons(&mut self, read: &ReadTerm) {
        let single = read.variables.iter().filter(|v| v.occurrences == 1 && !v.name.starts_with('_'));
        let warnings = single.map(|v| CompileWarning::Singleton { name: v.name.clone(), span: v.span });
        self.found_in(self.at).warnings.extend(warnings);
    }

    /// Reads another file in the place of the directive.
    fn include(&mut self, read: &ReadTerm, spec: TermId, program: &mut Program) -> Result<(), CompileError> {
        let files = Files::of(program, self.at);
        let path = files.path(&read.terms, spec, &self.atoms)?;
        let source = files.read(&path, read.terms.span(spec))?;
        if program.files.iter().any(|file| file.path == path && file.progress == Progress::Loading) {
            let (what, span) = (path.display().to_string(), read.terms.span(spec));
            return Err(CompileError::Circular { what, span });
        }
        let file = enter_file(program, &path, &source, self.module);
        program.files[file.0 as usize].parent = Some(self.at);
        self.findings.push(Findings::new(file, source.clone()));
        let outer = std::mem::replace(&mut self.at, file);
        self.read(&source, program);
        self.at = outer;
        program.files[file.0 as usize].progress = Progress::Loaded;
        Ok(())
    }

    fn finish(mut self, program: &mut Program) -> Report {
        self.define(program);
        program.directives.append(&mut self.after);
        for findings in &mut self.findings {
            findings.errors.sort_by_key(|error| error.span().start);
            findings.warnings.sort_by_key(|warning| warning.span().start);
        }
        let mut findings = self.findings.into_iter();
        let own = findings.next().expect("the text itself comes first");
        let included = findings.map(|f| FileReport { source: f.source, errors: f.errors, warnings: f.warnings });
        let mut others = self.others;
        others.extend(included.filter(|report| !report.errors.is_empty() || !report.warnings.is_empty()));
        Report { errors: own.errors, warnings: own.warnings, others }
    }
}

/// `Module:Term`.
fn qualified(read: &ReadTerm, term: TermId) -> Option<(Atom, TermId)> {
    match read.terms.match_compound(term, known::COLON, 2) {
        Some(&[module, inner]) => match read.terms.get(module) {
            Node::Atom(name) => Some((name, inner)),
            _ => None,
        },
        _ => None,
    }
}

/// `name/arity`.
pub(super) fn indicator(functor: Functor, atoms: &Atoms) -> String {
    format!("{}/{}", atoms.name(functor.name), functor.arity)
}
