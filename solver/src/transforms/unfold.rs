//! Mutual recursion unfolded into one function.
//!
//! In: a function and the others of its component. Out: the function with the others' cases put in place of their calls,
//! guards conjoined, so that it calls only itself. Possible when every cycle goes through it; else the reason. Where it
//! is not, an upper bound of all functions of the component bounds each ([`joined`]).

use crate::expression::expr::put;
use crate::expression::poly::Poly;
use crate::proof::check::{Limits, OUT_OF_TIME};
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region::{self, Place};
use crate::transforms::{splits, unseen};
use crate::{Expr, FnName, Monotone, Var};

/// Rounds of replacing all calls of others.
const ROUNDS: usize = 8;

pub(crate) fn unfold(
    own: &Definition,
    others: &[Definition],
    direction: Direction,
    limits: &Limits,
) -> Result<Definition, String> {
    if has_cycle(others) {
        return Err(format!("a cycle of the mutual recursion does not pass through {}", own.name));
    }
    let mut cases = own.cases.clone();
    for _ in 0..ROUNDS {
        let mut next = Vec::new();
        let mut changed = false;
        for case in cases {
            if limits.expired() {
                return Err(OUT_OF_TIME.to_string());
            }
            match first_call(&case.rhs, others) {
                None => next.push(case),
                Some((call, other)) => {
                    changed = true;
                    next.extend(replace(&case, &call, other, direction));
                }
            }
            if next.len() > limits.cases {
                return Err(format!("unfolding the mutual recursion makes more than {} cases", limits.cases));
            }
        }
        cases = next;
        if !changed {
            return Ok(Definition { cases, ..own.clone() });
        }
    }
    Err(format!("unfolding the mutual recursion takes more than {ROUNDS} rounds"))
}

/// Whether some of the functions call themselves, at once or through others of them.
fn has_cycle(functions: &[Definition]) -> bool {
    let mut left: Vec<&Definition> = functions.iter().collect();
    loop {
        let calls_left = |d: &&Definition| left.iter().any(|of| calls(d, std::slice::from_ref(of)));
        let callers: Vec<&Definition> = left.iter().copied().filter(calls_left).collect();
        if callers.len() == left.len() {
            return !left.is_empty();
        }
        left = callers;
    }
}

/// One function that is at least each of a component, for upper bounds: all their cases, with every call a call of it.
///
/// Those that do not call themselves are unfolded into the others first. The least solution of the joined cases is at
/// least each function, by induction, since no case falls with the value of a call.
pub(crate) fn joined(
    own: &Definition,
    others: &[Definition],
    direction: Direction,
    limits: &Limits,
) -> Result<Definition, String> {
    if direction == Direction::Lower {
        return Err("one function above all is not below them".to_string());
    }
    let mut members: Vec<Definition> = [std::slice::from_ref(own), others].concat();
    while let Some(at) = members.iter().skip(1).position(|d| !calls(d, std::slice::from_ref(d))) {
        let gone = members.remove(at + 1);
        for member in &mut members {
            *member = unfold(member, std::slice::from_ref(&gone), direction, limits)?;
        }
    }
    let mut cases = Vec::new();
    for member in &members {
        if member.params.len() != own.params.len()
            || !member.cases.iter().all(|case| rises_in_calls(&case.rhs, &members) && is_natural(case, &members))
        {
            return Err("the functions of the mutual recursion do not rise with each other".to_string());
        }
        let names: Vec<(Var, Expr)> =
            member.params.iter().cloned().zip(own.params.iter().cloned().map(Expr::Var)).collect();
        cases.extend(member.cases.iter().map(|case| Case {
            guard: case.guard.subst_all(&names),
            rhs: renamed(&case.rhs.subst_all(&names), &members, &own.name),
        }));
    }
    Ok(Definition { cases, ..own.clone() })
}

/// Whether a value is natural where calls are: then a call that stands for 0 is below the common bound.
fn is_natural(case: &Case, members: &[Definition]) -> bool {
    let mut rest = case.rhs.clone();
    while let Some((call, _)) = first_call(&rest, members) {
        rest = put(&rest, &call, &Expr::int(0));
    }
    region::is_nonnegative_under(&Poly::of(&rest), &case.guard)
}

fn calls(definition: &Definition, of: &[Definition]) -> bool {
    definition.cases.iter().any(|case| first_call(&case.rhs, of).is_some())
}

/// Whether a value does not fall when the value of a call in it grows.
fn rises_in_calls(rhs: &Expr, members: &[Definition]) -> bool {
    let value = Var::from("#value");
    let mut rest = rhs.clone();
    while let Some((call, _)) = first_call(&rest, members) {
        let Expr::Call(_, args) = &call else { return false };
        let of_value = put(&rest, &call, &Expr::Var(value.clone()));
        if args.iter().any(Expr::has_call)
            || !matches!(of_value.monotone_in(&value), Monotone::NonDecreasing | Monotone::Constant)
        {
            return false;
        }
        rest = put(&rest, &call, &Expr::int(1));
    }
    true
}

/// With calls of one function in place of calls of any of several.
fn renamed(e: &Expr, members: &[Definition], name: &FnName) -> Expr {
    match e.map_children(&mut |child| renamed(child, members, name)) {
        Expr::Call(called, args) if members.iter().any(|d| d.name == called) => Expr::Call(name.clone(), args),
        other => other,
    }
}

fn first_call<'a>(rhs: &Expr, others: &'a [Definition]) -> Option<(Expr, &'a Definition)> {
    let mut found = None;
    rhs.visit(&mut |e| {
        if let Expr::Call(name, args) = e
            && found.is_none()
            && let Some(other) = others.iter().find(|d| d.name == *name && d.params.len() == args.len())
        {
            found = Some((e.clone(), other));
        }
    });
    found
}

/// The case once per case of the called function that can apply, and once with 0 where none does.
pub(crate) fn replace(case: &Case, call: &Expr, other: &Definition, direction: Direction) -> Vec<Case> {
    // A choice of a split whose call has no case is none.
    if splits::is_choice(&case.rhs, call) {
        return replace_covered(case, call, other, direction);
    }
    let guards: Vec<Guard> = other.cases.iter().map(|inner| inner.guard.clone()).collect();
    let everywhere = region::natural(&Guard::always(), other.params.iter());
    let nowhere = everywhere.without(&guards).unwrap_or_else(|| vec![Guard::always()]);
    let nothing = nowhere.into_iter().map(|guard| Case { guard, rhs: Expr::int(0) });
    let cases = other.cases.iter().cloned().chain(nothing).collect();
    replace_covered(case, call, &Definition { cases, ..other.clone() }, direction)
}

/// Whether it is decided for each case of the called function where it applies; else cases that are put in place of the
/// call may apply where they should not, and what is found is only a bound. So it is where a split is divided among
/// several: of the greatest the least would be taken, or the other way round.
pub(crate) fn is_sharp(case: &Case, call: &Expr, other: &Definition) -> bool {
    let Expr::Call(_, args) = call else { return true };
    let values = other.at(args);
    let is_whole = || match other.cases.as_slice() {
        [only] => splits::is_narrowed(case, call, &only.guard, &values),
        _ => false,
    };
    if splits::is_choice(&case.rhs, call) && !is_whole() {
        return false;
    }
    other.cases.iter().all(|case| case.guard.substituted(&values).1)
}

/// Whether that is so of all calls of some functions in a definition.
pub(crate) fn calls_are_sharp(definition: &Definition, of: &[Definition]) -> bool {
    let mut sharp = true;
    for case in &definition.cases {
        case.rhs.visit(&mut |e| {
            if let Expr::Call(name, _) = e
                && let Some(callee) = of.iter().find(|d| d.name == *name)
            {
                sharp &= is_sharp(case, e, callee);
            }
        });
    }
    sharp
}

/// The same, where one of the cases applies, or in a split none need.
pub(crate) fn replace_covered(case: &Case, call: &Expr, other: &Definition, direction: Direction) -> Vec<Case> {
    let result = replace_met(case, call, other, direction);
    if !result.is_empty() || !region::is_possible(&case.guard) {
        return result;
    }
    let places = region::places(&case.rhs, call, &case.guard);
    let in_sum = |place: &Place| place.ranges.iter().any(|range| matches!(range, Expr::Sum(_)));
    if !places.iter().any(in_sum) {
        return result;
    }
    let rhs = match places.iter().any(|place| region::is_possible(&place.guard)) {
        true => put(&case.rhs, call, &unseen("a sum in a split")),
        // The sum is always empty.
        false => put(&case.rhs, call, &Expr::int(0)),
    };
    vec![Case { rhs, ..case.clone() }]
}

/// The case once per case of the called function that can apply. Of a sum all terms must be of one case. Where the call's
/// value is not known, that of the case is not, whatever it is the minimum with.
pub(crate) fn replace_met(case: &Case, call: &Expr, other: &Definition, direction: Direction) -> Vec<Case> {
    let Expr::Call(_, args) = call else {
        return vec![];
    };
    let values = other.at(args);
    let places = region::places(&case.rhs, call, &case.guard);
    let mut result = Vec::new();
    for inner in &other.cases {
        let there = inner.guard.subst_all(&values);
        if !places.iter().any(|place| region::is_possible(&place.guard.clone().both(&there))) {
            continue;
        }
        let part = splits::restricted(case, call, &places, &inner.guard, &values, direction);
        if region::is_possible(&part.guard) {
            let rhs = match inner.rhs.is_infinite() {
                true => Expr::Inf,
                false => put(&part.rhs, call, &inner.rhs.subst_all(&values)),
            };
            result.push(Case { rhs, ..part });
        }
    }
    result
}
