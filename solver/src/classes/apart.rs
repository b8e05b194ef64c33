//! Recursion in which several parameters move, each by itself: it ends where the first of them does.
//!
//! In: alternatives whose calls all move a parameter as it alone says, at costs of it alone or of what stays as it is. Out: the
//! least of what the same recursion comes to in each of them, with the others forgotten: f(x - 1, floor(y/2)) + 1 takes x steps,
//! or floor(log2(y)) + 1, whatever is less.
//!
//! **From above.** Of one parameter v, with every condition as far as it is about v, every alternative of f is one of g_v, so
//! f <= g_v. **From below.** g_v has the recursive alternatives and some of the ends, and each end is one of some g_v. At an end
//! of g_v, g_v <= f; at a call f(p) = c + f(p') >= c + min g_v(p') >= min g_v(p), by induction over derivations.

use crate::classes::{self, Problem, geometric};
use crate::expression::poly::Poly;
use crate::proof::claim::{Extent, Found, Support};
use crate::proof::prove::prove;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{Alternative, RecCall, Role};
use crate::{Expr, Var};

pub(crate) fn solve(problem: &Problem<'_>) -> Result<Found, String> {
    by_some(problem, 2)
}

/// The same of one parameter, where others end the recursion before it as they like.
pub(crate) fn solve_by_one(problem: &Problem<'_>) -> Result<Found, String> {
    by_some(problem, 1)
}

/// From above, of so many parameters at the least; from below, of as many as tell all ends.
fn by_some(problem: &Problem<'_>, enough: usize) -> Result<Found, String> {
    let Problem { definition, direction, extent, alternatives, .. } = problem;
    // Calls may lead out of the domain.
    let everywhere = region::natural(&Guard::always(), definition.params.iter());
    let is_natural = |a: &Alternative| {
        let here = everywhere.clone().both(&a.guard);
        let all = |call: &RecCall| [&call.args[..], std::slice::from_ref(&call.coeff)].concat();
        let mut values = a.calls.iter().flat_map(all).chain([a.rest.clone()]);
        a.overs.is_empty() && values.all(|value| region::is_nonnegative_under(&value, &here))
    };
    if *extent == Extent::Exact || !alternatives.iter().all(is_natural) {
        return Err("parameters are not looked at each by itself".to_string());
    }
    let (recursive, mut ends): (Vec<Alternative>, Vec<Alternative>) =
        alternatives.iter().cloned().partition(Alternative::is_recursive);
    if *direction == Direction::Lower {
        if alternatives.iter().any(|a| a.relaxed) {
            return Err("some calls are left out".to_string());
        }
        // A call where no case applies is an end that gives 0.
        let nowhere = problem.nowhere().ok_or("where no case applies is too much to find out")?;
        let nothing = |guard| Alternative { guard, calls: vec![], overs: vec![], rest: Poly::zero(), relaxed: false };
        ends.extend(nowhere.into_iter().map(nothing));
    }
    let end = (*direction == Direction::Upper).then(|| taken_out(problem, &mut ends)).flatten();
    let mut open: Vec<usize> = (0..ends.len()).collect();
    let mut found: Vec<Found> = Vec::new();
    for at in problem.changing() {
        let Some((own, taken)) = alone(problem, at, &recursive, &ends) else { continue };
        let Some(of_one) = solved(&own, problem) else { continue };
        open.retain(|end| !taken.contains(end));
        found.push(of_one);
    }
    let is_told = match direction {
        Direction::Upper => found.len() >= enough,
        Direction::Lower => open.is_empty() && !found.is_empty(),
    };
    if !is_told {
        return Err("parameters do not tell each by itself when it ends".to_string());
    }
    let valid = found.iter().fold(Guard::always(), |valid, of_one| valid.both(&of_one.valid));
    let least = Expr::Min(found.iter().map(|of_one| of_one.expr.clone()).collect());
    let bound = (least + end.unwrap_or(Expr::int(0))).simplify();
    let domain = region::natural(&definition.domain, definition.params.iter());
    let bound = region::settled(&bound, &domain.both(&valid)).simplify();
    let mut steps: Vec<String> = found.into_iter().flat_map(|of_one| of_one.steps).collect();
    steps.push("the parameter that ends first decides".to_string());
    Ok(Found { proof: Support::Theorem, steps, ..Found::new(bound, valid) })
}

/// The costliest end of a recursion with one call in each step, where it is the same all the way: it comes once, after steps
/// to ends that give nothing, as calls do where no case applies.
fn taken_out(problem: &Problem<'_>, ends: &mut Vec<Alternative>) -> Option<Expr> {
    let is_fixed = |end: &Alternative| geometric::is_fixed(problem, &end.rest);
    if !geometric::is_chain(problem) || !ends.iter().all(is_fixed) {
        return None;
    }
    let all = ends.drain(..).map(|end| end.rest.to_expr());
    all.reduce(Expr::max).map(|end| end.simplify())
}

/// The recursion in one parameter and those that stay as they are, with the ends that it has; nothing where that depends on
/// others.
fn alone(
    problem: &Problem<'_>,
    at: usize,
    recursive: &[Alternative],
    ends: &[Alternative],
) -> Option<(Definition, Vec<usize>)> {
    let Problem { definition, direction, roles, .. } = problem;
    let kept: Vec<usize> = (0..roles.len()).filter(|&i| i == at || roles[i] == Role::Fixed).collect();
    let params: Vec<Var> = kept.iter().map(|&i| definition.params[i].clone()).collect();
    let keep = |var: &Var| params.contains(var);
    let is_own = |p: &Poly| p.to_expr().vars().iter().all(keep);
    let stays = |call: &RecCall| call.args[at] == Poly::var(&definition.params[at]);
    if recursive.iter().flat_map(|a| &a.calls).any(stays) {
        return None;
    }
    let case = |a: &Alternative| {
        let call = |call: &RecCall| {
            let args: Vec<Poly> = kept.iter().map(|&i| call.args[i].clone()).collect();
            let is_alone = args.iter().chain([&call.coeff]).all(is_own);
            let args = args.iter().map(Poly::to_expr).collect();
            is_alone.then(|| call.coeff.to_expr() * Expr::Call(definition.name.clone(), args))
        };
        let rest = is_own(&a.rest).then(|| a.rest.to_expr())?;
        let rhs = a.calls.iter().try_fold(rest, |sum, of| Some(sum + call(of)?))?.simplify();
        Some(Case { guard: a.guard.project(&keep), rhs })
    };
    let mut cases: Vec<Case> = recursive.iter().map(case).collect::<Option<_>>()?;
    // From below, where it goes on it is not said to end.
    let goes_on: Vec<Guard> = cases.iter().map(|case| case.guard.clone()).collect();
    let is_taken = |end: &Alternative| {
        let here = end.guard.project(&keep);
        let is_apart = |other: &Guard| !region::is_possible(&here.clone().both(other));
        *direction == Direction::Upper || goes_on.iter().all(is_apart)
    };
    let taken: Vec<usize> = (0..ends.len()).filter(|&end| is_taken(&ends[end])).collect();
    cases.extend(taken.iter().map(|&end| case(&ends[end])).collect::<Option<Vec<_>>>()?);
    let domain = definition.domain.project(&keep);
    (!taken.is_empty() || *direction == Direction::Upper)
        .then(|| (Definition { name: definition.name.clone(), params, domain, cases }, taken))
}

/// What a class finds for the recursion in one parameter, proved.
fn solved(own: &Definition, problem: &Problem<'_>) -> Option<Found> {
    let Problem { direction, extent, limits, .. } = problem;
    let found = classes::guess(own, *direction, *extent, limits).ok()?;
    let is_given = found.proof == Support::Theorem;
    prove(own, &[found.piece()], *direction, &|_| is_given, limits).ok()?;
    Some(found)
}
