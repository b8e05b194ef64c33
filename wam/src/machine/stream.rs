//! Where output goes and input comes from. A machine has one of each, which the embedder may set, and an error output.

use crate::atoms::Atoms;
use crate::read::{Flags, Ops, Reader, Source, SyntaxError, SyntaxErrorKind};
use crate::term::ReadTerm;
use std::io::{BufRead, Write};

/// Which output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// The current one.
    Output,
    /// The one for errors.
    Error,
}

/// Buffered output that knows its column and can be collected instead of written.
pub(crate) struct Output {
    sink: Box<dyn Write + Send>,
    buffer: String,
    /// Characters since the last line end.
    pub column: usize,
    /// Texts that are being collected, innermost last, with the column outside.
    collecting: Vec<(String, usize)>,
}

const FULL: usize = 1 << 13;

impl Output {
    pub(crate) fn new(sink: Box<dyn Write + Send>) -> Self {
        Output { sink, buffer: String::new(), column: 0, collecting: Vec::new() }
    }

    /// Writes text. What the operating system does not take is lost, as for any program whose reader has gone.
    pub(crate) fn write(&mut self, to: Target, text: &str) {
        if to == Target::Error {
            self.flush();
            eprint!("{text}");
            return;
        }
        self.column = match text.rfind('\n') {
            Some(at) => text[at + 1..].chars().count(),
            None => self.column + text.chars().count(),
        };
        if let Some((collected, _)) = self.collecting.last_mut() {
            collected.push_str(text);
            return;
        }
        self.buffer.push_str(text);
        if self.buffer.len() > FULL {
            self.flush();
        }
    }

    pub(crate) fn flush(&mut self) {
        // Errors are dropped on purpose: see `write`.
        let _ = self.sink.write_all(self.buffer.as_bytes());
        let _ = self.sink.flush();
        self.buffer.clear();
    }

    /// Collects from now on.
    pub(crate) fn open(&mut self) {
        self.collecting.push((String::new(), self.column));
        self.column = 0;
    }

    /// Ends the innermost collecting.
    pub(crate) fn close(&mut self) -> String {
        let (text, column) = self.collecting.pop().unwrap_or_default();
        self.column = column;
        text
    }

    /// How many texts are being collected.
    pub(crate) fn depth(&self) -> usize {
        self.collecting.len()
    }

    /// Drops what is being collected beyond a depth: an exception has left it.
    pub(crate) fn truncate(&mut self, depth: usize) {
        while self.collecting.len() > depth {
            self.close();
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Input that is read as terms or characters.
pub(crate) struct Input {
    source: Box<dyn BufRead + Send>,
    /// Text that was taken from the source but not used yet.
    pending: String,
}

impl Input {
    pub(crate) fn new(source: Box<dyn BufRead + Send>) -> Self {
        Input { source, pending: String::new() }
    }

    /// Takes another line; false at the end. A line that is not UTF-8 is the end.
    fn more(&mut self) -> bool {
        matches!(self.source.read_line(&mut self.pending), Ok(n) if n > 0)
    }

    /// Reads a term, or none at the end.
    pub(crate) fn read_term(
        &mut self,
        atoms: &Atoms,
        ops: &Ops,
        flags: &Flags,
    ) -> Result<Option<ReadTerm>, SyntaxError> {
        loop {
            let source = Source::new("input", self.pending.as_str());
            let mut reader = Reader::new(&source, atoms);
            let result = reader.read_term(ops, flags);
            // Before its full stop has come, a term looks as if the text ended in it.
            let unfinished = match &result {
                Ok(None) => true,
                Ok(Some(_)) => false,
                Err(error) => error.kind == SyntaxErrorKind::EndOfFile,
            };
            if unfinished && self.more() {
                continue;
            }
            let used = reader.offset().min(self.pending.len());
            self.pending.drain(..used);
            return result;
        }
    }

    pub(crate) fn peek_char(&mut self) -> Option<char> {
        if self.pending.is_empty() {
            self.more();
        }
        self.pending.chars().next()
    }

    pub(crate) fn next_char(&mut self) -> Option<char> {
        let c = self.peek_char()?;
        self.pending.drain(..c.len_utf8());
        Some(c)
    }
}
