//! How many variables an instruction may bind besides those that its keys stand for.
//!
//! What a call has bound is undone by whoever fails behind it, so the trail of a caller is bounded by what the keys of its
//! calls say ([`binds`]): one variable for a key, one for a unit of work. A builtin binds several under one key, and may
//! have bound some when it is false. What a state has bound is known where the instruction is executed; what of it no key
//! stands for is noted beside the keys.
//!
//! In: the states after an instruction. Out: the same, with [`Cost::Bindings`].

use crate::cost::Cost;
use crate::range::Range;
use crate::resource::binds;
use crate::step::Next;
use solver::Expr;

/// From so many on the number is not known.
pub(crate) const MANY: u32 = u32::MAX / 2;

/// Notes what the states after an instruction have bound; their logs had `before` entries before it.
pub(crate) fn note(before: usize, next: &mut Next) {
    for (state, _) in next.iter_mut().filter(|(state, _)| state.bound > 0) {
        let since = &state.log[before.min(state.log.len())..];
        let known = since.iter().map(counted).fold(0, u32::saturating_add);
        let unnoted = match state.bound {
            // Each unit is a variable at most, however many there are.
            MANY.. if since.iter().any(|cost| units(cost).is_some()) => 0,
            MANY.. => u32::MAX,
            bound => bound.saturating_sub(known),
        };
        if unnoted > 0 {
            state.log.push(Cost::Bindings(unnoted));
        }
    }
}

/// The units of work that stand for variables.
fn units(cost: &Cost) -> Option<&Range> {
    match cost {
        Cost::Units(key, units) => binds(*key).then_some(units),
        Cost::UnitsOfOne(lists, units) => lists.iter().copied().flatten().any(|&key| binds(key)).then_some(units),
        _ => None,
    }
}

/// How many variables a cost stands for, where that is a number.
fn counted(cost: &Cost) -> u32 {
    match cost {
        Cost::Key { key, high, .. } if binds(*key) => *high,
        cost => {
            let most = units(cost).and_then(|units| units.high.as_ref().and_then(Expr::as_num)?.to_i64());
            most.and_then(|most| u32::try_from(most).ok()).unwrap_or(0)
        }
    }
}
