//! Compiled code as values: blocks of instructions, the predicates they belong to, and the program that holds them.
//!
//! The compiler makes a [`Block`] a predicate; the listing prints it, the analyzer walks it, and the machine encodes it
//! into its code area. In a block every [`Label`] is the index of an instruction of the same block.
//!
//! Layout of a static predicate's block: first its selection code (switches, `try`/`retry`/`trust` chains, and
//! versions of clauses that selection decides on by their tests), then its clauses in order. Instruction 0 is the entry.

use crate::atoms::Functor;
use crate::compile::Heads;
use crate::instr::{Arg, Constant, Instr, Label, PredId};
use crate::modules::{FileId, Meta, ModuleId};
use crate::term::{ReadTerm, Span};
use num_bigint::BigInt;
use std::sync::Arc;

pub use crate::program::Program;

/// How many arguments a predicate can have.
pub const MAX_ARITY: u32 = 255;
/// How many registers there are: compiled code uses `X(0)` to `X(MAX_REGISTERS - 1)`.
pub const MAX_REGISTERS: u16 = 4096;

/// A literal that does not fit a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// An integer beyond 61 bits.
    Big(BigInt),
    /// A rational that is no integer.
    Rational(num_rational::BigRational),
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
    /// The entry for callers that have matched the argument that is selected on first (skips its `get_` instruction).
    pub matched: Label,
    /// One past its last instruction.
    pub end: Label,
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
    /// The instructions before which a step is counted, rising: the first after the head and the leading tests of each
    /// clause, and of each version of a clause in the selection code.
    pub steps: Vec<Label>,
}

impl Block {
    /// A block without clauses: all of it is selection.
    pub fn of(instrs: Vec<Instr>) -> Self {
        Block { shares: vec![Share::Selection; instrs.len()], instrs, ..Block::default() }
    }

    /// Whether a step is counted before an instruction.
    pub fn is_step(&self, at: Label) -> bool {
        self.steps.binary_search(&at).is_ok()
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

/// Whether a predicate belongs to one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// A file that defines it anew replaces it.
    #[default]
    OneFile,
    /// `:- multifile`: files add to it.
    Multifile,
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
    /// The file that each clause of `source` is in.
    pub places: Vec<FileId>,
    /// The module it is defined in.
    pub module: ModuleId,
    /// What its arguments mean to the module that calls it, if it is declared to call some of them.
    pub meta: Option<Arc<[Meta]>>,
    /// Whether several files may hold clauses of it.
    pub extent: Extent,
    /// The predicate that calls of this undefined one go to: an import or an inherited one that came later.
    pub alias: Option<PredId>,
    /// Whether its clauses are rules whose heads match.
    pub heads: Heads,
}
