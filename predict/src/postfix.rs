//! Closed forms as postfix programs: cheap to evaluate at run time, in any language.
//!
//! Comes in: an expression of the solver. Goes out: a list of [`Item`]s, in JSON numbers, names and operators; and its
//! value at given sizes. `9.07*x + 14.2` is `[9.07, "x", "*", 14.2, "+"]`. Values are doubles; a division is a
//! multiplication by a power with a negative exponent.

use serde::{Deserialize, Serialize};
use solver::{Expr, Rational};
use thiserror::Error;

/// One item of a postfix program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Item {
    /// Pushes a number.
    Number(f64),
    /// An operator, or the name of a size.
    Word(String),
    /// `["linrec", [c1, …], [u0, …]]`: replaces the index `k` by `u(k)`, where `u(k) = c1·u(k−1) + c2·u(k−2) + …` and the
    /// first values are `u0, u1, …`. Fibonacci numbers are `["linrec", [1, 1], [0, 1]]`.
    Sequence(LinearRecurrence, Vec<f64>, Vec<f64>),
}

/// The tag of a linear recurrent sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LinearRecurrence {
    /// `linrec`
    #[serde(rename = "linrec")]
    Tag,
}

/// Operators with two operands.
const BINARY: [&str; 6] = ["+", "*", "^", "max", "min", "mod"];
/// Operators with one operand.
const UNARY: [&str; 4] = ["log2", "floor", "ceil", "fact"];
/// Sequences are followed up to this index.
const LAST_INDEX: f64 = 1e6;

/// A postfix program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Postfix(pub Vec<Item>);

/// Why there is no program for an expression, or no value of a program.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PostfixError {
    /// A sum over a range or an infinity: too costly or without value.
    #[error("{0} has no postfix form")]
    NoForm(String),
    /// A size that was not given.
    #[error("no value for the size {0}")]
    Unbound(String),
    /// An operator without its operands, or operands left over.
    #[error("item {0} does not fit the stack")]
    Unbalanced(usize),
}

impl Postfix {
    /// Compiles an expression, its values multiplied by `scale`.
    pub fn compile(expr: &Expr, scale: Rational) -> Result<Postfix, PostfixError> {
        let expr = (Expr::num(scale) * expr.clone()).simplify();
        let mut items = Vec::new();
        emit(&expr, &mut items)?;
        Ok(Postfix(items))
    }

    /// The value at given sizes.
    pub fn eval(&self, size: &dyn Fn(&str) -> Option<f64>) -> Result<f64, PostfixError> {
        let mut stack: Vec<f64> = Vec::new();
        for (at, item) in self.0.iter().enumerate() {
            let mut pop = || stack.pop().ok_or(PostfixError::Unbalanced(at));
            let value = match item {
                Item::Number(value) => *value,
                Item::Word(op) if BINARY.contains(&op.as_str()) => {
                    let (b, a) = (pop()?, pop()?);
                    binary(op, a, b)
                }
                Item::Word(op) if UNARY.contains(&op.as_str()) => unary(op, pop()?),
                Item::Word(name) => size(name).ok_or_else(|| PostfixError::Unbound(name.clone()))?,
                Item::Sequence(_, coefficients, first) => sequence(coefficients, first, pop()?),
            };
            stack.push(value);
        }
        match stack.as_slice() {
            [value] => Ok(*value),
            _ => Err(PostfixError::Unbalanced(self.0.len())),
        }
    }
}

fn emit(expr: &Expr, items: &mut Vec<Item>) -> Result<(), PostfixError> {
    let word = |op: &str| Item::Word(op.into());
    let mut fold = |operands: &[Expr], op: &str, empty: f64| {
        if operands.is_empty() {
            items.push(Item::Number(empty));
        }
        for (at, operand) in operands.iter().enumerate() {
            emit(operand, items)?;
            if at > 0 {
                items.push(word(op));
            }
        }
        Ok(())
    };
    match expr {
        Expr::Num(n) => items.push(Item::Number(n.to_f64())),
        Expr::Var(name) => items.push(word(name.as_str())),
        Expr::Add(terms) => fold(terms, "+", 0.0)?,
        Expr::Mul(factors) => fold(factors, "*", 1.0)?,
        Expr::Max(options) => fold(options, "max", 0.0)?,
        Expr::Min(options) => fold(options, "min", 0.0)?,
        Expr::Pow(base, exponent) => two(base, exponent, "^", items)?,
        Expr::Mod(a, b) => two(a, b, "mod", items)?,
        Expr::Log2(a) => one(a, "log2", items)?,
        Expr::Floor(a) => one(a, "floor", items)?,
        Expr::Ceil(a) => one(a, "ceil", items)?,
        Expr::Fact(a) => one(a, "fact", items)?,
        Expr::Sequence(s) => {
            emit(&s.arg, items)?;
            let numbers = |of: &[Rational]| of.iter().map(Rational::to_f64).collect();
            items.push(Item::Sequence(LinearRecurrence::Tag, numbers(&s.coeffs), numbers(&s.init)));
        }
        Expr::Sum(_) | Expr::MaxOver(_) | Expr::MinOver(_) | Expr::Call(..) | Expr::Inf => {
            return Err(PostfixError::NoForm(expr.to_string()));
        }
    }
    Ok(())
}

fn one(a: &Expr, op: &str, items: &mut Vec<Item>) -> Result<(), PostfixError> {
    emit(a, items)?;
    items.push(Item::Word(op.into()));
    Ok(())
}

fn two(a: &Expr, b: &Expr, op: &str, items: &mut Vec<Item>) -> Result<(), PostfixError> {
    emit(a, items)?;
    one(b, op, items)
}

fn binary(op: &str, a: f64, b: f64) -> f64 {
    match op {
        "+" => a + b,
        // Nothing times anything is nothing, also where the other factor overflows.
        "*" if a == 0.0 || b == 0.0 => 0.0,
        "*" => a * b,
        "^" => a.powf(b),
        "max" => a.max(b),
        "min" => a.min(b),
        _ => a - (a / b).floor() * b,
    }
}

fn unary(op: &str, a: f64) -> f64 {
    match op {
        "log2" => a.log2(),
        // The slack keeps floor(log2(8)) at 3 should the logarithm come out a last digit low.
        "floor" => (a + 1e-12).floor(),
        "ceil" => (a - 1e-12).ceil(),
        _ => (1..=a.min(171.0) as u64).map(|k| k as f64).product(),
    }
}

fn sequence(coefficients: &[f64], first: &[f64], index: f64) -> f64 {
    let mut window = first.to_vec();
    if window.is_empty() || !(0.0..=LAST_INDEX).contains(&index) {
        return f64::NAN;
    }
    for _ in 0..index as u64 {
        let next = coefficients.iter().zip(window.iter().rev()).map(|(c, u)| c * u).sum();
        window.rotate_left(1);
        *window.last_mut().expect("it is not empty") = next;
    }
    window[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::Var;

    fn expr(text: &str) -> Expr {
        text.parse::<Expr>().expect("an expression").simplify()
    }

    #[test]
    fn programs_agree_with_the_expressions_they_come_from() {
        let forms = [
            "9072*x + 14231",
            "1/2*x^2 + 3/2*x + 1",
            "x*2^(x - 1) + 2^(x + 1) - 1",
            "2*fib(x + 1) - 1",
            "x*y + 2*x + 1",
            "max(3*x, y + 7)",
            "1 + min(x, y)",
            "floor(log2(x + 1)) + 2",
            "x*ceil(log2(x + 1)) - 2^ceil(log2(x + 1)) + x",
            "3*fact(x)",
            "mod(x, 3) + 1",
            "(-1)^x + x/7",
        ];
        for text in forms {
            let form = expr(text);
            let program = Postfix::compile(&form, Rational::ONE).expect(text);
            for x in 0..15 {
                let (x, y) = (f64::from(x), f64::from(2 * x % 11));
                let by_expr = form.eval_f64(&|var: &Var| Some(if var.as_str() == "x" { x } else { y }));
                let by_program = program.eval(&|name| Some(if name == "x" { x } else { y })).expect(text);
                let error = (by_expr - by_program).abs() / by_expr.abs().max(1.0);
                assert!(error < 1e-9, "{text} at x = {x}, y = {y}: {by_expr} against {by_program}");
            }
        }
    }

    #[test]
    fn the_json_form_is_numbers_names_and_operators() {
        let program = Postfix::compile(&expr("9070*x + 14200 + fib(x)"), Rational::ratio(1, 1000).expect("not zero"));
        let text = serde_json::to_string(&program.expect("it has a form")).expect("it is JSON");
        assert_eq!(
            serde_json::from_str::<Postfix>(&text).expect("it reads back").0.len(),
            text.matches(',').count() - 3
        );
        assert!(text.contains(r#"["linrec",[1.0,1.0],[0.0,1.0]]"#), "{text}");
        assert!(text.contains("9.07") && text.contains(r#""x""#), "{text}");
    }

    #[test]
    fn what_has_no_cheap_form_is_refused() {
        assert!(matches!(Postfix::compile(&Expr::Inf, Rational::ONE), Err(PostfixError::NoForm(_))));
        assert!(Postfix::compile(&expr("sum(k, 1, x, 1/fact(k))"), Rational::ONE).is_err());
        assert_eq!(Postfix(vec![Item::Word("+".into())]).eval(&|_| None), Err(PostfixError::Unbalanced(0)));
    }
}
