//! Transform: the ranges of sums and splits begin at 0 or above, under variables of their own.
//!
//! In: a system as it is written. Out: one with the same values in which the variable of every range is a natural number
//! that nothing else is called by. A split under a sum that may have no choice is taken out: what such a case is depends
//! on every number of the sum. And which functions have splits with choices that may not count, because a call in them
//! has no case: of those only bounds are found, and none where a choice less makes a bound wrong.

use std::collections::BTreeSet;

use crate::expression::expr::{Binder, put};
use crate::expression::poly::Poly;
use crate::system::equation::{ByName, Case, Definition, Direction, System};
use crate::system::form::Relation;
use crate::system::guard::Guard;
use crate::system::shape::widens;
use crate::transforms::{splits, unseen};
use crate::{Expr, FnName};

/// Cases, by function and number.
type Cases = BTreeSet<(FnName, usize)>;

/// The system with such ranges, and the functions of which choices may not count.
pub(crate) fn natural_ranges(system: &System, direction: Direction) -> (System, BTreeSet<FnName>) {
    let prepared = |definition: &Definition| {
        let params = definition.params.iter().cloned().collect();
        let cases = definition.cases.iter().map(|case| {
            let guard = case.guard.clone();
            let rhs = shifted(&case.rhs.apart(&params), &guard.clone().both(&definition.domain));
            Case { guard, rhs }
        });
        Definition { cases: cases.collect(), ..definition.clone() }
    };
    let mut system = System { definitions: system.definitions.iter().map(prepared).collect() };
    let losing = losing(&system);
    for definition in &mut system.definitions {
        for (at, case) in definition.cases.iter_mut().enumerate() {
            if losing.contains(&(definition.name.clone(), at)) {
                case.rhs = without_splits(&case.rhs, direction);
            }
        }
    }
    (system, losing.into_iter().map(|(name, _)| name).collect())
}

/// The cases of which choices may not count, by function and number: so that what calls these may have no case either.
fn losing(system: &System) -> Cases {
    let by_name = system.by_name();
    let mut losing = Cases::new();
    loop {
        let before = losing.len();
        for definition in &system.definitions {
            for (at, case) in definition.cases.iter().enumerate() {
                let guard = case.guard.clone().both(&definition.domain);
                if !choices_count(&case.rhs, &guard, false, &by_name, &losing) {
                    losing.insert((definition.name.clone(), at));
                }
            }
        }
        if losing.len() == before {
            return losing;
        }
    }
}

/// Without the splits of which a choice less may make a bound wrong: a greatest of fewer is less, a least of fewer more.
fn without_splits(rhs: &Expr, direction: Direction) -> Expr {
    let mut kept = rhs.clone();
    rhs.visit(&mut |e| {
        let is_split = matches!(e, Expr::MaxOver(_) | Expr::MinOver(_));
        if is_split && !widens(rhs, e, direction) {
            kept = put(&kept, e, &unseen("a split of which choices may not count"));
        }
    });
    kept
}

/// A condition inside a range, as far as its ends are linear.
fn inside(guard: &Guard, b: &Binder) -> Guard {
    let k = Poly::var(&b.var);
    guard.clone().and_nonnegative(&k.sub(&Poly::of(&b.lo))).and_nonnegative(&Poly::of(&b.hi).sub(&k))
}

/// Whether a form is zero or more wherever a condition holds.
fn is_natural(p: &Poly, guard: &Guard) -> bool {
    let condition = Guard::always().linear(&p.to_expr(), Relation::Ge, &Expr::int(0));
    condition.is_some_and(|condition| guard.implies_all(&condition))
}

fn shifted(e: &Expr, guard: &Guard) -> Expr {
    let ranged = |b: &Binder| {
        let b = match is_natural(&Poly::of(&b.lo), guard) {
            true => b.clone(),
            false => {
                let from = Expr::Var(b.var.clone()) + b.lo.clone();
                let body = b.body.subst(&b.var, &from).simplify();
                Binder { var: b.var.clone(), lo: Expr::int(0), hi: (b.hi.clone() - b.lo.clone()).simplify(), body }
            }
        };
        let body = shifted(&b.body, &inside(guard, &b));
        Binder { body, ..b }
    };
    match e.map_parts(&ranged, &mut |part| shifted(part, guard)) {
        Expr::Sum(b) if !has_choices(&b.body, &inside(guard, &b)) => unseen("a split in a sum that may have no choice"),
        mapped => mapped,
    }
}

/// Whether every split in an expression certainly has a choice.
fn has_choices(e: &Expr, guard: &Guard) -> bool {
    match e {
        Expr::Sum(b) => has_choices(&b.body, &inside(guard, b)),
        Expr::MaxOver(b) | Expr::MinOver(b) => {
            is_natural(&Poly::of(&b.hi).sub(&Poly::of(&b.lo)), guard) && has_choices(&b.body, &inside(guard, b))
        }
        _ => e.children().all(|child| has_choices(child, guard)),
    }
}

/// Whether every call in a split certainly has a case, so that all choices count.
fn choices_count(e: &Expr, guard: &Guard, chosen: bool, system: &ByName<'_>, losing: &Cases) -> bool {
    match e {
        Expr::Sum(b) => choices_count(&b.body, &inside(guard, b), chosen, system, losing),
        // Where a split in a choice has none, the choice does not count.
        Expr::MaxOver(b) | Expr::MinOver(b) => {
            (!chosen || is_natural(&Poly::of(&b.hi).sub(&Poly::of(&b.lo)), guard))
                && choices_count(&b.body, &inside(guard, b), true, system, losing)
        }
        Expr::Call(name, args) if chosen => {
            let callee = system.get(name).filter(|callee| callee.params.len() == args.len());
            callee.is_some_and(|callee| covers(callee, args, guard, losing))
        }
        _ => e.children().all(|child| choices_count(child, guard, chosen, system, losing)),
    }
}

/// Whether a function has a case at some arguments wherever a condition holds, one of which all choices count.
fn covers(callee: &Definition, args: &[Expr], guard: &Guard, losing: &Cases) -> bool {
    let values = callee.at(args);
    let sure = callee.cases.iter().enumerate().filter(|(at, _)| !losing.contains(&(callee.name.clone(), *at)));
    let places = sure.map(|(_, case)| {
        let (place, exact) = splits::with_choices(case).both(&callee.domain).substituted(&values);
        exact.then_some(place)
    });
    let places: Option<Vec<Guard>> = places.collect();
    places.and_then(|places| guard.without(&places)).is_some_and(|left| !left.iter().any(Guard::possible))
}
