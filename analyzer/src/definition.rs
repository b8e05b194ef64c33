//! The equation of a function, from the paths of its variant or from the assertion that vouches for it.
//!
//! In: a function. Out: a definition with a case a path: the path's condition on the sizes, and what it adds up to in the
//! wanted direction. Calls in it are of functions that may not be solved yet (see [`crate::equations`]).

use crate::assertion::{Assertion, size_variable};
use crate::bindings::MANY;
use crate::branches::once_a_run;
use crate::choices::{choose, over};
use crate::cost::{Cost, Extent, VariantId, Way};
use crate::equations::{BINDINGS, Equations, PROGRESS, nothing};
use crate::explore::{Outcome, Path};
use crate::functions::{Function, Places, ResourceId, What, optional, unknown};
use crate::leaving::about_used;
use crate::range::Range;
use crate::solutions::{one_of, sum_over};
use crate::spread::{by_solution, over_both};
use crate::state::Split;
use crate::types::Metric;
use solver::{Canonical, Case, Definition, Direction, Expr, FnName, Guard, Rational, Var};
use std::borrow::Cow;
use wam::cost::Key;

impl Equations<'_> {
    /// The equation of a function: a case a path.
    pub(crate) fn definition(&mut self, function: Function) -> Definition {
        let explorer = self.explorer;
        self.of_root = explorer.root == Some(function.variant);
        self.counts = match function.what {
            What::Cost(_, resource) => self.resources[resource.0 as usize].counts_in(explorer.owner(function.variant)),
            _ => true,
        };
        let paths = &explorer.paths[function.variant.0 as usize];
        let summary = &explorer.summaries[function.variant.0 as usize];
        let name = self.functions.name(function);
        if let Some(trust) = explorer.trusted.get(&function.variant) {
            return self.vouched(function, name, trust);
        }
        let params = self.parameters(function);
        let direction = function.direction;
        if !self.may_use(function) {
            return Definition { name, params, domain: Guard::always(), cases: vec![nothing()] };
        }
        if let Some(parts) = self.greatest_of(function) {
            let own = || params.iter().cloned().map(Expr::Var).collect();
            let case = |part: FnName| Case { guard: Guard::always(), rhs: Expr::call(part, own()) };
            let cases = parts.into_iter().map(case).collect();
            return Definition { name, params, domain: Guard::always(), cases };
        }
        if let Some(case) = self.by_what_is_used(function) {
            return Definition { name, params, domain: Guard::always(), cases: vec![case] };
        }
        let mut cases: Vec<(Guard, Expr)> = Vec::new();
        // What is added is in canonical form.
        let mut add = |guard: &Guard, splits: &[Split], rhs: Expr| {
            let Case { guard, rhs } = choose(splits, guard, rhs, direction);
            let guard = guard.project(&|var| params.contains(var));
            let is_same = |(_, other): &&(Guard, Expr)| *other == rhs;
            if !cases.iter().filter(is_same).any(|(known, _)| guard.implies_all(known)) {
                cases.retain(|(known, other)| *other != rhs || !known.implies_all(&guard));
                cases.push((guard, rhs));
            }
        };
        match function.what {
            What::Size(at) => {
                for (guard, splits, sizes) in &paths.exits {
                    let size = sizes.get(at as usize).cloned().unwrap_or_default();
                    add(guard, splits, end(&size, direction).simplify());
                }
            }
            What::Joint(places) => {
                for (guard, splits, sizes) in &paths.exits {
                    let of = |at: u16| end(sizes.get(at as usize).unwrap_or(&Range::unknown()), direction);
                    let sum = places.iter().map(of).fold(Expr::int(0), |sum, size| sum + size).simplify();
                    add(guard, splits, self.join(&sum).simplify());
                }
            }
            What::Moment(at, power) => {
                let natural = self.is_natural_size(function.variant, at);
                for path in paths.all.iter().filter(|path| matches!(path.outcome, Outcome::Finished(_))) {
                    let rhs = self.moment(&path.cost, (at, power), natural, direction);
                    add(&path.guard, &path.splits, rhs.simplify());
                }
            }
            What::Solutions => {
                let several = summary.leaves_choice;
                for path in if several { &paths.all } else { &paths.first } {
                    let rhs = match &path.outcome {
                        Outcome::Finished(solutions) => end(solutions, direction).simplify(),
                        Outcome::Success(_) => Expr::int(1),
                        Outcome::Failure => Expr::int(0),
                        Outcome::Stuck(_) | Outcome::Raises => continue,
                    };
                    add(&path.guard, &path.splits, rhs);
                }
            }
            What::Cost(..) | What::Then(..) | What::Leaving(..) => {
                let (extent, resource, sequel) = match function.what {
                    What::Cost(extent, resource) => (extent, resource, None),
                    What::Then(sequel, resource) => (Extent::Success, resource, Some(sequel)),
                    What::Leaving(_, resource) => (Extent::Success, resource, None),
                    What::Size(_) | What::Joint(..) | What::Moment(..) | What::Solutions => {
                        unreachable!("it is no cost")
                    }
                };
                let of_extent = |path: &&Path| match (extent, &path.outcome) {
                    (Extent::Prefix, _) => true,
                    (_, Outcome::Stuck(_) | Outcome::Raises) => resource == PROGRESS,
                    (Extent::Success, outcome) => matches!(outcome, Outcome::Success(_)),
                    (Extent::Failure, outcome) => *outcome == Outcome::Failure,
                    (Extent::Either | Extent::All, _) => true,
                };
                let all = matches!(extent, Extent::All | Extent::Prefix) && summary.leaves_choice;
                let paths = if all { &paths.all } else { &paths.first };
                let paths: Vec<&Path> = paths.iter().filter(of_extent).collect();
                let foreseen = match direction == Direction::Upper && self.weighs_surprises(resource) {
                    true => once_a_run(function.variant, &paths),
                    false => None,
                };
                for (at, path) in paths.into_iter().enumerate() {
                    let cost = foreseen.as_ref().map_or(&path.cost, |costs| &costs[at]);
                    let ended = match extent {
                        Extent::Either => Cow::Owned(cost.either()),
                        Extent::Prefix => Cow::Owned(cost.prefix(&|callee| self.raising[callee.0 as usize])),
                        Extent::Success | Extent::Failure | Extent::All => Cow::Borrowed(cost),
                    };
                    let mut rhs = match (extent, direction) {
                        (Extent::Prefix, Direction::Lower) => Canonical::zero(),
                        (_, Direction::Upper) if resource == PROGRESS && self.leaving_some.contains(&function) => {
                            self.depth_of_calls(function, &ended)
                        }
                        _ => self.cost(&ended, resource, direction),
                    };
                    if let (Some(sequel), Outcome::Success(sizes)) = (sequel, &path.outcome) {
                        rhs = rhs.plus(Canonical::of(&self.following(sequel, sizes)));
                    }
                    if let Some(left) = self.looks_at_left(function) {
                        let (guard, splits, rhs) = self.with_left(function.variant, path, cost, rhs.into_expr(), left);
                        add(&guard, &splits, rhs);
                        continue;
                    }
                    let rhs = match extent {
                        Extent::Prefix => rhs.into_expr(),
                        _ => self.with_sequels(function, cost, &path.splits, rhs.into_expr()),
                    };
                    add(&path.guard, &path.splits, rhs);
                }
            }
        }
        if let What::Leaving(..) = function.what {
            cases.iter_mut().for_each(|(guard, _)| *guard = about_used(guard));
            cases.dedup();
        }
        let cases = cases.into_iter().map(|(guard, rhs)| Case { guard, rhs }).collect();
        Definition { name, params, domain: Guard::always(), cases }
    }

    /// Whether a function may be of more than nothing: a variant that leads to no clause of the predicate whose clauses alone use
    /// a resource, and of which all is known, uses none of it.
    fn may_use(&self, function: Function) -> bool {
        let What::Cost(_, resource) = function.what else { return true };
        let weights = &self.resources[resource.0 as usize];
        let may = |at: usize| {
            weights.counts_in(self.explorer.owner(VariantId(at as u32))) || !self.explorer.paths[at].unknown.is_empty()
        };
        let own = function.variant.0 as usize;
        let reached = &self.reach()[own];
        may(own) || (0..reached.len()).any(|at| reached[at] && may(at))
    }

    /// Whether branches that are not foreseen use some of a resource.
    fn weighs_surprises(&self, resource: ResourceId) -> bool {
        let weights = &self.resources[resource.0 as usize];
        Key::MISSED.iter().any(|&key| !weights.of(key).is_zero())
    }

    /// A sum in which the sizes of results of one call become their joint size.
    fn join(&mut self, sum: &Expr) -> Expr {
        let Expr::Add(terms) = sum else { return sum.clone() };
        let mut terms = terms.clone();
        let size_of = |this: &Self, term: &Expr| {
            let Expr::Call(name, args) = term else { return None };
            let Function { variant, what, direction } = this.functions.find(name)?;
            let places = match what {
                What::Size(at) => Places::of(&[at.into()])?,
                What::Joint(places) => places,
                _ => return None,
            };
            Some((variant, places, direction, args.clone()))
        };
        'pairs: loop {
            for first in 0..terms.len() {
                let Some((variant, a, direction, args)) = size_of(self, &terms[first]) else { continue };
                for second in first + 1..terms.len() {
                    let Some((other, b, _, other_args)) = size_of(self, &terms[second]) else { continue };
                    if let Some(both) = a.with(b).filter(|_| variant == other && args == other_args) {
                        let what = What::Joint(both);
                        terms[first] = Expr::call(self.functions.name(Function { variant, what, direction }), args);
                        terms.remove(second);
                        continue 'pairs;
                    }
                }
            }
            return Expr::Add(terms);
        }
    }

    /// The equation of a trusted function: what its assertion says.
    fn vouched(&self, function: Function, name: FnName, trust: &Assertion) -> Definition {
        let variant = &self.explorer.variants[function.variant.0 as usize];
        let places = variant.pattern.iter().enumerate().flat_map(|(at, of)| vec![at; of.metrics().len()]);
        let named: Vec<(Var, Expr)> = places
            .zip(&variant.params)
            .map(|(at, (var, metric))| (Var::new(size_variable(at, *metric)), Expr::Var(var.clone())))
            .collect();
        let upper = function.direction == Direction::Upper;
        let claimed = match function.what {
            What::Solutions => match (upper, trust.is_det) {
                (true, true) => Some(Expr::int(1)),
                (true, false) => trust.solutions.map(Expr::int),
                (false, _) => Some(Expr::int(i64::from(trust.not_fails))),
            },
            What::Cost(..) if !self.counts => Some(Expr::int(0)),
            What::Cost(_, resource) => {
                let weights = &self.resources[resource.0 as usize];
                if resource == PROGRESS && upper {
                    // Who vouches for what a call costs vouches for its end.
                    let ends = trust.costs.iter().any(|(side, ..)| *side == Direction::Upper);
                    let rhs = if ends { Expr::int(1) } else { self.fallback(function) };
                    let params = variant.params.iter().map(|(var, _)| var.clone()).collect();
                    return Definition {
                        name,
                        params,
                        domain: Guard::always(),
                        cases: vec![Case { guard: Guard::always(), rhs }],
                    };
                }
                let claim =
                    trust.costs.iter().find(|(side, of, _)| *side == function.direction && of == weights.name());
                // Times are asserted in nanoseconds and counted in picoseconds.
                let scale = Expr::int(if weights.name() == "time" { 1000 } else { 1 });
                claim.map(|(_, _, cost)| cost.clone() * scale)
            }
            What::Joint(..) | What::Moment(..) | What::Then(..) | What::Leaving(..) => None,
            What::Size(at) => {
                let places = trust.success.iter().enumerate();
                let metrics: Vec<(usize, Metric)> =
                    places.flat_map(|(at, of)| of.metrics().into_iter().map(move |metric| (at, metric))).collect();
                metrics.get(at as usize).and_then(|&(argument, metric)| {
                    let same = |(side, at, of, _): &&(Direction, usize, Metric, Expr)| {
                        *side == function.direction && *at == argument && *of == metric
                    };
                    trust.sizes.iter().find(same).map(|(_, _, _, size)| size.clone())
                })
            }
        };
        let Some(rhs) = claimed else { return self.unclaimed(function, name) };
        let rhs = rhs.subst_all(&named).simplify();
        let params = variant.params.iter().map(|(var, _)| var.clone()).collect();
        Definition { name, params, domain: Guard::always(), cases: vec![Case { guard: Guard::always(), rhs }] }
    }

    /// The equation of a trusted function of which its assertion says nothing.
    fn unclaimed(&self, function: Function, name: FnName) -> Definition {
        let params = self.explorer.variants[function.variant.0 as usize].params.iter().map(|(var, _)| var.clone());
        let rhs = self.fallback(function);
        let cases = vec![Case { guard: Guard::always(), rhs }];
        Definition { name, params: params.collect(), domain: Guard::always(), cases }
    }

    /// A cost in its canonical form: so much of a resource, in a direction.
    pub(crate) fn cost(&mut self, cost: &Cost, resource: ResourceId, direction: Direction) -> Canonical {
        let upper = direction == Direction::Upper;
        let weight = |this: &Self, key: Key| match this.counts || resource == BINDINGS {
            true => this.resources[resource.0 as usize].of(key).clone(),
            false => Rational::ZERO,
        };
        match cost {
            Cost::Key { key, low, high } => {
                let times = Rational::from(i64::from(if upper { *high } else { *low }));
                Canonical::number(weight(self, *key) * times)
            }
            Cost::Units(key, units) => units_of(weight(self, *key), units, direction),
            Cost::UnitsOfOne(lists, units) => {
                let sum =
                    |keys: &&[Key]| keys.iter().map(|&key| weight(self, key)).fold(Rational::ZERO, |a, b| &a + &b);
                let weights = lists.iter().map(sum);
                let weight = if upper { weights.max() } else { weights.min() };
                units_of(weight.unwrap_or(Rational::ZERO), units, direction)
            }
            Cost::Call(_, _, Extent::Prefix) if !upper => Canonical::zero(),
            Cost::Call(variant, sizes, extent) => {
                let what = What::Cost(*extent, resource);
                Canonical::of(&self.functions.call(Function { variant: *variant, what, direction }, sizes))
            }
            Cost::Times(count, each) => match self.cost(each, resource, direction) {
                none if none.is_zero() => none,
                each => Canonical::of(&end(count, direction)).times(each),
            },
            Cost::Each(of, ways) => {
                let each = |way: &Way| (way.guard.clone(), self.cost(&way.cost, resource, direction).into_expr());
                let any = sum_over(of, ways.iter().map(each).collect(), direction);
                let chosen: Vec<_> = ways.iter().map(|way| by_solution(of, way)).collect();
                if chosen.iter().all(Option::is_none) {
                    return any;
                }
                let by_size = ways.iter().zip(chosen).map(|(way, of_solution)| {
                    let (way, chosen) = of_solution.unwrap_or_else(|| (way.clone(), Vec::new()));
                    let value = self.cost(&way.cost, resource, direction).into_expr();
                    (way.guard.subst_all(&chosen), value.subst_all(&chosen).simplify())
                });
                let by_size = sum_over(of, by_size.collect(), direction);
                Canonical::again(over_both(by_size.into_expr(), any.into_expr()))
            }
            Cost::Bindings(most) if upper => {
                let each = match self.counts || resource == BINDINGS {
                    true => self.resources[resource.0 as usize].binding().clone(),
                    false => Rational::ZERO,
                };
                match *most {
                    _ if each.is_zero() => Canonical::zero(),
                    most if most >= MANY => Canonical::of(&Expr::Var(unknown())),
                    most => Canonical::number(each * Rational::from(i64::from(most))),
                }
            }
            Cost::Solution(_) | Cost::Bindings(_) => Canonical::zero(),
            Cost::Chosen(splits, guard, cost) => {
                let value = self.cost(cost, resource, direction).into_expr();
                Canonical::again(over(splits, guard, value, direction))
            }
            Cost::Sum(costs) => {
                let each = |sum: Canonical, cost| sum.plus(self.cost(cost, resource, direction));
                costs.iter().fold(Canonical::zero(), each)
            }
            Cost::Either(costs) => one_of(costs.iter().map(|cost| self.cost(cost, resource, direction)), direction),
            Cost::Between(low, high) => self.cost(if upper { high } else { low }, resource, direction),
            Cost::Left { high, calls } => {
                let weight = weight(self, Key::UNDO);
                if weight.is_zero() || !upper || !self.of_root {
                    return Canonical::zero();
                }
                if *high >= u32::MAX / 2 {
                    return Canonical::of(&Expr::Var(unknown()));
                }
                let own = self.explorer.root.is_some_and(|root| self.explorer.drops(root));
                let leaves = |call: &&Cost| call.callee().is_some_and(|callee| own || self.leaving[callee.0 as usize]);
                let calls: Vec<Cost> = calls.iter().filter(leaves).cloned().collect();
                let entries = self.bindings(&calls, direction).plus(Canonical::number(i64::from(*high).into()));
                Canonical::number(weight).times(entries)
            }
            Cost::Undo { low, high, calls } => {
                let weight = weight(self, Key::UNDO);
                if weight.is_zero() {
                    return Canonical::zero();
                }
                let entries = match (upper, *high) {
                    (false, _) => Canonical::number(i64::from(*low).into()),
                    (true, high) if high >= u32::MAX / 2 => Canonical::of(&Expr::Var(unknown())),
                    (true, high) => self.bindings(calls, direction).plus(Canonical::number(i64::from(high).into())),
                };
                Canonical::number(weight).times(entries)
            }
        }
    }

    /// How many variables calls may bind; some of them may not be made.
    fn bindings(&mut self, calls: &[Cost], direction: Direction) -> Canonical {
        let made = |sum: Canonical, call| {
            let call = Expr::call(optional(), vec![self.cost(call, BINDINGS, direction).into_expr()]);
            sum.plus(Canonical::again(call))
        };
        calls.iter().fold(Canonical::zero(), made)
    }
}

/// A weight for each unit.
fn units_of(weight: Rational, units: &Range, direction: Direction) -> Canonical {
    match weight.is_zero() {
        true => Canonical::zero(),
        false => Canonical::number(weight).times(Canonical::of(&end(units, direction))),
    }
}

/// An end of a range; the unknown variable where it is not known.
fn end(range: &Range, direction: Direction) -> Expr {
    let side = if direction == Direction::Upper { &range.high } else { &range.low };
    side.clone().unwrap_or_else(|| Expr::Var(unknown()))
}
