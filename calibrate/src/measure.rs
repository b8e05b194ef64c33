//! Measuring many programs against each other: batches, interleaved rounds, launches.
//!
//! Comes in: a [`Bench`] (the real machine, or the simulated one) and a [`Plan`]. Goes out: for each program its counts
//! and its time per run, and how noisy the measurement was. In each round every program runs one batch of 25–50 µs; a
//! launch is a number of rounds on fresh memory. A launch gives the lower quartile of its rounds, a program the median of
//! its launches. The drift is a check, not a correction.
//!
//! Deviation from spec/calibration.md, section 3, which takes minima: on the machine this was written on (AMD family
//! 26, threaded dispatch) a program runs up to 25 % faster right after a context switch, because the switch clears the
//! branch predictor and every handler's jump then has one target only, until other programs teach it others. Minima pick
//! those batches out, for some programs and not for others: the spread between launches was 9 to 14 % (median over
//! programs, others building on the machine), against 2 to 3 % for quartiles with the background of [`crate::engine`].
//! The state after other programs have run is the one that lasts, so it is the one that is priced.

use crate::bands::quantile;
use crate::error::CalibrationError;
use std::sync::atomic::{AtomicBool, Ordering};
use wam::cost::{Counts, Nanoseconds};

/// Programs that can be counted and timed.
pub trait Bench {
    /// How many programs there are; they are numbered from 0.
    fn programs(&self) -> usize;
    /// The name of a program, for messages.
    fn name(&self, program: usize) -> String;
    /// Executions per key of one run.
    fn counts(&mut self, program: usize) -> Result<Counts, String>;
    /// Time of a batch of runs, all together.
    fn time_batch(&mut self, program: usize, times: u32) -> Result<Nanoseconds, String>;
    /// Moves to fresh memory, as a new process would.
    fn relaunch(&mut self) -> Result<(), String>;
}

/// Several benches as one, their programs numbered through; without any, a bench of no programs.
#[derive(Default)]
pub struct Several<'a>(Vec<Box<dyn Bench + 'a>>);

impl<'a> Several<'a> {
    /// The programs of all benches, in order.
    pub fn new(benches: Vec<Box<dyn Bench + 'a>>) -> Self {
        Several(benches)
    }

    /// The bench that has a program, and the program's number there.
    fn place(&self, mut program: usize) -> (usize, usize) {
        for (at, bench) in self.0.iter().enumerate() {
            match program.checked_sub(bench.programs()) {
                Some(further) => program = further,
                None => return (at, program),
            }
        }
        panic!("a bench is asked for a program it has");
    }
}

impl Bench for Several<'_> {
    fn programs(&self) -> usize {
        self.0.iter().map(|bench| bench.programs()).sum()
    }
    fn name(&self, program: usize) -> String {
        let (at, program) = self.place(program);
        self.0[at].name(program)
    }
    fn counts(&mut self, program: usize) -> Result<Counts, String> {
        let (at, program) = self.place(program);
        self.0[at].counts(program)
    }
    fn time_batch(&mut self, program: usize, times: u32) -> Result<Nanoseconds, String> {
        let (at, program) = self.place(program);
        self.0[at].time_batch(program, times)
    }
    fn relaunch(&mut self) -> Result<(), String> {
        self.0.iter_mut().try_for_each(|bench| bench.relaunch())
    }
}

impl<B: Bench + ?Sized> Bench for &mut B {
    fn programs(&self) -> usize {
        (**self).programs()
    }
    fn name(&self, program: usize) -> String {
        (**self).name(program)
    }
    fn counts(&mut self, program: usize) -> Result<Counts, String> {
        (**self).counts(program)
    }
    fn time_batch(&mut self, program: usize, times: u32) -> Result<Nanoseconds, String> {
        (**self).time_batch(program, times)
    }
    fn relaunch(&mut self) -> Result<(), String> {
        (**self).relaunch()
    }
}

/// How much to measure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// What a batch should take.
    pub batch: Nanoseconds,
    /// Rounds a launch.
    pub rounds: u32,
    /// Launches.
    pub launches: u32,
}

/// Which part of a calibration is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Generating and compiling workloads.
    Preparing,
    /// Counting instructions.
    Counting,
    /// Timing.
    Measuring,
    /// Solving for prices and their errors.
    Fitting,
}

/// Watches a calibration.
pub trait Progress {
    /// A stage of so many steps begins.
    fn begin(&mut self, stage: Stage, steps: u64);
    /// So many steps of it are done.
    fn advance(&mut self, steps: u64);
}

/// Watches nothing.
pub struct Silent;

impl Progress for Silent {
    fn begin(&mut self, _stage: Stage, _steps: u64) {}
    fn advance(&mut self, _steps: u64) {}
}

/// How long one run of a program takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Timing {
    /// The median of the launches.
    pub time: Nanoseconds,
    /// The lower quartile of the rounds of each launch.
    pub launches: Vec<Nanoseconds>,
}

/// How noisy a measurement was.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Noise {
    /// Relative spread between launches, median over the programs.
    pub spread_median: f64,
    /// The same, 90th percentile.
    pub spread_ninetieth: f64,
    /// How much slower the slowest launch was than the fastest, over all programs together.
    pub drift: f64,
}

/// Which of the rounds of a launch counts: low enough to leave out what lengthens batches, high enough to leave out the
/// few that were lucky.
const SAMPLE_QUANTILE: f64 = 0.25;

/// Times every program of a bench.
pub fn measure(
    bench: &mut dyn Bench,
    plan: Plan,
    progress: &mut dyn Progress,
    interrupt: &AtomicBool,
) -> Result<(Vec<Timing>, Noise), CalibrationError> {
    let programs = bench.programs();
    progress.begin(Stage::Measuring, u64::from(plan.launches) * u64::from(plan.rounds));
    let mut launches: Vec<Vec<f64>> = vec![Vec::new(); programs];
    let mut repetitions = vec![1; programs];
    for _ in 0..plan.launches {
        bench.relaunch().map_err(|reason| refused("(launch)".into(), reason))?;
        for (program, times) in repetitions.iter_mut().enumerate() {
            *times = batch_size(bench, program, *times, plan.batch)?;
        }
        let mut samples: Vec<Vec<f64>> = vec![Vec::with_capacity(plan.rounds as usize); programs];
        for _ in 0..plan.rounds {
            stop_if(interrupt)?;
            for (program, samples) in samples.iter_mut().enumerate() {
                let times = repetitions[program];
                samples.push(timed(bench, program, times)?.0 / f64::from(times));
            }
            progress.advance(1);
        }
        for (launches, samples) in launches.iter_mut().zip(&mut samples) {
            launches.push(sorted_quantile(samples, SAMPLE_QUANTILE));
        }
    }
    let noise = noise(&launches);
    let timings = launches
        .into_iter()
        .map(|launches| Timing {
            time: Nanoseconds(sorted_quantile(&mut launches.clone(), 0.5)),
            launches: launches.into_iter().map(Nanoseconds).collect(),
        })
        .collect();
    Ok((timings, noise))
}

/// Counts every program of a bench.
pub fn count(
    bench: &mut dyn Bench,
    progress: &mut dyn Progress,
    interrupt: &AtomicBool,
) -> Result<Vec<Counts>, CalibrationError> {
    progress.begin(Stage::Counting, bench.programs() as u64);
    (0..bench.programs())
        .map(|program| {
            stop_if(interrupt)?;
            progress.advance(1);
            bench.counts(program).map_err(|reason| refused(bench.name(program), reason))
        })
        .collect()
}

/// Fails if an interrupt was asked for.
pub fn stop_if(interrupt: &AtomicBool) -> Result<(), CalibrationError> {
    match interrupt.load(Ordering::Relaxed) {
        true => Err(CalibrationError::Interrupted),
        false => Ok(()),
    }
}

/// How many runs fill a batch: warms the program up and doubles until the batch is long enough to judge by.
fn batch_size(bench: &mut dyn Bench, program: usize, guess: u32, batch: Nanoseconds) -> Result<u32, CalibrationError> {
    let mut times = guess;
    loop {
        let total = timed(bench, program, times)?.0.min(timed(bench, program, times)?.0);
        if total * 4.0 > batch.0 || times >= 1 << 20 {
            let per_run = total / f64::from(times);
            return Ok((batch.0 / per_run).round().clamp(1.0, f64::from(1 << 20)) as u32);
        }
        times *= 2;
    }
}

fn timed(bench: &mut dyn Bench, program: usize, times: u32) -> Result<Nanoseconds, CalibrationError> {
    bench.time_batch(program, times).map_err(|reason| refused(bench.name(program), reason))
}

fn refused(name: String, reason: String) -> CalibrationError {
    CalibrationError::Workload { name, reason }
}

fn sorted_quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    quantile(values, share)
}

fn noise(times: &[Vec<f64>]) -> Noise {
    let launches = times.first().map_or(0, Vec::len);
    let least = |of: &[f64]| of.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
    let mut spreads: Vec<f64> = times.iter().map(|launches| most(launches) / least(launches) - 1.0).collect();
    spreads.sort_unstable_by(f64::total_cmp);
    let pace: Vec<f64> = (0..launches)
        .map(|launch| {
            let mut ratios: Vec<f64> = times.iter().map(|times| times[launch] / least(times)).collect();
            ratios.sort_unstable_by(f64::total_cmp);
            quantile(&ratios, 0.5)
        })
        .collect();
    if spreads.is_empty() {
        return Noise::default();
    }
    Noise {
        spread_median: quantile(&spreads, 0.5),
        spread_ninetieth: quantile(&spreads, 0.9),
        drift: most(&pace) / least(&pace) - 1.0,
    }
}
