//! From clauses to instructions of the WAM.

pub mod evaluable;
