//! Atoms and strings: their texts, taken apart and put together. A unit is a character of the text.

use super::Outcome;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;
use crate::machine::number::Number;
use crate::read::parse_number;
use crate::write::{format_float, format_integer, format_rational};

/// In which form a text is given or wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Atom,
    Text,
    Codes,
    Chars,
    Number,
}

/// Converts between an atomic and a form of its text: forward when the atomic is known, else backward into `back`.
fn convert(m: &mut Machine, forward: Form, back: Form) -> Outcome {
    let (atomic, text) = (m.a(0), m.a(1));
    if !atomic.is(Tag::Ref) {
        if atomic.is_compound() {
            return Err(m.type_error("atomic", atomic));
        }
        if back == Form::Number && !atomic.is_number() {
            return Err(m.type_error("number", atomic));
        }
        if back == Form::Number && !text.is(Tag::Ref) {
            // Different texts may spell the same number.
            let spelled = given_text(m, text, forward)?;
            let value = number_from(m, &spelled)?;
            return Ok(m.unify(atomic, value));
        }
        let known = m.text(atomic)?;
        let made = m.make_text(&known, forward)?;
        return Ok(m.unify(text, made));
    }
    let known = given_text(m, text, forward)?;
    let made = match back {
        Form::Number => number_from(m, &known)?,
        form => m.make_text(&known, form)?,
    };
    Ok(m.unify(atomic, made))
}

/// The text of an argument in a form. Where a list is meant, `[]` is an empty one; elsewhere it is an atom.
fn given_text(m: &mut Machine, text: Cell, form: Form) -> Result<String, Ball> {
    match form {
        Form::Codes | Form::Chars if text == Cell::NIL => Ok(String::new()),
        _ => m.text(text),
    }
}

/// The number that a text spells, or a syntax error.
fn number_from(m: &mut Machine, text: &str) -> Result<Cell, Ball> {
    match m.spelled_number(text) {
        Some(number) => Ok(number),
        None => {
            let what = m.make_atom("illegal_number");
            let formal = m.make("syntax_error", &[what]);
            Err(m.error(formal))
        }
    }
}

/// Defines conversions between an atomic and a form of its text.
macro_rules! conversions {
    ($($name:ident $forward:ident $back:ident;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome { convert(m, Form::$forward, Form::$back) }
    )*};
}

conversions! {
    atom_codes Codes Atom;
    atom_chars Chars Atom;
    atom_string Text Atom;
    number_codes Codes Number;
    number_chars Chars Number;
    string_codes Codes Text;
    string_chars Chars Text;
    string_to_atom Atom Text;
}

pub(crate) fn atom_length(m: &mut Machine) -> Outcome {
    let atomic = m.a(0);
    if atomic.is_compound() {
        return Err(m.type_error("atomic", atomic));
    }
    let wanted = m.a(1);
    if !wanted.is(Tag::Ref) {
        m.natural(wanted)?;
    }
    let text = m.text(atomic)?;
    let length = m.int_cell(text.chars().count() as i64);
    Ok(m.unify(wanted, length))
}

pub(crate) fn char_code(m: &mut Machine) -> Outcome {
    let (char, code) = (m.a(0), m.a(1));
    if char.is(Tag::Ref) {
        let value = m.integer(code)?;
        let Some(found) = u32::try_from(value).ok().and_then(char::from_u32) else {
            return Err(m.representation_error("character_code"));
        };
        let atom = m.char_atom(found);
        return Ok(m.unify(char, atom));
    }
    let found = m.character(char)?;
    Ok(m.unify(code, Cell::int(i64::from(u32::from(found)))))
}

pub(crate) fn atom_number(m: &mut Machine) -> Outcome {
    let (atom, number) = (m.a(0), m.a(1));
    if atom.is(Tag::Ref) {
        if number.is(Tag::Ref) {
            return Err(m.instantiation_error());
        }
        if !number.is_number() {
            return Err(m.type_error("number", number));
        }
        let text = m.text(number)?;
        let made = m.make_text(&text, Form::Atom)?;
        return Ok(m.unify(atom, made));
    }
    let text = m.text(atom)?;
    match m.spelled_number(&text) {
        Some(value) => Ok(m.unify(number, value)),
        None => Ok(false),
    }
}

pub(crate) fn number_string(m: &mut Machine) -> Outcome {
    let (number, string) = (m.a(0), m.a(1));
    if string.is(Tag::Ref) {
        let text = m.text(number)?;
        let made = m.string_cell(&text);
        return Ok(m.unify(string, made));
    }
    let text = m.text(string)?;
    match m.spelled_number(text.trim()) {
        Some(value) => Ok(m.unify(number, value)),
        None => Ok(false),
    }
}

/// Changes the case of the first argument's text and unifies it, in a form, with the second.
fn change_case(m: &mut Machine, form: Form, change: fn(&str) -> String) -> Outcome {
    let text = m.text(m.a(0))?;
    let made = m.make_text(&change(&text), form)?;
    Ok(m.unify(m.a(1), made))
}

pub(crate) fn upcase_atom(m: &mut Machine) -> Outcome {
    change_case(m, Form::Atom, str::to_uppercase)
}

pub(crate) fn downcase_atom(m: &mut Machine) -> Outcome {
    change_case(m, Form::Atom, str::to_lowercase)
}

pub(crate) fn string_upper(m: &mut Machine) -> Outcome {
    change_case(m, Form::Text, str::to_uppercase)
}

pub(crate) fn string_lower(m: &mut Machine) -> Outcome {
    change_case(m, Form::Text, str::to_lowercase)
}

pub(crate) fn atom_concat(m: &mut Machine) -> Outcome {
    concatenate(m, Form::Atom)
}

pub(crate) fn string_concat(m: &mut Machine) -> Outcome {
    concatenate(m, Form::Text)
}

fn concatenate(m: &mut Machine, form: Form) -> Outcome {
    let joined = m.text(m.a(0))? + &m.text(m.a(1))?;
    let made = m.make_text(&joined, form)?;
    Ok(m.unify(m.a(2), made))
}

/// `$sub_text(Kind, Text, Before, Length, Sub)`: one slice, as an atom or a string.
pub(crate) fn sub_text(m: &mut Machine) -> Outcome {
    let text = m.text(m.a(1))?;
    let (before, length) = (m.natural(m.a(2))? as usize, m.natural(m.a(3))? as usize);
    let mut places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let Some(from) = places.nth(before) else { return Ok(false) };
    let to = if length == 0 { Some(from) } else { places.nth(length - 1) };
    let Some(to) = to else { return Ok(false) };
    let form = if m.a(0) == m.make_atom("string") { Form::Text } else { Form::Atom };
    let made = m.make_text(&text[from..to], form)?;
    Ok(m.unify(m.a(4), made))
}

/// `$text_find(Text, Sub, From, Before)`: where `Sub` occurs next, counted in characters.
pub(crate) fn text_find(m: &mut Machine) -> Outcome {
    let (text, sub) = (m.text(m.a(0))?, m.text(m.a(1))?);
    let from = m.natural(m.a(2))? as usize;
    let Some((start, _)) = text.char_indices().chain([(text.len(), ' ')]).nth(from) else {
        return Ok(false);
    };
    let Some(at) = text[start..].find(&sub) else { return Ok(false) };
    let before = from + text[start..start + at].chars().count();
    let before = m.int_cell(before as i64);
    Ok(m.unify(m.a(3), before))
}

pub(crate) fn split_string(m: &mut Machine) -> Outcome {
    let (text, separators, pad) = (m.text(m.a(0))?, m.text(m.a(1))?, m.text(m.a(2))?);
    let parts: Vec<&str> =
        if separators.is_empty() { vec![&text] } else { text.split(|c| separators.contains(c)).collect() };
    let cells: Vec<Cell> = parts.iter().map(|part| m.string_cell(part.trim_matches(|c| pad.contains(c)))).collect();
    let list = m.make_list(&cells, Cell::NIL)?;
    Ok(m.unify(m.a(3), list))
}

pub(crate) fn join(m: &mut Machine) -> Outcome {
    let joined = joined_list(m, m.a(0), "")?;
    let made = m.make_text(&joined, Form::Atom)?;
    Ok(m.unify(m.a(1), made))
}

/// `atomic_list_concat(List, Separator, Atom)`: joins, or splits where the list is not ground.
pub(crate) fn join_separated(m: &mut Machine) -> Outcome {
    let (list, atom) = (m.a(0), m.a(2));
    let separator = m.text(m.a(1))?;
    let (_, tail) = m.skip_list(list);
    let mut ground = tail == Cell::NIL;
    m.walk(list, |cell| {
        ground &= !cell.is(Tag::Ref);
        ground
    });
    if ground {
        let joined = joined_list(m, list, &separator)?;
        let made = m.make_text(&joined, Form::Atom)?;
        return Ok(m.unify(atom, made));
    }
    if atom.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if separator.is_empty() {
        return Err(m.domain_error("non_empty_atom", m.a(1)));
    }
    let text = m.text(atom)?;
    let parts: Vec<Cell> = text.split(&separator).map(|part| m.make_atom(part)).collect();
    let made = m.make_list(&parts, Cell::NIL)?;
    Ok(m.unify(list, made))
}

fn joined_list(m: &mut Machine, list: Cell, separator: &str) -> Result<String, Ball> {
    let mut joined = String::new();
    for (i, item) in m.list_items(list)?.into_iter().enumerate() {
        if i > 0 {
            joined.push_str(separator);
        }
        let item = item.deref();
        if item.is_compound() {
            return Err(m.type_error("atomic", item));
        }
        joined.push_str(&m.text(item)?);
    }
    Ok(joined)
}

pub(crate) fn char_type(m: &mut Machine) -> Outcome {
    classify(m, Form::Chars)
}

pub(crate) fn code_type(m: &mut Machine) -> Outcome {
    classify(m, Form::Codes)
}

/// Whether a character, which must be known, is of a type; types with arguments give their value.
fn classify(m: &mut Machine, form: Form) -> Outcome {
    let (subject, kind) = (m.a(0), m.a(1));
    let c = if subject.is(Tag::Int) {
        let Some(c) = u32::try_from(subject.as_int()).ok().and_then(char::from_u32) else { return Ok(false) };
        c
    } else {
        m.character(subject)?
    };
    if kind.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    let value_of = |m: &Machine, c: char| {
        if form == Form::Codes { Cell::int(i64::from(u32::from(c))) } else { m.char_atom(c) }
    };
    if kind.is_compound() {
        let functor = m.functor_of(kind);
        let name = m.program.atoms.name(functor.name);
        let argument = m.args_of(kind).get();
        let value = match &*name {
            "digit" => match c.to_digit(10) {
                Some(weight) => Cell::int(weight.into()),
                None => return Ok(false),
            },
            "xdigit" => match c.to_digit(16) {
                Some(weight) => Cell::int(weight.into()),
                None => return Ok(false),
            },
            "to_lower" | "lower" if &*name == "to_lower" || c.is_lowercase() => {
                let other = if &*name == "lower" { c.to_uppercase().next() } else { c.to_lowercase().next() };
                value_of(m, other.unwrap_or(c))
            }
            "to_upper" | "upper" if &*name == "to_upper" || c.is_uppercase() => {
                let other = if &*name == "upper" { c.to_lowercase().next() } else { c.to_uppercase().next() };
                value_of(m, other.unwrap_or(c))
            }
            _ => return Ok(false),
        };
        return Ok(m.unify(argument, value));
    }
    if !kind.is(Tag::Atom) {
        return Err(m.domain_error("char_type", kind));
    }
    let name = m.program.atoms.name(kind.as_atom());
    Ok(match &*name {
        "alnum" => c.is_alphanumeric(),
        "alpha" => c.is_alphanumeric() || c == '_',
        "csym" => c.is_alphanumeric() || c == '_',
        "csymf" => c.is_alphabetic() || c == '_',
        "digit" => c.is_ascii_digit(),
        "graph" => !c.is_whitespace() && !c.is_control(),
        "print" => !c.is_control(),
        "lower" => c.is_lowercase(),
        "upper" => c.is_uppercase(),
        "punct" => !c.is_whitespace() && !c.is_control() && !c.is_alphanumeric(),
        "space" | "white" => c.is_whitespace(),
        "end_of_line" => matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}'),
        "ascii" => c.is_ascii(),
        "cntrl" => c.is_control(),
        _ => return Err(m.domain_error("char_type", kind)),
    })
}

impl Machine {
    /// The text of an atomic, or of a list of codes or characters.
    pub(crate) fn text(&mut self, cell: Cell) -> Result<String, Ball> {
        let cell = cell.deref();
        let text = match cell.tag() {
            Tag::Ref => return Err(self.instantiation_error()),
            Tag::Atom if cell == Cell::NIL => "[]".to_owned(),
            Tag::Atom => self.program.atoms.name(cell.as_atom()).to_string(),
            Tag::Boxed if cell.is_box(Kind::Text) => self.text_of_string(cell).to_owned(),
            Tag::List => self.list_text(cell)?,
            Tag::Struct => return Err(self.type_error("atomic", cell)),
            _ => spell(&self.number(cell)),
        };
        self.units += text.len() as u64;
        Ok(text)
    }

    /// The text of a list of codes or characters; `[]` is the empty one.
    pub(crate) fn list_text(&mut self, list: Cell) -> Result<String, Ball> {
        let mut text = String::new();
        for item in self.list_items(list)? {
            let item = item.deref();
            if item.is(Tag::Int) {
                match u32::try_from(item.as_int()).ok().and_then(char::from_u32) {
                    Some(c) => text.push(c),
                    None => return Err(self.representation_error("character_code")),
                }
            } else {
                text.push(self.character(item)?);
            }
        }
        Ok(text)
    }

    /// The character in a one-character atom.
    pub(crate) fn character(&mut self, cell: Cell) -> Result<char, Ball> {
        let cell = cell.deref();
        if cell.is(Tag::Ref) {
            return Err(self.instantiation_error());
        }
        if cell.is(Tag::Atom) {
            let name = self.program.atoms.name(cell.as_atom());
            let mut chars = name.chars();
            if let (Some(c), None) = (chars.next(), chars.next()) {
                return Ok(c);
            }
        }
        Err(self.type_error("character", cell))
    }

    pub(crate) fn char_atom(&self, c: char) -> Cell {
        self.make_atom(c.encode_utf8(&mut [0; 4]))
    }

    /// A text in a form.
    pub(crate) fn make_text(&mut self, text: &str, form: Form) -> Result<Cell, Ball> {
        match form {
            Form::Atom | Form::Number => Ok(self.make_atom(text)),
            Form::Text => {
                self.ensure(text.len() / 8 + 2)?;
                Ok(self.string_cell(text))
            }
            Form::Codes => {
                let codes: Vec<Cell> = text.chars().map(|c| Cell::int(i64::from(u32::from(c)))).collect();
                self.make_list(&codes, Cell::NIL)
            }
            Form::Chars => {
                let chars: Vec<Cell> = text.chars().map(|c| self.char_atom(c)).collect();
                self.make_list(&chars, Cell::NIL)
            }
        }
    }

    /// The number that a text spells, if it does.
    pub(crate) fn spelled_number(&mut self, text: &str) -> Option<Cell> {
        let number = match parse_number(text).ok()? {
            crate::read::Number::Int(value) => Number::Int(value),
            crate::read::Number::Big(value) => Number::Big(value),
            crate::read::Number::Rational(value) => Number::rational(value),
            crate::read::Number::Float(value) => Number::Float(value),
        };
        self.ensure(64 + text.len() / 8).ok()?;
        Some(self.number_cell(&number))
    }
}

/// A number as it is written.
pub(crate) fn spell(number: &Number) -> String {
    match number {
        Number::Int(value) => value.to_string(),
        Number::Big(value) => format_integer(value),
        Number::Rational(value) => format_rational(value),
        Number::Float(value) => format_float(*value),
    }
}
