//! Compiled code as values: blocks of instructions, the predicates they belong to, and the program that holds them.
//!
//! The compiler makes a [`Block`] a predicate; the listing prints it, the analyzer walks it, and the machine encodes it
//! into its code area. In a block every [`Label`] is the index of an instruction of the same block.
//!
//! Layout of a static predicate's block: first its selection code (switches, `try`/`retry`/`trust` chains), then its
//! clauses in order. Instruction 0 is the entry.

use crate::atoms::{Atoms, Functor};
use crate::compile::Vocabulary;
use crate::instr::{Arg, Constant, Instr, Label, PredId};
use crate::read::{Flags, Ops};
use crate::term::{ReadTerm, Span};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many arguments a predicate can have.
pub const MAX_ARITY: u32 = 255;
/// How many registers there are: compiled code uses `X(0)` to `X(MAX_REGISTERS - 1)`.
pub const MAX_REGISTERS: u16 = 4096;

/// A literal that does not fit a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// An integer beyond 61 bits.
    Big(BigInt),
    /// A double.
    Float(f64),
    /// A string object.
    Str(String),
}

/// What a switch table selects on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SwitchKey {
    /// A constant: `switch_on_constant`.
    Constant(Constant),
    /// A functor: `switch_on_structure`.
    Functor(Functor),
}

/// The table of a switch: distinct keys with their targets.
pub type SwitchTable = Vec<(SwitchKey, Label)>;

/// Where an instruction of a clause belongs: section 2 of Mera et al. 2008.
///
/// E(C,H) runs from the clause's start up to its first `call` or `execute`; E(C,L) from the call of literal L up to the
/// next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// Clause selection, before any clause.
    Selection,
    /// The head of the clause.
    Head(ClauseIndex),
    /// A body literal (counted from 1) of the clause.
    Literal(ClauseIndex, u16),
}

/// A clause of its predicate, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClauseIndex(pub u32);

/// A clause within a block.
#[derive(Clone, Debug)]
pub struct ClauseCode {
    /// Its first instruction.
    pub start: Label,
    /// The entry for callers that have matched the first argument already (skips its `get_` instruction).
    pub matched: Label,
    /// One past its last instruction.
    pub end: Label,
    /// The instruction before which a step is counted: the first after the head and the leading tests.
    pub step: Label,
    /// Where its text is.
    pub span: Span,
}

/// Which slots of an environment hold values, at a place where the machine may look through environments: at a `call`
/// some of whose slots have no value yet, and wherever an alternative begins that a `try_else` has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameMap {
    /// The `call`, or the first instruction of the alternative.
    pub at: Label,
    /// How many slots are needed.
    pub live: u16,
    /// Which of those have no value yet, ascending.
    pub unset: Vec<u16>,
}

/// The code of one predicate.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The instructions.
    pub instrs: Vec<Instr>,
    /// For each instruction, whose it is.
    pub shares: Vec<Share>,
    /// Switch tables.
    pub tables: Vec<SwitchTable>,
    /// Literals.
    pub literals: Vec<Literal>,
    /// Clauses in order.
    pub clauses: Vec<ClauseCode>,
    /// What the collector must know of environments.
    pub frames: Vec<FrameMap>,
}

impl Block {
    /// A block without clauses: all of it is selection.
    pub fn of(instrs: Vec<Instr>) -> Self {
        Block { shares: vec![Share::Selection; instrs.len()], instrs, ..Block::default() }
    }

    /// The labels that instructions and tables mention.
    pub fn targets(&self) -> impl Iterator<Item = Label> + '_ {
        let operands = self.instrs.iter().filter(|instr| instr.has_labels()).flat_map(|instr| instr.args());
        let labels = operands.filter_map(|arg| match arg {
            Arg::Label(label) => Some(label),
            _ => None,
        });
        let rows = self.tables.iter().flatten().map(|(_, label)| *label);
        labels.chain(rows).filter(|&label| label != Label::FAIL)
    }
}

/// What kind of predicate it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredicateKind {
    /// Called somewhere, defined nowhere (yet).
    Undefined,
    /// Clauses that do not change while it runs.
    Static,
    /// Clauses that `assert` and `retract` may change.
    Dynamic,
    /// Part of the library or of the machine.
    Library,
}

/// A predicate of a program.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Name and arity.
    pub functor: Functor,
    /// Its kind.
    pub kind: PredicateKind,
    /// Its code (one clause a block for dynamic ones: see [`Predicate::dynamic`]).
    pub block: Arc<Block>,
    /// The blocks of the initial clauses of a dynamic predicate, in order.
    pub dynamic: Vec<Arc<Block>>,
    /// The clauses as read, for listing, analysis and `clause/2`.
    pub source: Vec<Arc<ReadTerm>>,
}

/// A loaded program: predicates, operators, flags and the directives met while loading.
#[derive(Clone)]
pub struct Program {
    /// The atoms, shared with everything made from the program.
    pub atoms: Atoms,
    /// Operators in force after loading.
    pub ops: Ops,
    /// Flags in force after loading.
    pub flags: Flags,
    /// Predicates by id.
    pub predicates: Vec<Predicate>,
    index: FxHashMap<Functor, PredId>,
    /// What goals are that are not calls.
    pub vocabulary: Arc<Vocabulary>,
    /// Goals of `:- Goal` and `:- initialization(Goal)`, in order.
    pub directives: Vec<Arc<ReadTerm>>,
    /// `:- entry`, `:- pred`, `:- trust`, `:- regtype`, … as read, for the analyzer.
    pub assertions: Vec<Arc<ReadTerm>>,
}

impl Program {
    /// A program without predicates.
    pub fn empty(atoms: Atoms) -> Self {
        let ops = Ops::standard(&atoms);
        let vocabulary = Arc::new(Vocabulary::new(&atoms));
        Program {
            atoms,
            ops,
            flags: Flags::default(),
            predicates: Vec::new(),
            index: FxHashMap::default(),
            vocabulary,
            directives: Vec::new(),
            assertions: Vec::new(),
        }
    }

    /// The predicate of that name and arity, if it was ever mentioned.
    pub fn find(&self, functor: Functor) -> Option<PredId> {
        self.index.get(&functor).copied()
    }

    /// The predicate of that name and arity, undefined if it was never mentioned. Builtins have one too, so that they
    /// can be called by number.
    pub fn predicate(&mut self, functor: Functor) -> PredId {
        self.find(functor).unwrap_or_else(|| self.add(functor))
    }

    /// A new predicate under that name. The one that had the name keeps its number, for the code that calls it: a
    /// program that defines a predicate of the library does not change what the library does.
    pub fn replace(&mut self, functor: Functor) -> PredId {
        self.add(functor)
    }

    /// Whether the program has clauses of its own for the predicate.
    pub fn is_overridden(&self, functor: Functor) -> bool {
        self.find(functor).is_some_and(|id| matches!(self.get(id).kind, PredicateKind::Static | PredicateKind::Dynamic))
    }

    fn add(&mut self, functor: Functor) -> PredId {
        let pred = PredId(self.predicates.len() as u32);
        let (kind, instrs) = match self.vocabulary.builtin(functor) {
            Some(builtin) => {
                let other = Label::FAIL;
                let code = vec![Instr::Builtin { builtin, other }, Instr::Proceed {}];
                (PredicateKind::Library, code)
            }
            None => (PredicateKind::Undefined, vec![Instr::Undefined { pred }]),
        };
        self.predicates.push(Predicate {
            functor,
            kind,
            block: Arc::new(Block::of(instrs)),
            dynamic: Vec::new(),
            source: Vec::new(),
        });
        self.index.insert(functor, pred);
        pred
    }

    /// The predicate behind an id, to change it.
    pub fn get_mut(&mut self, id: PredId) -> &mut Predicate {
        &mut self.predicates[id.0 as usize]
    }

    /// The predicate behind an id of this program.
    pub fn get(&self, id: PredId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }
}
