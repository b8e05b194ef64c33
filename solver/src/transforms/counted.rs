//! Loops that call what calls them: so many turns, each of the same cost.
//!
//! In: a function, and others of its component that call themselves with one parameter less by 1, all else as it was, so
//! that how often they do is known. Out, for upper bounds: the function unfolded, with so many times the cost of a turn in
//! place of their calls of themselves. `det` calls a loop over the elements of a row that calls `det`, whose size is the
//! same in each turn: T(r, c) = c*T(r-1, c-1) + …. Turns of several kinds cost at most as many of the dearest kind, and
//! the parameter that counts is at most what it is at the start.

use crate::expression::expr::{contains, put};
use crate::expression::poly::{Mono, Poly};
use crate::proof::check::Limits;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
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
    let (steps, ends): (Vec<&Case>, Vec<&Case>) =
        of.cases.iter().partition(|case| !own_calls(case, of).is_empty());
    if steps.len() * ends.len() > limits.cases {
        return None;
    }
    let counter = steps.iter().map(|step| counter(step, of)).reduce(|a, b| if a == b { a } else { None })??;
    let turns: Vec<Case> = steps.iter().map(|step| turn(step, of, &counter)).collect::<Option<_>>()?;
    let ends_at_most = |end: &&Case| rises(&end.rhs, &counter);
    if !ends.iter().all(ends_at_most) {
        return None;
    }
    // Wherever the loop ends, the other parameters are as they were.
    let apart = |guard: &Guard| guard.project(&|var| *var != counter);
    let begun = Linear::var(&counter).plus(&Linear::constant(1), -1)?;
    let mut cases: Vec<Case> = ends.iter().map(|&end| end.clone()).collect();
    for (turn, end) in turns.iter().flat_map(|turn| ends.iter().map(move |end| (turn, end))) {
        let guard = apart(&turn.guard).both(&apart(&end.guard)).with(begun.clone());
        if region::is_possible(&guard) {
            let rhs = (Expr::Var(counter.clone()) * turn.rhs.clone() + end.rhs.clone()).simplify_ending();
            cases.push(Case { guard, rhs });
        }
    }
    Some(Definition { cases, ..of.clone() })
}

/// The parameter that the only call of itself in a case has one less of, where the others are as they were.
fn counter(step: &Case, of: &Definition) -> Option<Var> {
    let calls = own_calls(step, of);
    let [Expr::Call(_, args)] = calls.as_slice() else { return None };
    let mut moved = None;
    for (param, arg) in of.params.iter().zip(args) {
        let here = Expr::Var(param.clone());
        if *arg == here {
            continue;
        }
        let less = (here - Expr::int(1)).simplify();
        if moved.is_some() || arg.simplify() != less {
            return None;
        }
        moved = Some(param.clone());
    }
    let positive = Linear::var(moved.as_ref()?).plus(&Linear::constant(1), -1)?;
    moved.filter(|_| step.guard.implies(&positive))
}

/// What a turn costs besides the turns after it: natural, and no less where more turns are left.
fn turn(step: &Case, of: &Definition, counter: &Var) -> Option<Case> {
    let call = own_calls(step, of).pop()?;
    let poly = Poly::of(&step.rhs);
    let is_sum = poly.terms.iter().all(|(mono, factor)| {
        let holds = mono.powers.iter().filter(|(atom, _)| contains(atom, &call)).count();
        holds == 0 && !mono.exps.iter().any(|(key, _)| contains(key, &call))
            || mono.exps.is_empty() && mono.powers.as_slice() == [(call.clone(), 1)] && *factor == Rational::ONE
    });
    let rest = put(&step.rhs, &call, &Expr::int(0)).simplify_ending();
    (is_sum && rises(&rest, counter) && is_natural(&rest, &step.guard)).then(|| Case { rhs: rest, ..step.clone() })
}

/// The part of an expression with calls, and the rest; nothing where that cannot be told.
fn calls_and_rest(e: &Expr) -> (Poly, Poly) {
    let (mut calls, mut rest) = (Poly::of(e), Poly::of(e));
    let has_call = |mono: &Mono| {
        mono.powers.iter().any(|(atom, _)| atom.has_call()) || mono.exps.iter().any(|(key, _)| key.has_call())
    };
    calls.terms.retain(|mono, _| has_call(mono));
    rest.terms.retain(|mono, _| !has_call(mono));
    (calls, rest)
}

/// Whether an expression does not fall where a variable grows, on which calls do not depend.
fn rises(e: &Expr, var: &Var) -> bool {
    let (calls, rest) = calls_and_rest(e);
    let rest = rest.to_expr();
    !calls.mentions(var) && matches!(rest.monotone_in(var), Monotone::NonDecreasing | Monotone::Constant)
}

/// Whether an expression is at least 0 where calls are, and rises with them.
fn is_natural(e: &Expr, guard: &Guard) -> bool {
    let (calls, rest) = calls_and_rest(e);
    let rises = calls.terms.iter().all(|(mono, factor)| {
        let (of_calls, others): (Vec<_>, Vec<_>) = mono.powers.iter().cloned().partition(|(atom, _)| atom.has_call());
        let coefficient = Mono { powers: others, exps: mono.exps.clone() };
        of_calls.iter().all(|(atom, power)| matches!(atom, Expr::Call(..)) && *power > 0)
            && !mono.exps.iter().any(|(key, _)| key.has_call())
            && region::is_nonnegative_under(&Poly::term(coefficient, factor.clone()), guard)
    });
    rises && region::is_nonnegative_under(&rest, guard)
}
