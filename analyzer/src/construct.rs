//! `functor/3` and `=../2`: terms taken apart and put together, as far as it is known of what.

use crate::outcome::Called;
use crate::range::Range;
use crate::shape::{OTHER, shares};
use crate::state::{Cell, CellId, LIST, NODE_LIMIT, State};
use crate::step::{Flow, Next, is_false};
use crate::types::Type;
use crate::unify::is_atomic;
use solver::Expr;
use std::sync::Arc;
use wam::atoms::{Atom, Functor, known};

/// Up to this arity the arguments of a compound that is made are known one by one.
const ARGUMENTS: i64 = 64;

impl Called<'_> {
    /// `functor(Term, Name, Arity)`.
    pub(crate) fn functor(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let is_free = |at: usize| matches!(state.get(args[at]), Cell::Free);
        let mut state = state.clone();
        if is_free(0) {
            return self.functor_made(state, args);
        }
        if !is_free(1) || !is_free(2) {
            return None;
        }
        let (name, arity) = match state.get(args[0]).clone() {
            Cell::Struct(functor, _) if functor != OTHER => {
                (state.cell(Cell::Atom(functor.name)), Range::number(functor.arity.into()))
            }
            cell if is_atomic(&cell, self.code.types) => (state.deref(args[0]), Range::number(0)),
            _ => (state.some(&Type::Atomic), self.most_arguments(&state, args[0])?),
        };
        state.bind(args[1], Cell::Ref(name));
        let arity = match arity.as_exact() {
            Some(_) => arity,
            None => state.value(&Type::Nat, &arity, &[], &[]),
        };
        Some(self.bind(state, args[2], Cell::Abstract(Type::Nat, arity)))
    }

    /// A compound of new variables, for a known atom.
    fn functor_made(&self, mut state: State, args: &[CellId]) -> Option<Next> {
        let (Cell::Atom(name), Cell::Abstract(Type::Int | Type::Nat, arity)) =
            (state.get(args[1]).clone(), state.get(args[2]).clone())
        else {
            return None;
        };
        let mut next = self.raising(&state, &arity, -1);
        if !arity.require_from(0, &mut state.guard) {
            return Some(next);
        }
        self.units(&mut state, arity.clone());
        match arity.as_number() {
            Some(0) => next.extend(self.bind(state, args[0], Cell::Atom(name))),
            Some(arity @ 1..=ARGUMENTS) => {
                let parts: Arc<[CellId]> = (0..arity).map(|_| state.cell(Cell::Free)).collect();
                next.extend(self.bind(state, args[0], Cell::Struct(functor(name, parts.len()), parts)));
            }
            _ => next.extend(self.bind(state, args[0], Cell::Abstract(Type::Any, Range::unknown()))),
        }
        Some(next)
    }

    /// `Term =.. List`.
    pub(crate) fn univ(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let mut state = state.clone();
        let is_free = matches!(state.get(args[1]), Cell::Free);
        match state.get(args[0]).clone() {
            Cell::Free => self.univ_made(state, args),
            _ if !is_free && !matches!(state.get(args[1]), Cell::Struct(LIST, _)) => None,
            Cell::Struct(functor, parts) if functor != OTHER => {
                self.units(&mut state, Range::number(functor.arity.into()));
                let list = list(&mut state, &parts);
                let name = state.cell(Cell::Atom(functor.name));
                Some(self.bind(state, args[1], Cell::Struct(LIST, Arc::from([name, list]))))
            }
            cell if is_atomic(&cell, self.code.types) => {
                let (name, rest) = (state.deref(args[0]), state.cell(Cell::Atom(known::NIL)));
                Some(self.bind(state, args[1], Cell::Struct(LIST, Arc::from([name, rest]))))
            }
            _ => {
                let fitting = self.univ_of_length(&state, args);
                let units = self.most_arguments(&state, args[0])?;
                self.units(&mut state, units.clone());
                let of_length = |length| Cell::Abstract(Type::List(Box::new(Type::Ground)), length);
                if is_free {
                    let length = Range { low: Some(Expr::int(1)), high: units.offset(1).high };
                    return Some(self.bind(state, args[1], of_length(length)));
                }
                let (name, rest) = (state.some(&Type::Atomic), state.cell(of_length(units)));
                let any = self.bind(state, args[1], Cell::Struct(LIST, Arc::from([name, rest])));
                // Where the list's length is known, only terms of so many arguments are equal to one.
                Some(match fitting {
                    Some(fitting) => {
                        any.into_iter().filter(|next| is_false(next, self.builtin)).chain(fitting).collect()
                    }
                    None => any,
                })
            }
        }
    }

    /// What follows where any ground term is a compound of as many arguments as a list of known length has, of two and more elements:
    /// these have the term's other nodes.
    fn univ_of_length(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let arity = elements(state, args[1])?.len() - 1;
        let nodes = state.nodes(args[0]).filter(|_| (1..=ARGUMENTS as usize).contains(&arity))?;
        let mut next = Next::new();
        let mut fitting = state.clone();
        self.units(&mut fitting, Range::number(arity as i64));
        if let Some(parts) = shares(&mut fitting, arity, &nodes) {
            let parts = parts.into_iter().map(|nodes| fitting.cell(Cell::Abstract(Type::Ground, nodes)));
            let parts: Vec<CellId> = parts.collect();
            let rest = list(&mut fitting, &parts);
            let name = fitting.some(&Type::Atomic);
            next.extend(self.bind(fitting, args[1], Cell::Struct(LIST, Arc::from([name, rest]))));
        }
        Some(next)
    }

    /// The variables of a term that is known as far as it has some.
    pub(crate) fn variables(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let (mut found, mut todo, mut looks) = (Vec::new(), vec![args[0]], 0);
        while let Some(part) = todo.pop() {
            looks += 1;
            let part = state.deref(part);
            match state.get(part) {
                _ if looks > NODE_LIMIT => return None,
                Cell::Free if found.contains(&part) => {}
                Cell::Free => found.push(part),
                Cell::Struct(functor, parts) if *functor != OTHER => todo.extend(parts.iter().rev()),
                _ if state.nodes(part).is_some() => {}
                _ => return None,
            }
        }
        let mut state = state.clone();
        self.units(&mut state, Range::from(0));
        let list = list(&mut state, &found);
        Some(self.bind(state, args[1], Cell::Ref(list)))
    }

    /// A term for a list that is known by its elements, or by its length.
    fn univ_made(&self, mut state: State, args: &[CellId]) -> Option<Next> {
        if let Some(items) = elements(&state, args[1]) {
            let (&head, parts) = items.split_first()?;
            self.units(&mut state, Range::number(parts.len() as i64));
            let term = match (state.get(head).clone(), parts) {
                (cell, []) if is_atomic(&cell, self.code.types) => Cell::Ref(head),
                (Cell::Atom(name), parts @ [_, ..]) => Cell::Struct(functor(name, parts.len()), parts.into()),
                _ => return None,
            };
            return Some(self.bind(state, args[0], term));
        }
        let (Type::List(element), sizes) = state.describe(args[1]) else { return None };
        if !element.is_ground() {
            return None;
        }
        let length = &sizes[0];
        let mut next = self.raising(&state, length, 0);
        if !length.require_from(1, &mut state.guard) {
            return Some(next);
        }
        self.units(&mut state, length.offset(-1));
        let nodes = if element.is_atomic(self.code.types) { length.clone() } else { Range::from(1) };
        next.extend(self.bind(state, args[0], Cell::Abstract(Type::Ground, nodes)));
        Some(next)
    }

    /// The state in which a size is at most a number, where it raises an exception, if it may be.
    fn raising(&self, state: &State, size: &Range, limit: i64) -> Next {
        let mut state = state.clone();
        if size.require_to(limit, &mut state.guard) { vec![(state, Flow::Raise)] } else { Next::new() }
    }

    /// How many arguments a ground term has at most, by its nodes.
    fn most_arguments(&self, state: &State, term: CellId) -> Option<Range> {
        let high = state.nodes(term)?.offset(-1).high;
        Some(Range { low: Some(Expr::int(0)), high })
    }
}

fn functor(name: Atom, arity: usize) -> Functor {
    Functor { name, arity: arity as u32 }
}

/// A list of some cells.
fn list(state: &mut State, items: &[CellId]) -> CellId {
    let nil = state.cell(Cell::Atom(known::NIL));
    items.iter().rev().fold(nil, |rest, &item| state.cell(Cell::Struct(LIST, Arc::from([item, rest]))))
}

/// The elements of a list whose cells are all known.
fn elements(state: &State, list: CellId) -> Option<Vec<CellId>> {
    let (mut items, mut rest) = (Vec::new(), list);
    while let Cell::Struct(LIST, cell) = state.get(rest) {
        items.push(cell[0]);
        rest = cell[1];
    }
    matches!(state.get(rest), Cell::Atom(known::NIL)).then_some(items)
}
