//! The type and sizes of a cell, for call patterns and for what a call gives back.

use crate::expressions::expression;
use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, State};
use crate::types::{Depth, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wam::atoms::known;

/// The numbers of variables.
pub type Names = FxHashMap<CellId, u8>;

/// What is said of variables.
#[derive(Clone, Copy)]
enum Naming<'n> {
    /// That they are unbound.
    Unbound,
    /// At a call: the numbers of those that occur more than once, or end lists.
    Call(&'n Names),
    /// At a solution: the numbers of those that the caller knows, and which of them are new and occur once.
    Exit(&'n Names, &'n dyn Fn(u8) -> bool),
}

impl Naming<'_> {
    fn number(self, id: CellId) -> Option<u8> {
        match self {
            Naming::Unbound => None,
            Naming::Call(names) | Naming::Exit(names, _) => names.get(&id).copied(),
        }
    }

    /// The type of an element of a list that is not known one by one: numbers are of no use there.
    fn in_list(self, element: &Type) -> Type {
        match self {
            Naming::Unbound | Naming::Call(_) => element.freed(&|_| false),
            Naming::Exit(_, is_single) => element.freed(is_single),
        }
    }
}

const ELEMENTS: usize = Depth::ELEMENTS;
/// How long a list may be that is known by its elements, where variables are only in compounds.
const COMPOUNDS: usize = 4;

impl State {
    /// The type of a cell and, in order, the sizes that the type's metrics ask for.
    pub fn describe(&self, id: CellId) -> (Type, Vec<Range>) {
        self.describe_to(id, Depth::OUTSIDE, Naming::Unbound)
    }

    /// The same for a call, where some unbound cells are shared variables of these numbers. In long lists they lose their
    /// numbers.
    pub fn describe_with(&self, id: CellId, shared: &Names) -> (Type, Vec<Range>) {
        self.describe_to(id, Depth::OUTSIDE, Naming::Call(shared))
    }

    /// The same at a solution, where some unbound cells are known to the caller by these numbers, and some of them occur
    /// nowhere else.
    pub fn describe_exit(&self, id: CellId, known: &Names, is_single: &dyn Fn(u8) -> bool) -> (Type, Vec<Range>) {
        self.describe_to(id, Depth::OUTSIDE, Naming::Exit(known, is_single))
    }

    fn describe_to(&self, id: CellId, depth: Depth, naming: Naming<'_>) -> (Type, Vec<Range>) {
        match self.get(id) {
            Cell::Ref(_) => unreachable!("get follows references"),
            Cell::Free => (naming.number(self.deref(id)).map_or(Type::Free, Type::Shared), vec![]),
            Cell::Atom(known::NIL) => (Type::List(Box::new(Type::Bottom)), vec![Range::number(0)]),
            Cell::Atom(atom) => (Type::Const(*atom), vec![]),
            Cell::Abstract(Type::Free, _) => (Type::Any, vec![]),
            Cell::Abstract(Type::Int | Type::Nat, size) if size.as_number().is_some() => {
                (size.as_number().map_or(Type::Int, Type::Integer), vec![])
            }
            Cell::Abstract(Type::Int, size) if self.is_natural(size) => (Type::Nat, vec![size.clone()]),
            Cell::Abstract(of, size) => (of.clone(), of.metric().map(|_| size.clone()).into_iter().collect()),
            Cell::Struct(functor, args) if *functor == OTHER => self.describe_to(args[0], depth, naming),
            Cell::Partial(..) => self.describe_partial(id, depth, naming),
            Cell::Struct(functor, args) if *functor == LIST => self.describe_list(id, args, depth, naming),
            Cell::Struct(functor, args) if self.nested_value(*functor, args).is_some() => {
                (expression(), self.nested_value(*functor, args).into_iter().collect())
            }
            Cell::Struct(..) if depth.is_end() => self.describe_flat(id),
            Cell::Struct(functor, args) => {
                let (types, sizes): (Vec<Type>, Vec<Vec<Range>>) =
                    args.iter().map(|&arg| self.describe_to(arg, depth.below(*functor), naming)).unzip();
                (Type::Struct(*functor, types), sizes.concat())
            }
        }
    }

    /// A short list that holds variables as elements, or ends in a term of a declared type or in one that may be a variable:
    /// with its elements as they are, not as a list of a type.
    fn describe_elements(&self, args: &Arc<[CellId]>, depth: Depth, naming: Naming<'_>) -> Option<(Type, Vec<Range>)> {
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
                matches!(naming, Naming::Call(_))
                    && elements.iter().any(|cell| is_unbound(cell) || few && holds_unbound(cell))
            }
            Cell::Abstract(Type::Named(_) | Type::Any | Type::Free, _) | Cell::Free | Cell::Partial(..) => true,
            _ => false,
        };
        if !asked || elements.len() > ELEMENTS {
            return None;
        }
        let mut list = self.describe_to(at[1], depth, naming);
        for &element in elements.iter().rev() {
            let (head, sizes) = self.describe_to(element, depth.below(LIST), naming);
            list = (Type::Struct(LIST, vec![head, list.0]), [sizes, list.1].concat());
        }
        Some(list)
    }

    /// A list cell: a proper list where its end is known to be one.
    fn describe_list(&self, id: CellId, args: &Arc<[CellId]>, depth: Depth, naming: Naming<'_>) -> (Type, Vec<Range>) {
        let is_exit = matches!(naming, Naming::Exit(..));
        let partial = (!depth.is_end() && (is_exit || self.open_end(id).is_some()))
            .then(|| self.describe_partial(id, depth, naming))
            .filter(|(of, _)| matches!(of, Type::Partial(..)));
        if let Some(described) = partial.clone().filter(|_| !self.begins_with_variables(args, depth, naming)) {
            return described;
        }
        if !depth.is_end()
            && let Some(described) = self.describe_elements(args, depth, naming)
        {
            return described;
        }
        // Where the elements are not known one by one, their number is.
        if let Some(described) = partial {
            return described;
        }
        let (mut element, mut length, mut at) = (Type::Bottom, 0, args.clone());
        loop {
            let head = if depth.is_end() {
                self.describe_flat(at[0]).0
            } else {
                self.describe_to(at[0], depth.below(LIST), naming).0
            };
            element = self.either(&element, &naming.in_list(&head));
            length += 1;
            match self.get(at[1]) {
                Cell::Struct(functor, next) if *functor == LIST => at = next.clone(),
                Cell::Atom(known::NIL) => {
                    return (Type::List(Box::new(element)).widen(), vec![Range::number(length)]);
                }
                Cell::Abstract(Type::List(rest), size) => {
                    return (Type::List(Box::new(self.either(&element, rest))).widen(), vec![size.offset(length)]);
                }
                Cell::Partial(..) => return self.describe_partial(id, depth, naming),
                _ => return self.describe_flat(id),
            }
        }
    }

    /// Whether an element of a list that is known by itself holds variables that are told from others.
    fn begins_with_variables(&self, args: &Arc<[CellId]>, depth: Depth, naming: Naming<'_>) -> bool {
        let cells = std::iter::successors(Some(args.clone()), |cell| match self.get(cell[1]) {
            Cell::Struct(LIST, next) => Some(next.clone()),
            _ => None,
        });
        let holds = |cell: Arc<[CellId]>| self.describe_to(cell[0], depth.below(LIST), naming).0.holds_variables();
        cells.take(ELEMENTS + 1).any(holds)
    }

    /// A list that is known by the number of its cells up to what it ends in: a proper list, or one that ends in a variable
    /// that has a number.
    fn describe_partial(&self, id: CellId, depth: Depth, naming: Naming<'_>) -> (Type, Vec<Range>) {
        let (mut length, end) = self.list_cells(id);
        let (mut element, mut at) = (Type::Bottom, self.deref(id));
        while at != end {
            let (head, rest) = match self.get(at) {
                Cell::Struct(_, cell) if depth.is_end() => (self.describe_flat(cell[0]).0, cell[1]),
                Cell::Struct(_, cell) => (self.describe_to(cell[0], depth.below(LIST), naming).0, cell[1]),
                Cell::Partial(of, _, rest) => (of.clone(), *rest),
                _ => unreachable!("before its end a list has list cells"),
            };
            let head = match naming {
                Naming::Exit(..) => head.open_but_shared(),
                Naming::Unbound | Naming::Call(_) => naming.in_list(&head),
            };
            element = self.either(&element, &head);
            at = self.deref(rest);
        }
        let list = match self.get(end) {
            Cell::Atom(known::NIL) => Type::List(Box::new(element.unshared(&|_| true))),
            Cell::Abstract(Type::List(rest), size) => {
                length = length.plus(size);
                Type::List(Box::new(self.either(&element.unshared(&|_| true), rest)))
            }
            // What the elements hold unbound may be anything, and is told from nothing else.
            Cell::Free => match naming.number(end) {
                Some(number) => Type::Partial(Box::new(element.open()), number),
                None => return self.describe_flat(id),
            },
            _ => return self.describe_flat(id),
        };
        match list.widen() {
            Type::Any => (Type::Any, vec![]),
            list => (list, vec![length]),
        }
    }

    /// The type of elements that are of either.
    fn either(&self, a: &Type, b: &Type) -> Type {
        let goals = self.goals.as_ref().filter(|_| a != b).and_then(|types| types.goal_of(a, b));
        goals.unwrap_or_else(|| a.lub(b))
    }

    /// A term too deep or too open to describe: ground with its size, or anything.
    fn describe_flat(&self, id: CellId) -> (Type, Vec<Range>) {
        match self.nodes(id) {
            Some(size) => (Type::Ground, vec![size]),
            None => (Type::Any, vec![]),
        }
    }
}
