//! What is done with events: lines of JSON, a dialogue at each, folds.

#[cfg(feature = "parquet")]
use super::table::Table;
use crate::error::CliError;
use crate::report::{Paint, note, print, tell};
use crate::watch::text::{self, Slices};
use calibrate::files::write_whole_from;
use monitor::driver::{Driver, Ended};
use monitor::folds::{Known, load};
#[cfg(feature = "parquet")]
use monitor::instrument::observe::Number;
use monitor::instrument::observe::{Happened, Sink};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use wam::code::Program;
use wam::machine::Machine;

/// Tells events in lines of JSON at once, or, in a file, when the run has ended.
pub struct Log {
    spool: Option<(PathBuf, Spool)>,
    refused: Option<CliError>,
}

/// A file without a name, in which a log is kept while the goal runs.
enum Spool {
    Lines(BufWriter<File>),
    #[cfg(feature = "parquet")]
    Table(Box<Table>),
}

/// An event as it is logged.
#[derive(Serialize)]
pub struct Line<'a> {
    pub chrono: u64,
    pub code: &'a str,
    pub value: String,
    /// The value where it is such a number.
    #[cfg(feature = "parquet")]
    #[serde(skip)]
    pub number: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<&'a str>,
    pub predicate: Option<&'a str>,
    pub clause: Option<u32>,
    pub file: Option<&'a str>,
    pub line: Option<u32>,
}

impl Line<'_> {
    /// It in JSON.
    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// Whether a log by such a name is a Parquet file.
pub fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

impl Spool {
    fn new(path: &Path) -> io::Result<Spool> {
        let file = tempfile::tempfile()?;
        #[cfg(feature = "parquet")]
        if is_table(path) {
            return Ok(Spool::Table(Box::new(Table::new(file)?)));
        }
        #[cfg(not(feature = "parquet"))]
        debug_assert!(!is_table(path), "who asks for one was told that there is none");
        Ok(Spool::Lines(BufWriter::new(file)))
    }

    fn add(&mut self, line: Line<'_>) -> io::Result<()> {
        match self {
            Spool::Lines(file) => file.write_all(line.text().as_bytes()),
            #[cfg(feature = "parquet")]
            Spool::Table(table) => table.push(line),
        }
    }

    fn finish(self) -> io::Result<File> {
        match self {
            Spool::Lines(file) => file.into_inner().map_err(IntoInnerError::into_error),
            #[cfg(feature = "parquet")]
            Spool::Table(table) => table.finish(),
        }
    }
}

impl Log {
    /// A log to a file, or to standard output.
    pub fn new(path: Option<&Path>) -> Result<Log, CliError> {
        let spool = |path: &Path| match Spool::new(path) {
            Ok(spool) => Ok((path.to_path_buf(), spool)),
            Err(source) => Err(CliError::Write { path: path.into(), source }),
        };
        Ok(Log { spool: path.map(spool).transpose()?, refused: None })
    }

    /// The run is over: writes the file.
    pub fn finish(self) -> Result<(), CliError> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        let Some((path, spool)) = self.spool else { return Ok(()) };
        let write = |mut file: File| file.rewind().and_then(|()| write_whole_from(&path, &mut file));
        spool.finish().and_then(write).map_err(|source| CliError::Write { path: path.clone(), source })?;
        note(&format!("written to {}", path.display()));
        Ok(())
    }
}

impl Sink for Log {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        if self.refused.is_some() {
            return ControlFlow::Continue(());
        }
        let (chrono, value, at) = (event.chrono(), event.value(), event.place());
        let code = event.name().to_string();
        let (file, line) = at.place.as_ref().map_or((None, None), |(file, line)| (Some(&**file), Some(*line)));
        let line = Line {
            chrono,
            code: &code,
            value: value.text,
            #[cfg(feature = "parquet")]
            number: value.number,
            variable: at.variable.as_deref(),
            predicate: at.predicate.as_deref(),
            clause: at.clause,
            file,
            line,
        };
        let written = match &mut self.spool {
            Some((path, spool)) => spool.add(line).map_err(|source| CliError::Write { path: path.clone(), source }),
            None => {
                event.flush();
                print(&line.text())
            }
        };
        self.refused = written.err();
        ControlFlow::Continue(())
    }
}

const HELP: &str = "\
Enter, c   to the next event
n CODE     to the next event of a code
r          run on without stopping
w          where it is
a          abort the goal
h, ?       this help
";

/// Stops at events, and asks what to do: commands are lines of the program's input.
pub struct Stop {
    until: Until,
    /// The goal is being aborted, or nothing more is asked.
    is_over: bool,
    asking: Asking,
}

/// From where commands come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// From the input of a program, or from a terminal.
    Lines,
    /// From a session that is piped, in which the line of the query was not read to its end.
    InSession,
    /// The same from the next line on.
    Shown,
}

/// At which events it stops.
enum Until {
    Any,
    Code(String),
}

impl Stop {
    /// Stops at every event.
    pub fn new(asking: Asking) -> Stop {
        Stop { until: Until::Any, is_over: false, asking }
    }

    /// The next command; none at the end of the input. Those of a piped session are shown.
    fn command(&mut self, event: &mut Happened<'_, '_>) -> Option<String> {
        let mut line = event.read_line()?;
        if self.asking == Asking::InSession {
            self.asking = Asking::Shown;
            // What follows the query in its line.
            if line.trim().is_empty() {
                line = event.read_line()?;
            }
        }
        if self.asking == Asking::Shown {
            tell(&format!("{line}\n"));
        }
        Some(line)
    }
}

impl Sink for Stop {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Continue(());
        }
        let code = event.name().to_string();
        if matches!(&self.until, Until::Code(wanted) if *wanted != code) {
            return ControlFlow::Continue(());
        }
        self.until = Until::Any;
        event.flush();
        let (chrono, value, at) = (event.chrono(), event.value().text, event.place());
        let place = at.place.map_or(String::new(), |(file, line)| format!("  {file}:{line}"));
        let of = at.variable.map_or(String::new(), |variable| format!("{variable} = "));
        tell(&format!("{chrono:>6} {code} {of}{value}{place} ? "));
        loop {
            let Some(line) = self.command(event) else {
                tell("\n");
                self.is_over = true;
                return ControlFlow::Continue(());
            };
            match line.trim().split_once(' ').unwrap_or((line.trim(), "")) {
                ("" | "c", _) => return ControlFlow::Continue(()),
                ("n", wanted) if !wanted.trim().is_empty() => {
                    self.until = Until::Code(wanted.trim().into());
                    return ControlFlow::Continue(());
                }
                ("r", _) => {
                    self.is_over = true;
                    return ControlFlow::Continue(());
                }
                ("a", _) => {
                    self.is_over = true;
                    return ControlFlow::Break(());
                }
                ("w", _) => {
                    let clause = at.clause.map_or(String::new(), |clause| format!("#{clause}"));
                    let of = at.predicate.as_deref().unwrap_or("a goal that is not in a clause");
                    tell(&format!("in {of}{clause}{place} ? "));
                }
                _ => tell(&format!("{HELP}? ")),
            }
        }
    }
}

/// Folds over what is selected: those in Prolog get all of it with its codes, the others ports.
pub struct Folds {
    driver: Driver,
    names: Vec<String>,
    ended: Arc<Mutex<Vec<Ended>>>,
    last: u64,
}

impl Folds {
    /// Folds by name, or of files.
    pub fn new(machine: &Machine, names: &[String]) -> Result<Folds, CliError> {
        let known = Arc::new(Known::default());
        let folds =
            names.iter().map(|name| load(name, &machine.program().atoms, &known)).collect::<Result<Vec<_>, _>>();
        let folds = folds.map_err(|error| CliError::usage(error.to_string()))?;
        let ended: Arc<Mutex<Vec<Ended>>> = Arc::default();
        let keep = ended.clone();
        let told = move |one: Ended| {
            keep.lock().unwrap_or_else(PoisonError::into_inner).push(one);
            ControlFlow::Continue(())
        };
        Ok(Folds { driver: Driver::new(folds, None, Box::new(told)), names: names.to_vec(), ended, last: 0 })
    }

    /// What they have come to.
    pub fn finish(mut self, program: &Program, is_json: bool, paint: Paint) -> Result<String, CliError> {
        self.driver.end(program, self.last);
        let all = std::mem::take(&mut *self.ended.lock().unwrap_or_else(PoisonError::into_inner));
        let mut out = String::new();
        for ended in &all {
            let name = &self.names[ended.fold];
            out.push_str(&match is_json {
                true => text::line(name, ended),
                false => text::titled(name, self.names.len(), Slices::Ended, ended, paint),
            });
        }
        Ok(out)
    }
}

impl Sink for Folds {
    fn happened(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        let chrono = event.chrono();
        let is_again = std::mem::replace(&mut self.last, chrono) == chrono;
        self.driver.collect_told(event, is_again)
    }
}
