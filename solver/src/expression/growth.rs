//! How expressions grow: the printing order of terms, and big-O texts.
//!
//! In: canonical monomials or expressions. Out: an order, a text. Growth is estimated in floating point, because it only
//! chooses an order.

use std::cmp::Ordering;

use crate::expression::poly::Mono;
use crate::{Expr, Rational, Var};

/// Orders of growth, most significant first: `fact^factorials * 2^(exponent*n) * n^degree * log^logs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(crate) struct Growth {
    factorials: f64,
    exponent: f64,
    degree: f64,
    logs: f64,
}

impl Growth {
    fn times(self, k: f64) -> Growth {
        Growth {
            factorials: self.factorials * k,
            exponent: self.exponent * k,
            degree: self.degree * k,
            logs: self.logs * k,
        }
    }

    fn plus(self, other: Growth) -> Growth {
        Growth {
            factorials: self.factorials + other.factorials,
            exponent: self.exponent + other.exponent,
            degree: self.degree + other.degree,
            logs: self.logs + other.logs,
        }
    }

    fn cmp(&self, other: &Growth) -> Ordering {
        self.partial_cmp(other).unwrap_or(Ordering::Equal)
    }

    fn is_constant(&self) -> bool {
        *self == Growth::default()
    }
}

/// Growth in one variable, or in all of them together.
fn of_atom(atom: &Expr, var: Option<&Var>) -> Growth {
    let inner = |e: &Expr| of_expr(e, var);
    match atom {
        Expr::Var(v) if var.is_none_or(|var| var == v) => Growth { degree: 1.0, ..Growth::default() },
        Expr::Log2(a) => {
            let g = inner(a);
            match (g.factorials + g.exponent != 0.0, g.is_constant()) {
                (true, _) => Growth { degree: 1.0, ..Growth::default() },
                (_, true) => Growth::default(),
                _ => Growth { logs: 1.0, ..Growth::default() },
            }
        }
        Expr::Floor(a) | Expr::Ceil(a) => inner(a),
        Expr::Fact(a) if !inner(a).is_constant() => Growth { factorials: 1.0, ..Growth::default() },
        Expr::Max(es) => es.iter().map(inner).max_by(Growth::cmp).unwrap_or_default(),
        Expr::Min(es) => es.iter().map(inner).min_by(Growth::cmp).unwrap_or_default(),
        Expr::Pow(base, exponent) => {
            let g = inner(base);
            let k = exponent.eval_f64(&|_| None);
            if k.is_finite() { g.times(k) } else { Growth { exponent: 1.0, ..Growth::default() } }
        }
        Expr::Sequence(s) if !inner(&s.arg).is_constant() => {
            Growth { exponent: s.growth_rate().log2().max(0.0), ..Growth::default() }
                .times(inner(&s.arg).degree.max(1.0))
        }
        // The greatest value is taken for that at the end.
        Expr::MaxOver(b) | Expr::MinOver(b) => inner(&b.body.subst(&b.var, &b.hi)),
        Expr::Sum(b) => {
            let length = of_expr(&b.hi, var);
            let body = of_expr(&b.body, var).plus(of_expr(&b.body, Some(&b.var)));
            if body.factorials < 0.0 || body.exponent < 0.0 { Growth::default() } else { body.plus(length) }
        }
        _ => Growth::default(),
    }
}

pub(crate) fn of_mono(mono: &Mono) -> Growth {
    let powers = mono.powers.iter().map(|(atom, k)| of_atom(atom, None).times(f64::from(*k)));
    powers.chain(mono.exps.iter().map(|(key, base)| of_power(base, key, None))).fold(Growth::default(), Growth::plus)
}

/// Of a power of a number.
fn of_power(base: &Rational, exponent: &Expr, var: Option<&Var>) -> Growth {
    let growth = of_expr(exponent, var);
    if growth.is_constant() {
        return growth;
    }
    let scale = match exponent {
        Expr::Mul(factors) => factors[0].as_num().map_or(1.0, Rational::to_f64),
        _ => 1.0,
    };
    let rate = base.abs().to_f64().log2() * scale;
    match growth.degree {
        0.0 => Growth { degree: rate, ..Growth::default() },
        degree => Growth { exponent: rate * degree.max(1.0), ..Growth::default() },
    }
}

/// Of an expression in canonical form, of which nothing cancels.
fn of_expr(e: &Expr, var: Option<&Var>) -> Growth {
    match e {
        Expr::Add(es) => es.iter().map(|e| of_expr(e, var)).max_by(Growth::cmp).unwrap_or_default(),
        Expr::Mul(es) => es.iter().map(|e| of_expr(e, var)).fold(Growth::default(), Growth::plus),
        Expr::Pow(base, exponent) => match base.as_num() {
            Some(base) => of_power(base, exponent, var),
            None => of_atom(e, var),
        },
        atom => of_atom(atom, var),
    }
}

/// Faster growing first, with what was found of each; among equals by name, higher powers first.
pub(crate) fn faster_first((of_a, a): (&Growth, &Mono), (of_b, b): (&Growth, &Mono)) -> Ordering {
    of_b.cmp(of_a).then_with(|| {
        for ((x, j), (y, k)) in a.powers.iter().zip(&b.powers) {
            match x.cmp(y).then(k.cmp(j)) {
                Ordering::Equal => {}
                other => return other,
            }
        }
        b.powers.len().cmp(&a.powers.len()).then_with(|| b.exps.cmp(&a.exps))
    })
}

impl crate::Sequence {
    /// The limit of u(k+1)/u(k), estimated.
    pub(crate) fn growth_rate(&self) -> f64 {
        let mut window: Vec<f64> = self.init.iter().map(Rational::to_f64).collect();
        let mut ratio = 1.0;
        for _ in 0..100 {
            let next: f64 = self.coeffs.iter().zip(window.iter().rev()).map(|(c, u)| c.to_f64() * u).sum();
            let last = window.last().copied().unwrap_or(1.0);
            if last != 0.0 && next.is_finite() && next.abs() < 1e300 {
                ratio = (next / last).abs();
            }
            window.push(next);
            window.remove(0);
        }
        ratio
    }
}

impl Expr {
    /// How this grows against another expression, in one variable, or else in all of them together.
    pub fn compare_growth(&self, other: &Expr, var: Option<&Var>) -> Ordering {
        match (self.is_infinite(), other.is_infinite()) {
            (false, false) => of_expr(&self.simplify(), var).cmp(&of_expr(&other.simplify(), var)),
            (infinite, is_other) => infinite.cmp(&is_other),
        }
    }

    /// Whether it grows faster than the powers of any number: a square, a product or more is an exponent in it.
    pub fn outgrows_powers(&self) -> bool {
        let is_linear = |coefficients: Vec<Expr>| match &coefficients[..] {
            [_] => true,
            [_, factor] => factor.vars().is_empty(),
            _ => false,
        };
        let is_beyond =
            |exponent: &Expr| !exponent.vars().iter().all(|var| exponent.coefficients(var).is_some_and(is_linear));
        let mut found = false;
        self.visit(&mut |e| found |= matches!(e, Expr::Pow(_, exponent) if is_beyond(exponent)));
        found
    }

    /// The order of growth in `var` as big-O text without the O: `1`, `log(n)`, `n^2`, `n*2^n`, `n!`. Other variables
    /// count as constants.
    pub fn leading_order(&self, var: &Var) -> String {
        if self.is_infinite() {
            return "inf".to_string();
        }
        let g = of_expr(&self.simplify(), Some(var));
        let number = |x: f64| {
            let rounded = (x * 1000.0).round() / 1000.0;
            format!("{rounded}")
        };
        let power = |base: String, k: f64| {
            if k == 1.0 { base } else { format!("{base}^{}", number(k)) }
        };
        let mut factors = Vec::new();
        if g.degree != 0.0 {
            factors.push(power(var.to_string(), g.degree));
        }
        if g.logs != 0.0 {
            factors.push(power(format!("log({var})"), g.logs));
        }
        if g.exponent != 0.0 {
            factors.push(format!("{}^{var}", number(g.exponent.exp2())));
        }
        if g.factorials != 0.0 {
            factors.push(power(format!("{var}!"), g.factorials));
        }
        if factors.is_empty() { "1".to_string() } else { factors.join("*") }
    }
}
