//! The atom table: names interned once, shared by every machine of the process.
//!
//! In: names. Out: [`Atom`] indices that compare in one instruction. The table only grows, behind a lock that readers
//! share, so several machines may run on the same code at once. The atoms the engine itself speaks of have fixed
//! indices in [`known`].

use rustc_hash::FxHashMap;
use std::sync::{Arc, RwLock};

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom(pub u32);

/// A name and an arity: what a compound term or a predicate is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Functor {
    /// The name.
    pub name: Atom,
    /// How many arguments.
    pub arity: u32,
}

struct Table {
    index: FxHashMap<Arc<str>, Atom>,
    names: Vec<Arc<str>>,
}

/// The shared table of atoms; cloning shares it.
#[derive(Clone)]
pub struct Atoms(Arc<RwLock<Table>>);

impl Atoms {
    /// A table that holds only the atoms of [`known`].
    pub fn new() -> Self {
        let mut table = Table { index: FxHashMap::default(), names: Vec::new() };
        for name in known::NAMES {
            let name: Arc<str> = Arc::from(*name);
            table.index.insert(name.clone(), Atom(table.names.len() as u32));
            table.names.push(name);
        }
        Atoms(Arc::new(RwLock::new(table)))
    }

    /// The atom of that name, made if it is new.
    pub fn intern(&self, name: &str) -> Atom {
        if let Some(&atom) = self.read().index.get(name) {
            return atom;
        }
        let mut table = self.0.write().unwrap_or_else(|poison| poison.into_inner());
        if let Some(&atom) = table.index.get(name) {
            return atom;
        }
        let atom = Atom(u32::try_from(table.names.len()).expect("fewer than 2^32 atoms"));
        let name: Arc<str> = Arc::from(name);
        table.index.insert(name.clone(), atom);
        table.names.push(name);
        atom
    }

    /// The functor of that name and arity.
    pub fn functor(&self, name: &str, arity: u32) -> Functor {
        Functor { name: self.intern(name), arity }
    }

    /// The name of an atom of this table.
    pub fn name(&self, atom: Atom) -> Arc<str> {
        self.read().names[atom.0 as usize].clone()
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)] // A table is never empty.
    pub fn len(&self) -> usize {
        self.read().names.len()
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Table> {
        self.0.read().unwrap_or_else(|poison| poison.into_inner())
    }
}

impl Default for Atoms {
    fn default() -> Self {
        Self::new()
    }
}

/// Declares the atoms with fixed indices: a constant and its name a row. A function cannot declare constants.
macro_rules! known_atoms {
    ($($constant:ident = $name:literal,)*) => {
        /// Atoms with fixed indices.
        pub mod known {
            use super::Atom;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[repr(u32)]
            enum Index { $($constant,)* }
            $(#[doc = concat!("`", $name, "`")] pub const $constant: Atom = Atom(Index::$constant as u32);)*
            /// The names, in index order.
            pub const NAMES: &[&str] = &[$($name,)*];
        }
    };
}

known_atoms! {
    NIL = "[]",
    DOT = ".",
    CURLY = "{}",
    TRUE = "true",
    FAIL = "fail",
    FALSE = "false",
    COMMA = ",",
    SEMICOLON = ";",
    ARROW = "->",
    SOFT_ARROW = "*->",
    NOT = "\\+",
    CUT = "!",
    NECK = ":-",
    QUERY = "?-",
    DCG = "-->",
    BAR = "|",
    MINUS = "-",
    PLUS = "+",
    STAR = "*",
    SLASH = "/",
    COLON = ":",
    EQUALS = "=",
    LESS = "<",
    GREATER = ">",
    ERROR = "error",
    CALL = "call",
    USER = "user",
    EOF = "end_of_file",
    EMPTY = "",
    DOLLAR_VAR = "$VAR",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_interned_once() {
        let atoms = Atoms::new();
        let foo = atoms.intern("foo");
        assert_eq!(foo, atoms.clone().intern("foo"));
        assert_eq!(&*atoms.name(foo), "foo");
        assert_eq!(atoms.intern("[]"), known::NIL);
        assert_eq!(atoms.intern("$VAR"), known::DOLLAR_VAR);
    }
}
