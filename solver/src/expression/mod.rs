//! Expressions: exact numbers, canonical forms, values, how they grow. What is certainly so of them is in `system`.

pub(crate) mod canonical;
pub(crate) mod eval;
pub(crate) mod expr;
pub(crate) mod growth;
mod name;
pub(crate) mod normal;
pub(crate) mod poly;
mod print;
pub(crate) mod rational;
mod rounding;
pub(crate) mod sequence;
