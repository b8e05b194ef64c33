//! From a system of equations to bounds: the driver.
//!
//! In: a [`System`], a direction, limits. Out: for every function a [`Bound`]. Functions are solved callees first and
//! their solutions put into their callers; mutual recursion is unfolded (`unfold.rs`); what remains is a recurrence in
//! one function (`single.rs`). Every result passes [`crate::check`] before it is returned; what fails it is unknown.

use std::collections::BTreeMap;

use crate::check::{self, Limits};
use crate::equation::{Case, Definition, Direction, Guard, Relation, System};
use crate::poly::Poly;
use crate::{Expr, FnName, Monotone, Var};
use crate::{region, single, splits, unfold};

/// A bound, or why there is none.
#[derive(Clone, PartialEq, Debug)]
pub enum Bound {
    /// A closed form that passed the re-check.
    Known(Solution),
    /// No finite bound was found.
    Unknown {
        /// The equations that could not be solved, as text.
        equation: String,
        /// Why not.
        reason: String,
    },
}

/// A closed form and what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The closed form, over the parameters of the definition.
    pub expr: Expr,
    /// Where it holds.
    pub valid: Guard,
    /// Whether it equals the function wherever it is valid, not just bounds it.
    pub exact: bool,
    /// Where it equals the function, if anywhere: `valid` itself when exact, a part of it when it is loose at first points.
    pub exact_where: Option<Guard>,
    /// The rule that found it.
    pub rule: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    /// What was done, for the user.
    pub steps: Vec<String>,
}

impl Bound {
    /// The solution, when there is one.
    pub fn known(&self) -> Option<&Solution> {
        match self {
            Bound::Known(s) => Some(s),
            Bound::Unknown { .. } => None,
        }
    }

    /// The closed form, infinite when unknown.
    pub fn expr(&self) -> Expr {
        self.known().map_or(Expr::Inf, |s| s.expr.clone())
    }
}

/// Solves every function of the system, in time bounded by the limits.
pub fn solve(system: &System, direction: Direction, limits: &Limits) -> BTreeMap<FnName, Bound> {
    let mut bounds: BTreeMap<FnName, Bound> = BTreeMap::new();
    for mut component in components(system) {
        // What is solved of a component serves the rest of it.
        loop {
            for &index in &component {
                let definition = &system.definitions[index];
                let bound = solve_one(system, definition, &component, &bounds, direction, limits);
                bounds.insert(definition.name.clone(), bound);
            }
            let before = component.len();
            component.retain(|&index| bounds[&system.definitions[index].name].known().is_none());
            if component.is_empty() || component.len() == before {
                break;
            }
        }
    }
    bounds
}

fn solve_one(
    system: &System,
    definition: &Definition,
    component: &[usize],
    solved: &BTreeMap<FnName, Bound>,
    direction: Direction,
    limits: &Limits,
) -> Bound {
    let unknown = |reason: String| Bound::Unknown { equation: definition.to_string(), reason };
    let before = outside(solved, component, system);
    let members = || -> Result<Vec<Definition>, String> {
        let others = component.iter().map(|&i| &system.definitions[i]).filter(|d| d.name != definition.name);
        others.map(|d| substitute_solved(d, &before, system, direction)).collect()
    };
    let alone = |own: Definition, steps: Vec<String>| {
        let own = splits::narrowed(&own, std::slice::from_ref(&own));
        let mut solution = single::solve_function(&with_values(&own, system, direction, limits), direction)?;
        solution.steps.splice(0..0, steps);
        Ok(solution)
    };
    let attempt = substitute_solved(definition, &before, system, direction).and_then(|own| {
        if component.len() == 1 {
            return alone(own, vec![]);
        }
        let members = members()?;
        let unfolded = unfold::unfold(&own, &members, limits)
            .and_then(|own| alone(own, vec![format!("mutual recursion unfolded into {}", definition.name)]));
        let joined = || {
            let joined = (direction == Direction::Upper).then(|| unfold::joined(&own, &members, limits))??;
            let solution =
                alone(joined, vec!["one bound for all functions of the mutual recursion".to_string()]).ok()?;
            Some(Solution { exact: false, exact_where: None, ..solution })
        };
        unfolded.or_else(|reason| joined().ok_or(reason))
    });
    let mut pass = |mut solution: Solution| {
        let compare = |s: &Solution| check::check_one(system, &definition.name, s, direction, limits);
        let mut compared = compare(&solution);
        if compared.is_err() && solution.exact_where.is_some() {
            // Still a bound, perhaps.
            solution.exact = false;
            solution.exact_where = None;
            compared = compare(&solution);
        }
        let points = compared.map_err(|violation| format!("the re-check failed: {violation}"))?;
        solution.steps.push(format!("compared with the equations at {points} points"));
        Ok(solution)
    };
    let reason = match attempt.and_then(&mut pass) {
        Ok(solution) => return Bound::Known(solution),
        Err(reason) => reason,
    };
    if direction == Direction::Lower
        && let Some(constant) = single::constant_lower_bound(definition, reason.clone())
        && let Ok(solution) = pass(constant)
    {
        return Bound::Known(solution);
    }
    unknown(reason)
}

/// The definition with values in place of calls at known points.
fn with_values(definition: &Definition, system: &System, direction: Direction, limits: &Limits) -> Definition {
    fn put(e: &Expr, values: &mut check::Values) -> Expr {
        let mapped = e.map_children(&mut |child| put(child, values));
        let Expr::Call(name, args) = &mapped else { return mapped };
        let point: Option<Vec<i64>> = args.iter().map(|arg| arg.as_num()?.to_i64()).collect();
        let value = point.and_then(|point| values.case_value(name, &point).ok().flatten());
        value.map_or(mapped, Expr::num)
    }
    let mut values = check::Values::new(system, direction, limits.evaluations);
    let cases = definition.cases.iter();
    let cases = cases.map(|case| Case { guard: case.guard.clone(), rhs: put(&case.rhs, &mut values) }).collect();
    Definition { cases, ..definition.clone() }
}

/// Bounds of functions outside the component only.
fn outside(solved: &BTreeMap<FnName, Bound>, component: &[usize], system: &System) -> BTreeMap<FnName, Bound> {
    let inside = |name: &FnName| component.iter().any(|&i| system.definitions[i].name == *name);
    solved.iter().filter(|(name, _)| !inside(name)).map(|(n, b)| (n.clone(), b.clone())).collect()
}

/// The definition with solutions in place of calls of solved functions.
fn substitute_solved(
    definition: &Definition,
    solved: &BTreeMap<FnName, Bound>,
    system: &System,
    direction: Direction,
) -> Result<Definition, String> {
    let mut cases = Vec::new();
    for case in &definition.cases {
        for part in within_validity(case, solved, system) {
            cases.push(substitute_case(&part, solved, system, direction)?);
        }
    }
    Ok(Definition { cases, ..definition.clone() })
}

/// First points of a parameter that are split off one by one when a callee's solution does not hold there.
const SPLIT_LIMIT: i64 = 4;

/// The case in parts: where the solutions of its callees are valid, and the first points where one is not, there with the
/// callee's own cases in place of its solution.
fn within_validity(case: &Case, solved: &BTreeMap<FnName, Bound>, system: &System) -> Vec<Case> {
    let mut calls = Vec::new();
    case.rhs.visit(&mut |e| {
        if let Expr::Call(name, args) = e
            && let (Some(Bound::Known(s)), Some(d)) = (solved.get(name), system.get(name))
        {
            let values: Vec<(Var, Expr)> = d.params.iter().cloned().zip(args.iter().cloned()).collect();
            let region = s.exact_where.as_ref().unwrap_or(&s.valid);
            calls.push((e.clone(), d, region.subst_all(&values)));
        }
    });
    for (call, callee, valid) in calls {
        for constraint in &valid.0 {
            let needed = Poly::of(&constraint.lhs).sub(&Poly::of(&constraint.rhs));
            if constraint.relation != Relation::Ge || region::is_nonnegative_under(&needed, &case.guard) {
                continue;
            }
            // needed = v - bound >= 0 fails only at the first values of v, if the guard says where these start.
            let Some((v, _)) = region::linear_vars(&needed).into_iter().find(|(_, c)| c.is_one()) else {
                continue;
            };
            let Some(bound) = Poly::var(&v).sub(&needed).as_int() else {
                continue;
            };
            let starts = |k: i64| region::is_nonnegative_under(&Poly::var(&v).sub(&Poly::int(k)), &case.guard);
            let Some(first) = (bound - SPLIT_LIMIT..bound).rev().find(|k| starts(*k)) else {
                continue;
            };
            let at = |relation: Relation, k: i64| case.guard.clone().and(Expr::Var(v.clone()), relation, Expr::int(k));
            let mut parts =
                within_validity(&Case { guard: at(Relation::Ge, bound), rhs: case.rhs.clone() }, solved, system);
            for k in first..bound {
                let single = Case { guard: at(Relation::Eq, k), rhs: case.rhs.clone() };
                parts.extend(unfold::replace(&single, &call, callee));
            }
            return parts;
        }
    }
    vec![case.clone()]
}

fn substitute_case(
    case: &Case,
    solved: &BTreeMap<FnName, Bound>,
    system: &System,
    direction: Direction,
) -> Result<Case, String> {
    let mut called = Vec::new();
    case.rhs.visit(&mut |e| {
        if let Expr::Call(name, args) = e
            && let Some(bound) = solved.get(name)
        {
            called.push((name.clone(), args.clone(), bound.clone()));
        }
    });
    let mut all_exact = true;
    for (name, _, bound) in &called {
        match bound {
            Bound::Known(s) => all_exact &= s.exact,
            Bound::Unknown { reason, .. } => {
                return Err(format!("it depends on {name}, which is unknown: {reason}"));
            }
        }
    }
    if called.is_empty() {
        return Ok(case.clone());
    }
    if !all_exact {
        let negative = Poly::of(&case.rhs).terms.iter().any(|(m, c)| {
            let calls = m.powers.iter().filter(|(a, _)| a.has_call());
            (c.is_negative() && calls.clone().count() > 0)
                || calls.into_iter().any(|(a, k)| *k < 0 || matches!(a, Expr::Mod(..)))
        });
        let nested = called.iter().any(|(name, args, bound)| {
            let inner: Vec<bool> = args.iter().map(Expr::has_call).collect();
            let params = system.get(name).map_or(&[][..], |d| d.params.as_slice());
            let rises = |v: &Var| matches!(bound.expr().monotone_in(v), Monotone::NonDecreasing | Monotone::Constant);
            inner.iter().zip(params).any(|(called, v)| *called && !rises(v))
        });
        if negative || nested {
            return Err(format!(
                "{} bound of a callee is used where it is not monotone, in {}",
                side(direction),
                case.rhs
            ));
        }
    }
    Ok(Case { guard: case.guard.clone(), rhs: put_in(&case.rhs, solved, system) })
}

fn side(direction: Direction) -> &'static str {
    match direction {
        Direction::Upper => "the upper",
        Direction::Lower => "the lower",
    }
}

fn put_in(e: &Expr, solved: &BTreeMap<FnName, Bound>, system: &System) -> Expr {
    let inner = e.map_children(&mut |c| put_in(c, solved, system));
    let Expr::Call(name, args) = &inner else {
        return inner;
    };
    match (solved.get(name), system.get(name)) {
        (Some(Bound::Known(s)), Some(definition)) => {
            let values: Vec<(Var, Expr)> = definition.params.iter().cloned().zip(args.iter().cloned()).collect();
            s.expr.subst_all(&values)
        }
        _ => inner,
    }
}

/// The strongly connected components of who calls whom, callees first.
fn components(system: &System) -> Vec<Vec<usize>> {
    let index_of: BTreeMap<&FnName, usize> = system.definitions.iter().enumerate().map(|(i, d)| (&d.name, i)).collect();
    let callees: Vec<Vec<usize>> = system
        .definitions
        .iter()
        .map(|d| {
            let mut called = Vec::new();
            for case in &d.cases {
                case.rhs.visit(&mut |e| {
                    if let Expr::Call(name, _) = e {
                        called.extend(index_of.get(name));
                    }
                });
            }
            called.sort_unstable();
            called.dedup();
            called
        })
        .collect();
    // Reachability by repeated search: systems are small, and this needs no recursion.
    let reaches: Vec<Vec<bool>> = (0..callees.len())
        .map(|start| {
            let mut seen = vec![false; callees.len()];
            let mut pending = callees[start].clone();
            while let Some(i) = pending.pop() {
                if !std::mem::replace(&mut seen[i], true) {
                    pending.extend(&callees[i]);
                }
            }
            seen
        })
        .collect();
    let mut done = vec![false; callees.len()];
    let mut order = Vec::new();
    let mut by_size: Vec<usize> = (0..callees.len()).collect();
    by_size.sort_by_key(|&i| reaches[i].iter().filter(|r| **r).count());
    for i in by_size {
        if !done[i] {
            let component: Vec<usize> =
                (0..callees.len()).filter(|&j| j == i || (reaches[i][j] && reaches[j][i])).collect();
            component.iter().for_each(|&j| done[j] = true);
            order.push(component);
        }
    }
    order
}
