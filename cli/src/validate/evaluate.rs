//! One calibration judged on the suite: estimated, priced and observed times of every case.
//!
//! Observed times are those of a run without entering and leaving the machine (the profile's price of that is taken
//! off), because the functions are of the predicate alone.

use super::observe::{Case, Subject, bench, chosen};
use super::suite::{Cost, Input, Sizes};
use crate::error::CliError;
use analyzer::budget::Budget;
use calibrate::bands::deviation;
use calibrate::calibration::{Calibration, Effort};
use calibrate::design::{Column, Design};
use calibrate::exclude::Evaluated;
use calibrate::fit::{FitOptions, Loss, fit};
use calibrate::model::Model;
use calibrate::profile::Mode;
use predict::bounds::{Bounded, bound};
use predict::compare::difference;
use predict::entries::Declared;
use predict::pricing::Pricing;
use predict::units::{Resource, Until};
use predict::value::Value;
use solver::Direction;
use wam::cost::{Counts, Nanoseconds};

/// A row of tables 8 to 10.
#[derive(Clone, Debug)]
pub struct Row {
    /// Number in table 7.
    pub number: usize,
    /// `name/arity`.
    pub predicate: String,
    /// E, L or U.
    pub approximation: &'static str,
    /// The cost function.
    pub function: String,
    /// Its value, in nanoseconds.
    pub estimated: Option<f64>,
    /// The price of the counted instructions.
    pub priced: f64,
    /// The observed time.
    pub observed: f64,
}

impl Row {
    /// Estimated against observed.
    pub fn deviation(&self) -> Option<f64> {
        difference(self.estimated, self.observed)
    }

    /// The same row with the model scaled by what one run at another size took: of what it was expected to, and of what its
    /// counts, mispredictions among them, were priced at.
    fn scaled(&self, factor: f64, of_counts: f64) -> Row {
        Row {
            function: format!("{factor:.3} × ({})", self.function),
            estimated: self.estimated.map(|value| value * factor),
            priced: self.priced * of_counts,
            ..self.clone()
        }
    }

    /// Priced against observed.
    pub fn priced_deviation(&self) -> Option<f64> {
        difference(Some(self.priced), self.observed)
    }
}

/// A case with its bounds: a point of a plot, and of the coverage.
#[derive(Clone, Debug)]
pub struct Point {
    /// Which subject.
    pub subject: usize,
    /// Which input.
    pub input: Input,
    /// Its sizes.
    pub sizes: Sizes,
    /// The lower bound, in nanoseconds.
    pub lower: Option<f64>,
    /// The upper bound.
    pub upper: Option<f64>,
    /// The lower bound's error band.
    pub band_low: Option<f64>,
    /// The upper bound's error band.
    pub band_high: Option<f64>,
    /// The observed time.
    pub observed: f64,
}

impl Point {
    /// Whether the observed time lies in the band.
    pub fn is_covered(&self) -> bool {
        let low = self.band_low.is_none_or(|low| low <= self.observed);
        low && self.band_high.is_none_or(|high| self.observed <= high)
    }
}

/// The deviation of one timing model.
#[derive(Clone, Debug)]
pub struct ModelRow {
    /// Its name.
    pub model: &'static str,
    /// What it prices.
    pub prices: &'static str,
    /// √(Σd²/(n−1)) over the exact programs.
    pub exact: f64,
    /// Mean |d| over the others.
    pub bounds: f64,
}

/// A calibration with everything it was judged by.
pub struct Evaluation {
    /// The mode.
    pub mode: Mode,
    /// The seed.
    pub seed: u64,
    /// The calibration.
    pub calibration: Calibration,
    /// The rows at the sizes of table 7.
    pub rows: Vec<Row>,
    /// The same, scaled by one measured run at another size.
    pub once: Vec<Row>,
    /// All cases.
    pub points: Vec<Point>,
    /// The models of table 11.
    pub models: Vec<ModelRow>,
}

/// Summary figures of rows.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// √(Σd²/(n−1)) of estimates over the exact programs.
    pub deviation: f64,
    /// Mean |Pr.D| over the others.
    pub priced: f64,
}

/// Summarises rows.
pub fn figures<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Figures {
    let exact: Vec<f64> = rows.clone().filter(|row| row.number <= 7).filter_map(Row::deviation).collect();
    let others: Vec<f64> = rows.filter(|row| row.number > 7).filter_map(Row::priced_deviation).map(f64::abs).collect();
    Figures { deviation: deviation(&exact), priced: others.iter().sum::<f64>() / others.len().max(1) as f64 }
}

/// The programs of the suite as the calibration must not see them.
pub fn evaluated(subjects: &[Subject], cases: &[Case]) -> Vec<Evaluated> {
    let at_table = cases.iter().filter(|case| case.sizes == subjects[case.subject].program.at);
    at_table
        .map(|case| Evaluated { counts: case.counts.clone(), text: subjects[case.subject].program.text.into() })
        .collect()
}

/// Calibrates, observes and judges.
pub fn evaluate(
    subjects: &[Subject],
    cases: &[Case],
    mode: Mode,
    effort: Effort,
    seed: u64,
) -> Result<Evaluation, CliError> {
    let (mut bench, order) = bench(subjects, cases, mode)?;
    let evaluated = evaluated(subjects, cases);
    let (calibration, seen) = crate::calibrate::run_beside(mode, effort, seed, evaluated, &mut bench)?;
    let mut runs = vec![(Counts::new(), Nanoseconds(0.0)); cases.len()];
    for (place, (counts, timing)) in order.into_iter().zip(seen) {
        runs[place] = (counts, timing.time);
    }
    let profile = &calibration.profile;
    let bounds: Vec<Bounded> = subjects
        .iter()
        .map(|subject| {
            let declared = Declared::of(&subject.loaded)?;
            let entry = declared.entry(subject.pred, None)?;
            Ok(bound(&declared, &entry, Resource::Time, Until::All, Some(Pricing::mean(profile)), Budget::unlimited())?)
        })
        .collect::<Result<Vec<Bounded>, CliError>>()?;
    let observed: Vec<f64> = runs.iter().map(|(_, time)| (time.0 - profile.run_overhead().0).max(1.0)).collect();
    let priced = |counts: &Counts| profile.for_run(counts).table().price(counts).0;
    let expected = profile.expected();
    let chosen = chosen(cases, &|case| expected.price(&case.counts).0);
    let (mut rows, mut once, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for &at in &chosen {
        let case = &cases[at];
        let (subject, bounded) = (&subjects[case.subject], &bounds[case.subject]);
        let value = bounded.at(&case.sizes.point(), Some(profile.band));
        points.push(Point {
            subject: case.subject,
            input: case.input,
            sizes: case.sizes,
            lower: value.lower.as_ref().map(Value::to_f64),
            upper: value.upper.as_ref().map(Value::to_f64),
            band_low: value.band_low,
            band_high: value.band_high,
            observed: observed[at],
        });
        if case.sizes != subject.program.at {
            continue;
        }
        let direction = if case.input == Input::Least { Direction::Lower } else { Direction::Upper };
        let row = Row {
            number: subject.program.number,
            predicate: subject.program.predicate.into(),
            approximation: match case.input {
                Input::Least => "L",
                Input::Any if bounded.exact => "E",
                Input::Any | Input::Most => "U",
            },
            function: bounded.function(bounded.side(direction)).map_or("unknown".into(), |side| side.readable),
            estimated: bounded.value(direction, &case.sizes.point()).map(|value| value.to_f64()),
            priced: priced(&runs[at].0),
            observed: observed[at],
        };
        let run = chosen.iter().copied().find(|&other| {
            let other = &cases[other];
            other.subject == case.subject && other.input == case.input && other.sizes == subject.program.once
        });
        let of_functions = profile.for_keys(bounded.keys).expected();
        let of_bounds = run.map_or(1.0, |run| observed[run] / of_functions.price(&cases[run].counts).0);
        let of_counts = run.map_or(1.0, |run| observed[run] / priced(&runs[run].0));
        once.push(row.scaled(of_bounds, of_counts));
        rows.push(row);
    }
    let models = models(&calibration, subjects, cases, &chosen, &runs)?;
    Ok(Evaluation { mode, seed, calibration, rows, once, points, models })
}

/// Table 11: coarser models fitted to the same runs.
fn models(
    calibration: &Calibration,
    subjects: &[Subject],
    cases: &[Case],
    chosen: &[usize],
    runs: &[(Counts, Nanoseconds)],
) -> Result<Vec<ModelRow>, CliError> {
    let kinds = [
        (Model::Steps, "steps only", "resolution steps"),
        (Model::Total, "M0", "instructions, all alike"),
        (Model::Opcode, "M1", "instruction and outcome"),
        (Model::Variant, "M2", "instruction, variant, outcome, work per unit"),
    ];
    let mut rows = Vec::new();
    for (model, name, prices) in kinds {
        let design = Design::new(&calibration.runs, model)?;
        let fitted = fit(&design, FitOptions { ridge: calibration.ridge, loss: Loss::Huber })?;
        let overhead = fitted.prices.of(Column::RUN).0;
        let (mut exact, mut bounds) = (Vec::new(), Vec::new());
        for (case, (counts, time)) in chosen.iter().map(|&at| (&cases[at], &runs[at])) {
            let subject = &subjects[case.subject];
            if case.sizes != subject.program.at {
                continue;
            }
            let predicted = fitted.prices.price(counts).0 + overhead;
            let d = difference(Some(predicted), time.0).unwrap_or(f64::INFINITY);
            match subject.program.cost {
                Cost::Exact => exact.push(d),
                Cost::Bounds => bounds.push(d.abs()),
            }
        }
        let mean = bounds.iter().sum::<f64>() / bounds.len().max(1) as f64;
        rows.push(ModelRow { model: name, prices, exact: deviation(&exact), bounds: mean });
    }
    Ok(rows)
}
