//! `open/3,4` (ISO 13211-1 section 8.11.5) and the older `see/1`, `tell/1`, `append/1`.

use super::Outcome;
use super::streams::Use;
use crate::atoms::Atom;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::stream::{AtEnd, Buffering, Device, Encoding, Input, Kind, Mode, Output, Position};
use crate::machine::stream::{Reposition, Sink, Source, Stream, StreamId};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, IsTerminal};

const DOMAIN: &str = "stream_option";

/// What the options of `open/4` say.
struct Options {
    kind: Kind,
    aliases: Vec<Atom>,
    at_end: AtEnd,
    encoding: Option<Encoding>,
    reposition: Option<bool>,
    bom: Option<bool>,
    buffering: Option<Buffering>,
}

pub(crate) fn open_3(m: &mut Machine) -> Outcome {
    open_with(m, Cell::NIL)
}

pub(crate) fn open_4(m: &mut Machine) -> Outcome {
    open_with(m, m.a(3))
}

fn open_with(m: &mut Machine, options: Cell) -> Outcome {
    let (file, mode, stream) = (m.a(0), m.a(1), m.a(2));
    if file.is(Tag::Ref) || mode.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    let options = open_options(m, options)?;
    if !mode.is(Tag::Atom) {
        return Err(m.type_error("atom", mode));
    }
    if !stream.is(Tag::Ref) {
        return Err(m.uninstantiation_error(stream));
    }
    let Some(mode_given) = Mode::from_name(&m.program.atoms.name(mode.as_atom())) else {
        return Err(m.domain_error("io_mode", mode));
    };
    let id = open(m, file, mode_given, options)?;
    let term = m.stream_term(id);
    Ok(m.unify(stream, term))
}

fn open_options(m: &mut Machine, list: Cell) -> Result<Options, Ball> {
    let mut options = Options {
        kind: Kind::Text,
        aliases: Vec::new(),
        at_end: AtEnd::Code,
        encoding: None,
        reposition: None,
        bom: None,
        buffering: None,
    };
    for (option, name, value) in m.options(list, DOMAIN)? {
        let text = m.option_name(option, value, DOMAIN)?;
        match (&*name, &*text) {
            ("type", "text") => options.kind = Kind::Text,
            ("type", "binary") => options.kind = Kind::Binary,
            ("alias", _) => options.aliases.push(value.as_atom()),
            ("eof_action", _) if AtEnd::from_name(&text).is_some() => {
                options.at_end = AtEnd::from_name(&text).unwrap_or(options.at_end);
            }
            ("encoding", _) if Encoding::from_name(&text).is_some() => options.encoding = Encoding::from_name(&text),
            ("reposition", "true" | "false") => options.reposition = Some(text == "true"),
            ("bom", "true" | "false") => options.bom = Some(text == "true"),
            ("buffer", "full") => options.buffering = Some(Buffering::Full),
            ("buffer", "line") => options.buffering = Some(Buffering::Line),
            ("buffer", "none" | "false") => options.buffering = Some(Buffering::None),
            ("close_on_abort" | "create" | "lock" | "wait" | "newline" | "locale" | "close_on_exec", _) => {}
            _ => return Err(m.domain_error(DOMAIN, option)),
        }
    }
    Ok(options)
}

impl Machine {
    pub(crate) fn uninstantiation_error(&mut self, culprit: Cell) -> Ball {
        let formal = self.make("uninstantiation_error", &[culprit]);
        self.error(formal)
    }

    /// The error of a file that cannot be opened or looked at.
    pub(crate) fn file_error(&mut self, action: &str, kind: &str, file: Cell, error: &std::io::Error) -> Ball {
        let formal = match error.kind() {
            // What a confined program may not reach is below a file.
            ErrorKind::NotADirectory if self.surroundings.is_confined() => {
                let (action, kind) = (self.make_atom(action), self.make_atom(kind));
                self.make("permission_error", &[action, kind, file])
            }
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                let kind = self.make_atom(kind);
                self.make("existence_error", &[kind, file])
            }
            _ => {
                let (action, kind) = (self.make_atom(action), self.make_atom(kind));
                self.make("permission_error", &[action, kind, file])
            }
        };
        let message = match error.kind() {
            ErrorKind::NotADirectory if self.surroundings.is_confined() => {
                "it is outside of the directories that may be used here (--allow DIR)".into()
            }
            _ => error.to_string(),
        };
        let (free, message) = (self.make_variable(), self.make_atom(&message));
        let context = self.make("context", &[free, message]);
        Ball::Term(self.make("error", &[formal, context]))
    }
}

/// Opens a file.
fn open(m: &mut Machine, file: Cell, mode: Mode, options: Options) -> Result<StreamId, Ball> {
    let path = m.path(file)?;
    for &alias in &options.aliases {
        if m.streams.named(alias).is_some() {
            let culprit = m.make("alias", &[Cell::atom(alias)]);
            return Err(m.permission_error("open", "source_sink", culprit));
        }
    }
    let mut how = OpenOptions::new();
    match mode {
        Mode::Read => how.read(true),
        Mode::Write => how.write(true).create(true).truncate(true),
        Mode::Append => how.append(true).create(true),
        Mode::Update => how.write(true).create(true),
    };
    if mode != Mode::Read {
        m.surroundings.changes(&path);
    }
    let opened = how.open(&path).and_then(|opened| match opened.metadata()?.is_dir() {
        true => Err(ErrorKind::IsADirectory.into()),
        false => Ok(opened),
    });
    let opened = opened.map_err(|error| m.file_error("open", "source_sink", file, &error))?;
    let is_regular = opened.metadata().is_ok_and(|meta| meta.is_file());
    if options.reposition == Some(true) && !is_regular {
        let yes = m.make_atom("true");
        let culprit = m.make("reposition", &[yes]);
        return Err(m.permission_error("open", "source_sink", culprit));
    }
    let name = m.surroundings.absolute(&path.to_string_lossy());
    let mut stream = stream_of(opened, mode, &options);
    stream.file_name = Some(m.program.atoms.intern(&name.to_string_lossy()));
    let possible = is_regular && options.reposition != Some(false);
    stream.reposition = if possible { Reposition::Possible } else { Reposition::Impossible };
    let id = m.streams.add(stream);
    for &alias in &options.aliases {
        m.streams.set_alias(alias, id);
    }
    Ok(id)
}

fn stream_of(file: File, mode: Mode, options: &Options) -> Stream {
    let default = if options.kind == Kind::Binary { Encoding::Octet } else { Encoding::Utf8 };
    let encoding = options.encoding.unwrap_or(default);
    let is_regular = file.metadata().is_ok_and(|meta| meta.is_file());
    let length = file.metadata().map_or(0, |meta| meta.len());
    let terminal = file.is_terminal();
    let may_be_marked = options.kind == Kind::Text && encoding == Encoding::Utf8;
    let mut marked = false;
    let device = if mode == Mode::Read {
        let mut input = Input::new(Source::File(file), encoding);
        if may_be_marked && is_regular && options.bom != Some(false) {
            // What is wrong with the file shows again when it is read.
            marked = input.fill().is_ok() && input.skip_mark();
        }
        Device::Input(input)
    } else {
        let buffering = options.buffering.unwrap_or(if terminal { Buffering::Line } else { Buffering::Full });
        let mut output = Output::new(Sink::File(file), encoding, buffering);
        if mode == Mode::Append {
            output.position = Position { characters: length, bytes: length, ..Position::START };
        }
        if may_be_marked && mode == Mode::Write && options.bom == Some(true) {
            output.write("\u{feff}");
            output.position = Position { bytes: 3, ..Position::START };
            marked = true;
        }
        Device::Output(output)
    };
    let mut stream = Stream::new(device, mode, options.kind);
    stream.at_end = options.at_end;
    stream.marked = marked;
    stream.terminal = terminal;
    stream
}

/// Switches the current input or output to a stream, or to a file that is opened unless it is open from before.
fn switch(m: &mut Machine, mode: Mode) -> Outcome {
    let to = m.a(0);
    let is_input = mode == Mode::Read;
    let given = to.is(Tag::Atom).then(|| to.as_atom());
    let found = match given {
        Some(name) if &*m.program.atoms.name(name) == "user" => {
            Some(if is_input { m.streams.user_input() } else { m.streams.user_output() })
        }
        Some(name) => m.streams.named(name).or_else(|| m.streams.opened_as(name, is_input)),
        None if to.is(Tag::Struct) => Some(m.stream(to)?),
        None => None,
    };
    let id = match found {
        Some(id) => id,
        None => {
            let options = open_options(m, Cell::NIL)?;
            let id = open(m, to, mode, options)?;
            m.streams.seen.extend(given.map(|name| (name, id)));
            id
        }
    };
    let term = m.stream_term(id);
    if is_input {
        m.streams.current_input = m.input_from(term, Use::Anything)?;
    } else {
        m.streams.current_output = m.output_to(term, Use::Anything)?;
    }
    Ok(true)
}

pub(crate) fn see(m: &mut Machine) -> Outcome {
    switch(m, Mode::Read)
}

pub(crate) fn tell(m: &mut Machine) -> Outcome {
    switch(m, Mode::Write)
}

pub(crate) fn append(m: &mut Machine) -> Outcome {
    switch(m, Mode::Append)
}
