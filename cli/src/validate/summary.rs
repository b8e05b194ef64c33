//! The figures that sum up a validation.

use super::Provenance;
use super::evaluate::{Evaluation, Figures, Row, figures};
use super::rates::Rates;
use crate::report::{Align, Grid, Paint};
use calibrate::profile::Mode;
use predict::units::significant;
use serde::Serialize;
use std::collections::BTreeMap;

/// Summary figures. Deviations and coverage are percentages.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    command: String,
    commit: String,
    compiler: String,
    processor: String,
    date: String,
    calibrations: Vec<CalibrationSummary>,
    overall: BTreeMap<&'static str, ModeSummary>,
    models: Vec<ModelSummary>,
    rates: Rates,
    count_ratio: f64,
    estimate_ms: BTreeMap<String, f64>,
}

/// The figures of one calibration.
#[derive(Clone, Debug, Serialize)]
struct CalibrationSummary {
    seed: u64,
    modes: BTreeMap<&'static str, ModeSummary>,
}

/// The figures of a mode.
#[derive(Clone, Debug, Serialize)]
struct ModeSummary {
    /// √(Σd²/(n−1)) of the estimates of the seven exact programs.
    deviation: f64,
    /// Mean |Pr.D| of the other four.
    priced_bounds: f64,
    /// Share of all observed points inside the 95 % bands.
    coverage: Option<f64>,
    /// Observed points.
    points: usize,
}

/// A model of table 11: means over the calibrations of the fast mode.
#[derive(Clone, Debug, Serialize)]
struct ModelSummary {
    model: &'static str,
    deviation: f64,
    bounds: f64,
}

/// The name of the fast mode with one measured run.
const ONCE: &str = "fast_measured_once";

impl Summary {
    /// Sums up evaluations.
    pub fn of(
        provenance: &Provenance,
        evaluations: &[Evaluation],
        rates: Rates,
        count_ratio: f64,
        estimates: Vec<(String, f64)>,
    ) -> Summary {
        let mut seeds: Vec<u64> = evaluations.iter().map(|evaluation| evaluation.seed).collect();
        seeds.dedup();
        let calibrations = seeds
            .into_iter()
            .map(|seed| CalibrationSummary {
                seed,
                modes: modes(evaluations.iter().filter(|evaluation| evaluation.seed == seed)),
            })
            .collect();
        Summary {
            command: provenance.command.clone(),
            commit: provenance.commit.clone(),
            compiler: provenance.compiler.clone(),
            processor: provenance.processor.clone(),
            date: provenance.date.clone(),
            calibrations,
            overall: modes(evaluations.iter()),
            models: models(evaluations),
            rates,
            count_ratio,
            estimate_ms: estimates.into_iter().collect(),
        }
    }

    /// For the terminal.
    pub fn text(&self, paint: Paint) -> String {
        let share = |value: f64| format!("{} %", significant(value, 3));
        let mut grid = Grid::new(&[
            ("mode", Align::Left),
            ("deviation, 7 exact programs", Align::Right),
            ("mean |Pr.D.|, 4 others", Align::Right),
            ("95 % bands hold", Align::Right),
            ("points", Align::Right),
        ]);
        for (mode, of) in &self.overall {
            let coverage = of.coverage.map_or("–".into(), share);
            let points = if of.coverage.is_some() { of.points.to_string() } else { "–".into() };
            grid.row(vec![mode.replace('_', " "), share(of.deviation), share(of.priced_bounds), coverage, points]);
        }
        let mut models =
            Grid::new(&[("model", Align::Left), ("deviation", Align::Right), ("mean |d|, 4 others", Align::Right)]);
        for row in &self.models {
            models.row(vec![row.model.into(), share(row.deviation), share(row.bounds)]);
        }
        let mut text = format!("{}\n{}", grid.text(paint), models.text(paint));
        text.push_str(&format!("\nnrev30: {} MLIPS", significant(self.rates.lips / 1e6, 3)));
        if let (Some(theirs), Some(ratio), Some(spread)) =
            (self.rates.swipl_lips, self.rates.ratio, self.rates.ratio_spread)
        {
            text.push_str(&format!(
                "; SWI-Prolog {} {} MLIPS; ratio {} ({} – {})",
                self.rates.swipl_version.as_deref().unwrap_or(""),
                significant(theirs / 1e6, 3),
                significant(ratio, 3),
                significant(spread[0], 3),
                significant(spread[1], 3)
            ));
        }
        let slowest = self.estimate_ms.iter().max_by(|a, b| a.1.total_cmp(b.1));
        text.push_str(&format!("\ncounting takes {} times a plain run", significant(self.count_ratio, 3)));
        if let Some((program, time)) = slowest {
            text.push_str(&format!("\nthe slowest estimate, of {program}, takes {} ms\n", significant(*time, 3)));
        }
        text
    }
}

fn modes<'a>(evaluations: impl Iterator<Item = &'a Evaluation> + Clone) -> BTreeMap<&'static str, ModeSummary> {
    let mut modes = BTreeMap::new();
    for mode in Mode::ALL {
        let of_mode = evaluations.clone().filter(move |evaluation| evaluation.mode == mode);
        let name = match mode {
            Mode::Fast => "fast",
            Mode::Predictable => "predictable",
            Mode::Exact => "exact",
        };
        let points: Vec<bool> =
            of_mode.clone().flat_map(|evaluation| evaluation.points.iter().map(|point| point.is_covered())).collect();
        let covered = points.iter().filter(|covered| **covered).count();
        let coverage = (!points.is_empty()).then(|| covered as f64 / points.len() as f64 * 100.0);
        let rows: Vec<&Row> = of_mode.clone().flat_map(|evaluation| &evaluation.rows).collect();
        modes.insert(name, summed(figures(rows.iter().copied()), coverage, points.len()));
        if mode == Mode::Fast {
            let rows: Vec<&Row> = of_mode.flat_map(|evaluation| &evaluation.once).collect();
            modes.insert(ONCE, summed(figures(rows.iter().copied()), None, rows.len()));
        }
    }
    modes
}

fn summed(figures: Figures, coverage: Option<f64>, points: usize) -> ModeSummary {
    ModeSummary { deviation: figures.deviation * 100.0, priced_bounds: figures.priced * 100.0, coverage, points }
}

fn models(evaluations: &[Evaluation]) -> Vec<ModelSummary> {
    let fast: Vec<&Evaluation> = evaluations.iter().filter(|evaluation| evaluation.mode == Mode::Fast).collect();
    let Some(first) = fast.first() else { return Vec::new() };
    let count = fast.len() as f64;
    (0..first.models.len())
        .map(|at| {
            let mean = |of: &dyn Fn(&Evaluation) -> f64| fast.iter().map(|one| of(one)).sum::<f64>() / count * 100.0;
            ModelSummary {
                model: first.models[at].model,
                deviation: mean(&|one| one.models[at].exact),
                bounds: mean(&|one| one.models[at].bounds),
            }
        })
        .collect()
}
