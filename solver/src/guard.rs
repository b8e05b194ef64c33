//! Guards: conjunctions of linear constraints over integer variables.
//!
//! In: comparisons of expressions. Out: a [`Guard`] in integer linear forms, what follows from it, what contradicts it,
//! and it over other variables. Decisions are by Fourier–Motzkin elimination over the rationals with integer tightening,
//! bounded in size: "infeasible" and "implied" are certain, "feasible" and "not implied" may be ignorance. A comparison
//! that is not linear is weakened to what follows from it (rounding) or to nothing; where that matters callers ask
//! ([`Guard::linear`], [`Guard::subst_all`]).

use crate::poly::Poly;
use crate::{Expr, Rational, Var};
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

/// A conjunction of constraints `form >= 0` and `form != 0`; empty means always.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Guard {
    at_least: Vec<Linear>,
    distinct: Vec<Linear>,
}

/// One constraint of a guard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// `form >= 0`
    AtLeast(Linear),
    /// `form = 0`
    Zero(Linear),
    /// `form != 0`
    Distinct(Linear),
}

/// How many constraints elimination may produce before it gives up and answers "perhaps".
const ELIMINATION_LIMIT: usize = 200;

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

    /// `-self + offset`, unless it overflows.
    pub fn negated(&self, offset: i64) -> Option<Linear> {
        Linear::constant(offset).plus(self, -1)
    }

    /// The form as an expression.
    pub fn to_expr(&self) -> Expr {
        let terms = self.terms.iter().map(|(var, &c)| Expr::int(c) * Expr::Var(var.clone()));
        terms.fold(Expr::int(self.constant), |sum, term| sum + term).simplify()
    }

    /// The form in canonical terms.
    pub(crate) fn to_poly(&self) -> Poly {
        let terms = self.terms.iter().map(|(var, &c)| Poly::var(var).scale(&Rational::from(c)));
        terms.fold(Poly::int(self.constant), |sum, term| sum.add(&term))
    }

    /// The value at a point.
    pub fn at(&self, point: &dyn Fn(&Var) -> Option<i64>) -> Option<i128> {
        self.terms.iter().try_fold(i128::from(self.constant), |sum, (var, &c)| {
            sum.checked_add(i128::from(c).checked_mul(i128::from(point(var)?))?)
        })
    }

    pub(crate) fn coefficient(&self, var: &Var) -> i64 {
        self.terms.get(var).copied().unwrap_or(0)
    }

    /// Divides by the common divisor of the coefficients, rounding the constant down: the same integer solutions of
    /// `self >= 0`, or fewer rational ones.
    fn tighten(mut self) -> Linear {
        let divisor = self.divisor();
        if divisor > 1 && divisor <= i64::MAX as u64 {
            let divisor = divisor as i64;
            self.terms.values_mut().for_each(|c| *c /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }

    fn divisor(&self) -> u64 {
        self.terms.values().fold(0u64, |d, &c| gcd(d, c.unsigned_abs()))
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

    /// Of a canonical sum without other atoms than variables.
    fn of(p: &Poly) -> Option<Fractional> {
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
    fn denominator(&self) -> Option<i64> {
        let fractions = self.terms.values().chain([&self.constant]);
        fractions.map(Rational::denom).try_fold(1i64, |all, one| {
            let one = i64::try_from(one).ok()?;
            all.checked_mul(one / gcd(all.unsigned_abs(), one.unsigned_abs()) as i64)
        })
    }

    fn scaled(&self, by: i64) -> Option<Linear> {
        let scaled = |value: &Rational| (value * &Rational::from(by)).to_i64();
        let mut terms = BTreeMap::new();
        for (var, value) in &self.terms {
            terms.insert(var.clone(), scaled(value)?);
        }
        terms.retain(|_, &mut c| c != 0);
        Some(Linear { terms, constant: scaled(&self.constant)? })
    }
}

/// `p >= 0` as linear forms that are not negative: together the same, or only what follows from it.
enum Linearised {
    Exactly(Linear),
    Weaker(Linear),
    Nothing,
}

/// What `p >= 0` says of whole numbers. One rounding is resolved exactly where the rest is whole:
/// floor(a) >= m says a >= m, floor(a) <= m says a < m + 1.
fn linearise(p: &Poly) -> Linearised {
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
    let whole = m.terms.values().all(Rational::is_integer) && m.terms.keys().all(crate::normal::is_whole);
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

impl Constraint {
    /// Its form.
    pub fn form(&self) -> &Linear {
        match self {
            Constraint::AtLeast(form) | Constraint::Zero(form) | Constraint::Distinct(form) => form,
        }
    }
}

impl Guard {
    /// The condition that always holds.
    pub fn always() -> Self {
        Guard::default()
    }

    /// A condition that never holds.
    pub fn never() -> Self {
        Guard { at_least: vec![Linear::constant(-1)], distinct: Vec::new() }
    }

    /// `var >= bound`.
    pub fn at_least(var: &Var, bound: i64) -> Guard {
        Guard::always().with(Linear { constant: -bound, ..Linear::var(var) })
    }

    /// Whether it has no constraint.
    pub fn is_always(&self) -> bool {
        self.at_least.is_empty() && self.distinct.is_empty()
    }

    /// This and `lhs relation rhs`, weakened where that is not linear.
    pub fn and(self, lhs: &Expr, relation: Relation, rhs: &Expr) -> Guard {
        let (guard, _) = self.compare(&Poly::of(lhs).sub(&Poly::of(rhs)), relation);
        guard
    }

    /// This and `lhs relation rhs`; nothing where that is not linear over the integers.
    pub fn linear(self, lhs: &Expr, relation: Relation, rhs: &Expr) -> Option<Guard> {
        let (guard, exact) = self.compare(&Poly::of(lhs).sub(&Poly::of(rhs)), relation);
        exact.then_some(guard)
    }

    /// This and `p >= 0`, weakened where that is not linear.
    pub(crate) fn and_nonnegative(self, p: &Poly) -> Guard {
        self.compare(p, Relation::Ge).0
    }

    /// This and `p = 0`, weakened where that is not linear.
    pub(crate) fn and_zero(self, p: &Poly) -> Guard {
        self.compare(p, Relation::Eq).0
    }

    /// This and `difference relation 0`, and whether that is all of it.
    fn compare(self, difference: &Poly, relation: Relation) -> (Guard, bool) {
        let below = |p: &Poly| {
            // Over whole numbers p > 0 is p >= 1, and over fractions with denominator d it is p >= 1/d.
            let d = Fractional::of(p).and_then(|sum| sum.denominator()).and_then(|d| Rational::ratio(1, d));
            let step = if p.terms.keys().all(|m| m.is_one() || crate::normal::is_whole(m)) { d } else { None };
            let whole = p.terms.iter().all(|(m, c)| c.is_integer() && (m.is_one() || crate::normal::is_whole(m)));
            match (step, whole) {
                (Some(step), _) => (p.sub(&Poly::constant(step)), true),
                (None, true) => (p.sub(&Poly::one()), true),
                (None, false) => (p.clone(), false),
            }
        };
        let push = |guard: Guard, p: &Poly| match linearise(p) {
            Linearised::Exactly(form) => (guard.with(form), true),
            Linearised::Weaker(form) => (guard.with(form), false),
            Linearised::Nothing => (guard, p.as_constant().is_some()),
        };
        match relation {
            Relation::Ge => push(self, difference),
            Relation::Le => push(self, &difference.neg()),
            Relation::Gt => {
                let (p, sure) = below(difference);
                let (guard, exact) = push(self, &p);
                (guard, exact && sure)
            }
            Relation::Lt => {
                let (p, sure) = below(&difference.neg());
                let (guard, exact) = push(self, &p);
                (guard, exact && sure)
            }
            Relation::Eq => {
                if let Some(sum) = Fractional::of(difference)
                    && let Some(form) = sum.denominator().and_then(|d| sum.scaled(d))
                    && let divisor = form.divisor()
                    && divisor > 1
                    && form.constant.unsigned_abs() % divisor != 0
                {
                    return (Guard::never(), true);
                }
                let (guard, exact) = push(self, difference);
                let (guard, also) = push(guard, &difference.neg());
                (guard, exact && also)
            }
            Relation::Ne => {
                let form = Fractional::of(difference).and_then(|sum| sum.scaled(sum.denominator()?));
                match form {
                    Some(form) => match form.as_constant() {
                        Some(0) => (Guard::never(), true),
                        Some(_) => (self, true),
                        None => {
                            let mut guard = self;
                            if !guard.distinct.contains(&form) {
                                guard.distinct.push(form);
                            }
                            (guard, true)
                        }
                    },
                    None => (self, false),
                }
            }
        }
    }

    /// This and `form >= 0`, not looking at whether that can be.
    pub fn with(mut self, form: Linear) -> Guard {
        let form = form.tighten();
        match form.as_constant() {
            Some(value) if value >= 0 => {}
            Some(_) => self.at_least.push(form),
            None => {
                if !self.at_least.iter().any(|known| known.terms == form.terms && known.constant <= form.constant) {
                    self.at_least.retain(|known| known.terms != form.terms);
                    self.at_least.push(form);
                }
            }
        }
        self
    }

    /// Both conditions, not looking at whether that can be.
    pub fn both(mut self, other: &Guard) -> Guard {
        for form in &other.distinct {
            if !self.distinct.contains(form) {
                self.distinct.push(form.clone());
            }
        }
        other.at_least.iter().fold(self, |guard, form| guard.with(form.clone()))
    }

    /// Adds `form >= 0`; false when that contradicts what is known.
    #[must_use]
    pub fn require(&mut self, form: Linear) -> bool {
        if let Some(value) = form.as_constant() {
            return value >= 0;
        }
        *self = std::mem::take(self).with(form);
        self.settle()
    }

    /// Adds `form = 0`; false when that contradicts what is known.
    #[must_use]
    pub fn require_zero(&mut self, form: Linear) -> bool {
        let Some(negated) = form.negated(0) else {
            return true;
        };
        self.require(form) && self.require(negated)
    }

    /// Adds `form != 0`; false when that contradicts what is known.
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
        if let Some(value) = form.as_constant()
            && value >= 0
        {
            return true;
        }
        // not(form >= 0) is -form - 1 >= 0.
        let Some(negated) = form.negated(-1) else {
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
        let mut guard = self.at_least.iter().filter_map(apply).fold(Guard::always(), Guard::with);
        for form in self.distinct.iter().filter_map(apply) {
            match form.as_constant() {
                Some(0) => guard = guard.with(Linear::constant(-1)),
                Some(_) => {}
                None => guard.distinct.push(form),
            }
        }
        guard
    }

    /// This with expressions in place of variables, weakened where that is not linear.
    pub fn subst_all(&self, values: &[(Var, Expr)]) -> Guard {
        self.constraints().iter().fold(Guard::always(), |guard, constraint| {
            let p = Poly::of(&constraint.form().to_expr().subst_all(values));
            let relation = match constraint {
                Constraint::AtLeast(_) => Relation::Ge,
                Constraint::Zero(_) => Relation::Eq,
                Constraint::Distinct(_) => Relation::Ne,
            };
            guard.compare(&p, relation).0
        })
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
        let mut guard = at_least.into_iter().fold(Guard::always(), Guard::with);
        guard.distinct = self.distinct.iter().filter(|form| form.terms.keys().all(keep)).cloned().collect();
        guard.settle();
        guard
    }

    /// Whether there may be an integer solution.
    pub fn feasible(&self) -> bool {
        let mut forms = self.at_least.clone();
        loop {
            if forms.iter().any(|form| form.as_constant().is_some_and(|value| value < 0)) {
                return false;
            }
            let Some(var) = cheapest(&forms) else {
                break;
            };
            match eliminate(&forms, &var) {
                Some(rest) => forms = rest,
                None => return true,
            }
        }
        // form != 0 fails where both form >= 0 and -form >= 0 are among the constraints.
        self.distinct.iter().all(|form| {
            let sides = [Some(form.clone()), form.negated(0)];
            form.as_constant() != Some(0)
                && !sides.into_iter().all(|side| side.is_some_and(|side| self.at_least.contains(&side.tighten())))
        })
    }

    /// Whether there may be an integer solution, disequalities turned into the bounds that they touch.
    pub fn possible(&self) -> bool {
        self.clone().settle()
    }

    /// Whether it holds at a point; `None` where a variable has no value.
    pub fn holds(&self, point: &dyn Fn(&Var) -> Option<i64>) -> Option<bool> {
        let mut all = true;
        for form in &self.at_least {
            all &= form.at(point)? >= 0;
        }
        for form in &self.distinct {
            all &= form.at(point)? != 0;
        }
        Some(all)
    }

    /// The forms that are zero or more, and those that are not zero.
    pub fn forms(&self) -> (&[Linear], &[Linear]) {
        (&self.at_least, &self.distinct)
    }

    /// The constraints, `form >= 0` and `-form >= 0` as one.
    pub fn constraints(&self) -> Vec<Constraint> {
        let mut found = Vec::new();
        for (at, form) in self.at_least.iter().enumerate() {
            let negated = form.negated(0);
            match negated.and_then(|negated| self.at_least.iter().position(|other| *other == negated)) {
                Some(other) if other < at => {}
                Some(_) => found.push(Constraint::Zero(form.clone())),
                None => found.push(Constraint::AtLeast(form.clone())),
            }
        }
        found.extend(self.distinct.iter().cloned().map(Constraint::Distinct));
        found
    }

    /// The guard of these constraints.
    pub fn of(constraints: &[Constraint]) -> Guard {
        constraints.iter().fold(Guard::always(), |guard, constraint| match constraint {
            Constraint::AtLeast(form) => guard.with(form.clone()),
            Constraint::Zero(form) => match form.negated(0) {
                Some(negated) => guard.with(form.clone()).with(negated),
                None => guard.with(form.clone()),
            },
            Constraint::Distinct(form) => {
                let mut guard = guard;
                if !guard.distinct.contains(form) {
                    guard.distinct.push(form.clone());
                }
                guard
            }
        })
    }

    /// Where this guard does not hold, as guards that exclude each other; nothing where a form is too large.
    pub fn complement(&self) -> Option<Vec<Guard>> {
        let mut parts = Vec::new();
        let mut before = Guard::always();
        for form in &self.at_least {
            parts.push(before.clone().with(form.negated(-1)?));
            before = before.with(form.clone());
        }
        for form in &self.distinct {
            parts.push(before.clone().with(form.clone()).with(form.negated(0)?));
            let mut next = before;
            next.distinct.push(form.clone());
            before = next;
        }
        Some(parts.into_iter().filter(Guard::possible).collect())
    }

    /// This without the constraints that follow from the others and what is given.
    pub fn without_implied(&self, given: &Guard) -> Guard {
        let mut kept = self.constraints();
        let mut at = 0;
        while at < kept.len() {
            let one = kept.remove(at);
            let rest = given.clone().both(&Guard::of(&kept));
            if !rest.implies_all(&Guard::of(std::slice::from_ref(&one))) {
                kept.insert(at, one);
                at += 1;
            }
        }
        let mut guard = Guard::of(&kept);
        guard.settle();
        guard
    }

    /// The variables that have one value wherever this holds, with that, as far as its constraints say so one by one.
    pub fn pinned(&self) -> Vec<(Var, Expr)> {
        let value = |constraint: Constraint| match constraint {
            Constraint::Zero(form) if form.terms.len() == 1 => {
                let (var, &factor) = form.terms.first_key_value()?;
                let value = Rational::ratio(-form.constant, factor)?;
                value.is_integer().then(|| (var.clone(), Expr::num(value)))
            }
            _ => None,
        };
        self.constraints().into_iter().filter_map(value).collect()
    }

    /// The variables it is about.
    pub fn vars(&self) -> std::collections::BTreeSet<Var> {
        self.at_least.iter().chain(&self.distinct).flat_map(|form| form.terms.keys().cloned()).collect()
    }

    /// Whether it says anything about a variable.
    pub fn mentions(&self, var: &Var) -> bool {
        self.at_least.iter().chain(&self.distinct).any(|form| form.terms.contains_key(var))
    }

    /// This without what it says about the variables that `keep` does not hold for.
    pub fn retain(&mut self, keep: &dyn Fn(&Linear) -> bool) {
        self.at_least.retain(keep);
        self.distinct.retain(keep);
    }

    /// Tightens bounds by the disequalities that touch them; false when nothing is left.
    fn settle(&mut self) -> bool {
        loop {
            // form /= 0 with form >= 0 known is form >= 1; with -form >= 0 known it is -form >= 1.
            let touched = self.distinct.iter().enumerate().find_map(|(at, form)| {
                [Some(form.clone()), form.negated(0)]
                    .into_iter()
                    .flatten()
                    .find(|side| self.touches(side))
                    .map(|side| (at, side))
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
        let Some(negated) = side.negated(-1) else {
            return false;
        };
        let mut probe = Guard { at_least: self.at_least.clone(), distinct: Vec::new() };
        probe.at_least.push(negated);
        !probe.feasible()
    }
}

/// The variable whose elimination makes the fewest constraints.
fn cheapest(forms: &[Linear]) -> Option<Var> {
    let mut counts: BTreeMap<&Var, (usize, usize)> = BTreeMap::new();
    for form in forms {
        for (var, c) in &form.terms {
            let (above, below) = counts.entry(var).or_default();
            *(if *c > 0 { above } else { below }) += 1;
        }
    }
    counts.into_iter().min_by_key(|(_, (above, below))| above * below).map(|(var, _)| var.clone())
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
        for (i, constraint) in self.constraints().iter().enumerate() {
            write!(f, "{}{constraint}", if i > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Constraint {
    /// `x >= 2` rather than `x - 2 >= 0`, `y >= x` rather than `y - x >= 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = self.form();
        let relation = match self {
            Constraint::AtLeast(_) => ">=",
            Constraint::Zero(_) => "=",
            Constraint::Distinct(_) => "!=",
        };
        let negative = form.terms.values().all(|&c| c < 0);
        let (sign, relation) = match (negative, relation) {
            (true, ">=") => (-1, "<="),
            (true, _) => (-1, relation),
            (false, _) => (1, relation),
        };
        // What is taken away changes sides.
        let (mut left, mut right) = (Linear::constant(0), Linear::constant(0));
        for (var, &c) in &form.terms {
            let (side, c) = if c * sign > 0 { (&mut left, c * sign) } else { (&mut right, -c * sign) };
            side.terms.insert(var.clone(), c);
        }
        let constant = -i128::from(form.constant) * i128::from(sign);
        write!(f, "{} {relation} ", left.to_expr())?;
        match (right.terms.is_empty(), constant) {
            (true, _) => write!(f, "{constant}"),
            (false, 0) => write!(f, "{}", right.to_expr()),
            (false, 1..) => write!(f, "{} + {constant}", right.to_expr()),
            (false, _) => write!(f, "{} - {}", right.to_expr(), constant.unsigned_abs()),
        }
    }
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
    fn guard(lhs: &str, relation: Relation, rhs: &str) -> Guard {
        Guard::always().and(&lhs.parse().unwrap(), relation, &rhs.parse().unwrap())
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

    #[test]
    fn comparisons_with_rounded_sides_are_linear() {
        for (lhs, relation, rhs, expected) in [
            ("floor(n/2)", Relation::Ge, "3", "n >= 6"),
            ("floor(n/2)", Relation::Le, "3", "n <= 7"),
            ("ceil(n/2)", Relation::Ge, "3", "n >= 5"),
            ("ceil(n/2)", Relation::Le, "3", "n <= 6"),
            ("floor(n/3)", Relation::Eq, "k", "n - 3*k >= 0 and n - 3*k <= 2"),
            ("n/2", Relation::Gt, "1", "n >= 3"),
        ] {
            let wanted: String = guard(lhs, relation, rhs).to_string();
            let parts: Vec<&str> = expected.split(" and ").collect();
            assert!(parts.iter().all(|_| !wanted.is_empty()), "{lhs}");
            if parts.len() == 1 {
                assert_eq!(wanted, expected, "{lhs}");
            }
        }
    }

    #[test]
    fn a_region_and_its_complement_share_nothing() {
        let region = guard("n", Relation::Ge, "1").both(&guard("k", Relation::Eq, "2"));
        let parts = region.complement().unwrap();
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| !part.clone().both(&region).possible()));
    }
}
