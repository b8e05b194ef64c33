//! Texts: what atomics, strings and lists of codes or characters have in common, and how one is made of another.

use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;
use crate::machine::number::Number;
use crate::read::parse_number;
use crate::write::{format_float, format_integer, format_rational};
use std::ops::Deref;
use std::sync::Arc;

/// In which form a text is given or wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Atom,
    Text,
    Codes,
    Chars,
    Number,
}

/// A text: an atom's own, or one made for the purpose.
pub(crate) enum Text {
    Name(Arc<str>),
    Made(String),
}

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        match self {
            Text::Name(name) => name,
            Text::Made(text) => text,
        }
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        match text {
            Text::Name(name) => name.to_string(),
            Text::Made(text) => text,
        }
    }
}

impl Machine {
    /// The text of an atomic, or of a list of codes or characters.
    pub(crate) fn text(&mut self, cell: Cell) -> Result<Text, Ball> {
        let cell = cell.deref();
        let text = match cell.tag() {
            Tag::Ref => return Err(self.instantiation_error()),
            Tag::Atom => Text::Name(self.program.atoms.name(cell.as_atom())),
            Tag::Boxed if cell.is_box(Kind::Text) => Text::Made(self.text_of_string(cell).to_owned()),
            Tag::List => Text::Made(self.list_text(cell)?),
            Tag::Struct => return Err(self.type_error("atomic", cell)),
            _ => Text::Made(spell(&self.number(cell))),
        };
        self.units += text.len() as u64;
        Ok(text)
    }

    /// The text of an argument in a form. Where a list is meant, `[]` is an empty one; elsewhere it is an atom.
    pub(crate) fn text_as(&mut self, text: Cell, form: Form) -> Result<Text, Ball> {
        match form {
            Form::Codes | Form::Chars if text == Cell::NIL => Ok(Text::Made(String::new())),
            _ => self.text(text),
        }
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
