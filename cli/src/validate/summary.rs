//! The figures that sum up a validation: data, from which its tables are made ([`super::grids`]), and JSON.
//!
//! Comes in: evaluations, one a mode and calibration. Goes out: means over the calibrations; what has many rows (the programs,
//! unification, kinds, parts) is of the first calibration.

use super::Provenance;
use super::evaluate::{Evaluation, Figures, ModelRow, Point, Row, figures};
use super::figures::{Figure, reached};
use super::rates::Rates;
use super::unify::UnifyRow;
use super::unseen::UnseenRow;
use super::watching::WatchedRow;
use crate::machine::{WatchingJson, watching_json};
use calibrate::bands::{harmonic_difference, quantile};
use calibrate::parts::Earned;
use calibrate::profile::Mode;
use calibrate::programs::calibrators;
use serde::Serialize;
use std::collections::BTreeMap;

/// Summary figures. Deviations, widths and coverage are percentages, times nanoseconds.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    command: String,
    commit: String,
    compiler: String,
    processor: String,
    date: String,
    /// The figures that are wanted, and what was measured.
    pub figures: Vec<Figure>,
    calibrations: Vec<CalibrationSummary>,
    /// All calibrations together, by platform: a mode, or the fast mode with one measured run.
    pub overall: BTreeMap<&'static str, ModeSummary>,
    /// How quiet the machine was, each calibration.
    pub noise: Vec<NoiseSummary>,
    /// Table 11.
    pub models: Vec<ModelSummary>,
    /// What each part of the model earns, by mode.
    pub parts: BTreeMap<&'static str, Vec<PartSummary>>,
    /// Table 5, by mode.
    pub unification: BTreeMap<&'static str, Vec<UnifyRow>>,
    /// Goals that once were far off, by mode.
    pub goals: BTreeMap<&'static str, Vec<GoalSummary>>,
    /// Goals that took no part in making the model, by mode.
    pub unseen: BTreeMap<&'static str, Vec<UnseenRow>>,
    /// What events cost in each way in which a run may be watched.
    pub watching: Vec<WatchingJson>,
    /// Goals that took no part, watched.
    pub watched: Vec<WatchedRow>,
    /// How far five observations of a goal of a microsecond lie apart beside a busy neighbour.
    pub crowded: f64,
    /// Kinds of programs left out of the fit, by mode.
    pub kinds: BTreeMap<&'static str, Vec<KindSummary>>,
    /// Tables 2 and 3: the programs that prices come from.
    pub calibrators: Vec<CalibratorSummary>,
    /// Tables 8 to 10, by platform.
    pub programs: BTreeMap<&'static str, Vec<ProgramSummary>>,
    /// Inferences per second.
    pub rates: Rates,
    /// How many times as long a counted run takes.
    pub count_ratio: f64,
    /// How long estimates take, in milliseconds.
    pub estimate_ms: BTreeMap<String, f64>,
}

/// The figures of one calibration.
#[derive(Clone, Debug, Serialize)]
struct CalibrationSummary {
    seed: u64,
    modes: BTreeMap<&'static str, ModeSummary>,
}

/// The figures of a platform.
#[derive(Clone, Debug, Serialize)]
pub struct ModeSummary {
    /// √(Σd²/(n−1)) of the estimates of the seven exact programs.
    pub deviation: f64,
    /// Mean |D.| of these.
    pub size: f64,
    /// Mean |Pr.D| of the other four.
    pub priced_bounds: f64,
    /// The largest |Pr.D| of all eleven.
    pub worst: f64,
    /// Programs that took no part, of a mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Goals that took no part, of a mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<UnseenSummary>,
}

/// Goals that took no part in making the model.
#[derive(Clone, Debug, Serialize)]
pub struct UnseenSummary {
    /// Observations, of all calibrations.
    pub observed: usize,
    /// Mean |d| of priced counts.
    pub size: f64,
    /// Median |d|.
    pub median: f64,
    /// Mean d.
    pub mean: f64,
    /// The largest |d|.
    pub worst: f64,
    /// Share of them in the band of their price.
    pub within: f64,
    /// The median of these bands, below and above the price.
    pub width: [f64; 2],
    /// Share of them that other programs disturbed.
    pub disturbed: f64,
}

impl UnseenSummary {
    /// None where nothing was observed.
    fn of(rows: &[&UnseenRow]) -> Option<UnseenSummary> {
        let d: Vec<f64> = rows.iter().filter_map(|row| row.deviation).collect();
        let mut sizes: Vec<f64> = d.iter().map(|d| d.abs()).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
        Some(UnseenSummary {
            observed: rows.len(),
            worst: *sizes.last()?,
            size: mean(&sizes),
            median: quantile(&sizes, 0.5),
            mean: mean(&d),
            within: share(rows, |row| row.within),
            width: middle(&rows.iter().map(|row| row.band.map(|end| end / 100.0)).collect::<Vec<_>>()),
            disturbed: share(rows, |row| row.disturbed),
        })
    }
}

/// What is measured besides the calibrations.
pub struct Measured {
    /// Inferences per second.
    pub rates: Rates,
    /// How many times as long a counted run takes.
    pub count_ratio: f64,
    /// How long estimates take, in milliseconds.
    pub estimates: Vec<(String, f64)>,
    /// How far observations beside a busy neighbour lie apart, in percent.
    pub crowded: f64,
    /// Goals that were watched.
    pub watched: Vec<WatchedRow>,
}

/// How 95 % bands hold on programs that took no part in the calibration.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// Observed points of the programs of table 7.
    pub points: usize,
    /// Share of them in the band of their priced counts.
    pub priced: f64,
    /// The median of these bands, below and above the estimate.
    pub width: [f64; 2],
    /// Share of them between the bounds.
    pub bounds: f64,
    /// Generated programs of kinds that were left out of the fit.
    pub left_out: usize,
    /// Share of these in the band of their estimate.
    pub left_out_within: f64,
    /// The median of these bands.
    pub left_out_width: [f64; 2],
    /// Mean |d| of these.
    pub left_out_size: f64,
    /// The largest |d| of a point of table 7's programs.
    pub worst: f64,
}

/// The noise of a calibration.
#[derive(Clone, Debug, Serialize)]
pub struct NoiseSummary {
    /// The mode.
    pub mode: &'static str,
    /// The seed.
    pub seed: u64,
    /// What the probe takes where nothing is in its way, in nanoseconds.
    pub probe: f64,
    /// Batches beside a slow probe, which do not count.
    pub dropped: f64,
    /// Programs of which too few batches were left.
    pub disturbed: f64,
    /// Spread between the launches of a workload: median.
    pub spread_median: f64,
    /// The same, 90th percentile.
    pub spread_ninetieth: f64,
    /// How much slower the slowest launch was than the fastest, over all workloads.
    pub drift: f64,
    /// Spread between the launches of the median observation.
    pub observed: f64,
}

/// A model of table 11: means over the calibrations of the fast mode.
#[derive(Clone, Debug, Serialize)]
pub struct ModelSummary {
    /// Its name.
    pub model: &'static str,
    /// What it prices.
    pub prices: &'static str,
    /// √(Σd²/(n−1)) over the exact programs.
    pub deviation: f64,
    /// Mean |d| over the others.
    pub bounds: f64,
}

/// The model without a part.
#[derive(Clone, Debug, Serialize)]
pub struct PartSummary {
    /// What is left.
    pub model: &'static str,
    /// Prices that were fitted.
    pub prices: usize,
    /// Runs that they come from.
    pub runs: usize,
    /// Programs that were predicted without having been seen.
    pub programs: usize,
    /// Mean |d|.
    pub size: f64,
    /// Median |d|.
    pub median: f64,
    /// Mean d.
    pub mean: f64,
    /// What 95 of 100 |d| are below.
    pub most: f64,
    /// Where 95 of 100 measured times lie, below and above the predicted; none where there are too few programs.
    pub band: [Option<f64>; 2],
}

/// A goal that once was far off.
#[derive(Clone, Debug, Serialize)]
pub struct GoalSummary {
    /// What it does.
    pub goal: &'static str,
    /// Whether it is about long lists.
    pub is_large: bool,
    /// Its priced counts.
    pub priced: f64,
    /// What it took.
    pub observed: f64,
    /// The one against the other.
    pub deviation: Option<f64>,
}

/// A kind of programs left out of the fit.
#[derive(Clone, Debug, Serialize)]
pub struct KindSummary {
    /// The kind.
    pub kind: String,
    /// How many programs.
    pub programs: usize,
    /// Mean |d|.
    pub size: f64,
    /// Mean d.
    pub mean: f64,
}

/// A kind of programs that prices come from.
#[derive(Clone, Debug, Serialize)]
pub struct CalibratorSummary {
    /// The kind.
    pub kind: String,
    /// Whether each repeats one thing, and what else it does is subtracted.
    pub isolates: bool,
    /// How many programs.
    pub programs: usize,
    /// Instructions of the smallest and the largest.
    pub instructions: [u64; 2],
    /// The keys that they price.
    pub variables: Vec<String>,
}

/// A row of tables 8 to 10.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramSummary {
    /// Number in table 7.
    pub number: usize,
    /// `name/arity`.
    pub program: String,
    /// E, L or U.
    pub approximation: &'static str,
    /// The cost function.
    pub function: String,
    /// Its value.
    pub estimated: Option<f64>,
    /// The price of the counted instructions.
    pub priced: f64,
    /// The observed time.
    pub observed: f64,
    /// Estimated against observed.
    pub deviation: Option<f64>,
    /// Priced against observed.
    pub priced_deviation: Option<f64>,
}

/// The name of the fast mode with one measured run.
pub const ONCE: &str = "fast_measured_once";

/// The platforms in the order of the tables.
pub const PLATFORMS: [&str; 4] = ["fast", "predictable", "exact", ONCE];

/// The name of a mode.
pub fn name(mode: Mode) -> &'static str {
    PLATFORMS[match mode {
        Mode::Fast => 0,
        Mode::Predictable => 1,
        Mode::Exact => 2,
    }]
}

impl Summary {
    /// Sums up evaluations.
    pub fn of(provenance: &Provenance, evaluations: &[Evaluation], measured: Measured) -> Summary {
        let Measured { rates, count_ratio, estimates, crowded, watched } = measured;
        let mut seeds: Vec<u64> = evaluations.iter().map(|evaluation| evaluation.seed).collect();
        seeds.dedup();
        let calibrations = seeds
            .into_iter()
            .map(|seed| CalibrationSummary {
                seed,
                modes: modes(evaluations.iter().filter(|evaluation| evaluation.seed == seed)),
            })
            .collect();
        let first = |mode: Mode| evaluations.iter().find(move |evaluation| evaluation.mode == mode);
        let by_mode = || Mode::ALL.into_iter().filter_map(|mode| Some((name(mode), first(mode)?)));
        let mut programs: BTreeMap<&'static str, Vec<ProgramSummary>> =
            by_mode().map(|(mode, of)| (mode, of.rows.iter().map(program).collect())).collect();
        if let Some(fast) = first(Mode::Fast) {
            programs.insert(ONCE, fast.once.iter().map(program).collect());
        }
        let mut summary = Summary {
            command: provenance.command.clone(),
            commit: provenance.commit.clone(),
            compiler: provenance.compiler.clone(),
            processor: provenance.processor.clone(),
            date: provenance.date.clone(),
            figures: Vec::new(),
            calibrations,
            overall: modes(evaluations.iter()),
            noise: evaluations.iter().map(noise).collect(),
            models: models(evaluations),
            parts: by_mode().map(|(mode, of)| (mode, of.parts.iter().map(part).collect())).collect(),
            unification: by_mode().map(|(mode, of)| (mode, of.unify.clone())).collect(),
            goals: by_mode().map(|(mode, of)| (mode, goals(of))).collect(),
            unseen: by_mode().map(|(mode, of)| (mode, of.unseen.clone())).collect(),
            watching: first(Mode::Fast).map(watching_of).unwrap_or_default(),
            watched,
            crowded,
            kinds: by_mode().map(|(mode, of)| (mode, kinds(of))).collect(),
            calibrators: first(Mode::Fast).map(calibrators_of).unwrap_or_default(),
            programs,
            rates,
            count_ratio,
            estimate_ms: estimates.into_iter().collect(),
        };
        summary.figures = reached(&summary);
        summary
    }
}

fn modes<'a>(evaluations: impl Iterator<Item = &'a Evaluation> + Clone) -> BTreeMap<&'static str, ModeSummary> {
    let mut modes = BTreeMap::new();
    for mode in Mode::ALL {
        let of_mode: Vec<&Evaluation> = evaluations.clone().filter(|evaluation| evaluation.mode == mode).collect();
        let rows: Vec<&Row> = of_mode.iter().flat_map(|evaluation| &evaluation.rows).collect();
        let unseen: Vec<&UnseenRow> = of_mode.iter().flat_map(|evaluation| &evaluation.unseen).collect();
        let of_figures = summed(figures(rows.iter().copied()));
        let (coverage, unseen) = (Some(coverage(&of_mode)), UnseenSummary::of(&unseen));
        modes.insert(name(mode), ModeSummary { coverage, unseen, ..of_figures });
        if mode == Mode::Fast {
            let rows: Vec<&Row> = of_mode.iter().flat_map(|evaluation| &evaluation.once).collect();
            modes.insert(ONCE, summed(figures(rows.iter().copied())));
        }
    }
    modes
}

fn summed(figures: Figures) -> ModeSummary {
    ModeSummary {
        deviation: figures.deviation * 100.0,
        size: figures.size * 100.0,
        priced_bounds: figures.priced * 100.0,
        worst: figures.worst * 100.0,
        coverage: None,
        unseen: None,
    }
}

/// The share of those for which something holds, in percent.
fn share<T>(of: &[T], holds: impl Fn(&T) -> bool) -> f64 {
    of.iter().filter(|one| holds(one)).count() as f64 / of.len().max(1) as f64 * 100.0
}

/// The medians of both ends, in percent.
fn middle(widths: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|end| {
        let mut ends: Vec<f64> = widths.iter().map(|width| width[end]).collect();
        ends.sort_unstable_by(f64::total_cmp);
        if ends.is_empty() { 0.0 } else { quantile(&ends, 0.5) * 100.0 }
    })
}

fn coverage(evaluations: &[&Evaluation]) -> Coverage {
    let points: Vec<&Point> = evaluations.iter().flat_map(|of| &of.points).collect();
    let off = |point: &&Point| harmonic_difference(point.priced.time, wam::cost::Nanoseconds(point.whole)).abs();
    // Of each program left out: whether its band holds, the band, and d.
    let left_out: Vec<(bool, [f64; 2], f64)> = (evaluations.iter())
        .flat_map(|of| {
            let calibration = &of.calibration;
            let prices = calibration.profile.as_prices();
            calibration.held_out.iter().map(move |point| {
                let uneven = prices.uneven_share(&calibration.runs[point.row].counts);
                let band = calibration.profile.band_at(uneven);
                let d = harmonic_difference(point.predicted, point.measured).abs();
                (band.holds(point.predicted, point.measured), [band.low - 1.0, band.high - 1.0], d)
            })
        })
        .collect();
    Coverage {
        points: points.len(),
        priced: share(&points, |point| point.is_priced_within()),
        width: middle(&points.iter().map(|point| point.width()).collect::<Vec<_>>()),
        bounds: share(&points, |point| point.is_covered()),
        left_out: left_out.len(),
        left_out_within: share(&left_out, |of| of.0),
        left_out_width: middle(&left_out.iter().map(|of| of.1).collect::<Vec<_>>()),
        left_out_size: left_out.iter().map(|of| of.2).sum::<f64>() / left_out.len().max(1) as f64 * 100.0,
        worst: points.iter().map(off).fold(0.0, f64::max) * 100.0,
    }
}

fn noise(evaluation: &Evaluation) -> NoiseSummary {
    let noise = evaluation.calibration.profile.noise;
    NoiseSummary {
        mode: name(evaluation.mode),
        seed: evaluation.seed,
        probe: noise.probe.0,
        dropped: noise.dropped * 100.0,
        disturbed: noise.disturbed * 100.0,
        spread_median: noise.spread_median * 100.0,
        spread_ninetieth: noise.spread_ninetieth * 100.0,
        drift: noise.drift * 100.0,
        observed: evaluation.spread * 100.0,
    }
}

fn models(evaluations: &[Evaluation]) -> Vec<ModelSummary> {
    let fast: Vec<&Evaluation> = evaluations.iter().filter(|evaluation| evaluation.mode == Mode::Fast).collect();
    let Some(first) = fast.first() else { return Vec::new() };
    let summed = |(at, row): (usize, &ModelRow)| {
        let mean = |of: fn(&ModelRow) -> f64| {
            fast.iter().map(|one| of(&one.models[at])).sum::<f64>() / fast.len() as f64 * 100.0
        };
        ModelSummary {
            model: row.model,
            prices: row.prices,
            deviation: mean(|row| row.exact),
            bounds: mean(|row| row.bounds),
        }
    };
    first.models.iter().enumerate().map(summed).collect()
}

fn part(earned: &Earned) -> PartSummary {
    let end = |factor: f64| Some((factor - 1.0) * 100.0).filter(|end| end.is_finite());
    PartSummary {
        model: earned.part.name(),
        prices: earned.prices,
        runs: earned.runs,
        programs: earned.programs,
        size: earned.size * 100.0,
        median: earned.median * 100.0,
        mean: earned.mean * 100.0,
        most: earned.most * 100.0,
        band: [end(earned.band.low), end(earned.band.high)],
    }
}

fn goals(evaluation: &Evaluation) -> Vec<GoalSummary> {
    let goal = |row: &super::goals::GoalRow| GoalSummary {
        goal: row.name,
        is_large: row.is_large,
        priced: row.priced,
        observed: row.observed,
        deviation: row.deviation().map(|d| d * 100.0),
    };
    evaluation.goals.iter().map(goal).collect()
}

fn kinds(evaluation: &Evaluation) -> Vec<KindSummary> {
    let kinds = evaluation.calibration.kinds().into_iter();
    let kind = |of: calibrate::calibration::KindError| KindSummary {
        kind: of.kind,
        programs: of.programs,
        size: of.size * 100.0,
        mean: of.mean * 100.0,
    };
    kinds.map(kind).collect()
}

fn watching_of(evaluation: &Evaluation) -> Vec<WatchingJson> {
    evaluation.calibration.profile.watching.iter().map(watching_json).collect()
}

fn calibrators_of(evaluation: &Evaluation) -> Vec<CalibratorSummary> {
    let kinds = calibrators(&evaluation.calibration.programs).into_iter();
    let kind = |of: calibrate::programs::Calibrators| CalibratorSummary {
        kind: of.kind,
        isolates: of.isolates,
        programs: of.programs,
        instructions: of.instructions,
        variables: of.variables.iter().map(ToString::to_string).collect(),
    };
    kinds.map(kind).collect()
}

fn program(row: &Row) -> ProgramSummary {
    ProgramSummary {
        number: row.number,
        program: row.predicate.clone(),
        approximation: row.approximation,
        function: row.function.clone(),
        estimated: row.estimated,
        priced: row.priced,
        observed: row.observed,
        deviation: row.deviation().map(|d| d * 100.0),
        priced_deviation: row.priced_deviation().map(|d| d * 100.0),
    }
}
