//! Splits narrowed to the choices whose calls have a case.
//!
//! In: a case in which a call stands under `maxover` or `minover`, and what the call's arguments must satisfy. Out: the
//! case with the range of the split narrowed, so that its guard is about the parameters alone: of
//! `maxover(k, 1, x - 5, f(x - k - 4))`, where f has cases from 3 on, the range ends at x - 7, and x is at least 8.

use crate::equation::{Case, Constraint, Definition, Guard, Relation};
use crate::expr::Binder;
use crate::poly::Poly;
use crate::region;
use crate::{Expr, Monotone, Var};

/// The case under further constraints that an argument of `call` makes; those on the variable of a split narrow it.
pub(crate) fn restricted(case: &Case, call: &Expr, constraints: &[Constraint]) -> Case {
    let mut guard = case.guard.clone();
    let mut open = Vec::new();
    for constraint in constraints {
        match constraint.relation {
            Relation::Ge | Relation::Le | Relation::Eq if mentions_split(&case.rhs, call, constraint) => {
                open.push(constraint.clone())
            }
            _ => guard.0.push(constraint.clone()),
        }
    }
    let rhs = narrow(&case.rhs, call, &mut open, &mut guard);
    guard.0.extend(open);
    Case { guard, rhs }
}

/// Every split narrowed by what all cases of the functions called in it ask for.
pub(crate) fn narrowed(definition: &Definition, called: &[Definition]) -> Definition {
    let mut cases = definition.cases.clone();
    for case in &mut cases {
        let mut calls = Vec::new();
        case.rhs.visit(&mut |e| {
            if let Expr::MaxOver(b) | Expr::MinOver(b) = e {
                b.body.visit(&mut |inner| {
                    if let Expr::Call(name, args) = inner
                        && let Some(callee) = called.iter().find(|d| d.name == *name && d.params.len() == args.len())
                    {
                        calls.push((inner.clone(), floors(callee, args)));
                    }
                });
            }
        });
        for (call, constraints) in calls {
            let constraints: Vec<Constraint> =
                constraints.into_iter().filter(|c| mentions_split(&case.rhs, &call, c)).collect();
            let mut open = constraints;
            let mut guard = case.guard.clone();
            let rhs = narrow(&case.rhs, &call, &mut open, &mut guard);
            *case = Case { guard, rhs };
        }
        case.rhs = settled(&region::settled(&case.rhs, &case.guard), &case.guard);
    }
    Definition { cases, ..definition.clone() }
}

/// Splits without calls whose best choice is at an end: that choice.
fn settled(e: &Expr, guard: &Guard) -> Expr {
    let mapped = e.map_children(&mut |child| settled(child, guard));
    let (Expr::MaxOver(b) | Expr::MinOver(b)) = &mapped else { return mapped };
    let length = Poly::of(&b.hi).sub(&Poly::of(&b.lo));
    if b.body.has_call() || !region::is_nonnegative_under(&length, guard) {
        return mapped;
    }
    let greatest = matches!(mapped, Expr::MaxOver(_));
    let end = match b.body.monotone_in(&b.var) {
        Monotone::Constant => &b.lo,
        Monotone::NonDecreasing if greatest => &b.hi,
        Monotone::NonIncreasing if !greatest => &b.hi,
        Monotone::NonDecreasing | Monotone::NonIncreasing => &b.lo,
        Monotone::Unknown => return mapped,
    };
    b.body.subst(&b.var, end).simplify()
}

/// How large the arguments of a call must be for any case of the function to apply.
fn floors(callee: &Definition, args: &[Expr]) -> Vec<Constraint> {
    let mut found = Vec::new();
    for (param, arg) in callee.params.iter().zip(args) {
        let least = callee.starts(param).into_iter().min().unwrap_or(0);
        if least > 0 {
            found.push(Constraint { lhs: arg.clone(), relation: Relation::Ge, rhs: Expr::int(least) });
        }
    }
    found
}

/// Least values of parameters are looked for up to here.
const FLOOR_LIMIT: i64 = 24;

impl Definition {
    /// The least value of a parameter with which each case applies.
    pub(crate) fn starts(&self, param: &Var) -> Vec<i64> {
        let start = |case: &Case| {
            let from = |k: &i64| region::is_nonnegative_under(&Poly::var(param).sub(&Poly::int(*k)), &case.guard);
            (1..=FLOOR_LIMIT).take_while(from).last().unwrap_or(0)
        };
        self.cases.iter().map(start).collect()
    }
}

/// Whether a call stands under a split.
pub(crate) fn is_choice(e: &Expr, call: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |part| found |= matches!(part, Expr::MaxOver(b) | Expr::MinOver(b) if contains(&b.body, call)));
    found
}

fn contains(e: &Expr, call: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |part| found |= part == call);
    found
}

/// Whether a constraint is about the variable of a split around the call.
fn mentions_split(e: &Expr, call: &Expr, constraint: &Constraint) -> bool {
    let mut found = false;
    e.visit(&mut |part| {
        if let Expr::MaxOver(b) | Expr::MinOver(b) = part {
            let about = constraint.lhs.mentions(&b.var) || constraint.rhs.mentions(&b.var);
            found |= about && contains(&b.body, call);
        }
    });
    found
}

/// The expression with the splits around the call narrowed by the constraints that can be; these are taken out.
fn narrow(e: &Expr, call: &Expr, open: &mut Vec<Constraint>, guard: &mut Guard) -> Expr {
    if open.is_empty() || !contains(e, call) {
        return e.clone();
    }
    let inside = |b: &Binder, open: &mut Vec<Constraint>, guard: &mut Guard| {
        let mut b = b.clone();
        open.retain(|constraint| !tighten(&mut b, constraint, guard));
        b.body = narrow(&b.body, call, open, guard);
        b
    };
    let over = |b: Binder, make: fn(Box<Binder>) -> Expr| match b.lo == b.hi {
        true => b.body.subst(&b.var, &b.lo).simplify(),
        false => make(Box::new(b)),
    };
    match e {
        Expr::MaxOver(b) if contains(&b.body, call) => over(inside(b, open, guard), Expr::MaxOver),
        Expr::MinOver(b) if contains(&b.body, call) => over(inside(b, open, guard), Expr::MinOver),
        _ => e.map_children(&mut |child| narrow(child, call, open, guard)),
    }
}

/// Narrows a range by a constraint that is linear in its variable; false where it is not seen which end is the tighter.
fn tighten(b: &mut Binder, constraint: &Constraint, guard: &mut Guard) -> bool {
    let mut form = Poly::of(&constraint.lhs).sub(&Poly::of(&constraint.rhs));
    if constraint.relation == Relation::Le {
        form = form.neg();
    }
    let rest = form.at(&b.var, 0);
    let (lo, hi) = (Poly::of(&b.lo), Poly::of(&b.hi));
    let slope = form.sub(&rest);
    let equal = constraint.relation == Relation::Eq;
    let (lo, hi) = if equal && [&slope, &slope.neg()].contains(&&Poly::var(&b.var)) {
        let only = if slope == Poly::var(&b.var) { rest.neg() } else { rest };
        for within in [only.sub(&lo), hi.sub(&only)] {
            if !region::is_nonnegative_under(&within, guard) {
                guard.0.push(Constraint { lhs: within.to_expr(), relation: Relation::Ge, rhs: Expr::int(0) });
            }
        }
        (only.clone(), only)
    } else if equal {
        return false;
    } else if slope == Poly::var(&b.var) {
        let limit = rest.neg();
        if region::is_nonnegative_under(&lo.sub(&limit), guard) {
            return true;
        }
        if !region::is_nonnegative_under(&limit.sub(&lo), guard) {
            return false;
        }
        (limit, hi)
    } else if slope == Poly::var(&b.var).neg() {
        if region::is_nonnegative_under(&rest.sub(&hi), guard) {
            return true;
        }
        if !region::is_nonnegative_under(&hi.sub(&rest), guard) {
            return false;
        }
        (lo, rest)
    } else {
        return false;
    };
    let length = hi.sub(&lo);
    if !region::is_nonnegative_under(&length, guard) {
        let constant = Expr::num(-length.constant_part());
        let growing = length.sub(&Poly::constant(length.constant_part()));
        guard.0.push(Constraint { lhs: growing.to_expr(), relation: Relation::Ge, rhs: constant });
    }
    (b.lo, b.hi) = (lo.to_expr(), hi.to_expr());
    true
}
