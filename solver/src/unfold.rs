//! Mutual recursion unfolded into one function.
//!
//! In: a function and the others of its component. Out: the function with the others' cases put in place of their calls,
//! guards conjoined, so that it calls only itself. Possible when every cycle goes through it; else the reason.

use crate::check::Limits;
use crate::equation::{Case, Definition, Guard};
use crate::region;
use crate::splits;
use crate::{Expr, Rational, Var};

/// Rounds of replacing all calls of others.
const ROUNDS: usize = 8;

pub(crate) fn unfold(own: &Definition, others: &[Definition], limits: &Limits) -> Result<Definition, String> {
    let mut cases = own.cases.clone();
    for _ in 0..ROUNDS {
        let mut next = Vec::new();
        let mut changed = false;
        for case in cases {
            match first_call(&case.rhs, others) {
                None => next.push(case),
                Some((call, other)) => {
                    changed = true;
                    next.extend(replace(&case, &call, other));
                }
            }
            if next.len() > limits.cases {
                return Err(format!("unfolding the mutual recursion makes more than {} cases", limits.cases));
            }
        }
        cases = next;
        if !changed {
            return Ok(Definition { cases, ..own.clone() });
        }
    }
    Err(format!("a cycle of the mutual recursion does not pass through {}", own.name))
}

fn first_call<'a>(rhs: &Expr, others: &'a [Definition]) -> Option<(Expr, &'a Definition)> {
    let mut found = None;
    rhs.visit(&mut |e| {
        if let Expr::Call(name, args) = e
            && found.is_none()
            && let Some(other) = others.iter().find(|d| d.name == *name && d.params.len() == args.len())
        {
            found = Some((e.clone(), other));
        }
    });
    found
}

/// The case once per case of the called function that can apply, and once with 0 if none need apply.
pub(crate) fn replace(case: &Case, call: &Expr, other: &Definition) -> Vec<Case> {
    let Expr::Call(_, args) = call else {
        return vec![];
    };
    let values: Vec<(Var, Expr)> = other.params.iter().cloned().zip(args.iter().cloned()).collect();
    let mut result = Vec::new();
    for inner in &other.cases {
        let part = splits::restricted(case, call, &inner.guard.subst_all(&values).0);
        if !region::branches(&part.guard).is_empty() {
            result.push(Case { rhs: put(&part.rhs, call, &inner.rhs.subst_all(&values)), ..part });
        }
    }
    // A choice of a split whose call has no case is none.
    if !covers(other) && !splits::is_choice(&case.rhs, call) {
        result.push(Case { guard: case.guard.clone(), rhs: put(&case.rhs, call, &Expr::int(0)) });
    }
    result
}

/// Whether some case applies at every small point.
fn covers(definition: &Definition) -> bool {
    let side: i64 = if definition.params.len() <= 2 { 6 } else { 3 };
    let count = side.pow(definition.params.len().min(4) as u32);
    (0..count).all(|code| {
        let at = |v: &Var| {
            let i = definition.params.iter().position(|p| p == v)?;
            Some(Rational::from(code / side.pow(i.min(4) as u32) % side))
        };
        definition.cases.iter().any(|c: &Case| c.guard == Guard::always() || c.guard.holds(&at) == Some(true))
    })
}

fn put(e: &Expr, call: &Expr, value: &Expr) -> Expr {
    if e == call { value.clone() } else { e.map_children(&mut |c| put(c, call, value)) }
}
