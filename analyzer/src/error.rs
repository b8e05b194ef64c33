//! What can be wrong with what the user gave the analyzer. Not knowing a bound is no error: see [`solver::Bound`].

use thiserror::Error;
use wam::term::Span;

/// A user's error.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum AnalysisError {
    /// The predicate is not defined.
    #[error("no predicate {indicator}{}", there_is(.similar))]
    UnknownPredicate {
        /// As it was given.
        indicator: String,
        /// Predicates of a similar name.
        similar: Vec<String>,
    },
    /// There is no entry for the predicate, and no modes were given.
    #[error("no modes for {indicator}: give them with --modes '{template}', or in the file: `:- entry {template}.`")]
    NoEntry {
        /// The predicate.
        indicator: String,
        /// An entry to fill in.
        template: String,
    },
    /// An assertion that is not understood.
    #[error("{what}")]
    Assertion {
        /// What is wrong and what was expected.
        what: String,
        /// Where it stands.
        span: Span,
    },
    /// Two and more of these.
    #[error("{} assertions are not understood", .0.len())]
    Several(Vec<AnalysisError>),
}

fn there_is(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!("; there is {}", names.join(", ")),
    }
}
