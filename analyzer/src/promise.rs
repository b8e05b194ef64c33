//! What is known of the arguments of a call once it has succeeded: cells as the call's types and sizes say.
//!
//! A cell that was known as a compound stays one, and its parts are told what the type says of them. Binding what a term
//! holds unbound changes neither its functors nor the length of a list: what was known of those is kept.

use crate::range::Range;
use crate::regtype::TypeTable;
use crate::shape::elements_in;
use crate::state::{Cell, CellId, LIST, State, with_largest};
use crate::types::{Metric, Type};
use solver::Expr;
use wam::atoms::Functor;

/// Makes an argument of a call what the call promises of it; takes the sizes of the type's metrics.
pub fn promise(state: &mut State, arg: CellId, of: &Type, sizes: &mut dyn Iterator<Item = Range>, types: &TypeTable) {
    if let Type::Within(of, _) = of {
        return promise(state, arg, of, sizes, types);
    }
    if of.has_largest() {
        let (of, length) = with_largest(of, sizes);
        return promise(state, arg, &of, &mut std::iter::once(length), types);
    }
    match (state.get(arg).clone(), of) {
        // The list ends where it is known to end, or its end is told what comes there.
        (Cell::Free, Type::Partial(_, end))
            if state.shared.get(end).is_some_and(|&end| state.deref(end) == state.deref(arg)) =>
        {
            drop(sizes.next());
        }
        (Cell::Free | Cell::Abstract(Type::Any | Type::Free, _), of) => {
            let cell = state.typed(of, sizes);
            if state.deref(arg) != cell {
                state.refine(arg, Cell::Ref(cell));
            }
        }
        (Cell::Struct(functor, args), Type::Struct(known, of)) if functor == *known => {
            args.iter().zip(of).for_each(|(&arg, of)| promise(state, arg, of, sizes, types));
        }
        (Cell::Struct(LIST, args), Type::List(element) | Type::Partial(element, _)) => {
            // It has an element, so that the rest is shorter by one, and what is known of the whole is known of it.
            let rest = sizes.next().unwrap_or_default().offset(-1);
            let inside = state.any_sizes(element);
            promise(state, args[0], element, &mut inside.into_iter(), types);
            promise(state, args[1], of, &mut std::iter::once(rest), types);
        }
        (Cell::Partial(own, known, rest), Type::List(element) | Type::Partial(element, _)) => {
            let own = if own.is_ground() || !element.is_ground() { own.open() } else { (**element).clone() };
            state.refine(arg, Cell::Partial(own, known.clone(), rest));
            let further = natural(state, &sizes.next().unwrap_or_default().minus(&known));
            promise(state, rest, of, &mut std::iter::once(further), types);
        }
        (Cell::Partial(own, known, rest), of) if of.is_ground() => {
            of.metrics().iter().for_each(|_| drop(sizes.next()));
            let own = if own.is_ground() { own } else { Type::Ground };
            state.refine(arg, Cell::Partial(own, known, rest));
            promise(state, rest, &Type::Ground, &mut std::iter::once(Range::from(1)), types);
        }
        // It is the variable in which it ends.
        (Cell::Partial(..), Type::Shared(_)) => {}
        (Cell::Struct(functor, args), Type::Ground | Type::Named(_)) => {
            let nodes = sizes.next().unwrap_or_default();
            let parts = match of {
                Type::Named(name) => parts_of(types.alternatives(*name), functor, types),
                _ => None,
            };
            let parts = parts.unwrap_or_else(|| vec![Type::Ground; args.len()]);
            for (at, (&part, of)) in args.iter().zip(&parts).enumerate() {
                if state.nodes(part).is_none() {
                    let own = nodes_of(state, &nodes, &args, at);
                    let inside = state.sizes_within(of, &own);
                    promise(state, part, of, &mut inside.into_iter(), types);
                }
            }
        }
        (Cell::Struct(..) | Cell::Partial(..), of) => {
            of.metrics().iter().for_each(|_| drop(sizes.next()));
            state.forget(arg);
        }
        (Cell::Abstract(own, size), of) if !own.is_ground() => {
            of.metrics().iter().for_each(|_| drop(sizes.next()));
            // Its length stays.
            let now = match (&own, of) {
                (Type::List(_), Type::List(_)) if of.is_ground() || own == *of => of.clone(),
                _ => own.open(),
            };
            state.refine(arg, Cell::Abstract(now, size));
        }
        (_, of) => of.metrics().iter().for_each(|_| drop(sizes.next())),
    }
}

/// A length that is known up to what is below 0.
fn natural(state: &State, length: &Range) -> Range {
    let low = length.low.clone().filter(|_| state.is_natural(length)).unwrap_or(Expr::int(0));
    Range { low: Some(low), high: length.high.clone() }
}

/// The types of the arguments of a compound that is of one of some types; nothing where more than one may be meant.
fn parts_of(alternatives: &[Type], functor: Functor, types: &TypeTable) -> Option<Vec<Type>> {
    let mut found = None;
    for case in alternatives {
        match case {
            Type::Struct(known, parts) if *known == functor && found.is_none() => found = Some(parts.clone()),
            Type::Struct(known, _) if *known != functor => {}
            case if case.is_atomic(types) || case.as_constant().is_some() => {}
            _ => return None,
        }
    }
    found
}

/// The nodes of an argument of a ground term of so many nodes.
fn nodes_of(state: &State, nodes: &Range, args: &[CellId], at: usize) -> Range {
    let others = args.iter().enumerate().filter(|(other, _)| *other != at);
    let known: Vec<Option<Range>> = others.map(|(_, &arg)| state.nodes(arg)).collect();
    let are_known = known.iter().all(Option::is_some);
    let others = known.into_iter().fold(Range::number(1), |sum, other| sum.plus(&other.unwrap_or(Range::from(1))));
    let most = nodes.high.clone().zip(others.low).map(|(all, rest)| (all - rest).simplify());
    let least = nodes.low.clone().zip(others.high).filter(|_| are_known).map(|(all, rest)| (all - rest).simplify());
    Range { low: least.or(Some(Expr::int(1))), high: most }
}

impl State {
    /// The sizes of a term of a type that has so many nodes, in the order of the type's metrics.
    fn sizes_within(&mut self, of: &Type, nodes: &Range) -> Vec<Range> {
        match (of, of.metric()) {
            (_, Some(Metric::Size)) => vec![nodes.clone()],
            (_, Some(Metric::Length)) => vec![elements_in(nodes)],
            _ => self.any_sizes(of),
        }
    }
}
