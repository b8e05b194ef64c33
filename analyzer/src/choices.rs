//! Sizes that a path chooses: a value under a condition on them, as the greatest or least over them.
//!
//! In equations a chosen size is bound: `maxover(k, low, high, value)`. What a condition says of it belongs to its range.

use crate::apply::moves;
use crate::functions::{between, unknown};
use crate::state::Split;
use crate::system::map_calls;
use solver::{Binder, Canonical, Case, Direction, Expr, Guard, Linear, Monotone, Rational, Var, put};

/// The value over all choices for which the condition holds, and the condition without them.
pub fn choose(splits: &[Split], guard: &Guard, rhs: Expr, direction: Direction) -> Case {
    let mut guard = ranges(splits, guard.clone());
    let mut rhs = rhs;
    for Split { var, low, high, .. } in splits.iter().rev() {
        let inner = std::mem::take(&mut guard);
        guard = inner.project(&|other| other != var);
        if !rhs.mentions(var) {
            continue;
        }
        let low = narrowed(low, &inner, var, 1, &guard);
        let high = narrowed(high, &inner, var, -1, &guard);
        rhs = match direction {
            _ if low == high => rhs.subst(var, &low).simplify(),
            Direction::Upper => Expr::max_over(var.clone(), low, high, rhs),
            Direction::Lower => Expr::min_over(var.clone(), low, high, rhs),
        };
    }
    Case { guard, rhs }
}

/// The greatest or least value over all choices for which a condition holds, as a part of another value: what does not
/// depend on the choices is not under them. Of a canonical form it is a sum of canonical forms.
pub fn over(splits: &[Split], guard: &Guard, value: Expr, direction: Direction) -> Expr {
    let depends = |term: &Expr| splits.iter().any(|split| term.mentions(&split.var));
    let terms = match value {
        Expr::Add(terms) => terms,
        value => vec![value],
    };
    let (chosen, fixed): (Vec<Expr>, Vec<Expr>) = terms.into_iter().partition(depends);
    if chosen.is_empty() {
        return Expr::Add(fixed);
    }
    let chosen = Canonical::again(Expr::Add(chosen)).into_expr();
    let mut terms = fixed;
    terms.push(choose(splits, guard, chosen, direction).rhs);
    Expr::Add(terms)
}

/// The value with the choices inside of it made, where it is known which is the greatest or least: at an end of the range,
/// where what is chosen moves one way. Where the range may be empty, its ends are taken to be one.
pub fn made(value: &Expr, guard: &Guard) -> Expr {
    let value = value.map_children(&mut |child| made(child, guard));
    let (binder, greatest) = match &value {
        Expr::MaxOver(binder) => (binder, true),
        Expr::MinOver(binder) => (binder, false),
        _ => return value,
    };
    let Binder { var, lo, hi, body } = &**binder;
    if let Expr::Add(terms) = body
        && let (chosen, fixed) = terms.iter().cloned().partition::<Vec<Expr>, _>(|term| term.mentions(var))
        && !fixed.is_empty()
    {
        let inside = Binder { body: Expr::Add(chosen).simplify(), ..(**binder).clone() };
        let chosen = if greatest { Expr::MaxOver(inside.into()) } else { Expr::MinOver(inside.into()) };
        return Expr::Add([fixed, vec![made(&chosen, guard)]].concat());
    }
    if !body.mentions(var) {
        return body.clone();
    }
    if body.has_call() {
        return called(binder, greatest, guard).unwrap_or(value);
    }
    if body.mentions(&unknown()) || body.is_infinite() {
        return value;
    }
    let limit = |form: Option<Linear>| guard.lower_limit(&form?);
    let least: Vec<(Var, i64)> = body
        .vars()
        .into_iter()
        .filter_map(|other| {
            let limit = limit(if other == *var { Linear::of(lo) } else { Some(Linear::var(&other)) })?;
            Some((other, limit))
        })
        .collect();
    let at_high = match moves(body, var, &least) {
        Monotone::Constant => false,
        Monotone::NonDecreasing => greatest,
        Monotone::NonIncreasing => !greatest,
        Monotone::Unknown => return value,
    };
    let end = match at_high {
        true if has_some(binder, guard) => hi.clone(),
        true => hi.clone().max(lo.clone()),
        false => lo.clone(),
    };
    body.subst(var, &end).simplify()
}

/// The greatest or least value of what is called with sizes that depend on a choice: each is between two then, of which
/// [`crate::system::choose_ends`] takes the worse. The parts of a sum may each be at their worst.
fn called(binder: &Binder, greatest: bool, guard: &Guard) -> Option<Expr> {
    let Binder { var, lo, hi, body } = binder;
    if let Expr::Add(terms) = body {
        let part = |term: &Expr| {
            let inside = Binder { var: var.clone(), lo: lo.clone(), hi: hi.clone(), body: term.clone() };
            let value = if greatest { Expr::MaxOver(inside.into()) } else { Expr::MinOver(inside.into()) };
            Some(made(&value, guard)).filter(|made| *made != value)
        };
        return terms.iter().map(part).collect::<Option<Vec<Expr>>>().map(Expr::Add);
    }
    fn grows(e: &Expr) -> bool {
        match e {
            Expr::Call(..) => true,
            Expr::Num(factor) => *factor >= Rational::ZERO,
            Expr::Mul(es) | Expr::Max(es) | Expr::Min(es) => es.iter().all(grows),
            _ => false,
        }
    }
    if !grows(body) || !has_some(binder, guard) {
        return None;
    }
    let at_end = |arg: &Expr, high: bool| {
        let rises = Linear::of(arg)?.terms.get(var).is_none_or(|factor| *factor > 0);
        Some(arg.subst(var, if rises == high { hi } else { lo }).simplify())
    };
    let value = map_calls(body, &mut |name, args| {
        if *name == between() {
            return Some(Expr::call(between(), vec![at_end(&args[0], false)?, at_end(&args[1], true)?]));
        }
        let range = |arg: &Expr| match arg.mentions(var) && !arg.has_call() {
            true => Some(Expr::call(between(), vec![at_end(arg, false)?, at_end(arg, true)?])),
            false => Some(arg.clone()),
        };
        Some(Expr::call(name.clone(), args.iter().map(range).collect::<Option<_>>()?))
    });
    Some(value).filter(|value| !value.mentions(var))
}

/// The value where there may be no choice inside of it at all: what depends on one comes to nothing then.
pub fn filled(value: &Expr, guard: &Guard) -> Expr {
    match value {
        Expr::MaxOver(binder) | Expr::MinOver(binder) if has_some(binder, guard) => value.clone(),
        Expr::MaxOver(_) => Expr::Max(vec![Expr::int(0), value.clone()]),
        Expr::MinOver(_) => Expr::int(0),
        Expr::Call(..) | Expr::Sum(_) => value.clone(),
        _ => value.map_children(&mut |child| filled(child, guard)),
    }
}

/// Whether there certainly is a choice.
fn has_some(Binder { lo, hi, .. }: &Binder, guard: &Guard) -> bool {
    Linear::of(&(hi.clone() - lo.clone()).simplify()).is_some_and(|gap| guard.implies(&gap))
}

/// Whether choices are made in an expression.
pub fn chooses(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |e| found |= matches!(e, Expr::MaxOver(_) | Expr::MinOver(_)));
    found
}

/// At most so many values are told apart.
const APART: usize = 32;

/// The values that a value is the greatest or least of, each for itself as far as they call or choose; nothing where there are
/// too many.
///
/// A choice counts where all calls in its value have a case. Of several values each is asked for where it has one: a call
/// that ends in one of two ways ends in the other for another choice. Where one has no choice, the others have.
pub fn apart(value: Expr, direction: Direction) -> Option<Vec<Expr>> {
    let (mut done, mut todo) = (Vec::new(), vec![value]);
    while let Some(value) = todo.pop() {
        match calling_extremum(&value, direction) {
            Some((extremum, operands)) => {
                todo.extend(operands.iter().map(|operand| put(&value, extremum, operand).simplify()));
            }
            None => done.push(value),
        }
        if done.len() + todo.len() > APART {
            return None;
        }
    }
    Some(done)
}

/// A greatest or least value in an expression, not in an argument of a call or under a sum, with a call or a choice in an
/// operand.
fn calling_extremum(e: &Expr, direction: Direction) -> Option<(&Expr, &[Expr])> {
    match (e, direction) {
        (Expr::Call(..) | Expr::Sum(_), _) => None,
        (Expr::Max(operands), Direction::Upper) | (Expr::Min(operands), Direction::Lower)
            if e.has_call() || chooses(e) =>
        {
            Some((e, operands))
        }
        _ => e.children().find_map(|child| calling_extremum(child, direction)),
    }
}

/// The choices that a value is the greatest or least over, with the condition on them and the value for one of them.
pub fn open(case: Case, direction: Direction) -> (Vec<Split>, Case) {
    let Case { guard, mut rhs } = case;
    let mut splits = Vec::new();
    loop {
        match (rhs, direction) {
            (Expr::MaxOver(binder), Direction::Upper) | (Expr::MinOver(binder), Direction::Lower) => {
                let (low, high) = (binder.lo.clone(), binder.hi.clone());
                splits.push(Split { var: binder.var.clone(), low, high, of: None });
                rhs = binder.body.clone();
            }
            (inner, _) => {
                let guard = ranges(&splits, guard);
                return (splits, Case { guard, rhs: inner });
            }
        }
    }
}

/// The condition with what the ranges of choices say, as far as that is linear.
fn ranges(splits: &[Split], guard: Guard) -> Guard {
    splits.iter().fold(guard, |guard, Split { var, low, high, .. }| {
        let own = Linear::var(var);
        let from = Linear::of(low).and_then(|low| own.plus(&low, -1));
        let to = Linear::of(high).and_then(|high| high.plus(&own, -1));
        from.into_iter().chain(to).fold(guard, Guard::with)
    })
}

/// An end of a choice's range with what a condition says of it: from below with sign 1, from above with -1.
pub(crate) fn narrowed(end: &Expr, inner: &Guard, var: &Var, sign: i64, outside: &Guard) -> Expr {
    let Some(own) = Linear::of(end) else { return end.simplify() };
    let limit = |form: &Linear| {
        let is_limit = form.terms.get(var) == Some(&sign);
        is_limit.then(|| Linear::constant(0).plus(&form.plus(&Linear::var(var), -sign)?, -sign)).flatten()
    };
    let (at_least, _) = inner.forms();
    let mut ends = vec![own];
    for form in at_least.iter().filter_map(limit) {
        let beats = |a: &Linear, b: &Linear| a.plus(b, -1).and_then(|gap| Linear::constant(0).plus(&gap, sign));
        let is_beyond = |a: &Linear, b: &Linear| beats(a, b).is_some_and(|gap| outside.implies(&gap));
        if !ends.iter().any(|known| is_beyond(known, &form)) {
            ends.retain(|known| !is_beyond(&form, known));
            ends.push(form);
        }
    }
    let pick = if sign == 1 { Expr::max } else { Expr::min };
    ends.iter().map(Linear::to_expr).reduce(pick).expect("an end").simplify()
}
