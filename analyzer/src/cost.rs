//! Costs of paths as trees over counts, calls and multiplicities, before they become equations.
//!
//! Each node stands for a lower and an upper number of executions per cost key; [`crate::equations`] turns a tree into
//! an expression for one resource and one direction.

use crate::range::Range;
use crate::state::Split;
use solver::{Expr, Guard};
use std::collections::BTreeMap;
use std::sync::Arc;
use wam::cost::Key;

/// A predicate under a call pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariantId(pub u32);

/// Which part of a call's run is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Extent {
    /// From the call to its first solution.
    Success,
    /// From the call to its failure without a solution.
    Failure,
    /// From the call to its first solution, or to its failure: an upper bound where that of failures is not known.
    Either,
    /// From the call to the end of all its solutions.
    All,
    /// From the call to any place where an exception may end it, or to its end: at most.
    Prefix,
}

/// The solutions of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solutions {
    /// What is called.
    pub callee: VariantId,
    /// Its input sizes.
    pub sizes: Vec<Range>,
    /// The mark by which the sizes at its solutions are known in what comes for each.
    pub mark: u32,
    /// How many there are.
    pub count: Range,
    /// Whether it may be that only some of them are asked for.
    pub some_only: bool,
}

/// What comes after a solution of a call, where a condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The condition, also on the sizes of the solution.
    pub guard: Guard,
    /// What it costs.
    pub cost: Cost,
}

impl Way {
    fn map(&self, with: impl Fn(&Cost) -> Cost) -> Way {
        Way { guard: self.guard.clone(), cost: with(&self.cost) }
    }
}

/// A cost of a path. What it is made of is shared: paths that fork have most of it in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// A key executed between `low` and `high` times.
    Key {
        /// The key.
        key: Key,
        /// At least.
        low: u32,
        /// At most.
        high: u32,
    },
    /// A unit key, as often as a size says.
    Units(Key, Range),
    /// Unit keys, as often as a size says: each time those of one of the lists.
    UnitsOfOne(&'static [&'static [Key]], Range),
    /// A call with its input sizes.
    Call(VariantId, Arc<[Range]>, Extent),
    /// A cost so many times.
    Times(Range, Arc<Cost>),
    /// A cost for each of the solutions of a call, on one of some ways; it may depend on their sizes.
    Each(Arc<Solutions>, Arc<[Way]>),
    /// A solution, at which the arguments have these sizes: it costs nothing.
    Solution(Vec<Range>),
    /// All of them.
    Sum(Arc<[Cost]>),
    /// One of them.
    Either(Arc<[Cost]>),
    /// A cost for sizes that are chosen, under a condition on them: for any of them.
    Chosen(Arc<[Split]>, Guard, Arc<Cost>),
    /// At least the first, at most the second.
    Between(Arc<Cost>, Arc<Cost>),
    /// So many variables bound, at most, besides those that keys stand for: it costs nothing, but may be undone.
    Bindings(u32),
    /// Trail entries that a failing call leaves to whoever called it, because a cut has dropped the choice points they were
    /// made for: at most so many of its own, and what the bindings in `calls` may add.
    Left {
        /// At most so many of the clause's own.
        high: u32,
        /// The calls whose bindings may be among them.
        calls: Arc<[Cost]>,
    },
    /// Trail entries undone: so many of the clause's own, and what the bindings in `calls` may add.
    Undo {
        /// At least so many of the clause's own.
        low: u32,
        /// At most so many of the clause's own.
        high: u32,
        /// The calls whose bindings are undone with them.
        calls: Arc<[Cost]>,
    },
}

/// The items, those that change as they have become; nothing where none does.
fn changed<T: Clone>(items: &[T], change: &dyn Fn(&T) -> Option<T>) -> Option<Arc<[T]>> {
    let now: Vec<Option<T>> = items.iter().map(change).collect();
    let all = || now.iter().zip(items).map(|(now, item)| now.as_ref().unwrap_or(item).clone()).collect();
    now.iter().any(Option::is_some).then(all)
}

/// Two parts, those that change as they have become; nothing where neither does.
fn both<A: Clone, B: Clone>(a: &A, now_a: Option<A>, b: &B, now_b: Option<B>) -> Option<(A, B)> {
    let is_other = now_a.is_some() || now_b.is_some();
    is_other.then(|| (now_a.unwrap_or_else(|| a.clone()), now_b.unwrap_or_else(|| b.clone())))
}

impl Cost {
    /// A key executed once.
    pub fn once(key: Key) -> Cost {
        Cost::Key { key, low: 1, high: 1 }
    }

    /// That of one of some ways.
    fn any_of(ways: &[Way]) -> Cost {
        Cost::Either(ways.iter().map(|way| way.cost.clone()).collect())
    }

    /// The cost with calls that may end in either way.
    pub fn either(&self) -> Cost {
        let all = |costs: &[Cost]| -> Arc<[Cost]> { costs.iter().map(Cost::either).collect() };
        match self {
            Cost::Key { .. } | Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Solution(_) | Cost::Bindings(_) => {
                self.clone()
            }
            // What an exception has ended is neither.
            Cost::Call(_, _, Extent::All | Extent::Prefix) => self.clone(),
            Cost::Call(variant, sizes, _) => Cost::Call(*variant, sizes.clone(), Extent::Either),
            Cost::Times(count, each) => Cost::Times(count.clone(), Arc::new(each.either())),
            Cost::Each(of, ways) => Cost::Each(of.clone(), ways.iter().map(|way| way.map(Cost::either)).collect()),
            Cost::Chosen(splits, guard, cost) => Cost::Chosen(splits.clone(), guard.clone(), Arc::new(cost.either())),
            Cost::Sum(costs) => Cost::Sum(all(costs)),
            Cost::Either(costs) => Cost::Either(all(costs)),
            Cost::Between(low, high) => Cost::Between(Arc::new(low.either()), Arc::new(high.either())),
            Cost::Undo { low, high, calls } => Cost::Undo { low: *low, high: *high, calls: all(calls) },
            Cost::Left { high, calls } => Cost::Left { high: *high, calls: all(calls) },
        }
    }

    /// At least the cost up to any place in it, where calls may end in any way. How many solutions a call has had that may
    /// raise an exception itself is not known: its number of solutions is of runs without one.
    pub fn prefix(&self, raises: &dyn Fn(VariantId) -> bool) -> Cost {
        let all = |costs: &[Cost]| -> Arc<[Cost]> { costs.iter().map(|cost| cost.prefix(raises)).collect() };
        let interrupted = |cost: &Cost| matches!(cost, Cost::Call(callee, _, Extent::All) if raises(*callee));
        match self {
            Cost::Key { .. } | Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Solution(_) | Cost::Bindings(_) => {
                self.clone()
            }
            Cost::Call(variant, sizes, _) => Cost::Call(*variant, sizes.clone(), Extent::Prefix),
            Cost::Times(count, each) => Cost::Times(count.clone(), Arc::new(each.prefix(raises))),
            // What an exception ends is a part of the solutions: at most so many times the dearest.
            Cost::Each(of, ways) => Cost::Times(of.count.clone(), Arc::new(Cost::any_of(ways).prefix(raises))),
            Cost::Chosen(splits, guard, cost) => {
                Cost::Chosen(splits.clone(), guard.clone(), Arc::new(cost.prefix(raises)))
            }
            Cost::Sum(costs) if costs.iter().any(interrupted) => {
                let uncounted = |cost: &Cost| match cost {
                    Cost::Times(_, each) => Cost::Times(Range::from(0), Arc::new(each.prefix(raises))),
                    Cost::Each(_, ways) => Cost::Times(Range::from(0), Arc::new(Cost::any_of(ways).prefix(raises))),
                    cost => cost.prefix(raises),
                };
                Cost::Sum(costs.iter().map(uncounted).collect())
            }
            Cost::Sum(costs) => Cost::Sum(all(costs)),
            Cost::Either(costs) => Cost::Either(all(costs)),
            Cost::Between(low, high) => Cost::Between(Arc::new(low.prefix(raises)), Arc::new(high.prefix(raises))),
            Cost::Undo { low, high, calls } => Cost::Undo { low: *low, high: *high, calls: all(calls) },
            Cost::Left { high, calls } => Cost::Left { high: *high, calls: all(calls) },
        }
    }

    /// The cost with other ranges.
    pub fn map_ranges(&self, with: &dyn Fn(&Range) -> Range) -> Cost {
        self.with_ranges(with).unwrap_or_else(|| self.clone())
    }

    /// The same; nothing where none becomes another, so that what is shared stays so.
    fn with_ranges(&self, with: &dyn Fn(&Range) -> Range) -> Option<Cost> {
        let other = |range: &Range| Some(with(range)).filter(|now| now != range);
        let all = |costs: &[Cost]| changed(costs, &|cost| cost.with_ranges(with));
        let one = |cost: &Arc<Cost>| cost.with_ranges(with).map(Arc::new);
        match self {
            Cost::Key { .. } | Cost::Bindings(_) => None,
            Cost::Units(key, units) => other(units).map(|units| Cost::Units(*key, units)),
            Cost::UnitsOfOne(lists, units) => other(units).map(|units| Cost::UnitsOfOne(lists, units)),
            Cost::Call(variant, known, extent) => {
                changed(known, &other).map(|sizes| Cost::Call(*variant, sizes, *extent))
            }
            Cost::Solution(known) => changed(known, &other).map(|sizes| Cost::Solution(sizes.to_vec())),
            Cost::Times(count, each) => {
                both(count, other(count), each, one(each)).map(|(count, each)| Cost::Times(count, each))
            }
            Cost::Each(of, ways) => {
                let sizes = changed(&of.sizes, &other).map(|sizes| sizes.to_vec());
                let now = both(&of.sizes, sizes, &of.count, other(&of.count))
                    .map(|(sizes, count)| Arc::new(Solutions { sizes, count, ..**of }));
                let other = changed(ways, &|way| Some(Way { cost: way.cost.with_ranges(with)?, ..way.clone() }));
                both(of, now, ways, other).map(|(of, ways)| Cost::Each(of, ways))
            }
            Cost::Sum(costs) => all(costs).map(Cost::Sum),
            Cost::Either(costs) => all(costs).map(Cost::Either),
            Cost::Chosen(splits, guard, cost) => {
                one(cost).map(|cost| Cost::Chosen(splits.clone(), guard.clone(), cost))
            }
            Cost::Between(low, high) => {
                both(low, one(low), high, one(high)).map(|(low, high)| Cost::Between(low, high))
            }
            Cost::Left { high, calls } => all(calls).map(|calls| Cost::Left { high: *high, calls }),
            Cost::Undo { low, high, calls } => all(calls).map(|calls| Cost::Undo { low: *low, high: *high, calls }),
        }
    }

    /// Calls `visit` for every key in the tree, that of undoing for what may be undone.
    pub fn keys(&self, visit: &mut dyn FnMut(Key)) {
        match self {
            Cost::Key { key, .. } | Cost::Units(key, _) => visit(*key),
            Cost::UnitsOfOne(lists, _) => lists.iter().copied().flatten().copied().for_each(visit),
            Cost::Left { .. } | Cost::Undo { .. } => visit(Key::UNDO),
            _ => self.inside(&mut |cost| cost.keys(visit)),
        }
    }

    /// Calls `visit` for every call in the tree. Those whose bindings are undone or left stand in it by themselves, too.
    pub fn calls<'a>(&'a self, visit: &mut dyn FnMut(&'a Cost)) {
        match self {
            Cost::Call(..) => visit(self),
            _ => self.inside(&mut |cost| cost.calls(visit)),
        }
    }

    /// The same calls, each with the choices that it stands under.
    pub fn chosen_calls(&self) -> Vec<Cost> {
        let all = |costs: &[Cost]| costs.iter().flat_map(Cost::chosen_calls).collect();
        match self {
            Cost::Key { .. } | Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Solution(_) | Cost::Bindings(_) => vec![],
            Cost::Left { .. } | Cost::Undo { .. } => vec![],
            Cost::Call(..) => vec![self.clone()],
            Cost::Times(_, inner) => inner.chosen_calls(),
            Cost::Each(_, ways) => ways.iter().flat_map(|way| way.cost.chosen_calls()).collect(),
            Cost::Chosen(splits, guard, inner) => {
                let under = |call| Cost::Chosen(splits.clone(), guard.clone(), Arc::new(call));
                inner.chosen_calls().into_iter().map(under).collect()
            }
            Cost::Sum(costs) | Cost::Either(costs) => all(costs),
            Cost::Between(low, high) => [low.chosen_calls(), high.chosen_calls()].concat(),
        }
    }

    /// Of how many costs it is made, itself among them; so many at most.
    fn parts(&self, most: usize) -> usize {
        let mut parts = 1;
        self.inside(&mut |part| {
            if parts < most {
                parts += part.parts(most - parts);
            }
        });
        parts
    }

    /// Calls `visit` for each cost that it is made of, apart from what may be undone.
    fn inside<'a>(&'a self, visit: &mut dyn FnMut(&'a Cost)) {
        match self {
            Cost::Key { .. } | Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Solution(_) | Cost::Bindings(_) => {}
            Cost::Left { .. } | Cost::Undo { .. } | Cost::Call(..) => {}
            Cost::Times(_, inner) | Cost::Chosen(_, _, inner) => visit(inner),
            Cost::Each(_, ways) => ways.iter().for_each(|way| visit(&way.cost)),
            Cost::Sum(costs) | Cost::Either(costs) => costs.iter().for_each(visit),
            Cost::Between(low, high) => [low, high].into_iter().for_each(|end| visit(end)),
        }
    }

    /// One of some costs. Where they are of many parts and of keys alone, each of the keys is between how often it is in the
    /// least and in the greatest of them, whichever these are: else all that is done with costs grows with the ways to fail
    /// at one row of a table after another.
    pub fn one_of(costs: Vec<Cost>) -> Cost {
        let either = Cost::Either(costs.into());
        let counted = (either.parts(MANY_PARTS) >= MANY_PARTS).then(|| Tally::of(&either)).flatten();
        counted.map_or(either, Tally::cost)
    }

    /// The variant of a call, which may stand under choices.
    pub fn callee(&self) -> Option<VariantId> {
        match self {
            Cost::Call(variant, ..) => Some(*variant),
            Cost::Chosen(_, _, inner) => inner.callee(),
            _ => None,
        }
    }
}

/// A cost of so many parts is too much to keep apart.
const MANY_PARTS: usize = 256;

/// How often at least, and at most.
type Often = [u32; 2];

/// What costs of keys alone add up to.
#[derive(Clone, Default)]
struct Tally {
    keys: BTreeMap<Key, Often>,
    /// By their sizes.
    solutions: BTreeMap<Vec<Range>, Often>,
    undone: Often,
    left: u32,
    bindings: u32,
}

impl Tally {
    /// That of a cost; nothing where it depends on sizes or on what is called.
    fn of(cost: &Cost) -> Option<Tally> {
        let of_all = |costs: &[Cost]| costs.iter().map(Tally::of).collect::<Option<Vec<Tally>>>();
        let both = |[low, high]: Often, [more, most]: Often| [low.saturating_add(more), high.saturating_add(most)];
        let either = |[low, high]: Often, [less, most]: Often| [low.min(less), high.max(most)];
        let none = Tally::default;
        match cost {
            Cost::Key { key, low, high } => Some(Tally { keys: [(*key, [*low, *high])].into(), ..none() }),
            Cost::Solution(sizes) => Some(Tally { solutions: [(sizes.clone(), [1, 1])].into(), ..none() }),
            Cost::Bindings(bindings) => Some(Tally { bindings: *bindings, ..none() }),
            Cost::Left { high, calls } if calls.is_empty() => Some(Tally { left: *high, ..none() }),
            Cost::Undo { low, high, calls } if calls.is_empty() => Some(Tally { undone: [*low, *high], ..none() }),
            Cost::Sum(costs) => Some(of_all(costs)?.into_iter().fold(none(), |sum, of| sum.with(of, &both))),
            Cost::Either(costs) => of_all(costs)?.into_iter().reduce(|one, of| one.with(of, &either)),
            Cost::Chosen(splits, _, cost) => {
                let is_chosen = |size: &Expr| splits.iter().any(|split| size.mentions(&split.var));
                let depends = |size: &Range| size.low.iter().chain(&size.high).any(is_chosen);
                Tally::of(cost).filter(|of| !of.solutions.keys().flatten().any(depends))
            }
            _ => None,
        }
    }

    /// The same of two, one by one.
    fn with(self, other: Tally, joined: &dyn Fn(Often, Often) -> Often) -> Tally {
        let most = |one: u32, other: u32| joined([0, one], [0, other])[1];
        Tally {
            keys: each(self.keys, other.keys, joined),
            solutions: each(self.solutions, other.solutions, joined),
            undone: joined(self.undone, other.undone),
            left: most(self.left, other.left),
            bindings: most(self.bindings, other.bindings),
        }
    }

    fn cost(self) -> Cost {
        let keys = self.keys.into_iter().map(|(key, [low, high])| Cost::Key { key, low, high });
        let solutions = self.solutions.into_iter().flat_map(|(sizes, [low, high])| {
            let certain = Cost::Solution(sizes);
            let possible = Cost::Either([Cost::Sum([].into()), certain.clone()].into());
            [vec![certain; low as usize], vec![possible; (high - low) as usize]].concat()
        });
        let undone = (self.undone != [0, 0]).then(|| {
            let [low, high] = self.undone;
            Cost::Undo { low, high, calls: [].into() }
        });
        let left = (self.left > 0).then(|| Cost::Left { high: self.left, calls: [].into() });
        let bindings = (self.bindings > 0).then_some(Cost::Bindings(self.bindings));
        Cost::Sum(keys.chain(solutions).chain(undone).chain(left).chain(bindings).collect())
    }
}

/// How often each of them is there, with how often it is there in both.
fn each<T: Ord>(
    mut one: BTreeMap<T, Often>,
    mut other: BTreeMap<T, Often>,
    joined: &dyn Fn(Often, Often) -> Often,
) -> BTreeMap<T, Often> {
    for (item, often) in &mut one {
        *often = joined(*often, other.remove(item).unwrap_or_default());
    }
    one.extend(other.into_iter().map(|(item, often)| (item, joined([0, 0], often))));
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use wam::instr::key;

    /// One of two ways after another, each of all before: 2^64 in all.
    #[test]
    fn costs_of_many_parts_are_counted() {
        let [one, other] = [Key::STEP, key::Proceed::OK].map(Cost::once);
        let mut cost = Cost::Sum([].into());
        for _ in 0..64 {
            let with = |last: &Cost| Cost::Sum([cost.clone(), last.clone()].into());
            cost = Cost::one_of(vec![with(&one), with(&other)]);
        }
        assert!(cost.parts(usize::MAX) < 2 * MANY_PARTS);
        let counted = Tally::of(&cost).expect("it is of keys alone");
        assert_eq!(counted.keys, [(Key::STEP, [0, 64]), (key::Proceed::OK, [0, 64])].into());
    }
}
