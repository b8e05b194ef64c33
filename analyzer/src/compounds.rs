//! Unification of bound terms that are not both atomic, part by part, as the machine walks through them.
//!
//! Parts that are known on one side only are told apart by case, as the instructions of heads do it ([`cases`] with the
//! functor of the other side). Parts are unified in the machine's order, depth first from the left, so that what one
//! binds is seen by those after it. Each case has its own condition, splits, bindings and trail entries; of pairs it has
//! the most that it may have compared. Where it would be too many cases, nothing is told apart: what is not ground in
//! either term may be anything afterwards.

use crate::pairs::{Pairs, Place};
use crate::regtype::TypeTable;
use crate::shape::{CellClass, OTHER, cases, class_among};
use crate::state::{Cell, CellId, LIST, State};
use crate::types::Type;
use crate::unify::{Case, Unified, bind_free, differ, enters, equal, is_atomic, told_apart_first};
use wam::atoms::{Functor, known};

/// How many parts of terms are unified in all cases together, and how many cases may be open or done.
const PARTS: usize = 200;
const CASES: usize = 12;
/// How deep in a term cases are told apart: recursive types have terms of any depth.
const DEPTH: usize = 16;

/// Two cells that are still to be unified.
#[derive(Clone, Copy)]
struct Part {
    a: CellId,
    b: CellId,
    place: Place,
    depth: usize,
}

/// A case of a unification that has come so far.
struct Walk {
    state: State,
    pairs: Pairs,
    /// The next part is the last.
    todo: Vec<Part>,
}

/// What a part of a unification comes to.
struct Parted {
    /// It goes on in these cases.
    on: Vec<Walk>,
    /// It may fail.
    fails: Option<(State, Pairs)>,
}

impl Parted {
    fn on(on: Vec<Walk>) -> Parted {
        Parted { on, fails: None }
    }

    fn fails(on: Option<Walk>, state: State, pairs: Pairs) -> Parted {
        Parted { on: on.into_iter().collect(), fails: Some((state, pairs)) }
    }
}

/// The cases of unifying two bound cells that are not both atomic.
pub(crate) fn compounds(state: State, a: CellId, b: CellId, types: &TypeTable) -> Vec<Case> {
    by_parts(&state, a, b, types).unwrap_or_else(|| as_a_whole(state, a, b, types))
}

/// The cases, part by part; nothing where there are too many.
fn by_parts(state: &State, a: CellId, b: CellId, types: &TypeTable) -> Option<Vec<Case>> {
    let outside = Part { a, b, place: Place::Outside, depth: 0 };
    let mut open = vec![Walk { state: state.clone(), pairs: Pairs::none(), todo: vec![outside] }];
    let (mut same, mut fail): (Vec<Case>, Vec<(State, Pairs)>) = (Vec::new(), Vec::new());
    for _ in 0..PARTS {
        let Some(mut walk) = open.pop() else {
            same.extend(failures(state, fail));
            return Some(same);
        };
        let Some(part) = walk.todo.pop() else {
            same.push((walk.state, Unified::Same, walk.pairs));
            continue;
        };
        let parted = walk.unify(part, types);
        open.extend(parted.on);
        fail.extend(parted.fails);
        if open.len() + same.len() > CASES {
            return None;
        }
    }
    None
}

/// The cases that fail, joined where their conditions are the same or are many: what was bound is undone in any.
fn failures(before: &State, fail: Vec<(State, Pairs)>) -> Vec<Case> {
    let mut joined: Vec<(State, Pairs)> = Vec::new();
    for (state, pairs) in fail {
        match joined.iter_mut().find(|(known, _)| known.guard == state.guard && known.splits == state.splits) {
            Some((known, most)) => {
                known.join_trail(&state);
                *most = most.clone().or(pairs);
            }
            None => joined.push((state, pairs)),
        }
    }
    if joined.len() > 2 {
        let mut whole = before.clone();
        let mut states = joined.into_iter();
        let (first, mut most) = states.next().expect("there are several");
        whole.take_trail(&first);
        for (state, pairs) in states {
            whole.join_trail(&state);
            most = most.or(pairs);
        }
        joined = vec![(whole, most)];
    }
    joined.into_iter().map(|(state, pairs)| (state, Unified::Fail, pairs)).collect()
}

impl Walk {
    /// Unifies the two cells of a part.
    fn unify(mut self, part: Part, types: &TypeTable) -> Parted {
        let Part { a, b, place, depth } = part;
        let (a, b) = (self.state.deref(a), self.state.deref(b));
        if a == b {
            return self.simple(place);
        }
        let (left, right) = (self.state.get(a).clone(), self.state.get(b).clone());
        if depth < DEPTH
            && let Some(open) = told_apart_first(&self.state, a, b)
        {
            return self.by_cases(part, open, LIST, types);
        }
        if place == Place::Outside {
            self.pairs = self.pairs.entering(enters(&left, &right, types));
        }
        match (&left, &right) {
            (Cell::Free, _) | (_, Cell::Free) => {
                bind_free(&mut self.state, a, b);
                self.simple(place)
            }
            (Cell::Abstract(Type::Any | Type::Free, _), _) => self.anything(a, b, place, types),
            (_, Cell::Abstract(Type::Any | Type::Free, _)) => self.anything(b, a, place, types),
            (left, right) if is_atomic(left, types) && is_atomic(right, types) => {
                self.pairs.add_simple(place);
                let (same, fail) = (equal(&self.state, a, b, types), differ(&self.state, a, b));
                let on = same.map(|state| Walk { state, pairs: self.pairs.clone(), todo: self.todo });
                match fail {
                    Some(state) => Parted::fails(on, state, self.pairs),
                    None => Parted::on(on.into_iter().collect()),
                }
            }
            (left, right) if are_apart(left, right, types) => {
                self.pairs.add_simple(place);
                Parted::fails(None, self.state, self.pairs)
            }
            (Cell::Struct(f, left), Cell::Struct(g, right)) if f == g && *f != OTHER => {
                self.pairs.add_compound(*f, place);
                if left.is_empty() {
                    self.pairs.add_simple(place);
                }
                let parts = left.iter().zip(right.iter()).enumerate();
                let parts = parts.map(|(at, (&a, &b))| {
                    let place = place.of_argument(at, left.len());
                    Part { a, b, place, depth: depth + 1 }
                });
                self.todo.extend(parts.rev());
                Parted::on(vec![self])
            }
            (Cell::Struct(f, _), _) if *f != OTHER && depth < DEPTH => self.by_cases(part, b, *f, types),
            (_, Cell::Struct(g, _)) if *g != OTHER && depth < DEPTH => self.by_cases(part, a, *g, types),
            // A list is the empty one, or has elements.
            (Cell::Atom(_), Cell::Abstract(Type::List(_) | Type::Named(_), _)) if depth < DEPTH => {
                self.told_apart(part, b, LIST, types)
            }
            (Cell::Abstract(Type::List(_) | Type::Named(_), _), Cell::Atom(_)) if depth < DEPTH => {
                self.told_apart(part, a, LIST, types)
            }
            _ => self.whole(a, b, place),
        }
    }

    /// Goes on behind a part of which one side was unbound, or both are the same.
    fn simple(mut self, place: Place) -> Parted {
        self.pairs.add_simple(place);
        Parted::on(vec![self])
    }

    /// Tells apart what a cell may be where the other is a compound of a functor, and unifies both again.
    fn by_cases(mut self, part: Part, open: CellId, functor: Functor, types: &TypeTable) -> Parted {
        if !matches!(class_among(&self.state, open, &[functor], types), CellClass::Open) {
            self.pairs.add_simple(part.place);
            return Parted::fails(None, self.state, self.pairs);
        }
        self.told_apart(part, open, functor, types)
    }

    /// Unifies a part again in each case of a cell.
    fn told_apart(mut self, part: Part, open: CellId, functor: Functor, types: &TypeTable) -> Parted {
        // Types may be names of types.
        self.todo.push(Part { depth: part.depth + 1, ..part });
        let states = cases(&self.state, open, &[functor], types).into_iter();
        Parted::on(states.map(|state| Walk { state, pairs: self.pairs.clone(), todo: self.todo.clone() }).collect())
    }

    /// Unifies a part of a term of which nothing is known with another: either is bound, or both are the same.
    fn anything(mut self, any: CellId, other: CellId, place: Place, types: &TypeTable) -> Parted {
        let known = self.state.get(other).clone();
        let atomic = is_atomic(&known, types);
        self.pairs.add_simple(place);
        let mut state = self.state.clone();
        if !atomic {
            let inside = self.state.pairs_at(other, self.pairs.further(place));
            self.state.may_trail(inside.bound_before_failing());
            self.pairs.add_all(inside);
        }
        state.forget(other);
        state.may_trail(if atomic { 1 } else { u32::MAX });
        state.share();
        if let Some(like) = state.like_ground(other) {
            state.refine(any, like);
        }
        let on = Walk { state, pairs: self.pairs.clone(), todo: self.todo };
        Parted::fails(Some(on), self.state, self.pairs)
    }

    /// Unifies two parts of which not enough is known to go into them.
    fn whole(mut self, a: CellId, b: CellId, place: Place) -> Parted {
        let place = self.pairs.further(place);
        let inside = self.state.pairs_at(a, place).of_both(self.state.pairs_at(b, place));
        let mut state = self.state.clone();
        state.unified(a, b);
        self.state.partly_unified(a, b, &inside);
        self.pairs.add_all(inside);
        let on = Walk { state, pairs: self.pairs.clone(), todo: self.todo };
        Parted::fails(Some(on), self.state, self.pairs)
    }
}

/// The cases without telling parts apart.
fn as_a_whole(state: State, a: CellId, b: CellId, types: &TypeTable) -> Vec<Case> {
    let pairs = state.pairs(a).of_both(state.pairs(b)).entering(enters(state.get(a), state.get(b), types));
    if identical(&state, a, b) {
        return vec![(state, Unified::Same, pairs)];
    }
    let (mut same, mut fail) = (state.clone(), state);
    same.unified(a, b);
    fail.partly_unified(a, b, &pairs);
    vec![(same, Unified::Same, pairs.clone()), (fail, Unified::Fail, pairs)]
}

/// Whether two bound cells that are not both atomic certainly do not unify.
fn are_apart(left: &Cell, right: &Cell, types: &TypeTable) -> bool {
    match (left, right) {
        (Cell::Struct(f, _), Cell::Struct(g, _)) => f != g && *f != OTHER && *g != OTHER,
        (Cell::Struct(..), other) | (other, Cell::Struct(..)) => is_atomic(other, types),
        (Cell::Atom(atom), Cell::Abstract(Type::List(_), _)) | (Cell::Abstract(Type::List(_), _), Cell::Atom(atom)) => {
            *atom != known::NIL
        }
        _ => false,
    }
}

impl State {
    /// Two terms have been unified of which not everything is known: each may have bound what the other holds unbound.
    fn unified(&mut self, a: CellId, b: CellId) {
        let (of_a, of_b) = (self.like_ground(a), self.like_ground(b));
        if of_a.is_some() && of_b.is_some() {
            return;
        }
        self.forget(a);
        self.forget(b);
        self.may_trail(u32::MAX);
        self.share();
        // What is equal to a ground term is ground.
        for (cell, like) in [(a, of_b), (b, of_a)] {
            if let (Cell::Abstract(of, size), Some(Cell::Abstract(ground, _))) = (self.get(cell).clone(), like)
                && matches!((&of, &ground), (Type::List(_), Type::List(_)))
            {
                self.refine(cell, Cell::Abstract(ground, size));
            }
        }
    }

    /// Two terms do not unify: what was bound before that was seen is undone.
    fn partly_unified(&mut self, a: CellId, b: CellId, pairs: &Pairs) {
        if self.like_ground(a).is_none() || self.like_ground(b).is_none() {
            self.may_trail(pairs.bound_before_failing());
        }
    }

    /// What a ground term is known to be, for a term that is equal to it; nothing for one that may not be ground.
    pub(crate) fn like_ground(&self, id: CellId) -> Option<Cell> {
        let nodes = self.nodes(id);
        match self.get(id) {
            Cell::Atom(atom) => Some(Cell::Atom(*atom)),
            Cell::Abstract(of, size) if of.is_ground() => Some(Cell::Abstract(of.clone(), size.clone())),
            _ => nodes.map(|nodes| Cell::Abstract(Type::Ground, nodes)),
        }
    }
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
