//! Programs that are watched do what they do: every program of `programs/`, with goals made of its entries, under each model of
//! boxes and redos, collecting at every call, with internal ports, with the library and all builtins watched.
#![allow(missing_docs)]

#[path = "../../wam/tests/recorded/parallel.rs"]
mod parallel;

use analyzer::entry::Entry;
use analyzer::inputs::generate;
use analyzer::regtype::TypeTable;
use analyzer::types::{Metric, Type};
use monitor::inside::{InternalPorts, Locals, Places};
use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wam::atoms::Atoms;
use wam::builtins::BUILTINS;
use wam::code::Program;
use wam::compile::Origin;
use wam::error::{Place, RunError};
use wam::instr::PredId;
use wam::machine::watch::{Boxes, Event, Observer, Plan, Port, Ports, Redo, SiteEvent};
use wam::machine::{Collecting, Config, Counting, Machine, RunMode, WatchingBoxes, consult};
use wam::modules::ModuleClass;
use wam::read::{Source, read_term_from_str};
use wam::term::{ReadTerm, Terms};
use wam::write::term_to_string;

/// Answers that are asked for, of each goal.
const MOST: usize = 12;
/// So many instructions a goal may take; what takes more is left out. Fewer where each call collects.
const LONGEST: u64 = 300_000;
const LONGEST_COLLECTING: u64 = 10_000;
/// How long what is endless runs.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a goal comes to.
#[derive(PartialEq, Debug)]
struct Seen {
    answers: Vec<String>,
    place: Option<Place>,
    output: String,
}

impl Seen {
    /// Whether it is that. Comparisons that are called are the ones that were written: those by which clauses are chosen may be
    /// turned round, and an error names them so.
    fn is_what(&self, expected: &Seen, way: &Way) -> bool {
        let shown = |answer: &String| match way.builtins && answer.contains("type_error(evaluable") {
            true => answer.split(",context(").next().map(str::to_string),
            false => Some(answer.clone()),
        };
        let answers = |seen: &Seen| seen.answers.iter().map(shown).collect::<Vec<_>>();
        answers(self) == answers(expected) && self.place == expected.place && self.output == expected.output
    }
}

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// How a goal is watched.
struct Way {
    plan: Plan,
    collecting: Collecting,
    builtins: bool,
}

fn ways() -> Vec<Way> {
    let way = |redo, boxes, ports, collecting, builtins: bool| Way {
        plan: Plan {
            users: Some(ports),
            library: builtins.then_some(ports),
            redo,
            boxes,
            keeps_arguments: boxes != Boxes::Merge,
            ..Plan::default()
        },
        collecting,
        builtins,
    };
    vec![
        way(Redo::Left, Boxes::Tail, Ports::EVERY, Collecting::AtEveryCall, false),
        way(Redo::All, Boxes::Full, Ports::ALL, Collecting::WhenDue, true),
        way(Redo::Left, Boxes::Merge, Ports::ALL, Collecting::AtEveryCall, true),
    ]
}

/// Looks at the goal of each event.
struct Nosy {
    places: Option<Places>,
    events: Arc<AtomicU64>,
}

impl Observer for Nosy {
    fn event(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        if self.events.fetch_add(1, Ordering::Relaxed).is_multiple_of(16) {
            event.goal_term(&mut Terms::new());
        }
        ControlFlow::Continue(())
    }

    fn site(&mut self, told: &mut SiteEvent<'_>) -> ControlFlow<()> {
        match self.places.as_mut().and_then(|places| places.event(told)) {
            Some(mut event) => self.event(&mut event),
            None => ControlFlow::Continue(()),
        }
    }
}

fn seen<R: RunMode>(machine: &mut Machine, goal: &ReadTerm, output: &Sink) -> Seen {
    let (atoms, ops) = (machine.program().atoms.clone(), machine.program().ops.clone());
    let (mut answers, mut place) = (Vec::new(), None);
    for answer in machine.query_as::<R>(goal).take(MOST) {
        answers.push(match answer {
            Ok(solution) => {
                let shown = solution
                    .bindings
                    .iter()
                    .map(|(name, id)| format!("{name} = {}", term_to_string(&solution.terms, *id, &atoms, &ops)));
                shown.collect::<Vec<_>>().join(", ")
            }
            Err(RunError::Prolog(error)) => {
                place = error.place.map(|place| *place);
                error.text
            }
            Err(RunError::Halt(status)) => format!("halt({status})"),
        });
    }
    machine.flush();
    let output = String::from_utf8_lossy(&output.0.lock().expect("nobody panics")).into_owned();
    Seen { answers, place, output }
}

fn machine(program: &Program, config: Config) -> (Box<Machine>, Sink) {
    let mut machine = Machine::new(program.clone(), config).expect("memory");
    let output = Sink::default();
    machine.set_output(Box::new(output.clone()));
    machine.set_input(Box::new(std::io::empty()));
    (machine, output)
}

/// What a goal comes to where nothing is watched, and how many instructions it takes; none where those are too many.
fn plain(program: &Program, goal: &ReadTerm) -> Option<(Seen, u64)> {
    let config = Config { memory: 32 << 20, time_limit: Some(PATIENCE), ..Config::default() };
    let (mut machine, output) = machine(program, config);
    let seen = seen::<Counting>(&mut machine, goal, &output);
    let instructions = machine.take_counts().instructions();
    (instructions <= LONGEST).then_some((seen, instructions))
}

/// The same where it is watched. For each predicate calls are exits, fails and exceptions less redos where it ran to its end.
fn watched(program: &Program, goal: &ReadTerm, way: &Way, tally: &Tally) -> Result<Seen, String> {
    let config = Config { memory: 1 << 30, collecting: way.collecting, ..Config::default() };
    let (mut machine, output) = machine(program, config);
    let mut plan = way.plan.clone();
    let mut builtins: Vec<PredId> = Vec::new();
    if way.builtins {
        let named = BUILTINS.iter().filter(|row| !row.name.starts_with('$'));
        let found = named.filter_map(|row| {
            let functor = machine.program().atoms.functor(row.name, row.arity.into());
            machine.watchable(functor)
        });
        builtins = found.collect();
        plan.predicates = builtins.iter().map(|&pred| (pred, Ports::ALL)).collect();
        machine.call_builtins(builtins.iter().copied()).map_err(|error| error.to_string())?;
    }
    let places = InternalPorts::put_into(&mut machine, &plan, Locals::Told).map_err(|error| error.to_string())?;
    machine.watch(plan, Some(Box::new(Nosy { places, events: tally.events.clone() }))).expect("address space");
    let seen = seen::<WatchingBoxes>(&mut machine, goal, &output);
    let calls = |&pred: &PredId| machine.passages(pred)[Port::Call as usize];
    tally.builtins.fetch_add(builtins.iter().map(calls).sum(), Ordering::Relaxed);
    if seen.answers.len() < MOST {
        for (pred, ports) in machine.all_passages() {
            let of = |port: Port| ports[port as usize];
            if of(Port::Call) + of(Port::Redo) != of(Port::Exit) + of(Port::Fail) + of(Port::Exception) {
                return Err(format!("{}: {ports:?} do not add up", machine.program().indicator(pred)));
            }
        }
    }
    Ok(seen)
}

/// Sizes for the inputs of an entry: each alike, and a few that are not.
fn sizes(entry: &Entry) -> Vec<Vec<i64>> {
    let metrics: Vec<(&Type, Metric)> =
        entry.pattern.iter().flat_map(|of| of.metrics().into_iter().map(move |metric| (of, metric))).collect();
    let point = |at: &dyn Fn(usize) -> i64| {
        let size = |(nth, (of, metric)): (usize, &(&Type, Metric))| match (of, metric) {
            (Type::Int, _) => at(nth),
            (_, Metric::Size) => at(nth).max(1),
            _ => at(nth).max(0),
        };
        metrics.iter().enumerate().map(size).collect::<Vec<i64>>()
    };
    vec![point(&|_| 3), point(&|_| 0), point(&|_| -2), point(&|nth| 5 - nth as i64 % 4)]
}

/// The goals of a program: inputs of its entries, and what its benchmark runs.
fn goals(program: &Program) -> Vec<ReadTerm> {
    let read = |text: &str| read_term_from_str(text, &program.atoms, &program.ops, &program.flags).expect("a goal");
    let (mut goals, mut texts) = (Vec::new(), BTreeSet::new());
    if program.find(program.atoms.functor("check", 0)).is_some_and(|pred| program.is_defined(pred)) {
        goals.push(read("check"));
    }
    let Ok(types) = TypeTable::of(program) else { return goals };
    let is_users = |pred: &PredId| program.module(program.get(*pred).module).class == ModuleClass::User;
    for pred in (0..program.predicates.len() as u32).map(PredId).filter(is_users) {
        let Ok(Some(entry)) = Entry::declared(program, &types, pred) else { continue };
        for point in sizes(&entry) {
            let made = (0..8).filter_map(|seed| generate(program, &types, &entry, &point, seed).ok());
            let is_new =
                |goal: &ReadTerm| texts.insert(term_to_string(&goal.terms, goal.root, &program.atoms, &program.ops));
            goals.extend(made.filter(is_new));
        }
    }
    goals
}

/// The files of programs.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs");
    let within = |name: &str| std::fs::read_dir(folder.join(name)).expect("the folder of programs");
    let entries = [".", "ordinary", "unseen", "benchmarks"].into_iter().flat_map(within);
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|name| name == "pl")).collect();
    files.sort();
    files
}

#[derive(Default)]
struct Tally {
    goals: AtomicU64,
    raised: AtomicU64,
    left_out: AtomicU64,
    events: Arc<AtomicU64>,
    /// Calls of builtins that had boxes.
    builtins: AtomicU64,
}

/// What is wrong with a program that is watched.
fn failures(path: &Path, tally: &Tally) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let mut program = wam::library::program_to_run(Atoms::new());
    let name = path.file_name().expect("a name").to_string_lossy();
    consult(&Source::new(&*name, text), &mut program, Origin::User);
    let mut failures = Vec::new();
    for goal in goals(&program) {
        let Some((expected, instructions)) = plain(&program, &goal) else {
            tally.left_out.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        tally.goals.fetch_add(1, Ordering::Relaxed);
        tally.raised.fetch_add(expected.place.is_some().into(), Ordering::Relaxed);
        let fits = |way: &Way| way.collecting == Collecting::WhenDue || instructions <= LONGEST_COLLECTING;
        for (nth, way) in ways().iter().enumerate().filter(|(_, way)| fits(way)) {
            let found = watched(&program, &goal, way, tally);
            let is_same = found.as_ref().is_ok_and(|found| found.is_what(&expected, way));
            if !is_same {
                let goal = term_to_string(&goal.terms, goal.root, &program.atoms, &program.ops);
                failures.push(format!("{name}, way {nth}: {goal}\n  expected {expected:?}\n  found    {found:?}"));
            }
        }
    }
    failures
}

#[test]
fn every_program_does_the_same_when_it_is_watched() {
    let (files, tally) = (files(), Tally::default());
    let failures = parallel::failures(&files, |path| failures(path, &tally));
    let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
    let (goals, raised, events) = (count(&tally.goals), count(&tally.raised), count(&tally.events));
    let left_out = count(&tally.left_out);
    let builtins = count(&tally.builtins);
    println!(
        "{goals} goals of {} files, {raised} raised, {left_out} left out, {events} events, {builtins} calls of builtins",
        files.len()
    );
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
    assert!(files.len() >= 100 && goals >= 1000 && raised >= 30, "{goals} goals, {raised} raised");
    assert!(events >= 1_000_000 && builtins >= 100_000, "{events} events, {builtins} calls of builtins");
}
