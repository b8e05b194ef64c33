//! A monitor as its text was at some time, on a machine of its own.
//!
//! In: a text, and events. Out: which ports and attributes it reads, and what its predicates make of the events that it is given.

use super::attributes::{Asked, Is};
use super::later;
use super::names::Names;
use super::text::Text;
use super::unfold::Unfold;
use crate::determinism::Determinism;
use crate::error::MonitorError;
use crate::fold::{Arguments, Boxed, Moment, Reads};
use crate::instrument::site::{Site, SiteValue};
use crate::modes::CalledModes;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Arc;
use wam::atoms::{Atom, Atoms, Functor};
use wam::code::{PredicateKind, Program};
use wam::compile::Origin;
use wam::error::RunError;
use wam::instr::PredId;
use wam::machine::watch::{CallSite, Doing, Event, MachineEvent, Ports, SiteEvent};
use wam::machine::{Config, Counting, Fast, Machine, Part, Word, consult};
use wam::modules::ModuleId;
use wam::reach::Reach;
use wam::read::Source;
use wam::term::{Node, TermId, Terms};
use wam::write::term_to_string;

/// What a monitor may use of memory, in bytes.
const MEMORY: usize = 256 << 20;

/// A monitor as its text was at some time.
pub(super) struct Loaded {
    pub(super) machine: Box<Machine>,
    /// Whether what it does is counted.
    pub(super) is_counted: bool,
    /// Whether its value could not be told.
    pub(super) is_too_large: bool,
    /// How many events in a row its machine is given.
    pub(super) at_once: usize,
    pub(super) initialize: PredId,
    pub(super) collect: PredId,
    /// Collects events in a row.
    pub(super) collect_all: PredId,
    pub(super) post_process: Option<PredId>,
    pub(super) event: Functor,
    pub(super) reads: Reads,
    /// The ports of which it sees the events where they are asked for.
    pub(super) takes: Ports,
    pub(super) asked: Asked,
    /// Whether it asks for something of arguments.
    pub(super) asks_arguments: bool,
    /// The modes of calls, where it asks for them or for what is said of them.
    pub(super) modes: Option<CalledModes>,
    /// Lines of calls, as far as somebody has asked.
    pub(super) lines: FxHashMap<CallSite, usize>,
    pub(super) names: Names,
}

impl Loaded {
    pub(super) fn new(path: &Path, atoms: &Atoms) -> Result<Loaded, MonitorError> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| MonitorError::File { file: file.clone(), error })?;
        let source = Source::decode(&file, bytes).map_err(|error| MonitorError::Text(format!("{file}: {error}")))?;
        Loaded::of(&source, atoms)
    }

    pub(super) fn of(source: &Source, atoms: &Atoms) -> Result<Loaded, MonitorError> {
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

/// Where an event happens that is no port.
struct Within<'p> {
    program: &'p Program,
    pred: Option<PredId>,
    line: u32,
    clause: u32,
}

impl Loaded {
    /// An event of the text, told by a code.
    pub(super) fn collect_site(
        &mut self,
        code: Atom,
        event: &mut SiteEvent<'_>,
        site: &Site,
    ) -> Result<bool, RunError> {
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
    pub(super) fn collect_machine(&mut self, code: Atom, event: &MachineEvent<'_>) -> Result<bool, RunError> {
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
    pub(super) fn collect(
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

    pub(super) fn accumulate(&mut self, goal: PredId, item: Option<(Atom, &[Part<'_>])>) -> Result<bool, RunError> {
        match self.is_counted {
            true => self.machine.accumulate::<Counting>(goal, item),
            false => self.machine.accumulate::<Fast>(goal, item),
        }
    }

    /// Why there is none.
    pub(super) fn has_no_result(&self) -> &'static str {
        if self.is_too_large { "what it has come to is too large to be told" } else { "post_process/2 has failed" }
    }

    pub(super) fn result(&mut self) -> Result<Option<String>, RunError> {
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
