//! Syntax errors: what was found, what was expected, where, and what to do about it.
//!
//! In: what the parser met. Out: a value with a span that prints by itself ([`render`]) or through `miette`. Kinds carry the
//! names that Prolog programs see in `error(syntax_error(Kind), _)`.

use crate::read::source::Source;
use crate::term::Span;
use miette::{Diagnostic, LabeledSpan};
use std::fmt::{Display, Write};

/// What sort of syntax error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SyntaxErrorKind {
    /// A term was expected.
    TermExpected,
    /// An operator or the end of something was expected.
    OperatorExpected,
    /// An operator's priority does not fit where it stands.
    OperatorPriority,
    /// The text ends inside a clause.
    EndOfFile,
    /// The text ends inside a quoted item.
    EndOfFileInQuoted,
    /// The text ends inside a block comment.
    EndOfFileInComment,
    /// A line ends inside a quoted item.
    NewlineInQuoted,
    /// A backslash before something that is no escape.
    UndefinedEscape,
    /// A character code that stands for no character.
    IllegalCharCode,
    /// A number that is none, or too large for a float.
    IllegalNumber,
    /// A character that begins no token.
    IllegalCharacter,
    /// A text or a term beyond [`MAX_TEXT`](crate::read::MAX_TEXT).
    TooLarge,
    /// Memory is exhausted.
    OutOfMemory,
    /// A directive that the reader obeys (`op/3`, `set_prolog_flag/2`) and cannot.
    Directive,
}

impl SyntaxErrorKind {
    fn title(self) -> &'static str {
        match self {
            SyntaxErrorKind::Directive => "error in directive",
            _ => "syntax error",
        }
    }

    /// The name in the error term, where it can be that of SWI-Prolog.
    pub fn iso_name(self) -> &'static str {
        match self {
            SyntaxErrorKind::TermExpected => "illegal_start_of_term",
            SyntaxErrorKind::OperatorExpected => "operator_expected",
            SyntaxErrorKind::OperatorPriority => "operator_clash",
            SyntaxErrorKind::EndOfFile => "end_of_file",
            SyntaxErrorKind::EndOfFileInQuoted => "end_of_file_in_quoted",
            SyntaxErrorKind::EndOfFileInComment => "end_of_file_in_block_comment",
            SyntaxErrorKind::NewlineInQuoted => "newline_in_quoted",
            SyntaxErrorKind::UndefinedEscape => "undefined_char_escape",
            SyntaxErrorKind::IllegalCharCode => "illegal_character_code",
            SyntaxErrorKind::IllegalNumber => "illegal_number",
            SyntaxErrorKind::IllegalCharacter => "illegal_character",
            SyntaxErrorKind::TooLarge => "too_large",
            SyntaxErrorKind::OutOfMemory => "out_of_memory",
            SyntaxErrorKind::Directive => "directive",
        }
    }
}

/// A syntax error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {message}", self.kind.title())]
pub struct SyntaxError {
    /// What sort.
    pub kind: SyntaxErrorKind,
    /// The text that could not be read.
    pub span: Span,
    /// What was found and what was expected.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// A bracket that is open there, if that may be the cause.
    pub opened: Option<Span>,
}

impl SyntaxError {
    pub(crate) fn new(kind: SyntaxErrorKind, span: Span, message: impl Into<String>) -> Self {
        SyntaxError { kind, span, message: message.into(), help: None, opened: None }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl Diagnostic for SyntaxError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.kind.iso_name()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = |text: &str, span: Span| {
            LabeledSpan::new(Some(text.into()), span.start as usize, (span.end - span.start) as usize)
        };
        let here = label("here", self.span);
        Some(Box::new(std::iter::once(here).chain(self.opened.map(|span| label("opened here", span)))))
    }
}

/// Characters of a line shown before and after the place of an error.
const EXCERPT: usize = 60;

/// The error as plain text: place, message, the line with a caret under the place, and what to do.
///
/// ```text
/// file.pl:3:8: syntax error: found `)`, expected a term
///   3 | foo(a, ).
///     |        ^
///   help: …
/// ```
pub fn render(error: &SyntaxError, source: &Source) -> String {
    let place = source.position(error.span.start);
    let mut out = format!("{}:{}:{}: {error}\n", source.name(), place.line, place.column);
    let line_span = source.line(place.line);
    let line = source.slice(line_span);
    let at = (error.span.start.saturating_sub(line_span.start) as usize).min(line.len());
    let before = line[..at].char_indices().rev().nth(EXCERPT - 1).map_or(0, |(i, _)| i);
    let after = line[at..].char_indices().nth(EXCERPT).map_or(line.len(), |(i, _)| at + i);
    let width =
        (error.span.end.min(line_span.start + after as u32) as usize).saturating_sub(line_span.start as usize + at);
    let carets = line.get(at..at + width).map_or(1, |text| text.chars().count()).max(1);
    let number = place.line.to_string();
    let (left, right) = (if before > 0 { "…" } else { "" }, if after < line.len() { "…" } else { "" });
    // Tabs stay tabs under the line, so that the caret stands below its place however wide they are.
    let indent: String =
        left.chars().chain(line[before..at].chars()).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let excerpt: String =
        line[before..after].chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
    let excerpt = format!("{left}{excerpt}{right}");
    let _ = writeln!(out, "  {number} | {}", excerpt.trim_end());
    let _ = writeln!(out, "  {:1$} | {indent}{2}", "", number.len(), "^".repeat(carets));
    if let Some(opened) = error.opened {
        let place = source.position(opened.start);
        let _ = writeln!(out, "  note: `{}` was opened at {}:{}", source.slice(opened), place.line, place.column);
    }
    if let Some(help) = &error.help {
        let _ = writeln!(out, "  help: {help}");
    }
    out
}
