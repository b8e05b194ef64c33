//! How the sizes of a variant's arguments compare at every call of it: counters below their limits, positions within
//! lists. A predicate that counts up to a limit ends only where it starts below it, which its clauses need not say.

use crate::range::Range;
use crate::types::Metric;
use solver::Var;
use solver::{Guard, Linear};

/// Forms over a variant's sizes that are zero or more at every call of it. Of a variant that is not called, nothing is
/// known that could be wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum Invariant {
    /// It has not been called.
    Uncalled,
    /// What all calls so far agree on.
    Holds(Vec<Linear>),
}

impl Invariant {
    /// Of a predicate that is called from outside.
    pub fn none() -> Self {
        Invariant::Holds(Vec::new())
    }

    /// Adds it to a condition.
    pub fn add_to(&self, guard: &mut Guard) {
        let Invariant::Holds(forms) = self else { return };
        *guard = forms.iter().fold(std::mem::take(guard), |guard, form| guard.with(form.clone()));
        debug_assert!(guard.possible(), "calls with such sizes were met");
    }

    /// Keeps what also holds for a call with these sizes under a condition; whether that is less than before.
    pub fn meet(&mut self, params: &[(Var, Metric)], guard: &Guard, sizes: &[Range]) -> bool {
        let holds = |form: &Linear| {
            let actual = form.terms.iter().try_fold(Linear::constant(form.constant), |sum, (var, &c)| {
                let at = params.iter().position(|(param, _)| param == var)?;
                sum.plus(&sizes.get(at)?.as_linear()?, c)
            });
            actual.is_some_and(|actual| actual.as_constant().map_or_else(|| guard.implies(&actual), |value| value >= 0))
        };
        match self {
            Invariant::Uncalled => {
                *self = Invariant::Holds(candidates(params).filter(holds).collect());
                true
            }
            Invariant::Holds(forms) => {
                let before = forms.len();
                forms.retain(holds);
                forms.len() < before
            }
        }
    }
}

/// Differences of integers, and of integers and lengths: not negative, or not below -1, where a counter passes its limit.
fn candidates(params: &[(Var, Metric)]) -> impl Iterator<Item = Linear> {
    let pairs = params.iter().flat_map(move |high| params.iter().map(move |low| (high, low)));
    let comparable = pairs.filter(|((high, of_high), (low, of_low))| {
        let values = [of_high, of_low].map(|metric| *metric == Metric::Value);
        high != low && values != [false, false] && ![of_high, of_low].contains(&&Metric::Size)
    });
    comparable.flat_map(|((high, _), (low, _))| {
        let difference = Linear::var(high).plus(&Linear::var(low), -1);
        let beyond = difference.as_ref().and_then(|form| form.plus(&Linear::constant(1), 1));
        difference.into_iter().chain(beyond)
    })
}
