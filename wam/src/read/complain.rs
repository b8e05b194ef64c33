//! What to tell about text that could not be read: the parser's errors in words.
//!
//! In: the parser at the token in the way. Out: a [`SyntaxError`] that says what was found, what would have fitted there
//! and, where the cause can be guessed, what to do.

use crate::read::error::{SyntaxError, SyntaxErrorKind};
use crate::read::literal::{LexError, LexErrorKind};
use crate::read::ops::OpDef;
use crate::read::parse::{Context, Frame, Parser};
use crate::read::token::{Lexeme, Token};
use crate::term::Span;

/// Characters of a token shown in a message.
const SHOWN: usize = 40;

/// There is no memory for what follows.
pub(crate) fn out_of_memory(here: Span) -> SyntaxError {
    SyntaxError::new(SyntaxErrorKind::OutOfMemory, here, "there is not enough memory for the term")
}

/// A token that is none.
pub(crate) fn bad_token(text: &str, span: Span, error: LexError) -> SyntaxError {
    let start = (span.start + error.at).min(span.end);
    let here = text.get(start as usize..).unwrap_or("");
    let first: String = here.chars().take(1).collect();
    let at = |length: usize| Span { start, end: (start + length as u32).min(text.len() as u32) };
    let new = |kind, span, message: &str| SyntaxError::new(kind, span, message);
    match error.kind {
        LexErrorKind::IllegalCharacter => {
            let code = first.chars().next().map_or(0, u32::from);
            let name = if first.chars().any(char::is_control) { String::new() } else { format!("`{first}` ") };
            let message = format!("{name}(U+{code:04X}) cannot stand in a program outside quotes and comments");
            new(SyntaxErrorKind::IllegalCharacter, at(first.len()), &message)
        }
        LexErrorKind::NewlineInQuoted => {
            let message = format!("the line ends inside {}", quoted_kind(&first));
            new(SyntaxErrorKind::NewlineInQuoted, span, &message)
                .with_help(format!("close it with {first}, write \\n for a line end, or end the line with \\ to go on"))
        }
        LexErrorKind::EndOfFileInQuoted => {
            let message = format!("the text ends inside {}", quoted_kind(&first));
            new(SyntaxErrorKind::EndOfFileInQuoted, at(1), &message).with_help(format!("close it with {first}"))
        }
        LexErrorKind::EndOfFileInComment => {
            new(SyntaxErrorKind::EndOfFileInComment, at(2), "the text ends inside a comment")
                .with_help("close it with */")
        }
        LexErrorKind::UndefinedEscape => {
            let escape: String = here.chars().take(2).collect();
            let message =
                format!("`{}` is not an escape sequence", escape.escape_default().to_string().replace("\\\\", "\\"));
            new(SyntaxErrorKind::UndefinedEscape, at(escape.len()), &message).with_help("write \\\\ for a backslash")
        }
        LexErrorKind::IllegalCharCode => {
            new(SyntaxErrorKind::IllegalCharCode, at(2), "there is no character of that code")
                .with_help("codes are 0 to 10FFFF without D800 to DFFF, in hexadecimal after \\x, in octal without it")
        }
        LexErrorKind::IllegalCharLiteral => {
            new(SyntaxErrorKind::IllegalCharCode, at(2), "found `0'`, expected a character after it")
                .with_help("write 0'\\n for a line end")
        }
        LexErrorKind::FloatOverflow => {
            new(SyntaxErrorKind::IllegalNumber, span, "the number is too large for a float (1.7976931348623157e308)")
        }
    }
}

fn quoted_kind(quote: &str) -> &'static str {
    match quote {
        "\"" => "a double-quoted item",
        "`" => "a back-quoted item",
        _ => "a quoted atom",
    }
}

/// A token where a term was to begin.
pub(crate) fn term_expected(parser: &Parser<'_, '_>, lexeme: Lexeme) -> SyntaxError {
    let frame = parser.frame();
    let expected = match frame.context {
        Context::Clause => "a term".to_owned(),
        Context::Paren | Context::Curly => "a term".to_owned(),
        Context::Arguments { .. } => "an argument".to_owned(),
        Context::List { .. } => "a list element".to_owned(),
        Context::ListTail { .. } => "the list's tail".to_owned(),
        Context::Prefix { .. } => format!("an argument of `{}`", parser.slice(frame.span)),
        Context::Infix { .. } => format!("the right argument of `{}`", parser.slice(frame.span)),
    };
    let mut error = unexpected(parser, lexeme, SyntaxErrorKind::TermExpected, &expected);
    error.help = match (frame.context, lexeme.token) {
        (Context::Arguments { name, .. }, Token::Close) if error.span.start == frame.span.end => {
            Some(format!("a term without arguments is written without parentheses: {}", parser.atoms.name(name)))
        }
        (Context::Infix { .. } | Context::Arguments { .. } | Context::List { .. }, _)
            if follows(parser, frame, ",") =>
        {
            Some("is the last comma too many?".to_owned())
        }
        (_, Token::Bar | Token::Comma) => Some(format!("write '{}' for the atom", parser.slice(lexeme.span))),
        _ => None,
    };
    error
}

/// Whether the token before the place where a term was expected has this text.
fn follows(parser: &Parser<'_, '_>, frame: Frame, text: &str) -> bool {
    parser.text[frame.start as usize..parser.tokens.offset() as usize].ends_with(text)
}

/// A prefix operator that binds too loosely for its place.
pub(crate) fn prefix_priority(parser: &Parser<'_, '_>, lexeme: Lexeme, def: OpDef) -> SyntaxError {
    let name = shown(parser.slice(lexeme.span));
    priority_error(lexeme.span, &name, def, parser.frame().max)
}

fn priority_error(span: Span, name: &str, def: OpDef, max: u16) -> SyntaxError {
    let message = format!("found the operator `{name}` of priority {}, expected a term of at most {max}", def.priority);
    SyntaxError::new(SyntaxErrorKind::OperatorPriority, span, message)
        .with_help(format!("put parentheses around `{name}` and its arguments"))
}

/// A token after a whole term that neither goes on with it nor ends it.
pub(crate) fn operator_expected(parser: &Parser<'_, '_>, lexeme: Lexeme) -> SyntaxError {
    if let Token::Bad(error) = lexeme.token {
        return bad_token(parser.text, lexeme.span, error);
    }
    let frame = parser.frame();
    let text = shown(parser.slice(lexeme.span));
    let operator = parser.operator_atom(lexeme);
    if let Some(def) = operator.and_then(|name| parser.ops.infix(name).or(parser.ops.postfix(name))) {
        if def.priority > frame.max && lexeme.token != Token::Bar {
            return priority_error(lexeme.span, &text, def, frame.max);
        }
        if let Some(left) = parser.clash_at(lexeme.span.start) {
            let message = format!(
                "found the operator `{text}` of priority {} after a term of priority {left}, expected one of at most {}",
                def.priority,
                def.left_max()
            );
            return SyntaxError::new(SyntaxErrorKind::OperatorPriority, lexeme.span, message)
                .with_help("put parentheses around one of the two operators and its arguments");
        }
    }
    let expected = match frame.context {
        Context::Paren => "an operator or `)`",
        Context::Curly => "an operator or `}`",
        Context::Arguments { .. } => "an operator, `,` or `)`",
        Context::List { .. } => "an operator, `,`, `|` or `]`",
        Context::ListTail { .. } => "an operator or `]`",
        _ => "an operator or the full stop",
    };
    let mut error = unexpected(parser, lexeme, SyntaxErrorKind::OperatorExpected, expected);
    error.help = operator_help(parser, lexeme);
    error
}

/// What may have been meant where an operator was expected.
fn operator_help(parser: &Parser<'_, '_>, lexeme: Lexeme) -> Option<String> {
    let start = lexeme.span.start as usize;
    let before = &parser.text[..start];
    let text = parser.slice(lexeme.span);
    let end = parser.tokens.offset() as usize;
    let previous = parser.text[..end].chars().next_back().unwrap_or(' ');
    let follows_word = previous.is_alphanumeric() || previous == '_';
    let clause_start = parser.bracket().start as usize;
    match lexeme.token {
        Token::Eof => Some("end the clause with a full stop".to_owned()),
        Token::Open if end == start && follows_word => {
            Some("a variable or number cannot be called like this: use call/N or =../2".to_owned())
        }
        Token::Open if follows_word => Some("write the name and its `(` without space between them".to_owned()),
        Token::Name if text == "." => Some("a full stop needs white space after it".to_owned()),
        Token::Name | Token::Var if before.ends_with('\n') && start > clause_start => {
            Some("does the clause above lack its full stop?".to_owned())
        }
        Token::Close | Token::CloseList | Token::CloseCurly if matches!(parser.frame().context, Context::Clause) => {
            Some(format!("there is no bracket for this `{text}` to close"))
        }
        _ => None,
    }
}

/// An error about a token, with the open bracket it may have to do with.
fn unexpected(parser: &Parser<'_, '_>, lexeme: Lexeme, kind: SyntaxErrorKind, expected: &str) -> SyntaxError {
    let bracket = parser.bracket();
    let ends = matches!(lexeme.token, Token::End | Token::Eof | Token::Close | Token::CloseList | Token::CloseCurly);
    let opened = (ends && !matches!(bracket.context, Context::Clause)).then_some(bracket.span);
    let (kind, found) = match lexeme.token {
        Token::Eof => (SyntaxErrorKind::EndOfFile, "the end of the text".to_owned()),
        Token::End => (kind, "the full stop".to_owned()),
        _ => (kind, format!("`{}`", shown(parser.slice(lexeme.span)))),
    };
    let mut error = SyntaxError::new(kind, lexeme.span, format!("found {found}, expected {expected}"));
    error.opened = opened;
    error
}

/// A token's text, shortened.
fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}
