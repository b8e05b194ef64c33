//! Closed forms as text for people and for programs, in the unit of their resource.
//!
//! Comes in: an expression of the solver in the base of its weights (picoseconds for time, see
//! `analyzer::resource::Weights::time`). Goes out: text such as `9.07*x + 14.2 ns`, or with all digits for JSON, which
//! the solver's parser reads back. Coefficients become decimals; exponents and what stands under floors, logarithms and
//! sums stays exact.

use crate::units::{Resource, TimeUnit, significant};
use solver::{Expr, Rational};

/// How many digits coefficients get.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    /// For people.
    Three,
    /// For programs.
    All,
}

/// A closed form for people; times with their unit.
pub fn readable(expr: &Expr, resource: Resource) -> String {
    match resource {
        Resource::Time => {
            let unit = if smallest(expr) >= 1e6 { TimeUnit::Us } else { TimeUnit::Ns };
            let scale = 1e-3 / unit.nanoseconds();
            format!("{} {unit}", scaled(expr, scale, Digits::Three))
        }
        _ => expr.to_string(),
    }
}

/// A closed form for programs, in the base unit of its resource.
pub fn precise(expr: &Expr, resource: Resource) -> String {
    match resource {
        Resource::Time => scaled(expr, 1e-3, Digits::All),
        _ => expr.to_string(),
    }
}

/// A value of a closed form in the base unit of its resource.
pub fn value(expr: &Expr, resource: Resource, at: &dyn Fn(&solver::Var) -> Option<f64>) -> f64 {
    let value = expr.eval_f64(at);
    match resource {
        Resource::Time => value / 1e3,
        _ => value,
    }
}

/// The closed form in nanoseconds where it was in picoseconds; others as they are.
pub fn in_base_unit(expr: &Expr, resource: Resource) -> Expr {
    match (resource, Rational::ratio(1, 1000)) {
        (Resource::Time, Some(scale)) => (Expr::num(scale) * expr.clone()).simplify(),
        _ => expr.clone(),
    }
}

/// The least coefficient of a sum: it decides the unit.
fn smallest(expr: &Expr) -> f64 {
    match expr {
        Expr::Add(terms) | Expr::Max(terms) | Expr::Min(terms) => {
            terms.iter().map(smallest).filter(|&s| s > 0.0).fold(f64::INFINITY, f64::min)
        }
        Expr::Num(n) => n.to_f64().abs(),
        Expr::Mul(factors) => {
            let (coefficient, rest) = split(factors);
            let inner = rest.iter().map(|&factor| match factor {
                Expr::Max(_) | Expr::Min(_) | Expr::Add(_) => smallest(factor),
                _ => 1.0,
            });
            coefficient.abs() * inner.product::<f64>()
        }
        _ => 1.0,
    }
}

fn scaled(expr: &Expr, scale: f64, digits: Digits) -> String {
    match expr {
        Expr::Add(terms) => {
            let mut text = String::new();
            for term in terms {
                let term = scaled(term, scale, digits);
                match (text.is_empty(), term.strip_prefix('-')) {
                    (true, _) => text = term,
                    (false, Some(positive)) => text.push_str(&format!(" - {positive}")),
                    (false, None) => text.push_str(&format!(" + {term}")),
                }
            }
            text
        }
        Expr::Num(n) => number(n.to_f64() * scale, digits),
        Expr::Max(options) => call("max", options, scale, digits),
        Expr::Min(options) => call("min", options, scale, digits),
        Expr::Mul(factors) => {
            let (coefficient, rest) = split(factors);
            product(coefficient * scale, &rest, digits)
        }
        Expr::Inf => "inf".into(),
        other => product(scale, &[other], digits),
    }
}

fn call(name: &str, options: &[Expr], scale: f64, digits: Digits) -> String {
    let options: Vec<String> = options.iter().map(|option| scaled(option, scale, digits)).collect();
    format!("{name}({})", options.join(", "))
}

/// A coefficient times factors. The coefficient goes into the first sum or maximum, if there is one: `x*(9.07*y + 3.1)`.
fn product(coefficient: f64, factors: &[&Expr], digits: Digits) -> String {
    let takes = |factor: &Expr| matches!(factor, Expr::Add(_) | Expr::Max(_) | Expr::Min(_));
    if let Some(at) = factors.iter().position(|factor| takes(factor)) {
        let inner = scaled(factors[at], coefficient, digits);
        let inner = if matches!(factors[at], Expr::Add(_)) { format!("({inner})") } else { inner };
        let others: Vec<Expr> =
            factors.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &factor)| factor.clone()).collect();
        return match others.as_slice() {
            [] => inner,
            _ => format!("{}*{inner}", Expr::Mul(others)),
        };
    }
    let symbol = match factors {
        [only] => (*only).clone(),
        several => Expr::Mul(several.iter().map(|&factor| factor.clone()).collect()),
    };
    let symbol = match &symbol {
        // A product that prints with a denominator must not be taken apart by the coefficient before it: `a*(b/c)` is
        // the same as `a*b/c`, so no parentheses are needed.
        Expr::Add(_) => format!("({symbol})"),
        _ => symbol.to_string(),
    };
    match coefficient {
        1.0 => symbol,
        -1.0 => format!("-{symbol}"),
        other => format!("{}*{symbol}", number(other, digits)),
    }
}

/// The number of a product and its other factors.
fn split(factors: &[Expr]) -> (f64, Vec<&Expr>) {
    let mut coefficient = 1.0;
    let mut rest = Vec::new();
    for factor in factors {
        match factor {
            Expr::Num(n) => coefficient *= n.to_f64(),
            other => rest.push(other),
        }
    }
    (coefficient, rest)
}

fn number(value: f64, digits: Digits) -> String {
    match digits {
        Digits::Three => significant(value, 3),
        Digits::All => {
            // Picoseconds are whole, so three decimals are exact but for coefficients that are fractions.
            let text = format!("{value:.9}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            if text.is_empty() || text == "-0" { "0".into() } else { text.into() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::Var;

    fn read(text: &str) -> Expr {
        text.parse::<Expr>().expect("an expression").simplify()
    }

    #[test]
    fn times_are_in_nanoseconds_with_three_digits() {
        assert_eq!(readable(&read("9072*x + 14231"), Resource::Time), "9.07*x + 14.2 ns");
        assert_eq!(readable(&read("4536*x^2 - 9072*x + 100"), Resource::Time), "4.54*x^2 - 9.07*x + 0.100 ns");
        assert_eq!(readable(&read("9072000*x*2^x + 14231000"), Resource::Time), "9.07*x*2^x + 14.2 µs");
    }

    #[test]
    fn scales_reach_into_maxima_and_sums() {
        assert_eq!(readable(&read("max(9072*x, 14231)"), Resource::Time), "max(14.2, 9.07*x) ns");
        assert_eq!(readable(&read("9072*fib(x + 1)"), Resource::Time), "9.07*fib(x + 1) ns");
    }

    #[test]
    fn counts_stay_as_they_are() {
        assert_eq!(readable(&read("1/2*x^2 + 3/2*x + 1"), Resource::Steps), "1/2*x^2 + 3/2*x + 1");
    }

    #[test]
    fn precise_text_reads_back_to_the_same_values() {
        for text in ["9072*x + 14231", "1/2*9073*x^2 + x", "x*2^x*5 + 7*fib(x + 1)", "min(x, 3000)*y + 17*max(x, y)"] {
            let expr = read(text);
            let again: Expr = precise(&expr, Resource::Time).parse().expect("precise text parses");
            for x in [0.0, 1.0, 2.0, 7.0, 20.0] {
                let at = |var: &Var| Some(if var.as_str() == "x" { x } else { 11.0 });
                let (one, two) = (value(&expr, Resource::Time, &at), again.eval_f64(&at));
                assert!((one - two).abs() <= 1e-9 * one.abs().max(1.0), "{text} at {x}: {one} against {two}");
            }
        }
    }
}
