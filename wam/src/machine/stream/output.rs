//! Output: text or bytes to a device, or to memory.

use super::encoding::Encoding;
use super::position::Position;
use std::fs::File;
use std::io::{Error, Seek, SeekFrom, Write};

/// Where bytes go.
pub(crate) enum Sink {
    File(File),
    Writer(Box<dyn Write + Send>),
    /// They stay in the buffer.
    Memory,
}

/// When bytes go to the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Buffering {
    /// When there are many, or when asked.
    Full,
    /// At line ends, too.
    Line,
    /// At once.
    None,
}

/// Buffered output that knows its position.
pub(crate) struct Output {
    sink: Sink,
    buffer: Vec<u8>,
    pub(crate) buffering: Buffering,
    pub(crate) position: Position,
    pub(crate) encoding: Encoding,
    /// What the device said when it refused bytes; they are lost.
    refused: Option<Error>,
}

const FULL: usize = 1 << 14;

impl Output {
    pub(crate) fn new(sink: Sink, encoding: Encoding, buffering: Buffering) -> Self {
        Output { sink, buffer: Vec::new(), buffering, position: Position::START, encoding, refused: None }
    }

    pub(crate) fn write(&mut self, text: &str) {
        let before = self.buffer.len();
        self.encoding.encode(text, &mut self.buffer);
        for c in text.chars() {
            self.position.pass(c, 0);
        }
        self.position.bytes += (self.buffer.len() - before) as u64;
        self.written(|| text.contains('\n'));
    }

    pub(crate) fn write_byte(&mut self, byte: u8) {
        self.position.pass(if byte == b'\n' { '\n' } else { ' ' }, 1);
        self.buffer.push(byte);
        self.written(|| byte == b'\n');
    }

    fn written(&mut self, line: impl Fn() -> bool) {
        let due = match self.buffering {
            Buffering::Full => self.buffer.len() > FULL,
            Buffering::Line => self.buffer.len() > FULL || line(),
            Buffering::None => true,
        };
        if due && !matches!(self.sink, Sink::Memory) {
            self.flush();
        }
    }

    /// Hands everything to the device.
    pub(crate) fn flush(&mut self) {
        let done = match &mut self.sink {
            Sink::Memory => return,
            Sink::File(file) => file.write_all(&self.buffer),
            Sink::Writer(writer) => writer.write_all(&self.buffer).and_then(|()| writer.flush()),
        };
        self.buffer.clear();
        if let Err(error) = done {
            self.refused.get_or_insert(error);
        }
    }

    /// What the device has refused since this was asked last.
    pub(crate) fn take_refusal(&mut self) -> Option<Error> {
        self.refused.take()
    }

    /// What was written to memory.
    pub(crate) fn take_text(&mut self) -> String {
        let bytes = std::mem::take(&mut self.buffer);
        String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// The file, if that is where it writes.
    pub(crate) fn file(&self) -> Option<&File> {
        match &self.sink {
            Sink::File(file) => Some(file),
            _ => None,
        }
    }

    /// Goes to a place of the file.
    pub(crate) fn seek(&mut self, to: Position) -> Result<(), Error> {
        self.flush();
        if let Sink::File(file) = &mut self.sink {
            file.seek(SeekFrom::Start(to.bytes))?;
        }
        self.position = to;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.flush();
    }
}
