//! Costs of paths as trees over counts, calls and multiplicities, before they become equations.
//!
//! Each node stands for a lower and an upper number of executions per cost key; [`crate::equations`] turns a tree into
//! an expression for one resource and one direction.

use crate::range::Range;
use crate::state::Split;
use solver::Guard;
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
            Cost::Call(..) | Cost::Solution(_) | Cost::Bindings(_) => {}
            Cost::Times(_, inner) | Cost::Chosen(_, _, inner) => inner.keys(visit),
            Cost::Each(_, ways) => ways.iter().for_each(|way| way.cost.keys(visit)),
            Cost::Sum(costs) | Cost::Either(costs) => costs.iter().for_each(|cost| cost.keys(visit)),
            Cost::Between(low, high) => {
                low.keys(visit);
                high.keys(visit);
            }
            Cost::Left { .. } | Cost::Undo { .. } => visit(Key::UNDO),
        }
    }

    /// Calls `visit` for every call in the tree. Those whose bindings are undone or left stand in it by themselves, too.
    pub fn calls<'a>(&'a self, visit: &mut dyn FnMut(&'a Cost)) {
        match self {
            Cost::Key { .. } | Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Solution(_) | Cost::Bindings(_) => {}
            Cost::Left { .. } | Cost::Undo { .. } => {}
            Cost::Call(..) => visit(self),
            Cost::Times(_, inner) | Cost::Chosen(_, _, inner) => inner.calls(visit),
            Cost::Each(_, ways) => ways.iter().for_each(|way| way.cost.calls(visit)),
            Cost::Sum(costs) | Cost::Either(costs) => costs.iter().for_each(|cost| cost.calls(visit)),
            Cost::Between(low, high) => {
                low.calls(visit);
                high.calls(visit);
            }
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

    /// The variant of a call, which may stand under choices.
    pub fn callee(&self) -> Option<VariantId> {
        match self {
            Cost::Call(variant, ..) => Some(*variant),
            Cost::Chosen(_, _, inner) => inner.callee(),
            _ => None,
        }
    }
}
