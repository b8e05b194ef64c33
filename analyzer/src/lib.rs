//! Bounds how often each instruction of a predicate runs, as functions of input sizes.
