//! Whether runs end, by how deep calls stand in each other.
//!
//! In: a path of a recursion. Out: what it counts itself, and what the deepest of its recursive calls does; other calls count
//! nothing where they are known to end. A run that goes on without end has calls in each other without end, as every call that
//! ends has finitely many solutions; a bound of their depth is a ranking function. To add up what all calls count, as
//! bounds of costs do, shows the same, but asks for more: for the number of solutions, and for sizes that grow in a way that can
//! be summed.
//!
//! Looked at where sums have shown nothing. All kinds of ends of a call are one function, as it is not known of a run that does
//! not end how it would.

use crate::cost::{Cost, Extent, VariantId, Way};
use crate::equations::{Equations, PROGRESS};
use crate::functions::{Function, What, unknown};
use crate::range::Range;
use crate::solutions::{deepest, one_of};
use solver::{Canonical, Direction, Expr, FnName};

const UPPER: Direction = Direction::Upper;

/// Whether calls stand in a cost.
fn calls_something(cost: &Cost) -> bool {
    let mut some = false;
    cost.calls(&mut |_| some = true);
    some
}

/// What bounds the depth of a call of any kind.
fn depth(variant: VariantId, extent: Extent) -> Function {
    let extent = match extent {
        Extent::Success | Extent::Failure => Extent::Either,
        other => other,
    };
    Function { variant, what: What::Cost(extent, PROGRESS), direction: UPPER }
}

impl Equations<'_> {
    /// The functions whose equations are about depths where those of some functions are.
    pub(crate) fn with_depths(members: &[Function]) -> Vec<Function> {
        let mut all = members.to_vec();
        for member in members {
            let What::Cost(extent @ (Extent::Success | Extent::Failure), _) = member.what else { continue };
            let more =
                [Extent::Success, Extent::Failure].map(|of| Function { what: What::Cost(of, PROGRESS), ..*member });
            all.extend([depth(member.variant, extent)].into_iter().chain(more));
        }
        all.sort();
        all.dedup();
        all
    }

    /// The functions of which a function is the greatest, where it is about depths, or about what calls leave.
    pub(crate) fn greatest_of(&mut self, function: Function) -> Option<Vec<FnName>> {
        let parts = match function.what {
            _ if !self.leaving_some.contains(&function) => return None,
            What::Cost(extent @ (Extent::Success | Extent::Failure), PROGRESS) => vec![depth(function.variant, extent)],
            What::Cost(Extent::Either, resource) if resource != PROGRESS => {
                let end = |extent| Function { what: What::Cost(extent, resource), ..function };
                [Extent::Success, Extent::Failure].map(end).to_vec()
            }
            _ => return None,
        };
        Some(parts.into_iter().map(|part| self.functions.name(part)).collect())
    }

    /// The depth of the calls of a path of a function.
    pub(crate) fn depth_of_calls(&mut self, of: Function, cost: &Cost) -> Canonical {
        let is_endless = |count: &Range| count.high.is_none();
        let endless = || Canonical::of(&Expr::Var(unknown()));
        match cost {
            Cost::Sum(costs) => {
                let (mut own, mut calls) = (Canonical::zero(), Vec::new());
                for cost in costs.iter() {
                    let depth = self.depth_of_calls(of, cost);
                    match calls_something(cost) {
                        true => calls.push(depth),
                        false => own = own.plus(depth),
                    }
                }
                own.plus(one_of(calls.into_iter(), UPPER))
            }
            Cost::Call(callee, sizes, extent) => {
                let is_recursive = self.reach()[callee.0 as usize][of.variant.0 as usize];
                let called = Function { variant: *callee, what: What::Cost(*extent, PROGRESS), direction: UPPER };
                let deepest = if is_recursive { depth(*callee, *extent) } else { called };
                if !is_recursive && self.solve_derivations(called).total.is_some() {
                    return Canonical::zero();
                }
                Canonical::of(&self.functions.call(deepest, sizes))
            }
            Cost::Times(count, each) => match self.depth_of_calls(of, each) {
                each if !each.is_zero() && is_endless(count) => endless(),
                each => each,
            },
            Cost::Each(solutions, ways) => {
                let each = |way: &Way| (way.guard.clone(), self.depth_of_calls(of, &way.cost).into_expr());
                match deepest(solutions, ways.iter().map(each).collect()) {
                    each if each != Expr::int(0) && is_endless(&solutions.count) => endless(),
                    each => Canonical::of(&each),
                }
            }
            Cost::Chosen(splits, guard, cost) => {
                let value = self.depth_of_calls(of, cost).into_expr();
                Canonical::again(crate::choices::over(splits, guard, value, UPPER))
            }
            Cost::Either(costs) => one_of(costs.iter().map(|cost| self.depth_of_calls(of, cost)), UPPER),
            Cost::Between(_, most) => self.depth_of_calls(of, most),
            _ => self.cost(cost, PROGRESS, UPPER),
        }
    }
}
