//! What decides whether a claim holds: the prover (`prove`, with `ranking` for whether calls end and `defined` for where
//! claims have a value), behind it the comparison with exact values at points (`check`).

pub(crate) mod check;
pub(crate) mod claim;
pub(crate) mod compare;
pub(crate) mod defined;
pub(crate) mod prove;
mod ranking;
pub(crate) mod relaxed;
pub(crate) mod rises;
