//! Splits narrowed to the choices whose calls have a case.
//!
//! In: a case in which a call stands under `maxover` or `minover`, and what the call's arguments must satisfy. Out: the
//! case with the range of the split narrowed, so that its guard is about the parameters alone: of
//! `maxover(k, 1, x - 5, f(x - k - 4))`, where f has cases from 3 on, the range ends at x - 7, and x is at least 8.

use crate::expression::expr::{Binder, contains};
use crate::expression::poly::Poly;
use crate::system::constraint::Constraint;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::form::Relation;
use crate::system::guard::Guard;
use crate::system::region;
use crate::transforms::unseen;
use crate::{Expr, Monotone, Var};

/// What an argument must satisfy: a form that is zero or more, or zero, or not.
#[derive(Clone, Debug)]
struct Need {
    form: Poly,
    sign: Sign,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    NotNegative,
    Zero,
    NotZero,
}

/// The case under a condition that the arguments of `call` make, over the parameters of the callee; what it says about
/// the variable of a split narrows that. What it says and cannot be put so is left out where more choices only make a
/// bound wider; elsewhere the value is not known.
pub(crate) fn restricted(
    case: &Case,
    call: &Expr,
    condition: &Guard,
    values: &[(Var, Expr)],
    direction: Direction,
) -> Case {
    let (Case { guard, rhs }, open) = narrowed_for(case, call, condition, values);
    let mut safe = true;
    case.rhs.visit(&mut |e| {
        if let Expr::MaxOver(b) | Expr::MinOver(b) = e
            && contains(&b.body, call)
            && open.iter().any(|need| need.form.mentions(&b.var))
        {
            safe &= widens(&case.rhs, e, direction);
        }
    });
    match safe {
        true => Case { guard, rhs },
        false => Case { guard, rhs: unseen("a split whose choices are of several kinds") },
    }
}

/// Whether all that the condition says is put so.
pub(crate) fn is_narrowed(case: &Case, call: &Expr, condition: &Guard, values: &[(Var, Expr)]) -> bool {
    narrowed_for(case, call, condition, values).1.is_empty()
}

/// The case so narrowed, and what of the condition is left.
fn narrowed_for(case: &Case, call: &Expr, condition: &Guard, values: &[(Var, Expr)]) -> (Case, Vec<Need>) {
    let mut guard = case.guard.clone();
    let mut open = Vec::new();
    for constraint in condition.constraints() {
        let form = Poly::of(&constraint.form().to_expr().subst_all(values));
        let sign = match constraint {
            Constraint::AtLeast(_) => Sign::NotNegative,
            Constraint::Zero(_) => Sign::Zero,
            Constraint::Distinct(_) => Sign::NotZero,
        };
        let need = Need { form, sign };
        if mentions_split(&case.rhs, call, &need) {
            open.push(need);
        } else {
            guard = need.add_to(guard);
        }
    }
    let rhs = narrow(&case.rhs, call, &mut open, &mut guard);
    (Case { guard, rhs }, open)
}

/// Whether a choice more in a split of an expression only makes a bound wider, and a choice less may make it wrong only
/// in the other direction.
pub(crate) fn widens(rhs: &Expr, split: &Expr, direction: Direction) -> bool {
    let outwards = match split {
        Expr::MaxOver(_) => direction == Direction::Upper,
        Expr::MinOver(_) => direction == Direction::Lower,
        _ => false,
    };
    outwards && rises_with(rhs, split)
}

/// Whether an expression does not fall where a part of it rises, whatever the signs of variables.
fn rises_with(e: &Expr, part: &Expr) -> bool {
    let rises = |inner: &Expr| rises_with(inner, part);
    match e {
        _ if e == part || !contains(e, part) => true,
        Expr::Add(es) | Expr::Max(es) | Expr::Min(es) => es.iter().all(rises),
        Expr::Mul(es) => {
            let (holding, others): (Vec<&Expr>, Vec<&Expr>) = es.iter().partition(|factor| contains(factor, part));
            let positive = |factor: &Expr| matches!(factor, Expr::Num(n) if !n.is_negative());
            holding.len() == 1 && rises(holding[0]) && others.into_iter().all(positive)
        }
        Expr::Sum(b) | Expr::MaxOver(b) | Expr::MinOver(b) => {
            !contains(&b.lo, part) && !contains(&b.hi, part) && rises(&b.body)
        }
        Expr::Floor(inner) | Expr::Ceil(inner) => rises(inner),
        _ => false,
    }
}

impl Need {
    fn add_to(&self, guard: Guard) -> Guard {
        match self.sign {
            Sign::NotNegative => guard.and_nonnegative(&self.form),
            Sign::Zero => guard.and_zero(&self.form),
            Sign::NotZero => guard.and(&self.form.to_expr(), Relation::Ne, &Expr::int(0)),
        }
    }
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
            let mut open: Vec<Need> =
                constraints.into_iter().filter(|need| mentions_split(&case.rhs, &call, need)).collect();
            let mut guard = case.guard.clone();
            let rhs = narrow(&case.rhs, &call, &mut open, &mut guard);
            *case = Case { guard, rhs };
        }
        let chosen = with_choices(case);
        if !region::natural(&case.guard, definition.params.iter()).implies_all(&chosen) {
            case.guard = chosen;
        }
        case.rhs = settled(&region::settled(&case.rhs.simplify(), &case.guard), &case.guard);
    }
    Definition { cases, ..definition.clone() }
}

/// Where a case applies: where its splits have a choice. Of one under a sum or another split that is not said, for its range
/// may depend on their variable.
pub(crate) fn with_choices(case: &Case) -> Guard {
    let (mut guard, mut todo) = (case.guard.clone(), vec![&case.rhs]);
    while let Some(e) = todo.pop() {
        match e {
            Expr::MaxOver(b) | Expr::MinOver(b) => {
                guard = guard.and_nonnegative(&Poly::of(&b.hi).sub(&Poly::of(&b.lo)))
            }
            Expr::Sum(b) => todo.extend([&b.lo, &b.hi]),
            other => todo.extend(other.children()),
        }
    }
    guard
}

/// Splits without calls whose best choice is at an end: that choice.
fn settled(e: &Expr, guard: &Guard) -> Expr {
    let mapped = region::map_under(e, guard, &settled);
    let (Expr::MaxOver(b) | Expr::MinOver(b)) = &mapped else { return mapped };
    let length = Poly::of(&b.hi).sub(&Poly::of(&b.lo));
    let counts = b.body.mentions(&b.var);
    if counts && b.body.has_call() || !region::is_nonnegative_under(&length, guard) {
        return mapped;
    }
    if !counts {
        return b.body.clone();
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
fn floors(callee: &Definition, args: &[Expr]) -> Vec<Need> {
    let mut found = Vec::new();
    for (param, arg) in callee.params.iter().zip(args) {
        let least = callee.starts(param).into_iter().min().unwrap_or(0);
        if least > 0 {
            found.push(Need { form: Poly::of(arg).sub(&Poly::int(least)), sign: Sign::NotNegative });
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

/// Whether a constraint is about the variable of a split around the call.
fn mentions_split(e: &Expr, call: &Expr, need: &Need) -> bool {
    let mut found = false;
    e.visit(&mut |part| {
        if let Expr::MaxOver(b) | Expr::MinOver(b) = part {
            found |= need.form.mentions(&b.var) && contains(&b.body, call);
        }
    });
    found
}

/// The expression with the splits around the call narrowed by the constraints that can be; these are taken out.
fn narrow(e: &Expr, call: &Expr, open: &mut Vec<Need>, guard: &mut Guard) -> Expr {
    if open.is_empty() || !contains(e, call) {
        return e.clone();
    }
    let inside = |b: &Binder, open: &mut Vec<Need>, guard: &mut Guard| {
        let mut b = b.clone();
        open.retain(|need| !tighten(&mut b, need, guard));
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
fn tighten(b: &mut Binder, need: &Need, guard: &mut Guard) -> bool {
    let form = &need.form;
    let rest = form.at(&b.var, 0);
    let (lo, hi) = (Poly::of(&b.lo), Poly::of(&b.hi));
    let slope = form.sub(&rest);
    if need.sign == Sign::NotZero {
        return false;
    }
    let equal = need.sign == Sign::Zero;
    let (lo, hi) = if equal && [&slope, &slope.neg()].contains(&&Poly::var(&b.var)) {
        let only = if slope == Poly::var(&b.var) { rest.neg() } else { rest };
        for within in [only.sub(&lo), hi.sub(&only)] {
            if !region::is_nonnegative_under(&within, guard) {
                *guard = std::mem::take(guard).and_nonnegative(&within);
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
        *guard = std::mem::take(guard).and_nonnegative(&length);
    }
    (b.lo, b.hi) = (lo.to_expr(), hi.to_expr());
    true
}
