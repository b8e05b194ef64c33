//! A calibration from beginning to end: count, time, solve, judge.
//!
//! Comes in: a [`Config`], a [`Bench`] and what its programs are ([`Label`]s). Goes out: a [`Calibration`]: the profile,
//! and the runs behind it for whoever wants to look closer. Nothing is written here; see
//! [`crate::store`]. Source: Mera et al. 2008, section 5; spec/calibration.md.

use crate::bands::{self, Band, Bands, HeldOut, HeldOutError};
use crate::branches::Branches;
use crate::clock::Pin;
use crate::design::{Column, Design, Run};
use crate::engine::{self, Engine, LEARNING};
use crate::error::CalibrationError;
use crate::exclude::{self, Evaluated};
use crate::executable;
use crate::fit::{self, FitOptions, Loss, Ridge};
use crate::laws::Invariants;
use crate::measure::{self, Bench, Counted, Noise, Order, Plan, Progress, Several, Silent, Stage, Timing};
use crate::model::Model;
use crate::profile::{COMPILER, ENGINE, Mode, PriceRow, Profile, Standing, processor};
use crate::programs::Measured;
use crate::variety::Variety;
use crate::workload::{Workload, isolate};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};
use wam::cost::{Counts, Nanoseconds};

/// How much trouble to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Under 5 seconds.
    Quick,
    /// Under a minute.
    #[default]
    Usual,
    /// A few minutes.
    Thorough,
}

impl Effort {
    /// Generated mixed programs.
    pub fn mixed_programs(self) -> usize {
        match self {
            Effort::Quick => 350,
            Effort::Usual => 2200,
            Effort::Thorough => 6000,
        }
    }

    /// With data of how many sizes an isolating program is written.
    pub fn sizes(self) -> usize {
        match self {
            Effort::Quick => 2,
            Effort::Usual | Effort::Thorough => 3,
        }
    }

    /// Further programs that are counted to tell laws from gaps: generated ones, and how many mixtures each isolating one
    /// is in.
    pub fn further(self) -> (usize, usize) {
        match self {
            Effort::Quick => (100, 2),
            Effort::Usual => (300, 3),
            Effort::Thorough => (600, 4),
        }
    }

    /// Instructions that a mixed program executes at most, about. Over random data, long ones are not learnt by heart by a
    /// branch predictor, as real ones are not.
    pub fn longest_program(self) -> f64 {
        match self {
            Effort::Quick => 20_000.0,
            Effort::Usual | Effort::Thorough => 120_000.0,
        }
    }

    /// Rounds and launches.
    pub fn plan(self) -> Plan {
        let (batch, rounds, launches) = match self {
            Effort::Quick => (25_000.0, 2, 3),
            Effort::Usual => (35_000.0, 2, 4),
            Effort::Thorough => (35_000.0, 8, 5),
        };
        Plan {
            batch: Nanoseconds(batch),
            rounds,
            launches,
            patience: 4,
            counts: Counted::Fastest,
            order: Order::ByProgram,
        }
    }

    /// For so long a program runs before it is timed.
    fn learning(self) -> Nanoseconds {
        match self {
            Effort::Quick => Nanoseconds(LEARNING.0 * 0.3),
            Effort::Usual | Effort::Thorough => LEARNING,
        }
    }

    fn resamples(self) -> usize {
        match self {
            Effort::Quick => 8,
            Effort::Usual => 60,
            Effort::Thorough => 200,
        }
    }

    /// Into how many folds the families of programs are divided.
    pub(crate) fn folds(self) -> usize {
        match self {
            Effort::Quick => 5,
            Effort::Usual | Effort::Thorough => 10,
        }
    }

    /// Exponents of [`Variety`] to choose from, of all instructions and of builtins, and by how many folds. In a hurry, none
    /// and what others have chosen.
    fn varieties(self) -> ([&'static [f64]; 2], usize) {
        match self {
            Effort::Quick => ([&[0.0, 0.04], &[0.0, 0.3]], 2),
            Effort::Usual => ([&Variety::TRIED, &Variety::TRIED_OF_BUILTINS], self.folds() / 2),
            Effort::Thorough => ([&Variety::TRIED, &Variety::TRIED_OF_BUILTINS], self.folds()),
        }
    }

    fn ridges(self) -> &'static [f64] {
        match self {
            Effort::Quick => &[3e-2],
            Effort::Usual | Effort::Thorough => &[1e-2, 3e-2, 1e-1],
        }
    }
}

/// What to calibrate, and how.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The run mode whose instructions are priced.
    pub mode: Mode,
    /// How much trouble to take.
    pub effort: Effort,
    /// Seed of generated workloads, resampling and folds.
    pub seed: u64,
    /// Set to true from elsewhere (a signal handler) to stop; looked at between rounds.
    pub interrupt: Arc<AtomicBool>,
    /// Programs that will be evaluated: workloads too like them are left out of the fit.
    pub evaluated: Vec<Evaluated>,
}

/// What a program of a bench is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The family it was generated from; families are held out as a whole.
    pub family: String,
    /// Its text; may be empty.
    pub text: String,
    /// The program to subtract from it, if it is an isolating one.
    pub baseline: Option<usize>,
    /// Whether it is itself used in the fit (a baseline is only subtracted).
    pub role: Role,
}

/// What a program is measured for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// As a row of the matrix.
    Row,
    /// To be subtracted from others.
    Baseline,
}

/// The outcome of a calibration.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The profile.
    pub profile: Profile,
    /// The runs that the prices come from.
    pub runs: Vec<Run>,
    /// The generated programs behind them; none of a bench that was given.
    pub programs: Vec<Measured>,
    /// Predictions of mixed programs from fits that had not seen them; `row` is the index of the run.
    pub held_out: Vec<HeldOut>,
    /// The ridge that held-out programs chose.
    pub ridge: Ridge,
}

/// How far the programs of a kind were off, predicted by a fit that had seen none of that kind.
#[derive(Clone, PartialEq, Debug)]
pub struct KindError {
    /// The kind: a family of generated programs.
    pub kind: String,
    /// How many programs.
    pub programs: usize,
    /// Mean |d|, d the relative harmonic difference.
    pub size: f64,
    /// Mean d.
    pub mean: f64,
}

impl Calibration {
    /// The error of each kind of programs left out: what to expect of kinds that no workload has. The largest first.
    pub fn kinds(&self) -> Vec<KindError> {
        let mut kinds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for point in &self.held_out {
            let d = bands::harmonic_difference(point.predicted, point.measured);
            kinds.entry(&self.runs[point.row].family).or_default().push(d);
        }
        let mean = |d: &[f64], of: fn(f64) -> f64| d.iter().map(|&d| of(d)).sum::<f64>() / d.len() as f64;
        let error = |(kind, d): (&str, Vec<f64>)| KindError {
            kind: kind.into(),
            programs: d.len(),
            size: mean(&d, f64::abs),
            mean: mean(&d, |d| d),
        };
        let mut kinds: Vec<KindError> = kinds.into_iter().map(error).collect();
        kinds.sort_by(|one, other| other.size.total_cmp(&one.size));
        kinds
    }
}

/// Counts and times the programs of a bench: one run a row, baselines subtracted, near-duplicates of evaluated
/// programs left out.
pub fn measure_runs(
    config: &Config,
    bench: &mut dyn Bench,
    labels: &[Label],
    progress: &mut dyn Progress,
) -> Result<(Vec<Run>, Noise), CalibrationError> {
    let counts = measure::count(bench, progress, &config.interrupt)?;
    let (timings, noise) = measure::measure(bench, config.effort.plan(), None, progress, &config.interrupt)?;
    let times: Vec<Nanoseconds> = timings.iter().map(|timing| timing.time).collect();
    Ok((runs_of(labels, &counts, &times, &config.evaluated), noise))
}

/// The share of estimates that bands are to hold.
const LEVEL: f64 = 0.95;

/// The weight of the program that does nothing: entering and leaving the machine is measured, not left over.
const SURE: f64 = 30.0;

fn runs_of(labels: &[Label], counts: &[Counts], times: &[Nanoseconds], evaluated: &[Evaluated]) -> Vec<Run> {
    let run = |at: usize| {
        let Label { name, family, .. } = &labels[at];
        let run = Run::of_program(name, family, &counts[at], times[at]);
        Run { weight: if family == isolate::NOTHING { SURE } else { run.weight }, ..run }
    };
    (0..labels.len())
        .filter(|&at| labels[at].role == Role::Row)
        .filter(|&at| !evaluated.iter().any(|program| exclude::is_near(&run(at), &labels[at].text, program)))
        .filter_map(|at| match labels[at].baseline {
            Some(baseline) => run(at).less(&run(baseline)),
            None => Some(run(at)),
        })
        .collect()
}

/// Solves measured runs for prices and judges them. Further runs, of which the counts are known only, tell what all have in
/// common from what these have.
pub fn solve(
    config: &Config,
    runs: Vec<Run>,
    further: &[Run],
    noise: Noise,
    branches: &Branches,
    progress: &mut dyn Progress,
) -> Result<Calibration, CalibrationError> {
    progress.begin(Stage::Fitting, 4);
    let variety = choose_variety(config, &runs)?;
    let design = Design::new(&with_variety(&runs, variety), Model::Variant)?;
    let invariants = Invariants::of(&runs, further);
    progress.advance(1);
    measure::stop_if(&config.interrupt)?;
    let (options, held_out) = choose_ridge(config, &design)?;
    progress.advance(1);
    measure::stop_if(&config.interrupt)?;
    let fitted = fit::fit(&design, options)?;
    progress.advance(1);
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed ^ 0x0b00_7577);
    let intervals = bands::price_intervals(&design, &fitted, options, config.effort.resamples(), &mut rng)?;
    measure::stop_if(&config.interrupt)?;
    let intervals: HashMap<Column, bands::Interval> = intervals.into_iter().collect();
    let exercised = exercised(&runs);
    let added = branches.added(&fitted.prices.table());
    let prices = Column::priced()
        .map(|column| {
            let price = fitted.prices.of(column);
            let runs = exercised.get(&column).copied().unwrap_or(0);
            PriceRow {
                column,
                price,
                interval: intervals
                    .get(&column)
                    .copied()
                    .unwrap_or(bands::Interval { low: Nanoseconds(0.0), high: Nanoseconds(price.0 * 10.0) }),
                standing: if runs > 0 { Standing::Measured } else { Standing::Assumed },
                runs,
                mispredicted: column.key().map_or(Nanoseconds(0.0), |key| added[key]),
            }
        })
        .collect();
    let profile = Profile {
        engine: ENGINE.into(),
        build: executable::own(),
        cpu: processor(),
        compiler: COMPILER.into(),
        made: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        mode: config.mode,
        seed: config.seed,
        runs: runs.len(),
        noise,
        held_out: HeldOutError::of(&held_out),
        band: Band::conformal(&held_out, LEVEL),
        bands: {
            let share = |point: &HeldOut| fitted.prices.uneven_share(&runs[point.row].counts);
            let held: Vec<(f64, HeldOut)> = held_out.iter().map(|&point| (share(&point), point)).collect();
            Bands::conformal(&held, LEVEL)
        },
        variety,
        invariants,
        prices,
        watching: Vec::new(),
    };
    progress.advance(1);
    Ok(Calibration { profile, runs, programs: Vec::new(), held_out, ridge: options.ridge })
}

/// Runs with what their breadth makes of prices.
pub(crate) fn with_variety(runs: &[Run], variety: Variety) -> Vec<Run> {
    runs.iter().map(|run| run.with_variety(variety)).collect()
}

/// The exponents under which held-out programs are predicted best: first that of builtins, by the programs with many of them,
/// which the other one would explain in part.
fn choose_variety(config: &Config, runs: &[Run]) -> Result<Variety, CalibrationError> {
    let ridge = Ridge(config.effort.ridges()[0]);
    let ([of_all, of_builtins], folds) = config.effort.varieties();
    let predicted = |variety: Variety| -> Result<Vec<HeldOut>, CalibrationError> {
        let design = Design::new(&with_variety(runs, variety), Model::Variant)?;
        Ok(held_out(&design, &[ridge], folds)?.remove(0))
    };
    let tried = of_builtins.iter().filter_map(|&builtins| Variety::new(0.0, builtins));
    let variety = best(config, tried, |variety| {
        let mut held = predicted(variety)?;
        held.retain(|point| runs[point.row].breadth().has_many_builtins());
        Ok(clipped_error(&held, HOPELESS_OF_BUILTINS))
    })?;
    let [_, builtins] = variety.exponents();
    let tried = of_all.iter().filter_map(|&exponent| Variety::new(exponent, builtins));
    best(config, tried, |variety| Ok(clipped_error(&predicted(variety)?, HOPELESS)))
}

/// The first of those with the least error.
fn best<T: Copy>(
    config: &Config,
    tried: impl IntoIterator<Item = T>,
    mut judge: impl FnMut(T) -> Result<f64, CalibrationError>,
) -> Result<T, CalibrationError> {
    let mut best: Option<(f64, T)> = None;
    for one in tried {
        measure::stop_if(&config.interrupt)?;
        let error = judge(one)?;
        if best.as_ref().is_none_or(|(least, _)| error < *least) {
            best = Some((error, one));
        }
    }
    Ok(best.expect("there is something to try").1)
}

/// Programs predicted by fits of other families, under each of these ridges. Differences against a baseline are not programs
/// anyone runs: they train, but do not judge.
fn held_out(design: &Design, ridges: &[Ridge], folds: usize) -> Result<Vec<Vec<HeldOut>>, CalibrationError> {
    let mut held = bands::cross_validate(design, Loss::Huber, ridges, folds)?;
    held.iter_mut().for_each(|held| held.retain(|point| design.weights[point.row] == 1.0));
    Ok(held)
}

/// The ridge under which held-out programs are predicted best, and those predictions.
fn choose_ridge(config: &Config, design: &Design) -> Result<(FitOptions, Vec<HeldOut>), CalibrationError> {
    let ridges: Vec<Ridge> = config.effort.ridges().iter().map(|&ridge| Ridge(ridge)).collect();
    let held = held_out(design, &ridges, config.effort.folds())?;
    let errors: Vec<f64> = held.iter().map(|held| clipped_error(held, HOPELESS)).collect();
    let best = (0..ridges.len()).min_by(|&one, &other| errors[one].total_cmp(&errors[other]));
    let best = best.expect("there is a ridge to try");
    Ok((
        FitOptions { ridge: ridges[best], loss: Loss::Huber },
        held.into_iter().nth(best).expect("each has predictions"),
    ))
}

/// Errors larger than this are no longer told apart when ridges are compared: such a program has something that no key
/// counts, and should not steer the rest.
const HOPELESS: f64 = 0.2;
/// The same where programs are compared that many builtins make slower by half.
const HOPELESS_OF_BUILTINS: f64 = 0.6;

fn clipped_error(held: &[HeldOut], most: f64) -> f64 {
    held.iter().map(|point| bands::harmonic_difference(point.predicted, point.measured).abs().min(most)).sum()
}

fn exercised(runs: &[Run]) -> HashMap<Column, usize> {
    let mut exercised = HashMap::new();
    for &(column, _) in runs.iter().flat_map(|run| &run.counts) {
        *exercised.entry(column).or_insert(0) += 1;
    }
    exercised
}

/// Counts, times, solves and judges: everything but generating the programs.
pub fn calibrate_bench(
    config: &Config,
    bench: &mut dyn Bench,
    labels: &[Label],
    progress: &mut dyn Progress,
) -> Result<Calibration, CalibrationError> {
    let (runs, noise) = measure_runs(config, bench, labels, progress)?;
    solve(config, runs, &[], noise, &Branches::default(), progress)
}

/// Calibrates this machine: generates the workloads, measures them, and solves.
///
/// # Errors
/// When interrupted, or when our own workloads do not run.
pub fn calibrate(config: &Config, progress: &mut dyn Progress) -> Result<Calibration, CalibrationError> {
    calibrate_beside(config, &mut Several::default(), progress).map(|(calibration, _)| calibration)
}

/// The same, and measures further programs in the same launches: what a fair comparison of predicted and observed times
/// needs, because a machine that others use changes its pace by 5 to 10 % within seconds. The programs take no part in
/// the fit.
pub fn calibrate_beside(
    config: &Config,
    others: &mut dyn Bench,
    progress: &mut dyn Progress,
) -> Result<(Calibration, Vec<(Counts, Timing)>), CalibrationError> {
    let mixed =
        engine::draw(config.seed, (config.effort.mixed_programs(), config.effort), progress, &config.interrupt)?;
    let isolating = isolate::generate(config.seed, config.effort.mixed_programs(), config.effort.sizes());
    let isolating = engine::that_run(isolating, &config.interrupt)?;
    let shift = mixed.len();
    let isolating = isolating
        .into_iter()
        .map(|workload| Workload { baseline: workload.baseline.map(|baseline| baseline + shift), ..workload });
    let workloads: Vec<Workload> = mixed.into_iter().chain(isolating).chain([isolate::nothing()]).collect();
    let (counts, branches) = engine::count(&workloads, progress, &config.interrupt)?;
    let observed_counts = measure::count(others, &mut Silent, &config.interrupt)?;
    let mut engine = Engine::new(&workloads, config.mode)?.learning(config.effort.learning());
    let labels = engine::labels(&workloads);
    let mut beside = Several::new(vec![Box::new(&mut engine), Box::new(others)]);
    let _pin = Pin::new();
    let (mut timings, noise) = measure::measure(&mut beside, config.effort.plan(), None, progress, &config.interrupt)?;
    drop(beside);
    let observed = timings.split_off(labels.len());
    let times: Vec<Nanoseconds> = timings.iter().map(|timing| timing.time).collect();
    let runs = runs_of(&labels, &counts, &times, &config.evaluated);
    let fitted: HashSet<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    let measured = workloads.into_iter().zip(&counts).zip(&times).map(|((workload, counts), &time)| {
        let fitted = fitted.contains(workload.name.as_str());
        Measured { workload, counts: counts.clone(), time, fitted }
    });
    let programs = measured.collect();
    let observed = observed_counts.into_iter().zip(observed).collect();
    let further = engine::further(config.seed, config.effort, &config.interrupt)?;
    let solved = solve(config, runs, &further, noise, &branches, progress)?;
    Ok((Calibration { programs, ..solved }, observed))
}
