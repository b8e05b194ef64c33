//! Recursive cases that apply more often: without the conditions that compare arguments.
//!
//! In: a function. Out: one whose recursive cases apply wherever each argument by itself allows it, for upper bounds only:
//! every derivation of the function is one of the result. Classes look at one argument, or at splits; a condition such as
//! `y >= x + 4` is in their way, and says little where y falls anyway.

use crate::system::equation::{Case, Definition};

/// The function with wider cases; nothing where there is none to widen.
pub(crate) fn unguarded(definition: &Definition) -> Option<Definition> {
    let case = |case: &Case| {
        let mut wider = case.clone();
        if case.rhs.has_call() {
            wider.guard.retain(&|form| form.terms.len() <= 1);
        }
        wider
    };
    let cases: Vec<Case> = definition.cases.iter().map(case).collect();
    (cases != definition.cases).then(|| Definition { cases, ..definition.clone() })
}
