//! What is watched, and how.

use super::{Doings, Ports};
use crate::code::{PredicateKind, Program};
use crate::instr::PredId;
use crate::modules::ModuleClass;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which boxes are redone when what follows them fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Redo {
    /// Those that had left choice points when they exited.
    #[default]
    Left,
    /// Those, and all of predicates that are not known to have at most one solution.
    Declared,
    /// All.
    All,
}

/// What becomes of the box of a clause whose last call begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Boxes {
    /// It stays, and exits after what it called; its environment is gone, as it is without watching.
    #[default]
    Tail,
    /// The same, but a chain of last calls of one predicate that has left no choice point is one box, which exits as often
    /// as it was called. Such a loop takes no memory; number and arguments are those of its first call.
    Merge,
    /// The same of users' predicates; what the library calls has boxes of its own, so that it is known who has called it.
    MergeUsers,
    /// It keeps an environment.
    Full,
}

/// What is watched, and how.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Ports of which the observer is told, by predicate.
    pub predicates: FxHashMap<PredId, Ports>,
    /// The same for all other predicates of users, also for those that come later.
    pub users: Option<Ports>,
    /// The same for those of the library.
    pub library: Option<Ports>,
    /// Which boxes are redone.
    pub redo: Redo,
    /// What becomes of last calls.
    pub boxes: Boxes,
    /// Predicates with at most one solution, for [`Redo::Declared`].
    pub semidet: FxHashSet<PredId>,
    /// Whether arguments are looked at after the call.
    pub keeps_arguments: bool,
    /// Whether ports may be told later, some hundred at a time: to an observer that asks for no more than predicate, port,
    /// numbers, depth, and whether there are choice points.
    pub waits: bool,
    /// What of the machine's doings is told.
    pub machine: Doings,
}

impl Plan {
    /// The ports of a predicate, if it is watched.
    pub(super) fn ports(&self, program: &Program, pred: PredId) -> Option<Ports> {
        if let Some(&ports) = self.predicates.get(&pred) {
            return Some(ports);
        }
        let predicate = program.get(pred);
        match (program.module(predicate.module).class, predicate.kind) {
            (_, PredicateKind::Undefined) => None,
            (ModuleClass::User, _) => self.users,
            (ModuleClass::Library, _) => self.library,
        }
    }

    /// Whether some chains of last calls are one box.
    pub(super) fn merges(&self) -> bool {
        matches!(self.boxes, Boxes::Merge | Boxes::MergeUsers) && !self.keeps_arguments
    }

    /// Whether chains of last calls of a predicate are: of one whose boxes go when they have left no choice point.
    pub(super) fn merges_calls(&self, program: &Program, pred: PredId) -> bool {
        let class = program.module(program.get(pred).module).class;
        self.merges() && self.closes(pred) && (self.boxes == Boxes::Merge || class == ModuleClass::User)
    }

    /// Whether a box of a predicate goes when it exits and has left no choice point.
    pub(super) fn closes(&self, pred: PredId) -> bool {
        match self.redo {
            Redo::Left => true,
            Redo::Declared => self.semidet.contains(&pred),
            Redo::All => false,
        }
    }
}
