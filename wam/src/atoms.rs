//! The atom table: names interned once, shared by every machine of the process.
//!
//! In: names. Out: [`Atom`] indices that compare in one instruction. The table only grows: names are looked up behind a
//! lock that readers share, and read without one, from pages that never move. So several machines may run on the same
//! code at once. The atoms the engine itself speaks of have fixed indices in [`known`].

use crate::meter;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock, RwLock};

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
    index: RwLock<Index>,
    names: Names,
    /// The atoms of single ASCII characters, once they were asked for.
    ascii: [OnceLock<Atom>; 128],
}

/// Atoms by name.
#[derive(Default)]
struct Index {
    /// Those of texts.
    open: FxHashMap<Arc<str>, Atom>,
    /// Those that only the library's own texts can name: see [`Atoms::internal`].
    internal: FxHashMap<Arc<str>, Atom>,
}

/// Names with a dollar sign that the library and programs share: they stand in terms that programs see.
const SHARED: &[&str] = &["$VAR", "$VARIANT", "$aborted", "$stream", "$stream_position", "$clause"];

fn is_internal(name: &str) -> bool {
    name.starts_with('$') && name.len() > 1 && !SHARED.contains(&name)
}

/// Names by index, in pages each as long as all before it, the first apart.
struct Names([OnceLock<Page>; PAGES]);

type Page = Box<[OnceLock<Arc<str>>]>;

/// Names in the first page, as a power of two.
const FIRST: u32 = 10;
const PAGES: usize = 32 - FIRST as usize + 1;

impl Names {
    /// The page of a name and its place there.
    #[inline]
    fn place(atom: Atom) -> (usize, usize) {
        let index = u64::from(atom.0) + (1 << FIRST);
        let page = index.ilog2();
        ((page - FIRST) as usize, (index - (1 << page)) as usize)
    }

    #[inline]
    fn get(&self, atom: Atom) -> &Arc<str> {
        let (page, place) = Names::place(atom);
        let name = self.0[page].get().and_then(|page| page[place].get());
        name.expect("an atom's name is there before the atom is")
    }

    fn set(&self, atom: Atom, name: Arc<str>) {
        let (page, place) = Names::place(atom);
        let names =
            self.0[page].get_or_init(|| (0..1usize << (page as u32 + FIRST)).map(|_| OnceLock::new()).collect());
        names[place].get_or_init(|| name);
    }
}

/// The shared table of atoms; cloning shares it.
#[derive(Clone)]
pub struct Atoms(Arc<Table>);

impl Atoms {
    /// A table that holds only the atoms of [`known`].
    pub fn new() -> Self {
        let names = Names([const { OnceLock::new() }; PAGES]);
        let mut index = Index::default();
        for (number, name) in known::NAMES.iter().enumerate() {
            let (name, atom): (Arc<str>, _) = (Arc::from(*name), Atom(number as u32));
            let own = if is_internal(&name) { &mut index.internal } else { &mut index.open };
            own.insert(name.clone(), atom);
            names.set(atom, name);
        }
        Atoms(Arc::new(Table { index: RwLock::new(index), names, ascii: [const { OnceLock::new() }; 128] }))
    }

    /// The atom of that name, made if it is new.
    pub fn intern(&self, name: &str) -> Atom {
        let known = self.0.index.read().unwrap_or_else(|poison| poison.into_inner()).open.get(name).copied();
        known.unwrap_or_else(|| self.make(name, |index| &mut index.open))
    }

    /// The atom that a name is in a text of the library. Names that begin with a dollar sign are the library's own: no
    /// text of a program and no builtin gives them, so that its inner predicates cannot be called, passed or redefined.
    pub fn internal(&self, name: &str) -> Atom {
        if !is_internal(name) {
            return self.intern(name);
        }
        let known = self.0.index.read().unwrap_or_else(|poison| poison.into_inner()).internal.get(name).copied();
        known.unwrap_or_else(|| self.make(name, |index| &mut index.internal))
    }

    fn make(&self, name: &str, of: fn(&mut Index) -> &mut FxHashMap<Arc<str>, Atom>) -> Atom {
        let mut index = self.0.index.write().unwrap_or_else(|poison| poison.into_inner());
        if let Some(&atom) = of(&mut index).get(name) {
            return atom;
        }
        let atom = Atom(u32::try_from(index.open.len() + index.internal.len()).expect("fewer than 2^32 atoms"));
        let name: Arc<str> = Arc::from(name);
        self.0.names.set(atom, name.clone());
        of(&mut index).insert(name, atom);
        atom
    }

    /// The atom of a character.
    pub fn character(&self, c: char) -> Atom {
        let make = || self.intern(c.encode_utf8(&mut [0; 4]));
        match self.0.ascii.get(c as usize) {
            Some(known) => *known.get_or_init(make),
            None => make(),
        }
    }

    /// The functor of that name and arity.
    pub fn functor(&self, name: &str, arity: u32) -> Functor {
        Functor { name: self.intern(name), arity }
    }

    /// The name of an atom of this table.
    pub fn name(&self, atom: Atom) -> Arc<str> {
        self.0.names.get(atom).clone()
    }

    /// The name of an atom of this table, on loan.
    #[inline]
    pub fn spelling(&self, atom: Atom) -> &str {
        self.0.names.get(atom)
    }

    /// What the table allocates when it grows the next time, in bytes.
    pub(crate) fn next_growth(&self) -> usize {
        let index = self.0.index.read().unwrap_or_else(|poison| poison.into_inner());
        meter::next_of_table(&index.open) + index.open.len() * size_of::<OnceLock<Arc<str>>>()
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)] // A table is never empty.
    pub fn len(&self) -> usize {
        let index = self.0.index.read().unwrap_or_else(|poison| poison.into_inner());
        index.open.len() + index.internal.len()
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
    LAMBDA = ">>",
    NOT = "\\+",
    CUT = "!",
    NECK = ":-",
    QUERY = "?-",
    DCG = "-->",
    RULE = "=>",
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
    ONE = "one",
    BOTH = "both",
    FIND = "find",
    ALL = "all",
    NONE = "none",
    STRING = "string",
    FORMAT = "format",
    FORMAT_GOALS = "$format",
    IS = "is",
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

    #[test]
    fn names_are_found_beyond_the_first_page() {
        let atoms = Atoms::new();
        let made: Vec<Atom> = (0..10_000).map(|i| atoms.intern(&format!("atom {i}"))).collect();
        for (i, &atom) in made.iter().enumerate() {
            assert_eq!(atoms.spelling(atom), format!("atom {i}"));
        }
        assert_eq!(atoms.len(), known::NAMES.len() + made.len());
        for c in ['a', '\u{7f}', 'é', '\u{10ffff}'] {
            assert_eq!(atoms.spelling(atoms.character(c)), c.to_string());
        }
        assert_eq!(Names::place(Atom(u32::MAX)).0, PAGES - 1);
    }
}
