//! Quantities with their units: times, counts, percentages.
//!
//! Comes in: numbers in the base unit of a [`Resource`] (nanoseconds for time). Goes out: text with three significant
//! digits and a fitting unit.

use serde::{Serialize, Serializer};
use std::fmt;
use wam::machine::Solutions;

/// What is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Resource {
    /// Time on this machine.
    #[default]
    Time,
    /// Resolution steps.
    Steps,
    /// Instructions executed.
    Instructions,
    /// Heap cells pushed by instructions.
    Heap,
    /// Solutions.
    Solutions,
    /// Choice points pushed: see [`wam::cost::Counts::choice_points`].
    ChoicePoints,
    /// Trail entries undone by backtracking: see [`wam::cost::Counts::trail`].
    Trail,
    /// What a program declares by `:- resource name.`: of a program that counts it ([`crate::load::Loaded::counting`]).
    Own(&'static str),
}

impl Resource {
    /// Its name, as assertions and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Resource::Time => "time",
            Resource::Steps => "steps",
            Resource::Instructions => "instructions",
            Resource::Heap => "heap",
            Resource::Solutions => "solutions",
            Resource::ChoicePoints => "choicepoints",
            Resource::Trail => "trail",
            Resource::Own(name) => name,
        }
    }

    /// The base unit: that of all numbers in JSON.
    pub fn unit(self) -> &'static str {
        match self {
            Resource::Time => "ns",
            Resource::Steps => "steps",
            Resource::Instructions => "instructions",
            Resource::Heap => "cells",
            Resource::Solutions => "solutions",
            Resource::ChoicePoints => "choice points",
            Resource::Trail => "trail entries",
            Resource::Own(name) => name,
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Resource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// How far a run goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Until {
    /// To the first solution, or to the failure of a call that has none.
    First,
    /// To the end of all solutions.
    #[default]
    All,
}

impl Until {
    /// Its name in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Until::First => "first",
            Until::All => "all",
        }
    }

    /// What a machine and the analyzer are asked for.
    pub fn solutions(self) -> Solutions {
        match self {
            Until::First => Solutions::First,
            Until::All => Solutions::All,
        }
    }
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Until::First => "to the first solution or failure",
            Until::All => "all solutions",
        })
    }
}

impl Serialize for Until {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A unit of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TimeUnit {
    /// Picoseconds: of coefficients, not of times.
    Ps,
    /// Nanoseconds.
    Ns,
    /// Microseconds.
    Us,
    /// Milliseconds.
    Ms,
    /// Seconds.
    S,
    /// Minutes.
    Min,
    /// Hours.
    H,
    /// Days.
    Days,
    /// Years of 365.25 days.
    Years,
}

impl TimeUnit {
    /// How many nanoseconds it is.
    pub fn nanoseconds(self) -> f64 {
        match self {
            TimeUnit::Ps => 1e-3,
            TimeUnit::Ns => 1.0,
            TimeUnit::Us => 1e3,
            TimeUnit::Ms => 1e6,
            TimeUnit::S => 1e9,
            TimeUnit::Min => 60e9,
            TimeUnit::H => 3600e9,
            TimeUnit::Days => 86_400e9,
            TimeUnit::Years => 31_557_600e9,
        }
    }

    /// The unit in which a time reads best.
    pub fn of(nanoseconds: f64) -> TimeUnit {
        // 999.6 ns would round to 1000 ns: it is 1.00 µs. From two of a larger unit on, it is taken.
        match nanoseconds.abs() {
            t if t < 999.5 => TimeUnit::Ns,
            t if t < 999.5e3 => TimeUnit::Us,
            t if t < 999.5e6 => TimeUnit::Ms,
            t if t < 2.0 * TimeUnit::Min.nanoseconds() => TimeUnit::S,
            t if t < 2.0 * TimeUnit::H.nanoseconds() => TimeUnit::Min,
            t if t < 2.0 * TimeUnit::Days.nanoseconds() => TimeUnit::H,
            t if t < 2.0 * TimeUnit::Years.nanoseconds() => TimeUnit::Days,
            _ => TimeUnit::Years,
        }
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeUnit::Ps => "ps",
            TimeUnit::Ns => "ns",
            TimeUnit::Us => "µs",
            TimeUnit::Ms => "ms",
            TimeUnit::S => "s",
            TimeUnit::Min => "min",
            TimeUnit::H => "h",
            TimeUnit::Days => "days",
            TimeUnit::Years => "years",
        })
    }
}

/// A time in its best unit: `1.37 µs`.
pub fn time(nanoseconds: f64) -> String {
    if !nanoseconds.is_finite() {
        return "more than can be computed".into();
    }
    let unit = TimeUnit::of(nanoseconds);
    let number = nanoseconds / unit.nanoseconds();
    match number.abs() < 1e6 {
        true => format!("{} {unit}", significant(number, 3)),
        false => format!("{number:.2e} {unit}"),
    }
}

/// A share as a percentage with one digit after the point and a sign.
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    if !value.is_finite() {
        return "–".into();
    }
    // No "-0.0".
    if value.abs() < 0.05 { "0.0 %".into() } else { format!("{value:+.1} %") }
}

/// A number with so many significant digits, in plain notation up to 10^15.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if !value.is_finite() {
        return "inf".into();
    }
    let rounded: f64 = format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value);
    let exponent = rounded.abs().log10().floor();
    if !(-6.0..15.0).contains(&exponent) {
        return format!("{rounded:.*e}", digits.saturating_sub(1));
    }
    let decimals = (digits as f64 - 1.0 - exponent).max(0.0) as usize;
    format!("{rounded:.decimals$}")
}

/// A date from seconds since 1970, UTC: `2026-11-20`.
pub fn date(seconds: u64) -> String {
    // Days to a civil date: Howard Hinnant's algorithm, shifted so that years begin in March.
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_pick_their_unit_and_keep_three_digits() {
        let shown: Vec<String> =
            [0.0, 4.5678, 14.2, 999.7, 1366.0, 75_249_000.0, 2.5e10].into_iter().map(time).collect();
        assert_eq!(shown, ["0 ns", "4.57 ns", "14.2 ns", "1.00 µs", "1.37 µs", "75.2 ms", "25.0 s"]);
        let long: Vec<String> =
            [1.19e11, 1.8e11, 3.6e13, 86_400e9 * 30.0, 3.2e18, 1e30].into_iter().map(time).collect();
        assert_eq!(long, ["119 s", "3.00 min", "10.0 h", "30.0 days", "101 years", "3.17e13 years"]);
    }

    #[test]
    fn significant_digits_round_and_carry() {
        assert_eq!(significant(9.996, 3), "10.0");
        assert_eq!(significant(-0.001_234_5, 3), "-0.00123");
        assert_eq!(significant(1_234_567.0, 3), "1230000");
        assert_eq!(significant(1.5e20, 3), "1.50e20");
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_795_132_800), "2026-11-20");
    }
}
