//! Lower bounds of costs that do not ask for a size that is known as a range only.
//!
//! In: a system of lower bounds in which calls pass ranges. Out: the same without the parameters that get them, and without
//! those that get a value made of one. A run's sizes satisfy one of its conditions, and so what that says of the sizes that
//! are left; it costs at least what is least over those that are left out. So what is below all values of the new system is
//! below every run, whatever the sizes are: nothing has to grow with them.

use crate::apply::moves;
use crate::functions::{ends, unknown};
use crate::system::map_calls;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Case, Definition, Expr, FnName, Guard, Linear, Monotone, System, Var};

/// The parameters of each function that are left out.
type Forgotten = FxHashMap<FnName, Vec<bool>>;

/// The system without the parameters that calls pass ranges to; nothing where a choice depends on one.
pub fn without_ranges(system: &System) -> Option<System> {
    let forgotten = forgotten(system);
    let without = |definition: &Definition| {
        let marks = &forgotten[&definition.name];
        let left_out = |var: &Var| definition.params.iter().zip(marks).any(|(param, mark)| *mark && param == var);
        let case = |case: &Case| {
            let rhs = shortened(&case.rhs, &forgotten);
            let rhs = least_over(&rhs, &left_out, &case.guard)?;
            Some(Case { guard: case.guard.project(&|var| !left_out(var)), rhs })
        };
        let mut cases: Vec<Case> = Vec::new();
        for case in definition.cases.iter().map(case) {
            let case = case?;
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        let params = definition.params.iter().filter(|param| !left_out(param)).cloned().collect();
        Some(Definition { params, domain: Guard::always(), cases, name: definition.name.clone() })
    };
    Some(System { definitions: system.definitions.iter().map(without).collect::<Option<_>>()? })
}

/// The parameters that get a range in some call, or what is made of a parameter that does.
fn forgotten(system: &System) -> Forgotten {
    let mut marks: Forgotten =
        system.definitions.iter().map(|of| (of.name.clone(), vec![false; of.params.len()])).collect();
    loop {
        let mut found: Vec<(FnName, usize)> = Vec::new();
        for definition in &system.definitions {
            let own = &marks[&definition.name];
            let open: FxHashSet<&Var> =
                definition.params.iter().zip(own).filter(|(_, mark)| **mark).map(|(param, _)| param).collect();
            let is_open = |arg: &Expr| {
                ends(arg).0 != ends(arg).1
                    || arg.mentions(&unknown())
                    || arg.vars().iter().any(|var| open.contains(var))
            };
            for case in &definition.cases {
                map_calls(&case.rhs, &mut |name, args| {
                    let marked = marks.get(name)?;
                    let new = (0..args.len()).filter(|&at| !marked[at] && is_open(&args[at]));
                    found.extend(new.map(|at| (name.clone(), at)));
                    None
                });
            }
        }
        if found.is_empty() {
            return marks;
        }
        for (name, at) in found {
            marks.get_mut(&name).expect("functions of the system have marks")[at] = true;
        }
    }
}

/// An expression whose calls have lost their arguments for parameters that are left out.
fn shortened(rhs: &Expr, forgotten: &Forgotten) -> Expr {
    map_calls(rhs, &mut |name, args| {
        let left = args.iter().zip(forgotten.get(name)?).filter(|(_, mark)| !**mark);
        Some(Expr::call(name.clone(), left.map(|(arg, _)| arg.clone()).collect()))
    })
}

/// What is at most an expression for all values of some variables that a condition allows; nothing where a choice depends
/// on them. Costs are not negative.
fn least_over(rhs: &Expr, left_out: &dyn Fn(&Var) -> bool, guard: &Guard) -> Option<Expr> {
    let mentioned = |e: &Expr| e.vars().into_iter().filter(|var| left_out(var)).collect::<Vec<Var>>();
    let mut bound = false;
    rhs.visit(&mut |e| {
        if let Expr::MinOver(binder) | Expr::MaxOver(binder) = e {
            bound |= [&binder.lo, &binder.hi, &binder.body].iter().any(|part| !mentioned(part).is_empty());
        }
    });
    if bound {
        return None;
    }
    let terms = match rhs.clone() {
        Expr::Add(terms) => terms,
        other => vec![other],
    };
    let (calls, own): (Vec<Expr>, Vec<Expr>) = terms.into_iter().partition(Expr::has_call);
    if calls.iter().any(|call| !mentioned(call).is_empty()) {
        return Some(Expr::int(0));
    }
    let own = at_least(&own.into_iter().fold(Expr::int(0), |sum, term| sum + term).simplify(), &mentioned, guard);
    Some(own.map_or_else(|| Expr::int(0), |own| calls.into_iter().fold(own, |sum, call| sum + call).simplify()))
}

/// What is at most a sum without calls for all values of some variables that a condition allows, as far as that is seen.
fn at_least(sum: &Expr, mentioned: &dyn Fn(&Expr) -> Vec<Var>, guard: &Guard) -> Option<Expr> {
    let mut least = sum.clone();
    for var in mentioned(sum) {
        let limits: Vec<(Var, i64)> =
            least.vars().into_iter().filter_map(|v| Some((v.clone(), guard.lower_limit(&Linear::var(&v))?))).collect();
        let rises = matches!(moves(&least, &var, &limits), Monotone::NonDecreasing | Monotone::Constant);
        let from = limits.iter().find(|(of, _)| *of == var).filter(|_| rises);
        match from {
            Some((_, from)) => least = least.subst(&var, &Expr::int(*from)).simplify(),
            None => return guard.ensures(sum).then(|| Expr::int(0)),
        }
    }
    Some(least)
}
