//! One function that calls at most itself: classes are asked, for it and for what transforms make of it.
//!
//! In: a definition without other unknown functions. Out: a closed form not yet proved, or the reason why none was found.

use crate::classes;
use crate::proof::check::Limits;
use crate::proof::claim::{Extent, Found, Support};
use crate::proof::prove::prove;
use crate::system::equation::{Definition, Direction};
use crate::transforms::{ALONE, Alone, OTHER_DIRECTION, has_extremum_of_calls};

/// A closed form; `skip` says how many of those that are found are left out.
pub(crate) fn closed_form(
    definition: &Definition,
    direction: Direction,
    skip: usize,
    limits: &Limits,
) -> Result<Found, String> {
    let direct = |skip| classes::guess(definition, direction, Extent::Widest { skip }, limits);
    let mut attempt = direct(skip);
    if attempt.as_ref().is_ok_and(|found| found.exact) {
        return attempt;
    }
    if has_extremum_of_calls(definition)
        && let Some(found) = transformed(&OTHER_DIRECTION, definition, direction, limits, &[])
    {
        if skip == 0 {
            return Ok(found);
        }
        attempt = direct(skip - 1);
    }
    let worse = || ALONE.iter().find_map(|row| transformed(row, definition, direction, limits, &ALONE));
    attempt.or_else(|reason| worse().ok_or(reason))
}

/// What a class finds for what a transform makes of the function, or for what one more makes of that.
fn transformed(
    transform: &Alone,
    definition: &Definition,
    direction: Direction,
    limits: &Limits,
    more: &[Alone],
) -> Option<Found> {
    if limits.expired() {
        return None;
    }
    let changed = (transform.apply)(definition, direction)?;
    let direct = classes::guess(&changed.definition, changed.direction, changed.extent, limits);
    let further = || {
        let others = more.iter().filter(|other| other.of_splits && transform.then_splits);
        others.into_iter().find_map(|row| transformed(row, &changed.definition, changed.direction, limits, &[]))
    };
    let mut simpler = direct.ok().or_else(further)?;
    simpler.steps.push(transform.note.to_string());
    let piece = simpler.piece();
    let mut found = (transform.back)(definition, simpler)?;
    if transform.loses {
        // The function's own equations may not show what holds of the simpler one.
        let proved = || prove(&changed.definition, &[piece], changed.direction, &|_| false, limits).is_ok();
        if found.proof == Support::Prover && !proved() {
            return None;
        }
        found.proof = Support::Theorem;
    }
    Some(found)
}
