//! How atoms, strings and numbers print so that they read back.
//!
//! In: a name or a value. Out: text. Quotes and escapes as SWI-Prolog 9 writes them.

use crate::machine::number::ArithmeticError;
use crate::machine::number::patient::{Asked, NEVER, decimal};
use crate::read::{continues_word, is_symbol, starts_name};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::fmt::Write;

/// Whether the atom of that name must be quoted to be read as that atom.
pub fn atom_needs_quotes(name: &str) -> bool {
    if matches!(name, "[]" | "{}" | "!" | ";") {
        return false;
    }
    if name.chars().all(is_symbol) {
        return name.is_empty() || name == "." || name.starts_with("/*") || !name.chars().all(is_printable);
    }
    !name.starts_with(starts_name) || !name.chars().all(continues_word)
}

/// Whether a variable may have that name.
pub(crate) fn is_variable_name(name: &str) -> bool {
    name.starts_with(|c: char| c == '_' || c.is_uppercase()) && name.chars().all(continues_word)
}

/// The name as an atom is written: in quotes where it needs them.
pub fn atom_text(name: &str) -> String {
    if atom_needs_quotes(name) { quote_atom(name) } else { name.to_owned() }
}

/// The name in quotes with what needs it escaped.
pub fn quote_atom(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    push_quoted(&mut out, name, '\'');
    out
}

/// Appends the text in quotes of that sort.
pub(super) fn push_quoted(out: &mut String, text: &str, quote: char) {
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            _ if c == quote => out.extend(['\\', c]),
            _ if is_printable(c) => out.push(c),
            _ => {
                let _ = write!(out, "\\x{:X}\\", u32::from(c));
            }
        }
    }
    out.push(quote);
}

/// Whether the character can be seen.
fn is_printable(c: char) -> bool {
    // The library knows which characters its own debug output must escape; its escapes of quotes do not matter here.
    matches!(c, ' '..='~') || (!c.is_ascii() && c.escape_debug().len() == 1)
}

/// The shortest text that reads back as the float: always with a dot, with an exponent from 1e15 on and below 1e-4, and
/// `1.0Inf`, `1.5NaN` for what is not finite.
pub fn format_float(value: f64) -> String {
    if value.is_nan() {
        return "1.5NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "1.0Inf" } else { "-1.0Inf" }.to_owned();
    }
    let dot = |text: &str| if text.contains('.') { "" } else { ".0" };
    // The shortest text is on the same side of these limits as the value, for it reads back as it.
    if value == 0.0 || (1e-4..1e15).contains(&value.abs()) {
        let mut plain = value.to_string();
        plain.push_str(dot(&plain));
        return plain;
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}{}e{}{exponent}", dot(mantissa), if exponent > 0 { "+" } else { "" })
}

/// The integer in decimal.
pub fn format_integer(value: &BigInt) -> String {
    decimal(value, NEVER).expect("nobody interrupts")
}

/// The rational as it reads back: `1r3`.
pub fn format_rational(value: &BigRational) -> String {
    rational(value, NEVER).expect("nobody interrupts")
}

/// The rational as it reads back, unless somebody waits for the run to end.
pub(crate) fn rational(value: &BigRational, asked: Asked) -> Result<String, ArithmeticError> {
    Ok(format!("{}r{}", decimal(value.numer(), asked)?, decimal(value.denom(), asked)?))
}
