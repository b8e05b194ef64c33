//! Transform: one function for all whose equations are the same.
//!
//! In: a system. Out: the system with one function in place of all that differ in their names only, theirs and those of what
//! they call, so that variants of a predicate for other constants cost nothing. Nothing is lost: what such functions come to
//! is the same by induction over how it is made. Source: the coarsest partition (Paige and Tarjan 1987, section 1), by
//! refinement.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::system::equation::{Case, Definition, Direction};
use crate::system::guard::Guard;
use crate::{Expr, FnName, Var};

/// What tells functions apart: what they were before, how many parameters they have, where they are meant, and their cases.
type Shape<'a> = (usize, usize, &'a Guard, BTreeSet<(Guard, Expr)>);

/// For each function the place of the first that is like it.
pub(crate) fn alike(definitions: &[Definition], direction: Direction) -> Vec<usize> {
    let mut firsts = vec![0; definitions.len()];
    if definitions.len() < 2 {
        return firsts;
    }
    let shown: Vec<Definition> = definitions.iter().map(with_common_parameters).collect();
    loop {
        let mut found: FxHashMap<Shape<'_>, usize> = FxHashMap::default();
        let next: Vec<usize> = (0..shown.len())
            .map(|at| {
                let own = &shown[at];
                let cases = own.cases.iter().map(|case| (case.guard.clone(), renamed(&case.rhs, &shown, &firsts)));
                let cases = cases.map(|(guard, rhs)| (guard, direction.simplify(&rhs))).collect();
                *found.entry((firsts[at], own.params.len(), &own.domain, cases)).or_insert(at)
            })
            .collect();
        if next == firsts {
            return firsts;
        }
        firsts = next;
    }
}

/// The first ones, which call the first ones.
pub(crate) fn joined(definitions: Vec<Definition>, firsts: &[usize], direction: Direction) -> Vec<Definition> {
    let is_first = |at: &usize| firsts[*at] == *at;
    if (0..firsts.len()).all(|at| is_first(&at)) {
        return definitions;
    }
    let rewritten = |case: &Case| Case {
        rhs: direction.simplify(&renamed(&case.rhs, &definitions, firsts)),
        guard: case.guard.clone(),
    };
    let of = |at: usize| Definition {
        cases: definitions[at].cases.iter().map(rewritten).collect(),
        ..definitions[at].clone()
    };
    (0..firsts.len()).filter(is_first).map(of).collect()
}

/// The definition over parameters that are named by their places.
fn with_common_parameters(definition: &Definition) -> Definition {
    let params: Vec<Var> = (0..definition.params.len()).map(|at| Var::new(format!("_{at}"))).collect();
    let places: Vec<Expr> = params.iter().cloned().map(Expr::Var).collect();
    let values = definition.at(&places);
    let case = |case: &Case| Case { guard: case.guard.subst_all(&values), rhs: case.rhs.subst_all(&values) };
    Definition {
        name: definition.name.clone(),
        domain: definition.domain.subst_all(&values),
        cases: definition.cases.iter().map(case).collect(),
        params,
    }
}

/// With calls of the first of those that are alike in place of calls of the others.
fn renamed(e: &Expr, definitions: &[Definition], firsts: &[usize]) -> Expr {
    match e.map_children(&mut |child| renamed(child, definitions, firsts)) {
        Expr::Call(called, args) => Expr::Call(first_of(called, definitions, firsts), args),
        other => other,
    }
}

fn first_of(name: FnName, definitions: &[Definition], firsts: &[usize]) -> FnName {
    definitions.iter().position(|d| d.name == name).map_or(name, |at| definitions[firsts[at]].name.clone())
}
