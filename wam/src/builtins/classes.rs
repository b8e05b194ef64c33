//! Classes of characters: `char_type/2` and `code_type/2`.
//!
//! Follows SWI-Prolog, also where `to_lower(U)` gives the upper case and `to_upper(L)` the lower.

use super::Outcome;
use super::text::Form;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;

/// A class by name, and what a character gives in it.
type Row<T> = (&'static str, fn(char) -> T);

/// Classes without an argument.
const PLAIN: &[Row<bool>] = &[
    ("alnum", char::is_alphanumeric),
    ("alpha", char::is_alphabetic),
    ("csym", |c| c.is_alphanumeric() || c == '_'),
    ("csymf", |c| c.is_alphabetic() || c == '_'),
    ("prolog_var_start", |c| c.is_uppercase() || c == '_'),
    ("prolog_atom_start", |c| c.is_alphabetic() && !c.is_uppercase()),
    ("prolog_identifier_continue", |c| c.is_alphanumeric() || c == '_'),
    ("prolog_symbol", |c| "#$&*+-./:<=>?@\\^~".contains(c)),
    ("ascii", |c| c.is_ascii()),
    ("white", |c| c == ' ' || c == '\t'),
    ("cntrl", char::is_control),
    ("digit", |c| c.is_ascii_digit()),
    ("space", char::is_whitespace),
    ("end_of_line", |c| matches!(c, '\n'..='\r')),
    ("lower", char::is_lowercase),
    ("upper", char::is_uppercase),
    ("punct", |c| is_graphic(c) && !c.is_alphanumeric()),
    ("graph", is_graphic),
    ("print", |c| is_graphic(c) || c == ' '),
    ("period", |c| matches!(c, '.' | '!' | '?')),
    ("quote", |c| matches!(c, '\'' | '"' | '`')),
    ("newline", |c| c == '\n'),
];

/// What an argument of a class is for a character.
enum Value {
    Number(u32),
    Character(char),
}

use Value::{Character, Number};

/// Classes with an argument: its value, if the character is in the class.
const VALUED: &[Row<Option<Value>>] = &[
    ("digit", |c| c.to_digit(10).map(Number)),
    ("xdigit", |c| c.to_digit(16).map(Number)),
    ("decimal", |c| c.to_digit(10).map(Number)),
    ("upper", |c| c.is_uppercase().then(|| Character(lower(c)))),
    ("lower", |c| c.is_lowercase().then(|| Character(upper(c)))),
    ("to_lower", |c| Some(Character(upper(c)))),
    ("to_upper", |c| Some(Character(lower(c)))),
    ("paren", |c| {
        let closing = match c {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            _ => return None,
        };
        Some(Character(closing))
    }),
];

/// The one character that is the other case, else the character itself.
fn upper(c: char) -> char {
    single(c.to_uppercase(), c)
}

fn lower(c: char) -> char {
    single(c.to_lowercase(), c)
}

fn single(mut cased: impl Iterator<Item = char>, c: char) -> char {
    match (cased.next(), cased.next()) {
        (Some(other), None) => other,
        _ => c,
    }
}

fn is_graphic(c: char) -> bool {
    !c.is_whitespace() && !c.is_control()
}

/// The character in an argument that is a one-character atom or a code; none for a code that is no character.
fn subject(m: &mut Machine, cell: Cell) -> Result<Option<char>, Ball> {
    if cell.is(Tag::Int) {
        Ok(u32::try_from(cell.as_int()).ok().and_then(char::from_u32))
    } else {
        m.character(cell).map(Some)
    }
}

fn value_cell(m: &Machine, value: Value, form: Form) -> Cell {
    match value {
        Number(weight) => Cell::int(weight.into()),
        Character(c) => character_cell(m, c, form),
    }
}

fn character_cell(m: &Machine, c: char, form: Form) -> Cell {
    if form == Form::Codes { Cell::int(i64::from(u32::from(c))) } else { m.char_atom(c) }
}

/// A class as it is given.
enum CharClass {
    Plain(fn(char) -> bool),
    Valued(fn(char) -> Option<Value>, Cell),
    /// Of the code -1.
    EndOfFile,
}

fn class(m: &mut Machine, kind: Cell) -> Result<CharClass, Ball> {
    let found = if kind.is(Tag::Atom) {
        let name = m.program.atoms.name(kind.as_atom());
        match &*name {
            "end_of_file" => Some(CharClass::EndOfFile),
            name => PLAIN.iter().find(|row| row.0 == name).map(|row| CharClass::Plain(row.1)),
        }
    } else if kind.is(Tag::Struct) && m.functor_of(kind).arity == 1 {
        let name = m.program.atoms.name(m.functor_of(kind).name);
        let argument = m.args_of(kind).get();
        VALUED.iter().find(|row| row.0 == &*name).map(|row| CharClass::Valued(row.1, argument))
    } else {
        None
    };
    match found {
        Some(class) => Ok(class),
        None => Err(m.domain_error("char_type", kind)),
    }
}

fn form(m: &Machine) -> Form {
    if m.a(0) == m.make_atom("code") { Form::Codes } else { Form::Chars }
}

/// `$char_type(Form, Char, Type)` of a known character and type.
pub(crate) fn char_type(m: &mut Machine) -> Outcome {
    let (form, cell) = (form(m), m.a(1));
    let class = class(m, m.a(2))?;
    let Some(c) = subject(m, cell)? else {
        return Ok(matches!(class, CharClass::EndOfFile) && cell == Cell::int(-1));
    };
    match class {
        CharClass::Plain(test) => Ok(test(c)),
        CharClass::Valued(value, argument) => match value(c) {
            Some(value) => {
                let value = value_cell(m, value, form);
                Ok(m.unify(argument, value))
            }
            None => Ok(false),
        },
        CharClass::EndOfFile => Ok(false),
    }
}

/// `$char_types(Form, Char, Types)`: all types of a known character.
pub(crate) fn types_of(m: &mut Machine) -> Outcome {
    let (form, cell) = (form(m), m.a(1));
    let mut types = Vec::new();
    match subject(m, cell)? {
        Some(c) => {
            types.extend(PLAIN.iter().filter(|row| row.1(c)).map(|row| m.make_atom(row.0)));
            for (name, value) in VALUED {
                if let Some(value) = value(c) {
                    let value = value_cell(m, value, form);
                    types.push(m.make(name, &[value]));
                }
            }
        }
        None if cell == Cell::int(-1) => types.push(m.make_atom("end_of_file")),
        None => {}
    }
    m.units += types.len() as u64;
    let list = m.make_list(&types, Cell::NIL)?;
    Ok(m.unify(m.a(2), list))
}

/// `$chars_of_type(Form, From, Type, Chars, Next)`: characters of a type from a code on, as far as a page goes; for a
/// type with an argument that is not known, `Char-Value` pairs. `Next` is where the next page starts, or `none`.
pub(crate) fn chars_of(m: &mut Machine) -> Outcome {
    /// Codes in a page after the first, which is that of ASCII.
    const PAGE: u32 = 1 << 13;
    let form = form(m);
    let from = u32::try_from(m.natural(m.a(1))?).unwrap_or(u32::MAX);
    let class = class(m, m.a(2))?;
    let to = if from == 0 { 128 } else { from.saturating_add(PAGE).min(u32::from(char::MAX) + 1) };
    m.ensure(5 * (to - from.min(to)) as usize)?;
    let mut found = Vec::new();
    for c in (from..to).filter_map(char::from_u32) {
        match &class {
            CharClass::Plain(test) if test(c) => found.push(character_cell(m, c, form)),
            CharClass::Valued(value, _) => {
                if let Some(value) = value(c) {
                    let pair = [character_cell(m, c, form), value_cell(m, value, form)];
                    found.push(m.make("-", &pair));
                }
            }
            _ => {}
        }
    }
    m.units += u64::from(to - from.min(to));
    let next = if to > u32::from(char::MAX) { m.make_atom("none") } else { Cell::int(to.into()) };
    let list = m.make_list(&found, Cell::NIL)?;
    Ok(m.unify(m.a(3), list) && m.unify(m.a(4), next))
}
