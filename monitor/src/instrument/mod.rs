//! Configurations: which events are wanted, where, of which values, and by which names they are told.
//!
//! ```text
//! E_Math = (E_Add, E_Sub, E_Mul);              % names a set, and selects nothing
//! E_Call{findall/3 = E_Findall}, E_Exit;       % everywhere
//! E_Bind{X@p/2};                               % what a variable is bound to
//! [m:p/2, lists.pl:10-20]                      % from here on in these scopes only
//! E_Math{float = E_FloatMath};                 % values of a type, by another name
//! ```
//!
//! Two halves. A language: in are the texts of files, and the [`Basis`] of events there are; out comes a [`Config`] of
//! [`Selection`]s of basis events, or all errors. And what it comes to in a program: in is a [`Config`]; clauses tell what is
//! selected, and somebody gets it.
//!
//! | module | is |
//! |---|---|
//! | [`config`], [`mask`], [`fault`] | selections, what they mean, what is wrong with a text |
//! | [`basis`] | the events there are, a row each |
//! | [`choose`], [`decide`] | which selections a place fulfils, as far as that is known; whether a value is meant |
//! | [`rewrite`], [`site`] | clauses that tell, and what is behind the numbers they tell |
//! | [`ports`], [`machine`], [`observe`] | what boxes and the machine tell; who gets the events |
//! | [`listing`], [`nowhere`] | places and reasons as data; names that the program does not have |
//! | [`shipped`] | configurations that come with the program |
//!
//! The way of a text: tokens and statements (`token.rs`, by `logos`), what is in them (`grammar.lalrpop`, by
//! `lalrpop`, from what `syntax.rs` builds), the sets that names stand for (`sets.rs`), and selections (`config.rs`). No
//! text makes it panic.
//!
//! Source: Templer & Jeffery 1998, section 3. Deviations: scopes are predicates, clauses and files; masks are for terms;
//! signature masks stand in braces as all others; definitions hold no masks; `%` and `/* */` are comments.

pub mod basis;
pub mod choose;
pub mod config;
pub mod decide;
pub mod fault;
pub mod listing;
pub mod machine;
pub mod mask;
pub mod nowhere;
pub mod observe;
pub mod ports;
pub mod rewrite;
mod sets;
pub mod shipped;
pub mod site;
mod syntax;
#[cfg(test)]
mod tests;
mod token;

#[allow(missing_docs, unused, clippy::all, clippy::pedantic)]
mod grammar {
    // Made by build.rs.
    include!(concat!(env!("OUT_DIR"), "/instrument/grammar.rs"));
}

pub use config::{Basis, Config, EventId, SELECTION_LIMIT, Selection};
pub use fault::{ConfigError, Fault, Place};
pub use mask::{Argument, Constant, Home, Mask, Scope, Type, ValueKind};
