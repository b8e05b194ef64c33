//! Texts taken apart and put together: joining, slicing, splitting. A unit is a character of a text.
//!
//! Builtins are deterministic; where there may be several solutions they say so in their last argument, and the library
//! goes on from there.

use super::Outcome;
use super::text::{Form, Text};
use crate::atoms::{Functor, known};
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;

/// Characters of a text that take as long as a text more that is put into a list or taken out of one.
const ITEM: u64 = 32;
/// Units that it takes to look at a character for what a text is split at or for a slice.
const SOUGHT: u64 = 2;

/// `$atom_concat(A, B, C, Mode)`: joins or takes off; the mode is `both` where all ways to split C are asked for.
pub(crate) fn atom_concat(m: &mut Machine) -> Outcome {
    concatenate(m, Form::Atom)
}

pub(crate) fn string_concat(m: &mut Machine) -> Outcome {
    concatenate(m, Form::Text)
}

/// `$text_concat`: as `$atom_concat`, and strings where one of the known texts is a string.
pub(crate) fn text_concat(m: &mut Machine) -> Outcome {
    let string = (0..3).any(|i| m.a(i).is_box(Kind::Text));
    concatenate(m, if string { Form::Text } else { Form::Atom })
}

fn concatenate(m: &mut Machine, form: Form) -> Outcome {
    let [a, b, c] = [m.a(0), m.a(1), m.a(2)];
    no_compounds(m, form, &[a, b, c])?;
    let one = Cell::atom(known::ONE);
    if !a.is(Tag::Ref) && !b.is(Tag::Ref) {
        let (left, right) = (m.text(a)?, m.text(b)?);
        if c.is(Tag::Ref) || c.is(Tag::List) {
            m.can_allocate(2 * (left.len() + right.len()))?;
            let mut joined = m.spare_text();
            joined.push_str(&left);
            joined.push_str(&right);
            let made = m.make_text(&joined, form)?;
            [left, right, Text::Made(joined)].into_iter().for_each(|text| m.done(text));
            return Ok(m.unify(c, made) && m.unify(m.a(3), one));
        }
        let whole = m.text(c)?;
        let same = whole.len() == left.len() + right.len() && whole.starts_with(&*left) && whole.ends_with(&*right);
        return Ok(same && m.unify(m.a(3), one));
    }
    let whole = m.text(c)?;
    let (rest, place) = if !a.is(Tag::Ref) {
        let known = m.text(a)?;
        (whole.strip_prefix(&*known).map(str::to_owned), b)
    } else if !b.is(Tag::Ref) {
        let known = m.text(b)?;
        (whole.strip_suffix(&*known).map(str::to_owned), a)
    } else {
        return Ok(m.unify(m.a(3), Cell::atom(known::BOTH)));
    };
    let Some(rest) = rest else { return Ok(false) };
    let made = m.make_text(&rest, form)?;
    Ok(m.unify(place, made) && m.unify(m.a(3), one))
}

/// Where an atom is made or taken apart, lists are no text.
fn no_compounds(m: &mut Machine, form: Form, parts: &[Cell]) -> Result<(), Ball> {
    match parts.iter().find(|part| form == Form::Atom && part.is_compound()) {
        Some(&part) => Err(m.type_error("atom", part)),
        None => Ok(()),
    }
}

/// The byte at which a character stands, if the text is as long.
fn byte_at(text: &str, character: usize) -> Option<usize> {
    if text.is_ascii() {
        return (character <= text.len()).then_some(character);
    }
    text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(character)
}

/// How many characters there are in a part of a text.
pub(super) fn count(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

fn slice(text: &str, before: usize, length: usize) -> Option<&str> {
    let from = byte_at(text, before)?;
    let to = from + byte_at(&text[from..], length)?;
    Some(&text[from..to])
}

/// What kind of text a slice is to be.
fn kind_of_slice(kind: Cell) -> Form {
    if kind == Cell::atom(known::STRING) { Form::Text } else { Form::Atom }
}

/// A place or a length, if it is known.
fn place(m: &mut Machine, cell: Cell) -> Result<Option<usize>, Ball> {
    if cell.is(Tag::Ref) { Ok(None) } else { Ok(Some(usize::try_from(m.natural(cell)?).unwrap_or(usize::MAX))) }
}

/// `$sub_text(Kind, Text, Before, Length, After, Sub, Mode)`: the slice where there is at most one, and the mode `one`.
/// Where a known slice occurs more than once, the mode is `find(First, Next, Rest)`: the first two places, and how long
/// the text is without the slice. Else it is `all`.
pub(crate) fn sub_text(m: &mut Machine) -> Outcome {
    let form = kind_of_slice(m.a(0));
    no_compounds(m, form, &[m.a(1), m.a(5)])?;
    let text = m.text(m.a(1))?;
    let places = [place(m, m.a(2))?, place(m, m.a(3))?, place(m, m.a(4))?];
    let sub = m.a(5);
    if sub.is_compound() && !sub.is(Tag::List) {
        return Err(m.type_error("atomic", sub));
    }
    let total = count(&text);
    let sub = if sub.is(Tag::Ref) { None } else { Some(m.text(sub)?) };
    let length = match (&sub, places[1]) {
        (Some(sub), given) => {
            let length = count(sub);
            if given.is_some_and(|given| given != length) {
                return Ok(false);
            }
            Some(length)
        }
        (None, given) => given,
    };
    let before = match (places[0], length, places[2]) {
        (Some(before), ..) => Some(before),
        (None, Some(length), Some(after)) => match total.checked_sub(length).and_then(|rest| rest.checked_sub(after)) {
            Some(before) => Some(before),
            None => return Ok(false),
        },
        _ => None,
    };
    let length = match (before, length, places[2]) {
        (Some(before), None, Some(after)) => match total.checked_sub(before).and_then(|rest| rest.checked_sub(after)) {
            Some(length) => Some(length),
            None => return Ok(false),
        },
        _ => length,
    };
    let (Some(before), Some(length)) = (before, length) else {
        return match sub {
            None => Ok(m.unify(m.a(6), Cell::atom(known::ALL))),
            Some(sub) => find_first(m, text, sub),
        };
    };
    let Some(after) = total.checked_sub(before).and_then(|rest| rest.checked_sub(length)) else { return Ok(false) };
    if places[2].is_some_and(|given| given != after) {
        return Ok(false);
    }
    let Some(found) = slice(&text, before, length) else { return Ok(false) };
    match sub {
        Some(sub) if *sub != *found => return Ok(false),
        Some(sub) => m.done(sub),
        None => {
            let made = m.make_text(found, form)?;
            if !m.unify(m.a(5), made) {
                return Ok(false);
            }
        }
    }
    m.done(text);
    Ok(only_slice(m, before, length, after))
}

/// Ends `$sub_text` with its only solution.
fn only_slice(m: &mut Machine, before: usize, length: usize, after: usize) -> bool {
    let places = [(2, before), (3, length), (4, after)];
    places.into_iter().all(|(i, value)| m.unify(m.a(i), Cell::int(value as i64)))
        && m.unify(m.a(6), Cell::atom(known::ONE))
}

/// Ends `$sub_text` with the occurrences of a known slice: the only one, or the first two.
fn find_first(m: &mut Machine, text: Text, sub: Text) -> Outcome {
    m.units += SOUGHT * text.len() as u64;
    let Some(first) = find(&text, &sub, 0) else { return Ok(false) };
    let (total, length) = (count(&text), count(&sub));
    let next = find(&text, &sub, first + 1);
    m.done(text);
    m.done(sub);
    let rest = total - length;
    let Some(next) = next else { return Ok(only_slice(m, first, length, rest - first)) };
    if !m.unify(m.a(3), Cell::int(length as i64)) {
        return Ok(false);
    }
    let found = Functor { name: known::FIND, arity: 3 };
    let mode = m.make_compound(found, &[first, next, rest].map(|place| Cell::int(place as i64)));
    Ok(m.unify(m.a(6), mode))
}

/// Where a slice occurs next at or after a place, counted in characters.
fn find(text: &str, sub: &str, from: usize) -> Option<usize> {
    let start = byte_at(text, from)?;
    let (rest, wanted) = (&text.as_bytes()[start..], sub.as_bytes());
    let at = match *wanted {
        [] => 0,
        [byte] => rest.iter().position(|&c| c == byte)?,
        // Below that length a good algorithm takes longer to begin than a simple one to end.
        [first, ..] if wanted.len() <= 8 => (0..=rest.len().checked_sub(wanted.len())?)
            .find(|&at| rest[at] == first && rest[at..].starts_with(wanted))?,
        _ => text[start..].find(sub)?,
    };
    Some(from + count(&text[start..start + at]))
}

/// `$slice(Kind, Text, Before, Length, Sub)`: the slice at a known place.
pub(crate) fn known_slice(m: &mut Machine) -> Outcome {
    let form = kind_of_slice(m.a(0));
    let text = m.text(m.a(1))?;
    let (before, length) = (m.natural(m.a(2))? as usize, m.natural(m.a(3))? as usize);
    let Some(found) = slice(&text, before, length) else { return Ok(false) };
    let made = m.make_text(found, form)?;
    Ok(m.unify(m.a(4), made))
}

/// `$text_find(Text, Sub, From, Before)`: where `Sub` occurs next, counted in characters; `none` where it does not.
pub(crate) fn text_find(m: &mut Machine) -> Outcome {
    let (text, sub) = (m.text(m.a(0))?, m.text(m.a(1))?);
    let from = m.natural(m.a(2))? as usize;
    let place = find(&text, &sub, from);
    m.units += SOUGHT * place.unwrap_or(text.len()).saturating_sub(from) as u64;
    let found = match place {
        Some(before) => Cell::int(before as i64),
        None => Cell::atom(known::NONE),
    };
    m.done(text);
    m.done(sub);
    Ok(m.unify(m.a(3), found))
}

/// `$find_icase(Text, Sub, Start)`: where the slice occurs whatever the case of letters, at or after a known place.
pub(crate) fn find_icase(m: &mut Machine) -> Outcome {
    let fold = |text: &str| text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect::<Vec<char>>();
    let (text, sub) = (fold(&m.text(m.a(0))?), fold(&m.text(m.a(2))?));
    let start = m.a(1);
    if !start.is(Tag::Ref) {
        let at = m.natural(start)? as usize;
        return Ok(text.get(at..).is_some_and(|rest| rest.starts_with(&sub)));
    }
    let found = (0..=text.len().saturating_sub(sub.len())).find(|&at| text[at..].starts_with(&sub));
    match found {
        Some(at) => {
            let at = m.int_cell(at as i64);
            Ok(m.unify(start, at))
        }
        None => Ok(false),
    }
}

/// `string_code(Index, String, Code)`, for a known index.
pub(crate) fn string_code(m: &mut Machine) -> Outcome {
    let index = m.natural(m.a(0))? as usize;
    let text = m.text(m.a(1))?;
    let code = m.a(2);
    if !code.is(Tag::Ref) {
        m.integer(code)?;
    }
    let at = index.checked_sub(1).and_then(|before| byte_at(&text, before));
    let Some(c) = at.and_then(|at| text[at..].chars().next()) else { return Ok(false) };
    Ok(m.unify(code, Cell::int(i64::from(u32::from(c)))))
}

/// How characters are bytes, for `string_bytes/3`.
enum Bytes {
    Utf8,
    /// One byte a character, up to a code.
    Single(u32),
    Utf16 {
        big: bool,
    },
}

/// The encoding of that name; `text` is UTF-8.
fn bytes_as(m: &mut Machine, encoding: Cell) -> Result<Bytes, Ball> {
    if encoding.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !encoding.is(Tag::Atom) {
        return Err(m.type_error("atom", encoding));
    }
    match &*m.program.atoms.name(encoding.as_atom()) {
        "utf8" | "text" => Ok(Bytes::Utf8),
        "iso_latin_1" | "octet" => Ok(Bytes::Single(0xFF)),
        "ascii" | "us_ascii" => Ok(Bytes::Single(0x7F)),
        "utf16be" | "unicode_be" => Ok(Bytes::Utf16 { big: true }),
        "utf16le" | "unicode_le" => Ok(Bytes::Utf16 { big: false }),
        _ => Err(m.domain_error("encoding", encoding)),
    }
}

/// `string_bytes(String, Bytes, Encoding)`: the bytes of a text, or the text of bytes.
pub(crate) fn string_bytes(m: &mut Machine) -> Outcome {
    let (string, encoding) = (m.a(0), m.a(2));
    let encoding = bytes_as(m, encoding)?;
    if string.is_number() {
        return Err(m.type_error("text", string));
    }
    if !string.is(Tag::Ref) {
        let text = m.text_as(string, Form::Codes)?;
        let Some(bytes) = encoded(&text, &encoding) else { return Err(m.representation_error("encoding")) };
        m.ensure(2 * bytes.len())?;
        let items: Vec<Cell> = bytes.into_iter().map(|byte| Cell::int(byte.into())).collect();
        let list = m.make_list(&items, Cell::NIL)?;
        return Ok(m.unify(m.a(1), list));
    }
    let mut bytes = Vec::new();
    for item in m.list_items(m.a(1))? {
        let item = item.deref();
        let code = match item.tag() {
            Tag::Ref => return Err(m.instantiation_error()),
            Tag::Int => u8::try_from(item.as_int()).ok(),
            Tag::Atom => u8::try_from(u32::from(m.character(item)?)).ok(),
            _ => return Err(m.type_error("character_code", item)),
        };
        let Some(byte) = code else { return Err(m.representation_error("encoding")) };
        bytes.push(byte);
    }
    m.units += bytes.len() as u64;
    let Some(text) = decoded(&bytes, &encoding) else {
        let what = m.make_atom("incomplete_multibyte_sequence");
        let formal = m.make("syntax_error", &[what]);
        return Err(m.error(formal));
    };
    let made = m.make_text(&text, Form::Text)?;
    Ok(m.unify(string, made))
}

/// None where a character has no bytes.
fn encoded(text: &str, encoding: &Bytes) -> Option<Vec<u8>> {
    match *encoding {
        Bytes::Utf8 => Some(text.as_bytes().to_vec()),
        Bytes::Single(last) => {
            text.chars().map(|c| Some(u32::from(c)).filter(|&c| c <= last).map(|c| c as u8)).collect()
        }
        Bytes::Utf16 { big } => Some(
            text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect(),
        ),
    }
}

/// None where the last character is not complete. A byte that is no part of UTF-8 is the character of its code.
fn decoded(bytes: &[u8], encoding: &Bytes) -> Option<String> {
    match *encoding {
        Bytes::Single(_) => Some(bytes.iter().map(|&byte| char::from(byte)).collect()),
        Bytes::Utf8 => {
            let chunks = bytes.utf8_chunks();
            Some(chunks.fold(String::new(), |mut text, chunk| {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
                text
            }))
        }
        Bytes::Utf16 { big } => {
            let pairs = bytes.chunks_exact(2);
            if !pairs.remainder().is_empty() {
                return None;
            }
            let unit = |pair: &[u8]| {
                let pair = [pair[0], pair[1]];
                if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
            };
            char::decode_utf16(pairs.map(unit)).collect::<Result<String, _>>().ok()
        }
    }
}

/// A text is split at separators after what pads it is gone; each part loses what pads it. Where separators pad, too,
/// adjacent ones are one.
pub(crate) fn split_string(m: &mut Machine) -> Outcome {
    let text = m.text_as(m.a(0), Form::Codes)?;
    let (separators, pad) = (m.text_as(m.a(1), Form::Codes)?, m.text_as(m.a(2), Form::Codes)?);
    let (is_separator, is_pad) = (set(&separators), set(&pad));
    let mut rest = text.trim_matches(&is_pad);
    let mut parts = Vec::new();
    let mut words = 0;
    loop {
        rest = rest.trim_start_matches(&is_pad);
        let end = rest.find(&is_separator).unwrap_or(rest.len());
        let part = rest[..end].trim_end_matches(&is_pad);
        words += part.len() / 8 + 4;
        parts.push(part);
        let Some(separator) = rest[end..].chars().next() else { break };
        rest = &rest[end + separator.len_utf8()..];
    }
    m.units += SOUGHT * text.len() as u64 + ITEM * parts.len() as u64;
    m.ensure(words)?;
    let cells: Vec<Cell> = parts.iter().map(|part| m.string_cell(part)).collect();
    let list = m.make_list(&cells, Cell::NIL)?;
    Ok(m.unify(m.a(3), list))
}

/// Whether a character is in a set, which mostly is small and ASCII.
fn set(members: &str) -> impl Fn(char) -> bool + '_ {
    let ascii = members.chars().filter(char::is_ascii).fold(0u128, |set, c| set | 1 << u32::from(c));
    move |c| if c.is_ascii() { ascii >> u32::from(c) & 1 == 1 } else { members.contains(c) }
}

pub(crate) fn join(m: &mut Machine) -> Outcome {
    let joined = joined_list(m, m.a(0), "")?;
    let made = m.make_text(&joined, Form::Atom)?;
    unify_text(m, m.a(1), made, &joined)
}

/// `atomic_list_concat(List, Separator, Atom)`: joins, or splits where not all elements are known.
pub(crate) fn join_separated(m: &mut Machine) -> Outcome {
    let (list, atom) = (m.a(0), m.a(2));
    let separator = m.text_as(m.a(1), Form::Codes)?;
    if is_known(m, list) {
        let joined = joined_list(m, list, &separator)?;
        let made = m.make_text(&joined, Form::Atom)?;
        return unify_text(m, atom, made, &joined);
    }
    if atom.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if separator.is_empty() {
        return Err(m.domain_error("non_empty_atom", m.a(1)));
    }
    let text = m.text(atom)?;
    let mut parts = Vec::new();
    for part in text.split(&*separator) {
        parts.push(m.make_atom(part));
        m.check_memory()?;
    }
    m.units += SOUGHT * text.len() as u64 + ITEM * parts.len() as u64;
    let made = m.make_list(&parts, Cell::NIL)?;
    Ok(m.unify(list, made))
}

/// Unifies with an atom, or compares with the text of an atomic that is given.
fn unify_text(m: &mut Machine, given: Cell, made: Cell, text: &str) -> Outcome {
    if given.is(Tag::Ref) || given.is(Tag::Atom) || given.is_compound() {
        return Ok(m.unify(given, made));
    }
    Ok(*m.text(given)? == *text)
}

/// Whether all elements of a proper list are bound; of anything else than a partial list the joining will complain.
fn is_known(m: &mut Machine, list: Cell) -> bool {
    let (_, tail) = m.skip_list(list);
    if tail.is(Tag::Ref) {
        return false;
    }
    let mut rest = list;
    while rest.is(Tag::List) && rest != tail {
        if rest.addr().get().deref().is(Tag::Ref) {
            return false;
        }
        rest = rest.addr().add(1).get().deref();
    }
    true
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
        let text = m.text(item)?;
        m.units += ITEM;
        m.can_allocate(joined.len() + text.len())?;
        joined.push_str(&text);
    }
    m.can_allocate(joined.len())?;
    Ok(joined)
}

/// `$normal_space(Text, Codes)`: the words with one space between them.
pub(crate) fn normal_space(m: &mut Machine) -> Outcome {
    let text = m.text_as(m.a(0), Form::Codes)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let made = m.make_atom(&words.join(" "));
    Ok(m.unify(m.a(1), made))
}

/// `text_to_string(Text, String)`; a text is an atom, a string, or a list of codes or characters.
pub(crate) fn text_to_string(m: &mut Machine) -> Outcome {
    let text = m.a(0);
    let known: Text = match text.tag() {
        Tag::Int | Tag::Struct => return Err(m.type_error("text", text)),
        Tag::Boxed if !text.is_box(Kind::Text) => return Err(m.type_error("text", text)),
        _ => m.text_as(text, Form::Codes)?,
    };
    let made = m.make_text(&known, Form::Text)?;
    Ok(m.unify(m.a(1), made))
}
