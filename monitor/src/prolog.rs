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
mod names;
mod text;
mod unfold;

use crate::determinism::Determinism;
use crate::error::MonitorError;
use crate::fold::{Arguments, Boxed, Fold, Moment, Reads};
use crate::folds::Known;
use crate::guard::{Guard, PATIENCE};
use crate::inside::Locals;
use crate::instrument::observe::{Happened, Told};
use crate::instrument::site::{Site, SiteValue};
use crate::modes::CalledModes;
use crate::report::Report;
use attributes::{Asked, Is};
use names::Names;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use text::Text;
use unfold::Unfold;
use wam::atoms::{Atom, Atoms, Functor};
use wam::code::{PredicateKind, Program};
use wam::compile::Origin;
use wam::cost::Counts;
use wam::error::RunError;
use wam::instr::PredId;
use wam::machine::watch::{CallSite, Doing, Event, Events, MachineEvent, Port, Ports, SiteEvent};
use wam::machine::{Config, Counting, Fast, Machine, Part, Word, consult};
use wam::modules::ModuleId;
use wam::reach::Reach;
use wam::read::Source;
use wam::term::{Node, TermId, Terms};
use wam::write::term_to_string;

/// How long events in a row may take before they are collected one by one.
const IN_A_ROW: Duration = Duration::from_secs(1);
/// How often a monitor that begins anew looks at whether its file has changed.
const LOOKS: Duration = Duration::from_millis(10);
/// What a monitor may use of memory, in bytes.
const MEMORY: usize = 256 << 20;

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

/// A monitor as its text was at some time.
struct Loaded {
    machine: Box<Machine>,
    /// Whether what it does is counted.
    is_counted: bool,
    /// Whether its value could not be told.
    is_too_large: bool,
    /// How many events in a row its machine is given.
    at_once: usize,
    initialize: PredId,
    collect: PredId,
    /// Collects events in a row.
    collect_all: PredId,
    post_process: Option<PredId>,
    event: Functor,
    reads: Reads,
    /// The ports of which it sees the events where they are asked for.
    takes: Ports,
    asked: Asked,
    /// Whether it asks for something of arguments.
    asks_arguments: bool,
    /// The modes of calls, where it asks for them or for what is said of them.
    modes: Option<CalledModes>,
    /// Lines of calls, as far as somebody has asked.
    lines: FxHashMap<CallSite, usize>,
    names: Names,
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

impl Loaded {
    fn new(path: &Path, atoms: &Atoms) -> Result<Loaded, MonitorError> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| MonitorError::File { file: file.clone(), error })?;
        let source = Source::decode(&file, bytes).map_err(|error| MonitorError::Text(format!("{file}: {error}")))?;
        Loaded::of(&source, atoms)
    }

    fn of(source: &Source, atoms: &Atoms) -> Result<Loaded, MonitorError> {
        let file = source.name().to_string();
        // Events have what the text asks for, which is seen when it was read.
        let (asked, unfold) = {
            let program = program_of(source, atoms, &Asked::those(|_| true), None)?;
            let text = Text { program: &program, source };
            let asked = Asked::those(|names| text.asks_for(names));
            let unfold = Unfold::new(&asked, atoms, |functor| text.defines(functor));
            (asked, unfold)
        };
        let program = program_of(source, atoms, &asked, Some(unfold))?;
        if let Some(directive) = program.directives.first() {
            let line = source.position(directive.read.terms.span(directive.read.root).start).line;
            let what = format!("the directive in line {line} would have to run");
            return Err(MonitorError::NoMonitor { file, what });
        }
        let find = |name: &str, arity: u32| {
            let found = program.find_in(ModuleId::USER, atoms.functor(name, arity));
            found.filter(|&pred| program.get(pred).kind == PredicateKind::Static)
        };
        let needed = |name: &str, arity| {
            let what = format!("it has no {name}/{arity}");
            find(name, arity).ok_or_else(|| MonitorError::NoMonitor { file: file.clone(), what })
        };
        let (initialize, collect) = (needed("initialize", 1)?, needed("collect", 3)?);
        let collect_all = needed(later::LOOP, 4)?;
        let post_process = find("post_process", 2);
        let text = Text { program: &program, source };
        text.check_effects(&file)?;
        let asks_arguments = asked.any(&[Is::ArgTypes, Is::Args, Is::Goal, Is::Value]);
        let modes = asked.any(&[Is::Determinism, Is::Mode]).then(CalledModes::default);
        // What only internal ports have asks for them.
        let inside = match asked.any(&[Is::Path, Is::Locals]) {
            true => Ports::INTERNAL,
            false => text.internal_ports(asked.any(&[Is::Port])),
        };
        let (ports, takes) = match text.only_port(collect) {
            Some(ports) => (ports, ports),
            None => (Ports::ALL.union(inside), Ports::EVERY),
        };
        // What is said while the program runs stands among what the program says.
        let is_later = ports.common(Ports::INTERNAL).is_empty() && !text.says_something();
        let moment = if is_later { Moment::Later } else { Moment::Then };
        let reads = asked.attributes().iter().fold(
            Reads { ports, boxes: Boxed::No, arguments: Arguments::AtCalls, moment },
            |reads, attribute| Reads {
                boxes: reads.boxes.max(attribute.boxes),
                arguments: reads.arguments.max(attribute.arguments),
                moment: reads.moment.max(attribute.moment),
                ..reads
            },
        );
        let event = asked.event(atoms);
        let mut machine =
            Machine::new(program, Config { memory: MEMORY.min(Config::memory_watched()), ..Config::default() })?;
        machine.confine(Reach::below([]));
        // Standard output is the program's, and what is told of it.
        machine.set_output(Box::new(std::io::stderr()));
        let names = Names::new(atoms);
        Ok(Loaded {
            machine,
            is_counted: false,
            is_too_large: false,
            at_once: later::MOST,
            initialize,
            collect,
            collect_all,
            post_process,
            event,
            reads,
            takes,
            asked,
            asks_arguments,
            modes,
            lines: FxHashMap::default(),
            names,
        })
    }
}

/// The clauses of a monitor, and those by which it asks events for attributes, where that is not unfolded.
fn program_of(source: &Source, atoms: &Atoms, asked: &Asked, unfold: Option<Unfold>) -> Result<Program, MonitorError> {
    let mut program = wam::library::program_to_run(atoms.clone());
    program.reach = Reach::below([]);
    let report = consult(&Source::new("attributes", asked.access() + later::CLAUSES), &mut program, Origin::User);
    debug_assert_eq!(report.errors, []);
    if let Some(unfold) = unfold {
        program.instrument(Arc::new(unfold));
    }
    let report = consult(source, &mut program, Origin::User);
    if report.error_count() > 0 {
        let lines: Vec<String> = report.by_file(source).iter().flat_map(|file| file.lines()).collect();
        return Err(MonitorError::Text(lines.join("\n")));
    }
    Ok(program)
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

/// Where an event happens that is no port.
struct Within<'p> {
    program: &'p Program,
    pred: Option<PredId>,
    line: u32,
    clause: u32,
}

impl Loaded {
    /// An event of the text, told by a code.
    fn collect_site(&mut self, code: Atom, event: &mut SiteEvent<'_>, site: &Site) -> Result<bool, RunError> {
        let mut terms = Terms::new();
        let value = match &site.value {
            SiteValue::Given => event.value(&mut terms),
            SiteValue::Fixed(text) => {
                let text = event.program().atoms.intern(text);
                Some(terms.atom(text, Default::default()))
            }
        };
        let line = site.place.as_ref().map_or(0, |&(_, line)| line);
        let clause = site.clause.unwrap_or(0);
        let within = Within { program: event.program(), pred: Some(site.pred), line, clause };
        self.collect_other(code, event.chrono(), terms, value, within)
    }

    /// Something that the machine does.
    fn collect_machine(&mut self, code: Atom, event: &MachineEvent<'_>) -> Result<bool, RunError> {
        let mut terms = Terms::new();
        let value = match event.doing() {
            Doing::Instruction(op) => terms.atom(event.program().atoms.intern(op.name()), Default::default()),
            _ => terms.int(event.amount(), Default::default()),
        };
        let within = Within { program: event.program(), pred: event.within(), line: 0, clause: 0 };
        self.collect_other(code, event.chrono(), terms, Some(value), within)
    }

    /// An event that is no port.
    fn collect_other(
        &mut self,
        code: Atom,
        chrono: u64,
        terms: Terms,
        value: Option<TermId>,
        Within { program, pred, line, clause }: Within<'_>,
    ) -> Result<bool, RunError> {
        let names = &self.names;
        let nobody = (Functor { name: names.none, arity: 0 }, names.none);
        let (functor, module) = pred.map_or(nobody, |pred| {
            let predicate = program.get(pred);
            (predicate.functor, program.module(predicate.module).name)
        });
        let term = |id: Option<TermId>| id.map_or(Part::Word(Word::int(0)), |id| Part::Term(&terms, id));
        let word = |is: Is| match is {
            Is::Chrono => Word::int(chrono as i64),
            Is::Undone => Word::int(i64::MAX),
            Is::Port => Word::atom(names.none),
            Is::Det | Is::Determinism => Word::atom(names.unknown),
            Is::ProcType => Word::atom(names.user),
            Is::DefModule | Is::DeclModule => Word::atom(module),
            Is::Name => Word::atom(functor.name),
            Is::Arity => Word::int(functor.arity.into()),
            Is::Line => Word::int(line.into()),
            Is::Code => Word::atom(code),
            Is::Clause => Word::int(clause.into()),
            _ => Word::int(0),
        };
        let part = |is: Is| match is {
            Is::Args | Is::ArgTypes | Is::Path | Is::Locals => Part::List(&terms, &[]),
            Is::Goal | Is::Value => term(value),
            is => Part::Word(word(is)),
        };
        let parts = self.asked.parts(part);
        self.accumulate(self.collect, Some((self.event.name, &parts)))
    }

    /// A port, with the mode of the call and how many solutions such calls are said to have.
    fn collect(
        &mut self,
        code: Option<Atom>,
        event: &mut Event<'_>,
        (mode, determinism): (u32, Option<Determinism>),
    ) -> Result<bool, RunError> {
        let mut terms = Terms::new();
        let functor = event.functor();
        let (mut arguments, mut shown, mut types, mut goal, mut line) = (Vec::new(), Vec::new(), Vec::new(), None, 0);
        if self.asks_arguments {
            let term = event.goal_term(&mut terms).unwrap_or_else(|| terms.atom(functor.name, Default::default()));
            if let Node::Compound(_, args) = terms.get(term) {
                arguments = args.to_vec();
            }
            goal = Some(term);
        }
        if self.asked.any(&[Is::Args]) {
            shown = self.names.shown(&mut terms, &arguments);
        }
        if self.asked.any(&[Is::ArgTypes]) {
            types = arguments.iter().map(|&argument| self.names.type_of(&mut terms, argument)).collect();
        }
        let inside = event.inside().cloned();
        let (mut path, mut locals) = (Vec::new(), Vec::new());
        if let Some(inside) = inside.as_ref().filter(|_| self.asked.any(&[Is::Path])) {
            let atoms = &event.program().atoms;
            path = inside.path.iter().map(|step| terms.atom(atoms.intern(step), Default::default())).collect();
        }
        if let Some(inside) = inside.as_ref().filter(|_| self.asked.any(&[Is::Locals])) {
            locals = self.names.local_vars(event, inside, &mut terms);
        }
        let asks_line = self.asked.any(&[Is::Line]);
        if let Some(inside) = inside.as_ref().filter(|_| asks_line) {
            line = inside.line as usize;
        } else if asks_line {
            line = event.call_site().map_or(0, |site| {
                let program = event.program();
                // Of what the library calls the text has no line.
                let is_library = || program.get(site.caller).kind == PredicateKind::Library;
                let place = || site.place(program).filter(|_| !is_library());
                *self.lines.entry(site).or_insert_with(|| place().map_or(0, |(_, at)| at.line))
            });
        }
        let parent = || event.goal().and_then(|goal| goal.parent()).map_or(0, |parent| parent.call());
        let names = &self.names;
        let term = |id: Option<TermId>| id.map_or(Part::Word(Word::int(0)), |id| Part::Term(&terms, id));
        let word = |is: Is| match is {
            Is::Parent => Word::int(parent() as i64),
            Is::Undone => Word::int(i64::try_from(event.undone_after()).unwrap_or(i64::MAX)),
            Is::Line => Word::int(line as i64),
            Is::Code => code.map_or_else(|| names.word(is, event), Word::atom),
            Is::Clause => Word::int(inside.as_ref().map_or(0, |inside| inside.clause).into()),
            Is::Mode => Word::int(mode.into()),
            Is::Determinism => Word::atom(determinism.map_or(names.unknown, |of| names.determinisms[of as usize])),
            is => names.word(is, event),
        };
        let part = |is: Is| match is {
            Is::Args => Part::List(&terms, &shown),
            Is::ArgTypes => Part::List(&terms, &types),
            Is::Path => Part::List(&terms, &path),
            Is::Locals => Part::List(&terms, &locals),
            Is::Goal | Is::Value => term(goal),
            is => Part::Word(word(is)),
        };
        let parts = self.asked.parts(part);
        self.accumulate(self.collect, Some((self.event.name, &parts)))
    }

    fn accumulate(&mut self, goal: PredId, item: Option<(Atom, &[Part<'_>])>) -> Result<bool, RunError> {
        match self.is_counted {
            true => self.machine.accumulate::<Counting>(goal, item),
            false => self.machine.accumulate::<Fast>(goal, item),
        }
    }

    /// Why there is none.
    fn has_no_result(&self) -> &'static str {
        if self.is_too_large { "what it has come to is too large to be told" } else { "post_process/2 has failed" }
    }

    fn result(&mut self) -> Result<Option<String>, RunError> {
        if let Some(post_process) = self.post_process
            && !match self.is_counted {
                true => self.machine.accumulate_last::<Counting>(post_process),
                false => self.machine.accumulate_last::<Fast>(post_process),
            }?
        {
            return Ok(None);
        }
        let mut terms = Terms::new();
        let value = self.machine.accumulated(&mut terms);
        self.is_too_large = value.is_none();
        let program = self.machine.program();
        Ok(value.map(|value| term_to_string(&terms, value, &program.atoms, &program.ops)))
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
