//! `format/1,2,3`: text with directives. A unit is a character written.
//!
//! Directives: `~w ~p ~q ~a ~d ~D ~s ~e ~f ~g ~n ~c ~r ~R ~i ~* ~` and columns `~t ~| ~+`. Follows SWI-Prolog.

use super::Outcome;
use super::streams::Use;
use super::write_terms::show;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::number::Number;
use crate::machine::stream::StreamId;
use crate::write::WriteOptions;
use num_bigint::BigInt;
use num_traits::Signed;

pub(crate) fn format_1(m: &mut Machine) -> Outcome {
    let to = m.current_output(Use::Characters)?;
    format_on(m, to, m.a(0), Cell::NIL)
}

pub(crate) fn format_2(m: &mut Machine) -> Outcome {
    let to = m.current_output(Use::Characters)?;
    format_on(m, to, m.a(0), m.a(1))
}

/// On a stream, or collected into `atom(A)`, `string(S)`, `codes(Cs)` or `chars(Cs)`.
pub(crate) fn format_3(m: &mut Machine) -> Outcome {
    let sink = m.a(0);
    if !sink.is_compound() || m.is_stream_term(sink) {
        let to = m.output_to(sink, Use::Characters)?;
        return format_on(m, to, m.a(1), m.a(2));
    }
    let form = match (&*m.program.atoms.name(m.functor_of(sink).name), m.functor_of(sink).arity) {
        ("atom", 1) => super::atoms::Form::Atom,
        ("string", 1) => super::atoms::Form::Text,
        ("codes", 1) => super::atoms::Form::Codes,
        ("chars", 1) => super::atoms::Form::Chars,
        _ => return Err(m.domain_error("output_sink", sink)),
    };
    let text = formatted(m, m.a(1), m.a(2), 0)?;
    let made = m.make_text(&text, form)?;
    Ok(m.unify(m.args_of(sink).get(), made))
}

fn format_on(m: &mut Machine, to: StreamId, format: Cell, args: Cell) -> Outcome {
    let column = m.streams.stream(to).position().column as usize;
    let text = formatted(m, format, args, column)?;
    m.streams.write(to, &text);
    Ok(true)
}

/// Text in the making, with the places where columns are filled.
struct Page {
    text: String,
    /// Where the current column segment starts, in bytes.
    segment: usize,
    /// The column at which that is.
    column: usize,
    /// Where in the segment there is room to fill, and with what.
    fills: Vec<(usize, char)>,
}

impl Page {
    /// The column after what is written.
    fn here(&self) -> usize {
        match self.text[self.segment..].rfind('\n') {
            Some(at) => self.text[self.segment + at + 1..].chars().count(),
            None => self.column + self.text[self.segment..].chars().count(),
        }
    }

    /// Ends the segment at a column, filling up to it.
    fn stop(&mut self, at: usize) {
        let missing = at.saturating_sub(self.here());
        let fills = if self.fills.is_empty() { vec![(self.text.len(), ' ')] } else { std::mem::take(&mut self.fills) };
        for (i, &(place, with)) in fills.iter().enumerate().rev() {
            // What does not divide evenly goes to the last.
            let share = missing / fills.len() + if i + 1 == fills.len() { missing % fills.len() } else { 0 };
            self.text.insert_str(place, &with.to_string().repeat(share));
        }
        self.column = self.here();
        self.segment = self.text.len();
    }
}

/// What a directive is given between `~` and its letter.
#[derive(Clone, Copy)]
enum Argument {
    None,
    Number(i64),
    Fill(char),
}

fn formatted(m: &mut Machine, format: Cell, args: Cell, column: usize) -> Result<String, Ball> {
    let format = if format == Cell::NIL { String::new() } else { m.text(format)? };
    let (_, tail) = m.skip_list(args);
    let mut args = if tail == Cell::NIL { m.list_items(args)? } else { vec![args] }.into_iter();
    let mut page = Page { text: String::new(), segment: 0, column, fills: Vec::new() };
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '~' {
            page.text.push(c);
            continue;
        }
        let argument = match chars.peek() {
            Some('*') => {
                chars.next();
                let given = next(m, &mut args)?;
                Argument::Number(m.natural(given)?)
            }
            Some('`') => {
                chars.next();
                match chars.next() {
                    Some(fill) => Argument::Fill(fill),
                    None => return Err(format_error(m, "truncated format specification")),
                }
            }
            Some(digit) if digit.is_ascii_digit() => {
                let mut value: i64 = 0;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    value = value.saturating_mul(10).saturating_add(digit.into()).min(1 << 24);
                    chars.next();
                }
                Argument::Number(value)
            }
            _ => Argument::None,
        };
        let Some(directive) = chars.next() else {
            return Err(format_error(m, "truncated format specification"));
        };
        apply(m, &mut page, directive, argument, &mut args)?;
    }
    if args.next().is_some() {
        return Err(format_error(m, "too many arguments"));
    }
    m.units += page.text.len() as u64;
    Ok(page.text)
}

fn format_error(m: &mut Machine, what: &str) -> Ball {
    let what = m.string_cell(what);
    let formal = m.make("format", &[what]);
    m.error(formal)
}

fn next(m: &mut Machine, args: &mut std::vec::IntoIter<Cell>) -> Result<Cell, Ball> {
    match args.next() {
        Some(cell) => Ok(cell.deref()),
        None => Err(format_error(m, "not enough arguments")),
    }
}

fn apply(
    m: &mut Machine,
    page: &mut Page,
    directive: char,
    argument: Argument,
    args: &mut std::vec::IntoIter<Cell>,
) -> Result<(), Ball> {
    let number = match argument {
        Argument::Number(value) => Some(value),
        Argument::Fill(c) => Some(i64::from(u32::from(c))),
        Argument::None => None,
    };
    let times = number.unwrap_or(1).max(0) as usize;
    match directive {
        '~' => page.text.push('~'),
        'n' => page.text.extend(std::iter::repeat_n('\n', times)),
        'w' => show_next(m, page, args, &WriteOptions::plain())?,
        'p' | 'q' => show_next(m, page, args, &WriteOptions::quoted())?,
        'k' => show_next(m, page, args, &WriteOptions::canonical())?,
        'a' => {
            let cell = next(m, args)?;
            let text = m.text(cell)?;
            page.text.push_str(&text);
        }
        's' => {
            let cell = next(m, args)?;
            let text = if cell == Cell::NIL { String::new() } else { m.text(cell)? };
            page.text.push_str(&text);
        }
        'c' => {
            let cell = next(m, args)?;
            let code = m.integer(cell)?;
            let Some(c) = u32::try_from(code).ok().and_then(char::from_u32) else {
                return Err(m.representation_error("character_code"));
            };
            page.text.extend(std::iter::repeat_n(c, times));
        }
        'd' | 'D' => {
            let value = integer_argument(m, args)?;
            let text = with_point(&value, number.unwrap_or(0).max(0) as usize, directive == 'D');
            page.text.push_str(&text);
        }
        'f' | 'e' | 'g' => {
            let cell = next(m, args)?;
            let value = m.eval(cell)?.0;
            page.text.push_str(&decimal(&value, directive, number.unwrap_or(6).clamp(0, 1000) as usize));
        }
        'r' | 'R' => {
            let value = integer_argument(m, args)?;
            let Some(radix @ 2..=36) = number else {
                return Err(format_error(m, "no or bad radix"));
            };
            let text = value.to_str_radix(radix as u32);
            page.text.push_str(&if directive == 'R' { text.to_uppercase() } else { text });
        }
        'i' => {
            next(m, args)?;
        }
        't' => {
            let with = match argument {
                Argument::Fill(c) => c,
                Argument::Number(code) => u32::try_from(code).ok().and_then(char::from_u32).unwrap_or(' '),
                Argument::None => ' ',
            };
            page.fills.push((page.text.len(), with));
        }
        '|' => page.stop(number.map_or_else(|| page.here(), |column| column.max(0) as usize)),
        '+' => page.stop(page.column + number.unwrap_or(8).max(0) as usize),
        other => {
            let text = format!("unknown directive ~{other}");
            return Err(format_error(m, &text));
        }
    }
    Ok(())
}

fn show_next(
    m: &mut Machine,
    page: &mut Page,
    args: &mut std::vec::IntoIter<Cell>,
    options: &WriteOptions,
) -> Result<(), Ball> {
    let cell = next(m, args)?;
    let text = show(m, cell, options)?;
    page.text.push_str(&text);
    Ok(())
}

fn integer_argument(m: &mut Machine, args: &mut std::vec::IntoIter<Cell>) -> Result<BigInt, Ball> {
    let cell = next(m, args)?;
    if cell.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    let value = if cell.is_number() { m.number(cell) } else { m.eval(cell)?.0 };
    match value.to_big() {
        Some(value) => Ok(value),
        None => Err(m.type_error("integer", cell)),
    }
}

/// An integer with a decimal point before the last digits, and perhaps commas between groups of three.
fn with_point(value: &BigInt, places: usize, grouped: bool) -> String {
    let mut digits = value.abs().to_string();
    if digits.len() <= places {
        digits = "0".repeat(places + 1 - digits.len()) + &digits;
    }
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let mut text = String::new();
    if value.is_negative() {
        text.push('-');
    }
    for (i, digit) in whole.chars().enumerate() {
        if grouped && i > 0 && (whole.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if places > 0 {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// A number in fixed, exponential or general notation.
fn decimal(value: &Number, directive: char, places: usize) -> String {
    if let ('f', Some(integer)) = (directive, value.to_big()) {
        let scaled = integer * BigInt::from(10).pow(places as u32);
        return with_point(&scaled, places, false);
    }
    let value = value.to_float();
    match directive {
        'f' => format!("{value:.places$}"),
        'e' => exponential(value, places),
        _ => general(value, places.max(1)),
    }
}

/// As C's `%e`: the exponent has a sign and at least two digits.
fn exponential(value: f64, places: usize) -> String {
    let text = format!("{value:.places$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let exponent: i32 = exponent.parse().unwrap_or(0);
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{mantissa}e{sign}{:02}", exponent.abs())
        }
        None => text,
    }
}

/// As C's `%g`: the shorter of the two, without trailing zeros.
fn general(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let rounded = format!("{value:.*e}", digits - 1);
    let exponent: i32 = rounded.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= digits as i32 {
        let text = exponential(value, digits - 1);
        match text.split_once('e') {
            Some((mantissa, exponent)) => format!("{}e{exponent}", trim(mantissa)),
            None => text,
        }
    } else {
        trim(&format!("{value:.*}", (digits as i32 - 1 - exponent).max(0) as usize))
    }
}
