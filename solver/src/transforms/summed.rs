//! Transform: sums over calls, as functions of their own.
//!
//! In: a function like `C(x, y) = sum(k, 0, y - 1, C(x - 1, k)) + g(x, y)`. Out: `C(x, y) = S(x, y) + g(x, y)` and the sum of the
//! first `b` values, `S(x, b) = C(x - 1, b - 1) + S(x, b - 1)` for `b >= 1`, `S(x, 0) = 0`. Both have the same greatest and least
//! values.

use crate::system::equation::{Case, Definition};
use crate::system::form::Linear;
use crate::system::guard::Guard;
use crate::{Binder, Expr, FnName, Var};

/// So many sums get functions of their own in one definition.
const MOST: usize = 8;

/// The definition without sums over calls, and the functions that stand for them.
pub(crate) fn with_sums_apart(definition: &Definition) -> Vec<Definition> {
    let mut done: Vec<Definition> = Vec::new();
    let mut todo = vec![definition.clone()];
    while let Some(mut next) = todo.pop() {
        for case in &mut next.cases {
            case.rhs = apart(&case.rhs, &case.guard, &mut |sum, guard| {
                let count = done.len() + todo.len();
                (count < MOST).then(|| {
                    let name = FnName::new(format!("{}@sum{count}", definition.name));
                    let (own, call) = function_of(sum, name, Var::new(format!("_count{count}")), guard);
                    todo.push(own);
                    call
                })
            });
        }
        done.push(next);
    }
    done
}

type Named<'n> = &'n mut dyn FnMut(&Binder, &Guard) -> Option<Expr>;

fn apart(e: &Expr, guard: &Guard, named: Named<'_>) -> Expr {
    match e {
        Expr::Sum(sum) if sum.body.has_call() && !sum.lo.has_call() && !sum.hi.has_call() => {
            named(sum, guard).unwrap_or_else(|| e.clone())
        }
        // What is summed there may depend on what is chosen, of which the guard says nothing.
        Expr::MaxOver(_) | Expr::MinOver(_) | Expr::Sum(_) => e.clone(),
        _ => e.map_children(&mut |child| apart(child, guard, named)),
    }
}

/// The sum as a function of what is in it and of how many values are summed, and the call that stands for it.
fn function_of(sum: &Binder, name: FnName, count: Var, guard: &Guard) -> (Definition, Expr) {
    let (many, one) = (Expr::Var(count.clone()), Expr::int(1));
    let last = sum.body.subst(&sum.var, &(sum.lo.clone() + many.clone() - one.clone())).simplify();
    let mut params: Vec<Var> = last.vars().into_iter().filter(|var| *var != count).collect();
    let there = guard.project(&|var| params.contains(var));
    let args = |count: Expr| params.iter().cloned().map(Expr::Var).chain([count]).collect();
    let before = Expr::Call(name.clone(), args(many - one.clone()));
    let all = (sum.hi.clone() - sum.lo.clone() + one).simplify();
    let call = Expr::Call(name.clone(), args(if guard.ensures(&all) { all } else { all.max(Expr::int(0)) }));
    let at_most_none = Linear::constant(0).plus(&Linear::var(&count), -1).expect("small numbers");
    let at_zero = there.clone().both(&Guard::at_least(&count, 0)).with(at_most_none);
    let none = Case { guard: at_zero, rhs: Expr::int(0) };
    let some = Case { guard: there.both(&Guard::at_least(&count, 1)), rhs: (last + before).simplify() };
    params.push(count.clone());
    (Definition { name, params, domain: Guard::at_least(&count, 0), cases: vec![none, some] }, call)
}
