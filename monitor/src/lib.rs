//! Monitors: folds over the events of a run, and what they come to.
//!
//! | module | is |
//! |---|---|
//! | [`fold`] | what a fold is: what it reads, how it collects, when it stops |
//! | [`folds`] | those that come with the program |
//! | [`driver`] | folds side by side on one run, in slices; from which of their needs what is watched follows |
//! | [`modes`] | which declared mode a call is in |
//! | [`determinism`] | how many solutions a predicate is said to have |
//! | `clauses` | clauses for those who change them: `inside` and `instrument` |
//! | [`inside`] | internal ports: clauses that tell where in them a goal is |
//! | [`instrument`] | the language that says which events are wanted, where, and of which values |
//! | [`report`] | what a fold comes to, as data: numbers, tables, graphs, trees, coverage |
//! | [`render`] | reports in the formats of other programs |
//! | [`prolog`] | folds that are Prolog programs, on a machine of their own |
//! | `guard` | who ends a monitor that an event takes too long |
//!
//! Nothing here prints: a report is a value, and who shows it makes text, JSON and pictures of it. The events come from
//! [`wam::machine::watch`].
//!
//! Sources: Jahier & Ducassé 2002 (foldt); Templer & Jeffery 1998 (CCI).

mod clauses;
pub mod determinism;
pub mod driver;
pub mod error;
pub mod fold;
pub mod folds;
mod guard;
pub mod inside;
pub mod instrument;
pub mod modes;
pub mod prolog;
pub mod render;
pub mod report;
