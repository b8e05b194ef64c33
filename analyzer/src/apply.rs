//! Solved functions in the equations of others: which closed form stands for a call, and which end of a range counts.

use crate::condition::implied;
use crate::equations::Equations;
use crate::functions::{Function, What, ends, unknown};
use crate::guard::{Guard, Linear};
use crate::system::{map_calls, visit_calls};
use crate::types::{Metric, Type};
use rustc_hash::FxHashSet;
use solver::{Constraint, Direction, Expr, FnName, Monotone, Solution, Var};

impl Equations<'_> {
    /// The expression with solved functions put in; the functions named stay.
    ///
    /// `guard` says under what condition on the sizes it stands: a bound that does not hold for all sizes may hold there.
    pub(crate) fn put_in(&self, expr: &Expr, stay: &FxHashSet<FnName>, guard: &Guard) -> Expr {
        map_calls(expr, &mut |name, args| {
            let function = self.functions.find(name)?;
            // A function that is not solved yet stands in the other end of a range: see `choose_ends`.
            if stay.contains(name) || !self.solved.contains_key(&function) {
                return None;
            }
            Some(self.apply(function, args, stay, guard))
        })
    }

    /// A solved function at some arguments.
    fn apply(&self, function: Function, args: &[Expr], stay: &FxHashSet<FnName>, guard: &Guard) -> Expr {
        let solved = &self.solved[&function];
        let valid = || solved.bound.known().filter(|solution| self.holds(function, solution, args, guard));
        let Some(total) = solved.total.as_ref().or_else(|| Some(&valid()?.expr)) else {
            return self.fallback(function);
        };
        let variant = &self.explorer.variants[function.variant.0 as usize];
        let moves = |param: &Var| match total.monotone_in(param) {
            Monotone::Unknown => total.monotone_from(param, &self.least_sizes(function)),
            known => known,
        };
        let mut values = Vec::new();
        for ((param, _), argument) in variant.params.iter().zip(args) {
            if !total.mentions(param) {
                continue;
            }
            let (low, high) = ends(argument);
            let worse = if low == high {
                low
            } else {
                match (moves(param), function.direction) {
                    (Monotone::Constant, _) => low,
                    (Monotone::NonDecreasing, Direction::Upper) | (Monotone::NonIncreasing, Direction::Lower) => high,
                    (Monotone::NonDecreasing, Direction::Lower) | (Monotone::NonIncreasing, Direction::Upper) => low,
                    (Monotone::Unknown, _) => return self.fallback(function),
                }
            };
            values.push((param.clone(), worse.clone()));
        }
        // Where a bound falls with a size, the other end counts, which may not be solved.
        let open = |value: &Expr| is_unknown(value, stay) || self.mentions_unsolved(value, function.direction);
        if values.iter().any(|(_, value)| open(value)) {
            return self.fallback(function);
        }
        total.subst_all(&values)
    }

    /// The least sizes that a function is meant for.
    fn least_sizes(&self, function: Function) -> Vec<(Var, i64)> {
        let meant = self.meant(&function);
        let params = self.explorer.variants[function.variant.0 as usize].params.iter();
        let least = params.filter_map(|(param, _)| Some((param.clone(), meant.lower_limit(&Linear::var(param))?)));
        least.collect()
    }

    /// Whether a solution is valid for arguments that are known exactly, under a condition.
    fn holds(&self, function: Function, solution: &Solution, args: &[Expr], guard: &Guard) -> bool {
        let params = &self.explorer.variants[function.variant.0 as usize].params;
        let actual = |form: &Expr| {
            let exact = params.iter().zip(args).filter(|(_, arg)| ends(arg).0 == ends(arg).1);
            let known: Vec<(Var, Expr)> = exact.map(|((param, _), arg)| (param.clone(), arg.clone())).collect();
            let open = form.vars().iter().any(|var| known.iter().all(|(param, _)| param != var));
            (!open).then(|| form.subst_all(&known).simplify())
        };
        solution.valid.0.iter().all(|constraint| {
            let sides = actual(&constraint.lhs).zip(actual(&constraint.rhs));
            sides.is_some_and(|(lhs, rhs)| implied(guard, &Constraint { lhs, relation: constraint.relation, rhs }))
        })
    }

    /// Whether a value needs a function from the other side that is not solved.
    fn mentions_unsolved(&self, value: &Expr, direction: Direction) -> bool {
        let mut found = false;
        visit_calls(value, direction, &mut |name| {
            found |= self
                .functions
                .find(name)
                .is_some_and(|function| function.direction != direction && !self.solved.contains_key(&function));
        });
        found
    }

    /// What is known of a function that has no bound.
    pub(crate) fn fallback(&self, function: Function) -> Expr {
        if function.direction == Direction::Upper {
            return Expr::Var(unknown());
        }
        match function.what {
            What::Size(at) => {
                let success = self.explorer.summaries[function.variant.0 as usize].success.as_ref();
                let metrics: Vec<Metric> = success.into_iter().flatten().flat_map(Type::metrics).collect();
                match metrics.get(at as usize) {
                    Some(Metric::Length) => Expr::int(0),
                    Some(Metric::Size) => Expr::int(1),
                    _ => Expr::Var(unknown()),
                }
            }
            _ => Expr::int(0),
        }
    }
}

/// Whether a value is not known: of the functions that stay, what they are called with is looked at when they are solved.
fn is_unknown(value: &Expr, stay: &FxHashSet<FnName>) -> bool {
    match value {
        Expr::Var(var) => *var == unknown(),
        Expr::Call(name, _) if stay.contains(name) => false,
        _ => value.children().into_iter().any(|child| is_unknown(child, stay)),
    }
}
