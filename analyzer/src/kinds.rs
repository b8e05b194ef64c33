//! Solutions told apart by the constants that they give: `le(X, Y, true)` from `le(X, Y, false)`, the rows of a small table.
//!
//! An argument that is a constant at every solution, and not always the same one, tells which clauses a solution came
//! from. What these agree on is kept for each: the sizes with which there may be such a solution. A call that gives a
//! few kinds of solutions is followed once for each.

use crate::affine::counts;
use crate::calls::at_call;
use crate::cost::VariantId;
use crate::explore::{Explorer, Frame};
use crate::pattern::{Exits, differences, least, narrow};
use crate::range::Range;
use crate::regtype::TypeTable;
use crate::state::{Cell, CellId, State};
use crate::types::{Metric, Type};
use crate::unify::{Unified, unify};
use solver::{Guard, Linear, Var};
use wam::atoms::known;

/// How many kinds are told apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    /// Of the solutions of a predicate.
    most: usize,
    /// Into how many ways those of all calls of a path may lead.
    ways: usize,
    /// How many variants an exploration may have, besides one for each predicate.
    pub variants: usize,
}

impl Kinds {
    /// Where they are told apart to see which clauses a solution came from.
    pub const FEW: Kinds = Kinds { most: 6, ways: 36, variants: 200 };
    /// Where a table is walked row by row.
    pub const ROWS: Kinds = Kinds { most: 128, ways: 128, variants: 1000 };
}

/// When a variant may have a solution of a kind, as far as that is known.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct When {
    /// The least size of each parameter.
    pub least: Vec<Option<i64>>,
    /// Differences of parameters, less a number, that are not negative.
    pub differences: Vec<Linear>,
}

/// Solutions in which the same arguments are the same constants.
#[derive(Clone, PartialEq, Debug)]
pub struct SolutionKind {
    /// The constant of each argument that is one.
    pub constants: Vec<Option<Type>>,
    /// When there may be one.
    pub when: When,
}

impl When {
    /// When there may be a solution that is among some.
    pub fn of(exits: &Exits, params: &[(Var, Metric)]) -> When {
        let least = params.iter().map(|(var, _)| least(exits, &Linear::var(var))).collect();
        When { least, differences: differences(exits, params) }
    }

    /// Narrows a condition to sizes of a call with which there may be one; false when there are none.
    /// Of a call of itself that goes on, `again`, equations are asked for of values only.
    pub fn narrow(&self, guard: &mut Guard, params: &[(Var, Metric)], sizes: &[Range], again: bool) -> bool {
        let is_equation = |form: &Linear| form.negated(0).is_some_and(|other| self.differences.contains(&other));
        let asked = self.differences.iter().filter(|form| !again || counts(form, params) || !is_equation(form));
        let differences = asked.cloned().fold(Guard::always(), Guard::with);
        // What is known already would only hide what else the condition says.
        let news = at_call(&differences, params, sizes).without_implied(guard);
        narrow(guard, &self.least, sizes) && guard.require_all(&news)
    }
}

/// The kinds of solutions, each with the constants that it gives; nothing where there are more than so many.
fn kinds(
    exits: &Exits,
    given: &[Vec<Option<Type>>],
    params: &[(Var, Metric)],
    most: usize,
) -> Option<Vec<SolutionKind>> {
    let Some(first) = given.first() else { return Some(Vec::new()) };
    let tells =
        |at: &usize| given.iter().all(|row| row[*at].is_some()) && given.iter().any(|row| row[*at] != first[*at]);
    let telling: Vec<bool> = (0..first.len()).map(|at| tells(&at)).collect();
    let mut found: Vec<(Vec<Option<Type>>, Vec<usize>)> = Vec::new();
    for (nth, row) in given.iter().enumerate() {
        let constants: Vec<Option<Type>> =
            row.iter().zip(&telling).map(|(constant, tells)| constant.clone().filter(|_| *tells)).collect();
        match found.iter_mut().find(|(known, _)| *known == constants) {
            Some((_, members)) => members.push(nth),
            None => found.push((constants, vec![nth])),
        }
        if found.len() > most {
            return None;
        }
    }
    if found.len() < 2 {
        return Some(Vec::new());
    }
    // In whichever order the solutions were met.
    found.sort();
    let kind = |(constants, members): (_, Vec<usize>)| {
        let own: Vec<_> = members.iter().map(|&nth| exits[nth].clone()).collect();
        SolutionKind { constants, when: When::of(&own, params) }
    };
    Some(found.into_iter().map(kind).collect())
}

/// The constants of the arguments at a solution. The empty list is none: it is a list like others.
pub(crate) fn constants(types: &[Type]) -> Vec<Option<Type>> {
    let constant = |of: &Type| of.as_constant().filter(|cell| *cell != Cell::Atom(known::NIL)).map(|_| of.clone());
    types.iter().map(constant).collect()
}

impl Explorer<'_> {
    /// The kinds of solutions, each with the constants that it gives; none where they are not told apart.
    pub(crate) fn kinds(
        &mut self,
        exits: &Exits,
        given: &[Vec<Option<Type>>],
        params: &[(Var, Metric)],
    ) -> Vec<SolutionKind> {
        let found = kinds(exits, given, params, self.kinds.most);
        self.has_more_kinds |= found.is_none();
        found.unwrap_or_default()
    }

    /// The kinds of solutions of a call that are followed, each with the condition on which there may be one.
    pub(crate) fn kinds_of(
        &self,
        frame: &Frame,
        state: &State,
        callee: VariantId,
        sizes: &[Range],
    ) -> Vec<(Guard, Option<SolutionKind>)> {
        let summary = &self.summaries[callee.0 as usize];
        let params = &self.variants[callee.0 as usize].params;
        let under = |when: &When| {
            let mut guard = state.guard.clone();
            let types = summary.success().unwrap_or_default();
            let again = callee == frame.id && summary.leaves_choice;
            (when.narrow(&mut guard, params, sizes, again)
                && summary.sizes.narrow(&mut guard, params, sizes, types, again))
            .then_some(guard)
        };
        // A search goes on from all values alike: told apart, each would have functions of its own, which call those of all others.
        let is_drawn = self.asked_visits().is_some_and(|visits| visits.draws(self.variants[callee.0 as usize].pred));
        if is_drawn || summary.kinds.is_empty() || frame.joins || state.ways * summary.kinds.len() > self.kinds.ways {
            return under(&summary.when).map(|guard| (guard, None)).into_iter().collect();
        }
        let each = summary.kinds.iter().filter_map(|kind| Some((under(&kind.when)?, Some(kind.clone()))));
        each.collect()
    }
}

impl State {
    /// The state after a call in which some arguments are constants; nothing where they cannot be.
    pub(crate) fn with_constants(
        mut self,
        constants: &[Option<Type>],
        args: &[CellId],
        types: &TypeTable,
    ) -> Option<State> {
        let logged = self.log.len();
        for (&arg, constant) in args.iter().zip(constants) {
            let Some(cell) = constant.as_ref().and_then(Type::as_constant) else { continue };
            let constant = self.cell(cell.clone());
            let mut cases = unify(self, arg, constant, types).into_iter();
            let (state, ..) = cases.find(|(_, how, _)| *how != Unified::Fail)?;
            self = state;
            self.refine(arg, cell);
        }
        // What was bound is the work of the call.
        self.log.truncate(logged);
        Some(self)
    }
}
