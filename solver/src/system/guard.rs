//! Guards: conjunctions of linear constraints over integer variables.
//!
//! In: comparisons of expressions. Out: a [`Guard`] in integer linear forms, what follows from it, what contradicts it,
//! and it over other variables. Decisions are by Fourier–Motzkin elimination over the rationals with integer tightening,
//! bounded in size: "infeasible" and "implied" are certain, "feasible" and "not implied" may be ignorance. A comparison
//! that is not linear is weakened to what follows from it (rounding) or to nothing; where that matters callers ask
//! ([`Guard::linear`], [`Guard::subst_all`]).

use crate::expression::poly::Poly;
use crate::system::constraint::Constraint;
use crate::system::elimination::{are_compatible, eliminate};
use crate::system::form::{Fractional, Linear, Linearised, Relation, linearise};
use crate::{Expr, Rational, Var};
use std::fmt;

/// Into how many parts a guard may fall where others are taken out of it.
const PARTS: usize = 40;

/// A conjunction of constraints `form >= 0` and `form != 0`; empty means always.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Guard {
    at_least: Vec<Linear>,
    distinct: Vec<Linear>,
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
            let step =
                if p.terms.keys().all(|m| m.is_one() || crate::expression::normal::is_whole(m)) { d } else { None };
            let whole =
                p.terms.iter().all(|(m, c)| c.is_integer() && (m.is_one() || crate::expression::normal::is_whole(m)));
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
        if self.at_least.iter().any(|known| known.constant <= form.constant && known.terms == form.terms) {
            return true;
        }
        // not(form >= 0) is -form - 1 >= 0.
        let Some(negated) = form.negated(-1) else {
            return false;
        };
        if self.distinct.is_empty() && form.as_constant().is_none() {
            return !self.is_compatible_with(negated);
        }
        !self.clone().require(negated)
    }

    /// Whether the forms may all be zero or more, and one more with them: what [`Guard::with`] and [`Guard::settle`] say where
    /// nothing is told to differ, without making the guard of all.
    fn is_compatible_with(&self, form: Linear) -> bool {
        let form = form.tighten();
        let is_known = self.at_least.iter().any(|known| known.terms == form.terms && known.constant <= form.constant);
        if is_known {
            return are_compatible(&self.at_least.iter().collect::<Vec<_>>());
        }
        let others = self.at_least.iter().filter(|known| known.terms != form.terms);
        are_compatible(&others.chain([&form]).collect::<Vec<_>>())
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
        self.substituted(values).0
    }

    /// The same, and whether that is all of it.
    pub(crate) fn substituted(&self, values: &[(Var, Expr)]) -> (Guard, bool) {
        self.constraints().iter().fold((Guard::always(), true), |(guard, exact), constraint| {
            let p = Poly::of(&constraint.form().to_expr().subst_all(values));
            let (guard, all) = guard.compare(&p, constraint.relation());
            (guard, exact && all)
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

    /// The same where it loses nothing: there are integers for the others wherever it holds. Nothing where that is not certain.
    pub fn project_exactly(&self, keep: &dyn Fn(&Var) -> bool) -> Option<Guard> {
        let mut at_least = self.at_least.clone();
        while let Some(var) = at_least.iter().flat_map(|form| form.terms.keys()).find(|var| !keep(var)).cloned() {
            // Between two limits that are whole numbers, of which one is not above the other, there is one.
            if at_least.iter().any(|form| form.coefficient(&var).abs() > 1) {
                return None;
            }
            at_least = eliminate(&at_least, &var)?;
        }
        let mut guard = at_least.into_iter().fold(Guard::always(), Guard::with);
        let is_kept = |form: &Linear| form.terms.keys().all(keep);
        guard.distinct = self.distinct.iter().all(is_kept).then(|| self.distinct.clone())?;
        guard.settle();
        Some(guard)
    }

    /// Whether there may be an integer solution.
    pub fn feasible(&self) -> bool {
        if !are_compatible(&self.at_least.iter().collect::<Vec<_>>()) {
            return false;
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
        if self.distinct.is_empty() { self.feasible() } else { self.clone().settle() }
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

    /// The parts where none of other guards holds, as guards that exclude each other; nothing where they are too many.
    pub fn without(&self, others: &[Guard]) -> Option<Vec<Guard>> {
        let mut parts = vec![self.clone()];
        for other in others {
            let outside = other.complement()?;
            let apart = |part: Guard| match part.clone().both(other).possible() {
                false => vec![part],
                true => outside.iter().map(|side| part.clone().both(side)).filter(Guard::possible).collect(),
            };
            parts = parts.into_iter().flat_map(apart).collect();
            if parts.len() > PARTS {
                return None;
            }
        }
        Some(parts)
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
        !are_compatible(&self.at_least.iter().chain([&negated]).collect::<Vec<_>>())
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, constraint) in self.constraints().iter().enumerate() {
            write!(f, "{}{constraint}", if i > 0 { " and " } else { "" })?;
        }
        Ok(())
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
