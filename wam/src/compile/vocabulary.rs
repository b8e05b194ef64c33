//! What the compiler makes of a goal by its name: control construct, inline test, builtin, or a call.
//!
//! Built once a program from the atom table and the rows of [`BUILTINS`] and [`Evaluable`].

use super::evaluable::{Evaluable, Evaluables};
use crate::atoms::{Atom, Atoms, Functor};
use crate::builtins::{BUILTINS, Standing};
use crate::instr::BuiltinId;
use crate::modules::Meta;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An arithmetic comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// A test of a term's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TypeTest {
    Var,
    Nonvar,
    Atom,
    Integer,
    Float,
    Number,
    Atomic,
    Compound,
    Callable,
}

/// What a goal of some functor is to the compiler.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Meaning {
    True,
    Fail,
    Cut,
    And,
    Or,
    IfThen,
    SoftIfThen,
    Not,
    Once,
    Ignore,
    Forall,
    InModule,
    Unify,
    Is,
    Compare(Comparison),
    Type(TypeTest),
    Builtin(BuiltinId),
}

impl Meaning {
    /// Whether a goal is a control construct: what it holds are goals that are looked at when it is called.
    pub fn is_control(self) -> bool {
        matches!(self, Meaning::And | Meaning::Or | Meaning::IfThen | Meaning::SoftIfThen | Meaning::Not)
    }

    /// Whether all its arguments are goals, which are compiled where it is.
    pub fn holds_goals(self) -> bool {
        self.is_control() || matches!(self, Meaning::Once | Meaning::Ignore | Meaning::Forall)
    }
}

/// Functors with a meaning of their own, and the evaluable ones.
pub struct Vocabulary {
    goals: FxHashMap<Functor, Meaning>,
    builtins: FxHashMap<Functor, BuiltinId>,
    evaluables: Evaluables,
    metas: FxHashMap<Functor, Arc<[Meta]>>,
    atoms: Atoms,
}

/// Control constructs with arguments that belong to the module of the caller, a letter an argument as `meta_predicate`
/// has it. Builtins have it in their rows, predicates of the library are declared where they are defined.
const METAS: &[(&str, &str)] = &[
    ("call", "0"),
    ("call", "1?"),
    ("call", "2??"),
    ("call", "3???"),
    ("call", "4????"),
    ("call", "5?????"),
    ("call", "6??????"),
    ("call", "7???????"),
    ("catch", "0?0"),
    ("forall", "00"),
    ("ignore", "0"),
    ("not", "0"),
    ("once", "0"),
];

const CONSTRUCTS: &[(&str, u32, Meaning)] = &[
    ("true", 0, Meaning::True),
    ("otherwise", 0, Meaning::True),
    ("fail", 0, Meaning::Fail),
    ("false", 0, Meaning::Fail),
    ("!", 0, Meaning::Cut),
    // SWI-Prolog's: the clause is determinate from there on, which is not checked.
    ("$", 0, Meaning::Cut),
    (",", 2, Meaning::And),
    (";", 2, Meaning::Or),
    ("|", 2, Meaning::Or),
    ("->", 2, Meaning::IfThen),
    ("*->", 2, Meaning::SoftIfThen),
    ("\\+", 1, Meaning::Not),
    ("not", 1, Meaning::Not),
    ("once", 1, Meaning::Once),
    ("ignore", 1, Meaning::Ignore),
    ("forall", 2, Meaning::Forall),
    (":", 2, Meaning::InModule),
    ("=", 2, Meaning::Unify),
    ("is", 2, Meaning::Is),
    ("<", 2, Meaning::Compare(Comparison::Less)),
    ("=<", 2, Meaning::Compare(Comparison::LessEqual)),
    (">", 2, Meaning::Compare(Comparison::Greater)),
    (">=", 2, Meaning::Compare(Comparison::GreaterEqual)),
    ("=:=", 2, Meaning::Compare(Comparison::Equal)),
    ("=\\=", 2, Meaning::Compare(Comparison::NotEqual)),
    ("var", 1, Meaning::Type(TypeTest::Var)),
    ("nonvar", 1, Meaning::Type(TypeTest::Nonvar)),
    ("atom", 1, Meaning::Type(TypeTest::Atom)),
    ("integer", 1, Meaning::Type(TypeTest::Integer)),
    ("float", 1, Meaning::Type(TypeTest::Float)),
    ("number", 1, Meaning::Type(TypeTest::Number)),
    ("atomic", 1, Meaning::Type(TypeTest::Atomic)),
    ("compound", 1, Meaning::Type(TypeTest::Compound)),
    ("callable", 1, Meaning::Type(TypeTest::Callable)),
];

/// Not part of the standard: a program may define these itself although the compiler knows them.
const OPEN: &[(&str, u32)] = &[("otherwise", 0), ("$", 0), ("not", 1), ("ignore", 1), ("forall", 2)];

/// The predicates of the library that a program may not define, being the standard's (ISO 13211-1 section 8); rows of
/// [`BUILTINS`] say it of themselves.
const STANDARD: &str = "subsumes_term/2 clause/2 retract/1 findall/3 bagof/3 setof/3 atom_concat/3 sub_atom/5 \
    current_op/3 print/1 write_term/2 write_term/3 stream_property/2 current_prolog_flag/2 catch/3 call/1 call/2 call/3 \
    call/4 call/5 call/6 call/7 call/8";

impl Vocabulary {
    /// The vocabulary over an atom table.
    pub fn new(atoms: &Atoms) -> Self {
        let mut goals = FxHashMap::default();
        let mut builtins = FxHashMap::default();
        for (id, row) in BUILTINS.iter().enumerate() {
            let functor = Functor { name: atoms.internal(row.name), arity: u32::from(row.arity) };
            let id = BuiltinId(id as u16);
            goals.insert(functor, Meaning::Builtin(id));
            builtins.insert(functor, id);
        }
        for &(name, arity, meaning) in CONSTRUCTS {
            goals.insert(atoms.functor(name, arity), meaning);
        }
        let of_builtins = BUILTINS.iter().filter(|row| !row.metas.is_empty()).map(|row| (row.name, row.metas));
        let metas = METAS.iter().copied().chain(of_builtins).map(|(name, spec)| {
            let metas = spec.chars().map(|letter| match letter {
                ':' => Meta::Module,
                '0'..='9' => Meta::Goal(letter as u8 - b'0'),
                _ => Meta::Plain,
            });
            (Functor { name: atoms.internal(name), arity: spec.len() as u32 }, metas.collect())
        });
        Vocabulary { metas: metas.collect(), goals, builtins, evaluables: Evaluables::new(atoms), atoms: atoms.clone() }
    }

    /// What the arguments of a builtin mean to the module that calls it.
    pub(crate) fn meta(&self, functor: Functor) -> Option<Arc<[Meta]>> {
        self.metas.get(&functor).cloned()
    }

    /// Whether the name is a format with goals.
    pub(super) fn calls_goals(&self, format: Atom) -> bool {
        let text = self.atoms.name(format);
        text.contains('~') && text.contains('@')
    }

    pub(super) fn goal(&self, functor: Functor) -> Option<Meaning> {
        self.goals.get(&functor).copied()
    }

    pub(super) fn evaluable(&self, functor: Functor) -> Option<Evaluable> {
        self.evaluables.get(functor)
    }

    /// The builtin of that name and arity.
    pub fn builtin(&self, functor: Functor) -> Option<BuiltinId> {
        self.builtins.get(&functor).copied()
    }

    /// Whether goals of this functor are compiled in the place where they stand, so that there is no code to call:
    /// `call/N` hands them to [`super::compile_goal`].
    pub fn is_inline(&self, functor: Functor) -> bool {
        self.goals.contains_key(&functor)
    }

    /// Whether goals of this functor are tests, by which clauses may be chosen: a leaf of such a kind is one.
    pub fn is_test(&self, functor: Functor) -> bool {
        match self.goals.get(&functor) {
            Some(Meaning::Compare(_) | Meaning::Type(_)) => true,
            Some(Meaning::Builtin(id)) => BUILTINS[usize::from(id.0)].test.is_some(),
            _ => false,
        }
    }

    /// Whether a program may give it clauses of its own.
    pub fn may_define(&self, atoms: &Atoms, functor: Functor) -> bool {
        let name = atoms.name(functor.name);
        if OPEN.contains(&(&*name, functor.arity)) {
            return true;
        }
        match self.goal(functor) {
            Some(Meaning::Builtin(id)) => BUILTINS[usize::from(id.0)].standing == Standing::Open,
            None => {
                let indicator = format!("{name}/{}", functor.arity);
                !STANDARD.split_ascii_whitespace().any(|row| row == indicator)
            }
            Some(_) => false,
        }
    }
}
