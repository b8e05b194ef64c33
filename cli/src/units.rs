//! Quantities with their units: times, counts, percentages.
//!
//! Comes in: numbers in the base unit of a [`Resource`] (nanoseconds for time). Goes out: text with three significant
//! digits and a fitting unit.

use clap::ValueEnum;
use std::fmt;
use std::time::Duration;

/// What is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
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
}

impl Resource {
    /// The base unit: that of all numbers in JSON.
    pub fn unit(self) -> &'static str {
        match self {
            Resource::Time => "ns",
            Resource::Steps => "steps",
            Resource::Instructions => "instructions",
            Resource::Heap => "cells",
        }
    }

    /// A value with its unit.
    pub fn show(self, value: f64) -> String {
        match self {
            Resource::Time => time(value),
            _ => format!("{} {}", count(value), self.unit()),
        }
    }

    /// A value without unit, for tables whose heading has it: whole where it is a count, in `unit` where it is a time.
    pub fn show_in(self, value: f64, unit: TimeUnit) -> String {
        match self {
            Resource::Time => significant(value / unit.nanoseconds(), 3),
            _ => count(value),
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Resource::Time => "time",
            Resource::Steps => "steps",
            Resource::Instructions => "instructions",
            Resource::Heap => "heap",
        })
    }
}

/// A unit of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TimeUnit {
    /// Nanoseconds.
    Ns,
    /// Microseconds.
    Us,
    /// Milliseconds.
    Ms,
    /// Seconds.
    S,
}

impl TimeUnit {
    /// How many nanoseconds it is.
    pub fn nanoseconds(self) -> f64 {
        match self {
            TimeUnit::Ns => 1.0,
            TimeUnit::Us => 1e3,
            TimeUnit::Ms => 1e6,
            TimeUnit::S => 1e9,
        }
    }

    /// The unit in which a time reads best.
    pub fn of(nanoseconds: f64) -> TimeUnit {
        // 999.6 ns would round to 1000 ns: it is 1.00 µs.
        match nanoseconds.abs() {
            t if t < 999.5 => TimeUnit::Ns,
            t if t < 999.5e3 => TimeUnit::Us,
            t if t < 999.5e6 => TimeUnit::Ms,
            _ => TimeUnit::S,
        }
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeUnit::Ns => "ns",
            TimeUnit::Us => "µs",
            TimeUnit::Ms => "ms",
            TimeUnit::S => "s",
        })
    }
}

/// A time in its best unit: `1.37 µs`.
pub fn time(nanoseconds: f64) -> String {
    if !nanoseconds.is_finite() {
        return "more than can be computed".into();
    }
    let unit = TimeUnit::of(nanoseconds);
    format!("{} {unit}", significant(nanoseconds / unit.nanoseconds(), 3))
}

/// A count: whole where it is exact, else with three digits.
pub fn count(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value:.0}") } else { significant(value, 3) }
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

/// A duration as written on a command line: `10us`, `1.5 ms`, `200ns`; a bare number is nanoseconds.
pub fn parse_duration(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let at = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a duration such as 10us"))?;
    let unit = match unit.trim() {
        "" | "ns" => TimeUnit::Ns,
        "us" | "µs" | "μs" => TimeUnit::Us,
        "ms" => TimeUnit::Ms,
        "s" => TimeUnit::S,
        other => return Err(format!("`{other}` is not a unit of time: use ns, us, ms or s")),
    };
    Ok(number * unit.nanoseconds())
}

/// A limit of time as written on a command line, in seconds unless it says otherwise: `10`, `1.5s`, `200ms`, `2m`.
pub fn parse_limit(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let at = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let factor = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("`{other}` is not a unit of time: use ms, s, m or h")),
    };
    let seconds = number.parse::<f64>().ok().filter(|&seconds| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds * factor).ok())
        .ok_or_else(|| format!("`{text}` is not a limit of time such as 10s"))
}

/// An amount of memory as written on a command line, in bytes: `64M`, `1G`, `512k`.
pub fn parse_memory(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let at = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let number: usize = number.parse().map_err(|_| format!("`{text}` is not an amount of memory such as 64M"))?;
    let factor: usize = match unit.trim().to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(format!("`{unit}` is not a unit of memory: use K, M or G")),
    };
    number
        .checked_mul(factor)
        .filter(|&bytes| bytes >= 1 << 16)
        .ok_or_else(|| format!("`{text}` is not a possible amount of memory: at least 64K"))
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
    }

    #[test]
    fn significant_digits_round_and_carry() {
        assert_eq!(significant(9.996, 3), "10.0");
        assert_eq!(significant(-0.001_234_5, 3), "-0.00123");
        assert_eq!(significant(1_234_567.0, 3), "1230000");
        assert_eq!(significant(1.5e20, 3), "1.50e20");
    }

    #[test]
    fn durations_and_memory_are_read_with_their_units() {
        assert_eq!(parse_duration("10us"), Ok(10_000.0));
        assert_eq!(parse_duration("1.5 ms"), Ok(1_500_000.0));
        assert_eq!(parse_duration("7"), Ok(7.0));
        assert!(parse_duration("fast").is_err());
        assert_eq!(parse_memory("64M"), Ok(64 << 20));
        assert_eq!(parse_memory("1GiB"), Ok(1 << 30));
        assert!(parse_memory("0").is_err());
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_795_132_800), "2026-11-20");
    }
}
