//! Tokens of the equation language, and what is decided about a text before it is parsed.
//!
//! In: text. Out: [`tokens`] with their bytes; [`statements`], which are what `;` and line ends separate; and
//! [`nesting`], which refuses what would nest deeper than the recursive functions over expressions can follow. A
//! character that begins no token becomes [`Token::Bad`], which no rule of the grammar takes.

use std::fmt;

use logos::{Filter, Lexer, Logos, Skip};

use super::Located;
use crate::error::Fault;

/// How deep brackets and operators may nest.
pub(super) const DEPTH_LIMIT: usize = 64;

/// A token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\x0b\x0c]+")]
pub(crate) enum Token<'s> {
    /// Digits, in groups where one likes: `12`, `1_000`, `0.125`.
    #[regex("[0-9]", number)]
    Number(&'s str),
    /// A variable or a function.
    Name(&'s str),
    /// Any word begins so; [`word`] tells which it is.
    #[regex("[A-Za-z_]", word)]
    #[regex(r"[^\x00-\x7F]", outside_ascii)]
    Domain,
    If,
    And,
    Or,
    Mod,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Over,
    #[token("^")]
    #[token("**")]
    Power,
    #[token("!")]
    Factorial,
    #[token("=")]
    Equals,
    #[token("==")]
    Same,
    #[token("!=")]
    NotEqual,
    #[token("<=")]
    #[token("=<")]
    AtMost,
    #[token("<")]
    Below,
    #[token(">=")]
    AtLeast,
    #[token(">")]
    Above,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("..")]
    To,
    /// What separates statements, besides line ends.
    #[token(";")]
    Semicolon,
    /// A line end; only [`statements`] looks at it.
    #[token("\n")]
    #[token("%", comment)]
    Newline,
    /// What begins no token.
    Bad(&'s str),
}

/// A token with the bytes where it begins and ends.
pub(crate) type Spanned<'s> = (usize, Token<'s>, usize);

/// All tokens of a text but line ends.
pub(super) fn tokens(text: &str) -> Vec<Spanned<'_>> {
    lines(text).filter(|(_, token, _)| *token != Token::Newline).collect()
}

fn lines(text: &str) -> impl Iterator<Item = Spanned<'_>> {
    let spanned = Token::lexer(text).spanned();
    spanned.map(move |(token, span)| (span.start, token.unwrap_or_else(|()| Token::Bad(&text[span.clone()])), span.end))
}

/// The tokens of each statement of a text. A line end separates where a statement may end before it and cannot go on
/// behind it: outside brackets, after an operand, and before what is no operator.
pub(super) fn statements(text: &str) -> Vec<Vec<Spanned<'_>>> {
    let mut statements = Vec::new();
    let mut current: Vec<Spanned<'_>> = Vec::new();
    let (mut open, mut line_ends) = (0_usize, false);
    for spanned in lines(text) {
        let token = spanned.1;
        let separates =
            line_ends && open == 0 && !token.continues() && current.last().is_some_and(|last| last.1.ends());
        line_ends = token == Token::Newline;
        if token == Token::Semicolon || separates {
            statements.push(std::mem::take(&mut current));
        }
        match token {
            Token::Open | Token::OpenList => open += 1,
            Token::Close | Token::CloseList => open = open.saturating_sub(1),
            Token::Semicolon => open = 0,
            _ => {}
        }
        if !matches!(token, Token::Semicolon | Token::Newline) {
            current.push(spanned);
        }
    }
    statements.push(current);
    statements.retain(|statement| !statement.is_empty());
    statements
}

/// What nests at one level of brackets.
#[derive(Default)]
struct Level {
    /// Powers, factorials and signs of the current factor.
    factor: usize,
    /// Remainders of the current term.
    term: usize,
}

/// Refuses tokens whose expressions would nest deeper than [`DEPTH_LIMIT`]: brackets, `2^2^2`, `x!!`, `--x`, and
/// `x mod y mod z`, whose operands are nested; sums and products are flat.
pub(super) fn nesting(tokens: &[Spanned<'_>]) -> Result<(), Located> {
    let mut levels = vec![Level::default()];
    // Of all levels but the last.
    let mut outside = 0;
    let mut after_operand = false;
    for &(start, token, end) in tokens {
        let level = levels.last_mut().expect("the outermost level stays");
        match token {
            Token::Open | Token::OpenList => {
                outside += 1 + level.factor + level.term;
                levels.push(Level::default());
            }
            Token::Close | Token::CloseList => {
                if levels.len() > 1 {
                    levels.pop();
                    let level = levels.last().expect("it was not the last");
                    outside -= 1 + level.factor + level.term;
                }
            }
            Token::Power | Token::Factorial => level.factor += 1,
            Token::Minus if !after_operand => level.factor += 1,
            Token::Times | Token::Over => level.factor = 0,
            Token::Mod => *level = Level { factor: 0, term: level.term + 1 },
            Token::Number(_) | Token::Name(_) | Token::Bad(_) => {}
            _ => *level = Level::default(),
        }
        after_operand = token.ends();
        let level = levels.last().expect("the outermost level stays");
        if outside + level.factor + level.term > DEPTH_LIMIT {
            return Err(Located { span: start..end, fault: Fault::TooDeep { limit: DEPTH_LIMIT } });
        }
    }
    Ok(())
}

impl Token<'_> {
    /// Whether an operand may end with it.
    fn ends(self) -> bool {
        use Token::{Bad, Close, CloseList, Factorial, Name, Number};
        matches!(self, Number(_) | Name(_) | Close | CloseList | Factorial | Bad(_))
    }

    /// Whether it goes on with what an operand has ended.
    fn continues(self) -> bool {
        use Token::{Bad, Domain, Name, Number, Open, OpenList};
        !matches!(self, Number(_) | Name(_) | Open | OpenList | Domain | Bad(_))
    }
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Token::Number(text) | Token::Name(text) | Token::Bad(text) => text,
            Token::Domain => "domain",
            Token::If => "if",
            Token::And => "and",
            Token::Or => "or",
            Token::Mod => "mod",
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Times => "*",
            Token::Over => "/",
            Token::Power => "^",
            Token::Factorial => "!",
            Token::Equals => "=",
            Token::Same => "==",
            Token::NotEqual => "!=",
            Token::AtMost => "<=",
            Token::Below => "<",
            Token::AtLeast => ">=",
            Token::Above => ">",
            Token::Open => "(",
            Token::Close => ")",
            Token::OpenList => "[",
            Token::CloseList => "]",
            Token::Comma => ",",
            Token::Colon => ":",
            Token::To => "..",
            Token::Semicolon => ";",
            Token::Newline => "the end of the line",
        })
    }
}

/// Goes on with a number, which may have one point between digits: `1..5` are two numbers.
fn number<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> &'s str {
    let digits = |text: &str| text.bytes().position(|b| !b.is_ascii_digit() && b != b'_').unwrap_or(text.len());
    lexer.bump(digits(lexer.remainder()));
    let rest = lexer.remainder().as_bytes();
    if rest.first() == Some(&b'.') && rest.get(1).is_some_and(u8::is_ascii_digit) {
        lexer.bump(1);
        lexer.bump(digits(lexer.remainder()));
    }
    lexer.slice()
}

/// Goes on with a word where logos stopped, which knows its first character only.
fn word<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Token<'s> {
    let rest = lexer.remainder();
    lexer.bump(rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').unwrap_or(rest.len()));
    match lexer.slice() {
        "domain" => Token::Domain,
        "if" => Token::If,
        "and" => Token::And,
        "or" => Token::Or,
        "mod" => Token::Mod,
        name => Token::Name(name),
    }
}

fn outside_ascii<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Filter<Token<'s>> {
    match lexer.slice().chars().next() {
        Some(c) if c.is_whitespace() => Filter::Skip,
        Some(c) if c.is_alphabetic() => Filter::Emit(word(lexer)),
        _ => Filter::Emit(Token::Bad(lexer.slice())),
    }
}

/// A comment ends before its line does.
fn comment<'s>(lexer: &mut Lexer<'s, Token<'s>>) -> Skip {
    let rest = lexer.remainder();
    lexer.bump(rest.find('\n').unwrap_or(rest.len()));
    Skip
}
