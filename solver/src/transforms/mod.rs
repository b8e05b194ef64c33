//! The table of transforms: equations made into equations that are easier to solve.
//!
//! | always | what it gives | module | test |
//! |---|---|---|---|
//! | one for all alike | one function in place of those with the same equations | `alike` | `functions_with_the_same_equations_are_one` |
//! | cases for extrema in arguments | linear arguments under guards | `decided` | `the_greater_of_two_in_an_argument_is_decided` |
//! | one function for a sum of all earlier values | no sum over calls | `history` | `sums_of_all_earlier_values` |
//! | ranges from 0 on | sums and splits over natural numbers, under variables of their own | `ranges` | `variables_of_ranges_are_their_own` |
//! | one sign a parameter | functions over the natural numbers, equal where the signs are as said | `naturals` | `a_case_for_a_negative_number_counts` |
//! | substitution | what is solved in place of calls, case by case | `unfold` ([`unfold::replace`]) | `solutions_are_put_into_callers_also_at_their_first_points` |
//! | what a call ends in, where not all is known without | fewer recursive cases | `ended` | `a_call_that_meets_no_recursion_is_none` |
//! | narrowing | splits to the choices whose calls have a case | `splits` | `splits_that_leave_one_part_cost_by_what_they_take` |
//! | any value up to a bound | calls in arguments of calls | `nested` | `inner_calls_are_any_value_up_to_a_bound` |
//! | one function for all | mutual recursion, where no function is common to all of its cycles | `tagged` | `each_function_of_a_component_has_a_measure_of_its_own` |
//! | logarithms of a parameter that never rises, held fixed | no logarithms in what is added | `slow` | `logarithms_that_each_step_adds_are_at_most_the_first` |
//! | logarithms by their pieces, of one or all | products of calls | `logarithm` | `products_in_mutual_recursion_are_bounded_by_logarithms` |
//!
//! The others are tried in the order of [`TOGETHER`] and [`ALONE`], until a solution of the result is one of the function.

pub(crate) mod alike;
mod counted;
pub(crate) mod decided;
mod decouple;
pub(crate) mod ended;
mod growing;
pub(crate) mod history;
pub(crate) mod logarithm;
pub(crate) mod naturals;
pub(crate) mod nested;
mod ranges;
pub(crate) mod slow;
pub(crate) mod splits;
pub(crate) mod summed;
pub(crate) mod tagged;
pub(crate) mod unfold;
pub(crate) mod unguarded;

use crate::proof::check::Limits;
use crate::proof::claim::{Extent, Found};
use crate::system::equation::{Definition, Direction};
use crate::system::region;
use crate::{Expr, FnName};

/// Stands where something is not looked at: a call of a function that is never defined. What it is called is told the user,
/// before "is not defined"; no function of a user's can be called so.
pub(crate) fn unseen(what: &str) -> Expr {
    Expr::Call(FnName::new(what), Vec::new())
}

/// A transform of a function and the others of its component into one function that calls only itself.
pub(crate) struct Together {
    pub apply: fn(&Definition, &[Definition], Direction, &Limits) -> Result<Definition, String>,
    /// Whether the result equals the function, else it is above it.
    pub equal: bool,
    /// What was done, for the user.
    pub note: &'static str,
    /// Named by a test of the crate alone: the reader finds there what the transform is for.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader, and the test that looks for it"))]
    pub test: &'static str,
}

/// Transforms of components, tried in this order.
pub(crate) const TOGETHER: [Together; 3] = [
    // f calls g, g calls f: g's cases in place of calls of it
    Together {
        apply: unfold::unfold,
        equal: true,
        note: "mutual recursion unfolded into one function",
        test: "case_23_mutual_recursion",
    },
    // f calls g so many times, g calls itself with one less and f: so many times a turn of g
    Together {
        apply: counted::summed,
        equal: false,
        note: "loops of equal turns summed, and unfolded into one function",
        test: "loops_that_call_what_calls_them_are_so_many_turns",
    },
    // f and g call themselves and each other: one function above both
    Together {
        apply: unfold::joined,
        equal: false,
        note: "one bound for all functions of the mutual recursion",
        test: "functions_of_a_component_that_no_function_is_common_to_share_a_bound",
    },
];

/// A transform of a function that calls only itself.
pub(crate) struct Alone {
    pub apply: fn(&Definition, Direction) -> Option<Changed>,
    /// Whether it decides what splits choose.
    pub of_splits: bool,
    /// Whether splits of the result may be decided where no class knows them.
    pub then_splits: bool,
    /// Whether the result is worse than the function, which may then not show that a bound of the result is one of it.
    pub loses: bool,
    /// What was found for the result as a claim about the function, if it is one.
    pub back: fn(&Definition, Found) -> Option<Found>,
    /// What was done, for the user.
    pub note: &'static str,
    /// As of [`Together`].
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader, and the test that looks for it"))]
    pub test: &'static str,
}

/// A function to solve in place of another.
pub(crate) struct Changed {
    pub definition: Definition,
    pub direction: Direction,
    pub extent: Extent,
}

/// Where never more than one case applies, the function does not depend on the direction of the bound, so that an exact
/// solution found for the other direction serves for this one.
pub(crate) const OTHER_DIRECTION: Alone = Alone {
    apply: |definition, direction| {
        let direction = direction.opposite();
        let usable = has_extremum_of_calls(definition) && disjoint(definition);
        usable.then(|| Changed { definition: definition.clone(), direction, extent: Extent::Exact })
    },
    of_splits: false,
    then_splits: false,
    loses: false,
    back: |_, found| {
        let valid = found.exact_where.clone()?;
        Some(Found { exact: true, valid, ..found })
    },
    note: "at most one case applies, so the exact value bounds both sides",
    test: "case_20_maximum_of_recurrences",
};

/// Transforms that lose precision, tried in this order where no class finds anything.
pub(crate) const ALONE: [Alone; 5] = [
    // f(x - 1, 2*y) + y: y is at most 2^x*y all the while
    Alone {
        apply: |definition, direction| {
            let growing = (direction == Direction::Upper).then(|| growing::growing(definition))??;
            Some(Changed { definition: growing.definition, direction, extent: Extent::Widest { skip: 0 } })
        },
        of_splits: false,
        then_splits: false,
        loses: true,
        back: |definition, found| Some(bound(growing::growing(definition)?.bound(found)?)),
        note: "arguments that grow are at most what they come to",
        test: "arguments_that_grow_are_at_most_what_they_come_to",
    },
    // f(n - 1)*f(n - 2): f <= b^L, where L(n) = L(n - 1) + L(n - 2)
    Alone {
        apply: |definition, direction| {
            let made = (direction == Direction::Upper).then(|| logarithm::of_products(definition))??;
            let definition = made.definitions.into_iter().next()?;
            Some(Changed { definition, direction, extent: Extent::Widest { skip: 0 } })
        },
        of_splits: false,
        then_splits: true,
        loses: true,
        back: |definition, found| {
            let logarithms = logarithm::of_products(definition)?;
            let region = region::natural(&definition.domain, definition.params.iter()).both(&found.valid);
            Some(bound(Found { expr: logarithms.power(&found.expr, &region), ..found }))
        },
        note: "products of calls by their logarithms",
        test: "products_of_calls_are_bounded_by_logarithms",
    },
    // max over k of ... + max(k, 2*k + 1) grows by at most 2 a step
    Alone {
        apply: |definition, direction| {
            let paced = (direction == Direction::Upper).then(|| decouple::paced(definition))??;
            Some(Changed { definition: paced, direction, extent: Extent::Widest { skip: 0 } })
        },
        of_splits: true,
        then_splits: false,
        loses: true,
        back: |_, found| Some(bound(found)),
        note: "maxima inside splits grow at the fastest pace of their parts",
        test: "splits_that_leave_one_part_cost_by_what_they_take",
    },
    // max over k of f(k, n - k) + g(n - k): each part at its worst place
    Alone {
        apply: |definition, direction| {
            let paced = (direction == Direction::Upper).then(|| decouple::paced(definition)).flatten();
            let simpler = decouple::decoupled(paced.as_ref().unwrap_or(definition), direction)?;
            Some(Changed { definition: simpler, direction, extent: Extent::Rising })
        },
        of_splits: true,
        then_splits: false,
        loses: true,
        back: |definition, found| decouple::bounds(definition, &found.expr, &found.valid).then(|| bound(found)),
        note: "each part of a split at its worst place; the bound rises",
        test: "splits_in_several_arguments_take_each_part_at_its_worst",
    },
    // f(x, y) = max over k of f(x, k) + 1 if y >= x + 4: wherever y is large enough
    Alone {
        apply: |definition, direction| {
            let wider = (direction == Direction::Upper).then(|| unguarded::unguarded(definition))??;
            Some(Changed { definition: wider, direction, extent: Extent::Widest { skip: 0 } })
        },
        of_splits: false,
        then_splits: true,
        loses: true,
        back: |_, found| Some(bound(found)),
        note: "conditions of recursive cases that compare arguments are left out",
        test: "conditions_that_compare_arguments_may_be_left_out",
    },
];

/// A claim about the function from one about a function that is worse at every point.
fn bound(found: Found) -> Found {
    Found { exact: false, exact_where: None, ..found }
}

/// Whether a maximum or minimum stands around calls.
pub(crate) fn has_extremum_of_calls(definition: &Definition) -> bool {
    let mut found = false;
    let mut look = |e: &Expr| {
        let extremum = matches!(e, Expr::Max(_) | Expr::Min(_) | Expr::MaxOver(_) | Expr::MinOver(_));
        found |= extremum && e.has_call();
    };
    definition.cases.iter().for_each(|c| c.rhs.visit(&mut look));
    found
}

/// Whether a function has at most one value at each point, whatever is chosen: there is no choice.
pub(crate) fn has_one_value(definition: &Definition) -> bool {
    !has_extremum_of_calls(definition) && disjoint(definition)
}

fn disjoint(definition: &Definition) -> bool {
    let cases = &definition.cases;
    cases.iter().enumerate().all(|(i, a)| {
        cases[i + 1..].iter().all(|b| a.rhs == b.rhs || !region::is_possible(&a.guard.clone().both(&b.guard)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_transform_names_a_test_that_is_there() {
        let tests = include_str!("../../tests/cases.rs");
        let named = TOGETHER
            .iter()
            .map(|t| (t.note, t.test))
            .chain(ALONE.iter().chain([&OTHER_DIRECTION]).map(|t| (t.note, t.test)));
        for (note, test) in named {
            assert!(tests.contains(&format!("fn {test}()")), "{note}: {test}");
        }
    }
}
