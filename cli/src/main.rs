//! The `horolog` program.
fn main() {}
