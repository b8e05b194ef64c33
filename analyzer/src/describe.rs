//! The type and sizes of a cell, for call patterns and for what a call gives back.

use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, State};
use crate::types::{Depth, Type};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use wam::atoms::known;

/// The numbers of the variables that occur more than once in the arguments of a call.
pub type Names = FxHashMap<CellId, u8>;

impl State {
    /// The type of a cell and, in order, the sizes that the type's metrics ask for.
    pub fn describe(&self, id: CellId) -> (Type, Vec<Range>) {
        self.describe_with(id, &FxHashMap::default())
    }

    /// The same, where some unbound cells are shared variables of these numbers. In lists they lose their numbers.
    pub fn describe_with(&self, id: CellId, shared: &Names) -> (Type, Vec<Range>) {
        self.describe_to(id, Depth::OUTSIDE, shared)
    }

    fn describe_to(&self, id: CellId, depth: Depth, shared: &Names) -> (Type, Vec<Range>) {
        match self.get(id) {
            Cell::Ref(_) => unreachable!("get follows references"),
            Cell::Free => (shared.get(&self.deref(id)).map_or(Type::Free, |&number| Type::Shared(number)), vec![]),
            Cell::Atom(known::NIL) => (Type::List(Box::new(Type::Bottom)), vec![Range::number(0)]),
            Cell::Atom(atom) => (Type::Const(*atom), vec![]),
            Cell::Abstract(Type::Free, _) => (Type::Any, vec![]),
            Cell::Abstract(Type::Int, size) if self.is_natural(size) => (Type::Nat, vec![size.clone()]),
            Cell::Abstract(of, size) => (of.clone(), of.metric().map(|_| size.clone()).into_iter().collect()),
            Cell::Struct(functor, args) if *functor == OTHER => self.describe_to(args[0], depth, shared),
            Cell::Struct(functor, args) if *functor == LIST => self.describe_list(id, args, depth, shared),
            Cell::Struct(..) if depth.is_end() => self.describe_flat(id),
            Cell::Struct(functor, args) => {
                let (types, sizes): (Vec<Type>, Vec<Vec<Range>>) =
                    args.iter().map(|&arg| self.describe_to(arg, depth.below(*functor), shared)).unzip();
                (Type::Struct(*functor, types), sizes.concat())
            }
        }
    }

    /// A list cell: a proper list where its end is known to be one.
    fn describe_list(&self, id: CellId, args: &Rc<[CellId]>, depth: Depth, shared: &Names) -> (Type, Vec<Range>) {
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
