//! Expressions: exact numbers, canonical forms, values, signs, how they grow. No condition stands here: what holds under one
//! is in `system`.

pub(crate) mod eval;
pub(crate) mod expr;
pub(crate) mod growth;
pub(crate) mod normal;
pub(crate) mod poly;
mod print;
pub(crate) mod rational;
mod rounding;
pub(crate) mod sequence;
pub(crate) mod sign;
