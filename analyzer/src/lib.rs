//! Bounds how often each instruction of a Prolog predicate runs, as functions of the sizes of its input.
//!
//! | module | is |
//! |---|---|
//! | [`types`], [`regtype`], [`entry`], [`trust`] | what is known of arguments: types, declared types, call patterns, vouched properties |
//! | [`guard`], [`range`] | conditions on sizes, and sizes as far as they are known |
//! | [`state`], [`shape`], [`unify`], [`arith`], [`test`](mod@test), [`effect`], [`step`] | abstract execution of compiled code |
//! | [`pattern`], [`explore`] | all paths of a predicate under a call pattern, and what its calls may do |
//! | [`cost`], [`resource`], [`functions`], [`equations`] | costs of paths, and the difference equations they make |
//! | [`analysis`], [`explain`] | the whole for one predicate, and how it came about |
//! | [`inputs`] | goals of given sizes, and the sizes of given goals |
//!
//! The analyzer never sees a time: it bounds counts, and a machine's prices are weights ([`resource::Weights::time`]).

pub mod analysis;
mod argument;
pub mod arith;
mod condition;
pub mod cost;
pub mod effect;
pub mod entry;
pub mod equations;
pub mod error;
pub mod explain;
pub mod explore;
pub mod functions;
pub mod guard;
pub mod inputs;
pub mod pattern;
pub mod range;
pub mod regtype;
pub mod resource;
pub mod shape;
pub mod state;
pub mod step;
mod system;
pub mod test;
pub mod trust;
pub mod types;
pub mod unify;
