//! The machine as reports use it: counting a goal, and timing it by short batches.
//!
//! Counted runs are never timed, timed runs count nothing. Times are measured by the calibration's own engine and
//! protocol (`calibrate::measure`), so that what is observed is what was priced. A goal that changes what its next run
//! finds has the machine restored between runs (`wam::machine::state`), so that every run is a first one.

use crate::error::{Doing, PredictError};
use calibrate::clock::{Pin, Stopwatch};
use calibrate::error::CalibrationError;
use calibrate::input::Input;
use calibrate::measure::{Bench, Counted, Order, Plan, Silent, measure};
use calibrate::profile::Mode;
use calibrate::watch::{Stop, Watch};
use serde::Serialize;
use std::time::Duration;
use wam::code::Program;
use wam::cost::{Counts, Nanoseconds};
use wam::error::RunError;
use wam::instr::PredId;
use wam::machine::watch::{self, Observer, Port};
use wam::machine::{
    Changed, Config, Counting, Exact, Fast, Goal, Machine, Misfire, Outcome, Predictable, Solutions, WatchingBoxes,
};
use wam::term::ReadTerm;

/// What a batch should take.
const BATCH: Nanoseconds = Nanoseconds(40_000.0);
/// For a comparison: some ten milliseconds, a second where the machine is busy.
pub const COMPARE: Plan =
    Plan { batch: BATCH, rounds: 30, launches: 5, patience: 60, counts: Counted::Middle, order: Order::ByLaunch };
/// For one measured run that scales the functions: a few milliseconds, a quarter of a second where it is busy.
pub const ONCE: Plan =
    Plan { batch: BATCH, rounds: 15, launches: 3, patience: 60, counts: Counted::Middle, order: Order::ByLaunch };

/// The time of a goal, observed.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// One run, to the end of its solutions, entering and leaving the machine included.
    pub time: Nanoseconds,
    /// How far launches lie apart, in percent.
    pub spread: f64,
    /// The batches that do not count, in percent, where too few were left; none where the observation holds.
    pub disturbed: Option<f64>,
    /// What a run counts, mispredicted branches among it.
    pub counts: Counts,
    /// What its runs had.
    pub runs: Runs,
}

/// How often each port of each predicate is passed.
pub type Passages = Vec<(PredId, [u64; Port::ALL.len()])>;

/// What the runs of a goal that is timed have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Runs {
    /// The machine as the run before has left it: nothing was changed.
    Repeated,
    /// The machine as the program's text leaves it, restored after each run.
    Restored,
}

/// The first run of a goal, counted.
#[derive(Clone, Debug)]
pub struct FirstRun {
    /// What it counts; no mispredictions.
    pub counts: Counts,
    /// What it came to.
    pub outcome: Outcome,
    /// What it has changed of that which a second run would find.
    pub changed: Vec<Changed>,
    /// The program's directives that were false or raised an error before it, with their places.
    pub misfires: Vec<String>,
}

/// A goal of a program that is to be run, and under which conditions.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// The predicate, and a term with the goal's arguments.
    pub goal: (PredId, &'a ReadTerm),
    /// What ends its runs.
    pub watch: &'a Watch,
    /// The standard input, which every run reads from its start.
    pub input: &'a Input,
}

/// A machine with a program and a run mode.
pub struct Engine {
    machine: Box<Machine>,
    mode: Mode,
}

impl Engine {
    /// A machine, with a limit of its memory in bytes.
    pub fn new(program: &Program, mode: Mode, memory: Option<usize>) -> Result<Engine, PredictError> {
        let config = Config::default();
        let memory = memory.unwrap_or(config.memory);
        Engine::with(program, mode, Config { memory, ..config })
    }

    fn with(program: &Program, mode: Mode, config: Config) -> Result<Engine, PredictError> {
        let mut machine =
            Machine::new(program.clone(), config).map_err(|error| PredictError::Machine(error.to_string()))?;
        // A goal that is counted or timed prints nothing: results go to the same place.
        machine.set_output(Box::new(std::io::sink()));
        machine.set_error_output(Box::new(std::io::sink()));
        Ok(Engine { machine, mode })
    }

    /// The machine itself.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Counts a run of a goal, to the end of its solutions.
    pub fn count(&mut self, pred: PredId, goal: &ReadTerm) -> Result<(Counts, Outcome), PredictError> {
        self.count_until(pred, goal, Solutions::All)
    }

    /// Counts a run of a goal.
    pub fn count_until(
        &mut self,
        pred: PredId,
        goal: &ReadTerm,
        until: Solutions,
    ) -> Result<(Counts, Outcome), PredictError> {
        let goal = self.machine.load_goal(pred, goal);
        self.machine.take_counts();
        let outcome = self.machine.run_goal::<Counting>(&goal, until).map_err(of_run)?;
        Ok((self.machine.take_counts(), outcome))
    }

    /// Loads a goal for timing.
    pub fn load(&mut self, pred: PredId, goal: &ReadTerm) -> Goal {
        self.machine.load_goal(pred, goal)
    }

    /// Makes as much memory present as the calibration's workloads have: see `calibrate::engine`.
    pub fn touch(&mut self) {
        self.machine.touch(2 << 20);
    }

    /// Runs a batch in the counting loop and gives its time: only to say what counting costs.
    pub fn counted_batch(
        &mut self,
        goal: &Goal,
        times: u32,
        expected: Nanoseconds,
    ) -> Result<Nanoseconds, PredictError> {
        let watch = Stopwatch::start(expected);
        let outcome = self.machine.run_goal_batch::<Counting>(goal, Solutions::All, times);
        let time = watch.elapsed();
        outcome.map_err(of_run)?;
        Ok(time)
    }

    /// Runs a batch and gives its time; `expected` picks the clock.
    pub fn batch(&mut self, goal: &Goal, times: u32, expected: Nanoseconds) -> Result<Nanoseconds, PredictError> {
        let (machine, all) = (&mut self.machine, Solutions::All);
        let watch = Stopwatch::start(expected);
        let outcome = match self.mode {
            Mode::Fast => machine.run_goal_batch::<Fast>(goal, all, times),
            Mode::Predictable => machine.run_goal_batch::<Predictable>(goal, all, times),
            Mode::Exact => machine.run_goal_batch::<Exact>(goal, all, times),
        };
        let time = watch.elapsed();
        outcome.map_err(of_run)?;
        Ok(time)
    }

    /// How many runs fill a batch, and what a run takes at first sight.
    pub fn batch_size(&mut self, goal: &Goal, batch: Nanoseconds) -> Result<(u32, Nanoseconds), PredictError> {
        let mut times = 1u32;
        loop {
            let expected = Nanoseconds(if times == 1 { f64::INFINITY } else { 0.0 });
            let mut total = self.batch(goal, times, expected)?;
            if times > 1 || total.0 < batch.0 {
                total = Nanoseconds(self.batch(goal, times, Nanoseconds(total.0))?.0.min(total.0));
            }
            if total.0 * 4.0 > batch.0 || times >= 1 << 20 {
                let each = (total.0 / f64::from(times)).max(1.0);
                return Ok(((batch.0 / each).round().clamp(1.0, f64::from(1 << 20)) as u32, Nanoseconds(each)));
            }
            times *= 2;
        }
    }
}

/// What an observation may take where runs are long, and what where the machine is busy as well.
const LONG: Nanoseconds = Nanoseconds(3e9);
const LONGEST: Nanoseconds = Nanoseconds(10e9);
/// Rounds that are measured however long a run takes.
const FEWEST_ROUNDS: u32 = 3;

/// A plan for runs that take so long, in a time that is left: of long ones fewer are measured, which vary less.
fn within(plan: Plan, run: Nanoseconds, left: Duration) -> Plan {
    // Each batch follows a run that is not timed.
    let fit = |time: Nanoseconds| (time.0.min(left.as_nanos() as f64 / 2.0) / (2.0 * run.0.max(1.0))) as u32;
    let launches = plan.launches.min((fit(LONG) / FEWEST_ROUNDS).max(1));
    let rounds = plan.rounds.min((fit(LONG) / launches).max(FEWEST_ROUNDS));
    let patience = plan.patience.min((fit(LONGEST) / (launches * rounds)).max(1));
    Plan { rounds, launches, patience, ..plan }
}

impl Subject<'_> {
    /// A machine as the program's text leaves it, and what is to be said of its directives.
    fn ready(&self, seed: u64) -> Result<(Engine, Vec<String>), PredictError> {
        let config = Config { seed, ..Config::default() };
        let mut engine = Engine::with(self.program, Mode::Fast, config)?;
        engine.machine.set_input(self.input.again());
        self.watch.guard(&engine.machine);
        let misfires = engine.machine.run_kept_directives().iter().map(|of| self.tell(of)).collect();
        self.unless_stopped(Ok(()), Doing::Loading)?;
        engine.machine.set_input(self.input.again());
        Ok((engine, misfires))
    }

    /// Runs it for the first time with its goals watched, and gives back who is told: how often each port of each predicate is
    /// passed.
    pub fn passages(
        &self,
        plan: watch::Plan,
        told: Option<Box<dyn Observer>>,
        until: Solutions,
    ) -> Result<(Passages, Option<Box<dyn Observer>>), PredictError> {
        let (mut engine, _) = self.ready(0)?;
        let (pred, goal) = self.goal;
        engine.machine.call_builtins(plan.predicates.keys().copied()).map_err(of_run)?;
        engine.machine.watch(plan, told).map_err(|error| PredictError::Machine(error.to_string()))?;
        let goal = engine.machine.load_goal(pred, goal);
        let run = engine.machine.run_goal::<WatchingBoxes>(&goal, until).map_err(of_run);
        self.unless_stopped(run, Doing::Counting)?;
        let passages = engine.machine.all_passages().collect();
        Ok((passages, engine.machine.unwatch()))
    }

    /// Runs it for the first time, in a machine whose random numbers begin at a seed.
    pub fn first_run(&self, seed: u64, until: Solutions) -> Result<FirstRun, PredictError> {
        let (mut engine, misfires) = self.ready(seed)?;
        let before = engine.machine.state();
        let (pred, goal) = self.goal;
        let run = engine.count_until(pred, goal, until);
        let (counts, outcome) = self.unless_stopped(run, Doing::Counting)?;
        Ok(FirstRun { counts, outcome, changed: engine.machine.state().changed_since(&before), misfires })
    }

    /// Observes it as the calibration measures its workloads, in a mode. The time is as it would be where the probe takes
    /// `reference`.
    pub fn observe(
        &self,
        first: &FirstRun,
        mode: Mode,
        plan: Plan,
        reference: Option<Nanoseconds>,
    ) -> Result<Observation, PredictError> {
        if let Some(&change) = first.changed.iter().find(|change| !change.is_undone()) {
            return Err(PredictError::NotUndone(change));
        }
        let _pin = Pin::new();
        let observed = self.observe_pinned(first, mode, plan, reference);
        self.unless_stopped(observed, Doing::Measuring)
    }

    fn observe_pinned(
        &self,
        first: &FirstRun,
        mode: Mode,
        plan: Plan,
        reference: Option<Nanoseconds>,
    ) -> Result<Observation, PredictError> {
        let (pred, goal) = self.goal;
        let goals = vec![("goal".to_string(), pred, goal.clone())];
        let mut bench = calibrate::engine::Engine::of(self.program, goals, mode)?.watched(self.watch, self.input);
        let runs = if first.changed.is_empty() { Runs::Repeated } else { Runs::Restored };
        if runs == Runs::Restored {
            bench = bench.restoring();
        }
        let counts = bench.counts(0).map_err(PredictError::Machine)?;
        let once = bench.time_batch(0, 1).map_err(PredictError::Machine)?.time;
        let plan = within(plan, once, self.watch.left());
        let (timings, noise) = measure(&mut bench, plan, reference, &mut Silent, self.watch.interrupt())?;
        let timing = &timings[0];
        Ok(Observation {
            time: timing.time,
            spread: 100.0 * timing.spread(),
            disturbed: timing.is_disturbed.then_some(100.0 * noise.dropped),
            counts,
            runs,
        })
    }

    fn tell(&self, misfire: &Misfire) -> String {
        let place = self.program.place(misfire.file, misfire.span);
        match &misfire.error {
            None => format!("{place}: warning: the directive is false"),
            Some(error) => format!("{place}: warning: the directive raised {}", error.text),
        }
    }

    /// What a run came to, unless it was ended: whatever a goal makes of the exception that ends it.
    fn unless_stopped<T>(&self, result: Result<T, PredictError>, doing: Doing) -> Result<T, PredictError> {
        match self.watch.stop() {
            None => result,
            Some(Stop::Time) => Err(PredictError::OutOfTime(doing)),
            Some(Stop::Interrupted) => Err(CalibrationError::Interrupted.into()),
        }
    }
}

/// Whether two runs have executed the same, but for collections of the heap.
pub fn same_work(one: &Counts, other: &Counts) -> bool {
    (one.steps(), one.instructions()) == (other.steps(), other.instructions())
}

/// What ended a run, as a user's error.
fn of_run(error: RunError) -> PredictError {
    match error {
        RunError::Prolog(error) if error.text.starts_with("error(resource_error(") => {
            PredictError::Resource(error.text)
        }
        RunError::Prolog(error) => PredictError::Prolog(error.text),
        RunError::Halt(status) => PredictError::Halted(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_runs_fewer_are_measured() {
        let runs_in = |left: Duration, run: f64| {
            let Plan { rounds, launches, patience, .. } = within(COMPARE, Nanoseconds(run), left);
            (rounds, launches, patience)
        };
        let runs = |run: f64| runs_in(Duration::MAX, run);
        assert_eq!(runs(100.0), (30, 5, 60));
        assert_eq!(runs(1e6), (30, 5, 33));
        assert_eq!(runs(20e6), (15, 5, 3));
        assert_eq!(runs(150e6), (3, 3, 3));
        assert_eq!(runs(2e9), (3, 1, 1));
        // Where little time is left, half of it is for what is timed.
        assert_eq!(runs_in(Duration::from_secs(2), 20e6), (5, 5, 1));
    }
}
