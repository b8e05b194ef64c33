//! The database of dynamic predicates, and goals that need code of their own.

use super::Machine;
use super::cell::Cell;
use super::error::Ball;
use super::memory::Code;
use crate::atoms::{Functor, known};
use crate::instr::PredId;

impl Machine {
    /// Whether a goal of that functor has no predicate but is compiled where it stands.
    pub(crate) fn is_control(&self, functor: Functor) -> bool {
        let Functor { name, arity } = functor;
        arity == 2 && [known::COMMA, known::SEMICOLON, known::ARROW, known::SOFT_ARROW].contains(&name)
            || arity == 1 && name == known::NOT
            || arity == 0 && name == known::CUT
    }

    /// Compiles a control construct as the body of a clause of its own.
    pub(crate) fn control_goal(&mut self, _goal: Cell) -> Result<Code, Ball> {
        Err(self.resource_error("compiler"))
    }

    /// Links the clauses a dynamic predicate starts with.
    pub(crate) fn link_dynamic(&mut self, _pred: PredId) {}
}
