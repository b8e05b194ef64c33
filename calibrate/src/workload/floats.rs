//! X
use super::mixed::Skeleton;
/// The families of this file.
pub const FAMILIES: &[Skeleton] = &[];
