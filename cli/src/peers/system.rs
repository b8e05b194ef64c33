//! The systems: how each is found, what it is given, and how it is launched.

use super::process::{Ran, process};
use crate::error::CliError;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Memory of GNU Prolog's stacks in kilobytes: it collects no garbage, and with 2 GiB in all it does not start.
const GNU_STACKS: [(&str, &str); 3] = [("GLOBALSZ", "1048576"), ("LOCALSZ", "262144"), ("TRAILSZ", "262144")];

/// A family of launches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// This program.
    Horolog,
    /// SWI-Prolog with these options.
    Swi(&'static [&'static str]),
    /// GNU Prolog, the program consulted.
    GnuByteCode,
    /// GNU Prolog, the program compiled to an executable.
    GnuNative,
}

/// A system in a way of running it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct System {
    /// As it stands in tables.
    pub name: &'static str,
    /// How it is run.
    pub kind: Kind,
}

/// The systems, and the one that the others are compared with.
pub const SYSTEMS: &[System] = &[
    System { name: "horolog", kind: Kind::Horolog },
    System { name: REFERENCE, kind: Kind::Swi(&[]) },
    System { name: "swipl -O", kind: Kind::Swi(&["-O"]) },
    System { name: "gprolog", kind: Kind::GnuByteCode },
    System { name: "gplc", kind: Kind::GnuNative },
];

/// The system whose times are 1.
pub const REFERENCE: &str = "swipl";

impl Kind {
    /// The installed program whose limits hold: `gplc` compiles for the machine of `gprolog`.
    pub fn program(self) -> &'static str {
        match self {
            Kind::Horolog => "horolog",
            Kind::Swi(_) => "swipl",
            Kind::GnuByteCode | Kind::GnuNative => "gprolog",
        }
    }

    /// A goal that unifies `T` with the processor time used, in milliseconds. Not `runtime`: in SWI-Prolog it leaves out
    /// garbage collection.
    pub fn clock(self) -> &'static str {
        match self {
            Kind::Horolog => "statistics(cputime, S), T is S * 1000",
            Kind::Swi(_) => "statistics(process_cputime, S), T is S * 1000",
            Kind::GnuByteCode | Kind::GnuNative => "statistics(cpu_time, [T|_])",
        }
    }

    /// What ends the text: an executable starts by itself.
    pub fn directive(self) -> &'static str {
        match self {
            Kind::GnuNative => "\n:- initialization(bench_main).\n",
            _ => "",
        }
    }
}

impl System {
    /// Whether it can be launched here.
    pub fn is_installed(&self) -> bool {
        match self.kind {
            Kind::Horolog => true,
            Kind::Swi(_) => found("swipl"),
            Kind::GnuByteCode => found("gprolog"),
            Kind::GnuNative => found("gplc"),
        }
    }

    /// Its version, as it tells it.
    pub fn version(&self) -> String {
        if self.kind == Kind::Horolog {
            return format!("Horolog {}", env!("CARGO_PKG_VERSION"));
        }
        let output = Command::new(self.kind.program()).arg("--version").output().ok();
        // GNU Prolog tells it on standard error.
        let text = output.map(|output| [output.stdout, output.stderr].concat()).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let line = text.lines().next().unwrap_or("unknown version");
        line.trim_start_matches("Prolog top-Level (").replace(')', "")
    }
}

/// Whether the search path has a program of that name.
fn found(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

/// A text made ready for a system.
#[derive(Clone, Debug)]
pub struct Prepared {
    system: System,
    /// What is launched: the text, or the executable made of it.
    target: PathBuf,
}

/// Where texts are made ready and launched: a directory of its own, removed at the end.
#[derive(Debug)]
pub struct Workshop {
    directory: TempDir,
    own: PathBuf,
    limit: Duration,
}

impl Workshop {
    /// A new one for this process, where `own` is the `horolog` program and no child may run longer than `limit`.
    pub fn new(own: PathBuf, limit: Duration) -> Result<Workshop, CliError> {
        let directory = tempfile::Builder::new().prefix("horolog-peers-").tempdir();
        let directory = directory.map_err(|source| CliError::Write { path: env::temp_dir(), source })?;
        Ok(Workshop { directory, own, limit })
    }

    /// Writes a text that defines `bench_main/0`, and compiles it where the system wants that. What a compiler finds
    /// wrong is told.
    pub fn prepare(&self, system: &System, name: &str, text: &str) -> Result<Result<Prepared, String>, CliError> {
        let stem = format!("{name}-{}", system.name.replace(' ', ""));
        let source = self.directory.path().join(format!("{stem}.pl"));
        fs::write(&source, text).map_err(|error| CliError::Write { path: source.clone(), source: error })?;
        if system.kind != Kind::GnuNative {
            return Ok(Ok(Prepared { system: *system, target: source }));
        }
        let executable = self.directory.path().join(stem);
        let mut command = Command::new("gplc");
        command.arg("--no-top-level").arg("-o").arg(&executable).arg(&source);
        let ran = process(&mut command, self.limit)?;
        Ok(match ran.status.is_some_and(|status| status.success()) {
            true => Ok(Prepared { system: *system, target: executable }),
            false => Err(format!("gplc failed: {}", ran.last_words())),
        })
    }

    /// Launches it.
    pub fn launch(&self, prepared: &Prepared) -> Result<Ran, CliError> {
        process(&mut self.command(prepared), self.limit)
    }

    fn command(&self, prepared: &Prepared) -> Command {
        let Prepared { system, target } = prepared;
        let mut command;
        match system.kind {
            Kind::Horolog => {
                command = Command::new(&self.own);
                command.arg("run").arg(target).args(["-g", "bench_main"]);
            }
            Kind::Swi(options) => {
                command = Command::new("swipl");
                command.args(["-q", "-f", "none"]).args(options).args(["-g", "bench_main", "-t", "halt"]).arg(target);
            }
            Kind::GnuByteCode => {
                command = Command::new("gprolog");
                let name = target.to_string_lossy().replace('\\', "\\\\").replace('\'', "\\'");
                command.arg("--init-goal").arg(format!("consult('{name}'), bench_main, halt"));
                command.envs(GNU_STACKS);
            }
            Kind::GnuNative => {
                command = Command::new(target);
                command.envs(GNU_STACKS);
            }
        }
        command
    }
}
