//! Recursive cases that apply more often: without the conditions that compare arguments.
//!
//! In: a function. Out: one whose recursive cases apply wherever each argument by itself allows it, for upper bounds only:
//! every derivation of the function is one of the result. Classes look at one argument, or at splits; a condition such as
//! `y >= x + 4` is in their way, and says little where y falls anyway.

use crate::system::equation::{Case, Definition};
use crate::system::guard::Guard;
use crate::system::region;

/// The function with wider cases; nothing where there is none to widen.
pub(crate) fn unguarded(definition: &Definition) -> Option<Definition> {
    let natural = region::natural(&Guard::always(), definition.params.iter());
    let compares = |case: &Case| {
        let forms = case.guard.constraints();
        case.rhs.has_call() && forms.iter().any(|constraint| constraint.form().terms.len() > 1)
    };
    if !definition.cases.iter().any(compares) {
        return None;
    }
    let case = |case: &Case| {
        let mut wider = case.clone();
        if case.rhs.has_call() {
            let here = region::natural(&case.guard.clone().both(&definition.domain), definition.params.iter());
            let by_itself = definition.params.iter().map(|param| here.project(&|other| other == param));
            wider.guard.retain(&|form| form.terms.len() <= 1);
            wider.guard = by_itself.fold(wider.guard, |guard, own| guard.both(&own)).without_implied(&natural);
        }
        wider
    };
    Some(Definition { cases: definition.cases.iter().map(case).collect(), ..definition.clone() })
}
