//! Tokens (ISO 13211-1 section 6.4): what the parser sees of a text.
//!
//! In: text. Out: a stream of [`Lexeme`]s with unbounded text and bounded lookahead. `logos` recognises how a token
//! begins; whatever can be long (comments, quoted items, numbers, words that go on outside ASCII) is finished by a
//! scanning loop here, because the state functions that logos generates call each other and must not be asked to do so
//! once per character. What is wrong with a token is a [`LexError`] inside it, so that scanning always goes on.
//!
//! Beyond ISO, as SWI-Prolog: digit groups `1_000`, `1e10`, `1.0Inf`, `1.5NaN`, Unicode words. Any other character that
//! is not alphanumeric, white space or a control counts as a symbol character.

use crate::read::literal::{self, LexError};
use crate::term::Span;
use logos::{Lexer, Logos};

/// A kind of token; its text is the lexeme's span.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(extras = Manner)]
pub(crate) enum Token {
    /// White space or a comment.
    #[regex(r"[ \t\r\n\x0b\x0c]+")]
    #[token("%", line_comment)]
    #[token("/*", block_comment)]
    #[regex(r"[^\x00-\x7F]", outside_ascii)] // or whatever else that character begins
    Layout,
    /// An unquoted name.
    #[regex("[a-z][a-zA-Z0-9_]*", |lex| word(lex, Token::Name))]
    #[regex(r"[+\-*\\^<>=~:.?@#&$][+\-*/\\^<>=~:.?@#&$]*", symbols)]
    #[regex(r"/([+\-/\\^<>=~:.?@#&$][+\-*/\\^<>=~:.?@#&$]*)?", symbols)]
    #[token("!")]
    #[token(";")]
    #[token("||")]
    Name,
    /// A quoted name.
    #[token("'", |lex| quoted(lex, Token::QuotedName))]
    QuotedName,
    /// A variable.
    #[regex("[A-Z_][a-zA-Z0-9_]*", |lex| word(lex, Token::Var))]
    Var,
    /// An integer in any notation.
    #[regex("[0-9]+", number)]
    Int,
    /// A float.
    Float,
    /// A double-quoted item.
    #[token("\"", |lex| quoted(lex, Token::DoubleQuoted))]
    DoubleQuoted,
    /// A back-quoted item.
    #[token("`", |lex| quoted(lex, Token::BackQuoted))]
    BackQuoted,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `[`
    #[token("[")]
    OpenList,
    /// `]`
    #[token("]")]
    CloseList,
    /// `{`
    #[token("{")]
    OpenCurly,
    /// `}`
    #[token("}")]
    CloseCurly,
    /// `,`
    #[token(",")]
    Comma,
    /// `|`
    #[token("|")]
    Bar,
    /// The full stop that ends a clause.
    End,
    /// The end of the text.
    Eof,
    /// Something that is no token, and why.
    Bad(LexError),
}

/// Whether a quoted item may go on past the end of its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Newlines {
    /// No, as ISO has it: a missing quote is found on its own line. `\n` and a backslash at the line end still may be used.
    #[default]
    Reject,
    /// Yes: a line end stands for itself.
    Accept,
}

/// Whose syntax a text is in, where what is right in one is wrong in the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Syntax {
    /// The standard's.
    #[default]
    Iso,
    /// SWI-Prolog's: arguments and list elements may have any priority, `f()` is read, a space may stand between groups
    /// of digits, a file's first line is skipped where it begins with `#`.
    Swi,
}

/// How tokens are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Manner {
    pub(crate) newlines: Newlines,
    pub(crate) syntax: Syntax,
}

impl Token {
    /// Whether a term may begin with it.
    pub(crate) fn starts_term(self) -> bool {
        !matches!(
            self,
            Token::Close | Token::CloseList | Token::CloseCurly | Token::Comma | Token::Bar | Token::End | Token::Eof
        )
    }
}

/// A token and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) span: Span,
}

/// The tokens of a text with a lookahead of three.
pub(crate) struct Tokens<'a> {
    lexer: Lexer<'a, Token>,
    /// Where the lexer's text begins in the whole.
    base: u32,
    ahead: [Lexeme; 3],
    held: usize,
    consumed: u32,
}

impl<'a> Tokens<'a> {
    /// The tokens from a byte offset on.
    pub(crate) fn new(text: &'a str, offset: usize, manner: Manner) -> Self {
        let rest = text.get(offset..).unwrap_or("");
        let base = (text.len() - rest.len()) as u32;
        Tokens {
            lexer: Token::lexer_with_extras(rest, manner),
            base,
            ahead: [Lexeme { token: Token::Eof, span: Span::default() }; 3],
            held: 0,
            consumed: base,
        }
    }

    /// Sets how tokens are told apart, from the next one scanned on.
    pub(crate) fn set_manner(&mut self, manner: Manner) {
        self.lexer.extras = manner;
    }

    /// The token after `n` others.
    pub(crate) fn peek(&mut self, n: usize) -> Lexeme {
        while self.held <= n {
            self.ahead[self.held] = self.scan();
            self.held += 1;
        }
        self.ahead[n]
    }

    /// Takes the next token. At the end of the text that is [`Token::Eof`] however often one asks.
    pub(crate) fn take(&mut self) -> Lexeme {
        let lexeme = self.peek(0);
        self.ahead.copy_within(1.., 0);
        self.held -= 1;
        self.consumed = lexeme.span.end;
        lexeme
    }

    /// One past the last byte taken.
    pub(crate) fn offset(&self) -> u32 {
        self.consumed
    }

    fn scan(&mut self) -> Lexeme {
        loop {
            let token = match self.lexer.next() {
                None => Token::Eof,
                Some(Ok(Token::Layout)) => continue,
                Some(Ok(token)) => token,
                Some(Err(())) => Token::Bad(LexError::illegal_character(0)),
            };
            let range = self.lexer.span();
            let span = Span { start: self.base + range.start as u32, end: self.base + range.end as u32 };
            return Lexeme { token, span };
        }
    }

    /// Skips a byte-order mark and a `#!` line, which only a file may begin with; as SWI-Prolog has it, any line with `#`.
    pub(crate) fn skip_preamble(&mut self, syntax: Syntax) {
        let text = self.lexer.remainder();
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mark = if syntax == Syntax::Swi { "#" } else { "#!" };
        let rest = if rest.starts_with(mark) { &rest[line_length(rest)..] } else { rest };
        self.lexer.bump(text.len() - rest.len());
    }
}

/// Whether a word may go on with the character.
pub(crate) fn continues_word(c: char) -> bool {
    // Combining marks and joiners are not alphanumeric but belong to the letter before them.
    c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// Whether an unquoted name may begin with the character.
pub(crate) fn starts_name(c: char) -> bool {
    c.is_alphabetic() && !c.is_uppercase()
}

/// Whether the character makes symbol names such as `=..`.
pub(crate) fn is_symbol(c: char) -> bool {
    match c {
        '\0'..='\x7f' => "+-*/\\^<>=~:.?@#&$".contains(c),
        _ => !c.is_whitespace() && !c.is_control() && !continues_word(c),
    }
}

fn line_length(text: &str) -> usize {
    text.bytes().position(|byte| byte == b'\n').unwrap_or(text.len())
}

fn line_comment(lex: &mut Lexer<'_, Token>) {
    lex.bump(line_length(lex.remainder()));
}

/// Goes on with a word where logos stopped, which knows ASCII only.
fn word(lex: &mut Lexer<'_, Token>, token: Token) -> Token {
    let rest = lex.remainder();
    if !starts_in_ascii(rest) {
        lex.bump(rest.find(|c| !continues_word(c)).unwrap_or(rest.len()));
    }
    token
}

/// A cheap test before the slow path.
fn starts_in_ascii(text: &str) -> bool {
    text.as_bytes().first().is_none_or(u8::is_ascii)
}

/// A run of symbol characters that begins no comment: a full stop or a name.
fn symbols(lex: &mut Lexer<'_, Token>) -> Token {
    let rest = lex.remainder();
    if !starts_in_ascii(rest) {
        lex.bump(rest.find(|c| !is_symbol(c)).unwrap_or(rest.len()));
    }
    let next = lex.remainder().chars().next();
    let ends = lex.slice() == "." && next.is_none_or(|c| c.is_whitespace() || c == '%');
    if ends { Token::End } else { Token::Name }
}

fn block_comment(lex: &mut Lexer<'_, Token>) -> Token {
    let rest = lex.remainder();
    match rest.find("*/") {
        Some(at) => {
            lex.bump(at + 2);
            Token::Layout
        }
        None => {
            lex.bump(rest.len());
            Token::Bad(LexError::comment_without_end(0))
        }
    }
}

/// A quoted item, whose first quote has been taken.
fn quoted(lex: &mut Lexer<'_, Token>, token: Token) -> Token {
    let start = lex.span().start;
    let item = literal::scan_quoted(&lex.source()[start..], lex.extras.newlines);
    lex.bump(item.length - 1);
    item.error.map_or(token, Token::Bad)
}

/// A number, of which the first digits have been taken.
fn number(lex: &mut Lexer<'_, Token>) -> Token {
    let start = lex.span().start;
    let taken = lex.slice().len();
    let (length, token) = literal::scan_number(&lex.source()[start..], taken, lex.extras.syntax);
    lex.bump(length - taken);
    token
}

/// A character outside ASCII that no other token has taken.
fn outside_ascii(lex: &mut Lexer<'_, Token>) -> Token {
    let c = lex.slice().chars().next().unwrap_or('\u{fffd}');
    if c.is_whitespace() {
        return Token::Layout;
    }
    let (token, goes_on): (_, fn(char) -> bool) = match c {
        _ if is_symbol(c) => (Token::Name, is_symbol),
        _ if c.is_uppercase() => (Token::Var, continues_word),
        _ if starts_name(c) => (Token::Name, continues_word),
        _ => return Token::Bad(LexError::illegal_character(0)),
    };
    let rest = lex.remainder();
    lex.bump(rest.find(|c| !goes_on(c)).unwrap_or(rest.len()));
    token
}
