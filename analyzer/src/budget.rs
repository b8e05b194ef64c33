//! How much time and memory an analysis may use: the solver's [`Budget`], which explorations look at as well.

pub use solver::{Budget, Notice, Spent};
