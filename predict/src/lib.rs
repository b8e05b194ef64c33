//! Programs loaded for analysis, bounds priced by the profile of a machine, formulas and hints: reports as data.
//!
//! | module | is |
//! |---|---|
//! | [`load`], [`entries`], [`predicates`] | texts, and what they declare and define |
//! | [`profile`], [`engine`] | the machine that predictions are for; counting and timing goals |
//! | [`pricing`] | prices for bounds, and what is expected; what is not known of them |
//! | [`bounds`], [`side`] | the bounds of a predicate, from the analyzer and the solver |
//! | [`called`] | how a predicate is called that has no entry |
//! | [`usage`] | the same with types from use where an entry says too little |
//! | [`collections`] | from which sizes on the heap may be collected, and what that takes at most |
//! | [`estimate`], [`compare`], [`check`], [`hints`], [`analyze`] | the reports |
//! | [`hot`] | in which predicates the steps of a bound are |
//! | [`inferred`] | what is known of a file as assertions of its own |
//! | [`formula`], [`value`], [`units`], [`sizes`], [`postfix`] | functions, values, quantities and sizes as text; functions as programs |
//! | [`remedy`] | why a bound is unknown, and what gives one |
//! | [`error`] | what can be wrong with what a user gives |
//!
//! Nothing here prints or reads a command line: a report is a struct with `Serialize`, and text, JSON and plots are made
//! from it by whoever shows it.
//!
//! ```
//! use predict::{bounds::bound, entries::Declared, load::load_text, predicates::find, units::{Until, Resource}, value::Value};
//! use predict::estimate::{Detail, Estimate};
//! use analyzer::budget::Budget;
//!
//! let text = ":- entry len(+list, -). len([], 0). len([_|Xs], N) :- len(Xs, M), N is M + 1.";
//! let loaded = load_text("len.pl", text)?;
//! let declared = Declared::of(&loaded)?;
//! let entry = declared.entry(find(&loaded.program, "len/2")?, None)?;
//! let bounded = bound(&declared, &entry, Resource::Steps, Until::All, None, Budget::unlimited())?;
//! let point = [("x".to_string(), 10)].into();
//! let estimate = Estimate::of(&bounded, None, &[point], Detail::Results);
//! assert_eq!(estimate.upper.expect("it is known").expr, "x + 1");
//! assert_eq!(estimate.points[0].upper, Some(Value::counted(11)));
//! # Ok::<(), predict::error::PredictError>(())
//! ```

pub mod analyze;
pub mod bounds;
pub mod called;
pub mod check;
pub mod collections;
pub mod compare;
mod dependencies;
pub mod engine;
pub mod entries;
pub mod error;
pub mod estimate;
pub mod formula;
pub mod hints;
pub mod hot;
pub mod inferred;
pub mod kept;
pub mod load;
mod naturals;
pub mod observed;
pub mod postfix;
pub mod predicates;
pub mod pricing;
pub mod profile;
mod reach;
pub mod remedy;
mod roots;
pub mod side;
pub mod sizes;
pub mod units;
pub mod usage;
pub mod value;
