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
//! | modules | stage |
//! |---|---|
//! | `expr`, `rational`, `poly`, `normal`, `print`, `eval`, `growth`, `sequence`, `rounding` | expressions: exact numbers, canonical forms, values, how they grow |
//! | `form`, `elimination`, `guard`, `region`, `sign`, `sure`, `sums` | conditions, and what is certainly so where they hold |
//! | `equation`, `language`, `solution`, `error` | systems of equations and their text, what solving gives |
//! | `prove`, `check` | the prover, and the comparison at points behind it |
//! | `naturals`, `unfold`, `splits`, `decouple` | transforms: one sign a parameter, one function a component, choices narrowed, splits apart |
//! | `shape`, `line`, `linear`, `planes`, `surface`, `counted`, `rules` and `rule_*` | classes, each of which guesses a closed form |
//! | `single`, `alone`, `solve` | which class is asked, what becomes of its guess, the whole |

mod alone;
mod check;
mod counted;
mod decouple;
mod elimination;
mod equation;
mod error;
mod eval;
mod expr;
mod form;
mod growth;
mod guard;
mod language;
mod line;
mod linear;
mod naturals;
mod normal;
mod planes;
mod poly;
mod print;
mod prove;
mod rational;
mod region;
mod rounding;
mod rule_halving;
mod rule_linear;
mod rule_product;
mod rule_template;
mod rule_tree;
mod rules;
mod sequence;
mod shape;
mod sign;
mod single;
mod solution;
mod solve;
mod splits;
mod sums;
mod sure;
mod surface;
mod unfold;

pub use check::{Checked, Limits, check};
pub use equation::{Case, Definition, Direction, System};
pub use error::{EvalError, Fault, ParseError, Place, Violation};
pub use eval::Point;
pub use expr::{Binder, Expr, FnName, Sequence, Var};
pub use form::{Linear, Relation};
pub use growth::Monotone;
pub use guard::{Constraint, Guard};
pub use language::{SizeRange, functions, read_sizes};
pub use rational::Rational;
pub use solution::{Bound, Exactness, Piece, Solution, Value};
pub use solve::solve;
