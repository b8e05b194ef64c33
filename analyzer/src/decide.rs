//! Decisions between clauses on abstract cells: `decide_less` and its like, with their third outcome.
//!
//! Nothing is bound and nothing is evaluated. A comparison is decided where both values are numbers (that are not "not a
//! number"), and left open where one is anything else.

use crate::arith::{Relation, operand};
use crate::operation::Operand;
use crate::range::Range;
use crate::shape::{OTHER, cases};
use crate::state::{Cell, CellId, LIST, State};
use crate::step::{Code, Flow, Next, at};
use crate::types::{Form, Type};
use crate::unify::{differ, equal};
use wam::cost::Key;
use wam::instr::{Imm, Instr, Label, X, key};

/// Whether something is the case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    Never,
    Perhaps,
    Always,
}

/// Whether a register holds a number that can be compared.
fn is_number(state: &State, x: X) -> Certainty {
    match state.get(state.register(x)) {
        Cell::Free | Cell::Atom(_) => Certainty::Never,
        Cell::Struct(functor, _) if *functor != OTHER => Certainty::Never,
        Cell::Abstract(Type::Int | Type::Nat, _) => Certainty::Always,
        Cell::Abstract(Type::Free | Type::Atom | Type::Const(_) | Type::List(_) | Type::Text(_), _) => Certainty::Never,
        _ => Certainty::Perhaps,
    }
}

/// A decision by comparison.
pub fn compare(state: State, instr: Instr) -> Next {
    /// The keys of one instruction; a function cannot take the instruction's key struct as a parameter.
    macro_rules! keys {
        ($op:ident) => {
            [
                key::$op::TRUE,
                key::$op::ELSE,
                key::$op::SLOW_TRUE,
                key::$op::SLOW_ELSE,
                key::$op::UNKNOWN,
                key::$op::FAIL,
            ]
        };
    }
    let constant = |i: Imm| Operand::cell(Type::Int, Range::number(i.0.into()));
    let x = |x| (operand(&state, x), is_number(&state, x));
    let i = |i| (constant(i), Certainty::Always);
    let (relation, keys, left, right, other, unknown) = match instr {
        Instr::DecideLess { a, b, other, unknown } => (Relation::Less, keys!(DecideLess), x(a), x(b), other, unknown),
        Instr::DecideEqual { a, b, other, unknown } => {
            (Relation::Equal, keys!(DecideEqual), x(a), x(b), other, unknown)
        }
        Instr::DecideLessConst { a, i: c, other, unknown } => {
            (Relation::Less, keys!(DecideLessConst), x(a), i(c), other, unknown)
        }
        Instr::DecideGreaterConst { a, i: c, other, unknown } => {
            (Relation::Less, keys!(DecideGreaterConst), i(c), x(a), other, unknown)
        }
        Instr::DecideEqualConst { a, i: c, other, unknown } => {
            (Relation::Equal, keys!(DecideEqualConst), x(a), i(c), other, unknown)
        }
        _ => unreachable!("only comparisons are compared"),
    };
    let [int_true, int_else, slow_true, slow_else, open, fail] = keys;
    let ((left, left_is), (right, right_is)) = (left, right);
    let numbers = left_is.min(right_is);
    let integers = left.is_in_cell() && right.is_in_cell();
    let count = |state: &mut State, int: Key, slow: Key| {
        if integers {
            state.count(int);
        } else {
            state.maybe(int);
            state.maybe(slow);
        }
    };
    let mut next = Next::new();
    if numbers != Certainty::Never {
        if let Some(mut yes) = relation.holds(&state, &left.value, &right.value) {
            count(&mut yes, int_true, slow_true);
            next.push((yes, Flow::Go));
        }
        if let Some(mut no) = relation.fails(&state, &left.value, &right.value) {
            match other {
                Label::FAIL => no.count(fail),
                _ => count(&mut no, int_else, slow_else),
            }
            next.push(at(no, other));
        }
    }
    if numbers != Certainty::Always {
        let mut undecided = state;
        undecided.count(open);
        next.push(at(undecided, unknown));
    }
    next
}

/// Whether two registers hold the same cell, or terms that do not unify.
pub fn same(code: &Code, state: State, x: X, y: X, other: Label, unknown: Label) -> Next {
    let (a, b) = (state.deref(state.register(x)), state.deref(state.register(y)));
    let yes = |mut state: State| {
        state.count(key::DecideSame::TRUE);
        (state, Flow::Go)
    };
    let no = |mut state: State| {
        state.count(key::DecideSame::ELSE);
        at(state, other)
    };
    let open = |mut state: State| {
        state.count(key::DecideSame::UNKNOWN);
        at(state, unknown)
    };
    if a == b {
        return vec![yes(state)];
    }
    if let Some(list) = told_apart(&state, a, b).or_else(|| told_apart(&state, b, a)) {
        let cases = cases(&state, list, &[LIST], code.types).into_iter();
        return cases.flat_map(|state| same(code, state, x, y, other, unknown)).collect();
    }
    let is_constant = |cell: &Cell| match cell {
        Cell::Atom(_) => true,
        Cell::Abstract(of, _) => {
            matches!(of, Type::Atom | Type::Const(_) | Type::Int | Type::Nat | Type::Text(Form::Atom))
        }
        _ => false,
    };
    let is_list = |cell: &Cell| match cell {
        Cell::Struct(functor, _) if *functor != OTHER => Some(*functor == LIST),
        _ => None,
    };
    let (left, right) = (state.get(a).clone(), state.get(b).clone());
    let one_constant = is_constant(&left) || is_constant(&right);
    let is_partial = |cell: &Cell| matches!(cell, Cell::Partial(..));
    let perhaps_yes = || may_be_one(&state, a, b).then(|| yes(state.clone()));
    match (is_list(&left), is_list(&right)) {
        // What comes after its cells may be the other.
        _ if is_partial(&left) || is_partial(&right) => {
            perhaps_yes().into_iter().chain([no(state.clone()), open(state.clone())]).collect()
        }
        // A variable that shares with nothing is no other cell.
        _ if matches!((&left, &right), (Cell::Free, _) | (_, Cell::Free)) => vec![open(state)],
        _ if is_constant(&left) && is_constant(&right) => {
            let same = equal(&state, a, b, code.types).map(yes);
            same.into_iter().chain(differ(&state, a, b).map(no)).collect()
        }
        // Constants are never compounds.
        (Some(_), None) | (None, Some(_)) if one_constant => vec![no(state)],
        (Some(left), Some(right)) if left != right => vec![no(state)],
        (Some(_), Some(_)) => perhaps_yes().into_iter().chain([open(state.clone())]).collect(),
        _ => perhaps_yes().into_iter().chain([no(state.clone()), open(state.clone())]).collect(),
    }
}

/// A list that is told apart by case, whether it has a first cell, where the other cell is known to be one or none.
fn told_apart(state: &State, list: CellId, other: CellId) -> Option<CellId> {
    let is_known = match state.get(other) {
        Cell::Atom(_) => true,
        Cell::Struct(functor, _) => *functor != OTHER,
        _ => false,
    };
    (is_known && matches!(state.get(list), Cell::Partial(..) | Cell::Abstract(Type::List(_), _))).then_some(list)
}

/// How many parts of two terms are compared to see that they are not one.
const PARTS: usize = 200;

/// Whether two cells may be one in the machine: not where one has an unbound variable that the other has not at that place.
fn may_be_one(state: &State, a: CellId, b: CellId) -> bool {
    let (mut todo, mut looks) = (vec![(a, b)], 0);
    while let Some((a, b)) = todo.pop() {
        let (a, b) = (state.deref(a), state.deref(b));
        looks += 1;
        if a == b || looks > PARTS {
            continue;
        }
        match (state.get(a), state.get(b)) {
            // It may have no list cells, and be the variable behind them.
            (Cell::Free, Cell::Partial(..)) if state.list_cells(b).1 == a => {}
            (Cell::Partial(..), Cell::Free) if state.list_cells(a).1 == b => {}
            (Cell::Free, _) | (_, Cell::Free) => return false,
            (Cell::Struct(f, left), Cell::Struct(g, right)) if *f != OTHER && *g != OTHER => {
                if f != g {
                    return false;
                }
                todo.extend(left.iter().copied().zip(right.iter().copied()));
            }
            (Cell::Abstract(of, _), _) if of.is_ground() && has_variable(state, b) => return false,
            (_, Cell::Abstract(of, _)) if of.is_ground() && has_variable(state, a) => return false,
            _ => {}
        }
    }
    true
}

/// Whether an unbound variable is certainly in a term.
fn has_variable(state: &State, term: CellId) -> bool {
    let (mut todo, mut looks) = (vec![term], 0);
    while let Some(part) = todo.pop() {
        looks += 1;
        match state.get(part) {
            Cell::Free => return true,
            Cell::Struct(functor, args) if *functor != OTHER && looks <= PARTS => todo.extend(args.iter()),
            Cell::Partial(_, _, rest) if looks <= PARTS => todo.push(*rest),
            _ => {}
        }
    }
    false
}
