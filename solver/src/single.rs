//! One function that calls at most itself: which shape it has, and who solves it.
//!
//! In: a definition without other unknown functions. Out: a solution not yet compared at points, or the reason why none
//! was found.

use std::collections::BTreeMap;

use crate::check::Limits;
use crate::equation::{Definition, Direction, Guard, Relation};
use crate::line::{Line, pick};
use crate::poly::Poly;
use crate::region;
use crate::rules::{Candidate, Exactness, LINE_RULES, Proof};
use crate::shape::{self, Alternative, Role};
use crate::solve::{Bound, Solution};
use crate::{Expr, FnName, Var};

pub(crate) fn solve_function(
    definition: &Definition,
    direction: Direction,
    _limits: &Limits,
) -> Result<Solution, String> {
    if definition.cases.iter().any(|c| c.rhs.is_infinite()) {
        return Err("a case is infinite".to_string());
    }
    let alternatives = shape::alternatives(definition, direction)?;
    if !alternatives.iter().any(Alternative::is_recursive) {
        return Ok(not_recursive(&alternatives, direction));
    }
    let roles = shape::roles(&definition.params, &alternatives);
    let changing: Vec<usize> = (0..roles.len())
        .filter(|&i| roles[i] == Role::Changing)
        .collect();
    match changing.as_slice() {
        [] => Err("no argument changes in the recursive call".to_string()),
        [index] => {
            let mut line = Line::new(direction, &definition.params[*index], *index, &alternatives)?;
            solve_line(&mut line)
        }
        _ => Err("several arguments change".to_string()),
    }
}

/// Without recursion: the one case that bounds all others where they apply, else the extremum of all.
fn not_recursive(alternatives: &[Alternative], direction: Direction) -> Solution {
    let bounds_all = |f: &Poly| {
        alternatives.iter().all(|a| {
            let margin = if direction == Direction::Upper {
                f.sub(&a.rest)
            } else {
                a.rest.sub(f)
            };
            margin.is_zero() || region::is_nonnegative_under(&margin, &a.guard)
        })
    };
    let single = alternatives
        .iter()
        .map(|a| &a.rest)
        .find(|f| bounds_all(f))
        .cloned();
    let all = || {
        pick(
            direction,
            alternatives.iter().map(|a| a.rest.clone()).collect(),
        )
    };
    let one = alternatives.len() == 1 && !alternatives[0].relaxed;
    Solution {
        expr: single.unwrap_or_else(all).to_expr(),
        valid: if one {
            alternatives[0].guard.clone()
        } else {
            Guard::always()
        },
        exact: one,
        rule: "no recursion",
        source: "definition",
        steps: vec![],
    }
}

/// The first verified candidate of the first rule that has one.
pub(crate) fn solve_line(line: &mut Line) -> Result<Solution, String> {
    for rule in &LINE_RULES {
        let mut best: Option<(f64, Candidate)> = None;
        for candidate in (rule.apply)(line) {
            if candidate.proof == Proof::ByInduction && !line.verify(&candidate.f, candidate.from) {
                continue;
            }
            let size = size(&candidate.f)
                * if line.direction == Direction::Upper {
                    1.0
                } else {
                    -1.0
                };
            if best.as_ref().is_none_or(|(least, _)| size < *least) {
                best = Some((size, candidate));
            }
        }
        let Some((
            _,
            Candidate {
                f,
                from,
                exact,
                note,
                ..
            },
        )) = best
        else {
            continue;
        };
        let mut first = from;
        let mut exact = exact == Exactness::Exact && !line.relaxed;
        while first > line.low && line.has_case(first - 1) && line.holds_at(&f, first - 1) {
            first -= 1;
            exact &= line.equals_at(&f, first);
        }
        let valid = Guard::always().and(Expr::Var(line.n.clone()), Relation::Ge, Expr::int(first));
        return Ok(Solution {
            expr: f.to_expr(),
            valid,
            exact,
            rule: rule.name,
            source: rule.source,
            steps: vec![note],
        });
    }
    Err("it fits no class of the table, and no template could be proved".to_string())
}

/// How large a bound is, for choosing between bounds: the sum of logarithms at a few points.
fn size(f: &Poly) -> f64 {
    let e = f.to_expr();
    let at = |x: f64| {
        let value = e.eval_f64(&|_| Some(x));
        if value.is_nan() {
            1e9
        } else {
            value.signum() * value.abs().ln_1p()
        }
    };
    [2.0, 5.0, 12.0, 40.0].into_iter().map(at).sum()
}

/// The best constant below every case, when there is one that is not negative.
pub(crate) fn constant_lower_bound(
    definition: &Definition,
    solved: &BTreeMap<FnName, Bound>,
    reason: String,
) -> Option<Solution> {
    let _ = solved;
    let unknown = Var::new("_value");
    let least = definition
        .cases
        .iter()
        .filter_map(|c| Poly::of(&c.rhs).as_constant())
        .min();
    let holds = |m: &Poly| {
        definition.cases.iter().all(|c| {
            let value = m.add(&Poly::var(&unknown)).to_expr();
            let applied = Poly::of(&replace_calls(&c.rhs, &value));
            region::is_nonnegative_under(&applied.sub(m), &c.guard)
        })
    };
    let candidates = least.into_iter().map(Poly::constant).chain([Poly::zero()]);
    let constant = candidates.into_iter().find(|m| holds(m))?;
    Some(Solution {
        expr: constant.to_expr(),
        valid: Guard::always(),
        exact: false,
        rule: "least case",
        source: "monotone induction",
        steps: vec![format!("only a constant: {reason}")],
    })
}

fn replace_calls(e: &Expr, value: &Expr) -> Expr {
    match e {
        Expr::Call(..) => value.clone(),
        _ => e.map_children(&mut |c| replace_calls(c, value)),
    }
}
