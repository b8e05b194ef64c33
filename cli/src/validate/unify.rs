//! Table 5: unification as the paper's section 5.4 prices it, by a line K1 + K2·n over the number of elements, for each type
//! of them.
//!
//! Comes in: what runs of `same(L1, L2)` took and were counted, `same(X, X).` on two lists of equal elements that share
//! nothing. Goes out: the measured points, the line through them, and the line through what the counts are priced at. The
//! paper's line goes through two lengths, 1 and 100; this one through four, by relative errors.

use super::observe::Extra;
use crate::error::CliError;
use calibrate::nnls::{Squares, coefficients};
use predict::compare::difference;
use serde::Serialize;

/// Lengths of the lists.
pub const LENGTHS: [usize; 4] = [1, 10, 100, 1000];

/// A type of elements.
struct Elements {
    name: &'static str,
    /// The element of a place.
    at: fn(usize) -> String,
}

const fn of(name: &'static str, at: fn(usize) -> String) -> Elements {
    Elements { name, at }
}

/// All types.
const ELEMENTS: [Elements; 6] = [
    of("integers", |at| at.to_string()),
    of("atoms", |at| format!("a{at}")),
    of("floats", |at| format!("{at}.5")),
    of("structures", |at| format!("f({at}, b)")),
    of("lists", |at| format!("[{at}, b]")),
    of("nested structures", |at| format!("f(g({at}), h(b))")),
];

/// The goals of one type after the other, by length.
pub fn goals() -> Result<Extra, CliError> {
    let goals: Vec<String> = ELEMENTS.iter().flat_map(|of| LENGTHS.map(|length| goal(of.at, length))).collect();
    Extra::new("same(X, X).", &goals)
}

fn goal(element: fn(usize) -> String, length: usize) -> String {
    let list = format!("[{}]", (1..=length).map(element).collect::<Vec<String>>().join(", "));
    format!("same({list}, {list})")
}

/// K1 + K2·n, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Line {
    /// Where it begins.
    pub k1: f64,
    /// What an element takes.
    pub k2: f64,
}

impl Line {
    /// The line nearest to times of these lengths, by relative errors; neither constant is negative.
    pub fn through(points: &[(usize, f64)]) -> Result<Line, CliError> {
        let rows: Vec<Vec<f64>> = points.iter().map(|&(length, _)| vec![1.0, length as f64]).collect();
        let times: Vec<f64> = points.iter().map(|&(_, time)| time.max(f64::MIN_POSITIVE)).collect();
        let found = coefficients(&rows, &times, Squares::Relative)?;
        Ok(Line { k1: found[0], k2: found[1] })
    }
}

/// A measured length.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct UnifyPoint {
    /// Elements of either list.
    pub length: usize,
    /// What it took, in nanoseconds, without entering and leaving the machine.
    pub measured: f64,
    /// The price of what was counted.
    pub priced: f64,
}

impl UnifyPoint {
    /// Priced against measured.
    pub fn deviation(&self) -> Option<f64> {
        difference(Some(self.priced), self.measured)
    }
}

/// A row of table 5.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnifyRow {
    /// What the elements are.
    pub elements: &'static str,
    /// At each length.
    pub points: Vec<UnifyPoint>,
    /// The line through what was measured.
    pub measured: Line,
    /// The line through what was priced.
    pub priced: Line,
}

impl UnifyRow {
    /// The largest deviation of its points.
    pub fn worst(&self) -> Option<f64> {
        let of_points = self.points.iter().filter_map(UnifyPoint::deviation);
        of_points.reduce(|one, other| if one.abs() < other.abs() { other } else { one })
    }
}

/// The rows from times and prices, in nanoseconds, in the order of the goals.
pub fn rows(seen: &[(f64, f64)]) -> Result<Vec<UnifyRow>, CliError> {
    let row = |(of, seen): (&Elements, &[(f64, f64)])| {
        let points: Vec<UnifyPoint> = LENGTHS
            .iter()
            .zip(seen)
            .map(|(&length, &(measured, priced))| UnifyPoint { length, measured, priced })
            .collect();
        let through = |of: fn(&UnifyPoint) -> f64| {
            Line::through(&points.iter().map(|point| (point.length, of(point))).collect::<Vec<_>>())
        };
        let (measured, priced) = (through(|point| point.measured)?, through(|point| point.priced)?);
        Ok(UnifyRow { elements: of.name, points, measured, priced })
    };
    ELEMENTS.iter().zip(seen.chunks(LENGTHS.len())).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_points_and_the_paper_s_line() {
        assert_eq!(goals().expect("the goals are read").len(), ELEMENTS.len() * LENGTHS.len());
        let seen: Vec<(f64, f64)> = (0..ELEMENTS.len())
            .flat_map(|of| LENGTHS.map(|length| (44.0 + 40.62 * length as f64, 5.0 + of as f64 * length as f64)))
            .collect();
        let rows = rows(&seen).expect("lines are found");
        assert_eq!(rows.iter().map(|row| row.elements).collect::<Vec<_>>(), ELEMENTS.map(|of| of.name));
        for (of, row) in rows.iter().enumerate() {
            assert_eq!(row.points.iter().map(|point| point.length).collect::<Vec<_>>(), LENGTHS);
            assert!((row.measured.k1 - 44.0).abs() < 0.01 && (row.measured.k2 - 40.62).abs() < 0.01, "{row:?}");
            assert!((row.priced.k1 - 5.0).abs() < 0.01 && (row.priced.k2 - of as f64).abs() < 0.01, "{row:?}");
        }
    }
}
