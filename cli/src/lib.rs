//! The `horolog` program as a library: commands, reports, and the one place where predicted meets measured.
//!
//! | module | is |
//! |---|---|
//! | [`args`], [`error`] | the command line; errors and exit codes |
//! | [`report`], [`plot`], [`files`] | tables and notes; SVG; whole files |
//! | [`units`], [`formula`], [`sizes`], [`postfix`] | quantities, functions and sizes as text |

pub mod args;
pub mod error;
pub mod files;
pub mod formula;
pub mod plot;
pub mod postfix;
pub mod report;
pub mod sizes;
pub mod units;
