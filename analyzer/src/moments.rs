//! Sums over the solutions of a path of what is made of their sizes: the equations of the sums of their powers.
//!
//! In: the cost of a path, in which each solution stands with its sizes. Out: the sum of a power of one of them, of the functions of
//! what is called; see `solutions.rs`. A value as a polynomial in the sizes of a solution, which such sums are of.

use crate::cost::{Cost, Solutions, VariantId, Way};
use crate::equations::Equations;
use crate::functions::{Function, What, unknown};
use crate::range::Range;
use crate::solutions::{least_sizes, named_places, resolved_range, size_var, sum_over};
use crate::spread::by_solution;
use solver::{Direction, Expr, Guard, Var};

/// Powers above this have no sums of their own.
const MOST: usize = 4;

impl Equations<'_> {
    /// The sum over the solutions of a path of the size at a place, to a power.
    pub(crate) fn moment(
        &mut self,
        cost: &Cost,
        (place, power): (u16, u16),
        natural: bool,
        direction: Direction,
    ) -> Expr {
        let upper = direction == Direction::Upper;
        let of_solution = |sizes: &[Range], marks: &[u32]| {
            let size = resolved_range(sizes.get(place as usize).unwrap_or(&Range::unknown()), marks);
            let side = if upper { &size.high } else { &size.low };
            match side {
                Some(side) if power == 1 || size.as_exact().is_some() => side.clone().pow(Expr::int(power.into())),
                Some(side) if natural => side.clone().max(Expr::int(0)).pow(Expr::int(power.into())),
                _ => Expr::Var(unknown()),
            }
        };
        self.over_solutions(cost, &of_solution, natural, direction, &mut Vec::new())
    }

    /// The sum over the solutions of a path of something made of their sizes, which may be known not to be negative. `marks` are
    /// those of the solutions that it stands under.
    pub(crate) fn over_solutions(
        &mut self,
        cost: &Cost,
        of_solution: &dyn Fn(&[Range], &[u32]) -> Expr,
        natural: bool,
        direction: Direction,
        marks: &mut Vec<u32>,
    ) -> Expr {
        let upper = direction == Direction::Upper;
        let inner = |this: &mut Self, cost: &Cost, marks: &mut Vec<u32>| {
            this.over_solutions(cost, of_solution, natural, direction, marks).simplify()
        };
        match cost {
            Cost::Solution(sizes) => of_solution(sizes, marks),
            Cost::Sum(costs) => costs.iter().fold(Expr::int(0), |sum, cost| sum + inner(self, cost, marks)),
            Cost::Either(costs) => {
                let pick = if upper { Expr::max } else { Expr::min };
                let all: Vec<Expr> = costs.iter().map(|cost| inner(self, cost, marks)).collect();
                all.into_iter().reduce(|a, b| if a == b { a } else { pick(a, b) }).unwrap_or_else(|| Expr::int(0))
            }
            Cost::Chosen(splits, guard, cost) => {
                let value = inner(self, cost, marks);
                crate::choices::over(splits, guard, value, direction)
            }
            Cost::Each(of, ways) => {
                marks.push(of.mark);
                let by_size = |way: &Way| {
                    let (way, chosen) = by_solution(of, way)?;
                    let value = inner(self, &way.cost, marks).subst_all(&chosen).simplify();
                    Some((way.guard.subst_all(&chosen), value))
                };
                let by_size: Option<Vec<(Guard, Expr)>> = ways.iter().map(by_size).collect();
                marks.pop();
                let sizes = of.sizes.iter().map(|size| resolved_range(size, marks)).collect();
                let here = Solutions { sizes, count: resolved_range(&of.count, marks), ..**of };
                if let Some(sum) = by_size.and_then(|ways| self.sum_now(&here, &ways, direction)) {
                    return sum;
                }
                marks.push(of.mark);
                let ways = ways.iter().map(|way| (way.guard.clone(), inner(self, &way.cost, marks)));
                let ways: Vec<(Guard, Expr)> = ways.collect();
                marks.pop();
                self.sum_now(&here, &ways, direction).unwrap_or_else(|| sum_over(&here, ways, direction).into_expr())
            }
            // Some of what is between, which is all of it at most.
            Cost::Between(_, most) => match inner(self, most, marks) {
                none if none == Expr::int(0) => none,
                most if natural && upper => most,
                _ if natural => Expr::int(0),
                _ => Expr::Var(unknown()),
            },
            Cost::Times(_, cost) => match inner(self, cost, marks) {
                none if none == Expr::int(0) => none,
                _ => Expr::Var(unknown()),
            },
            Cost::Key { .. } | Cost::Units(..) | Cost::UnitsOfOne(..) | Cost::Call(..) => Expr::int(0),
            Cost::Left { .. } | Cost::Undo { .. } | Cost::Bindings(_) => Expr::int(0),
        }
    }

    /// A sum that is made before anything is solved, where it is a polynomial with numbers as coefficients.
    fn sum_now(&mut self, of: &Solutions, ways: &[(Guard, Expr)], direction: Direction) -> Option<Expr> {
        let (_, body) = ways.first()?;
        if !ways.iter().all(|(_, other)| other == body) {
            return None;
        }
        let named = named_places(body, of.mark).into_iter();
        let open: Vec<(usize, Var)> = named.map(|place| (place, size_var(of.mark, place))).collect();
        let (constant, terms) = powers(body, &open)?;
        let terms: Vec<(What, Expr)> = std::iter::once((What::Solutions, constant)).chain(terms).collect();
        if !terms.iter().all(|(_, factor)| factor.as_num().is_some()) {
            return None;
        }
        let sum = terms.into_iter().filter(|(_, factor)| *factor != Expr::int(0));
        Some(sum.fold(Expr::int(0), |total, (what, factor)| {
            let is_negative = factor.as_num().is_some_and(|factor| factor.is_negative());
            let direction = if is_negative { direction.opposite() } else { direction };
            total + factor * self.functions.call(Function { variant: of.callee, what, direction }, &of.sizes)
        }))
    }

    /// Whether the size at a place of the solutions of a variant is never below 0.
    pub(crate) fn is_natural_size(&self, variant: VariantId, place: u16) -> bool {
        let success = self.explorer.summaries[variant.0 as usize].success().unwrap_or_default();
        success.iter().flat_map(least_sizes).nth(place as usize).flatten().is_some_and(|least| least >= 0)
    }
}

/// A value as a polynomial in sizes of a solution, none multiplied by another: what does not depend on them, and a
/// coefficient for each power.
pub(crate) fn powers(value: &Expr, open: &[(usize, Var)]) -> Option<(Expr, Vec<(What, Expr)>)> {
    let (mut constant, mut terms) = (value.clone(), Vec::new());
    for (place, var) in open {
        let coefficients = constant.coefficients(var).filter(|all| all.len() <= MOST + 1)?;
        let mut coefficients = coefficients.into_iter();
        constant = coefficients.next().unwrap_or_else(|| Expr::int(0));
        for (at, factor) in coefficients.enumerate() {
            if open.iter().any(|(_, var)| factor.mentions(var)) {
                return None;
            }
            terms.push((What::Moment(*place as u16, at as u16 + 1), factor));
        }
    }
    Some((constant, terms))
}
