//! What a self-recursive function looks like: its cases as alternatives linear in the recursive calls.
//!
//! In: a definition whose only unknown function is itself. Out: alternatives (guard, calls with coefficients, splits over
//! a range, rest), with maxima and minima around calls turned into alternatives; and which parameters change. What does
//! not fit comes back as the reason to give to the user.

use crate::expression::expr::contains;
use crate::expression::poly::{Mono, Poly};
use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::{Expr, FnName, Var};

/// Alternatives one definition may unfold to.
const ALTERNATIVE_LIMIT: usize = 200;

/// Choices in one split, those in it included.
const CHOICE_LIMIT: usize = 6;

/// A recursive call with its factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecCall {
    pub args: Vec<Poly>,
    pub coeff: Poly,
}

impl RecCall {
    /// What a form is worth where the call goes.
    pub fn after(&self, form: &Poly, params: &[Var]) -> Poly {
        let values: Vec<(Var, Expr)> = params.iter().cloned().zip(self.args.iter().map(Poly::to_expr)).collect();
        Poly::of(&form.to_expr().subst_all(&values))
    }
}

/// A number that is chosen in a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub var: Var,
    pub lo: Poly,
    pub hi: Poly,
}

/// The greatest (upper) or least (lower) over some choices of a sum of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Over {
    /// The outermost first; the range of each may depend on those before.
    pub choices: Vec<Choice>,
    pub calls: Vec<RecCall>,
    pub rest: Poly,
}

impl Choice {
    /// The guard inside the ranges of some choices; nothing where one may begin below 0.
    pub fn inside(choices: &[Choice], guard: &Guard) -> Option<Guard> {
        choices.iter().try_fold(guard.clone(), |guard, c| region::ranging(&guard, &c.var, &c.lo, &c.hi))
    }
}

/// One guarded alternative, linear in the calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alternative {
    pub guard: Guard,
    pub calls: Vec<RecCall>,
    pub overs: Vec<Over>,
    pub rest: Poly,
    /// Whether a min or max was replaced by one operand, so that the alternative is only a bound.
    pub relaxed: bool,
}

impl Alternative {
    pub fn is_recursive(&self) -> bool {
        !self.calls.is_empty() || !self.overs.is_empty()
    }
}

/// All alternatives of a definition.
pub(crate) fn alternatives(definition: &Definition, direction: Direction) -> Result<Vec<Alternative>, String> {
    let mut result = Vec::new();
    for case in &definition.cases {
        expand(&case.guard, Poly::of(&case.rhs), definition, direction, false, &mut result)?;
    }
    Ok(if direction == Direction::Upper { undominated(result) } else { result })
}

/// Alternatives with all calls that are made, also those whose value another operand of an extremum makes of no account, and
/// those of a product side by side; and whether there are such. Calls of products may cancel others unless their factors
/// are natural.
pub(crate) fn with_all_calls(definition: &Definition) -> Result<(Vec<Alternative>, bool), String> {
    fn greatest(e: &Expr) -> Expr {
        match e.map_children(&mut |child| greatest(child)) {
            Expr::Min(es) if es.iter().any(Expr::has_call) => Expr::Max(es),
            Expr::MinOver(b) if b.body.has_call() => Expr::MaxOver(b),
            Expr::Mul(es) if es.iter().filter(|e| e.has_call()).count() > 1 => {
                Expr::Add(es.into_iter().filter(Expr::has_call).collect())
            }
            Expr::Pow(base, _) if base.has_call() => *base,
            other => other,
        }
    }
    let cases = definition.cases.iter().map(|case| Case { guard: case.guard.clone(), rhs: greatest(&case.rhs) });
    let every = Definition { cases: cases.collect(), ..definition.clone() };
    let is_other = every != *definition;
    Ok((alternatives(&every, Direction::Upper)?, is_other))
}

/// The alternatives without those that another one always exceeds, where no value is negative.
fn undominated(alternatives: Vec<Alternative>) -> Vec<Alternative> {
    let natural = |a: &Alternative| {
        let calls = a.calls.iter().chain(a.overs.iter().flat_map(|over| &over.calls));
        let rests = a.overs.iter().map(|over| &over.rest).chain([&a.rest]);
        calls.map(|call| &call.coeff).chain(rests).all(|p| region::is_nonnegative_under(p, &a.guard))
    };
    if alternatives.len() < 2 || !alternatives.iter().all(natural) {
        return alternatives;
    }
    let mut kept: Vec<Alternative> = Vec::new();
    for a in alternatives {
        if !kept.iter().any(|b| exceeds(b, &a)) {
            kept.retain(|b| !exceeds(&a, b));
            kept.push(a);
        }
    }
    kept
}

/// Whether what a split adds to its calls is at least what another with the same choices does.
fn over_at_least(more: &Over, less: &Over, guard: &Guard) -> bool {
    Choice::inside(&more.choices, guard)
        .is_some_and(|within| region::is_nonnegative_under(&more.rest.sub(&less.rest), &within))
}

/// Whether an alternative applies wherever another does, with all its calls and at least its rest.
fn exceeds(a: &Alternative, b: &Alternative) -> bool {
    let at_least = |more: &Poly, less: &Poly| region::is_nonnegative_anywhere_under(&more.sub(less), &b.guard);
    let has =
        |call: &RecCall| a.calls.iter().any(|other| other.args == call.args && at_least(&other.coeff, &call.coeff));
    let same_choices = |x: &Over, y: &Over| (&x.choices, &x.calls) == (&y.choices, &y.calls);
    a.overs.len() == b.overs.len()
        && a.overs.iter().zip(&b.overs).all(|(x, y)| same_choices(x, y) && over_at_least(x, y, &b.guard))
        && b.calls.iter().all(has)
        && region::follows_all(&a.guard, &b.guard)
        && at_least(&a.rest, &b.rest)
}

fn expand(
    guard: &Guard,
    rhs: Poly,
    definition: &Definition,
    direction: Direction,
    relaxed: bool,
    result: &mut Vec<Alternative>,
) -> Result<(), String> {
    if result.len() > ALTERNATIVE_LIMIT {
        return Err(format!("more than {ALTERNATIVE_LIMIT} alternatives"));
    }
    for (mono, coeff) in &rhs.terms {
        for (atom, power) in &mono.powers {
            let (Expr::Max(es) | Expr::Min(es)) = atom else {
                continue;
            };
            if !atom.has_call() {
                continue;
            }
            if *power != 1 || coeff.is_negative() {
                return Err(format!("{atom} occurs with a negative factor or a power"));
            }
            let fits = matches!(atom, Expr::Max(_)) == (direction == Direction::Upper);
            // max(a, b) >= a and min(a, b) <= a, so one operand is a bound; a recursive one is the tighter guess.
            let chosen = es.iter().position(Expr::has_call).unwrap_or(0);
            for (i, e) in es.iter().enumerate() {
                if fits || i == chosen {
                    let replaced = replace_term(&rhs, mono, coeff, atom, &Poly::of(e));
                    expand(guard, replaced, definition, direction, relaxed || !fits, result)?;
                }
            }
            return Ok(());
        }
    }
    let mut alternative =
        Alternative { guard: guard.clone(), calls: vec![], overs: vec![], rest: Poly::zero(), relaxed };
    for (mono, coeff) in &rhs.terms {
        let term = Poly::term(mono.clone(), coeff.clone());
        let calling: Vec<&(Expr, i32)> = mono.powers.iter().filter(|(a, _)| a.has_call()).collect();
        let others = |atom: &Expr| {
            let powers = mono.powers.iter().filter(|(a, _)| a != atom).cloned().collect();
            Poly::term(Mono { powers, exps: mono.exps.clone() }, coeff.clone())
        };
        if mono.exps.iter().any(|(key, _)| key.has_call()) {
            return Err("a recursive call in an exponent".to_string());
        }
        match calling.as_slice() {
            [] => alternative.rest = alternative.rest.add(&term),
            [(atom @ Expr::Call(name, args), 1)] => {
                alternative.calls.push(call(name, args, others(atom), definition)?);
            }
            [(atom @ (Expr::MaxOver(b) | Expr::MinOver(b)), 1)] => {
                let fits = matches!(atom, Expr::MaxOver(_)) == (direction == Direction::Upper);
                let factor = others(atom);
                if factor.as_constant().is_none_or(|c| c.is_negative()) {
                    return Err(format!("{atom} is multiplied by {}", factor.to_expr()));
                }
                if fits {
                    alternative.overs.push(over(atom, &factor, definition)?);
                } else {
                    // At its first value the body is a bound of the greatest (from below) or least (from above).
                    let first = Poly::of(&b.body.subst(&b.var, &b.lo)).mul(&factor);
                    let mut replaced = rhs.clone();
                    replaced.terms.remove(mono);
                    return expand(guard, replaced.add(&first), definition, direction, true, result);
                }
            }
            _ => {
                return Err(format!("the recursive calls are combined nonlinearly in {}", term.to_expr()));
            }
        }
    }
    merge_calls(&mut alternative.calls);
    result.push(alternative);
    Ok(())
}

fn replace_term(rhs: &Poly, mono: &Mono, coeff: &crate::Rational, atom: &Expr, value: &Poly) -> Poly {
    let mut replaced = rhs.clone();
    replaced.terms.remove(mono);
    let powers = mono.powers.iter().filter(|(a, _)| a != atom).cloned().collect();
    let others = Poly::term(Mono { powers, exps: mono.exps.clone() }, coeff.clone());
    replaced.add(&others.mul(value))
}

fn call(name: &FnName, args: &[Expr], coeff: Poly, definition: &Definition) -> Result<RecCall, String> {
    if *name != definition.name {
        return Err(format!("{name} is not defined"));
    }
    if args.len() != definition.params.len() {
        return Err(format!("{name} is called with {} arguments", args.len()));
    }
    if let Some(arg) = args.iter().find(|a| a.has_call()) {
        return Err(format!("a recursive call in the argument {arg} of a recursive call"));
    }
    Ok(RecCall { args: args.iter().map(Poly::of).collect(), coeff })
}

/// A split, with those in it that look for the same extremum: the best of all choices together.
fn over(split: &Expr, factor: &Poly, definition: &Definition) -> Result<Over, String> {
    let b = split.range().expect("a split");
    let mut choices = vec![Choice { var: b.var.clone(), lo: Poly::of(&b.lo), hi: Poly::of(&b.hi) }];
    let (mut calls, mut rest) = (Vec::new(), Poly::zero());
    for (mono, coeff) in &Poly::of(&b.body).mul(factor).terms {
        let calling: Vec<&(Expr, i32)> = mono.powers.iter().filter(|(a, _)| a.has_call()).collect();
        match calling.as_slice() {
            [] => rest.add_term(mono.clone(), coeff),
            [(Expr::Call(name, args), 1)] => {
                let powers = mono.powers.iter().filter(|(a, _)| !a.has_call()).cloned().collect();
                let coeff = Poly::term(Mono { powers, exps: mono.exps.clone() }, coeff.clone());
                calls.push(call(name, args, coeff, definition)?);
            }
            [(inner @ (Expr::MaxOver(_) | Expr::MinOver(_)), 1)]
                if std::mem::discriminant(inner) == std::mem::discriminant(split)
                    && mono.powers.len() == 1
                    && mono.exps.is_empty()
                    && !coeff.is_negative() =>
            {
                let inner = over(inner, &Poly::constant(coeff.clone()), definition)?;
                choices.extend(inner.choices);
                calls.extend(inner.calls);
                rest = rest.add(&inner.rest);
            }
            _ => {
                return Err(format!("the recursive calls are combined nonlinearly in {}", b.body));
            }
        }
    }
    if choices.len() > CHOICE_LIMIT {
        return Err(format!("more than {CHOICE_LIMIT} choices in {split}"));
    }
    merge_calls(&mut calls);
    Ok(Over { choices, calls, rest })
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

/// Takes a term that is the greatest, or from below the least, over some choices without calls, times a positive number, out of
/// a sum: as a split that calls nothing.
pub(crate) fn take_range(sum: &mut Poly, direction: Direction) -> Option<Over> {
    let fits = |e: &Expr| match e {
        Expr::MaxOver(b) => direction == Direction::Upper && !b.body.has_call(),
        Expr::MinOver(b) => direction == Direction::Lower && !b.body.has_call(),
        _ => false,
    };
    let (mono, range, factor) = sum.terms.iter().find_map(|(mono, factor)| match mono.powers.as_slice() {
        [(e, 1)] if mono.exps.is_empty() && factor.is_positive() && fits(e) => {
            Some((mono.clone(), e.range()?.clone(), factor.clone()))
        }
        _ => None,
    })?;
    sum.terms.remove(&mono);
    let choice = Choice { var: range.var.clone(), lo: Poly::of(&range.lo), hi: Poly::of(&range.hi) };
    Some(Over { choices: vec![choice], calls: Vec::new(), rest: Poly::of(&range.body).scale(&factor) })
}

fn merge_calls(calls: &mut Vec<RecCall>) {
    let mut merged: Vec<RecCall> = Vec::new();
    for c in calls.drain(..) {
        match merged.iter_mut().find(|m| m.args == c.args) {
            Some(m) => m.coeff = m.coeff.add(&c.coeff),
            None => merged.push(c),
        }
    }
    merged.retain(|c| !c.coeff.is_zero());
    *calls = merged;
}

/// How a parameter takes part in the recursion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Passed on unchanged by every call: a symbolic constant.
    Fixed,
    /// Changes, and matters.
    Changing,
    /// Changes, but neither guards nor values depend on it.
    Irrelevant,
}

pub(crate) fn roles(params: &[Var], alternatives: &[Alternative]) -> Vec<Role> {
    let all_calls: Vec<&RecCall> =
        alternatives.iter().flat_map(|a| a.calls.iter().chain(a.overs.iter().flat_map(|o| o.calls.iter()))).collect();
    let used_outside = |v: &Var| {
        alternatives.iter().any(|a| {
            a.guard.mentions(v)
                || a.rest.mentions(v)
                || a.calls.iter().any(|c| c.coeff.mentions(v))
                || a.overs.iter().any(|o| {
                    o.rest.mentions(v)
                        || o.choices.iter().any(|c| c.lo.mentions(v) || c.hi.mentions(v))
                        || o.calls.iter().any(|c| c.coeff.mentions(v))
                })
        })
    };
    let mut relevant: Vec<bool> = params.iter().map(used_outside).collect();
    loop {
        let mut changed = false;
        for i in 0..params.len() {
            let feeds =
                |call: &&RecCall| call.args.iter().enumerate().any(|(j, a)| relevant[j] && a.mentions(&params[i]));
            if !relevant[i] && all_calls.iter().any(feeds) {
                relevant[i] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let fixed = |i: usize| all_calls.iter().all(|c| c.args[i].as_var() == Some(&params[i]));
    (0..params.len())
        .map(|i| match (relevant[i], fixed(i)) {
            (_, true) => Role::Fixed,
            (true, false) => Role::Changing,
            (false, false) => Role::Irrelevant,
        })
        .collect()
}
