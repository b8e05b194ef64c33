//! Prolog reader, compiler and bytecode machine with counted instruction costs.
