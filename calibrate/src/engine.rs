//! The real machine as a bench: programs loaded once, goals loaded before the clock starts, batches inside the machine.
//!
//! Comes in: [`Workload`]s and a run mode. Goes out: a [`Bench`]. All texts go into one program (predicate names are
//! distinct), so that there is one machine; a launch makes a new one, whose memory the system places anew. A goal that
//! changes what its next run finds has the machine restored between runs ([`Engine::restoring`]).
//! [`draw`] generates mixed programs and draws those again, larger or smaller, that run too short or too long.

use crate::branches::Branches;
use crate::calibration::{Effort, Label};
use crate::clock::{self, Stopwatch};
use crate::design::Run;
use crate::error::CalibrationError;
use crate::input::Input;
use crate::measure::{self, Bench, Progress, Silent, Stage, stop_if};
use crate::probe::Batch;
use crate::profile::Mode;
use crate::watch::Watch;
use crate::watching::{Happenings, Keeps, Way};
use crate::workload::{Workload, isolate, mixed};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::array::from_fn;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use wam::atoms::Atoms;
use wam::code::Program;
use wam::compile::Origin;
use wam::cost::{Counts, Nanoseconds};
use wam::instr::PredId;
use wam::machine::watch::Port;
use wam::machine::{
    Config, Counting, Exact, Fast, Foreseeing, Goal, Interrupt, Machine, Predictable, RunMode, Solutions,
    WatchingBoxes, WatchingCalls, consult,
};
use wam::read::{Source, read_term_from_str};
use wam::term::ReadTerm;

/// A machine with the programs of a calibration.
pub struct Engine {
    program: Program,
    /// What each machine may use of memory.
    room: usize,
    machine: Box<Machine>,
    /// The machines of other memories; nothing in the place of the one in use.
    others: Vec<Option<Box<Machine>>>,
    /// Which memory is in use.
    memory: usize,
    goals: Vec<EngineGoal>,
    mode: Mode,
    until: Solutions,
    background: Background,
    between: Between,
    watch: Watch,
    /// How its runs tell what they do, if they are watched.
    way: Option<Way>,
    input: Option<Input>,
    loaded: Option<(usize, Goal)>,
    /// The program that ran before, in whatever memory.
    before: Option<usize>,
    clock: Nanoseconds,
    /// For so long a program runs before its first batch: see [`LEARNING`].
    learning: Nanoseconds,
    branches: Branches,
}

struct EngineGoal {
    name: String,
    predicate: PredId,
    goal: ReadTerm,
    /// About how long a run takes, once that is known.
    expected: Nanoseconds,
}

/// What happens between two runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Nothing,
    /// The machine goes back to what it was at first.
    Restored,
}

/// The program that runs before each batch: see [`background`].
pub(crate) struct Background(PredId, ReadTerm);

impl Background {
    /// Adds it to a program.
    pub(crate) fn of(program: &mut Program) -> Result<Background, CalibrationError> {
        let failed = |reason| refused("(background)", reason);
        add(program, "background", &background()).map_err(failed)?;
        let (goal, predicate) = read_goal(program, BACKGROUND).map_err(failed)?;
        Ok(Background(predicate, goal))
    }

    /// Runs it in a machine with that program.
    pub(crate) fn run<R: RunMode>(&self, machine: &mut Machine) -> Result<(), String> {
        let goal = machine.load_goal(self.0, &self.1);
        let outcome = machine.run_goal_batch::<R>(&goal, Solutions::First, 1);
        outcome.map(drop).map_err(|error| format!("background: {error}"))
    }
}

/// What it is called.
const BACKGROUND: &str = "background_goal";
/// Seed and numbers of the programs that it is made of: one of each of a dozen families.
const BACKGROUND_SEED: u64 = 0x000b_ac46;
const BACKGROUND_FAMILIES: &[&str] = &[
    "list walk",
    "count",
    "number recursion",
    "tree walk",
    "rewrite",
    "generate and test",
    "join lists",
    "sort",
    "parse",
    "automaton",
    "record",
    "list against list",
];

/// A program of a dozen small ones: after it has run, every handler's jump has led to several others. Without it, a
/// program that happens to run right after a context switch, which clears the branch predictor, runs up to 25 % faster
/// than the same program a moment later, and which of the two is measured is a matter of luck.
fn background() -> String {
    let mut text = String::new();
    let mut goals = Vec::new();
    let mut wanted: Vec<&str> = BACKGROUND_FAMILIES.to_vec();
    for number in 0.. {
        if wanted.is_empty() || number >= 1000 {
            break;
        }
        // Numbers from a million on: the names of these predicates are no others'.
        let workload = mixed::generate(BACKGROUND_SEED, 1_000_000 + number, 0.2);
        if let Some(at) = wanted.iter().position(|family| *family == workload.family) {
            wanted.remove(at);
            text.push_str(&workload.text);
            goals.push(format!("\\+ {}", workload.goal));
        }
    }
    // Each goal in a negation leaves nothing behind, neither bindings nor choice points; one that fails is as good.
    let goals: Vec<String> = goals.into_iter().map(|goal| format!("( {goal} ; true )")).collect();
    format!("{text}{BACKGROUND} :-\n    {}.\n", goals.join(",\n    "))
}

/// For so long a program runs before its first batch, where another ran before it: until branches know it as they do where
/// it runs again and again. Generated programs take 4 % less after 3 ms than after 0.2 ms (AMD, fast mode, median of 83),
/// and as much as where each runs in a process of its own.
pub(crate) const LEARNING: Nanoseconds = Nanoseconds(1_000_000.0);
/// The same in another memory, until caches know it.
const WARMING: Nanoseconds = Nanoseconds(200_000.0);
/// A run that seems to take less than this is taken to last so long.
const SHORTEST_RUN: Nanoseconds = Nanoseconds(20.0);

/// Instructions, or runs of shorter programs, after which branches are predicted as well as they will be in a batch.
const WARM: u64 = 8_000;
const MOST_WARM: u64 = 80;

/// What a machine of a calibration has of memory at least: with less, some workloads do not fit.
const LEAST: usize = 64 << 20;
/// So many machines of a calibration may be there together: less room for each, where the process may have little address space.
const BESIDE: usize = 48;
/// Memory of the machine made present before anything is timed: more than most workloads use.
const TOUCHED: usize = 2 << 20;

impl Engine {
    /// Loads the workloads into a machine of this mode.
    pub fn new(workloads: &[Workload], mode: Mode) -> Result<Engine, CalibrationError> {
        let text: String = workloads.iter().map(|workload| format!("{}\n", workload.text)).collect();
        let mut program = load(&text).map_err(|reason| refused("(loading)", reason))?;
        let mut goal = |name: &str, text: &str| {
            let (goal, predicate) = read_goal(&mut program, text).map_err(|reason| refused(name, reason))?;
            Ok(EngineGoal { name: name.into(), predicate, goal, expected: Nanoseconds(0.0) })
        };
        let goals = workloads.iter().map(|workload| goal(&workload.name, &workload.goal));
        let goals = goals.collect::<Result<Vec<EngineGoal>, CalibrationError>>()?;
        let background = Background::of(&mut program)?;
        Engine::with(program, goals, background, mode, (Solutions::First, beside(Config::default().memory)))
    }

    /// Goals of a program that is loaded already, each run to the end of its solutions.
    pub fn of(
        program: &Program,
        goals: Vec<(String, PredId, ReadTerm)>,
        mode: Mode,
    ) -> Result<Engine, CalibrationError> {
        let mut program = program.clone();
        let background = Background::of(&mut program)?;
        let unknown = Nanoseconds(0.0);
        let goals =
            goals.into_iter().map(|(name, predicate, goal)| EngineGoal { name, predicate, goal, expected: unknown });
        let goals = goals.collect();
        Engine::with(program, goals, background, mode, (Solutions::All, Config::default().memory))
    }

    fn with(
        program: Program,
        goals: Vec<EngineGoal>,
        background: Background,
        mode: Mode,
        (until, room): (Solutions, usize),
    ) -> Result<Engine, CalibrationError> {
        let machine = quiet_machine(&program, room).map_err(|reason| refused("(machine)", reason))?;
        let (clock, branches, watch) = (clock::overhead(), Branches::default(), Watch::default());
        let (between, way, input, loaded, before) = (Between::Nothing, None, None, None, None);
        Ok(Engine {
            program,
            room,
            machine,
            others: vec![None],
            memory: 0,
            goals,
            mode,
            until,
            background,
            between,
            watch,
            way,
            input,
            loaded,
            before,
            clock,
            learning: LEARNING,
            branches,
        })
    }

    /// Programs learn for so long: less is quicker, and a little too slow.
    pub(crate) fn learning(self, learning: Nanoseconds) -> Engine {
        Engine { learning, ..self }
    }

    /// What the counted runs mispredicted.
    pub fn branches(&self) -> &Branches {
        &self.branches
    }

    /// Lets a watch end the runs, and gives them an input.
    pub fn watched(mut self, watch: &Watch, input: &Input) -> Engine {
        (self.watch, self.input) = (watch.clone(), Some(input.clone()));
        self.begin();
        self
    }

    /// Gives every run the machine as the program's text leaves it: what a run changes is undone before the next one, which
    /// takes no part in its time.
    pub fn restoring(mut self) -> Engine {
        self.between = Between::Restored;
        self.begin();
        self
    }

    /// Runs end at the first solution, or after the last.
    pub fn until(self, until: Solutions) -> Engine {
        Engine { until, ..self }
    }

    /// Has the events of its runs kept and told: see [`crate::watching`].
    pub(crate) fn telling(mut self, way: &Way) -> Result<Engine, String> {
        self.way = Some(way.clone());
        self.relaunch(1)?;
        Ok(self)
    }

    /// How often each port is passed in a run, and how many choice points it makes; of one whose runs keep boxes.
    pub(crate) fn events(&mut self, at: usize) -> Result<Happenings, String> {
        let passed = |machine: &Machine| {
            let all = machine.all_passages().map(|(_, of)| of);
            all.fold([0; Port::ALL.len()], |sum, of| from_fn(|port| sum[port] + of[port]))
        };
        self.run::<WatchingBoxes>(at, 1)?;
        let before = passed(&self.machine);
        self.run::<WatchingBoxes>(at, 1)?;
        let after = passed(&self.machine);
        self.machine.take_counts();
        self.run::<Counting>(at, 1)?;
        let choices = self.machine.take_counts().choice_points();
        Ok(Happenings::of(from_fn(|port| after[port] - before[port]), choices))
    }

    /// Gets a new machine ready.
    fn begin(&mut self) {
        self.watch.guard(&self.machine);
        // What they print or complain of, and where they fail, was told when the goal was counted.
        self.machine.run_kept_directives();
        self.rewind_input();
        if self.between == Between::Restored {
            self.machine.hold();
        }
    }

    fn rewind_input(&mut self) {
        if let Some(input) = &self.input {
            self.machine.set_input(input.again());
        }
    }

    fn load(&mut self, at: usize) -> Goal {
        match &self.loaded {
            Some((loaded, goal)) if *loaded == at => goal.clone(),
            _ => {
                let EngineGoal { predicate, goal, .. } = &self.goals[at];
                let loaded = self.machine.load_goal(*predicate, goal);
                self.loaded = Some((at, loaded.clone()));
                loaded
            }
        }
    }

    /// Brings the branch predictor into the state that other programs leave, loads the program, and times it. One that did
    /// not run just before runs for a while first: see [`LEARNING`] and [`WARMING`].
    fn time<R: RunMode>(&mut self, at: usize, times: u32) -> Result<Batch, String> {
        let is_present = self.loaded.as_ref().is_some_and(|(loaded, _)| *loaded == at);
        let is_known = self.before.replace(at) == Some(at);
        self.loaded = None;
        self.background.run::<R>(&mut self.machine)?;
        let first = self.run::<R>(at, 1)?;
        let warming = match (is_known, is_present) {
            (false, _) => self.learning,
            (true, false) => WARMING,
            (true, true) => Nanoseconds(0.0),
        };
        let more = (warming.0 / first.0.max(SHORTEST_RUN.0)) as u32;
        if more > 0 {
            self.run::<R>(at, more)?;
        }
        Batch::of(|| self.run::<R>(at, times))
    }

    /// What a run executes. One that fails is refused: its last failure resumes nothing, unlike all others.
    fn count_once(&mut self, at: usize) -> Result<Counts, String> {
        let goal = self.load(at);
        self.machine.take_counts();
        let outcome = self.machine.run_goal_batch::<Counting>(&goal, Solutions::First, 1);
        match outcome.map_err(|error| error.to_string())?.solutions {
            0 => Err("it fails".into()),
            _ => Ok(self.machine.take_counts()),
        }
    }

    fn run<R: RunMode>(&mut self, at: usize, times: u32) -> Result<Nanoseconds, String> {
        let goal = self.load(at);
        let elapsed = match self.between {
            Between::Nothing => self.stretch::<R>(at, &goal, times)?,
            Between::Restored => {
                let mut sum = 0.0;
                for _ in 0..times {
                    sum += self.stretch::<R>(at, &goal, 1)?.0;
                    self.machine.restore();
                    if self.machine.has_read() {
                        self.rewind_input();
                    }
                }
                Nanoseconds(sum)
            }
        };
        self.goals[at].expected = Nanoseconds(elapsed.0 / f64::from(times));
        Ok(elapsed)
    }

    /// Runs a goal so many times in a row.
    #[inline]
    fn stretch<R: RunMode>(&mut self, at: usize, goal: &Goal, times: u32) -> Result<Nanoseconds, String> {
        let expected = Nanoseconds(self.goals[at].expected.0 * f64::from(times));
        let watch = Stopwatch::start(expected);
        let outcome = self.machine.run_goal_batch::<R>(goal, self.until, times);
        // What is told later belongs to the runs that it is about; nobody who is priced wants no more.
        let _ = self.machine.tell_what_waits();
        let elapsed = Nanoseconds((watch.elapsed().0 - self.clock.0).max(0.0));
        outcome.map_err(|error| error.to_string())?;
        Ok(elapsed)
    }
}

impl Bench for Engine {
    fn programs(&self) -> usize {
        self.goals.len()
    }

    fn name(&self, program: usize) -> String {
        self.goals[program].name.clone()
    }

    fn counts(&mut self, program: usize) -> Result<Counts, String> {
        // A later run is counted: the first may leave dynamic facts as all others find them.
        self.machine.take_counts();
        self.run::<Foreseeing>(program, 1)?;
        let instructions = self.machine.counts().instructions().max(1);
        let warm = WARM.div_ceil(instructions).min(MOST_WARM) - 1;
        if warm > 0 {
            self.run::<Foreseeing>(program, warm as u32)?;
        }
        self.machine.take_counts();
        self.run::<Foreseeing>(program, 1)?;
        let missed = self.machine.observed();
        let counts = self.machine.take_counts();
        self.branches.add(&counts, &missed);
        Ok(counts)
    }

    fn time_batch(&mut self, program: usize, times: u32) -> Result<Batch, String> {
        match (&self.way, self.mode) {
            (Some(Way { keeps: Keeps::Calls, .. }), _) => self.time::<WatchingCalls>(program, times),
            (Some(Way { keeps: Keeps::Boxes, .. }), _) => self.time::<WatchingBoxes>(program, times),
            (None, Mode::Fast) => self.time::<Fast>(program, times),
            (None, Mode::Predictable) => self.time::<Predictable>(program, times),
            (None, Mode::Exact) => self.time::<Exact>(program, times),
        }
    }

    fn relaunch(&mut self, memories: usize) -> Result<(), String> {
        self.others.clear();
        let room = if memories > 1 { self.room.min(beside(Config::default().memory)) } else { self.room };
        for memory in 0..memories {
            let before = std::mem::replace(&mut self.machine, new_machine(&self.program, room)?);
            if memory > 0 {
                self.others[memory - 1] = Some(before);
            }
            self.others.push(None);
            (self.memory, self.loaded) = (memory, None);
            self.begin();
            if let Some(way) = &self.way {
                way.watch(&mut self.machine)?;
            }
        }
        self.enter(0);
        Ok(())
    }

    fn enter(&mut self, memory: usize) {
        if let Some(machine) = self.others[memory].take() {
            self.others[self.memory] = Some(std::mem::replace(&mut self.machine, machine));
            (self.memory, self.loaded) = (memory, None);
        }
    }
}

/// What each of many machines may use, of what one may that has another beside it.
fn beside(room: usize) -> usize {
    (room * 2 / (BESIDE + 1)).max(LEAST).min(room)
}

/// A machine whose memory is present, and that prints nothing.
fn new_machine(program: &Program, room: usize) -> Result<Box<Machine>, String> {
    let mut machine = quiet_machine(program, room)?;
    machine.touch(TOUCHED);
    Ok(machine)
}

/// A machine that prints nothing; nothing is timed before it is launched anew.
fn quiet_machine(program: &Program, room: usize) -> Result<Box<Machine>, String> {
    let config = Config { memory: room, ..Config::default() };
    let mut machine = Machine::new(program.clone(), config).map_err(|error| error.to_string())?;
    // What it would print thousands of times is nobody's.
    machine.set_output(Box::new(std::io::sink()));
    machine.set_error_output(Box::new(std::io::sink()));
    Ok(machine)
}

fn refused(name: &str, reason: String) -> CalibrationError {
    CalibrationError::Workload { name: name.into(), reason }
}

/// What a mixed program should execute at least, in instructions: about 0.6 µs.
const SHORTEST: f64 = 600.0;
/// What programs execute about, at the scale of 1.
const TYPICAL: f64 = 2_500.0;
/// What is measured at all.
const ACCEPTED: std::ops::Range<u64> = 200..250_000;
/// How long a program may run at first: a hundred times what is wanted.
const LONGEST: Duration = Duration::from_millis(20);
/// How long the second time, after which it is given up. What runs must not depend on who else uses the processor meanwhile.
const PATIENCE: Duration = Duration::from_millis(100);
/// What a program may execute, as factors of what it should: the sizes of all are spread widely anyway.
const NEAR: std::ops::Range<f64> = 0.3..3.0;
/// What is read and compiled for one program, about, in bytes: longer texts would take most of the time of a calibration.
const LONGEST_TEXT: f64 = 40_000.0;
/// How often programs of the wrong size are drawn again.
const DRAWS: usize = 3;

/// So many mixed programs, which execute as many instructions as the effort allows; those that will not fit, or that do not
/// run, are left out.
pub fn draw(
    seed: u64,
    (count, effort): (usize, Effort),
    progress: &mut dyn Progress,
    interrupt: &AtomicBool,
) -> Result<Vec<Workload>, CalibrationError> {
    progress.begin(Stage::Preparing, DRAWS as u64 + 1);
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5ca1e);
    let targets: Vec<f64> =
        (0..count).map(|_| (rng.random_range(SHORTEST.ln()..effort.longest_program().ln())).exp()).collect();
    let mut scales: Vec<f64> = targets.iter().map(|target| (target / TYPICAL).powf(0.7)).collect();
    let mut workloads: Vec<Workload> = (0..count).map(|number| mixed::generate(seed, number, scales[number])).collect();
    let mut sizes = instructions(&workloads, interrupt)?;
    for _ in 0..DRAWS {
        progress.advance(1);
        let length = |at: usize| (workloads[at].text.len() + workloads[at].goal.len()) as f64;
        let fits = |at: usize| {
            sizes[at].is_some_and(|size| {
                let times = size as f64 / targets[at];
                NEAR.contains(&times) || (times < 1.0 && length(at) > LONGEST_TEXT)
            })
        };
        let wrong: Vec<usize> = (0..count).filter(|&at| !fits(at)).collect();
        if wrong.is_empty() {
            break;
        }
        for &at in &wrong {
            // One that did not end, or not without an error, is tried smaller.
            let factor = sizes[at].map_or(0.01, |size| targets[at] / size.max(1) as f64);
            // Data may be written out, of a length that is the square of the scale.
            let most = (LONGEST_TEXT / length(at)).sqrt().clamp(1.5, 8.0);
            scales[at] = (scales[at] * factor.powf(0.7).clamp(0.03, most)).clamp(0.05, 200.0);
        }
        let again: Vec<Workload> = wrong.iter().map(|&at| mixed::generate(seed, at, scales[at])).collect();
        for ((&at, workload), size) in wrong.iter().zip(&again).zip(instructions(&again, interrupt)?) {
            workloads[at] = workload.clone();
            sizes[at] = size;
        }
    }
    progress.advance(1);
    let fits = |at: usize| sizes[at].is_some_and(|size| ACCEPTED.contains(&size));
    Ok(workloads.into_iter().enumerate().filter(|&(at, _)| fits(at)).map(|(_, workload)| workload).collect())
}

/// About how many workloads are loaded together where the work is divided among the processors.
const PART: usize = 200;

/// Does something with parts of the workloads, on as many processors as there are.
fn in_parts<T: Send>(workloads: &[Workload], of: impl Fn(&[Workload]) -> T + Send + Sync) -> Vec<T> {
    // A program uses the predicates of its baseline, which is just before it.
    let mut parts: Vec<&[Workload]> = Vec::new();
    let mut rest = workloads;
    while !rest.is_empty() {
        let end = (PART.min(rest.len())..rest.len()).find(|&at| rest[at].baseline.is_none()).unwrap_or(rest.len());
        let (part, others) = rest.split_at(end);
        parts.push(part);
        rest = others;
    }
    parts.into_par_iter().map(of).collect()
}

/// Counts every workload, and what it mispredicts, on all processors. The same on any number of them.
pub fn count(
    workloads: &[Workload],
    progress: &mut dyn Progress,
    interrupt: &AtomicBool,
) -> Result<(Vec<Counts>, Branches), CalibrationError> {
    progress.begin(Stage::Counting, 1);
    let mut branches = Branches::default();
    let mut counts = Vec::with_capacity(workloads.len());
    let of_part = |part: &[Workload]| -> Result<(Vec<Counts>, Branches), CalibrationError> {
        let mut engine = Engine::new(part, Mode::Fast)?;
        Ok((measure::count(&mut engine, &mut Silent, interrupt)?, engine.branches))
    };
    for part in in_parts(workloads, of_part) {
        let (of_part, missed) = part?;
        counts.extend(of_part);
        branches += &missed;
    }
    progress.advance(1);
    Ok((counts, branches))
}

/// Instructions that each workload executes; `None` for one that does not succeed, or not within [`PATIENCE`].
fn instructions(workloads: &[Workload], interrupt: &AtomicBool) -> Result<Vec<Option<u64>>, CalibrationError> {
    let counts = counts(workloads, interrupt)?;
    Ok(counts.iter().map(|counts| counts.as_ref().map(Counts::instructions)).collect())
}

/// What each workload executes, in the same way.
fn counts(workloads: &[Workload], interrupt: &AtomicBool) -> Result<Vec<Option<Counts>>, CalibrationError> {
    let parts = in_parts(workloads, |part| counts_of_part(part, interrupt));
    Ok(parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

fn counts_of_part(workloads: &[Workload], interrupt: &AtomicBool) -> Result<Vec<Option<Counts>>, CalibrationError> {
    let mut engine = Engine::new(workloads, Mode::Fast)?;
    let stopper = engine.machine.interrupter();
    let (begun, begins) = mpsc::channel::<Duration>();
    thread::scope(|scope| {
        // Interrupts the machine when no other program has begun within the time of the last; ends when the sender is dropped.
        scope.spawn(move || {
            let mut time = LONGEST;
            loop {
                match begins.recv_timeout(time) {
                    Ok(allowed) => time = allowed,
                    Err(mpsc::RecvTimeoutError::Timeout) => stopper.interrupt(Interrupt::Time),
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        // The watch has ended only if it panicked; then there is no limit, which is no reason to stop.
        let mut within = |at: usize, time: Duration| {
            let _ = begun.send(time);
            engine.count_once(at)
        };
        let sizes = (0..workloads.len()).map(|at| {
            stop_if(interrupt)?;
            Ok(within(at, LONGEST).or_else(|_| within(at, PATIENCE)).ok())
        });
        let sizes = sizes.collect();
        drop(begun);
        sizes
    })
}

/// Counts of programs that take no part in a fit, as runs without a time: generated ones, and mixtures of the isolating
/// ones with data of other sizes.
pub fn further(seed: u64, effort: Effort, interrupt: &AtomicBool) -> Result<Vec<Run>, CalibrationError> {
    let (generated, mixtures) = effort.further();
    let seed = seed ^ 0x000f_0247;
    let mut workloads = isolate::mixtures(seed, mixtures);
    workloads.extend((0..generated).map(|number| mixed::generate(seed, number, 1.0)));
    let counts = counts(&workloads, interrupt)?;
    let runs = workloads.iter().zip(counts).filter_map(|(workload, counts)| {
        Some(Run::of_program(&workload.name, &workload.family, &counts?, Nanoseconds(0.0)))
    });
    Ok(runs.collect())
}

/// The workloads of a list that run.
pub fn that_run(workloads: Vec<Workload>, interrupt: &AtomicBool) -> Result<Vec<Workload>, CalibrationError> {
    let sizes = instructions(&workloads, interrupt)?;
    let mut place = vec![None; workloads.len()];
    let mut kept = Vec::new();
    for (at, workload) in workloads.into_iter().enumerate() {
        let baseline = workload.baseline.map(|baseline| place[baseline]);
        if sizes[at].is_some() && baseline != Some(None) {
            place[at] = Some(kept.len());
            kept.push(Workload { baseline: baseline.flatten(), ..workload });
        }
    }
    Ok(kept)
}

/// What the programs of an engine are.
pub fn labels(workloads: &[Workload]) -> Vec<Label> {
    workloads
        .iter()
        .map(|workload| Label {
            name: workload.name.clone(),
            family: workload.family.clone(),
            text: workload.text.clone(),
            baseline: workload.baseline,
            role: workload.role,
        })
        .collect()
}

/// Reads and compiles a text.
fn load(text: &str) -> Result<Program, String> {
    let mut program = wam::library::program(Atoms::new());
    add(&mut program, "workloads", text)?;
    Ok(program)
}

/// Reads and compiles a text into a program, in which no other text has the name.
fn add(program: &mut Program, name: &str, text: &str) -> Result<(), String> {
    let report = consult(&Source::new(name, text), program, Origin::User);
    let Some(error) = report.errors.first() else { return Ok(()) };
    let span = error.span();
    let place = &text[span.start as usize..(span.end as usize).min(text.len())];
    Err(format!("{error}, at `{place}`"))
}

/// Reads a goal and finds its predicate.
fn read_goal(program: &mut Program, text: &str) -> Result<(ReadTerm, PredId), String> {
    let goal =
        read_term_from_str(text, &program.atoms, &program.ops, &program.flags).map_err(|error| error.to_string())?;
    let functor = goal.terms.functor(goal.root).ok_or_else(|| format!("`{text}` is not a goal"))?;
    let predicate = program.find(functor).ok_or_else(|| format!("`{text}` calls no predicate"))?;
    Ok((goal, predicate))
}
