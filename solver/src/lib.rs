//! Exact expressions, recurrences, closed forms and bounds. Knows nothing of Prolog.
//!
//! Use this crate when you have equations for a cost and want a formula: it solves systems of difference equations in one
//! and several variables, exactly where their class is known, else by upper and lower bounds. Every result was re-checked
//! against the equations in exact arithmetic; what cannot be solved comes back as unknown with the reason.
//!
//! ```
//! use solver::{Direction, FnName, Limits, System, solve};
//!
//! let system: System = "T(n) = 1 if n = 0; T(n) = T(n - 1) + n + 1 if n >= 1".parse()?;
//! let bounds = solve(&system, Direction::Upper, &Limits::default());
//! let solution = bounds[&FnName::new("T")].known().expect("a linear recurrence");
//! assert_eq!(solution.to_string(), "1/2*n^2 + 3/2*n + 1 for n >= 0");
//! assert!(solution.is_exact());
//! # Ok::<(), solver::ParseError>(())
//! ```
//!
//! | folder | stage; none uses a later one |
//! |---|---|
//! | `budget`, `error`, `sorted`, `expression` | what solving may use; exact numbers and expressions: canonical forms, values, how they grow |
//! | `system` | conditions, signs, and what is certainly so where conditions hold; equations, solutions |
//! | `proof` | the prover, and the comparison at points behind it |
//! | `transforms` | the table of transforms: one sign a parameter, one function a component, splits narrowed and apart |
//! | `classes` | the table of classes, each of which guesses a closed form |
//! | `derived` | bounds of the values of finitely many steps, whether calls end or not |
//! | `strategy`, `alone`, `enclosed`, `idle`, `one_more`, `solve` | which transform and class is asked, what becomes of a guess, the whole |
//! | `language` | systems, expressions and sizes as text |

mod alone;
mod budget;
mod classes;
mod derived;
mod enclosed;
mod error;
mod expression;
mod idle;
mod language;
mod linear_programs;
mod one_more;
mod proof;
mod solve;
mod sorted;
mod strategy;
mod system;
mod transforms;
mod turns;

pub use budget::{Budget, Notice, Spent};
pub use classes::UNCHANGED;
pub use derived::derived;
pub use error::{EvalError, Fault, ParseError, Place, Violation};
pub use expression::canonical::Canonical;
pub use expression::eval::Point;
pub use expression::expr::{Binder, Expr, FnName, Sequence, Var, put};
pub use expression::rational::Rational;
pub use language::{SizeRange, functions, read_sizes};
pub use proof::check::{Checked, Limits, check};
pub use proof::compare::Compared;
pub use solve::solve;
pub use sorted::Sorted;
pub use system::constraint::Constraint;
pub use system::equation::{Case, Definition, Direction, System};
pub use system::form::{Linear, Relation};
pub use system::guard::Guard;
pub use system::monotone::Monotone;
pub use system::solution::{Bound, Exactness, Piece, Solution, Value};
