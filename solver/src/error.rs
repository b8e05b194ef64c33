//! The errors of this crate: reading text, evaluating, and checking a bound. What cannot be solved is not an error but
//! a value, [`crate::Bound::Unknown`].

use thiserror::Error;

use crate::{FnName, Rational, Var};

/// Where something stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte behind its last.
    pub end: usize,
}

/// Why a text is not an expression, a condition, a system or sizes, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {}, column {}: {fault}", place.line, place.column)]
pub struct ParseError {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub fault: Fault,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// Something else was expected at this place.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What could have stood there.
        expected: String,
        /// What stood there.
        found: String,
    },
    /// A number that is none, or with denominator zero.
    #[error("not a number: {text}")]
    Number {
        /// The text as given.
        text: String,
    },
    /// A number, written or computed from others, that is too long.
    #[error("a number of more than {limit} bits: write it as a power or a factorial")]
    TooLong {
        /// The limit.
        limit: u64,
    },
    /// Brackets, or operators whose operands nest.
    #[error("nested more than {limit} deep: give a part of it a name, as a function of its own")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A comparison that is not between linear forms.
    #[error("a condition compares sums of multiples of parameters, and {text} is more than that")]
    NotLinear {
        /// The comparison.
        text: String,
    },
    /// A function with different numbers of arguments.
    #[error("{name} has {given} arguments here and {expected} where it is first defined")]
    Arity {
        /// The function.
        name: FnName,
        /// Arguments here.
        given: usize,
        /// Arguments of its first equation.
        expected: usize,
    },
    /// A function that is called, or given a domain, but not defined.
    #[error("{name}/{arity} has no equation, and is no function of expressions")]
    NoEquation {
        /// The function.
        name: FnName,
        /// Arguments here.
        arity: usize,
    },
}

impl Fault {
    pub(crate) fn unexpected(expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault::Unexpected { expected: expected.into(), found: found.into() }
    }
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
