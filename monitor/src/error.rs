//! What can be wrong with a monitor.

/// A monitor that cannot be used, or has ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MonitorError {
    /// The text has errors; they are rendered.
    #[error("{0}")]
    Text(String),
    /// It is no monitor.
    #[error("{file} is no monitor: {what}")]
    NoMonitor {
        /// Its file.
        file: String,
        /// What is missing.
        what: String,
    },
    /// It would change what it watches, or what is outside.
    #[error("{file}:{line}: a monitor has no side effects, but {predicate} calls {goal}")]
    SideEffect {
        /// Its file.
        file: String,
        /// Where the goal is.
        line: usize,
        /// The predicate of the clause.
        predicate: String,
        /// What it calls.
        goal: String,
    },
    /// There is none of that name.
    #[error("there is no fold named {name}; there are {known}, and files that end in .pl")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The machine could not be made, or not watched.
    #[error(transparent)]
    Machine(#[from] wam::error::Error),
    /// The file could not be read.
    #[error("{file}: {error}")]
    File {
        /// Its name.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// There is nobody who would end it if an event took it too long.
    #[error("{file}: no thread could be made that watches over it: {error}")]
    Unguarded {
        /// Its file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
}
