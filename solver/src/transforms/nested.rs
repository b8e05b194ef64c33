//! Calls in arguments of calls, f(n) = f(f(n - 1)) + 1: any value up to a bound in place of the inner one.
//!
//! In: a function of natural values, and a guess U of what it is at most. Out: a function without such calls that is at least
//! as great wherever U is a bound at the inner calls: f(n) = max over k <= U(n - 1) of f(k) + 1. The outer call may have no
//! case, and the inner one must end, so that its value and one with 0 in place of the outer call are cases, too. If U is
//! proved of the result, each of its chains of calls ends, and by induction along these U is a bound of the function: the
//! inner call is one of them, so its value is a number up to U(n - 1), and the outer call is one of those chosen.

use crate::expression::expr::put;
use crate::proof::rises;
use crate::system::equation::{Case, Definition};
use crate::{Expr, Rational, Var};

/// Inner calls of one case at most.
const INNER: usize = 4;

/// Whether a call stands in an argument of a call.
pub(crate) fn is_nested(definition: &Definition) -> bool {
    definition.cases.iter().any(|case| inner_call(&case.rhs).is_some())
}

/// What the function may be at most, to be proved: its greatest end, a parameter, and both together.
pub(crate) fn guesses(definition: &Definition) -> Vec<Expr> {
    let ends = definition.cases.iter().filter_map(|case| case.rhs.as_num()).max().cloned();
    let end = Expr::Num(ends.unwrap_or(Rational::ZERO).max(Rational::ZERO));
    let params = definition.params.iter().map(|param| Expr::Var(param.clone()));
    let of_param = |param: Expr| [param.clone(), (param + end.clone()).simplify()];
    std::iter::once(end.clone()).chain(params.flat_map(of_param)).collect()
}

/// The function with any value up to a bound in place of inner calls.
pub(crate) fn unnested(definition: &Definition, bound: &Expr) -> Option<Definition> {
    if !rises::is_natural(definition) || !definition.cases.iter().all(|case| is_whole(&case.rhs)) {
        return None;
    }
    let mut cases = Vec::new();
    for case in &definition.cases {
        let mut todo = vec![case.rhs.clone()];
        let mut ranges: Vec<(Var, Expr)> = Vec::new();
        while let Some((call, outer)) = todo.first().and_then(inner_call) {
            if ranges.len() == INNER {
                return None;
            }
            let Expr::Call(name, args) = &call else { unreachable!("only calls are looked for") };
            if *name != definition.name || args.len() != definition.params.len() {
                return None;
            }
            let values = definition.at(args);
            let own = Var::new(format!("inner#{}", ranges.len()));
            let chosen = Expr::Var(own.clone());
            // The inner call by itself; nothing in place of the outer one; the outer one with any value.
            let with = |e: &Expr| vec![put(e, &outer, &Expr::int(0)), put(e, &outer, &put(&outer, &call, &chosen))];
            let alone = within(call.clone(), &ranges);
            cases.push(Case { guard: case.guard.clone(), rhs: alone });
            let (first, others) = todo.split_first().expect("looked at above");
            let [without, instead] = with(first).try_into().ok()?;
            let others = others.iter().cloned().chain([without]);
            todo = std::iter::once(instead).chain(others).collect();
            ranges.push((own, bound.subst_all(&values).simplify()));
        }
        if todo.iter().any(|e| inner_call(e).is_some()) {
            return None;
        }
        cases.extend(todo.iter().map(|e| Case { guard: case.guard.clone(), rhs: within(e.clone(), &ranges) }));
    }
    Some(Definition { cases, ..definition.clone() })
}

/// An expression with a known value of the function in place of inner calls, and these calls.
pub(crate) fn valued(e: &Expr, definition: &Definition, value: &Expr) -> Option<(Expr, Vec<Expr>)> {
    let (mut e, mut inner) = (e.clone(), Vec::new());
    while let Some((call, _)) = inner_call(&e) {
        let Expr::Call(name, args) = &call else { unreachable!("only calls are looked for") };
        if *name != definition.name || inner.len() == INNER {
            return None;
        }
        let values = definition.at(args);
        // Calls that make no difference must end, too.
        e = put(&e, &call, &value.subst_all(&values)).simplify_ending();
        inner.push(call);
    }
    Some((e, inner))
}

/// With each outermost call that depends on ranges from 0 on, the outermost first, as the greatest over them. Nothing else
/// stands in a split: a choice whose calls have no case is none.
fn within(e: Expr, ranges: &[(Var, Expr)]) -> Expr {
    if !matches!(e, Expr::Call(..)) {
        return e.map_children(&mut |child| within(child.clone(), ranges));
    }
    ranges.iter().rev().fold(e, |body, (var, hi)| match body.mentions(var) {
        true => Expr::max_over(var.clone(), Expr::int(0), hi.clone(), body),
        false => body,
    })
}

/// Whether an expression is certainly a whole number where calls are.
fn is_whole(e: &Expr) -> bool {
    match e {
        Expr::Num(value) => value.is_integer(),
        Expr::Var(_) | Expr::Floor(_) | Expr::Ceil(_) => true,
        Expr::Call(_, args) => args.iter().all(is_whole),
        Expr::Add(_) | Expr::Mul(_) | Expr::Max(_) | Expr::Min(_) => e.children().all(is_whole),
        _ => false,
    }
}

/// A call without calls in its arguments that stands in an argument of a call, and that call.
fn inner_call(e: &Expr) -> Option<(Expr, Expr)> {
    if let Some(found) = e.children().find_map(inner_call) {
        return Some(found);
    }
    let Expr::Call(_, args) = e else { return None };
    let mut inner = None;
    let mut look = |part: &Expr| {
        if matches!(part, Expr::Call(..)) && inner.is_none() {
            inner = Some(part.clone());
        }
    };
    args.iter().for_each(|arg| arg.visit(&mut look));
    inner.map(|inner| (inner, e.clone()))
}
