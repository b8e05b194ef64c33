//! Norms: other sizes of the terms of a type than all their nodes, or than the length of a list.
//!
//! A recursive type may be measured by the compounds that hold terms of the type itself, whose number or depth does not
//! depend on the labels: the inner nodes of a tree, as the length is of a list. A list may be measured by its nodes, which
//! tells something of its elements. Which of them gives a bound is tried: [`alternatives`]. Source: term norms as in
//! Bruynooghe, Codish, Gallagher, Genaim, Vanhoof 2007 (one functor and the arguments that count).

use crate::balanced::{Trees, is_tree};
use crate::range::Range;
use crate::regtype::{TypeId, TypeTable};
use crate::shape::OTHER;
use crate::state::{Cell, CellId, LIST, NODE_LIMIT, State};
use crate::types::{Metric, Type};
use solver::Expr;
use std::sync::{Arc, PoisonError};
use wam::atoms::Functor;

/// How terms of a type are measured, otherwise than they are by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Norm {
    /// A list by its nodes.
    Nodes,
    /// A list by its length, and by the greatest size of its elements as well: [`Type::Within`].
    Elements,
    /// A term of a recursive type by the number of compounds in it that hold terms of the type.
    Inner,
    /// The same by how many of those are within each other.
    Depth,
    /// The same by their number, of trees that the library keeps balanced: see `balanced.rs`.
    Balanced,
    /// The same as their number, where what is not in the last part that counts is counted twice: `f(f(a,b),c)` has a
    /// greater size than `f(a,f(b,c))`, in which as many compounds are.
    Left,
    /// The same, where what is not in the first part that counts is counted twice.
    Right,
    /// A list by its length, and by how many of the values that a program asks lists for are not in it: see
    /// `visited.rs`. No mode names it.
    Absent,
    /// An integer by its value, and by its square root, rounded down: see `roots.rs`. No mode names it.
    Root,
    /// A multiple of a number, by its value: see `divisors.rs`. No mode names it.
    Multiple(i64),
    /// An integer, or an arithmetic expression that is one when it is evaluated, by its value. No mode names it.
    Value,
}

impl Norm {
    /// The norm of a name.
    pub fn named(name: &str) -> Option<Norm> {
        let all = [Norm::Nodes, Norm::Elements, Norm::Inner, Norm::Depth, Norm::Balanced, Norm::Left, Norm::Right];
        all.into_iter().find(|norm| norm.name() == name)
    }

    /// Which of some parts of a compound that count is counted once, where the others are counted twice.
    pub(crate) fn single(self, places: usize) -> Option<usize> {
        match self {
            Norm::Left => Some(places.saturating_sub(1)),
            Norm::Right => Some(0),
            _ => None,
        }
    }

    /// How often a part of a compound counts, of so many that count.
    pub(crate) fn weight(self, at: usize, places: usize) -> i64 {
        self.single(places).map_or(1, |single| if at == single { 1 } else { 2 })
    }

    /// How parts of a term are measured that is measured so: parts of a balanced tree are not known to be balanced.
    pub(crate) fn of_parts(self) -> Norm {
        if self == Norm::Balanced { Norm::Inner } else { self }
    }

    /// Its name in modes.
    pub fn name(self) -> &'static str {
        match self {
            Norm::Nodes => "nodes",
            Norm::Elements => "elements",
            Norm::Absent => "absent",
            Norm::Root => "root",
            Norm::Multiple(_) => "multiple",
            Norm::Inner => "inner",
            Norm::Depth => "depth",
            Norm::Balanced => "balanced",
            Norm::Left => "left",
            Norm::Right => "right",
            Norm::Value => "value",
        }
    }

    /// The metric of sizes.
    pub fn metric(self) -> Metric {
        match self {
            Norm::Nodes => Metric::Size,
            Norm::Elements | Norm::Absent => Metric::Length,
            Norm::Inner | Norm::Balanced => Metric::Inner,
            Norm::Depth => Metric::Depth,
            Norm::Left => Metric::Left,
            Norm::Right => Metric::Right,
            Norm::Value | Norm::Root | Norm::Multiple(_) => Metric::Value,
        }
    }
}

/// The types that call each other, of a type whose own compounds can be told from others.
pub type Own = Option<Arc<[TypeId]>>;

/// A place in a compound that holds a term of a type: the arguments that lead there.
type Place = (Vec<usize>, TypeId);

impl Type {
    /// The same terms, measured as they are by themselves.
    pub fn plain(&self) -> Type {
        match self {
            Type::Measured(of, _) | Type::Within(of, _) => of.plain(),
            Type::List(element) => Type::List(Box::new(element.plain())),
            Type::Struct(functor, args) => Type::Struct(*functor, args.iter().map(Type::plain).collect()),
            of => of.clone(),
        }
    }

    /// The same terms, where some lists in compounds are of other types.
    pub(crate) fn with_lists(&self, other: &dyn Fn(&Type) -> Option<Type>) -> Type {
        match self {
            Type::Struct(functor, args) => {
                Type::Struct(*functor, args.iter().map(|arg| arg.with_lists(other)).collect())
            }
            of => other(of).unwrap_or_else(|| of.clone()),
        }
    }

    /// Whether it is a list type measured by nodes.
    pub fn is_measured_list(&self) -> bool {
        matches!(self, Type::Measured(_, Norm::Nodes))
    }

    /// Whether terms of it are lists whose elements have different numbers of nodes, or compounds that hold such.
    pub(crate) fn holds_uneven_list(&self) -> bool {
        match self {
            Type::Struct(_, args) => args.iter().any(Type::holds_uneven_list),
            of => of.is_uneven_list(),
        }
    }

    /// Whether it is a list type whose elements have different numbers of nodes.
    fn is_uneven_list(&self) -> bool {
        matches!(self, Type::List(element) if **element != Type::Bottom && element.is_ground() && element.nodes().is_none())
    }

    /// The alternatives of a list that is measured by its nodes.
    pub fn list_alternatives(&self) -> Vec<Type> {
        let Type::List(element) = self else { return vec![self.clone()] };
        let end = Type::List(Box::new(Type::Bottom));
        if **element == Type::Bottom {
            return vec![end];
        }
        let head = match element.plain() {
            head if head.is_uneven_list() => Type::Measured(Box::new(head), Norm::Nodes),
            head => head,
        };
        vec![end, Type::Struct(LIST, vec![head, Type::Measured(Box::new(self.clone()), Norm::Nodes)])]
    }
}

impl TypeTable {
    /// A type measured by a norm; nothing where it cannot be.
    pub fn measured(&self, of: &Type, norm: Norm) -> Option<Type> {
        let of = of.plain();
        if norm == Norm::Elements {
            let Type::List(element) = of else { return None };
            let sized = element.metric().is_some_and(|metric| metric.least().is_some()) || *element == Type::Nat;
            return sized.then(|| Type::List(Box::new(Type::Within(element, None))));
        }
        let fits = match (&of, norm) {
            (Type::List(_), Norm::Nodes) => of.is_ground(),
            (Type::Named(name), Norm::Inner | Norm::Depth | Norm::Balanced) => self.own(*name).is_some(),
            (Type::Named(name), Norm::Left | Norm::Right) => self.branches(*name),
            _ => false,
        };
        fits.then(|| Type::Measured(Box::new(of), norm))
    }

    /// Whether a compound of a type that counts may hold two terms that count.
    fn branches(&self, name: TypeId) -> bool {
        let of = |name: &TypeId| self.alternatives(*name).iter().any(|case| self.own_places(*name, case) > 1);
        self.own(name).is_some_and(|own| own.iter().any(of))
    }

    /// Whether terms of the second type count as much as those of the first, in whose terms they occur.
    pub fn is_own(&self, name: TypeId, part: TypeId) -> bool {
        self.own(name).is_some_and(|own| own.contains(&part))
    }

    /// How many parts of an alternative of a type are terms that count.
    pub fn own_places(&self, name: TypeId, case: &Type) -> usize {
        self.places(name, case).len()
    }

    /// The parts of an alternative of a type that are terms that count, in order.
    pub(crate) fn places(&self, name: TypeId, case: &Type) -> Vec<Place> {
        self.own(name).map_or(Vec::new(), |own| places_among(&own, case))
    }

    /// The alternative of a type of a functor whose compounds count.
    pub(crate) fn own_case(&self, name: TypeId, functor: Functor) -> Option<Vec<Place>> {
        let of_functor = |case: &&Type| matches!(case, Type::Struct(known, _) if *known == functor);
        let case = self.alternatives(name).iter().find(of_functor)?;
        Some(self.places(name, case)).filter(|places| !places.is_empty())
    }

    /// The types that call each other with a type, where a compound that holds terms of them can be told by its functor.
    pub(crate) fn own(&self, name: TypeId) -> Own {
        // A thread that panicked has left no answer half written.
        if let Some(known) = self.owns.lock().unwrap_or_else(PoisonError::into_inner).get(&name) {
            return known.clone();
        }
        let own: Vec<TypeId> = self
            .reached(&Type::Named(name))
            .into_iter()
            .filter(|&other| self.reached(&Type::Named(other)).contains(&name))
            .collect();
        let own: Own = own.iter().all(|&part| self.is_told(&own, part)).then(|| own.into());
        let own = own.filter(|own| own.contains(&name));
        self.owns.lock().unwrap_or_else(PoisonError::into_inner).insert(name, own.clone());
        own
    }

    /// The declared types that occur in the terms of a type, itself if it does in its own.
    pub(crate) fn reached(&self, of: &Type) -> Vec<TypeId> {
        let mut found = Vec::new();
        let mut todo = match of {
            Type::Named(name) => self.alternatives(*name).to_vec(),
            of => vec![of.clone()],
        };
        while let Some(of) = todo.pop() {
            match of {
                Type::Named(name) if !found.contains(&name) => {
                    found.push(name);
                    todo.extend_from_slice(self.alternatives(name));
                }
                Type::Struct(_, args) => todo.extend(args),
                Type::List(element) => todo.push(*element),
                Type::Measured(of, _) => todo.push(*of),
                _ => {}
            }
        }
        found
    }

    /// Whether the compounds of a type that hold terms of some types have functors that its others have not, and hold them
    /// as arguments only, in a fixed number.
    fn is_told(&self, own: &[TypeId], name: TypeId) -> bool {
        let cases = self.alternatives(name);
        let holds = |case: &Type| self.reached(case).iter().any(|part| own.contains(part));
        let (counting, others): (Vec<&Type>, Vec<&Type>) = cases.iter().partition(|case| holds(case));
        let mut functors = Vec::new();
        for case in counting {
            let Type::Struct(functor, _) = case else { return false };
            let found = places_among(own, case);
            // What holds such terms elsewhere, in lists, has another number of them.
            let elsewhere = without_places(own, case);
            if found.is_empty() || functors.contains(functor) || holds(&elsewhere) {
                return false;
            }
            functors.push(*functor);
        }
        others.iter().all(|case| self.has_none(case, &functors, 0))
    }

    /// Whether no term of a type is a compound of one of the functors.
    fn has_none(&self, of: &Type, functors: &[Functor], depth: usize) -> bool {
        match of {
            Type::Struct(functor, _) => !functors.contains(functor),
            Type::List(element) => **element == Type::Bottom || !functors.contains(&LIST),
            Type::Named(name) => {
                depth < 8 && self.alternatives(*name).iter().all(|case| self.has_none(case, functors, depth + 1))
            }
            Type::Measured(of, _) => self.has_none(of, functors, depth),
            Type::Any | Type::Ground | Type::Free | Type::Shared(_) => false,
            _ => true,
        }
    }
}

/// The parts of a compound that are terms of some types, in order.
fn places_among(own: &[TypeId], case: &Type) -> Vec<Place> {
    let Type::Struct(_, args) = case else { return Vec::new() };
    let mut found = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        match arg {
            Type::Named(name) if own.contains(name) => found.push((vec![at], *name)),
            arg => found.extend(places_among(own, arg).into_iter().map(|(mut place, name)| {
                place.insert(0, at);
                (place, name)
            })),
        }
    }
    found
}

/// A compound with constants in the place of the terms of some types.
fn without_places(own: &[TypeId], case: &Type) -> Type {
    match case {
        Type::Struct(functor, args) => {
            Type::Struct(*functor, args.iter().map(|arg| without_places(own, arg)).collect())
        }
        Type::Named(name) if own.contains(name) => Type::Atomic,
        of => of.clone(),
    }
}

/// The greater of two sizes.
fn greater(a: &Range, b: &Range) -> Range {
    let pick = |a: &Expr, b: &Expr| if a == b { a.clone() } else { a.clone().max(b.clone()).simplify() };
    let low = match (&a.low, &b.low) {
        (Some(a), Some(b)) => Some(pick(a, b)),
        (a, b) => a.clone().or_else(|| b.clone()),
    };
    Range { low, high: a.high.as_ref().zip(b.high.as_ref()).map(|(a, b)| pick(a, b)) }
}

impl State {
    /// The size of a cell as a type measures it that counts its own compounds, as far as it is known.
    pub(crate) fn own_size(&self, id: CellId, of: &Type, types: &TypeTable) -> Range {
        let Type::Measured(inside, norm) = of else { return Range::from(0) };
        let Type::Named(name) = **inside else { return Range::from(0) };
        let mut total = Range::number(0);
        let (mut todo, mut looks) = (vec![(id, name, 0, 1i64)], 0);
        while let Some((id, name, level, factor)) = todo.pop() {
            looks += 1;
            if looks > NODE_LIMIT {
                return Range::from(0);
            }
            let size = match self.get(id) {
                Cell::Struct(functor, args) if *functor == OTHER => {
                    todo.push((args[0], name, level, factor));
                    continue;
                }
                Cell::Struct(functor, _) => {
                    let Some(places) = types.own_case(name, *functor) else { continue };
                    let mut one = Range::number(1);
                    let count = places.len();
                    for (at, (place, part)) in places.into_iter().enumerate() {
                        let Some(factor) = factor.checked_mul(norm.weight(at, count)) else { return Range::from(0) };
                        match self.part_at(id, &place) {
                            Some(cell) => todo.push((cell, part, level + 1, factor)),
                            // Any number of them.
                            None => one = Range::from(1),
                        }
                    }
                    one
                }
                Cell::Abstract(Type::Measured(known, by), size)
                    if **known == Type::Named(name) && by.of_parts() == norm.of_parts() =>
                {
                    size.clone()
                }
                Cell::Atom(_) => continue,
                Cell::Abstract(Type::Foreign(to, _), _) if *to == name => continue,
                Cell::Abstract(of, _) if of.is_atomic(types) => continue,
                _ => Range::from(0),
            };
            total = match norm {
                Norm::Depth => greater(&total, &size.offset(level)),
                _ => total.plus(&size.times(&Range::number(factor))),
            };
        }
        total
    }

    /// The cell at a place in a compound, where that is known.
    fn part_at(&self, id: CellId, place: &[usize]) -> Option<CellId> {
        place.iter().try_fold(id, |id, &at| match self.get(id) {
            Cell::Struct(functor, args) if *functor != OTHER => args.get(at).copied(),
            _ => None,
        })
    }
}

/// How types that have several norms are measured throughout an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// How lists of elements of different sizes are measured.
    lists: Option<Norm>,
    /// Whether lists of natural numbers are measured by the greatest of these as well.
    naturals: bool,
    /// How terms of recursive types are measured.
    terms: Option<Norm>,
    /// The types of dictionaries, which are measured by their keys where nothing else is said of them.
    trees: Trees,
}

impl Manner {
    /// As the types of an entry are measured.
    pub fn of(pattern: &[Type]) -> Manner {
        let mut manner = Manner::default();
        let mut todo: Vec<&Type> = pattern.iter().collect();
        while let Some(of) = todo.pop() {
            match of {
                Type::Measured(_, Norm::Nodes) => manner.lists = Some(Norm::Nodes),
                Type::List(element) if let Type::Within(of, _) = &**element => {
                    manner.lists = Some(Norm::Elements);
                    manner.naturals |= **of == Type::Nat;
                }
                Type::Measured(_, norm) => manner.terms = Some(norm.of_parts()),
                Type::Struct(_, args) => todo.extend(args),
                _ => {}
            }
        }
        manner
    }

    /// The same, where it says nothing of lists as given.
    pub fn or(self, lists: Option<Norm>) -> Manner {
        Manner { lists: self.lists.or(lists), ..self }
    }

    /// The same, where dictionaries are of a type: not measured otherwise by what it was made of.
    pub(crate) fn with_trees(self, trees: Trees, pattern: &[Type]) -> Manner {
        let is_open = |of: &Type| is_tree(trees, of);
        if self.terms.is_some() || pattern.iter().any(is_open) { self } else { Manner { trees, ..self } }
    }

    /// A type measured in this manner.
    pub fn apply(self, of: &Type, types: &TypeTable) -> Type {
        match of {
            Type::List(_) if of.is_uneven_list() => {
                self.lists.and_then(|norm| types.measured(of, norm)).unwrap_or_else(|| of.clone())
            }
            Type::List(element) if self.naturals && **element == Type::Nat => {
                types.measured(of, Norm::Elements).unwrap_or_else(|| of.clone())
            }
            Type::Named(_) => {
                let norm = self.terms.or(is_tree(self.trees, of).then_some(Norm::Inner));
                norm.and_then(|norm| types.measured(of, norm)).unwrap_or_else(|| of.clone())
            }
            Type::Struct(functor, args) => {
                Type::Struct(*functor, args.iter().map(|arg| self.apply(arg, types)).collect())
            }
            of => of.clone(),
        }
    }

    /// Whether types are measured otherwise than by themselves.
    pub fn is_plain(self) -> bool {
        self == Manner::default()
    }
}

/// The types of an entry measured in other manners, the most likely to give a bound first.
pub fn alternatives(types: &TypeTable, pattern: &[Type]) -> Vec<Vec<Type>> {
    let lists = |norm| Manner { lists: Some(norm), ..Manner::default() };
    let terms = |norm| Manner { terms: Some(norm), ..Manner::default() };
    let manners = [
        lists(Norm::Elements),
        lists(Norm::Nodes),
        terms(Norm::Inner),
        terms(Norm::Depth),
        Manner { terms: Some(Norm::Inner), ..lists(Norm::Nodes) },
        terms(Norm::Left),
        terms(Norm::Right),
        Manner { naturals: true, ..lists(Norm::Elements) },
    ];
    let mut found: Vec<Vec<Type>> = Vec::new();
    for manner in manners {
        let measured: Vec<Type> = pattern.iter().map(|of| manner.apply(of, types)).collect();
        if measured != pattern && !found.contains(&measured) {
            found.push(measured);
        }
    }
    found
}
