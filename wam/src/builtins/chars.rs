//! Characters, codes and bytes, in and out (ISO 13211-1 sections 8.12 and 8.13). A unit is a character or byte.

use super::Outcome;
use super::streams::Use;
use crate::atoms::known;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Kind, Tag};
use crate::machine::error::Ball;
use crate::machine::stream::{AtEnd, End, Item, StreamId};

/// What stands for a character or byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum As {
    Char,
    Code,
    Byte,
}

/// Whether reading moves on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Consumption {
    Peek,
    Take,
}

impl As {
    fn wanted(self) -> Use {
        if self == As::Byte { Use::Bytes } else { Use::Characters }
    }
}

/// An error where the argument could not be what is read.
fn check_in(m: &mut Machine, cell: Cell, form: As) -> Result<(), Ball> {
    if cell.is(Tag::Ref) {
        return Ok(());
    }
    match form {
        As::Char => {
            let fits = cell.is(Tag::Atom)
                && (cell == Cell::atom(known::EOF) || m.program.atoms.name(cell.as_atom()).chars().count() == 1);
            if fits { Ok(()) } else { Err(m.type_error("in_character", cell)) }
        }
        As::Code => {
            if !cell.is_integer() {
                return Err(m.type_error("integer", cell));
            }
            let known = cell.is(Tag::Int) && (cell.as_int() == -1 || code_char(cell.as_int()).is_some());
            if known { Ok(()) } else { Err(m.representation_error("in_character_code")) }
        }
        As::Byte => {
            let fits = cell.is(Tag::Int) && (-1..=255).contains(&cell.as_int());
            if fits { Ok(()) } else { Err(m.type_error("in_byte", cell)) }
        }
    }
}

/// The character of a string that has just one: where `"("` is a string, programs write it so.
fn one_character(m: &Machine, cell: Cell) -> Option<char> {
    let mut chars = if cell.is_box(Kind::Text) { m.text_of_string(cell).chars() } else { return None };
    chars.next().filter(|_| chars.next().is_none())
}

fn code_char(code: i64) -> Option<char> {
    u32::try_from(code).ok().and_then(char::from_u32)
}

impl Machine {
    /// Prepares for reading from an input whose end may have been read: none if it gives the end again.
    pub(crate) fn resume(&mut self, id: StreamId, culprit: Option<Cell>) -> Result<Option<()>, Ball> {
        let past = self.streams.input(id).is_some_and(|input| input.end() == End::Past);
        if !past {
            return Ok(Some(()));
        }
        match self.streams.stream(id).at_end {
            AtEnd::Code => Ok(None),
            AtEnd::Reset => {
                if let Some(input) = self.streams.input(id) {
                    input.reset();
                }
                Ok(Some(()))
            }
            AtEnd::Error => {
                let culprit = culprit.unwrap_or_else(|| self.stream_term(id));
                Err(self.permission_error("input", "past_end_of_stream", culprit))
            }
        }
    }

    /// The next character of an input, or none at its end.
    fn read_char(
        &mut self,
        id: StreamId,
        culprit: Option<Cell>,
        consumption: Consumption,
    ) -> Result<Option<char>, Ball> {
        if self.resume(id, culprit)?.is_none() {
            return Ok(None);
        }
        loop {
            let Some(input) = self.streams.input(id) else { return Ok(None) };
            let item = if consumption == Consumption::Take { input.next_char() } else { input.peek_char() };
            match item {
                Item::Some(c) => return Ok(Some(c)),
                Item::End => return Ok(None),
                Item::Bad(_) => return Err(self.representation_error("character")),
                Item::More => self.fill(id)?,
            }
        }
    }

    /// The next byte of an input, or none at its end.
    fn read_byte(&mut self, id: StreamId, culprit: Option<Cell>, consumption: Consumption) -> Result<Option<u8>, Ball> {
        if self.resume(id, culprit)?.is_none() {
            return Ok(None);
        }
        loop {
            let Some(input) = self.streams.input(id) else { return Ok(None) };
            let item = if consumption == Consumption::Take { input.next_byte() } else { input.peek_byte() };
            match item {
                Item::Some(byte) => return Ok(Some(byte)),
                Item::End | Item::Bad(_) => return Ok(None),
                Item::More => self.fill(id)?,
            }
        }
    }
}

/// Reads from the current input or from a stream.
fn input(m: &mut Machine, stream: Option<Cell>, cell: Cell, form: As, consumption: Consumption) -> Outcome {
    let id = match stream {
        Some(stream) if stream.is(Tag::Ref) => return Err(m.instantiation_error()),
        Some(stream) => {
            check_in(m, cell, form)?;
            m.input_from(stream, form.wanted())?
        }
        None => {
            check_in(m, cell, form)?;
            m.current_input(form.wanted())?
        }
    };
    let found = match form {
        As::Byte => m.read_byte(id, stream, consumption)?.map_or(Cell::int(-1), |byte| Cell::int(byte.into())),
        As::Code => m.read_char(id, stream, consumption)?.map_or(Cell::int(-1), |c| Cell::int(u32::from(c).into())),
        As::Char => match m.read_char(id, stream, consumption)? {
            Some(c) if c.is_ascii() => Cell::atom(m.streams.characters[c as usize]),
            Some(c) => m.char_atom(c),
            None => Cell::atom(known::EOF),
        },
    };
    Ok(m.unify(cell, found))
}

/// Defines the predicates that read, from the current input and from a stream.
macro_rules! readers {
    ($($name:ident $on_stream:ident $form:ident $consumption:ident;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome { input(m, None, m.a(0), As::$form, Consumption::$consumption) }
        pub(crate) fn $on_stream(m: &mut Machine) -> Outcome { input(m, Some(m.a(0)), m.a(1), As::$form, Consumption::$consumption) }
    )*};
}

readers! {
    get_char get_char_2 Char Take;
    peek_char peek_char_2 Char Peek;
    get_code get_code_2 Code Take;
    peek_code peek_code_2 Code Peek;
    get_byte get_byte_2 Byte Take;
    peek_byte peek_byte_2 Byte Peek;
}

/// Writes to the current output or to a stream.
fn output(m: &mut Machine, stream: Option<Cell>, cell: Cell, form: As) -> Outcome {
    if cell.is(Tag::Ref) || stream.is_some_and(|stream| stream.is(Tag::Ref)) {
        return Err(m.instantiation_error());
    }
    let c = match form {
        As::Char => match one_character(m, cell) {
            Some(c) => c,
            None => m.character(cell)?,
        },
        As::Code => {
            let code = m.integer(cell)?;
            match code_char(code) {
                Some(c) => c,
                None => return Err(m.representation_error("character_code")),
            }
        }
        As::Byte if cell.is(Tag::Int) && (0..256).contains(&cell.as_int()) => char::from(cell.as_int() as u8),
        As::Byte => return Err(m.type_error("byte", cell)),
    };
    let id = match stream {
        Some(stream) => m.output_to(stream, form.wanted())?,
        None => m.current_output(form.wanted())?,
    };
    if form != As::Byte {
        m.put(id, c.encode_utf8(&mut [0; 4]))?;
    } else if let Some(output) = m.streams.output(id) {
        output.write_byte(c as u8);
        m.check_written(id)?;
    }
    Ok(true)
}

/// Defines the predicates that write, to the current output and to a stream.
macro_rules! writers {
    ($($name:ident $on_stream:ident $form:ident;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome { output(m, None, m.a(0), As::$form) }
        pub(crate) fn $on_stream(m: &mut Machine) -> Outcome { output(m, Some(m.a(0)), m.a(1), As::$form) }
    )*};
}

writers! {
    put_char put_char_2 Char;
    put_code put_code_2 Code;
    put_byte put_byte_2 Byte;
}

pub(crate) fn nl(m: &mut Machine) -> Outcome {
    let to = m.current_output(Use::Characters)?;
    m.put(to, "\n")?;
    Ok(true)
}

pub(crate) fn nl_1(m: &mut Machine) -> Outcome {
    let to = m.output_to(m.a(0), Use::Characters)?;
    m.put(to, "\n")?;
    Ok(true)
}

/// Blanks that are written at once.
const BLANKS: usize = 1 << 12;

fn spaces(m: &mut Machine, to: StreamId, cell: Cell) -> Outcome {
    let (value, _) = m.eval(cell)?;
    let value = m.number_cell(&value);
    let mut left = m.integer(value)?.max(0) as usize;
    m.units += left as u64;
    let blank = " ".repeat(left.min(BLANKS));
    while left > 0 {
        if m.is_interrupted() {
            m.check_interrupt()?;
        }
        let now = left.min(BLANKS);
        m.put(to, &blank[..now])?;
        left -= now;
    }
    Ok(true)
}

pub(crate) fn tab(m: &mut Machine) -> Outcome {
    let to = m.current_output(Use::Characters)?;
    spaces(m, to, m.a(0))
}

pub(crate) fn tab_2(m: &mut Machine) -> Outcome {
    let to = m.output_to(m.a(0), Use::Characters)?;
    spaces(m, to, m.a(1))
}

/// `skip(Stream, Code)`: takes characters up to and with that one.
pub(crate) fn skip(m: &mut Machine) -> Outcome {
    let from = m.input_from(m.a(0), Use::Characters)?;
    let stop = m.a(1);
    let stop = if stop.is(Tag::Atom) {
        Some(m.character(stop)?)
    } else {
        let code = m.integer(stop)?;
        code_char(code)
    };
    let Some(stop) = stop else { return Err(m.representation_error("character_code")) };
    loop {
        m.units += 1;
        if m.units.is_multiple_of(4096) {
            m.check_interrupt()?;
        }
        match m.read_char(from, None, Consumption::Take)? {
            Some(c) if c != stop => {}
            _ => return Ok(true),
        }
    }
}

/// `$read_line(Stream, Codes)`: the codes of a line without its end; false at the end of the input.
pub(crate) fn read_line(m: &mut Machine) -> Outcome {
    let from = m.input_from(m.a(0), Use::Characters)?;
    let mut line = String::new();
    if m.resume(from, None)?.is_none() {
        return Ok(false);
    }
    loop {
        let Some(input) = m.streams.input(from) else { return Ok(false) };
        match input.next_line(&mut line) {
            Item::More => m.fill(from)?,
            Item::End => return Ok(false),
            Item::Some(()) | Item::Bad(_) => break,
        }
    }
    m.units += line.len() as u64;
    let line = line.strip_suffix('\n').unwrap_or(&line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let codes = m.make_text(line, super::text::Form::Codes)?;
    Ok(m.unify(m.a(1), codes))
}

/// `copy_stream_data(In, Out)`, and with how many characters at most.
pub(crate) fn copy_stream_data(m: &mut Machine) -> Outcome {
    copy_data(m, u64::MAX)
}

pub(crate) fn copy_stream_data_3(m: &mut Machine) -> Outcome {
    let most = m.natural(m.a(2))? as u64;
    copy_data(m, most)
}

fn copy_data(m: &mut Machine, most: u64) -> Outcome {
    let from = m.input_from(m.a(0), Use::Anything)?;
    let to = m.output_to(m.a(1), Use::Anything)?;
    for passed in 0..most {
        if passed % 4096 == 0 {
            m.check_interrupt()?;
        }
        let Some(c) = m.read_char(from, None, Consumption::Take)? else { break };
        m.units += 1;
        m.put(to, c.encode_utf8(&mut [0; 4]))?;
    }
    Ok(true)
}
