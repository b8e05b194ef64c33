//! Loops that call what calls them: so many turns, each of the same cost.
//!
//! In: a function, and others of its component that call themselves with one parameter less by 1, all else as it was or
//! moved by a number, so that how often they do is known. Out, for upper bounds: the function unfolded, with so many times
//! the cost of a turn in place of their calls of themselves. `det` calls a loop over the elements of a row that calls `det`, whose size is the
//! same in each turn: T(r, c) = c*T(r-1, c-1) + …. Turns of several kinds cost at most as many of the dearest kind; the
//! parameter that counts is at most what it is at the start, and one that moves at most what it comes to.

use crate::expression::expr::{contains, put};
use crate::expression::poly::Poly;
use crate::proof::check::Limits;
use crate::proof::rises::{Values, is_natural_with_calls, rises_with_calls};
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::transforms::decouple::calls_and_rest;
use crate::transforms::unfold;
use crate::{Expr, Linear, Monotone, Rational, Var};

/// The function with loops of its component summed, unfolded into one that calls only itself.
pub(crate) fn summed(
    own: &Definition,
    others: &[Definition],
    direction: Direction,
    limits: &Limits,
) -> Result<Definition, String> {
    if direction == Direction::Lower {
        return Err("so many of the dearest turns are not below the sum of all".to_string());
    }
    let mut changed = false;
    let mut flat = Vec::new();
    for other in others {
        let loops = other.cases.iter().any(|case| !own_calls(case, other).is_empty());
        changed |= loops;
        let of = if loops { turns(other, limits) } else { Some(other.clone()) };
        flat.push(of.ok_or_else(|| format!("{} is no loop of equal turns", other.name))?);
    }
    if !changed {
        return Err("no other function calls itself".to_string());
    }
    unfold::unfold(own, &flat, direction, limits)
}

/// The calls of itself in a case of a function, each once.
fn own_calls(case: &Case, of: &Definition) -> Vec<Expr> {
    let mut found = Vec::new();
    case.rhs.visit(&mut |e| {
        if let Expr::Call(name, _) = e
            && *name == of.name
            && !found.contains(e)
        {
            found.push(e.clone());
        }
    });
    found
}

/// A loop as a function that does not call itself, at least as great.
fn turns(of: &Definition, limits: &Limits) -> Option<Definition> {
    let (steps, ends): (Vec<&Case>, Vec<&Case>) = of.cases.iter().partition(|case| !own_calls(case, of).is_empty());
    if steps.len() * ends.len() > limits.cases {
        return None;
    }
    let moves: Vec<Moves> = steps.iter().map(|step| Moves::of(step, of)).collect::<Option<_>>()?;
    let counter = moves[0].counter.clone();
    if moves.iter().any(|other| other.counter != counter) {
        return None;
    }
    // The greatest that the others come to: so many turns of the longest move.
    let mut moved: Vec<(Var, i64)> = Vec::new();
    for (var, by) in moves.iter().flat_map(|of| &of.others) {
        match moved.iter_mut().find(|(known, _)| known == var) {
            Some((_, most)) => *most = (*most).max(*by),
            None => moved.push((var.clone(), (*by).max(0))),
        }
    }
    let changing: Vec<&Var> = moved.iter().map(|(var, _)| var).chain([&counter]).collect();
    let most = |(var, by): &(Var, i64)| {
        let value = Expr::Var(var.clone()) + Expr::int(*by) * Expr::Var(counter.clone());
        (var.clone(), value.simplify())
    };
    let most: Vec<(Var, Expr)> = moved.iter().map(most).collect();
    let at_most = |case: &Case| {
        let rises = changing.iter().all(|var| rises(&case.rhs, var));
        rises.then(|| Case { rhs: case.rhs.subst_all(&most), ..case.clone() })
    };
    let turns: Vec<Case> = steps.iter().map(|step| at_most(&turn(step, of)?)).collect::<Option<_>>()?;
    let last: Vec<Case> = ends.iter().map(|end| at_most(end)).collect::<Option<_>>()?;
    // Wherever the loop ends, the other parameters are as they were.
    let apart = |guard: &Guard| guard.project(&|var| !changing.contains(&var));
    let natural = Linear::var(&counter);
    let turned: Vec<Guard> = turns.iter().map(|turn| apart(&turn.guard).with(natural.clone())).collect();
    let mut cases = Vec::new();
    for end in &ends {
        // With no turn it costs as much as 0 turns.
        let never = end.guard.without(&turned).unwrap_or_else(|| vec![end.guard.clone()]);
        cases.extend(never.into_iter().map(|guard| Case { guard, rhs: end.rhs.clone() }));
    }
    for ((turn, guard), end) in turns.iter().zip(&turned).flat_map(|turn| last.iter().map(move |end| (turn, end))) {
        let guard = guard.clone().both(&apart(&end.guard));
        if region::is_possible(&guard) {
            let rhs = (Expr::Var(counter.clone()) * turn.rhs.clone() + end.rhs.clone()).simplify_ending();
            cases.push(Case { guard, rhs });
        }
    }
    Some(Definition { cases, ..of.clone() })
}

/// How parameters move in the only call of itself in a case.
struct Moves {
    /// That which is less by 1.
    counter: Var,
    /// Others, and by how much they are more.
    others: Vec<(Var, i64)>,
}

impl Moves {
    fn of(step: &Case, of: &Definition) -> Option<Moves> {
        let calls = own_calls(step, of);
        let [Expr::Call(_, args)] = calls.as_slice() else { return None };
        let (mut counters, mut others) = (Vec::new(), Vec::new());
        for (param, arg) in of.params.iter().zip(args) {
            let by = Poly::of(arg).sub(&Poly::var(param)).as_int()?;
            let positive = Linear::var(param).plus(&Linear::constant(1), -1)?;
            match by {
                0 => {}
                -1 if step.guard.implies(&positive) => counters.push(param.clone()),
                by => others.push((param.clone(), by)),
            }
        }
        // Any of those that count will do.
        let counter = counters.pop()?;
        others.extend(counters.into_iter().map(|var| (var, -1)));
        Some(Moves { counter, others })
    }
}

/// What a turn costs besides the turns after it, which is natural.
fn turn(step: &Case, of: &Definition) -> Option<Case> {
    let call = own_calls(step, of).pop()?;
    let poly = Poly::of(&step.rhs);
    let is_sum = poly.terms.iter().all(|(mono, factor)| {
        let holds = mono.powers.iter().any(|(atom, _)| contains(atom, &call))
            || mono.exps.iter().any(|(key, _)| contains(key, &call));
        let is_call = mono.exps.is_empty() && mono.powers.as_slice() == [(call.clone(), 1)];
        !holds || is_call && *factor == Rational::ONE
    });
    let rest = put(&step.rhs, &call, &Expr::int(0)).simplify_ending();
    let is_natural = is_natural_with_calls(&rest, &step.guard);
    let rises = rises_with_calls(&rest, &step.guard, Values::Natural).is_ok();
    (is_sum && is_natural && rises).then(|| Case { rhs: rest, ..step.clone() })
}

/// Whether an expression does not fall where a variable grows, on which calls do not depend.
fn rises(e: &Expr, var: &Var) -> bool {
    let (calls, rest) = calls_and_rest(e);
    let rest = rest.to_expr();
    !calls.mentions(var) && matches!(rest.monotone_in(var), Monotone::NonDecreasing | Monotone::Constant)
}
