//! One calibration judged on the suite: estimated, priced and observed times of every case.
//!
//! Observed times are those of a run without entering and leaving the machine (the profile's price of that is taken
//! off), because the functions are of the predicate alone.

use super::goals::{self, GoalRow};
use super::higher;
use super::observe::{Case, Extra, Subject, bench, chosen};
use super::suite::{Cost, Input, Sizes};
use super::unify::{self, UnifyRow};
use super::unseen::UnseenRow;
use crate::error::CliError;
use analyzer::budget::Budget;
use calibrate::bands::{Interval, deviation, quantile};
use calibrate::calibration::{Calibration, Effort};
use calibrate::design::{Column, Design};
use calibrate::exclude::Evaluated;
use calibrate::fit::{FitOptions, Loss, fit};
use calibrate::measure::Timing;
use calibrate::model::Model;
use calibrate::parts::Earned;
use calibrate::profile::{Estimate, Mode, Profile};
use predict::bounds::{Bounded, bound};
use predict::compare::difference;
use predict::entries::Declared;
use predict::pricing::Pricing;
use predict::units::{Resource, Until};
use predict::value::Value;
use solver::Direction;
use std::collections::BTreeMap;
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
    /// The lower bound at the expected prices, in nanoseconds.
    pub lower: Option<f64>,
    /// The upper bound.
    pub upper: Option<f64>,
    /// The lower bound at low prices: each by the band of its kind.
    pub band_low: Option<f64>,
    /// The upper bound at high prices.
    pub band_high: Option<f64>,
    /// The observed time.
    pub observed: f64,
    /// The price of the counted instructions, entering and leaving the machine included, with its band: that of the share of
    /// uneven kinds that it has.
    pub priced: Estimate,
    /// The observed time with entering and leaving the machine.
    pub whole: f64,
}

impl Point {
    /// Whether the observed time lies between the bounds.
    pub fn is_covered(&self) -> bool {
        let low = self.band_low.is_none_or(|low| low <= self.observed);
        low && self.band_high.is_none_or(|high| self.observed <= high)
    }

    /// Whether it lies in the band of the priced counts.
    pub fn is_priced_within(&self) -> bool {
        let Interval { low, high } = self.priced.interval;
        (low.0..=high.0).contains(&self.whole)
    }

    /// The band of the priced counts, as shares of their price below and above it.
    pub fn width(&self) -> [f64; 2] {
        let Estimate { time, interval } = self.priced;
        [interval.low.0 / time.0 - 1.0, interval.high.0 / time.0 - 1.0]
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
    /// The same, scaled by one measured run at another size; of the fast mode only.
    pub once: Vec<Row>,
    /// All cases.
    pub points: Vec<Point>,
    /// How far the launches of the median observation lie apart, as a share.
    pub spread: f64,
    /// Table 5.
    pub unify: Vec<UnifyRow>,
    /// Goals that once were far off.
    pub goals: Vec<GoalRow>,
    /// Goals that took no part in making the model, observed after the calibration.
    pub unseen: Vec<UnseenRow>,
    /// The models of table 11, of the fast mode.
    pub models: Vec<ModelRow>,
    /// What each part of the model earns, if it was asked for.
    pub parts: Vec<Earned>,
}

/// What is observed beside the programs of table 7.
pub struct Beside {
    unify: Extra,
    higher: Vec<Extra>,
    sizes: Vec<higher::Sizes>,
}

impl Beside {
    /// Reads the goals, and counts what the higher-level models price of theirs.
    pub fn new() -> Result<Beside, CliError> {
        let (higher, sizes) = higher::calibrators()?;
        Ok(Beside { unify: unify::goals()?, higher, sizes })
    }
}

/// Whether the parts of the model are taken away one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    /// They are.
    Judged,
    /// They are not: it takes a few seconds.
    Left,
}

/// Summary figures of rows.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// √(Σd²/(n−1)) of estimates over the exact programs.
    pub deviation: f64,
    /// Mean |D| of these.
    pub size: f64,
    /// Mean |Pr.D| over the others.
    pub priced: f64,
    /// The largest |Pr.D| of all.
    pub worst: f64,
}

/// Summarises rows.
pub fn figures<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Figures {
    let exact: Vec<f64> = rows.clone().filter(|row| row.number <= EXACT).filter_map(Row::deviation).collect();
    let priced = |rows: &mut dyn Iterator<Item = &'a Row>| -> Vec<f64> {
        rows.filter_map(Row::priced_deviation).map(f64::abs).collect()
    };
    let others = priced(&mut rows.clone().filter(|row| row.number > EXACT));
    let mean = |of: &[f64]| of.iter().map(|d| d.abs()).sum::<f64>() / of.len().max(1) as f64;
    Figures {
        deviation: deviation(&exact),
        size: mean(&exact),
        priced: mean(&others),
        worst: priced(&mut rows.clone()).into_iter().fold(0.0, f64::max),
    }
}

/// The first so many programs of table 7 have exact functions.
const EXACT: usize = 7;

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
    beside: &Beside,
    (mode, effort, seed): (Mode, Effort, u64),
    parts: Parts,
) -> Result<Evaluation, CliError> {
    let goals = goals::goals(mode)?;
    let higher: &[Extra] = if mode == Mode::Fast { &beside.higher } else { &[] };
    let extras: Vec<&Extra> = [&beside.unify, &goals].into_iter().chain(higher).collect();
    let (mut bench, order) = bench(subjects, cases, &extras, mode)?;
    let evaluated = evaluated(subjects, cases);
    let (calibration, mut seen) = crate::calibrate::run_beside(mode, effort, seed, evaluated, &mut bench)?;
    let mut spreads: Vec<f64> = seen.iter().map(|(_, timing)| timing.spread()).collect();
    spreads.sort_unstable_by(f64::total_cmp);
    let mut others = seen.split_off(order.len());
    let mut runs = vec![(Counts::new(), Nanoseconds(0.0)); cases.len()];
    for (place, (counts, timing)) in order.into_iter().zip(seen) {
        runs[place] = (counts, timing.time);
    }
    let timed = others.split_off(beside.unify.len() + goals.len());
    let profile = &calibration.profile;
    let overhead = profile.run_overhead().0;
    let times = |(counts, timing): &(Counts, Timing)| (without(timing.time, overhead), priced(profile, counts));
    let others: Vec<(f64, f64)> = others.iter().map(times).collect();
    let (of_unify, of_goals) = others.split_at(beside.unify.len());
    let (unify, goals) = (unify::rows(of_unify)?, goals::rows(mode, of_goals));
    let expected = profile.expected();
    let chosen = chosen(cases, &|case| expected.price(&case.counts).0);
    let judged = Judged { profile, subjects, cases, chosen: &chosen, runs: &runs };
    let means = judged.bounds(Pricing::mean(profile))?;
    let (rows, points) = (judged.rows(&means), judged.points(&means)?);
    let once = judged.once(&rows, &means);
    let models = match mode {
        Mode::Fast => [judged.higher(beside, &timed)?, judged.coarser(&calibration)?].concat(),
        Mode::Predictable | Mode::Exact => Vec::new(),
    };
    let parts = match parts {
        Parts::Judged => crate::calibrate::judge(&calibration, effort)?,
        Parts::Left => Vec::new(),
    };
    let spread = quantile(&spreads, 0.5);
    Ok(Evaluation {
        mode,
        seed,
        calibration,
        rows,
        once,
        points,
        spread,
        unify,
        goals,
        unseen: Vec::new(),
        models,
        parts,
    })
}

/// What counted instructions cost in a run of these.
fn priced(profile: &Profile, counts: &Counts) -> f64 {
    profile.for_run(counts).table().price(counts).0
}

/// A time without entering and leaving the machine.
fn without(time: Nanoseconds, overhead: f64) -> f64 {
    (time.0 - overhead).max(1.0)
}

/// What the programs of table 7 are judged by: a profile, and what they were counted and timed.
struct Judged<'a> {
    profile: &'a Profile,
    subjects: &'a [Subject],
    cases: &'a [Case],
    /// The cases that reach the bounds.
    chosen: &'a [usize],
    /// Counts and time of each case.
    runs: &'a [(Counts, Nanoseconds)],
}

impl Judged<'_> {
    fn bounds(&self, pricing: Pricing) -> Result<Vec<Bounded>, CliError> {
        let bounds = |subject: &Subject| -> Result<Bounded, CliError> {
            let declared = Declared::of(&subject.loaded)?;
            let entry = declared.entry(subject.pred, None)?;
            Ok(bound(&declared, &entry, Resource::Time, Until::All, Some(pricing), Budget::unlimited())?)
        };
        self.subjects.iter().map(bounds).collect()
    }

    /// The observed time of a case, without entering and leaving the machine.
    fn observed(&self, at: usize) -> f64 {
        without(self.runs[at].1, self.profile.run_overhead().0)
    }

    /// All cases, between bounds at the expected prices and at the low and the high ones.
    fn points(&self, means: &[Bounded]) -> Result<Vec<Point>, CliError> {
        let ends = self.bounds(Pricing::bounds(self.profile))?;
        let time = |value: &Option<Value>| value.as_ref().map(Value::to_f64);
        let point = |&at: &usize| {
            let (case, (counts, whole)) = (&self.cases[at], &self.runs[at]);
            let [value, end] = [means, &ends].map(|of| of[case.subject].at(&case.sizes.point(), None));
            Point {
                subject: case.subject,
                input: case.input,
                sizes: case.sizes,
                lower: time(&value.lower),
                upper: time(&value.upper),
                band_low: time(&end.lower),
                band_high: time(&end.upper),
                observed: self.observed(at),
                priced: self.profile.estimate(counts),
                whole: whole.0,
            }
        };
        Ok(self.chosen.iter().map(point).collect())
    }

    /// A row for each case of table 7.
    fn rows(&self, means: &[Bounded]) -> Vec<Row> {
        let row = |at: usize| {
            let case = &self.cases[at];
            let (program, bounded) = (&self.subjects[case.subject].program, &means[case.subject]);
            let direction = if case.input == Input::Least { Direction::Lower } else { Direction::Upper };
            Row {
                number: program.number,
                predicate: program.predicate.into(),
                approximation: match case.input {
                    Input::Least => "L",
                    Input::Any if bounded.exact => "E",
                    Input::Any | Input::Most => "U",
                },
                function: bounded.function(bounded.side(direction)).map_or("unknown".into(), |side| side.readable),
                estimated: bounded.value(direction, &case.sizes.point()).map(|value| value.to_f64()),
                priced: priced(self.profile, &self.runs[at].0),
                observed: self.observed(at),
            }
        };
        self.at_table().map(row).collect()
    }

    /// The same rows scaled by what one run at another size took.
    fn once(&self, rows: &[Row], means: &[Bounded]) -> Vec<Row> {
        let scaled = |(at, row): (usize, &Row)| {
            let case = &self.cases[at];
            let run = self.chosen.iter().copied().find(|&other| {
                let other = &self.cases[other];
                let once = self.subjects[case.subject].program.once;
                other.subject == case.subject && other.input == case.input && other.sizes == once
            });
            let expected = self.profile.for_breadth(means[case.subject].breadth).expected();
            let of_bounds = run.map_or(1.0, |run| self.observed(run) / expected.price(&self.cases[run].counts).0);
            let of_counts = run.map_or(1.0, |run| self.observed(run) / priced(self.profile, &self.runs[run].0));
            row.scaled(of_bounds, of_counts)
        };
        self.at_table().zip(rows).map(scaled).collect()
    }

    /// The cases that have the sizes of table 7.
    fn at_table(&self) -> impl Iterator<Item = usize> {
        let is = |at: &usize| self.cases[*at].sizes == self.subjects[self.cases[*at].subject].program.at;
        self.chosen.iter().copied().filter(is)
    }

    /// How far a model is off at the sizes of table 7: the predicted time of a run of each case, entering and leaving the
    /// machine included.
    fn model(&self, (model, prices): (&'static str, &'static str), predicted: &dyn Fn(usize) -> f64) -> ModelRow {
        let (mut exact, mut bounds) = (Vec::new(), Vec::new());
        for at in self.at_table() {
            let d = difference(Some(predicted(at)), self.runs[at].1.0).unwrap_or(f64::INFINITY);
            match self.subjects[self.cases[at].subject].program.cost {
                Cost::Exact => exact.push(d),
                Cost::Bounds => bounds.push(d.abs()),
            }
        }
        let mean = bounds.iter().sum::<f64>() / bounds.len().max(1) as f64;
        ModelRow { model, prices, exact: deviation(&exact), bounds: mean }
    }

    /// The higher-level models of table 11, their constants from programs made for it.
    fn higher(&self, beside: &Beside, timed: &[(Counts, Timing)]) -> Result<Vec<ModelRow>, CliError> {
        let times: Vec<f64> = timed.iter().map(|(_, timing)| timing.time.0).collect();
        let mut sizes = BTreeMap::new();
        for at in self.at_table() {
            let case = &self.cases[at];
            sizes.insert(at, higher::sizes_of(self.subjects[case.subject].program.text, &case.text)?);
        }
        let of_model = |model: &higher::HigherModel| {
            let constants = model.fit(&beside.sizes, &times)?;
            Ok(self.model((model.name, model.prices), &|at| model.time(&constants, &sizes[&at])))
        };
        higher::MODELS.iter().map(of_model).collect()
    }

    /// The models of the machine's instructions, coarser ones first, fitted to the same runs.
    fn coarser(&self, calibration: &Calibration) -> Result<Vec<ModelRow>, CliError> {
        let kinds = [
            (Model::Steps, ("steps only", "resolution steps")),
            (Model::Total, ("M0", "instructions, all alike")),
            (Model::Opcode, ("M1", "instruction and outcome")),
            (Model::Variant, ("M2", "instruction, variant, outcome, work per unit")),
        ];
        let of_model = |(model, name): (Model, (&'static str, &'static str))| {
            let design = Design::new(&calibration.runs, model)?;
            let fitted = fit(&design, FitOptions { ridge: calibration.ridge, loss: Loss::Huber })?;
            let overhead = fitted.prices.of(Column::RUN).0;
            Ok(self.model(name, &|at| fitted.prices.price(&self.runs[at].0).0 + overhead))
        };
        kinds.into_iter().map(of_model).collect()
    }
}
