//! Programs to measure: isolating ones, and generated ones in the style people write.
//!
//! A [`Workload`] is Prolog text and a goal. Predicate names carry the workload's number, so that all texts can be
//! loaded into one program. Two families (DESIGN.md, Calibration): [`isolate`] repeats one thing against a baseline,
//! as in the paper; [`mixed`] draws random legal programs from a grammar of skeletons, because calibrators that mix
//! instructions as programs do predict programs two to three times better than isolated ones
//! (spec/calibration.md, section 2).

pub mod choices;
pub mod codes;
pub mod collections;
pub mod data;
pub mod divide;
pub mod effects;
pub mod floats;
pub mod grammar;
pub mod higher;
pub mod inspection;
pub mod interpreters;
pub mod isolate;
pub mod isolate_rows;
pub mod library;
pub mod list_forms;
pub mod lists;
pub mod matching;
pub mod mixed;
pub mod numbers;
pub mod records;
pub mod reduction;
pub mod search;
pub mod solutions;
pub mod step_table;
pub mod steps;
pub mod symbolic;
pub mod terms;
pub mod trees;

use crate::calibration::Role;

/// A program to measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workload {
    /// Its name, unique.
    pub name: String,
    /// What it was generated from; cross-validation holds out whole families.
    pub family: String,
    /// Its clauses.
    pub text: String,
    /// The goal to run, without a final full stop; its arguments are built before the clock starts.
    pub goal: String,
    /// The workload to subtract from it, by index.
    pub baseline: Option<usize>,
    /// Whether it is a row of the matrix, or only subtracted.
    pub role: Role,
}
