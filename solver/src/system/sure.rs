//! What is certainly so of expressions wherever a guard holds, over all integers.
//!
//! In: an expression without calls, a guard. Out: whether it was proved not to be negative there. Variables that the guard
//! does not bound from below by zero are looked at on both sides of it (as in `naturals.rs`).

use crate::expression::poly::Poly;
use crate::system::form::{Linear, Relation};
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Var};

/// At most so many variables are looked at on both sides of zero.
const SIGNED: usize = 4;

impl Guard {
    /// The variables of this and of an expression that may be negative here.
    pub(crate) fn signed(&self, expr: &Expr) -> Vec<Var> {
        let mut vars = self.vars();
        vars.extend(expr.vars());
        vars.into_iter().filter(|var| !self.implies(&Linear::var(var))).collect()
    }

    /// Whether an expression was proved not to be negative wherever this holds; a `false` may be ignorance.
    pub fn ensures(&self, expr: &Expr) -> bool {
        if Linear::of(expr).is_some_and(|form| self.implies(&form)) {
            return true;
        }
        // Rounded parts may have a linear form: y >= floor(x/2) is 2*y >= x - 1.
        let linear = || Guard::always().linear(expr, Relation::Ge, &Expr::int(0));
        if !expr.vars().is_empty() && !expr.has_call() && linear().is_some_and(|all| self.implies_all(&all)) {
            return true;
        }
        let signed = self.signed(expr);
        if signed.len() > SIGNED || expr.is_infinite() || expr.has_call() {
            return false;
        }
        (0..1usize << signed.len()).all(|choice| {
            let negative = signed.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, v)| v);
            let mirror: Vec<(Var, Expr)> = negative.map(region::mirrored).collect();
            region::is_nonnegative_under(&Poly::of(&expr.subst_all(&mirror)), &self.subst_all(&mirror))
        })
    }
}
