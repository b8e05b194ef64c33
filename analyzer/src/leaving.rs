//! What a call costs by what it leaves: `term(T, Cs, Rest)` goes through the codes that are in `Cs` and not in `Rest`.
//!
//! In: the equation of a path in which calls get what earlier ones leave, as rules of a grammar do. Out: one in which each
//! earlier call *uses* a part of what it gets, which is chosen, and costs what it does where it uses just that: so much less than
//! the most that it may leave. So the parts of a list that rules go through add up to the whole of it, also where they call each
//! other: a bound of each by itself would have every one of them go through all that there is.
//!
//! Only upper bounds are asked for so, where one of a recursion leaves something to wish for (see `followed.rs`), and only of
//! calls up to their first solution. What a function of what is used says does not depend on what is given: its cases hold of
//! any that leaves room for what is used. All that call each other are bounded together, by linear programs: a bound that rises
//! with what is used is a potential of what is left (Hofmann and Jost 2003).

use crate::apply::actual;
use crate::choices::choose;
use crate::cost::{Cost, Extent, VariantId};
use crate::equations::{Equations, PROGRESS};
use crate::explore::{Outcome, Path};
use crate::functions::{Function, ResourceId, What, argument, between};
use crate::range::Range;
use crate::sequels::{single_calls, stands_in};
use crate::solutions::{has_sums, least_sizes, plain, unmarked};
use crate::state::Split;
use crate::system::{map_calls, without_exact_ranges};
use solver::{Case, Constraint, Direction, Expr, Guard, Linear, Var, put};
use std::sync::LazyLock;

/// The parameter for how much less is left than might be.
pub(crate) fn used() -> Var {
    static USED: LazyLock<Var> = LazyLock::new(|| Var::new("used"));
    USED.clone()
}

/// What a call leaves: how it stands in an expression, from below and from above, and its value.
struct Left {
    low: Expr,
    high: Expr,
    value: Expr,
}

/// A condition without what it says of anything but what is used: from above it may hold of more.
pub(crate) fn about_used(guard: &Guard) -> Guard {
    let is_about = |constraint: &Constraint| constraint.form().terms.keys().all(|var| *var == used());
    Guard::of(&guard.constraints().into_iter().filter(is_about).collect::<Vec<_>>())
}

/// A path as its calls leave something.
struct Way {
    guard: Guard,
    splits: Vec<Split>,
    value: Expr,
    /// The size at the solution, where it counts.
    out: Option<Range>,
    known: Vec<Left>,
}

/// What a size is, that is no less than a number either.
fn above_number(low: &Expr) -> &Expr {
    match low {
        Expr::Max(es) if let [Expr::Num(_), form] | [form, Expr::Num(_)] = es.as_slice() => form,
        low => low,
    }
}

impl Left {
    /// An expression of which the ends are those of a form of what is left, as that form.
    fn exactly(&self, low: &Expr, high: &Expr) -> Option<Expr> {
        let form = above_number(low);
        let same = stands_in(&self.low, form) && put(form, &self.low, &self.high).simplify() == *high;
        same.then(|| put(form, &self.low, &self.value).simplify())
    }

    fn put_in(&self, expr: &Expr) -> Expr {
        let expr = map_calls(expr, &mut |name, args| {
            if *name == between() { self.exactly(&args[0], &args[1]) } else { None }
        });
        let put_in = [&self.low, &self.high].into_iter().fold(expr, |expr, end| put(&expr, end, &self.value));
        without_exact_ranges(&put_in.simplify()).simplify()
    }
}

impl Way {
    fn with_known(&self, expr: &Expr) -> Expr {
        self.known.iter().fold(expr.clone(), |expr, left| left.put_in(&expr))
    }

    /// Whether something stands in what the path costs besides a call of it, and whether in the size at its solution.
    fn uses(&self, part: &dyn Fn(&Expr) -> bool, call: &Expr) -> (bool, bool) {
        let in_out = self.out.iter().flat_map(|out| out.low.iter().chain(&out.high)).any(part);
        (in_out || terms(&self.value).iter().any(|term| term != call && part(term)), in_out)
    }

    fn set(&mut self, left: Left) {
        self.value = left.put_in(&self.value);
        self.out = self.out.take().map(|out| match (&out.low, &out.high) {
            (Some(low), Some(high)) if let Some(exact) = left.exactly(low, high) => Range::exact(exact),
            _ => Range { low: out.low.map(|low| left.put_in(&low)), high: out.high.map(|high| left.put_in(&high)) },
        });
        self.known.push(left);
    }
}

fn terms(value: &Expr) -> &[Expr] {
    match value {
        Expr::Add(terms) => terms,
        value => std::slice::from_ref(value),
    }
}

impl Equations<'_> {
    /// Whether the equation of a function is made with what calls leave.
    pub(crate) fn leaves(&self, of: &Function) -> bool {
        matches!(of.what, What::Leaving(..)) || self.leaving_some.contains(of)
    }

    /// Whether the equation of a function is made with what calls leave: of which resource, and which size its own call leaves.
    pub(crate) fn looks_at_left(&self, of: Function) -> Option<(Option<u16>, ResourceId)> {
        match of.what {
            What::Leaving(at, resource) => Some((Some(at), resource)),
            What::Cost(_, resource) if resource != PROGRESS && self.leaving_some.contains(&of) => {
                Some((None, resource))
            }
            _ => None,
        }
    }

    /// What a variant costs up to a solution, where that is asked for by what it leaves: the most, whatever it uses.
    pub(crate) fn by_what_is_used(&mut self, of: Function) -> Option<Case> {
        let What::Cost(Extent::Success, resource) = of.what else { return None };
        let (variant, direction) = (of.variant, Direction::Upper);
        if resource == PROGRESS || self.by_paths || !self.leaving_some.contains(&of) {
            return None;
        }
        let at = self.place_left(variant)?;
        let most = self.most_left(variant, at)?.plus(&Linear::constant(self.least_left(variant, at)?), -1)?;
        let leaving = self.functions.name(Function { variant, what: What::Leaving(at, resource), direction });
        let guard = self.domain_of_left(variant, at);
        let value = Expr::call(leaving, self.parameters(of).into_iter().chain([used()]).map(Expr::Var).collect());
        let split = Split { var: used(), low: Expr::int(0), high: most.to_expr(), of: None };
        Some(choose(&[split], &guard, value, direction))
    }

    /// A path with what its calls leave as choices: its condition, choices and value.
    pub(crate) fn with_left(
        &mut self,
        variant: VariantId,
        path: &Path,
        cost: &Cost,
        value: Expr,
        (own, resource): (Option<u16>, ResourceId),
    ) -> (Guard, Vec<Split>, Expr) {
        let out = match (own, &path.outcome) {
            (Some(at), Outcome::Success(sizes)) => Some(sizes.get(at as usize).map(unmarked).unwrap_or_default()),
            _ => None,
        };
        let value = map_calls(&value, &mut |name, args| plain(name, args)).simplify();
        let (guard, splits) = (path.guard.clone(), path.splits.clone());
        let mut way = Way { guard, splits, value, out, known: Vec::new() };
        if !has_sums(&way.value) {
            for (callee, sizes) in single_calls(cost) {
                self.leave(resource, callee, sizes, &mut way);
            }
        }
        if let (Some(at), Some(out)) = (own, way.out)
            && let Some(most) = self.most_left(variant, at)
        {
            let rest = most.plus(&Linear::var(&used()), -1);
            let less = |a: Option<&Linear>, b: Option<&Linear>| b?.plus(a?, -1);
            let end = |end: &Option<Expr>| end.as_ref().and_then(Linear::of);
            let from = less(end(&out.low).as_ref(), rest.as_ref());
            let to = less(rest.as_ref(), end(&out.high).as_ref());
            way.guard = from.into_iter().chain(to).fold(way.guard, Guard::with).both(&self.domain_of_left(variant, at));
        }
        (way.guard, way.splits, way.value)
    }

    /// A call of a path as one that leaves a size, where something that follows depends on that.
    fn leave(&mut self, resource: ResourceId, callee: VariantId, sizes: &[Range], way: &mut Way) {
        let direction = Direction::Upper;
        let sizes: Vec<Range> = sizes.iter().map(unmarked).collect();
        let args: Vec<Expr> = sizes.iter().map(|size| way.with_known(&argument(size).simplify())).collect();
        let what = What::Cost(Extent::Success, resource);
        let call = Expr::call(self.functions.name(Function { variant: callee, what, direction }), args.clone());
        let is_known = self.explorer.paths[callee.0 as usize].unknown.is_empty();
        if !is_known || self.explorer.trusted.contains_key(&callee) || !terms(&way.value).contains(&call) {
            return;
        }
        // What is left is a choice of the path already where it is one of two sizes that add up.
        let shared = way.splits.iter().find_map(|split| {
            let of = split.of.as_ref().filter(|of| of.callee == callee && of.sizes == sizes)?;
            let chosen = Expr::Var(split.var.clone());
            Some((of.place, of.other, chosen, way.with_known(&of.sum)))
        });
        let mut found: Option<(bool, u16)> = None;
        for at in self.places_left(callee) {
            let results = self.results(callee, at, &args);
            let chosen = shared.as_ref().filter(|(place, other, ..)| [*place, *other].contains(&at));
            let part = |e: &Expr| {
                chosen.is_some_and(|(_, _, chosen, _)| stands_in(chosen, e))
                    || results.iter().any(|result| stands_in(result, e))
            };
            let (is_used, in_out) = way.uses(&part, &call);
            // The last one is most likely what is left.
            let is_better = found.is_none_or(|(known, _)| in_out >= known);
            if is_used && is_better && !self.is_simple(callee, at) && self.most_left(callee, at).is_some() {
                found = Some((in_out, at));
            }
        }
        let Some((_, at)) = found else { return };
        let Some((least, most)) = self.range_left(callee, at, &args) else { return };
        let [low, high] = self.results(callee, at, &args);
        let part = Var::new(format!("used{}", way.known.len() + 1));
        let value = (most.clone() - Expr::Var(part.clone())).simplify();
        let used = Split { var: part.clone(), low: Expr::int(0), high: (most - least).simplify(), of: None };
        let left = match shared {
            Some((place, _, chosen, _)) if place == at => Left { low: chosen.clone(), high: chosen, value },
            Some((_, other, chosen, sum)) if other == at => {
                Left { low: chosen.clone(), high: chosen, value: (sum - value).simplify() }
            }
            _ => Left { low, high, value },
        };
        match (&left.high, Linear::of(&left.value)) {
            // The choice is the same as what is used, which is chosen before.
            (Expr::Var(chosen), Some(value)) => {
                let at = way.splits.iter().position(|split| split.var == *chosen).unwrap_or(0);
                way.splits.insert(at, used);
                let own = Linear::var(chosen);
                let both = [own.plus(&value, -1), value.plus(&own, -1)];
                way.guard = both.into_iter().flatten().fold(std::mem::take(&mut way.guard), Guard::with);
            }
            _ => way.splits.push(used),
        }
        let leaving = Function { variant: callee, what: What::Leaving(at, resource), direction };
        let args = args.into_iter().chain([Expr::Var(part)]).collect();
        way.value = put(&way.value, &call, &Expr::call(self.functions.name(leaving), args)).simplify();
        way.set(left);
    }

    /// The places of sizes that a call may leave: natural ones of its results.
    fn places_left(&self, variant: VariantId) -> Vec<u16> {
        let success = self.explorer.summaries[variant.0 as usize].success().unwrap_or_default();
        let pattern = &self.explorer.variants[variant.0 as usize].pattern;
        let sizes = success.iter().zip(pattern).flat_map(|(of, before)| {
            least_sizes(of).into_iter().map(move |least| least.is_some_and(|least| least >= 0) && !before.is_ground())
        });
        (0..).zip(sizes).filter_map(|(at, counts)| counts.then_some(at)).collect()
    }

    /// The last of them of which it is not known exactly how much it is, but at most.
    pub(crate) fn place_left(&mut self, variant: VariantId) -> Option<u16> {
        let mut places = self.places_left(variant).into_iter().rev();
        places.find(|&at| !self.is_simple(variant, at) && self.most_left(variant, at).is_some())
    }

    /// The calls that stand for a size that a call gives, from both sides.
    fn results(&mut self, callee: VariantId, at: u16, args: &[Expr]) -> [Expr; 2] {
        [Direction::Lower, Direction::Upper].map(|direction| {
            let name = self.functions.name(Function { variant: callee, what: What::Size(at), direction });
            Expr::call(name, args.to_vec())
        })
    }

    /// The most that a call leaves, where that is a linear function of what it gets.
    pub(crate) fn most_left(&mut self, callee: VariantId, at: u16) -> Option<Linear> {
        let what = What::Size(at);
        self.solve_derivations(Function { variant: callee, what, direction: Direction::Upper });
        self.known_left(callee, at, Direction::Upper)
    }

    fn known_left(&self, callee: VariantId, at: u16, direction: Direction) -> Option<Linear> {
        let what = What::Size(at);
        Linear::of(self.solved.get(&Function { variant: callee, what, direction })?.total.as_ref()?)
    }

    /// From where to where a call leaves something, where it is known exactly what it gets.
    fn range_left(&mut self, callee: VariantId, at: u16, args: &[Expr]) -> Option<(Expr, Expr)> {
        let most = self.most_left(callee, at)?;
        let size = Function { variant: callee, what: What::Size(at), direction: Direction::Upper };
        let known = self.exact(size, args);
        let most = actual(&most, &known)?;
        let least = self.known_left(callee, at, Direction::Lower).and_then(|least| actual(&least, &known));
        Some((least.unwrap_or(Expr::int(self.least_left(callee, at)?)), most))
    }

    pub(crate) fn least_left(&self, variant: VariantId, at: u16) -> Option<i64> {
        let success = self.explorer.summaries[variant.0 as usize].success()?;
        success.iter().flat_map(least_sizes).nth(at as usize)?
    }

    /// How much less a call may leave than the most.
    pub(crate) fn domain_of_left(&self, variant: VariantId, at: u16) -> Guard {
        let own = Linear::var(&used());
        let most = self.known_left(variant, at, Direction::Upper);
        let least = self.least_left(variant, at).map(Linear::constant);
        let to = most.zip(least).and_then(|(most, least)| most.plus(&least, -1)?.plus(&own, -1));
        to.into_iter().chain([own]).fold(Guard::always(), Guard::with)
    }

    /// Whether what calls leave is looked at: of what costs something in a recursion, with a bound that leaves something to
    /// wish for.
    pub(crate) fn is_left_open(&self, function: &Function) -> bool {
        let at = function.variant.0 as usize;
        let Function { what: What::Cost(extent, resource), direction: Direction::Upper, .. } = *function else {
            return false;
        };
        let Some(solved) = self.solved.get(function) else { return false };
        let is_open = match resource {
            PROGRESS => solved.total.is_none(),
            _ => solved.total.as_ref().is_none_or(|total| Linear::of(total).is_none()),
        };
        is_open
            && extent != Extent::Prefix
            && !self.explorer.trusted.contains_key(&function.variant)
            && self.reach()[at][at]
    }
}
