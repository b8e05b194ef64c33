//! Integers beyond 60 bits: where arithmetic may make them, and up to which size it does not.
//!
//! The keys of arithmetic on integers, and so all bounds, are for integers that fit a machine cell. Adding constants gets
//! nobody beyond that in runs that end; sums, products, powers and shifts of what is not constant do. A result that is
//! given back in an argument has a size function, which says from which input on it may be too large.

use crate::analysis::Analysis;
use crate::cost::{Cost, VariantId};
use crate::equations::Equations;
use crate::functions::{Function, What};
use crate::norms::Norm;
use crate::range::Range;
use crate::state::{Cell, CellId, NODE_LIMIT, State};
use crate::step::Code;
use crate::types::Type;
use solver::{Direction, Expr, Guard, Linear, Rational, Var};
use std::cell::LazyCell;

/// Whether the integers of a run fit a cell of the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Integers {
    /// No arithmetic makes large ones of small ones.
    Small,
    /// They do while a size is not above a limit.
    UpTo(Var, i64),
    /// It is not known: a predicate computes sums, products, powers or shifts of which no limit is known.
    Unknown(String),
}

/// Why nothing is said of sizes with which they do not.
pub const LARGE: &str = "integers of more than 60 bits cost more";

/// How many bits an integer may have in a cell, its sign aside.
const BITS: i32 = 59;
/// The greatest size that is looked at.
const MOST: i64 = 1 << BITS;

impl Analysis<'_> {
    /// Whether the integers of a run stay within 60 bits, as bounds take it: up to which size, where that is known.
    pub fn integers(&self, equations: &mut Equations<'_>) -> Integers {
        let explorer = self.explorer();
        let unknown = |at: usize| {
            let functor = explorer.functor(explorer.variants[at].pred);
            let name = explorer.program.atoms.name(functor.name);
            Integers::Unknown(format!("{name}/{}", functor.arity))
        };
        let below = LazyCell::new(|| self.inputs_above());
        let mut least: Option<(Var, i64)> = None;
        for (at, paths) in explorer.paths.iter().enumerate() {
            let variant = VariantId(at as u32);
            let params = &explorer.variants[at].params;
            for made in paths.first.iter().chain(&paths.all).flat_map(|path| &path.made) {
                let place = paths.exits.iter().find_map(|(_, _, sizes)| sizes.iter().position(|size| size == made));
                let Some(limits) = place.and_then(|place| self.largest(equations, variant, place)) else {
                    return unknown(at);
                };
                for (var, most) in limits {
                    let param = params.iter().position(|(param, _)| *param == var);
                    let above = param.and_then(|param| below[at][param].first());
                    match (above, &least) {
                        // One size is named, not several.
                        (Some(var), Some((named, _))) if var != named => return unknown(at),
                        (Some(_), Some((_, known))) if *known <= most => {}
                        (Some(var), _) => least = Some((var.clone(), most)),
                        (None, _) => return unknown(at),
                    }
                }
            }
        }
        least.map_or(Integers::Small, |(var, most)| Integers::UpTo(var, most))
    }

    /// For each parameter of each variant the sizes of the input that it is not above at any call.
    fn inputs_above(&self) -> Vec<Vec<Vec<Var>>> {
        let explorer = self.explorer();
        let inputs: Vec<Var> =
            explorer.variants[self.root().0 as usize].params.iter().map(|(var, _)| var.clone()).collect();
        let mut above: Vec<Vec<Vec<Var>>> =
            explorer.variants.iter().map(|variant| vec![inputs.clone(); variant.params.len()]).collect();
        above[self.root().0 as usize] = inputs.iter().map(|var| vec![var.clone()]).collect();
        loop {
            let mut changed = false;
            for (at, paths) in explorer.paths.iter().enumerate() {
                let own = above[at].clone();
                for path in paths.first.iter().chain(&paths.all) {
                    let guard = explorer.domain(VariantId(at as u32)).both(&path.guard);
                    // A size that is not above a parameter is not above what that is not above.
                    let is_below = |size: &Range, input: &Var| {
                        let high = size.high.as_ref().and_then(Linear::of);
                        explorer.variants[at].params.iter().zip(&own).any(|((param, _), known)| {
                            let gap = high.as_ref().and_then(|high| Linear::var(param).plus(high, -1));
                            known.contains(input) && gap.is_some_and(|gap| guard.implies(&gap))
                        })
                    };
                    path.cost.calls(&mut |call| {
                        let Cost::Call(callee, sizes, _) = call else { return };
                        for (size, known) in sizes.iter().zip(&mut above[callee.0 as usize]) {
                            let before = known.len();
                            known.retain(|input| is_below(size, input));
                            changed |= known.len() < before;
                        }
                    });
                }
            }
            if !changed {
                return above;
            }
        }
    }

    /// The greatest values of the sizes that an output of a variant depends on with which it fits.
    fn largest(&self, equations: &mut Equations<'_>, variant: VariantId, place: usize) -> Option<Vec<(Var, i64)>> {
        let mut limits = Vec::new();
        for direction in [Direction::Lower, Direction::Upper] {
            let function = Function { variant, what: What::Size(place as u16), direction };
            let solved = equations.solve(function);
            for piece in &solved.bound.known()?.pieces {
                let region = self.explorer().success_domain(variant).both(&piece.region);
                if region.possible() {
                    limits.extend(largest_of(piece.closed()?, direction, &region)?);
                }
            }
        }
        Some(limits)
    }
}

/// The greatest value of the only size in an expression with which it fits a cell in a region; none where it always does.
fn largest_of(expr: &Expr, direction: Direction, region: &Guard) -> Option<Option<(Var, i64)>> {
    let limit = Rational::from(2).powi(BITS)?;
    let fits = |point: &dyn Fn(&Var) -> Option<Rational>| {
        let value = if direction == Direction::Upper { expr.eval_upper(point) } else { expr.eval_lower(point) };
        value.is_ok_and(|value| value.abs() < limit)
    };
    let vars: Vec<Var> = expr.vars().into_iter().collect();
    let var = match vars.as_slice() {
        [] => return fits(&|_| None).then_some(None),
        [var] => var,
        _ => return None,
    };
    let fits = |size: i64| fits(&|_| Some(Rational::from(size)));
    let least = region.lower_limit(&Linear::var(var))?;
    let most = Linear::constant(0).plus(&Linear::var(var), -1).and_then(|form| region.lower_limit(&form));
    // Sizes are tried one by one, by doubled steps, and back: what grows once beyond a cell does not return.
    use solver::Monotone::{Constant, NonDecreasing};
    let grows = matches!(crate::apply::moves(expr, var, &[(var.clone(), least)]), Constant | NonDecreasing);
    if !grows || !fits(least) {
        return None;
    }
    if most.is_some_and(|most| fits(-most)) {
        return Some(None);
    }
    let (mut inside, mut step) = (least, 1);
    while step > 0 && inside < MOST {
        match fits(inside + step) {
            true => (inside, step) = (inside + step, step * 2),
            false => step /= 2,
        }
    }
    Some(Some((var.clone(), inside)))
}

/// Whether an expression that is put together at run time makes an integer of more bits.
pub(crate) fn evaluates_large(code: &Code, state: &State, expression: CellId) -> bool {
    let value = |id: CellId| match state.get(id) {
        Cell::Abstract(Type::Int | Type::Nat, value) => value.clone(),
        _ => Range::unknown(),
    };
    let (mut todo, mut looks) = (vec![expression], 0);
    while let Some(id) = todo.pop() {
        looks += 1;
        if looks > NODE_LIMIT {
            return true;
        }
        let Cell::Struct(functor, args) = state.get(id) else {
            // What an expression has been put together from is not known.
            if matches!(state.get(id), Cell::Abstract(Type::Measured(_, Norm::Value), _)) {
                return true;
            }
            continue;
        };
        if let [left, right] = args[..]
            && makes_large(&code.program.atoms.name(functor.name), &value(left), &value(right))
        {
            return true;
        }
        todo.extend(args.iter());
    }
    false
}

/// Whether an operation of that name makes an integer of more bits, other than by adding a constant.
pub(crate) fn makes_large(operation: &str, left: &Range, right: &Range) -> bool {
    let is_constant = |range: &Range| range.as_number().is_some();
    let is_unit = |range: &Range| range.as_number().is_some_and(|value| value.abs() <= 1);
    match operation {
        "+" | "-" => !is_constant(left) && !is_constant(right),
        "*" => !is_unit(left) && !is_unit(right),
        "**" | "^" => !(is_unit(left) || is_unit(right) || is_constant(left) && is_constant(right)),
        "<<" | "lcm" => !(is_constant(left) && is_constant(right)),
        _ => false,
    }
}
