//! What is known of open streams, and where they are: properties and positions (ISO 13211-1 section 8.11).
//!
//! A position is `'$stream_position'(Characters, Line, Column, Bytes)`.

use super::Outcome;
use super::streams::Use;
use crate::atoms::Atom;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::stream::{AtEnd, Buffering, Device, Encoding, End, Kind};
use crate::machine::stream::{Position, Reposition, Stream, StreamId};

impl Machine {
    /// The term for a position.
    pub(crate) fn position_term(&mut self, position: Position) -> Cell {
        let parts = [position.characters, position.line, position.column, position.bytes];
        let cells = parts.map(|part| Cell::int(part as i64));
        self.make("$stream_position", &cells)
    }

    /// The parts of a position term.
    fn position_of(&mut self, term: Cell) -> Result<Position, Ball> {
        if term.is(Tag::Ref) {
            return Err(self.instantiation_error());
        }
        if !term.is(Tag::Struct) || self.functor_of(term) != self.program.atoms.functor("$stream_position", 4) {
            return Err(self.domain_error("stream_position", term));
        }
        let mut parts = [0; 4];
        for (i, part) in parts.iter_mut().enumerate() {
            let cell = self.args_of(term).add(i).get().deref();
            if !cell.is(Tag::Int) || cell.as_int() < 0 {
                return Err(self.domain_error("stream_position", term));
            }
            *part = cell.as_int() as u64;
        }
        Ok(Position { characters: parts[0], line: parts[1], column: parts[2], bytes: parts[3] })
    }
}

/// `$streams(List)`: all open streams.
pub(crate) fn streams(m: &mut Machine) -> Outcome {
    let ids = m.streams.ids();
    m.units += ids.len() as u64;
    m.ensure(8 * ids.len())?;
    let terms: Vec<Cell> = ids.into_iter().map(|id| m.stream_term(id)).collect();
    let list = m.make_list(&terms, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}

const PROPERTIES: &[(&str, u32)] = &[
    ("input", 0),
    ("output", 0),
    ("alias", 1),
    ("bom", 1),
    ("buffer", 1),
    ("close_on_abort", 1),
    ("encoding", 1),
    ("end_of_stream", 1),
    ("eof_action", 1),
    ("file_name", 1),
    ("file_no", 1),
    ("mode", 1),
    ("newline", 1),
    ("position", 1),
    ("reposition", 1),
    ("representation_errors", 1),
    ("timeout", 1),
    ("tty", 1),
    ("type", 1),
];

/// `$stream_property_check(Stream, Property)`: the errors of `stream_property/2`.
pub(crate) fn property_check(m: &mut Machine) -> Outcome {
    let (stream, property) = (m.a(0), m.a(1));
    match stream.tag() {
        Tag::Ref => {}
        Tag::Atom if m.streams.named(stream.as_atom()).is_some() => {}
        _ => match m.stream_number(stream) {
            None => return Err(m.domain_error("stream", stream)),
            Some(id) if m.streams.get(id).is_none() => return Err(m.existence_error("stream", stream)),
            Some(_) => {}
        },
    }
    let known = match property.tag() {
        Tag::Ref => true,
        Tag::Atom => is_property(m, property.as_atom(), 0),
        Tag::Struct => is_property(m, m.functor_of(property).name, m.functor_of(property).arity),
        _ => false,
    };
    if known { Ok(true) } else { Err(m.domain_error("stream_property", property)) }
}

fn is_property(m: &Machine, name: Atom, arity: u32) -> bool {
    PROPERTIES.contains(&(&*m.program.atoms.name(name), arity))
}

/// `$stream_properties(Stream, List)`: all properties of a stream; false where it is closed.
pub(crate) fn properties(m: &mut Machine) -> Outcome {
    let cell = m.a(0);
    let found = match cell.tag() {
        Tag::Atom => m.streams.named(cell.as_atom()),
        _ => m.stream_number(cell).filter(|&id| m.streams.get(id).is_some()),
    };
    let Some(id) = found else { return Ok(false) };
    let mut list = Vec::new();
    for alias in m.streams.aliases(id) {
        list.push(m.make("alias", &[Cell::atom(alias)]));
    }
    describe(m, id, &mut list);
    m.units += list.len() as u64;
    let list = m.make_list(&list, Cell::NIL)?;
    Ok(m.unify(m.a(1), list))
}

fn describe(m: &mut Machine, id: StreamId, list: &mut Vec<Cell>) {
    let end = end_without_waiting(m, id);
    let stream = m.streams.stream(id);
    let truth = |yes: bool| if yes { "true" } else { "false" };
    let is_input = matches!(stream.device, Device::Input(_));
    let (file_name, at, marked) = (stream.file_name, stream.position(), stream.marked);
    let mut named = vec![
        ("mode", stream.mode.name()),
        ("eof_action", stream.at_end.name()),
        ("reposition", truth(stream.reposition == Reposition::Possible)),
        ("type", if stream.kind == Kind::Text { "text" } else { "binary" }),
        ("encoding", stream.encoding().name()),
        ("newline", "posix"),
        ("representation_errors", "error"),
        ("tty", truth(stream.terminal)),
    ];
    if let Device::Output(output) = &stream.device {
        named.push(("buffer", buffering_name(output.buffering)));
    } else {
        named.push(("buffer", "full"));
        named.push(("end_of_stream", end));
    }
    if marked {
        named.push(("bom", "true"));
    }
    list.push(m.make_atom(if is_input { "input" } else { "output" }));
    if let Some(name) = file_name {
        list.push(m.make("file_name", &[Cell::atom(name)]));
    }
    for (name, value) in named {
        let value = m.make_atom(value);
        list.push(m.make(name, &[value]));
    }
    if id.0 < 3 {
        list.push(m.make("file_no", &[Cell::int(id.0.into())]));
    }
    let position = m.position_term(at);
    list.push(m.make("position", &[position]));
}

fn buffering_name(buffering: Buffering) -> &'static str {
    match buffering {
        Buffering::Full => "full",
        Buffering::Line => "line",
        Buffering::None => "none",
    }
}

/// Where a stream is with respect to its end; a device that may make one wait is not asked.
fn end_without_waiting(m: &mut Machine, id: StreamId) -> &'static str {
    let waits = m.streams.is_standard(id);
    let unknown = m.streams.input(id).is_some_and(|input| !input.has_buffered() && input.end() == End::Not);
    if unknown && !waits {
        // An error shows when the stream is read.
        let _ = m.streams.fill(id);
    }
    match m.streams.input(id).map_or(End::Not, |input| input.end()) {
        End::Not => "not",
        End::At => "at",
        End::Past => "past",
    }
}

pub(crate) fn at_end(m: &mut Machine) -> Outcome {
    let id = m.current_input(Use::Anything)?;
    is_at_end(m, id)
}

pub(crate) fn at_end_1(m: &mut Machine) -> Outcome {
    let id = m.stream(m.a(0))?;
    is_at_end(m, id)
}

fn is_at_end(m: &mut Machine, id: StreamId) -> Outcome {
    if m.streams.input(id).is_some_and(|input| !input.has_buffered()) {
        m.fill(id)?;
    }
    Ok(m.streams.input(id).is_some_and(|input| input.end() != End::Not))
}

pub(crate) fn set_position(m: &mut Machine) -> Outcome {
    let (stream, position) = (m.a(0), m.a(1));
    if stream.is(Tag::Ref) || position.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    let id = m.stream(stream)?;
    let to = m.position_of(position)?;
    if m.streams.stream(id).reposition == Reposition::Impossible {
        return Err(m.permission_error("reposition", "stream", stream));
    }
    go(m, id, to)
}

fn go(m: &mut Machine, id: StreamId, to: Position) -> Outcome {
    match m.streams.stream_mut(id).seek(to) {
        Ok(()) => Ok(true),
        Err(error) => Err(m.io_error("reposition", id, &error)),
    }
}

/// `seek(Stream, Offset, Method, NewLocation)`, in bytes. Characters and lines are unknown afterwards but at the start.
pub(crate) fn seek(m: &mut Machine) -> Outcome {
    let stream = m.a(0);
    let id = m.stream(stream)?;
    let offset = m.integer(m.a(1))?;
    let method = m.a(2);
    if method.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    let method_name = m.option_name(method, method, "seek_method")?;
    if m.streams.stream(id).reposition == Reposition::Impossible {
        return Err(m.permission_error("reposition", "stream", stream));
    }
    let at = m.streams.stream(id).position().bytes as i64;
    let length = m.streams.stream(id).file().and_then(|file| file.metadata().ok()).map_or(0, |meta| meta.len() as i64);
    let from = match &*method_name {
        "bof" => Some(0),
        "current" => Some(at),
        "eof" => Some(length),
        _ => return Err(m.domain_error("seek_method", method)),
    };
    let Some(bytes) = from.and_then(|from: i64| from.checked_add(offset)).filter(|&bytes| bytes >= 0) else {
        return Err(m.domain_error("position", m.a(1)));
    };
    let place = if bytes == 0 {
        Position::START
    } else {
        Position { bytes: bytes as u64, characters: bytes as u64, ..Position::START }
    };
    go(m, id, place)?;
    let new = m.int_cell(bytes);
    Ok(m.unify(m.a(3), new))
}

/// Defines the predicates that give one part of a stream's position.
macro_rules! counts {
    ($($name:ident $part:ident;)*) => {$(
        pub(crate) fn $name(m: &mut Machine) -> Outcome {
            let id = m.stream(m.a(0))?;
            let count = Cell::int(m.streams.stream(id).position().$part as i64);
            Ok(m.unify(m.a(1), count))
        }
    )*};
}

counts! {
    character_count characters;
    line_count line;
    line_position column;
    byte_count bytes;
}

/// `stream_position_data(Field, Position, Value)` for a known field.
pub(crate) fn position_data(m: &mut Machine) -> Outcome {
    let field = m.a(0);
    let name = m.option_name(field, field, "stream_position_data")?;
    let position = m.position_of(m.a(1))?;
    let value = match &*name {
        "char_count" => position.characters,
        "line_count" => position.line,
        "line_position" => position.column,
        "byte_count" => position.bytes,
        _ => return Err(m.domain_error("stream_position_data", field)),
    };
    Ok(m.unify(m.a(2), Cell::int(value as i64)))
}

pub(crate) fn set_stream(m: &mut Machine) -> Outcome {
    const DOMAIN: &str = "stream_property";
    let id = m.stream(m.a(0))?;
    let property = m.a(1);
    if property.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !property.is(Tag::Struct) || m.functor_of(property).arity != 1 {
        return Err(m.domain_error(DOMAIN, property));
    }
    let name = m.program.atoms.name(m.functor_of(property).name).to_string();
    let value = m.args_of(property).get().deref();
    match &*name {
        "alias" => set_alias(m, id, property, value)?,
        "line_position" => {
            let column = m.natural(value)? as u64;
            m.streams.stream_mut(id).position_mut().column = column;
        }
        "file_name" => {
            m.option_name(property, value, DOMAIN)?;
            m.streams.stream_mut(id).file_name = Some(value.as_atom());
        }
        "timeout"
        | "buffer_size"
        | "record_position"
        | "close_on_abort"
        | "representation_errors"
        | "newline"
        | "close_on_exec"
        | "locale"
        | "write_errors" => {
            if value.is(Tag::Ref) {
                return Err(m.instantiation_error());
            }
        }
        _ => {
            let text = m.option_name(property, value, DOMAIN)?;
            if !set_named(m.streams.stream_mut(id), &name, &text) {
                return Err(m.domain_error(DOMAIN, property));
            }
        }
    }
    Ok(true)
}

/// Names a stream; the standard names make it the current stream as well.
fn set_alias(m: &mut Machine, id: StreamId, property: Cell, value: Cell) -> Result<(), Ball> {
    let name = m.option_name(property, value, "stream_property")?;
    let is_input = m.streams.input(id).is_some();
    if name == "user_input" && !is_input {
        return Err(m.permission_error("input", "stream", m.a(0)));
    }
    if matches!(&*name, "user_output" | "user_error") && is_input {
        return Err(m.permission_error("output", "stream", m.a(0)));
    }
    let before = m.streams.named(value.as_atom());
    m.streams.set_alias(value.as_atom(), id);
    if name == "user_input" && before == Some(m.streams.current_input) {
        m.streams.current_input = id;
    }
    if name == "user_output" && before == Some(m.streams.current_output) {
        m.streams.current_output = id;
    }
    Ok(())
}

/// Sets a property that has a name as its value; false where it is none.
fn set_named(stream: &mut Stream, name: &str, value: &str) -> bool {
    match (name, value) {
        ("type", "text") => stream.kind = Kind::Text,
        ("type", "binary") => stream.kind = Kind::Binary,
        ("tty", "true") => stream.terminal = true,
        ("tty", "false") => stream.terminal = false,
        ("eof_action", _) => match AtEnd::from_name(value) {
            Some(action) => stream.at_end = action,
            None => return false,
        },
        ("encoding", _) => match (Encoding::from_name(value), &mut stream.device) {
            (Some(encoding), Device::Input(input)) => input.encoding = encoding,
            (Some(encoding), Device::Output(output)) => output.encoding = encoding,
            (None, _) => return false,
        },
        ("buffer", "full" | "line" | "none" | "false") => {
            if let Device::Output(output) = &mut stream.device {
                output.buffering = match value {
                    "full" => Buffering::Full,
                    "line" => Buffering::Line,
                    _ => Buffering::None,
                };
            }
        }
        _ => return false,
    }
    true
}
