//! Numbers and quoted items: how far they reach, what is wrong with them, what they stand for.
//!
//! In: text that begins with a digit or a quote. Out: lengths for the scanner, values for the parser (ISO 13211-1
//! sections 6.4.2.1, 6.4.4 and 6.4.5). Taken from SWI-Prolog beyond that: `\e`, `\s`, `\uXXXX`, `\UXXXXXXXX`, `\c` (skips white space), the closing
//! backslash of `\x41\` may be left out, `0''` is a quote.

use crate::read::token::{Newlines, Syntax, Token, continues_word};
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use std::borrow::Cow;

/// A number as text gives it.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// An integer that fits a machine word.
    Int(i64),
    /// One that does not.
    Big(BigInt),
    /// A rational that is no integer.
    Rational(BigRational),
    /// A float.
    Float(f64),
}

impl Number {
    /// The number with its sign changed. What is not a number has none.
    pub fn negated(self) -> Number {
        match self {
            Number::Float(x) if x.is_nan() => self,
            Number::Int(i) => i.checked_neg().map_or_else(|| Number::Big(-BigInt::from(i)), Number::Int),
            Number::Big(big) => Number::Big(-big).normal(),
            Number::Rational(q) => Number::Rational(-q),
            Number::Float(x) => Number::Float(-x),
        }
    }

    fn normal(self) -> Number {
        match self {
            Number::Big(big) => i64::try_from(&big).map_or(Number::Big(big), Number::Int),
            other => other,
        }
    }
}

/// What is wrong with a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexErrorKind {
    /// A character that begins no token.
    IllegalCharacter,
    /// A line end in a quoted item.
    NewlineInQuoted,
    /// A quoted item that never ends.
    EndOfFileInQuoted,
    /// A block comment that never ends.
    EndOfFileInComment,
    /// A backslash before something that is no escape.
    UndefinedEscape,
    /// A numeric escape that stands for no character.
    IllegalCharCode,
    /// `0'` without a character.
    IllegalCharLiteral,
    /// A float beyond the largest.
    FloatOverflow,
}

/// What is wrong with a token, and where in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LexError {
    pub(crate) kind: LexErrorKind,
    /// Bytes from the token's start.
    pub(crate) at: u32,
}

impl LexError {
    fn new(kind: LexErrorKind, at: usize) -> Self {
        LexError { kind, at: at as u32 }
    }

    pub(crate) fn illegal_character(at: usize) -> Self {
        Self::new(LexErrorKind::IllegalCharacter, at)
    }

    pub(crate) fn comment_without_end(at: usize) -> Self {
        Self::new(LexErrorKind::EndOfFileInComment, at)
    }
}

/// A quoted item as scanned.
pub(crate) struct Scanned {
    /// Bytes, quotes included.
    pub(crate) length: usize,
    /// The first thing wrong with it.
    pub(crate) error: Option<LexError>,
}

/// Finds the end of the quoted item at the start of the text.
pub(crate) fn scan_quoted(text: &str, newlines: Newlines) -> Scanned {
    let bytes = text.as_bytes();
    let quote = bytes[0];
    let mut error = None;
    let mut at = 1;
    loop {
        let special = |byte: &u8| *byte == quote || *byte == b'\\' || *byte == b'\n';
        let Some(skipped) = bytes[at..].iter().position(special) else {
            let error = error.or(Some(LexError::new(LexErrorKind::EndOfFileInQuoted, 0)));
            return Scanned { length: bytes.len(), error };
        };
        at += skipped;
        match bytes[at] {
            b'\n' if newlines == Newlines::Reject => {
                let error = error.or(Some(LexError::new(LexErrorKind::NewlineInQuoted, 0)));
                return Scanned { length: at, error };
            }
            b'\n' => at += 1,
            b'\\' => match escape(&text[at + 1..]) {
                Ok((_, length)) => at += 1 + length,
                Err((kind, length)) => {
                    error = error.or(Some(LexError::new(kind, at)));
                    at += 1 + length;
                }
            },
            _ if bytes.get(at + 1) == Some(&quote) => at += 2,
            _ => {
                return Scanned { length: at + 1, error };
            }
        }
    }
}

/// What a quoted item (quotes included) that [`scan_quoted`] found no fault with stands for.
pub(crate) fn unquote(item: &str) -> Cow<'_, str> {
    let quote = item.as_bytes()[0] as char;
    let body = &item[1..item.len() - 1];
    if !body.contains(['\\', quote]) {
        return Cow::Borrowed(body);
    }
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find(['\\', quote]) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if let Some(after) = rest.strip_prefix('\\') {
            let (value, length) = escape(after).unwrap_or((None, 0));
            out.extend(value);
            1 + length
        } else {
            out.push(quote);
            2
        };
        rest = &rest[length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What an escape stands for (nothing for a continued line) and how many bytes it takes, or what is wrong with it and how
/// many bytes to skip.
type Escape = Result<(Option<char>, usize), (LexErrorKind, usize)>;

/// The escape after a backslash.
fn escape(rest: &str) -> Escape {
    let first = rest.chars().next().ok_or((LexErrorKind::UndefinedEscape, 0))?;
    let plain = |c| Ok((Some(c), 1));
    match first {
        'a' => plain('\x07'),
        'b' => plain('\x08'),
        'f' => plain('\x0c'),
        'n' => plain('\n'),
        'r' => plain('\r'),
        't' => plain('\t'),
        'v' => plain('\x0b'),
        'e' => plain('\x1b'),
        's' => plain(' '),
        '\\' | '\'' | '"' | '`' => plain(first),
        '\n' => Ok((None, 1)),
        'c' => Ok((None, rest.len() - rest[1..].trim_start().len())),
        '\r' if rest.starts_with("\r\n") => Ok((None, 2)),
        '0'..='7' => numeric(rest, 0, 8),
        'x' if rest[1..].starts_with(|c: char| c.is_ascii_hexdigit()) => numeric(rest, 1, 16),
        'u' => fixed(rest, 4),
        'U' => fixed(rest, 8),
        _ => Err((LexErrorKind::UndefinedEscape, first.len_utf8())),
    }
}

/// A character code of any length with its optional closing backslash.
fn numeric(rest: &str, skip: usize, radix: u32) -> Escape {
    let digits = &rest[skip..];
    let length = digits_in(digits, radix);
    let closing = usize::from(digits[length..].starts_with('\\'));
    let total = skip + length + closing;
    match u32::from_str_radix(&digits[..length], radix).ok().and_then(char::from_u32) {
        Some(value) => Ok((Some(value), total)),
        None => Err((LexErrorKind::IllegalCharCode, total)),
    }
}

/// A character code of so many hexadecimal digits after a letter.
fn fixed(rest: &str, count: usize) -> Escape {
    let digits = rest.get(1..1 + count).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
    let digits = digits.ok_or((LexErrorKind::UndefinedEscape, 1))?;
    match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
        Some(value) => Ok((Some(value), 1 + count)),
        None => Err((LexErrorKind::IllegalCharCode, 1 + count)),
    }
}

/// Finds the end of the number at the start of the text, of which `digits` digits are known. Digits may be in groups.
pub(crate) fn scan_number(text: &str, digits: usize, syntax: Syntax) -> (usize, Token) {
    let bytes = text.as_bytes();
    if &text[..digits] == "0" {
        let radix = match bytes.get(1) {
            Some(b'\'') => return scan_character(text),
            Some(b'x') => Some(16),
            Some(b'o') => Some(8),
            Some(b'b') => Some(2),
            _ => None,
        };
        let length = radix.map_or(0, |radix| grouped_digits(&text[2..], radix, syntax));
        if length > 0 {
            return (2 + length, Token::Int);
        }
    }
    if bytes.get(digits) == Some(&b'\'')
        && let Some(radix) = radix_of(&text[..digits])
    {
        let length = grouped_digits(&text[digits + 1..], radix, syntax);
        if length > 0 {
            return (digits + 1 + length, Token::Int);
        }
    }
    let mut at = grouped_digits(text, 10, syntax);
    if let Some(length) = denominator(&text[at..]) {
        return (at + length, Token::Int);
    }
    let fraction = if bytes.get(at) == Some(&b'.') { grouped_digits(&text[at + 1..], 10, Syntax::Iso) } else { 0 };
    if fraction > 0 {
        at += 1 + fraction;
        let special = text[at..].starts_with("Inf") || text[at..].starts_with("NaN");
        if special && !text[at + 3..].starts_with(continues_word) {
            return (at + 3, Token::Float);
        }
    }
    let exponent = exponent_length(&text[at..]);
    let token = if fraction + exponent > 0 { Token::Float } else { Token::Int };
    (at + exponent, token)
}

/// `0'c`, of which `0'` is known.
fn scan_character(text: &str) -> (usize, Token) {
    let rest = &text[2..];
    let bad = |kind, at, length| (2 + length, Token::Bad(LexError::new(kind, at)));
    match rest.chars().next() {
        Some('\\') => match escape(&rest[1..]) {
            Ok((Some(_), length)) => (3 + length, Token::Int),
            Ok((None, _)) => bad(LexErrorKind::IllegalCharLiteral, 0, 1),
            Err((kind, length)) => bad(kind, 2, 1 + length),
        },
        Some('\'') => (if rest.starts_with("''") { 4 } else { 3 }, Token::Int),
        None | Some('\n' | '\r') => bad(LexErrorKind::IllegalCharLiteral, 0, 0),
        Some(c) => (2 + c.len_utf8(), Token::Int),
    }
}

fn digits_in(text: &str, radix: u32) -> usize {
    text.bytes().position(|byte| !(byte as char).is_digit(radix)).unwrap_or(text.len())
}

/// Digits in groups: `1_000`, and as SWI-Prolog reads them besides `1 000` and `1_ 000`, where lines may end after `_`.
fn grouped_digits(text: &str, radix: u32, syntax: Syntax) -> usize {
    let mut at = digits_in(text, radix);
    while at > 0 {
        let rest = &text[at..];
        let gap = match (rest.as_bytes().first(), syntax) {
            (Some(b'_'), Syntax::Iso) | (Some(b' '), Syntax::Swi) => 1,
            (Some(b'_'), Syntax::Swi) => 1 + rest[1..].len() - rest[1..].trim_start().len(),
            _ => break,
        };
        match digits_in(&rest[gap..], radix) {
            0 => break,
            length => at += gap + length,
        }
    }
    at
}

/// How long the `r3` of `1r3` is, if there is one: a denominator of zero is none.
fn denominator(text: &str) -> Option<usize> {
    let digits = &text.strip_prefix('r')?;
    let length = digits_in(digits, 10);
    digits[..length].contains(|digit| digit != '0').then_some(1 + length)
}

fn radix_of(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|radix| (2..=36).contains(radix))
}

fn exponent_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else {
        return 0;
    };
    let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    match digits_in(unsigned, 10) {
        0 => 0,
        length => text.len() - unsigned.len() + length,
    }
}

/// The value of a token [`Token::Int`] or [`Token::Float`].
pub(crate) fn number_value(text: &str, token: Token) -> Result<Number, LexError> {
    if token == Token::Float {
        return float_value(text);
    }
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'\'', ..] => {
            return Ok(Number::Int(i64::from(u32::from(character_value(&text[2..])))));
        }
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'o', ..] => (&text[2..], 8),
        [b'0', b'b', ..] => (&text[2..], 2),
        _ => match text.split_once('\'') {
            Some((radix, digits)) => (digits, radix_of(radix).unwrap_or(10)),
            None => match text.split_once('r') {
                Some((numerator, denominator)) => return Ok(rational_value(numerator, denominator)),
                None => (text, 10),
            },
        },
    };
    Ok(integer_value(&without_groups(digits), radix))
}

fn rational_value(numerator: &str, denominator: &str) -> Number {
    let big = |digits: &str| match integer_value(&without_groups(digits), 10) {
        Number::Int(value) => BigInt::from(value),
        Number::Big(value) => value,
        other => unreachable!("digits are an integer, not {other:?}"),
    };
    let value = BigRational::new(big(numerator), big(denominator));
    if value.is_integer() { Number::Big(value.to_integer()).normal() } else { Number::Rational(value) }
}

fn character_value(rest: &str) -> char {
    let first = rest.chars().next().unwrap_or('\0');
    match first {
        '\\' => escape(&rest[1..]).ok().and_then(|(value, _)| value).unwrap_or('\0'),
        _ => first,
    }
}

fn float_value(text: &str) -> Result<Number, LexError> {
    if text.ends_with("NaN") {
        return Ok(Number::Float(f64::NAN));
    }
    if text.ends_with("Inf") {
        return Ok(Number::Float(f64::INFINITY));
    }
    let overflow = LexError::new(LexErrorKind::FloatOverflow, 0);
    without_groups(text).parse().ok().filter(|x: &f64| x.is_finite()).map(Number::Float).ok_or(overflow)
}

fn without_groups(digits: &str) -> Cow<'_, str> {
    let is_gap = |c: char| c == '_' || c.is_whitespace();
    if digits.contains(is_gap) { Cow::Owned(digits.replace(is_gap, "")) } else { Cow::Borrowed(digits) }
}

/// Digits to converted at once; above that, halves are converted and put together, because the library's conversion takes
/// quadratic time.
const CHUNK: usize = 512;

fn integer_value(digits: &str, radix: u32) -> Number {
    if let Ok(small) = i64::from_str_radix(digits, radix) {
        return Number::Int(small);
    }
    let chunk = |bytes: &[u8]| BigUint::parse_bytes(bytes, radix).unwrap_or_default();
    let mut parts: Vec<BigUint> = digits.as_bytes().rchunks(CHUNK).map(chunk).collect();
    let mut power = BigUint::from(radix).pow(CHUNK as u32);
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| pair.get(1).map_or_else(|| pair[0].clone(), |high| high * &power + &pair[0]))
            .collect();
        if parts.len() > 1 {
            power = &power * &power;
        }
    }
    Number::Big(BigInt::from_biguint(Sign::Plus, parts.pop().unwrap_or_default()))
}
