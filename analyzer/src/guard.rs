//! Conditions on sizes: conjunctions of linear constraints over integer size variables.
//!
//! A path of the abstract execution holds under a [`Guard`]; whether two conditions contradict each other decides which
//! clauses exclude each other and which calls cannot fail. [`Guard::feasible`] answers "no" only when there is certainly
//! no integer solution (Fourier–Motzkin elimination over the rationals with integer tightening, bounded in size).

use solver::{Expr, Rational, Var};
use std::collections::BTreeMap;
use std::fmt;

/// A linear form with integer coefficients: Σ coefficient·variable + constant.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Linear {
    /// Non-zero coefficients.
    pub terms: BTreeMap<Var, i64>,
    /// The constant.
    pub constant: i64,
}

impl Linear {
    /// A constant form.
    pub fn constant(constant: i64) -> Self {
        Linear { terms: BTreeMap::new(), constant }
    }

    /// The form that is one variable.
    pub fn var(var: &Var) -> Self {
        Linear { terms: BTreeMap::from([(var.clone(), 1)]), constant: 0 }
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
        let scaled = |value: &Rational| (value * &Rational::from(whole)).to_i64();
        let mut terms = BTreeMap::new();
        for (var, value) in &sum.terms {
            terms.insert(var.clone(), scaled(value)?);
        }
        terms.retain(|_, &mut c| c != 0);
        Some(Linear { terms, constant: scaled(&sum.constant)?.checked_add(whole - 1)? })
    }

    /// The constant, if there are no variables.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + scale·other`, unless a coefficient overflows.
    pub fn plus(&self, other: &Linear, scale: i64) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(scale)?)?;
        for (var, coefficient) in &other.terms {
            let slot = sum.terms.entry(var.clone()).or_insert(0);
            *slot = slot.checked_add(coefficient.checked_mul(scale)?)?;
            if *slot == 0 {
                sum.terms.remove(var);
            }
        }
        Some(sum)
    }

    /// The form as an expression.
    pub fn to_expr(&self) -> Expr {
        let terms = self.terms.iter().map(|(var, &c)| Expr::int(c) * Expr::Var(var.clone()));
        terms.fold(Expr::int(self.constant), |sum, term| sum + term).simplify()
    }

    fn coefficient(&self, var: &Var) -> i64 {
        self.terms.get(var).copied().unwrap_or(0)
    }

    /// Divides by the common divisor of the coefficients, rounding the constant down: the same integer solutions of
    /// `self >= 0`, or fewer rational ones.
    fn tighten(mut self) -> Linear {
        let divisor = self.terms.values().fold(0u64, |d, &c| gcd(d, c.unsigned_abs()));
        if divisor > 1 && divisor <= i64::MAX as u64 {
            let divisor = divisor as i64;
            self.terms.values_mut().for_each(|c| *c /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A linear form with fractions.
struct Fractional {
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

    /// The least number that makes all its fractions whole.
    fn denominator(&self) -> Option<i64> {
        let fractions = self.terms.values().chain([&self.constant]);
        fractions.map(Rational::denom).try_fold(1i64, |all, one| {
            let one = i64::try_from(one).ok()?;
            all.checked_mul(one / gcd(all.unsigned_abs(), one.unsigned_abs()) as i64)
        })
    }
}

/// A conjunction of constraints `form >= 0` and `form /= 0`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Guard {
    at_least: Vec<Linear>,
    distinct: Vec<Linear>,
}

/// How many constraints elimination may produce before it gives up and answers "perhaps".
const ELIMINATION_LIMIT: usize = 200;

impl Guard {
    /// The condition that always holds.
    pub fn always() -> Self {
        Guard::default()
    }

    /// Whether it has no constraint.
    pub fn is_always(&self) -> bool {
        self.at_least.is_empty() && self.distinct.is_empty()
    }

    /// Adds `form >= 0`; false when that contradicts what is known.
    #[must_use]
    pub fn require(&mut self, form: Linear) -> bool {
        if let Some(value) = form.as_constant() {
            return value >= 0;
        }
        let form = form.tighten();
        if self.at_least.iter().any(|known| known.terms == form.terms && known.constant <= form.constant) {
            return true;
        }
        self.at_least.retain(|known| known.terms != form.terms);
        self.at_least.push(form);
        self.settle()
    }

    /// Adds `form = 0`; false when that contradicts what is known.
    #[must_use]
    pub fn require_zero(&mut self, form: Linear) -> bool {
        let Some(negated) = Linear::constant(0).plus(&form, -1) else {
            return true;
        };
        self.require(form) && self.require(negated)
    }

    /// Adds `form /= 0`; false when that contradicts what is known.
    #[must_use]
    pub fn require_distinct(&mut self, form: Linear) -> bool {
        if let Some(value) = form.as_constant() {
            return value != 0;
        }
        if !self.distinct.contains(&form) {
            self.distinct.push(form);
        }
        self.settle()
    }

    /// Adds everything another guard says; false when they contradict each other.
    #[must_use]
    pub fn require_all(&mut self, other: &Guard) -> bool {
        other.at_least.iter().all(|form| self.require(form.clone()))
            && other.distinct.iter().all(|form| self.require_distinct(form.clone()))
    }

    /// Whether `form >= 0` follows.
    pub fn implies(&self, form: &Linear) -> bool {
        // not(form >= 0) is -form - 1 >= 0.
        let Some(negated) = Linear::constant(-1).plus(form, -1) else {
            return false;
        };
        !self.clone().require(negated)
    }

    /// Whether everything another guard says follows.
    pub fn implies_all(&self, other: &Guard) -> bool {
        other.at_least.iter().all(|form| self.implies(form))
            && other
                .distinct
                .iter()
                .all(|form| self.distinct.contains(form) || !self.clone().require_zero(form.clone()))
    }

    /// The largest constant known to be at or below the form (searched from -1 to 3), for lower limits of sizes.
    pub fn lower_limit(&self, form: &Linear) -> Option<i64> {
        (-1..=3)
            .rev()
            .find(|&limit| form.plus(&Linear::constant(limit), -1).is_some_and(|difference| self.implies(&difference)))
    }

    /// Replaces variables by linear forms; `None` for a variable drops the constraints that mention it.
    pub fn subst(&self, replace: &dyn Fn(&Var) -> Option<Linear>) -> Guard {
        let apply = |form: &Linear| {
            form.terms.iter().try_fold(Linear::constant(form.constant), |sum, (var, &c)| sum.plus(&replace(var)?, c))
        };
        let mut guard = Guard::always();
        for form in self.at_least.iter().filter_map(apply) {
            // A contradiction stays visible: `require` keeps the constraint it was given.
            if !guard.require(form.clone()) && form.as_constant().is_some() {
                guard.at_least.push(form);
            }
        }
        guard.distinct.extend(self.distinct.iter().filter_map(apply));
        guard
    }

    /// The constraints that mention only the given variables (others are eliminated, soundly weakening the guard).
    pub fn project(&self, keep: &dyn Fn(&Var) -> bool) -> Guard {
        let mut at_least = self.at_least.clone();
        while let Some(var) = at_least.iter().flat_map(|form| form.terms.keys()).find(|var| !keep(var)).cloned() {
            match eliminate(&at_least, &var) {
                Some(rest) => at_least = rest,
                None => at_least.retain(|form| form.coefficient(&var) == 0),
            }
        }
        let mut guard = Guard::always();
        for form in at_least {
            if !guard.require(form.clone()) {
                guard.at_least.push(form);
            }
        }
        guard.distinct = self.distinct.iter().filter(|form| form.terms.keys().all(keep)).cloned().collect();
        guard
    }

    /// Whether there may be an integer solution.
    pub fn feasible(&self) -> bool {
        let mut forms = self.at_least.clone();
        loop {
            if forms.iter().any(|form| form.as_constant().is_some_and(|value| value < 0)) {
                return false;
            }
            let Some(var) = forms.iter().flat_map(|form| form.terms.keys()).next().cloned() else {
                break;
            };
            match eliminate(&forms, &var) {
                Some(rest) => forms = rest,
                None => return true,
            }
        }
        self.distinct.iter().all(|form| form.as_constant() != Some(0))
    }

    /// Whether it holds at a point; variables without a value count as 0.
    pub fn holds(&self, point: &dyn Fn(&Var) -> Option<i64>) -> bool {
        let value = |form: &Linear| {
            let terms = form.terms.iter().map(|(var, &c)| i128::from(c) * i128::from(point(var).unwrap_or(0)));
            terms.sum::<i128>() + i128::from(form.constant)
        };
        self.at_least.iter().all(|form| value(form) >= 0) && self.distinct.iter().all(|form| value(form) != 0)
    }

    /// The constraints `form >= 0` and the constraints `form /= 0`.
    pub fn constraints(&self) -> (&[Linear], &[Linear]) {
        (&self.at_least, &self.distinct)
    }

    /// Tightens bounds by the disequalities that touch them; false when nothing is left.
    fn settle(&mut self) -> bool {
        loop {
            // form /= 0 with form >= 0 known is form >= 1; with -form >= 0 known it is -form >= 1.
            let touched = self.distinct.iter().enumerate().find_map(|(at, form)| {
                let negated = Linear::constant(0).plus(form, -1)?;
                [form.clone(), negated].into_iter().find(|side| self.touches(side)).map(|side| (at, side))
            });
            let Some((at, side)) = touched else {
                return self.feasible();
            };
            self.distinct.remove(at);
            let Some(beyond) = side.plus(&Linear::constant(1), -1) else {
                return true;
            };
            let beyond = beyond.tighten();
            self.at_least.retain(|known| known.terms != beyond.terms || known.constant < beyond.constant);
            self.at_least.push(beyond);
        }
    }

    /// Whether `side >= 0` is one of the constraints or follows from them.
    fn touches(&self, side: &Linear) -> bool {
        if self.at_least.iter().any(|known| known.terms == side.terms && known.constant <= side.constant) {
            return true;
        }
        let Some(negated) = Linear::constant(-1).plus(side, -1) else {
            return false;
        };
        let mut probe = Guard { at_least: self.at_least.clone(), distinct: Vec::new() };
        probe.at_least.push(negated);
        !probe.feasible()
    }
}

/// One step of Fourier–Motzkin elimination; nothing when it would grow beyond the limit or overflow.
fn eliminate(forms: &[Linear], var: &Var) -> Option<Vec<Linear>> {
    let (with, mut rest): (Vec<&Linear>, Vec<Linear>) = {
        let (with, rest): (Vec<&Linear>, Vec<&Linear>) = forms.iter().partition(|form| form.coefficient(var) != 0);
        (with, rest.into_iter().cloned().collect())
    };
    let (above, below): (Vec<&Linear>, Vec<&Linear>) = with.into_iter().partition(|form| form.coefficient(var) > 0);
    if rest.len() + above.len() * below.len() > ELIMINATION_LIMIT {
        return None;
    }
    for up in &above {
        for down in &below {
            let scaled = Linear::constant(0).plus(up, -down.coefficient(var))?;
            rest.push(scaled.plus(down, up.coefficient(var))?.tighten());
        }
    }
    rest.sort();
    rest.dedup();
    Some(rest)
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_always() {
            return f.write_str("always");
        }
        let mut parts = Vec::new();
        for form in &self.at_least {
            let negated = Linear::constant(0).plus(form, -1);
            match negated {
                Some(negated) if self.at_least.contains(&negated) => {
                    if form <= &negated {
                        parts.push(relation(form, "="));
                    }
                }
                _ => parts.push(relation(form, ">=")),
            }
        }
        parts.extend(self.distinct.iter().map(|form| relation(form, "/=")));
        f.write_str(&parts.join(", "))
    }
}

/// `x >= 2` rather than `x - 2 >= 0`; negative sides change places.
fn relation(form: &Linear, relation: &str) -> String {
    let side = |sign: i64| {
        let terms = form.terms.iter().filter(|&(_, &c)| c * sign > 0).map(|(var, &c)| (var.clone(), c * sign));
        Linear { terms: terms.collect(), constant: 0 }
    };
    let (mut left, mut right) = (side(1), side(-1));
    let flipped = left.terms.is_empty();
    let relation = if flipped {
        std::mem::swap(&mut left, &mut right);
        right.constant = form.constant;
        if relation == ">=" { "<=" } else { relation }
    } else {
        right.constant = -form.constant;
        relation
    };
    format!("{} {relation} {}", left.to_expr(), right.to_expr())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Linear {
        Linear::var(&Var::new("n"))
    }
    fn plus(form: Linear, constant: i64) -> Linear {
        form.plus(&Linear::constant(constant), 1).unwrap()
    }
    fn minus(form: Linear) -> Linear {
        Linear::constant(0).plus(&form, -1).unwrap()
    }

    #[test]
    fn a_natural_number_other_than_0_and_1_is_at_least_2() {
        let mut guard = Guard::always();
        assert!(guard.require(n()));
        assert!(guard.require_distinct(n()));
        assert!(guard.require_distinct(plus(n(), -1)));
        assert!(guard.implies(&plus(n(), -2)));
        assert_eq!(guard.to_string(), "n >= 2");
        assert!(!guard.clone().require(plus(minus(n()), 1)));
    }

    #[test]
    fn projection_keeps_what_follows() {
        let k = Linear::var(&Var::new("k"));
        let mut guard = Guard::always();
        assert!(guard.require(plus(k.clone(), -1)));
        assert!(guard.require(plus(n().plus(&k, -1).unwrap(), -2)));
        let projected = guard.project(&|var| var.as_str() == "n");
        assert_eq!(projected.to_string(), "n >= 3");
    }
}
