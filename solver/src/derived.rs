//! Upper bounds of the values that finitely many steps give, by induction over the steps: a parameter and a constant, or a
//! constant.
//!
//! In: a system. Out: for functions of it an expression that is at or above each of their values. Nothing is said of calls
//! that do not end: use it for functions whose values matter only where there is one.
//!
//! Every function begins with the narrowest candidates, which are all taken to hold of calls. What a case contradicts is widened,
//! and given up beyond a limit, until nothing changes: what is left holds by induction (Flanagan, Leino (2001), "Houdini").

use crate::system::equation::{Case, Definition, System};
use crate::system::guard::Guard;
use crate::{Binder, Budget, Expr, FnName, Linear};
use std::collections::BTreeMap;

/// Constants of candidates are between this and its negative.
const WIDEST: i64 = 4;

/// How many forms of one expression are looked at.
const FORMS: usize = 12;

/// What a function may be bounded by: a parameter or none, and a constant.
#[derive(Clone, Copy)]
struct Candidate {
    param: Option<usize>,
    offset: i64,
}

/// The candidates that are left, by function.
struct Candidates<'s>(BTreeMap<&'s FnName, Vec<Candidate>>);

/// Upper bounds of functions of a system over finite derivations, of those for which there are such.
pub fn derived(system: &System, budget: &Budget) -> BTreeMap<FnName, Expr> {
    let first = |definition: &Definition| {
        let params = (0..definition.params.len()).map(Some).chain([None]);
        params.map(|param| Candidate { param, offset: -WIDEST }).collect()
    };
    let mut all =
        Candidates(system.definitions.iter().map(|definition| (&definition.name, first(definition))).collect());
    loop {
        let mut changed = false;
        for definition in &system.definitions {
            let mut kept = Vec::new();
            for candidate in all.0[&definition.name].clone() {
                if budget.check().is_err() {
                    return BTreeMap::new();
                }
                let wide = (candidate.offset..=WIDEST).map(|offset| Candidate { offset, ..candidate });
                let fits =
                    wide.into_iter().find(|wide| definition.cases.iter().all(|c| all.admits(definition, wide, c)));
                changed |= fits.is_none_or(|fits| fits.offset != candidate.offset);
                kept.extend(fits);
            }
            all.0.insert(&definition.name, kept);
        }
        if !changed {
            break;
        }
    }
    let best = |definition: &Definition| {
        // A constant says more than a parameter.
        let of = &all.0[&definition.name];
        let constant = of.iter().find(|candidate| candidate.param.is_none());
        let found = constant.or(of.iter().min_by_key(|candidate| candidate.offset))?;
        Some((definition.name.clone(), form(definition, found).to_expr()))
    };
    system.definitions.iter().filter(|definition| !definition.cases.is_empty()).filter_map(best).collect()
}

fn form(definition: &Definition, candidate: &Candidate) -> Linear {
    match candidate.param {
        Some(at) => Linear { constant: candidate.offset, ..Linear::var(&definition.params[at]) },
        None => Linear::constant(candidate.offset),
    }
}

impl Candidates<'_> {
    /// Whether a case of a function stays within a candidate.
    fn admits(&self, definition: &Definition, candidate: &Candidate, case: &Case) -> bool {
        let target = form(definition, candidate);
        self.ends(&case.rhs, &case.guard, 1).iter().any(|end| is_beyond(&target, end, &case.guard, 1))
    }

    /// Forms that are at least an expression, or for the sign -1 at most it.
    fn ends(&self, expr: &Expr, guard: &Guard, sign: i64) -> Vec<Linear> {
        if let Some(form) = Linear::of(expr) {
            return vec![form];
        }
        let mut found = match expr {
            Expr::Call(name, args) if sign == 1 => {
                let of = self.0.get(name).map_or(&[][..], Vec::as_slice);
                let each = of.iter().flat_map(|candidate| {
                    let own = Linear::constant(candidate.offset);
                    match candidate.param {
                        Some(at) => {
                            self.ends(&args[at], guard, sign).iter().filter_map(|end| end.plus(&own, 1)).collect()
                        }
                        None => vec![own],
                    }
                });
                each.collect()
            }
            Expr::Add(terms) => terms.iter().fold(vec![Linear::constant(0)], |sums, term| {
                let ends = self.ends(term, guard, sign);
                let with = |sum: &Linear| ends.iter().filter_map(|end| sum.plus(end, 1)).collect::<Vec<Linear>>();
                sums.iter().flat_map(with).take(FORMS).collect()
            }),
            Expr::Mul(factors) => match factors.as_slice() {
                [Expr::Num(times), rest @ ..] => match times.to_i64() {
                    Some(times) if times != 0 => {
                        let rest = if let [one] = rest { one.clone() } else { Expr::Mul(rest.to_vec()) };
                        let ends = self.ends(&rest, guard, sign * times.signum());
                        ends.iter().filter_map(|end| Linear::constant(0).plus(end, times)).collect()
                    }
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
            Expr::MaxOver(range) if sign == 1 => self.ends_over(range, guard, sign),
            Expr::MinOver(range) if sign == -1 => self.ends_over(range, guard, sign),
            Expr::Max(parts) | Expr::Min(parts) => {
                let each: Vec<Vec<Linear>> = parts.iter().map(|part| self.ends(part, guard, sign)).collect();
                let is_any = matches!(expr, Expr::Min(_)) == (sign == 1);
                let is_beyond_all =
                    |end: &Linear| each.iter().all(|ends| ends.iter().any(|other| is_beyond(end, other, guard, sign)));
                each.iter().flatten().filter(|end| is_any || is_beyond_all(end)).cloned().collect()
            }
            _ => Vec::new(),
        };
        found.truncate(FORMS);
        found
    }

    /// The same of all values of a range: a form ends where its choice does.
    fn ends_over(&self, range: &Binder, guard: &Guard, sign: i64) -> Vec<Linear> {
        let at_end = |end: &Linear| {
            let times = end.coefficient(&range.var);
            let limit = if times * sign > 0 { &range.hi } else { &range.lo };
            end.plus(&Linear::of(limit)?.plus(&Linear::var(&range.var), -1)?, times)
        };
        self.ends(&range.body, guard, sign).iter().filter_map(at_end).collect()
    }
}

/// Whether a form is at or above another, or for the sign -1 at or below it.
fn is_beyond(form: &Linear, other: &Linear, guard: &Guard, sign: i64) -> bool {
    let gap = Linear::constant(0).plus(form, sign).and_then(|gap| gap.plus(other, -sign));
    gap.is_some_and(|gap| gap.as_constant().map_or_else(|| guard.implies(&gap), |constant| constant >= 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str) -> String {
        let system: System = text.parse().expect("a system");
        let found = derived(&system, &Budget::default());
        found.iter().map(|(name, expr)| format!("{name}: {}", expr.clone().simplify())).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn rules_that_nest_in_each_other_leave_no_more_than_they_are_given() {
        let text = "f(n) = n - 1 if n >= 1; f(n) = g(n - 1) - 1 if n >= 2; g(n) = h(f(n)) if n >= 1;
            h(n) = n if n >= 0; h(n) = h(f(n - 1)) if n >= 2";
        assert_eq!(bounds(text), "f: n - 1, g: n - 1, h: n");
    }

    #[test]
    fn choices_end_at_their_ends() {
        assert_eq!(bounds("f(n) = maxover(k, 1, n, n - k) if n >= 1; f(n) = f(f(n - 1)) if n >= 2"), "f: n - 1");
    }

    #[test]
    fn calls_that_need_not_end_are_no_obstacle() {
        assert_eq!(bounds("f(n) = 3 if n >= 0; f(n) = f(n + 1) if n >= 0"), "f: 3");
    }

    #[test]
    fn what_grows_by_itself_has_no_such_bound() {
        assert_eq!(bounds("f(n) = 1 if n = 0; f(n) = f(n - 1) + 1 if n >= 1"), "f: n + 1");
        assert_eq!(bounds("f(n) = 1 if n = 0; f(n) = f(n - 1) + f(n - 1) if n >= 1"), "");
        assert_eq!(bounds("f(n) = n if n >= 0; f(n) = f(n) + 1 if n >= 0"), "");
        assert_eq!(bounds("f(n, m) = m if n = 0; f(n, m) = f(n - 1, m + 1) if n >= 1"), "");
        assert_eq!(bounds("f(n) = 0 if n = 0; f(n) = 5 - f(n - 1) if n >= 1"), "");
    }

    #[test]
    fn the_least_of_two_is_below_either_and_the_greatest_above_both() {
        assert_eq!(bounds("f(n, m) = min(n, m) if n >= 0 and m >= 0"), "f: n");
        assert_eq!(bounds("f(n, m) = max(n, m) if n >= m"), "f: n");
        assert_eq!(bounds("f(n, m) = max(n, m) if n >= 0"), "");
    }
}
