//! Texts: what atomics, strings and lists of codes or characters have in common, and how one is made of another.

use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;
use crate::machine::number::Number;
use crate::machine::number::patient::{decimal, decimal_work, reading_work};
use crate::read::parse_number;
use crate::write::{format_float, rational};
use std::ops::Deref;
use std::sync::Arc;

/// In which form a text is given or wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// An atom.
    Atom,
    /// A string.
    Text,
    /// A list of character codes.
    Codes,
    /// A list of characters.
    Chars,
    /// The number that the text spells.
    Number,
}

/// Bytes of a name that is rather copied than shared, and of a buffer that is kept.
const SHORT: usize = 256;
/// Characters of a name or string that is looked through or copied as a whole that take as long as one unit.
const SHARED: u64 = 16;
/// Units that it takes to begin with the digits of an integer.
const NUMBER: u64 = 32;
/// Characters of one that is made that take as long as one unit.
const MADE: u64 = 4;
/// Units that it takes to put a character into a list: as a code, or as an atom.
const PUT: [u64; 2] = [1, 2];
/// Units that it takes to take one from a list.
const TAKEN: [u64; 2] = [4, 8];
/// Buffers that are kept.
const SPARE: usize = 4;
/// Elements of a list that is read without checking first that it ends.
const QUICK: usize = 1 << 12;

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
            Tag::Atom => self.name_text(cell),
            Tag::Boxed if cell.is_box(Kind::Text) => {
                self.can_allocate(2 * self.text_of_string(cell).len())?;
                Text::Made(self.text_of_string(cell).to_owned())
            }
            Tag::List => Text::Made(self.list_text(cell)?),
            Tag::Struct => return Err(self.type_error("atomic", cell)),
            Tag::Int => {
                let mut text = self.spare_text();
                push_integer(&mut text, cell.as_int());
                Text::Made(text)
            }
            _ => Text::Made(self.spell(&self.number(cell))?),
        };
        let length = text.len() as u64;
        self.units += match cell.tag() {
            Tag::Atom => length / SHARED,
            Tag::Boxed if cell.is_box(Kind::Text) => length / SHARED,
            // What it takes was counted.
            Tag::List => 0,
            Tag::Int => NUMBER + length,
            _ => length,
        };
        Ok(text)
    }

    /// A number as it is written.
    pub(crate) fn spell(&mut self, number: &Number) -> Result<String, Ball> {
        self.count_written(number);
        let asked = || self.is_interrupted();
        let text = match number {
            Number::Int(value) => Ok(value.to_string()),
            Number::Big(value) => decimal(value, &asked),
            Number::Rational(value) => rational(value, &asked),
            Number::Float(value) => Ok(format_float(*value)),
        };
        text.map_err(|error| self.arithmetic_error(error))
    }

    /// Counts the digits of a long integer or of a rational that is written.
    pub(crate) fn count_written(&self, number: &Number) {
        self.count_digits(number, decimal_work);
    }

    /// Counts those of one that was read.
    pub(crate) fn count_read(&self, number: &Number) {
        self.count_digits(number, reading_work);
    }

    /// Counts the digits of the parts of a number, and the products they take.
    fn count_digits(&self, number: &Number, work_of: fn(u64) -> [u64; 2]) {
        let parts = match number {
            Number::Int(_) | Number::Float(_) => return,
            Number::Big(value) => [Some(value.bits()), None],
            Number::Rational(value) => [Some(value.numer().bits()), Some(value.denom().bits())],
        };
        let mut work = self.digits.get();
        for [digits, products] in parts.into_iter().flatten().map(work_of) {
            work = [work[0] + digits, work[1] + products];
        }
        self.digits.set(work);
    }

    /// The name of an atom: short ones are copied into a buffer, which costs less than to share them.
    fn name_text(&mut self, atom: Cell) -> Text {
        if self.program.atoms.spelling(atom.as_atom()).len() > SHORT {
            return Text::Name(self.program.atoms.name(atom.as_atom()));
        }
        let mut text = self.spare_text();
        text.push_str(self.program.atoms.spelling(atom.as_atom()));
        Text::Made(text)
    }

    /// An empty buffer.
    pub(crate) fn spare_text(&mut self) -> String {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps the buffer of a text that is no longer needed.
    pub(crate) fn done(&mut self, text: Text) {
        if let Text::Made(mut text) = text
            && text.capacity() <= SHORT
            && self.spare.len() < SPARE
        {
            text.clear();
            self.spare.push(text);
        }
    }

    /// The text of an argument in a form. Where a list is meant, `[]` is an empty one; elsewhere it is an atom.
    pub(crate) fn text_as(&mut self, text: Cell, form: Form) -> Result<Text, Ball> {
        match form {
            Form::Codes | Form::Chars if text == Cell::NIL => Ok(Text::Made(String::new())),
            _ => self.text(text),
        }
    }

    /// The text of a short proper list in which there are only codes, or only characters, as the form says; anything
    /// else is left to [`Machine::text_as`].
    pub(crate) fn quick_text(&mut self, list: Cell, form: Form) -> Option<Text> {
        if !matches!(form, Form::Codes | Form::Chars) {
            return None;
        }
        let mut text = self.spare_text();
        let mut rest = list.deref();
        for _ in 0..QUICK {
            if !rest.is(Tag::List) {
                break;
            }
            let item = rest.addr().get().deref();
            text.push(match form {
                Form::Codes if item.is(Tag::Int) => char::from_u32(u32::try_from(item.as_int()).ok()?)?,
                Form::Chars if item.is(Tag::Atom) => self.only_character(item)?,
                _ => return None,
            });
            rest = rest.addr().add(1).get().deref();
        }
        if rest != Cell::NIL {
            return None;
        }
        self.units += text.len() as u64 * TAKEN[usize::from(form == Form::Chars)];
        Some(Text::Made(text))
    }

    /// The text of a list of codes or characters; `[]` is the empty one.
    pub(crate) fn list_text(&mut self, list: Cell) -> Result<String, Ball> {
        let length = self.check_list(list)? as usize;
        self.can_allocate(4 * length)?;
        let mut text = String::with_capacity(length);
        let mut atoms = 0;
        let mut rest = list.deref();
        while rest.is(Tag::List) {
            let item = rest.addr().get().deref();
            if item.is(Tag::Int) {
                match u32::try_from(item.as_int()).ok().and_then(char::from_u32) {
                    Some(c) => text.push(c),
                    None => return Err(self.representation_error("character_code")),
                }
            } else {
                text.push(self.character(item)?);
                atoms += 1;
            }
            rest = rest.addr().add(1).get().deref();
        }
        let [code, atom] = TAKEN;
        self.units += code * (length as u64 - atoms) + atom * atoms;
        Ok(text)
    }

    /// The character in a one-character atom.
    pub(crate) fn character(&mut self, cell: Cell) -> Result<char, Ball> {
        let cell = cell.deref();
        if cell.is(Tag::Ref) {
            return Err(self.instantiation_error());
        }
        if cell.is(Tag::Atom)
            && let Some(c) = self.only_character(cell)
        {
            return Ok(c);
        }
        Err(self.type_error("character", cell))
    }

    /// The character of an atom that has just one.
    fn only_character(&self, atom: Cell) -> Option<char> {
        let mut chars = self.program.atoms.spelling(atom.as_atom()).chars();
        chars.next().filter(|_| chars.next().is_none())
    }

    pub(crate) fn char_atom(&self, c: char) -> Cell {
        Cell::atom(self.program.atoms.character(c))
    }

    /// A text in a form.
    pub(crate) fn make_text(&mut self, text: &str, form: Form) -> Result<Cell, Ball> {
        let length = text.len() as u64;
        self.units += match form {
            Form::Atom | Form::Number | Form::Text => length.div_ceil(MADE),
            Form::Codes => PUT[0] * length,
            Form::Chars => PUT[1] * length,
        };
        match form {
            Form::Atom | Form::Number => Ok(self.make_atom(text)),
            Form::Text => {
                self.ensure(text.len() / 8 + 2)?;
                Ok(self.string_cell(text))
            }
            Form::Codes => self.make_list_of_characters(text, |_, c| Cell::int(i64::from(u32::from(c)))),
            Form::Chars => self.make_list_of_characters(text, Machine::char_atom),
        }
    }

    /// A list of what stands for each character.
    fn make_list_of_characters(&mut self, text: &str, item: impl Fn(&Machine, char) -> Cell) -> Result<Cell, Ball> {
        if text.is_empty() {
            return Ok(Cell::NIL);
        }
        self.ensure(2 * text.len())?;
        let start = self.heap_top();
        let mut h = start;
        for c in text.chars() {
            h.push(item(self, c));
            let next = h.add(1);
            h.push(Cell::list(next));
        }
        h.sub(1).set(Cell::NIL);
        self.set_heap_top(h);
        Ok(Cell::list(start))
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
        self.count_read(&number);
        Some(self.number_cell(&number))
    }
}

/// Writes an integer: what formatting does, which takes longer to begin than most integers to be written.
fn push_integer(text: &mut String, value: i64) {
    let mut digits = ['0'; 20];
    let mut rest = value.unsigned_abs();
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = char::from(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        text.push('-');
    }
    text.extend(&digits[at..]);
}
