//! Builtins that have boxes: users' clauses call them, where they run them in place otherwise.
//!
//! In: builtins that are to be watched. Out: a program whose clauses have a `call` where such a goal stands. What is called is the
//! predicate that `call/N` calls, so that goals which are known at run time only have boxes, too; the library's own clauses stay
//! as they are.

use super::super::Machine;
use super::super::constructs::is_control;
use crate::atoms::{Functor, known};
use crate::code::Program;
use crate::error::RunError;
use crate::instr::PredId;
use crate::modules::ModuleId;
use rustc_hash::FxHashSet;

impl Program {
    /// Whether it is a control construct: the goals in it are the clause's own, and it has no predicate.
    pub fn is_construct(&self, functor: Functor) -> bool {
        is_control(functor) || functor == Functor { name: known::COLON, arity: 2 }
    }

    /// The predicate by which a builtin is called. Control constructs have none.
    pub fn builtin(&mut self, functor: Functor) -> Option<PredId> {
        (self.is_builtin(functor) && !self.is_construct(functor)).then(|| self.predicate(functor))
    }
}

impl Machine {
    /// The predicate by which a builtin is called, and can be watched: see [`Program::builtin`].
    pub fn builtin(&mut self, functor: Functor) -> Option<PredId> {
        let pred = self.program.builtin(functor)?;
        self.entry(pred);
        Some(pred)
    }

    /// Users' clauses call these builtins from now on, and run all others where they stand; what is none of them is left
    /// alone. Between runs only.
    ///
    /// # Errors
    /// When there is no room for the code.
    pub fn call_builtins(&mut self, preds: impl IntoIterator<Item = PredId>) -> Result<(), RunError> {
        let program = &self.program;
        let inline = |pred: PredId| {
            let predicate = program.get(pred);
            let functor = predicate.functor;
            (predicate.module == ModuleId::SYSTEM && program.vocabulary.is_inline(functor)).then_some(functor)
        };
        let called: FxHashSet<Functor> = preds.into_iter().filter_map(inline).collect();
        if called == self.program.called {
            return Ok(());
        }
        self.program.called = called;
        self.shapes.clear();
        self.recompile(self.program.instrument.clone())
    }
}
