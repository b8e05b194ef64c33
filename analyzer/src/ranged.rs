//! Upper bounds that take sizes known as ranges at their worst, wherever that is.
//!
//! In: a system of upper bounds in which calls pass ranges. Out: the same where such a call is one of all sizes in its
//! ranges, as the greatest over them: nothing has to grow with them. A call that passes what is known from no side stays.
//! Where a range is empty, or the call has no case in all of it, it comes to nothing, as it does elsewhere: that is a case
//! of its own.

use crate::functions::{ends, unknown};
use solver::{Binder, Case, Expr, FnName, System, Var, put};

/// How many calls with ranges a case may have.
const CALLS: usize = 3;

/// The system with choices in the place of ranges; nothing where there is none to replace, or where there are too many.
pub fn with_choices(system: &System) -> Option<System> {
    let names: Vec<&FnName> = system.definitions.iter().map(|of| &of.name).collect();
    let mut chosen = system.clone();
    for definition in &mut chosen.definitions {
        let mut cases: Vec<Case> = Vec::new();
        for case in &definition.cases {
            for rhs in over_ranges(&case.rhs, &names)? {
                let case = Case { guard: case.guard.clone(), rhs: rhs.simplify() };
                if !cases.contains(&case) {
                    cases.push(case);
                }
            }
        }
        definition.cases = cases;
    }
    (chosen != *system).then_some(chosen)
}

/// The values of which a value is at most the greatest: with each call that passes ranges at all of its sizes, and without
/// it. The same call is one: what takes a part of it away takes that of the same size.
fn over_ranges(e: &Expr, names: &[&FnName]) -> Option<Vec<Expr>> {
    let (mut done, mut todo) = (Vec::new(), vec![(inside_choices(e, names)?, 0)]);
    while let Some((e, opened)) = todo.pop() {
        match ranged(&e, names) {
            Some(_) if opened == CALLS => return None,
            Some(call) => {
                let over = over(&e, &call, opened);
                todo.push((put(&e, &call, &Expr::int(0)), opened + 1));
                todo.push((over, opened + 1));
            }
            None => done.push(e),
        }
    }
    done.reverse();
    Some(done)
}

/// With the values of choices made so: what is chosen there may be in the ranges.
fn inside_choices(e: &Expr, names: &[&FnName]) -> Option<Expr> {
    if let Expr::MaxOver(binder) = e {
        let over = |body: Expr| Expr::MaxOver(Binder { body, ..(**binder).clone() }.into());
        return Some(Expr::Max(over_ranges(&binder.body, names)?.into_iter().map(over).collect()));
    }
    let mut complete = true;
    let inside = e.map_children(&mut |child| {
        let inside = inside_choices(child, names);
        complete &= inside.is_some();
        inside.unwrap_or(Expr::Inf)
    });
    complete.then_some(inside)
}

/// A call of one of the functions, outside of what is chosen or summed, that passes a range.
fn ranged(e: &Expr, names: &[&FnName]) -> Option<Expr> {
    match e {
        Expr::MaxOver(_) | Expr::MinOver(_) | Expr::Sum(_) => None,
        Expr::Call(name, args) if names.contains(&name) && args.iter().any(is_range) => Some(e.clone()),
        _ => e.children().find_map(|child| ranged(child, names)),
    }
}

/// Whether an argument is a size between two that are known.
fn is_range(arg: &Expr) -> bool {
    let (low, high) = ends(arg);
    let is_known = |end: &Expr| !end.has_call() && !end.mentions(&unknown());
    low != high && is_known(low) && is_known(high)
}

/// The greatest of a value over all sizes in the ranges that a call passes.
fn over(e: &Expr, call: &Expr, nth: usize) -> Expr {
    let Expr::Call(name, args) = call else { unreachable!("only calls are looked for") };
    let chosen = |at: usize| Var::new(format!("between{nth}_{at}"));
    let exact =
        args.iter().enumerate().map(|(at, arg)| if is_range(arg) { Expr::Var(chosen(at)) } else { arg.clone() });
    let body = put(e, call, &Expr::call(name.clone(), exact.collect()));
    args.iter().enumerate().filter(|(_, arg)| is_range(arg)).fold(body, |body, (at, arg)| {
        let (low, high) = ends(arg);
        // Sizes are whole.
        Expr::max_over(chosen(at), low.clone().ceil().simplify(), high.clone().floor().simplify(), body)
    })
}
