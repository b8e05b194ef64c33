//! Solutions of which each has another size: a sum over them is one over the sizes, each once.
//!
//! In: a call with several solutions, and what comes after one of them, in which functions stand that are still to be solved
//! (a recursion behind a generator). Out: `sum(s, low, high, T(s))`, which the solver knows as a recurrence with full history.
//! That the sizes differ is shown by induction over derivations: on each path of the generator the sizes of what it adds lie
//! apart from each other (`suffix(L, L)` gives the size of `L`, `suffix([_|T], S)` no more than that of `T`).

use crate::choices::narrowed;
use crate::cost::{Cost, Solutions, VariantId, Way};
use crate::equations::Equations;
use crate::functions::{Function, What, argument, between, unknown};
use crate::moments::powers;
use crate::range::Range;
use crate::solutions::{Sum, between_limits, is_size_var, resolved_range, size_at, size_var};
use crate::state::{Split, State, is_element};
use crate::system::map_calls;
use rustc_hash::FxHashSet;
use solver::{Direction, Expr, FnName, Guard, Linear, Var};

/// What a path adds to the sizes of the solutions.
enum Added<'c> {
    /// One solution.
    One(Range),
    /// One for each solution of a call, of the size that is made of the one at a place of that.
    Each { of: &'c Solutions, place: usize, form: Linear },
}

impl Added<'_> {
    /// Whether the solutions of a call have sizes that are made of theirs and of what is the same for all of them.
    fn is_of_inputs(&self, is_input: &dyn Fn(&Var) -> bool) -> bool {
        match self {
            Added::One(_) => true,
            Added::Each { form, .. } => form.terms.keys().all(|var| is_input(var) || is_size_var(var)),
        }
    }
}

/// The sizes of some solutions lie between these.
pub(crate) type Ends = (Expr, Expr);

impl Equations<'_> {
    /// What comes after each of the solutions on one of some ways, as far as functions are in it that are still to be solved,
    /// summed up over the sizes at a place where these differ; the rest of each way. `open` are the places with what limits their
    /// sizes. Nothing where it is not known that this is a bound.
    pub(crate) fn by_sizes(
        &self,
        sum: &Sum<'_>,
        open: &[(usize, Var)],
        limits: &[Option<Ends>],
        ways: &[(Guard, Expr)],
        stay: &FxHashSet<FnName>,
        guard: &Guard,
    ) -> Option<(Expr, Vec<(Guard, Expr)>)> {
        let differs = |at: &usize| limits[*at].is_some() && self.all_differ(sum.callee, open[*at].0, &mut Vec::new());
        let at = (0..open.len()).find(differs)?;
        let ((_, var), (low, high)) = (&open[at], limits[at].as_ref()?);
        let others = || open.iter().zip(limits).filter(|((_, other), _)| other != var);
        let lower = sum.direction == Direction::Lower;
        let has_each = !sum.some_only && self.has_each_size(sum, (low, high), stay, guard);
        if lower && !has_each {
            return None;
        }
        let ends = |here: &Guard| {
            let here = here.project(&|other| other == var || !is_size_var(other));
            (narrowed(low, &here, var, 1, guard), narrowed(high, &here, var, -1, guard))
        };
        let parts: Vec<(Ends, Expr, Expr)> = ways
            .iter()
            .map(|(here, value)| {
                let (open, rest) = apart(value, open);
                let open = others().fold(open, |open, ((_, other), ends)| anywhere(&open, other, ends));
                (ends(here), open, rest)
            })
            .collect();
        // Where another way may be gone as well, this one need not be.
        let is_alone = |(at, (ends, open, rest)): (usize, &(Ends, Expr, Expr))| {
            let mut others = parts.iter().enumerate().filter(|(other, _)| *other != at);
            let are_apart = |of: &Ends| is_below(guard, &ends.1, &of.0) || is_below(guard, &of.1, &ends.0);
            others.all(|(_, other)| (&other.1, &other.2) == (open, rest) && other.0 == *ends || are_apart(&other.0))
        };
        let are_alone = parts.iter().enumerate().all(is_alone);
        if lower && !are_alone {
            return None;
        }
        let is_of_others = |value: &Expr| others().any(|((_, other), _)| value.mentions(other));
        // Each size has its solution, and that its way: nothing is left of the ways.
        let is_whole = has_each && are_alone && !parts.iter().any(|(_, _, rest)| is_of_others(rest));
        let mut summed: Vec<(Ends, Expr)> = Vec::new();
        for (ends, open, rest) in &parts {
            let value = if is_whole { (open.clone() + rest.clone()).simplify() } else { open.clone() };
            let is_natural = || {
                let here = between_limits(guard.clone(), var, Some(&ends.0), Some(&ends.1));
                self.is_natural_part(&value, &here)
            };
            if is_of_others(&value) || !is_whole && !is_natural() {
                return None;
            }
            if value != Expr::int(0) && !summed.contains(&(ends.clone(), value.clone())) {
                summed.push((ends.clone(), value));
            }
        }
        let over = Var::new(format!("s{}", sum.mark));
        let total = summed.into_iter().map(|((low, high), value)| {
            // A call that is the same for all is made so many times.
            let (open, same) = parted(&value, &|term| term.mentions(var) || !term.has_call());
            let count = (high.clone() - low.clone() + Expr::int(1)).simplify();
            let count = if guard.ensures(&count) { count } else { count.max(Expr::int(0)) };
            let of_each = Expr::sum(over.clone(), low, high, open.subst(var, &Expr::Var(over.clone())));
            count * same + if open == Expr::int(0) { open } else { of_each }
        });
        let rest = |((here, _), (_, _, rest)): (&(Guard, Expr), &(Ends, Expr, Expr))| {
            (here.clone(), if is_whole { Expr::int(0) } else { rest.clone() })
        };
        let rests = ways.iter().zip(&parts).map(rest).collect();
        Some((total.fold(Expr::int(0), |total, part| total + part), rests))
    }

    /// Whether what is summed up is never negative: no function of it that is still to be solved is.
    fn is_natural_part(&self, open: &Expr, guard: &Guard) -> bool {
        let mut is_known = true;
        let mut values: Vec<Var> = Vec::new();
        let with_values = map_calls(open, &mut |name, _| {
            if *name == between() {
                return None;
            }
            is_known &=
                name.as_str() == BOTH || self.functions.find(name).is_some_and(|function| !function.what.is_size());
            values.push(Var::new(format!("_v{}", values.len())));
            values.last().map(|var| Expr::Var(var.clone()))
        });
        let natural = values.iter().map(Linear::var).fold(guard.clone(), Guard::with);
        is_known && natural.ensures(&with_values.simplify())
    }

    /// Whether there are as many solutions as numbers between two limits.
    fn has_each_size(
        &self,
        sum: &Sum<'_>,
        (low, high): (&Expr, &Expr),
        stay: &FxHashSet<FnName>,
        guard: &Guard,
    ) -> bool {
        let count = self.known(sum, What::Solutions, Direction::Lower, stay, guard);
        let enough = |count: Expr| (count - high.clone() + low.clone() - Expr::int(1)).simplify();
        count.is_some_and(|count| guard.ensures(&enough(count)))
    }

    /// Whether no two solutions of a call of a variant have the same size at a place. `shown` is what is taken for granted, as
    /// that of the calls that a derivation is made of.
    fn all_differ(&self, variant: VariantId, place: usize, shown: &mut Vec<(VariantId, usize)>) -> bool {
        let explorer = self.explorer;
        let at = variant.0 as usize;
        if !explorer.summaries[at].leaves_choice || shown.contains(&(variant, place)) {
            return true;
        }
        shown.push((variant, place));
        let paths = &explorer.paths[at];
        let meant = self.meant(&Function { variant, what: What::Size(place as u16), direction: Direction::Upper });
        // What is vouched for, as tables of facts are, has no paths that would show it.
        !explorer.trusted.contains_key(&variant)
            && paths.unknown.is_empty()
            && paths.all.iter().all(|path| {
                let mut added = Vec::new();
                let is_input = |var: &Var| explorer.variants[at].params.iter().any(|(param, _)| param == var);
                if !added_by(&path.cost, place, &mut Vec::new(), &mut added)
                    || !added.iter().all(|added| added.is_of_inputs(&is_input))
                {
                    return false;
                }
                let guard = path.guard.clone().both(&meant);
                let Some(ends) = added.iter().map(|added| self.ends_of(added, &guard)).collect::<Option<Vec<Ends>>>()
                else {
                    return false;
                };
                let lie_apart = |(nth, (low, high)): (usize, &Ends)| {
                    ends[..nth].iter().all(|(from, to)| is_below(&guard, to, low) || is_below(&guard, high, from))
                };
                ends.iter().enumerate().all(lie_apart)
                    && added.iter().all(|added| match added {
                        Added::One(_) => true,
                        Added::Each { of, place, .. } => self.all_differ(of.callee, *place, shown),
                    })
            })
    }

    /// Between which sizes what a path adds lies, as far as that is solved; else it is wanted.
    fn ends_of(&self, added: &Added<'_>, guard: &Guard) -> Option<Ends> {
        let (of, place, form) = match added {
            Added::One(size) => return Some((size.low.clone()?, size.high.clone()?)),
            Added::Each { of, place, form } => (of, *place, form),
        };
        let sizes: Vec<Expr> = of.sizes.iter().map(argument).collect();
        let side = |direction| {
            let function = Function { variant: of.callee, what: What::Size(place as u16), direction };
            self.known_of(function, &sizes, &FxHashSet::default(), guard)
        };
        let (low, high) = (side(Direction::Lower)?, side(Direction::Upper)?);
        let var = size_var(of.mark, place);
        let with = |end: Expr| form.to_expr().subst(&var, &end).simplify();
        Some(if form.coefficient(&var) > 0 { (with(low), with(high)) } else { (with(high), with(low)) })
    }
}

/// The terms that are no polynomial in some sizes, as functions stand in them that are still to be solved, and the others.
fn apart(value: &Expr, sizes: &[(usize, Var)]) -> (Expr, Expr) {
    parted(value, &|term| term.has_call() || powers(term, sizes).is_none())
}

/// The terms of a kind and the others.
fn parted(value: &Expr, is_of_kind: &dyn Fn(&Expr) -> bool) -> (Expr, Expr) {
    let terms = match value {
        Expr::Add(terms) => terms.clone(),
        value => vec![value.clone()],
    };
    let (some, others) = terms.into_iter().partition::<Vec<Expr>, _>(is_of_kind);
    (Expr::Add(some).simplify(), Expr::Add(others).simplify())
}

/// The sizes that a path chooses of two that add up, as those of the solutions that give them; the other choices.
fn of_solutions(mark: u32, splits: &[Split]) -> (Vec<(Var, Expr)>, Vec<Split>) {
    let (mut chosen, mut others) = (Vec::new(), Vec::new());
    for split in splits {
        match &split.of {
            Some(shared) if shared.mark == Some(mark) => {
                chosen.push((split.var.clone(), Expr::Var(size_var(mark, shared.place.into()))));
            }
            _ => others.push(split.clone()),
        }
    }
    (chosen, others)
}

/// A way after a solution, in which the size that is chosen of two that add up is that of the solution.
pub(crate) fn by_solution(of: &Solutions, way: &Way) -> Option<(Way, Vec<(Var, Expr)>)> {
    let Cost::Chosen(splits, guard, cost) = &way.cost else { return None };
    let (chosen, others) = of_solutions(of.mark, splits);
    if chosen.is_empty() {
        return None;
    }
    let cost = match others.is_empty() {
        true => (**cost).clone(),
        false => Cost::Chosen(others.clone().into(), guard.clone(), cost.clone()),
    };
    let is_other = |var: &Var| others.iter().any(|split| split.var == *var);
    let guard = guard.project(&|var| !is_other(var) && (!is_element(var) || is_size_var(var)));
    Some((Way { guard, cost }, chosen))
}

/// How many solutions there are after one of a call, by the sizes of that; under what condition. Nothing where it chooses none.
pub(crate) fn solutions_by_size(after: &State, mark: u32, outside: usize) -> Option<(Guard, Range)> {
    let (chosen, others) = of_solutions(mark, after.splits.get(outside..).unwrap_or_default());
    let solutions = after.over(&others, &after.hide(&after.solutions)).subst_all(&chosen);
    (!chosen.is_empty()).then(|| (after.condition(&others).subst_all(&chosen), solutions))
}

/// Whether one number is below another wherever a guard holds.
fn is_below(guard: &Guard, one: &Expr, other: &Expr) -> bool {
    guard.ensures(&(other.clone() - one.clone() - Expr::int(1)).simplify())
}

/// What a path adds to the sizes at a place; false where that is not told apart.
fn added_by<'c>(cost: &'c Cost, place: usize, marks: &mut Vec<u32>, added: &mut Vec<Added<'c>>) -> bool {
    let mut all = |costs: &'c [Cost]| costs.iter().all(|cost| added_by(cost, place, marks, added));
    match cost {
        Cost::Solution(sizes) => {
            added.push(Added::One(resolved_range(sizes.get(place).unwrap_or(&Range::unknown()), marks)));
            true
        }
        Cost::Sum(costs) | Cost::Either(costs) => all(costs),
        Cost::Chosen(.., cost) | Cost::Between(_, cost) => added_by(cost, place, marks, added),
        Cost::Times(_, cost) => {
            let mut none = Vec::new();
            added_by(cost, place, marks, &mut none) && none.is_empty()
        }
        Cost::Each(of, ways) => {
            let mut behind = Vec::new();
            marks.push(of.mark);
            let is_told = ways.iter().all(|way| {
                let mut on_way = Vec::new();
                let is_told = added_by(&way.cost, place, marks, &mut on_way) && on_way.len() <= 1;
                let chosen = by_solution(of, way).map_or(Vec::new(), |(_, chosen)| chosen);
                behind.extend(on_way.into_iter().map(|added| match added {
                    Added::One(size) => Added::One(size.subst_all(&chosen)),
                    each => each,
                }));
                is_told
            });
            marks.pop();
            let mut forms = behind.iter().map(|added| match added {
                Added::One(size) => Linear::of(size.as_exact()?),
                Added::Each { .. } => None,
            });
            let Some(first) = forms.next() else { return is_told };
            let Some(form) = first.filter(|first| forms.all(|form| form.as_ref() == Some(first))) else { return false };
            // It is made of one size of the solution, and of what is the same for all.
            let mut names = form.terms.iter().filter_map(|(var, times)| Some((size_at(var)?, *times)));
            let (Some(((mark, place), times)), None) = (names.next(), names.next()) else { return false };
            if !is_told || mark != of.mark || times.abs() != 1 {
                return false;
            }
            added.push(Added::Each { of, place, form });
            true
        }
        Cost::Key { .. } | Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Call(..) => true,
        Cost::Left { .. } | Cost::Undo { .. } | Cost::Bindings(_) => true,
    }
}

/// An expression in which what is handed on to functions is made of any size between two, if there are some.
fn anywhere(expr: &Expr, size: &Var, ends: &Option<Ends>) -> Expr {
    let side = |form: &Linear, end: &Expr| Some(form.to_expr().subst(size, end).simplify());
    let any = |arg: &Expr| match (Linear::of(arg), ends) {
        _ if !arg.mentions(size) => arg.clone(),
        (Some(form), Some((low, high))) => {
            let (low, high) = if form.coefficient(size) > 0 { (low, high) } else { (high, low) };
            argument(&Range { low: side(&form, low), high: side(&form, high) })
        }
        _ => Expr::Var(unknown()),
    };
    map_calls(expr, &mut |name, args| {
        (name.as_str() != BOTH).then(|| Expr::Call(name.clone(), args.iter().map(any).collect()))
    })
}

/// How a sum over solutions is made.
#[derive(Clone, Copy)]
pub(crate) enum Over {
    /// Over their sizes.
    Sizes,
    /// As so many times what may come after any of them.
    Any,
}

/// The name of the function that stands for a sum which is made in both ways, until one of them is chosen.
const BOTH: &str = "sum_over";

/// A sum that is made in both ways.
pub(crate) fn over_both(sizes: Expr, any: Expr) -> Expr {
    Expr::call(BOTH, vec![sizes, any])
}

/// A size that is such a sum.
pub(crate) fn range_over_both(sizes: Range, any: Range) -> Range {
    let side = |sizes: Option<Expr>, any: Option<Expr>| match (sizes, any) {
        (Some(sizes), Some(any)) if sizes != any => Some(over_both(sizes, any)),
        (sizes, any) => any.or(sizes),
    };
    Range { low: side(sizes.low, any.low), high: side(sizes.high, any.high) }
}

/// An expression with its sums made in one way.
pub(crate) fn chosen(expr: &Expr, over: Over) -> Expr {
    map_calls(expr, &mut |name, args| (name.as_str() == BOTH).then(|| args[over as usize].clone())).simplify()
}

/// The one of both that is known where the other one is not, or where nothing in it is still to be solved.
pub(crate) fn settled_sum(name: &FnName, args: &[Expr]) -> Option<Expr> {
    let [sizes, any] = args else { return None };
    if name.as_str() != BOTH {
        return None;
    }
    let is_open = |e: &Expr| e.mentions(&unknown()) || e.is_infinite();
    match () {
        () if is_open(sizes) || sizes == any => Some(any.clone()),
        () if is_open(any) || !sizes.has_call() => Some(sizes.clone()),
        () => None,
    }
}

/// Whether sums that are made in both ways are in an expression.
pub(crate) fn has_both(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part, Expr::Call(name, _) if name.as_str() == BOTH));
    found
}
