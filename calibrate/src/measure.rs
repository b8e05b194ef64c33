//! Measuring many programs against each other: batches, rounds, launches.
//!
//! Comes in: a [`Bench`] (the real machine, or the simulated one) and a [`Plan`]. Goes out: for each program its counts
//! and its time per run, and how noisy the measurement was. In a round a program runs one batch of 25–50 µs; a launch is a
//! number of rounds on fresh memory, those of a program in a row while the core is free, so that what is timed is a
//! program that the processor knows ([`crate::engine`] runs it for a while first); in a calibration its launches follow each
//! other as well ([`Order`]). A launch gives the lower quartile of
//! its rounds, a program the median of its launches, or the fastest where rounds are few ([`Counted`]): a calibration's
//! programs run a moment only, and a neighbour slows down more than the probe shows (caches, memory). At medians the forty goals
//! of `programs/unseen` were priced 4 to 5 % above what longer observations show, at the fastest -1 to +1 % (two calibrations
//! each). The drift is a check, not a correction.
//!
//! Deviation from spec/calibration.md, section 3, which takes minima: on the machine this was written on (AMD family
//! 26, threaded dispatch) a program runs up to 25 % faster right after a context switch, because the switch clears the
//! branch predictor and every handler's jump then has one target only, until other programs teach it others. Minima pick
//! those batches out, for some programs and not for others: the spread between launches was 9 to 14 % (median over
//! programs, others building on the machine), against 2 to 3 % for quartiles with the background of [`crate::engine`].
//! The state after other programs have run is the one that lasts, so it is the one that is priced.

use crate::bands::quantile;
use crate::error::CalibrationError;
use crate::probe::{self, Batch};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wam::cost::{Counts, Nanoseconds};

/// Programs that can be counted and timed.
pub trait Bench {
    /// How many programs there are; they are numbered from 0.
    fn programs(&self) -> usize;
    /// The name of a program, for messages.
    fn name(&self, program: usize) -> String;
    /// Executions per key of one run.
    fn counts(&mut self, program: usize) -> Result<Counts, String>;
    /// Times a batch of runs between two probes.
    fn time_batch(&mut self, program: usize, times: u32) -> Result<Batch, String>;
    /// Moves to fresh memory, as a new process would: to the first of so many.
    fn relaunch(&mut self, memories: usize) -> Result<(), String>;
    /// Moves to one of these.
    fn enter(&mut self, memory: usize);
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
    fn time_batch(&mut self, program: usize, times: u32) -> Result<Batch, String> {
        let (at, program) = self.place(program);
        self.0[at].time_batch(program, times)
    }
    fn relaunch(&mut self, memories: usize) -> Result<(), String> {
        self.0.iter_mut().try_for_each(|bench| bench.relaunch(memories))
    }
    fn enter(&mut self, memory: usize) {
        self.0.iter_mut().for_each(|bench| bench.enter(memory));
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
    fn time_batch(&mut self, program: usize, times: u32) -> Result<Batch, String> {
        (**self).time_batch(program, times)
    }
    fn relaunch(&mut self, memories: usize) -> Result<(), String> {
        (**self).relaunch(memories)
    }
    fn enter(&mut self, memory: usize) {
        (**self).enter(memory);
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
    /// A launch has up to so many times its batches, for the programs of which too few count.
    pub patience: u32,
    /// Which of the launches is a program's time.
    pub counts: Counted,
    /// What comes first.
    pub order: Order,
}

/// In which order programs are timed in launches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// All programs of a launch, then the next launch: one has its memory at a time.
    ByLaunch,
    /// A program in all launches, then the next program: a branch predictor knows it from one launch to the next. It takes
    /// some milliseconds until nothing is learnt any more, as where a goal is all that runs.
    ByProgram,
}

/// Which of its launches is a program's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// The middle one: where there are rounds enough to leave out what lengthens them.
    Middle,
    /// The fastest one: where there are few rounds, of programs that ran a moment only.
    Fastest,
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
    /// Solving without a part of the model at a time.
    Judging,
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
    /// That of the launch that counts.
    pub time: Nanoseconds,
    /// The lower quartile of the rounds of each launch.
    pub launches: Vec<Nanoseconds>,
    /// Whether there were too few batches on a core of its own, so that others count as well.
    pub is_disturbed: bool,
}

impl Timing {
    /// How far the launches lie apart: a share of the least.
    pub fn spread(&self) -> f64 {
        spread(&times(&self.launches))
    }
}

fn times(launches: &[Nanoseconds]) -> Vec<f64> {
    launches.iter().map(|launch| launch.0).collect()
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
    /// The share of batches beside which the probe was slow, and which do not count.
    pub dropped: f64,
    /// The share of programs of which too few batches were left.
    pub disturbed: f64,
    /// What the probe takes where nothing is in its way; 0 where that is not known.
    pub probe: Nanoseconds,
}

/// Which of the rounds of a launch counts: low enough to leave out what lengthens batches, high enough to leave out the
/// few that were lucky.
const SAMPLE_QUANTILE: f64 = 0.25;

/// A launch waits for quiet moments of a program for so many times as long as its batches should take at most; what runs longer
/// than neighbours are away has no such moments.
const EPISODES: f64 = 100.0;

/// How long after its begin a measurement goes back to programs of which too few batches count: beside a neighbour that
/// stays it would otherwise take some minutes.
const LONGEST: Duration = Duration::from_secs(60);

/// Of so many probes one more changes no reference worth speaking of.
const FEW_PROBES: usize = 20;

/// Times every program of a bench. The reference of the probe is that of the profile, where there is one, or the fastest
/// of this measurement.
///
/// The rounds of a program follow each other until a batch beside a slow probe; a launch comes back to those programs of
/// which less than half of the planned batches count.
pub fn measure(
    bench: &mut dyn Bench,
    plan: Plan,
    reference: Option<Nanoseconds>,
    progress: &mut dyn Progress,
    interrupt: &AtomicBool,
) -> Result<(Vec<Timing>, Noise), CalibrationError> {
    let (programs, begun) = (bench.programs(), Instant::now());
    progress.begin(Stage::Measuring, u64::from(plan.launches) * u64::from(plan.rounds) * programs as u64);
    let mut repetitions: Vec<Option<u32>> = vec![None; programs];
    let mut probes: Vec<Nanoseconds> = Vec::new();
    let planned = plan.launches as usize;
    let mut launches: Vec<Vec<Vec<Batch>>> = vec![vec![Vec::new(); programs]; planned];
    let (rounds, enough) = (plan.rounds as usize, (plan.rounds as usize).div_ceil(2));
    let longest = EPISODES * f64::from(plan.rounds * plan.patience) * plan.batch.0;
    let known = |probes: &[Nanoseconds]| {
        // Before anything is known, nothing is slow.
        let own = if probes.is_empty() { f64::INFINITY } else { probe::reference(probes.iter().copied()).0 };
        Nanoseconds(reference.map_or(own, |reference| reference.0.min(own)))
    };
    let together = match plan.order {
        Order::ByLaunch => 1,
        Order::ByProgram => planned,
    };
    for first in (0..planned).step_by(together) {
        bench.relaunch(together).map_err(|reason| refused("(launch)".into(), reason))?;
        let places = (0..programs).flat_map(|program| (first..first + together).map(move |launch| (program, launch)));
        let mut wanting: Vec<(usize, usize)> = places.collect();
        let most = probes.len() + wanting.len() * rounds * plan.patience as usize;
        let mut reference = known(&probes);
        while !wanting.is_empty() && probes.len() < most {
            let seen = probes.len();
            let mut judged = seen;
            for &(program, launch) in &wanting {
                stop_if(interrupt)?;
                bench.enter(launch - first);
                let times = match repetitions[program] {
                    Some(times) => times,
                    None => *repetitions[program].insert(batch_size(bench, program, plan.batch, &mut probes)?),
                };
                let batches = &mut launches[launch][program];
                let (before, is_first) = (batches.len(), batches.is_empty());
                let wanted = if is_first { rounds } else { enough - count_settled(batches, reference) };
                visit(bench, program, times, (wanted, reference), batches)?;
                probes.extend(batches[before..].iter().map(|batch| batch.probe));
                if is_first {
                    progress.advance(u64::from(plan.rounds));
                }
                if probes.len() > 2 * judged {
                    (reference, judged) = (known(&probes), probes.len());
                }
            }
            // By what is known now: all that was seen before may have been beside a neighbour. A few more say nothing new.
            if (probes.len() - seen) * FEW_PROBES >= probes.len() {
                reference = known(&probes);
            }
            wanting.retain(|&(program, launch)| {
                let batches = &launches[launch][program];
                let times = f64::from(repetitions[program].unwrap_or(1));
                let spent: f64 = batches.iter().map(|batch| batch.time.0).sum::<f64>() * times;
                count_settled(batches, reference) < enough && (batches.len() < rounds || spent < longest)
            });
            if begun.elapsed() > LONGEST {
                break;
            }
        }
    }
    let reference = known(&probes);
    let timings: Vec<Timing> = (0..programs)
        .map(|program| {
            let batches = launches.iter().map(|launch| &launch[program]);
            let is_disturbed = batches.clone().any(|batches| count_settled(batches, reference) < enough);
            let launches: Vec<Nanoseconds> = batches.map(|batches| launch_time(batches, reference)).collect();
            let share = if plan.counts == Counted::Fastest { 0.0 } else { 0.5 };
            let time = Nanoseconds(sorted_quantile(&mut times(&launches), share));
            Timing { time, launches, is_disturbed }
        })
        .collect();
    let batches = || launches.iter().flatten();
    let settled: usize = batches().map(|batches| count_settled(batches, reference)).sum();
    let all: usize = batches().map(Vec::len).sum();
    let noise = Noise {
        dropped: 1.0 - settled as f64 / all.max(1) as f64,
        disturbed: timings.iter().filter(|timing| timing.is_disturbed).count() as f64 / programs.max(1) as f64,
        probe: reference,
        ..noise(&timings)
    };
    Ok((timings, noise))
}

fn count_settled(batches: &[Batch], reference: Nanoseconds) -> usize {
    batches.iter().filter(|batch| batch.settled(reference).is_some()).count()
}

/// The time of a launch: of the batches that count, or of those beside the fastest probes where too few do.
fn launch_time(batches: &[Batch], reference: Nanoseconds) -> Nanoseconds {
    let mut times: Vec<f64> = batches.iter().filter_map(|batch| batch.settled(reference)).map(|time| time.0).collect();
    if times.is_empty() {
        let own = probe::reference(batches.iter().map(|batch| batch.probe));
        let scaled = |batch: &Batch| batch.settled(own).map(|time| time.0 * reference.0 / own.0);
        times = batches.iter().filter_map(scaled).collect();
    }
    // The rank below: of three or four rounds one may be an outlier, and takes no part.
    times.sort_unstable_by(f64::total_cmp);
    Nanoseconds(times[(SAMPLE_QUANTILE * (times.len() - 1) as f64) as usize])
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

/// Times a program for a round after the other, as it is known to the processor then; the rest is left for later where the
/// core is not this thread's alone, which may last longer than many rounds.
fn visit(
    bench: &mut dyn Bench,
    program: usize,
    times: u32,
    (rounds, reference): (usize, Nanoseconds),
    batches: &mut Vec<Batch>,
) -> Result<(), CalibrationError> {
    for _ in 0..rounds {
        let Batch { time, probe } = timed(bench, program, times)?;
        let batch = Batch { time: Nanoseconds(time.0 / f64::from(times)), probe };
        batches.push(batch);
        if batch.settled(reference).is_none() {
            break;
        }
    }
    Ok(())
}

/// A batch has at most so many runs.
const MOST_RUNS: u32 = 1 << 20;

/// How many runs fill a batch: warms the program up and times ever more runs until they are long enough to judge by. The probes
/// beside what it timed are kept.
fn batch_size(
    bench: &mut dyn Bench,
    program: usize,
    batch: Nanoseconds,
    probes: &mut Vec<Nanoseconds>,
) -> Result<u32, CalibrationError> {
    let mut times = 1;
    loop {
        let two = [timed(bench, program, times)?, timed(bench, program, times)?];
        probes.extend(two.map(|batch| batch.probe));
        let total = two[0].time.0.min(two[1].time.0);
        let wanted = (batch.0 / (total / f64::from(times))).round().clamp(1.0, f64::from(MOST_RUNS)) as u32;
        if total * 4.0 > batch.0 || times >= MOST_RUNS {
            return Ok(wanted);
        }
        times = wanted.clamp(times * 2, times * 32).min(MOST_RUNS);
    }
}

fn timed(bench: &mut dyn Bench, program: usize, times: u32) -> Result<Batch, CalibrationError> {
    bench.time_batch(program, times).map_err(|reason| refused(bench.name(program), reason))
}

fn refused(name: String, reason: String) -> CalibrationError {
    CalibrationError::Workload { name, reason }
}

fn sorted_quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    quantile(values, share)
}

/// How far times lie apart: a share of the least.
fn spread(times: &[f64]) -> f64 {
    most(times) / least(times) - 1.0
}

fn least(of: &[f64]) -> f64 {
    of.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(of: &[f64]) -> f64 {
    of.iter().copied().fold(0.0, f64::max)
}

fn noise(timings: &[Timing]) -> Noise {
    let launches = timings.first().map_or(0, |timing| timing.launches.len());
    let mut spreads: Vec<f64> = timings.iter().map(Timing::spread).collect();
    let pace: Vec<f64> = (0..launches)
        .map(|launch| {
            let ratio = |timing: &Timing| timing.launches[launch].0 / least(&times(&timing.launches));
            let mut ratios: Vec<f64> = timings.iter().map(ratio).collect();
            sorted_quantile(&mut ratios, 0.5)
        })
        .collect();
    if spreads.is_empty() {
        return Noise::default();
    }
    Noise {
        spread_median: sorted_quantile(&mut spreads, 0.5),
        spread_ninetieth: sorted_quantile(&mut spreads, 0.9),
        drift: spread(&pace),
        ..Noise::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a microsecond for everything; the probe is slow beside the first batches of one program in the last launch.
    #[derive(Default)]
    struct Recorder {
        timed: Vec<usize>,
        /// Memories, and how many batches were timed before.
        entered: Vec<(usize, usize)>,
        launches: usize,
        slow: usize,
    }

    impl Bench for Recorder {
        fn programs(&self) -> usize {
            3
        }
        fn name(&self, program: usize) -> String {
            program.to_string()
        }
        fn counts(&mut self, _program: usize) -> Result<Counts, String> {
            Ok(Counts::new())
        }
        fn time_batch(&mut self, program: usize, times: u32) -> Result<Batch, String> {
            self.timed.push(program);
            let is_slow = program == 1 && self.launches == 2 && self.slow > 0;
            self.slow -= usize::from(is_slow);
            let probe = Nanoseconds(if is_slow { 2000.0 } else { 1000.0 });
            Ok(Batch { time: Nanoseconds(1000.0 * f64::from(times)), probe })
        }
        fn relaunch(&mut self, _memories: usize) -> Result<(), String> {
            self.timed.clear();
            self.launches += 1;
            Ok(())
        }
        fn enter(&mut self, memory: usize) {
            self.entered.push((memory, self.timed.len()));
        }
    }

    /// Whose programs take longer from launch to launch: 1, 2, 3 microseconds.
    struct Slowing(u32);

    impl Bench for Slowing {
        fn programs(&self) -> usize {
            2
        }
        fn name(&self, program: usize) -> String {
            program.to_string()
        }
        fn counts(&mut self, _program: usize) -> Result<Counts, String> {
            Ok(Counts::new())
        }
        fn time_batch(&mut self, _program: usize, times: u32) -> Result<Batch, String> {
            Ok(Batch { time: Nanoseconds(1000.0 * f64::from(self.0 * times)), probe: Nanoseconds(1000.0) })
        }
        fn relaunch(&mut self, _memories: usize) -> Result<(), String> {
            self.0 += 1;
            Ok(())
        }
        fn enter(&mut self, _memory: usize) {}
    }

    #[test]
    fn the_launch_that_counts_is_the_middle_one_or_the_fastest() {
        for (counts, time) in [(Counted::Middle, 2000.0), (Counted::Fastest, 1000.0)] {
            let plan = Plan {
                batch: Nanoseconds(9000.0),
                rounds: 2,
                launches: 3,
                patience: 2,
                counts,
                order: Order::ByLaunch,
            };
            let (timings, _) = measure(&mut Slowing(0), plan, None, &mut Silent, &AtomicBool::new(false)).unwrap();
            assert_eq!(timings.iter().map(|timing| timing.time.0).collect::<Vec<_>>(), [time; 2], "{counts:?}");
        }
    }

    /// Each batch takes a second, beside a neighbour who never leaves.
    struct Endless(usize);

    impl Bench for Endless {
        fn programs(&self) -> usize {
            500
        }
        fn name(&self, program: usize) -> String {
            program.to_string()
        }
        fn counts(&mut self, _program: usize) -> Result<Counts, String> {
            Ok(Counts::new())
        }
        fn time_batch(&mut self, _program: usize, _times: u32) -> Result<Batch, String> {
            self.0 += 1;
            Ok(Batch { time: Nanoseconds(1e9), probe: Nanoseconds(2000.0) })
        }
        fn relaunch(&mut self, _memories: usize) -> Result<(), String> {
            Ok(())
        }
        fn enter(&mut self, _memory: usize) {}
    }

    #[test]
    fn long_programs_are_not_waited_for() {
        let mut bench = Endless(0);
        let plan = Plan {
            batch: Nanoseconds(35_000.0),
            rounds: 2,
            launches: 3,
            patience: 4,
            counts: Counted::Fastest,
            order: Order::ByLaunch,
        };
        let free = Some(Nanoseconds(1000.0));
        let (timings, _) = measure(&mut bench, plan, free, &mut Silent, &AtomicBool::new(false)).expect("it runs");
        assert!(timings.iter().all(|timing| timing.is_disturbed));
        // Two batches to find out how many runs fill one, and two in each launch.
        assert_eq!(bench.0, 500 * (2 + 2 * 3));
    }

    #[test]
    fn a_program_is_timed_in_all_memories_before_the_next_one() {
        let mut bench = Recorder::default();
        let plan = Plan {
            batch: Nanoseconds(1000.0),
            rounds: 2,
            launches: 2,
            patience: 3,
            counts: Counted::Fastest,
            order: Order::ByProgram,
        };
        let (timings, _) = measure(&mut bench, plan, None, &mut Silent, &AtomicBool::new(false)).expect("it runs");
        assert_eq!(timings.iter().map(|timing| timing.launches.len()).collect::<Vec<_>>(), [2; 3]);
        assert_eq!(bench.launches, 1, "memories are all made at once");
        // Two batches tell how many runs fill one, then come two in each memory.
        assert_eq!(bench.timed, [[0; 6], [1; 6], [2; 6]].concat());
        assert_eq!(bench.entered, [(0, 0), (1, 4), (0, 6), (1, 10), (0, 12), (1, 16)]);
    }

    #[test]
    fn rounds_of_a_program_follow_each_other_and_those_disturbed_are_made_again() {
        let timed = |slow| {
            let mut bench = Recorder { slow, ..Recorder::default() };
            let plan = Plan {
                batch: Nanoseconds(1000.0),
                rounds: 2,
                launches: 2,
                patience: 3,
                counts: Counted::Middle,
                order: Order::ByLaunch,
            };
            // The first launch finds out how many runs fill a batch; what is looked at is the second.
            let (timings, noise) =
                measure(&mut bench, plan, None, &mut Silent, &AtomicBool::new(false)).expect("it runs");
            assert_eq!(timings.iter().map(|timing| timing.time.0).collect::<Vec<_>>(), [1000.0; 3]);
            (bench.timed, noise.dropped > 0.0, timings[1].is_disturbed)
        };
        assert_eq!(timed(0), (vec![0, 0, 1, 1, 2, 2], false, false));
        // It is left at a slow batch, and comes back until half of its rounds count.
        assert_eq!(timed(1), (vec![0, 0, 1, 2, 2, 1], true, false));
        assert_eq!(timed(3), (vec![0, 0, 1, 2, 2, 1, 1, 1], true, false));
    }
}
