//! Transform: sums over calls, or over powers, as functions of their own.
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

/// Whether what is summed is still to be solved, or has a sum that is none: powers, and products of them.
fn is_told_apart(body: &Expr) -> bool {
    let mut is_of_powers = true;
    body.visit(&mut |part| {
        is_of_powers &= matches!(part, Expr::Num(_) | Expr::Var(_) | Expr::Add(_) | Expr::Mul(_) | Expr::Pow(..));
    });
    is_of_powers || body.has_call()
}

type Named<'n> = &'n mut dyn FnMut(&Binder, &Guard) -> Option<Expr>;

fn apart(e: &Expr, guard: &Guard, named: Named<'_>) -> Expr {
    match e {
        Expr::Sum(sum) if is_told_apart(&sum.body) && !sum.lo.has_call() && !sum.hi.has_call() => {
            named(sum, guard).unwrap_or_else(|| e.clone())
        }
        // What is summed there may depend on what is chosen, of which the guard says nothing.
        Expr::MaxOver(_) | Expr::MinOver(_) | Expr::Sum(_) => e.clone(),
        _ => e.map_children(&mut |child| apart(child, guard, named)),
    }
}

/// The sum as a function of what is in it and of how many values are summed, and the call that stands for it.
fn function_of(sum: &Binder, name: FnName, count: Var, guard: &Guard) -> (Definition, Expr) {
    let by_argument = by_argument(sum, &|_, arg| is_shifted(arg, &sum.var)).or_else(|| by_argument(sum, &|_, _| true));
    let sum = by_argument.as_ref().unwrap_or(sum);
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

/// Whether an argument is a variable and a number.
fn is_shifted(argument: &Expr, var: &Var) -> bool {
    Linear::of(argument).is_some_and(|form| form.coefficient(var) == 1 && form.terms.len() == 1)
}

/// A sum by the first argument that is looked for: `T(n - k)` for k from 1 to n as `T(k)` for k from 0 to n - 1.
pub(super) fn by_argument(sum: &Binder, is_looked_for: &dyn Fn((&FnName, usize), &Expr) -> bool) -> Option<Binder> {
    let mut argument = None;
    sum.body.visit(&mut |part| {
        if let (Expr::Call(name, args), None) = (part, &argument) {
            let found = |(at, arg): &(usize, &Expr)| arg.mentions(&sum.var) && is_looked_for((name, *at), arg);
            argument = args.iter().enumerate().find(found).map(|(_, arg)| arg.clone());
        }
    });
    let argument = Linear::of(&argument?)?;
    let times = argument.coefficient(&sum.var);
    let rest = argument.plus(&Linear::var(&sum.var), -times)?.to_expr();
    let ends = match times {
        1 => [&sum.lo, &sum.hi].map(|end| end.clone() + rest.clone()),
        -1 => [&sum.hi, &sum.lo].map(|end| rest.clone() - end.clone()),
        _ => return None,
    };
    let [lo, hi] = ends.map(|end| end.simplify());
    let own = Expr::int(times) * (Expr::Var(sum.var.clone()) - rest);
    Some(Binder { lo, hi, body: sum.body.subst(&sum.var, &own).simplify(), ..sum.clone() })
}
