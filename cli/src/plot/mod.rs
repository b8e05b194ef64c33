//! Plots of functions over a size: predicted bands against observed points.
//!
//! | module | is |
//! |---|---|
//! | [`svg`] | a plot as the text of an SVG file |
//! | [`png`] | the same as the bytes of a PNG file |
//! | [`text`] | a plot of characters, for the terminal |
//!
//! Comes in: an estimate, or series of points in the base unit of a resource. Goes out: a [`Plot`], which all are made from.

pub mod png;
pub mod svg;
pub mod text;

use crate::error::CliError;
use predict::bounds::PointValue;
use predict::estimate::Estimate;
use predict::observed::Observed;
use predict::pricing::Prices;
use predict::sizes::{SizePoint, SizeReport};
use predict::units::{Resource, TimeUnit, significant};
use predict::value::Value;

/// A size with its least and greatest predicted value.
pub type BoundsPoint = (f64, Option<f64>, Option<f64>);

/// What the lines of a plot are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lines {
    /// Bounds.
    #[default]
    Bounds,
    /// What is expected.
    Expected,
}

/// What runs of one size took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// The size.
    pub x: f64,
    /// The one in the middle.
    pub y: f64,
    /// The least and the greatest.
    pub ends: (f64, f64),
}

impl Seen {
    /// A single run.
    pub fn once(x: f64, y: f64) -> Seen {
        Seen { x, y, ends: (y, y) }
    }
}

/// Functions of the size that moves, with the others fixed.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// What is fixed, where there are several curves: `y = 10`.
    pub name: String,
    /// Size, and the least and the greatest predicted value; without the error of prices.
    pub bounds: Vec<BoundsPoint>,
    /// Size, and the ends between which 95 times of 100 are.
    pub band: Vec<(f64, f64, f64)>,
    /// What was observed.
    pub observed: Vec<Seen>,
}

/// What a plot shows.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// Above it.
    pub title: String,
    /// Below the horizontal axis: what the sizes are.
    pub sizes: String,
    /// What is on the vertical axis.
    pub resource: Resource,
    /// What the lines are.
    pub of: Lines,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// So many curves can be told apart.
const MOST_CURVES: usize = 6;

/// From how many times the least value to the greatest both axes are logarithmic, the horizontal and the vertical one.
const POWERS: (f64, f64) = (100.0, 1000.0);

/// From how many times what is in the middle to what is at the end the vertical axis alone is: a power less than the fifth does
/// not get there.
const EXPONENTIAL: f64 = 30.0;

/// An axis: its ends, and how it goes from one to the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    /// The least value.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Whether equal steps are equal factors.
    pub is_logarithmic: bool,
}

impl Axis {
    /// Where a value is, from 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        match self.is_logarithmic {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        }
    }

    /// From the least to the greatest value, never empty.
    fn around(values: &[f64]) -> Axis {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = values.iter().fold(ends, |(low, high), &x| (low.min(x), high.max(x)));
        let (low, high) = match (low, high) {
            (low, high) if !low.is_finite() || !high.is_finite() => (0.0, 1.0),
            (low, high) if low == high => (low - 1.0, high + 1.0),
            ends => ends,
        };
        Axis { low, high, is_logarithmic: false }
    }
}

impl Plot {
    /// An estimate over the size that moves; there is a curve for each value of the others, which are named.
    pub fn of(report: &Estimate) -> Result<Plot, CliError> {
        let values = |name: &String| {
            let mut values: Vec<i64> = report.points.iter().filter_map(|of| of.sizes.get(name)).copied().collect();
            values.sort_unstable();
            values.dedup();
            values.len()
        };
        // The first of those with the most values.
        let moving = report.needed.iter().rev().max_by_key(|name| values(name)).cloned().unwrap_or_default();
        let x = |sizes: &SizePoint| sizes.get(&moving).map_or(0.0, |&size| size as f64);
        let together = |name: &String| report.points.iter().all(|of| of.sizes.get(name) == of.sizes.get(&moving));
        let fixed = |sizes: &SizePoint| -> String {
            let others = sizes.iter().filter(|(name, _)| **name != moving && report.needed.contains(name));
            let others = others.filter(|(name, _)| !together(name));
            others.map(|(name, size)| format!("{name} = {size}")).collect::<Vec<String>>().join(", ")
        };
        let mut names: Vec<String> = Vec::new();
        report.points.iter().map(|of| fixed(&of.sizes)).for_each(|name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
        if names.len() > MOST_CURVES {
            let help = format!("give at most {MOST_CURVES} values beside those of {moving}");
            let what = format!("a plot has a curve for each of {}, …: {} are too many", names[0], names.len());
            return Err(CliError::with_help(what, help));
        }
        let bounded = report.prices == Some(Prices::Bounds);
        let curve = |name: &String| Curve {
            name: if names.len() > 1 { name.clone() } else { String::new() },
            bounds: of_curve(report, name, &fixed).map(|of| bounds_of(of, x(&of.sizes), bounded)).collect(),
            band: of_curve(report, name, &fixed)
                .filter(|_| report.band.is_some())
                .filter_map(|of| band_of(of, x(&of.sizes), bounded))
                .collect(),
            observed: (report.observed.iter().filter(|run| fixed(&run.sizes) == *name))
                .map(|run| seen(run, x(&run.sizes)))
                .chain(report.measured.iter().map(|run| Seen::once(x(&run.sizes), run.observed)))
                .collect(),
        };
        let legend = report.sizes.iter().find(|size| size.name == moving).map_or(moving.clone(), SizeReport::legend);
        let equal = report.needed.iter().filter(|name| **name != moving && together(name));
        let equal: String = equal.map(|name| format!(", {name} = {moving}")).collect();
        let only = names.first().filter(|name| names.len() == 1 && !name.is_empty());
        Ok(Plot {
            title: report.entry.clone(),
            sizes: legend + &equal + &only.map_or(String::new(), |name| format!(", {name}")),
            resource: report.resource,
            of: if bounded { Lines::Expected } else { Lines::Bounds },
            curves: names.iter().map(curve).collect(),
        })
    }

    /// All finite values there are to show.
    fn values(&self) -> Vec<f64> {
        let of = |curve: &Curve| {
            let bounds = curve.bounds.iter().flat_map(|point| [point.1, point.2]).flatten();
            let band = curve.band.iter().flat_map(|point| [point.1, point.2]);
            let observed = curve.observed.iter().flat_map(|seen| [seen.ends.0, seen.ends.1]);
            bounds.chain(band).chain(observed).filter(|y| y.is_finite()).collect::<Vec<f64>>()
        };
        self.curves.iter().flat_map(of).collect()
    }

    /// The axes that suit the values, the vertical one in the unit that is given with it. Both are logarithmic where sizes and
    /// values are of different orders, the vertical one alone where values grow like an exponential, none where there is a
    /// zero on it.
    pub fn axes(&self) -> (Axis, Axis, f64) {
        let places = |curve: &Curve| -> Vec<f64> {
            curve.bounds.iter().map(|point| point.0).chain(curve.observed.iter().map(|seen| seen.x)).collect()
        };
        let mut x = Axis::around(&self.curves.iter().flat_map(places).collect::<Vec<f64>>());
        let values = self.values();
        let (least, highest) = values.iter().fold((f64::INFINITY, 0.0), |(l, h): (f64, f64), &y| (l.min(y), h.max(y)));
        let unit = match self.resource {
            Resource::Time => TimeUnit::of(highest).nanoseconds(),
            _ => 1.0,
        };
        x.is_logarithmic = x.low > 0.0 && x.high / x.low >= POWERS.0 && least > 0.0 && highest / least >= POWERS.1;
        let is_logarithmic = x.is_logarithmic || least > 0.0 && self.is_exponential(f64::midpoint(x.low, x.high));
        let low = if is_logarithmic { least / unit / 1.3 } else { 0.0 };
        let high = match highest > 0.0 {
            true => highest / unit * if is_logarithmic { 1.3 } else { 1.06 },
            false => 1.0,
        };
        (x, Axis { low, high, is_logarithmic }, unit)
    }

    /// Whether a line is many times as high at its end as in the middle.
    fn is_exponential(&self, middle: f64) -> bool {
        let lines = self.curves.iter().flat_map(|curve| curve.lines(1.0, self.of));
        lines.into_iter().any(|(_, points)| {
            let half = points.iter().rfind(|point| point.0 <= middle);
            half.zip(points.last()).is_some_and(|(half, last)| last.1 / half.1 >= EXPONENTIAL)
        })
    }

    /// What the vertical axis shows.
    pub fn what(&self) -> String {
        let highest = self.values().into_iter().fold(0.0, f64::max);
        match self.resource {
            Resource::Time => format!("time ({})", TimeUnit::of(highest)),
            other => other.unit().to_string(),
        }
    }
}

impl Curve {
    /// Its lines, in a unit: one where both bounds are the same.
    pub fn lines(&self, unit: f64, of: Lines) -> Vec<(&'static str, Vec<(f64, f64)>)> {
        let side = |of: fn(&BoundsPoint) -> Option<f64>| -> Vec<(f64, f64)> {
            let points = self.bounds.iter().filter_map(|point| Some((point.0, of(point)? / unit)));
            points.filter(|point| point.1.is_finite()).collect()
        };
        let (lower, upper) = (side(|point| point.1), side(|point| point.2));
        let [one, least, most] = match of {
            Lines::Bounds => ["estimate", "lower bound", "upper bound"],
            Lines::Expected => ["expected", "expected, least", "expected, most"],
        };
        let lines = if lower == upper { vec![(one, lower)] } else { vec![(least, lower), (most, upper)] };
        lines.into_iter().filter(|(_, points)| !points.is_empty()).collect()
    }
}

/// The points of an estimate that belong to a curve.
fn of_curve<'a>(
    report: &'a Estimate,
    name: &'a str,
    fixed: &'a dyn Fn(&SizePoint) -> String,
) -> impl Iterator<Item = &'a PointValue> {
    report.points.iter().filter(move |of| fixed(&of.sizes) == name)
}

fn double(value: Option<&Value>) -> Option<f64> {
    value.map(Value::to_f64)
}

fn bounds_of(point: &PointValue, x: f64, bounded: bool) -> BoundsPoint {
    match point.expected.as_ref().filter(|_| bounded) {
        Some(expected) => (x, double(expected.lower.as_ref()), double(expected.upper.as_ref())),
        None => (x, double(point.lower.as_ref()), double(point.upper.as_ref())),
    }
}

fn band_of(point: &PointValue, x: f64, bounded: bool) -> Option<(f64, f64, f64)> {
    match bounded {
        true => Some((x, double(point.lower.as_ref())?, double(point.upper.as_ref())?)),
        false => Some((x, point.band_low?, point.band_high?)),
    }
}

fn seen(run: &Observed, x: f64) -> Seen {
    Seen { x, y: run.median.to_f64(), ends: (run.least.to_f64(), run.most.to_f64()) }
}

/// A number at an axis: no zeros at the end of a fraction.
fn label(value: f64, digits: usize) -> String {
    let text = significant(value, digits);
    let (fraction, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    match fraction.contains('.') {
        true => format!("{}{exponent}", fraction.trim_end_matches('0').trim_end_matches('.')),
        false => text,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    #[test]
    fn labels_have_no_zeros_at_the_end_of_their_fractions_alone() {
        let labels =
            [(5e120, 7), (6.71385e120, 7), (1.5, 4), (0.0, 4), (1200.0, 7)].map(|(value, digits)| label(value, digits));
        assert_eq!(labels, ["5e120", "6.71385e120", "1.5", "0", "1200"]);
    }

    /// A plot of five sizes.
    pub(crate) fn plot() -> Plot {
        let sizes = || (0..5).map(f64::from);
        Plot {
            title: "append/3".into(),
            sizes: "x = length of argument 1".into(),
            resource: Resource::Time,
            of: Lines::Bounds,
            curves: vec![Curve {
                name: String::new(),
                bounds: sizes().map(|x| (x, Some(9e3 * x), Some(9.5e3 * x + 10.0))).collect(),
                band: sizes().map(|x| (x, 8e3 * x, 1e4 * x + 20.0)).collect(),
                observed: vec![Seen::once(2.0, 18.5e3), Seen { x: 4.0, y: 37e3, ends: (36e3, 38e3) }],
            }],
        }
    }

    /// Bounds over some sizes.
    fn over(values: impl Iterator<Item = (f64, f64)>) -> Plot {
        let bounds = values.map(|(x, y)| (x, Some(y), Some(y))).collect();
        Plot { resource: Resource::Steps, curves: vec![Curve { bounds, ..Curve::default() }], ..Plot::default() }
    }

    #[test]
    fn axes_are_logarithmic_where_values_grow_by_factors() {
        let scales = |plot: Plot| {
            let (x, y, _) = plot.axes();
            (x.is_logarithmic, y.is_logarithmic)
        };
        let sizes = || (1..=20).map(f64::from);
        assert_eq!(scales(over(sizes().map(|x| (x, 3.0 * x)))), (false, false));
        assert_eq!(scales(over(sizes().map(|x| (x, x.exp2())))), (false, true));
        assert_eq!(scales(over(sizes().map(|x| (x, x.powi(3))))), (false, false));
        assert_eq!(scales(over(sizes().map(|x| (50.0 * x * x, x.powi(4) * 1e3)))), (true, true));
        assert_eq!(scales(over(sizes().map(|x| (x - 1.0, (x - 1.0).powi(9))))), (false, false), "there is a zero");
    }

    #[test]
    fn places_on_axes_are_between_their_ends() {
        let axis = Axis { low: 1.0, high: 100.0, is_logarithmic: true };
        assert_eq!([1.0, 10.0, 100.0].map(|value| (axis.place(value) * 100.0).round()), [0.0, 50.0, 100.0]);
        let axis = Axis { low: 0.0, high: 4.0, is_logarithmic: false };
        assert_eq!([0.0, 1.0, 4.0].map(|value| axis.place(value)), [0.0, 0.25, 1.0]);
    }
}
