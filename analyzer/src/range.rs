//! Sizes as far as they are known: a lower and an upper expression over the sizes of the predicate's input.

use solver::{Canonical, Expr, Guard, Linear, Var};

/// What is known of a size: it is at least `low` and at most `high`, where these are known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Range {
    /// At least this.
    pub low: Option<Expr>,
    /// At most this.
    pub high: Option<Expr>,
}

impl Range {
    /// Exactly this size.
    pub fn exact(size: Expr) -> Self {
        let size = size.simplify();
        Range { low: Some(size.clone()), high: Some(size) }
    }

    /// Exactly this number.
    pub fn number(size: i64) -> Self {
        Range::exact(Expr::int(size))
    }

    /// Nothing is known.
    pub fn unknown() -> Self {
        Range::default()
    }

    /// At least so many.
    pub fn from(low: i64) -> Self {
        Range { low: Some(Expr::int(low)), high: None }
    }

    /// Between two numbers.
    pub fn between(low: i64, high: i64) -> Self {
        Range { low: Some(Expr::int(low)), high: Some(Expr::int(high)) }
    }

    /// The size, if it is known exactly.
    pub fn as_exact(&self) -> Option<&Expr> {
        self.low.as_ref().filter(|low| Some(*low) == self.high.as_ref())
    }

    /// The size as a linear form, if it is known exactly and is one.
    pub fn as_linear(&self) -> Option<Linear> {
        Linear::of(self.as_exact()?)
    }

    /// The size as a number, if it is one.
    pub fn as_number(&self) -> Option<i64> {
        self.as_linear()?.as_constant()
    }

    /// The sum of two sizes.
    pub fn plus(&self, other: &Range) -> Range {
        self.linear(other, 1).unwrap_or_else(|| self.combine(other, |a, b| a + b))
    }

    /// The sum with so many times another size, where both are exact linear forms: these take no simplifying.
    fn linear(&self, other: &Range, times: i64) -> Option<Range> {
        let sum = self.as_linear()?.plus(&other.as_linear()?, times)?.to_expr();
        Some(Range { low: Some(sum.clone()), high: Some(sum) })
    }

    /// The size moved by a constant.
    pub fn offset(&self, by: i64) -> Range {
        self.plus(&Range::number(by))
    }

    /// The difference of two sizes.
    pub fn minus(&self, other: &Range) -> Range {
        let flipped = || Range { low: other.high.clone(), high: other.low.clone() };
        self.linear(other, -1).unwrap_or_else(|| self.combine(&flipped(), |a, b| a - b))
    }

    /// The product, where both are exact or one is an exact number that is not negative.
    pub fn times(&self, other: &Range) -> Range {
        match (self.as_number(), other.as_number()) {
            _ if self.as_exact().is_some() && other.as_exact().is_some() => self.combine(other, |a, b| a * b),
            (Some(n), _) if n >= 0 => self.combine(other, |a, b| a * b),
            (_, Some(n)) if n >= 0 => self.combine(other, |a, b| a * b),
            _ => Range::unknown(),
        }
    }

    /// The product of two sizes that are not negative.
    pub fn times_natural(&self, other: &Range) -> Range {
        self.combine(other, |a, b| a * b)
    }

    /// A range that holds both sizes.
    pub fn join(&self, other: &Range) -> Range {
        let both = |a: &Option<Expr>, b: &Option<Expr>, pick: fn(Vec<Canonical>) -> Canonical| match (a, b) {
            (Some(a), Some(b)) if a == b => Some(a.clone()),
            (Some(a), Some(b)) => Some(pick([a, b].map(|end| Canonical::again(end.clone())).into()).into_expr()),
            _ => None,
        };
        let (least, greatest) = (Canonical::least, Canonical::greatest);
        Range { low: both(&self.low, &other.low, least), high: both(&self.high, &other.high, greatest) }
    }

    /// The size with values in place of variables.
    pub fn subst_all(&self, values: &[(Var, Expr)]) -> Range {
        let side = |side: &Option<Expr>| side.as_ref().map(|side| side.subst_all(values).simplify());
        Range { low: side(&self.low), high: side(&self.high) }
    }

    /// Requires in the guard that the size may be at least `limit`; false when it cannot.
    #[must_use]
    pub fn require_from(&self, limit: i64, guard: &mut Guard) -> bool {
        let Some(high) = self.high.as_ref().and_then(Linear::of) else {
            return true;
        };
        high.plus(&Linear::constant(limit), -1).is_none_or(|form| guard.require(form))
    }

    /// Requires in the guard that the size may be at most `limit`; false when it cannot.
    #[must_use]
    pub fn require_to(&self, limit: i64, guard: &mut Guard) -> bool {
        let Some(low) = self.low.as_ref().and_then(Linear::of) else {
            return true;
        };
        Linear::constant(limit).plus(&low, -1).is_none_or(|form| guard.require(form))
    }

    /// Requires in the guard that the size may be `value`; false when it cannot.
    #[must_use]
    pub fn require_value(&self, value: i64, guard: &mut Guard) -> bool {
        self.require_from(value, guard) && self.require_to(value, guard)
    }

    /// Requires in the guard that the size may differ from `value`; false when it cannot.
    #[must_use]
    pub fn require_not(&self, value: i64, guard: &mut Guard) -> bool {
        let Some(form) = self.as_linear() else {
            return true;
        };
        form.plus(&Linear::constant(value), -1).is_none_or(|form| guard.require_distinct(form))
    }

    fn combine(&self, other: &Range, with: impl Fn(Expr, Expr) -> Expr) -> Range {
        if let (Some(a), Some(b)) = (self.as_exact(), other.as_exact()) {
            return Range::exact(with(a.clone(), b.clone()));
        }
        let side = |a: &Option<Expr>, b: &Option<Expr>| Some(with(a.clone()?, b.clone()?).simplify());
        Range { low: side(&self.low, &other.low), high: side(&self.high, &other.high) }
    }
}
