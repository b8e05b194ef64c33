//! A Prolog engine whose every instruction has a price: reader, compiler to a register WAM, and a bytecode machine.
//!
//! | module | is |
//! |---|---|
//! | [`atoms`], [`term`] | names and terms as text sees them |
//! | [`read`], [`write`](mod@write) | text to terms and back |
//! | [`instr`], [`family`], [`cost`] | the instruction table, what each is for, and the vocabulary of costs it gives |
//! | [`compile`], [`code`], [`listing`] | clauses to instructions, and how they print |
//! | [`reach`] | which files may be reached |
//! | [`program`], [`modules`] | what a program is made of; who sees which predicate |
//! | [`machine`], [`builtins`] | running them |
//! | [`library`] | predicates in Prolog that every program has |
//! | [`meter`] | what the process has allocated |
//! | [`error`] | what leaves the machine besides answers |

pub mod atoms;
pub mod builtins;
pub mod code;
pub mod compile;
pub mod cost;
pub mod error;
pub mod family;
pub mod instr;
pub mod library;
pub mod listing;
pub mod machine;
pub mod meter;
pub mod modules;
pub mod program;
pub mod reach;
pub mod read;
pub mod term;
pub mod write;
