//! From clauses to instructions of the WAM.
//!
//! In: clauses as read. Out: a [`Block`](crate::code::Block) a predicate, and a [`Program`](crate::code::Program) of a
//! text. Stages, a file each:
//!
//! | module | is |
//! |---|---|
//! | `loading`, `loader`, `obey`, `define` | texts to programs: text by text, clause by clause, predicate by predicate |
//! | `conditions`, `findings`, `report` | `:- if`; what was wrong with a text |
//! | `directive`, `files` | what directives ask for; other files and what comes from them |
//! | `dcg` | grammar rules |
//! | `rules` | rules whose heads match |
//! | `qualify` | whose goals are in a clause's arguments |
//! | `lift` | goals that are given to predicates of the library |
//! | `vocabulary` | what a goal is by its name |
//! | `goal`, `flow` | bodies as trees; what their variables do |
//! | `clause` | one clause to instructions, with `unify`, `build`, `args`, `arith`, `control` for its parts |
//! | `registers`, `assemble` | what is in which register; labels |
//! | `undefined` | calls of what nothing defines |
//! | `instrument` | clauses that tell what they do, where they are asked to |
//! | `guards`, `select` | what the first argument decides; selection code |
//!
//! Sources: Warren 1983; Aït-Kaci 1991; Mera et al. 2008, section 2, for whose an instruction is. Deviations:
//! variables always live on the heap, so there are no unsafe and no local variables; an inline choice point saves no
//! argument.

mod args;
mod arith;
mod assemble;
mod branch;
mod build;
mod clause;
mod conditions;
mod control;
mod dcg;
mod define;
pub(crate) mod directive;
mod error;
pub mod evaluable;
pub(crate) mod files;
mod findings;
mod flow;
mod goal;
mod group;
mod guards;
mod instrument;
mod lift;
pub(crate) mod loader;
pub(crate) mod loading;
mod obey;
mod once;
mod predicate;
pub(crate) mod qualify;
mod registers;
mod report;
pub(crate) mod rules;
mod select;
mod spend;
mod tree;
mod undefined;
mod unify;
mod version;
mod vocabulary;

/// What compiling takes for each node of a clause, in bytes, at most (measured: 130 for lists, 250 for long disjunctions).
pub(crate) const COMPILED: usize = 256;

pub(crate) use dcg::translate as translate_rule;
pub use error::{CompileError, CompileWarning};
pub use instrument::{ClauseText, Instrument, Telling};
pub use loading::{Goals, Origin};
pub use predicate::{
    GoalCode, Passing, Scope, compile_clause, compile_goal, compile_predicate, literals, look_at_goal,
};
pub use report::{FileReport, LoadError, Report};
pub use rules::Heads;
pub use spend::Uses;
pub use undefined::undefined_calls;
pub use vocabulary::Vocabulary;
