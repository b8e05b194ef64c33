//! What is certainly so of expressions wherever a guard holds, over all integers.
//!
//! In: an expression without calls, a guard. Out: whether it was proved not to be negative there. Variables that the guard
//! does not bound from below by zero are looked at on both sides of it (as in `naturals.rs`).

use crate::expression::poly::Poly;
use crate::system::form::{Linear, Relation};
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, Rational, Var};

/// At most so many variables are looked at on both sides of zero.
const SIGNED: usize = 4;
/// Values that all variables are given together where an expression is looked at for negative ones.
const POINTS: [i64; 6] = [0, 1, 2, 5, 20, -1];
/// So many operands are looked at for the value at one of them.
const LOOKED_AT: u64 = 2_000;

impl Guard {
    /// Whether an expression was proved not to be negative wherever this holds; a `false` may be ignorance.
    pub fn ensures(&self, expr: &Expr) -> bool {
        if Linear::of(expr).is_some_and(|form| self.implies(&form)) {
            return true;
        }
        if self.shows_natural(expr) {
            return true;
        }
        // Rounded parts may have a linear form: y >= floor(x/2) is 2*y >= x - 1.
        let linear = || Guard::always().linear(expr, Relation::Ge, &Expr::int(0));
        if !expr.vars().is_empty() && !expr.has_call() && linear().is_some_and(|all| self.implies_all(&all)) {
            return true;
        }
        let mut vars = self.vars();
        vars.extend(expr.vars());
        if self.is_refuted(expr) {
            return false;
        }
        let signed: Vec<Var> = vars.into_iter().filter(|v| !self.implies(&Linear::var(v))).collect();
        if signed.len() > SIGNED || expr.is_infinite() || expr.has_call() {
            return false;
        }
        (0..1usize << signed.len()).all(|choice| {
            let negative = signed.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, v)| v);
            let mirror: Vec<(Var, Expr)> =
                negative.map(|v| (v.clone(), Expr::int(-1) - Expr::Var(v.clone()))).collect();
            region::is_nonnegative_under(&Poly::of(&expr.subst_all(&mirror)), &self.subst_all(&mirror))
        })
    }

    /// Whether an expression is not negative by its form alone, as its variables are not.
    fn shows_natural(&self, expr: &Expr) -> bool {
        let natural = |e: &Expr| self.shows_natural(e);
        match expr {
            Expr::Num(value) => !value.is_negative(),
            Expr::Var(var) => self.implies(&Linear::var(var)),
            Expr::Fact(_) => true,
            Expr::Add(es) | Expr::Mul(es) | Expr::Min(es) => es.iter().all(natural),
            Expr::Max(es) => es.iter().any(natural),
            Expr::Floor(inner) | Expr::Ceil(inner) | Expr::Pow(inner, _) => natural(inner),
            _ => false,
        }
    }

    /// Whether an expression is negative at one of a few points where this holds: then nothing will show that it is not,
    /// which would take longest.
    fn is_refuted(&self, expr: &Expr) -> bool {
        let refutes = |&point: &i64| {
            let at = |_: &Var| Some(point);
            self.holds(&at) == Some(true)
                // Where floats say so, it is looked at.
                && expr.eval_f64_within(&|_| Some(point as f64), LOOKED_AT).is_some_and(|value| value < 0.0)
                && expr.eval_upper(&|_| Some(Rational::from(point))).is_ok_and(|value| value.is_negative())
        };
        POINTS.iter().any(refutes)
    }
}
