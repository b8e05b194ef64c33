//! What the grammar builds: statements and sizes as written, and expressions.
//!
//! In: the pieces of a rule of the grammar. Out: statements with the calls and variables in them and their places, so that
//! what is wrong with a system is found where it stands (`system.rs`). Numbers are limited to [`BITS_LIMIT`]; nothing
//! else is evaluated, and expressions are as written, not simplified.

use std::cell::RefCell;
use std::collections::HashSet;

use super::functions::{self, Applied};
use super::{Located, Parsed, Span};
use crate::error::Fault;
use crate::expression::expr::Sequence;
use crate::system::form::Relation;
use crate::{Expr, Rational, Var};

/// How long numbers may be, also where they are computed from others: operations on longer ones take too long each.
pub(super) const BITS_LIMIT: u64 = 1024;
/// How long a number may be as text.
const DIGITS_LIMIT: usize = 600;

/// A statement of a system.
pub(crate) enum Statement<'s> {
    /// `f(x, 0) = x + 1 if x >= 1`
    Equation(Equation<'s>),
    /// `domain f(x, y): x >= 0`
    Domain(Domain<'s>),
}

/// An equation: one case for each of the alternatives.
pub(crate) struct Equation<'s> {
    pub head: Head<'s>,
    pub rhs: Expr,
    /// One of these conjunctions holds.
    pub alternatives: Vec<Vec<Comparison>>,
}

/// Where a function is defined.
pub(crate) struct Domain<'s> {
    pub head: Head<'s>,
    /// All of these hold.
    pub region: Vec<Comparison>,
}

/// A comparison as written.
#[derive(Clone)]
pub(crate) struct Comparison {
    pub lhs: Expr,
    pub relation: Relation,
    pub rhs: Expr,
}

impl Comparison {
    pub fn new(lhs: Expr, relation: Relation, rhs: Expr) -> Comparison {
        Comparison { lhs, relation, rhs }
    }

    /// This with values in place of variables.
    pub fn subst_all(&self, values: &[(Var, Expr)]) -> Comparison {
        Comparison::new(self.lhs.subst_all(values), self.relation, self.rhs.subst_all(values))
    }
}

/// A function with its parameters, or values in their places.
pub(crate) struct Head<'s> {
    pub name: &'s str,
    pub args: Vec<Expr>,
    pub span: Span,
}

/// A size or a range of sizes as written: `150`, `x=10..100:10`.
#[derive(Clone, PartialEq, Debug)]
pub struct SizeRange {
    /// The name of the size; one without is for every size.
    pub name: Option<String>,
    /// The first.
    pub first: Expr,
    /// The last, if it is a range.
    pub last: Option<Expr>,
    /// From one to the next, if it is said.
    pub step: Option<Expr>,
}

/// A range without its name.
pub(crate) struct Range {
    pub first: Expr,
    pub last: Option<Expr>,
    pub step: Option<Expr>,
}

impl Range {
    pub fn of(self, name: Option<&str>) -> SizeRange {
        SizeRange { name: name.map(str::to_string), first: self.first, last: self.last, step: self.step }
    }
}

/// A call of a function of the system.
pub(crate) struct CallSite<'s> {
    pub name: &'s str,
    pub arity: usize,
    pub span: Span,
}

/// What names mean in a statement, and what of them was seen.
pub(crate) struct Scope<'s> {
    /// The functions that the system defines, whatever else these names mean.
    functions: HashSet<&'s str>,
    calls: RefCell<Vec<CallSite<'s>>>,
    variables: RefCell<Vec<(&'s str, Span)>>,
}

impl<'s> Scope<'s> {
    pub fn new(functions: HashSet<&'s str>) -> Scope<'s> {
        Scope { functions, calls: RefCell::default(), variables: RefCell::default() }
    }

    /// The calls seen since the last time this was asked.
    pub fn take_calls(&self) -> Vec<CallSite<'s>> {
        self.calls.take()
    }

    /// The variables seen since the last time this was asked.
    pub fn take_variables(&self) -> Vec<(&'s str, Span)> {
        self.variables.take()
    }

    pub fn variable(&self, name: &'s str, span: Span) -> Expr {
        if let Applied::Known(constant) = functions::apply(name, vec![]) {
            return constant;
        }
        self.variables.borrow_mut().push((name, span));
        Expr::var(name)
    }

    pub fn number(&self, text: &str, span: Span) -> Parsed<'s, Expr> {
        if text.len() > DIGITS_LIMIT {
            return refused(span, Fault::TooLong { limit: BITS_LIMIT });
        }
        match text.replace('_', "").parse::<Rational>() {
            Ok(number) => self.limited(Expr::Num(number), span),
            Err(error) => refused(span, error.fault),
        }
    }

    pub fn apply(&self, name: &'s str, args: Vec<Expr>, span: Span) -> Parsed<'s, Expr> {
        let (given, args) = match self.functions.contains(name) {
            true => (args.len(), Applied::Unknown(args)),
            false => (args.len(), functions::apply(name, args)),
        };
        match args {
            Applied::Known(expr) => Ok(expr),
            Applied::Misused(function) => {
                let found = format!("{name} with {given} argument{}", if given == 1 { "" } else { "s" });
                refused(span, Fault::unexpected(function.usage, found))
            }
            Applied::Unknown(args) => {
                if let Some(part) = args.iter().find(|arg| !is_whole(arg)) {
                    let expected = "an argument that is a whole number: floor(n/2) is one, n/2 is none where n is odd";
                    return refused(span, Fault::unexpected(expected, format!("`{part}`")));
                }
                self.calls.borrow_mut().push(CallSite { name, arity: given, span });
                Ok(Expr::call(name, args))
            }
        }
    }

    /// A linear recurrent sequence, the only function with lists for arguments.
    pub fn sequence(&self, name: &str, coeffs: Vec<Expr>, init: Vec<Expr>, arg: Expr, span: Span) -> Parsed<'s, Expr> {
        let numbers = |list: &[Expr]| list.iter().map(|e| e.as_num().cloned()).collect::<Option<Vec<Rational>>>();
        match (numbers(&coeffs), numbers(&init)) {
            (Some(coeffs), Some(init))
                if name == "linrec"
                    && coeffs.len() == init.len()
                    && coeffs.last().is_some_and(|last| !last.is_zero()) =>
            {
                Ok(Expr::Sequence(Box::new(Sequence { coeffs, init, arg })))
            }
            _ => refused(span, Fault::unexpected(functions::LINREC, format!("{name} with lists"))),
        }
    }

    pub fn quotient(&self, a: Expr, b: Expr, span: Span) -> Parsed<'s, Expr> {
        if b.as_num().is_some_and(Rational::is_zero) {
            return refused(span, Fault::unexpected("a divisor that is not 0", "`0`"));
        }
        self.limited(functions::divide(a, b), span)
    }

    /// The expression, unless a number in it was computed and has become too long.
    pub fn limited(&self, e: Expr, span: Span) -> Parsed<'s, Expr> {
        let number = match &e {
            Expr::Num(number) => Some(number),
            Expr::Mul(factors) => factors.first().and_then(Expr::as_num),
            _ => None,
        };
        if number.is_some_and(|number| number.bits() > BITS_LIMIT) {
            return refused(span, Fault::TooLong { limit: BITS_LIMIT });
        }
        Ok(e)
    }
}

/// Whether an expression may stand for a whole number wherever it has a value: nothing is known of calls, and powers have
/// no values that are less than one.
fn is_whole(e: &Expr) -> bool {
    match e {
        Expr::Num(number) => number.is_integer(),
        Expr::Add(parts) | Expr::Mul(parts) | Expr::Min(parts) | Expr::Max(parts) => parts.iter().all(is_whole),
        Expr::Pow(base, exponent) => is_whole(base) && is_whole(exponent),
        Expr::Log2(_) => false,
        _ => true,
    }
}

fn refused<'s, T>(span: Span, fault: Fault) -> Parsed<'s, T> {
    Err(lalrpop_util::ParseError::User { error: Located { span, fault } })
}
