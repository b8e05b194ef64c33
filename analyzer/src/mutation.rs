//! Terms that are changed in place, by `setarg/3`.
//!
//! Whoever holds a compound sees another argument in it from then on, in all clauses that are still running. Which terms are
//! one is not known; that compounds of a functor have been changed is, and to what: all that may hold one is taken for
//! changed ([`State::change`]), when it happens and behind each call of a predicate that has done it ([`Changes`]). Atoms and
//! numbers stay what they are, so that counters and indices keep their values. Backtracking undoes it all; what tests have
//! shown meanwhile is of the terms as they were then, and is not kept.
//!
//! What is put in is ground, and holds no compound of the functor: else a term may come to hold itself, or a variable.

use crate::outcome::Called;
use crate::range::Range;
use crate::reason;
use crate::regtype::TypeTable;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, State};
use crate::step::{Flow, Next, false_builtin, unknown};
use crate::types::Type;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use wam::atoms::Functor;

/// The functors of the compounds that have been changed, any where that is not known, and the types of what was put in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Changes(BTreeMap<Option<Functor>, Type>);

impl Changes {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds those of another.
    pub(crate) fn add(&mut self, other: &Changes) {
        other.0.iter().for_each(|(functor, to)| self.note(*functor, to));
    }

    fn note(&mut self, functor: Option<Functor>, to: &Type) {
        let known = self.0.entry(functor).or_insert(Type::Bottom);
        *known = known.lub(to).widen();
    }
}

/// Whether terms of a type may hold compounds of a functor, or any compounds where that is not given.
fn may_hold(of: &Type, functor: Option<Functor>, types: &TypeTable) -> bool {
    let (mut seen, mut todo) = (FxHashSet::default(), vec![of]);
    let is_it = |other: Functor| functor.is_none_or(|functor| functor == other);
    while let Some(of) = todo.pop() {
        match of {
            Type::Free | Type::Shared(_) | Type::Bottom => {}
            Type::Within(of, _) | Type::Measured(of, _) => todo.push(of),
            Type::List(element) | Type::Partial(element, _) => {
                if is_it(LIST) && **element != Type::Bottom {
                    return true;
                }
                todo.push(element);
            }
            Type::Struct(other, args) => {
                if is_it(*other) {
                    return true;
                }
                todo.extend(args);
            }
            Type::Named(id) if !types.is_total(*id) => {
                if seen.insert(*id) {
                    todo.extend(types.alternatives(*id));
                }
            }
            of if of.is_atomic(types) => {}
            _ => return true,
        }
    }
    false
}

impl State {
    /// Takes all compounds of a functor for changed, whose arguments may be of a type now; of any functor where that is not known.
    fn change(&mut self, functor: Option<Functor>, to: &Type, types: &TypeTable) {
        for at in 0..self.heap.len() {
            let changed = match &*self.heap[at] {
                Cell::Ref(_) | Cell::Free | Cell::Atom(_) => continue,
                Cell::Struct(OTHER, _) => continue,
                Cell::Struct(other, args) if functor.is_none_or(|functor| functor == *other) => {
                    let (other, args) = (*other, args.clone());
                    let args = args.iter().map(|&arg| self.either_of(arg, to, types)).collect();
                    Cell::Struct(other, args)
                }
                Cell::Struct(..) => continue,
                Cell::Partial(of, size, rest) => match may_hold(&Type::List(Box::new(of.clone())), functor, types) {
                    true if functor.is_some_and(|functor| functor != LIST) => {
                        Cell::Partial(Type::Any, size.clone(), *rest)
                    }
                    true => Cell::Abstract(Type::Any, Range::unknown()),
                    false => continue,
                },
                Cell::Abstract(of, _) if !may_hold(of, functor, types) => continue,
                Cell::Abstract(Type::List(_), size) if functor.is_some_and(|functor| functor != LIST) => {
                    Cell::Abstract(Type::List(Box::new(Type::Any)), size.clone())
                }
                Cell::Abstract(..) => Cell::Abstract(Type::Any, Range::unknown()),
            };
            self.heap[at] = Arc::new(changed);
        }
        self.closed.clear();
        self.opened.clear();
        (self.visited, self.remembered) = Default::default();
        self.changes.note(functor, to);
    }

    /// A new cell for an argument that is as it was, or of a type.
    fn either_of(&mut self, arg: CellId, to: &Type, types: &TypeTable) -> CellId {
        let (was, _) = self.describe(arg);
        match was.is_atomic(types) && to.is_atomic(types) {
            true => self.some(&was.lub(to).general()),
            false => self.some(&Type::Any),
        }
    }

    /// What a call has changed that has succeeded.
    pub(crate) fn changed_by(&mut self, changes: &Changes, types: &TypeTable) {
        changes.0.iter().for_each(|(functor, to)| self.change(*functor, to, types));
    }
}

impl Called<'_> {
    /// `setarg(Place, Term, Value)`.
    pub(crate) fn replaced(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let types = self.code.types;
        let refused = |why| Some(unknown(state.clone(), reason::Code::Mutation, why));
        let (functor, arity) = match state.get(args[1]) {
            Cell::Struct(functor, parts) if *functor != OTHER => (Some(*functor), Some(parts.len())),
            Cell::Free => return refused("a term is changed in place that is not known"),
            _ => (None, None),
        };
        let (to, _) = state.describe(args[2]);
        let to = to.general();
        if !to.is_ground() || !to.is_atomic(types) && (functor.is_none() || may_hold(&to, functor, types)) {
            return refused("a term is changed in place, to one that may hold it or a variable");
        }
        let place = match state.get(args[0]) {
            Cell::Abstract(_, place) => place.as_number().and_then(|place| usize::try_from(place).ok()),
            _ => None,
        };
        let is_within = place.zip(arity).map(|(place, arity)| (1..=arity).contains(&place));
        let mut next = Next::new();
        if is_within != Some(true) {
            next.push(false_builtin(state.clone(), self.builtin, self.other));
        }
        if is_within != Some(false) {
            let mut state = state.clone();
            let target = state.deref(args[1]);
            let before = state.get(target).clone();
            state.change(functor, &to, types);
            if let (Cell::Struct(functor, parts), Some(place)) = (before, place.filter(|_| is_within == Some(true))) {
                // Of this one it is known which argument it is, and what that is now.
                let mut parts = parts.to_vec();
                parts[place - 1] = args[2];
                state.heap[target.0 as usize] = Arc::new(Cell::Struct(functor, parts.into()));
            }
            state.may_trail(1);
            state.count(wam::cost::Key::builtin_true(self.builtin));
            next.push((state, Flow::Go));
        }
        Some(next)
    }

    /// `b_setval(Name, Value)`.
    pub(crate) fn kept(&self, mut state: State, value: CellId) -> Next {
        state.forget(value);
        state.share();
        state.may_trail(1);
        self.is_true(state)
    }
}
