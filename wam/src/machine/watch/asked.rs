//! Goals that a program itself has watched while it runs: `watch/3`.
//!
//! In: who watches goals for programs, and a goal that begins or ends to be watched, in a run of a mode that watches. Out: what that
//! one says of it, as terms. A run of another mode can have no goal watched.

use super::super::Machine;
use super::Plan;
use crate::error::Error;

/// Watches goals for programs.
pub trait Watcher: Send {
    /// A goal begins of which a fold of this name wants to know: has the machine watched.
    ///
    /// # Errors
    /// When there is no such fold, or it cannot watch a goal that a program calls.
    fn begins(&mut self, machine: &mut Machine, fold: &str) -> Result<(), String>;

    /// It has ended: the machine is watched no more. What the fold has come to, a text of a term for each of its slices.
    fn ends(&mut self, machine: &mut Machine) -> Vec<String>;
}

impl Machine {
    /// Who watches goals for programs from now on.
    pub fn set_watcher(&mut self, watcher: Box<dyn Watcher>) {
        self.watcher = Some(watcher);
    }

    /// Nothing is watched, but goals may be while the machine runs in [`WatchingBoxes`](super::super::WatchingBoxes) mode.
    ///
    /// # Errors
    /// When the system refuses the address space.
    pub fn may_watch(&mut self) -> Result<(), Error> {
        self.watch(Plan::default(), None)?;
        self.watching.is_idle = true;
        Ok(())
    }

    /// A goal begins that is watched for a fold.
    pub(crate) fn begin_watched(&mut self, fold: &str) -> Result<(), String> {
        // What has cut a goal off so that nobody could end it is below its choice points.
        if self.watching.since.is_some_and(|since| self.b <= since) {
            self.end_watched()?;
        }
        if !self.watching.is_idle {
            let what = if self.is_watched() { "it is watched already" } else { "no goal of this run can be watched" };
            return Err(what.into());
        }
        let Some(mut watcher) = self.watcher.take() else { return Err("nobody is there who watches".into()) };
        let begun = watcher.begins(self, fold);
        self.watcher = Some(watcher);
        self.watching.since = Some(self.b).filter(|_| begun.is_ok());
        begun
    }

    /// It has ended.
    pub(crate) fn end_watched(&mut self) -> Result<Vec<String>, String> {
        let Some(mut watcher) = self.watcher.take() else { return Ok(Vec::new()) };
        let found = watcher.ends(self);
        self.watcher = Some(watcher);
        self.may_watch().map_err(|error| error.to_string())?;
        Ok(found)
    }
}
