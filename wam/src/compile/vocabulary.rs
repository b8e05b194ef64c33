//! What the compiler makes of a goal by its name: control construct, inline test, builtin, or a call.
//!
//! Built once a program from the atom table and the rows of [`BUILTINS`] and [`Evaluable`].

use super::evaluable::{Evaluable, Evaluables};
use crate::atoms::{Atoms, Functor};
use crate::builtins::BUILTINS;
use crate::instr::{BuiltinId, Op};
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

/// Whether a builtin may bind variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// It is true or false and leaves no binding, no error: a branch can hang on it without a choice point.
    Test,
    /// Anything else.
    Any,
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
    Type(Op),
    Builtin(BuiltinId, Effect),
}

/// Functors with a meaning of their own, and the evaluable ones.
pub struct Vocabulary {
    goals: FxHashMap<Functor, Meaning>,
    builtins: FxHashMap<Functor, BuiltinId>,
    evaluables: Evaluables,
    metas: FxHashMap<Functor, Arc<[Meta]>>,
}

/// Builtins with arguments that belong to the module of the caller, a letter an argument as `meta_predicate` has it.
/// Those of the library are declared where they are defined.
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
    ("assert", ":"),
    ("asserta", ":"),
    ("assertz", ":"),
    ("retractall", ":"),
    ("abolish", ":"),
];

const CONSTRUCTS: &[(&str, u32, Meaning)] = &[
    ("true", 0, Meaning::True),
    ("otherwise", 0, Meaning::True),
    ("fail", 0, Meaning::Fail),
    ("false", 0, Meaning::Fail),
    ("!", 0, Meaning::Cut),
    (",", 2, Meaning::And),
    (";", 2, Meaning::Or),
    ("|", 2, Meaning::Or),
    ("->", 2, Meaning::IfThen),
    ("*->", 2, Meaning::SoftIfThen),
    ("\\+", 1, Meaning::Not),
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
    ("var", 1, Meaning::Type(Op::IfVar)),
    ("nonvar", 1, Meaning::Type(Op::IfNonvar)),
    ("atom", 1, Meaning::Type(Op::IfAtom)),
    ("integer", 1, Meaning::Type(Op::IfInteger)),
    ("float", 1, Meaning::Type(Op::IfFloat)),
    ("number", 1, Meaning::Type(Op::IfNumber)),
    ("atomic", 1, Meaning::Type(Op::IfAtomic)),
    ("compound", 1, Meaning::Type(Op::IfCompound)),
    ("callable", 1, Meaning::Type(Op::IfCallable)),
];

/// Builtins that neither bind nor raise.
const TESTS: &[(&str, u8)] = &[
    ("==", 2),
    ("\\==", 2),
    ("@<", 2),
    ("@>", 2),
    ("@=<", 2),
    ("@>=", 2),
    ("\\=", 2),
    ("ground", 1),
    ("is_list", 1),
    ("string", 1),
    ("rational", 1),
    ("=@=", 2),
    ("\\=@=", 2),
];

/// Not part of the standard: a program may define these itself although the compiler knows them.
const OPEN: &[(&str, u32)] = &[("otherwise", 0), ("ignore", 1), ("forall", 2)];

/// The builtins of the standard that a program may not define (ISO 13211-1 section 8), besides the constructs above.
const STANDARD: &str = "\\=/2 unify_with_occurs_check/2 @=</2 ==/2 \\==/2 @</2 @>/2 @>=/2 compare/3 functor/3 arg/3 \
    =../2 copy_term/2 term_variables/2 subsumes_term/2 ground/1 sort/2 keysort/2 clause/2 asserta/1 assertz/1 retract/1 \
    abolish/1 retractall/1 findall/3 bagof/3 setof/3 halt/0 halt/1 atom_length/2 atom_concat/3 sub_atom/5 atom_chars/2 \
    atom_codes/2 char_code/2 number_chars/2 number_codes/2 op/3 current_op/3 throw/1 nl/0 nl/1 put_char/1 \
    put_char/2 get_char/1 get_char/2 peek_char/1 peek_char/2 get_code/1 get_code/2 peek_code/1 peek_code/2 put_code/1 \
    put_code/2 get_byte/1 get_byte/2 peek_byte/1 peek_byte/2 put_byte/1 put_byte/2 write/1 write/2 writeq/1 writeq/2 \
    print/1 write_canonical/1 write_canonical/2 write_term/2 write_term/3 read/1 read/2 read_term/2 read_term/3 \
    open/3 open/4 close/1 close/2 current_input/1 current_output/1 set_input/1 set_output/1 flush_output/0 \
    flush_output/1 stream_property/2 at_end_of_stream/0 at_end_of_stream/1 set_stream_position/2 set_prolog_flag/2 \
    current_prolog_flag/2 catch/3 call/1 call/2 call/3 call/4 call/5 call/6 call/7 call/8";

impl Vocabulary {
    /// The vocabulary over an atom table.
    pub fn new(atoms: &Atoms) -> Self {
        let mut goals = FxHashMap::default();
        let mut builtins = FxHashMap::default();
        for (id, row) in BUILTINS.iter().enumerate() {
            let effect = if TESTS.contains(&(row.name, row.arity)) { Effect::Test } else { Effect::Any };
            let functor = atoms.functor(row.name, u32::from(row.arity));
            let id = BuiltinId(id as u16);
            goals.insert(functor, Meaning::Builtin(id, effect));
            builtins.insert(functor, id);
        }
        for &(name, arity, meaning) in CONSTRUCTS {
            goals.insert(atoms.functor(name, arity), meaning);
        }
        let metas = METAS.iter().map(|&(name, spec)| {
            let metas = spec.chars().map(|letter| match letter {
                ':' => Meta::Module,
                '0'..='9' => Meta::Goal(letter as u8 - b'0'),
                _ => Meta::Plain,
            });
            (atoms.functor(name, spec.len() as u32), metas.collect())
        });
        Vocabulary { metas: metas.collect(), goals, builtins, evaluables: Evaluables::new(atoms) }
    }

    /// What the arguments of a builtin mean to the module that calls it.
    pub(crate) fn meta(&self, functor: Functor) -> Option<Arc<[Meta]>> {
        self.metas.get(&functor).cloned()
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

    /// Whether a program may give it clauses of its own.
    pub fn may_define(&self, atoms: &Atoms, functor: Functor) -> bool {
        let name = atoms.name(functor.name);
        if OPEN.contains(&(&*name, functor.arity)) {
            return true;
        }
        match self.goal(functor) {
            Some(Meaning::Builtin(..)) | None => {
                let indicator = format!("{name}/{}", functor.arity);
                !STANDARD.split_ascii_whitespace().any(|row| row == indicator)
            }
            Some(_) => false,
        }
    }
}
