//! Where a clause ends in a text that is still coming in.
//!
//! In: characters one by one. Out: whether the full stop has passed. It follows the reader's tokens (`read::token`) as
//! far as needed to tell a full stop from other dots. What it says decides only when the reader is tried: the reader
//! judges, and where it wants more, the scan goes on.

use crate::read::{Newlines, continues_word, is_symbol};

/// What the last characters belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing: a token may begin.
    Between,
    /// A name, a variable or a number.
    Word,
    /// The digit zero, alone.
    Zero,
    /// `0'`.
    ZeroQuote,
    /// `0''`, of which another quote may be part.
    ZeroQuoteQuote,
    /// A slash, which may begin a comment.
    Slash,
    /// A full stop, if layout comes next.
    Dot,
    /// Symbol characters.
    Symbol,
    LineComment,
    BlockComment,
    /// A star in a block comment.
    BlockStar,
    Quoted(char),
    /// A backslash in a quoted item (or after `0'`, where the quote is a blank).
    Escape(char),
    /// Digits of a numeric escape, which a backslash may close.
    Digits(char),
    /// White space that `\c` skips.
    Skip(char),
    /// A quote in a quoted item: its end, unless another follows.
    Quote(char),
}

/// The state of a scan.
pub(super) struct ClauseEnd {
    state: State,
    newlines: Newlines,
    /// The last character that is not white space is a full stop.
    after_dot: bool,
}

/// What stands for the quote where an escape follows `0'`.
const NO_QUOTE: char = ' ';

impl ClauseEnd {
    pub(super) fn new(newlines: Newlines) -> Self {
        ClauseEnd { state: State::Between, newlines, after_dot: false }
    }

    /// Takes the next character and says whether a clause ends before it.
    pub(super) fn ends_before(&mut self, c: char) -> bool {
        let ends = self.step(c);
        if ends {
            self.state = State::Between;
        }
        if !c.is_whitespace() {
            self.after_dot = c == '.';
        }
        ends
    }

    fn step(&mut self, c: char) -> bool {
        self.state = match self.state {
            State::Dot if c.is_whitespace() || c == '%' => return true,
            State::Quoted(_) if c == '\n' && self.newlines == Newlines::Reject => {
                // The reader takes a line end as the end of the item, and such a line as the end of a clause that failed.
                self.state = State::Between;
                return self.after_dot;
            }
            State::Between => begin(c),
            State::Word if continues_word(c) => State::Word,
            State::Zero if c == '\'' => State::ZeroQuote,
            State::Zero if continues_word(c) => State::Word,
            State::ZeroQuote => match c {
                '\\' => State::Escape(NO_QUOTE),
                '\'' => State::ZeroQuoteQuote,
                _ => State::Between,
            },
            State::ZeroQuoteQuote if c == '\'' => State::Between,
            State::Slash if c == '*' => State::BlockComment,
            State::Slash | State::Dot | State::Symbol if is_symbol(c) => State::Symbol,
            State::LineComment if c != '\n' => State::LineComment,
            State::BlockStar if c == '/' => State::Between,
            State::BlockComment | State::BlockStar if c == '*' => State::BlockStar,
            State::BlockComment | State::BlockStar => State::BlockComment,
            State::Quoted(quote) if c == quote => State::Quote(quote),
            State::Quoted(quote) if c == '\\' => State::Escape(quote),
            State::Quoted(quote) => State::Quoted(quote),
            State::Quote(quote) if c == quote => State::Quoted(quote),
            State::Escape(quote) => match c {
                'x' | '0'..='7' => State::Digits(quote),
                'c' if quote != NO_QUOTE => State::Skip(quote),
                _ => inside(quote),
            },
            State::Digits(quote) if c.is_ascii_hexdigit() => State::Digits(quote),
            State::Digits(quote) if c == '\\' => inside(quote),
            State::Skip(quote) if c.is_whitespace() => State::Skip(quote),
            State::Digits(quote) | State::Skip(quote) => {
                self.state = inside(quote);
                return self.step(c);
            }
            // The token is over, and the character begins another.
            State::Word
            | State::Zero
            | State::ZeroQuoteQuote
            | State::Slash
            | State::Dot
            | State::Symbol
            | State::LineComment
            | State::Quote(_) => begin(c),
        };
        false
    }
}

/// The state after a character that begins a token.
fn begin(c: char) -> State {
    match c {
        '%' => State::LineComment,
        '/' => State::Slash,
        '.' => State::Dot,
        '\'' | '"' | '`' => State::Quoted(c),
        '0' => State::Zero,
        _ if continues_word(c) => State::Word,
        _ if is_symbol(c) => State::Symbol,
        _ => State::Between,
    }
}

/// The state after an escape.
fn inside(quote: char) -> State {
    if quote == NO_QUOTE { State::Between } else { State::Quoted(quote) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text up to its first full stop.
    fn first(text: &str) -> Option<&str> {
        let mut end = ClauseEnd::new(Newlines::Reject);
        let found = text.char_indices().find(|&(_, c)| end.ends_before(c)).map(|(at, _)| at);
        found.or((end.state == State::Dot).then_some(text.len())).map(|at| &text[..at])
    }

    #[test]
    fn a_full_stop_is_a_dot_alone_before_layout() {
        for clause in [
            "foo.",
            "X = 'a. b'.",
            "X = \"a''. b\".",
            "X = 0'..",
            "X = 0''.",
            "X = 0'''.",
            "X = 0'\\\\.",
            "X = 0'\\x41\\.",
            "X = 0' .",
            "X = 'it''s. '.",
            "X = 'a\\'. b'.",
            "X = 'a\\x41\\'.",
            "X = 'a\\\n. b'.",
            "X = 'a\\c\n  '.",
            "X = a.b.",
            "X = 1.5.",
            "X = '.'.",
            "a =.. b.",
            "a % foo. bar\n.",
            "a /* foo. ** bar. */ .",
            "a +/* b.",
            "/* ' */ a.",
        ] {
            assert_eq!(first(&format!("{clause} more. ")), Some(clause));
            assert_eq!(first(&format!("{clause}%")), Some(clause));
            assert_eq!(first(clause), Some(clause));
        }
        assert_eq!(first("foo.. "), None);
        assert_eq!(first("'foo. "), None);
    }

    #[test]
    fn a_line_with_a_quote_too_many_ends_a_clause() {
        assert_eq!(first("a('b).\nc. "), Some("a('b)."));
    }
}
