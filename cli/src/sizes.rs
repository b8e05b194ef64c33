//! Sizes on the command line: `150`, `x=65,y=65`, `10..1000:10`, `x=10..100:10,y=5`.
//!
//! Comes in: text, then the names of the sizes that a predicate's functions mention. Goes out: the points at which the
//! functions are asked for. Several ranges give all combinations, the last name running fastest.

use crate::error::CliError;
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

    fn parse(text: &str) -> Result<Sweep, CliError> {
        let wrong = || {
            CliError::with_help(
                format!("`{text}` is not a size"),
                "write a number, a range with a step, or names with these: 150, 10..1000:10, x=65,y=10..100:10",
            )
        };
        let number = |text: &str| -> Result<i64, CliError> {
            let digits = text.trim().replace('_', "");
            match digits.parse::<i64>() {
                Ok(value) if value.abs() <= LARGEST => Ok(value),
                Ok(_) => Err(CliError::usage(format!("a size of {text} is too large: at most {LARGEST}"))),
                Err(_)
                    if digits.len() > 1
                        && digits.trim_start_matches('-').chars().all(|digit| digit.is_ascii_digit()) =>
                {
                    Err(CliError::usage(format!("a size of {text} is too large: at most {LARGEST}")))
                }
                Err(_) => Err(wrong()),
            }
        };
        let Some((first, rest)) = text.split_once("..") else {
            let value = number(text)?;
            return Ok(Sweep { first: value, last: value, step: 1 });
        };
        let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
        let sweep = Sweep { first: number(first)?, last: number(last)?, step: number(step)? };
        if sweep.last < sweep.first || sweep.step < 1 {
            return Err(CliError::usage(format!("the range {text} is empty: a range rises, by a step of at least 1")));
        }
        Ok(sweep)
    }
}

impl SizeSpec {
    /// Reads sizes.
    pub fn parse(text: &str) -> Result<SizeSpec, CliError> {
        let mut spec = SizeSpec::default();
        for item in text.split(',') {
            match item.split_once('=') {
                Some((name, sweep)) => {
                    let name = name.trim().to_string();
                    if spec.named.iter().any(|(known, _)| *known == name) {
                        return Err(CliError::usage(format!("the size {name} is given twice")));
                    }
                    spec.named.push((name, Sweep::parse(sweep)?));
                }
                None if spec.unnamed.is_some() => {
                    return Err(CliError::with_help(
                        "two sizes without names",
                        "name them as the functions do: x=65,y=20",
                    ));
                }
                None => spec.unnamed = Some(Sweep::parse(item)?),
            }
        }
        Ok(spec)
    }

    /// The points for sizes of these names, of which those in `needed` must have a value.
    pub fn points(&self, names: &[String], needed: &[String]) -> Result<Vec<SizePoint>, CliError> {
        if let Some((unknown, _)) = self.named.iter().find(|(name, _)| !names.contains(name)) {
            let there_are = match names {
                [] => "the predicate has no sizes".to_string(),
                _ => format!("its sizes are {}", names.join(", ")),
            };
            return Err(CliError::usage(format!("there is no size {unknown}: {there_are}")));
        }
        let sweep_of = |name: &String| self.named.iter().find(|(known, _)| known == name).map(|(_, sweep)| *sweep);
        let missing: Vec<&str> = needed
            .iter()
            .filter(|name| sweep_of(name).is_none() && self.unnamed.is_none())
            .map(String::as_str)
            .collect();
        if !missing.is_empty() {
            let example: Vec<String> = needed.iter().map(|name| format!("{name}=65")).collect();
            return Err(CliError::with_help(
                format!("no size for {}", missing.join(" and ")),
                format!("the functions need it: --size {}", example.join(",")),
            ));
        }
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
                return Err(CliError::usage(format!("{count} points are too many: at most {MOST_POINTS}")));
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
        assert_eq!(points("x=1..2,y=5..6", &["x", "y"]), [[1, 5], [1, 6], [2, 5], [2, 6]]);
    }

    #[test]
    fn what_is_no_size_is_refused_with_what_is_wrong() {
        assert_eq!(refused("many", &["x"]), "`many` is not a size");
        assert_eq!(refused("z=3", &["x"]), "there is no size z: its sizes are x");
        assert_eq!(refused("x=3", &["x", "y"]), "no size for y");
        assert!(refused("99999999999999999999", &["x"]).contains("too large"));
        assert!(refused("9..1", &["x"]).contains("empty"));
        assert!(refused("x=1..1000,y=1..1000", &["x", "y"]).contains("too many"));
    }
}
