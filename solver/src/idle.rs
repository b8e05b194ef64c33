//! Parameters that only keep a function within a part of its domain: where all of its cases lie on one side of
//! `more >= less`, no call leaves that, and one of the two is of no other use; or on the line of `one = other + c`.
//!
//! In: one function over the natural numbers. Out: the same function without that parameter, and the region on which both
//! have the same values: each case applies there wherever it does without the parameter, and calls the same. Taking halves of
//! so many off a list that holds as many is one; classes look at the number then.

use crate::enclosed::{calls, is_plain, restricted, stay};
use crate::system::equation::{Case, Definition};
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::system::solution::{Piece, Solution};
use crate::{Expr, Var};

/// Functions of more parameters are not looked at.
const PARAMS: usize = 5;

/// The function without a parameter, and where it is the same.
pub(crate) fn without_idle(definition: &Definition) -> Option<(Definition, Guard)> {
    let count = definition.params.len();
    if !(2..=PARAMS).contains(&count) || !definition.cases.iter().any(|case| case.rhs.has_call()) {
        return None;
    }
    let others = |idle: usize| (0..count).filter(move |other| *other != idle);
    let pairs = || (0..count).flat_map(|idle| others(idle).map(move |other| (idle, other)));
    let difference = |(idle, other): (usize, usize)| {
        Linear::var(&definition.params[idle]).plus(&Linear::var(&definition.params[other]), -1)
    };
    let tied = pairs().find_map(|pair| {
        let (form, idle) = (difference(pair)?, &definition.params[pair.0]);
        let offset = offset(definition, &form)?;
        let above = form.plus(&Linear::constant(offset), -1)?;
        let region = Guard::always().with(above.clone()).with(Linear::constant(0).plus(&above, -1)?);
        let equal = Linear::var(&definition.params[pair.1]).plus(&Linear::constant(offset), 1)?.to_expr();
        let case = |case: &Case| Case { rhs: case.rhs.subst(idle, &equal), ..case.clone() };
        let tied = Definition { cases: definition.cases.iter().map(case).collect(), ..definition.clone() };
        Some((without(&tied, pair.0, &region)?, region))
    });
    tied.or_else(|| {
        pairs().flat_map(|pair| [(pair, 1), (pair, -1)]).find_map(|(pair, sign)| {
            let region = Guard::always().with(Linear::constant(0).plus(&difference(pair)?, sign)?);
            Some((without(definition, pair.0, &region)?, region))
        })
    })
}

/// The number that a form is wherever a case applies.
fn offset(definition: &Definition, form: &Linear) -> Option<i64> {
    let negated = Linear::constant(0).plus(form, -1)?;
    let of_case = |case: &Case| {
        let here = definition.domain.clone().both(&case.guard);
        let least = here.lower_limit(form)?;
        (here.lower_limit(&negated)? == -least).then_some(least)
    };
    let mut offsets = definition.cases.iter().map(of_case);
    let first = offsets.next()??;
    offsets.all(|other| other == Some(first)).then_some(first)
}

/// The function without a parameter, if it is the same on a region in which all of its cases lie.
fn without(definition: &Definition, idle: usize, region: &Guard) -> Option<Definition> {
    let param = &definition.params[idle];
    let lies_inside = |case: &Case| definition.domain.clone().both(&case.guard).implies_all(region);
    if !definition.cases.iter().all(lies_inside) {
        return None;
    }
    let own = restricted(definition, region).filter(is_plain)?;
    let stays = |case: &Case| {
        let made = calls(&case.rhs, &own);
        // What is called for the argument must end.
        let is_plain = |call: &Expr| matches!(call, Expr::Call(_, args) if !args[idle].has_call());
        made.iter().all(is_plain) && stay(&made, &case.guard, &own)
    };
    if !own.cases.iter().all(stays) {
        return None;
    }
    let case = |case: &Case| {
        let guard = case.guard.project(&|var| var != param);
        let here = own.domain.clone().both(&guard);
        let rhs = short(&case.rhs, &own, idle);
        (here.implies_all(&case.guard) && !rhs.mentions(param)).then_some(Case { guard, rhs })
    };
    let params: Vec<Var> = definition.params.iter().filter(|other| *other != param).cloned().collect();
    let cases = own.cases.iter().map(case).collect::<Option<Vec<Case>>>()?;
    let domain = own.domain.project(&|var| var != param);
    Some(Definition { name: definition.name.clone(), params, domain, cases })
}

/// The function's calls in an expression without the argument at a place.
fn short(e: &Expr, own: &Definition, idle: usize) -> Expr {
    match e {
        Expr::Call(name, args) if *name == own.name => {
            let kept = args.iter().enumerate().filter(|(at, _)| *at != idle);
            Expr::call(name.clone(), kept.map(|(_, arg)| short(arg, own, idle)).collect())
        }
        e => e.map_children(&mut |child| short(child, own, idle)),
    }
}

/// A solution of the function without the parameter, where that is the same.
pub(crate) fn within(solution: Solution, region: &Guard) -> Solution {
    let pieces =
        solution.pieces.into_iter().map(|piece| Piece { region: piece.region.both(region), ..piece }).collect();
    let note = "without a parameter that only keeps it within its limits".to_string();
    Solution { pieces, steps: [solution.steps, vec![note]].concat(), ..solution }
}
