//! Times and amounts of memory as they are written on a command line.

use predict::units::TimeUnit;
use std::time::Duration;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
