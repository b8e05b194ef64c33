//! Sizes as they are written: `150`, `x=65,y=65`, `10..1000:10`, `x=10..100:10,y=5`, `2^10`.
//!
//! Comes in: text, then the names of the sizes that a predicate's functions mention. Goes out: the points at which the
//! functions are asked for. Several ranges give all combinations, the last name running fastest.

use crate::error::SizeError;
use analyzer::types::Metric;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use solver::{EvalError, Expr, Fault, SizeRange};
use std::collections::BTreeMap;

/// The largest size that is accepted: larger ones are taken for mistakes.
pub const LARGEST: i64 = 1_000_000_000_000;
/// The most points that are computed.
const MOST_POINTS: usize = 10_000;

/// A size or a range of sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sweep {
    first: i64,
    last: i64,
    step: i64,
}

/// Sizes as they were given: without a name, they are for every size that the functions mention.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SizeSpec {
    unnamed: Option<Sweep>,
    named: Vec<(String, Sweep)>,
}

/// One point: sizes by name.
pub type SizePoint = BTreeMap<String, i64>;

impl Sweep {
    fn values(self) -> impl Iterator<Item = i64> {
        let count = (self.last - self.first) / self.step + 1;
        (0..count).map(move |at| self.first + at * self.step)
    }

    fn of(range: &SizeRange) -> Result<Sweep, SizeError> {
        let first = whole(&range.first)?;
        let last = range.last.as_ref().map_or(Ok(first), whole)?;
        let step = range.step.as_ref().map_or(Ok(1), whole)?;
        if last < first || step < 1 {
            let SizeRange { first, last, step, .. } = range;
            let end = |sign: &str, end: &Option<Expr>| end.as_ref().map_or(String::new(), |e| format!("{sign}{e}"));
            let text = format!("{first}{}{}", end("..", last), end(":", step));
            return Err(SizeError::EmptyRange(text));
        }
        Ok(Sweep { first, last, step })
    }
}

/// The value of a size, an expression without variables.
fn whole(size: &Expr) -> Result<i64, SizeError> {
    let too_large = || SizeError::TooLarge(size.to_string());
    match size.eval(&|_| None) {
        Ok(value) if value.is_integer() => value.to_i64().filter(|value| value.abs() <= LARGEST).ok_or_else(too_large),
        Err(EvalError::TooLarge { .. }) => Err(too_large()),
        Ok(_) => Err(no_size(&size.to_string(), ": sizes are whole numbers")),
        _ => Err(no_size(&size.to_string(), "")),
    }
}

fn no_size(text: &str, reason: &str) -> SizeError {
    SizeError::NoSize { text: text.to_string(), reason: reason.to_string() }
}

impl SizeSpec {
    /// Reads sizes, in the solver's language.
    pub fn parse(text: &str) -> Result<SizeSpec, SizeError> {
        let mut spec = SizeSpec::default();
        let items = solver::read_sizes(text).map_err(|error| match error.fault {
            Fault::TooLong { .. } => SizeError::TooLarge(text.to_string()),
            fault => no_size(text, &format!(": in column {}, {fault}", error.place.column)),
        })?;
        for range in items {
            match &range.name {
                Some(name) if spec.named.iter().any(|(known, _)| known == name) => {
                    return Err(SizeError::Twice(name.clone()));
                }
                Some(name) => spec.named.push((name.clone(), Sweep::of(&range)?)),
                None if spec.unnamed.is_some() => {
                    return Err(SizeError::Unnamed);
                }
                None => spec.unnamed = Some(Sweep::of(&range)?),
            }
        }
        Ok(spec)
    }

    /// The points for sizes of these names, of which those in `needed` must have a value.
    pub fn points(&self, names: &[String], needed: &[String]) -> Result<Vec<SizePoint>, SizeError> {
        if let Some((unknown, _)) = self.named.iter().find(|(name, _)| !names.contains(name)) {
            return Err(SizeError::Unknown { name: unknown.clone(), names: names.to_vec() });
        }
        let sweep_of = |name: &String| self.named.iter().find(|(known, _)| known == name).map(|(_, sweep)| *sweep);
        let missing: Vec<String> =
            needed.iter().filter(|name| sweep_of(name).is_none() && self.unnamed.is_none()).cloned().collect();
        if !missing.is_empty() {
            return Err(SizeError::Missing { missing, needed: needed.to_vec() });
        }
        // Functions that mention no size are asked for at the sizes that were given all the same: they may not hold there.
        let needed = if needed.is_empty() { names } else { needed };
        let mut points = vec![SizePoint::new()];
        let mut unnamed_points = None;
        for name in names {
            let (sweep, shared) = match (sweep_of(name), self.unnamed) {
                (Some(sweep), _) => (sweep, false),
                (None, Some(sweep)) if needed.contains(name) => (sweep, true),
                (None, _) => continue,
            };
            // Sizes without a name move together.
            match (shared, &unnamed_points) {
                (true, Some(leader)) => {
                    for point in &mut points {
                        let value = point[leader];
                        point.insert(name.clone(), value);
                    }
                    continue;
                }
                (true, None) => unnamed_points = Some(name.clone()),
                (false, _) => {}
            }
            let count = points.len().saturating_mul(((sweep.last - sweep.first) / sweep.step + 1) as usize);
            if count > MOST_POINTS {
                return Err(SizeError::TooMany { count, most: MOST_POINTS });
            }
            points = points
                .iter()
                .flat_map(|point| {
                    sweep.values().map(move |value| {
                        let mut point = point.clone();
                        point.insert(name.clone(), value);
                        point
                    })
                })
                .collect();
        }
        Ok(points)
    }
}

/// A point as text: `x = 65, y = 65`.
pub fn show(point: &SizePoint) -> String {
    let parts: Vec<String> = point.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    parts.join(", ")
}

/// A size in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SizeReport {
    /// Its name in functions.
    pub name: String,
    /// How it is measured.
    #[serde(serialize_with = "name_of_metric", deserialize_with = "metric_of_name")]
    pub metric: Metric,
    /// The argument it is of, from 1.
    pub argument: usize,
}

fn name_of_metric<S: Serializer>(metric: &Metric, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(metric.name())
}

fn metric_of_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
    let name = String::deserialize(deserializer)?;
    let metric = Metric::ALL.into_iter().find(|metric| metric.name() == name);
    metric.ok_or_else(|| D::Error::custom(format!("{name} is no metric")))
}

impl SizeReport {
    /// What the size is: `x = length of argument 1`.
    pub fn legend(&self) -> String {
        let metric = match self.metric {
            Metric::Value => "value",
            Metric::Length => "length",
            Metric::Size => "nodes",
            Metric::Text => "characters",
            Metric::Inner => "inner nodes",
            Metric::Depth => "depth",
            Metric::Left => "inner nodes, doubled in all parts but the last,",
            Metric::Right => "inner nodes, doubled in all parts but the first,",
            Metric::Largest => "greatest size of an element",
            Metric::Absent => "values that are absent",
            Metric::Root => "square root",
        };
        format!("{} = {metric} of argument {}", self.name, self.argument)
    }
}

/// What sizes are, in a row.
pub fn legend(sizes: &[SizeReport]) -> String {
    let shown: Vec<String> = sizes.iter().map(SizeReport::legend).collect();
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str, names: &[&str]) -> Vec<Vec<i64>> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let points = SizeSpec::parse(text).and_then(|spec| spec.points(&names, &names)).expect("good sizes");
        points.into_iter().map(|point| point.into_values().collect()).collect()
    }

    fn refused(text: &str, names: &[&str]) -> String {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        SizeSpec::parse(text).and_then(|spec| spec.points(&names, &names)).expect_err("refused").to_string()
    }

    #[test]
    fn a_number_without_a_name_is_every_size() {
        assert_eq!(points("150", &["x", "y"]), [[150, 150]]);
        assert_eq!(points("1..3", &["x", "y"]), [[1, 1], [2, 2], [3, 3]]);
    }

    #[test]
    fn ranges_have_steps_and_combine() {
        assert_eq!(points("x=10..30:10,y=5", &["x", "y"]), [[10, 5], [20, 5], [30, 5]]);
        assert_eq!(points("2^3..4!:8, y = -5", &["x", "y"]), [[8, -5], [16, -5], [24, -5]]);
        assert_eq!(points("x=1..2,y=5..6", &["x", "y"]), [[1, 5], [1, 6], [2, 5], [2, 6]]);
    }

    #[test]
    fn what_is_no_size_is_refused_with_what_is_wrong() {
        assert_eq!(refused("many", &["x"]), "`many` is not a size");
        assert!(refused("x=", &["x"]).contains("in column 3, expected an expression, found the end"));
        assert_eq!(refused("7/2", &["x"]), "`7/2` is not a size: sizes are whole numbers");
        assert!(refused("10^13", &["x"]).contains("too large"));
        assert!(refused("(10^9)!", &["x"]).contains("too large"));
        assert_eq!(refused("z=3", &["x"]), "there is no size z: its sizes are x");
        assert_eq!(refused("x=3", &["x", "y"]), "no size for y");
        assert!(refused("99999999999999999999", &["x"]).contains("too large"));
        assert!(refused("9..1", &["x"]).contains("empty"));
        assert!(refused("x=1..1000,y=1..1000", &["x", "y"]).contains("too many"));
    }
}
