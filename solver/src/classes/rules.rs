//! The table of recurrence classes: what each is called, where it comes from, when it applies.
//!
//! In: a [`Line`]. Out: candidates; `solve_line` re-checks them by induction and keeps the tightest. A row's function
//! returns no candidates when its guard does not hold.

use crate::classes::line::Line;
use crate::classes::rule_halving;
use crate::classes::rule_linear;
use crate::classes::rule_product;
use crate::classes::rule_template;
use crate::classes::rule_tree;
use crate::expression::poly::Poly;

/// A claimed bound.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub f: Poly,
    /// Claimed from this value of the variable on.
    pub from: i64,
    pub exact: Exactness,
    pub proof: Proof,
    pub note: String,
}

/// Whether a candidate claims equality.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exactness {
    /// Equal from `from` on, if it is a bound at all.
    Exact,
    /// A bound.
    Bound,
}

/// Why a candidate may be believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// It solves the only applicable alternative and has its values.
    Constructed,
    /// By the theorem named in the rule's source.
    Theorem,
    /// Not yet: it must pass `Line::verify`, with exact values up to here at least.
    ByInduction(i64),
}

/// A recurrence class.
#[derive(Debug)]
pub(crate) struct Rule {
    pub name: &'static str,
    pub source: &'static str,
    pub apply: fn(&mut Line) -> Vec<Candidate>,
}

const UNDETERMINED: &str = "undetermined coefficients: Bagnara, Zaccagnini, Zolo (2003), section 4";

/// The classes, tried in this order.
pub(crate) const LINE_RULES: [Rule; 11] = [
    // T(n) = a*T(n-1) + g(n)
    Rule { name: "first-order linear", source: UNDETERMINED, apply: rule_linear::first_order },
    // T(n) = a1*T(n-1) + ... + ad*T(n-d) + g(n)
    Rule { name: "higher-order linear", source: UNDETERMINED, apply: rule_linear::higher_order },
    // several alternatives, one of which wins from some n on
    Rule { name: "eventually dominant alternative", source: "monotone induction", apply: rule_linear::dominant },
    // T(n) = p(n)*T(n-1) + g(n)
    Rule {
        name: "first-order linear with polynomial coefficient",
        source: "summing factor: Graham, Knuth, Patashnik (1994), section 2.2",
        apply: rule_product::product,
    },
    // T(n) = a*T(floor(n/b)) + g(n)
    Rule {
        name: "divide and conquer",
        source: "Cormen, Leiserson, Rivest, Stein (2009), section 4.6; floors as in Leighton (1996)",
        apply: rule_halving::one_size,
    },
    // T(n) = T(floor((n - 1)/2)) + g(n), or T(floor(n/2)) + h(n)
    Rule { name: "parts rounded alike", source: "monotone induction", apply: rule_halving::alike },
    // T(n) = T(ceil(n/2)) + T(floor(n/2)) + c*n + d
    Rule {
        name: "balanced divide and conquer",
        source: "Graham, Knuth, Patashnik (1994), exercise 3.34",
        apply: rule_halving::balanced,
    },
    // T(n) = g + max over k of T(k) + T(n-1-k)
    Rule { name: "tree recursion", source: "linear invariant over splits", apply: rule_tree::tree },
    // extremum of several recurrences
    Rule { name: "max or min of recurrences", source: "monotone induction", apply: rule_linear::combined },
    // g in no class but monotone
    Rule { name: "monotone inhomogeneous part", source: "n terms of at most the last", apply: rule_template::monotone },
    // anything else: guessed from values, proved by induction
    Rule {
        name: "polynomial template",
        source: "guess from values, prove by induction",
        apply: rule_template::template,
    },
];
