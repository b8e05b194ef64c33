//! Modules: who sees which predicate under which name.
//!
//! A predicate is known by its module and its name and arity. A module's table holds its own predicates and those it
//! imports. A name that the table does not have is looked up in the modules behind it: a user's module inherits from
//! `user` and `user` from `system`, where builtins and the preloaded library are; modules of the library inherit from
//! `system` only, so that a user's definitions do not change what the library does.
//!
//! Names are resolved when a text is compiled. What is undefined then gets an entry of its module, which the machine
//! resolves when it is first called.

use crate::atoms::{Atom, Functor};
use crate::instr::PredId;
use crate::read::{OpType, Source};
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::time::SystemTime;

/// A module of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ModuleId(pub u32);

impl ModuleId {
    /// Where programs without modules live.
    pub const USER: ModuleId = ModuleId(0);
    /// Where builtins and the preloaded library live.
    pub const SYSTEM: ModuleId = ModuleId(1);
}

/// A text that was loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// Whose module it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleClass {
    /// A user's: inherits from `user`.
    User,
    /// The system's or the library's: inherits from `system`.
    Library,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name.
    pub name: Atom,
    /// Whose it is.
    pub class: ModuleClass,
    /// The file with its `:- module`.
    pub file: Option<FileId>,
    /// What it exports, in the order of its declaration.
    pub exports: Vec<Functor>,
    /// Operators it exports.
    pub ops: Vec<(i64, OpType, Atom)>,
    /// Its own predicates and its imports.
    pub(crate) table: FxHashMap<Functor, PredId>,
    /// What names were found to mean here; emptied when anything is defined or imported.
    pub(crate) resolved: FxHashMap<Functor, PredId>,
}

impl Module {
    pub(crate) fn new(name: Atom, class: ModuleClass) -> Self {
        Module {
            name,
            class,
            file: None,
            exports: Vec::new(),
            ops: Vec::new(),
            table: FxHashMap::default(),
            resolved: FxHashMap::default(),
        }
    }
}

/// What an argument of a predicate means to the module that calls it: an item of `:- meta_predicate`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meta {
    /// `0` to `9`: a goal that lacks so many arguments.
    Goal(u8),
    /// `:`: something else that belongs to a module.
    Module,
    /// `^`: a goal under `V^`.
    Caret,
    /// `//`: the body of a grammar rule.
    Grammar,
    /// Anything else: no business of modules.
    Plain,
}

/// How far the loading of a file has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It is being loaded: a file that it loads may use it.
    Loading,
    /// It is loaded.
    Loaded,
}

/// A text that was loaded.
#[derive(Clone, Debug)]
pub struct LoadedFile {
    /// Where it is: an absolute path, or the name of a text that is no file.
    pub path: PathBuf,
    /// Its name and text.
    pub source: Source,
    /// The module it defines, or the one it was loaded into.
    pub module: ModuleId,
    /// The module it was loaded into.
    pub into: ModuleId,
    /// When the file was last changed, as it was loaded.
    pub modified: Option<SystemTime>,
    /// The file that includes it, if it was included.
    pub parent: Option<FileId>,
    /// How far its loading has come.
    pub progress: Progress,
}
