//! A plot of characters: lines of Braille dots, two columns and four rows a character, and a letter where something was observed.

use super::{Axis, Plot, label};
use crate::report::Paint;

/// Characters across and down.
const CELLS: (usize, usize) = (64, 16);

/// The bit of a dot in its character, by column and row.
const DOTS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// Dots, and letters on top of them.
struct Canvas {
    dots: [[u8; CELLS.0]; CELLS.1],
    letters: [[Option<char>; CELLS.0]; CELLS.1],
}

impl Canvas {
    fn new() -> Canvas {
        Canvas { dots: [[0; CELLS.0]; CELLS.1], letters: [[None; CELLS.0]; CELLS.1] }
    }

    /// The dot at a place, from 0 to 1 to the right and upwards.
    fn dot(x: f64, y: f64) -> (usize, usize) {
        let at = |place: f64, dots: usize| (place.clamp(0.0, 1.0) * (dots - 1) as f64).round() as usize;
        (at(x, CELLS.0 * 2), at(1.0 - y, CELLS.1 * 4))
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (a, b) = (Canvas::dot(from.0, from.1), Canvas::dot(to.0, to.1));
        let steps = a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)).max(1);
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            let between = |from: usize, to: usize| (from as f64 + (to as f64 - from as f64) * part).round() as usize;
            let (x, y) = (between(a.0, b.0), between(a.1, b.1));
            self.dots[y / 4][x / 2] |= DOTS[x % 2][y % 4];
        }
    }

    fn letter(&mut self, place: (f64, f64), letter: char) {
        let (x, y) = Canvas::dot(place.0, place.1);
        self.letters[y / 4][x / 2] = Some(letter);
    }

    fn row(&self, at: usize) -> String {
        let cells = self.dots[at].iter().zip(&self.letters[at]);
        let shown = cells.map(|(&dots, letter)| match (letter, dots) {
            (Some(letter), _) => *letter,
            (None, 0) => ' ',
            (None, dots) => char::from_u32(0x2800 + u32::from(dots)).expect("all of these are Braille"),
        });
        shown.collect::<String>().trim_end().to_string()
    }
}

/// Draws a plot.
pub fn text(plot: &Plot, paint: Paint) -> String {
    let (x, y, unit) = plot.axes();
    let mut canvas = Canvas::new();
    let place = |at: (f64, f64)| (x.place(at.0), y.place(at.1));
    for curve in &plot.curves {
        for (_, points) in curve.lines(unit, plot.of) {
            for pair in points.windows(2) {
                canvas.line(place(pair[0]), place(pair[1]));
            }
            if let [only] = points.as_slice() {
                canvas.line(place(*only), place(*only));
            }
        }
        for seen in &curve.observed {
            canvas.letter(place((seen.x, seen.y / unit)), 'o');
        }
    }
    let scale = |axis: Axis| if axis.is_logarithmic { ", logarithmic" } else { "" };
    let ends = [y.high, y.low].map(label_of);
    let width = ends.iter().map(String::len).max().unwrap_or_default();
    let mut text = format!("{}\n{}{}\n", paint.strong(&plot.title), plot.what(), scale(y));
    for row in 0..CELLS.1 {
        let end = match row {
            0 => &ends[0],
            row if row + 1 == CELLS.1 => &ends[1],
            _ => "",
        };
        text.push_str(&format!("{end:>width$} ┤{}\n", canvas.row(row)));
    }
    let (low, high) = (label_of(x.low), label_of(x.high));
    let between = CELLS.0.saturating_sub(low.len());
    text.push_str(&format!("{:width$} └{}\n", "", "─".repeat(CELLS.0)));
    text.push_str(&format!("{:width$}  {low}{high:>between$}\n", ""));
    text.push_str(&format!("{}{}\n{}\n", plot.sizes, scale(x), paint.faint(&legend(plot))));
    text
}

fn label_of(value: f64) -> String {
    label(value, if value == value.round() { 7 } else { 3 })
}

/// What the lines are, from below.
fn legend(plot: &Plot) -> String {
    let mut lines: Vec<&str> = plot.curves.iter().flat_map(|curve| curve.lines(1.0, plot.of)).map(|of| of.0).collect();
    lines.dedup();
    lines.truncate(2);
    let mut parts = vec![format!("lines: {}", lines.join(" below "))];
    let names: Vec<&str> = plot.curves.iter().map(|curve| &*curve.name).filter(|name| !name.is_empty()).collect();
    parts.extend((!names.is_empty()).then(|| format!("for {}", names.join("; "))));
    parts.extend(plot.curves.iter().any(|curve| !curve.observed.is_empty()).then(|| "o: observed".to_string()));
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::plot;
    use crate::plot::{Curve, Lines};
    use predict::units::Resource;

    #[test]
    fn a_line_goes_from_the_lower_left_to_the_upper_right() {
        let bounds = (0..=8).map(f64::from).map(|x| (x, Some(x), Some(x))).collect();
        let curves = vec![Curve { bounds, ..Curve::default() }];
        let drawn = text(
            &Plot { title: "p/1".into(), sizes: "x".into(), resource: Resource::Steps, of: Lines::Bounds, curves },
            Paint::Plain,
        );
        insta::assert_snapshot!(drawn);
    }

    #[test]
    fn what_was_observed_is_a_letter() {
        let drawn = text(&plot(), Paint::Plain);
        let letters = drawn.lines().filter(|line| line.contains('┤')).map(|line| line.matches('o').count());
        assert_eq!(letters.sum::<usize>(), 2, "{drawn}");
        assert!(drawn.contains("time (µs)") && drawn.contains("lower bound below upper bound; o: observed"), "{drawn}");
    }

    #[test]
    fn nothing_to_draw_is_an_empty_plot() {
        assert_eq!(text(&Plot::default(), Paint::Plain).lines().count(), CELLS.1 + 6);
    }
}
