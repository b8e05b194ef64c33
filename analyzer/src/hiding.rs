//! What stands outside of a path for the names that values have inside of it: what is known of them.

use crate::apply::moves;
use crate::functions::{argument, between, ends, unknown};
use crate::range::Range;
use crate::solutions::{COUNT, is_condition_of, summed_direction};
use crate::state::{State, is_element};
use solver::{Direction, Expr, Guard, Linear, Monotone, Var};
use std::collections::BTreeSet;

/// How many conditions on names of values are looked at for a limit.
const CONDITIONS: usize = 12;

/// The name of what is limited, which no path has.
const LIMIT: &str = "_limit";

/// What a condition says of a form with names of values that are not known: a form without them that is at least, or at most,
/// it.
pub(crate) fn limit(condition: &Guard, form: &Linear, direction: Direction) -> Option<Linear> {
    let conditions = condition.forms().0;
    let mut names: BTreeSet<&Var> = form.terms.keys().filter(|var| is_element(var)).collect();
    let mut told: Vec<&Linear> = Vec::new();
    loop {
        let is_about = |of: &&Linear| of.terms.keys().any(|var| names.contains(var)) && !told.contains(of);
        let more: Vec<&Linear> = conditions.iter().filter(is_about).collect();
        if more.is_empty() {
            break;
        }
        names.extend(more.iter().flat_map(|of| of.terms.keys()).filter(|var| is_element(var)));
        told.extend(more);
    }
    if told.is_empty() || told.len() > CONDITIONS {
        return None;
    }
    let var = Var::new(LIMIT);
    let own = Linear::var(&var);
    let sign = if direction == Direction::Upper { 1 } else { -1 };
    // What is below the form, or above it, wherever that is.
    let gap = Linear::constant(0).plus(form, sign)?.plus(&own, -sign)?;
    let inside = told.into_iter().cloned().fold(Guard::always(), Guard::with).with(gap);
    let hidden = inside.project(&|var| !is_element(var));
    let ends = hidden.forms().0.iter().filter(|end| end.coefficient(&var) == -sign);
    let ends = ends.filter_map(|end| Linear::constant(0).plus(&end.plus(&own, sign)?, sign));
    ends.reduce(|best, end| if is_nearer(condition, &end, &best, direction) { end } else { best })
}

/// The better one of a limit and what else is known; both where that is not known yet.
pub(crate) fn nearer(
    condition: &Guard,
    limit: Option<Linear>,
    known: Option<Expr>,
    direction: Direction,
) -> Option<Expr> {
    let (Some(limit), Some(known)) = (&limit, &known) else {
        return known.or(limit.map(|limit| limit.to_expr()));
    };
    match Linear::of(known) {
        Some(known) if is_nearer(condition, limit, &known, direction) => Some(limit.to_expr()),
        None if known.has_call() => {
            let (limit, known) = (limit.to_expr(), known.clone());
            Some(if direction == Direction::Upper { limit.min(known) } else { limit.max(known) })
        }
        _ => Some(known.clone()),
    }
}

/// Whether a limit is a better one than another.
fn is_nearer(condition: &Guard, limit: &Linear, known: &Linear, direction: Direction) -> bool {
    let gap = match direction {
        Direction::Upper => known.plus(limit, -1),
        Direction::Lower => limit.plus(known, -1),
    };
    gap.is_some_and(|gap| gap.as_constant() != Some(0) && condition.implies(&gap))
}

impl State {
    /// The size without the names of values that are not known: what is known of them instead.
    pub fn hide(&self, size: &Range) -> Range {
        if !size.low.iter().chain(&size.high).any(has_names) {
            return size.clone();
        }
        let low = size.low.as_ref().and_then(|low| self.without_names(low, Direction::Lower));
        let low = low.or_else(|| self.is_natural(size).then(|| Expr::int(0)));
        Range { low, high: size.high.as_ref().and_then(|high| self.without_names(high, Direction::Upper)) }
    }

    /// An expression that is at most, or at least, one with names of values that are not known.
    fn without_names(&self, expr: &Expr, direction: Direction) -> Option<Expr> {
        if !has_names(expr) {
            return Some(expr.clone());
        }
        let Some(form) = Linear::of(expr) else {
            let expr = self.with_both_ends(expr);
            return if has_names(&expr) { self.without_moving_names(&expr, direction) } else { Some(expr) };
        };
        let sum = form.terms.iter().try_fold(Expr::int(form.constant), |sum, (var, &factor)| {
            let known = self.ranges.get(var);
            let end = match known {
                None => Expr::Var(var.clone()),
                Some(range) if (factor > 0) == (direction == Direction::Upper) => range.high.clone()?,
                Some(range) => range.low.clone()?,
            };
            Some(sum + Expr::int(factor) * end)
        });
        let of_ranges = sum.map(|sum| sum.simplify());
        // What is not solved yet may come to the same from both sides.
        if of_ranges.as_ref().is_some_and(Expr::has_call) {
            return of_ranges;
        }
        nearer(&self.guard, limit(&self.guard, &form, direction), of_ranges, direction)
    }

    /// The same of an expression that moves one way with each name.
    fn without_moving_names(&self, expr: &Expr, direction: Direction) -> Option<Expr> {
        let limit = |var: Var| self.guard.lower_limit(&Linear::var(&var)).map(|least| (var, least));
        let least: Vec<(Var, i64)> = expr.vars().into_iter().filter_map(limit).collect();
        let names = expr.vars().into_iter().filter(is_element);
        let ends = names.map(|name| {
            let upper = match moves(expr, &name, &least) {
                Monotone::NonDecreasing | Monotone::Constant => direction == Direction::Upper,
                Monotone::NonIncreasing => direction == Direction::Lower,
                Monotone::Unknown => return None,
            };
            let range = self.ranges.get(&name)?;
            let end = match least.iter().find(|(var, _)| *var == name) {
                _ if upper => range.high.clone()?,
                // It moves that way from there on.
                Some((_, least)) => range.low.clone()?.max(Expr::int(*least)),
                None => range.low.clone()?,
            };
            Some((name, end))
        });
        Some(expr.subst_all(&ends.collect::<Option<Vec<_>>>()?).simplify())
    }

    /// An expression in whose calls both ends stand for the names.
    fn with_both_ends(&self, expr: &Expr) -> Expr {
        let Expr::Call(name, args) = expr else {
            return expr.map_children(&mut |child| self.with_both_ends(child));
        };
        let side = |expr: &Expr, direction| self.without_names(expr, direction).unwrap_or_else(|| Expr::Var(unknown()));
        let sum = summed_direction(name);
        let each = args.iter().enumerate().map(|(at, arg)| match sum {
            Some(direction) if at == COUNT => side(arg, direction),
            _ if is_condition_of(name, at) => arg.clone(),
            _ if matches!(arg, Expr::Call(name, _) if *name != between()) => self.with_both_ends(arg),
            _ => {
                let (low, high) = ends(arg);
                argument(&Range { low: Some(side(low, Direction::Lower)), high: Some(side(high, Direction::Upper)) })
            }
        });
        Expr::Call(name.clone(), each.collect())
    }
}

/// Whether names of values that are not known are in an expression, but for conditions on the sizes of a solution.
fn has_names(expr: &Expr) -> bool {
    match expr {
        Expr::Var(var) => is_element(var),
        Expr::Call(name, args) => args.iter().enumerate().any(|(at, arg)| !is_condition_of(name, at) && has_names(arg)),
        _ => expr.children().any(has_names),
    }
}
