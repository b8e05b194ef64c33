//! Values in reports: counts are whole numbers of any size, times are floating point.
//!
//! In JSON a count is an integer with all its digits; in text it has them up to 10^15, and three beyond.

use crate::units::{Resource, TimeUnit, significant, time};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use solver::Rational;

/// A value in the base unit of its resource.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Count(Rational),
    /// Nanoseconds.
    Time(f64),
}

impl Value {
    /// A counted value.
    pub fn counted(count: u64) -> Value {
        Value::Count(Rational::from(count))
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            Value::Count(count) => count.to_f64(),
            Value::Time(nanoseconds) => *nanoseconds,
        }
    }

    /// With its unit: `1.37 µs`, `41 steps`.
    pub fn show(&self, resource: Resource) -> String {
        match self {
            Value::Time(nanoseconds) => time(*nanoseconds),
            Value::Count(_) => format!("{} {}", self.show_in(TimeUnit::Ns), resource.unit()),
        }
    }

    /// Without a unit, for tables whose heading has it; times in `unit`.
    pub fn show_in(&self, unit: TimeUnit) -> String {
        match self {
            Value::Time(nanoseconds) => significant(nanoseconds / unit.nanoseconds(), 3),
            Value::Count(count) if count.to_f64().abs() < 1e15 => count.to_string(),
            Value::Count(count) => significant(count.to_f64(), 3),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Time(nanoseconds) => serializer.serialize_f64(*nanoseconds),
            Value::Count(count) => match count.to_i64() {
                Some(count) => serializer.serialize_i64(count),
                // What is claimed may be a fraction.
                None if !count.is_integer() => serializer.serialize_f64(count.to_f64()),
                None => {
                    RawValue::from_string(count.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
                }
            },
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    /// Of a count that is whole, and of a time: its text in JSON has a point or an exponent.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let read = Box::<RawValue>::deserialize(deserializer)?;
        let (text, wrong) = (read.get(), || serde::de::Error::custom(format!("{} is no value", read.get())));
        match text.contains(['.', 'e', 'E']) {
            true => text.parse().map(Value::Time).map_err(|_| wrong()),
            false => text.parse().map(Value::Count).map_err(|_| wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_integers_with_all_their_digits_in_json() {
        let large = Value::Count(Rational::from(2).powi(100).expect("a power"));
        assert_eq!(serde_json::to_string(&large).expect("plain data"), "1267650600228229401496703205376");
        assert_eq!(serde_json::to_string(&Value::counted(7)).expect("plain data"), "7");
        assert_eq!(serde_json::to_string(&Value::Time(7.0)).expect("plain data"), "7.0");
    }

    #[test]
    fn text_has_the_digits_that_people_read() {
        assert_eq!(Value::counted(1_048_575).show(Resource::Steps), "1048575 steps");
        let large = Value::Count(Rational::from(2).powi(100).expect("a power"));
        assert_eq!(large.show(Resource::Heap), "1.27e30 cells");
        assert_eq!(Value::Time(1366.0).show(Resource::Time), "1.37 µs");
    }
}
