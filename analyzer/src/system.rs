//! Systems of equations before they are solved: calls in them, parameters that do not matter, sizes that are ranges.

use crate::apply::moves;
use crate::choices::chooses;
use crate::endings::uncovered;
use crate::functions::{between, ends, unknown, worse_end};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{
    Bound, Case, Constraint, Definition, Direction, Expr, FnName, Guard, Linear, Monotone, Solution, System, Var,
};
use std::collections::BTreeMap;

/// Which parameters of each function its values depend on; of the conditions, those that count.
fn relevance(system: &System, counts: &dyn Fn(usize, &Constraint) -> bool) -> FxHashMap<FnName, Vec<bool>> {
    let mut relevant: FxHashMap<FnName, Vec<bool>> =
        system.definitions.iter().map(|d| (d.name.clone(), vec![false; d.params.len()])).collect();
    let in_conditions = |(at, definition): (usize, &Definition)| -> FxHashSet<Var> {
        let constraints = definition.cases.iter().flat_map(|case| case.guard.constraints());
        let counting = constraints.filter(|constraint| counts(at, constraint));
        counting.flat_map(|constraint| constraint.form().terms.keys().cloned().collect::<Vec<Var>>()).collect()
    };
    let in_conditions: Vec<FxHashSet<Var>> = system.definitions.iter().enumerate().map(in_conditions).collect();
    loop {
        let mut changed = false;
        for (definition, in_conditions) in system.definitions.iter().zip(&in_conditions) {
            let mut used = in_conditions.clone();
            definition.cases.iter().for_each(|case| relevant_vars(&case.rhs, &relevant, &mut used));
            let marks = relevant.get_mut(&definition.name).expect("every function has marks");
            for (param, mark) in definition.params.iter().zip(marks) {
                changed |= !*mark && used.contains(param);
                *mark |= used.contains(param);
            }
        }
        if !changed {
            return relevant;
        }
    }
}

/// Forgets arguments that no value is computed from where cases differ in them and in conditions on such parameters only:
/// they were one case before what is called was told apart by its pieces.
pub fn forget_where_alike(system: &mut System) {
    let relevant = relevance(system, &|_, _| false);
    for definition in &mut system.definitions {
        let masked = |case: &Case| {
            map_calls(&case.rhs, &mut |name, args| {
                let marks = relevant.get(name)?;
                let shown = |(arg, mark): (&Expr, &bool)| if *mark { arg.clone() } else { Expr::Var(unknown()) };
                Some(Expr::Call(name.clone(), args.iter().zip(marks).map(shown).collect()))
            })
        };
        let counts = |form: &Linear| {
            let marks = relevant[&definition.name].iter();
            definition.params.iter().zip(marks).all(|(param, mark)| *mark || !form.terms.contains_key(param))
        };
        let shown: Vec<(Guard, Expr)> = definition
            .cases
            .iter()
            .map(|case| {
                let mut guard = case.guard.clone();
                guard.retain(&|form| counts(form));
                (guard, masked(case))
            })
            .collect();
        let cases = &definition.cases;
        let is_alike =
            |at: usize| (0..cases.len()).any(|other| shown[other] == shown[at] && cases[other].rhs != cases[at].rhs);
        let alike: Vec<usize> = (0..cases.len()).filter(|&at| is_alike(at)).collect();
        alike.into_iter().for_each(|at| definition.cases[at].rhs = shown[at].1.clone());
    }
}

/// Drops the conditions on parameters that recursive calls do not know: what holds under any value of such a parameter
/// holds under the one it has. Not where values are computed from it. Whether there were some.
pub fn drop_unknown_conditions(system: &mut System) -> bool {
    let relevant = relevance(system, &|_, _| false);
    let mut unknown_at: FxHashSet<(FnName, usize)> = FxHashSet::default();
    for case in system.definitions.iter().flat_map(|definition| &definition.cases) {
        map_calls(&case.rhs, &mut |name, args| {
            let marks = relevant.get(name)?;
            let open = |&at: &usize| !marks[at] && args[at].mentions(&unknown());
            unknown_at.extend((0..args.len()).filter(open).map(|at| (name.clone(), at)));
            None
        });
    }
    let mut some = false;
    for definition in &mut system.definitions {
        let params = definition.params.iter().enumerate();
        let open = params.filter(|(at, _)| unknown_at.contains(&(definition.name.clone(), *at)));
        let open: Vec<&Var> = open.map(|(_, param)| param).collect();
        for case in &mut definition.cases {
            let before = case.guard.clone();
            case.guard.retain(&|form| !open.iter().any(|var| form.terms.contains_key(var)));
            some |= case.guard != before;
        }
        let all = std::mem::take(&mut definition.cases);
        all.into_iter().for_each(|case| {
            if !definition.cases.contains(&case) {
                definition.cases.push(case);
            }
        });
    }
    some
}

/// Drops the parameters that no value depends on, and says which each function keeps.
///
/// `domains` says for each definition what every size satisfies: such a constraint tells no sizes apart.
pub fn drop_parameters(system: &mut System, domains: &[Guard]) -> FxHashMap<FnName, Vec<Var>> {
    let domains: Vec<Vec<Constraint>> = domains.iter().map(Guard::constraints).collect();
    let relevant = relevance(system, &|at, constraint| !domains[at].contains(constraint));
    let keep = |name: &FnName, at: usize| relevant.get(name).is_none_or(|marks| marks[at]);
    for definition in &mut system.definitions {
        for case in &mut definition.cases {
            case.rhs = map_calls(&case.rhs, &mut |name, args| {
                relevant.contains_key(name).then(|| {
                    let args = args.iter().enumerate().filter(|&(at, _)| keep(name, at));
                    Expr::call(name.clone(), args.map(|(_, arg)| arg.clone()).collect())
                })
            });
        }
        let name = definition.name.clone();
        let dropped: FxHashSet<Var> = definition
            .params
            .iter()
            .enumerate()
            .filter(|&(at, _)| !keep(&name, at))
            .map(|(_, var)| var.clone())
            .collect();
        for case in &mut definition.cases {
            case.guard.retain(&|form| form.terms.keys().all(|var| !dropped.contains(var)));
        }
        let params = std::mem::take(&mut definition.params).into_iter().enumerate();
        definition.params = params.filter(|&(at, _)| keep(&name, at)).map(|(_, param)| param).collect();
    }
    system.definitions.iter().map(|d| (d.name.clone(), d.params.clone())).collect()
}

fn relevant_vars(expr: &Expr, relevant: &FxHashMap<FnName, Vec<bool>>, used: &mut FxHashSet<Var>) {
    match expr {
        Expr::Call(name, args) => {
            for (at, arg) in args.iter().enumerate() {
                if relevant.get(name).is_none_or(|marks| marks[at]) {
                    relevant_vars(arg, relevant, used);
                }
            }
        }
        Expr::Var(var) => {
            used.insert(var.clone());
        }
        _ => expr.children().for_each(|child| relevant_vars(child, relevant, used)),
    }
}

/// The system with functions that have cases only where they are meant.
pub(crate) fn within_domains(system: &System, domains: &[Guard]) -> System {
    let mut system = system.clone();
    for (definition, domain) in system.definitions.iter_mut().zip(domains) {
        let params = &definition.params;
        definition.domain = domain.project(&|var| params.contains(var));
        for case in &mut definition.cases {
            case.guard = definition.domain.clone().both(&case.guard);
        }
    }
    system
}

/// Takes the worse end of every argument that is a range, taking functions to grow; says where that was assumed. `least` says
/// from which size on a function is meant: a range begins there, and not where the function has no case.
pub fn choose_ends(
    system: &mut System,
    direction: Direction,
    least: &dyn Fn(&FnName, &Var) -> Option<i64>,
) -> Vec<(FnName, Var)> {
    let mut assumed = Vec::new();
    let params: FxHashMap<FnName, Vec<Var>> =
        system.definitions.iter().map(|d| (d.name.clone(), d.params.clone())).collect();
    for definition in &mut system.definitions {
        for case in &mut definition.cases {
            let is_among_choices = chooses(&case.rhs);
            case.rhs = map_calls(&case.rhs, &mut |name, args| {
                let params = params.get(name)?;
                let mut choose = |(arg, param): (&Expr, &Var)| {
                    let (low, high) = ends(arg);
                    let end = worse_end(arg, direction);
                    // Of a case with an end that is not known nothing is claimed.
                    if low != high && !end.mentions(&unknown()) {
                        assumed.push((name.clone(), param.clone()));
                    }
                    if low == high || direction == Direction::Upper || end.mentions(&unknown()) {
                        return end.clone();
                    }
                    match (Linear::of(end).and_then(|end| end.as_constant()), least(name, param)) {
                        (Some(end), Some(least)) => Expr::int(end.max(least)),
                        // Elsewhere a call without a case is 0, which is less than any.
                        (None, Some(least)) if is_among_choices => end.clone().max(Expr::int(least)),
                        _ => end.clone(),
                    }
                };
                Some(Expr::call(name.clone(), args.iter().zip(params).map(&mut choose).collect()))
            });
        }
    }
    assumed
}

/// A parameter that a bound was taken to grow with, but is not known to.
pub fn violated(
    bounds: &BTreeMap<FnName, Bound>,
    assumed: &[(FnName, Var)],
    meant: &dyn Fn(&FnName) -> Guard,
    direction: Direction,
) -> Option<Var> {
    let grows = |(name, var): &&(FnName, Var)| {
        let solution = bounds.get(name).and_then(Bound::known);
        // What is not known has its own reason.
        solution.is_none_or(|solution| rises(solution, var, &meant(name), direction))
    };
    assumed.iter().find(|of| !grows(of)).map(|(_, var)| var.clone())
}

/// Whether a bound does not fall where a size grows: within each piece, and from one to the next. From above there has to
/// be a next one wherever the size may grow.
fn rises(solution: &Solution, var: &Var, meant: &Guard, direction: Direction) -> bool {
    let next = [(var.clone(), Expr::Var(var.clone()) + Expr::int(1))];
    let regions: Vec<Guard> = solution.pieces.iter().map(|piece| meant.clone().both(&piece.region)).collect();
    let after: Vec<Guard> = regions.iter().map(|region| region.subst_all(&next)).collect();
    solution.pieces.iter().zip(&regions).all(|(piece, here)| {
        let Some(expr) = piece.closed() else { return false };
        let least: Vec<(Var, i64)> =
            expr.vars().into_iter().filter_map(|v| Some((v.clone(), here.lower_limit(&Linear::var(&v))?))).collect();
        let inside = matches!(moves(expr, var, &least), Monotone::NonDecreasing | Monotone::Constant);
        let outside = solution.pieces.iter().zip(&after).all(|(other, there)| {
            let border = here.clone().both(there);
            let rises = |other: &Expr| border.ensures(&(other.subst_all(&next) - expr.clone()).simplify());
            std::ptr::eq(piece, other) || !border.possible() || other.closed().is_some_and(rises)
        });
        let grown = here.clone().both(&meant.subst_all(&next));
        let covered = direction == Direction::Lower || uncovered(&grown, &after).iter().all(|part| !part.possible());
        inside && outside && covered
    })
}

/// Takes the calls with sizes that are ranges to cost nothing.
pub fn drop_ranged_calls(system: &mut System) {
    let names: FxHashSet<FnName> = system.definitions.iter().map(|definition| definition.name.clone()).collect();
    for case in system.definitions.iter_mut().flat_map(|definition| &mut definition.cases) {
        let rhs = map_calls(&case.rhs, &mut |name, args| {
            let ranged = names.contains(name) && args.iter().any(|arg| ends(arg).0 != ends(arg).1);
            ranged.then(|| Expr::int(0))
        });
        case.rhs = rhs.simplify();
    }
}

/// The expression with calls replaced, innermost first, where `replace` gives something for them.
pub fn map_calls(expr: &Expr, replace: &mut dyn FnMut(&FnName, &[Expr]) -> Option<Expr>) -> Expr {
    let mapped = expr.map_children(&mut |child| map_calls(child, replace));
    match &mapped {
        Expr::Call(name, args) => replace(name, args).unwrap_or(mapped),
        _ => mapped,
    }
}

/// The expression with sizes in place of ranges of one size.
pub fn without_exact_ranges(expr: &Expr) -> Expr {
    let exact = |args: &[Expr]| (args[0] == args[1]).then(|| args[0].clone());
    map_calls(expr, &mut |name, args| if *name == between() { exact(args) } else { None })
}

/// The calls in an expression; of an argument that is a range, those in the end that counts for the direction.
pub fn visit_calls(expr: &Expr, direction: Direction, visit: &mut dyn FnMut(&FnName)) {
    if let Expr::Call(name, _) = expr {
        if *name == between() {
            return visit_calls(worse_end(expr, direction), direction, visit);
        }
        visit(name);
    }
    expr.children().for_each(|child| visit_calls(child, direction, visit));
}
