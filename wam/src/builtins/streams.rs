//! Streams as arguments, the current streams, closing, flushing and collected output (ISO 13211-1 section 8.11).
//!
//! A stream is the term `'$stream'(N)`.

use super::Outcome;
use super::text::Form;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::clock;
use crate::machine::error::Ball;
use crate::machine::stream::{Kind, Output, StreamId};
use std::io::{Error, ErrorKind};

/// Milliseconds of waiting for the user between two looks for an interrupt.
const WAIT: i32 = 50;

/// How a program ends whose output nobody reads any more: as one that SIGPIPE ends.
const CLOSED_PIPE: i32 = 128 + 13;

/// What a goal wants to do with a stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Characters,
    Bytes,
    Anything,
}

impl Machine {
    /// The term for a stream.
    pub(crate) fn stream_term(&mut self, id: StreamId) -> Cell {
        self.make("$stream", &[Cell::int(id.0.into())])
    }

    /// The number in a stream term, open or not.
    pub(super) fn stream_number(&self, cell: Cell) -> Option<StreamId> {
        if !cell.is(Tag::Struct) || self.functor_of(cell) != self.program.atoms.functor("$stream", 1) {
            return None;
        }
        let number = self.args_of(cell).get().deref();
        number.is(Tag::Int).then(|| StreamId(number.as_int() as u32))
    }

    /// Whether it is the term for a stream, open or not.
    pub(crate) fn is_stream_term(&self, cell: Cell) -> bool {
        self.stream_number(cell).is_some()
    }

    /// The open stream that an argument names.
    pub(crate) fn stream(&mut self, cell: Cell) -> Result<StreamId, Ball> {
        let found = match cell.tag() {
            Tag::Ref => return Err(self.instantiation_error()),
            Tag::Atom => self.streams.named(cell.as_atom()),
            _ => match self.stream_number(cell) {
                Some(id) => self.streams.get(id).map(|_| id),
                None => return Err(self.domain_error("stream_or_alias", cell)),
            },
        };
        found.ok_or_else(|| self.existence_error("stream", cell))
    }

    /// The output that an argument names, for a use.
    pub(crate) fn output_to(&mut self, cell: Cell, wanted: Use) -> Result<StreamId, Ball> {
        let id = self.stream(cell)?;
        self.check_output(id, cell, wanted)?;
        Ok(id)
    }

    /// The current output, for a use.
    pub(crate) fn current_output(&mut self, wanted: Use) -> Result<StreamId, Ball> {
        let id = self.streams.current_output;
        if self.mismatch(id, wanted).is_some() {
            let term = self.stream_term(id);
            self.check_output(id, term, wanted)?;
        }
        Ok(id)
    }

    fn check_output(&mut self, id: StreamId, culprit: Cell, wanted: Use) -> Result<(), Ball> {
        if self.streams.output(id).is_none() {
            return Err(self.permission_error("output", "stream", culprit));
        }
        match self.mismatch(id, wanted) {
            Some(what) => Err(self.permission_error("output", what, culprit)),
            None => Ok(()),
        }
    }

    /// The input that an argument names, for a use.
    pub(crate) fn input_from(&mut self, cell: Cell, wanted: Use) -> Result<StreamId, Ball> {
        let id = self.stream(cell)?;
        if self.streams.input(id).is_none() {
            return Err(self.permission_error("input", "stream", cell));
        }
        self.check_input(id, cell, wanted)?;
        Ok(id)
    }

    fn check_input(&mut self, id: StreamId, culprit: Cell, wanted: Use) -> Result<(), Ball> {
        match self.mismatch(id, wanted) {
            Some(what) => Err(self.permission_error("input", what, culprit)),
            None if wanted != Use::Anything && self.is_refused(id) => {
                Err(self.permission_error("input", "stream", culprit))
            }
            None => Ok(()),
        }
    }

    /// Whether an input is the process's own, which is not for what is not trusted.
    fn is_refused(&self, id: StreamId) -> bool {
        self.surroundings.is_confined() && self.streams.is_standard(id)
    }

    /// The current input, for a use, and the term for it.
    pub(crate) fn current_input(&mut self, wanted: Use) -> Result<StreamId, Ball> {
        let id = self.streams.current_input;
        if self.mismatch(id, wanted).is_some() || self.is_refused(id) {
            let term = self.stream_term(id);
            self.check_input(id, term, wanted)?;
        }
        Ok(id)
    }

    fn mismatch(&self, id: StreamId, wanted: Use) -> Option<&'static str> {
        match (self.streams.stream(id).kind, wanted) {
            (Kind::Binary, Use::Characters) => Some("binary_stream"),
            (Kind::Text, Use::Bytes) => Some("text_stream"),
            _ => None,
        }
    }

    /// `io_error(Action, Stream)`, with what the system says.
    pub(crate) fn io_error(&mut self, action: &str, id: StreamId, error: &Error) -> Ball {
        let (action, stream) = (self.make_atom(action), self.stream_term(id));
        let formal = self.make("io_error", &[action, stream]);
        let (free, message) = (self.make_variable(), self.make_atom(&error.to_string()));
        let context = self.make("context", &[free, message]);
        Ball::Term(self.make("error", &[formal, context]))
    }

    /// Writes text; an error where the device refuses it, now or what was written before.
    pub(crate) fn put(&mut self, to: StreamId, text: &str) -> Result<(), Ball> {
        self.streams.write(to, text);
        self.check_written(to)
    }

    /// An error where the device of an output has refused something. Where nobody reads a standard stream any more, the
    /// program has nothing left to do, and leaves.
    pub(crate) fn check_written(&mut self, id: StreamId) -> Result<(), Ball> {
        match self.streams.output(id).and_then(Output::take_refusal) {
            None => Ok(()),
            Some(error) if error.kind() == ErrorKind::BrokenPipe && self.streams.is_standard(id) => {
                Err(Ball::Halt(CLOSED_PIPE))
            }
            Some(error) => Err(self.io_error("write", id, &error)),
        }
    }

    /// Lets an input take more from its device.
    pub(crate) fn fill(&mut self, id: StreamId) -> Result<(), Ball> {
        if self.is_interrupted() {
            self.check_interrupt()?;
        }
        if self.streams.asks_user(id) {
            loop {
                let ready = clock::has_input(WAIT);
                self.check_interrupt()?;
                if ready {
                    break;
                }
            }
        }
        match self.streams.fill(id) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.io_error("read", id, &error)),
        }
    }

    /// The options of a list, as terms with one argument, which is bound, with their names.
    pub(crate) fn options(&mut self, list: Cell, domain: &str) -> Result<Vec<(Cell, String, Cell)>, Ball> {
        let mut found = Vec::new();
        for option in self.list_items(list)? {
            let option = option.deref();
            if option.is(Tag::Ref) {
                return Err(self.instantiation_error());
            }
            if !option.is(Tag::Struct) || self.functor_of(option).arity != 1 {
                return Err(self.domain_error(domain, option));
            }
            let name = self.program.atoms.name(self.functor_of(option).name).to_string();
            found.push((option, name, self.args_of(option).get().deref()));
        }
        Ok(found)
    }

    /// The name in an option's value, which must be an atom.
    pub(crate) fn option_name(&mut self, option: Cell, value: Cell, domain: &str) -> Result<String, Ball> {
        match value.tag() {
            Tag::Ref => Err(self.instantiation_error()),
            Tag::Atom => Ok(self.program.atoms.name(value.as_atom()).to_string()),
            _ => Err(self.domain_error(domain, option)),
        }
    }

    /// Whether an option is true.
    pub(crate) fn option_truth(&mut self, option: Cell, value: Cell, domain: &str) -> Result<bool, Ball> {
        match &*self.option_name(option, value, domain)? {
            "true" | "on" => Ok(true),
            "false" | "off" => Ok(false),
            _ => Err(self.domain_error(domain, option)),
        }
    }
}

/// Unifies an argument with a current stream.
fn current(m: &mut Machine, id: StreamId) -> Outcome {
    let cell = m.a(0);
    if !cell.is(Tag::Ref) {
        match m.stream_number(cell) {
            None => return Err(m.domain_error("stream", cell)),
            Some(given) if m.streams.get(given).is_none() => return Err(m.existence_error("stream", cell)),
            Some(given) => return Ok(given == id),
        }
    }
    let term = m.stream_term(id);
    Ok(m.unify(cell, term))
}

pub(crate) fn current_input(m: &mut Machine) -> Outcome {
    current(m, m.streams.current_input)
}

pub(crate) fn current_output(m: &mut Machine) -> Outcome {
    current(m, m.streams.current_output)
}

pub(crate) fn set_input(m: &mut Machine) -> Outcome {
    m.streams.current_input = m.input_from(m.a(0), Use::Anything)?;
    Ok(true)
}

pub(crate) fn set_output(m: &mut Machine) -> Outcome {
    m.streams.current_output = m.output_to(m.a(0), Use::Anything)?;
    Ok(true)
}

pub(crate) fn is_stream(m: &mut Machine) -> Outcome {
    let cell = m.a(0);
    Ok(match cell.tag() {
        Tag::Atom => m.streams.named(cell.as_atom()).is_some(),
        _ => m.stream_number(cell).is_some_and(|id| m.streams.get(id).is_some()),
    })
}

/// Whether closing may lose what the device does not take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Force {
    Yes,
    No,
}

pub(crate) fn close(m: &mut Machine) -> Outcome {
    let id = m.stream(m.a(0))?;
    close_stream(m, id, Force::No)
}

pub(crate) fn close_2(m: &mut Machine) -> Outcome {
    let mut force = Force::No;
    for (option, name, value) in m.options(m.a(1), "close_option")? {
        if name != "force" {
            return Err(m.domain_error("close_option", option));
        }
        let forced = m.option_truth(option, value, "close_option")?;
        force = if forced { Force::Yes } else { Force::No };
    }
    let id = m.stream(m.a(0))?;
    close_stream(m, id, force)
}

/// Closes a stream; a standard one is flushed and stays. Where the device refuses output, the stream is closed, too.
fn close_stream(m: &mut Machine, id: StreamId, force: Force) -> Outcome {
    m.streams.flush(id);
    let written = m.check_written(id);
    if m.streams.is_standard(id) {
        if m.streams.current_input == id {
            m.streams.current_input = m.streams.user_input();
        }
        if m.streams.current_output == id {
            m.streams.current_output = m.streams.user_output();
        }
    } else {
        m.streams.remove(id);
    }
    match force {
        Force::Yes => Ok(true),
        Force::No => written.map(|()| true),
    }
}

pub(crate) fn flush_output(m: &mut Machine) -> Outcome {
    let id = m.current_output(Use::Anything)?;
    flush(m, id)
}

pub(crate) fn flush_output_1(m: &mut Machine) -> Outcome {
    let id = m.output_to(m.a(0), Use::Anything)?;
    flush(m, id)
}

fn flush(m: &mut Machine, id: StreamId) -> Outcome {
    m.streams.flush(id);
    m.check_written(id)?;
    Ok(true)
}

/// `$output_open`: from now on output is collected.
pub(crate) fn output_open(m: &mut Machine) -> Outcome {
    m.streams.collect();
    Ok(true)
}

/// `$output_close(Form, Text)`: what was collected since, as an atom, a string, codes or characters.
pub(crate) fn output_close(m: &mut Machine) -> Outcome {
    let text = m.streams.collected();
    m.units += text.len() as u64;
    let form = m.a(0);
    let form = match &*m.option_name(form, form, "output_sink")? {
        "atom" => Form::Atom,
        "string" => Form::Text,
        "codes" => Form::Codes,
        "chars" => Form::Chars,
        _ => return Err(m.domain_error("output_sink", m.a(0))),
    };
    let made = m.make_text(&text, form)?;
    Ok(m.unify(m.a(1), made))
}

pub(crate) fn output_drop(m: &mut Machine) -> Outcome {
    m.streams.collected();
    Ok(true)
}

/// `prompt(Old, New)`.
pub(crate) fn prompt(m: &mut Machine) -> Outcome {
    let old = m.streams.prompt.clone();
    let old = m.make_atom(&old);
    if !m.unify(m.a(0), old) {
        return Ok(false);
    }
    m.streams.prompt = String::from(m.text(m.a(1))?).into();
    Ok(true)
}
