//! Sums over the solutions of a call: what comes after a generator comes once for each of its solutions, with their sizes.
//!
//! In: a cost, a number or a size for one solution, in which the sizes of the solution are known by a mark. Out: its sum over
//! all solutions. Where it is a polynomial in these sizes, that is made of the sums of their powers
//! ([`What::Moment`]), which have equations as numbers of solutions have: `upto(I, N, J)` gives I once and what
//! `upto(I + 1, N, J)` gives. Else each solution has the worst sizes, so many times as there are solutions.
//!
//! In an exploration the size at a solution has a name, so that what comes after it can put conditions on it. Outside of
//! that it is a call, `solution(mark, place, size)`, which stands for the size where nobody sums. A sum is a call
//! until the functions in it are solved: `each(variant, mark, some only, count, cases, sizes...)`, with a case for each way to go on,
//! `when(value, conditions...)`.

use crate::choices::{filled, made};
use crate::cost::{Solutions, VariantId};
use crate::equations::Equations;
use crate::functions::{Function, Functions, What, argument, between, ends, unknown};
use crate::hiding::{limit, nearer};
use crate::moments::powers;
use crate::range::Range;
use crate::spread::{Ends, over_both};
use crate::state::State;
use crate::system::map_calls;
use crate::types::{Metric, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Canonical, Case, Constraint, Definition, Direction, Expr, FnName, Guard, Linear, Relation, Var};

/// The name of the function that stands for a size of a solution.
const SOLUTION: &str = "solution";
/// That of the cases of what is summed.
const CASES: &str = "cases";

/// That of one case: its value, then its conditions.
const CASE: &str = "when";

/// The name of the function that stands for a sum over solutions.
fn each(direction: Direction) -> &'static str {
    if direction == Direction::Upper { "each_ub" } else { "each_lb" }
}

/// The place of the number of solutions among the arguments of a sum.
pub(crate) const COUNT: usize = 3;

/// From which side a sum over solutions is bounded, where a function stands for one.
pub(crate) fn summed_direction(name: &FnName) -> Option<Direction> {
    [Direction::Upper, Direction::Lower].into_iter().find(|side| name.as_str() == each(*side))
}

/// Whether an argument of a function is a condition on the sizes of a solution.
pub(crate) fn is_condition_of(name: &FnName, at: usize) -> bool {
    name.as_str() == CASE && at > 0
}

/// How the names of sizes at solutions begin: they are names of values that are not known.
const SIZE: &str = "_es";

/// The size at a place of a solution, of any one.
pub(crate) fn size_var(mark: u32, place: usize) -> Var {
    Var::new(format!("{SIZE}{mark}_{place}"))
}

/// The mark and the place of a size at a solution.
pub(crate) fn size_at(var: &Var) -> Option<(u32, usize)> {
    let (mark, place) = var.as_str().strip_prefix(SIZE)?.split_once('_')?;
    Some((mark.parse().ok()?, place.parse().ok()?))
}

/// Whether a variable is the size at a solution.
pub(crate) fn is_size_var(var: &Var) -> bool {
    size_at(var).is_some()
}

/// Whether an expression names a size of the solution of a mark.
fn names_place(expr: &Expr, mark: u32) -> bool {
    match expr {
        Expr::Var(var) => size_at(var).is_some_and(|(of, _)| of == mark),
        _ => expr.children().any(|child| names_place(child, mark)),
    }
}

/// The places of the solution of a mark whose sizes an expression names.
pub(crate) fn named_places(expr: &Expr, mark: u32) -> Vec<usize> {
    let own = |var: &Var| size_at(var).and_then(|(of, place)| (of == mark).then_some(place));
    expr.vars().iter().filter_map(own).collect()
}

/// The size at a place of a solution gets a name, by its mark.
pub(crate) fn marked(state: &mut State, size: Range, mark: u32, place: usize, least: Option<i64>) -> Range {
    let known = |side: Expr| Expr::call(SOLUTION, vec![Expr::int(mark.into()), Expr::int(place as i64), side]);
    let known = Range { low: size.low.map(known), high: size.high.map(known) };
    state.name_size(size_var(mark, place), known, least)
}

/// A size without its marks.
pub(crate) fn unmarked(size: &Range) -> Range {
    let plain = |side: &Expr| match side.has_call() {
        true => map_calls(side, &mut |name, args| plain(name, args)).simplify(),
        false => side.clone(),
    };
    Range { low: size.low.as_ref().map(plain), high: size.high.as_ref().map(plain) }
}

/// An expression in which the sizes of a mark have names: they are those of one solution, both ends are the same.
pub(crate) fn resolved(expr: &Expr, mark: u32) -> Expr {
    let own = Expr::int(mark.into());
    let name = |name: &FnName, args: &[Expr]| {
        if *name == between() && args[0] == args[1] {
            return Some(args[0].clone());
        }
        let place = (name.as_str() == SOLUTION && args[0] == own).then(|| args[1].as_num()?.to_i64())??;
        Some(Expr::Var(size_var(mark, place as usize)))
    };
    if mentions_mark(expr, &own) { map_calls(expr, &mut |f, args| name(f, args)).simplify() } else { expr.clone() }
}

fn mentions_mark(expr: &Expr, mark: &Expr) -> bool {
    matches!(expr, Expr::Call(name, args) if name.as_str() == SOLUTION && args[0] == *mark)
        || expr.children().any(|child| mentions_mark(child, mark))
}

pub(crate) fn resolved_range(range: &Range, marks: &[u32]) -> Range {
    let side = |side: &Option<Expr>| side.as_ref().map(|e| marks.iter().fold(e.clone(), |e, &mark| resolved(&e, mark)));
    Range { low: side(&range.low), high: side(&range.high) }
}

/// What comes once for each solution, on one of some ways, each in canonical form, summed up.
pub(crate) fn sum_over(of: &Solutions, ways: Vec<(Guard, Expr)>, direction: Direction) -> Canonical {
    let side = if direction == Direction::Upper { &of.count.high } else { &of.count.low };
    let count = side.clone().unwrap_or_else(|| Expr::Var(unknown()));
    let mark = Expr::int(of.mark.into());
    let depends = |(_, body): &(Guard, Expr)| mentions_mark(body, &mark) || names_place(body, of.mark);
    if !ways.iter().any(depends) {
        let all = ways.into_iter().map(|(_, body)| Canonical::again(body));
        return match one_of(all, direction) {
            none if none.is_zero() => none,
            worst => Canonical::of(&count).times(worst),
        };
    }
    let case = |(guard, body): (Guard, Expr)| {
        let conditions = guard.constraints().into_iter().map(|constraint| match constraint {
            Constraint::AtLeast(form) => Expr::call("atleast", vec![form.to_expr().simplify()]),
            Constraint::Zero(form) => Expr::call("zero", vec![form.to_expr().simplify()]),
            Constraint::Distinct(form) => Expr::call("distinct", vec![form.to_expr().simplify()]),
        });
        Expr::call(CASE, std::iter::once(body).chain(conditions).collect())
    };
    let ways = Expr::call(CASES, ways.into_iter().map(case).collect());
    let mut args = vec![Expr::int(of.callee.0.into()), mark, Expr::int(of.some_only.into()), count.simplify(), ways];
    args.extend(of.sizes.iter().map(|size| argument(size).simplify()));
    Canonical::again(Expr::call(each(direction), args))
}

/// The greatest value of what comes after any one of the solutions, on one of some ways.
pub(crate) fn deepest(of: &Solutions, ways: Vec<(Guard, Expr)>) -> Expr {
    let (direction, count) = (Direction::Upper, Expr::int(1));
    let ways = ways.iter().map(|(guard, body)| (guard.clone(), body)).collect();
    let of =
        Sum { callee: of.callee, mark: of.mark, direction, some_only: of.some_only, count: &count, ways, sizes: &[] };
    of.worst()
}

/// The worse of some values that may be what comes; none of them: nothing.
pub(crate) fn one_of(values: impl Iterator<Item = Canonical>, direction: Direction) -> Canonical {
    let mut several: Vec<Canonical> = Vec::new();
    for value in values {
        if !several.contains(&value) {
            several.push(value);
        }
    }
    match (several.len(), direction) {
        (0, _) => Canonical::zero(),
        (1, _) => several.swap_remove(0),
        (_, Direction::Upper) => Canonical::greatest(several),
        (_, Direction::Lower) => Canonical::least(several),
    }
}

/// The greatest of some values for an upper bound, the least for a lower one.
fn worst(values: impl Iterator<Item = Expr>, direction: Direction) -> Expr {
    let pick = if direction == Direction::Upper { Expr::max } else { Expr::min };
    values.reduce(|a, b| if a == b { a } else { pick(a, b) }).unwrap_or_else(|| Expr::int(0))
}

/// A number for each solution, on one of some ways, summed up from both sides.
pub(crate) fn range_over(of: &Solutions, ways: Vec<(Guard, Range)>) -> Range {
    let side = |pick: &dyn Fn(&Range) -> Option<Expr>, direction| {
        let all = ways.iter().map(|(guard, each)| Some((guard.clone(), pick(each)?.simplify())));
        Some(sum_over(of, all.collect::<Option<_>>()?, direction).into_expr())
    };
    Range {
        low: side(&|each| each.low.clone(), Direction::Lower),
        high: side(&|each| each.high.clone(), Direction::Upper),
    }
}

/// A sum as it stands in an expression.
pub(crate) struct Sum<'e> {
    pub callee: VariantId,
    pub mark: u32,
    pub direction: Direction,
    pub some_only: bool,
    pub count: &'e Expr,
    pub ways: Vec<(Guard, &'e Expr)>,
    pub sizes: &'e [Expr],
}

impl<'e> Sum<'e> {
    pub fn of(expr: &'e Expr) -> Option<Self> {
        let Expr::Call(name, args) = expr else { return None };
        let direction = summed_direction(name)?;
        let number = |at: usize| u32::try_from(args[at].as_num()?.to_i64()?).ok();
        let (callee, mark) = (VariantId(number(0)?), number(1)?);
        let (some_only, count) = (args[2] != Expr::int(0), &args[COUNT]);
        let ways = args[4].children().map(way).collect();
        Some(Sum { callee, mark, direction, some_only, count, ways, sizes: &args[5..] })
    }

    /// The places whose sizes what is summed depends on.
    fn places(&self) -> Vec<usize> {
        let mut places: Vec<usize> =
            self.ways.iter().flat_map(|(_, body)| named_places(&resolved(body, self.mark), self.mark)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// What is summed where the sizes of a solution are known between two limits only.
    fn worst(&self) -> Expr {
        let named = |(_, body): &(Guard, &Expr)| names_place(body, self.mark);
        if self.ways.iter().any(named) {
            return Expr::Var(unknown());
        }
        worst(self.ways.iter().map(|(guard, body)| self.limited(guard, body)), self.direction)
    }

    /// What comes after a solution on a way, in which sizes made of those of the solution are between limits that the
    /// condition of the way gives.
    fn limited(&self, guard: &Guard, body: &Expr) -> Expr {
        let mark = Expr::int(self.mark.into());
        let any =
            |name: &FnName, args: &[Expr]| (name.as_str() == SOLUTION && args[0] == mark).then(|| args[2].clone());
        let side = |end: &Expr, direction| {
            // Of what is handed on as it is given, more is known than conditions say.
            let is_amount = |form: &Linear| form.terms.iter().any(|(var, &times)| is_size_var(var) && times < 0);
            let form = Linear::of(&resolved(end, self.mark)).filter(is_amount)?;
            let limit = limit(guard, &form, direction)?;
            let known = map_calls(end, &mut |name, args| any(name, args)).simplify();
            nearer(guard, Some(limit), Some(known).filter(|known| !known.mentions(&unknown())), direction)
        };
        let limited = |arg: &Expr| {
            let (low, high) = ends(arg);
            let (from, to) = (side(low, Direction::Lower), side(high, Direction::Upper));
            if from.is_none() && to.is_none() {
                return arg.clone();
            }
            argument(&Range { low: from.or(Some(low.clone())), high: to.or(Some(high.clone())) })
        };
        map_calls(body, &mut |name, args| {
            let is_inside = [SOLUTION, CASES, CASE].contains(&name.as_str()) || *name == between();
            if is_inside || summed_direction(name).is_some() || !args.iter().any(|arg| mentions_mark(arg, &mark)) {
                return None;
            }
            let arg = |arg: &Expr| if mentions_mark(arg, &mark) { limited(arg) } else { arg.clone() };
            Some(Expr::Call(name.clone(), args.iter().map(arg).collect()))
        })
    }

    fn function(&self, what: What, direction: Direction) -> Function {
        Function { variant: self.callee, what, direction }
    }
}

/// A condition with what it says of a number that lies between two others, as far as they are known.
pub(crate) fn between_limits(guard: Guard, var: &Var, low: Option<&Expr>, high: Option<&Expr>) -> Guard {
    let own = Linear::var(var);
    let from = low.and_then(Linear::of).and_then(|low| own.plus(&low, -1));
    let to = high.and_then(Linear::of).and_then(|high| high.plus(&own, -1));
    from.into_iter().chain(to).fold(guard, Guard::with)
}

/// The condition of a case and its value.
fn way(case: &Expr) -> (Guard, &Expr) {
    let mut children = case.children();
    let value = children.next().expect("a case has a value");
    let condition = |guard: Guard, condition: &Expr| {
        let Expr::Call(name, args) = condition else { return guard };
        let relation = match name.as_str() {
            "atleast" => Relation::Ge,
            "zero" => Relation::Eq,
            _ => Relation::Ne,
        };
        // What is no linear condition any more is none.
        guard.clone().linear(&args[0], relation, &Expr::int(0)).unwrap_or(guard)
    };
    (children.fold(Guard::always(), condition), value)
}

/// Whether sums are in an expression.
pub(crate) fn has_sums(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |e| found |= matches!(e, Expr::Call(name, _) if summed_direction(name).is_some()));
    found
}

/// What stands for a size where nobody sums.
pub(crate) fn plain(name: &FnName, args: &[Expr]) -> Option<Expr> {
    (name.as_str() == SOLUTION).then(|| args[2].clone())
}

impl Equations<'_> {
    /// Solves what sums over solutions in the equations of a component turn out to need.
    pub(crate) fn prepare(&mut self, members: &[Function], definitions: &FxHashMap<Function, Definition>) {
        let definitions: Vec<&Definition> = members.iter().map(|member| &definitions[member]).collect();
        let sums = |definition: &&Definition| definition.cases.iter().any(|case| has_sums(&case.rhs));
        if !definitions.iter().any(sums) {
            return;
        }
        let names: FxHashSet<FnName> = definitions.iter().map(|definition| definition.name.clone()).collect();
        let before = self.pending.len();
        self.pending.extend(members);
        let mut tried: FxHashSet<Function> = FxHashSet::default();
        loop {
            self.solved.forget_sums();
            for case in definitions.iter().flat_map(|definition| &definition.cases) {
                if self.filled_in(case.clone(), &names, members[0].direction).is_err() {
                    break;
                }
            }
            let mut wanted = std::mem::take(&mut *self.wanted.lock().expect("no thread panics while it holds it"));
            wanted.retain(|function| tried.insert(*function) && !self.solved.contains_key(function));
            if wanted.is_empty() {
                break;
            }
            for function in wanted {
                if let Ok(Some(definitions)) = self.definitions_of(&[function], &self.pending.clone()) {
                    self.solve_all(&definitions);
                }
            }
        }
        self.pending.truncate(before);
    }

    /// An expression with its sums made, as far as what is in them is solved.
    pub(crate) fn summed(&self, expr: &Expr, stay: &FxHashSet<FnName>, guard: &Guard) -> Expr {
        if !has_sums(expr) {
            return expr.clone();
        }
        let Some(sum) = Sum::of(expr) else {
            return expr.map_children(&mut |child| self.summed(child, stay, guard));
        };
        if let Some(made) = self.solved.sum(expr, stay, guard, || self.made_sum(&sum, stay, guard)) {
            return made;
        }
        self.summed(sum.count, stay, guard) * self.summed(&sum.worst(), stay, guard)
    }

    /// A sum as one over powers of the sizes, where it is known to be no worse than that of the worst sizes.
    fn made_sum(&self, sum: &Sum, stay: &FxHashSet<FnName>, guard: &Guard) -> Option<Expr> {
        let (mut inside, mut open, mut exactly, mut limits) = (guard.clone(), Vec::new(), Vec::new(), Vec::new());
        for place in sum.places() {
            let var = size_var(sum.mark, place);
            let what = What::Size(place as u16);
            let [low, high] = [Direction::Lower, Direction::Upper].map(|side| self.known(sum, what, side, stay, guard));
            if low.is_some() && low == high {
                exactly.extend(low.map(|size| (var, size)));
                continue;
            }
            inside = between_limits(inside, &var, low.as_ref(), high.as_ref());
            open.push((place, var));
            limits.push(low.zip(high));
        }
        let of_ways = |pieces| self.values_on_ways(sum, &exactly, stay, &inside, pieces);
        let total = |values: &[_]| self.total_of(sum, values, (&open, &limits), stay, (guard, &inside));
        let in_pieces = of_ways(true);
        total(&in_pieces).or_else(|| {
            let whole = of_ways(false);
            if whole == in_pieces { None } else { total(&whole) }
        })
    }

    /// What comes after each of the solutions on one of some ways, summed up.
    fn total_of(
        &self,
        sum: &Sum,
        values: &[(Guard, Expr)],
        (open, limits): (&[(usize, Var)], &[Option<Ends>]),
        stay: &FxHashSet<FnName>,
        (guard, inside): (&Guard, &Guard),
    ) -> Option<Expr> {
        let worst = || Some(self.put_in(&(sum.count.clone() * sum.worst()), stay, guard)?.simplify());
        if values.iter().any(|(_, value)| value.has_call() || powers(value, open).is_none()) {
            // What comes once comes after one of the sizes, and not after each.
            let is_known = |worst: &Expr| !worst.mentions(&unknown()) && !worst.is_infinite();
            let comes_once = |count: Expr| guard.ensures(&(Expr::int(1) - count).simplify());
            if sum.direction == Direction::Upper
                && self.put_in(sum.count, stay, guard).is_some_and(comes_once)
                && let Some(worst) = worst().filter(is_known)
            {
                return Some(worst);
            }
            // One sum inside of another, over each size of each, is a form of as many parts as there are solutions together.
            let is_of_others = |var: &Var| size_at(var).is_some_and(|(mark, _)| mark != sum.mark);
            let is_inside = |(_, value): &(Guard, Expr)| !value.has_call() && value.vars().iter().any(is_of_others);
            if values.iter().any(is_inside)
                && let Some(worst) = worst().filter(|worst| is_known(worst) && !worst.has_call())
            {
                return Some(worst);
            }
            let (total, rests) = self.by_sizes(sum, open, limits, values, stay, guard)?;
            let rest = self.bounding_all(sum, &rests, inside)?;
            let total = total + self.by_moments(sum, &rest, open, stay, guard)?.0;
            return Some(over_both(total.simplify(), worst()?));
        }
        let value = self.bounding_all(sum, values, inside)?;
        let (total, exact) = self.by_moments(sum, &value, open, stay, guard)?;
        if exact {
            return Some(total);
        }
        let worst = worst()?;
        let gain = match sum.direction {
            Direction::Lower => total.clone() - worst.clone(),
            Direction::Upper => worst.clone() - total.clone(),
        };
        let is_open = worst.mentions(&unknown()) || worst.is_infinite();
        (is_open || guard.ensures(&gain.simplify())).then_some(total)
    }

    /// The values on the ways after a solution that may be gone; told apart by the pieces of what is called, or not.
    fn values_on_ways(
        &self,
        sum: &Sum,
        exactly: &[(Var, Expr)],
        stay: &FxHashSet<FnName>,
        inside: &Guard,
        pieces: bool,
    ) -> Vec<(Guard, Expr)> {
        let mut values: Vec<(Guard, Expr)> = Vec::new();
        for (guard, body) in &sum.ways {
            let here = inside.clone().both(&guard.subst_all(exactly));
            if !here.possible() {
                continue;
            }
            let rhs = resolved(body, sum.mark).subst_all(exactly);
            let is_told = |var: &Var| size_at(var).is_none_or(|(mark, _)| mark == sum.mark);
            let whole = Case { guard: here, rhs };
            let cases = if pieces { self.by_pieces_of(whole, stay, &is_told) } else { vec![whole] };
            for Case { guard: here, rhs } in cases {
                // On a way with a call that does not end so, nothing goes on.
                let Some(value) = self.put_in(&rhs, stay, &here) else { continue };
                let value = filled(&made(&value.simplify(), &here), &here).simplify();
                let value = settled(&value, &here);
                values.push((here, value));
            }
        }
        values
    }

    /// The value on one of the ways after a solution that is a bound on all of them, where these are gone.
    fn bounding_all(&self, sum: &Sum, values: &[(Guard, Expr)], inside: &Guard) -> Option<Expr> {
        let bounds = |one: &Expr| {
            values.iter().all(|(here, other)| {
                let gap = match sum.direction {
                    Direction::Upper => one.clone() - other.clone(),
                    Direction::Lower => other.clone() - one.clone(),
                };
                let gap = gap.simplify();
                gap == Expr::int(0) || here.ensures(&gap.subst_all(&here.pinned()).simplify())
            })
        };
        let found = values.iter().map(|(_, value)| value).find(|value| bounds(value))?;
        // Where a cut ends the search, some solutions are not asked for, and one of them goes on in a way that is not among
        // these: none may come to less than nothing, whichever size it has.
        let is_natural = !sum.some_only || inside.ensures(found);
        is_natural.then(|| found.clone())
    }

    /// The sum of a polynomial in the sizes of a solution, and whether it is exact.
    fn by_moments(
        &self,
        sum: &Sum,
        value: &Expr,
        open: &[(usize, Var)],
        stay: &FxHashSet<FnName>,
        guard: &Guard,
    ) -> Option<(Expr, bool)> {
        let (constant, terms) = powers(value, open)?;
        let (mut total, mut exact) = (Expr::int(0), true);
        for (what, factor) in std::iter::once((What::Solutions, constant)).chain(terms) {
            if factor == Expr::int(0) {
                continue;
            }
            if factor.mentions(&unknown()) || factor.is_infinite() || factor.has_call() && !guard.ensures(&factor) {
                return None;
            }
            let [low, high] = [Direction::Lower, Direction::Upper].map(|side| self.known(sum, what, side, stay, guard));
            let is_exact = low.is_some() && low == high;
            exact &= is_exact;
            let side = match () {
                () if is_exact || guard.ensures(&factor) => sum.direction,
                () if guard.ensures(&(Expr::int(0) - factor.clone()).simplify()) => sum.direction.opposite(),
                () => return None,
            };
            total = total + factor * if side == Direction::Upper { high? } else { low? };
        }
        Some((total.simplify(), exact))
    }

    /// What a function of what is called comes to, if that is known; else it is wanted.
    pub(crate) fn known(
        &self,
        sum: &Sum,
        what: What,
        direction: Direction,
        stay: &FxHashSet<FnName>,
        guard: &Guard,
    ) -> Option<Expr> {
        self.known_of(sum.function(what, direction), sum.sizes, stay, guard)
    }

    /// What a function comes to at sizes, if that is known; else it is wanted.
    pub(crate) fn known_of(
        &self,
        function: Function,
        sizes: &[Expr],
        stay: &FxHashSet<FnName>,
        guard: &Guard,
    ) -> Option<Expr> {
        if !self.solved.contains_key(&function) {
            self.wanted.lock().expect("no thread panics while it holds it").push(function);
            return None;
        }
        let call = Expr::call(Functions::made_for(function), sizes.to_vec());
        let value = self.put_in(&call, stay, guard)?.simplify();
        (!value.mentions(&unknown()) && !value.is_infinite() && !value.has_call()).then_some(value)
    }
}

/// The least values of the sizes of a type, as far as there is one.
pub(crate) fn least_sizes(of: &Type) -> Vec<Option<i64>> {
    match of {
        Type::Struct(_, parts) => parts.iter().flat_map(least_sizes).collect(),
        Type::Nat => vec![Some(0)],
        _ => of.metrics().into_iter().map(Metric::least).collect(),
    }
}

/// A value in which the least and greatest of several are one of them, where that is seen.
fn settled(value: &Expr, guard: &Guard) -> Expr {
    let value = value.map_children(&mut |child| settled(child, guard));
    let (operands, is_greatest) = match &value {
        Expr::Max(operands) => (operands, true),
        Expr::Min(operands) => (operands, false),
        _ => return value,
    };
    let beyond = |one: &Expr, other: &Expr| {
        let gap = if is_greatest { one.clone() - other.clone() } else { other.clone() - one.clone() };
        gap.simplify()
    };
    let first = operands.iter().find(|one| operands.iter().all(|other| guard.ensures(&beyond(one, other))));
    first.cloned().unwrap_or(value)
}
