//! Transform: recurrences with full history, by the sum of all earlier values.
//!
//! In: a function like `T(n) = c(n)*sum(k, lo, n - 1, T(k)) + g(n)` for `n >= m`, as average cases have them: `T(n - 1 - k)` under
//! the sum is the same as `T(k)`. Out: the sum as a function of its own, `S(n) = (1 + c(n - 1))*S(n - 1) + g(n - 1)` for `n > m`,
//! and `T(n) = c(n)*S(n) + g(n)`. Where `c` is not negative the greatest and the least values are the same ones. Source: Graham,
//! Knuth, Patashnik (1994), section 2.2, there for quicksort.

use crate::expression::expr::put;
use crate::expression::poly::Poly;
use crate::system::equation::{Case, Definition, Direction};
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::system::region;
use crate::transforms::summed::by_argument;
use crate::{Binder, Expr, FnName, Rational, Var};
use std::collections::BTreeSet;

/// Values before the recurrence begins that are added up at most.
const FIRST: i64 = 16;

/// A function by the sum of its earlier values, and that sum.
pub(crate) struct History {
    pub own: Definition,
    pub sum: Definition,
}

/// The function by such a sum; nothing where it is no such recurrence.
pub(crate) fn by_history(definition: &Definition, direction: Direction) -> Option<History> {
    let at = definition.cases.iter().position(|case| case.rhs.has_call())?;
    let (case, name) = (&definition.cases[at], &definition.name);
    let others = || definition.cases.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, case)| case);
    // Each value of the sum is of one case: elsewhere it would be that of another one, too.
    let here = definition.domain.clone().both(&case.guard);
    if others().any(|other| other.rhs.has_call() || here.clone().both(&other.guard).possible()) {
        return None;
    }
    let given = only_sum(&case.rhs)?;
    let (place, sum) = (0..definition.params.len()).find_map(|place| {
        let sum = by_argument(&given, &|(called, at), _| called == name && at == place)?;
        is(&sum.hi, &(Expr::Var(definition.params[place].clone()) - Expr::int(1))).then_some((place, sum))
    })?;
    let n = &definition.params[place];
    let lo = sum.lo.as_num().filter(|lo| lo.is_integer())?.to_i64()?;
    let (begin, rest_guard) = begins(&case.guard, n)?;
    if lo > begin || begin - lo > FIRST {
        return None;
    }
    let (factor, body) = earlier(&sum, definition, place)?;
    // The case with any number in place of the sum of values.
    let history = Var::new("_history");
    let sum_of_rest = Expr::sum(sum.var.clone(), sum.lo.clone(), sum.hi.clone(), body).simplify();
    let known = Expr::num(factor) * Expr::Var(history.clone()) + sum_of_rest;
    let whole = put(&case.rhs, &Expr::Sum(Box::new(given)), &known);
    let with = |value: i64| whole.subst(&history, &Expr::int(value)).simplify();
    let [none, one, two] = [0, 1, 2].map(with);
    let share = (one - none.clone()).simplify();
    let is_linear = is(&(two - none.clone()), &(Expr::int(2) * share.clone()));
    // Regions are of natural numbers: of others nothing is known there. What is divided by `n` is looked at without that.
    let are_natural = share.vars().iter().all(|var| here.implies(&Linear::var(var)));
    let undivided = if begin >= 1 { share.clone() * Expr::Var(n.clone()) } else { share.clone() };
    let rises = are_natural && region::is_nonnegative_under(&Poly::of(&undivided), &here);
    if whole.has_call() || !is_linear || !rises {
        return None;
    }
    let first =
        (lo..begin).map(|k| value_at(others(), (n, k), &rest_guard, direction)).collect::<Option<Vec<Expr>>>()?;
    let of_sum = FnName::new(format!("{name}@history"));
    let call = |argument: Expr| {
        let args =
            definition.params.iter().map(|param| if param == n { argument.clone() } else { Expr::Var(param.clone()) });
        Expr::Call(of_sum.clone(), args.collect())
    };
    let (before, here) = (Expr::Var(n.clone()) - Expr::int(1), Expr::Var(n.clone()));
    let step = (Expr::int(1) + share.clone()).subst(n, &before) * call(before.clone()) + none.subst(n, &before);
    let from = |least: i64| rest_guard.clone().both(&Guard::at_least(n, least));
    let at_begin = from(begin).with(Linear::constant(begin).plus(&Linear::var(n), -1)?);
    let start =
        Case { guard: at_begin, rhs: first.into_iter().fold(Expr::int(0), |sum, value| sum + value).simplify() };
    let next = Case { guard: from(begin + 1), rhs: step.simplify() };
    let mut own = definition.clone();
    own.cases[at].rhs = (share * call(here) + none).simplify();
    let sum = Definition { name: of_sum, cases: vec![start, next], ..definition.clone() };
    Some(History { own, sum })
}

fn is(one: &Expr, other: &Expr) -> bool {
    (one.clone() - other.clone()).simplify().as_num().is_some_and(Rational::is_zero)
}

/// The only sum over calls in an expression.
fn only_sum(e: &Expr) -> Option<Binder> {
    let mut sums = BTreeSet::new();
    e.visit(&mut |part| {
        if let Expr::Sum(sum) = part
            && sum.body.has_call()
        {
            sums.insert(sum.clone());
        }
    });
    let only = sums.pop_first()?;
    sums.is_empty().then_some(*only)
}

/// From where on a guard holds of a parameter, and what it says of others.
fn begins(guard: &Guard, n: &Var) -> Option<(i64, Guard)> {
    let (at_least, distinct) = guard.forms();
    let mut of_n = at_least.iter().filter(|form| form.coefficient(n) != 0);
    let only = of_n.next()?;
    let alone = only.terms.len() == 1 && only.coefficient(n) == 1 && of_n.next().is_none();
    if !alone || distinct.iter().any(|form| form.coefficient(n) != 0) {
        return None;
    }
    let mut others = guard.clone();
    others.retain(&|form| form.coefficient(n) == 0);
    Some((-only.constant, others))
}

/// How often the value at each earlier number is in a sum, and what is in it besides.
fn earlier(sum: &Binder, definition: &Definition, place: usize) -> Option<(Rational, Expr)> {
    let mirrored = sum.lo.clone() + sum.hi.clone() - Expr::Var(sum.var.clone());
    let is_earlier = |call: &Expr| {
        let Expr::Call(name, args) = call else { return false };
        let is_own = |(at, arg): (usize, &Expr)| match at == place {
            true => is(arg, &Expr::Var(sum.var.clone())) || is(arg, &mirrored),
            false => *arg == Expr::Var(definition.params[at].clone()),
        };
        *name == definition.name && args.iter().enumerate().all(is_own)
    };
    let (mut factor, mut rest) = (Rational::ZERO, Poly::zero());
    for (mono, times) in &Poly::of(&sum.body).terms {
        if !mono.powers.iter().any(|(part, _)| part.has_call()) {
            rest.add_term(mono.clone(), times);
            continue;
        }
        match mono.powers.as_slice() {
            [(call, 1)] if mono.exps.is_empty() && is_earlier(call) && !times.is_negative() => {
                factor = &factor + times;
            }
            _ => return None,
        }
    }
    Some((factor, rest.to_expr()))
}

/// The extreme of the cases at a number: 0 where none applies; nothing where that depends on other parameters in another way than
/// the recurrence does.
fn value_at<'a>(
    cases: impl Iterator<Item = &'a Case>,
    (n, k): (&Var, i64),
    given: &Guard,
    direction: Direction,
) -> Option<Expr> {
    let mut value: Option<Expr> = None;
    for case in cases {
        let guard = case.guard.subst_all(&[(n.clone(), Expr::int(k))]);
        if !given.clone().both(&guard).possible() {
            continue;
        }
        if !given.implies_all(&guard) {
            return None;
        }
        let here = case.rhs.subst(n, &Expr::int(k));
        value = Some(match (value, direction) {
            (None, _) => here,
            (Some(value), Direction::Upper) => value.max(here),
            (Some(value), Direction::Lower) => value.min(here),
        });
    }
    Some(value.unwrap_or_else(|| Expr::int(0)).simplify())
}
