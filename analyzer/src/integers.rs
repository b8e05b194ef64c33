//! Integers beyond 60 bits: where arithmetic may make them, and up to which size it does not.
//!
//! The keys of arithmetic on integers, and so all bounds, are for integers that fit a machine cell. Adding constants gets
//! nobody beyond that in runs that end; sums, products, powers and shifts of what is not constant do. A result that is
//! given back in an argument has a size function, which says from which input on it may be too large.

use crate::analysis::Analysis;
use crate::cost::VariantId;
use crate::equations::Equations;
use crate::functions::{Function, What};
use crate::range::Range;
use solver::Linear;
use solver::{Direction, Expr, Rational, Var};

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

/// How many bits an integer may have in a cell, its sign aside.
const BITS: i32 = 59;
/// The greatest size that is looked at.
const MOST: i64 = 1 << BITS;

impl Analysis<'_> {
    /// Whether the integers of a run stay within 60 bits, as bounds take it: up to which size, where that is known.
    pub fn integers(&self, equations: &mut Equations<'_>) -> Integers {
        let explorer = self.explorer();
        let mut limit: Option<(Var, i64)> = None;
        for (at, paths) in explorer.paths.iter().enumerate() {
            let variant = VariantId(at as u32);
            for made in paths.first.iter().chain(&paths.all).flat_map(|path| &path.made) {
                let place = paths.exits.iter().find_map(|(_, _, sizes)| sizes.iter().position(|size| size == made));
                let found = (variant == self.root()).then_some(place).flatten();
                match found.and_then(|place| self.largest(equations, place)) {
                    Some((var, most)) if limit.as_ref().is_none_or(|(_, known)| most < *known) => {
                        limit = Some((var, most));
                    }
                    Some(_) => {}
                    None => {
                        let functor = explorer.functor(explorer.variants[at].pred);
                        let name = explorer.program.atoms.name(functor.name);
                        return Integers::Unknown(format!("{name}/{}", functor.arity));
                    }
                }
            }
        }
        limit.map_or(Integers::Small, |(var, most)| Integers::UpTo(var, most))
    }

    /// The greatest value of the only size that an output of the predicate depends on with which it fits.
    fn largest(&self, equations: &mut Equations<'_>, place: usize) -> Option<(Var, i64)> {
        let mut side = |direction| {
            let what = What::Size(place as u16);
            equations.solve(Function { variant: self.root(), what, direction }).total
        };
        let (low, high) = (side(Direction::Lower)?, side(Direction::Upper)?);
        let vars: Vec<Var> = low.vars().into_iter().chain(high.vars()).collect();
        let var = vars.first()?.clone();
        let least = self.domain().lower_limit(&Linear::var(&var))?.max(0);
        if vars.iter().any(|other| *other != var) {
            return None;
        }
        let limit = Rational::from(2).powi(BITS)?;
        let fits = |size: i64| {
            let point = |_: &Var| Some(Rational::from(size));
            let within = |value: &Rational| value.abs() < limit;
            high.eval_upper(&point).is_ok_and(|value| within(&value))
                && low.eval_lower(&point).is_ok_and(|value| within(&value))
        };
        // Sizes are tried one by one, by doubled steps, and back: what grows once beyond a cell is taken not to return.
        let grows = |expr: &Expr| {
            use solver::Monotone::{Constant, NonDecreasing};
            matches!(crate::apply::moves(expr, &var, &[(var.clone(), least)]), Constant | NonDecreasing)
        };
        if !fits(least) || !grows(&high) || !grows(&low) {
            return None;
        }
        let (mut inside, mut step) = (least, 1);
        while step > 0 && inside < MOST {
            match fits(inside + step) {
                true => (inside, step) = (inside + step, step * 2),
                false => step /= 2,
            }
        }
        Some((var, inside))
    }
}

/// Whether an operation of that name makes an integer of more bits, other than by adding a constant.
pub(crate) fn makes_large(operation: &str, left: &Range, right: &Range) -> bool {
    let is_constant = |range: &Range| range.as_number().is_some();
    match operation {
        "+" | "-" => !is_constant(left) && !is_constant(right),
        "*" => ![left, right].into_iter().any(|range| range.as_number().is_some_and(|value| value.abs() <= 1)),
        "<<" | "**" | "^" | "lcm" => !(is_constant(left) && is_constant(right)),
        _ => false,
    }
}
