//! Calls and their arguments: from cells to the types and sizes of a call pattern, and back.

use crate::describe::Names;
use crate::explore::Variant;
use crate::norms::Norm;
use crate::range::Range;
use crate::regtype::TypeTable;
use crate::state::{Cell, CellId, Split, State};
use crate::types::{Metric, Type};
use rustc_hash::FxHashMap;
use solver::{Expr, Var};
use solver::{Guard, Linear};

/// The name of the parameter at a place: x, y, z, then x4, x5, …
pub fn parameter(at: usize) -> Var {
    match at {
        0 => Var::new("x"),
        1 => Var::new("y"),
        2 => Var::new("z"),
        _ => Var::new(format!("x{}", at + 1)),
    }
}

/// The state at the entry of a variant for sizes that it has, and the cells of its arguments.
pub fn start(variant: &Variant, guard: Guard) -> (State, Vec<CellId>) {
    let mut state = State::start(guard);
    let mut sizes = variant.params.iter().map(|(var, _)| Range::exact(Expr::Var(var.clone())));
    let args: Vec<CellId> = variant.pattern.iter().map(|of| state.typed(of, &mut sizes)).collect();
    state.x = args.iter().copied().map(Some).collect();
    (state, args)
}

/// The sizes that terms of the types can have.
pub fn domain(params: &[(Var, Metric)], pattern: &[Type]) -> Guard {
    fn naturals(of: &Type, into: &mut Vec<bool>) {
        match of {
            Type::Struct(_, args) => args.iter().for_each(|arg| naturals(arg, into)),
            Type::Measured(of, Norm::Root) => into.extend([**of == Type::Nat, true]),
            Type::Measured(of, Norm::Multiple(_)) => into.push(**of == Type::Nat),
            Type::List(_) | Type::Measured(_, Norm::Absent) => into.extend(of.metrics().iter().map(|_| true)),
            _ if of.metric().is_some() => into.push(!matches!(of, Type::Int | Type::Measured(_, Norm::Value))),
            _ => {}
        }
    }
    let mut natural = Vec::new();
    pattern.iter().for_each(|of| naturals(of, &mut natural));
    let mut guard = Guard::always();
    for ((var, metric), natural) in params.iter().zip(natural) {
        let low = metric.least().unwrap_or(0);
        if natural {
            let form = Linear::var(var).plus(&Linear::constant(low), -1).expect("small constants");
            guard = guard.with(form);
        }
    }
    guard
}

/// The types and sizes of the arguments of a call, which keep their integers as `keeps_integer` says, whose types are taken as
/// `settled` says and measured as `measured` says. Variables that occur more than
/// once in them, or end lists, are numbered.
pub fn call_pattern(
    state: &State,
    args: &[CellId],
    keeps_integer: &dyn Fn(usize, &Type) -> bool,
    settled: &dyn Fn(&[Type]) -> Vec<Type>,
    measured: &dyn Fn(usize, &Type) -> Type,
    types: &TypeTable,
) -> (Vec<Type>, Vec<Range>) {
    let mut seen: FxHashMap<CellId, usize> = FxHashMap::default();
    let mut names = Names::default();
    let mut todo: Vec<CellId> = args.iter().rev().copied().collect();
    let mut looks = 0;
    while let Some(id) = todo.pop() {
        looks += 1;
        if looks > PART_LIMIT {
            break;
        }
        let id = state.deref(id);
        let mut is_again = || {
            let times = seen.entry(id).or_insert(0);
            *times += 1;
            *times == 2
        };
        let named = match state.get(id) {
            Cell::Free => is_again().then_some(id),
            Cell::Abstract(of, _) if of.holds_variables() && is_again() => {
                // Each of its variables occurs twice.
                let mut opened = state.clone();
                opened.forget(id);
                return call_pattern(&opened, args, keeps_integer, settled, measured, types);
            }
            Cell::Struct(_, args) => {
                todo.extend(args.iter().rev());
                state.open_end(id)
            }
            Cell::Partial(_, _, rest) => {
                todo.push(*rest);
                state.open_end(id)
            }
            _ => None,
        };
        if let Some(id) = named {
            let number = u8::try_from(names.len()).unwrap_or(u8::MAX);
            names.entry(id).or_insert(number);
        }
    }
    let described: Vec<(Type, Vec<Range>)> = args.iter().map(|&arg| state.describe_with(arg, &names)).collect();
    let whole = |of: &Type| types.fold(&of.widen()).general();
    let met = |(at, (of, _)): (usize, &(Type, Vec<Range>))| match of {
        of if keeps_integer(at, of) => of.clone(),
        of => whole(of),
    };
    let as_met: Vec<Type> = described.iter().enumerate().map(met).collect();
    let settled = settled(&as_met);
    let mut pattern: Vec<Type> = settled.iter().enumerate().map(|(at, of)| measured(at, of)).collect();
    // A variable of which some occurrence is in a part that is not known exactly may be bound through that.
    let mut kept: FxHashMap<u8, usize> = FxHashMap::default();
    pattern.iter().for_each(|of| of.shared(&mut |number| *kept.entry(number).or_insert(0) += 1));
    let mut wanted: FxHashMap<u8, usize> = FxHashMap::default();
    names.iter().for_each(|(cell, number)| *wanted.entry(*number).or_insert(0) += seen[cell]);
    let lost = |number: u8| number == u8::MAX || kept.get(&number) != wanted.get(&number);
    pattern.iter_mut().for_each(|of| *of = if looks > PART_LIMIT { of.open() } else { of.unshared(&lost) });
    let as_met = as_met.iter().zip(&settled).map(|(met, settled)| met == settled);
    let sizes =
        described.into_iter().zip(args).zip(&pattern).zip(as_met).flat_map(|((((of, sizes), &arg), wide), met)| {
            let same = met && of.metrics() == wide.metrics() && whole(&of) == of;
            if same { sizes } else { state.measures(arg, wide, types) }
        });
    let sizes = sizes.collect();
    (pattern, sizes)
}

/// What is known of the arguments at each solution: the conditions, what is chosen, the sizes.
pub type Exits = [(Guard, Vec<Split>, Vec<Range>)];

/// The least value of a form over all solutions.
pub fn least(exits: &Exits, form: &Linear) -> Option<i64> {
    let limits = exits.iter().map(|(guard, ..)| guard.lower_limit(form));
    limits.reduce(|a, b| Some(a?.min(b?))).flatten()
}

/// More parameters have too many differences to look at all of them.
const COMPARED: usize = 5;

/// Differences of two parameters, less what they are at least over all solutions.
pub fn differences(exits: &Exits, params: &[(Var, Metric)]) -> Vec<Linear> {
    if params.len() > COMPARED {
        return Vec::new();
    }
    let pairs = params.iter().flat_map(|(a, _)| params.iter().map(move |(b, _)| (a, b))).filter(|(a, b)| a != b);
    let difference = |(a, b)| {
        let form = Linear::var(a).plus(&Linear::var(b), -1)?;
        form.plus(&Linear::constant(least(exits, &form)?), -1)
    };
    pairs.filter_map(difference).collect()
}

/// Narrows a condition to sizes with which a call may succeed; false when there are none.
pub fn narrow(guard: &mut Guard, least: &[Option<i64>], sizes: &[Range]) -> bool {
    let mut limits = least.iter().zip(sizes).filter_map(|(least, size)| Some(((*least)?, size)));
    limits.all(|(least, size)| size.require_from(least, guard))
}

/// How many parts of terms are looked at for variables: shared parts count as often as they occur.
const PART_LIMIT: usize = 20_000;

/// The unbound variables of some arguments, and what holds others that are known by its type only, as often as they occur;
/// nothing where the terms are too large.
pub(crate) fn variables(state: &State, args: &[CellId]) -> Option<Vec<CellId>> {
    let (mut found, mut todo) = (Vec::new(), args.to_vec());
    let mut looks = 0;
    while let Some(id) = todo.pop() {
        looks += 1;
        if looks > PART_LIMIT {
            return None;
        }
        let id = state.deref(id);
        match state.get(id) {
            Cell::Free => found.push(id),
            Cell::Abstract(of, _) if of.holds_variables() => found.push(id),
            Cell::Struct(_, args) => todo.extend(args.iter()),
            Cell::Partial(_, _, rest) => todo.push(*rest),
            _ => {}
        }
    }
    found.sort();
    Some(found)
}

/// The variables of each argument at the entry of a variant; nothing where they are not all known.
pub fn known_variables(state: &State, args: &[CellId], pattern: &[Type]) -> Vec<Option<Vec<CellId>>> {
    fn is_known(of: &Type) -> bool {
        match of {
            Type::Free | Type::Shared(_) => true,
            Type::Struct(_, args) => args.iter().all(is_known),
            Type::Partial(of, _) => of.is_ground(),
            of => of.is_ground(),
        }
    }
    args.iter().zip(pattern).map(|(&arg, of)| is_known(of).then(|| variables(state, &[arg])).flatten()).collect()
}

/// Which arguments are at a solution what they were at the entry: their variables are unbound and occur nowhere else.
pub fn untouched(state: &State, args: &[CellId], entry: &[Option<Vec<CellId>>]) -> Vec<bool> {
    let Some(now) = variables(state, args) else { return vec![false; entry.len()] };
    let times = |among: &[CellId], var: CellId| among.iter().filter(|&&other| other == var).count();
    let before = |var: CellId| entry.iter().flatten().map(|variables| times(variables, var)).sum::<usize>();
    let same = |var: &CellId| state.deref(*var) == *var && times(&now, *var) == before(*var);
    entry.iter().map(|variables| variables.as_ref().is_some_and(|variables| variables.iter().all(same))).collect()
}
