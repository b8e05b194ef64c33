//! Prolog flags (ISO 13211-1, sections 7.11 and 8.17): `set_prolog_flag/2` and what `current_prolog_flag/2` is made of.
//!
//! A flag is a row: its name, its values, whether a program may change it. Values that other parts of the machine keep
//! (how texts read, how arithmetic rounds) are asked of them; those without an effect here are kept in [`Kept`].

use super::{Outcome, limits, write_terms};
use crate::atoms::Atom;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::copy::Record;
use crate::machine::error::Ball;
use crate::machine::number::Number;
use crate::read::{DoubleQuotes, Newlines, Syntax};
use crate::write::{Quoting, WriteOptions};
use std::collections::BTreeMap;

/// What a call of a predicate that does not exist does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Unknown {
    /// It raises an existence error.
    #[default]
    Error,
    /// It fails.
    Fail,
    /// It fails after a warning.
    Warning,
}

/// Whether `clause/2` looks at static predicates of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StaticCode {
    /// No: they are private, as ISO has it.
    #[default]
    Protected,
    /// Yes.
    Open,
}

/// The flags that the machine itself keeps, and what else programs set for all that follows.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Kept {
    /// `unknown`.
    pub(crate) unknown: Unknown,
    /// `protect_static_code`.
    pub(crate) static_code: StaticCode,
    /// Those without an effect, by their place in [`KEPT`]: which of its values each has.
    values: [u8; KEPT.len()],
    /// Those that programs have made, with their values.
    created: Vec<(Atom, Record)>,
    /// What directives of `format/2,3` call that programs have made: a module and a name.
    pub(crate) formats: BTreeMap<char, (Atom, Atom)>,
    /// `answer_write_options` as a program has set it, and as it is otherwise: how deep terms are shown.
    answers: Option<(WriteOptions, Record)>,
    answer_depth: Option<u32>,
}

/// Flags without an effect of their own: name and values, the first of which is the one at the start.
const KEPT: &[(&str, &[&str])] = &[
    ("debug", &["off", "on", "false", "true"]),
    ("occurs_check", &["false", "true", "error"]),
    ("verbose", &["normal", "silent"]),
    ("optimise", &["false", "true"]),
    ("generate_debug_info", &["true", "false"]),
    ("verbose_load", &["silent", "normal", "full"]),
    ("verbose_autoload", &["false", "true"]),
    ("autoload", &["true", "false", "explicit", "user", "user_or_explicit"]),
    ("last_call_optimisation", &["true", "false"]),
    ("color_term", &["true", "false"]),
    ("toplevel_print_anon", &["true", "false"]),
    ("report_error", &["true", "false"]),
    ("warn_override_implicit_import", &["true", "false"]),
    ("encoding", &["utf8", "text", "ascii", "iso_latin_1", "octet"]),
    ("singleton_warning", &["on", "off"]),
    ("single_var_warnings", &["on", "off"]),
    ("discontiguous_warnings", &["on", "off"]),
    ("suspicious_warning", &["on", "off"]),
    ("multifile_warning", &["on", "off"]),
    ("redefine_warnings", &["on", "off"]),
];

/// Flags that no program changes.
const FIXED: &[&str] = &[
    "bounded",
    "max_integer",
    "min_integer",
    "max_tagged_integer",
    "min_tagged_integer",
    "integer_rounding_function",
    "max_arity",
    "argv",
    "dialect",
    "version",
    "unix",
    "pid",
    "float_max",
    "float_min",
];

/// Flags that no program changes that is not trusted: it would give itself more memory or time.
const LIMITS: &[&str] = &["gc", "stack_limit", "time_limit"];

/// Names of the flags kept elsewhere.
const ELSEWHERE: &[&str] = &[
    "double_quotes",
    "unknown",
    "multiline_quoted",
    "char_conversion",
    "protect_static_code",
    "gc",
    "stack_limit",
    "time_limit",
    "iso",
    "prefer_rationals",
    "float_overflow",
    "float_zero_div",
    "float_undefined",
    "answer_write_options",
];

const UNKNOWN: &[(&str, Unknown)] =
    &[("error", Unknown::Error), ("fail", Unknown::Fail), ("warning", Unknown::Warning)];

/// `set_prolog_flag(Flag, Value)`.
pub(crate) fn set_flag(m: &mut Machine) -> Outcome {
    let (flag, value) = (m.a(0), m.a(1));
    if flag.is(Tag::Ref) || value.is(Tag::Ref) {
        return Err(m.instantiation_error());
    }
    if !flag.is(Tag::Atom) {
        return Err(m.type_error("atom", flag));
    }
    let name = m.program.atoms.name(flag.as_atom());
    if FIXED.contains(&&*name) || m.surroundings.is_confined() && LIMITS.contains(&&*name) {
        return Err(m.permission_error("modify", "flag", flag));
    }
    let wanted = if value.is(Tag::Atom) { m.program.atoms.name(value.as_atom()) } else { "".into() };
    let known = match &*name {
        "double_quotes" => DoubleQuotes::from_name(&wanted).map(|meaning| m.program.flags.double_quotes = meaning),
        "unknown" => {
            let found = UNKNOWN.iter().find(|(text, _)| *text == &*wanted);
            found.map(|&(_, unknown)| m.kept.unknown = unknown)
        }
        "protect_static_code" => {
            let found = [("true", StaticCode::Protected), ("false", StaticCode::Open)];
            found.iter().find(|row| row.0 == &*wanted).map(|row| m.kept.static_code = row.1)
        }
        "multiline_quoted" => {
            let found = [("true", Newlines::Accept), ("false", Newlines::Reject)];
            found.iter().find(|row| row.0 == &*wanted).map(|row| m.program.flags.newlines = row.1)
        }
        "char_conversion" => {
            let found = ["off", "on"].iter().position(|text| *text == &*wanted);
            found.map(|on| m.program.flags.conversions.on = on == 1)
        }
        "gc" => match &*wanted {
            "true" | "on" => {
                m.enable_collecting();
                Some(())
            }
            "false" | "off" => {
                m.disable_collecting();
                Some(())
            }
            _ => None,
        },
        // Less than this would not do for what the library itself needs.
        "stack_limit" => limits::natural(m, value).filter(|&bytes| bytes >= 1 << 20).map(|bytes| m.limit_memory(bytes)),
        "time_limit" => limits::time_limit_from(m, value).map(|limit| m.time_limit = limit),
        "answer_write_options" => {
            let how = write_terms::how(m, value)?;
            let record = m.record(value)?;
            m.kept.answers = Some((how, record));
            Some(())
        }
        _ if m.rules.flag(&name).is_some() => m.rules.set_flag(&name, &wanted).then_some(()),
        _ => match KEPT.iter().position(|(kept, _)| *kept == &*name) {
            Some(at) => {
                let found = KEPT[at].1.iter().position(|text| *text == &*wanted);
                found.map(|value| m.kept.values[at] = value as u8)
            }
            None if m.has_open_flags() || m.kept.created.iter().any(|(created, _)| *created == flag.as_atom()) => {
                return create_flag(m);
            }
            None => return Err(m.domain_error("prolog_flag", flag)),
        },
    };
    match known {
        Some(()) => Ok(true),
        None => Err(flag_value_error(m, flag, value)),
    }
}

/// `$create_flag(Flag, Value)`: gives a flag of the program's own a value.
pub(crate) fn create_flag(m: &mut Machine) -> Outcome {
    let flag = m.a(0).as_atom();
    let name = m.program.atoms.name(flag);
    if FIXED.iter().chain(ELSEWHERE).any(|other| **other == *name) || KEPT.iter().any(|(other, _)| **other == *name) {
        return Err(m.permission_error("modify", "flag", m.a(0)));
    }
    let value = m.record(m.a(1))?;
    m.kept.created.retain(|(created, _)| *created != flag);
    m.kept.created.push((flag, value));
    Ok(true)
}

fn flag_value_error(m: &mut Machine, flag: Cell, value: Cell) -> Ball {
    let culprit = m.make("+", &[flag, value]);
    m.domain_error("flag_value", culprit)
}

/// `$flag(Name, Value)`: the value of a flag. A name that is none is an error, or false where programs may make flags.
pub(crate) fn flag(m: &mut Machine) -> Outcome {
    let flag = m.a(0);
    if !flag.is(Tag::Atom) {
        return Err(m.type_error("atom", flag));
    }
    let name = m.program.atoms.name(flag.as_atom());
    let value = match &*name {
        "double_quotes" => m.make_atom(m.program.flags.double_quotes.name()),
        "protect_static_code" => m.make_atom(if m.kept.static_code == StaticCode::Open { "false" } else { "true" }),
        "multiline_quoted" => m.make_atom(if m.program.flags.newlines == Newlines::Accept { "true" } else { "false" }),
        "char_conversion" => m.make_atom(if m.program.flags.conversions.on { "on" } else { "off" }),
        "bounded" => m.make_atom("false"),
        "max_tagged_integer" => Cell::int(Cell::MAX_INT),
        "min_tagged_integer" => Cell::int(Cell::MIN_INT),
        "max_integer" => m.int_cell(i64::MAX),
        "min_integer" => m.int_cell(i64::MIN),
        "integer_rounding_function" => m.make_atom("toward_zero"),
        "max_arity" => m.make_atom("unbounded"),
        "argv" => {
            let own = usize::from(m.program.flags.syntax == Syntax::Swi);
            words(m, own)?
        }
        "dialect" => m.make_atom("horolog"),
        "version" => Cell::int(version()),
        "unix" => m.make_atom("true"),
        "pid" if m.surroundings.is_confined() => Cell::int(0),
        "pid" => m.int_cell(std::process::id().into()),
        "float_max" => m.number_cell(&Number::Float(f64::MAX)),
        "float_min" => m.number_cell(&Number::Float(f64::MIN_POSITIVE)),
        "unknown" => {
            let text = UNKNOWN.iter().find(|(_, unknown)| *unknown == m.kept.unknown).map_or("error", |(text, _)| text);
            m.make_atom(text)
        }
        "stack_limit" => m.int_cell(m.memory_limit() as i64),
        "time_limit" => limits::time_limit(m),
        "answer_write_options" => answer_options(m)?,
        "gc" => m.make_atom(if m.is_collecting() { "true" } else { "false" }),
        _ => match (m.rules.flag(&name), KEPT.iter().position(|(kept, _)| *kept == &*name)) {
            (Some(value), _) => m.make_atom(value),
            (None, Some(at)) => m.make_atom(KEPT[at].1[usize::from(m.kept.values[at])]),
            (None, None) => match m.kept.created.iter().find(|(created, _)| *created == flag.as_atom()) {
                Some((_, record)) => {
                    let record = record.clone();
                    rebuilt(m, &record)?
                }
                None if m.has_open_flags() => return Ok(false),
                None => return Err(m.domain_error("prolog_flag", flag)),
            },
        },
    };
    Ok(m.unify(m.a(1), value))
}

/// The words that the program was called with, its name first, from one of them on.
fn words(m: &mut Machine, from: usize) -> Result<Cell, Ball> {
    let words: Vec<Cell> = m.arguments.iter().skip(from).map(|word| m.make_atom(word)).collect();
    m.make_list(&words, Cell::NIL)
}

/// `$command_line(Words)`: the program's name and its arguments.
pub(crate) fn command_line(m: &mut Machine) -> Outcome {
    let list = words(m, 0)?;
    Ok(m.unify(m.a(0), list))
}

/// A term that was kept.
fn rebuilt(m: &mut Machine, record: &Record) -> Result<Cell, Ball> {
    m.ensure(record.len())?;
    let mut h = m.heap_top();
    let value = record.build(&mut h);
    m.set_heap_top(h);
    Ok(value)
}

/// The value of `answer_write_options`.
fn answer_options(m: &mut Machine) -> Result<Cell, Ball> {
    if let Some((_, record)) = &m.kept.answers {
        let record = record.clone();
        return rebuilt(m, &record);
    }
    let yes = m.make_atom("true");
    let mut options = vec![m.make("quoted", &[yes]), m.make("portray", &[yes])];
    if let Some(depth) = m.kept.answer_depth {
        options.push(m.make("max_depth", &[Cell::int(depth.into())]));
    }
    m.make_list(&options, Cell::NIL)
}

impl Machine {
    /// Whether setting a flag that is none makes it one, as SWI-Prolog has it.
    fn has_open_flags(&self) -> bool {
        self.program.flags.syntax == Syntax::Swi
    }

    /// How answers are written: the flag `answer_write_options`.
    pub fn answer_options(&self) -> WriteOptions {
        match &self.kept.answers {
            Some((how, _)) => how.clone(),
            None => {
                WriteOptions { quoting: Quoting::Quoted, max_depth: self.kept.answer_depth, ..WriteOptions::default() }
            }
        }
    }

    /// How deep answers are shown where no program says it.
    pub fn cut_answers(&mut self, depth: u32) {
        self.kept.answer_depth = Some(depth);
    }
}

/// The version as one number: `10000 * major + 100 * minor + patch`.
fn version() -> i64 {
    env!("CARGO_PKG_VERSION").split('.').fold(0, |sum, part| 100 * sum + part.parse().unwrap_or(0))
}

/// `$flags(Names)`: the names of all flags.
pub(crate) fn flags(m: &mut Machine) -> Outcome {
    let kept = KEPT.iter().map(|(name, _)| name);
    let mut names: Vec<Cell> = FIXED.iter().chain(ELSEWHERE).chain(kept).map(|name| m.make_atom(name)).collect();
    names.extend(m.kept.created.iter().map(|&(name, _)| Cell::atom(name)));
    let list = m.make_list(&names, Cell::NIL)?;
    Ok(m.unify(m.a(0), list))
}
