//! Unification of abstract cells: the cases in which it binds, finds both equal, or fails.

use crate::pairs::Pairs;
use crate::range::Range;
use crate::regtype::TypeTable;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, State};
use crate::types::Type;
use wam::atoms::known;
use wam::instr::Constant;

/// How a unification ends in one case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unified {
    /// One side was unbound.
    Bind,
    /// Both were bound, and equal.
    Same,
    /// They do not unify.
    Fail,
}

/// A case of a unification: the state after it, how it ended, and the pairs that were compared after the first.
pub type Case = (State, Unified, Pairs);

/// The cases of unifying two cells.
pub fn unify(state: State, a: CellId, b: CellId, types: &TypeTable) -> Vec<Case> {
    let (a, b) = (state.deref(a), state.deref(b));
    let none = Pairs::none();
    if a == b {
        // Two unbound cells that are one are equal, too.
        return vec![(state, Unified::Same, none)];
    }
    let (left, right) = (state.get(a).clone(), state.get(b).clone());
    let enters = enters(&left, &right, types);
    let mut cases = match (left, right) {
        (Cell::Free, _) | (_, Cell::Free) => {
            let mut state = state;
            bind_free(&mut state, a, b);
            vec![(state, Unified::Bind, none)]
        }
        (Cell::Abstract(Type::Any | Type::Free, _), other) => with_anything(state, a, b, &other, types),
        (other, Cell::Abstract(Type::Any | Type::Free, _)) => with_anything(state, b, a, &other, types),
        (left, right) if is_atomic(&left, types) && is_atomic(&right, types) => {
            let same = equal(&state, a, b).map(|state| (state, Unified::Same, none.clone()));
            let fail = differ(&state, a, b).map(|state| (state, Unified::Fail, none.clone()));
            same.into_iter().chain(fail).collect()
        }
        (left, right) => compounds(state, a, b, &left, &right, types),
    };
    for (_, how, pairs) in &mut cases {
        if *how != Unified::Bind {
            *pairs = std::mem::replace(pairs, Pairs::none()).entering(enters);
        }
    }
    cases
}

/// How often the general case is entered, at least and at most, when two cells are unified of which neither is unbound.
fn enters(left: &Cell, right: &Cell, types: &TypeTable) -> [u32; 2] {
    match (left, right) {
        // Lists have a tag of their own.
        (Cell::Struct(f, _), Cell::Struct(g, _)) if *f != OTHER && *g != OTHER && f != g => {
            [u32::from(*f != LIST && *g != LIST); 2]
        }
        _ => [0, u32::from(!is_plain(left, types) && !is_plain(right, types))],
    }
}

/// Whether what a cell holds is certainly within the cell, while integers fit in it.
fn is_plain(cell: &Cell, types: &TypeTable) -> bool {
    match cell {
        Cell::Atom(_) => true,
        Cell::Abstract(of, _) => of.is_plain(types),
        _ => false,
    }
}

/// Binds the younger of two cells, of which one at least is unbound, to the other.
fn bind_free(state: &mut State, a: CellId, b: CellId) {
    let (a_free, b_free) = (matches!(state.get(a), Cell::Free), matches!(state.get(b), Cell::Free));
    let (from, to) = match (a_free, b_free) {
        (true, true) if a > b => (a, b),
        (true, true) => (b, a),
        (true, false) => (a, b),
        _ => (b, a),
    };
    state.bind(from, Cell::Ref(to));
}

/// Unification with a cell of which nothing is known.
fn with_anything(state: State, any: CellId, other: CellId, known: &Cell, types: &TypeTable) -> Vec<Case> {
    let pairs = if is_atomic(known, types) { Pairs::none() } else { state.pairs(other) };
    let mut bound = state.clone();
    // What it shares with may bind the variables of the other from now on.
    bound.forget(other);
    bound.bind(any, Cell::Ref(other));
    bound.share();
    let mut same = state.clone();
    same.forget(other);
    same.share();
    if is_atomic(known, types) {
        same.refine(any, known.clone());
    } else {
        same.may_trail(u32::MAX);
    }
    let mut cases = vec![(bound, Unified::Bind, Pairs::none()), (same, Unified::Same, pairs.clone())];
    if !matches!(known, Cell::Abstract(Type::Free, _)) {
        cases.push((state, Unified::Fail, pairs));
    }
    cases
}

/// Unification of two bound cells that are not both atomic.
fn compounds(state: State, a: CellId, b: CellId, left: &Cell, right: &Cell, types: &TypeTable) -> Vec<Case> {
    let none = Pairs::none();
    let apart = match (left, right) {
        (Cell::Struct(f, _), Cell::Struct(g, _)) => f != g && *f != OTHER && *g != OTHER,
        (Cell::Struct(..), other) | (other, Cell::Struct(..)) => is_atomic(other, types),
        (Cell::Atom(atom), Cell::Abstract(Type::List(_), _)) | (Cell::Abstract(Type::List(_), _), Cell::Atom(atom)) => {
            *atom != known::NIL
        }
        _ => false,
    };
    if apart {
        return vec![(state, Unified::Fail, none)];
    }
    let pairs = state.pairs(a).of_both(state.pairs(b));
    if identical(&state, a, b) {
        return vec![(state, Unified::Same, pairs)];
    }
    let mut same = state.clone();
    if state.nodes(a).is_none() || state.nodes(b).is_none() {
        same.forget(a);
        same.forget(b);
        same.may_trail(u32::MAX);
        same.share();
    }
    vec![(same, Unified::Same, pairs.clone()), (state, Unified::Fail, pairs)]
}

/// How many pairs of parts are compared to see that two terms are the same.
const PAIR_LIMIT: usize = 20_000;

/// Whether two cells certainly hold the same term: compounds of the same parts.
fn identical(state: &State, a: CellId, b: CellId) -> bool {
    let (mut todo, mut looks) = (vec![(a, b)], 0);
    while let Some((a, b)) = todo.pop() {
        looks += 1;
        match (state.get(a), state.get(b)) {
            _ if state.deref(a) == state.deref(b) => {}
            (Cell::Struct(f, left), Cell::Struct(g, right)) if f == g && *f != OTHER && looks <= PAIR_LIMIT => {
                todo.extend(left.iter().copied().zip(right.iter().copied()));
            }
            _ => return false,
        }
    }
    true
}

/// Whether the cell certainly holds an atom or number.
pub fn is_atomic(cell: &Cell, types: &TypeTable) -> bool {
    match cell {
        Cell::Atom(_) => true,
        Cell::Abstract(of, _) => of.is_atomic(types),
        _ => false,
    }
}

/// The state in which two atomic cells are equal, if they may be; each then knows what the other knew.
pub fn equal(state: &State, a: CellId, b: CellId) -> Option<State> {
    let (left, right) = (state.get(a).clone(), state.get(b).clone());
    let mut state = state.clone();
    match (&left, &right) {
        (Cell::Atom(a), Cell::Atom(b)) => return (a == b).then_some(state),
        (Cell::Abstract(Type::Int | Type::Nat, x), Cell::Abstract(Type::Int | Type::Nat, y)) => {
            if let Some(difference) = x.minus(y).as_linear()
                && !state.guard.require_zero(difference)
            {
                return None;
            }
        }
        (Cell::Abstract(of, _), Cell::Atom(_)) | (Cell::Atom(_), Cell::Abstract(of, _))
            if !matches!(of, Type::Atom | Type::Atomic | Type::Named(_)) =>
        {
            return None;
        }
        (Cell::Abstract(a, _), Cell::Abstract(b, _)) if a.is_disjoint(b) => return None,
        _ => {}
    }
    let known = if is_vague(&left) { right } else { left };
    state.refine(a, known.clone());
    state.refine(b, known);
    Some(state)
}

/// The state in which two atomic cells differ, if they may.
pub fn differ(state: &State, a: CellId, b: CellId) -> Option<State> {
    let mut state = state.clone();
    let possible = match (state.get(a), state.get(b)) {
        (Cell::Atom(a), Cell::Atom(b)) => a != b,
        (Cell::Abstract(Type::Int | Type::Nat, x), Cell::Abstract(Type::Int | Type::Nat, y)) => {
            match x.minus(y).as_linear() {
                Some(difference) => state.guard.require_distinct(difference),
                None => true,
            }
        }
        _ => true,
    };
    possible.then_some(state)
}

/// A cell that holds a constant.
pub fn constant(constant: Constant) -> Cell {
    match constant {
        Constant::Atom(atom) => Cell::Atom(atom),
        Constant::Int(value) => Cell::Abstract(if value < 0 { Type::Int } else { Type::Nat }, Range::number(value)),
    }
}

fn is_vague(cell: &Cell) -> bool {
    matches!(cell, Cell::Abstract(Type::Atom | Type::Atomic | Type::Number | Type::Named(_), _))
}
