//! Arithmetic expressions that are passed on before they are evaluated, as in `p(N-1)`: their size is their value.
//!
//! What is known of such a term is kept as it is; where one is within another, as each call of `p(N) :- p(N-1)` makes it, it
//! becomes some expression of a value ([`Norm::Value`]).

use crate::norms::Norm;
use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, State};
use crate::types::Type;
use wam::atoms::{Functor, known};

/// How many operations within each other are looked at.
const LEVELS: usize = 8;

/// Whether expressions of a functor have a value here.
pub(crate) fn is_operation(functor: Functor) -> bool {
    functor.arity == 2 && [known::PLUS, known::MINUS, known::STAR].contains(&functor.name)
}

impl State {
    /// The value of an integer, or of an expression over integers that has one.
    pub(crate) fn value_of(&self, id: CellId) -> Option<Range> {
        self.evaluated(id, LEVELS)
    }

    fn evaluated(&self, id: CellId, levels: usize) -> Option<Range> {
        match self.get(id) {
            Cell::Abstract(Type::Int | Type::Nat | Type::Measured(_, Norm::Value), value) => Some(value.clone()),
            Cell::Struct(OTHER, args) => self.evaluated(args[0], levels),
            Cell::Struct(Functor { name, arity: 2 }, args) if levels > 0 => {
                let [a, b] = [args[0], args[1]].map(|arg| self.evaluated(arg, levels - 1));
                match *name {
                    known::PLUS => Some(a?.plus(&b?)),
                    known::MINUS => Some(a?.minus(&b?)),
                    known::STAR => Some(a?.times(&b?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of an expression in which a number is added to, or taken from, another such expression.
    pub(crate) fn nested_value(&self, functor: Functor, args: &[CellId]) -> Option<Range> {
        let is_sum = |functor: &Functor| functor.arity == 2 && [known::PLUS, known::MINUS].contains(&functor.name);
        if !is_sum(&functor) {
            return None;
        }
        let [left, right] = [args[0], args[1]];
        let is_number = |id: CellId| matches!(self.get(id), Cell::Abstract(_, value) if value.as_number().is_some());
        let is_inside = |id: CellId| match self.get(id) {
            Cell::Struct(functor, _) => is_sum(functor),
            Cell::Abstract(Type::Measured(_, Norm::Value), _) => true,
            _ => false,
        };
        if !(is_inside(left) && is_number(right) || is_number(left) && is_inside(right)) {
            return None;
        }
        let [a, b] = [self.value_of(left)?, self.value_of(right)?];
        Some(if functor.name == known::PLUS { a.plus(&b) } else { a.minus(&b) })
    }
}

/// Some expression of a value.
pub(crate) fn expression() -> Type {
    Type::Measured(Box::new(Type::Ground), Norm::Value)
}
