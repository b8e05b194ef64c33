//! What can be wrong with a configuration: what was found, what was expected, where, and what to do about it.
//!
//! In: what the parser or the resolution met. Out: [`ConfigError`], which prints by itself ([`ConfigError::render`]) or
//! through `miette`, in the form of the syntax errors of programs.

use std::fmt::{Display, Write};
use std::ops::Range;
use std::sync::Arc;

use lalrpop_util::ParseError;
use miette::{Diagnostic, LabeledSpan};
use thiserror::Error;

use super::token::{At, Token};

/// Characters of a line shown before and after the place of an error.
const EXCERPT: usize = 60;

/// Where something stands in a configuration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

impl Place {
    pub(super) fn of(file: &Arc<str>, at: At) -> Place {
        Place { file: file.clone(), line: at.line, column: at.column }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// What is wrong with a configuration.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// Something else was expected at this place.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What could have stood there.
        expected: String,
        /// What stood there.
        found: String,
    },
    /// A comment without end, or quotes without end on their line.
    #[error("{what} without end")]
    Unclosed {
        /// What begins there.
        what: &'static str,
    },
    /// A backslash in quotes before something that is no escape.
    #[error("a backslash in quotes begins no escape")]
    Escape,
    /// A number out of range.
    #[error("the number is not from {least} to {most}")]
    NumberRange {
        /// The least there may be.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// A float beyond all.
    #[error("the number is larger than every float")]
    FloatRange,
    /// Lines that end before they begin.
    #[error("line {last} is before line {first}")]
    Lines {
        /// The first as written.
        first: u32,
        /// The last as written.
        last: u32,
    },
    /// Parts of a scope that do not belong together.
    #[error("this is no scope: a scope is a predicate, a file, or lines of a file")]
    NoScope,
    /// A variable in a signature.
    #[error("found the variable {name}, expected a type, a constant, `_`, `+` or `-`")]
    VariableArgument {
        /// Its name.
        name: String,
    },
    /// A word behind a mode that is no type.
    #[error("`{name}` is no type")]
    NoType {
        /// The word.
        name: String,
    },
    /// A mask on a member of a set.
    #[error("{event} has a mask in a definition, which only names events")]
    MaskInDefinition {
        /// The member.
        event: String,
    },
    /// No event and no set has this name.
    #[error("there is no event or set named {name}")]
    Unknown {
        /// The name.
        name: String,
        /// Names that are like it, the nearest first.
        near: Vec<String>,
    },
    /// A set that contains itself.
    #[error("{name} contains itself: {through}")]
    Circular {
        /// The set.
        name: String,
        /// By which sets.
        through: String,
    },
    /// A name that is defined with two meanings.
    #[error("{name} has another meaning at {first}")]
    Redefined {
        /// The name.
        name: String,
        /// Its first definition.
        first: Place,
    },
    /// A definition or a refinement with the name of a basis event or a built-in set.
    #[error("{name} takes the name of a basis event or a set of them")]
    BasisName {
        /// The name.
        name: String,
    },
    /// A refinement with the name of a set.
    #[error("{name} takes the name of the set defined at {first}")]
    SetName {
        /// The name.
        name: String,
        /// The definition.
        first: Place,
    },
    /// A mask that makes no sense for an event.
    #[error("`{mask}` is no mask for {event}: {takes}")]
    NoSense {
        /// The mask.
        mask: String,
        /// The event or set.
        event: String,
        /// What the values are, and which masks there are for them.
        takes: String,
        /// What may have been meant.
        meant: Option<String>,
    },
    /// More selections than there may be.
    #[error("the configuration comes to more than {limit} selections")]
    TooMany {
        /// The limit.
        limit: usize,
    },
}

impl Fault {
    /// What to do about it.
    pub fn what_to_do(&self) -> Option<String> {
        Some(match self {
            Fault::Unexpected { found, expected }
                if found.trim_start_matches('`').starts_with(|c| "+*<>=\\^@!/#".contains(c))
                    && ["a mask", "a predicate", "a line"].iter().any(|begin| expected.starts_with(begin)) =>
            {
                "names that are symbols are written in quotes: `'+'/2`".into()
            }
            Fault::Unexpected { .. } => return None,
            Fault::Unclosed { what: "a comment" } => "end it by `*/`".into(),
            Fault::Unclosed { .. } => "end it by a quote on the same line; a line end in quotes is `\\n`".into(),
            Fault::Escape => "write `\\\\` for a backslash, `\\n` for a line end, `\\x41\\` for a character".into(),
            Fault::NumberRange { .. } | Fault::FloatRange => return None,
            Fault::Lines { first, last } => format!("write `{last}-{first}`"),
            Fault::NoScope => {
                "write `p/2`, `m:p/2`, `p/2#3`, `file.pl:p/2`, `file.pl:10-20` or `file.pl`; a file without \
                               extension in double quotes"
                    .into()
            }
            Fault::VariableArgument { .. } => "write `_` for any argument, `-` for a variable".into(),
            Fault::NoType { name } => meant(&nearest_type(name), || {
                format!(
                    "the types are {}, and functors such as f/2",
                    super::mask::Type::names().collect::<Vec<_>>().join(", ")
                )
            }),
            Fault::MaskInDefinition { .. } => "put the mask where the set is selected".into(),
            Fault::Unknown { near, .. } => meant(near, || "define it: `E_Name = (E_…, E_…);`".into()),
            Fault::Circular { .. } => "take it out of one of these definitions".into(),
            Fault::Redefined { .. } | Fault::BasisName { .. } | Fault::SetName { .. } => "choose another name".into(),
            Fault::NoSense { meant, .. } => return meant.clone(),
            Fault::TooMany { .. } => "select sets in fewer scopes, or with fewer masks".into(),
        })
    }
}

fn meant(near: &[String], otherwise: impl FnOnce() -> String) -> String {
    if near.is_empty() { otherwise() } else { format!("did you mean {}?", near.join(" or ")) }
}

/// The words for types that are like this one.
pub(super) fn nearest_type(word: &str) -> Vec<String> {
    nearest(word, super::mask::Type::names())
}

/// The names that are like this one, the nearest first, at most three.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    // The distance of longer ones would take long, and they are typed by no one.
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return Vec::new();
    }
    // All events begin alike.
    let most = name.strip_prefix("E_").unwrap_or(name).chars().count().div_ceil(3);
    let near = |other: &&str| other.len() <= LONGEST && other.len().abs_diff(name.len()) <= 4 * most;
    let mut found: Vec<(usize, &str)> = names
        .filter(near)
        .map(|other| (strsim::osa_distance(name, other), other))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    found.sort_unstable();
    found.dedup();
    // Beside a slip of one letter, what differs by more is not meant.
    let least = found.first().map_or(0, |(distance, _)| *distance);
    found.into_iter().take_while(|(distance, _)| *distance <= least + 1).map(|(_, name)| name.into()).take(3).collect()
}

/// A fault and where it is in its text.
#[derive(Debug)]
pub(crate) struct Located {
    pub from: At,
    pub to: At,
    /// Apart, since it is larger than what a rule gives that is not at fault.
    pub fault: Box<Fault>,
}

impl Located {
    pub fn new(from: At, to: At, fault: Fault) -> Located {
        Located { from, to, fault: Box::new(fault) }
    }

    /// What the parser says, in words.
    pub fn of(error: ParseError<At, Token<'_>, Located>, end: At) -> Located {
        match error {
            ParseError::UnrecognizedToken { token: (from, token, to), expected } => {
                Located::new(from, to, unexpected(token, &expected))
            }
            ParseError::ExtraToken { token: (from, token, to) } => Located::new(from, to, unexpected(token, &[])),
            ParseError::UnrecognizedEof { expected, .. } => {
                let fault = Fault::Unexpected { expected: in_words(&expected), found: "the end of the file".into() };
                Located::new(end, end, fault)
            }
            // Only the lexers of lalrpop say so.
            ParseError::InvalidToken { location } => {
                let fault = Fault::Unexpected { expected: in_words(&[]), found: "no token".into() };
                Located::new(location, location, fault)
            }
            ParseError::User { error } => error,
        }
    }
}

fn unexpected(token: Token<'_>, expected: &[String]) -> Fault {
    match token {
        Token::Unclosed(text) if text.starts_with('/') => Fault::Unclosed { what: "a comment" },
        Token::Unclosed(_) => Fault::Unclosed { what: "a quoted name or text" },
        token => Fault::Unexpected { expected: in_words(expected), found: format!("`{token}`") },
    }
}

/// The grammar's names of tokens that could have stood somewhere, those of a kind together.
fn in_words(expected: &[String]) -> String {
    let has = |token: &str| expected.iter().any(|name| name.trim_matches('"') == token);
    let mut words: Vec<String> = Vec::new();
    let kinds: [(bool, &str); 7] = [
        (has("ATOM") && has("FLOAT") && has("?"), "an argument (a type, a constant, `_`, `+` or `-`)"),
        (
            has("ATOM") && has("FLOAT") && !has("?"),
            "a mask (a type, a constant, a predicate, a signature or a variable)",
        ),
        (has("FILE") && has("INTEGER"), "a line, a predicate or a module"),
        (has("FILE") && !has("INTEGER"), "a predicate or a file"),
        (has("ATOM") && !has("FLOAT") && !has("FILE"), "a name"),
        (has("INTEGER") && !has("FILE") && !has("ATOM"), "a number"),
        (has("EVENT") && !has("FLOAT"), "the name of an event"),
    ];
    words.extend(kinds.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_string()));
    let within = has("FLOAT") || has("FILE") || has("EVENT");
    for token in ["=", "(", ")", "{", "}", "[", "]", ",", ";", ":", "/", "#", "@", "-", "..."] {
        let begins = token == "-" || token == "[" && has("FLOAT");
        if has(token) && !(within && begins) {
            words.push(format!("`{token}`"));
        }
    }
    match words.split_last() {
        None => "the end".to_string(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// An error of a configuration.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{fault}")]
pub struct ConfigError {
    /// Where it is.
    pub place: Place,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// What it is.
    pub fault: Fault,
    excerpt: Excerpt,
}

/// The part of a line that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Excerpt {
    line: String,
    indent: String,
    carets: usize,
}

impl ConfigError {
    pub(super) fn new(located: Located, file: &Arc<str>, text: &str) -> ConfigError {
        let Located { from, to, fault } = located;
        let place = Place::of(file, from);
        ConfigError { place, span: from.byte..to.byte, fault: *fault, excerpt: Excerpt::new(text, from.byte, to.byte) }
    }

    /// The error as plain text: place, message, the line with a caret under the place, and what to do.
    ///
    /// ```text
    /// ports.cci:3:9: error: there is no event or set named E_Cal
    ///   3 | E_Exit, E_Cal;
    ///     |         ^^^^^
    ///   help: did you mean E_Call?
    /// ```
    pub fn render(&self) -> String {
        let Excerpt { line, indent, carets } = &self.excerpt;
        let number = self.place.line.to_string();
        let mut out = format!("{}: error: {}\n", self.place, self.fault);
        let _ = writeln!(out, "  {number} | {}", line.trim_end());
        let _ = writeln!(out, "  {:1$} | {indent}{2}", "", number.len(), "^".repeat(*carets));
        if let Some(help) = self.fault.what_to_do() {
            let _ = writeln!(out, "  help: {help}");
        }
        out
    }
}

impl Excerpt {
    fn new(text: &str, from: usize, to: usize) -> Excerpt {
        // Only as much of the line is looked at as is shown: there may be as many errors in a line as it is long.
        let left = &text[..from];
        let shown = left.char_indices().rev().take(EXCERPT).take_while(|(_, c)| *c != '\n').last();
        let before = shown.map_or(from, |(at, _)| at);
        let cut = if before > 0 && !text[..before].ends_with('\n') { "…" } else { "" };
        let shown = text[from..].char_indices().take(EXCERPT).take_while(|(_, c)| *c != '\n').last();
        let after = shown.map_or(from, |(at, c)| from + at + c.len_utf8());
        let more = if text[after..].starts_with(|c| c != '\n') { "…" } else { "" };
        // Tabs stay tabs under the line, so that the caret stands below its place however wide they are.
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let plain = |c: char| if c.is_control() && c != '\t' && c != '\r' { '\u{fffd}' } else { c };
        Excerpt {
            line: format!("{cut}{}{more}", text[before..after].chars().map(plain).collect::<String>()),
            indent: cut.chars().chain(text[before..from].chars()).map(blank).collect(),
            carets: text[from..to.clamp(from, after)].chars().count().max(1),
        }
    }
}

impl Diagnostic for ConfigError {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.fault.what_to_do().map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let here = LabeledSpan::new(Some("here".into()), self.span.start, self.span.len());
        Some(Box::new(std::iter::once(here)))
    }
}
