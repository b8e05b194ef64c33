//! Prices every machine instruction from measured workloads.
//!
//! | module | is |
//! |---|---|
//! | [`workload`] | programs to measure: isolating and mixed |
//! | [`measure`], [`clock`], [`probe`] | times of programs, by rounds and launches, beside a probe |
//! | [`engine`] | the real machine under the clock |
//! | [`watch`], [`input`] | for users' goals: they end when their time is up; each run reads its input from the start |
//! | [`design`], [`model`] | runs as a matrix; which keys share a price |
//! | [`laws`], [`exact`] | what counts have in common: laws of the machine, gaps of the workloads |
//! | [`fit`], [`nnls`], [`branches`] | prices from runs; what mispredictions add on average |
//! | [`bands`], [`exclude`] | how sure prices and estimates are; keeping evaluations honest |
//! | [`simulate`] | a machine whose prices are known, for tests |
//! | [`profile`], [`store`], [`report`] | the result, where it is kept, and as tables |
//! | [`watching`] | what watching a run adds to its time |
//! | [`variety`] | what programs of many different instructions take longer |
//! | [`calibration`] | all of it in order |
//! | [`programs`] | the programs of a calibration as files, and their kinds |
//! | [`parts`] | what each part of the model earns |
//! | [`executable`] | which executable runs: prices belong to it |
//! | [`files`] | files read up to a limit, and written whole |
//! | [`error`] | what can go wrong |
//!
//! ```
//! use calibrate::bands::{deviation, harmonic_difference};
//! use wam::cost::Nanoseconds;
//!
//! // How the paper judges a prediction, and a series of them.
//! let d = harmonic_difference(Nanoseconds(110.0), Nanoseconds(113.0));
//! assert_eq!(format!("{:.1} %", 100.0 * d), "-2.7 %");
//! assert!(deviation(&[d, d, d]) < 0.04);
//! ```

pub mod bands;
pub mod branches;
pub mod calibration;
pub mod clock;
pub mod design;
pub mod engine;
pub mod error;
pub mod exact;
pub mod exclude;
pub mod executable;
pub mod files;
pub mod fit;
pub mod input;
pub mod laws;
pub mod measure;
pub mod model;
pub mod nnls;
pub mod parts;
pub mod probe;
pub mod profile;
pub mod programs;
pub mod report;
pub mod simulate;
pub mod store;
pub mod variety;
pub mod watch;
pub mod watching;
pub mod workload;
