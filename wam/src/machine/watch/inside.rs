//! Internal ports: where in a clause a goal is.
//!
//! They have no instruction of their own, so the clauses of what is watched are compiled again with goals that tell them
//! ([`Instrument`]). In: who changes clauses. Out: a program whose clauses tell, and later one whose clauses do not. What an
//! event of such a goal is about, an [`Inside`], is known to who has put it there.
//!
//! Source: Jahier & Ducassé 2002 (foldt), appendix A.

use super::super::Machine;
use super::Port;
use crate::compile::Instrument;
use crate::error::RunError;
use crate::instr::PredId;
use std::sync::Arc;

/// A place in a clause at which something is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inside {
    /// What happens there.
    pub port: Port,
    /// The predicate of the clause.
    pub pred: PredId,
    /// The clause, from 1; 0 where it is asserted.
    pub clause: u32,
    /// The way to it: `s2` for the second clause and `s0` for an asserted one, `c1` for the first conjunct, `d1` for the first branch of a disjunction,
    /// `?`, `t`, `e` for condition and branches of an if-then-else, `~` for a negation, `q` for `once/1` and `ignore/1`, `:` for
    /// `Module:Goal`, `a2` for a goal that is the second argument of another.
    pub path: Vec<String>,
    /// Its line; 0 where it stands in no file.
    pub line: u32,
    /// The variables that were mentioned on the way, where they are asked for.
    pub variables: Vec<ClauseVariable>,
}

/// A variable of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseVariable {
    /// Its name.
    pub name: String,
    /// Whether it is an argument of the head.
    pub is_argument: bool,
}

impl Machine {
    /// Compiles the clauses of users' predicates again, and those that come later, as somebody changes them; or as they are.
    /// Between runs only.
    ///
    /// # Errors
    /// When there is no room for the code: that of static predicates is as it was, of dynamic ones some clauses may be changed.
    pub fn recompile(&mut self, by: Option<Arc<dyn Instrument>>) -> Result<(), RunError> {
        self.program.recompile(by);
        self.refresh().and_then(|()| self.retell()).map_err(|ball| self.error_of(ball))
    }
}
