//! Plots as SVG: a predicted band against observed points, over sizes.
//!
//! Comes in: series of points in the base unit of a resource. Goes out: the text of an SVG file.

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::series::LineSeries;
use plotters::style::{Color, IntoFont, RGBColor, WHITE};
use predict::bounds::PointValue;
use predict::estimate::Estimate;
use predict::pricing::Prices;
use predict::sizes::SizePoint;
use predict::sizes::SizeReport;
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

/// What a plot shows.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// Above it.
    pub title: String,
    /// Below the horizontal axis: what the sizes are.
    pub sizes: String,
    /// What is on the vertical axis.
    pub resource: Resource,
    /// Size, and the least and the greatest predicted value; without the error of prices.
    pub bounds: Vec<BoundsPoint>,
    /// What these are.
    pub of: Lines,
    /// Size, and the ends between which 95 times of 100 are.
    pub band: Vec<(f64, f64, f64)>,
    /// Observed values by size.
    pub observed: Vec<(f64, f64)>,
}

impl Plot {
    /// An estimate over the size that moves; the other sizes are named below the axis.
    pub fn of(report: &Estimate) -> Plot {
        let moving = report.needed.iter().find(|name| {
            let mut values = report.points.iter().filter_map(|value| value.sizes.get(*name));
            let first = values.next();
            values.any(|value| Some(value) != first)
        });
        let moving = moving.or(report.needed.first()).cloned().unwrap_or_default();
        let x = |sizes: &SizePoint| sizes.get(&moving).map_or(0.0, |&size| size as f64);
        let of = report.sizes.iter().find(|size| size.name == moving);
        let sizes = of.map_or(moving.clone(), SizeReport::legend);
        let others = report.needed.iter().filter(|name| **name != moving).map(|name| {
            let together = report.points.iter().all(|value| value.sizes.get(name) == value.sizes.get(&moving));
            let first = report.points.first().and_then(|value| value.sizes.get(name)).copied().unwrap_or_default();
            if together { format!(", {name} = {moving}") } else { format!(", {name} = {first}") }
        });
        let sizes = sizes + &others.collect::<String>();
        let bounded = report.prices == Some(Prices::Bounds);
        let double = |value: &Option<Value>| value.as_ref().map(Value::to_f64);
        let of_point = |point: &PointValue| match point.expected.as_ref().filter(|_| bounded) {
            Some(expected) => (x(&point.sizes), double(&expected.lower), double(&expected.upper)),
            None => (x(&point.sizes), double(&point.lower), double(&point.upper)),
        };
        let banded = |value: &PointValue| match bounded {
            true => Some((x(&value.sizes), double(&value.lower)?, double(&value.upper)?)),
            false => Some((x(&value.sizes), value.band_low?, value.band_high?)),
        };
        Plot {
            title: report.entry.clone(),
            sizes,
            resource: report.resource,
            bounds: report.points.iter().map(of_point).collect(),
            of: if bounded { Lines::Expected } else { Lines::Bounds },
            band: report.points.iter().filter(|_| report.band.is_some()).filter_map(banded).collect(),
            observed: report.measured.iter().map(|run| (x(&run.sizes), run.observed)).collect(),
        }
    }
}

const LINE: RGBColor = RGBColor(31, 90, 150);
const UPPER: RGBColor = RGBColor(178, 74, 20);
const BAND: RGBColor = RGBColor(120, 160, 200);
const POINT: RGBColor = RGBColor(20, 20, 20);
const SIZE: (u32, u32) = (720, 460);

/// Draws a plot.
pub fn svg(plot: &Plot) -> String {
    let mut text = String::new();
    // Drawing into a string fails only where the axes are empty, which `range` prevents.
    draw(plot, &mut text).expect("an SVG text takes whatever is drawn");
    text
}

fn draw(plot: &Plot, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let xs = plot.bounds.iter().map(|point| point.0).chain(plot.observed.iter().map(|point| point.0));
    let ys = plot
        .bounds
        .iter()
        .flat_map(|point| [point.1, point.2])
        .flatten()
        .chain(plot.band.iter().map(|point| point.2))
        .chain(plot.observed.iter().map(|point| point.1));
    let (x_axis, highest) = (range(xs), ys.filter(|y| y.is_finite()).fold(0.0, f64::max));
    let (unit, name) = match plot.resource {
        Resource::Time => (TimeUnit::of(highest).nanoseconds(), format!("time ({})", TimeUnit::of(highest))),
        other => (1.0, other.unit().to_string()),
    };
    let top = if highest > 0.0 { highest / unit * 1.06 } else { 1.0 };
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(&plot.title, ("sans-serif", 18).into_font())
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x_axis.0..x_axis.1, 0.0..top)?;
    chart
        .configure_mesh()
        .x_desc(&plot.sizes)
        .y_desc(name)
        .x_label_formatter(&|x| label(*x, 6))
        .y_label_formatter(&|y| label(*y, 4))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 14))
        .light_line_style(WHITE)
        .bold_line_style(BAND.mix(0.25))
        .draw()?;
    let finite: Vec<(f64, f64, f64)> =
        plot.band.iter().copied().filter(|(_, low, high)| low.is_finite() && high.is_finite()).collect();
    if finite.len() > 1 {
        let mut outline: Vec<(f64, f64)> = finite.iter().map(|&(x, low, _)| (x, low / unit)).collect();
        outline.extend(finite.iter().rev().map(|&(x, _, high)| (x, high / unit)));
        chart
            .draw_series(std::iter::once(Polygon::new(outline, BAND.mix(0.35))))?
            .label(if plot.of == Lines::Expected { "95 of 100" } else { "95 % band" })
            .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 18, y + 5)], BAND.mix(0.35).filled()));
    }
    let side = |of: fn(&BoundsPoint) -> Option<f64>| -> Vec<(f64, f64)> {
        let points = plot.bounds.iter().filter_map(|point| Some((point.0, of(point)? / unit)));
        points.filter(|point| point.1.is_finite()).collect()
    };
    let (lower, upper) = (side(|point| point.1), side(|point| point.2));
    let [one, least, most] = match plot.of {
        Lines::Bounds => ["estimate", "lower bound", "upper bound"],
        Lines::Expected => ["expected", "expected, least", "expected, most"],
    };
    let lines =
        if lower == upper { vec![(one, LINE, lower)] } else { vec![(least, LINE, lower), (most, UPPER, upper)] };
    for (label, colour, points) in lines.into_iter().filter(|(_, _, points)| !points.is_empty()) {
        let style = colour.stroke_width(2);
        chart
            .draw_series(LineSeries::new(points, style))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    if !plot.observed.is_empty() {
        let points = plot.observed.iter().map(|&(x, y)| Circle::new((x, y / unit), 4, POINT.filled()));
        chart.draw_series(points)?.label("observed").legend(|(x, y)| Circle::new((x + 9, y), 4, POINT.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BAND)
        .label_font(("sans-serif", 13))
        .draw()?;
    root.present()?;
    Ok(())
}

/// A number at an axis: no zeros at the end of a fraction.
fn label(value: f64, digits: usize) -> String {
    let text = significant(value, digits);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

/// From the least to the greatest value, never empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if !low.is_finite() || !high.is_finite() {
        (0.0, 1.0)
    } else if low == high {
        (low - 1.0, high + 1.0)
    } else {
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> Plot {
        Plot {
            title: "append/3".into(),
            sizes: "x = length of argument 1".into(),
            resource: Resource::Time,
            bounds: (0..5).map(f64::from).map(|x| (x, Some(9e3 * x), Some(9.5e3 * x + 10.0))).collect(),
            of: Lines::Bounds,
            band: (0..5).map(f64::from).map(|x| (x, 8e3 * x, 1e4 * x + 20.0)).collect(),
            observed: vec![(2.0, 18.5e3), (4.0, 37e3)],
        }
    }

    #[test]
    fn axes_have_their_units_and_a_legend_names_the_series() {
        let text = svg(&plot());
        for expected in ["time (µs)", "x = length of argument 1", "lower bound", "upper bound", "95 % band", "observed"]
        {
            assert!(text.contains(expected), "{expected} is missing");
        }
    }

    #[test]
    fn what_is_expected_is_named_so() {
        let text = svg(&Plot { of: Lines::Expected, ..plot() });
        for expected in ["expected, least", "expected, most", "95 of 100"] {
            assert!(text.contains(expected), "{expected} is missing");
        }
        assert!(!text.contains("bound"), "{text}");
    }

    #[test]
    fn nothing_to_draw_is_an_empty_plot() {
        assert!(svg(&Plot::default()).starts_with("<svg"));
        let single = Plot { bounds: vec![(3.0, Some(1.0), None)], ..Plot::default() };
        assert!(svg(&single).contains("estimate") || svg(&single).contains("lower bound"));
    }
}
