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
        let mut vars = self.vars();
        vars.extend(expr.vars());
        let signed: Vec<Var> = vars.into_iter().filter(|v| !self.implies(&Linear::var(v))).collect();
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

#[cfg(test)]
mod tests {
    use crate::{Expr, Guard, Linear, Var};

    #[test]
    fn forms_are_settled_over_the_integers_that_a_region_has() {
        let x = Var::from("x");
        let from_zero = Guard::always().with(Linear::var(&x));
        let below_zero = Guard::always().with(Linear::below_zero(&x));
        let anywhere = Guard::always();
        let settled = |guard: &Guard, text: &str| guard.settled(&text.parse::<Expr>().unwrap()).to_string();
        for (text, natural, negative) in [
            ("max(x, -x)", "x", "-x"),
            ("max(4, -x)", "4", "max(4, -x)"),
            ("min(0, x)", "0", "x"),
            ("max(x, 2*x) + 3", "2*x + 3", "x + 3"),
        ] {
            assert_eq!(settled(&from_zero, text), natural, "{text}");
            assert_eq!(settled(&below_zero, text), negative, "{text}");
            let simple = text.parse::<Expr>().unwrap().simplify().to_string();
            assert_eq!(settled(&anywhere, text), simple, "{text}");
        }
    }
}
