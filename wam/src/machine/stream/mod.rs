//! Streams: what a machine reads from and writes to.
//!
//! A machine has a table of open streams, of which three are always there (`user_input`, `user_output`, `user_error`),
//! one is the current input and one the current output. Output can be collected in memory for a while
//! (`with_output_to/2`): the collecting streams are a stack that an exception cuts back.
//!
//! | file | is |
//! |---|---|
//! | `position`, `encoding` | places in streams; characters and bytes |
//! | `input`, `output` | buffered devices |
//! | `clause` | where a clause ends in what comes in |
//!
//! Before a machine waits for input from its user, what it has written for the user is flushed. Bytes that are no
//! character are one bad character, wherever text is read; what to do about it is for the builtins.

mod clause;
mod encoding;
mod input;
mod output;
mod position;

pub(crate) use encoding::Encoding;
pub(crate) use input::{End, Input, Item, Scan, Source};
pub(crate) use output::{Buffering, Output, Sink};
pub(crate) use position::Position;

use crate::atoms::{Atom, Atoms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Error, IsTerminal, Write};
use std::sync::Arc;

/// The number of a stream; a number is not used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct StreamId(pub u32);

/// What a stream was opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Read,
    Write,
    Append,
    Update,
}

impl Mode {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Read => "read",
            Mode::Write => "write",
            Mode::Append => "append",
            Mode::Update => "update",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Mode::Read, Mode::Write, Mode::Append, Mode::Update].into_iter().find(|mode| mode.name() == name)
    }
}

/// Whether a stream is of characters or of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    Binary,
}

/// What reading past the end does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtEnd {
    /// An error.
    Error,
    /// The end again.
    Code,
    /// The device is asked again.
    Reset,
}

impl AtEnd {
    pub(crate) fn name(self) -> &'static str {
        match self {
            AtEnd::Error => "error",
            AtEnd::Code => "eof_code",
            AtEnd::Reset => "reset",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [AtEnd::Error, AtEnd::Code, AtEnd::Reset].into_iter().find(|action| action.name() == name)
    }
}

/// Whether a stream's position can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reposition {
    Possible,
    Impossible,
}

/// The direction of a stream.
pub(crate) enum Device {
    Input(Input),
    Output(Output),
}

/// An open stream.
pub(crate) struct Stream {
    pub(crate) device: Device,
    pub(crate) mode: Mode,
    pub(crate) kind: Kind,
    pub(crate) at_end: AtEnd,
    pub(crate) reposition: Reposition,
    /// The file's name as a property.
    pub(crate) file_name: Option<Atom>,
    /// A byte-order mark was met or written.
    pub(crate) marked: bool,
    pub(crate) terminal: bool,
}

impl Stream {
    pub(crate) fn new(device: Device, mode: Mode, kind: Kind) -> Self {
        Stream {
            device,
            mode,
            kind,
            at_end: AtEnd::Code,
            reposition: Reposition::Impossible,
            file_name: None,
            marked: false,
            terminal: false,
        }
    }

    pub(crate) fn encoding(&self) -> Encoding {
        match &self.device {
            Device::Input(input) => input.encoding,
            Device::Output(output) => output.encoding,
        }
    }

    pub(crate) fn position(&self) -> Position {
        match &self.device {
            Device::Input(input) => input.position,
            Device::Output(output) => output.position,
        }
    }

    pub(crate) fn position_mut(&mut self) -> &mut Position {
        match &mut self.device {
            Device::Input(input) => &mut input.position,
            Device::Output(output) => &mut output.position,
        }
    }

    pub(crate) fn file(&self) -> Option<&File> {
        match &self.device {
            Device::Input(input) => input.file(),
            Device::Output(output) => output.file(),
        }
    }

    pub(crate) fn seek(&mut self, to: Position) -> Result<(), Error> {
        match &mut self.device {
            Device::Input(input) => input.seek(to),
            Device::Output(output) => output.seek(to),
        }
    }
}

/// The streams of a machine.
pub(crate) struct Streams {
    open: BTreeMap<StreamId, Box<Stream>>,
    /// Whether `user_output` and `user_error` go elsewhere than to the process's.
    pub(crate) elsewhere: [bool; 2],
    next: u32,
    /// What names stand for; the standard streams are among them.
    aliases: FxHashMap<Atom, StreamId>,
    /// The atoms of the standard streams' names.
    standard: [Atom; 3],
    pub(crate) current_input: StreamId,
    pub(crate) current_output: StreamId,
    /// Streams that collect output, innermost last, with the output that was current before.
    collecting: Vec<(StreamId, StreamId)>,
    /// Streams opened by `see/1`, `tell/1` and `append/1`, by the name that was given.
    pub(crate) seen: Vec<(Atom, StreamId)>,
    /// What a terminal shows where input is expected.
    pub(crate) prompt: Arc<str>,
    /// The atoms of the characters up to 127.
    pub(crate) characters: [Atom; 128],
}

/// The places of the standard streams in the table.
const INPUT: StreamId = StreamId(0);
const OUTPUT: StreamId = StreamId(1);
const ERROR: StreamId = StreamId(2);

impl Streams {
    /// The process's standard streams.
    pub(crate) fn new(atoms: &Atoms) -> Self {
        let standard = ["user_input", "user_output", "user_error"].map(|name| atoms.intern(name));
        let input = Input::new(Source::Reader(Box::new(std::io::BufReader::new(std::io::stdin()))), Encoding::Utf8);
        let mut input = Stream::new(Device::Input(input), Mode::Read, Kind::Text);
        input.at_end = AtEnd::Reset;
        input.terminal = std::io::stdin().is_terminal();
        let mut streams = Streams {
            open: BTreeMap::from([(INPUT, Box::new(input))]),
            elsewhere: [false; 2],
            next: 3,
            aliases: standard.iter().copied().zip([INPUT, OUTPUT, ERROR]).collect(),
            standard,
            current_input: INPUT,
            current_output: OUTPUT,
            collecting: Vec::new(),
            seen: Vec::new(),
            prompt: Arc::from("|: "),
            characters: std::array::from_fn(|code| atoms.intern((code as u8 as char).encode_utf8(&mut [0; 4]))),
        };
        let terminal = std::io::stdout().is_terminal();
        let buffering = if terminal { Buffering::Line } else { Buffering::Full };
        streams.set_output(OUTPUT, Box::new(std::io::stdout()), buffering, terminal);
        let terminal = std::io::stderr().is_terminal();
        streams.set_output(ERROR, Box::new(std::io::stderr()), Buffering::None, terminal);
        streams
    }

    fn set_output(&mut self, id: StreamId, sink: Box<dyn Write + Send>, buffering: Buffering, terminal: bool) {
        let output = Output::new(Sink::Writer(sink), Encoding::Utf8, buffering);
        let mut stream = Stream::new(Device::Output(output), Mode::Append, Kind::Text);
        stream.terminal = terminal;
        self.open.insert(id, Box::new(stream));
    }

    /// Sets where `user_output` goes.
    pub(crate) fn set_user_output(&mut self, sink: Box<dyn Write + Send>) {
        self.elsewhere[0] = true;
        self.set_output(OUTPUT, sink, Buffering::Full, false);
    }

    /// Sets where `user_error` goes.
    pub(crate) fn set_user_error(&mut self, sink: Box<dyn Write + Send>) {
        self.elsewhere[1] = true;
        self.set_output(ERROR, sink, Buffering::None, false);
    }

    /// Sets where `user_input` comes from.
    pub(crate) fn set_user_input(&mut self, source: Box<dyn std::io::BufRead + Send>) {
        let input = Input::new(Source::Reader(source), Encoding::Utf8);
        let mut stream = Stream::new(Device::Input(input), Mode::Read, Kind::Text);
        stream.at_end = AtEnd::Reset;
        self.open.insert(INPUT, Box::new(stream));
    }

    /// Puts a stream into the table.
    pub(crate) fn add(&mut self, stream: Stream) -> StreamId {
        let id = StreamId(self.next);
        self.next += 1;
        self.open.insert(id, Box::new(stream));
        id
    }

    pub(crate) fn get(&self, id: StreamId) -> Option<&Stream> {
        self.open.get(&id).map(|stream| &**stream)
    }

    /// An open stream.
    pub(crate) fn stream(&self, id: StreamId) -> &Stream {
        self.open.get(&id).expect("ids were looked up, and the current streams are open")
    }

    pub(crate) fn stream_mut(&mut self, id: StreamId) -> &mut Stream {
        self.open.get_mut(&id).expect("ids were looked up, and the current streams are open")
    }

    /// All open streams, oldest first.
    pub(crate) fn ids(&self) -> Vec<StreamId> {
        self.open.keys().copied().collect()
    }

    /// The stream of that name.
    pub(crate) fn named(&self, alias: Atom) -> Option<StreamId> {
        self.aliases.get(&alias).copied()
    }

    /// The stream that `see/1` or `tell/1` opened under that name.
    pub(crate) fn opened_as(&self, name: Atom, is_input: bool) -> Option<StreamId> {
        let fits = |id: &StreamId| matches!(self.stream(*id).device, Device::Input(_)) == is_input;
        self.seen.iter().map(|(seen, id)| (seen, *id)).find(|(seen, id)| **seen == name && fits(id)).map(|(_, id)| id)
    }

    /// The names of a stream.
    pub(crate) fn aliases(&self, id: StreamId) -> Vec<Atom> {
        let mut found: Vec<Atom> =
            self.aliases.iter().filter(|&(_, named)| *named == id).map(|(alias, _)| *alias).collect();
        found.sort();
        found
    }

    /// Gives a stream a name, which any other loses.
    pub(crate) fn set_alias(&mut self, alias: Atom, id: StreamId) {
        self.aliases.insert(alias, id);
    }

    /// Whether a stream is always there.
    pub(crate) fn is_standard(&self, id: StreamId) -> bool {
        id.0 < 3
    }

    /// The stream that a standard name stands for now.
    fn standard(&self, id: StreamId) -> StreamId {
        self.named(self.standard[id.0 as usize]).unwrap_or(id)
    }

    pub(crate) fn user_input(&self) -> StreamId {
        self.standard(INPUT)
    }

    pub(crate) fn user_output(&self) -> StreamId {
        self.standard(OUTPUT)
    }

    pub(crate) fn user_error(&self) -> StreamId {
        self.standard(ERROR)
    }

    /// Takes a stream out of the table. The current streams become the standard ones where it was one of them.
    pub(crate) fn remove(&mut self, id: StreamId) -> Option<Box<Stream>> {
        let stream = self.open.remove(&id);
        self.aliases.retain(|_, named| *named != id);
        for (at, standard) in [INPUT, OUTPUT, ERROR].into_iter().enumerate() {
            self.aliases.entry(self.standard[at]).or_insert(standard);
        }
        self.seen.retain(|(_, seen)| *seen != id);
        if self.current_input == id {
            self.current_input = self.user_input();
        }
        if self.current_output == id {
            self.current_output = self.user_output();
        }
        for (_, before) in &mut self.collecting {
            if *before == id {
                *before = OUTPUT;
            }
        }
        stream
    }

    // ---- output ----

    /// The output behind an id that is known to be one.
    pub(crate) fn output(&mut self, id: StreamId) -> Option<&mut Output> {
        match &mut self.open.get_mut(&id)?.device {
            Device::Output(output) => Some(output),
            Device::Input(_) => None,
        }
    }

    /// Writes text.
    pub(crate) fn write(&mut self, to: StreamId, text: &str) {
        if to == ERROR {
            self.flush(OUTPUT);
        }
        if let Some(output) = self.output(to) {
            output.write(text);
        }
    }

    pub(crate) fn flush(&mut self, id: StreamId) {
        if let Some(output) = self.output(id) {
            output.flush();
        }
    }

    /// Flushes all output.
    pub(crate) fn flush_all(&mut self) {
        for stream in self.open.values_mut() {
            if let Device::Output(output) = &mut stream.device {
                output.flush();
            }
        }
    }

    /// A stream whose device has refused output, by name, and what it said.
    pub(crate) fn take_refusal(&mut self, atoms: &Atoms) -> Option<(String, Error)> {
        self.open.iter_mut().find_map(|(&id, stream)| {
            let Device::Output(output) = &mut stream.device else { return None };
            let error = output.take_refusal()?;
            let name = match (id, stream.file_name) {
                (OUTPUT, _) => "standard output".to_string(),
                (ERROR, _) => "standard error".to_string(),
                (_, Some(file)) => atoms.name(file).to_string(),
                (StreamId(number), None) => format!("stream {number}"),
            };
            Some((name, error))
        })
    }

    /// Collects the current output from now on.
    pub(crate) fn collect(&mut self) {
        let output = Output::new(Sink::Memory, Encoding::Utf8, Buffering::Full);
        let id = self.add(Stream::new(Device::Output(output), Mode::Write, Kind::Text));
        self.collecting.push((id, self.current_output));
        self.current_output = id;
    }

    /// Ends the innermost collecting.
    pub(crate) fn collected(&mut self) -> String {
        let Some((id, before)) = self.collecting.pop() else { return String::new() };
        let text = self.output(id).map(Output::take_text).unwrap_or_default();
        self.remove(id);
        self.current_output = if self.open.contains_key(&before) { before } else { self.user_output() };
        text
    }

    /// How many outputs are being collected.
    pub(crate) fn depth(&self) -> usize {
        self.collecting.len()
    }

    /// Drops what is being collected beyond a depth: an exception has left it.
    pub(crate) fn truncate(&mut self, depth: usize) {
        while self.collecting.len() > depth {
            self.collected();
        }
    }

    // ---- input ----

    /// The input behind an id that is known to be one.
    pub(crate) fn input(&mut self, id: StreamId) -> Option<&mut Input> {
        match &mut self.open.get_mut(&id)?.device {
            Device::Input(input) => Some(input),
            Device::Output(_) => None,
        }
    }

    /// Whether an input must wait for the user at a terminal, who has seen the prompt then.
    pub(crate) fn asks_user(&mut self, id: StreamId) -> bool {
        let waits = id == INPUT && self.stream(INPUT).terminal;
        if waits {
            self.show_prompt();
        }
        waits
    }

    /// Lets an input take more from its device. What the user should have seen by then is shown; the prompt has been.
    pub(crate) fn fill(&mut self, id: StreamId) -> Result<(), Error> {
        if id == INPUT {
            self.flush(OUTPUT);
        }
        match self.input(id) {
            Some(input) => input.fill(),
            None => Ok(()),
        }
    }

    fn show_prompt(&mut self) {
        let asks = self.stream(INPUT).terminal && self.stream(OUTPUT).terminal;
        if asks && self.stream(OUTPUT).position().column == 0 {
            let prompt = self.prompt.clone();
            self.write(OUTPUT, &prompt);
            // The line that the user ends leaves the terminal at the start of another.
            self.stream_mut(OUTPUT).position_mut().column = 0;
        }
        self.flush(OUTPUT);
    }
}
