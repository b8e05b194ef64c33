//! What a machine has of the process around it: a working directory, environment variables, temporary files.
//!
//! A machine that is confined has files below some directories at most.
//!
//! Each machine has its own: the process's are where it starts from and stay as they are.

use super::clock;
use crate::reach::Reach;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// A machine's working directory, changes of the environment, and temporary files, which go when it goes.
#[derive(Default)]
pub(crate) struct Surroundings {
    /// The working directory, where it is not the process's.
    directory: Option<PathBuf>,
    /// Variables that were set, and unset.
    variables: BTreeMap<String, Option<String>>,
    temporary: Vec<PathBuf>,
    /// Which files there are where what runs is not trusted: then there are no commands, no environment and no clock.
    pub(crate) confined: Option<Reach>,
    /// The number of the last temporary file.
    last: u64,
    /// How often what runs has changed what other programs see.
    outside: u64,
}

/// What of its surroundings a machine has chosen itself.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    directory: Option<PathBuf>,
    variables: BTreeMap<String, Option<String>>,
    last: u64,
}

/// Where files are that must not be reached.
const NOWHERE: &str = "/dev/null";

impl Surroundings {
    /// Whether what runs is not trusted.
    pub(crate) fn is_confined(&self) -> bool {
        self.confined.is_some()
    }

    /// Seconds since 1970; without a clock none have passed.
    pub(crate) fn now(&self) -> f64 {
        if self.is_confined() { 0.0 } else { clock::unix_seconds() }
    }

    /// A path as the process can use it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        let path = match &self.directory {
            Some(directory) => directory.join(name),
            None => PathBuf::from(name),
        };
        match &self.confined {
            // Below a file there is nothing, and nothing can be made.
            Some(reach) if !reach.allows(&path) && !path.starts_with(NOWHERE) => {
                Path::new(NOWHERE).join(name.trim_start_matches('/'))
            }
            _ => path,
        }
    }

    /// A path from the root, without `.` and `..`.
    pub(crate) fn absolute(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        normal(&std::path::absolute(&path).unwrap_or(path))
    }

    /// The working directory.
    pub(crate) fn directory(&self) -> PathBuf {
        self.absolute(".")
    }

    /// Goes to another working directory.
    pub(crate) fn enter(&mut self, directory: PathBuf) {
        self.directory = Some(directory);
    }

    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        match self.variables.get(name) {
            Some(set) => set.clone(),
            None if self.is_confined() => None,
            None => std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()),
        }
    }

    /// Sets a variable for this machine and the commands it runs; without a value, it is unset.
    pub(crate) fn set_variable(&mut self, name: String, value: Option<String>) {
        self.variables.insert(name, value);
    }

    /// A name for a file that does not exist.
    pub(crate) fn temporary(&mut self, base: &str, extension: &str) -> PathBuf {
        let base = base.replace(['/', '\0'], "_");
        loop {
            self.last += 1;
            let name = format!("horolog_{base}_{}_{}{extension}", std::process::id(), self.last);
            let path = std::env::temp_dir().join(name);
            if path.symlink_metadata().is_err() {
                return path;
            }
        }
    }

    /// A file is written, made, removed or renamed: others see that, unless it goes with the machine.
    pub(crate) fn changes(&mut self, path: &Path) {
        self.outside += u64::from(!self.temporary.iter().any(|own| own == path));
    }

    /// How often what runs has changed what other programs see: files, and commands that were run.
    pub(crate) fn outside(&self) -> u64 {
        self.outside
    }

    /// What it has chosen itself.
    pub(crate) fn settings(&self) -> Settings {
        Settings { directory: self.directory.clone(), variables: self.variables.clone(), last: self.last }
    }

    /// Goes back to what it had chosen; temporary files that were made since then go.
    pub(crate) fn restore(&mut self, settings: &Settings) {
        if self.settings() != *settings {
            let Settings { directory, variables, last } = settings.clone();
            (self.directory, self.variables, self.last) = (directory, variables, last);
            self.temporary.drain(..).for_each(|path| {
                let _ = std::fs::remove_file(path);
            });
        }
    }

    /// Lets a file go with the machine.
    pub(crate) fn own(&mut self, path: PathBuf) {
        self.temporary.push(path);
    }

    /// A command of the shell.
    pub(crate) fn command(&mut self, text: &str) -> Command {
        self.outside += 1;
        let mut command = Command::new(if self.is_confined() { "/dev/null/sh" } else { "sh" });
        command.arg("-c").arg(text);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }
}

impl Drop for Surroundings {
    fn drop(&mut self) {
        for path in &self.temporary {
            // It may never have been made, or be gone.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A path without `.` and `..`, by its text.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}
