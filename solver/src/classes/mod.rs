//! The table of classes: closed forms, each guessed where a function has the shape that the class asks for.
//!
//! In: a function that calls at most itself. Out: the first [`Found`], else why each class that was asked gave up. Nothing
//! is believed here: the prover decides, and where a class rests on a theorem it has checked the theorem's conditions.

mod apart;
mod binomial;
mod branching;
mod constant;
mod counted;
mod doubling;
mod euclid;
mod geometric;
mod levels;
mod line;
mod linear;
mod not_recursive;
mod one_variable;
pub(crate) mod potential;
mod quotient;
mod ranks;
mod rule_halving;
mod rule_linear;
mod rule_product;
mod rule_template;
mod rule_tree;
mod rules;
mod scaled;
mod shrinking;
pub(crate) mod surface;

use crate::Var;
use crate::proof::check::{Limits, OUT_OF_TIME};
use crate::proof::claim::{Extent, Found, Support};
use crate::system::constraint::Constraint;
use crate::system::equation::{Definition, Direction};
use crate::system::guard::Guard;
use crate::system::region;
use crate::system::shape::{self, Alternative, RecCall, Role};

pub(crate) use constant::{constant_below, constants_below, one_step_below};

/// A function that calls at most itself, as classes look at it.
pub(crate) struct Problem<'a> {
    pub definition: &'a Definition,
    pub direction: Direction,
    pub extent: Extent,
    pub limits: Limits,
    pub alternatives: Vec<Alternative>,
    /// What each parameter does in the recursion.
    pub roles: Vec<Role>,
}

/// Parameters for which a lower bound should have grown.
const SMALL: f64 = 10.0;
const LARGE: f64 = 1_000.0;

/// A row of the table.
pub(crate) struct Class {
    pub name: &'static str,
    /// Whether a function has the shape.
    pub asks: fn(&Problem<'_>) -> bool,
    /// A closed form, or why there is none.
    pub guess: fn(&Problem<'_>) -> Result<Found, String>,
    pub source: &'static str,
    /// The test that solves functions of the class; the reader finds there what the class is for.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader, and the test that looks for it"))]
    pub test: &'static str,
}

/// The classes, asked in this order.
pub(crate) const CLASSES: [Class; 15] = [
    // f(x, y) = g(x, y)
    Class {
        name: "no recursion",
        asks: |problem| !problem.alternatives.iter().any(Alternative::is_recursive),
        guess: not_recursive::solve,
        source: "definition",
        test: "cases_without_calls_bound_each_other",
    },
    // f(n, z) = a1*f(n - d1, z) + ... + g(n, z), with halves and splits of n: the rules of `rules.rs`
    Class {
        name: "one variable",
        asks: |problem| problem.changing().len() == 1,
        guess: one_variable::solve,
        source: "of each rule its own",
        test: "cases_1_to_6_first_order_linear",
    },
    // f(x, y) = f(x - 1, y + 1) + g(x, y)
    Class {
        name: "along ranks",
        asks: |problem| !problem.changing().is_empty(),
        guess: ranks::solve,
        source: "linear ranking functions: Podelski and Rybalchenko (2004)",
        test: "cases_16_to_19_several_variables",
    },
    // f(x, y) = f(y - 1, x), f(x, 0) = 1
    Class {
        name: "greatest end",
        asks: |problem| problem.direction == Direction::Upper,
        guess: constant::greatest_end,
        source: "monotone induction",
        test: "what_adds_nothing_is_at_most_its_greatest_end",
    },
    // f(x, y) = f(y, x mod y) + c
    Class {
        name: "Euclidean algorithm",
        asks: euclid::is_euclid,
        guess: euclid::solve,
        source: "Knuth (1997), section 4.5.3",
        test: "case_24_greatest_common_divisor_is_logarithmic",
    },
    // f(x, y) = f(x - y, y) + c while x >= y
    Class {
        name: "steps of a parameter's size",
        asks: |_| true,
        guess: quotient::solve,
        source: "definition of the quotient",
        test: "subtracting_a_parameter_divides_by_it",
    },
    // f(x, y) = f(x - 1, y) + f(x, y - 1) + c
    Class {
        name: "paths in a grid",
        asks: |_| true,
        guess: binomial::solve,
        source: "Pascal's rule: Graham, Knuth, Patashnik (1994), section 5.1",
        test: "steps_in_two_directions_at_once_are_binomial",
    },
    // f(x, y) = f(x - 1, 2*y) + y
    Class {
        name: "linear in what is multiplied",
        asks: |problem| problem.changing().len() == 2,
        guess: scaled::solve,
        source: "comparison of coefficients",
        test: "what_is_multiplied_with_each_call_is_a_factor",
    },
    // f(x, y) = f(2*x, y) + c while x < y
    Class {
        name: "doubling up to a limit",
        asks: |_| true,
        guess: doubling::solve,
        source: "definition of the logarithm",
        test: "counters_that_double_take_logarithmically_many_steps",
    },
    // f(x, y) = f(x - 1, floor(y/2)) + c
    Class {
        name: "each parameter by itself",
        asks: |problem| problem.changing().len() > 1,
        guess: apart::solve,
        source: "monotone induction",
        test: "what_moves_by_itself_ends_where_the_first_does",
    },
    // f(x, y) = f(floor((x + y)/2) + 1, y) + c
    Class {
        name: "by a constant factor",
        asks: geometric::is_geometric,
        guess: geometric::solve,
        source: "linear ranking functions, of a logarithm",
        test: "forms_that_fall_or_grow_by_a_factor_take_logarithmically_many_steps",
    },
    // f(x, y) = min(f(x, floor((x + y)/2)), f(floor((x + y)/2), y)) + c, from below
    Class {
        name: "a part is left",
        asks: shrinking::is_shrinking,
        guess: shrinking::solve,
        source: "linear ranking functions, of a logarithm",
        test: "forms_of_which_a_part_is_left_take_logarithmically_many_steps_or_more",
    },
    // f(x, y) = max(f(x - 1, y), f(x, y - 1)) + g(x, y)
    Class {
        name: "polynomial template in several variables",
        asks: surface::is_surface,
        guess: surface::solve,
        source: "guess from values, prove by induction",
        test: "merging_walks_both_arguments",
    },
    // f(x, y) = f(x - 1, y - 3) + g(x, y), any of several such
    Class {
        name: "steps times the costliest",
        asks: |problem| problem.direction == Direction::Upper,
        guess: counted::solve,
        source: "monotone induction",
        test: "steps_in_any_direction_cost_at_most_the_costliest_each",
    },
    // f(x) = f(floor(x/10)) + log2(x)
    Class {
        name: "levels times the costliest",
        asks: |_| true,
        guess: levels::solve,
        source: "definition of the logarithm",
        test: "levels_of_a_part_cost_at_most_the_costliest_each",
    },
];

impl<'a> Problem<'a> {
    fn of(
        definition: &'a Definition,
        direction: Direction,
        extent: Extent,
        limits: &Limits,
    ) -> Result<Problem<'a>, String> {
        if definition.cases.iter().any(|c| c.rhs.is_infinite()) {
            return Err("a case is infinite".to_string());
        }
        let alternatives = shape::alternatives(definition, direction)?;
        let roles = shape::roles(&definition.params, &alternatives);
        Ok(Problem { definition, direction, extent, limits: *limits, alternatives, roles })
    }

    /// Where no case applies and calls may lead: they give 0 there. Nothing where that is too much to find out.
    pub fn nowhere(&self) -> Option<Vec<Guard>> {
        let Problem { definition, alternatives, .. } = self;
        let domain = region::natural(&definition.domain, definition.params.iter());
        let stays = |a: &Alternative| {
            let here = domain.clone().both(&a.guard);
            let holds = |call: &RecCall, constraint: &Constraint| match constraint {
                Constraint::AtLeast(form) => {
                    region::is_nonnegative_under(&call.after(&form.to_poly(), &definition.params), &here)
                }
                _ => false,
            };
            a.overs.is_empty() && a.calls.iter().all(|call| domain.constraints().iter().all(|of| holds(call, of)))
        };
        let reached = match alternatives.iter().all(stays) {
            true => domain.clone(),
            false => region::natural(&Guard::always(), definition.params.iter()),
        };
        reached.without(&definition.cases.iter().map(|case| case.guard.clone()).collect::<Vec<Guard>>())
    }

    /// The parameters that matter and change in calls.
    pub fn changing(&self) -> Vec<usize> {
        (0..self.roles.len()).filter(|&i| self.roles[i] == Role::Changing).collect()
    }
}

/// Why a recursion that comes back to where it was has no closed form.
pub const UNCHANGED: &str = "no argument that matters changes in the recursive call";

/// The closed form of the first class that has one; else why there is none.
pub(crate) fn guess(
    definition: &Definition,
    direction: Direction,
    extent: Extent,
    limits: &Limits,
) -> Result<Found, String> {
    let problem = Problem::of(definition, direction, extent, limits)?;
    let recursive = problem.alternatives.iter().any(Alternative::is_recursive);
    if recursive && problem.changing().is_empty() {
        return Err(UNCHANGED.to_string());
    }
    // Theorems say nothing of calls that were left out: they may not end.
    let leaves_out = direction == Direction::Upper && problem.alternatives.iter().any(|a| a.relaxed);
    let supported = |found: Found| match leaves_out {
        true => Found { proof: Support::Prover, ..found },
        false => found,
    };
    let mut reasons = Vec::new();
    // A constant below a function that may grow is taken where no class knows more.
    let mut constant = None;
    for class in CLASSES.iter().filter(|class| (class.asks)(&problem)) {
        if limits.expired() {
            return Err(OUT_OF_TIME.to_string());
        }
        match (class.guess)(&problem) {
            Ok(found) => {
                let is_named = !found.rule.is_empty();
                let (rule, source) = if is_named { (found.rule, found.source) } else { (class.name, class.source) };
                let found = supported(Found { rule, source, ..found });
                let is_constant = found.expr.vars().is_empty();
                if direction == Direction::Upper || !recursive || !is_constant && (constant.is_none() || grows(&found))
                {
                    return Ok(found);
                }
                constant = constant.or(Some(found));
            }
            Err(reason) if reasons.contains(&reason) => {}
            Err(reason) => reasons.push(reason),
        }
    }
    constant.ok_or_else(|| reasons.join("; "))
}

/// An upper bound by what one parameter says, whatever the others do.
pub(crate) fn by_one_parameter(definition: &Definition, limits: &Limits) -> Result<Found, String> {
    let problem = Problem::of(definition, Direction::Upper, Extent::Widest { skip: 0 }, limits)?;
    if problem.alternatives.iter().any(|a| a.relaxed) || problem.changing().len() < 2 {
        return Err("calls are left out, or only one parameter moves".to_string());
    }
    let found = apart::solve_by_one(&problem)?;
    Ok(Found { rule: "one parameter by itself", source: "monotone induction", ..found })
}

/// Whether a bound is greater for large parameters than for small ones.
fn grows(found: &Found) -> bool {
    let at = |size: f64| found.expr.eval_f64(&|_: &Var| Some(size));
    at(LARGE) > at(SMALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_names_a_test_that_is_there() {
        let tests = include_str!("../../tests/cases.rs");
        for class in &CLASSES {
            assert!(tests.contains(&format!("fn {}()", class.test)), "{}: {}", class.name, class.test);
        }
    }
}
