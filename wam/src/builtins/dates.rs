//! Dates and times: between seconds since 1970 and the calendar, and as text.
//!
//! The calendar is the Gregorian one, also before it was introduced; years before 1 are 0, -1 and so on. Offsets are
//! seconds to the west of Greenwich, as in SWI-Prolog's `date/9`.

use super::Outcome;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::clock::{LocalTime, local_time};
use crate::machine::error::Ball;
use crate::machine::number::Number;

const DAY: i64 = 86_400;

/// Seconds since 1970 beyond which there is no calendar.
const MOST: f64 = 1e15;

/// Days from 1970-01-01 to a day of the calendar; months and days beyond their range carry.
fn days_to(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March here, so that the leap day is the last of one.
    let months = year * 12 + (month - 1) - 2;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let days_before = (153 * month + 2) / 5;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // 719468 days lead from 0000-03-01 to 1970-01-01.
    365 * year + leap_days + days_before + day - 1 - 719_468
}

/// Year, month and day of a number of days since 1970-01-01.
fn day_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    // Cycles of 400 years have the same number of days each; within them, leap days are taken out.
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    (cycle * 400 + year, month, day)
}

/// A moment as the calendar and the clock have it.
struct Moment {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    /// Days since 1970.
    days: i64,
}

impl Moment {
    /// At so many seconds since 1970, in local seconds.
    fn at(seconds: i64) -> Moment {
        let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        let (year, month, day) = day_of(days);
        Moment { year, month, day, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60, days }
    }

    /// 0 is Sunday.
    fn weekday(&self) -> i64 {
        (self.days + 4).rem_euclid(7)
    }

    /// From 0.
    fn day_of_year(&self) -> i64 {
        self.days - days_to(self.year, 1, 1)
    }

    /// Year and week as ISO 8601 counts them: week 1 has the year's first Thursday.
    fn iso_week(&self) -> (i64, i64) {
        let thursday = self.days - (self.weekday() + 6) % 7 + 3;
        let (year, ..) = day_of(thursday);
        (year, (thursday - days_to(year, 1, 1)) / 7 + 1)
    }
}

fn float(m: &mut Machine, cell: Cell) -> Result<f64, Ball> {
    if cell.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !cell.is_number() {
        return Err(m.type_error("float", cell));
    }
    let value = m.number(cell).to_float();
    if value.abs() <= MOST { Ok(value) } else { Err(m.domain_error("time_stamp", cell)) }
}

/// `$stamp_date(Stamp, Offset, Y, M, D, H, Mn, S)`.
pub(crate) fn stamp_date(m: &mut Machine) -> Outcome {
    let stamp = float(m, m.a(0))?;
    let offset = m.integer(m.a(1))?.clamp(-DAY, DAY);
    let whole = stamp.floor();
    let moment = Moment::at(whole as i64 - offset);
    let fields = [moment.year, moment.month, moment.day, moment.hour, moment.minute];
    for (i, value) in (2..).zip(fields) {
        if !m.unify(m.a(i), Cell::int(value)) {
            return Ok(false);
        }
    }
    let second = m.number_cell(&Number::Float(moment.second as f64 + (stamp - whole)));
    Ok(m.unify(m.a(7), second))
}

/// `$date_days(Y, M, D, Days)`: days since 1970.
pub(crate) fn date_days(m: &mut Machine) -> Outcome {
    let mut fields = [0; 3];
    for (i, field) in (0..).zip(&mut fields) {
        let cell = m.a(i);
        *field = m.integer(cell)?;
        if field.unsigned_abs() > 1 << 32 {
            return Err(m.representation_error("date"));
        }
    }
    let [year, month, day] = fields;
    Ok(m.unify(m.a(3), Cell::int(days_to(year, month, day))))
}

/// `$local_offset(Stamp, Offset, Zone, Summer)`.
pub(crate) fn local_offset(m: &mut Machine) -> Outcome {
    let stamp = float(m, m.a(0))?;
    let utc = || LocalTime { east: 0, zone: "UTC".to_owned(), summer: false };
    let local = local_time(stamp.floor() as i64).unwrap_or_else(utc);
    let (zone, summer) = (m.make_atom(&local.zone), m.make_atom(if local.summer { "true" } else { "false" }));
    Ok(m.unify(m.a(1), Cell::int(-local.east)) && m.unify(m.a(2), zone) && m.unify(m.a(3), summer))
}

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `$format_time(Format, Stamp, Offset, Zone, Atom)`.
pub(crate) fn format_time(m: &mut Machine) -> Outcome {
    let format = m.text_as(m.a(0), super::text::Form::Codes)?;
    let stamp = float(m, m.a(1))?;
    let offset = m.integer(m.a(2))?.clamp(-DAY, DAY);
    let zone = m.text(m.a(3))?;
    let time = Time { stamp, moment: Moment::at(stamp.floor() as i64 - offset), offset, zone: &zone };
    let mut text = String::new();
    let mut rest: &str = &format;
    while let Some(at) = rest.find('%') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // E and O ask for another calendar's or another script's form, of which there is none.
        let plain = rest.strip_prefix(['E', 'O']).filter(|after| after.starts_with(|c: char| c.is_ascii_alphabetic()));
        let plain = plain.unwrap_or(rest);
        let digits = plain.len() - plain.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let width = plain[..digits].parse().ok();
        let (colon, after) = match plain[digits..].strip_prefix(':') {
            Some(after) => (true, after),
            None => (false, &plain[digits..]),
        };
        let directive = after.chars().next();
        match directive.filter(|&letter| time.write(&mut text, letter, width, colon)) {
            Some(letter) => rest = &after[letter.len_utf8()..],
            None => {
                let what = m.make_atom(&format!("%{}", directive.map(String::from).unwrap_or_default()));
                return Err(m.existence_error("format", what));
            }
        }
    }
    text.push_str(rest);
    m.units += text.len() as u64;
    let made = m.make_atom(&text);
    Ok(m.unify(m.a(4), made))
}

/// A time that is being written.
struct Time<'a> {
    stamp: f64,
    moment: Moment,
    offset: i64,
    zone: &'a str,
}

impl Time<'_> {
    /// Writes what a letter stands for; false for a letter that stands for nothing.
    fn write(&self, text: &mut String, letter: char, width: Option<usize>, colon: bool) -> bool {
        let now = &self.moment;
        let (day, month) = (DAYS[now.weekday() as usize], MONTHS[now.month as usize - 1]);
        let two = |value: i64| format!("{value:02}");
        let spaced = |value: i64| format!("{value:2}");
        let twelve = (now.hour + 11) % 12 + 1;
        let half = if now.hour < 12 { "AM" } else { "PM" };
        let (iso_year, iso_week) = now.iso_week();
        let made = match letter {
            'a' => day[..3].to_owned(),
            'A' => day.to_owned(),
            'b' | 'h' => month[..3].to_owned(),
            'B' => month.to_owned(),
            'c' | '+' => self.all("a b e H:M:S Y"),
            'C' => two(now.year.div_euclid(100)),
            'd' => two(now.day),
            'D' | 'x' => self.all("m/d/y"),
            'e' => spaced(now.day),
            'f' => self.fraction(width.unwrap_or(6)),
            'F' => self.all("Y-m-d"),
            'g' => two(iso_year.rem_euclid(100)),
            'G' => iso_year.to_string(),
            'V' => two(iso_week),
            'H' => two(now.hour),
            'I' => two(twelve),
            'j' => format!("{:03}", now.day_of_year() + 1),
            'k' => spaced(now.hour),
            'l' => spaced(twelve),
            'm' => two(now.month),
            'M' => two(now.minute),
            'n' => "\n".to_owned(),
            'p' => half.to_owned(),
            'P' => half.to_lowercase(),
            'r' => self.all("I:M:S p"),
            'R' => self.all("H:M"),
            's' => format!("{}", self.stamp.floor() as i64),
            'S' => two(now.second),
            't' => "\t".to_owned(),
            'T' | 'X' => self.all("H:M:S"),
            'u' => ((now.weekday() + 6) % 7 + 1).to_string(),
            'w' => now.weekday().to_string(),
            'U' => two((now.day_of_year() + 7 - now.weekday()) / 7),
            'W' => two((now.day_of_year() + 7 - (now.weekday() + 6) % 7) / 7),
            'y' => two(now.year.rem_euclid(100)),
            'Y' => now.year.to_string(),
            'z' => self.zone_offset(colon),
            'Z' => self.zone.to_owned(),
            '%' => "%".to_owned(),
            _ => return false,
        };
        text.push_str(&made);
        true
    }

    /// Writes letters as directives, all else as it is.
    fn all(&self, letters: &str) -> String {
        let mut text = String::new();
        for letter in letters.chars() {
            if !letter.is_ascii_alphabetic() || !self.write(&mut text, letter, None, false) {
                text.push(letter);
            }
        }
        text
    }

    /// The digits of the second's fraction.
    fn fraction(&self, digits: usize) -> String {
        let digits = digits.clamp(1, 15);
        let fraction = self.stamp - self.stamp.floor();
        let scaled = (fraction * 10f64.powi(digits as i32)).floor() as i64;
        format!("{scaled:0digits$}")
    }

    fn zone_offset(&self, colon: bool) -> String {
        let minutes = self.offset.abs() / 60;
        let sign = if self.offset > 0 { '-' } else { '+' };
        format!("{sign}{:02}{}{:02}", minutes / 60, if colon { ":" } else { "" }, minutes % 60)
    }
}
