//! Text to terms: Prolog's standard syntax with operators that programs declare.
//!
//! In: a [`Source`], operators, flags. Out: a [`ReadTerm`] per clause, with a span on every node, and [`SyntaxError`]s; after
//! an error, reading goes on at the next clause. Follows ISO 13211-1 chapter 6; where it deviates, the modules say so:
//!
//! | module | is |
//! |---|---|
//! | `source` | texts, lines and columns |
//! | `token`, `literal` | characters to tokens; what numbers and quoted items stand for |
//! | `ops` | the operator table |
//! | `parse` | tokens to terms |
//! | `complain`, `error` | errors in words |
//! | `program` | whole programs and the directives that change how they read |
//!
//! No text makes it panic, nest the native stack or take more than about linear time (big integers: the time of a
//! multiplication). Texts are at most [`MAX_TEXT`] bytes long, which bounds every count that is kept in 32 bits.
//!
//! ```
//! use wam::atoms::Atoms;
//! use wam::read::{Flags, Ops, Reader, Source};
//!
//! let (atoms, flags) = (Atoms::new(), Flags::default());
//! let ops = Ops::standard(&atoms);
//! let source = Source::new("example.pl", "append([], L, L).");
//! let clause = Reader::new(&source, &atoms).read_term(&ops, &flags).unwrap().unwrap();
//! assert_eq!(clause.variables[0].name, "L");
//! ```

mod complain;
mod convert;
mod error;
mod literal;
mod ops;
mod parse;
mod program;
mod source;
mod token;

pub use convert::Conversions;
pub use error::{SyntaxError, SyntaxErrorKind, render};
pub use literal::Number;
pub use ops::{OpDef, OpError, OpPlace, OpType, Ops};
pub(crate) use parse::{ARGUMENT, CLAUSE, is_word};
pub use program::{Program, obey_directive, read_program};
pub(crate) use source::LATIN_1;
pub use source::{NotText, Position, Source};
pub use token::{Newlines, Syntax};
pub(crate) use token::{continues_word, is_symbol, starts_name};

use crate::atoms::Atoms;
use crate::term::{ReadTerm, Span};
use parse::{Ending, Parser};
use token::{Manner, Token, Tokens};

/// The longest text that is read, in bytes (1 GiB): a byte gives at most two nodes, which then stay below 2³².
pub const MAX_TEXT: usize = 1 << 30;

/// What `"…"` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DoubleQuotes {
    /// A list of character codes.
    #[default]
    Codes,
    /// A list of one-character atoms.
    Chars,
    /// An atom.
    Atom,
    /// A string object.
    String,
}

impl DoubleQuotes {
    /// The meaning of that name, as the flag `double_quotes` has it.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "codes" => Some(DoubleQuotes::Codes),
            "chars" => Some(DoubleQuotes::Chars),
            "atom" => Some(DoubleQuotes::Atom),
            "string" => Some(DoubleQuotes::String),
            _ => None,
        }
    }

    /// The name as the flag `double_quotes` has it.
    pub fn name(self) -> &'static str {
        match self {
            DoubleQuotes::Codes => "codes",
            DoubleQuotes::Chars => "chars",
            DoubleQuotes::Atom => "atom",
            DoubleQuotes::String => "string",
        }
    }
}

/// What of reading a program can change besides operators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// What `"…"` stands for.
    pub double_quotes: DoubleQuotes,
    /// Whether quoted items may reach over line ends.
    pub newlines: Newlines,
    /// Whether it is a text of the library, whose inner names are its own: see [`Atoms::internal`].
    pub is_internal: bool,
    /// Whose syntax it is.
    pub syntax: Syntax,
    /// Which characters stand for others.
    pub conversions: Conversions,
}

impl Flags {
    fn manner(&self) -> Manner {
        Manner { newlines: self.newlines, syntax: self.syntax }
    }
}

/// Reads a text clause by clause.
pub struct Reader<'a> {
    source: &'a Source,
    atoms: &'a Atoms,
    tokens: Tokens<'a>,
    too_long: bool,
    /// Whether nothing of a file was read yet.
    at_start: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the start of the text; it skips a byte-order mark and a `#!` line.
    pub fn new(source: &'a Source, atoms: &'a Atoms) -> Self {
        Reader { at_start: true, ..Self::at(source, atoms, 0) }
    }

    /// A reader at a byte offset (an offset inside a character reads as the end of the text).
    pub fn at(source: &'a Source, atoms: &'a Atoms, offset: usize) -> Self {
        let too_long = source.text().len() > MAX_TEXT;
        let text = if too_long { "" } else { source.text() };
        Reader { source, atoms, tokens: Tokens::new(text, offset, Manner::default()), too_long, at_start: false }
    }

    /// One past the last byte read: after a clause, just behind its full stop.
    pub fn offset(&self) -> usize {
        self.tokens.offset() as usize
    }

    /// Reads the next clause with its full stop; none at the end of the text.
    ///
    /// # Errors
    /// The first thing wrong with the clause. The reader has then skipped to just past its full stop.
    pub fn read_term(&mut self, ops: &Ops, flags: &Flags) -> Result<Option<ReadTerm>, SyntaxError> {
        if std::mem::take(&mut self.too_long) {
            check_length(self.source.text())?;
        }
        self.tokens.set_manner(flags.manner());
        if std::mem::take(&mut self.at_start) {
            self.tokens.skip_preamble(flags.syntax);
        }
        if self.tokens.peek(0).token == Token::Eof {
            self.tokens.take();
            return Ok(None);
        }
        let text = self.source.text();
        let result = Parser::new(&mut self.tokens, text, self.atoms, ops, flags).clause(Ending::Stop);
        if result.is_err() {
            while !self.ends_clause() {}
        }
        result.map(Some)
    }
}

impl Reader<'_> {
    /// Takes a token and says whether a clause may be taken to end there: at a full stop, at the end of the text, and at the
    /// end of a line with a quote too many whose last character is a full stop.
    fn ends_clause(&mut self) -> bool {
        let lexeme = self.tokens.take();
        match lexeme.token {
            Token::End | Token::Eof => true,
            Token::Bad(_) => self.source.slice(lexeme.span).trim_end().ends_with('.'),
            _ => false,
        }
    }
}

/// Reads one term from a text that holds nothing else; its full stop may be left out (`term_to_atom/2`).
///
/// # Errors
/// What is wrong with the text; spans are in it.
pub fn read_term_from_str(text: &str, atoms: &Atoms, ops: &Ops, flags: &Flags) -> Result<ReadTerm, SyntaxError> {
    check_length(text)?;
    let mut tokens = Tokens::new(text, 0, flags.manner());
    let term = Parser::new(&mut tokens, text, atoms, ops, flags).clause(Ending::StopOrEof)?;
    let next = tokens.peek(0);
    if next.token != Token::Eof {
        let message = "found more text after the term's full stop, expected the end of the text";
        return Err(SyntaxError::new(SyntaxErrorKind::OperatorExpected, next.span, message));
    }
    Ok(term)
}

/// Reads a number as `number_codes/2` and `atom_number/2` do: layout, an optional sign and a number, nothing after it.
///
/// # Errors
/// What is wrong with the text; spans are in it.
pub fn parse_number(text: &str) -> Result<Number, SyntaxError> {
    let illegal = |span, message: &str| SyntaxError::new(SyntaxErrorKind::IllegalNumber, span, message);
    check_length(text)?;
    let mut tokens = Tokens::new(text, 0, Manner::default());
    let first = tokens.take();
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    let (sign, number) = match slice(first.span) {
        sign @ ("-" | "+") => (sign, tokens.take()),
        _ => ("", first),
    };
    if let Token::Bad(error) = number.token {
        return Err(complain::bad_token(text, number.span, error));
    }
    // `- 1` is a number as `-1` is; a plus sign is no part of the syntax and only taken where it touches.
    let fits = sign != "+" || first.span.end == number.span.start;
    if !fits || !matches!(number.token, Token::Int | Token::Float) {
        return Err(illegal(number.span, "expected a number"));
    }
    if number.span.end as usize != text.len() {
        return Err(illegal(tokens.peek(0).span, "expected nothing after the number"));
    }
    let value = literal::number_value(slice(number.span), number.token)
        .map_err(|error| complain::bad_token(text, number.span, error))?;
    Ok(if sign == "-" { value.negated() } else { value })
}

fn check_length(text: &str) -> Result<(), SyntaxError> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    let message = format!("the text has {} bytes, more than {MAX_TEXT}", text.len());
    Err(SyntaxError::new(SyntaxErrorKind::TooLarge, Span::default(), message))
}
