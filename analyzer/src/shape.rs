//! Case analysis of abstract cells: a cell of a type becomes, in one state a case, something an instruction can decide on.

use crate::norms::Norm;
use crate::pattern::variables;
use crate::range::Range;
use crate::regtype::{TypeId, TypeTable};
use crate::state::{Cell, CellId, LIST, State};
use crate::types::{Metric, Outside, Type};
use rustc_hash::FxHashSet;
use solver::{Expr, Rational};
use solver::{Guard, Linear};
use std::sync::Arc;
use wam::atoms::{Functor, known};

/// The functor that stands for a compound of none of the functors an instruction asked for; its first argument is the
/// term as it was known, the others are empty compounds of the functors that it is not.
pub const OTHER: Functor = Functor { name: known::EMPTY, arity: u32::MAX };

/// What an instruction sees of a cell.
#[derive(Clone, Debug)]
pub enum CellClass {
    /// Unbound.
    Free,
    /// An atom or number.
    Constant,
    /// A compound (lists are of functor [`LIST`]).
    Compound(Functor, Arc<[CellId]>),
    /// It depends on the case: [`cases`] tells them.
    Open,
}

/// What is known of the cell's class.
pub fn class(state: &State, id: CellId, types: &TypeTable) -> CellClass {
    match state.get(id) {
        Cell::Ref(_) => unreachable!("get follows references"),
        Cell::Free | Cell::Abstract(Type::Free, _) => CellClass::Free,
        Cell::Atom(_) => CellClass::Constant,
        Cell::Struct(functor, args) => CellClass::Compound(*functor, args.clone()),
        Cell::Abstract(of, _) if of.is_atomic(types) => CellClass::Constant,
        Cell::Abstract(..) | Cell::Partial(..) => CellClass::Open,
    }
}

/// The same for an instruction that asks for functors: a compound is open that may be of one of them.
pub fn class_among(state: &State, id: CellId, wanted: &[Functor], types: &TypeTable) -> CellClass {
    match class(state, id, types) {
        CellClass::Compound(OTHER, args) if wanted.iter().any(|functor| !excluded(state, &args).contains(functor)) => {
            CellClass::Open
        }
        class => class,
    }
}

/// The functors that a compound of functor [`OTHER`] is not.
fn excluded(state: &State, args: &[CellId]) -> Vec<Functor> {
    let functor = |&cell: &CellId| if let Cell::Struct(functor, _) = state.get(cell) { Some(*functor) } else { None };
    args[1..].iter().filter_map(functor).collect()
}

/// The cases of an open cell, with the functors that matter to whoever asks.
pub fn cases(state: &State, id: CellId, wanted: &[Functor], types: &TypeTable) -> Vec<State> {
    if let Some(opened) = state.opened.get(&state.deref(id)) {
        return vec![refined(state, id, opened.clone())];
    }
    let (known, mut excluded) = match state.get(id) {
        Cell::Struct(OTHER, args) => (args[0], excluded(state, args)),
        _ => (id, Vec::new()),
    };
    let (of, size) = match state.get(known).clone() {
        Cell::Abstract(of, size) => (of, size),
        Cell::Partial(of, size, rest) => return partial_cases(state, known, &of, &size, rest),
        _ => return vec![state.clone()],
    };
    if let Type::Foreign(to, _) = &of {
        excluded.extend(types.functors(*to));
    }
    match &of {
        Type::List(element) => list_cases(state, id, element, &size),
        Type::Named(name) => {
            types.alternatives(*name).iter().filter_map(|case| shaped(state, id, case, &size)).collect()
        }
        Type::Measured(of, Norm::Nodes) => {
            of.list_alternatives().iter().filter_map(|case| shaped(state, id, case, &size)).collect()
        }
        Type::Measured(_, Norm::Value) => {
            let mut cases = Vec::new();
            let is_compound = known != id;
            if !is_compound {
                cases.push(refined(state, id, Cell::Abstract(Type::Int, size.clone())));
            }
            for functor in wanted.iter().filter(|functor| !excluded.contains(functor)) {
                let mut state = state.clone();
                let args: Vec<CellId> = (0..functor.arity).map(|_| state.some(&Type::Ground)).collect();
                state.refine(id, Cell::Struct(*functor, args.into()));
                cases.push(state);
            }
            cases.push(other_than(state.clone(), id, &of, size, excluded.iter().chain(wanted)));
            cases
        }
        Type::Measured(of, norm) => measured_cases(state, id, of, norm.of_parts(), &size, types),
        Type::Ground | Type::Any | Type::Foreign(_, Outside::Compound) => {
            let inside = if of == Type::Any { Type::Any } else { Type::Ground };
            let mut cases = Vec::new();
            let is_compound = known != id || matches!(of, Type::Foreign(..));
            if of == Type::Any && !is_compound {
                cases.push(refined(state, id, Cell::Abstract(Type::Free, Range::unknown())));
            }
            if !is_compound && let Some(atomic) = sized(state, &size, 1) {
                cases.push(refined(&atomic, id, Cell::Abstract(Type::Atomic, Range::unknown())));
            }
            for functor in wanted.iter().filter(|functor| !excluded.contains(functor)) {
                let shape = Type::Struct(*functor, vec![inside.clone(); functor.arity as usize]);
                cases.extend(shaped(state, id, &shape, &size));
            }
            let mut other = state.clone();
            if size.require_from(2, &mut other.guard) || of == Type::Any {
                cases.push(other_than(other, id, &of, size, excluded.iter().chain(wanted)));
            }
            cases
        }
        _ => vec![state.clone()],
    }
}

/// The state in which a cell is a compound of none of some functors.
fn other_than<'f>(
    mut other: State,
    id: CellId,
    of: &Type,
    size: Range,
    not: impl Iterator<Item = &'f Functor>,
) -> State {
    let mut args = vec![other.cell(Cell::Abstract(of.clone(), size))];
    let not: FxHashSet<Functor> = not.copied().collect();
    args.extend(not.into_iter().map(|functor| other.cell(Cell::Struct(functor, Arc::from([])))));
    other.refine(id, Cell::Struct(OTHER, args.into()));
    other
}

/// The cases of list cells that end in another cell: there are none, or there is a first.
fn partial_cases(state: &State, id: CellId, element: &Type, size: &Range, rest: CellId) -> Vec<State> {
    let mut cases = Vec::new();
    let mut none = state.clone();
    if size.require_value(0, &mut none.guard) {
        none.refine(id, Cell::Ref(rest));
        cases.push(none);
    }
    let mut some = state.clone();
    if *element != Type::Bottom && size.require_from(1, &mut some.guard) {
        let head = some.some(element);
        let further = rest_of(size, &some.guard);
        let tail = some.cell(Cell::Partial(element.clone(), further, rest));
        some.refine(id, Cell::Struct(LIST, Arc::from([head, tail])));
        cases.push(some);
    }
    cases
}

fn list_cases(state: &State, id: CellId, element: &Type, size: &Range) -> Vec<State> {
    let mut cases = Vec::new();
    let mut empty = state.clone();
    if size.require_value(0, &mut empty.guard) {
        empty.refine(id, Cell::Atom(known::NIL));
        cases.push(empty);
    }
    let mut cons = state.clone();
    if *element != Type::Bottom && size.require_from(1, &mut cons.guard) {
        let head = cons.some(element);
        if element.holds_variables() {
            // They are as old as the list.
            variables(&cons, &[head]).into_iter().flatten().for_each(|variable| cons.may_be_older(variable));
        }
        let rest = rest_of(size, &cons.guard);
        let tail = cons.cell(Cell::Abstract(Type::List(Box::new(element.clone())), rest));
        cons.refine(id, Cell::Struct(LIST, Arc::from([head, tail])));
        cases.push(cons);
    }
    cases
}

/// The length of the rest of a list that is not empty.
fn rest_of(size: &Range, guard: &Guard) -> Range {
    let mut rest = size.offset(-1);
    let natural = rest.low.as_ref().and_then(Linear::of).is_some_and(|low| guard.implies(&low));
    if !natural && rest.as_exact().is_none() {
        rest.low = rest.low.map(|low| low.max(Expr::int(0)).simplify());
    }
    rest
}

/// The cases of a term that is measured by the compounds of its own type.
fn measured_cases(state: &State, id: CellId, of: &Type, norm: Norm, size: &Range, types: &TypeTable) -> Vec<State> {
    let Type::Named(name) = of else { return vec![state.clone()] };
    let case_of = |case: &Type| {
        let mut state = state.clone();
        let cell = match types.own_places(*name, case) {
            0 => {
                if !size.require_value(0, &mut state.guard) {
                    return None;
                }
                case.as_constant().unwrap_or_else(|| {
                    let cell = state.some(case);
                    state.get(cell).clone()
                })
            }
            places => {
                if !size.require_from(1, &mut state.guard) {
                    return None;
                }
                let rest = rest_of(size, &state.guard);
                let mut shares = shared_out(&mut state, norm, places, rest)?.into_iter();
                let cell = own_part(&mut state, *name, case, norm, &mut shares, types);
                state.get(cell).clone()
            }
        };
        state.refine(id, cell);
        Some(state)
    };
    types.alternatives(*name).iter().filter_map(case_of).collect()
}

/// The sizes of the parts of a compound that count, of which there are some: they add up to the rest, or the greatest is.
fn shared_out(state: &mut State, norm: Norm, places: usize, mut rest: Range) -> Option<Vec<Range>> {
    let up_to = |rest: &Range| Range { low: Some(Expr::int(0)), high: rest.high.clone() };
    // What is counted once takes the rest.
    let last = norm.single(places).unwrap_or(places - 1);
    let mut shares = vec![Range::unknown(); places];
    for at in (0..places).filter(|&at| at != last).chain([last]) {
        shares[at] = match rest.as_exact().cloned() {
            _ if places == 1 => rest.clone(),
            Some(_) if norm != Norm::Depth && at == last => rest.clone(),
            Some(whole) if norm != Norm::Depth => {
                let share = match norm.weight(at, places) {
                    1 => Range::exact(Expr::Var(state.split(Expr::int(0), whole))),
                    // Where others are counted twice a choice is no sum: calls know the limits.
                    _ => state.value(&Type::Nat, &Range { low: Some(Expr::int(0)), high: Some(whole) }, &[], &[]),
                };
                rest = rest.minus(&share.times(&Range::number(norm.weight(at, places))));
                if !share.require_from(0, &mut state.guard) || !rest.require_from(0, &mut state.guard) {
                    return None;
                }
                share
            }
            _ => up_to(&rest),
        };
    }
    Some(shares)
}

/// A cell for a part of a compound of a type that is measured by its own compounds.
fn own_part(
    state: &mut State,
    name: TypeId,
    of: &Type,
    norm: Norm,
    shares: &mut dyn Iterator<Item = Range>,
    types: &TypeTable,
) -> CellId {
    match of {
        Type::Named(part) if types.is_own(name, *part) => {
            let share = shares.next().expect("a share for each");
            state.cell(Cell::Abstract(Type::Measured(Box::new(of.clone()), norm), share))
        }
        Type::Struct(functor, args) => {
            let args: Vec<CellId> = args.iter().map(|of| own_part(state, name, of, norm, shares, types)).collect();
            state.cell(Cell::Struct(*functor, args.into()))
        }
        _ => state.some(of),
    }
}

/// The state with the cell as one alternative of its type, if its size allows it.
fn shaped(state: &State, id: CellId, case: &Type, size: &Range) -> Option<State> {
    if let Some(cell) = case.as_constant() {
        return Some(refined(&sized(state, size, 1)?, id, cell));
    }
    match case {
        Type::Struct(functor, args) => {
            let mut state = state.clone();
            let mut sizes = split(&mut state, args, size)?.into_iter();
            let cells: Vec<CellId> = args.iter().map(|of| part(&mut state, of, &mut sizes)).collect();
            state.refine(id, Cell::Struct(*functor, cells.into()));
            Some(state)
        }
        Type::List(_) => Some(refined(state, id, Cell::Abstract(case.clone(), elements_in(size)))),
        Type::Named(_) | Type::Ground | Type::Foreign(_, Outside::Compound) | Type::Measured(..) => {
            Some(refined(state, id, Cell::Abstract(case.clone(), size.clone())))
        }
        Type::Int | Type::Nat => {
            let value = if *case == Type::Nat { Range::from(0) } else { Range::unknown() };
            Some(refined(&sized(state, size, 1)?, id, Cell::Abstract(case.clone(), value)))
        }
        _ => Some(refined(&sized(state, size, 1)?, id, Cell::Abstract(case.clone(), Range::unknown()))),
    }
}

/// The length of a list of so many nodes: an end, and for each element a list cell and at least a node.
pub(crate) fn elements_in(nodes: &Range) -> Range {
    let half =
        |high: Expr| ((high - Expr::int(1)) * Expr::num(Rational::ratio(1, 2).expect("two is not zero"))).simplify();
    Range { low: Some(Expr::int(0)), high: nodes.high.clone().map(half) }
}

/// Whether how many nodes terms of the type have depends on the term.
fn is_open(of: &Type) -> bool {
    of.as_constant().is_none() && matches!(of.metric(), Some(Metric::Size | Metric::Length))
}

/// A cell for an argument of a term; what in it has no fixed number of nodes takes its share from `sizes`.
fn part(state: &mut State, of: &Type, sizes: &mut dyn Iterator<Item = Range>) -> CellId {
    match of {
        Type::Struct(functor, args) => {
            let args: Vec<CellId> = args.iter().map(|of| part(state, of, sizes)).collect();
            state.cell(Cell::Struct(*functor, args.into()))
        }
        _ if is_open(of) => {
            let nodes = sizes.next().expect("a share for each");
            let size = if matches!(of, Type::List(_)) { elements_in(&nodes) } else { nodes };
            state.cell(Cell::Abstract(of.clone(), size))
        }
        _ => state.some(of),
    }
}

/// The nodes in terms of some types that are there in any case, and how many parts have more of them, or fewer.
fn fixed_and_open(types: &[Type]) -> (i64, i64) {
    types.iter().fold((0, 0), |(fixed, open), of| match of {
        Type::Struct(_, args) => {
            let (of_args, parts) = fixed_and_open(args);
            (fixed + 1 + of_args, open + parts)
        }
        _ if is_open(of) => (fixed, open + 1),
        _ => (fixed + 1, open),
    })
}

/// The nodes of each of so many arguments, where they are any ground terms, in a compound of so many.
pub(crate) fn shares(state: &mut State, arguments: usize, nodes: &Range) -> Option<Vec<Range>> {
    split(state, &vec![Type::Ground; arguments], nodes)
}

/// Splits the nodes of a compound over the parts of its arguments that have no fixed number of them, by choice.
fn split(state: &mut State, args: &[Type], size: &Range) -> Option<Vec<Range>> {
    let (fixed, open) = fixed_and_open(args);
    let least = 1 + fixed + open;
    if !size.require_from(least, &mut state.guard) || open == 0 && !size.require_to(least, &mut state.guard) {
        return None;
    }
    let mut rest = size.offset(-1 - fixed);
    let mut sizes = Vec::new();
    for left in (0..open).rev() {
        let Some(whole) = rest.as_exact().cloned() else {
            sizes.push(Range { low: Some(Expr::int(1)), high: rest.offset(-left).high });
            continue;
        };
        if left == 0 {
            sizes.push(rest.clone());
            continue;
        }
        let high = (whole - Expr::int(left)).simplify();
        let var = Expr::Var(state.split(Expr::int(1), high));
        let share = Range::exact(var);
        rest = rest.minus(&share);
        if !share.require_from(1, &mut state.guard) || !rest.require_from(left, &mut state.guard) {
            return None;
        }
        sizes.push(share);
    }
    Some(sizes)
}

/// The state in which a size is a number, if it may be.
fn sized(state: &State, size: &Range, value: i64) -> Option<State> {
    let mut state = state.clone();
    size.require_value(value, &mut state.guard).then_some(state)
}

fn refined(state: &State, id: CellId, cell: Cell) -> State {
    let mut state = state.clone();
    state.refine(id, cell);
    state
}
