//! Bounds of the values that finitely many steps give, by induction over the steps: a parameter and a constant, or a constant.
//!
//! In: a system, a direction. Out: for functions of it an expression that is at or above, or at or below, each of their values.
//! Nothing is said of calls that do not end: use it for functions whose values matter only where there is one.
//!
//! Every function begins with the narrowest candidates, which are all taken to hold of calls. What a case contradicts is widened,
//! and given up beyond a limit, until nothing changes: what is left holds by induction (Flanagan, Leino (2001), "Houdini").

use crate::system::equation::{Case, Definition, Direction, System};
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
    /// Counted towards what is wider.
    offset: i64,
}

/// The candidates that are left, by function.
struct Candidates<'s> {
    of: BTreeMap<&'s FnName, Vec<Candidate>>,
    /// 1 for bounds from above, else -1.
    sign: i64,
}

/// Bounds of functions of a system over finite derivations, of those for which there are such.
pub fn derived(system: &System, direction: Direction, budget: &Budget) -> BTreeMap<FnName, Expr> {
    let first = |definition: &Definition| {
        let params = (0..definition.params.len()).map(Some).chain([None]);
        params.map(|param| Candidate { param, offset: -WIDEST }).collect()
    };
    let of = system.definitions.iter().map(|definition| (&definition.name, first(definition))).collect();
    let sign = if direction == Direction::Upper { 1 } else { -1 };
    let mut all = Candidates { of, sign };
    loop {
        let mut changed = false;
        for definition in &system.definitions {
            let mut kept = Vec::new();
            for candidate in all.of[&definition.name].clone() {
                if budget.check().is_err() {
                    return BTreeMap::new();
                }
                let wide = (candidate.offset..=WIDEST).map(|offset| Candidate { offset, ..candidate });
                let fits =
                    wide.into_iter().find(|wide| definition.cases.iter().all(|c| all.admits(definition, wide, c)));
                changed |= fits.is_none_or(|fits| fits.offset != candidate.offset);
                kept.extend(fits);
            }
            all.of.insert(&definition.name, kept);
        }
        if !changed {
            break;
        }
    }
    let best = |definition: &Definition| {
        // A constant says more than a parameter.
        let of = &all.of[&definition.name];
        let constant = of.iter().find(|candidate| candidate.param.is_none());
        let found = constant.or(of.iter().min_by_key(|candidate| candidate.offset))?;
        Some((definition.name.clone(), all.form(definition, found).to_expr()))
    };
    system.definitions.iter().filter(|definition| !definition.cases.is_empty()).filter_map(best).collect()
}

impl Candidates<'_> {
    fn form(&self, definition: &Definition, candidate: &Candidate) -> Linear {
        let constant = self.sign * candidate.offset;
        match candidate.param {
            Some(at) => Linear { constant, ..Linear::var(&definition.params[at]) },
            None => Linear::constant(constant),
        }
    }

    /// Whether a case of a function stays within a candidate.
    fn admits(&self, definition: &Definition, candidate: &Candidate, case: &Case) -> bool {
        let target = self.form(definition, candidate);
        self.ends(&case.rhs, &case.guard, self.sign).iter().any(|end| is_beyond(&target, end, &case.guard, self.sign))
    }

    /// Forms that are at least an expression, or at most it, as the sign says.
    fn ends(&self, expr: &Expr, guard: &Guard, sign: i64) -> Vec<Linear> {
        if let Some(form) = Linear::of(expr) {
            return vec![form];
        }
        let mut found = match expr {
            Expr::Call(name, args) if sign == self.sign => {
                let of = self.of.get(name).map_or(&[][..], Vec::as_slice);
                let each = of.iter().flat_map(|candidate| {
                    let own = Linear::constant(self.sign * candidate.offset);
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

/// Whether a form is at or above another, or at or below it, as the sign says.
fn is_beyond(form: &Linear, other: &Linear, guard: &Guard, sign: i64) -> bool {
    let gap = Linear::constant(0).plus(form, sign).and_then(|gap| gap.plus(other, -sign));
    gap.is_some_and(|gap| gap.as_constant().map_or_else(|| guard.implies(&gap), |constant| constant >= 0))
}
