//! Rows of the rule table for steps back with constant coefficients, alone or as alternatives.
//!
//! In: a [`Line`] whose alternatives go to T(n - d). Out: exact solutions where one alternative decides, else the
//! extremum of candidates. Alternatives with the same calls are merged by the extremum of their rests, never solved
//! apart (trap 1 of spec/analysis.md, section 3); where none dominates at once, first values are unrolled until one does.

use std::collections::BTreeMap;

use crate::classes::line::{Line, LineAlt, Target, UNROLL_LIMIT, pick};
use crate::classes::linear::{self, Recurrence};
use crate::classes::rules::{Candidate, Exactness, Proof};
use crate::expression::poly::{Mono, Poly};
use crate::system::equation::Direction;
use crate::{Expr, Rational, Var};

/// How many first values are unrolled in search of an alternative that dominates.
const LIFTS: [i64; 7] = [0, 1, 2, 3, 5, 9, 17];

/// Where the calls go, with their coefficients.
pub(crate) type Calls = Vec<(Target, Poly)>;

/// Alternatives with the same calls, rests merged.
#[derive(Debug)]
struct Group {
    calls: Calls,
    rest: Poly,
}

pub(crate) fn first_order(line: &mut Line) -> Vec<Candidate> {
    if line.reach() == 1 { single(line) } else { vec![] }
}

pub(crate) fn higher_order(line: &mut Line) -> Vec<Candidate> {
    if line.reach() > 1 { single(line) } else { vec![] }
}

fn steps_back_only(line: &Line) -> bool {
    line.main().all(|a| a.overs.is_empty() && a.calls.iter().all(|(t, _)| matches!(t, Target::Back(_))))
        && line.main().any(LineAlt::is_recursive)
}

/// One group and no other way to stop: exact.
fn single(line: &mut Line) -> Vec<Candidate> {
    if !steps_back_only(line) {
        return vec![];
    }
    for lift in LIFTS {
        let start = line.start + lift;
        let (groups, terminals) = grouped(line, start);
        let [group] = groups.as_slice() else {
            return vec![];
        };
        if !terminals.is_empty() {
            return vec![];
        }
        if let Some((f, from)) = solve_group(line, group, start) {
            let note = format!("T({0}) = {1} from {0} = {start} on", line.n, show(group, &line.n));
            return vec![Candidate { f, from, exact: Exactness::Exact, proof: Proof::Constructed, note }];
        }
        // More first values help only against a min or max in the rest.
        if !has_extremum(&group.rest, &line.n) {
            return vec![];
        }
    }
    vec![]
}

/// Several groups or terminals: the first group whose solution, started from exact values, bounds all the others.
pub(crate) fn dominant(line: &mut Line) -> Vec<Candidate> {
    if !steps_back_only(line) {
        return vec![];
    }
    for lift in LIFTS {
        let start = line.start + lift;
        let (groups, _) = grouped(line, start);
        let mut found = Vec::new();
        for group in &groups {
            if let Some((f, from)) = solve_group(line, group, start)
                && line.verify(&f, from, start)
            {
                let note = format!("{} dominates from {} = {start} on", show(group, &line.n), line.n);
                // A bound that one alternative attains from exact values is the value.
                found.push(Candidate { f, from, exact: Exactness::Exact, proof: Proof::Constructed, note });
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    vec![]
}

/// Extrema of the solutions of the groups and of the terminals, and the recurrence with the extremal coefficients.
pub(crate) fn combined(line: &mut Line) -> Vec<Candidate> {
    if !steps_back_only(line) {
        return vec![];
    }
    let mut result: Vec<Candidate> = Vec::new();
    for lift in [0, 1, 3] {
        for candidate in combined_from(line, line.start + lift) {
            if !result.iter().any(|c| c.f == candidate.f) {
                result.push(candidate);
            }
        }
    }
    result
}

fn combined_from(line: &mut Line, start: i64) -> Vec<Candidate> {
    let (groups, terminals) = grouped(line, start);
    let mut solutions = Vec::new();
    for group in &groups {
        let rest = linear_bound(&group.rest, &line.n, line.direction);
        let group = Group { calls: group.calls.clone(), rest };
        if let Some((f, _)) = solve_group(line, &group, start) {
            solutions.push(f);
        }
    }
    let from = line.low.max(0);
    let candidate = |f: Poly, note: &str| Candidate {
        f,
        from,
        exact: Exactness::Bound,
        proof: Proof::ByInduction(start),
        note: note.to_string(),
    };
    let mut result: Vec<Candidate> = solutions.iter().map(|f| candidate(f.clone(), "one alternative")).collect();
    let everything: Vec<Poly> = solutions.iter().chain(&terminals).cloned().collect();
    if everything.len() > 1 {
        result.push(candidate(pick(line.direction, everything), "the extremum of all alternatives"));
    }
    if !terminals.is_empty() {
        let n = line.n.clone();
        let first: Vec<Poly> = terminals.iter().map(|t| t.at(&n, start)).collect();
        let least = pick(line.direction, first);
        let with_constant = solutions.iter().cloned().chain([least.clone()]).collect();
        result.push(candidate(pick(line.direction, with_constant), "the first value of an alternative that stops"));
        // Stopping at the first point, then only recursing.
        for group in &groups {
            let rest = linear_bound(&group.rest, &n, line.direction);
            let group = Group { calls: group.calls.clone(), rest };
            if let (Some((f, _)), 1) = (solve_from(line, &group, start, &least), line.reach()) {
                let all = solutions.iter().cloned().chain([f]).collect();
                result.push(candidate(pick(line.direction, all), "stopping at the first point"));
            }
        }
    }
    result
        .extend(extremal(line, &groups, &terminals, start).into_iter().map(|f| candidate(f, "extremal coefficients")));
    result
}

/// The recurrence T(n) = A*T(n-1) + g whose A and g are extremal over all groups.
fn extremal(line: &mut Line, groups: &[Group], terminals: &[Poly], start: i64) -> Option<Poly> {
    let mut total: Option<Rational> = None;
    let mut rests: Vec<Poly> = terminals.to_vec();
    for group in groups {
        let sum = group.calls.iter().fold(Poly::zero(), |sum, (_, c)| sum.add(c)).as_constant()?;
        total = Some(match (total, line.direction) {
            (None, _) => sum,
            (Some(t), Direction::Upper) => t.max(sum),
            (Some(t), Direction::Lower) => t.min(sum),
        });
        rests.push(group.rest.clone());
    }
    let rests: Vec<Poly> = rests.iter().map(|r| linear_bound(r, &line.n, line.direction)).collect();
    let rest = extremal_terms(&rests, line.direction);
    let group = Group { calls: vec![(Target::Back(1), Poly::constant(total?))], rest };
    solve_group(line, &group, start).map(|(f, _)| f)
}

/// Term by term the greatest or least coefficient: a bound of all where monomials are not negative.
pub(crate) fn extremal_terms(ps: &[Poly], direction: Direction) -> Poly {
    let monos: std::collections::BTreeSet<&Mono> = ps.iter().flat_map(|p| p.terms.keys()).collect();
    let mut result = Poly::zero();
    for mono in monos {
        let coeffs = ps.iter().map(|p| p.terms.get(mono).cloned().unwrap_or(Rational::ZERO));
        let coeff = if direction == Direction::Upper { coeffs.max() } else { coeffs.min() };
        result.add_term(mono.clone(), &coeff.unwrap_or(Rational::ZERO));
    }
    result
}

/// Replaces extrema over `n` by sums of extremal terms, in the safe direction or as a guess that is checked later.
pub(crate) fn linear_bound(rest: &Poly, n: &Var, direction: Direction) -> Poly {
    let mut result = Poly::zero();
    for (mono, coeff) in &rest.terms {
        let mut term = Poly::constant(coeff.clone());
        for (atom, k) in &mono.powers {
            let factor = match atom {
                Expr::Max(es) | Expr::Min(es) if atom.mentions(n) && *k == 1 => {
                    let operands: Vec<Poly> = es.iter().map(Poly::of).collect();
                    let side = if matches!(atom, Expr::Max(_)) { Direction::Upper } else { Direction::Lower };
                    if side == direction { extremal_terms(&operands, direction) } else { operands[0].clone() }
                }
                _ => Poly::term(Mono::atom(atom.clone(), *k), Rational::ONE),
            };
            term = term.mul(&factor);
        }
        term = term.mul(&Poly::term(Mono { powers: vec![], exps: mono.exps.clone() }, Rational::ONE));
        result.add_scaled(&term, &Rational::ONE);
    }
    result
}

fn has_extremum(rest: &Poly, n: &Var) -> bool {
    let extremum = |a: &Expr| matches!(a, Expr::Max(_) | Expr::Min(_)) && a.mentions(n);
    rest.terms.keys().any(|m| m.powers.iter().any(|(a, _)| extremum(a)))
}

/// Unbounded alternatives by their calls, for n >= start, and the rests of those without calls.
fn grouped(line: &Line, start: i64) -> (Vec<Group>, Vec<Poly>) {
    let mut by_calls: Vec<(Calls, Vec<Poly>)> = Vec::new();
    for a in line.main() {
        let rest = resolve(&a.rest, &line.n, start);
        match by_calls.iter_mut().find(|(calls, _)| *calls == a.calls) {
            Some((_, rests)) => rests.push(rest),
            None => by_calls.push((a.calls.clone(), vec![rest])),
        }
    }
    let (mut groups, mut terminals) = (Vec::new(), Vec::new());
    for (calls, rests) in by_calls {
        let shifted: Vec<Poly> = rests.iter().map(|r| r.shift(&line.n, start)).collect();
        let rest = if rests.len() == 1 {
            rests.into_iter().next().unwrap_or_default()
        } else {
            resolve(&pick(line.direction, shifted).shift(&line.n, -start), &line.n, start)
        };
        if calls.is_empty() { terminals.push(rest) } else { groups.push(Group { calls, rest }) }
    }
    (groups, terminals)
}

/// Minima and maxima decided for n >= start.
fn resolve(rest: &Poly, n: &Var, start: i64) -> Poly {
    if !has_extremum(rest, n) {
        return rest.clone();
    }
    let mut result = rest.clone();
    for mono in rest.terms.keys() {
        for (atom, _) in &mono.powers {
            let (Expr::Max(es) | Expr::Min(es)) = atom else {
                continue;
            };
            let side = if matches!(atom, Expr::Max(_)) { Direction::Upper } else { Direction::Lower };
            let operands = es.iter().map(|e| Poly::of(e).shift(n, start)).collect();
            let picked = pick(side, operands).shift(n, -start);
            if picked.single().is_none_or(|(m, _)| m.powers.iter().all(|(a, _)| a != atom)) {
                let mut replaced = Poly::zero();
                for (m, c) in &result.terms {
                    let term = Poly::term(m.clone(), c.clone());
                    match m.powers.iter().find(|(a, k)| a == atom && *k == 1) {
                        Some(_) => {
                            let powers = m.powers.iter().filter(|(a, _)| a != atom).cloned().collect();
                            let others = Poly::term(Mono { powers, exps: m.exps.clone() }, c.clone());
                            replaced = replaced.add(&others.mul(&picked));
                        }
                        None => replaced = replaced.add(&term),
                    }
                }
                result = replaced;
            }
        }
    }
    result
}

/// The calls and the merged rest when there is one group, and the rests of the alternatives that stop.
pub(crate) fn one_group(line: &Line, start: i64) -> Option<(Calls, Poly, Vec<Poly>)> {
    let (mut groups, terminals) = grouped(line, start);
    if groups.len() != 1 || line.main().any(|a| !a.overs.is_empty()) {
        return None;
    }
    groups.pop().map(|g| (g.calls, g.rest, terminals))
}

/// The calls and the merged rest when there is one group and no other way to stop.
pub(crate) fn only_group(line: &Line, start: i64) -> Option<(Calls, Poly)> {
    let (mut groups, terminals) = grouped(line, start);
    if groups.len() != 1 || !terminals.is_empty() || line.main().any(|a| !a.overs.is_empty()) {
        return None;
    }
    groups.pop().map(|g| (g.calls, g.rest))
}

fn recurrence(group: &Group) -> Option<Recurrence> {
    let mut steps = BTreeMap::new();
    for (target, coeff) in &group.calls {
        let Target::Back(d) = target else { return None };
        steps.insert(*d, coeff.as_constant()?);
    }
    Some(Recurrence { steps, rest: group.rest.clone() })
}

/// The group's closed form through the line's exact values just before `start`, and where it is exact from.
fn solve_group(line: &mut Line, group: &Group, start: i64) -> Option<(Poly, i64)> {
    let r = recurrence(group)?;
    // Of steps that are longer not as many first values are looked at.
    let order = Some(r.order()).filter(|order| *order <= UNROLL_LIMIT)?;
    let first = start - order;
    let mut known: Vec<Poly> = (0..order).map(|i| line.value(first + i)).collect::<Option<_>>()?;
    closed_form(&line.n, &r, first, &mut known)
}

/// As `solve_group`, but with the first value given.
fn solve_from(line: &Line, group: &Group, first: i64, value: &Poly) -> Option<(Poly, i64)> {
    let r = recurrence(group)?;
    closed_form(&line.n, &r, first, &mut vec![value.clone()])
}

fn closed_form(n: &Var, r: &Recurrence, first: i64, known: &mut Vec<Poly>) -> Option<(Poly, i64)> {
    // The group alone, not the line, continues the values: other alternatives must not leak into the interpolation.
    let f = linear::solve(r, n, first, &mut |m| {
        while (known.len() as i64) <= m - first {
            let at = first + known.len() as i64;
            let mut next = r.rest.at(n, at);
            for (d, a) in &r.steps {
                next.add_scaled(known.get(usize::try_from(at - d - first).ok()?)?, a);
            }
            known.push(next);
        }
        known.get(usize::try_from(m - first).ok()?).cloned()
    })?;
    Some((f, first))
}

fn show(group: &Group, n: &Var) -> String {
    let mut sum = group.rest.to_expr();
    for (target, coeff) in group.calls.iter().rev() {
        if let Target::Back(d) = target {
            sum = coeff.to_expr() * Expr::call("T", vec![Expr::Var(n.clone()) - Expr::int(*d)]) + sum;
        }
    }
    sum.simplify().to_string()
}
