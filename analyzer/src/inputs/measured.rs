//! Terms that are measured by the compounds of their own type: made of a size, and measured.

use super::{Maker, SPAN};
use crate::norms::Norm;
use crate::regtype::{TypeId, TypeTable};
use crate::types::Type;
use rand::Rng;
use std::cmp::Ordering;
use wam::atoms::Functor;
use wam::term::{Node, TermId, Terms};

impl Maker<'_> {
    /// A term of a type that is measured by its own compounds; a choice of alternatives may find none where there is one.
    pub(super) fn own_term(&mut self, name: TypeId, norm: Norm, size: i64) -> Option<TermId> {
        if norm == Norm::Balanced {
            return self.dictionary(name, size);
        }
        enum Plan {
            Own(TypeId, i64),
            Some(Type),
            Build(Functor),
        }
        /// Up to here all depths of the other parts are drawn: they double the term.
        const FULL: i64 = 5;
        let (mut plans, mut made) = (vec![Plan::Own(name, size)], Vec::new());
        while let Some(plan) = plans.pop() {
            match plan {
                Plan::Build(functor) => {
                    let args = made.split_off(made.len() - functor.arity as usize);
                    made.push(self.terms.compound(functor.name, &args, SPAN));
                }
                Plan::Some(of) => made.push(self.element(&of, 1).ok()?),
                Plan::Own(name, size) => {
                    let types = self.types;
                    let cases = types.alternatives(name).iter();
                    let cases: Vec<&Type> =
                        cases.filter(|case| (types.own_places(name, case) > 0) == (size > 0)).collect();
                    let case = *cases.get(self.rng.random_range(0..cases.len().max(1)))?;
                    let places = types.own_places(name, case);
                    let mut shares = vec![0; places];
                    if norm == Norm::Depth && places > 0 {
                        let most = if size <= FULL { size - 1 } else { (size - 1).min(2) };
                        shares.iter_mut().for_each(|share| *share = self.rng.random_range(0..=most));
                        shares[self.rng.random_range(0..places)] = size - 1;
                    } else if places > 0 {
                        let mut left = size - 1;
                        let single = norm.single(places);
                        let last = single.unwrap_or_else(|| self.rng.random_range(0..places));
                        for at in (0..places).filter(|&at| at != last) {
                            shares[at] = self.rng.random_range(0..=left / norm.weight(at, places));
                            left -= norm.weight(at, places) * shares[at];
                        }
                        shares[last] = left;
                    }
                    // Made in order: the first argument's plan is on top.
                    let mut todo = vec![case];
                    // The last part comes first here.
                    let mut shares = shares.into_iter().rev();
                    let mut of_case = Vec::new();
                    while let Some(of) = todo.pop() {
                        match of {
                            Type::Named(part) if types.is_own(name, *part) => {
                                of_case.push(Plan::Own(*part, shares.next()?));
                            }
                            Type::Struct(functor, args) if places > 0 => {
                                of_case.push(Plan::Build(*functor));
                                // The last comes first: plans are a stack.
                                todo.extend(args.iter());
                            }
                            of => of_case.push(Plan::Some(of.clone())),
                        }
                    }
                    plans.extend(of_case);
                }
            }
        }
        made.pop()
    }

    /// A tree of so many keys as library(assoc) has them: `t`, or `t(Key, Value, Balance, Left, Right)`, whose two sides differ by a
    /// level at most. As deep as that allows, as flat, or between.
    fn dictionary(&mut self, name: TypeId, keys: i64) -> Option<TermId> {
        enum Plan {
            /// So many keys from the first of these on, so deep.
            Tree(i64, i64, usize),
            /// A key above two trees.
            Join(i64, TermId, &'static str),
        }
        let types = self.types;
        let cases = types.alternatives(name);
        let empty = cases.iter().find_map(|case| if let Type::Const(name) = case { Some(*name) } else { None })?;
        let node = cases.iter().find(|case| types.own_places(name, case) == 2)?;
        let Type::Struct(functor, args) = node else { return None };
        let [_, value, balance, _, _] = args.as_slice() else { return None };
        if !balance.is_atomic(types) {
            return None;
        }
        // The fewest and the most keys of a tree of each depth.
        let mut room = vec![(0, 0), (1, 1)];
        while room[room.len() - 1].0 <= keys {
            let [(less, _), (fewest, most)] = [room[room.len() - 2], room[room.len() - 1]];
            room.push((less + fewest + 1, 2 * most + 1));
        }
        let depths: Vec<usize> = (0..room.len()).filter(|&at| room[at].0 <= keys && keys <= room[at].1).collect();
        let depth = depths[self.rng.random_range(0..depths.len())];
        let (mut plans, mut made) = (vec![Plan::Tree(1, keys, depth)], Vec::new());
        while let Some(plan) = plans.pop() {
            match plan {
                Plan::Tree(_, 0, _) => made.push(self.terms.atom(empty, SPAN)),
                Plan::Tree(first, keys, depth) => {
                    let lower = depth - 1;
                    let sides = [(lower, lower), (lower, lower.saturating_sub(1)), (lower.saturating_sub(1), lower)];
                    let fits = |&(left, right): &(usize, usize)| {
                        room[left].0 + room[right].0 < keys && keys <= room[left].1 + room[right].1 + 1
                    };
                    let sides: Vec<(usize, usize)> = sides.into_iter().filter(fits).collect();
                    let (left, right) = sides[self.rng.random_range(0..sides.len())];
                    let fewest = room[left].0.max(keys - 1 - room[right].1);
                    let most = room[left].1.min(keys - 1 - room[right].0);
                    let before = self.rng.random_range(fewest..=most);
                    let balance = match left.cmp(&right) {
                        Ordering::Less => ">",
                        Ordering::Equal => "-",
                        Ordering::Greater => "<",
                    };
                    plans.push(Plan::Join(first + before, self.element(value, 1).ok()?, balance));
                    plans.push(Plan::Tree(first + before + 1, keys - 1 - before, right));
                    plans.push(Plan::Tree(first, before, left));
                }
                Plan::Join(key, value, balance) => {
                    let (right, left) = (made.pop()?, made.pop()?);
                    let key = self.terms.int(key, SPAN);
                    let balance = self.terms.atom(self.atoms.intern(balance), SPAN);
                    made.push(self.terms.compound(functor.name, &[key, value, balance, left, right], SPAN));
                }
            }
        }
        made.pop()
    }
}

/// Where a compound that counts holds terms that count; nothing of what is none.
fn own_places(terms: &Terms, id: TermId, name: TypeId, types: &TypeTable) -> Option<Vec<(Vec<usize>, TypeId)>> {
    let Node::Compound(functor, _) = terms.get(id) else { return None };
    types.own_case(name, functor)
}

/// The part at a place in a compound.
fn part_at(terms: &Terms, id: TermId, place: &[usize]) -> Option<TermId> {
    place.iter().try_fold(id, |id, &at| terms.arguments(id).get(at).copied())
}

/// The compounds of a type that hold terms of it: how many there are, or how many are within each other.
pub(super) fn own_size_of(terms: &Terms, id: TermId, name: TypeId, norm: Norm, types: &TypeTable) -> i64 {
    let (mut count, mut deepest, mut todo) = (0i64, 0, vec![(id, name, 0, 1i64)]);
    while let Some((id, name, level, factor)) = todo.pop() {
        deepest = deepest.max(level);
        let Some(places) = own_places(terms, id, name, types) else { continue };
        count = count.saturating_add(factor);
        deepest = deepest.max(level + 1);
        let all = places.len();
        for (at, (place, part)) in places.into_iter().enumerate() {
            let inside = part_at(terms, id, &place);
            let factor = factor.saturating_mul(norm.weight(at, all));
            todo.extend(inside.map(|inside| (inside, part, level + 1, factor)));
        }
    }
    if norm == Norm::Depth { deepest } else { count }
}

/// Whether the sides of each compound of a type's own in a term are equally deep, or one a level deeper.
pub(super) fn is_balanced(terms: &Terms, id: TermId, of: &Type, types: &TypeTable) -> bool {
    enum Step {
        Into(TermId, TypeId),
        /// The depths of so many parts are known.
        Above(usize),
    }
    let Type::Named(name) = *of else { return false };
    let (mut steps, mut depths) = (vec![Step::Into(id, name)], Vec::<u32>::new());
    while let Some(step) = steps.pop() {
        match step {
            Step::Above(parts) => {
                let parts = depths.split_off(depths.len() - parts);
                let (least, most) = parts.iter().fold((u32::MAX, 0), |(a, b), &depth| (depth.min(a), depth.max(b)));
                if most - least > 1 {
                    return false;
                }
                depths.push(most + 1);
            }
            Step::Into(id, name) => {
                let Some(places) = own_places(terms, id, name, types) else {
                    depths.push(0);
                    continue;
                };
                steps.push(Step::Above(places.len()));
                for (place, part) in places {
                    let Some(inside) = part_at(terms, id, &place) else { return false };
                    steps.push(Step::Into(inside, part));
                }
            }
        }
    }
    true
}
