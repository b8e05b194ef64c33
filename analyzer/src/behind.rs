//! Conditions behind a generator, which decide whether a predicate is called again: they are told apart as if they stood in
//! front of it. `walk(N) :- step(_), N > 0, M is N - 1, walk(M).`
//!
//! In: the ways in which what comes after the solutions of a call ends. Out: the cases, each with the ways that are left in it.

use crate::cost::{Cost, Solutions, VariantId, Way};
use crate::explore::Explorer;
use crate::solutions::size_at;
use solver::{Constraint, Guard, Linear, Var};
use std::cell::OnceCell;

/// How many conditions behind a generator are told apart.
const CONDITIONS: usize = 2;

impl Explorer<'_> {
    /// The cases that are told apart behind a generator, each with the ways that are left in it.
    pub(crate) fn behind(
        &mut self,
        id: VariantId,
        guard: &Guard,
        ways: &[Way],
        of: &Solutions,
    ) -> Vec<(Guard, Vec<usize>)> {
        let again = OnceCell::new();
        let is_again = |callee| again.get_or_init(|| self.agenda.reaching(id)).contains(&callee);
        let conditions = conditions(ways, of, &is_again);
        self.could_tell_apart |= !conditions.is_empty();
        told_apart(guard, ways, if self.tells_apart { conditions } else { Vec::new() })
    }
}

/// The conditions on which it depends whether a predicate is called again, behind a generator, not in front of it.
fn conditions(ways: &[Way], of: &Solutions, is_again: &dyn Fn(VariantId) -> bool) -> Vec<Linear> {
    let mut asked: Vec<Linear> = Vec::new();
    for way in ways {
        let mut goes_on = false;
        way.cost.calls(&mut |call| goes_on |= matches!(call, Cost::Call(callee, ..) if is_again(*callee)));
        let of_solution = |var: &Var| size_at(var).is_some_and(|(mark, _)| mark == of.mark);
        for condition in way.guard.constraints() {
            if let (true, Constraint::AtLeast(form)) = (goes_on, condition)
                && !form.terms.iter().any(|(var, _)| of_solution(var))
                && !asked.contains(&form)
            {
                asked.push(form);
            }
        }
    }
    asked.truncate(CONDITIONS);
    asked
}

/// The cases of some conditions, each with the ways that are left in it.
fn told_apart(guard: &Guard, ways: &[Way], asked: Vec<Linear>) -> Vec<(Guard, Vec<usize>)> {
    let mut regions = vec![guard.clone()];
    for form in asked {
        let Some(not) = form.negated(-1) else { continue };
        let sides = regions.iter().flat_map(|region| [(region, form.clone()), (region, not.clone())]);
        let sides = sides.filter_map(|(region, form)| {
            let mut region = region.clone();
            region.require(form).then_some(region)
        });
        regions = sides.collect();
    }
    let left = |region: Guard| {
        let is_left = |at: &usize| region.clone().require_all(&ways[*at].guard);
        let kept: Vec<usize> = (0..ways.len()).filter(is_left).collect();
        (region, if kept.is_empty() { (0..ways.len()).collect() } else { kept })
    };
    regions.into_iter().map(left).collect()
}
