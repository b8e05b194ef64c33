//! `?- instrument(File).`: queries stop where a configuration selects an event, as a spy point stops them at a predicate.
//!
//! In: a configuration, a query and its answers. Out: the same answers, with the dialogue of `horolog instrument --action stop` at each
//! event. Clauses are compiled again for the query and as they were behind it, asserted ones among them.

use super::{Answered, Source, answers, say};
use crate::error::{CliError, Exit};
use crate::instrument::{Asking, Stop, configuration, missing};
use crate::watch::raised;
use monitor::instrument::Config;
use monitor::instrument::observe::Telling;
use monitor::instrument::ports::plan;
use monitor::instrument::rewrite::{Instrumenter, Values};
use std::path::PathBuf;
use std::sync::Arc;
use wam::code::Program;
use wam::machine::{Machine, WatchingBoxes, WatchingSteps};
use wam::term::ReadTerm;

/// The configuration of a file, or one that comes with Horolog; what it names and the program has not is warned of.
pub fn load(program: &Program, file: &str) -> Result<Config, String> {
    let config = configuration(&[PathBuf::from(file)]).map_err(|error| error.to_string())?;
    missing(&Instrumenter::new(config.clone(), Values::All), program);
    Ok(config)
}

/// Runs a query that stops at what a configuration selects.
pub fn answered(
    machine: &mut Machine,
    goal: &ReadTerm,
    source: &mut impl Source,
    bindings: &mut super::Bindings,
    config: &Config,
) -> Result<Answered, CliError> {
    let by = Arc::new(Instrumenter::new(config.clone(), Values::All));
    let answered = match machine.recompile(Some(by.clone())) {
        Ok(()) => {
            let plan = plan(by.choices(), Values::All, machine.program()).unwrap_or_default();
            let has_steps = plan.machine.needs_steps();
            let asking = if source.is_watched() { Asking::Lines } else { Asking::InSession };
            match machine.watch(plan, Some(Box::new(Telling::new(by, Stop::new(asking))))) {
                Ok(()) if has_steps => answers::<WatchingSteps>(machine, goal, source, bindings),
                Ok(()) => answers::<WatchingBoxes>(machine, goal, source, bindings),
                Err(error) => {
                    say(&error.to_string());
                    Ok(Answered::Wrong(Exit::Resources))
                }
            }
        }
        Err(error) => {
            say(&raised(&error, machine.program()));
            Ok(Answered::Wrong(Exit::Resources))
        }
    };
    machine.unwatch();
    if let Err(error) = machine.recompile(None) {
        say(&raised(&error, machine.program()));
    }
    answered
}
