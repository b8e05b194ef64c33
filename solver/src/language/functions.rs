//! The functions that expressions know by name, one row each: for equations, and for the costs and sizes of assertions.
//!
//! In: a name and arguments. Out: the expression, or how the function is written. A system of equations may define a
//! function of one of these names; there the name means its own.

use crate::expression::expr::Var;
use crate::{Expr, Rational};

/// A function of expressions.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// How it is written, and what it is.
    pub usage: &'static str,
    /// The expression, if these are arguments for it.
    build: fn(Vec<Expr>) -> Option<Expr>,
}

/// All of them.
pub const FUNCTIONS: &[Function] = &[
    Function { name: "inf", usage: "inf", build: |args| args.is_empty().then_some(Expr::Inf) },
    Function { name: "log2", usage: "log2(X)", build: |args| one(args).map(Expr::log2) },
    Function { name: "lg", usage: "lg(X), which is log2(X)", build: |args| one(args).map(Expr::log2) },
    Function { name: "log", usage: "log(BASE, X), or log2(X)", build: |args| two(args).map(|(base, x)| log(&base, x)) },
    Function { name: "sqrt", usage: "sqrt(X)", build: |args| one(args).map(Expr::sqrt) },
    Function { name: "floor", usage: "floor(X)", build: |args| one(args).map(Expr::floor) },
    Function { name: "ceil", usage: "ceil(X)", build: |args| one(args).map(Expr::ceil) },
    Function { name: "ceiling", usage: "ceiling(X), which is ceil(X)", build: |args| one(args).map(Expr::ceil) },
    Function { name: "fact", usage: "fact(X), or X!", build: |args| one(args).map(Expr::fact) },
    Function { name: "fib", usage: "fib(X)", build: |args| one(args).map(Expr::fib) },
    Function { name: "mod", usage: "mod(X, Y), or X mod Y", build: |args| two(args).map(|(a, b)| a.modulo(b)) },
    Function { name: "min", usage: "min(X, ...)", build: |args| (!args.is_empty()).then_some(Expr::Min(args)) },
    Function { name: "max", usage: "max(X, ...)", build: |args| (!args.is_empty()).then_some(Expr::Max(args)) },
    Function { name: "sum", usage: "sum(K, FROM, TO, X) with a variable K", build: |args| over(args, Expr::sum) },
    Function {
        name: "maxover",
        usage: "maxover(K, FROM, TO, X) with a variable K",
        build: |args| over(args, Expr::max_over),
    },
    Function {
        name: "minover",
        usage: "minover(K, FROM, TO, X) with a variable K",
        build: |args| over(args, Expr::min_over),
    },
    // Its first two arguments are lists, which are no expressions: the grammar has it.
    Function { name: "linrec", usage: LINREC, build: |_| None },
];

/// How a linear recurrent sequence is written.
pub(super) const LINREC: &str =
    "linrec([C1, ...], [U0, ...], X) with as many first values as coefficients, numbers, the last coefficient not zero";

/// What a name with arguments means.
pub enum Applied {
    /// A known function.
    Known(Expr),
    /// A known function, but not with these arguments.
    Misused(&'static Function),
    /// None of this table; the arguments back.
    Unknown(Vec<Expr>),
}

/// Applies the function of this name; one without arguments is a constant.
pub fn apply(name: &str, args: Vec<Expr>) -> Applied {
    match FUNCTIONS.iter().find(|function| function.name == name) {
        Some(function) => (function.build)(args).map_or(Applied::Misused(function), Applied::Known),
        None => Applied::Unknown(args),
    }
}

/// The quotient; a numeric divisor becomes a coefficient.
pub fn divide(a: Expr, b: Expr) -> Expr {
    match b.as_num().and_then(Rational::recip) {
        Some(inverse) => match a {
            Expr::Num(n) => Expr::Num(&n * &inverse),
            // Flat, so that a long chain of divisions does not nest.
            Expr::Mul(mut es) => {
                match es.first_mut() {
                    Some(Expr::Num(first)) => *first = &*first * &inverse,
                    _ => es.insert(0, Expr::Num(inverse)),
                }
                Expr::Mul(es)
            }
            a => Expr::Mul(vec![Expr::Num(inverse), a]),
        },
        None => a * b.pow(Expr::int(-1)),
    }
}

fn one(args: Vec<Expr>) -> Option<Expr> {
    <[Expr; 1]>::try_from(args).ok().map(|[a]| a)
}

fn two(args: Vec<Expr>) -> Option<(Expr, Expr)> {
    <[Expr; 2]>::try_from(args).ok().map(|[a, b]| (a, b))
}

/// The logarithm to a base, as a quotient of logarithms to base two.
fn log(base: &Expr, x: Expr) -> Expr {
    match base.as_num() == Some(&Rational::from(2)) {
        true => x.log2(),
        false => divide(x.log2(), base.clone().log2()),
    }
}

fn over(args: Vec<Expr>, build: fn(Var, Expr, Expr, Expr) -> Expr) -> Option<Expr> {
    match <[Expr; 4]>::try_from(args) {
        Ok([Expr::Var(var), lo, hi, body]) => Some(build(var, lo, hi, body)),
        _ => None,
    }
}
