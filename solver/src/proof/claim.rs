//! Closed forms that are claimed and not yet proved.

use crate::Expr;
use crate::system::guard::Guard;
use crate::system::solution::{Exactness, Piece, Value};

/// Whether a solution may be loose at its first points in exchange for a wider region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// Valid wherever it is a bound; of the rules that find some, that many are left out.
    Widest {
        /// How many.
        skip: usize,
    },
    /// Valid only where it is exact.
    Exact,
    /// Valid wherever it is a bound, which rises.
    Rising,
}

/// A closed form that a class found, not yet proved.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The form, over the parameters.
    pub expr: Expr,
    /// Where it is claimed.
    pub valid: Guard,
    /// Whether it is claimed to equal the function there.
    pub exact: bool,
    /// Where it is claimed to equal the function, if anywhere.
    pub exact_where: Option<Guard>,
    /// Where the induction behind it starts, if that is less than where it is claimed; the widest first.
    pub cores: Vec<Guard>,
    /// The rule that found it; of a class without rules its name.
    pub rule: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    /// Why it may be believed where the prover does not decide it.
    pub proof: Support,
    /// What was done, for the user.
    pub steps: Vec<String>,
}

impl Found {
    /// A bound, for the prover to decide; the table of classes names it.
    pub fn new(expr: Expr, valid: Guard) -> Found {
        let (rule, source, proof) = ("", "", Support::Prover);
        Found { expr, valid, exact: false, exact_where: None, cores: vec![], rule, source, proof, steps: vec![] }
    }

    /// It as a bound where it is claimed.
    pub fn piece(&self) -> Piece {
        let value = Value::Closed { expr: self.expr.clone(), exactness: Exactness::Bound };
        Piece { region: self.valid.clone(), value }
    }
}

/// What stands behind a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Support {
    /// The prover alone.
    Prover,
    /// The theorem named in the rule's source, whose conditions the rule has checked.
    Theorem,
}
