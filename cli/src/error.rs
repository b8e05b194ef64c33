//! What can go wrong for a user, and the exit codes.
//!
//! Three kinds stay apart: a Prolog error is a term ([`CliError::Prolog`]), a user's error one of the others, a bug of
//! ours a panic.

use crate::interrupt;
use calibrate::error::{CalibrationError, ProfileError};
use calibrate::profile::Mode;
use calibrate::store;
use predict::error::{PredictError, SizeError, example};
use std::io::ErrorKind;
use std::path::PathBuf;
use thiserror::Error;

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// All went well; the goal was true.
    Ok,
    /// The goal was false, or a check failed.
    False,
    /// Usage or input was wrong.
    Error,
    /// A goal used up its memory, or another resource but time.
    Resources,
    /// A time was measured while the machine was too busy for it to mean much.
    Disturbed,
    /// A goal used up its time.
    Time,
    /// Ctrl-C.
    Interrupted,
    /// SIGTERM.
    Terminated,
    /// Nobody reads the output any more.
    ClosedPipe,
    /// The program asked for this code (`halt/1`).
    Code(u8),
}

impl Exit {
    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Ok => 0,
            Exit::False => 1,
            Exit::Error => 2,
            Exit::Resources => 3,
            Exit::Disturbed => 4,
            Exit::Time => 124,
            Exit::Interrupted => 130,
            Exit::ClosedPipe => 141,
            Exit::Terminated => 143,
            Exit::Code(code) => code,
        }
    }
}

/// A user's error.
#[derive(Debug, Error)]
pub enum CliError {
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// What a prediction is asked of, or its text, is wrong.
    #[error(transparent)]
    Predict(#[from] PredictError),
    /// A file that cannot be written; what was there before is untouched.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Output that was refused: a full disk, or a pipe that nobody reads any more.
    #[error("{to} was not written: {source}")]
    Output {
        /// The stream or file.
        to: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// An exception of a program, uncaught.
    #[error("uncaught exception: {0}")]
    Prolog(String),
    /// A limit that a program reached, uncaught: what it threw, and the exit code.
    #[error("uncaught exception: {0}")]
    Limit(String, Exit),
    /// The profile is missing, corrupt, or of another machine.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// The calibration failed or was interrupted.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
    /// The user has had enough of something that takes long.
    #[error("{what} interrupted: nothing was written")]
    Interrupted {
        /// What was going on.
        what: &'static str,
    },
    /// Anything else the user asked for that cannot be, with what would help.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
}

impl CliError {
    /// A usage error without help.
    pub fn usage(message: impl Into<String>) -> CliError {
        CliError::Usage { message: message.into(), help: None }
    }

    /// A usage error with help.
    pub fn with_help(message: impl Into<String>, help: impl Into<String>) -> CliError {
        CliError::Usage { message: message.into(), help: Some(help.into()) }
    }

    /// What to do about it, if it is known.
    pub fn help(&self) -> Option<String> {
        match self {
            CliError::Usage { help, .. } => help.clone(),
            CliError::Output { .. } => Some("what was written is not complete: make room, or write elsewhere".into()),
            CliError::Profile(error) | CliError::Predict(PredictError::Profile(error)) => of_profile(error),
            CliError::Predict(PredictError::NoEntry { template, .. }) => {
                Some(format!("give them with --modes '{template}', or in the file: `:- entry {template}.`"))
            }
            CliError::Predict(PredictError::Size(SizeError::Missing { needed, .. })) => {
                Some(format!("the functions need it: --size {}", example(needed)))
            }
            CliError::Predict(error) => error.help(),
            CliError::Read { .. }
            | CliError::Write { .. }
            | CliError::Prolog(_)
            | CliError::Limit(..)
            | CliError::Interrupted { .. }
            | CliError::Calibration(_) => None,
        }
    }

    /// The exit code that goes with it.
    pub fn exit(&self) -> Exit {
        match self {
            CliError::Interrupted { .. }
            | CliError::Calibration(CalibrationError::Interrupted)
            | CliError::Predict(PredictError::Calibration(CalibrationError::Interrupted)) => interrupt::exit(),
            CliError::Limit(_, exit) => *exit,
            CliError::Predict(PredictError::OutOfTime(_)) => Exit::Time,
            CliError::Predict(PredictError::Resource(_)) => Exit::Resources,
            CliError::Output { to, source }
                if source.kind() == ErrorKind::BrokenPipe && to.starts_with("standard ") =>
            {
                Exit::ClosedPipe
            }
            _ => Exit::Error,
        }
    }
}

fn of_profile(error: &ProfileError) -> Option<String> {
    match error {
        ProfileError::Corrupt { path, .. }
        | ProfileError::Version { path, .. }
        | ProfileError::ForeignEngine { path, .. } => {
            let mode = store::mode_of(path).filter(|mode| *mode != Mode::default());
            let option = mode.map_or(String::new(), |mode| format!(" --mode {mode}"));
            Some(format!("make a new one with `horolog calibrate{option}`"))
        }
        ProfileError::ForeignMachine { .. } => {
            Some("prices hold on the machine they were measured on: run `horolog calibrate` here".into())
        }
        ProfileError::Unsteady { .. } => {
            Some("calibrate again when the machine is not busy: `horolog calibrate`".into())
        }
        ProfileError::OtherMode { found, .. } => Some(format!("say --mode {found}, or leave it out")),
        ProfileError::Missing { .. } | ProfileError::Read { .. } | ProfileError::Write { .. } => None,
    }
}

impl From<SizeError> for CliError {
    fn from(error: SizeError) -> CliError {
        PredictError::from(error).into()
    }
}
