//! Conversions between atoms, strings, numbers and lists. A unit is a character of the text.

use super::text::{Form, Text};
use super::{Outcome, strings};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;

/// Converts between an atomic and a form of its text: forward when the atomic is known, else backward into `back`.
fn convert(m: &mut Machine, forward: Form, back: Form) -> Outcome {
    let (atomic, text) = (m.a(0), m.a(1));
    if !atomic.is(Tag::Ref) {
        if back == Form::Number && !atomic.is_number() {
            return Err(m.type_error("number", atomic));
        }
        // A string may be given by its codes or characters.
        let is_text = back == Form::Text && (atomic.is(Tag::List) || atomic == Cell::NIL);
        if atomic.is_compound() && !is_text {
            return Err(m.type_error(if back == Form::Atom { "atom" } else { "atomic" }, atomic));
        }
        if back == Form::Number && is_ground_list(m, text) {
            // Different texts may spell the same number.
            let spelled = given_text(m, text, forward)?;
            let value = number_from(m, &spelled)?;
            return Ok(m.unify(atomic, value));
        }
        let known = if is_text { m.text_as(atomic, Form::Codes)? } else { m.text(atomic)? };
        let made = m.make_text(&known, forward)?;
        m.done(known);
        return Ok(m.unify(text, made));
    }
    let known = match m.quick_text(text, forward) {
        Some(known) => known,
        None => given_text(m, text, forward)?,
    };
    let made = match back {
        Form::Number => number_from(m, &known)?,
        form => m.make_text(&known, form)?,
    };
    m.done(known);
    Ok(m.unify(atomic, made))
}

/// The text of an argument in a form. Where a list is meant, its elements are checked.
fn given_text(m: &mut Machine, text: Cell, form: Form) -> Result<Text, Ball> {
    if matches!(form, Form::Codes | Form::Chars) {
        if (text.is(Tag::Atom) && text != Cell::NIL) || text.is_number() {
            return Err(m.type_error("list", text));
        }
        if text.is(Tag::List) {
            for item in m.list_items(text)? {
                let item = item.deref();
                if form == Form::Chars {
                    m.character(item)?;
                } else if item.is_compound() || item.is_float() {
                    return Err(m.type_error("integer", item));
                }
            }
        }
    }
    m.text_as(text, form)
}

/// Whether all of a list is known.
fn is_ground_list(m: &mut Machine, list: Cell) -> bool {
    let mut ground = true;
    m.walk::<false>(list, |cell| {
        ground = !cell.is(Tag::Ref);
        ground
    });
    ground
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
        return Err(m.type_error("atom", atomic));
    }
    text_length(m)
}

/// `string_length(Text, Length)`: of lists of codes and characters, too.
pub(crate) fn string_length(m: &mut Machine) -> Outcome {
    if m.a(0) == Cell::NIL {
        return Ok(m.unify(m.a(1), Cell::int(0)));
    }
    text_length(m)
}

fn text_length(m: &mut Machine) -> Outcome {
    let atomic = m.a(0);
    let wanted = m.a(1);
    if !wanted.is(Tag::Ref) {
        m.natural(wanted)?;
    }
    let text = m.text(atomic)?;
    let length = m.int_cell(strings::count(&text) as i64);
    m.done(text);
    Ok(m.unify(wanted, length))
}

pub(crate) fn char_code(m: &mut Machine) -> Outcome {
    let (char, code) = (m.a(0), m.a(1));
    if char.is(Tag::Ref) {
        let value = m.integer(code)?;
        let Some(found) = character_of(value) else {
            return Err(m.representation_error("character_code"));
        };
        let atom = m.char_atom(found);
        return Ok(m.unify(char, atom));
    }
    let found = m.character(char)?;
    if !code.is(Tag::Ref) && !code.is_integer() {
        return Err(m.type_error("integer", code));
    }
    if code.is_integer() && character_of(m.integer(code)?).is_none() {
        return Err(m.representation_error("character_code"));
    }
    Ok(m.unify(code, Cell::int(i64::from(u32::from(found)))))
}

/// The character of a code, where there is one.
fn character_of(code: i64) -> Option<char> {
    u32::try_from(code).ok().and_then(char::from_u32)
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
    if !atom.is(Tag::Atom) && !atom.is_box(Kind::Text) && !atom.is(Tag::List) {
        return Err(m.type_error("atom", atom));
    }
    let text = m.text(atom)?;
    // Unlike number_codes, it takes no layout before the number.
    if text.starts_with(char::is_whitespace) {
        return Ok(false);
    }
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
