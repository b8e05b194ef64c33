//! The figures that are wanted of estimates, and what a validation has measured.
//!
//! Comes in: a summary. Goes out: a row a figure. How fast the engine is, is left to `horolog peers`.

use super::summary::{Coverage, ONCE, Summary, UnseenSummary};
use super::unify::UnifyRow;
use serde::Serialize;

/// A figure, in percent.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What it is.
    pub figure: &'static str,
    /// The least that is wanted; 0 where less is better.
    pub least: f64,
    /// The most that is wanted.
    pub most: f64,
    /// What was measured.
    pub measured: f64,
    /// Whether it is as wanted.
    pub reached: bool,
}

/// All figures, in order.
pub fn reached(summary: &Summary) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut add = |figure, (least, most): (f64, f64), measured: Option<f64>| {
        if let Some(measured) = measured {
            figures.push(Figure { figure, least, most, measured, reached: (least..=most).contains(&measured) });
        }
    };
    let of = |mode: &str| summary.overall.get(mode);
    let covered = |mode: &str, of_mode: fn(&Coverage) -> f64| Some(of_mode(of(mode)?.coverage.as_ref()?));
    let left_out = |mode: &str| covered(mode, |of| of.left_out_size);
    add("fast: programs of kinds left out, mean |d|", (0.0, 5.0), left_out("fast"));
    add("predictable: the same", (0.0, 2.5), left_out("predictable"));
    add("exact: the same", (0.0, 1.0), left_out("exact"));
    let unseen = |mode: &str, of_mode: fn(&UnseenSummary) -> f64| Some(of_mode(of(mode)?.unseen.as_ref()?));
    add("fast: goals that took no part, mean |d|", (0.0, 5.0), unseen("fast", |of| of.size));
    add("predictable: the same", (0.0, 2.5), unseen("predictable", |of| of.size));
    add("exact: the same", (0.0, 1.0), unseen("exact", |of| of.size));
    add("fast: these, worst |d|", (0.0, 15.0), unseen("fast", |of| of.worst));
    add("fast: these in their bands", (93.0, 97.0), unseen("fast", |of| of.within));
    let once = summary.programs.get(ONCE).map(|rows| {
        let d: Vec<f64> = rows.iter().filter_map(|row| Some(row.priced_deviation?.abs())).collect();
        d.iter().sum::<f64>() / d.len().max(1) as f64
    });
    add("fast with one measured run: table 7's programs, mean |Pr.D.|", (0.0, 1.0), once);
    add("fast: same/2 at 1 to 1,000 elements, worst |d|", (0.0, 10.0), worst_unification(summary, "fast"));
    let goals = |large: bool| {
        let rows = summary.goals.get("fast")?.iter().filter(|row| row.is_large == large);
        rows.filter_map(|row| Some(row.deviation?.abs())).reduce(f64::max)
    };
    add("fast: 100 voids, worst |d|", (0.0, 10.0), goals(false));
    add("fast: lists of 100,000 and 1,000,000 built, copied, sorted, worst |d|", (0.0, 10.0), goals(true));
    add("fast: √(Σd²/(n−1)), the paper's seven", (0.0, 4.0), of("fast").map(|of| of.deviation));
    add("predictable: the same", (0.0, 2.0), of("predictable").map(|of| of.deviation));
    add("fast: table 7's programs at all sizes, worst |d|", (0.0, 15.0), covered("fast", |of| of.worst));
    add("fast: 95 % band of these, median, below", (0.0, 15.0), covered("fast", |of| -of.width[0]));
    add("fast: the same, above", (0.0, 15.0), covered("fast", |of| of.width[1]));
    add("fast: 95 % band of kinds left out, median, below", (0.0, 15.0), covered("fast", |of| -of.left_out_width[0]));
    add("fast: the same, above", (0.0, 15.0), covered("fast", |of| of.left_out_width[1]));
    add("fast: table 7's programs in their bands", (93.0, 97.0), covered("fast", |of| of.priced));
    add("predictable: the same", (93.0, 97.0), covered("predictable", |of| of.priced));
    add("exact: the same", (93.0, 97.0), covered("exact", |of| of.priced));
    add("fast: five observations of 1 µs beside a busy neighbour, spread", (0.0, 1.0), Some(summary.crowded));
    figures
}

fn worst_unification(summary: &Summary, mode: &str) -> Option<f64> {
    let rows = summary.unification.get(mode)?.iter();
    rows.filter_map(UnifyRow::worst).map(|d| d.abs() * 100.0).reduce(f64::max)
}
