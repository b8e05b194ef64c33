//! Fourier–Motzkin elimination over the rationals, of forms with integer coefficients.
//!
//! In: forms that are zero or more. Out: what they say without a variable; nothing where that would be too much.

use crate::Var;
use crate::system::form::Linear;
use std::collections::BTreeMap;

/// How many constraints elimination may produce before it gives up and answers "perhaps".
const ELIMINATION_LIMIT: usize = 200;

/// The variable whose elimination makes the fewest constraints.
pub(crate) fn cheapest(forms: &[Linear]) -> Option<Var> {
    let mut counts: BTreeMap<&Var, (usize, usize)> = BTreeMap::new();
    for form in forms {
        for (var, c) in &form.terms {
            let (above, below) = counts.entry(var).or_default();
            *(if *c > 0 { above } else { below }) += 1;
        }
    }
    counts.into_iter().min_by_key(|(_, (above, below))| above * below).map(|(var, _)| var.clone())
}

/// One step of Fourier–Motzkin elimination; nothing when it would grow beyond the limit or overflow.
pub(crate) fn eliminate(forms: &[Linear], var: &Var) -> Option<Vec<Linear>> {
    let (with, mut rest): (Vec<&Linear>, Vec<Linear>) = {
        let (with, rest): (Vec<&Linear>, Vec<&Linear>) = forms.iter().partition(|form| form.coefficient(var) != 0);
        (with, rest.into_iter().cloned().collect())
    };
    let (above, below): (Vec<&Linear>, Vec<&Linear>) = with.into_iter().partition(|form| form.coefficient(var) > 0);
    if rest.len() + above.len() * below.len() > ELIMINATION_LIMIT {
        return None;
    }
    for up in &above {
        for down in &below {
            let scaled = Linear::constant(0).plus(up, -down.coefficient(var))?;
            rest.push(scaled.plus(down, up.coefficient(var))?.tighten());
        }
    }
    rest.sort();
    rest.dedup();
    Some(rest)
}
