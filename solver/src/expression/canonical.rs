//! Canonical forms that are put together without making their parts canonical again.
//!
//! In: expressions, each once. Out: the canonical form of what is made of them. What nests deeply, as the cost of what comes
//! after a generator after a generator does, would be gone through at each of its levels by [`Expr::simplify`].

use crate::expression::normal::{multiply, poly_of_canonical};
use crate::expression::poly::Poly;
use crate::expression::rounding::{Extremum, extremum};
use crate::{Expr, Rational};

/// A canonical form.
#[derive(Clone, PartialEq, Debug)]
pub struct Canonical(Form);

#[derive(Clone, PartialEq, Debug)]
enum Form {
    Finite(Poly),
    Infinite,
}

impl Canonical {
    /// The canonical form of an expression.
    pub fn of(expr: &Expr) -> Canonical {
        match expr.is_infinite() {
            true => Canonical::again(expr.simplify()),
            false => Canonical(Form::Finite(Poly::of(expr))),
        }
    }

    /// That of an expression which is in canonical form, or a sum or product of such.
    pub fn again(expr: Expr) -> Canonical {
        match &expr {
            Expr::Inf => Canonical(Form::Infinite),
            infinite if infinite.is_infinite() => Canonical::again(infinite.simplify()),
            _ => Canonical(Form::Finite(poly_of_canonical(expr))),
        }
    }

    /// A number.
    pub fn number(value: Rational) -> Canonical {
        Canonical(Form::Finite(Poly::constant(value)))
    }

    /// Nothing.
    pub fn zero() -> Canonical {
        Canonical(Form::Finite(Poly::zero()))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Form::Finite(poly) if poly.is_zero())
    }

    /// The sum of the two.
    pub fn plus(self, other: Canonical) -> Canonical {
        Canonical(match (self.0, other.0) {
            (Form::Finite(mut sum), Form::Finite(other)) => {
                sum.add_all(other);
                Form::Finite(sum)
            }
            _ => Form::Infinite,
        })
    }

    /// The product of the two: 0 with 0, whatever the other is.
    pub fn times(self, other: Canonical) -> Canonical {
        if self.is_zero() || other.is_zero() {
            return Canonical::zero();
        }
        Canonical(match (self.0, other.0) {
            (Form::Finite(a), Form::Finite(b)) => Form::Finite(match (a.as_constant(), b.as_constant()) {
                (Some(factor), _) => b.scaled(&factor),
                (_, Some(factor)) => a.scaled(&factor),
                _ => multiply(&a, &b),
            }),
            _ => Form::Infinite,
        })
    }

    /// The least of at least one.
    pub fn least(all: Vec<Canonical>) -> Canonical {
        let finite = all.into_iter().filter_map(|one| match one.0 {
            Form::Finite(poly) => Some(poly),
            Form::Infinite => None,
        });
        let finite: Vec<Poly> = finite.collect();
        match finite.is_empty() {
            true => Canonical(Form::Infinite),
            false => Canonical(Form::Finite(extremum(finite, Extremum::Min))),
        }
    }

    /// The greatest of at least one.
    pub fn greatest(all: Vec<Canonical>) -> Canonical {
        let finite = all.into_iter().map(|one| match one.0 {
            Form::Finite(poly) => Some(poly),
            Form::Infinite => None,
        });
        Canonical(match finite.collect::<Option<Vec<Poly>>>() {
            Some(finite) => Form::Finite(extremum(finite, Extremum::Max)),
            None => Form::Infinite,
        })
    }

    /// The expression.
    pub fn into_expr(self) -> Expr {
        match self.0 {
            Form::Finite(poly) => poly.into_expr(),
            Form::Infinite => Expr::Inf,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(text: &str) -> Expr {
        text.parse().expect("an expression")
    }

    /// Expressions of all kinds, canonical or not.
    const SAMPLES: [&str; 16] = [
        "0",
        "1",
        "-3",
        "n",
        "2*n - 1",
        "inf",
        "max(n, 3)",
        "n + 2*max(n + 1, m)",
        "-min(n, m) + 3",
        "2^(n + 1)",
        "fib(n) + fib(n + 1)",
        "fact(n + 1)",
        "floor(n/2) + n^2",
        "n*(m + 1)",
        "f(n + n, max(m, m + 1))",
        "sum(i, 1, n, f(i + i))",
    ];

    #[test]
    fn what_is_put_together_is_the_canonical_form_of_the_whole() {
        for a in SAMPLES.map(expr) {
            for b in SAMPLES.map(expr) {
                let both = || vec![Canonical::of(&a), Canonical::again(b.simplify())];
                let [one, other] = [Canonical::of(&a), Canonical::of(&b)];
                let sum = one.clone().plus(other.clone()).into_expr();
                assert_eq!(sum, Expr::Add(vec![a.clone(), b.clone()]).simplify(), "{a} + {b}");
                let product = one.times(other).into_expr();
                assert_eq!(product, Expr::Mul(vec![a.clone(), b.clone()]).simplify(), "{a} * {b}");
                let least = Canonical::least(both()).into_expr();
                assert_eq!(least, a.clone().min(b.clone()).simplify(), "least of {a} and {b}");
                let greatest = Canonical::greatest(both()).into_expr();
                assert_eq!(greatest, a.clone().max(b.clone()).simplify(), "greatest of {a} and {b}");
            }
        }
    }

    #[test]
    fn a_canonical_form_is_the_same_when_it_is_read_again() {
        for e in SAMPLES.map(expr) {
            let simple = e.simplify();
            assert_eq!(Canonical::again(simple.clone()).into_expr(), simple, "{e}");
            assert_eq!(Canonical::again(simple.clone()).into_expr(), simple.simplify(), "{e}");
        }
    }
}
