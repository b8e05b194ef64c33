//! When a call may fail, by conditions on its sizes. A recursion that fails where one list is shorter fails in as many ways as there
//! are lengths: of too many what they have in common is taken, where that says how sizes compare.
//!
//! In: the conditions of the paths that fail. Out: [`Fails`].

use crate::pattern::{differences, least};
use crate::types::Metric;
use solver::{Guard, Linear, Var};

/// How many conditions are told apart.
const CONDITIONS: usize = 6;
/// How many groups of them are: a list is shorter than another, or longer.
const GROUPS: usize = 2;
/// How often what they have in common is taken.
const JOINS: u8 = 3;

/// When a call may fail.
#[derive(Clone, PartialEq, Debug)]
pub enum Fails {
    /// Only where one of these conditions on its sizes holds; and how often several were made one.
    When(Vec<Guard>, u8),
    /// Perhaps always.
    Perhaps,
}

impl Fails {
    /// No call fails, as far as is known.
    pub(crate) const NEVER: Fails = Fails::When(Vec::new(), 0);

    /// Whether no call fails.
    pub fn is_never(&self) -> bool {
        matches!(self, Fails::When(guards, _) if guards.is_empty())
    }

    /// Adds a condition under which a call may fail.
    pub(crate) fn add(&mut self, guard: Guard, params: &[(Var, Metric)]) {
        let Fails::When(guards, joined) = self else { return };
        if guards.iter().any(|known| guard.implies_all(known)) {
            return;
        }
        guards.push(guard);
        if guards.len() > CONDITIONS
            && *joined < JOINS
            && let Some(alike) = alike_in_common(guards, params)
        {
            (*guards, *joined) = (alike, *joined + 1);
        }
        if guards.len() > CONDITIONS || guards.iter().any(Guard::is_always) {
            *self = Fails::Perhaps;
        }
    }
}

/// What those of some conditions have in common of which the same sizes are the greater ones; nothing where they are of many
/// sorts, or do not say how sizes compare.
fn alike_in_common(guards: &[Guard], params: &[(Var, Metric)]) -> Option<Vec<Guard>> {
    let is_above = |guard: &Guard, a: &Var, b: &Var| {
        let form = Linear::var(a).plus(&Linear::var(b), -1).and_then(|form| form.plus(&Linear::constant(1), -1));
        a != b && form.is_some_and(|form| guard.implies(&form))
    };
    let above = |guard: &Guard| -> Vec<bool> {
        params.iter().flat_map(|(a, _)| params.iter().map(move |(b, _)| is_above(guard, a, b))).collect()
    };
    let mut groups: Vec<(Vec<bool>, Vec<Guard>)> = Vec::new();
    for guard in guards {
        let above = above(guard);
        match groups.iter_mut().find(|(known, _)| *known == above) {
            Some((_, members)) => members.push(guard.clone()),
            None => groups.push((above, vec![guard.clone()])),
        }
    }
    let tells = groups.len() <= GROUPS && groups.iter().all(|(above, _)| above.contains(&true));
    tells.then(|| groups.into_iter().map(|(_, members)| in_common(&members, params)).collect())
}

/// What limits and differences of sizes have in common where one of some conditions holds.
fn in_common(guards: &[Guard], params: &[(Var, Metric)]) -> Guard {
    let each: Vec<_> = guards.iter().map(|guard| (guard.clone(), Vec::new(), Vec::new())).collect();
    let signs =
        params.iter().flat_map(|(var, _)| [1, -1].map(|sign| Linear::constant(0).plus(&Linear::var(var), sign)));
    let limits = signs.flatten().filter_map(|form| form.plus(&Linear::constant(least(&each, &form)?), -1));
    limits.chain(differences(&each, params)).fold(Guard::always(), Guard::with)
}
