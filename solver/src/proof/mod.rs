//! What decides whether a claim holds: the prover (`prove`), behind it the comparison with exact values at points (`check`).

pub(crate) mod check;
pub(crate) mod claim;
pub(crate) mod prove;
