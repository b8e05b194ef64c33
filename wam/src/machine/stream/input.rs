//! Input: bytes from a device, as characters or as they are.
//!
//! It works on what is in its buffer and says when more is needed: the table of streams then fills it, because output
//! that waits must be seen before the machine waits for input.

use super::clause::ClauseEnd;
use super::encoding::{Decoded, Encoding};
use super::position::Position;
use crate::read::Newlines;
use std::fs::File;
use std::io::{BufRead, Error, ErrorKind, Read, Seek, SeekFrom};

/// Where bytes come from.
pub(crate) enum Source {
    File(File),
    Reader(Box<dyn BufRead + Send>),
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item<T> {
    Some(T),
    End,
    /// So many bytes that are no character.
    Bad(usize),
    /// The buffer holds too little.
    More,
}

/// Where reading is with respect to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Not,
    At,
    Past,
}

/// Buffered input that knows its position.
pub(crate) struct Input {
    source: Source,
    buffer: Vec<u8>,
    at: usize,
    /// The device said that there is no more.
    ended: bool,
    /// The end has been read.
    past: bool,
    pub(crate) position: Position,
    pub(crate) encoding: Encoding,
}

const CHUNK: usize = 1 << 14;
/// What stands in a scanned text for bytes that are no character: it is part of no token.
const NO_CHARACTER: char = '\x1a';

impl Input {
    pub(crate) fn new(source: Source, encoding: Encoding) -> Self {
        let (buffer, position) = (Vec::new(), Position::START);
        Input { source, buffer, at: 0, ended: false, past: false, position, encoding }
    }

    /// Takes another chunk from the device: at least a byte, unless it has ended.
    pub(crate) fn fill(&mut self) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        self.buffer.drain(..self.at);
        self.at = 0;
        let used = self.buffer.len();
        self.buffer.resize(used + CHUNK, 0);
        let taken = loop {
            let space = &mut self.buffer[used..];
            let taken = match &mut self.source {
                Source::File(file) => file.read(space),
                Source::Reader(reader) => reader.read(space),
            };
            match taken {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(used + *taken.as_ref().unwrap_or(&0));
        self.ended = taken? == 0;
        Ok(())
    }

    /// Whether reading is possible without asking the device.
    pub(crate) fn has_buffered(&self) -> bool {
        self.at < self.buffer.len()
    }

    /// Where reading is, as far as is known without asking the device.
    pub(crate) fn end(&self) -> End {
        match (self.has_buffered(), self.past, self.ended) {
            (true, ..) | (_, false, false) => End::Not,
            (_, true, _) => End::Past,
            (_, _, true) => End::At,
        }
    }

    /// Forgets that the end was met, so that the device is asked again.
    pub(crate) fn reset(&mut self) {
        self.ended = false;
        self.past = false;
    }

    /// The character `offset` bytes from here, and its length.
    #[inline]
    fn decode(&self, offset: usize) -> Item<(char, usize)> {
        let rest = &self.buffer[self.at + offset..];
        match self.encoding.decode(rest) {
            Decoded::Char(c, length) => Item::Some((c, length)),
            Decoded::Bad(length) => Item::Bad(length),
            Decoded::Incomplete if !self.ended => Item::More,
            Decoded::Incomplete if rest.is_empty() => Item::End,
            Decoded::Incomplete => Item::Bad(rest.len()),
        }
    }

    /// The next character.
    pub(crate) fn peek_char(&self) -> Item<char> {
        match self.decode(0) {
            Item::Some((c, _)) => Item::Some(c),
            Item::End => Item::End,
            Item::Bad(length) => Item::Bad(length),
            Item::More => Item::More,
        }
    }

    /// Takes the next character. What is no character is taken, too.
    pub(crate) fn next_char(&mut self) -> Item<char> {
        match self.decode(0) {
            Item::Some((c, length)) => {
                self.pass(c, length);
                Item::Some(c)
            }
            Item::Bad(length) => {
                self.pass('\u{fffd}', length);
                Item::Bad(length)
            }
            Item::End => {
                self.past = true;
                Item::End
            }
            Item::More => Item::More,
        }
    }

    fn pass(&mut self, c: char, length: usize) {
        self.at += length;
        self.position.pass(c, length);
    }

    /// The next byte.
    pub(crate) fn peek_byte(&self) -> Item<u8> {
        match self.buffer.get(self.at) {
            Some(&byte) => Item::Some(byte),
            None if self.ended => Item::End,
            None => Item::More,
        }
    }

    /// Takes the next byte.
    pub(crate) fn next_byte(&mut self) -> Item<u8> {
        let item = self.peek_byte();
        match item {
            Item::Some(byte) => self.pass(if byte == b'\n' { '\n' } else { ' ' }, 1),
            Item::End => self.past = true,
            _ => {}
        }
        item
    }

    /// Takes a byte-order mark, if there is one here.
    pub(crate) fn skip_mark(&mut self) -> bool {
        let marked = self.buffer[self.at..].starts_with(b"\xef\xbb\xbf");
        if marked {
            self.at += 3;
            self.position.bytes += 3;
        }
        marked
    }

    /// Takes the characters of a line with its end, or what there is before the end of the input.
    pub(crate) fn next_line(&mut self, line: &mut String) -> Item<()> {
        loop {
            match self.next_char() {
                Item::Some(c) => {
                    line.push(c);
                    if c == '\n' {
                        return Item::Some(());
                    }
                }
                Item::Bad(_) => line.push('\u{fffd}'),
                Item::End if !line.is_empty() => {
                    self.past = false;
                    return Item::Some(());
                }
                Item::End => return Item::End,
                Item::More => return Item::More,
            }
        }
    }

    /// Goes on with a scan for the end of a clause.
    pub(crate) fn scan(&self, scan: &mut Scan) -> Item<()> {
        loop {
            match self.decode(scan.offset) {
                Item::Some((c, length)) => {
                    if scan.end.ends_before(c) {
                        return Item::Some(());
                    }
                    scan.text.push(c);
                    scan.offset += length;
                }
                Item::Bad(length) => {
                    scan.bad.get_or_insert(scan.text.len());
                    scan.text.push(NO_CHARACTER);
                    scan.end.ends_before(NO_CHARACTER);
                    scan.offset += length;
                }
                Item::End => return Item::End,
                Item::More => return Item::More,
            }
        }
    }

    /// The place after so many characters of a scanned text; the input does not move.
    pub(crate) fn position_after(&self, text: &str) -> Position {
        let mut position = self.position;
        let mut offset = 0;
        for c in text.chars() {
            let (Item::Some((_, length)) | Item::Bad(length)) = self.decode(offset) else { break };
            offset += length;
            position.pass(c, length);
        }
        position
    }

    /// Takes so many characters, which are in the buffer.
    pub(crate) fn skip(&mut self, characters: usize) {
        for _ in 0..characters {
            self.next_char();
        }
    }

    /// Notes that the end has been read.
    pub(crate) fn pass_end(&mut self) {
        self.past = true;
    }

    /// The file, if that is where it reads.
    pub(crate) fn file(&self) -> Option<&File> {
        match &self.source {
            Source::File(file) => Some(file),
            Source::Reader(_) => None,
        }
    }

    /// Goes to a place of the file.
    pub(crate) fn seek(&mut self, to: Position) -> Result<(), Error> {
        if let Source::File(file) = &mut self.source {
            file.seek(SeekFrom::Start(to.bytes))?;
        }
        self.buffer.clear();
        self.at = 0;
        self.reset();
        self.position = to;
        Ok(())
    }
}

/// A scan for the end of the next clause.
pub(crate) struct Scan {
    end: ClauseEnd,
    /// Bytes scanned.
    offset: usize,
    /// The characters scanned.
    pub(crate) text: String,
    /// Where in the text the first bytes are that are no character.
    pub(crate) bad: Option<usize>,
}

impl Scan {
    pub(crate) fn new(newlines: Newlines) -> Self {
        Scan { end: ClauseEnd::new(newlines), offset: 0, text: String::new(), bad: None }
    }
}
