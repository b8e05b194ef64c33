//! Builtins that have boxes: users' clauses call them, where they run them in place otherwise.
//!
//! In: builtins that are to be watched. Out: a program whose clauses have a `call` where such a goal stands, which returns to the
//! clause, as errors are to be raised there. What is called is the predicate that `call/N` calls, so that goals which are known at
//! run time only have boxes, too; the library's own clauses stay as they are.

use super::super::Machine;
use super::super::constructs::is_control;
use crate::atoms::{Functor, known};
use crate::code::{PredicateKind, Program};
use crate::error::RunError;
use crate::instr::PredId;
use crate::modules::ModuleClass;
use rustc_hash::FxHashSet;

impl Program {
    /// Whether it is a control construct: the goals in it are the clause's own, and it has no predicate.
    pub fn is_construct(&self, functor: Functor) -> bool {
        is_control(functor) || functor == Functor { name: known::COLON, arity: 2 }
    }

    /// The predicate that a functor means and that can be watched: one that is defined, or by which a builtin is called. Control
    /// constructs have none.
    pub fn watchable(&mut self, functor: Functor) -> Option<PredId> {
        let defined = self.find(functor).filter(|&pred| self.get(pred).kind != PredicateKind::Undefined);
        defined.or_else(|| (self.is_builtin(functor) && !self.is_construct(functor)).then(|| self.predicate(functor)))
    }
}

impl Machine {
    /// The predicate that a functor means and that can be watched: see [`Program::watchable`].
    pub fn watchable(&mut self, functor: Functor) -> Option<PredId> {
        let pred = self.program.watchable(functor)?;
        self.entry(pred);
        Some(pred)
    }

    /// Users' clauses call these builtins from now on, and run all others where they stand; to predicates of the library among
    /// them they give goals as they were written. Between runs only.
    ///
    /// # Errors
    /// When there is no room for the code.
    pub fn call_builtins(&mut self, preds: impl IntoIterator<Item = PredId>) -> Result<(), RunError> {
        let program = &self.program;
        let of_library = |pred: PredId| {
            let predicate = program.get(pred);
            (program.module(predicate.module).class == ModuleClass::Library).then_some(predicate.functor)
        };
        let called: FxHashSet<Functor> = preds.into_iter().filter_map(of_library).collect();
        if called == self.program.called {
            return Ok(());
        }
        self.program.called = called;
        self.shapes.clear();
        self.recompile(self.program.instrument.clone())
    }
}
