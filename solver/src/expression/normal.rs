//! Between expressions and their canonical form, both ways.
//!
//! In: any [`Expr`]. Out: [`Poly`], and back. Each rewrite keeps the value wherever the original has one, for integer
//! variables. Rewrites used: powers and exponentials merge; logarithms of powers of two leave the logarithm; whole parts
//! leave floors, ceilings and remainders; factorials and recurrent sequences are shifted to one index; min and max lose
//! operands that differ from another by a constant.

use crate::expression::expr::Binder;
use crate::expression::growth;
use crate::expression::poly::{Mono, Poly};
use crate::expression::rounding::{Extremum, Rounding, extremum, modulo, round};
use crate::expression::sequence::{combine_sequences, factorial, sequence};
use crate::{Expr, Rational, Var};

/// Products with more terms than this are kept factored.
const EXPANSION_LIMIT: usize = 4096;
/// Numeric powers and exponential bases with more bits than this are kept unevaluated.
const BITS_LIMIT: u64 = 1 << 14;

impl Expr {
    /// The canonical form of this expression, as an expression.
    pub fn simplify(&self) -> Expr {
        if matches!(self, Expr::Num(_) | Expr::Var(_)) {
            return self.clone();
        }
        if self.is_infinite() {
            return simplify_infinite(self);
        }
        Poly::of(self).into_expr()
    }
}

impl Expr {
    /// The coefficients by power of a variable, from 0 up; nothing where it is no polynomial in it.
    pub fn coefficients(&self, var: &Var) -> Option<Vec<Expr>> {
        let mut found: Vec<Poly> = Vec::new();
        for (mono, factor) in &Poly::of(self).terms {
            let (power, rest) = (usize::try_from(mono.degree(var)).ok()?, mono.without(var));
            if rest.mentions(var) || !mono.base(var).is_one() {
                return None;
            }
            found.resize(found.len().max(power + 1), Poly::zero());
            found[power].add_term(rest, factor);
        }
        Some(found.iter().map(Poly::to_expr).collect())
    }

    /// The canonical form for an upper bound: infinite where it leaves out a call that is made, because a call that does not
    /// end has no value, whatever would be made of it.
    pub(crate) fn simplify_ending(&self) -> Expr {
        let simple = self.simplify();
        if !self.has_call() || simple.is_infinite() {
            return simple;
        }
        if keeps_calls(self, &simple) { simple } else { Expr::Inf }
    }
}

/// Whether a canonical form has all calls that an expression makes; of those under a binder only the names are looked at.
pub(crate) fn keeps_calls(e: &Expr, simple: &Expr) -> bool {
    let e = &without_zeros(e);
    let calls = |e: &Expr| {
        let (mut all, mut bound) = (Vec::new(), Vec::new());
        e.visit(&mut |part| match part {
            Expr::Call(name, _) => all.push((name.clone(), part.simplify())),
            Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => b.body.visit(&mut |inner| {
                if let Expr::Call(name, _) = inner {
                    bound.push(name.clone());
                }
            }),
            _ => {}
        });
        (all, bound)
    };
    let ((all, bound), (kept, kept_bound)) = (calls(e), calls(simple));
    all.iter().all(|(name, call)| {
        let is_bound = bound.contains(name) || kept_bound.contains(name);
        kept.iter().any(|(other, kept)| other == name && (is_bound || kept == call))
    })
}

/// Without products of which a factor is 0: their other factors are not made.
fn without_zeros(e: &Expr) -> Expr {
    match e.map_children(&mut without_zeros) {
        Expr::Mul(es) if es.iter().any(|factor| poly_of(factor).is_zero()) => Expr::int(0),
        other => other,
    }
}

/// Infinity absorbs sums and products (of nothing with zero: `0*inf` is 0), loses in min and wins in max.
fn simplify_infinite(e: &Expr) -> Expr {
    let inner = e.map_children(&mut |c| c.simplify());
    let any_infinite = inner.children().any(Expr::is_infinite);
    let zero = |c: &Expr| c.as_num().is_some_and(Rational::is_zero);
    match inner {
        Expr::Mul(es) if es.iter().any(zero) => Expr::int(0),
        Expr::Min(es) => {
            let finite: Vec<Expr> = es.into_iter().filter(|e| *e != Expr::Inf).collect();
            if finite.is_empty() { Expr::Inf } else { Expr::Min(finite).simplify_finite() }
        }
        other if any_infinite => {
            let _ = other;
            Expr::Inf
        }
        Expr::Inf => Expr::Inf,
        other => other.simplify_finite(),
    }
}

impl Expr {
    fn simplify_finite(&self) -> Expr {
        if self.is_infinite() { Expr::Inf } else { Poly::of(self).into_expr() }
    }
}

pub(crate) fn poly_of(e: &Expr) -> Poly {
    match e {
        Expr::Num(n) => Poly::constant(n.clone()),
        Expr::Var(_) | Expr::Inf => Poly::atom(e.clone()),
        Expr::Add(es) => {
            let mut sum = Poly::zero();
            es.iter().for_each(|e| sum.add_all(poly_of(e)));
            sum
        }
        Expr::Mul(es) => es.iter().fold(Poly::one(), |product, e| multiply(&product, &poly_of(e))),
        Expr::Pow(base, exponent) => power(&poly_of(base), &poly_of(exponent)),
        Expr::Log2(a) => log2(&poly_of(a)),
        Expr::Floor(a) => round(&poly_of(a), Rounding::Floor),
        Expr::Ceil(a) => round(&poly_of(a), Rounding::Ceil),
        Expr::Fact(a) => factorial(&poly_of(a)),
        Expr::Min(es) => extremum(es.iter().map(poly_of).collect(), Extremum::Min),
        Expr::Max(es) => extremum(es.iter().map(poly_of).collect(), Extremum::Max),
        Expr::Mod(a, b) => modulo(&poly_of(a), &poly_of(b)),
        Expr::Sum(b) => sum_over(b),
        Expr::MaxOver(b) => decided(canonical_binder(b), Extremum::Max),
        Expr::MinOver(b) => decided(canonical_binder(b), Extremum::Min),
        Expr::Sequence(s) => sequence(s),
        Expr::Call(name, args) => {
            Poly::atom(Expr::Call(name.clone(), args.iter().map(|a| poly_of(a).into_expr()).collect()))
        }
    }
}

/// The same of an expression in canonical form, or of sums and products of such: what atoms are made of stays as it is.
pub(crate) fn poly_of_canonical(e: Expr) -> Poly {
    match e {
        Expr::Add(es) => {
            let mut sum = Poly::zero();
            es.into_iter().for_each(|e| sum.add_all(poly_of_canonical(e)));
            sum
        }
        Expr::Mul(es) => {
            // Numbers and atoms are put together at once; what else there is may have several terms.
            let (mut coeff, mut mono, mut others) = (Rational::ONE, Mono::default(), Poly::one());
            for e in es {
                match e {
                    Expr::Num(n) => coeff = coeff * n,
                    e if is_atom(&e) => mono = mono.mul(&Mono::atom(e, 1)),
                    e => others = multiply(&others, &poly_of_canonical(e)),
                }
            }
            multiply(&Poly::term(mono, coeff), &others)
        }
        e if is_atom(&e) => Poly::atom(e),
        e => poly_of(&e),
    }
}

/// Whether an expression in canonical form is certainly an atom, and the same one when it is made canonical again. Powers may
/// be exponentials, and the indices of sequences and factorials are shifted for printing.
fn is_atom(e: &Expr) -> bool {
    match e {
        Expr::Num(_) | Expr::Add(_) | Expr::Mul(_) | Expr::Pow(..) | Expr::Fact(_) | Expr::Sequence(_) => false,
        Expr::Var(_) | Expr::Log2(_) | Expr::Floor(_) | Expr::Ceil(_) | Expr::Min(_) | Expr::Max(_) => true,
        Expr::Mod(..) | Expr::Sum(_) | Expr::MaxOver(_) | Expr::MinOver(_) | Expr::Call(..) | Expr::Inf => true,
    }
}

pub(crate) fn multiply(a: &Poly, b: &Poly) -> Poly {
    if a.terms.len() * b.terms.len() <= EXPANSION_LIMIT {
        return a.mul(b);
    }
    let factor = |p: &Poly| {
        if p.terms.len() > 1 { Poly::atom(p.to_expr()) } else { p.clone() }
    };
    factor(a).mul(&factor(b))
}

/// `base^exponent`.
pub(crate) fn power(base: &Poly, exponent: &Poly) -> Poly {
    let opaque = || Poly::atom(Expr::Pow(Box::new(base.to_expr()), Box::new(exponent.to_expr())));
    if let Some(k) = exponent.as_int() {
        return i32::try_from(k).ok().and_then(|k| whole_power(base, k)).unwrap_or_else(opaque);
    }
    if let Some(c) = base.as_constant() {
        if c.is_zero() && exponent.as_constant().is_some_and(|exponent| exponent.is_positive()) {
            return Poly::zero();
        }
        return if c.is_one() { Poly::one() } else { exponential(&c, exponent).unwrap_or_else(opaque) };
    }
    let whole = exponent.constant_part().floor();
    match whole.to_i64().and_then(|k| i32::try_from(k).ok()) {
        Some(k) if k != 0 && base.single().is_some() => {
            let rest = exponent.sub(&Poly::constant(whole));
            match whole_power(base, k) {
                Some(p) => multiply(&p, &power(base, &rest)),
                None => opaque(),
            }
        }
        _ => opaque(),
    }
}

fn whole_power(base: &Poly, k: i32) -> Option<Poly> {
    if k == 0 {
        return Some(Poly::one());
    }
    if let Some(c) = base.as_constant() {
        let small = c.bits().saturating_mul(u64::from(k.unsigned_abs())) <= BITS_LIMIT || c.abs().is_one();
        return if small { c.powi(k).map(Poly::constant) } else { None };
    }
    if let Some((mono, coeff)) = base.single() {
        if coeff.bits().saturating_mul(u64::from(k.unsigned_abs())) > BITS_LIMIT {
            return None;
        }
        return Some(Poly::term(mono.pow(k)?, coeff.powi(k)?));
    }
    let expanded = u32::try_from(k).ok().and_then(|k| base.terms.len().checked_pow(k));
    if expanded.is_some_and(|n| n <= EXPANSION_LIMIT) {
        return Some(base.powu(k.unsigned_abs()));
    }
    Some(Poly::term(Mono::atom(base.to_expr(), k), Rational::ONE))
}

/// `c^exponent` for a number `c`, term by term of the exponent.
fn exponential(c: &Rational, exponent: &Poly) -> Option<Poly> {
    if c.is_zero() {
        return None;
    }
    let mut result = Poly::one();
    for (mono, q) in &exponent.terms {
        let (p, d) = (Rational::from(q.numer()).to_i64()?, Rational::from(q.denom()).to_i64()?);
        let p = i32::try_from(p).ok()?;
        if c.is_negative() && (d != 1 || !(mono.is_one() || is_whole(mono))) {
            return None;
        }
        if u64::from(p.unsigned_abs()).saturating_mul(c.bits()) > BITS_LIMIT {
            return None;
        }
        let factor = if mono.is_one() {
            let whole = i32::try_from(i64::from(p).div_euclid(d)).ok()?;
            let rest = i32::try_from(i64::from(p).rem_euclid(d)).ok()?;
            if u64::from(rest.unsigned_abs()).saturating_mul(c.bits()) > BITS_LIMIT {
                return None;
            }
            let root = match rest {
                0 => Poly::one(),
                _ => fractional_power(&c.powi(rest)?, d),
            };
            root.scale(&c.powi(whole)?)
        } else if let [(Expr::Log2(x), 1)] = mono.powers.as_slice()
            && mono.exps.is_empty()
            && (power_of_two(c).is_some() || poly_of(x).as_constant().is_none())
        {
            let power_of_x = log2(&Poly::constant(c.clone())).scale(q);
            power(&poly_of(x), &power_of_x)
        } else {
            let unit = Poly::term(mono.clone(), Rational::ratio(1, d)?);
            Poly::term(Mono { powers: vec![], exps: vec![(unit.to_expr(), c.powi(p)?)] }, Rational::ONE)
        };
        result = multiply(&result, &factor);
    }
    Some(result)
}

/// `c^(1/d)`: a number when `c` is a perfect power, else an exponential with exponent `1/d`.
fn fractional_power(c: &Rational, d: i64) -> Poly {
    if let Ok(k) = u32::try_from(d) {
        let (num, den) = (c.numer().nth_root(k), c.denom().nth_root(k));
        if num.pow(k) == c.numer() && den.pow(k) == c.denom() {
            return Poly::constant(Rational::from(num_rational::BigRational::new(num, den)));
        }
    }
    let key = Expr::Num(Rational::ratio(1, d).expect("denominators are positive"));
    Poly::term(Mono { powers: vec![], exps: vec![(key, c.clone())] }, Rational::ONE)
}

/// `log2`, with powers of two and exponentials taken out.
pub(crate) fn log2(a: &Poly) -> Poly {
    let opaque = || Poly::atom(a.to_expr().log2());
    let Some((mono, coeff)) = a.single() else {
        return opaque();
    };
    if !coeff.is_positive() {
        return opaque();
    }
    let twos = power_of_two(coeff);
    if mono.is_one() {
        return twos.map_or_else(opaque, Poly::int);
    }
    let mut result = Poly::int(twos.unwrap_or(0));
    let mut rest = Mono { powers: mono.powers.clone(), exps: vec![] };
    for (key, base) in &mono.exps {
        if base.is_positive() {
            result.add_scaled(&poly_of(key).mul(&log2(&Poly::constant(base.clone()))), &Rational::ONE);
        } else {
            rest.exps.push((key.clone(), base.clone()));
        }
    }
    let coeff = if twos.is_some() { Rational::ONE } else { coeff.clone() };
    match (rest.powers.as_slice(), rest.exps.is_empty(), coeff.is_one()) {
        ([], true, true) => {}
        ([(atom, k)], true, true) if *k > 0 && *k % 2 == 1 => {
            result.add_scaled(&Poly::atom(atom.clone().log2()), &Rational::from(*k));
        }
        _ => result.add_scaled(&Poly::atom(Poly::term(rest, coeff).to_expr().log2()), &Rational::ONE),
    }
    result
}

/// The `k` with `q = 2^k`.
pub(crate) fn power_of_two(q: &Rational) -> Option<i64> {
    if !q.is_positive() {
        return None;
    }
    let (num, den) = (q.numer(), q.denom());
    let whole = |n: &num_bigint::BigInt| {
        let zeros = n.trailing_zeros()?;
        (zeros + 1 == n.bits()).then_some(zeros as i64)
    };
    Some(whole(&num)? - whole(&den)?)
}

/// Whether a monomial has whole values at whole points.
pub(crate) fn is_whole(mono: &Mono) -> bool {
    let whole_numbers = |qs: &[Rational]| qs.iter().all(Rational::is_integer);
    mono.exps.is_empty()
        && mono.powers.iter().all(|(atom, k)| {
            *k > 0
                && match atom {
                    Expr::Var(_) | Expr::Floor(_) | Expr::Ceil(_) | Expr::Fact(_) => true,
                    Expr::Sequence(s) => whole_numbers(&s.coeffs) && whole_numbers(&s.init),
                    Expr::Mod(a, b) => poly_is_whole(&poly_of(a)) && poly_is_whole(&poly_of(b)),
                    Expr::Max(es) | Expr::Min(es) => es.iter().all(|e| poly_is_whole(&poly_of(e))),
                    _ => false,
                }
        })
}

/// Whether a polynomial has whole values at whole points.
pub(crate) fn poly_is_whole(p: &Poly) -> bool {
    p.terms.iter().all(|(m, c)| c.is_integer() && is_whole(m))
}

pub(crate) fn single_atom(p: &Poly) -> Option<&Expr> {
    match p.single() {
        Some((Mono { powers, exps }, c)) if c.is_one() && exps.is_empty() => match powers.as_slice() {
            [(atom, 1)] => Some(atom),
            _ => None,
        },
        _ => None,
    }
}

fn canonical_binder(b: &Binder) -> Binder {
    let canonical = |e: &Expr| poly_of(e).into_expr();
    Binder { var: b.var.clone(), lo: canonical(&b.lo), hi: canonical(&b.hi), body: canonical(&b.body) }
}

/// An extremum over a range of numbers, in canonical form, of which no value is a call's: its only value, or a number. Over no
/// value it stays, without what it would be of.
fn decided(b: Binder, side: Extremum) -> Poly {
    let of = |b: Binder| match side {
        Extremum::Max => Poly::atom(Expr::MaxOver(Box::new(b))),
        Extremum::Min => Poly::atom(Expr::MinOver(Box::new(b))),
    };
    let (Some(lo), Some(hi)) = (whole(&b.lo), whole(&b.hi)) else { return of(b) };
    if b.body.has_call() || b.body.is_infinite() {
        return of(b);
    }
    if lo > hi {
        return of(Binder { lo: Expr::int(1), hi: Expr::int(0), body: Expr::int(0), ..b });
    }
    let body = poly_of(&b.body);
    if lo == hi || !body.mentions(&b.var) {
        return body.at(&b.var, lo);
    }
    if hi.saturating_sub(lo) >= SHORT || b.body.vars().iter().any(|var| *var != b.var) {
        return of(b);
    }
    let numbers: Option<Vec<Rational>> = (lo..=hi).map(|value| body.at(&b.var, value).as_constant()).collect();
    let number = numbers.and_then(|numbers| match side {
        Extremum::Max => numbers.into_iter().max(),
        Extremum::Min => numbers.into_iter().min(),
    });
    number.map_or_else(|| of(b), Poly::constant)
}

fn whole(e: &Expr) -> Option<i64> {
    e.as_num().and_then(Rational::to_i64)
}

/// Ranges with no more values than this are gone through.
const SHORT: i64 = 32;

/// A sum; expanded when short and numeric.
fn sum_over(b: &Binder) -> Poly {
    let (lo, hi, body) = (poly_of(&b.lo), poly_of(&b.hi), poly_of(&b.body));
    if body.is_zero() {
        return Poly::zero();
    }
    if let (Some(lo), Some(hi)) = (lo.as_int(), hi.as_int())
        && hi.saturating_sub(lo) < SHORT
    {
        let mut sum = Poly::zero();
        (lo..=hi).for_each(|i| sum.add_scaled(&body.at(&b.var, i), &Rational::ONE));
        return sum;
    }
    Poly::atom(Expr::Sum(Box::new(Binder {
        var: b.var.clone(),
        lo: lo.into_expr(),
        hi: hi.into_expr(),
        body: body.into_expr(),
    })))
}

pub(crate) fn expr_of(p: Poly) -> Expr {
    let p = combine_sequences(&p).unwrap_or(p);
    let mut terms: Vec<(Mono, Rational)> = p.terms.into_iter().collect();
    if terms.len() > 1 {
        let mut grown: Vec<_> = terms.into_iter().map(|term| (growth::of_mono(&term.0), term)).collect();
        grown.sort_by(|(of_a, (a, _)), (of_b, (b, _))| growth::faster_first((of_a, a), (of_b, b)));
        terms = grown.into_iter().map(|(_, term)| term).collect();
    }
    let mut exprs: Vec<Expr> = terms.into_iter().map(|(mono, coeff)| term_expr(mono, coeff)).collect();
    match exprs.len() {
        0 => Expr::int(0),
        1 => exprs.swap_remove(0),
        _ => Expr::Add(exprs),
    }
}

fn term_expr(mono: Mono, coeff: Rational) -> Expr {
    let mut factors = Vec::with_capacity(mono.powers.len() + mono.exps.len() + 1);
    if !coeff.is_one() || mono.is_one() {
        factors.push(Expr::Num(coeff));
    }
    for (atom, k) in mono.powers {
        factors.push(if k == 1 { atom } else { atom.pow(Expr::int(i64::from(k))) });
    }
    for (key, base) in mono.exps {
        factors.push(Expr::Num(base).pow(key));
    }
    if factors.len() == 1 { factors.swap_remove(0) } else { Expr::Mul(factors) }
}
