//! Unification of abstract cells: the cases in which it binds, finds both equal, or fails.

use crate::compounds::compounds;
use crate::pairs::Pairs;
use crate::regtype::TypeTable;
use crate::remembered::{AFTER, BEFORE, SAME};
use crate::shape::{OTHER, cases};
use crate::state::{Cell, CellId, LIST, State};
use crate::types::{Form, Type, integer};
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
    if a == b {
        // Two unbound cells that are one are equal, too.
        return vec![(state, Unified::Same, Pairs::none())];
    }
    let Some((x, y)) = state.subject(a).zip(state.subject(b)) else { return told(state, a, b, types) };
    let answers = told(state, a, b, types).into_iter().filter_map(|(mut state, how, pairs)| {
        let order = if how == Unified::Fail { BEFORE | AFTER } else { SAME };
        state.put_in_order(x, y, order).then_some((state, how, pairs))
    });
    answers.collect()
}

/// The cases of unifying two cells that are not one.
fn told(state: State, a: CellId, b: CellId, types: &TypeTable) -> Vec<Case> {
    let none = Pairs::none();
    let (left, right) = (state.get(a).clone(), state.get(b).clone());
    if let Some(open) = told_apart_first(&state, a, b) {
        // A list cell, or what comes after none.
        return cases(&state, open, &[LIST], types).into_iter().flat_map(|state| unify(state, a, b, types)).collect();
    }
    match (left, right) {
        (Cell::Free, _) | (_, Cell::Free) => {
            let mut state = state;
            bind_free(&mut state, a, b);
            vec![(state, Unified::Bind, none)]
        }
        (Cell::Abstract(Type::Any | Type::Free, _), other) => with_anything(state, a, b, &other, types),
        (other, Cell::Abstract(Type::Any | Type::Free, _)) => with_anything(state, b, a, &other, types),
        (left, right) if is_atomic(&left, types) && is_atomic(&right, types) => {
            let none = none.entering(enters(&left, &right, types));
            let same = equal(&state, a, b, types).map(|state| (state, Unified::Same, none.clone()));
            let fail = differ(&state, a, b).map(|state| (state, Unified::Fail, none.clone()));
            same.into_iter().chain(fail).collect()
        }
        _ => compounds(state, a, b, types),
    }
}

/// Which of two cells is a list up to another cell, and is told apart by case before both are unified.
pub(crate) fn told_apart_first(state: &State, a: CellId, b: CellId) -> Option<CellId> {
    let is_partial = |id: CellId| matches!(state.get(id), Cell::Partial(..));
    let stays = |id: CellId, partial: CellId| match state.get(id) {
        Cell::Free => !state.reaches(partial, id),
        Cell::Abstract(Type::Any | Type::Free, _) => true,
        _ => false,
    };
    match (is_partial(a), is_partial(b)) {
        (true, _) if !stays(b, a) => Some(a),
        (_, true) if !stays(a, b) => Some(b),
        _ => None,
    }
}

/// How often the general case is entered, at least and at most, when two cells are unified of which neither is unbound.
pub(crate) fn enters(left: &Cell, right: &Cell, types: &TypeTable) -> [u32; 2] {
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
pub(crate) fn bind_free(state: &mut State, a: CellId, b: CellId) {
    let (a_free, b_free) = (matches!(state.get(a), Cell::Free), matches!(state.get(b), Cell::Free));
    let (from, to) = match (a_free, b_free) {
        (true, true) if a > b => (a, b),
        (true, true) => (b, a),
        (true, false) => (a, b),
        _ => (b, a),
    };
    state.weigh_ages(from, to);
    state.bind(from, Cell::Ref(to));
}

/// Unification with a cell of which nothing is known.
fn with_anything(state: State, any: CellId, other: CellId, known: &Cell, types: &TypeTable) -> Vec<Case> {
    let pairs = if is_atomic(known, types) { Pairs::none() } else { state.pairs(other) };
    let pairs = pairs.entering(enters(state.get(any), known, types));
    let mut bound = state.clone();
    // What it shares with may bind the variables of the other from now on.
    bound.forget(other);
    bound.bind(any, Cell::Ref(other));
    bound.share();
    let mut same = state.clone();
    same.forget(other);
    same.share();
    if !is_atomic(known, types) {
        same.may_trail(u32::MAX);
    }
    if let Some(like) = same.like_ground(other) {
        same.refine(any, like);
    }
    let mut cases = vec![(bound, Unified::Bind, Pairs::none()), (same, Unified::Same, pairs.clone())];
    if !matches!(known, Cell::Abstract(Type::Free, _)) {
        let mut state = state;
        if !is_atomic(known, types) {
            state.may_trail(pairs.bound_before_failing());
        }
        cases.push((state, Unified::Fail, pairs));
    }
    cases
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
pub fn equal(state: &State, a: CellId, b: CellId, types: &TypeTable) -> Option<State> {
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
        (Cell::Abstract(Type::Foreign(id, _), _), other) | (other, Cell::Abstract(Type::Foreign(id, _), _))
            if types.excludes(*id, other) =>
        {
            return None;
        }
        (Cell::Abstract(of, _), Cell::Atom(_)) | (Cell::Atom(_), Cell::Abstract(of, _))
            if !matches!(
                of,
                Type::Atom | Type::Atomic | Type::Named(_) | Type::Text(Form::Atom) | Type::Foreign(..)
            ) =>
        {
            return None;
        }
        (Cell::Abstract(a, _), Cell::Abstract(b, _)) if a.is_disjoint(b) => return None,
        _ => {}
    }
    let known = if is_vague(&left) || matches!(right, Cell::Atom(_)) { right } else { left };
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
        Constant::Int(value) => integer(value),
    }
}

fn is_vague(cell: &Cell) -> bool {
    matches!(cell, Cell::Abstract(Type::Atom | Type::Atomic | Type::Number | Type::Named(_) | Type::Foreign(..), _))
}
