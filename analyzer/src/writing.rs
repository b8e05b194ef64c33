//! What it takes to write a term: units are the bytes of its text, and more for each argument (`wam/src/builtins/write_terms.rs`).

use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, NODE_LIMIT, State};
use crate::step::Code;
use crate::text::INTEGER;
use crate::types::{Type, integer};
use solver::Expr;

/// Whether atoms and strings that need quotes get them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quoting {
    /// They are written as they are.
    Plain,
    /// They do.
    Quoted,
}

/// Units for each argument of a term, besides its text.
const ARGUMENT: i64 = 128;
/// Brackets, commas and spaces around a part of a term, at most.
const AROUND: i64 = 8;
/// The text of a variable: an underscore and a number of 64 bits.
const VARIABLE: i64 = 21;

impl Quoting {
    /// The bytes of an atom of so many bytes, at most: an escape sequence for each, and the quotes.
    fn bytes(self, bytes: i64) -> i64 {
        if self == Quoting::Quoted { 6 * bytes + 2 } else { bytes }
    }

    /// The bytes of a text of so many characters, at most.
    fn characters(self, characters: Expr) -> Expr {
        match self {
            Quoting::Plain => Expr::int(4) * characters,
            Quoting::Quoted => Expr::int(10) * characters + Expr::int(2),
        }
    }
}

/// The units of writing a term, as far as they are known.
pub fn written(code: &Code, state: &State, term: CellId, quoting: Quoting) -> Range {
    let mut looks = 0;
    let high = most(code, state, term, quoting, &mut looks).map(|most| most.simplify());
    Range { low: Some(Expr::int(0)), high }
}

/// The units of writing spaces: as many as the value of an integer says, none where it is negative.
pub fn spaces(state: &State, number: CellId) -> Range {
    match state.get(number) {
        Cell::Abstract(Type::Nat, value) => value.clone(),
        Cell::Abstract(Type::Int, value) => {
            let natural = |side: &Expr| side.clone().max(Expr::int(0)).simplify();
            let low = value.low.as_ref().map_or(Expr::int(0), natural);
            Range { low: Some(low), high: value.high.as_ref().map(natural) }
        }
        _ => Range::from(0),
    }
}

fn most(code: &Code, state: &State, term: CellId, quoting: Quoting, looks: &mut usize) -> Option<Expr> {
    *looks += 1;
    if *looks > NODE_LIMIT {
        return None;
    }
    match state.get(term) {
        Cell::Free => Some(Expr::int(VARIABLE)),
        Cell::Struct(functor, args) if *functor != OTHER => {
            let name = Cell::Atom(functor.name);
            let own = constant(code, &name, quoting)? + Expr::int(AROUND);
            args.iter().try_fold(own, |sum, &arg| {
                Some(sum + most(code, state, arg, quoting, looks)? + Expr::int(ARGUMENT + AROUND))
            })
        }
        Cell::Abstract(Type::List(element), length) => {
            let each = constant(code, &constant_of(element)?, quoting)? + Expr::int(2 * (ARGUMENT + AROUND));
            Some(length.high.clone()? * each + Expr::int(AROUND))
        }
        cell => constant(code, cell, quoting),
    }
}

/// A cell that stands for the elements of a list, where they are constants.
fn constant_of(element: &Type) -> Option<Cell> {
    match element {
        Type::Int | Type::Nat => Some(Cell::Abstract(element.clone(), Range::unknown())),
        Type::Integer(value) => Some(integer(*value)),
        Type::Const(name) => Some(Cell::Atom(*name)),
        _ => None,
    }
}

/// The bytes of a constant, at most.
fn constant(code: &Code, cell: &Cell, quoting: Quoting) -> Option<Expr> {
    match cell {
        Cell::Atom(name) => Some(Expr::int(quoting.bytes(code.program.atoms.name(*name).len() as i64))),
        Cell::Abstract(Type::Int | Type::Nat, _) => Some(Expr::int(INTEGER)),
        Cell::Abstract(Type::Text(_), length) => Some(quoting.characters(length.high.clone()?)),
        _ => None,
    }
}
