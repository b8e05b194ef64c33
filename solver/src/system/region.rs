//! Guards as regions of non-negative integers.
//!
//! In: a guard. Out: substitutions after which all variables range freely over the non-negative integers, which is what
//! `sign.rs` proves things about. Constraints that do not fit are dropped: the region grows, so what is proved on it
//! still holds under the guard.

use crate::expression::expr::Binder;
use crate::expression::poly::Poly;
use crate::system::constraint::Constraint;
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::system::sign;
use crate::{Expr, Rational, Var};

/// Ranges up to this long are enumerated.
const ENUMERATION_LIMIT: i64 = 16;

/// One part of a region: what each variable is, in terms of free non-negative ones, to be applied in order.
pub(crate) type Branch = Vec<(Var, Poly)>;

/// The parts of a guard's region, for who asks several things of it.
pub(crate) struct Parts(Vec<Branch>);

impl Parts {
    pub fn of(guard: &Guard) -> Parts {
        Parts(branches(guard))
    }

    /// Whether `p >= 0` was proved wherever the guard holds.
    pub fn show_nonnegative(&self, p: &Poly) -> bool {
        // Of many parts, all natural numbers are looked at first.
        self.0.len() > 1 && sign::is_nonnegative(p)
            || self.0.iter().all(|branch| sign::is_nonnegative(&apply(p, branch)))
    }
}

/// Whether `p >= 0` was proved wherever the guard holds.
pub(crate) fn is_nonnegative_under(p: &Poly, guard: &Guard) -> bool {
    // A number needs no region.
    p.as_constant().is_some_and(|value| !value.is_negative()) || Parts::of(guard).show_nonnegative(p)
}

/// The same, where a guard that no values from 0 on satisfy may hold for others.
pub(crate) fn is_nonnegative_anywhere_under(p: &Poly, guard: &Guard) -> bool {
    if branches(guard).is_empty() { sign::is_nonnegative(p) } else { is_nonnegative_under(p, guard) }
}

/// Whether a constraint holds wherever a guard does; a `false` may be ignorance.
pub(crate) fn follows(constraint: &Constraint, guard: &Guard) -> bool {
    natural(guard, constraint.form().terms.keys()).implies_all(&Guard::of(std::slice::from_ref(constraint)))
}

/// Whether all of a condition holds wherever a guard does; a `false` may be ignorance.
pub(crate) fn follows_all(condition: &Guard, guard: &Guard) -> bool {
    natural(guard, condition.vars().iter()).implies_all(condition)
}

/// Whether a guard may hold for some natural numbers.
pub(crate) fn is_possible(guard: &Guard) -> bool {
    natural(guard, [].into_iter()).possible()
}

/// What a natural number stands for in place of a negative one: -1 - x for x.
pub(crate) fn mirrored(var: &Var) -> (Var, Expr) {
    (var.clone(), Expr::int(-1) - Expr::Var(var.clone()))
}

/// The guard, for natural numbers.
pub(crate) fn natural<'a>(guard: &Guard, more: impl Iterator<Item = &'a Var>) -> Guard {
    let mut vars = guard.vars();
    vars.extend(more.cloned());
    vars.iter().fold(guard.clone(), |guard, var| guard.with(Linear::var(var)))
}

/// The guard inside a range of a variable, which no other variable of that name is mixed up with: what it says of one is
/// left out, and so are ends that speak of one. A region is of natural numbers, so nothing is said of the variable where
/// its range may begin below 0.
pub(crate) fn ranging(guard: &Guard, var: &Var, lo: &Poly, hi: &Poly) -> Option<Guard> {
    let mut outside = guard.clone();
    outside.retain(&|form| !form.terms.contains_key(var));
    if lo.mentions(var) || !is_nonnegative_under(lo, guard) {
        return None;
    }
    let k = Poly::var(var);
    let inside = natural(&outside, [var].into_iter()).and_nonnegative(&k.sub(lo));
    Some(if hi.mentions(var) { inside } else { inside.and_nonnegative(&hi.sub(&k)) })
}

/// The guard inside a range, as far as something is known of it there: the variables of ranges are natural.
pub(crate) fn within(guard: &Guard, b: &Binder) -> Guard {
    ranging(guard, &b.var, &Poly::of(&b.lo), &Poly::of(&b.hi)).unwrap_or_else(|| guard.clone())
}

/// Where a call stands in an expression.
pub(crate) struct Place {
    /// The sums and splits around it on whose variables it depends, and those around them, outermost first.
    pub ranges: Vec<Expr>,
    /// What holds there, besides that the variables of ranges are natural.
    pub guard: Guard,
}

impl Place {
    /// Whether something is about the variable of a range around the call.
    pub(crate) fn varies(&self, p: &Poly) -> bool {
        self.ranges.iter().filter_map(Expr::range).any(|b| p.mentions(&b.var))
    }
}

/// The places where a call stands in an expression under a guard.
pub(crate) fn places(e: &Expr, call: &Expr, guard: &Guard) -> Vec<Place> {
    fn walk(e: &Expr, call: &Expr, guards: &mut Vec<Guard>, ranges: &mut Vec<Expr>, found: &mut Vec<Place>) {
        if e == call {
            let on = |range: &Expr| range.range().is_some_and(|b| call.mentions(&b.var));
            let around = ranges.iter().rposition(on).map_or(0, |last| last + 1);
            found.push(Place { ranges: ranges[..around].to_vec(), guard: guards[around].clone() });
            return;
        }
        let Some(b) = e.range() else {
            e.children().for_each(|child| walk(child, call, guards, ranges, found));
            return;
        };
        [&b.lo, &b.hi].into_iter().for_each(|end| walk(end, call, guards, ranges, found));
        guards.push(within(guards.last().expect("that of the expression"), b));
        ranges.push(e.clone());
        walk(&b.body, call, guards, ranges, found);
        ranges.pop();
        guards.pop();
    }
    let mut found = Vec::new();
    walk(e, call, &mut vec![guard.clone()], &mut Vec::new(), &mut found);
    found
}

/// Each part of an expression mapped under the guard that holds where it stands.
pub(crate) fn map_under(e: &Expr, guard: &Guard, f: &dyn Fn(&Expr, &Guard) -> Expr) -> Expr {
    let ranged = |b: &Binder| {
        let (lo, hi) = (f(&b.lo, guard), f(&b.hi, guard));
        let inside = ranging(guard, &b.var, &Poly::of(&b.lo), &Poly::of(&b.hi));
        let body = inside.map_or_else(|| b.body.clone(), |inside| f(&b.body, &inside));
        Binder { var: b.var.clone(), lo, hi, body }
    };
    e.map_parts(&ranged, &mut |part| f(part, guard))
}

/// The expression under a guard: extrema without the operands that others always exceed there.
pub(crate) fn settled(e: &Expr, guard: &Guard) -> Expr {
    let mapped = map_under(e, guard, &settled);
    let (Expr::Max(es) | Expr::Min(es)) = &mapped else { return mapped };
    let greatest = matches!(mapped, Expr::Max(_));
    let parts = Parts::of(guard);
    let beats = |a: &Poly, b: &Poly| parts.show_nonnegative(&if greatest { a.sub(b) } else { b.sub(a) });
    let mut kept: Vec<(&Expr, Poly)> = Vec::new();
    for e in es {
        let p = Poly::of(e);
        if !kept.iter().any(|(_, other)| beats(other, &p)) {
            kept.retain(|(_, other)| !beats(&p, other));
            kept.push((e, p));
        }
    }
    let kept = kept.into_iter().map(|(e, _)| e.clone()).collect();
    if greatest { Expr::Max(kept) } else { Expr::Min(kept) }
}

pub(crate) fn apply(p: &Poly, branch: &Branch) -> Poly {
    branch.iter().fold(p.clone(), |p, (var, value)| if p.mentions(var) { p.subst(var, value) } else { p })
}

/// The parts of the guard's region; none when the guard cannot hold.
pub(crate) fn branches(guard: &Guard) -> Vec<Branch> {
    if guard.is_always() {
        return vec![Vec::new()];
    }
    if !is_possible(guard) {
        return Vec::new();
    }
    let (mut equal, mut at_least, mut different) = (Vec::new(), Vec::new(), Vec::new());
    for c in guard.constraints() {
        match c {
            Constraint::Zero(form) => equal.push(form.to_poly()),
            Constraint::AtLeast(form) => at_least.push(form.to_poly()),
            Constraint::Distinct(form) => different.push(form.to_poly()),
        }
    }
    let mut result = Vec::new();
    for choice in 0..1usize << different.len().min(3) {
        let mut at_least = at_least.clone();
        for (i, d) in different.iter().take(3).enumerate() {
            let side = if choice >> i & 1 == 0 { d.clone() } else { d.neg() };
            at_least.push(side.sub(&Poly::one()));
        }
        refine(equal.clone(), at_least, Vec::new(), &mut result);
    }
    result
}

fn refine(mut equal: Vec<Poly>, mut at_least: Vec<Poly>, mut branch: Branch, result: &mut Vec<Branch>) {
    if result.len() > 64 {
        // Too many parts: one that covers everything.
        result.push(Vec::new());
        return;
    }
    while let Some(p) = equal.pop() {
        match p.as_constant() {
            Some(c) if c.is_zero() => continue,
            Some(_) => return,
            None => {}
        }
        let solved = linear_vars(&p).into_iter().find(|(_, c)| c.abs().is_one());
        let Some((var, c)) = solved else {
            continue;
        };
        // c*v + rest = 0 with c = 1 or -1
        let rest = p.sub(&Poly::var(&var).scale(&c));
        let value = rest.scale(&-c);
        let replace = |ps: &mut Vec<Poly>| ps.iter_mut().for_each(|q| *q = q.subst(&var, &value));
        replace(&mut equal);
        replace(&mut at_least);
        at_least.push(value.clone());
        branch.push((var, value));
    }
    loop {
        let mut chosen = None;
        for (i, p) in at_least.iter().enumerate() {
            match p.as_constant() {
                Some(c) if c.is_negative() => return,
                Some(_) => {
                    chosen = Some((i, None));
                    break;
                }
                None => {}
            }
            if p.terms.values().all(Rational::is_positive) && sign::is_nonnegative(p) {
                chosen = Some((i, None));
                break;
            }
            if let Some((var, value)) = lower_bound(p) {
                chosen = Some((i, Some((var, value))));
                break;
            }
            if let Some((var, last)) = upper_bound(p)
                && last <= ENUMERATION_LIMIT
            {
                let rest: Vec<Poly> =
                    at_least.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, q)| q.clone()).collect();
                for k in 0..=last {
                    let at_k = rest.iter().map(|q| q.at(&var, k)).collect();
                    let mut branch = branch.clone();
                    branch.push((var.clone(), Poly::int(k)));
                    refine(Vec::new(), at_k, branch, result);
                }
                return;
            }
        }
        match chosen {
            None => match nearly_lower_bound(&at_least) {
                None => break,
                Some((i, var, low, gap)) => {
                    // v >= low - gap: each of the last values apart, then v >= low.
                    let rest: Vec<Poly> =
                        at_least.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, q)| q.clone()).collect();
                    for j in 0..=gap {
                        let value = low.sub(&Poly::int(j));
                        let free = if j == 0 { value.add(&Poly::var(&var)) } else { value.clone() };
                        let mut inner: Vec<Poly> = rest.iter().map(|q| q.subst(&var, &free)).collect();
                        if j > 0 {
                            inner.push(value);
                        }
                        let mut branch = branch.clone();
                        branch.push((var.clone(), free));
                        refine(Vec::new(), inner, branch, result);
                    }
                    return;
                }
            },
            Some((i, None)) => {
                at_least.swap_remove(i);
            }
            Some((i, Some((var, value)))) => {
                at_least.swap_remove(i);
                at_least.iter_mut().for_each(|q| *q = q.subst(&var, &value));
                branch.push((var, value));
            }
        }
    }
    result.push(branch);
}

/// The variables that occur linearly, alone, and nowhere else, with their coefficients.
pub(crate) fn linear_vars(p: &Poly) -> Vec<(Var, Rational)> {
    let mut found: Vec<(Var, Rational)> = Vec::new();
    for (mono, c) in &p.terms {
        if let Some(var) = Poly::term(mono.clone(), Rational::ONE).as_var()
            && p.terms.keys().filter(|m| m.mentions(var)).count() == 1
        {
            found.push((var.clone(), c.clone()));
        }
    }
    found
}

/// `v - low >= 0` with `low` evidently non-negative: then `v` is `low + v`.
fn lower_bound(p: &Poly) -> Option<(Var, Poly)> {
    for (var, c) in linear_vars(p) {
        if !c.is_positive() {
            continue;
        }
        let low = p.sub(&Poly::var(&var).scale(&c)).neg();
        let inverse = c.recip()?;
        let low = match low.as_constant() {
            Some(k) => Poly::constant((&k * &inverse).ceil()),
            None if c.is_one() => low,
            None => continue,
        };
        if low.as_constant().is_some_and(|k| k.is_positive()) || (!low.is_zero() && sign::is_nonnegative(&low)) {
            return Some((var.clone(), low.add(&Poly::var(&var))));
        }
    }
    None
}

/// The first constraint `v - low + gap >= 0` with `low` evidently non-negative and a small whole `gap`.
fn nearly_lower_bound(at_least: &[Poly]) -> Option<(usize, Var, Poly, i64)> {
    at_least.iter().enumerate().find_map(|(i, p)| {
        linear_vars(p).into_iter().filter(|(_, c)| c.is_one()).find_map(|(var, _)| {
            let low = p.sub(&Poly::var(&var)).neg();
            let gap = -low.constant_part().to_i64()?;
            let low = low.add(&Poly::int(gap));
            let evident = !low.is_zero() && low.terms.values().all(Rational::is_positive);
            ((1..=4).contains(&gap) && evident && sign::is_nonnegative(&low)).then_some((i, var, low, gap))
        })
    })
}

/// `k - c*v >= 0`: the last value of `v`.
fn upper_bound(p: &Poly) -> Option<(Var, i64)> {
    let (var, c) = linear_vars(p).into_iter().next()?;
    if !c.is_negative() {
        return None;
    }
    let k = p.sub(&Poly::var(&var).scale(&c)).as_constant()?;
    let last = (&k / &-c).floor().to_i64()?;
    Some((var, last))
}
