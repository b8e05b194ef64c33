//! What the grammar builds: statements as written, with the places of names.
//!
//! In: the pieces of a rule of the grammar. Out: statements, masks whose sense depends on the event that they are put on,
//! and scopes. Numbers, escapes and the order of lines are looked at here, since they need nothing but the text.

use lalrpop_util::ParseError;

use super::fault::{Fault, Located};
use super::mask::{Argument, Constant, Home, Scope, Type};
use super::token::{At, Token};

/// What a rule of the grammar gives that may refuse.
pub(crate) type Parsed<'s, T> = Result<T, ParseError<At, Token<'s>, Located>>;

/// A statement.
pub(crate) enum Statement<'s> {
    /// `E_Math = (E_Add, E_Sub);`
    Definition { name: Named<'s>, members: Vec<Named<'s>> },
    /// `E_Call{foo/3}, E_Exit;`
    Selections(Vec<Item<'s>>),
    /// `[p/2, q/3]`
    Scopes(Vec<(At, Scope)>),
}

/// The name of an event or a set, where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Named<'s> {
    pub text: &'s str,
    pub from: At,
    pub to: At,
}

/// An event with its masks; with none, all of its values are meant.
pub(crate) struct Item<'s> {
    pub event: Named<'s>,
    pub masks: Vec<Masked<'s>>,
}

/// A mask, and the name that the event gets by it.
pub(crate) struct Masked<'s> {
    pub pattern: Pattern,
    pub from: At,
    pub to: At,
    pub refined: Option<Named<'s>>,
}

/// A mask as written.
pub(crate) enum Pattern {
    /// `float`
    Type(Type),
    /// `foo`, `-1`
    Constant(Constant),
    /// `m:p/2`: a predicate, or a functor.
    Indicator { module: Option<String>, name: String, arity: u32 },
    /// `append(+list, _, -)`
    Signature { module: Option<String>, name: String, args: Vec<Argument>, rest: bool },
    /// `X@p/2`
    Variable { name: String, of: Home },
}

/// The sign of a number.
#[derive(Clone, Copy)]
pub(crate) enum Signed {
    Plus,
    Minus,
}

impl Signed {
    fn text(self) -> &'static str {
        match self {
            Signed::Plus => "",
            Signed::Minus => "-",
        }
    }
}

impl Pattern {
    pub fn of_word(word: &str) -> Pattern {
        Type::named(word).map_or_else(|| Pattern::Constant(Constant::Atom(word.into())), Pattern::Type)
    }
}

impl Constant {
    /// Without what does not count: groups, zeros before it.
    pub(crate) fn integer(sign: Signed, text: &str) -> Constant {
        let digits = text.replace('_', "");
        match digits.trim_start_matches('0') {
            "" => Constant::Integer("0".into()),
            digits => Constant::Integer(format!("{}{digits}", sign.text())),
        }
    }
}

/// A part of a scope, between colons.
pub(crate) enum Part {
    /// Of a module or a predicate.
    Name(String),
    /// Of a file.
    File(String),
    /// Of a file, but of a predicate where an arity follows.
    Quoted(String),
}

impl Part {
    pub fn name(text: &str) -> Part {
        Part::Name(text.into())
    }

    pub fn file(text: &str) -> Part {
        Part::File(text.into())
    }

    /// Quotes are around names of both kinds: those of files have a point or a slash in them, as they are written.
    pub fn quoted(written: &str, name: String) -> Part {
        if written.contains(['.', '/']) { Part::Quoted(name) } else { Part::Name(name) }
    }
}

/// A whole file, or lines of it.
pub(crate) fn file_scope<'s>(path: Vec<Part>, lines: Option<(u32, u32)>, from: At, to: At) -> Parsed<'s, Scope> {
    let mut path = path.into_iter();
    let (Some(Part::File(file) | Part::Quoted(file)), None) = (path.next(), path.next()) else {
        return refused(from, to, Fault::NoScope);
    };
    match lines {
        None => Ok(Scope::File { file }),
        Some((first, last)) if first <= last => Ok(Scope::Lines { file, first, last }),
        Some((first, last)) => refused(from, to, Fault::Lines { first, last }),
    }
}

/// A predicate, in a module or a file where one likes, or a clause of it.
pub(crate) fn predicate_scope<'s>(
    mut path: Vec<Part>,
    arity: u32,
    clause: Option<u32>,
    from: At,
    to: At,
) -> Parsed<'s, Scope> {
    let Some(Part::Name(name) | Part::Quoted(name)) = path.pop() else {
        return refused(from, to, Fault::NoScope);
    };
    let mut path = path.into_iter().peekable();
    let file = match path.next_if(|part| !matches!(part, Part::Name(_))) {
        Some(Part::File(file) | Part::Quoted(file)) => Some(file),
        _ => None,
    };
    let module = match path.next() {
        None => None,
        Some(Part::Name(module)) => Some(module),
        Some(_) => return refused(from, to, Fault::NoScope),
    };
    match path.next() {
        None => Ok(Scope::Predicate { file, module, name, arity, clause }),
        Some(_) => refused(from, to, Fault::NoScope),
    }
}

/// The members of a definition, on which there are no masks.
pub(crate) fn unmasked<'s>(members: Vec<Item<'s>>) -> Parsed<'s, Vec<Named<'s>>> {
    let plain = |item: Item<'s>| match item.masks.first() {
        None => Ok(item.event),
        Some(mask) => refused(mask.from, mask.to, Fault::MaskInDefinition { event: item.event.text.into() }),
    };
    members.into_iter().map(plain).collect()
}

pub(crate) fn functor(name: String, arity: u32) -> Type {
    Type::Functor { name, arity }
}

/// A bare word as an argument.
pub(crate) fn argument(word: &str) -> Argument {
    Type::named(word).map_or_else(|| Argument::Constant(Constant::Atom(word.into())), Argument::Is)
}

/// The type of a word behind a mode.
pub(crate) fn type_of<'s>(word: &str, from: At, to: At) -> Parsed<'s, Type> {
    match Type::named(word) {
        Some(found) => Ok(found),
        None => refused(from, to, Fault::NoType { name: word.into() }),
    }
}

pub(crate) fn no_variable<'s>(name: &str, from: At, to: At) -> Parsed<'s, Argument> {
    refused(from, to, Fault::VariableArgument { name: name.into() })
}

pub(crate) fn float<'s>(sign: Signed, text: &str, from: At, to: At) -> Parsed<'s, Constant> {
    match text.replace('_', "").parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Constant::Float(format!("{}{value:?}", sign.text()))),
        _ => refused(from, to, Fault::FloatRange),
    }
}

pub(crate) fn number<'s>(text: &str, least: u32, from: At, to: At) -> Parsed<'s, u32> {
    match text.replace('_', "").parse::<u32>() {
        Ok(number) if number >= least => Ok(number),
        _ => refused(from, to, Fault::NumberRange { least, most: u32::MAX }),
    }
}

/// What is between quotes, with its escapes read.
pub(crate) fn unquoted<'s>(written: &str, from: At, to: At) -> Parsed<'s, String> {
    let quote = written.chars().next().unwrap_or('\'');
    let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match escaped(&mut rest) {
                Some(c) => text.push(c),
                None => return refused(from, to, Fault::Escape),
            },
            // It is there twice.
            c if c == quote => text.extend(rest.next()),
            c => text.push(c),
        }
    }
    Ok(text)
}

/// The character of an escape, behind its backslash.
fn escaped(rest: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match rest.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        'e' => '\x1b',
        's' => ' ',
        'x' => {
            let (digits, behind) = rest.as_str().split_once('\\')?;
            *rest = behind.chars();
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
        }
        c @ ('\\' | '\'' | '"' | '`') => c,
        _ => return None,
    })
}

fn refused<'s, T>(from: At, to: At, fault: Fault) -> Parsed<'s, T> {
    Err(ParseError::User { error: Located::new(from, to, fault) })
}
