//! Linear forms with integer coefficients, and how they compare with zero.
//!
//! In: expressions, canonical sums. Out: [`Linear`] forms; of a sum with fractions or one rounding, the form that says the
//! same of whole numbers, or else what follows from it.

use crate::expression::poly::{Mono, Poly};
use crate::sorted::Sorted;
use crate::{Expr, Rational, Var};
use std::collections::BTreeMap;

/// A linear form with integer coefficients: Σ coefficient·variable + constant.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Linear {
    /// Non-zero coefficients.
    pub terms: Sorted<Var, i64>,
    /// The constant.
    pub constant: i64,
}

/// How the two sides of a comparison compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<=`
    Le,
    /// `<`
    Lt,
    /// `>=`
    Ge,
    /// `>`
    Gt,
}

impl Linear {
    /// A constant form.
    pub fn constant(constant: i64) -> Self {
        Linear { terms: Sorted::new(), constant }
    }

    /// The form that is one variable.
    pub fn var(var: &Var) -> Self {
        Linear { terms: Sorted::from([(var.clone(), 1)]), constant: 0 }
    }

    /// The form that is natural where a variable is negative: -1 - x.
    pub(crate) fn below_zero(var: &Var) -> Self {
        Linear { terms: Sorted::from([(var.clone(), -1)]), constant: -1 }
    }

    /// The expression as a linear form, if it is one with integers that fit.
    pub fn of(expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Num(value) => Some(Linear::constant(value.to_i64()?)),
            Expr::Var(var) => Some(Linear::var(var)),
            Expr::Add(terms) => terms.iter().try_fold(Linear::constant(0), |sum, term| sum.plus(&Linear::of(term)?, 1)),
            Expr::Mul(factors) => factors.iter().try_fold(Linear::constant(1), |product, factor| {
                let factor = Linear::of(factor)?;
                match (product.as_constant(), factor.as_constant()) {
                    (Some(scale), _) => Linear::constant(0).plus(&factor, scale),
                    (_, Some(scale)) => Linear::constant(0).plus(&product, scale),
                    _ => None,
                }
            }),
            _ => None,
        }
    }

    /// A form that is not negative only where an expression is not whose value is a whole number: the expression, with what
    /// rounding may take away at the most.
    pub fn under(expr: &Expr) -> Option<Linear> {
        let mut sum = Fractional::ZERO;
        sum.add(expr, &Rational::ONE)?;
        let whole = sum.denominator()?;
        let mut form = sum.scaled(whole)?;
        form.constant = form.constant.checked_add(whole - 1)?;
        Some(form)
    }

    /// The constant, if there are no variables.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + scale·other`, unless a coefficient overflows.
    pub fn plus(&self, other: &Linear, scale: i64) -> Option<Linear> {
        let constant = self.constant.checked_add(other.constant.checked_mul(scale)?)?;
        let mut terms = self.terms.clone();
        for (var, coefficient) in &other.terms {
            let sum = self.coefficient(var).checked_add(coefficient.checked_mul(scale)?)?;
            terms.change(var.clone(), |_| Some(sum).filter(|sum| *sum != 0));
        }
        Some(Linear { terms, constant })
    }

    /// `-self + offset`, unless it overflows.
    pub fn negated(&self, offset: i64) -> Option<Linear> {
        Linear::constant(offset).plus(self, -1)
    }

    /// The form as an expression.
    pub fn to_expr(&self) -> Expr {
        // In the order of canonical forms: by name, the constant last.
        let multiple = |(var, &c): (&Var, &i64)| match c {
            1 => Expr::Var(var.clone()),
            c => Expr::Mul(vec![Expr::int(c), Expr::Var(var.clone())]),
        };
        let mut all: Vec<Expr> = self.terms.iter().map(multiple).collect();
        if self.constant != 0 || all.is_empty() {
            all.push(Expr::int(self.constant));
        }
        if all.len() == 1 { all.swap_remove(0) } else { Expr::Add(all) }
    }

    /// The form in canonical terms.
    pub(crate) fn to_poly(&self) -> Poly {
        let constant = (Mono::default(), Rational::from(self.constant));
        let multiple = |(var, &c): (&Var, &i64)| (Mono::atom(Expr::Var(var.clone()), 1), Rational::from(c));
        let terms = std::iter::once(constant).chain(self.terms.iter().map(multiple));
        Poly { terms: terms.filter(|(_, c)| !c.is_zero()).collect() }
    }

    /// The value at a point.
    pub fn at(&self, point: &dyn Fn(&Var) -> Option<i64>) -> Option<i128> {
        self.terms.iter().try_fold(i128::from(self.constant), |sum, (var, &c)| {
            sum.checked_add(i128::from(c).checked_mul(i128::from(point(var)?))?)
        })
    }

    /// What a variable is multiplied with.
    pub fn coefficient(&self, var: &Var) -> i64 {
        self.terms.get(var).copied().unwrap_or(0)
    }

    /// Divides by the common divisor of the coefficients, rounding the constant down: the same integer solutions of
    /// `self >= 0`, or fewer rational ones.
    pub(crate) fn tighten(mut self) -> Linear {
        let divisor = self.divisor();
        if divisor > 1 && divisor <= i64::MAX as u64 {
            let divisor = divisor as i64;
            self.terms.values_mut().for_each(|c| *c /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }

    pub(crate) fn divisor(&self) -> u64 {
        self.terms.values().fold(0u64, |d, &c| gcd(d, c.unsigned_abs()))
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A linear form with fractions.
pub(crate) struct Fractional {
    terms: BTreeMap<Var, Rational>,
    constant: Rational,
}

impl Fractional {
    const ZERO: Fractional = Fractional { terms: BTreeMap::new(), constant: Rational::ZERO };

    /// Adds an expression so many times, or something below that.
    fn add(&mut self, expr: &Expr, times: &Rational) -> Option<()> {
        match expr {
            Expr::Num(value) => self.constant = &self.constant + &(value * times),
            Expr::Var(var) => {
                let sum = self.terms.get(var).cloned().unwrap_or(Rational::ZERO);
                self.terms.insert(var.clone(), &sum + times);
            }
            Expr::Add(terms) => terms.iter().try_for_each(|term| self.add(term, times))?,
            Expr::Mul(factors) => {
                let (numbers, others): (Vec<&Expr>, Vec<&Expr>) = factors.iter().partition(|f| f.as_num().is_some());
                let times = numbers.iter().filter_map(|number| number.as_num()).fold(times.clone(), |a, b| &a * b);
                match others.as_slice() {
                    [] => self.constant = &self.constant + &times,
                    [only] => self.add(only, &times)?,
                    _ => return None,
                }
            }
            Expr::Floor(inner) => {
                self.add(inner, times)?;
                if times.is_positive() {
                    let mut rounded = Fractional::ZERO;
                    rounded.add(inner, &Rational::ONE)?;
                    let lost = &Rational::ONE - &Rational::ratio(1, rounded.denominator()?)?;
                    self.constant = &self.constant - &(&lost * times);
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Of a canonical sum without other atoms than variables.
    pub fn of(p: &Poly) -> Option<Fractional> {
        let mut sum = Fractional::ZERO;
        for (mono, coeff) in &p.terms {
            if mono.is_one() {
                sum.constant = coeff.clone();
            } else {
                let var = Poly::term(mono.clone(), Rational::ONE).as_var()?.clone();
                sum.terms.insert(var, coeff.clone());
            }
        }
        Some(sum)
    }

    /// The least number that makes all its fractions whole.
    pub fn denominator(&self) -> Option<i64> {
        let fractions = self.terms.values().chain([&self.constant]);
        fractions.map(Rational::denom).try_fold(1i64, |all, one| {
            let one = i64::try_from(one).ok()?;
            all.checked_mul(one / gcd(all.unsigned_abs(), one.unsigned_abs()) as i64)
        })
    }

    pub fn scaled(&self, by: i64) -> Option<Linear> {
        let scaled = |value: &Rational| (value * &Rational::from(by)).to_i64();
        let mut terms = Vec::with_capacity(self.terms.len());
        for (var, value) in &self.terms {
            let factor = scaled(value)?;
            if factor != 0 {
                terms.push((var.clone(), factor));
            }
        }
        Some(Linear { terms: terms.into_iter().collect(), constant: scaled(&self.constant)? })
    }
}

/// `p >= 0` as linear forms that are not negative: together the same, or only what follows from it.
pub(crate) enum Linearised {
    Exactly(Linear),
    Weaker(Linear),
    Nothing,
}

/// What `p >= 0` says of whole numbers. One rounding is resolved exactly where the rest is whole:
/// floor(a) >= m says a >= m, floor(a) <= m says a < m + 1.
pub(crate) fn linearise(p: &Poly) -> Linearised {
    let rounding = p.terms.iter().find_map(|(mono, coeff)| match mono.powers.as_slice() {
        [(Expr::Floor(inner), 1)] if mono.exps.is_empty() => Some((mono, coeff, Poly::of(inner), true)),
        [(Expr::Ceil(inner), 1)] if mono.exps.is_empty() => Some((mono, coeff, Poly::of(inner), false)),
        _ => None,
    });
    let Some((mono, coeff, inner, down)) = rounding else {
        let form = Fractional::of(p).and_then(|sum| sum.scaled(sum.denominator()?));
        return form.map_or(Linearised::Nothing, |form| Linearised::Exactly(form.tighten()));
    };
    // ceil(a) = -floor(-a), so that only floors are looked at: coeff*floor(inner) + rest >= 0.
    let (coeff, inner) = if down { (coeff.clone(), inner) } else { (-coeff, inner.neg()) };
    let mut rest = p.clone();
    rest.terms.remove(mono);
    let Some(scale) = coeff.abs().recip() else { return Linearised::Nothing };
    // floor(inner) >= -m, or floor(inner) <= m, with m = rest/|coeff|.
    let m = rest.scale(&scale);
    let whole = m.terms.values().all(Rational::is_integer) && m.terms.keys().all(crate::expression::normal::is_whole);
    let weaker = match coeff.is_positive() {
        true => inner.add(&m),
        false => {
            let Some(sum) = Fractional::of(&inner) else { return Linearised::Nothing };
            let Some(d) = sum.denominator() else { return Linearised::Nothing };
            // inner < m + 1, and d*inner is whole.
            let Some(step) = Rational::ratio(d - 1, d) else { return Linearised::Nothing };
            let slack = if whole { step } else { Rational::ONE };
            m.sub(&inner).add(&Poly::constant(slack))
        }
    };
    match linearise(&weaker) {
        Linearised::Exactly(form) if whole => Linearised::Exactly(form),
        Linearised::Exactly(form) | Linearised::Weaker(form) => Linearised::Weaker(form),
        Linearised::Nothing => Linearised::Nothing,
    }
}

impl Relation {
    /// Whether `lhs` stands in this relation to `rhs`.
    pub fn holds(self, lhs: &Rational, rhs: &Rational) -> bool {
        match self {
            Relation::Eq => lhs == rhs,
            Relation::Ne => lhs != rhs,
            Relation::Le => lhs <= rhs,
            Relation::Lt => lhs < rhs,
            Relation::Ge => lhs >= rhs,
            Relation::Gt => lhs > rhs,
        }
    }
}
