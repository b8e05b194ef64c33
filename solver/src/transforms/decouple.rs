//! Splits in several arguments, or with parts that no rule weighs against each other: every part at its worst place.
//!
//! In: a definition with extrema over splits around calls. Out: the definition without them, each occurrence of a split's
//! variable at the end of its range that makes the part it stands in greatest (upper bounds) or least (lower bounds),
//! taking the functions called to rise. Whoever uses a solution of that checks that it does rise: then it absorbs every
//! choice of the split, since it absorbs one that is no better in any part.

use crate::expression::expr::Binder;
use crate::expression::poly::Poly;
use crate::system::constraint::Constraint;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::sign;
use crate::{Expr, Var};

/// The definition with splits around calls decided part by part; nothing where it has none, or a part cannot be decided.
pub(crate) fn decoupled(definition: &Definition, direction: Direction) -> Option<Definition> {
    let mut changed = false;
    let mut cases = Vec::new();
    for case in &definition.cases {
        let rhs = decide(&case.rhs, direction, &mut changed)?;
        cases.push(Case { guard: case.guard.clone(), rhs: region::settled(&rhs, &case.guard).simplify() });
    }
    let decided = Definition { cases, ..definition.clone() };
    (changed && (direction == Direction::Lower || lands_where_less_does(definition, &decided))).then_some(decided)
}

/// Whether no call of the decided definition lands where it has no case while one of a lesser place has one: it would stand
/// for 0, where what it stands for counts.
fn lands_where_less_does(definition: &Definition, decided: &Definition) -> bool {
    let natural = region::natural(&Guard::always(), definition.params.iter());
    let guards: Vec<Guard> = definition.cases.iter().map(|case| case.guard.clone()).collect();
    let Some(nowhere) = natural.without(&guards) else { return false };
    let holds_of_less = |part: &Guard| {
        let falls = |constraint: &Constraint| constraint.form().terms.values().all(|factor| *factor < 0);
        part.without_implied(&natural).constraints().iter().all(|c| matches!(c, Constraint::AtLeast(_)) && falls(c))
    };
    let open: Vec<&Guard> = nowhere.iter().filter(|part| !holds_of_less(part)).collect();
    let misses = |case: &Case| {
        let here = region::natural(&case.guard, definition.params.iter());
        let mut misses = false;
        case.rhs.visit(&mut |e| {
            if let Expr::Call(name, args) = e
                && *name == definition.name
                && args.len() == definition.params.len()
            {
                let values = definition.at(args);
                misses |= open.iter().any(|part| region::is_possible(&here.clone().both(&part.subst_all(&values))));
            }
        });
        misses
    };
    !decided.cases.iter().any(misses)
}

/// The definition with maxima inside splits, of parts that grow with the split's variable at different paces, replaced by
/// the maximum at its start and the fastest pace: linear in the variable, and at least as much. For upper bounds.
pub(crate) fn paced(definition: &Definition) -> Option<Definition> {
    let cases = merged(&definition.cases);
    let mut changed = cases.len() < definition.cases.len();
    let paced = cases.iter().map(|case| {
        let rhs = region::settled(&case.rhs, &case.guard);
        Case { guard: case.guard.clone(), rhs: pace(&rhs, None, &mut changed).simplify() }
    });
    let cases = paced.collect();
    changed.then(|| Definition { cases, ..definition.clone() })
}

/// The cases, those with the same calls under the same split made one: under what both ask for, with the greater rest.
/// Where no value is negative, a case without calls joins one with calls.
fn merged(cases: &[Case]) -> Vec<Case> {
    let natural = cases.iter().all(|case| {
        let (calls, rest) = calls_and_rest(if let Expr::MaxOver(b) = &case.rhs { &b.body } else { &case.rhs });
        calls.terms.values().all(|coeff| !coeff.is_negative()) && region::is_nonnegative_under(&rest, &case.guard)
    });
    let mut all: Vec<Case> = Vec::new();
    let mut splits: Vec<(Guard, Binder, Poly, Vec<Expr>)> = Vec::new();
    for case in cases {
        let Expr::MaxOver(b) = &case.rhs else {
            all.push(case.clone());
            continue;
        };
        let (calls, rest) = calls_and_rest(&b.body);
        let same = |(_, other, of, _): &&mut (Guard, Binder, Poly, Vec<Expr>)| {
            (&other.var, &other.lo, &other.hi) == (&b.var, &b.lo, &b.hi)
                && (*of == calls || natural && (of.is_zero() || calls.is_zero()))
        };
        match splits.iter_mut().find(same) {
            Some((guard, _, of, rests)) => {
                let asked = |of: &Guard, given: &Guard| {
                    let kept = of.constraints().into_iter().filter(|constraint| region::follows(constraint, given));
                    Guard::of(&kept.collect::<Vec<Constraint>>())
                };
                let within = asked(&case.guard, guard);
                *guard = if within == case.guard { within } else { asked(guard, &case.guard) };
                rests.push(rest.to_expr());
                if of.is_zero() {
                    *of = calls;
                }
            }
            None => splits.push((case.guard.clone(), (**b).clone(), calls, vec![rest.to_expr()])),
        }
    }
    all.extend(splits.into_iter().map(|(guard, b, calls, rests)| {
        let greatest = if rests.len() == 1 { rests[0].clone() } else { Expr::Max(rests) };
        let body = (calls.to_expr() + greatest).simplify();
        Case { guard, rhs: Expr::MaxOver(Box::new(Binder { body, ..b })) }
    }));
    all
}

/// The terms of a value that hold calls, and the others.
pub(super) fn calls_and_rest(e: &Expr) -> (Poly, Poly) {
    Poly::of(e).terms.iter().fold((Poly::zero(), Poly::zero()), |(calls, rest), (mono, coeff)| {
        let term = Poly::term(mono.clone(), coeff.clone());
        if term.to_expr().has_call() { (calls.add(&term), rest) } else { (calls, rest.add(&term)) }
    })
}

fn pace(e: &Expr, k: Option<&Var>, changed: &mut bool) -> Expr {
    match (e, k) {
        (Expr::MaxOver(b), _) if b.body.has_call() && sign::is_nonnegative(&Poly::of(&b.lo)) => {
            let body = pace(&b.body, Some(&b.var), changed);
            Expr::MaxOver(Box::new(Binder { body, ..(**b).clone() }))
        }
        (Expr::Max(es), Some(k)) if e.mentions(k) && !e.has_call() => {
            let slope = |e: &Expr| Poly::of(e).shift(k, 1).sub(&Poly::of(e)).as_constant().filter(|c| !c.is_negative());
            let Some(fastest) = es.iter().map(slope).collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max())
            else {
                return e.clone();
            };
            *changed = true;
            let start = es.iter().map(|e| e.subst(k, &Expr::int(0))).collect();
            Expr::Max(start) + Expr::num(fastest) * Expr::Var(k.clone())
        }
        _ => e.map_children(&mut |child| pace(child, k, changed)),
    }
}

/// Whether a bound of the decoupled definition is one of the definition: it rises in all parameters and is valid wherever a
/// case applies.
pub(crate) fn bounds(definition: &Definition, bound: &Expr, valid: &Guard) -> bool {
    let start = |v: &Var| (v.clone(), definition.starts(v).into_iter().min().unwrap_or(0));
    let least: Vec<(Var, i64)> = definition.params.iter().map(start).collect();
    let within = |case: &Case| region::follows_all(valid, &case.guard);
    definition.params.iter().all(|v| bound.rises_from(v, &least)) && definition.cases.iter().all(within)
}

fn decide(e: &Expr, direction: Direction, changed: &mut bool) -> Option<Expr> {
    let ends = |b: &Binder, high: bool| worst(&b.body, &b.var, [&b.lo, &b.hi], high).map(|e| e.simplify());
    match (e, direction) {
        (Expr::MaxOver(b), Direction::Upper) if b.body.has_call() => {
            *changed = true;
            decide(&ends(b, true)?, direction, changed)
        }
        (Expr::MinOver(b), Direction::Lower) if b.body.has_call() => {
            *changed = true;
            decide(&ends(b, false)?, direction, changed)
        }
        _ => {
            let mut whole = true;
            let mapped = e.map_children(&mut |child| {
                decide(child, direction, changed).unwrap_or_else(|| {
                    whole = false;
                    child.clone()
                })
            });
            whole.then_some(mapped)
        }
    }
}

/// The expression with `k` at the end of its range that makes each part greatest, or least.
fn worst(e: &Expr, k: &Var, ends: [&Expr; 2], greatest: bool) -> Option<Expr> {
    let all = |es: &[Expr]| es.iter().map(|e| worst(e, k, ends, greatest)).collect::<Option<Vec<Expr>>>();
    match e {
        _ if !e.mentions(k) => Some(e.clone()),
        Expr::Var(_) => Some(ends[usize::from(greatest)].clone()),
        Expr::Add(es) => Some(Expr::Add(all(es)?)),
        Expr::Max(es) => Some(Expr::Max(all(es)?)),
        Expr::Min(es) => Some(Expr::Min(all(es)?)),
        Expr::Call(name, args) => Some(Expr::call(name.clone(), all(args)?)),
        Expr::Floor(inner) => Some(worst(inner, k, ends, greatest)?.floor()),
        Expr::Ceil(inner) => Some(worst(inner, k, ends, greatest)?.ceil()),
        Expr::MaxOver(b) | Expr::MinOver(b) if !b.lo.mentions(k) && !b.hi.mentions(k) => {
            let over = Box::new(Binder { body: worst(&b.body, k, ends, greatest)?, ..(**b).clone() });
            Some(if matches!(e, Expr::MaxOver(_)) { Expr::MaxOver(over) } else { Expr::MinOver(over) })
        }
        Expr::Mul(factors) => {
            let (moving, still): (Vec<&Expr>, Vec<&Expr>) = factors.iter().partition(|factor| factor.mentions(k));
            let [moving] = moving.as_slice() else { return None };
            let scale = Poly::of(&Expr::Mul(still.into_iter().cloned().collect()));
            let rises = sign::is_nonnegative(&scale);
            if !rises && !sign::is_nonnegative(&scale.neg()) {
                return None;
            }
            Some(scale.to_expr() * worst(moving, k, ends, greatest == rises)?)
        }
        _ => None,
    }
}
