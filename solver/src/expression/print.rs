//! Expressions as text.
//!
//! In: any [`Expr`]. Out: ASCII that [its reader](crate::Expr#impl-FromStr-for-Expr) reads back to the same function:
//! `1/2*n^2 + 3/2*n + 1`, `n*2^(n - 1)`, `2*fib(n + 1) - 1`, `floor(n/2) + 1`.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write};

use crate::expression::expr::Binder;
use crate::{Expr, Rational};

/// Binding strength, weakest first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Sum,
    Product,
    Power,
    Atom,
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_expr(f, self, Level::Sum, Fractions::Before)
    }
}

/// Where a fractional coefficient stands: `1/2*n`, or inside floors, logarithms and exponents `n/2`.
#[derive(Clone, Copy, PartialEq)]
enum Fractions {
    Before,
    After,
}

fn write_expr(f: &mut Formatter<'_>, e: &Expr, level: Level, fractions: Fractions) -> fmt::Result {
    match e {
        Expr::Num(n) => write_number(f, n, level),
        Expr::Var(v) => write!(f, "{v}"),
        Expr::Inf => f.write_str("inf"),
        Expr::Add(es) => bracket(f, level > Level::Sum, |f| write_sum(f, es, fractions)),
        Expr::Mul(es) => {
            let (coeff, factors) = split_product(es);
            let needs = level > Level::Product || (coeff.is_negative() && level > Level::Sum);
            bracket(f, needs, |f| {
                if coeff.is_negative() {
                    f.write_char('-')?;
                }
                write_product(f, coeff.abs(), &factors, fractions)
            })
        }
        Expr::Pow(base, exponent) if base.as_num().is_none() && negative_power(exponent).is_some() => {
            bracket(f, level > Level::Product, |f| write_product(f, Rational::ONE, &[e], fractions))
        }
        Expr::Pow(base, exponent) if base.as_num().is_none() && exponent.as_num() == Rational::ratio(1, 2).as_ref() => {
            write_call(f, "sqrt", &[base])
        }
        Expr::Pow(base, exponent) => bracket(f, level > Level::Power, |f| write_power(f, base, exponent, 0)),
        Expr::Log2(a) => write_call(f, "log2", &[a]),
        Expr::Floor(a) => write_call(f, "floor", &[a]),
        Expr::Ceil(a) => write_call(f, "ceil", &[a]),
        Expr::Fact(a) => write_call(f, "fact", &[a]),
        Expr::Min(es) => write_call(f, "min", &es.iter().collect::<Vec<_>>()),
        Expr::Max(es) => write_call(f, "max", &es.iter().collect::<Vec<_>>()),
        Expr::Mod(a, b) => write_call(f, "mod", &[a, b]),
        Expr::Sum(b) => write_binder(f, "sum", b),
        Expr::MaxOver(b) => write_binder(f, "maxover", b),
        Expr::MinOver(b) => write_binder(f, "minover", b),
        Expr::Call(name, es) => write_call(f, name.as_str(), &es.iter().collect::<Vec<_>>()),
        Expr::Sequence(s) if s.is_fibonacci() => write_call(f, "fib", &[&s.arg]),
        Expr::Sequence(s) => {
            let list = |qs: &[Rational]| qs.iter().map(Rational::to_string).collect::<Vec<_>>().join(", ");
            write!(f, "linrec([{}], [{}], ", list(&s.coeffs), list(&s.init))?;
            write_expr(f, &s.arg, Level::Sum, Fractions::After)?;
            f.write_char(')')
        }
    }
}

fn bracket(f: &mut Formatter<'_>, needed: bool, inner: impl FnOnce(&mut Formatter<'_>) -> fmt::Result) -> fmt::Result {
    if !needed {
        return inner(f);
    }
    f.write_char('(')?;
    inner(f)?;
    f.write_char(')')
}

fn write_number(f: &mut Formatter<'_>, n: &Rational, level: Level) -> fmt::Result {
    let own = match (n.is_negative(), n.is_integer()) {
        (true, _) => Level::Sum,
        (false, false) => Level::Product,
        (false, true) => Level::Atom,
    };
    bracket(f, own < level, |f| write!(f, "{n}"))
}

fn write_call(f: &mut Formatter<'_>, name: &str, args: &[&Expr]) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write_expr(f, arg, Level::Sum, Fractions::After)?;
    }
    f.write_char(')')
}

fn write_binder(f: &mut Formatter<'_>, name: &str, b: &Binder) -> fmt::Result {
    write_call(f, name, &[&Expr::Var(b.var.clone()), &b.lo, &b.hi, &b.body])
}

fn write_sum(f: &mut Formatter<'_>, terms: &[Expr], fractions: Fractions) -> fmt::Result {
    if terms.is_empty() {
        return f.write_char('0');
    }
    // Among equals the order is free: a sum does not start with a minus if a later term can stand first.
    let negative = |e: &Expr| match e {
        Expr::Mul(es) => split_product(es).0.is_negative(),
        Expr::Num(n) => n.is_negative(),
        _ => false,
    };
    let lead = if negative(&terms[0]) { terms.iter().position(|t| !negative(t)) } else { None };
    let lead = lead.filter(|&i| terms[i].as_num().is_none()).unwrap_or(0);
    let others = terms.iter().enumerate().filter(|(i, _)| *i != lead).map(|(_, t)| t);
    for (i, term) in std::iter::once(&terms[lead]).chain(others).enumerate() {
        let (coeff, factors) = match term {
            Expr::Mul(es) => split_product(es),
            Expr::Num(n) => (n.clone(), vec![]),
            other => (Rational::ONE, vec![other]),
        };
        f.write_str(match (i, coeff.is_negative()) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        })?;
        write_product(f, coeff.abs(), &factors, fractions)?;
    }
    Ok(())
}

/// The leading number of a product, one when there is none, and the other factors.
fn split_product(es: &[Expr]) -> (Rational, Vec<&Expr>) {
    match es.split_first() {
        Some((Expr::Num(n), rest)) => (n.clone(), rest.iter().collect()),
        _ => (Rational::ONE, es.iter().collect()),
    }
}

/// The positive number `k` of an exponent `-k`.
fn negative_power(exponent: &Expr) -> Option<Rational> {
    exponent.as_num().filter(|k| k.is_negative()).map(|k| -k)
}

/// A product with non-negative coefficient; negative powers become a denominator, a coefficient that is a power of the
/// only exponential's base joins its exponent.
fn write_product(f: &mut Formatter<'_>, mut coeff: Rational, factors: &[&Expr], fractions: Fractions) -> fmt::Result {
    let factors = joined(factors);
    let mut over: Vec<(&Expr, Rational)> = Vec::new();
    let mut under: Vec<(&Expr, Rational)> = Vec::new();
    let mut plain: Vec<&Expr> = Vec::new();
    for factor in &factors {
        match &**factor {
            Expr::Pow(base, e) if negative_power(e).is_some() && base.as_num().is_none() => {
                under.push((base, negative_power(e).unwrap_or(Rational::ONE)));
            }
            other => plain.push(other),
        }
    }
    let shift = exponent_shift(&mut coeff, &plain);
    plain.iter().for_each(|e| over.push((e, Rational::ONE)));
    let mut denominator = Rational::ONE;
    if fractions == Fractions::After && !coeff.is_integer() {
        denominator = Rational::from(coeff.denom());
        coeff = Rational::from(coeff.numer());
    }
    let alone = over.is_empty();
    if !coeff.is_one() || alone {
        let level = if alone && under.is_empty() { Level::Sum } else { Level::Product };
        write_number(f, &coeff, level)?;
    }
    for (i, (factor, _)) in over.iter().enumerate() {
        if i > 0 || !coeff.is_one() {
            f.write_char('*')?;
        }
        match factor {
            Expr::Pow(base, e) if is_exponential(factor) => write_power(f, base, e, shift)?,
            _ => write_expr(f, factor, Level::Power, fractions)?,
        }
    }
    if under.is_empty() && denominator.is_one() {
        return Ok(());
    }
    f.write_char('/')?;
    let several = under.len() + usize::from(!denominator.is_one()) > 1;
    bracket(f, several, |f| {
        let mut first = true;
        if !denominator.is_one() {
            write!(f, "{denominator}")?;
            first = false;
        }
        for (base, k) in &under {
            if !first {
                f.write_char('*')?;
            }
            first = false;
            if k.is_one() {
                write_expr(f, base, Level::Power, fractions)?;
            } else {
                write_power(f, base, &Expr::Num(k.clone()), 0)?;
            }
        }
        Ok(())
    })
}

fn is_exponential(e: &Expr) -> bool {
    matches!(e, Expr::Pow(base, exponent) if base.as_num().is_some() && exponent.as_num().is_none())
}

/// The factors of a product, with exponentials whose bases are powers of one number as one: 2^x*32^y is 2^(x + 5*y).
fn joined<'a>(factors: &[&'a Expr]) -> Vec<Cow<'a, Expr>> {
    let parts = |factor: &Expr| match factor {
        Expr::Pow(base, exponent) if is_exponential(factor) => {
            let (root, times) = root_of(base.as_num()?)?;
            Some((root, Expr::int(times) * (**exponent).clone()))
        }
        _ => None,
    };
    let roots: Vec<Option<(i64, Expr)>> = factors.iter().map(|factor| parts(factor)).collect();
    let count = |root: i64| roots.iter().flatten().filter(|(other, _)| *other == root).count();
    let (mut written, mut done) = (Vec::new(), Vec::new());
    for (factor, part) in factors.iter().zip(&roots) {
        match part {
            Some((root, _)) if done.contains(root) => {}
            Some((root, _)) if count(*root) > 1 => {
                done.push(*root);
                let of_root = roots.iter().flatten().filter(|(other, _)| other == root);
                let sum = of_root.map(|(_, exponent)| exponent.clone()).reduce(|a, b| a + b).unwrap_or(Expr::int(0));
                let sum = sum.simplify();
                if !sum.as_num().is_some_and(Rational::is_zero) {
                    written.push(Cow::Owned(Expr::int(*root).pow(sum)));
                }
            }
            _ => written.push(Cow::Borrowed(*factor)),
        }
    }
    written
}

/// The number of which a base is a power, and which one: 5 of 2 for 32, -1 of 2 for a half.
fn root_of(base: &Rational) -> Option<(i64, i64)> {
    let (whole, sign) = if base.is_integer() { (base.clone(), 1) } else { (base.recip()?, -1) };
    let number = whole.to_i64().filter(|number| *number > 1)?;
    let power = |root: i64, times: u32| root.checked_pow(times) == Some(number);
    let root = |times: u32| (number as f64).powf(1.0 / f64::from(times)).round() as i64;
    let times = (1..63).rev().find(|&times| root(times) > 1 && power(root(times), times))?;
    Some((root(times), sign * i64::from(times)))
}

/// Moves powers of the base of the only exponential from the coefficient to its exponent; returns how many.
fn exponent_shift(coeff: &mut Rational, factors: &[&Expr]) -> i64 {
    let mut exponentials = factors.iter().filter(|e| is_exponential(e));
    let (Some(Expr::Pow(base, _)), None) = (exponentials.next(), exponentials.next()) else {
        return 0;
    };
    let Some(base) = base.as_num().filter(|b| b.is_integer() && **b > Rational::ONE) else {
        return 0;
    };
    let (mut shift, mut rest) = (0, coeff.clone());
    while shift > -64 && !rest.is_integer() && (rest.denom() % base.numer()) == num_bigint::BigInt::from(0) {
        rest = &rest * base;
        shift -= 1;
    }
    if shift != 0 && !rest.is_integer() {
        return 0;
    }
    if shift == 0 {
        while shift < 64 && rest > Rational::ONE && (rest.numer() % base.numer()) == num_bigint::BigInt::from(0) {
            rest = &rest / base;
            shift += 1;
        }
        if !rest.is_one() {
            return 0;
        }
    }
    *coeff = rest;
    shift
}

fn write_power(f: &mut Formatter<'_>, base: &Expr, exponent: &Expr, shift: i64) -> fmt::Result {
    write_expr(f, base, Level::Atom, Fractions::Before)?;
    f.write_char('^')?;
    if shift == 0 {
        return write_expr(f, exponent, Level::Atom, Fractions::After);
    }
    f.write_char('(')?;
    write_expr(f, exponent, Level::Sum, Fractions::After)?;
    write!(f, " {} {})", if shift < 0 { '-' } else { '+' }, shift.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_of_one_root_are_one() {
        let power = |base: Rational, exponent: Expr| Expr::num(base).pow(exponent);
        let [x, y] = ["x", "y"].map(Expr::var);
        let half = Rational::ratio(1, 2).expect("a half");
        let of = |factors: Vec<Expr>| Expr::Mul(factors).to_string();
        assert_eq!(of(vec![power(2.into(), x.clone()), power(32.into(), y.clone())]), "2^(x + 5*y)");
        assert_eq!(of(vec![y.clone(), power(half.clone(), x.clone()), power(8.into(), x.clone())]), "y*2^(2*x)");
        assert_eq!(of(vec![power(half, x.clone()), power(2.into(), x.clone()), y.clone()]), "y");
        assert_eq!(of(vec![power(2.into(), x.clone()), power(3.into(), y)]), "2^x*3^y");
        assert_eq!(power(4.into(), x).to_string(), "4^x");
    }

    #[test]
    fn roots_are_the_least() {
        let root = |number: i64| root_of(&Rational::from(number));
        assert_eq!(
            [root(2), root(32), root(36), root(-8), root(1)],
            [Some((2, 1)), Some((2, 5)), Some((6, 2)), None, None]
        );
        assert_eq!(root_of(&Rational::ratio(1, 9).expect("a ninth")), Some((3, -2)));
        assert_eq!(root_of(&Rational::ratio(2, 3).expect("two thirds")), None);
        assert_eq!(root(i64::MAX), Some((i64::MAX, 1)));
    }
}
