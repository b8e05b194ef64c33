//! What a command is about: an optional file, and a predicate.

use crate::error::CliError;
use predict::error::listed;
use predict::load::{Reading, load};
use predict::predicates::{defined, indicated};
use std::path::Path;

/// A file and `name/arity`.
pub struct Target<'a> {
    /// The file.
    pub file: Option<&'a Path>,
    /// The predicate, as written.
    pub indicator: &'a str,
}

impl<'a> Target<'a> {
    /// The target from one or two words.
    pub fn of(words: &'a [String], reading: &Reading) -> Result<Target<'a>, CliError> {
        match words {
            [file, indicator] => Ok(Target { file: Some(Path::new(file)), indicator }),
            [only] if indicated(only).is_some() => Ok(Target { file: None, indicator: only }),
            [file] if Path::new(file).is_file() => {
                let loaded = load(Some(Path::new(file)), "", reading)?;
                let names = defined(&loaded.program);
                let example = names.first().map_or("name/arity", String::as_str);
                Err(CliError::with_help(
                    format!("which predicate? {file} defines {}", listed(&names)),
                    format!("name one after the file: {file} {example}"),
                ))
            }
            _ => Err(CliError::with_help(
                format!("`{}` is not a predicate", words.first().map_or("", String::as_str)),
                "write name/arity, such as append/3, after the file it is in",
            )),
        }
    }
}
