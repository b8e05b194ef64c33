//! Prices from runs: weighted, non-negative least squares with a ridge toward the mean price.
//!
//! Comes in: a [`Design`]. Goes out: [`Prices`], one non-negative price a column, in nanoseconds. Rows are divided by
//! their time, so that errors are relative; prices by the mean of their class, so that the unknowns are numbers near 1
//! and the ridge pulls them there, not to zero (spec/calibration.md, section 4). The ridge also picks the
//! representative where counts are dependent: Mera et al. 2008 set a price to zero there, which proposition 2 allows
//! as well, but leaves prices that cannot be read. [`Prices::shifted`] makes other representatives.

use crate::design::{COLUMNS, Column, Design};
use crate::error::CalibrationError;
use crate::laws::Relation;
use crate::model::{Group, Model, PriceClass, is_uneven};
use crate::nnls::{self, Solution};
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeMap;
use wam::cost::{CostTable, Counts, Key, Nanoseconds};

/// How strongly prices are pulled to the mean of their class, in units of squared relative errors of one run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ridge(pub f64);

impl Default for Ridge {
    /// The value that cross-validation chose on most machines; see `calibration.rs` for the choice.
    fn default() -> Self {
        Ridge(1e-3)
    }
}

/// How the residuals are counted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Loss {
    /// Squares.
    Squares,
    /// Squares up to this relative error, linear beyond: a few programs that the model cannot describe (mispredicted
    /// branches) move the prices less. What programs take longer than their instructions is not told from what they take
    /// less: that made every price too low (by 5 % on programs left out).
    #[default]
    Huber,
}

/// Where [`Loss::Huber`] turns linear: at this relative error, or at a multiple of the median error if that is more.
const HUBER_TURN: f64 = 0.03;
const HUBER_SCALE: f64 = 2.0;
const HUBER_ROUNDS: usize = 6;
/// Weights that change by less in a round have settled.
const HUBER_SETTLED: f64 = 0.02;
/// No class mean is taken to be below this share of the mean instruction.
const LEAST_CLASS_MEAN: f64 = 0.05;

/// A price for every column.
#[derive(Clone, PartialEq, Debug)]
pub struct Prices(Vec<f64>);

impl Prices {
    /// All zero.
    pub fn zero() -> Prices {
        Prices(vec![0.0; COLUMNS])
    }

    /// The price of a column, in nanoseconds.
    pub fn of(&self, column: Column) -> Nanoseconds {
        Nanoseconds(self.0[column.index()])
    }

    /// Sets the price of a column.
    pub fn set(&mut self, column: Column, price: Nanoseconds) {
        self.0[column.index()] = price.0;
    }

    /// What a run costs that executed these counts, without the overhead of entering the machine.
    pub fn price(&self, counts: &Counts) -> Nanoseconds {
        self.table().price(counts)
    }

    /// What a row of counts costs.
    pub fn price_row(&self, counts: &[(Column, i64)]) -> Nanoseconds {
        Nanoseconds(counts.iter().map(|&(column, count)| count as f64 * self.0[column.index()]).sum())
    }

    /// The share of what a row of counts costs that is of uneven kinds (see [`is_uneven`]).
    pub fn uneven_share(&self, counts: &[(Column, i64)]) -> f64 {
        let uneven: Vec<(Column, i64)> = counts.iter().copied().filter(|&(column, _)| is_uneven(column)).collect();
        self.price_row(&uneven).0 / self.price_row(counts).0
    }

    /// The prices of the cost keys.
    pub fn table(&self) -> CostTable {
        let mut table = CostTable::zero();
        Key::all().for_each(|key| table[key] = Nanoseconds(self.0[key.index()]));
        table
    }

    /// Another representative of the solution set (proposition 2): the prices moved along a relation as far as
    /// non-negative prices allow, or by `most` nanoseconds per coefficient.
    pub fn shifted(&self, relation: &Relation, most: Nanoseconds) -> Prices {
        let terms: Vec<(Column, f64)> =
            relation.terms().iter().map(|&(column, factor)| (column, factor as f64)).collect();
        let room = terms
            .iter()
            .filter(|(_, factor)| factor * most.0 < 0.0)
            .map(|&(column, factor)| self.0[column.index()] / factor.abs())
            .fold(most.0.abs(), f64::min);
        let mut other = self.clone();
        for (column, factor) in terms {
            let price = &mut other.0[column.index()];
            *price = (*price + factor * room.copysign(most.0)).max(0.0);
        }
        other
    }
}

/// A fit of a design.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The prices.
    pub prices: Prices,
    /// Which columns of the design have a positive price: a warm start for a neighbouring fit.
    pub free: Vec<bool>,
    /// What the prices were pulled to.
    pub priors: Priors,
}

/// Options of a fit.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FitOptions {
    /// The pull to the mean.
    pub ridge: Ridge,
    /// The loss.
    pub loss: Loss,
}

/// Fits prices to all rows of a design.
pub fn fit(design: &Design, options: FitOptions) -> Result<Fit, CalibrationError> {
    let priors = Priors::of(design, options.loss)?;
    fit_from(design, options, &priors, &vec![true; design.width()])
}

/// What the ridge pulls the prices of a design to.
#[derive(Clone, Debug)]
pub struct Priors {
    /// Mean price of each class of columns.
    pub means: BTreeMap<PriceClass, Nanoseconds>,
    /// For each column of the matrix, in nanoseconds.
    units: Vec<f64>,
}

/// The ridge of the first fit, which finds the priors of wide classes.
const FIRST_RIDGE: f64 = 1e-4;

impl Priors {
    /// Three sources. Ordinary instructions: the price that a fit with one price an instruction and outcome gives, so
    /// that variants are told apart only where the runs insist. Classes whose members differ by more than ten times: the
    /// price that a first fit gives with next to no ridge; a pull to a mean would be off by as much. The rest: the mean
    /// of the class.
    pub fn of(design: &Design, loss: Loss) -> Result<Priors, CalibrationError> {
        let means = class_means(design)?;
        let class_unit = |group: &Vec<Column>| means[&PriceClass::of(group[0])].0;
        let mut units: Vec<f64> = design.groups.iter().map(class_unit).collect();
        let first = normal(design, &design.weights, &units, FIRST_RIDGE, &vec![true; design.width()])?;
        for ((unit, group), &found) in units.iter_mut().zip(&design.groups).zip(first.x.iter()) {
            if PriceClass::of(group[0]).is_wide() {
                *unit *= found.max(LEAST_CLASS_MEAN);
            }
        }
        let opcode = |column: Column| match PriceClass::of(column) {
            PriceClass::Instruction => Model::Opcode.group(column),
            _ => Some(Group::Column(column)),
        };
        let numbers: Vec<Option<Group>> = design.groups.iter().map(|group| opcode(group[0])).collect();
        let (coarse, place) = regrouped(design, &numbers);
        let mut coarse_units = vec![0.0; coarse.width()];
        place.iter().zip(&units).for_each(|(&at, &unit)| coarse_units[at] = unit);
        let options = FitOptions { ridge: OPCODE_RIDGE, loss };
        let solution = robust(&coarse, &coarse_units, options, &vec![true; coarse.width()])?;
        for ((unit, group), &at) in units.iter_mut().zip(&design.groups).zip(&place) {
            if PriceClass::of(group[0]) == PriceClass::Instruction {
                *unit *= solution.x[at].clamp(PRIOR_RANGE.0, PRIOR_RANGE.1);
            }
        }
        Ok(Priors { means, units })
    }
}

/// The ridge of the fit with one price an instruction and outcome.
const OPCODE_RIDGE: Ridge = Ridge(1e-2);
/// Between which multiples of the class mean the prior of an ordinary instruction may lie.
const PRIOR_RANGE: (f64, f64) = (0.2, 5.0);

/// The same runs with columns summed that have the same number, and where each column went.
fn regrouped<T: Ord>(design: &Design, numbers: &[T]) -> (Design, Vec<usize>) {
    let mut distinct: Vec<&T> = numbers.iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let place: Vec<usize> =
        numbers.iter().map(|number| distinct.binary_search(&number).expect("every number is listed")).collect();
    let mut groups = vec![Vec::new(); distinct.len()];
    for (group, &at) in design.groups.iter().zip(&place) {
        groups[at].extend(group);
    }
    let sum = |row: &Vec<(usize, f64)>| {
        let mut sums = BTreeMap::new();
        row.iter().for_each(|&(column, count)| *sums.entry(place[column]).or_insert(0.0) += count);
        sums.into_iter().collect()
    };
    let coarse = Design {
        model: design.model,
        groups,
        rows: design.rows.iter().map(sum).collect(),
        times: design.times.clone(),
        weights: design.weights.clone(),
        families: design.families.clone(),
        missing: Vec::new(),
    };
    (coarse, place)
}

/// The same, from known priors and a guess of the positive prices.
pub fn fit_from(
    design: &Design,
    options: FitOptions,
    priors: &Priors,
    start: &[bool],
) -> Result<Fit, CalibrationError> {
    let (means, unit) = (&priors.means, &priors.units);
    let solution = robust(design, unit, options, start)?;
    let mut prices = Prices::zero();
    for column in Column::priced() {
        prices.set(column, means[&PriceClass::of(column)]);
    }
    for (at, group) in design.groups.iter().enumerate() {
        group.iter().for_each(|&column| prices.set(column, Nanoseconds(solution.x[at] * unit[at])));
    }
    if design.model != Model::Variant {
        unprice_others(design, &mut prices);
    }
    Ok(Fit { prices, free: solution.free, priors: priors.clone() })
}

/// Solves for prices in the given units, with the loss of the options by reweighting.
fn robust(design: &Design, unit: &[f64], options: FitOptions, start: &[bool]) -> Result<Solution, CalibrationError> {
    let mut weights = design.weights.clone();
    let mut solution = normal(design, &weights, unit, options.ridge.0, start)?;
    if options.loss != Loss::Squares {
        for _ in 0..HUBER_ROUNDS {
            let errors: Vec<f64> = (0..design.rows.len())
                .map(|at| {
                    let cells = design.rows[at].iter();
                    let predicted: f64 = cells.map(|&(column, count)| count * unit[column] * solution.x[column]).sum();
                    design.weights[at] * (predicted / design.times[at] - 1.0)
                })
                .collect();
            let turn = HUBER_TURN.max(HUBER_SCALE * median(&errors));
            let mut moved = 0.0f64;
            for (weight, (own, &error)) in weights.iter_mut().zip(design.weights.iter().zip(&errors)) {
                let before = std::mem::replace(weight, own * (turn / error.abs().max(turn)).sqrt());
                moved = moved.max((*weight / before - 1.0).abs());
            }
            if moved < HUBER_SETTLED {
                break;
            }
            solution = normal(design, &weights, unit, options.ridge.0, &solution.free)?;
        }
    }
    Ok(solution)
}

/// A coarse model prices only what it names: other columns cost nothing.
fn unprice_others(design: &Design, prices: &mut Prices) {
    let mut priced = [false; COLUMNS];
    design.groups.iter().flatten().for_each(|column| priced[column.index()] = true);
    for column in (0..COLUMNS as u16).map(Column).filter(|column| !priced[column.index()]) {
        prices.set(column, Nanoseconds(0.0));
    }
}

/// Solves the weighted normal equations for prices in units of their class means.
fn normal(
    design: &Design,
    weights: &[f64],
    unit: &[f64],
    ridge: f64,
    start: &[bool],
) -> Result<Solution, CalibrationError> {
    let width = design.width();
    let mut g = DMatrix::<f64>::identity(width, width) * ridge;
    let mut h = DVector::from_element(width, ridge);
    for ((row, &time), &weight) in design.rows.iter().zip(&design.times).zip(weights) {
        let scale = weight / time;
        for &(i, a) in row {
            let a = a * unit[i] * scale;
            h[i] += a * weight;
            for &(j, b) in row.iter().take_while(|&&(j, _)| j <= i) {
                g[(i, j)] += a * b * unit[j] * scale;
            }
        }
    }
    g.fill_upper_triangle_with_lower_triangle();
    nnls::solve(&g, &h, start)
}

/// Mean price per class of columns: the fit with one price a class, barely ridged.
pub fn class_means(design: &Design) -> Result<BTreeMap<PriceClass, Nanoseconds>, CalibrationError> {
    let class: Vec<PriceClass> = design.groups.iter().map(|group| PriceClass::of(group[0])).collect();
    let (coarse, place) = regrouped(design, &class);
    let overall = overall_mean(&coarse.rows, design);
    let width = coarse.width();
    let solution = normal(&coarse, &coarse.weights, &vec![overall; width], FIRST_RIDGE, &vec![true; width])?;
    let mut means: BTreeMap<PriceClass, Nanoseconds> =
        PriceClass::ALL.into_iter().map(|class| (class, Nanoseconds(overall))).collect();
    for (&class, &at) in class.iter().zip(&place) {
        means.insert(class, Nanoseconds(overall * solution.x[at].max(LEAST_CLASS_MEAN)));
    }
    Ok(means)
}

/// The median of the sizes of these numbers.
fn median(values: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = values.iter().map(|value| value.abs()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Time per execution of anything, the median over the rows.
fn overall_mean(rows: &[Vec<(usize, f64)>], design: &Design) -> f64 {
    let mut means: Vec<f64> = rows
        .iter()
        .zip(&design.times)
        .map(|(row, time)| time / row.iter().map(|&(_, count)| count.abs()).sum::<f64>().max(1.0))
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    means[means.len() / 2].max(f64::MIN_POSITIVE)
}
