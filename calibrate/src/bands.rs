//! How sure prices and estimates are.
//!
//! Two different questions, two answers. *Prices*: bootstrap intervals ([`price_intervals`]), which say how well the
//! runs determine a price. *Estimates*: bands from programs the fit has not seen ([`cross_validate`], [`Band`]),
//! because the error of an estimate is mostly the model's, and bootstrap intervals covered only a third of real
//! targets (spec/calibration.md, section 4). Bands are cross-conformal: a family of programs is held out as a whole, so
//! that siblings of a program do not vouch for it.

use crate::design::{Column, Design};
use crate::error::CalibrationError;
use crate::fit::{self, Fit, FitOptions, Loss, Prices, Priors, Ridge};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use wam::cost::Nanoseconds;

/// An interval of prices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub low: Nanoseconds,
    /// Upper end.
    pub high: Nanoseconds,
}

/// Bootstrap intervals (2.5 % to 97.5 %) of all columns: rows are drawn with replacement, family by family.
/// Columns of coarse models or without runs get the interval of zero width around their price.
pub fn price_intervals(
    design: &Design,
    fitted: &Fit,
    options: FitOptions,
    resamples: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<(Column, Interval)>, CalibrationError> {
    let families = by_family(design);
    let mut samples: Vec<Vec<usize>> = vec![Vec::with_capacity(design.rows.len()); resamples];
    for sample in &mut samples {
        for members in &families {
            sample.extend(members.iter().map(|_| members[rng.random_range(0..members.len())]));
        }
    }
    let again = |rows: &Vec<usize>| fit::fit_from(&design.with_rows(rows), options, &fitted.priors, &fitted.free);
    let again = samples.par_iter().map(again).collect::<Result<Vec<Fit>, _>>()?;
    let prices = |group: &Vec<Column>| again.iter().map(|fit| fit.prices.of(group[0]).0).collect();
    let mut drawn: Vec<Vec<f64>> = design.groups.iter().map(prices).collect();
    let mut intervals = Vec::new();
    for (values, group) in drawn.iter_mut().zip(&design.groups) {
        values.sort_unstable_by(f64::total_cmp);
        for &column in group {
            let price = fitted.prices.of(column);
            let interval = match values.len() {
                0 => Interval { low: price, high: price },
                _ => Interval {
                    low: Nanoseconds(quantile(values, 0.025).min(price.0)),
                    high: Nanoseconds(quantile(values, 0.975).max(price.0)),
                },
            };
            intervals.push((column, interval));
        }
    }
    Ok(intervals)
}

/// What a program held out of the fit was predicted and measured to take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HeldOut {
    /// Row of the design.
    pub row: usize,
    /// Predicted time of a run.
    pub predicted: Nanoseconds,
    /// Measured time of a run.
    pub measured: Nanoseconds,
}

/// Predicts each row from a fit of the rows of other families, in `folds` folds: under each of these ridges. Rows with keys
/// that occur in no other family are left out: nothing can be said about them from the others.
pub fn cross_validate(
    design: &Design,
    loss: Loss,
    ridges: &[Ridge],
    folds: usize,
) -> Result<Vec<Vec<HeldOut>>, CalibrationError> {
    let predict_fold = |(inside, mut outside): (Vec<usize>, Vec<usize>)| {
        let part = design.with_rows(&inside);
        let mut known = vec![false; design.width()];
        part.rows.iter().flatten().for_each(|&(column, _)| known[column] = true);
        outside.retain(|&row| design.rows[row].iter().all(|&(column, _)| known[column]));
        let priors = Priors::of(&part, loss)?;
        let mut free = vec![true; design.width()];
        let predicted = ridges.iter().map(|&ridge| {
            let fitted = fit::fit_from(&part, FitOptions { ridge, loss }, &priors, &free)?;
            free = fitted.free;
            Ok(predictions(design, &fitted.prices, &outside))
        });
        predicted.collect::<Result<Vec<_>, CalibrationError>>()
    };
    let of_folds = by_folds(design, folds).into_par_iter().map(predict_fold).collect::<Result<Vec<_>, _>>()?;
    let of_ridge = |at: usize| {
        let mut held: Vec<HeldOut> = of_folds.iter().flat_map(|fold| fold[at].iter().copied()).collect();
        held.sort_unstable_by_key(|point| point.row);
        held
    };
    Ok((0..ridges.len()).map(of_ridge).collect())
}

/// The rows inside and outside of each fold; a family is in one as a whole.
pub(crate) fn by_folds(design: &Design, folds: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let families = by_family(design);
    let folds = folds.clamp(2, families.len().max(2));
    let of_fold = |fold: usize| {
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (number, members) in families.iter().enumerate() {
            if number % folds == fold { &mut outside } else { &mut inside }.extend(members.iter().copied());
        }
        (inside, outside)
    };
    (0..folds).map(of_fold).collect()
}

/// What these rows of a design are predicted to take, and took.
pub(crate) fn predictions(design: &Design, prices: &Prices, rows: &[usize]) -> Vec<HeldOut> {
    let held = |&row: &usize| HeldOut {
        row,
        predicted: predict(design, row, prices),
        measured: Nanoseconds(design.times[row]),
    };
    rows.iter().map(held).collect()
}

fn predict(design: &Design, row: usize, prices: &Prices) -> Nanoseconds {
    Nanoseconds(design.rows[row].iter().map(|&(column, count)| count * prices.of(design.groups[column][0]).0).sum())
}

/// Rows by family, in family order.
fn by_family(design: &Design) -> Vec<Vec<usize>> {
    let count = design.families.iter().max().map_or(0, |&last| last + 1);
    let mut families = vec![Vec::new(); count];
    for (row, &family) in design.families.iter().enumerate() {
        families[family].push(row);
    }
    families.retain(|members| !members.is_empty());
    families
}

/// Around an estimate, where the measured time lies with a stated probability: from `estimate × low` to
/// `estimate × high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// Factor of the lower end, at most 1.
    pub low: f64,
    /// Factor of the upper end, at least 1.
    pub high: f64,
}

impl Band {
    /// The band that holds measured times of unseen programs with probability `level` (0 to 1), by the conformal
    /// quantiles of held-out ratios measured / predicted.
    pub fn conformal(held: &[HeldOut], level: f64) -> Band {
        let mut ratios: Vec<f64> = held.iter().map(|point| point.measured.0 / point.predicted.0).collect();
        ratios.retain(|ratio| ratio.is_finite());
        ratios.sort_unstable_by(f64::total_cmp);
        if ratios.is_empty() {
            return Band { low: 0.0, high: f64::INFINITY };
        }
        // The finite-sample correction: rank ⌈(n + 1)·p⌉ instead of n·p, at either end.
        let n = ratios.len() as f64;
        let beyond = ((n + 1.0) * (1.0 - level) / 2.0).floor() as usize;
        let low = if beyond == 0 { 0.0 } else { ratios[beyond - 1] };
        let high = if beyond == 0 { f64::INFINITY } else { ratios[ratios.len() - beyond] };
        Band { low: low.min(1.0), high: high.max(1.0) }
    }

    /// The band of an estimate that is besides off by a factor whose logarithm is about so large: squares add up.
    pub fn widened(self, by: f64) -> Band {
        let wider = |factor: f64| factor.ln().hypot(by);
        Band { low: (-wider(self.low)).exp(), high: wider(self.high).exp() }
    }

    /// Whether it holds a measured time.
    pub fn holds(self, estimate: Nanoseconds, measured: Nanoseconds) -> bool {
        (estimate.0 * self.low..=estimate.0 * self.high).contains(&measured.0)
    }
}

/// The bands of estimates by how much of a time is of uneven kinds: builtins, units of work, slow numbers, whose prices rest
/// on fewer programs and are off by more (see [`crate::model::is_uneven`]). Each holds by itself (Mondrian conformal
/// prediction): of estimates with such a share, 95 of 100 lie in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bands(Vec<(f64, Band)>);

/// Up to which shares the bands reach.
const SHARES: [f64; 5] = [0.1, 0.3, 0.6, 0.9, 1.0];
/// From how many held-out programs on a band is one of its own.
const FEWEST: usize = 80;

impl Bands {
    /// The bands of held-out predictions, each with the share of it that is of uneven kinds.
    pub fn conformal(held: &[(f64, HeldOut)], level: f64) -> Bands {
        let mut bands = Vec::new();
        let mut waiting: Vec<HeldOut> = Vec::new();
        let mut from = 0.0;
        for to in SHARES {
            let within = |share: f64| (share >= from || from == 0.0) && (share < to || to == 1.0);
            waiting.extend(held.iter().filter(|(share, _)| within(*share)).map(|&(_, point)| point));
            from = to;
            if waiting.len() >= FEWEST {
                bands.push((to, Band::conformal(&waiting, level)));
                waiting.clear();
            }
        }
        // Too few at the end belong to the last band.
        if let Some(last) = bands.last_mut() {
            last.0 = 1.0;
        }
        Bands(bands)
    }

    /// From the ends of shares, in rising order, and their bands; none where they are not that.
    pub fn new(bands: Vec<(f64, Band)>) -> Option<Bands> {
        let rises = bands.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let ends = bands.last().is_none_or(|last| last.0 == 1.0);
        (rises && ends && bands.iter().all(|(share, _)| *share > 0.0)).then_some(Bands(bands))
    }

    /// The same with other bands.
    pub fn map(self, of: impl Fn(Band) -> Band) -> Bands {
        Bands(self.0.into_iter().map(|(end, band)| (end, of(band))).collect())
    }

    /// The ends of shares and the bands.
    pub fn by_share(&self) -> &[(f64, Band)] {
        &self.0
    }

    /// The band of estimates of which such a share is of uneven kinds; none where nothing is known of bands.
    pub fn at(&self, share: f64) -> Option<Band> {
        let of = self.0.iter().find(|(end, _)| share < *end).or(self.0.last());
        of.map(|&(_, band)| band)
    }
}

/// How far held-out predictions were off.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HeldOutError {
    /// √(Σd²/(n−1)), d the relative harmonic difference.
    pub deviation: f64,
    /// Mean |d|.
    pub mean: f64,
    /// 90th percentile of |d|.
    pub ninetieth: f64,
    /// How many programs.
    pub programs: usize,
}

impl HeldOutError {
    /// Summarises held-out predictions.
    pub fn of(held: &[HeldOut]) -> HeldOutError {
        let differences: Vec<f64> =
            held.iter().map(|point| harmonic_difference(point.predicted, point.measured)).collect();
        let mut sizes: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        HeldOutError {
            deviation: deviation(&differences),
            mean: sizes.iter().sum::<f64>() / sizes.len().max(1) as f64,
            ninetieth: if sizes.is_empty() { 0.0 } else { quantile(&sizes, 0.9) },
            programs: sizes.len(),
        }
    }
}

/// The paper's measure of error (section 6): (x − y)(1/x + 1/y)/2.
pub fn harmonic_difference(x: Nanoseconds, y: Nanoseconds) -> f64 {
    (x.0 - y.0) * (1.0 / x.0 + 1.0 / y.0) / 2.0
}

/// The paper's summary of errors (section 6, table 11): √(Σd²/(n−1)).
pub fn deviation(differences: &[f64]) -> f64 {
    let sum: f64 = differences.iter().map(|d| d * d).sum();
    (sum / (differences.len().max(2) - 1) as f64).sqrt()
}

/// The quantile of sorted values, by linear interpolation.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(ratios: impl IntoIterator<Item = f64>) -> Vec<HeldOut> {
        ratios
            .into_iter()
            .enumerate()
            .map(|(row, ratio)| HeldOut { row, predicted: Nanoseconds(100.0), measured: Nanoseconds(100.0 * ratio) })
            .collect()
    }

    #[test]
    fn a_band_leaves_out_its_share_of_either_tail() {
        let band = Band::conformal(&points((0..199).map(|i| 0.9 + f64::from(i) / 1000.0)), 0.95);
        assert!((band.low - 0.904).abs() < 1e-9, "{band:?}");
        assert!((band.high - 1.094).abs() < 1e-9, "{band:?}");
    }

    #[test]
    fn each_share_has_a_band_of_its_own_where_there_are_enough_points() {
        let of = |share: f64, width: f64| -> Vec<(f64, HeldOut)> {
            points((0..199).map(|i| 1.0 + width * (f64::from(i) / 99.0 - 1.0)))
                .into_iter()
                .map(|point| (share, point))
                .collect()
        };
        let bands = Bands::conformal(&[of(0.0, 0.1), of(0.5, 0.3), of(0.95, 0.5)].concat(), 0.95);
        let width = |share: f64| bands.at(share).map(|band| band.high - 1.0).unwrap();
        assert!((0.08..0.1).contains(&width(0.05)), "{bands:?}");
        assert!((0.27..0.3).contains(&width(0.2)) && width(0.2) == width(0.59), "{bands:?}");
        assert!((0.45..0.5).contains(&width(0.61)) && width(1.0) == width(0.7), "{bands:?}");
        // Too few for one of their own: with the ones before.
        let few = Bands::conformal(&[of(0.0, 0.1), of(0.95, 0.5)[..20].to_vec()].concat(), 0.95);
        assert_eq!(few.at(0.0), few.at(1.0));
        assert_eq!(Bands::default().at(0.5), None);
        assert_eq!(Bands::new(bands.by_share().to_vec()), Some(bands));
        assert_eq!(Bands::new(vec![(0.5, Band { low: 0.9, high: 1.1 })]), None);
    }

    #[test]
    fn too_few_points_give_no_finite_band() {
        assert_eq!(Band::conformal(&points([1.0; 10]), 0.95).high, f64::INFINITY);
    }

    #[test]
    fn the_paper_s_deviation_of_its_seven_exact_programs_is_4_72_percent() {
        let d = [-2.4, -2.3, -3.3, -5.7, -2.7, -7.8, -3.3];
        assert!((deviation(&d) - 4.72).abs() < 0.05);
    }

    #[test]
    fn quantiles_interpolate() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
    }
}
