//! What the unification of two terms walks through: pairs of cells, by the keys under which the machine counts them.
//!
//! A pair is of one place in both terms. Each simple one has an end of each term in its place, or what such an end stands
//! in for; so a ground term bounds the pairs of each kind by the ends, lists and structures that it has.

use crate::cost::Cost;
use crate::norms::Norm;
use crate::range::Range;
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, NODE_LIMIT, State};
use crate::types::{Metric, Type};
use solver::Expr;
use wam::atoms::Functor;
use wam::cost::Key;

/// The keys of pairs whose kind is known, and of those among them that others wait for.
const KEYS: [Key; 4] = [Key::UNIFY_SIMPLE, Key::UNIFY_LIST, Key::UNIFY_STRUCTURE, Key::UNIFY_WAIT];
const SIMPLE: usize = 0;
const LISTS: usize = 1;
const STRUCTURES: usize = 2;
const WAITING: usize = 3;

/// What a pair counts at most, whatever it is.
const ANY: &[&[Key]] =
    &[&[Key::UNIFY_SIMPLE], &[Key::UNIFY_LIST, Key::UNIFY_WAIT], &[Key::UNIFY_STRUCTURE, Key::UNIFY_WAIT]];

/// How many pairs there are at most, after the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairs {
    /// Of those whose kind is known.
    of: [Expr; 4],
    /// Of others; nothing where there may be any number.
    others: Option<Expr>,
    /// Whether some may be compound, so that there is a walk.
    walks: bool,
    /// How often the general case is entered, at least and at most.
    enters: [u32; 2],
}

impl Pairs {
    /// There are none.
    pub fn none() -> Pairs {
        Pairs { of: [(); 4].map(|()| Expr::int(0)), others: Some(Expr::int(0)), walks: false, enters: [0; 2] }
    }

    /// The same, where the general case is entered at least and at most so often.
    pub fn entering(self, enters: [u32; 2]) -> Pairs {
        Pairs { enters, ..self }
    }

    /// The same where the machine unifies by itself: it enters the general case with the two terms as a pair.
    pub fn with_outermost(self) -> Pairs {
        let others = self.others.map(|others| (others + Expr::int(1)).simplify());
        Pairs { others, enters: [1; 2], ..self }
    }

    /// Nothing is known.
    fn unknown() -> Pairs {
        Pairs { others: None, walks: true, ..Pairs::none() }
    }

    /// What they cost.
    pub fn costs(self) -> Vec<Cost> {
        let most = |high: Option<Expr>| Range { low: Some(Expr::int(0)), high };
        let zero = Expr::int(0);
        let known = KEYS.into_iter().zip(self.of).filter(|(_, high)| *high != zero);
        let mut costs: Vec<Cost> = known.map(|(key, high)| Cost::Units(key, most(Some(high)))).collect();
        if self.others.as_ref() != Some(&zero) {
            costs.push(Cost::UnitsOfOne(ANY, most(self.others)));
        }
        let [low, high] = self.enters;
        if high > 0 {
            costs.push(Cost::Key { key: Key::UNIFY_ENTRY, low, high });
        }
        if self.walks {
            costs.push(Cost::Key { key: Key::UNIFY_WALK, low: 0, high: 1 });
        }
        costs
    }

    /// Those of two terms that are unified, from those that either may have.
    pub fn of_both(self, other: Pairs) -> Pairs {
        let least = |a: Expr, b: Expr| if a == b { a } else { a.min(b).simplify() };
        let zero = Expr::int(0);
        match (&self.others, &other.others) {
            _ if self == other => self,
            (None, _) => other,
            (_, None) => self,
            (Some(own), Some(others)) if *own == zero && *others == zero => {
                let walks = self.walks && other.walks;
                let mut both = self.of.into_iter().zip(other.of).map(|(a, b)| least(a, b));
                Pairs {
                    of: [(); 4].map(|()| both.next().expect("there are as many")),
                    others: Some(zero),
                    walks,
                    ..Pairs::none()
                }
            }
            (Some(own), _) if *own == zero => self,
            (_, Some(others)) if *others == zero => other,
            _ => Pairs { others: Some(least(self.total(), other.total())), walks: true, ..Pairs::none() },
        }
    }

    /// The most of each kind in either.
    pub(crate) fn or(self, other: Pairs) -> Pairs {
        let most = |a: Expr, b: Expr| if a == b { a } else { a.max(b).simplify() };
        let mut both = self.of.into_iter().zip(other.of).map(|(a, b)| most(a, b));
        Pairs {
            of: [(); 4].map(|()| both.next().expect("there are as many")),
            others: self.others.zip(other.others).map(|(a, b)| most(a, b)),
            walks: self.walks || other.walks,
            enters: [self.enters[0].min(other.enters[0]), self.enters[1].max(other.enters[1])],
        }
    }

    /// Those of a part of the terms besides.
    pub(crate) fn add_all(&mut self, part: Pairs) {
        part.of.into_iter().enumerate().for_each(|(at, more)| self.add(at, more));
        self.others = self.others.take().zip(part.others).map(|(all, more)| (all + more).simplify());
        self.walks |= part.walks;
    }

    /// A pair of which one is unbound, or both are atomic or the same, or which do not unify.
    pub(crate) fn add_simple(&mut self, place: Place) {
        self.add(SIMPLE, Expr::int(i64::from(place != Place::Outside)));
    }

    /// A pair of compounds of a functor, whose arguments are compared next.
    pub(crate) fn add_compound(&mut self, functor: Functor, place: Place) {
        if place != Place::Outside {
            self.add(if functor == LIST { LISTS } else { STRUCTURES }, Expr::int(1));
            self.go_into(place);
        }
    }

    /// The place for what is counted by itself: an argument is the first walk only where there was none.
    pub(crate) fn further(&self, place: Place) -> Place {
        if place == Place::Argument && self.walks { Place::Inside } else { place }
    }

    /// All of them, where their number is known.
    fn total(&self) -> Expr {
        let pairs = self.of[..WAITING].iter().chain(&self.others);
        pairs.fold(Expr::int(0), |sum, more| sum + more.clone()).simplify()
    }

    /// How many variables may be bound at most before one of them does not unify; as many as can be counted where that is
    /// not known.
    pub(crate) fn bound_before_failing(&self) -> u32 {
        let simple = self.others.as_ref().map(|others| (self.of[SIMPLE].clone() + others.clone()).simplify());
        let most = simple.and_then(|simple| simple.as_num()?.to_i64());
        most.and_then(|most| u32::try_from(most - 1).ok()).unwrap_or(u32::MAX)
    }

    fn add(&mut self, at: usize, more: Expr) {
        self.of[at] = (self.of[at].clone() + more).simplify();
    }

    /// The arguments of a compound at a place are compared: what else there is waits, but for the first walk.
    fn go_into(&mut self, place: Place) {
        match place {
            Place::Outside | Place::Last => {}
            Place::Argument if !self.walks => {}
            Place::Argument | Place::Inside => self.add(WAITING, Expr::int(1)),
        }
        self.walks = true;
    }
}

/// Where a part of a term stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// It is the term.
    Outside,
    /// It is an argument, and where it is compound that is a walk.
    Argument,
    /// It is an argument of an argument, which others wait for.
    Inside,
    /// The last of those: nothing waits for it.
    Last,
}

impl Place {
    pub(crate) fn of_argument(self, at: usize, arity: usize) -> Place {
        match self {
            Place::Outside => Place::Argument,
            _ if at + 1 == arity => Place::Last,
            _ => Place::Inside,
        }
    }
}

impl State {
    /// At most so many pairs are compared when a term is unified with another one, if it is ground.
    pub fn pairs(&self, id: CellId) -> Pairs {
        self.pairs_at(id, Place::Outside)
    }

    /// The same for a part of a term, with the pair of the part itself.
    pub(crate) fn pairs_at(&self, id: CellId, place: Place) -> Pairs {
        let (mut found, mut todo) = (Pairs::none(), vec![(id, place)]);
        let mut looks = 0;
        while let Some((id, place)) = todo.pop() {
            looks += 1;
            let is_part = i64::from(place != Place::Outside);
            match self.get(id) {
                _ if looks > NODE_LIMIT => return Pairs::unknown(),
                Cell::Atom(_) => found.add(SIMPLE, Expr::int(is_part)),
                Cell::Struct(functor, args) if *functor == OTHER => todo.push((args[0], place)),
                Cell::Struct(functor, args) => {
                    found.add_compound(*functor, place);
                    // One without arguments is an end as well.
                    found.add(SIMPLE, Expr::int(i64::from(args.is_empty())));
                    let places = (0..args.len()).map(|at| place.of_argument(at, args.len()));
                    todo.extend(args.iter().copied().zip(places));
                }
                Cell::Abstract(of, size) if of.is_ground() => match (of.metric(), size.high.clone()) {
                    (Some(Metric::Size), Some(nodes)) => {
                        found.others = found.others.map(|others| (others + nodes - Expr::int(1 - is_part)).simplify());
                        found.walks = true;
                    }
                    (Some(Metric::Length), Some(length)) => {
                        let Type::List(element) = of else { return Pairs::unknown() };
                        let Some(each) = made_of(element) else { return Pairs::unknown() };
                        for (at, each) in each.into_iter().enumerate() {
                            found.add(at, Expr::int(each) * length.clone());
                        }
                        found.add(SIMPLE, Expr::int(1));
                        found.add(LISTS, length);
                        // Its tail is an argument where it is the term.
                        found.go_into(if place == Place::Outside { Place::Argument } else { place });
                    }
                    _ if matches!(of, Type::Measured(_, Norm::Value)) => return Pairs::unknown(),
                    (Some(Metric::Value | Metric::Text) | None, _) => found.add(SIMPLE, Expr::int(is_part)),
                    _ => return Pairs::unknown(),
                },
                _ => return Pairs::unknown(),
            }
        }
        found
    }
}

/// The pairs of a term of a type that others wait for, where that is the same for all.
fn made_of(of: &Type) -> Option<[i64; 4]> {
    let Type::Struct(functor, args) = of else { return of.nodes().map(|_| [1, 0, 0, 0]) };
    let mut made = [i64::from(args.is_empty()), 0, 0, 1];
    made[if *functor == LIST { LISTS } else { STRUCTURES }] = 1;
    for (at, arg) in args.iter().enumerate() {
        let part = made_of(arg)?;
        made.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
        if at + 1 == args.len() && matches!(arg, Type::Struct(..)) {
            made[WAITING] -= 1;
        }
    }
    Some(made)
}
