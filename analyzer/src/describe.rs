//! The type and sizes of a cell, for call patterns and for what a call gives back.

use crate::expressions::expression;
use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, State};
use crate::types::{Depth, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::atoms::known;

/// The numbers of the variables that occur more than once in the arguments of a call.
pub type Names = FxHashMap<CellId, u8>;

/// How long a list may be that is known by its elements.
const ELEMENTS: usize = 7;
/// And where variables are only in compounds.
const COMPOUNDS: usize = 4;

impl State {
    /// The type of a cell and, in order, the sizes that the type's metrics ask for.
    pub fn describe(&self, id: CellId) -> (Type, Vec<Range>) {
        self.describe_to(id, Depth::OUTSIDE, None)
    }

    /// The same for a call, where some unbound cells are shared variables of these numbers. In long lists they lose their
    /// numbers.
    pub fn describe_with(&self, id: CellId, shared: &Names) -> (Type, Vec<Range>) {
        self.describe_to(id, Depth::OUTSIDE, Some(shared))
    }

    fn describe_to(&self, id: CellId, depth: Depth, shared: Option<&Names>) -> (Type, Vec<Range>) {
        match self.get(id) {
            Cell::Ref(_) => unreachable!("get follows references"),
            Cell::Free => (
                shared
                    .and_then(|shared| shared.get(&self.deref(id)))
                    .map_or(Type::Free, |&number| Type::Shared(number)),
                vec![],
            ),
            Cell::Atom(known::NIL) => (Type::List(Box::new(Type::Bottom)), vec![Range::number(0)]),
            Cell::Atom(atom) => (Type::Const(*atom), vec![]),
            Cell::Abstract(Type::Free, _) => (Type::Any, vec![]),
            Cell::Abstract(Type::Int | Type::Nat, size) if size.as_number().is_some() => {
                (size.as_number().map_or(Type::Int, Type::Integer), vec![])
            }
            Cell::Abstract(Type::Int, size) if self.is_natural(size) => (Type::Nat, vec![size.clone()]),
            Cell::Abstract(of, size) => (of.clone(), of.metric().map(|_| size.clone()).into_iter().collect()),
            Cell::Struct(functor, args) if *functor == OTHER => self.describe_to(args[0], depth, shared),
            Cell::Struct(functor, args) if *functor == LIST => self.describe_list(id, args, depth, shared),
            Cell::Struct(functor, args) if self.nested_value(*functor, args).is_some() => {
                (expression(), self.nested_value(*functor, args).into_iter().collect())
            }
            Cell::Struct(..) if depth.is_end() => self.describe_flat(id),
            Cell::Struct(functor, args) => {
                let (types, sizes): (Vec<Type>, Vec<Vec<Range>>) =
                    args.iter().map(|&arg| self.describe_to(arg, depth.below(*functor), shared)).unzip();
                (Type::Struct(*functor, types), sizes.concat())
            }
        }
    }

    /// A short list that holds variables as elements, or ends in a term of a declared type or in one that may be a variable:
    /// with its elements as they are, not as a list of a type.
    fn describe_elements(
        &self,
        args: &Arc<[CellId]>,
        depth: Depth,
        shared: Option<&Names>,
    ) -> Option<(Type, Vec<Range>)> {
        let (mut elements, mut at) = (vec![args[0]], args.clone());
        while let Cell::Struct(LIST, next) = self.get(at[1]) {
            elements.push(next[0]);
            at = next.clone();
        }
        let is_unbound = |cell: &CellId| matches!(self.get(*cell), Cell::Free);
        // Parameters of a lambda expression may be compounds with variables.
        let holds_unbound = |cell: &CellId| match self.get(*cell) {
            Cell::Struct(_, args) => args.iter().any(is_unbound),
            _ => false,
        };
        let few = elements.len() <= COMPOUNDS;
        let asked = match self.get(at[1]) {
            Cell::Atom(known::NIL) => {
                shared.is_some() && elements.iter().any(|cell| is_unbound(cell) || few && holds_unbound(cell))
            }
            Cell::Abstract(Type::Named(_) | Type::Any | Type::Free, _) | Cell::Free => true,
            _ => false,
        };
        if !asked || elements.len() > ELEMENTS {
            return None;
        }
        let mut list = self.describe_to(at[1], depth, shared);
        for &element in elements.iter().rev() {
            let (head, sizes) = self.describe_to(element, depth.below(LIST), shared);
            list = (Type::Struct(LIST, vec![head, list.0]), [sizes, list.1].concat());
        }
        Some(list)
    }

    /// A list cell: a proper list where its end is known to be one.
    fn describe_list(
        &self,
        id: CellId,
        args: &Arc<[CellId]>,
        depth: Depth,
        shared: Option<&Names>,
    ) -> (Type, Vec<Range>) {
        if !depth.is_end()
            && let Some(described) = self.describe_elements(args, depth, shared)
        {
            return described;
        }
        let (mut element, mut length, mut at) = (Type::Bottom, 0, args.clone());
        loop {
            let head = if depth.is_end() {
                self.describe_flat(at[0]).0
            } else {
                self.describe_to(at[0], depth.below(LIST), shared).0
            };
            let head = head.unshared(&|_| true);
            element = element.lub(&head);
            length += 1;
            match self.get(at[1]) {
                Cell::Struct(functor, next) if *functor == LIST => at = next.clone(),
                Cell::Atom(known::NIL) => {
                    return (Type::List(Box::new(element)).widen(), vec![Range::number(length)]);
                }
                Cell::Abstract(Type::List(rest), size) => {
                    return (Type::List(Box::new(element.lub(rest))).widen(), vec![size.offset(length)]);
                }
                _ => return self.describe_flat(id),
            }
        }
    }

    /// A term too deep or too open to describe: ground with its size, or anything.
    fn describe_flat(&self, id: CellId) -> (Type, Vec<Range>) {
        match self.nodes(id) {
            Some(size) => (Type::Ground, vec![size]),
            None => (Type::Any, vec![]),
        }
    }
}
