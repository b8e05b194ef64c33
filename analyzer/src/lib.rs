//! Bounds how often each instruction of a Prolog predicate runs, as functions of the sizes of its input.
//!
//! | module | is |
//! |---|---|
//! | [`types`], [`regtype`], [`entry`], [`assertion`], [`unused`] | what is known of arguments: types, declared types, call patterns, vouched properties, and which of these say nothing |
//! | [`roles`] | modes from use |
//! | `welltype`, [`inferred`] | types from use: what a program's text says of the terms in each argument, as regular types |
//! | [`range`] | sizes as far as they are known |
//! | [`state`], [`shape`], [`unify`], [`arith`], [`type_tests`], `effect`, `pairs`, [`step`], `lasting`, `argument`, [`decide`], `outcome`, `construct`, `text`, `writing`, `cleanup` | abstract execution of compiled code |
//! | [`pattern`], [`explore`], `calls`, `goals`, `describe`, `affine`, `invariant`, `settle` | all paths of a predicate under a call pattern, and what its calls may do |
//! | [`cost`], [`resource`], [`functions`] | costs of paths, and the functions that bound them |
//! | [`equations`], `definition`, `system`, `choices`, `apply`, `condition`, `hiding`, `one_value`, `solutions`, `sequels`, `leaving`, `generating`, `weights`, `followed` | the difference equations they make, with solved functions put in |
//! | [`endings`], `depth`, [`integers`], [`collections`] | which runs do not end, which make integers beyond a cell, and which are collected |
//! | [`reason`], `blame`, [`budget`] | why a bound is not known, and what an analysis may use |
//! | [`analysis`], [`explain`] | the whole for one predicate, and how it came about |
//! | [`inputs`] | goals of given sizes, and the sizes of given goals |
//!
//! The analyzer never sees a time: it bounds counts, and a machine's prices are weights ([`resource::Weights::time`]).
//!
//! ```
//! use analyzer::{analysis::Analysis, entry::Entry, regtype::TypeTable, resource::Weights, assertion::Assertions};
//! use wam::{atoms::Atoms, code::Program, compile::Origin, machine::{Solutions, consult}, read::Source};
//!
//! let text = ":- entry len(+list, -). len([], 0). len([_|Xs], N) :- len(Xs, M), N is M + 1.";
//! let mut program = Program::empty(Atoms::new());
//! consult(&Source::new("len.pl", text), &mut program, Origin::User);
//! let types = TypeTable::of(&program)?;
//! let assertions = Assertions::of(&program, &types)?;
//! let pred = program.find(program.atoms.functor("len", 2)).expect("it was just defined");
//! let entry = Entry::declared(&program, &types, pred)?.expect("it has an entry");
//! let analysis = Analysis::new(&program, &types, &assertions, &entry);
//! let steps = analysis.bounds(&mut analysis.equations(), Weights::steps(), Solutions::All);
//! assert!(steps.exact());
//! let (_, upper) = steps.upper.bound.known().and_then(|solution| solution.single()).expect("one closed form");
//! assert_eq!(upper.to_string(), "x + 1");
//! # Ok::<(), analyzer::error::AnalysisError>(())
//! ```

mod affine;
pub mod analysis;
mod answers;
mod apply;
mod argument;
pub mod arith;
pub mod assertion;
mod balanced;
mod behind;
mod below;
mod bindings;
mod bits;
mod blame;
mod branches;
pub mod budget;
mod callable;
mod calls;
mod choices;
pub mod claim;
mod clauses;
mod cleanup;
pub mod collections;
mod columns;
mod compounds;
mod condition;
mod constants;
mod construct;
pub mod cost;
mod counted;
pub mod decide;
mod definition;
mod depth;
mod describe;
mod divisors;
pub mod dynamic;
mod effect;
pub mod endings;
pub mod entry;
pub mod equations;
pub mod error;
mod exceptions;
mod exits;
pub mod explain;
pub mod explore;
mod expressions;
mod failing;
mod filters;
mod followed;
mod forgotten;
pub mod functions;
mod generating;
mod goals;
mod growth;
mod hiding;
pub mod inferred;

pub mod inputs;
pub mod integers;
mod invariant;
mod joins;
mod kinds;
mod lasting;
mod leaving;
mod membership;
mod moments;
mod mutation;
pub mod norms;
mod one_value;
pub mod operation;
mod outcome;
mod pairs;
mod partial;
pub mod pattern;
mod powers;
mod promise;
mod qualified;
pub mod range;
mod ranged;
pub mod reason;
pub mod regtype;
mod remembered;
pub mod resource;
pub mod roles;
mod roots;
mod rounding;
mod sequels;
mod settle;
pub mod shape;
mod sharing;
mod solutions;
mod solved;
mod spread;
pub mod state;
pub mod step;
mod system;
mod tables;
mod text;

pub mod type_tests;
pub mod types;
pub mod unify;
pub mod unused;
pub mod user_resource;
mod visited;
mod weights;
mod welltype;
mod worklists;
mod writing;
