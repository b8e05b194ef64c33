//! The builtin table: one row a builtin.
//! (Rows are laid by the machine; see `BUILTINS`.)

/// A builtin predicate.
pub struct BuiltinRow {
    /// Its name.
    pub name: &'static str,
    /// Its arity.
    pub arity: u8,
}

/// All builtins.
pub const BUILTINS: &[BuiltinRow] = &[];
