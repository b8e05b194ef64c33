//! From a system of equations to bounds: the driver.
//!
//! In: a [`System`], a direction, limits. Out: for every function a [`Bound`]. The stages, in order: extrema in arguments
//! decided by guards (`transforms/decided.rs`), sums of all earlier values, and other sums, as functions (`transforms/history.rs`,
//! `transforms/summed.rs`), one function for all that are alike (`transforms/alike.rs`), functions over the
//! natural numbers (`transforms/naturals.rs`); components of functions that call each other, callees first, each with what is
//! solved put in; mutual recursion unfolded or joined (`transforms/unfold.rs`); recurrences in one function (`alone.rs`), proved
//! (`proof/prove.rs`); parts put together, and compared with the equations at points (`proof/check.rs`), which no bound should
//! fail.
//!
//! **What is meant.** A function's values at a point are what its cases give there: a case applies where its guard holds; a call
//! in it stands for a value of the function called, for 0 where no case of that applies, in a split a choice whose call
//! has no case is none, and of a product with 0 nothing else is made; values are what comes of finitely many such steps. An
//! upper bound is at or above every value, and nothing where calls need not end; a lower bound is at or below every value.
//! Where no case applies, nothing is claimed.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use rustc_hash::FxHashMap;

use crate::alone;
use crate::classes;
use crate::error::Violation;
use crate::expression::expr::{contains, put};
use crate::expression::poly::Poly;
use crate::linear_programs;
use crate::proof::check::{self, Limits};
use crate::system::equation::{ByName, Case, Definition, Direction, System};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::solution::{Bound, Exactness, Piece, Solution, Value};
use crate::transforms::alike::{alike, joined};
use crate::transforms::decided::decided;
use crate::transforms::history::{History, by_history};
use crate::transforms::naturals::{self, Natural, Part};
use crate::transforms::summed::with_sums_apart;
use crate::transforms::{TOGETHER, unfold};
use crate::{Expr, FnName, Monotone, Var};

/// What is solved so far, over the natural numbers.
pub(crate) type Solved = BTreeMap<FnName, Result<Solution, String>>;

/// Solves every function of the system, in time bounded by the limits.
pub fn solve(system: &System, direction: Direction, limits: &Limits) -> BTreeMap<FnName, Bound> {
    let decided = |of: &Definition| decided(without_repeated(of), direction);
    let mut definitions: Vec<Definition> = system.definitions.iter().map(decided).collect();
    let mut sums: BTreeMap<FnName, Definition> = BTreeMap::new();
    let mut apart: Vec<Definition> = Vec::new();
    for definition in &mut definitions {
        if let Some(History { own, sum }) = by_history(definition, direction) {
            *definition = own;
            sums.insert(definition.name.clone(), sum);
            continue;
        }
        let mut parts = with_sums_apart(definition).into_iter();
        *definition = parts.next().expect("the definition itself");
        apart.extend(parts);
    }
    definitions.extend(sums.values().cloned().chain(apart));
    let firsts = alike(&definitions, direction);
    let of_text = definitions.iter().take(system.definitions.len());
    let names: Vec<(FnName, Vec<Var>)> = of_text.map(|d| (d.name.clone(), d.params.clone())).collect();
    let system = &System { definitions: joined(definitions, &firsts, direction) };
    let natural = naturals::naturals(system, direction);
    let by_name = natural.system.by_name();
    let parts: BTreeMap<&FnName, &[Part]> =
        natural.parts.values().flat_map(|parts| parts.iter().map(|part| (&part.name, parts.as_slice()))).collect();
    let mut solved = Solved::new();
    let mirrored = |at: usize| {
        let name = &natural.system.definitions[at].name;
        parts[name].iter().find(|part| part.name == *name).map_or(0, |part| part.mirror.len())
    };
    for mut component in components(&natural.system, &mirrored) {
        let all = component.clone();
        let solve_all = |component: &[usize], how: How, solved: &mut Solved| {
            for &index in component {
                let definition = &natural.system.definitions[index];
                let hints = siblings(parts[&definition.name], definition, solved);
                let members: Vec<&Definition> = component.iter().map(|&i| &natural.system.definitions[i]).collect();
                let sharp = members.iter().all(|member| !natural.blurred.contains(&member.name));
                let task = Task { system: &by_name, definition, component: &members, hints: &hints, sharp, how };
                match (solve_one(&task, solved, direction, limits), how) {
                    (Err(_), How::Together | How::Roughly) => return,
                    (solution, _) => _ = solved.insert(definition.name.clone(), solution),
                }
            }
        };
        let is_open = |index: usize, solved: &Solved| {
            let solution = &solved[&natural.system.definitions[index].name];
            !solution.as_ref().is_ok_and(Solution::is_complete)
        };
        // What is solved of a component serves the rest of it.
        loop {
            solve_all(&component, How::Each, &mut solved);
            let before = component.len();
            component.retain(|&index| is_open(index, &solved));
            if component.is_empty() || component.len() == before {
                break;
            }
        }
        component.retain(|&index| solved[&natural.system.definitions[index].name].is_err());
        let open = |solved: &Solved| -> Vec<usize> { all.iter().copied().filter(|&at| is_open(at, solved)).collect() };
        if direction == Direction::Upper {
            for how in [How::Together, How::Roughly] {
                let left = open(&solved);
                if left.len() > 1 || how == How::Roughly {
                    solve_all(&left, how, &mut solved);
                }
            }
            component.retain(|&index| solved[&natural.system.definitions[index].name].is_err());
        } else if component.len() > 1 && component.len() == open(&solved).len() {
            // What has a bound that is no constant keeps it.
            solve_all(&component.clone(), How::Together, &mut solved);
            component.retain(|&index| solved[&natural.system.definitions[index].name].is_err());
        }
        if direction == Direction::Lower {
            let left = component.iter().map(|&index| &natural.system.definitions[index]);
            let constant = left_over(&left.cloned().collect::<Vec<_>>(), &solved);
            solved.extend(constant);
        }
    }
    let whole = |definition: &Definition| assemble(definition, &natural, &by_name, &solved);
    let own: BTreeMap<&FnName, Bound> = system.definitions.iter().map(|of| (&of.name, whole(of))).collect();
    let bounds = names.iter().zip(firsts).map(|((name, params), first)| {
        let (of, theirs) = &names[first];
        let values: Vec<(Var, Expr)> = theirs.iter().cloned().zip(params.iter().cloned().map(Expr::Var)).collect();
        match &own[of] {
            Bound::Known(solution) if params != theirs => (name.clone(), Bound::Known(solution.subst_all(&values))),
            bound => (name.clone(), bound.clone()),
        }
    });
    let mut bounds: BTreeMap<FnName, Bound> = bounds.collect();
    for (name, sum) in &sums {
        if let (Some(Bound::Known(solution)), Some(Bound::Known(of_sum))) = (bounds.get_mut(name), own.get(&sum.name)) {
            (solution.rule, solution.source) = (of_sum.rule, of_sum.source);
            solution.steps.push("the sum of all earlier values as a function of its own".to_string());
        }
    }
    bounds
}

/// The definition without cases that apply only where another one of the same value does.
fn without_repeated(definition: &Definition) -> Definition {
    let mut kept: Vec<&Case> = Vec::new();
    for case in &definition.cases {
        let same = |other: &Case| other.rhs == case.rhs;
        if kept.iter().any(|other| same(other) && case.guard.implies_all(&other.guard)) {
            continue;
        }
        kept.retain(|other| !same(other) || !other.guard.implies_all(&case.guard));
        kept.push(case);
    }
    Definition { cases: kept.into_iter().cloned().collect(), ..definition.clone() }
}

/// The parts of a function as pieces over its own parameters.
fn assemble(definition: &Definition, natural: &Natural, by_name: &ByName<'_>, solved: &Solved) -> Bound {
    let mut pieces = Vec::new();
    let mut how: Option<&Solution> = None;
    for part in &natural.parts[&definition.name] {
        let has_case = by_name.get(&part.name).is_some_and(|d| !d.cases.is_empty());
        match &solved[&part.name] {
            _ if !has_case => {}
            Ok(solution) => {
                how.get_or_insert(solution);
                let mirrored = solution.subst_all(&part.mirror).pieces.into_iter();
                pieces.extend(mirrored.map(|p| Piece { region: part.signs.clone().both(&p.region), ..p }));
            }
            Err(reason) => pieces.push(Piece { region: part.signs.clone(), value: Value::Unknown(reason.clone()) }),
        }
    }
    let beyond = natural.left_out[&definition.name].iter();
    let too_many = || Value::Unknown("too many of its parameters may be negative".to_string());
    pieces.extend(beyond.map(|region| Piece { region: region.clone(), value: too_many() }));
    if pieces.is_empty() {
        let nothing = Value::Closed { expr: Expr::int(0), exactness: Exactness::Exact };
        let pieces = vec![Piece { region: Guard::always(), value: nothing }];
        return Bound::Known(Solution { pieces, rule: "no case", source: "definition", steps: vec![] });
    }
    match how {
        Some(how) => Bound::Known(Solution { pieces, ..how.clone() }.merged(&definition.domain)),
        None => {
            let reason = pieces.iter().find_map(|piece| match &piece.value {
                Value::Unknown(reason) => Some(reason.clone()),
                Value::Closed { .. } => None,
            });
            Bound::Unknown { equation: definition.to_string(), reason: reason.unwrap_or_default() }
        }
    }
}

/// The solutions of other parts of the function, which may hold for this part, too.
fn siblings(parts: &[Part], definition: &Definition, solved: &Solved) -> Vec<Solution> {
    let own = parts.iter().find(|part| part.name == definition.name).map_or(&[][..], |part| &part.mirror);
    let others = parts.iter().filter(|part| part.name != definition.name);
    let known = others.filter_map(|part| Some((part, solved.get(&part.name)?.as_ref().ok()?)));
    known.map(|(part, solution)| solution.subst_all(&part.mirror).subst_all(own)).take(HINTS).collect()
}

/// Solutions of other parts that are tried at most.
const HINTS: usize = 3;

/// What is done with a function of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// It is looked at as one that calls only itself.
    Each,
    /// It has a bound together with the others.
    Together,
    /// It has a bound, together with the others if there are some, that may be far above it: the last resort.
    Roughly,
}

/// One function to solve.
struct Task<'a> {
    system: &'a ByName<'a>,
    definition: &'a Definition,
    component: &'a [&'a Definition],
    /// Solutions that may fit.
    hints: &'a [Solution],
    /// Whether what is proved of the system holds of the one it was made from.
    sharp: bool,
    how: How,
}

fn solve_one(task: &Task<'_>, solved: &Solved, direction: Direction, limits: &Limits) -> Result<Solution, String> {
    let Task { system, definition, component, hints, sharp, how } = *task;
    if definition.cases.is_empty() {
        return Ok(Solution { pieces: vec![], rule: "no case", source: "definition", steps: vec![] });
    }
    if limits.expired() {
        return Err(check::OUT_OF_TIME.to_string());
    }
    let inside = |name: &FnName| component.iter().any(|d| d.name == *name);
    let mut known: FxHashMap<FnName, Known> = FxHashMap::default();
    for case in component.iter().flat_map(|d| &d.cases) {
        case.rhs.visit(&mut |e| {
            if let Expr::Call(name, _) = e
                && !inside(name)
                && !known.contains_key(name)
                && let (Some(callee), Some(solution)) = (system.get(name), solved.get(name))
            {
                known.insert(name.clone(), Known::new(callee, solution));
            }
        });
    }
    let with_known = |d: &Definition| substitute_known(d, &known, direction, limits);
    let checked = |mut solution: Solution, own: &Definition| -> Result<Solution, String> {
        without_large(&mut solution.pieces);
        match check::check_one(system, &definition.name, &solution, direction, limits) {
            Ok(points) => solution.steps.push(format!("compared with the equations at {points} points")),
            // What is proved need not be computed.
            Err(Violation::Unchecked { .. }) => solution.steps.push("compared with the equations nowhere".to_string()),
            Err(Violation::Point { name, point, claimed, value }) => {
                let (name, point) = naturals::unmirrored(&name, &own.params, &point);
                let violation = Violation::Point { name, point, claimed, value };
                return Err(format!("the re-check failed: {violation}"));
            }
        }
        Ok(solution)
    };
    let alone = |own: &Definition, bounds: &[Guard], step: Option<&str>| -> Result<Solution, String> {
        let own = with_values(own, system, direction, limits);
        let mut solution = inexact(alone::solve(&own, hints, direction, limits)?, bounds, &own);
        solution.steps.splice(0..0, step.map(str::to_string));
        checked(solution, &own)
    };
    let Substituted { definition: own, mut inexact } = with_known(definition)?;
    inexact.extend((!sharp).then(Guard::always));
    if component.len() == 1 && how != How::Roughly {
        return alone(&own, &inexact, None);
    }
    let mut members = Vec::new();
    for other in component.iter().filter(|d| d.name != definition.name) {
        let other = with_known(other)?;
        members.push(other.definition);
        inexact.extend(other.inexact.iter().map(|_| Guard::always()));
    }
    if !members.iter().chain([&own]).all(|definition| unfold::calls_are_sharp(definition, &members)) {
        inexact.push(Guard::always());
    }
    if how != How::Each {
        let functions: Vec<Definition> = std::iter::once(own.clone()).chain(members).collect();
        let solution = match how {
            How::Roughly => alone::roughly(&functions, limits),
            How::Together | How::Each => linear_programs::together(&functions, direction, limits),
        };
        return checked(solution.ok_or("no bound for all of the component")?, &own);
    }
    let mut failure = None;
    for row in &TOGETHER {
        let bounds = if row.equal { &inexact[..] } else { &[Guard::always()] };
        let solved = (row.apply)(&own, &members, direction, limits).and_then(|own| alone(&own, bounds, Some(row.note)));
        match solved {
            Ok(solution) => return Ok(solution),
            // What the first says is of most use.
            Err(reason) => failure = failure.or(Some(reason)),
        }
    }
    Err(failure.unwrap_or_default())
}

/// Parts of a closed form at most: those of larger ones, put into other equations, take minutes to be simplified.
const PARTS: usize = 400;

/// Nothing is said where a closed form is too large.
fn without_large(pieces: &mut [Piece]) {
    for piece in pieces {
        let mut parts = 0;
        if let Some(expr) = piece.closed() {
            expr.visit(&mut |_| parts += 1);
        }
        if parts > PARTS {
            piece.value = Value::Unknown(format!("its closed form has {parts} parts, more than {PARTS}"));
        }
    }
}

/// Of functions that are not solved: the greatest constant that is seen to be below all of them, if they are natural.
fn left_over(component: &[Definition], solved: &Solved) -> Solved {
    let members: Vec<&FnName> = component.iter().map(|d| &d.name).collect();
    let closed = |e: &Expr| {
        let mut only_members = true;
        e.visit(&mut |e| {
            if let Expr::Call(name, _) = e {
                only_members &= members.contains(&name);
            }
        });
        only_members
    };
    if component.is_empty() || !component.iter().flat_map(|d| &d.cases).all(|case| closed(&case.rhs)) {
        return Solved::new();
    }
    let Some(constant) = classes::constant_below(component) else { return Solved::new() };
    let solution = |d: &Definition| {
        let reason = solved.get(&d.name).and_then(|solution| solution.as_ref().err()).cloned().unwrap_or_default();
        let value = Value::Closed { expr: constant.to_expr(), exactness: Exactness::Bound };
        Solution {
            pieces: vec![Piece { region: Guard::always(), value }],
            rule: "least case",
            source: "monotone induction",
            steps: vec![format!("only a constant: {reason}")],
        }
    };
    component.iter().map(|d| (d.name.clone(), Ok(solution(d)))).collect()
}

/// The solution as no more than a bound where bounds were put in.
fn inexact(mut solution: Solution, bounds: &[Guard], own: &Definition) -> Solution {
    let recursive = own.cases.iter().any(|case| case.rhs.has_call());
    for piece in &mut solution.pieces {
        let meets = |guard: &Guard| recursive || region::is_possible(&piece.region.clone().both(guard));
        if bounds.iter().any(meets)
            && let Value::Closed { exactness, .. } = &mut piece.value
        {
            *exactness = Exactness::Bound;
        }
    }
    solution
}

/// The definition with values in place of calls at known points, in canonical form.
fn with_values(definition: &Definition, system: &ByName<'_>, direction: Direction, limits: &Limits) -> Definition {
    fn put(e: &Expr, values: &mut check::Values) -> Expr {
        let mapped = e.map_children(&mut |child| put(child, values));
        let Expr::Call(name, args) = &mapped else { return mapped };
        let point: Option<Vec<i64>> = args.iter().map(|arg| arg.as_num()?.to_i64()).collect();
        let value = point.and_then(|point| values.case_value(name, &point).ok().flatten());
        value.map_or(mapped, Expr::num)
    }
    let mut values = check::Values::new(system, direction, limits.evaluations);
    let cases = definition.cases.iter();
    let mut with_values = |case: &Case| direction.simplify(&put(&case.rhs, &mut values));
    let cases = cases.map(|case| Case { guard: case.guard.clone(), rhs: with_values(case) }).collect();
    Definition { cases, ..definition.clone() }
}

/// A solved function as cases for its callers: its pieces, infinite where nothing is known.
struct Known {
    cases: Definition,
    /// Those of the cases that are only bounds.
    bounds: Definition,
    reason: Option<String>,
}

impl Known {
    fn new(definition: &Definition, solution: &Result<Solution, String>) -> Known {
        let with = |cases: Vec<Case>| Definition { cases, ..definition.clone() };
        let case =
            |piece: &Piece| Case { guard: piece.region.clone(), rhs: piece.closed().cloned().unwrap_or(Expr::Inf) };
        match solution {
            Ok(solution) => {
                let pieces = alone::where_cases_apply(definition, &solution.pieces);
                let bounds = pieces.iter().filter(|piece| piece.closed().is_some() && !piece.is_exact());
                let bounds = with(bounds.map(case).collect());
                Known { cases: with(pieces.iter().map(case).collect()), bounds, reason: None }
            }
            Err(reason) => {
                let nowhere = Case { guard: Guard::always(), rhs: Expr::Inf };
                Known { cases: with(vec![nowhere]), bounds: with(vec![]), reason: Some(reason.clone()) }
            }
        }
    }
}

/// A definition with bounds in place of calls, and where those are not exact.
struct Substituted {
    definition: Definition,
    inexact: Vec<Guard>,
}

/// The definition with what is known in place of calls of solved functions, once per piece that a call may meet.
fn substitute_known(
    definition: &Definition,
    known: &FxHashMap<FnName, Known>,
    direction: Direction,
    limits: &Limits,
) -> Result<Substituted, String> {
    let (mut cases, mut inexact) = (Vec::new(), Vec::new());
    let mut todo: Vec<Case> = definition.cases.iter().rev().cloned().collect();
    let mut reasons = Vec::new();
    while let Some(case) = todo.pop() {
        if limits.expired() {
            return Err(check::OUT_OF_TIME.to_string());
        }
        let mut called: Option<(Expr, &Known)> = None;
        case.rhs.visit(&mut |e| {
            if let Expr::Call(name, args) = e
                && !args.iter().any(Expr::has_call)
                && called.is_none()
                && let Some(known) = known.get(name)
            {
                called = Some((e.clone(), known));
            }
        });
        let Some((call, callee)) = called else {
            cases.push(case);
            continue;
        };
        if !unfold::is_sharp(&case, &call, &callee.cases) {
            inexact.push(case.guard.clone());
        }
        let bounds = unfold::replace_met(&case, &call, &callee.bounds, direction);
        if !bounds.is_empty() {
            usable(&case.rhs, &call, direction)?;
            inexact.extend(bounds.into_iter().map(|case| case.guard));
        }
        if let Some(reason) = &callee.reason {
            reasons.push(format!("it depends on {}, which is unknown: {reason}", callee.cases.name));
        }
        todo.extend(unfold::replace(&case, &call, &callee.cases, direction));
        if todo.len() + cases.len() > limits.cases {
            return Err(format!("the pieces of its callees make more than {} cases", limits.cases));
        }
    }
    let cases: Vec<Case> = cases.into_iter().map(|case| Case { rhs: settle_infinite(&case.rhs), ..case }).collect();
    match reasons.into_iter().next() {
        Some(reason) if cases.iter().all(|case| case.rhs.is_infinite()) => Err(reason),
        _ => Ok(Substituted { definition: Definition { cases, ..definition.clone() }, inexact }),
    }
}

fn settle_infinite(rhs: &Expr) -> Expr {
    if rhs.is_infinite() { Expr::Inf } else { rhs.clone() }
}

/// Whether a bound may stand for a call in an expression: the expression must not fall where the call's value rises.
fn usable(rhs: &Expr, call: &Expr, direction: Direction) -> Result<(), String> {
    let falls = Poly::of(rhs).terms.iter().any(|(m, c)| {
        let holding = m.powers.iter().filter(|(a, _)| contains(a, call));
        (c.is_negative() && holding.clone().count() > 0)
            || holding.into_iter().any(|(a, k)| *k < 0 || matches!(a, Expr::Mod(..)))
    });
    let mut nested = false;
    rhs.visit(&mut |e| {
        if let Expr::Call(_, args) = e {
            nested |= args.iter().any(|arg| contains(arg, call));
        }
    });
    let (side, value) = match direction {
        Direction::Upper => ("the upper", crate::Var::from("#value")),
        Direction::Lower => ("the lower", crate::Var::from("#value")),
    };
    let rises = || {
        let of_value = put(rhs, call, &Expr::Var(value.clone()));
        !of_value.has_call() && matches!(of_value.monotone_in(&value), Monotone::NonDecreasing | Monotone::Constant)
    };
    if falls && !rises() || nested {
        return Err(format!("{side} bound of a callee is used where it is not monotone, in {rhs}"));
    }
    Ok(())
}

/// The strongly connected components of who calls whom, callees first; of those that do not call each other, the ones of
/// least rank.
fn components(system: &System, rank: &dyn Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<usize, ()>::new();
    let nodes: Vec<_> = (0..system.definitions.len()).map(|at| graph.add_node(at)).collect();
    let index: BTreeMap<&FnName, usize> = system.definitions.iter().enumerate().map(|(i, d)| (&d.name, i)).collect();
    for (from, definition) in system.definitions.iter().enumerate() {
        for case in &definition.cases {
            case.rhs.visit(&mut |e| {
                if let Expr::Call(name, _) = e
                    && let Some(&to) = index.get(name)
                {
                    graph.update_edge(nodes[from], nodes[to], ());
                }
            });
        }
    }
    let in_order = |component: Vec<_>| {
        let mut members: Vec<usize> = component.into_iter().map(|node| graph[node]).collect();
        members.sort_unstable();
        members
    };
    let mut open: Vec<Vec<usize>> = tarjan_scc(&graph).into_iter().map(in_order).collect();
    let mut ordered: Vec<Vec<usize>> = Vec::new();
    let mut done = vec![false; nodes.len()];
    while !open.is_empty() {
        let is_ready = |component: &Vec<usize>| {
            component
                .iter()
                .all(|&at| graph.neighbors(nodes[at]).all(|to| done[graph[to]] || component.contains(&graph[to])))
        };
        let ready = (0..open.len()).filter(|&nth| is_ready(&open[nth]));
        let least = ready.min_by_key(|&nth| open[nth].iter().map(|&at| rank(at)).max());
        let component = open.remove(least.expect("the first of what is left calls nothing else of it"));
        component.iter().for_each(|&at| done[at] = true);
        ordered.push(component);
    }
    ordered
}
