//! The canonical form: a linear combination of monomials over atoms and exponentials.
//!
//! A monomial is a product of atoms to whole powers (`n^2*floor(n/2)`) and of exponentials, keyed by their primitive
//! exponent so that `2^n*3^n` is `6^n` and `2^(2*n - 1)` is `1/2*4^n`. Atoms are canonical expressions that are neither
//! numbers nor sums nor products. Equal functions of the polynomial-exponential class have equal forms, which is what
//! makes the symbolic re-check of a bound decide. From and to [`Expr`]: `normal.rs`.

use crate::expression::normal;
use crate::sorted::Sorted;
use crate::{Expr, Rational, Var};

/// A product of atoms and exponentials, without coefficient.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Mono {
    /// Atom and its power, sorted, powers not zero.
    pub powers: Vec<(Expr, i32)>,
    /// Primitive exponent and the base raised to it, sorted, bases not one.
    pub exps: Vec<(Expr, Rational)>,
}

/// A canonical sum: monomials with their coefficients, none of them zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Poly {
    pub terms: Sorted<Mono, Rational>,
}

impl Mono {
    pub fn is_one(&self) -> bool {
        self.powers.is_empty() && self.exps.is_empty()
    }

    pub fn atom(atom: Expr, power: i32) -> Mono {
        Mono { powers: vec![(atom, power)], exps: vec![] }
    }

    pub fn mul(&self, other: &Mono) -> Mono {
        if self.is_one() {
            return other.clone();
        }
        if other.is_one() {
            return self.clone();
        }
        let powers = merge(&self.powers, &other.powers, |a, b| Some(a + b).filter(|k| *k != 0));
        let exps = merge(&self.exps, &other.exps, |a, b| Some(a * b).filter(|base| !base.is_one()));
        Mono { powers, exps }
    }

    /// This to a whole power, or `None` when a number in it would grow past all use.
    pub fn pow(&self, k: i32) -> Option<Mono> {
        let powers = self.powers.iter().map(|(a, p)| Some((a.clone(), p.checked_mul(k)?))).collect::<Option<_>>()?;
        let mut exps = Vec::with_capacity(self.exps.len());
        for (key, base) in &self.exps {
            if u64::from(k.unsigned_abs()) * base.bits() > 1 << 14 {
                return None;
            }
            let base = base.powi(k)?;
            if !base.is_one() {
                exps.push((key.clone(), base));
            }
        }
        Some(Mono { powers, exps })
    }

    /// Power of the plain variable in this monomial.
    pub fn degree(&self, var: &Var) -> i32 {
        self.powers.iter().find(|(a, _)| matches!(a, Expr::Var(v) if v == var)).map_or(0, |(_, k)| *k)
    }

    /// Base of `base^var`, one when there is none.
    pub fn base(&self, var: &Var) -> Rational {
        self.exps
            .iter()
            .find(|(key, _)| matches!(key, Expr::Var(v) if v == var))
            .map_or(Rational::ONE, |(_, base)| base.clone())
    }

    pub fn mentions(&self, var: &Var) -> bool {
        self.powers.iter().any(|(a, _)| a.mentions(var)) || self.exps.iter().any(|(k, _)| k.mentions(var))
    }

    /// This without `var^degree` and `base^var`; what remains may still mention `var` in other atoms.
    pub fn without(&self, var: &Var) -> Mono {
        let plain = |e: &Expr| matches!(e, Expr::Var(v) if v == var);
        Mono {
            powers: self.powers.iter().filter(|(a, _)| !plain(a)).cloned().collect(),
            exps: self.exps.iter().filter(|(k, _)| !plain(k)).cloned().collect(),
        }
    }
}

fn merge<V: Clone>(a: &[(Expr, V)], b: &[(Expr, V)], join: impl Fn(&V, &V) -> Option<V>) -> Vec<(Expr, V)> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => {
                merged.push(a[i].clone());
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                merged.push(b[j].clone());
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                if let Some(value) = join(&a[i].1, &b[j].1) {
                    merged.push((a[i].0.clone(), value));
                }
                i += 1;
                j += 1;
            }
        }
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}

impl Poly {
    pub fn zero() -> Poly {
        Poly::default()
    }

    pub fn one() -> Poly {
        Poly::constant(Rational::ONE)
    }

    pub fn int(n: i64) -> Poly {
        Poly::constant(Rational::from(n))
    }

    pub fn constant(value: Rational) -> Poly {
        Poly::term(Mono::default(), value)
    }

    pub fn var(var: &Var) -> Poly {
        Poly::atom(Expr::Var(var.clone()))
    }

    pub fn atom(atom: Expr) -> Poly {
        Poly::term(Mono::atom(atom, 1), Rational::ONE)
    }

    pub fn term(mono: Mono, coeff: Rational) -> Poly {
        let mut terms = Sorted::new();
        if !coeff.is_zero() {
            terms.insert(mono, coeff);
        }
        Poly { terms }
    }

    /// The canonical form of an expression.
    pub fn of(expr: &Expr) -> Poly {
        normal::poly_of(expr)
    }

    /// The canonical expression.
    pub fn to_expr(&self) -> Expr {
        normal::expr_of(self.clone())
    }

    /// The same, made of this.
    pub fn into_expr(self) -> Expr {
        normal::expr_of(self)
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The number this is, when it is one.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.terms.len() {
            0 => Some(Rational::ZERO),
            1 => self.terms.iter().next().filter(|(m, _)| m.is_one()).map(|(_, c)| c.clone()),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i64> {
        self.as_constant().and_then(|c| c.to_i64())
    }

    /// The only term, when there is exactly one.
    pub fn single(&self) -> Option<(&Mono, &Rational)> {
        if self.terms.len() == 1 { self.terms.iter().next() } else { None }
    }

    /// The variable this is, when it is just one.
    pub fn as_var(&self) -> Option<&Var> {
        match self.single() {
            Some((Mono { powers, exps }, c)) if c.is_one() && exps.is_empty() => match powers.as_slice() {
                [(Expr::Var(v), 1)] => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number added to the rest.
    pub fn constant_part(&self) -> Rational {
        self.terms.get(&Mono::default()).cloned().unwrap_or(Rational::ZERO)
    }

    /// By how much this is above another from which it differs by a number only.
    pub fn constant_above(&self, other: &Poly) -> Option<Rational> {
        fn varying(p: &Poly) -> impl Iterator<Item = (&Mono, &Rational)> {
            p.terms.iter().filter(|(mono, _)| !mono.is_one())
        }
        varying(self).eq(varying(other)).then(|| &self.constant_part() - &other.constant_part())
    }

    pub fn add_term(&mut self, mono: Mono, coeff: &Rational) {
        if coeff.is_zero() {
            return;
        }
        self.terms.change(mono, |known| match known {
            None => Some(coeff.clone()),
            Some(known) => Some(known + coeff).filter(|sum| !sum.is_zero()),
        });
    }

    pub fn add_scaled(&mut self, other: &Poly, factor: &Rational) {
        match other.single() {
            Some((mono, coeff)) => self.add_term(mono.clone(), &(coeff * factor)),
            None => self.add_all(other.scale(factor)),
        }
    }

    /// Adds another one, made a part of this.
    pub fn add_all(&mut self, other: Poly) {
        let sum = |a: Rational, b: Rational| Some(a + b).filter(|sum| !sum.is_zero());
        self.terms = std::mem::take(&mut self.terms).merged(other.terms, sum);
    }

    pub fn add(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        sum.add_scaled(other, &Rational::ONE);
        sum
    }

    pub fn sub(&self, other: &Poly) -> Poly {
        let mut difference = self.clone();
        difference.add_scaled(other, &Rational::from(-1));
        difference
    }

    pub fn neg(&self) -> Poly {
        self.scale(&Rational::from(-1))
    }

    pub fn scale(&self, factor: &Rational) -> Poly {
        if factor.is_zero() {
            return Poly::zero();
        }
        Poly { terms: self.terms.iter().map(|(m, c)| (m.clone(), c * factor)).collect() }
    }

    /// The same, made of this.
    pub fn scaled(mut self, factor: &Rational) -> Poly {
        if factor.is_zero() {
            return Poly::zero();
        }
        if !factor.is_one() {
            self.terms.values_mut().for_each(|coeff| *coeff = &*coeff * factor);
        }
        self
    }

    pub fn mul(&self, other: &Poly) -> Poly {
        if let Some(c) = other.as_constant() {
            return self.scale(&c);
        }
        if let Some(c) = self.as_constant() {
            return other.scale(&c);
        }
        let mut product = Poly::zero();
        for (m, c) in &self.terms {
            for (n, d) in &other.terms {
                product.add_term(m.mul(n), &(c * d));
            }
        }
        product
    }

    pub fn powu(&self, exponent: u32) -> Poly {
        let mut result = Poly::one();
        for _ in 0..exponent {
            result = result.mul(self);
        }
        result
    }

    pub fn mentions(&self, var: &Var) -> bool {
        self.terms.keys().any(|m| m.mentions(var))
    }

    /// This with `value` in place of `var`.
    pub fn subst(&self, var: &Var, value: &Poly) -> Poly {
        let mut result = Poly::zero();
        let mut as_expr: Option<Expr> = None;
        for (mono, coeff) in &self.terms {
            if !mono.mentions(var) {
                result.add_term(mono.clone(), coeff);
                continue;
            }
            let mut term = Poly::constant(coeff.clone());
            for (atom, power) in &mono.powers {
                let factor = match atom {
                    Expr::Var(v) if v == var => normal::power(value, &Poly::int(i64::from(*power))),
                    _ if atom.mentions(var) => {
                        let value = as_expr.get_or_insert_with(|| value.to_expr());
                        normal::power(&Poly::of(&atom.subst(var, value)), &Poly::int(i64::from(*power)))
                    }
                    _ => Poly::term(Mono::atom(atom.clone(), *power), Rational::ONE),
                };
                term = term.mul(&factor);
            }
            for (key, base) in &mono.exps {
                let factor = match key {
                    Expr::Var(v) if v == var => normal::power(&Poly::constant(base.clone()), value),
                    _ if key.mentions(var) => {
                        let value = as_expr.get_or_insert_with(|| value.to_expr());
                        normal::power(&Poly::constant(base.clone()), &Poly::of(&key.subst(var, value)))
                    }
                    _ => {
                        let kept = Mono { powers: vec![], exps: vec![(key.clone(), base.clone())] };
                        Poly::term(kept, Rational::ONE)
                    }
                };
                term = term.mul(&factor);
            }
            result.add_scaled(&term, &Rational::ONE);
        }
        result
    }

    /// This with `var` a number.
    pub fn at(&self, var: &Var, value: i64) -> Poly {
        self.subst(var, &Poly::int(value))
    }

    /// This with `var + by` in place of `var`.
    pub fn shift(&self, var: &Var, by: i64) -> Poly {
        self.subst(var, &Poly::var(var).add(&Poly::int(by)))
    }
}
