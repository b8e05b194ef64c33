//! A plot as SVG: the text of a file.

use super::{Axis, Curve, Lines, Plot, Seen, label};
use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::series::LineSeries;
use plotters::style::{Color, IntoFont, RGBColor, WHITE};

const LINE: RGBColor = RGBColor(31, 90, 150);
const UPPER: RGBColor = RGBColor(178, 74, 20);
const BAND: RGBColor = RGBColor(120, 160, 200);
const POINT: RGBColor = RGBColor(20, 20, 20);
/// A colour a curve, where there are several.
const CURVES: [RGBColor; super::MOST_CURVES] =
    [LINE, UPPER, RGBColor(40, 120, 60), RGBColor(130, 60, 140), RGBColor(150, 120, 20), RGBColor(90, 90, 90)];

/// Width and height in pixels.
pub(super) const SIZE: (u32, u32) = (720, 460);
/// Coordinates are whole numbers of such parts of a pixel.
const FINE: u32 = 20;

const fn fine(pixels: u32) -> i32 {
    (pixels * FINE) as i32
}

/// Draws a plot.
pub fn svg(plot: &Plot) -> String {
    let mut text = String::new();
    // Drawing into a string fails only where the axes are empty, which they never are.
    draw(plot, &mut text).expect("an SVG text takes whatever is drawn");
    let (width, height) = SIZE;
    let drawn = format!("width=\"{}\" height=\"{}\"", width * FINE, height * FINE);
    text.replacen(&drawn, &format!("width=\"{width}\" height=\"{height}\""), 1)
}

type Drawn = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw(plot: &Plot, text: &mut String) -> Drawn {
    let area = SVGBackend::with_string(text, (SIZE.0 * FINE, SIZE.1 * FINE)).into_drawing_area();
    area.fill(&WHITE)?;
    let (x, y, unit) = plot.axes();
    let range = |axis: Axis| axis.low..axis.high;
    match (x.is_logarithmic, y.is_logarithmic) {
        (false, false) => on(plot, &area, range(x), range(y), unit)?,
        (false, true) => on(plot, &area, range(x), range(y).log_scale(), unit)?,
        (true, false) => on(plot, &area, range(x).log_scale(), range(y), unit)?,
        (true, true) => on(plot, &area, range(x).log_scale(), range(y).log_scale(), unit)?,
    }
    area.present()?;
    Ok(())
}

/// Draws a plot on axes.
fn on<X, Y>(plot: &Plot, area: &Area<'_>, x: X, y: Y, unit: f64) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let mut chart = ChartBuilder::on(area)
        .caption(&plot.title, ("sans-serif", fine(18)).into_font())
        .margin(fine(14))
        .x_label_area_size(fine(44))
        .y_label_area_size(fine(64))
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(&plot.sizes)
        .y_desc(plot.what())
        .x_label_formatter(&|x| label(*x, 6))
        .y_label_formatter(&|y| label(*y, 4))
        .label_style(("sans-serif", fine(13)))
        .axis_desc_style(("sans-serif", fine(14)))
        .axis_style(POINT.stroke_width(FINE))
        .light_line_style(WHITE)
        .bold_line_style(BAND.mix(0.25).stroke_width(FINE))
        .set_all_tick_mark_size(fine(4))
        .draw()?;
    let several = plot.curves.len() > 1;
    for curve in plot.curves.iter().filter(|_| !several) {
        let outline = outline(curve, unit);
        if outline.len() > 2 {
            chart
                .draw_series(std::iter::once(Polygon::new(outline, BAND.mix(0.35))))?
                .label(if plot.of == Lines::Expected { "95 of 100" } else { "95 % band" })
                .legend(|(x, y)| {
                    Rectangle::new([(x, y - fine(5)), (x + fine(18), y + fine(5))], BAND.mix(0.35).filled())
                });
        }
    }
    for (curve, colour) in plot.curves.iter().zip(CURVES) {
        for (at, (name, points)) in curve.lines(unit, plot.of).into_iter().enumerate() {
            let colour = if several { colour } else { [LINE, UPPER][at] };
            let style = colour.stroke_width(2 * FINE);
            let series = chart.draw_series(LineSeries::new(points, style))?;
            // The lines of a curve among several have one colour and one name.
            if !several || at == 0 {
                let name = if several { curve.name.clone() } else { name.to_string() };
                series.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + fine(18), y)], style));
            }
        }
    }
    for (curve, colour) in plot.curves.iter().zip(CURVES).filter(|(curve, _)| !curve.observed.is_empty()) {
        let colour = if several { colour } else { POINT };
        let spread = |seen: &Seen| {
            let (low, high) = seen.ends;
            PathElement::new([(seen.x, low / unit), (seen.x, high / unit)], colour.stroke_width(FINE))
        };
        chart.draw_series(curve.observed.iter().map(spread))?;
        let point = |seen: &Seen| Circle::new((seen.x, seen.y / unit), fine(3), colour.filled());
        let name = if several { format!("observed, {}", curve.name) } else { "observed".into() };
        chart
            .draw_series(curve.observed.iter().map(point))?
            .label(name)
            .legend(move |(x, y)| Circle::new((x + fine(9), y), fine(3), colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .margin(fine(8))
        .legend_area_size(fine(24))
        .background_style(WHITE.mix(0.85))
        .border_style(BAND.stroke_width(FINE))
        .label_font(("sans-serif", fine(13)))
        .draw()?;
    Ok(())
}

/// The band of a curve as an area: there along the low ends, and back along the high ones.
fn outline(curve: &Curve, unit: f64) -> Vec<(f64, f64)> {
    let finite = |point: &&(f64, f64, f64)| point.1.is_finite() && point.2.is_finite();
    let there = curve.band.iter().filter(finite).map(|&(x, low, _)| (x, low / unit));
    let back = curve.band.iter().rev().filter(finite).map(|&(x, _, high)| (x, high / unit));
    there.chain(back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::plot;

    #[test]
    fn axes_have_their_units_and_a_legend_names_the_series() {
        let text = svg(&plot());
        for expected in ["time (µs)", "x = length of argument 1", "lower bound", "upper bound", "95 % band", "observed"]
        {
            assert!(text.contains(expected), "{expected} is missing");
        }
    }

    #[test]
    fn coordinates_are_finer_than_pixels() {
        let text = svg(&plot());
        assert!(text.contains("width=\"720\" height=\"460\" viewBox=\"0 0 14400 9200\""), "{}", &text[..200]);
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
    fn several_curves_are_named_by_what_is_fixed() {
        let curve = |name: &str| Curve { name: name.into(), ..plot().curves[0].clone() };
        let text = svg(&Plot { curves: vec![curve("y = 10"), curve("y = 20")], ..plot() });
        for expected in ["y = 10", "y = 20", "observed, y = 20"] {
            assert!(text.contains(expected), "{expected} is missing");
        }
        assert!(!text.contains("95 % band"), "bands of several curves hide each other");
    }

    #[test]
    fn nothing_to_draw_is_an_empty_plot() {
        assert!(svg(&Plot::default()).starts_with("<svg"));
        let curve = Curve { bounds: vec![(3.0, Some(1.0), None)], ..Curve::default() };
        assert!(svg(&Plot { curves: vec![curve], ..Plot::default() }).contains("lower bound"));
    }
}
