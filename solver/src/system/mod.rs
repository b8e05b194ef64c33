//! Systems of guarded equations, the conditions in them, and what solving gives.
//!
//! Linear forms (`form`, `elimination`) make constraints and guards (`constraint`, `guard`); what is certainly so of
//! expressions, everywhere or where a guard holds, is in `sign`, `monotone`, `region`, `sums` and `sure`; `equation` and
//! `solution` are what goes in and comes out; `shape` reads a case as calls and rest.

pub(crate) mod certificate;
pub(crate) mod constraint;
mod elimination;
pub(crate) mod equation;
pub(crate) mod form;
pub(crate) mod guard;
pub(crate) mod monotone;
pub(crate) mod region;
pub(crate) mod shape;
pub(crate) mod sign;
pub(crate) mod simplex;
pub(crate) mod solution;
pub(crate) mod sums;
mod sure;
