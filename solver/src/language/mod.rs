//! The language of equations: expressions, conditions, systems, domains, and sizes, as text.
//!
//! `T(n) = T(n - 1) + 1 if n >= 1; T(0) = 1` is a system; `;` or line ends separate its statements, `%` begins a comment.
//! `domain T(n): n >= 0` says where a function is defined. Expressions: `1/2*n^2 + 3/2*n`, `2*fib(n + 1) - 1`,
//! `sum(k, 1, n, 1/fact(k))`, also `**` for powers, `n!`, `x mod y`.
//!
//! In: text. Out: values, or errors with their places. The way there: tokens (`token.rs`, by `logos`), whose nesting is
//! checked before anything is nested; statements and expressions (`grammar.lalrpop`, by `lalrpop`, from what `syntax.rs`
//! builds and the table of `functions.rs`); systems (`system.rs`). No text makes it panic.

pub mod functions;
mod syntax;
mod system;
mod token;

#[allow(missing_docs, unused, clippy::all, clippy::pedantic)]
mod grammar {
    // Made by build.rs.
    include!(concat!(env!("OUT_DIR"), "/language/grammar.rs"));
}

use std::collections::HashSet;
use std::ops::Range;
use std::str::FromStr;

use lalrpop_util::ParseError as Syntax;

use crate::Expr;
use crate::error::{Fault, ParseError, Place};
use crate::system::equation::System;
use crate::system::guard::Guard;
use grammar::{ConditionParser, ExprParser, SizesParser};
use syntax::Scope;
pub use syntax::SizeRange;
use token::{Spanned, Token};

/// Bytes of a text.
type Span = Range<usize>;

/// A fault and the bytes where it is.
pub(crate) struct Located {
    span: Span,
    fault: Fault,
}

impl System {
    /// Reads statements, separated by `;` or line ends, or says all that is wrong with them. A number as parameter of a
    /// head, `T(0, y) = 4`, is the guard `x = 0`; `or` between conjunctions makes several cases.
    pub fn read(text: &str) -> Result<System, Vec<ParseError>> {
        system::read(text).map_err(|errors| errors.into_iter().map(|error| error.within(text)).collect())
    }
}

impl FromStr for System {
    type Err = ParseError;

    /// As [`System::read`], with the first error only.
    fn from_str(text: &str) -> Result<System, ParseError> {
        System::read(text).map_err(|mut errors| errors.swap_remove(0))
    }
}

impl FromStr for Expr {
    type Err = ParseError;

    /// Reads an expression as it is written, not simplified. Names before a parenthesis that are none of the table's are
    /// calls of unknown functions.
    fn from_str(text: &str) -> Result<Expr, ParseError> {
        alone(text, |scope, tokens| ExprParser::new().parse(scope, tokens))
    }
}

impl FromStr for Guard {
    type Err = ParseError;

    /// Reads `n >= 1 and x = 0`; nothing is the guard that always holds.
    fn from_str(text: &str) -> Result<Guard, ParseError> {
        if token::tokens(text).is_empty() {
            return Ok(Guard::always());
        }
        alone(text, |scope, tokens| {
            let comparisons = ConditionParser::new().parse(scope, tokens)?;
            let fault = |text: String| Located { span: 0..0, fault: Fault::NotLinear { text } };
            system::guard(comparisons).map_err(|text| Syntax::User { error: fault(text) })
        })
    }
}

/// Reads sizes: `150`, `x=65, y=10..100:10`.
pub fn read_sizes(text: &str) -> Result<Vec<SizeRange>, ParseError> {
    alone(text, |scope, tokens| SizesParser::new().parse(scope, tokens))
}

/// What a generated parser returns.
type Parsed<'s, T> = Result<T, Syntax<usize, Token<'s>, Located>>;

/// Parses a text that is no system, in which line ends mean nothing.
fn alone<'s, T>(
    text: &'s str,
    run: impl FnOnce(&Scope<'s>, Vec<Spanned<'s>>) -> Parsed<'s, T>,
) -> Result<T, ParseError> {
    let scope = Scope::new(HashSet::new());
    parse(token::tokens(text), |tokens| run(&scope, tokens)).map_err(|error| error.within(text))
}

/// Parses tokens, unless they nest too deeply.
fn parse<'s, T>(tokens: Vec<Spanned<'s>>, run: impl FnOnce(Vec<Spanned<'s>>) -> Parsed<'s, T>) -> Result<T, Located> {
    token::nesting(&tokens)?;
    run(tokens).map_err(|error| match error {
        Syntax::UnrecognizedToken { token: (start, token, end), expected } => {
            Located { span: start..end, fault: Fault::unexpected(in_words(&expected), format!("`{token}`")) }
        }
        Syntax::ExtraToken { token: (start, token, end) } => {
            Located { span: start..end, fault: Fault::unexpected("the end", format!("`{token}`")) }
        }
        Syntax::UnrecognizedEof { location, expected } => {
            Located { span: location..location, fault: Fault::unexpected(in_words(&expected), "the end") }
        }
        Syntax::InvalidToken { location } => {
            Located { span: location..location, fault: Fault::unexpected("a token", "none") }
        }
        Syntax::User { error } => error,
    })
}

/// The grammar's names of tokens that could have stood somewhere, those of a kind together.
fn in_words(expected: &[String]) -> String {
    let has = |token: &str| expected.iter().any(|name| name.trim_matches('"') == token);
    let mut words: Vec<String> = Vec::new();
    for (token, word) in [("NUMBER", "an expression"), ("NAME", "a name"), ("+", "an operator"), ("<=", "a comparison")]
    {
        if has(token) && !(token == "NAME" && has("NUMBER")) {
            words.push(word.to_string());
        }
    }
    for token in ["(", ")", "]", ",", ":", "..", "=", "if", "and", "or"] {
        if has(token) && !(token == "(" && (has("NUMBER") || has("+"))) && !(token == "=" && has("<=")) {
            words.push(format!("`{token}`"));
        }
    }
    match words.split_last() {
        None => "the end".to_string(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

impl Located {
    /// The error in its text, with line and column.
    fn within(self, text: &str) -> ParseError {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let place = Place {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            start: self.span.start,
            end: self.span.end,
        };
        ParseError { place, fault: self.fault }
    }
}
