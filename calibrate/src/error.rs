//! What can go wrong while calibrating, and with a stored profile.

use crate::profile::Mode;
use std::path::PathBuf;
use thiserror::Error;

/// Why a calibration gave no profile.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// The caller asked to stop; nothing was written.
    #[error("calibration interrupted: nothing was written")]
    Interrupted,
    /// A generated workload did not compile or run: an error of ours.
    #[error("workload {name} does not run: {reason}")]
    Workload {
        /// The workload.
        name: String,
        /// What the engine said.
        reason: String,
    },
    /// Too few workloads to fit anything.
    #[error("{runs} workloads are too few to price instructions; at least {needed} are needed")]
    TooFewRuns {
        /// How many there were.
        runs: usize,
        /// How many are needed.
        needed: usize,
    },
    /// A run with a time that is not positive and finite.
    #[error("workload {name} was measured at {time} ns")]
    BadTime {
        /// The workload.
        name: String,
        /// Its time in nanoseconds.
        time: f64,
    },
    /// The measured system of equations could not be solved.
    #[error("the prices could not be solved for: {reason}")]
    Unsolvable {
        /// Which step failed.
        reason: &'static str,
    },
    /// The profile could not be stored.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}

/// How `calibrate` is told of a mode.
fn option(mode: Mode) -> String {
    if mode == Mode::default() { String::new() } else { format!(" --mode {mode}") }
}

/// Why a profile was refused or could not be stored.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// There is none for this mode.
    #[error("no profile for {mode} mode in {}: run `horolog calibrate{}`", directory.display(), option(*mode))]
    Missing {
        /// The mode asked for.
        mode: Mode,
        /// Where it was looked for.
        directory: PathBuf,
    },
    /// The file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file could not be written; a profile that was there before is untouched.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Not a machine profile.
    #[error("{}: not a machine profile: {reason}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A format this version does not know.
    #[error("{}: profile format {found}; this version reads format {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: u32,
        /// The format of this version.
        expected: u32,
    },
    /// A profile of another engine: its prices are for other instructions.
    #[error("{}: made for engine {found}, this is engine {expected}", path.display())]
    ForeignEngine {
        /// The file.
        path: PathBuf,
        /// The engine of the file.
        found: String,
        /// This engine.
        expected: String,
    },
    /// A profile of another mode than was asked for.
    #[error("{}: a profile for {found} mode, not for {expected} mode", path.display())]
    OtherMode {
        /// The file.
        path: PathBuf,
        /// The mode of the file.
        found: Mode,
        /// The mode asked for.
        expected: Mode,
    },
    /// A profile that was measured while the machine was busy with something else.
    #[error("{}: measured on an unsteady machine: spread {:.0} %, drift {:.0} %", path.display(), 100.0 * spread, 100.0 * drift)]
    Unsteady {
        /// The file.
        path: PathBuf,
        /// Median spread between launches, as a share.
        spread: f64,
        /// Drift, as a share.
        drift: f64,
    },
    /// A profile of another processor, where one of this machine is needed.
    #[error("{}: made on {found}, this is {expected}", path.display())]
    ForeignMachine {
        /// The file.
        path: PathBuf,
        /// The processor of the file.
        found: String,
        /// This processor.
        expected: String,
    },
}
