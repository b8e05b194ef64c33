//! `format/1,2,3`: text with directives. A unit is a character written.
//!
//! Directives: `~w ~p ~q ~k ~a ~d ~D ~I ~s ~e ~f ~g ~n ~N ~c ~r ~R ~i ~@ ~* ~` and columns `~t ~| ~+`. The goals of `~@`,
//! and those that `format_predicate/2` has for a directive, are the library's work: `$format/2,3` runs them and gives their output in their place. Follows SWI-Prolog, with its
//! error terms; a format that ends within a directive is `format('truncated format specification')`.

use super::Outcome;
use super::streams::Use;
use super::text::Form;
use super::write_terms::show;
use crate::atoms::{Atom, Functor, known};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;
use crate::machine::number::Number;
use crate::machine::stream::StreamId;
use crate::write::WriteOptions;
use num_bigint::BigInt;

pub(crate) fn format_1(m: &mut Machine) -> Outcome {
    let to = m.current_output(Use::Characters)?;
    format_on(m, to, None, m.a(0), Cell::NIL)
}

pub(crate) fn format_2(m: &mut Machine) -> Outcome {
    let to = m.current_output(Use::Characters)?;
    format_on(m, to, None, m.a(0), m.a(1))
}

/// On a stream, or collected into `atom(A)`, `string(S)`, `codes(Cs)` or `chars(Cs)`.
pub(crate) fn format_3(m: &mut Machine) -> Outcome {
    let sink = m.a(0);
    if !sink.is_compound() || m.is_stream_term(sink) {
        let to = m.output_to(sink, Use::Characters)?;
        return format_on(m, to, Some(sink), m.a(1), m.a(2));
    }
    let form = match (&*m.program.atoms.name(m.functor_of(sink).name), m.functor_of(sink).arity) {
        ("atom", 1) => Form::Atom,
        ("string", 1) => Form::Text,
        ("codes", 1) => Form::Codes,
        ("chars", 1) => Form::Chars,
        _ => return Err(m.domain_error("output_sink", sink)),
    };
    let Made::Text(text) = formatted(m, m.a(1), m.a(2), 0)? else {
        let call = m.make("format", &[sink, m.a(1), m.a(2)]);
        m.detour = Some(call);
        return Ok(true);
    };
    let made = m.make_text(&text, form)?;
    Ok(m.unify(m.args_of(sink).get(), made))
}

fn format_on(m: &mut Machine, to: StreamId, sink: Option<Cell>, format: Cell, args: Cell) -> Outcome {
    let column = m.streams.stream(to).position().column as usize;
    let Made::Text(text) = formatted(m, format, args, column)? else {
        let call = match sink {
            Some(sink) => m.make("format", &[sink, format, args]),
            None => m.make("format", &[format, args]),
        };
        m.detour = Some(call);
        return Ok(true);
    };
    m.put(to, &text)?;
    Ok(true)
}

/// `$format_plan(Format, Arguments, Plan)`: an item for each argument, `run(Goal)` for those of `~@` and of directives of
/// the program's own, and `give(Argument)` for the others. What is wrong with the format is left for when it is written.
pub(crate) fn plan(m: &mut Machine) -> Outcome {
    let format = m.text_as(m.a(0), Form::Codes)?;
    let given = arguments(m, m.a(1))?;
    m.ensure(12 * given.len())?;
    let mut goals = vec![None; given.len()];
    let (mut at, mut rest): (usize, &str) = (0, &format);
    while let Some(tilde) = rest.find('~') {
        rest = &rest[tilde + 1..];
        let number;
        if let Some(after) = rest.strip_prefix('*') {
            (rest, number) = (after, given.get(at).copied());
            at += 1;
        } else if let Some(after) = rest.strip_prefix('`') {
            number = after.chars().next().map(|fill| Cell::int(i64::from(u32::from(fill))));
            rest = after.strip_prefix(|_| true).unwrap_or(after);
        } else {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            number = rest[..digits].parse().ok().filter(|number| *number <= MOST).map(Cell::int);
            rest = &rest[digits..];
        }
        rest = rest.strip_prefix(':').unwrap_or(rest);
        let Some(directive) = rest.chars().next() else { break };
        rest = &rest[directive.len_utf8()..];
        let own = m.kept.formats.get(&directive).copied();
        if let Some(goal) = goals.get_mut(at) {
            *goal = match own {
                Some((module, name)) => Some(own_goal(m, module, name, number, given[at])),
                None => Some(given[at]).filter(|_| directive == '@'),
            };
        }
        at += usize::from(own.is_some() || "wpqkascdDIfegrRi@".contains(directive));
    }
    let item = |(&argument, goal): (&Cell, Option<Cell>)| match goal {
        Some(goal) => m.make("run", &[goal]),
        None => m.make("give", &[argument]),
    };
    let items: Vec<Cell> = given.iter().zip(goals).map(item).collect();
    m.units += format.len() as u64;
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(2), list))
}

/// What a directive of the program's own calls: `Module:Name(Number, Argument)`, `default` where there is no number.
fn own_goal(m: &mut Machine, module: Atom, name: Atom, number: Option<Cell>, argument: Cell) -> Cell {
    let number = match number {
        Some(number) => number,
        None => m.make_atom("default"),
    };
    let goal = m.make_compound(Functor { name, arity: 2 }, &[number, argument]);
    m.make_compound(Functor { name: known::COLON, arity: 2 }, &[Cell::atom(module), goal])
}

/// `$format_predicate(Char, Module, Name)`: what a directive calls from now on.
pub(crate) fn set_own(m: &mut Machine) -> Outcome {
    let directive = m.text(m.a(0))?.chars().next();
    let call = (m.a(1).as_atom(), m.a(2).as_atom());
    m.kept.formats.extend(directive.map(|directive| (directive, call)));
    Ok(true)
}

/// `$format_predicates(List)`: `Code-Module:Name` for the directives of the program's own.
pub(crate) fn all_own(m: &mut Machine) -> Outcome {
    let own: Vec<_> = m.kept.formats.iter().map(|(&directive, &call)| (directive, call)).collect();
    m.ensure(6 * own.len())?;
    let mut items = Vec::new();
    for (directive, (module, name)) in own {
        let call = m.make(":", &[Cell::atom(module), Cell::atom(name)]);
        items.push(m.make("-", &[Cell::int(i64::from(u32::from(directive))), call]));
    }
    let list = m.make_list(&items, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

/// The arguments that are given as a list, or the one that is given as it is.
fn arguments(m: &mut Machine, args: Cell) -> Result<Vec<Cell>, Ball> {
    let (_, tail) = m.skip_list(args);
    if tail == Cell::NIL { m.list_items(args) } else { Ok(vec![args]) }
}

/// What the goal of a directive has written, or nothing where the argument is a goal still.
fn written(m: &Machine, argument: Cell) -> Option<Cell> {
    let is_written = argument.is(Tag::Struct) && m.functor_of(argument).arity == 1;
    let is_written = is_written && m.functor_of(argument).name == m.program.atoms.internal("$written");
    is_written.then(|| m.args_of(argument).get().deref())
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
    fn stop(&mut self, m: &mut Machine, at: usize) {
        m.units += COLUMN;
        let missing = at.saturating_sub(self.here());
        let fills = if self.fills.is_empty() { vec![(self.text.len(), ' ')] } else { std::mem::take(&mut self.fills) };
        let n = fills.len();
        for (i, &(place, with)) in fills.iter().enumerate().rev() {
            // What does not divide evenly goes to those from the middle on, one each.
            let share = missing / n + usize::from((i + n - n / 2) % n < missing % n);
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

/// The arguments that directives have not taken yet.
type Arguments = std::vec::IntoIter<Cell>;

/// The most characters that one directive repeats or pads with.
const MOST: i64 = 1 << 24;

/// Characters that are written while a directive is carried out, besides what it writes.
const DIRECTIVE: u64 = 128;
/// The same of one that writes a float, with so many digits after the point or with an exponent.
const FLOAT: [u64; 2] = [128, 512];
/// The same of one that groups digits.
const GROUPED: u64 = 64;
/// The same of one that fills a column.
const COLUMN: u64 = 96;
/// Characters that are put into the text in the time of one that is made.
const PASSED: u64 = 8;

fn formatted(m: &mut Machine, format: Cell, args: Cell, column: usize) -> Result<Made, Ball> {
    let format = m.text_as(format, Form::Codes)?;
    let mut args = arguments(m, args)?.into_iter();
    let mut page = Page { text: String::new(), segment: 0, column, fills: Vec::new() };
    let mut rest: &str = &format;
    while let Some(at) = rest.find('~') {
        page.text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let argument = directive_argument(m, &mut rest, &mut args)?;
        // A colon asks for the digit groups of the locale, of which there are none.
        rest = rest.strip_prefix(':').unwrap_or(rest);
        let Some(directive) = rest.chars().next() else {
            return Err(format_error(m, "truncated format specification"));
        };
        rest = &rest[directive.len_utf8()..];
        m.units += DIRECTIVE;
        if directive == '@' || m.kept.formats.contains_key(&directive) {
            let goal = next(m, &mut args)?;
            let Some(text) = written(m, goal) else { return Ok(Made::WithGoals) };
            page.text.push_str(&m.text(text)?);
            continue;
        }
        apply(m, &mut page, directive, argument, &mut args)?;
    }
    page.text.push_str(rest);
    if args.next().is_some() {
        return Err(format_error(m, "too many arguments"));
    }
    m.units += page.text.len() as u64 / PASSED;
    Ok(Made::Text(page.text))
}

/// What becomes of a format.
enum Made {
    Text(String),
    /// Goals must run first.
    WithGoals,
}

/// Takes what stands between `~` and the letter of a directive.
fn directive_argument(m: &mut Machine, rest: &mut &str, args: &mut Arguments) -> Result<Argument, Ball> {
    if let Some(after) = rest.strip_prefix('*') {
        *rest = after;
        let given = next(m, args)?;
        return match given.is(Tag::Int) && given.as_int() >= 0 {
            true => number_argument(m, given.as_int()),
            false => Err(format_error(m, "no or negative integer for `*' argument")),
        };
    }
    if let Some(after) = rest.strip_prefix('`') {
        let Some(fill) = after.chars().next() else {
            return Err(format_error(m, "truncated format specification"));
        };
        *rest = &after[fill.len_utf8()..];
        return Ok(Argument::Fill(fill));
    }
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 {
        return Ok(Argument::None);
    }
    let value = rest[..digits].parse().unwrap_or(i64::MAX);
    *rest = &rest[digits..];
    number_argument(m, value)
}

fn number_argument(m: &mut Machine, value: i64) -> Result<Argument, Ball> {
    match value <= MOST {
        true => Ok(Argument::Number(value)),
        false => Err(format_error(m, "the number of a directive is at most 16777216")),
    }
}

fn format_error(m: &mut Machine, what: &str) -> Ball {
    let what = m.make_atom(what);
    let formal = m.make("format", &[what]);
    m.error(formal)
}

/// An argument that is nothing for its directive.
fn argument_error(m: &mut Machine, directive: char, argument: Cell) -> Ball {
    let directive = m.char_atom(directive);
    let formal = m.make("format_argument_type", &[directive, argument]);
    m.error(formal)
}

fn next(m: &mut Machine, args: &mut Arguments) -> Result<Cell, Ball> {
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
    args: &mut Arguments,
) -> Result<(), Ball> {
    let number = match argument {
        Argument::Number(value) => Some(value),
        Argument::Fill(c) => Some(i64::from(u32::from(c))),
        Argument::None => None,
    };
    let times = number.unwrap_or(1) as usize;
    match directive {
        '~' => page.text.push('~'),
        'n' => page.text.extend(std::iter::repeat_n('\n', times)),
        'w' => show_next(m, page, args, &WriteOptions::plain())?,
        'p' | 'q' => show_next(m, page, args, &WriteOptions::quoted())?,
        'k' => show_next(m, page, args, &WriteOptions::canonical())?,
        'a' | 's' => {
            let cell = next(m, args)?;
            let fits = match directive {
                'a' => !cell.is(Tag::Ref) && !cell.is_compound(),
                _ => cell.is(Tag::Atom) || cell.is(Tag::List) || cell.is_box(Kind::Text),
            };
            if !fits {
                return Err(argument_error(m, directive, cell));
            }
            let text = m.text_as(cell, if directive == 's' { Form::Codes } else { Form::Atom })?;
            page.text.push_str(&text);
        }
        'c' => {
            let cell = next(m, args)?;
            let code = if cell.is(Tag::Int) { u32::try_from(cell.as_int()).ok() } else { None };
            let Some(c) = code.and_then(char::from_u32) else {
                return Err(argument_error(m, directive, cell));
            };
            page.text.extend(std::iter::repeat_n(c, times));
        }
        'd' | 'D' => {
            m.units += if directive == 'D' { GROUPED } else { 0 };
            let value = integer_argument(m, directive, args)?;
            let text = match (directive, number.unwrap_or(0)) {
                ('d', 0) => m.spell(&value)?,
                (_, places) => with_point(m, &value, places as usize, directive == 'D')?,
            };
            page.text.push_str(&text);
        }
        'N' => {
            if page.here() > 0 {
                page.text.push('\n');
            }
        }
        'I' => {
            let value = integer_argument(m, directive, args)?;
            let (sign, digits) = digits(m, &value)?;
            let group = match number {
                Some(0) => digits.len(),
                Some(group) => group as usize,
                None => 3,
            };
            page.text.push_str(sign);
            for (i, digit) in digits.chars().enumerate() {
                if i > 0 && (digits.len() - i) % group == 0 {
                    page.text.push('_');
                }
                page.text.push(digit);
            }
        }
        'f' | 'e' | 'g' => {
            let cell = next(m, args)?;
            let value = m.eval(cell)?.0;
            m.units += FLOAT[usize::from(directive != 'f')];
            page.text.push_str(&decimal(m, &value, directive, number.unwrap_or(6) as usize)?);
        }
        'r' | 'R' => {
            let radix = number.unwrap_or(8);
            let Some(radix @ 2..=36) = u32::try_from(radix).ok() else {
                return Err(m.domain_error("radix", Cell::int(radix)));
            };
            let value = integer_argument(m, directive, args)?.to_big().expect("an integer");
            let text = value.to_str_radix(radix);
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
        '|' => page.stop(m, number.map_or_else(|| page.here(), |column| column as usize)),
        '+' => page.stop(m, page.column + number.unwrap_or(8) as usize),
        other => {
            let other = m.char_atom(other);
            return Err(m.existence_error("format_character", other));
        }
    }
    Ok(())
}

fn show_next(m: &mut Machine, page: &mut Page, args: &mut Arguments, options: &WriteOptions) -> Result<(), Ball> {
    let cell = next(m, args)?;
    let text = show(m, cell, options)?;
    page.text.push_str(&text);
    Ok(())
}

fn integer_argument(m: &mut Machine, directive: char, args: &mut Arguments) -> Result<Number, Ball> {
    let cell = next(m, args)?;
    match m.eval(cell)?.0 {
        value @ (Number::Int(_) | Number::Big(_)) => Ok(value),
        Number::Rational(_) | Number::Float(_) => Err(argument_error(m, directive, cell)),
    }
}

/// The sign of an integer, and its digits.
fn digits(m: &mut Machine, value: &Number) -> Result<(&'static str, String), Ball> {
    let mut digits = m.spell(value)?;
    let sign = if digits.starts_with('-') { "-" } else { "" };
    Ok((sign, digits.split_off(sign.len())))
}

/// An integer with a decimal point before the last digits, and perhaps commas between groups of three.
fn with_point(m: &mut Machine, value: &Number, places: usize, grouped: bool) -> Result<String, Ball> {
    let (sign, mut digits) = digits(m, value)?;
    if digits.len() <= places {
        digits = "0".repeat(places + 1 - digits.len()) + &digits;
    }
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let mut text = String::from(sign);
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
    Ok(text)
}

/// A number in fixed, exponential or general notation. Fixed notation is exact for integers and rationals.
fn decimal(m: &mut Machine, value: &Number, directive: char, places: usize) -> Result<String, Ball> {
    if let ('f', Some(exact)) = (directive, value.to_rational()) {
        if exact.is_integer() {
            let whole = m.spell(&Number::integer(exact.to_integer()))?;
            m.can_allocate(2 * places)?;
            return Ok(if places == 0 { whole } else { whole + "." + &"0".repeat(places) });
        }
        let scaled = exact * BigInt::from(10).pow(places as u32);
        return with_point(m, &Number::integer(scaled.round().to_integer()), places, false);
    }
    let value = value.to_float();
    if value.is_nan() {
        return Ok("nan".to_owned());
    }
    if value.is_infinite() {
        return Ok(value.to_string());
    }
    Ok(match directive {
        'f' => format!("{value:.*}", places.min(DIGITS)) + &zeros(places),
        'e' => exponential(value, places),
        _ => general(value, places.clamp(1, DIGITS)),
    })
}

/// No float has more digits than this after the point.
const DIGITS: usize = 1100;

/// The digits beyond those that a float has.
fn zeros(places: usize) -> String {
    "0".repeat(places.saturating_sub(DIGITS))
}

/// As C's `%e`: the exponent has a sign and at least two digits.
fn exponential(value: f64, places: usize) -> String {
    let text = format!("{value:.*e}", places.min(DIGITS));
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let exponent: i32 = exponent.parse().unwrap_or(0);
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{mantissa}{}e{sign}{:02}", zeros(places), exponent.abs())
        }
        None => text,
    }
}

/// As C's `%g`: the shorter of the two, without trailing zeros.
fn general(value: f64, digits: usize) -> String {
    if value == 0.0 {
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
