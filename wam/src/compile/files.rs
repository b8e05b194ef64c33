//! Other files: where they are, whether they must be loaded, and what of them comes in.
//!
//! A file is named by an atom or string relative to the file that names it or to the working directory, with or without
//! its extension, or is `library(Name)`, or `Alias(Path)` with clauses of `file_search_path/2` for the alias. It is loaded
//! once, unless it has changed since or is consulted outright. A file that is being loaded may use one that uses it: the exports of a module are known from its first clause on.

use super::define::Haste;
use super::directive::{Again, Exports, Imports, Load, Reexport};
use super::error::{CompileError, CompileWarning};
use super::loader::Loader;
use super::loading::{Goals, Join, Origin, Text};
use crate::atoms::{Atom, Atoms, Functor, known};
use crate::code::Program;
use crate::library::{self, Found};
use crate::meter;
use crate::modules::{FileId, ModuleId, Progress};
use crate::read::Source;
use crate::term::{Node, ReadTerm, Span, TermId, Terms};
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// Extensions that need not be written.
const EXTENSIONS: &[&str] = &["pl", "pro", "prolog"];

/// The path by which a file is known: absolute, without links; the name itself where there is no such file.
pub(crate) fn identity(name: &str) -> PathBuf {
    let path = Path::new(name);
    path.canonicalize().unwrap_or_else(|_| path.into())
}

/// How many aliases may be given by others.
const MAX_ALIASES: u32 = 32;

/// Where the files are that a file names: beside it, or else in the working directory.
pub(crate) struct Files {
    base: PathBuf,
    otherwise: Option<PathBuf>,
}

/// What a file's name says.
pub(crate) enum Spec {
    Path(String),
    Library(String),
    /// `Alias(Path)`: below a directory that `file_search_path/2` has for the alias.
    Alias(Atom, String),
}

/// `file_search_path/2`.
pub(crate) fn search_path(atoms: &Atoms) -> Functor {
    atoms.functor("file_search_path", 2)
}

impl Files {
    /// Those that a loaded file names.
    pub fn of(program: &Program, file: FileId) -> Files {
        let path = &program.file(file).path;
        Files {
            base: path.parent().map_or_else(PathBuf::new, Path::to_path_buf),
            otherwise: Some(program.directory.clone().unwrap_or_default()),
        }
    }

    /// Those below a directory.
    pub fn below(base: PathBuf) -> Files {
        Files { base, otherwise: None }
    }

    /// The file of that name, as it is or with an extension.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let below = |base: &PathBuf| {
            let with = EXTENSIONS.iter().map(|extension| base.join(format!("{name}.{extension}")));
            std::iter::once(base.join(name)).chain(with).find(|path| path.is_file())
        };
        let found = below(&self.base).or_else(|| self.otherwise.as_ref().and_then(below))?;
        Some(found.canonicalize().unwrap_or(found))
    }

    /// The file that a directive names by an atom or string.
    pub fn path(&self, terms: &Terms, spec: TermId, program: &Program) -> Result<PathBuf, CompileError> {
        let span = terms.span(spec);
        match file_spec(terms, spec, &program.atoms) {
            Some(Spec::Path(name)) => self.find(&name).ok_or(CompileError::NoFile { what: name, span }),
            Some(Spec::Alias(alias, path)) => self.search(program, alias, &path, span),
            _ => Err(bad_spec(span)),
        }
    }

    /// The file of `Alias(Path)`, as far as facts of `file_search_path/2` in the texts say where: nothing runs.
    fn search(&self, program: &Program, alias: Atom, path: &str, span: Span) -> Result<PathBuf, CompileError> {
        let found = searched(program, alias, path, 0).iter().find_map(|name| self.find(name));
        found.ok_or_else(|| CompileError::NoFile { what: format!("{}({path})", program.atoms.name(alias)), span })
    }

    /// The text of a file.
    pub fn read(&self, path: &Path, span: Span, program: &Program) -> Result<Source, CompileError> {
        read_source(path, program).map_err(|why| unreadable(path, &why, span))
    }
}

/// Why there is no text.
pub(crate) enum Unread {
    /// There is no memory for it.
    Full,
    /// The system, or whoever looks at the text, says so.
    Because(String),
}

impl Display for Unread {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unread::Full => "there is no memory for it",
            Unread::Because(reason) => reason,
        })
    }
}

/// The text of a file under the name that messages give it; or why there is none.
pub(crate) fn read_source(path: &Path, program: &Program) -> Result<Source, Unread> {
    if !program.reach.allows(path) {
        return Err(Unread::Because("it is outside of the directories that may be read here (--allow DIR)".into()));
    }
    let because = |error: &dyn Display| Unread::Because(error.to_string());
    let length = std::fs::metadata(path).map_err(|error| because(&error))?.len();
    // With what is remembered of its lines.
    if !meter::fits(2 * length as usize) {
        return Err(Unread::Full);
    }
    let bytes = std::fs::read(path).map_err(|error| because(&error))?;
    Source::decode(shown(path), bytes).map_err(|error| because(&error))
}

fn unreadable(path: &Path, why: &Unread, span: Span) -> CompileError {
    CompileError::Unreadable { what: shown(path), reason: why.to_string(), span }
}

/// A path as messages show it: relative to the current directory where it is below it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let short = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    short.unwrap_or(path).display().to_string()
}

/// What `Alias(Path)` may mean by the facts of `file_search_path/2`.
fn searched(program: &Program, alias: Atom, path: &str, depth: u32) -> Vec<String> {
    let facts = program.own(ModuleId::USER, search_path(&program.atoms)).map(|id| &program.get(id).source);
    let mut found = Vec::new();
    for fact in facts.into_iter().flatten() {
        let terms = &fact.terms;
        let Node::Compound(_, &[name, place]) = terms.get(fact.root) else { continue };
        if terms.get(name) != Node::Atom(alias) || depth > MAX_ALIASES {
            continue;
        }
        let below = |directory: String| if directory == "." { path.to_string() } else { format!("{directory}/{path}") };
        match file_spec(terms, place, &program.atoms) {
            Some(Spec::Path(directory)) => found.push(below(directory)),
            Some(Spec::Alias(other, inner)) => {
                found.extend(searched(program, other, &inner, depth + 1).into_iter().map(below));
            }
            _ => {}
        }
    }
    found
}

/// What a term names: a path, or `library(Name)`.
pub(crate) fn file_spec(terms: &Terms, spec: TermId, atoms: &Atoms) -> Option<Spec> {
    if let Node::Compound(functor, &[inner]) = terms.get(spec) {
        return match &*atoms.name(functor.name) {
            "library" => path_text(terms, inner, atoms).map(Spec::Library),
            _ => path_text(terms, inner, atoms).map(|path| Spec::Alias(functor.name, path)),
        };
    }
    path_text(terms, spec, atoms).map(Spec::Path)
}

/// `a`, `"a"`, `a/b`.
fn path_text(terms: &Terms, spec: TermId, atoms: &Atoms) -> Option<String> {
    match terms.get(spec) {
        Node::Atom(name) => Some(atoms.name(name).to_string()),
        Node::Str(text) => Some(text.to_string()),
        Node::Compound(functor, &[left, right]) if &*atoms.name(functor.name) == "/" => {
            Some(format!("{}/{}", path_text(terms, left, atoms)?, path_text(terms, right, atoms)?))
        }
        _ => None,
    }
}

fn bad_spec(span: Span) -> CompileError {
    let expected = "a file name or library(Name)";
    CompileError::BadDirective { directive: "use_module", expected, span }
}

/// What a request to load a file leads to.
pub(crate) enum Sought {
    /// It is loaded: the module whose exports come in; none for a file that is no module, or is part of the system.
    Here(Option<ModuleId>),
    /// Its text must be loaded.
    Text(Box<Text>),
}

/// Whether a file must be loaded, into a module unless it is one itself.
pub(crate) fn seek(
    program: &Program,
    path: &Path,
    into: ModuleId,
    again: Again,
    origin: Origin,
) -> Result<Sought, Unread> {
    if let Some(file) = program.files.iter().find(|file| file.path == path) {
        let changed = || std::fs::metadata(path).and_then(|data| data.modified()).ok() != file.modified;
        let again = match again {
            Again::Always => true,
            Again::Changed => changed(),
            Again::Never => false,
        };
        if file.progress == Progress::Loading || !again {
            return Ok(Sought::Here(Some(file.module).filter(|&module| module != into)));
        }
    }
    Ok(Sought::Text(Box::new(Text { path: path.into(), source: read_source(path, program)?, origin, into })))
}

/// What did not come in, by indicator.
pub(crate) enum Refused {
    /// The module does not export it.
    NotExported(Functor),
    /// There is another one of that name already.
    Clash(Functor),
}

/// Brings a module's exports into another one.
pub(crate) fn import(program: &mut Program, from: ModuleId, into: ModuleId, load: &Load) -> Vec<Refused> {
    let exports = program.module(from).exports.clone();
    for (priority, class, name) in program.module(from).ops.clone() {
        // What the exporting file may declare, any may.
        let _ = program.ops.add(priority, class, name);
    }
    let mut refused = Vec::new();
    let wanted: Vec<(Functor, Atom)> = match &load.imports {
        Imports::All => exports.iter().map(|&functor| (functor, functor.name)).collect(),
        Imports::Except(functors) => {
            exports.iter().filter(|f| !functors.contains(f)).map(|&functor| (functor, functor.name)).collect()
        }
        Imports::Only(wanted) => {
            let (known, missing) = wanted.iter().partition::<Vec<_>, _>(|(functor, _)| exports.contains(functor));
            refused.extend(missing.into_iter().map(|(functor, _)| Refused::NotExported(functor)));
            known
        }
    };
    for (functor, name) in wanted {
        let id = match program.own(from, functor) {
            Some(id) => id,
            None => program.local(from, functor),
        };
        let local = Functor { name, arity: functor.arity };
        if !program.import(into, local, id) {
            refused.push(Refused::Clash(local));
        } else if load.export == Reexport::Yes && !program.module(into).exports.contains(&local) {
            program.module_mut(into).exports.push(local);
        }
    }
    refused
}

/// Brings all exports of a module into another one.
pub(crate) fn import_all(program: &mut Program, from: ModuleId, into: ModuleId) {
    import(program, from, into, &Load::all());
}

impl Loader {
    /// From here on the text is a module.
    pub(super) fn begin_module(&mut self, name: Atom, exports: Exports, span: Span, program: &mut Program) {
        let id = match (self.origin, program.find_module(name)) {
            (_, Some(id)) => id,
            (Origin::Library, None) => program.add_module(name, crate::modules::ModuleClass::Library),
            (Origin::User, None) => program.module_named(name),
        };
        let module = program.module_mut(id);
        module.file = Some(self.file);
        module.exports = exports.predicates;
        module.ops = exports.ops;
        program.files[self.file.0 as usize].module = id;
        self.module = id;
        self.module_span = span;
    }

    /// The goal that loads what a directive names, where `file_search_path/2` decides: a running program knows more of it
    /// than its facts.
    pub(super) fn search_goal(
        &self,
        read: &ReadTerm,
        spec: TermId,
        load: &Load,
        program: &Program,
    ) -> Option<ReadTerm> {
        let is_searched = match file_spec(&read.terms, spec, &self.atoms)? {
            Spec::Path(_) => false,
            Spec::Library(name) => {
                let clauses = program.own(ModuleId::USER, search_path(&self.atoms));
                !library::is_known(&name) && clauses.is_some_and(|id| program.is_defined(id))
            }
            Spec::Alias(..) => true,
        };
        if !is_searched || self.goals == Goals::Kept || load.export == Reexport::Yes {
            return None;
        }
        let mut terms = read.terms.clone();
        let (functor, span) = (terms.functor(read.root)?, terms.span(read.root));
        let (name, mut args) = match terms.get(read.root) {
            Node::Compound(Functor { name: known::DOT, .. }, _) => (self.atoms.intern("consult"), vec![spec]),
            Node::Compound(_, args) => (functor.name, args.to_vec()),
            _ => return None,
        };
        args[0] = spec;
        let root = terms.compound(name, &args, span);
        Some(self.in_module(ReadTerm { terms, root, variables: read.variables.clone() }, program))
    }

    /// What a directive names: imports from it if it is loaded, gives its text if that must be loaded first.
    pub(super) fn load(
        &mut self,
        read: &ReadTerm,
        spec: TermId,
        load: &Load,
        program: &mut Program,
    ) -> Result<Option<(Text, Join)>, CompileError> {
        let span = read.terms.span(spec);
        let atoms = self.atoms.clone();
        let mut join = Join { load: load.clone(), what: String::new(), span };
        let from = match file_spec(&read.terms, spec, &atoms).ok_or_else(|| bad_spec(span))? {
            Spec::Library(name) => match library::module(program, &name) {
                Found::Module(module) => Some(module),
                Found::System => None,
                Found::Nothing if load.optional => None,
                Found::Nothing => {
                    self.warn(CompileWarning::NoLibrary { name, span });
                    None
                }
            },
            spec @ (Spec::Path(_) | Spec::Alias(..)) => {
                let files = Files::of(program, self.at);
                let path = match spec {
                    Spec::Alias(alias, path) => {
                        self.flush(Haste::OnDemand, program);
                        files.search(program, alias, &path, span)?
                    }
                    Spec::Path(name) | Spec::Library(name) => {
                        files.find(&name).ok_or(CompileError::NoFile { what: name, span })?
                    }
                };
                let sought = seek(program, &path, self.module, load.again, self.origin)
                    .map_err(|why| unreadable(&path, &why, span))?;
                match sought {
                    Sought::Text(text) => {
                        join.what = text.source.name().into();
                        return Ok(Some((*text, join)));
                    }
                    Sought::Here(module) => module,
                }
            }
        };
        if let Some(from) = from.filter(|&from| from != self.module) {
            self.bring_in(Some(from), &join, program);
        }
        Ok(None)
    }
}
