//! The errors of this crate: reading text, evaluating, and checking a bound. What cannot be solved is not an error but
//! a value, [`crate::Bound::Unknown`].

use thiserror::Error;

use crate::{FnName, Rational, Var};

/// Why a text is not an expression or a system.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseError {
    /// Something else was expected at this place.
    #[error("at column {column}: expected {expected}, found {found}")]
    Unexpected {
        /// 1-based column, in characters.
        column: usize,
        /// What could have stood there.
        expected: &'static str,
        /// What stood there.
        found: String,
    },
    /// A number that is none, or with denominator zero.
    #[error("not a number: {text}")]
    Number {
        /// The text as given.
        text: String,
    },
    /// Parentheses nested too deeply.
    #[error("at column {column}: nested more than {limit} deep")]
    TooDeep {
        /// 1-based column, in characters.
        column: usize,
        /// The limit.
        limit: usize,
    },
    /// A function called with different numbers of arguments.
    #[error("{name} has {given} arguments here and {expected} before")]
    Arity {
        /// The function.
        name: FnName,
        /// Arguments here.
        given: usize,
        /// Arguments at its first occurrence.
        expected: usize,
    },
}

/// Why an expression has no exact value at a point.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EvalError {
    /// A variable without a value.
    #[error("{0} has no value")]
    Unbound(Var),
    /// A function of an equation, not of a solution.
    #[error("{0} is an unknown function")]
    UnknownFunction(FnName),
    /// The expression is infinite.
    #[error("infinite")]
    Infinite,
    /// Irrational here: ask for [`crate::Expr::eval_upper`] or [`crate::Expr::eval_lower`].
    #[error("{0} is not a rational number here")]
    Irrational(String),
    /// Division by zero, logarithm of zero, factorial of a negative number.
    #[error("{0} is undefined here")]
    Undefined(String),
    /// The value, or the work to find it, passes a limit.
    #[error("{what} passes the limit of {limit}")]
    TooLarge {
        /// What was too large.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
}

/// How a claimed bound fails its re-check.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Violation {
    /// At this point the bound is on the wrong side of the value, or not equal though claimed exact.
    #[error("{name}{point:?}: claimed {claimed}, but the equations give {value}")]
    Point {
        /// The function.
        name: FnName,
        /// The arguments.
        point: Vec<i64>,
        /// The claimed bound, as text.
        claimed: String,
        /// The value from the equations.
        value: Rational,
    },
    /// No point could be compared, so nothing was checked.
    #[error("{name}: no point could be checked: {reason}")]
    Unchecked {
        /// The function.
        name: FnName,
        /// What prevented it.
        reason: String,
    },
}
