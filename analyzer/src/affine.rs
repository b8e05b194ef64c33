//! Equations between the sizes of a call and the sizes of its solutions, as far as they are linear: what is left of a list
//! is the list less what was taken, a queue that goes round stays as long as it is.
//!
//! In: the condition and the sizes of each solution that an exploration reaches. Out: the equations that hold at all of
//! them, the affine hull (Karr 1976, "Affine relationships among variables of a program"). A size that they determine by the
//! sizes of the call is that form at every call, without a function of its own to be solved; so conditions on it decide
//! cases, and invariants hold through it.

use crate::range::Range;
use crate::solutions::least_sizes;
use crate::types::{Metric, Type};
use solver::{Constraint, Expr, Guard, Linear, Relation, Var};

/// The equations, forms that are zero.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Affine {
    /// No solution is known yet.
    #[default]
    Nothing,
    /// What holds at all solutions that are known, in rows of which each has a variable that no other has.
    Zero(Vec<Linear>),
}

/// More sizes than this are not looked at.
const SIZES: usize = 16;
/// A condition of more forms is not searched for equations that it implies.
const FORMS: usize = 12;

/// The variable for the size at a place of a solution.
fn given(place: usize) -> Var {
    Var::new(format!("{GIVEN}{place}"))
}

const GIVEN: &str = "_g";
/// How the names of the first of two points begin where a point is the sum of both.
const FIRST: &str = "_f";
/// The share of the first.
const SHARE: &str = "_share";

impl Affine {
    /// Nothing is known.
    pub fn anything() -> Affine {
        Affine::Zero(Vec::new())
    }

    /// What holds at all of some solutions.
    pub fn of(solutions: &[(Guard, Vec<Range>)], params: &[(Var, Metric)]) -> Affine {
        let Some((_, first)) = solutions.first() else { return Affine::Nothing };
        if params.len() + first.len() > SIZES || solutions.iter().any(|(_, sizes)| sizes.len() != first.len()) {
            return Affine::anything();
        }
        solutions.iter().fold(Affine::Nothing, |all, (guard, sizes)| all.join(&Affine::at(guard, sizes, params)))
    }

    /// What holds at one.
    fn at(guard: &Guard, sizes: &[Range], params: &[(Var, Metric)]) -> Affine {
        let sizes = sizes
            .iter()
            .enumerate()
            .filter_map(|(place, size)| Linear::var(&given(place)).plus(&size.as_linear()?, -1));
        let rows = sizes.chain(equations(guard)).collect();
        let is_kept = |var: &Var| is_given(var) || params.iter().any(|(param, _)| param == var);
        reduced(rows, &|var| !is_kept(var)).map_or(Affine::Nothing, Affine::Zero)
    }

    /// What holds wherever either does.
    pub fn join(&self, other: &Affine) -> Affine {
        let (a, b) = match (self, other) {
            (Affine::Nothing, known) | (known, Affine::Nothing) => return known.clone(),
            (Affine::Zero(a), Affine::Zero(b)) => (a, b),
        };
        if a == b {
            return self.clone();
        }
        // Points on the lines through both: a part of one, and the rest of the other.
        let first = |var: &Var| Var::new(format!("{FIRST}{}", var.as_str()));
        let share = Linear::var(&Var::new(SHARE));
        let row_of_a = |row: &Linear| {
            let start = scaled(&share, row.constant)?;
            row.terms.iter().try_fold(start, |sum, (var, &c)| sum.plus(&Linear::var(&first(var)), c))
        };
        let row_of_b = |row: &Linear| {
            let start = Linear::constant(row.constant).plus(&share, row.constant.checked_neg()?)?;
            row.terms.iter().try_fold(start, |sum, (var, &c)| {
                sum.plus(&Linear::var(var), c)?.plus(&Linear::var(&first(var)), c.checked_neg()?)
            })
        };
        let rows = a.iter().filter_map(row_of_a).chain(b.iter().filter_map(row_of_b)).collect();
        let is_between = |var: &Var| var.as_str() == SHARE || var.as_str().starts_with(FIRST);
        reduced(rows, &is_between).map_or(Affine::Nothing, Affine::Zero)
    }

    /// Narrows a condition to sizes of a call with which there may be a solution; false when there are none. A size that is
    /// determined is not below the least there is of the type at its place. Of a call of itself that goes on, `again`, only
    /// what is said of values is asked for.
    pub fn narrow(
        &self,
        guard: &mut Guard,
        params: &[(Var, Metric)],
        known: &[Range],
        types: &[Type],
        again: bool,
    ) -> bool {
        let Affine::Zero(rows) = self else { return true };
        let is_asked = |row: &&Linear| !row.terms.keys().any(is_given) && (!again || counts(row, params));
        let own = rows.iter().filter(is_asked);
        let zero = own.filter_map(|row| at_call(row, 1, params, known)).all(|zero| match Linear::of(&zero) {
            Some(form) => guard.require_zero(form),
            None => require(guard, &zero, Relation::Eq, 0),
        });
        let least = types.iter().flat_map(least_sizes).enumerate();
        let mut limits = least.filter_map(|(place, least)| Some((self.size(place, params, known)?, least?)));
        zero && limits.all(|(size, least)| size.as_exact().is_none_or(|size| require(guard, size, Relation::Ge, least)))
    }

    /// The size at a place of a solution, where the sizes of the call determine it and are known.
    pub fn size(&self, place: usize, params: &[(Var, Metric)], known: &[Range]) -> Option<Range> {
        let Affine::Zero(rows) = self else { return None };
        let own = given(place);
        let row = rows.iter().find(|row| row.terms.contains_key(&own))?;
        let sign = *row.terms.get(&own)?;
        let mut others = row.clone();
        others.terms.remove(&own);
        if sign.abs() != 1 || others.terms.keys().any(is_given) {
            return None;
        }
        Some(Range::exact(at_call(&others, -sign, params, known)?))
    }
}

/// Whether a form is about a value, of which others are what it counts.
pub fn counts(form: &Linear, params: &[(Var, Metric)]) -> bool {
    params.iter().any(|(var, metric)| *metric == Metric::Value && form.terms.contains_key(var))
}

/// Requires how an expression compares with a number; false when it cannot.
fn require(guard: &mut Guard, size: &Expr, relation: Relation, number: i64) -> bool {
    *guard = std::mem::take(guard).and(size, relation, &Expr::int(number));
    guard.possible()
}

/// A form over the sizes of a call, so many times, where those are known.
fn at_call(form: &Linear, times: i64, params: &[(Var, Metric)], known: &[Range]) -> Option<Expr> {
    let sum = form.terms.iter().try_fold(Expr::int(times.checked_mul(form.constant)?), |sum, (var, &c)| {
        let at = params.iter().position(|(param, _)| param == var)?;
        Some(sum + Expr::int(times.checked_mul(c)?) * known[at].as_exact()?.clone())
    });
    Some(sum?.simplify())
}

/// The equations that a condition implies.
fn equations(guard: &Guard) -> Vec<Linear> {
    let constraints = guard.constraints();
    let few = constraints.len() <= FORMS;
    let zero = |constraint: Constraint| match constraint {
        Constraint::Zero(form) => Some(form),
        Constraint::AtLeast(form) => {
            let negated = form.negated(0)?;
            (few && guard.implies(&negated)).then_some(form)
        }
        Constraint::Distinct(_) => None,
    };
    constraints.into_iter().filter_map(zero).collect()
}

fn is_given(var: &Var) -> bool {
    var.as_str().starts_with(GIVEN)
}

/// What some equations say without some variables, each row solved for a variable that is in no other, of a solution where
/// it has one. A row with numbers too large is left out. Nothing where the equations contradict each other.
fn reduced(rows: Vec<Linear>, is_hidden: &dyn Fn(&Var) -> bool) -> Option<Vec<Linear>> {
    let rank = |var: &Var| (!is_hidden(var), !is_given(var), var.clone());
    let mut done: Vec<(Var, Linear)> = Vec::new();
    for row in rows {
        let Some(row) = done.iter().try_fold(row, |row, (pivot, by)| without(&row, pivot, by)) else { continue };
        let Some(pivot) = row.terms.keys().min_by_key(|var| rank(var)).cloned() else {
            if row.constant != 0 {
                return None;
            }
            continue;
        };
        done = done.into_iter().filter_map(|(known, by)| Some((known, without(&by, &pivot, &row)?))).collect();
        done.push((pivot, row));
    }
    done.retain(|(pivot, _)| !is_hidden(pivot));
    done.sort_by_key(|(pivot, _)| rank(pivot));
    Some(done.into_iter().map(|(_, row)| row).collect())
}

/// A row without a variable, by a row that is solved for it.
fn without(row: &Linear, pivot: &Var, by: &Linear) -> Option<Linear> {
    let Some(&c) = row.terms.get(pivot) else { return Some(row.clone()) };
    let own = *by.terms.get(pivot)?;
    divided(scaled(row, own)?.plus(by, c.checked_neg()?)?)
}

fn scaled(row: &Linear, by: i64) -> Option<Linear> {
    Linear::constant(0).plus(row, by)
}

/// A row in lowest terms, its first coefficient positive.
fn divided(row: Linear) -> Option<Linear> {
    let gcd = row.terms.values().chain([&row.constant]).fold(0, |a, &b| gcd(a, b.unsigned_abs()));
    let sign = row.terms.values().next().map_or(1, |c| c.signum());
    let by = i64::try_from(gcd.max(1)).ok()?.checked_mul(sign)?;
    let terms = row.terms.iter().map(|(var, c)| Some((var.clone(), c.checked_div(by)?))).collect::<Option<_>>()?;
    Some(Linear { terms, constant: row.constant.checked_div(by)? })
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(&str, i64)], constant: i64) -> Linear {
        Linear { terms: terms.iter().map(|&(var, c)| (Var::new(var), c)).collect(), constant }
    }

    #[test]
    fn what_two_points_have_in_common_is_the_line_through_both() {
        let point = |x: i64, given: i64| Affine::Zero(vec![form(&[("_g0", 1)], -given), form(&[("x", 1)], -x)]);
        let line = point(0, 3).join(&point(1, 5));
        assert_eq!(line, Affine::Zero(vec![form(&[("_g0", 1), ("x", -2)], -3)]));
        assert_eq!(line.join(&point(7, 17)), line);
        assert_eq!(line.join(&point(7, 18)), Affine::anything());
        let params = [(Var::new("x"), Metric::Value)];
        assert_eq!(line.size(0, &params, &[Range::number(4)]), Some(Range::number(11)));
        assert_eq!(Affine::anything().size(0, &params, &[Range::number(4)]), None);
    }

    #[test]
    fn what_holds_at_no_solution_says_nothing_of_others() {
        let one = Affine::Zero(vec![form(&[("_g0", 1), ("x", -1)], 0)]);
        assert_eq!(Affine::Nothing.join(&one), one);
        assert_eq!(reduced(vec![form(&[("x", 1)], 0), form(&[("x", 1)], -1)], &|_| false), None);
    }
}
