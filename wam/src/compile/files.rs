//! Other files: where they are, whether they must be loaded, and what of them comes in.
//!
//! A file is named by an atom or string relative to the file that names it, with or without its extension, or is
//! `library(Name)`. It is loaded once, unless it has changed since or is consulted outright. A file that is being loaded
//! may use one that uses it: the exports of a module are known from its first clause on.

use super::directive::{Again, Exports, Imports, Load, Reexport};
use super::error::{CompileError, CompileWarning};
use super::loader::Loader;
use super::loading::{Join, Origin, Text};
use crate::atoms::{Atom, Atoms, Functor};
use crate::code::Program;
use crate::library::{self, Found};
use crate::modules::{FileId, ModuleId, Progress};
use crate::read::Source;
use crate::term::{Node, ReadTerm, Span, TermId, Terms};
use std::path::{Path, PathBuf};

/// Extensions that need not be written.
const EXTENSIONS: &[&str] = &["pl", "pro", "prolog"];

/// The path by which a file is known: absolute, without links; the name itself where there is no such file.
pub(crate) fn identity(name: &str) -> PathBuf {
    let path = Path::new(name);
    path.canonicalize().unwrap_or_else(|_| path.into())
}

/// Where the files are that a file names.
pub(crate) struct Files {
    base: PathBuf,
}

/// What a file's name says.
pub(crate) enum Spec {
    Path(String),
    Library(String),
}

impl Files {
    /// Those that a loaded file names.
    pub fn of(program: &Program, file: FileId) -> Files {
        let path = &program.file(file).path;
        Files { base: path.parent().map_or_else(PathBuf::new, Path::to_path_buf) }
    }

    /// Those below a directory.
    pub fn below(base: PathBuf) -> Files {
        Files { base }
    }

    /// The file of that name, as it is or with an extension.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let plain = self.base.join(name);
        let with = EXTENSIONS.iter().map(|extension| self.base.join(format!("{name}.{extension}")));
        let found = std::iter::once(plain).chain(with).find(|path| path.is_file())?;
        Some(found.canonicalize().unwrap_or(found))
    }

    /// The file that a directive names by an atom or string.
    pub fn path(&self, terms: &Terms, spec: TermId, atoms: &Atoms) -> Result<PathBuf, CompileError> {
        let span = terms.span(spec);
        let name = match file_spec(terms, spec, atoms) {
            Some(Spec::Path(name)) => name,
            _ => return Err(bad_spec(span)),
        };
        self.find(&name).ok_or(CompileError::NoFile { what: name, span })
    }

    /// The text of a file.
    pub fn read(&self, path: &Path, span: Span) -> Result<Source, CompileError> {
        read_source(path).map_err(|reason| CompileError::Unreadable { what: shown(path), reason, span })
    }
}

/// The text of a file under the name that messages give it; or why there is none.
pub(crate) fn read_source(path: &Path) -> Result<Source, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Source::decode(shown(path), bytes).map_err(|error| error.to_string())
}

/// A path as messages show it: relative to the current directory where it is below it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let short = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    short.unwrap_or(path).display().to_string()
}

/// What a term names: a path, or `library(Name)`.
pub(crate) fn file_spec(terms: &Terms, spec: TermId, atoms: &Atoms) -> Option<Spec> {
    if let Node::Compound(functor, &[inner]) = terms.get(spec) {
        return match &*atoms.name(functor.name) {
            "library" => path_text(terms, inner, atoms).map(Spec::Library),
            _ => None,
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
) -> Result<Sought, String> {
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
    Ok(Sought::Text(Box::new(Text { path: path.into(), source: read_source(path)?, origin, into })))
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
            Spec::Path(name) => {
                let files = Files::of(program, self.at);
                let path = files.find(&name).ok_or(CompileError::NoFile { what: name, span })?;
                let sought = seek(program, &path, self.module, load.again, self.origin)
                    .map_err(|reason| CompileError::Unreadable { what: shown(&path), reason, span })?;
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
