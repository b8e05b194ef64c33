//! What each part of the model earns: the error on programs held out, with one part taken away at a time.
//!
//! Comes in: a [`Calibration`]. Goes out: a row for each [`Part`], all of them judged on the same programs, those that the
//! full model is judged on: whole kinds are left out of the fit, in the same folds. The ridge is the one that the full model
//! chose. Source: spec/calibration.md, section 2, whose table it makes anew.

use crate::bands::{self, Band, HeldOut, harmonic_difference, quantile};
use crate::calibration::{Calibration, Effort, with_variety};
use crate::design::{Column, Design, FEWEST_RUNS, Run};
use crate::error::CalibrationError;
use crate::fit::{self, FitOptions, Loss};
use crate::measure::{Progress, Stage, stop_if};
use crate::model::Model;
use crate::variety::Variety;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use wam::cost::Key;

/// The model, or the model without a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Nothing is taken away.
    Full,
    /// What programs of many different instructions take longer ([`crate::variety`]).
    Variety,
    /// Mispredicted branches ([`Key::MISSED`]).
    Mispredictions,
    /// What else runs are only observed to do ([`Key::OBSERVED`]): lines of memory fetched, long integers, texts compared.
    Observed,
    /// Variants of an instruction, and its work per unit: a price for each instruction and outcome.
    Variants,
    /// Instructions told apart: one price for all.
    Instructions,
    /// Programs that mix instructions: only isolating ones, as in the paper.
    Mixed,
    /// Three of four programs that mix instructions.
    MostPrograms,
    /// The loss that is linear for large errors: squares instead.
    Robustness,
}

/// The share of programs that is left by [`Part::MostPrograms`], and the seed that chooses them.
const LEFT: f64 = 0.25;
const LEFT_SEED: u64 = 0x9a27_5eed;

impl Part {
    /// All parts, the full model first.
    pub const ALL: [Part; 9] = [
        Part::Full,
        Part::Variety,
        Part::Mispredictions,
        Part::Observed,
        Part::Variants,
        Part::Instructions,
        Part::Mixed,
        Part::MostPrograms,
        Part::Robustness,
    ];

    /// What the model is that is left.
    pub fn name(self) -> &'static str {
        match self {
            Part::Full => "the full model",
            Part::Variety => "without the variety of instructions",
            Part::Mispredictions => "without mispredicted branches",
            Part::Observed => "without caches, texts and long integers",
            Part::Variants => "one price an instruction and outcome (M1)",
            Part::Instructions => "one price for all instructions (M0)",
            Part::Mixed => "isolating programs only, as in the paper",
            Part::MostPrograms => "a quarter of the mixed programs",
            Part::Robustness => "least squares",
        }
    }

    /// Whether a column is taken away.
    pub fn takes(self, column: Column) -> bool {
        let among = |keys: &[Key]| column.key().is_some_and(|key| keys.contains(&key));
        match self {
            Part::Mispredictions => among(&Key::MISSED),
            Part::Observed => among(&Key::OBSERVED) && !among(&Key::MISSED),
            Part::Full
            | Part::Variety
            | Part::Variants
            | Part::Instructions
            | Part::Mixed
            | Part::MostPrograms
            | Part::Robustness => false,
        }
    }

    /// The runs as they are counted without it.
    pub fn design(self, runs: &[Run]) -> Result<Design, CalibrationError> {
        let model = match self {
            Part::Variants => Model::Opcode,
            Part::Instructions => Model::Total,
            Part::Full
            | Part::Variety
            | Part::Mispredictions
            | Part::Observed
            | Part::Mixed
            | Part::MostPrograms
            | Part::Robustness => Model::Variant,
        };
        let less = |run: &Run| {
            let left = run.counts.iter().copied().filter(|&(column, _)| !self.takes(column));
            Run { counts: left.collect(), ..run.clone() }
        };
        Design::new(&runs.iter().map(less).collect::<Vec<Run>>(), model)
    }

    /// Which runs a fit may see.
    pub fn fitted(self, runs: &[Run]) -> Vec<bool> {
        let mut rng = ChaCha8Rng::seed_from_u64(LEFT_SEED);
        let fitted = |run: &Run| match self {
            Part::Mixed => !run.is_program(),
            Part::MostPrograms => !run.is_program() || rng.random_bool(LEFT),
            _ => true,
        };
        runs.iter().map(fitted).collect()
    }

    fn loss(self) -> Loss {
        if self == Part::Robustness { Loss::Squares } else { Loss::Huber }
    }
}

/// How far a model is off on the programs that its fit had not seen; d is the relative harmonic difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Earned {
    /// What was taken away.
    pub part: Part,
    /// Prices that were fitted.
    pub prices: usize,
    /// Runs that they come from; in folds, before a fold is left out.
    pub runs: usize,
    /// Programs that were predicted.
    pub programs: usize,
    /// Mean |d|.
    pub size: f64,
    /// Median |d|.
    pub median: f64,
    /// Mean d.
    pub mean: f64,
    /// What 95 of 100 |d| are below.
    pub most: f64,
    /// Where 95 of 100 measured times lie, as factors of the predicted.
    pub band: Band,
}

/// A row for each part, in their order.
pub fn earned(
    calibration: &Calibration,
    effort: Effort,
    progress: &mut dyn Progress,
    interrupt: &AtomicBool,
) -> Result<Vec<Earned>, CalibrationError> {
    progress.begin(Stage::Judging, Part::ALL.len() as u64);
    let rows = Part::ALL.iter().map(|&part| {
        stop_if(interrupt)?;
        let row = of_part(part, calibration, effort)?;
        progress.advance(1);
        Ok(row)
    });
    rows.collect()
}

fn of_part(part: Part, calibration: &Calibration, effort: Effort) -> Result<Earned, CalibrationError> {
    let variety = if part == Part::Variety { Variety::default() } else { calibration.profile.variety };
    let runs = &with_variety(&calibration.runs, variety);
    let design = part.design(runs)?;
    let fitted = part.fitted(runs);
    let judged: HashSet<usize> = calibration.held_out.iter().map(|point| point.row).collect();
    // Isolating programs are of other kinds than those that are predicted: all of them may be seen.
    let folds = match part {
        Part::Mixed => vec![((0..runs.len()).collect(), (0..runs.len()).collect())],
        _ => bands::by_folds(&design, effort.folds()),
    };
    let options = FitOptions { ridge: calibration.ridge, loss: part.loss() };
    let of_fold = |(mut inside, mut outside): (Vec<usize>, Vec<usize>)| -> Result<Vec<HeldOut>, CalibrationError> {
        inside.retain(|&row| fitted[row]);
        outside.retain(|row| judged.contains(row));
        if inside.len() < FEWEST_RUNS {
            return Err(CalibrationError::TooFewRuns { runs: inside.len(), needed: FEWEST_RUNS });
        }
        let fit = fit::fit(&design.with_rows(&inside), options)?;
        Ok(bands::predictions(&design, &fit.prices, &outside))
    };
    let held = folds.into_par_iter().map(of_fold).collect::<Result<Vec<_>, _>>()?.concat();
    let d: Vec<f64> = held.iter().map(|point| harmonic_difference(point.predicted, point.measured)).collect();
    let mut sizes: Vec<f64> = d.iter().map(|d| d.abs()).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    let share = |share: f64| if sizes.is_empty() { 0.0 } else { quantile(&sizes, share) };
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len().max(1) as f64;
    Ok(Earned {
        part,
        prices: design.width(),
        runs: fitted.iter().filter(|fitted| **fitted).count(),
        programs: held.len(),
        size: mean(&sizes),
        median: share(0.5),
        mean: mean(&d),
        most: share(0.95),
        band: Band::conformal(&held, 0.95),
    })
}
