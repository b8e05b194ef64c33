//! Recursion in which a linear form falls to a part of it at the least: logarithmically many steps or more.
//!
//! In: alternatives with at most one call each. Out: a lower bound where all recursive ones start, the number of steps times the
//! cheapest and the cheapest end. The form is found by a linear program, as in `potential.rs`.
//!
//! Where nothing is called, r <= 1; a call leaves p/q of r or more. After m calls, the last of which is made at x',
//! 1 >= r(x') >= (p/q)^m*r(x), so m >= log(r)/log(q/p).

use crate::classes::Problem;
use crate::classes::geometric::{self, Forms, PARTS, Part};
use crate::classes::potential;
use crate::expression::poly::Poly;
use crate::proof::claim::{Found, Support};
use crate::system::equation::Direction;
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::Alternative;
use crate::{Expr, Rational};

/// Whether every alternative calls at most once, at a cost that is the same all the way.
pub(crate) fn is_shrinking(problem: &Problem<'_>) -> bool {
    problem.direction == Direction::Lower
        && geometric::is_chain(problem)
        && problem.alternatives.iter().all(|a| !a.relaxed)
}

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    let (recursive, ends): (Vec<&Alternative>, Vec<&Alternative>) =
        problem.alternatives.iter().partition(|a| a.is_recursive());
    let definition = problem.definition;
    let domain = region::natural(&definition.domain, definition.params.iter());
    // A call where no case applies is an end that gives 0.
    let nowhere = problem.nowhere().ok_or("where no case applies is too much to find out")?;
    let valid = potential::shared_guard(&domain, &recursive);
    let cheapest = |of: &[&Alternative], more: Option<Expr>| {
        let all: Vec<Expr> = of.iter().map(|a| a.rest.to_expr()).chain(more).collect();
        if all.is_empty() { Expr::int(0) } else { region::settled(&Expr::Min(all).simplify(), &valid) }
    };
    let step = cheapest(&recursive, None);
    if !region::is_nonnegative_under(&Poly::of(&step), &domain.clone().both(&valid)) {
        return Err("a step may cost less than nothing".to_string());
    }
    let found = PARTS.iter().rev().find_map(|part| falling(problem, &recursive, &ends, &nowhere, &valid, part));
    let (form, times, how) = found.ok_or("no form is left in part with every call")?;
    let steps = (Expr::Num(times) * form.to_expr().log2()).simplify().ceil();
    let bound = (steps * step + cheapest(&ends, (!nowhere.is_empty()).then(|| Expr::int(0)))).simplify();
    Ok(Found { proof: Support::Theorem, steps: vec![how], ..Found::new(bound, valid) })
}

/// A form of which a part is left, and how often a logarithm of it counts.
fn falling(
    problem: &Problem<'_>,
    recursive: &[&Alternative],
    ends: &[&Alternative],
    nowhere: &[Guard],
    valid: &Guard,
    Part { left: [p, q], at_least: [times, of], .. }: &Part,
) -> Option<(Poly, Rational, String)> {
    let part = Rational::ratio(*p, *q)?;
    let mut forms = Forms::new(problem);
    let r = forms.form();
    let (one, minus) = (Rational::ONE, Rational::from(-1));
    for a in recursive {
        forms.demand(a, &[(r, one.clone(), true), (r, -part.clone(), false)], 0);
    }
    for guard in ends.iter().map(|a| &a.guard).chain(nowhere) {
        forms.demand_here(guard, &[(r, minus.clone(), false)], 1);
    }
    forms.at_least_one(r, valid);
    let r = forms.greatest(r, valid)?;
    // A constant tells nothing of large sizes.
    if r.as_constant().is_some() {
        return None;
    }
    let how = format!("{part} of {} is left with every call, or more", r.to_expr());
    Some((r, Rational::ratio(*times, *of)?, how))
}
