//! Folds that are Prolog programs: `initialize(Acc)`, `collect(Event, Acc0, Acc)` and, optionally, `post_process(Acc, Result)`.
//!
//! In: a file. Out: a [`Fold`] on a machine of its own, which shares only the names of things with the one that is watched, and
//! reaches no file, command or clock. Before it starts it is looked at for goals that would change something outside of it. When
//! the file has changed, the next fold begins with what is in it then.
//!
//! What is known of an event is asked for by predicates: `port(Event, Port)`, `depth(Event, Depth)` and so on (`attributes`).
//! Which ports and attributes a monitor reads is seen from its text.

mod attributes;
mod later;
mod loaded;
mod names;
mod text;
mod unfold;

use crate::determinism::Determinism;
use crate::error::MonitorError;
use crate::fold::{Fold, Reads};
use crate::folds::Known;
use crate::guard::{Guard, PATIENCE};
use crate::inside::Locals;
use crate::instrument::observe::{Happened, Told};
use crate::report::Report;
use attributes::Is;
use loaded::Loaded;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use wam::atoms::{Atom, Atoms};
use wam::code::Program;
use wam::cost::Counts;
use wam::error::RunError;
use wam::instr::PredId;
use wam::machine::watch::{Event, Events, Port, Ports};
use wam::read::Source;

/// How long events in a row may take before they are collected one by one.
const IN_A_ROW: Duration = Duration::from_secs(1);
/// How often a monitor that begins anew looks at whether its file has changed.
const LOOKS: Duration = Duration::from_millis(10);

/// A fold that is a Prolog program.
pub struct PrologFold {
    path: PathBuf,
    atoms: Atoms,
    changed: Option<SystemTime>,
    /// When that was looked at last.
    looked: Option<Instant>,
    loaded: Loaded,
    /// What the first text of it reads.
    settled: Reads,
    /// What has gone wrong: it collects no more.
    failed: Option<String>,
    /// Some events in a row have raised or taken too long: they are collected one by one from then on.
    is_slow: bool,
    guard: Guard,
    /// How many solutions predicates are said to have, besides what their declarations say.
    known: FxHashMap<PredId, Determinism>,
}

impl PrologFold {
    /// The monitor of a file. Its names are those of the program that is watched.
    ///
    /// # Errors
    /// When the file cannot be read, has errors, is no monitor, or has side effects.
    pub fn load(path: &Path, atoms: Atoms) -> Result<PrologFold, MonitorError> {
        let loaded = Loaded::new(path, &atoms)?;
        PrologFold::of(path, loaded, atoms)
    }

    /// A monitor of a text.
    ///
    /// # Errors
    /// When the text has errors, is no monitor, or has side effects.
    pub fn of_text(name: &str, text: &str, atoms: Atoms) -> Result<PrologFold, MonitorError> {
        PrologFold::of(Path::new(name), Loaded::of(&Source::new(name, text), &atoms)?, atoms)
    }

    fn of(path: &Path, loaded: Loaded, atoms: Atoms) -> Result<PrologFold, MonitorError> {
        let guard = Guard::of(&loaded.machine)
            .map_err(|error| MonitorError::Unguarded { file: path.display().to_string(), error })?;
        Ok(PrologFold {
            path: path.into(),
            atoms,
            changed: changed(path),
            looked: None,
            settled: loaded.reads,
            loaded,
            failed: None,
            is_slow: false,
            guard,
            known: FxHashMap::default(),
        })
    }

    /// What its machine does is counted from now on.
    pub fn count(&mut self) {
        self.loaded.is_counted = true;
    }

    /// What its machine has done since then.
    pub fn counts(&self) -> Counts {
        self.loaded.machine.counts()
    }

    /// Something that is interrupted if it takes too long for one event.
    fn guarded<T>(&mut self, action: impl FnOnce(&mut Loaded) -> T) -> T {
        self.guarded_for(PATIENCE, action)
    }

    fn guarded_for<T>(&mut self, patience: Duration, action: impl FnOnce(&mut Loaded) -> T) -> T {
        self.guard.begins(patience);
        let result = action(&mut self.loaded);
        self.guard.has_ended();
        result
    }

    /// A port, which may be told by another code than its name.
    fn collect_port(&mut self, code: Option<Atom>, event: &mut Event<'_>) -> Result<bool, RunError> {
        let mode = self.loaded.modes.as_ref().map_or(0, |modes| modes.of(event));
        let determinism = self.loaded.asked.any(&[Is::Determinism]).then(|| {
            let declared = self.loaded.modes.as_ref().and_then(|modes| modes.declared.determinism(event.pred(), mode));
            declared.or_else(|| self.known.get(&event.pred()).copied())
        });
        self.guarded(|loaded| loaded.collect(code, event, (mode, determinism.flatten())))
    }

    fn fail(&mut self, what: &str, error: &RunError) -> ControlFlow<()> {
        let error = match error {
            RunError::Prolog(error) => match &error.place {
                Some(place) => format!("{} ({place})", error.text),
                None => error.text.clone(),
            },
            RunError::Halt(_) => "it called halt".to_string(),
        };
        self.failed = Some(format!("{}: {what}: {error}", self.path.display()));
        ControlFlow::Break(())
    }
}

/// When a file was changed last.
fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|data| data.modified()).ok()
}

impl Fold for PrologFold {
    fn reads(&self) -> Reads {
        self.loaded.reads
    }

    fn takes(&self) -> Ports {
        self.loaded.takes
    }

    fn follows(&self) -> Ports {
        if self.loaded.modes.is_some() { Ports::NONE.with(Port::Call) } else { Ports::NONE }
    }

    fn follow(&mut self, event: &mut Event<'_>) {
        if let Some(modes) = &mut self.loaded.modes {
            modes.called(event);
        }
    }

    fn asks_determinism(&self) -> bool {
        self.loaded.asked.any(&[Is::Determinism])
    }

    fn know(&mut self, known: &Arc<Known>) {
        self.known = known.predicates.iter().copied().collect();
    }

    fn locals(&self) -> Locals {
        if self.loaded.asked.any(&[Is::Locals]) { Locals::Told } else { Locals::Untold }
    }

    fn initialize(&mut self) {
        let is_due = self.looked.is_none_or(|looked| looked.elapsed() > LOOKS);
        let now = if is_due { changed(&self.path) } else { self.changed };
        if is_due {
            self.looked = Some(Instant::now());
        }
        if now != self.changed {
            self.changed = now;
            match Loaded::new(&self.path, &self.atoms) {
                // What is watched is settled when the run begins.
                Ok(loaded) if loaded.reads.union(self.settled) != self.settled => {
                    let what = "it has changed, and asks for what this run was not watched for: begin the run anew";
                    self.failed = Some(format!("{}: {what}", self.path.display()));
                }
                Ok(loaded) => {
                    self.guard.goes_over_to(&loaded.machine);
                    self.loaded = loaded;
                }
                Err(error) => self.failed = Some(error.to_string()),
            }
        }
        if self.failed.is_some() {
            return;
        }
        let begun = self.guarded(|loaded| {
            loaded.machine.begin_accumulating();
            loaded.accumulate(loaded.initialize, None)
        });
        match begun {
            Ok(true) => {}
            Ok(false) => self.failed = Some(format!("{}: initialize/1 has failed", self.path.display())),
            Err(error) => _ = self.fail("initialize/1", &error),
        }
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if self.failed.is_some() {
            return ControlFlow::Continue(());
        }
        self.guard.is_told_by(|| event.interrupter());
        let collected = self.collect_port(None, event);
        match collected {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(error) => self.fail("collect/3", &error),
        }
    }

    fn collect_all(&mut self, events: &mut Events<'_>, ports: Ports) -> ControlFlow<()> {
        if self.failed.is_some() {
            return ControlFlow::Continue(());
        }
        self.guard.is_told_by(|| events.interrupter());
        if !self.is_slow {
            match self.guarded_for(IN_A_ROW, |loaded| loaded.collect_waiting(events, ports)) {
                Ok(true) => return ControlFlow::Continue(()),
                Ok(false) => return ControlFlow::Break(()),
                // The value is what it was before them.
                Err(_) => self.is_slow = true,
            }
        }
        while let Some(event) = events.next() {
            if ports.contains(event.port()) {
                self.collect(event)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn reads_codes(&self) -> bool {
        true
    }

    fn collect_told(&mut self, event: &mut Happened<'_, '_>) -> ControlFlow<()> {
        if self.failed.is_some() {
            return ControlFlow::Continue(());
        }
        let code = self.atoms.intern(event.name());
        let collected = match event.parts() {
            Told::Site(event, site) => self.guarded(|loaded| loaded.collect_site(code, event, site)),
            Told::Machine(event) => self.guarded(|loaded| loaded.collect_machine(code, event)),
            Told::Port(event) => {
                if self.follows().contains(event.port()) {
                    self.follow(event);
                }
                self.collect_port(Some(code), event)
            }
        };
        match collected {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(error) => self.fail("collect/3", &error),
        }
    }

    fn post_process(&mut self, _program: &Program) -> Report {
        if let Some(message) = &self.failed {
            return Report::Error { message: message.clone() };
        }
        let result = self.guarded(|loaded| loaded.result());
        match result {
            Ok(Some(text)) => Report::Term { text },
            Ok(None) => Report::Error { message: format!("{}: {}", self.path.display(), self.loaded.has_no_result()) },
            Err(error) => {
                _ = self.fail("post_process/2", &error);
                Report::Error { message: self.failed.clone().unwrap_or_default() }
            }
        }
    }

    fn has_failed(&self) -> bool {
        self.failed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::Duration;

    #[test]
    fn a_monitor_that_has_changed_asks_for_no_more() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("monitor.pl");
        let program = wam::library::program_to_run(Atoms::new());
        let calls = "collect(E, N, M) :- ( port(E, call) -> M is N + 1 ; M = N ).";
        let exits = "collect(E, N, M) :- ( port(E, exit) -> M is N + 1 ; M = N ).";
        for (before, after, expected) in [
            (calls, "collect(_, N, N).", Report::Term { text: "2".into() }),
            ("collect(E, N, N) :- depth(E, _).", "collect(E, N, N) :- port(E, _).", Report::Term { text: "2".into() }),
            (calls, exits, Report::Error { message: String::new() }),
            (
                "collect(E, N, N) :- depth(E, _).",
                "collect(E, N, N) :- args(E, _).",
                Report::Error { message: String::new() },
            ),
        ] {
            write(&path, &format!("initialize(1). {before}"), 1000);
            let mut fold = PrologFold::load(&path, Atoms::new()).expect("it is a monitor");
            write(&path, &format!("initialize(2). {after}"), 1);
            fold.initialize();
            let found = fold.post_process(&program);
            match (&expected, &found) {
                (Report::Error { .. }, Report::Error { message }) => {
                    assert!(message.contains("begin the run anew"), "{message}")
                }
                _ => assert_eq!(expected, found),
            }
        }
    }

    /// Writes a file that was changed so many seconds ago.
    fn write(path: &Path, text: &str, age: u64) {
        std::fs::write(path, text).expect("room");
        let time = SystemTime::now() - Duration::from_secs(age);
        File::options().write(true).open(path).and_then(|file| file.set_modified(time)).expect("it is ours");
    }

    #[test]
    fn a_monitor_that_is_loaded_again_has_the_one_guard_that_it_had() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("monitor.pl");
        write(&path, "initialize(0). collect(_, N, N).", 1000);
        let mut fold = PrologFold::load(&path, Atoms::new()).expect("it is a monitor");
        let program = wam::library::program_to_run(Atoms::new());
        for turn in 1..=5 {
            std::thread::sleep(2 * LOOKS);
            write(&path, &format!("initialize({turn}). collect(_, N, N)."), turn);
            fold.initialize();
            assert_eq!(fold.post_process(&program), Report::Term { text: turn.to_string() });
            assert_eq!(fold.guard.threads(), 1);
        }
    }
}
