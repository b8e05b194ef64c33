//! A source text with its name, and where a byte of it is in lines and columns.
//!
//! In: a name and a text. Out: [`Position`]s and lines for messages. The index of lines is made at the first question
//! and keeps a count of characters every [`BLOCK`] bytes, so that a question costs the same however long the lines are.

use crate::read::MAX_TEXT;
use crate::term::Span;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Bytes between two recorded character counts.
const BLOCK: usize = 1024;

/// A text and the name users know it by.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: Arc<str>,
    index: Arc<OnceLock<Index>>,
}

/// A place in a text as editors count it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The bytes of a file are no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the text is not {encoding} (line {line}, byte {byte}): save it as UTF-8, or begin it with :- encoding(iso_latin_1)"
)]
pub struct NotText {
    /// What it would have to be.
    pub encoding: &'static str,
    /// The first byte that is not.
    pub byte: usize,
    /// Its line, from 1.
    pub line: usize,
}

/// Names of the encoding whose bytes are the first 256 characters.
pub(crate) const LATIN_1: &[&str] = &["iso_latin_1", "latin1", "latin_1", "iso8859_1"];

/// Whether the first line that begins a directive names Latin-1.
fn declares_latin_1(bytes: &[u8]) -> bool {
    let directive = bytes.split(|&byte| byte == b'\n').find_map(|line| line.trim_ascii_start().strip_prefix(b":-"));
    let encoding = directive.and_then(|goal| goal.trim_ascii_start().strip_prefix(b"encoding("));
    let name = encoding.and_then(|rest| rest.split(|&byte| byte == b')').next()).map(<[u8]>::trim_ascii);
    name.is_some_and(|name| LATIN_1.iter().any(|latin| latin.as_bytes() == name))
}

/// The characters of UTF-16 behind its byte-order mark, whose units are given as pairs of bytes.
fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, NotText> {
    let (pairs, odd) = bytes[2..].as_chunks();
    let mut text = String::with_capacity(pairs.len());
    let bad = |text: &String| NotText {
        encoding: "UTF-16",
        byte: 2 + 2 * text.chars().map(char::len_utf16).sum::<usize>(),
        line: text.matches('\n').count() + 1,
    };
    for read in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        text.push(read.map_err(|_| bad(&text))?);
    }
    if odd.is_empty() { Ok(text) } else { Err(bad(&text)) }
}

#[derive(Debug)]
struct Index {
    /// Byte offset of each line's first character.
    lines: Vec<u32>,
    /// Characters before byte `i * BLOCK`.
    characters: Vec<u32>,
}

impl Source {
    /// A text under a name (a file's path as the user gave it).
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Source { name: name.into(), text: text.into(), index: Arc::default() }
    }

    /// A file's bytes as a text: UTF-8, UTF-16 where its byte-order mark comes first, or Latin-1 where the first directive
    /// says so.
    pub fn decode(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, NotText> {
        match bytes.first_chunk() {
            Some([0xff, 0xfe]) => return Ok(Source::new(name, utf_16(&bytes, u16::from_le_bytes)?)),
            Some([0xfe, 0xff]) => return Ok(Source::new(name, utf_16(&bytes, u16::from_be_bytes)?)),
            _ => {}
        }
        if declares_latin_1(&bytes) {
            return Ok(Source::new(name, bytes.into_iter().map(char::from).collect::<String>()));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..byte].iter().filter(|&&byte| byte == b'\n').count() + 1;
            NotText { encoding: "UTF-8", byte, line }
        })?;
        Ok(Source::new(name, text))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span (empty where the span is not of this text).
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The line and column of a byte; offsets past the end give the end.
    pub fn position(&self, offset: u32) -> Position {
        let offset = (offset as usize).min(self.indexed().len());
        let line = self.line_number(offset);
        let start = self.index().lines[line - 1] as usize;
        Position { line, column: self.characters_before(offset) - self.characters_before(start) + 1 }
    }

    /// The byte range of a line (numbered from 1) without its line end; empty past the last line.
    pub fn line(&self, number: usize) -> Span {
        let lines = &self.index().lines;
        let Some(&start) = number.checked_sub(1).and_then(|i| lines.get(i)) else {
            let end = self.indexed().len() as u32;
            return Span { start: end, end };
        };
        let next = lines.get(number).map_or(self.indexed().len(), |&next| next as usize - 1);
        let line = self.text.get(start as usize..next).unwrap_or("");
        Span { start, end: start + line.strip_suffix('\r').unwrap_or(line).len() as u32 }
    }

    /// How many lines the text has (a text that ends in a newline has an empty last one).
    pub fn lines(&self) -> usize {
        self.index().lines.len()
    }

    /// The part of the text that is read at all, in which offsets have 32 bits.
    fn indexed(&self) -> &[u8] {
        &self.text.as_bytes()[..self.text.len().min(MAX_TEXT)]
    }

    fn line_number(&self, offset: usize) -> usize {
        self.index().lines.partition_point(|&start| start as usize <= offset)
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let bytes = &self.indexed()[block * BLOCK..offset];
        self.index().characters[block] as usize + count_characters(bytes)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let bytes = self.indexed();
            let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
            let mut characters = vec![0];
            let mut total = 0;
            for block in bytes.chunks(BLOCK) {
                total += count_characters(block) as u32;
                characters.push(total);
            }
            Index { lines, characters }
        })
    }
}

/// Characters that begin in these bytes of UTF-8.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_utf_8_or_what_the_first_directive_says() {
        let decode = |bytes: &[u8]| Source::decode("x.pl", bytes.to_vec()).map(|source| source.text().to_owned());
        assert_eq!(decode("a(é).".as_bytes()).as_deref(), Ok("a(é)."));
        assert_eq!(decode(b"% x\na(\xe9)."), Err(NotText { encoding: "UTF-8", byte: 6, line: 2 }));
        let latin = b"% \xe9\n :- encoding( latin1 ).\na(\xe9).\n";
        assert_eq!(decode(latin).as_deref(), Ok("% é\n :- encoding( latin1 ).\na(é).\n"));
        assert!(decode(b":- foo.\n:- encoding(latin1).\na(\xe9).\n").is_err());
    }

    #[test]
    fn bytes_behind_a_mark_of_utf_16_are_its_characters() {
        let decode = |bytes: &[u8]| Source::decode("x.pl", bytes.to_vec()).map(|source| source.text().to_owned());
        let units: Vec<u16> = "a(é, 😀).\n".encode_utf16().collect();
        let little: Vec<u8> =
            [0xff, 0xfe].into_iter().chain(units.iter().flat_map(|unit| unit.to_le_bytes())).collect();
        let big: Vec<u8> = [0xfe, 0xff].into_iter().chain(units.iter().flat_map(|unit| unit.to_be_bytes())).collect();
        assert_eq!(decode(&little).as_deref(), Ok("a(é, 😀).\n"));
        assert_eq!(decode(&big).as_deref(), Ok("a(é, 😀).\n"));
        let bad = |byte, line| Err(NotText { encoding: "UTF-16", byte, line });
        assert_eq!(decode(&little[..little.len() - 1]), bad(20, 1));
        assert_eq!(decode(b"\xff\xfea\0\n\0\0\xd8b\0"), bad(6, 2), "half a pair");
        assert_eq!(decode(b"\xff\xfe").as_deref(), Ok(""));
    }

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let source = Source::new("x.pl", "a\r\nbé→c\n\nd");
        let at = |offset| {
            let place = source.position(offset);
            (place.line, place.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(9), (2, 4), "after a two-byte and a three-byte character");
        assert_eq!(at(11), (3, 1));
        assert_eq!(at(12), (4, 1));
        assert_eq!(at(99), (4, 2));
        assert_eq!(source.slice(source.line(1)), "a");
        assert_eq!(source.slice(source.line(2)), "bé→c");
        assert_eq!(source.slice(source.line(5)), "");
        assert_eq!(source.lines(), 4);
    }

    #[test]
    fn a_long_line_of_wide_characters_is_counted_through_the_blocks() {
        let source = Source::new("x.pl", "é".repeat(5000));
        assert_eq!(source.position(2 * 4321).column, 4322);
        assert_eq!(source.position(10_000).column, 5001);
    }
}
