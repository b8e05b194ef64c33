//! What can be wrong with what a user gives: texts, predicates, entries, goals and sizes.
//!
//! Every error says what was found; [`PredictError::help`] says what to do about it. Not knowing a bound is no error: see
//! [`crate::side::Side`].

use crate::sizes::LARGEST;
use analyzer::error::AnalysisError;
use calibrate::error::{CalibrationError, ProfileError};
use std::path::PathBuf;
use thiserror::Error;
use wam::machine::Changed;

/// A user's error.
#[derive(Debug, Error)]
pub enum PredictError {
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file that is no text.
    #[error("{name}: {reason}")]
    NoText {
        /// The file.
        name: String,
        /// What is wrong with its bytes.
        reason: String,
    },
    /// Errors with their places in a text, already rendered, one after the other.
    #[error("{}", .0.trim_end())]
    Source(String),
    /// Something else where `name/arity` is expected.
    #[error("`{0}` is not a predicate")]
    NoIndicator(String),
    /// A predicate that is not defined.
    #[error("no predicate {indicator}")]
    Undefined {
        /// As it was given.
        indicator: String,
        /// Predicates of a similar name.
        similar: Vec<String>,
        /// The predicates of the user's text.
        defined: Vec<String>,
    },
    /// A predicate of which it is not known how it is called.
    #[error("no modes for {indicator}: it is not known how it is called")]
    NoEntry {
        /// The predicate.
        indicator: String,
        /// An entry to fill in.
        template: String,
    },
    /// An entry of another predicate than the one that is asked about.
    #[error("{origin} {text} is not about {expected}")]
    OtherPredicate {
        /// Where the entry comes from.
        origin: String,
        /// The entry.
        text: String,
        /// The predicate that is asked about.
        expected: String,
        /// An entry to fill in.
        template: String,
    },
    /// Something else of the analyzer's.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// A term that is no goal.
    #[error("`{0}` is not a goal")]
    NoGoal(String),
    /// A goal that calls no predicate which clauses define: a builtin or a control construct.
    #[error("`{0}` is a builtin or a control construct, not a call of a predicate")]
    NoCall(String),
    /// A goal with a module before it.
    #[error("`{0}` names a module")]
    Qualified(String),
    /// A predicate that no clauses define, so that there is nothing to analyse.
    #[error("{0} is a builtin or a control construct: no clauses define it")]
    Builtin(String),
    /// A goal whose arguments are of no known type.
    #[error("it is not known how `{0}` is called")]
    Uncallable(String),
    /// Sizes that are not understood, or that the predicate has not.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Sizes that no input has, or with which every call fails.
    #[error("no call of size {point} is known to succeed: bounds are for others")]
    NoInput {
        /// The sizes.
        point: String,
        /// What the sizes are.
        legend: String,
        /// Those that inputs can have.
        domain: String,
    },
    /// An entry for which no input could be made.
    #[error("no input could be generated for {0}")]
    NotGenerated(String),
    /// What is asked for is no resource.
    #[error("there is no resource {name}")]
    NoResource {
        /// Its name.
        name: String,
        /// Those that the program declares.
        declared: Vec<String>,
    },
    /// A time that is asked for without prices.
    #[error("times need the profile of a machine")]
    NoProfile,
    /// A machine that cannot be made.
    #[error("{0}")]
    Machine(String),
    /// An exception of a program, uncaught.
    #[error("uncaught exception: {0}")]
    Prolog(String),
    /// An exception that says that a goal has used up a resource, uncaught.
    #[error("uncaught exception: {0}")]
    Resource(String),
    /// The time was up before all was done.
    #[error("out of time: {0}")]
    OutOfTime(Doing),
    /// A goal that is to be timed and changes what cannot be undone between its runs.
    #[error("the goal has run once, and changes {0}: it is not run again and again to be timed")]
    NotUndone(Changed),
    /// A goal that ended the program.
    #[error("the goal halted with status {0}")]
    Halted(i32),
    /// The profile is missing, corrupt, or of another machine.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// A measurement failed or was interrupted.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
}

/// What was going on when the time was up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Doing {
    /// The program's directives ran.
    #[error("the program's directives did not end")]
    Loading,
    /// A run was counted.
    #[error("the goal did not end")]
    Counting,
    /// Runs were timed.
    #[error("the goal ends, but timing it takes longer")]
    Measuring,
}

/// What is wrong with sizes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SizeError {
    /// No number, range or name with these.
    #[error("`{text}` is not a size{reason}")]
    NoSize {
        /// The text.
        text: String,
        /// Where and why, if more is known.
        reason: String,
    },
    /// Beyond [`LARGEST`].
    #[error("a size of {0} is too large: at most {LARGEST}")]
    TooLarge(String),
    /// A range without a point.
    #[error("the range {0} is empty: a range rises, by a step of at least 1")]
    EmptyRange(String),
    /// A name that is given twice.
    #[error("the size {0} is given twice")]
    Twice(String),
    /// Two sizes without names.
    #[error("two sizes without names")]
    Unnamed,
    /// A size that the predicate has not.
    #[error("there is no size {name}: {}", there_are(names))]
    Unknown {
        /// As it was given.
        name: String,
        /// Those that it has.
        names: Vec<String>,
    },
    /// Sizes that the functions need.
    #[error("no size for {}", missing.join(" and "))]
    Missing {
        /// Those without a value.
        missing: Vec<String>,
        /// All that the functions mention.
        needed: Vec<String>,
    },
    /// More points than are computed.
    #[error("{count} points are too many: at most {most}")]
    TooMany {
        /// So many.
        count: usize,
        /// At most.
        most: usize,
    },
}

fn there_are(names: &[String]) -> String {
    match names {
        [] => "the predicate has no sizes".into(),
        names => format!("its sizes are {}", names.join(", ")),
    }
}

impl SizeError {
    /// What to do about it, if it is known.
    pub fn help(&self) -> Option<String> {
        match self {
            SizeError::NoSize { .. } => Some(
                "write a number, a range with a step, or names with these: 150, 10..1000:10, x=65,y=10..100:10".into(),
            ),
            SizeError::Unnamed => Some("name them as the functions do: x=65,y=20".into()),
            SizeError::Missing { needed, .. } => Some(format!("the functions need it: {}", example(needed))),
            SizeError::TooLarge(_)
            | SizeError::EmptyRange(_)
            | SizeError::Twice(_)
            | SizeError::Unknown { .. }
            | SizeError::TooMany { .. } => None,
        }
    }
}

/// Sizes for these names, as they may be written.
pub fn example(names: &[String]) -> String {
    let sizes: Vec<String> = names.iter().map(|name| format!("{name}=65")).collect();
    sizes.join(",")
}

impl PredictError {
    /// Whether it says how one run ended, so that others may end otherwise.
    pub(crate) fn is_of_a_run(&self) -> bool {
        use PredictError::{Halted, NotUndone, OutOfTime, Prolog, Resource};
        matches!(self, Halted(_) | NotUndone(_) | OutOfTime(_) | Prolog(_) | Resource(_))
    }

    /// What to do about it, if it is known.
    pub fn help(&self) -> Option<String> {
        match self {
            PredictError::NoIndicator(_) => Some("write name/arity, such as append/3".into()),
            PredictError::Undefined { similar, defined, .. } => Some(match (similar.as_slice(), defined.as_slice()) {
                ([], []) => "no clauses of other predicates are there either: name the file that defines it before the predicate".into(),
                ([], own) => format!("the program defines {}", listed(own)),
                (similar, _) => format!("there is {}", similar.join(", ")),
            }),
            PredictError::NoEntry { template, .. } => Some(format!("declare them: `:- entry {template}.`")),
            PredictError::OtherPredicate { template, .. } => Some(format!("write it like '{template}'")),
            PredictError::NoGoal(_) => Some("give a call of one predicate: p(a, X)".into()),
            PredictError::Qualified(_) => {
                Some("give the goal as clauses of the program call it, without a module".into())
            }
            PredictError::Builtin(_) => Some("ask about a predicate whose clauses call it".into()),
            PredictError::NoCall(_) => {
                Some("put it into a clause, p(X) :- …, and give a call of that predicate".into())
            }
            PredictError::Size(error) => error.help(),
            PredictError::OutOfTime(_) => Some("give a smaller input, or more time with --time 5m".into()),
            PredictError::NotUndone(_) => Some("compare a count, for which it runs once: --resource steps".into()),
            PredictError::Halted(_) => {
                Some("give a goal that ends without halt: what it costs is that of a run to its end".into())
            }
            PredictError::NoResource { declared, .. } => {
                let own = match declared.as_slice() {
                    [] => "one that the program declares: `:- resource name.`".into(),
                    own => listed(own),
                };
                Some(format!("ask for time, steps, instructions, heap, solutions, choicepoints, trail, or {own}"))
            }
            PredictError::NoInput { legend, domain, .. } => Some(format!("{legend}, with {domain}")),
            PredictError::Read { .. }
            | PredictError::NoText { .. }
            | PredictError::Source(_)
            | PredictError::Analysis(_)
            | PredictError::Uncallable(_)
            | PredictError::NotGenerated(_)
            | PredictError::NoProfile
            | PredictError::Machine(_)
            | PredictError::Prolog(_)
            | PredictError::Resource(_)
            | PredictError::Profile(_)
            | PredictError::Calibration(_) => None,
        }
    }
}

/// Names in a row, the first dozen of them.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => "none".into(),
        names if names.len() > 12 => format!("{}, …", names[..12].join(", ")),
        names => names.join(", "),
    }
}
