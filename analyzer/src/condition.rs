//! Conditions and solutions: our guards in the solver's form and back, what follows from them, and what they settle.

use crate::guard::{Guard, Linear};
use crate::system::visit_calls;
use rustc_hash::FxHashSet;
use solver::{Definition, Direction, Expr, FnName, Relation, Solution, Var};

/// A condition in the solver's form: `x >= 1`, `x = 0`, `x - y >= 0`.
pub fn to_solver(guard: &Guard) -> solver::Guard {
    let (at_least, distinct) = guard.constraints();
    let mut converted = solver::Guard::always();
    for form in at_least {
        let negated = Linear::constant(0).plus(form, -1);
        let equal = negated.as_ref().is_some_and(|negated| at_least.contains(negated));
        if equal && negated.as_ref().is_some_and(|negated| form < negated) {
            continue;
        }
        converted = relate(converted, form, if equal { Relation::Eq } else { Relation::Ge });
    }
    distinct.iter().fold(converted, |converted, form| relate(converted, form, Relation::Ne))
}

fn relate(guard: solver::Guard, form: &Linear, relation: Relation) -> solver::Guard {
    let negative = form.terms.values().all(|&c| c < 0);
    let sign = if negative { -1 } else { 1 };
    let side = Linear { terms: form.terms.iter().map(|(var, &c)| (var.clone(), c * sign)).collect(), constant: 0 };
    let relation = if negative && relation == Relation::Ge { Relation::Le } else { relation };
    guard.and(side.to_expr(), relation, Expr::int(-form.constant * sign))
}

/// A condition of the solver in our form; constraints that are not linear are left out.
pub fn from_solver(guard: &solver::Guard) -> Guard {
    let mut converted = Guard::always();
    for constraint in &guard.0 {
        let Some((lhs, rhs)) = Linear::of(&constraint.lhs).zip(Linear::of(&constraint.rhs)) else { continue };
        let (Some(above), Some(below)) = (lhs.plus(&rhs, -1), rhs.plus(&lhs, -1)) else { continue };
        let possible = match constraint.relation {
            Relation::Eq => converted.require_zero(above),
            Relation::Ge => converted.require(above),
            Relation::Le => converted.require(below),
            _ => true,
        };
        if !possible {
            break;
        }
    }
    converted
}

/// Whether a constraint of the solver follows from a condition.
pub fn implied(meant: &Guard, constraint: &solver::Constraint) -> bool {
    let Some((lhs, rhs)) = Linear::of(&constraint.lhs).zip(Linear::of(&constraint.rhs)) else { return false };
    match constraint.relation {
        Relation::Ge => lhs.plus(&rhs, -1).is_some_and(|form| meant.implies(&form)),
        Relation::Le => rhs.plus(&lhs, -1).is_some_and(|form| meant.implies(&form)),
        _ => false,
    }
}

/// What a constraint of the solver says to be zero or more.
fn nonnegative(constraint: &solver::Constraint) -> Option<Linear> {
    let (lhs, rhs) = Linear::of(&constraint.lhs).zip(Linear::of(&constraint.rhs))?;
    match constraint.relation {
        Relation::Ge => lhs.plus(&rhs, -1),
        Relation::Le => rhs.plus(&lhs, -1),
        _ => None,
    }
}

/// A variable of a form and the value next to its own for which the form is zero or more.
fn moved_inside(form: &Linear) -> Option<(Var, Expr)> {
    let (var, &sign) = form.terms.iter().filter(|(_, c)| c.abs() == 1).max_by_key(|(_, c)| **c)?;
    let limit = Linear::constant(0).plus(&form.plus(&Linear::var(var), -sign)?, -sign)?.to_expr();
    let own = Expr::Var(var.clone());
    Some((var.clone(), if sign == 1 { own.max(limit) } else { own.min(limit) }))
}

/// A solution that holds from some size on, extended to the smaller ones by the cases that apply there.
pub fn extend(
    solution: &Solution,
    definition: &Definition,
    system: &FxHashSet<FnName>,
    meant: &Guard,
    direction: Direction,
) -> Option<Expr> {
    let mut total = solution.expr.clone();
    for constraint in &solution.valid.0 {
        if constraint.relation == Relation::Eq {
            total = along(total, constraint, definition, meant)?;
            continue;
        }
        let form = nonnegative(constraint)?;
        let mut below = meant.clone();
        if !below.require(Linear::constant(-1).plus(&form, -1)?) {
            continue;
        }
        let meets = |case: &&solver::Case| below.clone().require_all(&from_solver(&case.guard));
        let applying: Vec<&solver::Case> = definition.cases.iter().filter(meets).collect();
        if applying.is_empty() && has_value_everywhere(&total) {
            // No call with such sizes ends in this way: what is said of them does not matter.
            continue;
        }
        let (var, value) = moved_inside(&form)?;
        total = total.subst(&var, &value);
        let pick = if direction == Direction::Upper { Expr::max } else { Expr::min };
        for case in applying {
            let mut recursive = false;
            visit_calls(&case.rhs, direction, &mut |name| recursive |= system.contains(name));
            if recursive {
                return None;
            }
            total = pick(total, case.rhs.clone());
        }
    }
    Some(under(&total.simplify(), meant))
}

fn has_value_everywhere(expr: &Expr) -> bool {
    match expr {
        Expr::Num(_) | Expr::Var(_) => true,
        Expr::Add(_) | Expr::Mul(_) | Expr::Max(_) | Expr::Min(_) => {
            expr.children().into_iter().all(has_value_everywhere)
        }
        _ => false,
    }
}

/// A solution that holds where two sizes are equal, where no case is for others: what is said of others does not matter.
fn along(total: Expr, constraint: &solver::Constraint, definition: &Definition, meant: &Guard) -> Option<Expr> {
    let form = Linear::of(&constraint.lhs)?.plus(&Linear::of(&constraint.rhs)?, -1)?;
    for sign in [1, -1] {
        let mut beyond = meant.clone();
        let possible = beyond.require(Linear::constant(-1).plus(&form, sign)?);
        let meets = |case: &solver::Case| beyond.clone().require_all(&from_solver(&case.guard));
        if possible && definition.cases.iter().any(meets) {
            return None;
        }
    }
    let (var, &sign) = form.terms.iter().find(|(_, c)| c.abs() == 1)?;
    let value = Linear::constant(0).plus(&form.plus(&Linear::var(var), -sign)?, -sign)?.to_expr();
    Some(total.subst(var, &value))
}

/// The expression where a condition holds: least and greatest of linear forms that it puts in order are settled.
pub fn under(expr: &Expr, guard: &Guard) -> Expr {
    let mapped = expr.map_children(&mut |child| under(child, guard));
    let (Expr::Min(args) | Expr::Max(args)) = &mapped else { return mapped };
    let least = matches!(mapped, Expr::Min(_));
    let forms: Vec<Option<Linear>> = args.iter().map(Linear::of).collect();
    let beats = |a: &Option<Linear>, b: &Option<Linear>| {
        let (Some(a), Some(b)) = (a, b) else { return false };
        let gap = if least { b.plus(a, -1) } else { a.plus(b, -1) };
        gap.is_some_and(|gap| guard.implies(&gap))
    };
    let mut kept: Vec<usize> = (0..args.len()).collect();
    for at in 0..args.len() {
        if kept.iter().any(|&other| other != at && beats(&forms[other], &forms[at])) {
            kept.retain(|&other| other != at);
        }
    }
    match kept.as_slice() {
        [only] => args[*only].clone(),
        _ => {
            let args = kept.into_iter().map(|at| args[at].clone()).collect();
            if least { Expr::Min(args) } else { Expr::Max(args) }
        }
    }
}
