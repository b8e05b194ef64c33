//! A goal that changes what its next run finds, as a bench: each run is timed alone, in a machine of its own.
//!
//! A batch would time later runs than the first, which find what the others left: facts that were asserted, a table that
//! is full, input that was read. So every run has a fresh copy of the machine, whose first run it is. What a batch has
//! warm is warmed otherwise: the memory of the copy is made present and the background program (see [`crate::engine`])
//! runs in it; then the goal runs in a second copy, so that the processor knows the machine's code as it knows it in a
//! batch after the first run; then it runs in the first copy and is timed, between two probes. What is left is what a
//! first run pays: the goal's own code and data come from a cache farther away. See ARCHITECTURE.md for how much that is.

use crate::clock::{self, Stopwatch};
use crate::engine::{Background, new_machine};
use crate::error::CalibrationError;
use crate::measure::Bench;
use crate::probe::Batch;
use crate::profile::Mode;
use crate::watch::Watch;
use std::io::{BufRead, BufReader, ErrorKind, Read, Result as Io};
use std::sync::{Arc, Mutex, PoisonError};
use wam::code::Program;
use wam::cost::{Counts, Nanoseconds};
use wam::instr::PredId;
use wam::machine::{Exact, Fast, Foreseeing, Machine, Predictable, RunMode, Solutions};
use wam::term::ReadTerm;

/// A goal and what its copies of the machine are made of.
pub struct Fresh {
    program: Program,
    background: Background,
    predicate: PredId,
    goal: ReadTerm,
    mode: Mode,
    input: Input,
    watch: Watch,
    clock: Nanoseconds,
    expected: Nanoseconds,
}

impl Fresh {
    /// A goal of a program that is loaded, which every run takes to the end of its solutions.
    pub fn of(
        program: &Program,
        (predicate, goal): (PredId, &ReadTerm),
        mode: Mode,
        input: &Input,
        watch: &Watch,
    ) -> Result<Fresh, CalibrationError> {
        let mut program = program.clone();
        let background = Background::of(&mut program)?;
        Ok(Fresh {
            program,
            background,
            predicate,
            goal: goal.clone(),
            mode,
            input: input.clone(),
            watch: watch.clone(),
            clock: clock::overhead(),
            expected: Nanoseconds(f64::INFINITY),
        })
    }

    fn copy(&self) -> Result<Box<Machine>, String> {
        let mut machine = new_machine(&self.program)?;
        machine.set_input(self.input.again());
        Ok(machine)
    }

    fn warm<R: RunMode>(&self, machine: &mut Machine) -> Result<(), String> {
        self.watch.guard(machine);
        self.background.run::<R>(machine)
    }

    fn run<R: RunMode>(&self, machine: &mut Machine) -> Result<Nanoseconds, String> {
        self.watch.guard(machine);
        let goal = machine.load_goal(self.predicate, &self.goal);
        let watch = Stopwatch::start(self.expected);
        let outcome = machine.run_goal_batch::<R>(&goal, Solutions::All, 1);
        let elapsed = Nanoseconds((watch.elapsed().0 - self.clock.0).max(0.0));
        outcome.map(|_| elapsed).map_err(|error| error.to_string())
    }

    fn time<R: RunMode>(&mut self) -> Result<Batch, String> {
        let (mut first, mut second) = (self.copy()?, self.copy()?);
        self.warm::<R>(&mut first)?;
        self.run::<R>(&mut second)?;
        let batch = Batch::of(|| self.run::<R>(&mut first))?;
        self.expected = batch.time;
        Ok(batch)
    }
}

impl Bench for Fresh {
    fn programs(&self) -> usize {
        1
    }

    fn name(&self, _program: usize) -> String {
        "goal".into()
    }

    /// Counts of the first run of a copy, whose branches are predicted as those of the run that is timed are.
    fn counts(&mut self, _program: usize) -> Result<Counts, String> {
        let (mut first, mut second) = (self.copy()?, self.copy()?);
        self.warm::<Foreseeing>(&mut second)?;
        self.run::<Foreseeing>(&mut second)?;
        first.foresee_as(&mut second);
        first.take_counts();
        self.run::<Foreseeing>(&mut first)?;
        Ok(first.take_counts())
    }

    /// Times one run, however many are asked for.
    fn time_batch(&mut self, _program: usize, _times: u32) -> Result<Batch, String> {
        match self.mode {
            Mode::Fast => self.time::<Fast>(),
            Mode::Predictable => self.time::<Predictable>(),
            Mode::Exact => self.time::<Exact>(),
        }
    }

    /// Every run has fresh memory.
    fn relaunch(&mut self) -> Result<(), String> {
        Ok(())
    }
}

/// The standard input, which every run reads from its start.
#[derive(Clone, Default)]
pub struct Input(Arc<Mutex<Vec<u8>>>);

/// How much of it is kept, in bytes.
const LONGEST: usize = 64 << 20;

impl Input {
    /// All of it, for another run. What no run has read yet is taken from the process's own when it is asked for.
    pub fn again(&self) -> Box<dyn BufRead + Send> {
        Box::new(BufReader::new(Reading { input: self.clone(), at: 0 }))
    }
}

struct Reading {
    input: Input,
    at: usize,
}

impl Read for Reading {
    fn read(&mut self, space: &mut [u8]) -> Io<usize> {
        let mut known = self.input.0.lock().unwrap_or_else(PoisonError::into_inner);
        if self.at == known.len() {
            if known.len() > LONGEST {
                return Err(std::io::Error::new(ErrorKind::FileTooLarge, "the input is too long to be read again"));
            }
            let taken = std::io::stdin().lock().read(space)?;
            known.extend_from_slice(&space[..taken]);
        }
        let taken = space.len().min(known.len() - self.at);
        space[..taken].copy_from_slice(&known[self.at..self.at + taken]);
        self.at += taken;
        Ok(taken)
    }
}
