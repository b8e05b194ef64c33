//! How the sizes of a variant's arguments compare at every call of it: counters below their limits, positions within
//! lists. A predicate that counts up to a limit ends only where it starts below it, which its clauses need not say.

use crate::range::Range;
use crate::types::Metric;
use solver::{Expr, Guard, Linear, Var};

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
        // Each size where that is worst.
        let least = |form: &Linear| {
            let least = form.terms.iter().try_fold(Expr::int(form.constant), |sum, (var, &c)| {
                let size = sizes.get(params.iter().position(|(param, _)| param == var)?)?;
                let end = if c > 0 { &size.low } else { &size.high };
                Some(sum + Expr::int(c) * end.clone()?)
            });
            Linear::under(&least?.simplify())
        };
        let holds = |form: &Linear| least(form).is_some_and(|least| guard.implies(&least));
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

/// Of more parameters no two are compared: there would be thousands of differences to be decided at each call.
const COMPARED: usize = 32;

/// Integers and lengths that are not below 1, and differences of them: not below 1, for what is left
/// is more than is asked for; not negative; not below -1, where a counter passes its limit.
fn candidates(params: &[(Var, Metric)]) -> impl Iterator<Item = Linear> {
    let counts = params.iter().filter(|(_, metric)| matches!(metric, Metric::Value | Metric::Length));
    let alone = counts.filter_map(|(var, _)| Linear::var(var).plus(&Linear::constant(1), -1));
    let compared = if params.len() <= COMPARED { params } else { &[] };
    let pairs = compared.iter().flat_map(move |high| compared.iter().map(move |low| (high, low)));
    let comparable = pairs.filter(|((high, of_high), (low, of_low))| {
        let values = [of_high, of_low].map(|metric| *metric == Metric::Value);
        high != low && values != [false, false] && ![of_high, of_low].contains(&&Metric::Size)
    });
    let differences = comparable.flat_map(|((high, _), (low, _))| {
        let difference = Linear::var(high).plus(&Linear::var(low), -1);
        [-1, 0, 1].into_iter().filter_map(move |by| difference.as_ref()?.plus(&Linear::constant(by), 1))
    });
    alone.chain(differences)
}
