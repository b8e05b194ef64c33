//! Tokens of the configuration language, and the statements of a text.
//!
//! In: text. Out: [`statements`], each the tokens up to its `;`, or from `[` to `]`. A statement ends also where the next
//! scope begins, so that one fault spoils one statement. What begins no token becomes [`Token::Bad`], which no rule of the
//! grammar takes. No text makes it panic.

use std::fmt;

use logos::{Lexer, Logos};

/// Characters of a token that are shown.
const SHOWN: usize = 40;
/// Bytes of a file's name without quotes. A bound, since every word is looked at as one.
const FILE_LIMIT: usize = 256;

/// A place in a text. Lines and columns begin with 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct At {
    pub byte: usize,
    pub line: u32,
    pub column: u32,
}

impl Default for At {
    fn default() -> At {
        At { byte: 0, line: 1, column: 1 }
    }
}

impl At {
    /// The place at a later byte.
    fn advanced(self, text: &str, byte: usize) -> At {
        let between = &text[self.byte..byte];
        let characters = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        match between.rfind('\n') {
            None => At { byte, line: self.line, column: self.column.saturating_add(characters(between)) },
            Some(last) => {
                let lines = u32::try_from(between.matches('\n').count()).unwrap_or(u32::MAX);
                let column = characters(&between[last + 1..]).saturating_add(1);
                At { byte, line: self.line.saturating_add(lines), column }
            }
        }
    }
}

/// A token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\x0b\x0c]+")]
pub(crate) enum Token<'s> {
    /// `E_Call`
    Event(&'s str),
    /// `X`
    Variable(&'s str),
    /// `append`
    Atom(&'s str),
    /// `lists.pl`, `lib/lists.pl`
    File(&'s str),
    /// `'an atom'`, with its quotes.
    Quoted(&'s str),
    /// `"text"`, with its quotes.
    Text(&'s str),
    /// `12`, `1_000`
    Integer(&'s str),
    /// `1.5`, `1.0e10`
    Float(&'s str),
    /// `_`; and what begins a token of which more than its first character is to be seen.
    #[regex("[A-Za-z_]", word)]
    #[regex(r"[^\x00-\x7F]", outside_ascii)]
    #[regex("[0-9]", number)]
    #[token("'", quoted)]
    #[token("\"", quoted)]
    #[token("%", comment)]
    Anything,
    #[token("=")]
    Equals,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenMasks,
    #[token("}")]
    CloseMasks,
    #[token("[")]
    OpenScope,
    #[token("]")]
    CloseScope,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    /// Before an arity; a comment begins so, too.
    #[token("/", slash)]
    Slash,
    #[token("#")]
    Number,
    #[token("@")]
    Of,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("?")]
    Question,
    #[token("...")]
    Rest,
    /// A comment, or a blank outside of ASCII. They are tokens because logos skips by a call of itself: a text full of them
    /// would overflow the stack.
    Blank,
    /// What has no end: a comment, or quotes on their line.
    Unclosed(&'s str),
    /// What begins no token.
    Bad(&'s str),
}

/// A token with the places where it begins and ends.
pub(crate) type Spanned<'s> = (At, Token<'s>, At);

/// All tokens of a text.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Spanned<'_>> {
    let mut at = At::default();
    let counted = Token::lexer(text).spanned().filter(|(token, _)| *token != Ok(Token::Blank));
    counted.map(move |(token, span)| {
        let from = at.advanced(text, span.start);
        at = from.advanced(text, span.end);
        (from, token.unwrap_or_else(|()| Token::Bad(&text[span])), at)
    })
}

/// The tokens of each statement. A scope that stands where a statement has not ended is the last token of that statement,
/// and begins the next one.
pub(super) fn statements(text: &str) -> Vec<Vec<Spanned<'_>>> {
    let mut statements = Vec::new();
    let mut current: Vec<Spanned<'_>> = Vec::new();
    let mut open = 0_usize;
    for spanned in tokens(text) {
        let token = spanned.1;
        let in_scope = current.first().is_some_and(|first| first.1 == Token::OpenScope);
        if token == Token::OpenScope && open == 0 && !in_scope && !current.is_empty() {
            current.push(spanned);
            statements.push(std::mem::take(&mut current));
        }
        current.push(spanned);
        match token {
            Token::Open | Token::OpenMasks => open += 1,
            Token::Close | Token::CloseMasks => open = open.saturating_sub(1),
            _ => {}
        }
        if token == Token::Semicolon || in_scope && token == Token::CloseScope {
            statements.push(std::mem::take(&mut current));
            open = 0;
        }
    }
    statements.push(current);
    // A `;` alone is harmless.
    statements.retain(|statement| statement.first().is_some_and(|first| first.1 != Token::Semicolon));
    statements
}

/// Whether a name is one token of that sort, so that it needs no quotes.
pub(super) fn is_alone(name: &str, sort: impl Fn(Token<'_>) -> bool) -> bool {
    let mut all = Token::lexer(name).spanned();
    matches!(all.next(), Some((Ok(token), span)) if span == (0..name.len()) && sort(token))
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Token::Event(text)
            | Token::Variable(text)
            | Token::Atom(text)
            | Token::File(text)
            | Token::Quoted(text)
            | Token::Text(text)
            | Token::Integer(text)
            | Token::Float(text)
            | Token::Unclosed(text)
            | Token::Bad(text) => {
                let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(end, _)| end);
                let dots = if end < text.len() { "…" } else { "" };
                return write!(f, "{}{dots}", text[..end].replace(char::is_control, "\u{fffd}"));
            }
            Token::Anything => "_",
            Token::Blank => " ",
            Token::Equals => "=",
            Token::Open => "(",
            Token::Close => ")",
            Token::OpenMasks => "{",
            Token::CloseMasks => "}",
            Token::OpenScope => "[",
            Token::CloseScope => "]",
            Token::Comma => ",",
            Token::Semicolon => ";",
            Token::Colon => ":",
            Token::Slash => "/",
            Token::Number => "#",
            Token::Of => "@",
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Question => "?",
            Token::Rest => "...",
        })
    }
}

/// Goes on with a word where logos stopped, which knows its first character only.
fn word<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Token<'s> {
    let first = lexer.slice().chars().next().unwrap_or('_');
    let rest = lexer.remainder();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let file = file(rest);
    lexer.bump(file.unwrap_or(end));
    match lexer.slice() {
        name if file.is_some() => Token::File(name),
        "_" => Token::Anything,
        name if name.len() > 2 && name.starts_with("E_") => Token::Event(name),
        name if first == '_' || first.is_uppercase() => Token::Variable(name),
        name => Token::Atom(name),
    }
}

/// Where the name of a file ends that goes on so: letters, digits, `/`, `-` and `.`, of which one is before an extension.
fn file(rest: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let within = |&(at, c): &(usize, char)| at < FILE_LIMIT && (part(c) || "/-.".contains(c));
    let run = rest.char_indices().take_while(within).map(|(at, c)| at + c.len_utf8()).last()?;
    let run = rest[..run].trim_end_matches(|c| !part(c));
    let mut points = run.match_indices('.');
    let extended =
        points.any(|(at, _)| run[at + 1..].starts_with(char::is_alphabetic) && (at == 0 || run[..at].ends_with(part)));
    extended.then_some(run.len())
}

fn outside_ascii<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Token<'s> {
    match lexer.slice().chars().next() {
        // Some editors begin a file with a mark of its encoding.
        Some(c) if c.is_whitespace() || c == '\u{feff}' => Token::Blank,
        Some(c) if c.is_alphabetic() => word(lexer),
        _ => Token::Bad(lexer.slice()),
    }
}

/// Goes on with a number: digits in groups where one likes, a fraction, an exponent.
fn number<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Token<'s> {
    let digits = |text: &str| text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    lexer.bump(digits(lexer.remainder()));
    let begins = |text: &str, with: u8| {
        let bytes = text.as_bytes();
        bytes.first() == Some(&with) && bytes.get(1).is_some_and(u8::is_ascii_digit)
    };
    while begins(lexer.remainder(), b'_') {
        lexer.bump(1 + digits(&lexer.remainder()[1..]));
    }
    let mut float = false;
    if begins(lexer.remainder(), b'.') {
        float = true;
        lexer.bump(1 + digits(&lexer.remainder()[1..]));
    }
    let rest = lexer.remainder();
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            float = true;
            lexer.bump(rest.len() - unsigned.len() + digits(unsigned));
        }
    }
    if float { Token::Float(lexer.slice()) } else { Token::Integer(lexer.slice()) }
}

/// Goes on with what is quoted, to the end of its line at most. A quote is written twice, or behind a backslash.
fn quoted<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Token<'s> {
    let quote = lexer.slice().as_bytes()[0];
    let rest = lexer.remainder().as_bytes();
    let mut at = 0;
    loop {
        match rest.get(at) {
            None | Some(b'\n') => {
                lexer.bump(at);
                return Token::Unclosed(lexer.slice());
            }
            // The digits of a character end by a backslash of their own.
            Some(b'\\') if rest.get(at + 1) == Some(&b'x') => {
                at += 2;
                at += rest[at..].iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(rest.len() - at);
                at += usize::from(rest.get(at) == Some(&b'\\'));
            }
            Some(b'\\') if rest.get(at + 1).is_some_and(u8::is_ascii) && rest[at + 1] != b'\n' => at += 2,
            Some(byte) if *byte == quote => {
                at += 1;
                if rest.get(at) != Some(&quote) {
                    break;
                }
                at += 1;
            }
            Some(_) => at += 1,
        }
    }
    lexer.bump(at);
    if quote == b'"' { Token::Text(lexer.slice()) } else { Token::Quoted(lexer.slice()) }
}

/// A comment ends before its line does.
fn comment<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Token<'s> {
    let rest = lexer.remainder();
    lexer.bump(rest.find('\n').unwrap_or(rest.len()));
    Token::Blank
}

/// A slash, or a comment in `/* … */`.
fn slash<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Token<'s> {
    let Some(rest) = lexer.remainder().strip_prefix('*') else {
        return Token::Slash;
    };
    match rest.find("*/") {
        Some(end) => {
            lexer.bump(1 + end + 2);
            Token::Blank
        }
        None => {
            lexer.bump(1 + rest.len());
            Token::Unclosed(lexer.slice())
        }
    }
}
