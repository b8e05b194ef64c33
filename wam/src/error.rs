//! The errors of this crate that are not Prolog's own, and Prolog's own as they leave the machine.

use crate::term::{TermId, Terms};
use std::fmt;

/// Something went wrong outside of Prolog.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system refused address space.
    #[error("cannot reserve {} MiB of address space{}", bytes >> 20, limit.map_or(String::new(), |limit| in_the_way(*taken, limit)))]
    Reserve {
        /// How much the machine needs.
        bytes: usize,
        /// What the process has already.
        taken: usize,
        /// What the process may have in all, where that is limited.
        limit: Option<u64>,
    },
}

fn in_the_way(taken: usize, limit: u64) -> String {
    format!(
        " besides the {} MiB there are: the process may have {} MiB in all (ulimit -v); a smaller limit of memory needs less",
        taken >> 20,
        limit >> 20
    )
}

/// The clause of the program that was running when an exception was raised: not one of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its predicate, as an indicator.
    pub predicate: String,
    /// The file and line of the clause, where it is known which one was running.
    pub location: Option<(String, usize)>,
    /// The clauses that were waiting for it, innermost first: not those whose last call it was, which are gone.
    pub callers: Vec<Caller>,
    /// How many further ones there are.
    pub more: usize,
}

/// A clause of the program that was waiting for a call to return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Its predicate, as an indicator.
    pub predicate: String,
    /// The file and line of the clause, where it is known which one it is.
    pub location: Option<(String, usize)>,
    /// How often in a row it was waiting, as recursion does.
    pub times: usize,
}

/// `name/arity, file:line`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            Some((file, line)) => write!(f, "{}, {file}:{line}", self.predicate),
            None => f.write_str(&self.predicate),
        }
    }
}

/// An exception that no `catch/3` caught.
#[derive(Clone, Debug)]
pub struct PrologError {
    /// The arena that holds the ball.
    pub terms: Terms,
    /// The ball: any term, usually `error(Formal, Context)`.
    pub ball: TermId,
    /// The ball as text.
    pub text: String,
    /// Where in the program it was raised, if one of its own predicates was running.
    pub place: Option<Box<Place>>,
}

impl fmt::Display for PrologError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for PrologError {}

/// Why a run ended without an answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RunError {
    /// An exception that nothing caught.
    #[error("uncaught exception: {0}")]
    Prolog(PrologError),
    /// The program asked to leave, with a status.
    #[error("halted with status {0}")]
    Halt(i32),
}
