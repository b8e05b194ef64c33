//! Calls and their arguments: from cells to the types and sizes of a call pattern, and back.

use crate::explore::Variant;
use crate::guard::{Guard, Linear};
use crate::range::Range;
use crate::state::{Cell, CellId, Split, State};
use crate::types::{Metric, Type};
use rustc_hash::FxHashMap;
use solver::{Expr, Var};

/// The name of the parameter at a place: x, y, z, then x4, x5, …
pub fn parameter(at: usize) -> Var {
    match at {
        0 => Var::new("x"),
        1 => Var::new("y"),
        2 => Var::new("z"),
        _ => Var::new(format!("x{}", at + 1)),
    }
}

/// The state at the entry of a variant, and the cells of its arguments.
pub fn start(variant: &Variant) -> (State, Vec<CellId>) {
    let guard = domain(&variant.params, &variant.pattern);
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
            _ if of.metric().is_some() => into.push(*of != Type::Int),
            _ => {}
        }
    }
    let mut natural = Vec::new();
    pattern.iter().for_each(|of| naturals(of, &mut natural));
    let mut guard = Guard::always();
    for ((var, metric), natural) in params.iter().zip(natural) {
        let low = if *metric == Metric::Size { 1 } else { 0 };
        if natural {
            let form = Linear::var(var).plus(&Linear::constant(low), -1).expect("small constants");
            let feasible = guard.require(form);
            debug_assert!(feasible, "every size alone is possible");
        }
    }
    guard
}

/// The types and sizes of the arguments of a call. Variables that occur twice are known to share: they become unknown.
pub fn call_pattern(state: &State, args: &[CellId]) -> (Vec<Type>, Vec<Range>) {
    let mut seen: FxHashMap<CellId, usize> = FxHashMap::default();
    let mut shares = vec![false; args.len()];
    for (at, &arg) in args.iter().enumerate() {
        let mut todo = vec![arg];
        while let Some(id) = todo.pop() {
            let id = state.deref(id);
            match state.get(id) {
                Cell::Free => {
                    if let Some(first) = seen.insert(id, at) {
                        shares[first] = true;
                        shares[at] = true;
                    }
                }
                Cell::Struct(_, args) => todo.extend(args.iter()),
                _ => {}
            }
        }
    }
    let (mut pattern, mut sizes) = (Vec::new(), Vec::new());
    for (&arg, shares) in args.iter().zip(shares) {
        if shares {
            pattern.push(Type::Any);
            continue;
        }
        let (of, of_sizes) = state.describe(arg);
        let wide = of.widen();
        sizes.extend(if wide == of { of_sizes } else { state.measures(arg, &wide) });
        pattern.push(wide);
    }
    (pattern, sizes)
}

/// Makes an argument of a call what the call promises of it.
pub fn promise(state: &mut State, arg: CellId, of: &Type, sizes: &mut dyn Iterator<Item = Range>) {
    match (state.get(arg).clone(), of) {
        (Cell::Free | Cell::Abstract(Type::Any | Type::Free, _), of) => {
            let cell = state.typed(of, sizes);
            if state.deref(arg) != cell {
                state.refine(arg, Cell::Ref(cell));
            }
        }
        (Cell::Struct(functor, args), Type::Struct(known, types)) if functor == *known => {
            args.iter().zip(types).for_each(|(&arg, of)| promise(state, arg, of, sizes));
        }
        (Cell::Struct(..), of) => {
            of.metrics().iter().for_each(|_| drop(sizes.next()));
            state.forget(arg);
        }
        (_, of) => of.metrics().iter().for_each(|_| drop(sizes.next())),
    }
}

/// The least value of a parameter over all solutions.
pub fn least(exits: &[(Guard, Vec<Split>, Vec<Range>)], var: &Var) -> Option<i64> {
    let limits = exits.iter().map(|(guard, ..)| guard.lower_limit(&Linear::var(var)));
    limits.reduce(|a, b| Some(a?.min(b?))).flatten()
}

/// Narrows a condition to sizes with which a call may succeed; false when there are none.
pub fn narrow(guard: &mut Guard, least: &[Option<i64>], sizes: &[Range]) -> bool {
    let mut limits = least.iter().zip(sizes).filter_map(|(least, size)| Some(((*least)?, size)));
    limits.all(|(least, size)| size.require_from(least, guard))
}

/// The type an argument has at a solution; variables in it may share from now on.
pub fn exit_type(state: &State, arg: CellId) -> Type {
    fn shared(of: Type) -> Type {
        match of {
            Type::Free => Type::Any,
            Type::Struct(functor, args) => Type::Struct(functor, args.into_iter().map(shared).collect()),
            Type::List(element) => Type::List(Box::new(shared(*element))),
            of => of,
        }
    }
    shared(state.describe(arg).0).widen()
}
